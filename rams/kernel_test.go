package rams_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
	"chratze/variant/varianttest"
)

// TestState: a state is small, comparable, and says what it is asked for.
func TestState(t *testing.T) {
	t.Parallel()
	g := varianttest.Game(t, "chratze", 3)
	if g.Seats() != 3 || g.Size() != 4 || g.Rules().Ante != 20 {
		t.Errorf("the game is %+v", g)
	}
	s, err := g.NewHand(rams.Start{Dealer: 2, Pot: 7})
	if err != nil {
		t.Fatal(err)
	}
	if _, up := s.Upcard(); up || s.Game() != g || s.Dealer() != 2 || s.Declarer() != rams.Nobody || s.Pot() != 67 {
		t.Errorf("a hand begins as %v", &s)
	}
	if _, trump := s.Trump(); trump || s.Done() || s.Turn() != rams.Nature || s.Stock().Len() != 36 {
		t.Errorf("a hand begins as %v", &s)
	}
}

// TestFirst: an evening begins with an empty pot, and with a Muss where the game
// has one (3.1).
func TestFirst(t *testing.T) {
	t.Parallel()
	for _, name := range variant.Presets() {
		want := rams.Start{Dealer: 2, Muss: strings.HasPrefix(name, "kratzen")}
		if got := varianttest.Game(t, name, 4).FirstStart(2); got != want {
			t.Errorf("%s begins with %+v, want %+v", name, got, want)
		}
	}
}

func TestStartRefuses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		rules string
		start rams.Start
		code  string
	}{
		{"chratze", rams.Start{Dealer: -1}, rams.StartDealer},
		{"chratze", rams.Start{Dealer: 4}, rams.StartDealer},
		{"chratze", rams.Start{Pot: -1}, rams.StartPot},
		{"chratze", rams.Start{Pot: pot.Max + 1}, rams.StartPot},
		{"chratze", rams.Start{Pot: pot.Max}, ""},
		{"chratze", rams.Start{Muss: true}, rams.StartMuss},
		{"kratzen", rams.Start{Muss: true}, ""},
		{"kratzen", rams.Start{Redeal: 1}, rams.StartRedeal},
		{"kratzen,no_open=redeal", rams.Start{Redeal: 1}, ""},
		{"zwicken", rams.Start{Redeal: 1}, rams.StartRedeal},
		{"tippen", rams.Start{Spared: 1}, rams.StartSpared},
		{"tippen,antes=all,next_ante=spared", rams.Start{Spared: 5}, ""},
		{"tippen,antes=all,next_ante=spared", rams.Start{Spared: 1 << 7}, rams.StartSpared},
		{"chratze", rams.Start{Redeal: 1e9}, ""},
		{"chratze-en", rams.Start{Redeal: 2}, ""},
		{"chratze-en", rams.Start{Redeal: 3}, rams.StartRedeal},
		{"chratze-ja", rams.Start{Redeal: 3}, ""},
		{"chratze-ja", rams.Start{Redeal: 4}, rams.StartRedeal},
		{"chratze-ja,deals=0", rams.Start{Redeal: 400}, ""},
		{"chratze,no_open=throw_in", rams.Start{Redeal: 1}, rams.StartRedeal},
	} {
		_, err := varianttest.Game(t, test.rules, 4).NewHand(test.start)
		var refused *rams.StartError
		switch {
		case err == nil:
			if test.code != "" {
				t.Errorf("%s: %+v is taken, want %s", test.rules, test.start, test.code)
			}
		case !errors.As(err, &refused) || refused.Code != test.code || len(err.Error()) < 40:
			t.Errorf("%s: %+v: %v, want %q", test.rules, test.start, err, test.code)
		}
	}
}

