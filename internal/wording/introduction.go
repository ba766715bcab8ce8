package wording

import (
	"chratze/card"
	"chratze/internal/locale"
	"chratze/rams"
)

// Introduce says in at most three lines what the game of a sheet is about.
func Introduce(p *locale.Printer, s locale.Sheet) []string {
	s = s.Whole(p)
	return NewTable(p, s.Played(), s.Deck, s.Money, nil, rams.Nobody).Introduction(nil)
}

// Introduction says in at most three lines what a game is about: the tricks to make, what they earn and what failing costs,
// and its special cards. With a view it tells of that hand, which may be a Muss; without one the view is nil.
func (t *Table) Introduction(view *rams.View) (lines []string) {
	rules := &t.rules
	goal, pays := "cli.short.goal", "cli.short.pays"
	gets := [...]string{
		rams.SplitThirds: "cli.short.gets.thirds", rams.SplitRoles: "cli.short.gets.roles", rams.SplitTricks: "cli.short.gets.tricks", rams.SplitMost: "cli.short.gets.most",
	}[rules.Split]
	switch joining := rules.Auction == rams.AuctionJoining; {
	case rules.Price:
		goal, pays = "cli.short.goal.joining", "cli.short.pays.price"
	case joining && (rules.Penalty > 0 || rules.Races()):
		if goal, pays = "cli.short.goal.joining", "cli.short.pays.fixed"; rules.Penalty == 0 && rules.Back == 0 {
			pays = "sheet.penalty.none"
		}
	case joining:
		goal, pays = "cli.short.goal.joining", "cli.short.pays.joining"
	}
	if rules.Races() {
		gets = "sheet.score." + rules.Score.String()
	} else if rules.Split == rams.SplitMost && rules.Tie == rams.TieSplit {
		gets = "cli.short.gets.most.tie"
	}
	payout, told := rams.MussPayQuarters, []string{goal}
	switch dealt := view != nil; {
	case dealt && view.Start.Muss:
		told, payout = []string{"sitting.muss", "cli.short.goal.muss"}, rules.MussPayout
	case dealt && view.Contract[view.Dealer] == rams.SevenMuss:
		told, payout = []string{"cli.short.goal.seven"}, rules.SevenMussPayout
	}
	if payout == rams.MussPayNothing {
		gets = "cli.short.gets.none"
	}
	args := t.introduced()
	for _, keys := range [][]string{told, {gets, pays}, special(rules)} {
		texts := make([]string, len(keys))
		for i, key := range keys {
			texts[i] = t.T(key, args)
		}
		if len(keys) > 0 {
			lines = append(lines, t.Sentences(texts...))
		}
	}
	return lines
}

// introduced returns the parameters of an introduction.
func (t *Table) introduced() locale.Args {
	r := &t.rules
	args := locale.Args{
		"declarer": t.Declarer(), "target": r.Target, "join": r.JoinTarget, "fixed": t.Cost(r.Stake(rams.Joined, 0)), "goal": int(r.Goal), "size": r.Deal.Size(),
		"ace": t.Rank(card.Ace), "jack": t.Rank(card.Jack), "six": t.Rank(card.Six), "spare": t.Call(rams.TakeSpare),
	}
	if weli := r.Weli.Card(); weli != 0 {
		args["weli"] = t.Card(weli.First())
	}
	var ranks []string
	for _, c := range r.Order.Sorted(r.Pack.Cards() & card.OfSuit(card.Spades)) {
		ranks = append(ranks, t.Rank(c.Rank()))
	}
	args["ranks"] = t.Row(ranks)
	return args
}

// special returns the messages about cards that another game doesn't have, or ranks otherwise.
func special(r *rams.Rules) (keys []string) {
	for _, s := range [...]struct {
		is  bool
		key string
	}{
		{r.Weli != rams.WeliNone && !r.Weli.Highest(), "sheet.weli"},
		{r.SevenLost, "intro.lost"},
		{r.Weli.Highest(), "intro.weli"},
		{r.Order != rams.OrderAce, "sum.ranks"},
		{r.ThreeJacks, "sheet.three_jacks.yes"},
		{r.Spare != rams.SpareNo, "intro.spare"},
		{r.Rob != rams.RobNo, "intro.rob"},
		{r.SixSwap, "intro.six"},
	} {
		if s.is {
			keys = append(keys, s.key)
		}
	}
	return keys
}
