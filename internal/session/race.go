package session

import (
	"slices"

	"chratze/pot"
	"chratze/rams"
)

// Race is what is agreed for a race (docs/rules.md 4, score). The zero Race is none.
type Race struct {
	Up     bool      // from none to Goal points; otherwise from Goal points to none
	Goal   int       // points to make; 0: no race
	Prizes int       // 0: one fewer than players
	Fine   pot.Chips // what a player who wins a prize pays into the pot
}

// RaceOf returns the race of a game, none where the pot is played for.
func RaceOf(r rams.Rules) Race {
	if !r.Races() {
		return Race{}
	}
	return Race{r.Score == rams.ScoreUp, int(r.Goal), int(r.Prizes), r.PrizeFine}
}

// race is how far people are. Who has made the points of the goal is through: they have a prize and are dealt no more hands.
type race struct {
	Race
	made    []int // points by person; those who have none yet may be missing
	through []int // people, in the order of their prizes
}

// Run begins a race.
func (s *Session) Run(r Race) { s.race = race{Race: r} }

// Points returns how many points a person has: in a race down, how many are left.
func (s *Session) Points(person int) int {
	made := 0
	if person < len(s.race.made) {
		made = s.race.made[person]
	}
	if s.race.Up {
		return made
	}
	return max(0, s.race.Goal-made)
}

// Through returns the people who have a prize, in the order of their prizes. Don't change it.
func (s *Session) Through() []int { return s.race.through }

// Prize returns which prize a person has, from 1; 0: none yet.
func (s *Session) Prize(person int) int { return 1 + slices.Index(s.race.through, person) }

// Decided reports whether a race is over: the prizes are gone, or one player is left.
func (s *Session) Decided() bool {
	through := len(s.race.through)
	return s.race.Goal > 0 && (len(s.Seats()) < 2 && through > 0 || s.race.Prizes > 0 && through >= s.race.Prizes)
}

// Score adds points to a person's; below 0, it sets them back. It reports whether they have won a prize by them.
func (s *Session) Score(person, points int) bool {
	s.made(person, points)
	won := s.race.made[person] >= s.race.Goal && s.Prize(person) == 0 && !s.Decided()
	if won {
		s.race.through = append(s.race.through, person)
	}
	return won
}

// score counts the points of a hand, from the seat after the dealer on, and adds to the result what those pay who have
// won a prize by it. Of several the first in turn has the better one.
func (s *Session) score(places []int, r *rams.Result, dealer rams.Seat) {
	for i := range places {
		seat := (int(dealer) + 1 + i) % len(places)
		if points := int(r.Points[seat]); points != 0 && s.Score(s.places[places[seat]], points) {
			r.Penalty[seat] += s.race.Fine
			r.Next.Pot += s.race.Fine
		}
	}
}

// made adds points to a person's.
func (s *Session) made(person, points int) {
	for len(s.race.made) <= person {
		s.race.made = append(s.race.made, 0)
	}
	s.race.made[person] += points
}
