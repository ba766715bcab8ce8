package bot_test

import (
	"strings"
	"testing"

	"chratze/card"
	"chratze/rams"
	"chratze/variant"
	"chratze/variant/varianttest"
)

// situation is a question to seat 1 of four; seat 0 deals if nothing else is
// said.
type situation struct {
	phase    rams.Phase
	hand     string
	trump    card.Suit
	dealer   rams.Seat
	declarer rams.Seat // with its contract; 0 and NoContract: nobody
	contract rams.Contract
	joined   []rams.Seat
	trick    string // seat 3's card and seat 0's, who holds it if there are two
	legal    string
	up       string // the upcards, of which the last one gives the trump; "-": none yet
}

func set(t *testing.T, text string) card.Set {
	t.Helper()
	s, err := card.ParseSet(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func view(t *testing.T, rules string, s situation) *rams.View {
	t.Helper()
	p, err := variant.Parse(rules)
	if err != nil {
		t.Fatal(err)
	}
	g, err := p.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	v := &rams.View{
		Game: g, Seat: 1, Turn: 1, Phase: s.phase, Hand: set(t, s.hand), Trump: s.trump,
		Dealer: s.dealer, Declarer: rams.Nobody, Best: rams.Nobody, Lead: 1,
	}
	if s.contract != rams.NoContract {
		v.Declarer = s.declarer
		v.Contract[s.declarer] = s.contract
	}
	for _, seat := range s.joined {
		v.Contract[seat] = rams.Joined
	}
	if s.trick != "" {
		v.Lead, v.Best = 3, 3
		for i, name := range strings.Fields(s.trick) {
			c, err := card.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			v.Best = rams.Seat((3 + i) % 4)
			v.Trick[v.Best] = c
		}
	}
	switch s.up {
	case "":
	case "-":
		v.Upcard = card.Hidden
	default:
		v.Table = set(t, s.up)
		list := strings.Fields(s.up)
		var err error
		if v.Upcard, err = card.Parse(list[len(list)-1]); err != nil {
			t.Fatal(err)
		}
	}
	if v.Legal = asked(v); v.Legal == nil || s.legal != "" {
		v.Legal = acts(t, s.legal)
	}
	return v
}

// asked returns the legal list of the simple questions, and of play as if every
// card might be played.
func asked(v *rams.View) (legal []rams.Action) {
	kinds := map[rams.Phase][]rams.Kind{
		rams.PhaseDoubleBlind: {rams.DoubleBlind, rams.See},
		rams.PhaseBlind:       {rams.GoBlind, rams.See},
		rams.PhaseOpen:        {rams.Open, rams.Pass},
		rams.PhaseBid:         {rams.BidStrike, rams.BidTurn, rams.BidTop, rams.BidPass},
		rams.PhaseJoin:        {rams.Join, rams.Out, rams.Last},
		rams.PhaseSwap:        {rams.Swap, rams.Keep},
	}[v.Phase]
	for _, k := range kinds {
		legal = append(legal, rams.Action{Kind: k, Seat: 1})
	}
	if v.Phase == rams.PhasePlay {
		for c := v.Hand; c != 0; c = c.Rest() {
			legal = append(legal, rams.Action{Kind: rams.Play, Seat: 1, Cards: c & -c})
		}
	}
	if v.Phase == rams.PhaseLay || v.Phase == rams.PhaseDrop {
		legal = subsets(v.Hand, v.Phase == rams.PhaseDrop)
	}
	return legal
}

// subsets are the lists that may be laid, or dropped to hold four.
func subsets(hand card.Set, drop bool) (legal []rams.Action) {
	cards := hand.Append(nil)
	for n := range len(cards) + 1 {
		for mask := range 1 << len(cards) {
			a := rams.Action{Kind: rams.Lay, Seat: 1}
			if drop {
				a.Kind = rams.Drop
			}
			for i, c := range cards {
				if mask>>i&1 != 0 {
					a.Cards |= c.Bit()
				}
			}
			over := max(0, len(cards)-4)
			if a.Cards.Len() == n && n >= over && (!drop || n == over) {
				legal = append(legal, a)
			}
		}
	}
	return legal
}

// TestReference holds stammtisch-1 to each sentence of docs/research/stammtisch-1.md.
func TestReference(t *testing.T) {
	t.Parallel()
	open, join, lay, drop, play := rams.PhaseOpen, rams.PhaseJoin, rams.PhaseLay, rams.PhaseDrop, rams.PhasePlay
	for name, tt := range map[string]struct {
		s    situation
		want string
	}{
		"double blind":           {situation{phase: rams.PhaseDoubleBlind}, "see"},
		"blind":                  {situation{phase: rams.PhaseBlind}, "see"},
		"open: A K Q are 100":    {situation{phase: open, hand: "6c Qs 9s Ah", trump: card.Spades}, "open"}, // 230
		"open: other trumps 60":  {situation{phase: open, hand: "6s Js 9s 9h", trump: card.Spades}, "open"}, // 180
		"open: 175":              {situation{phase: open, hand: "Ac Kd 9s Ad", trump: card.Hearts}, "pass"},
		"open: 170":              {situation{phase: open, hand: "7c 8d Ah Ad", trump: card.Hearts}, "pass"},
		"open: dealer 100":       {situation{phase: open, hand: "7c 8d Qh 9d", trump: card.Hearts, dealer: 1}, "open"},
		"open: dealer 95":        {situation{phase: open, hand: "7c Kd 6h 9d", trump: card.Hearts, dealer: 1}, "pass"},
		"join: 80":               {situation{phase: join, hand: "7c Kd 6h 9d", trump: card.Hearts, dealer: 3, contract: rams.Declared}, "join"}, // 95
		"join: 70":               {situation{phase: join, hand: "7c Kd Kc 9d", trump: card.Hearts, contract: rams.Declared}, "out"},
		"join: never last":       {situation{phase: join, hand: "7c Kd Kc 9d", trump: card.Hearts, contract: rams.Declared, legal: "join; out; last"}, "out"},
		"join: can't stay out":   {situation{phase: join, hand: "7c Td Tc 9d", trump: card.Hearts, contract: rams.Declared, legal: "join"}, "join"},
		"lay: keeps A K, trumps": {situation{phase: lay, hand: "Ac Qc Kd 6h", trump: card.Hearts}, "lay Qc"},
		"lay: nothing":           {situation{phase: lay, hand: "Ac Kc Kd 6h", trump: card.Hearts}, "lay"},
		"lay: all":               {situation{phase: lay, hand: "Qc Jc Qd 9s", trump: card.Hearts}, "lay Qc Jc 9s Qd"},
		"lay: must more":         {situation{phase: lay, hand: "Ac Kc Kd 6h 7h", trump: card.Hearts}, "lay Kc"},
		"lay: may less":          {situation{phase: lay, hand: "Qc Jc 9d 9s", trump: card.Hearts, legal: "lay; lay Qc; lay Jc; lay 9s; lay 9d; lay Jc 9s; lay 9s 9d"}, "lay 9s 9d"},
		"drop: lowest":           {situation{phase: drop, hand: "Ac Kc Kd 6h 7h", trump: card.Hearts}, "drop Kc"},
		"drop: tie":              {situation{phase: drop, hand: "Ac 9s 9d 9c 7h", trump: card.Hearts}, "drop 9c"},
		"swap":                   {situation{phase: rams.PhaseSwap, hand: "6h", trump: card.Hearts}, "swap"},
		"lead: highest":          {situation{phase: play, hand: "Ac Kc 6h", trump: card.Hearts}, "play 6h"},
		"lead: tie":              {situation{phase: play, hand: "Kd Ks 9c", trump: card.Hearts}, "play Ks"},
		"win cheaply":            {situation{phase: play, hand: "Ac Qc Kd 7h", trump: card.Hearts, trick: "Jc Tc", legal: "play Ac; play Qc"}, "play Qc"},
		"win with the lowest trump": {situation{phase: play, hand: "7h Ah 9h", trump: card.Hearts, trick: "Jc 8h"},
			"play 9h"},
		"trump wins a plain trick":            {situation{phase: play, hand: "6h Ah", trump: card.Hearts, trick: "Ac"}, "play 6h"},
		"can't win: lowest":                   {situation{phase: play, hand: "Kc 7c", trump: card.Hearts, trick: "Ac"}, "play 7c"},
		"another suit can't win":              {situation{phase: play, hand: "As 6d", trump: card.Hearts, trick: "7c"}, "play 6d"},
		"a plain card can't win from a trump": {situation{phase: play, hand: "Ad 7d", trump: card.Hearts, trick: "6d 6h", legal: "play Ad; play 7d"}, "play 7d"},
		"none wins: tie":                      {situation{phase: play, hand: "9d 9s", trump: card.Hearts, trick: "6c"}, "play 9s"},
	} {
		b := parse(t, "stammtisch-1").New(nil)
		v := view(t, "chratze", tt.s)
		if got := b.Act(v).String(); got != tt.want {
			t.Errorf("%s: hand %v: %s, want %s", name, v.Hand, got, tt.want)
		}
	}
}

// TestTurnsItsOwnCard: with fewer than six players the dealer who may choose turns their own last card for trump.
func TestTurnsItsOwnCard(t *testing.T) {
	t.Parallel()
	for seats := 2; seats <= 8; seats++ {
		v := rams.View{Game: varianttest.Game(t, "zwicken-schlecken,trump=dealer", seats), Phase: rams.PhaseBlind, Upcard: card.Hidden, Legal: []rams.Action{{Kind: rams.GoBlind}, {Kind: rams.See}}}
		want := rams.GoBlind
		if seats > 5 {
			want = rams.See
		}
		if got := parse(t, "stammtisch-1").New(nil).Act(&v).Kind; got != want {
			t.Errorf("%d seats: %v, want %v", seats, got, want)
		}
	}
}

// TestOtherGames holds stammtisch-1 to what docs/research/stammtisch-1.md says of the other games.
func TestOtherGames(t *testing.T) {
	t.Parallel()
	open, bid, join, lay, play := rams.PhaseOpen, rams.PhaseBid, rams.PhaseJoin, rams.PhaseLay, rams.PhasePlay
	price, h, d := rams.PhasePrice, card.Hearts, card.Diamonds
	const spare, prices = "join; out; spare", "price-1; price-2; price-3"
	for _, tt := range []struct {
		preset, name string
		s            situation
		want         string
	}{
		{"chratzen", "open from 220", situation{phase: open, hand: "Ah 6h 9h 7c", trump: h}, "open"},
		{"chratzen", "pass at 205", situation{phase: open, hand: "Ah Kc Ac 7c", trump: h}, "pass"},
		{"chratzen", "the dealer from 180", situation{phase: open, hand: "6h 7h 8h 7c", trump: h, dealer: 1}, "open"},
		{"chratzen", "the dealer passes at 170", situation{phase: open, hand: "Ah Ac 9c 7c", trump: h, dealer: 1}, "pass"},
		{"chratzen", "join first from 80", situation{phase: join, hand: "Kc 7h 9c 7c", trump: h, contract: rams.Declared}, "join"},
		{"chratzen", "not second at 95", situation{phase: join, hand: "Kc 7h 9c 7c", trump: h, contract: rams.Declared, joined: []rams.Seat{3}}, "out"},
		{"chratzen", "second from 120", situation{phase: join, hand: "6h 7h 9c 7c", trump: h, contract: rams.Declared, joined: []rams.Seat{3}}, "join"},
		{"chratzen", "not third at 155", situation{phase: join, hand: "6h 7h Kc 7c", trump: h, contract: rams.Declared, joined: []rams.Seat{3, 2}}, "out"},
		{"chratzen", "kings go", situation{phase: lay, hand: "Ac Kc Kd 6h", trump: h}, "lay Kc Kd"},

		{"kratzen", "strike from 240: the Weli is a high trump", situation{phase: bid, hand: "6d Ah 7c Ac", trump: h}, "schlagen"}, // 270
		{"kratzen", "strike at 240", situation{phase: bid, hand: "As Ah 7c Ac", trump: h}, "schlagen"},
		{"kratzen", "another trump at 240", situation{phase: bid, hand: "As 7h Ad Ac", trump: h, contract: rams.Declared, legal: "oder; weiter-oder; weiter"}, "oder"},
		{"kratzen", "a Weli alone", situation{phase: bid, hand: "6d Kh 7c Kc", trump: h}, "weiter"},  // 235
		{"kratzen", "three side aces", situation{phase: bid, hand: "Ac As Ad 7c", trump: h}, "oder"}, // 210 now; then 300, 240, 240
		{"kratzen", "outbids with another trump", situation{phase: bid, hand: "Ac As Ad Ah", trump: h, contract: rams.Declared, legal: "oder; weiter-oder; weiter"}, "oder"},
		{"kratzen", "outbids with the next card", situation{phase: bid, hand: "Ac As Ad Ah", trump: h, contract: rams.DeclaredTurn, legal: "weiter-oder; weiter"}, "weiter-oder"},
		{"kratzen", "with three aces and a trump too", situation{phase: bid, hand: "Ac As Ad 7s", trump: h, contract: rams.DeclaredTurn, legal: "weiter-oder; weiter"}, "weiter-oder"}, // (210 + 240 + 300 + 240) / 4 = 247
		{"kratzen", "with two it doesn't", situation{phase: bid, hand: "Ac As Kd 7s", trump: h, contract: rams.DeclaredTurn, legal: "weiter-oder; weiter"}, "weiter"},
		{"kratzen", "no lower bid", situation{phase: bid, hand: "6d Ah Kh Ac", trump: h, contract: rams.DeclaredTop, legal: "weiter"}, "weiter"},
		{"kratzen", "join from 100", situation{phase: join, hand: "Ah 7c 8c 9c", trump: h, contract: rams.Declared}, "join"},
		{"kratzen", "out at 95", situation{phase: join, hand: "7h 7c 8c Kc", trump: h, contract: rams.Declared}, "out"},
		{"kratzen", "the Weli is kept", situation{phase: lay, hand: "6d Kc 8c As", trump: h}, "lay Kc 8c"},
		{"kratzen", "the Weli leads before the trump king", situation{phase: play, hand: "Kh 6d", trump: h}, "play 6d"},
		{"kratzen", "but after the trump ace", situation{phase: play, hand: "Ah 6d", trump: h}, "play Ah"},
		{"kratzen", "the king does, if he wins", situation{phase: play, hand: "Kh 6d", trump: h, trick: "Qh"}, "play Kh"},
		{"kratzen", "the Weli takes the king", situation{phase: play, hand: "7h 6d", trump: h, trick: "Kh"}, "play 6d"},

		{"zwicken", "first, next to the dealer", situation{phase: join, hand: "8c 8h 9s", trump: d, dealer: 2}, "join"},
		{"zwicken", "first, one between", situation{phase: join, hand: "8c 8h 9s", trump: d, dealer: 3}, "out"},
		{"zwicken", "first, two between: 100", situation{phase: join, hand: "8c 8h 7d", trump: h, dealer: 0}, "join"},
		{"zwicken", "first, two between: 95", situation{phase: join, hand: "8h Kc 7s", trump: h, dealer: 0}, "out"},
		{"zwicken", "second from 100", situation{phase: join, hand: "Kh 8s 9s", trump: h, dealer: 2, joined: []rams.Seat{3}}, "join"},
		{"zwicken", "not at 95", situation{phase: join, hand: "8h Ks 9s", trump: h, dealer: 2, joined: []rams.Seat{3}}, "out"},
		{"lupfen", "open from 60", situation{phase: open, hand: "Jh Qc Qs", trump: h}, "open"},
		{"lupfen", "pass at 35: the ten is next to the ace", situation{phase: open, hand: "Tc Qc Qs", trump: h}, "pass"},
		{"lupfen", "the dealer passes, too", situation{phase: open, hand: "Tc Qc Qs", trump: h, dealer: 1}, "pass"},
		{"lupfen", "join from 60", situation{phase: join, hand: "Jh Qc Qs", trump: h, contract: rams.Declared}, "join"},
		{"lupfen", "not second at 70", situation{phase: join, hand: "Ac Qc Qs", trump: h, contract: rams.Declared, joined: []rams.Seat{3}}, "out"},
		{"zwicken", "kings go", situation{phase: lay, hand: "8h Ks As", trump: h}, "lay Ks"},
		{"lupfen", "open from 60 without a trump: (100 + 100 + 60) / 4", situation{phase: open, hand: "Qc Qs Jd", trump: h, up: "-"}, "open"},
		{"lupfen", "pass at 55", situation{phase: open, hand: "Qc Js Jd", trump: h, up: "-"}, "pass"},
		{"lupfen", "the lowest price", situation{phase: price, hand: "Jh Kc Qs", trump: h, legal: prices}, "price-1"},
		{"lupfen", "the next one at 100", situation{phase: price, hand: "Qh Kc Qs", trump: h, legal: prices}, "price-2"},
		{"lupfen", "the dealer too", situation{phase: price, hand: "Jh Tc Qs", trump: h, dealer: 1, legal: prices}, "price-1"},
		{"lupfen", "the highest that is legal", situation{phase: price, hand: "Ah Th Kh", trump: h, legal: prices}, "price-3"},

		{"loo", "the spare hand, worth 85, from 50", situation{phase: join, hand: "8c 9s 7d", trump: h, dealer: 3, legal: spare}, "spare"},
		{"loo", "not from 100", situation{phase: join, hand: "8c 9s 7d", trump: h, dealer: 0, legal: spare}, "out"},
		{"loo", "not when it is gone", situation{phase: join, hand: "8c 9s 7d", trump: h, dealer: 3}, "out"},
		{"rams", "the spare hand, worth 142, from 100", situation{phase: join, hand: "8c 9s 7d 8d 9d", trump: h, joined: []rams.Seat{3}, legal: spare}, "spare"},
		{"rams", "robs with its lowest card", situation{phase: lay, hand: "7s Ah Kc 9d Td", trump: h, dealer: 1, up: "9h", legal: "lay; lay 7s"}, "lay 7s"},
		{"rams", "robs nothing lower", situation{phase: lay, hand: "Ah Kh Qh Jh Th", trump: h, dealer: 1, up: "9h", legal: "lay; lay Th"}, "lay"},
		{"ramset", "robs both upcards", situation{phase: lay, hand: "8c 7s Kd Ah Th", trump: h, dealer: 1, up: "7d 9h", legal: "lay; lay 7s; lay 8c 7s"}, "lay 8c 7s"},
		{"ramset", "robs the seven", situation{phase: lay, hand: "7s Ah Kh Qh Th", trump: h, dealer: 1, up: "7d 9h", legal: "lay; lay 7s; lay 7s Th"}, "lay 7s"},
		{"ramset", "not for a card above the second", situation{phase: lay, hand: "Ah Kh Qh Jh Th", trump: h, dealer: 1, up: "7d 9h", legal: "lay; lay Th"}, "lay"},
		{"mistigri", "aces are worth nothing", situation{phase: join, hand: "Ac As Ad 7s 8d", trump: h, joined: []rams.Seat{3}}, "out"},
		{"mistigri", "king 70, queen 35", situation{phase: join, hand: "Kc Qd 7s 8s 9d", trump: h, joined: []rams.Seat{3}}, "join"},
		{"mistigri", "trump ace 60", situation{phase: join, hand: "Ah 7s 8s 9s Qd", trump: h, joined: []rams.Seat{3}}, "out"},
		{"mistigri", "the jack of clubs 100", situation{phase: join, hand: "Jc 7s 8s 9s 9d", trump: h, joined: []rams.Seat{3}}, "join"},
		{"mistigri", "the ace of clubs is next to the queen", situation{phase: play, hand: "Ac Js", trump: h}, "play Ac"},
	} {
		b := parse(t, "stammtisch-1").New(nil)
		v := view(t, tt.preset, tt.s)
		if got := b.Act(v).String(); got != tt.want {
			t.Errorf("%s, %s: hand %v: %s, want %s", tt.preset, tt.name, v.Hand, got, tt.want)
		}
	}
}