// TestConflicts: what has no meaning is refused with the option and a reason.
func TestConflicts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		rules        string
		seats        int
		change       func(*rams.Rules)
		option, code string
	}{
		{"chratze", 4, func(r *rams.Rules) { r.Susi = 9 }, "susi", rams.ConflictValue},
		{"chratze", 4, func(r *rams.Rules) { r.SevenMussPayout = 2 }, "seven_muss_payout", rams.ConflictValue},
		{"chratze", 8, func(*rams.Rules) {}, "seats", rams.ConflictSeats},
		{"chratze", 1, func(*rams.Rules) {}, "seats", rams.ConflictSeats},
		{"chratze", 1, func(r *rams.Rules) { r.MinSeats = 1 }, "seats", rams.ConflictSeats},
		{"chratze", 9, func(r *rams.Rules) { r.MaxSeats = 9 }, "seats", rams.ConflictSeats},
		{"chratze", 8, func(r *rams.Rules) { r.MaxSeats = 8; r.Pack, r.SixSwap = card.Skat32, false }, "seats", rams.ConflictFit},
		{"chratzen", 8, func(r *rams.Rules) { r.Pack, r.Weli = card.Weli33, rams.WeliSix }, "seats", rams.ConflictFit},
		{"chratze", 4, func(r *rams.Rules) { r.Target = 0 }, "target", rams.ConflictTarget},
		{"zwicken", 4, func(r *rams.Rules) { r.Target = 4 }, "target", rams.ConflictTarget},
		{"chratze", 4, func(r *rams.Rules) { r.JoinTarget = 5 }, "join_target", rams.ConflictTarget},
		{"chratze", 4, func(r *rams.Rules) { r.Ante = 0 }, "ante", rams.ConflictAmount},
		{"chratze", 4, func(r *rams.Rules) { r.RoundUp = pot.Max + 1 }, "round_up", rams.ConflictAmount},
		{"chratze", 4, func(r *rams.Rules) { r.Coin = -5 }, "coin", rams.ConflictAmount},
		{"chratze", 4, func(r *rams.Rules) { r.PenaltyCap = -1 }, "penalty_cap", rams.ConflictAmount},
		{"chratze", 4, func(r *rams.Rules) { r.Penalty = -1 }, "penalty", rams.ConflictAmount},
		{"chratze", 4, func(r *rams.Rules) { r.PotCap = -1 }, "pot_cap", rams.ConflictAmount},
		{"chratze", 4, func(r *rams.Rules) { r.PotCap = 79 }, "pot_cap", rams.ConflictAntes},
		{"kratzen", 4, func(r *rams.Rules) { r.PotCap = 49 }, "pot_cap", rams.ConflictAntes},
		{"zwicken", 4, func(r *rams.Rules) { r.PotCap = 29 }, "pot_cap", rams.ConflictAntes},
		{"chratze", 4, func(r *rams.Rules) { r.Weli = rams.WeliSix }, "pack", rams.ConflictNeedsWeli},
		{"chratze", 4, func(r *rams.Rules) { r.Pack, r.SixSwap = card.Weli33, false }, "pack", rams.ConflictNoWeli},
		{"kratzen", 4, func(r *rams.Rules) { r.Blind = rams.BlindUpcard }, "blind", rams.ConflictNeedsOpening},
		{"zwicken", 4, func(r *rams.Rules) { r.DoubleBlind = rams.DoubleBlindBefore }, "double_blind", rams.ConflictNeedsOpening},
		{"chratzen", 4, func(r *rams.Rules) { r.Blind = rams.BlindUpcard }, "blind", rams.ConflictNeedsDealUp},
		{"chratzen", 4, func(r *rams.Rules) { r.DoubleBlind = rams.DoubleBlindBefore }, "double_blind", rams.ConflictNeedsDeal22},
		{"chratze", 4, func(r *rams.Rules) { r.Blind = rams.BlindNewCards }, "blind", rams.ConflictNeedsDeal1x4},
		{"kratzen", 4, func(r *rams.Rules) { r.NoOpen = rams.NoOpenUpcards }, "no_open", rams.ConflictNeedsOpening},
		{"zwicken", 4, func(r *rams.Rules) { r.Susi = rams.SusiForced }, "susi", rams.ConflictNeedsDecl},
		{"zwicken", 4, func(r *rams.Rules) { r.LastWord = rams.LastWordOn }, "last_word", rams.ConflictNeedsDecl},
		{"zwicken", 4, func(r *rams.Rules) { r.JoinOrder = rams.JoinFromForehand }, "join_order", rams.ConflictNeedsDecl},
		{"zwicken", 4, func(r *rams.Rules) { r.Split = rams.SplitThirds }, "split", rams.ConflictNeedsDecl},
		{"zwicken", 4, func(r *rams.Rules) { r.Remainder = rams.RemainderDeclarer }, "remainder", rams.ConflictNeedsDecl},
		{"zwicken", 4, func(r *rams.Rules) { r.Forced = rams.ForcedTen }, "forced_deal", rams.ConflictNeedsDecl},
		{"chratze", 4, func(r *rams.Rules) { r.Forced = rams.ForcedTen }, "forced_deal", rams.ConflictNeedsOnes},
		{"chratze", 4, func(r *rams.Rules) { r.Forced = rams.ForcedSeven }, "forced_deal", rams.ConflictNeedsPhases},
		{"chratze", 4, func(r *rams.Rules) { r.Pack = card.Skat32 }, "six_swap", rams.ConflictNeedsSix},
		{"chratzen", 4, func(r *rams.Rules) { r.SixSwap, r.NoOpen = true, rams.NoOpenRedeal }, "six_swap", rams.ConflictNeedsTable},
		{"tippen", 4, func(r *rams.Rules) { r.NextAnte = rams.NextAnteSpared }, "next_ante", rams.ConflictNeedsAntes},
		{"mauscheln", 4, func(r *rams.Rules) { r.Split = rams.SplitMost }, "split", rams.ConflictNeedsJoining},
		{"rams", 4, func(r *rams.Rules) { r.DealerTakes = true }, "deal", rams.ConflictNeedsJoining},
		{"chratze", 4, func(r *rams.Rules) { r.Antes = rams.AntePhase }, "antes", rams.ConflictNeedsPhases},
		{"chratze", 4, func(r *rams.Rules) { r.Cut = rams.CutHop }, "cut", rams.ConflictNeedsPhases},
		{"chratze", 4, func(r *rams.Rules) { r.Cut = rams.CutHop1 }, "cut", rams.ConflictNeedsJoining},
		{"chratze", 4, func(r *rams.Rules) { r.MussPayout = rams.MussPayQuarters }, "muss_payout", rams.ConflictNeedsPhases},
		{"chratze", 4, func(r *rams.Rules) { r.SevenMussPayout = rams.MussPayQuarters }, "seven_muss_payout", rams.ConflictNeedsPhases},
		{"chratze", 4, func(r *rams.Rules) { r.SevenLost = true }, "seven_lost", rams.ConflictNeedsWeli},
		{"zwicken", 4, func(r *rams.Rules) { r.Weli = rams.WeliSevenTop }, "seven_lost", rams.ConflictBelowAce},
		{"kratzen", 4, func(r *rams.Rules) { r.Void = rams.VoidAny }, "head", rams.ConflictNeedsTrump},
	} {
		v, _ := variant.Lookup(test.rules)
		rules := v.Rules()
		test.change(&rules)
		_, err := rams.NewGame(rules, test.seats)
		var conflict *rams.Conflict
		if !errors.As(err, &conflict) || conflict.Option != test.option || conflict.Code != test.code ||
			!strings.Contains(err.Error(), test.option+": ") || len(err.Error()) < 30 {
			t.Errorf("%s: %v, want option %s, %s", test.rules, err, test.option, test.code)
		}
	}
}

