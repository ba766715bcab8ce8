package rams

import "chratze/pot"

// Score is what is played for.
type Score uint8

// What is played for. In a race nobody pays before the deal and the pot isn't shared out: each trick is a point, and
// the pot holds penalties (docs/rules.md 4).
const (
	ScorePot  Score = iota
	ScoreDown       // a race from Goal points to none
	ScoreUp         // a race from none to Goal points
)

// MaxGoal is the greatest number of points of a race.
const MaxGoal = 200

// MaxBack is the greatest number of points that a player of a race is set back.
const MaxBack = 100

// Races reports whether points are played for, and not the pot.
func (r *Rules) Races() bool { return r.Score != ScorePot }

// setsBack reports whether playing without a trick costs points.
func (r *Rules) setsBack() bool { return r.Races() && r.Back > 0 }

// Point returns what bots count a point of a race for, in Rappen: as much as playing without a trick costs; 0 where the
// pot is played for.
func (r *Rules) Point() pot.Chips {
	if !r.Races() {
		return 0
	}
	return max(1, r.Penalty)
}

// raceConflicts are those of a race; declarer says whether the game has one.
func (r *Rules) raceConflicts(declarer bool) []conflict {
	return []conflict{
		{r.Races() && declarer, "score", ConflictNeedsJoining},
		{r.Races() && r.Phases, "score", ConflictNoPhases},
		{r.Races() && (r.Goal < 1 || r.Goal > MaxGoal), "goal", ConflictAmount},
		{r.Back > MaxBack, "back", ConflictAmount},
		{r.PrizeFine < 0 || r.PrizeFine > pot.Max, "prize_fine", ConflictAmount},
		{r.Races() && r.Cut != CutPlain, "cut", ConflictNeedsPot},
		{r.Races() && r.AllPlay == AllPlayBare, "all_play", ConflictNeedsPot},
		{r.Races() && r.NextAnte != NextAnteAll, "next_ante", ConflictNeedsPot},
		{r.Races() && r.Spare == SpareDealer, "spare", ConflictNeedsPot},
		{r.Races() && r.SevenLost, "seven_lost", ConflictNeedsPot},
	}
}