// TestRefusalTexts: every code has a text of its own, which names the act.
func TestRefusalTexts(t *testing.T) {
	t.Parallel()
	act, err := rams.ParseAction("play 9c", 1)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, code := range ramstest.Codes() {
		r := rams.Refusal{Code: code, Action: act}
		text := r.Error()
		if !strings.HasPrefix(text, "rams: play 9c: ") || texts[text] != "" {
			t.Errorf("code %s says %q, as does %q", code, text, texts[text])
		}
		texts[text] = code
		r.Cards = card.SetOf(card.Weli6)
		if strings.HasSuffix(text, ": ") && r.Error() != text+"6d" {
			t.Errorf("code %s says %q of the six of bells", code, r.Error())
		}
	}
}

func TestEventKinds(t *testing.T) {
	t.Parallel()
	words := strings.Fields("ante shuffle cut dealer deal upcard turn trump act draw take reshuffle susi trick show")
	for i, word := range words {
		kind, ok := rams.ParseEventKind(word)
		if !ok || kind != rams.EventKind(i) || kind.String() != word {
			t.Errorf("%s is read as %v", word, kind)
		}
	}
	for _, word := range []string{"", "none", "Ante", "ante "} {
		if kind, ok := rams.ParseEventKind(word); ok {
			t.Errorf("%q is read as %v", word, kind)
		}
	}
	if got := rams.EventKind(len(words)).String(); got != "none" {
		t.Errorf("a kind too many is called %s", got)
	}
}

func TestContracts(t *testing.T) {
	t.Parallel()
	v, _ := variant.Lookup("kratzen")
	rules := v.Rules()
	for c, want := range []struct {
		name   string
		tricks int
	}{
		{"none", 0}, {"out", 0}, {"joined", 1}, {"declared", 2}, {"blind", 2}, {"double-blind", 2},
		{"oder", 2}, {"weiter-oder", 2}, {"muss", 1}, {"muss-dealer", 2}, {"seven-muss", 1}, {"spare", 1}, {"for-pot", 0}, {"seven", 1}, {"none", 1},
	} {
		if got := rams.Contract(c); got.String() != want.name || c < 14 && (rules.TricksFor(got) != want.tricks || got.In() != (want.tricks > 0 || got == rams.ForPot)) {
			t.Errorf("contract %d is %v, for %d tricks: want %+v", c, got, rules.TricksFor(got), want)
		}
	}
	if got := rams.Kind(200).String(); got != "none" {
		t.Errorf("a kind of action too many is called %s", got)
	}
}

// TestAfterTheEnd: nobody can do anything any more, nature neither.
func TestAfterTheEnd(t *testing.T) {
	t.Parallel()
	record, _ := recorded(t, varianttest.Game(t, "zwicken", 3), rams.Start{}, new(ramstest.Rand), 100)
	for _, a := range []rams.Action{
		{Kind: rams.Join, Seat: 1}, {Kind: rams.Join, Seat: rams.Nobody},
		{Kind: rams.Shuffle, Seat: rams.Nature}, {Kind: rams.Draw, Seat: 1},
	} {
		state := record.State()
		if err := ramstest.Refuses(&state, a); err != nil {
			t.Error(err)
		}
		var refusal *rams.Refusal
		if err := state.Apply(a); !errors.As(err, &refusal) || refusal.Code != rams.RefuseOver {
			t.Errorf("%v after the end: %v", a, err)
		}
	}
	if d := record.PendingChance(); d.Kind != rams.NoKind {
		t.Errorf("nature has to do %+v after the end", d)
	}
	deck := rams.Deck{Source: new(ramstest.Rand)}
	state := record.State()
	if a := deck.Next(&state); a != (rams.Action{}) {
		t.Errorf("the deck deals %v after the end", a)
	}
}

// TestTold: what a seat is told anew of a whole hand is what it was told bit by
// bit.
func TestTold(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		r := ramstest.Rand(10)
		for range times(10) {
			record, _ := recorded(t, g, g.FirstStart(0), &r, r.N(60))
			for seat := ramstest.Public; int(seat) < g.Seats(); seat++ {
				if seat == rams.Nature {
					continue
				}
				state := record.State()
				anew, told := state.AppendObserved(nil, record.Log, seat), record.View(seat).Events
				if !slices.Equal(anew, told) {
					t.Fatalf("seat %d is told\n%v\nand was told\n%v", seat, anew, told)
				}
			}
		}
	})
}

// TestRecordRefuses: a record takes no hand that can't begin, and no illegal act.
func TestRecordRefuses(t *testing.T) {
	t.Parallel()
	var record rams.Record
	g := varianttest.Game(t, "chratze", 3)
	var start *rams.StartError
	if err := record.Begin(g, rams.Start{Dealer: 3}); !errors.As(err, &start) {
		t.Errorf("begins with dealer 3: %v", err)
	}
	if err := record.Begin(g, rams.Start{}); err != nil {
		t.Fatal(err)
	}
	before, events := record.State(), len(record.Log)
	var refusal *rams.Refusal
	if err := record.Apply(rams.Action{Kind: rams.Open, Seat: 1}); !errors.As(err, &refusal) || refusal.Action.Kind != rams.Open {
		t.Errorf("opens before the deal: %v", err)
	}
	if err := record.Apply(rams.Action{Kind: rams.Shuffle, Seat: rams.Nature}); !errors.As(err, &refusal) || refusal.Code != rams.RefuseNature {
		t.Errorf("nature's own action: %v", err)
	}
	if record.State() != before || len(record.Log) != events {
		t.Error("a refused act changed the record")
	}
	if refusal.Action != (rams.Action{Kind: rams.Shuffle, Seat: rams.Nature}) {
		t.Errorf("the refusal of a shuffle names %v", refusal.Action)
	}
}

// TestWhy: the reason is nil as an error if an action is legal, otherwise it names the action.
func TestWhy(t *testing.T) {
	t.Parallel()
	r := new(ramstest.Rand)
	record, _ := recorded(t, varianttest.Game(t, "chratze", 3), rams.Start{}, r, 0)
	deck := rams.Deck{Source: r}
	record.Nature(&deck)
	s := record
	err := s.Why(s.Legal(nil)[0])
	if err != nil {
		t.Errorf("a legal action: %v", err)
	}
	wrong := rams.Action{Kind: rams.Play, Seat: s.Turn(), Cards: s.Hand(s.Turn())}
	var refusal *rams.Refusal
	if err = s.Why(wrong); !errors.As(err, &refusal) || refusal.Action != wrong {
		t.Errorf("an illegal action: %v", err)
	}
}

// table is the test's own account of the cards on the table.
type table struct {
	trick [rams.MaxSeats]card.Card
	lead  rams.Seat
	claim rams.Seat
	trump bool // there is one
}

func (x *table) clear() {
	for i := range x.trick {
		x.trick[i] = card.Hidden
	}
	x.lead = rams.Nobody
}

func (x *table) note(m *ramstest.Moment) {
	switch m.Action.Kind {
	case rams.TurnUp: // a Weli that belongs to the dealer is followed by another (3.4)
		rules := m.Before.Game().Rules()
		x.trump = x.trump || !rules.DealerTakes || m.Action.Cards != rules.Weli.Card()
	case rams.Last:
		x.claim = m.Action.Seat
	case rams.Play:
		if x.lead == rams.Nobody {
			x.lead = m.Action.Seat
		}
		x.trick[m.Action.Seat] = m.Action.Cards.First()
		if won(&m.After) > won(&m.Before) {
			x.clear()
		}
	}
}

// best returns who holds the trick: the highest trump, else the highest card of the
// suit led; the Weli is a trump (docs/rules.md 1, 2.10).
func (x *table) best(s *rams.State) rams.Seat {
	trump, _ := s.Trump()
	weli := s.Game().Rules().Weli.Card()
	power := func(c card.Card) int {
		switch {
		case c == card.Hidden:
			return -1
		case weli.Has(c), c.Suit() == trump:
			return 1000 + height(s.Game(), c)
		case c.Suit() == x.trick[x.lead].Suit():
			return 1 + height(s.Game(), c)
		}
		return 0
	}
	best := rams.Nobody
	for seat, c := range x.trick {
		if x.lead != rams.Nobody && power(c) >= 0 && (best == rams.Nobody || power(c) > power(x.trick[best])) {
			best = rams.Seat(seat)
		}
	}
	return best
}

// TestTrumpSuit: a view knows the trump when the hand does, also while the Weli lies there and another card follows (3.4).
func TestTrumpSuit(t *testing.T) {
	t.Parallel()
	g, r, weli := varianttest.Game(t, "kratzen", 4), ramstest.Rand(14), false
	for range 100 {
		_, err := ramstest.Play(g, g.FirstStart(0), &r, r.Any, func(m *ramstest.Moment) error {
			v := m.After.View(0, nil)
			suit, known := v.TrumpSuit()
			if want, ok := m.After.Trump(); suit != want || known != ok || v.Seats() != 4 {
				t.Fatalf("the trump is %v, %v in a view of\n%v", suit, known, &m.After)
			}
			weli = weli || !known && v.Upcard != card.Hidden
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !weli {
		t.Error("the Weli was never turned up")
	}
}

// TestView: a view shows the table as it lies, by the test's own account.
func TestView(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		r := ramstest.Rand(13)
		start := g.FirstStart(0)
		for range times(20) {
			x := table{claim: rams.Nobody}
			x.clear()
			s, err := ramstest.Play(g, start, &r, r.Any, func(m *ramstest.Moment) error {
				x.note(m)
				for seat := range rams.Seat(g.Seats()) {
					x.shown(t, &m.After, seat)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			start = s.Result().Next
		}
	})
}

// won returns how many tricks have been won.
func won(s *rams.State) (n int) {
	for seat := range rams.Seat(s.Game().Seats()) {
		n += s.Tricks(seat)
	}
	return n
}

// shown compares a view with the account. Questions are the business of TestQuestions, and when
// a dealer may see the cards is that of TestSecrets.
func (x *table) shown(t *testing.T, s *rams.State, seat rams.Seat) {
	t.Helper()
	v := s.View(seat, nil)
	want := rams.View{
		Game: s.Game(), Seat: seat, Phase: v.Phase, Turn: v.Turn, Dealer: s.Dealer(), Declarer: s.Declarer(), Claimant: x.claim,
		Hand: s.Hand(seat), Table: s.Table(), Played: s.Played(), Upcard: card.Hidden, Pot: s.Pot(), Price: s.Price(),
		Trick: x.trick, Lead: v.Lead, Best: x.best(s), Stock: s.Stock().Len(), Legal: v.Legal,
	}
	if up, ok := s.Upcard(); ok {
		want.Upcard = up
	}
	trump, ok := s.Trump()
	want.Trump = trump
	if x.lead != rams.Nobody {
		want.Lead = x.lead
	} else if s.Phase() == rams.PhasePlay {
		want.Lead = s.Turn()
	}
	for at := range rams.Seat(s.Game().Seats()) {
		want.Contract[at], want.Tricks[at], want.Cards[at] = s.Contract(at), uint8(s.Tricks(at)), uint8(s.Hand(at).Len())
	}
	if s.Done() {
		if why := s.Reasons(); v.Why == nil || *v.Why != why {
			t.Fatalf("a view says %+v of the end, want %+v", v.Why, why)
		}
		want.Why = v.Why
	}
	if v.Hand == 0 && seat == s.Dealer() && s.Contract(seat) == rams.NoContract {
		want.Hand = 0
	}
	if err := ramstest.SameView(&v, &want); err != nil {
		t.Fatalf("%v\n%v", err, s)
	}
	if ok != x.trump {
		t.Fatalf("whether there is a trump is %v: %v", ok, s)
	}
}
