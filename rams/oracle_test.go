package rams_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chratze/history"
	"chratze/pot"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/rams/ramstest/oracle"
	"chratze/variant"
	"chratze/variant/varianttest"
)

// newDeals are games with the moments and deals that no preset has.
var newDeals = []string{
	"chratze,double_blind=before", "chratze-en,double_blind=before,blind=no",
	"chratze,deal=1x4+upcard,double_blind=no", "kratzen,deal=1x4+upcard", "chratzen,forced_deal=ten-any",
	"tippen,trump=dealer,deal=1x4+upcard,must_lead=loo,spare=dealer", "tippen,trump=dealer,all_play=ten,exchange=one_more,split=most", "zwicken-schlecken,trump=dealer,score=up,cut=plain,spare=yes", "tippen,trump=dealer,three_jacks=yes",
	"bourre,coin=9", "bourre,tie=split,antes=twice,exchange_max=3", "bourre,antes=players,dealer_plays=ace,exchange_max=seats", "bourre,antes=twice,pot_cap=300", "mauscheln,dealer_plays=seven+ace", "mauscheln,dealer_plays=seven+ace,no_open=upcards", "tippen,dealer_plays=ace,all_play=off,antes=players",
	"mauscheln,exchange=five-suit,head=trump,antes=dealer-twice", "rams,spare=must,antes=twice", "tippen,must_lead=trump", "loo,all_play=clubs", "mauscheln,pack=weli33,seven_lost=yes", "zwicken-schlecken,trump=dealer,antes=players",
	"kratzen,forced_deal=seven-any,bids=falling", "kratzen,weiter_oder=dealer", "kratzen,weiter_oder=dealer,bids=falling", "chratze,blind=yes", "chratze-ja,deal=1x4+upcard,double_blind=no",
	"tippen,split=most", "tippen,antes=all,split=most,next_ante=spared", "zwicken,antes=all,next_ante=spared,pack=full52,split=most", "chratze,next_ante=spared",
	"chratzen,deal=1x4+upcard,blind=yes,forced_deal=ten-any,six_swap=yes", "zwicken,all_play=bare", "mauscheln,deal=1x3,price=yes,antes=all", "mauscheln,pack=schnapsen20,deal=1x3,exchange=none,three_jacks=yes,price=yes,antes=all", "mauscheln,deal=1x3,all_play=bare,price=yes,antes=empty", "tippen,pack=schnapsen20,three_jacks=yes", "chratze,deal=1x3,no_open=redeal,blind=no,double_blind=no,six_swap=no,last_word=must", "mauscheln,price=yes,pot_cap=300", "tippen,spare=dealer,must_lead=loo", "zwicken-schlecken,deal=3+2+upcard,spare=room,rob=dealer+weli,head=yes,must_lead=ace+trump", "tippen,spare=room,rob=dealer", "tippen,antes=all,spare=dealer,split=most,next_ante=spared", "zwicken-schlecken,antes=all,spare=dealer,seven_lost=yes,next_ante=spared", "tippen,deal=3+2+upcard,spare=yes,rob=dealer,head=yes,penalty=30", "zwicken,spare=yes", "zwicken-schlecken,spare=dealer,rob=dealer,seven_lost=yes", "tippen,must_lead=loo", "zwicken-schlecken,must_lead=loo", "zwicken,must_lead=ace", "zwicken,deal=3+2+upcard,must_lead=ace+trump", "zwicken,deal=3+2+upcard", "tippen,deal=1x5,exchange=one_more", "kratzen,cut=hop-again", "zwicken,head=suit,void=any", "chratze,head=suit", "chratzen,head=suit", "zwicken,all_play=ten,deal=1x3+upcard", "mauscheln,pot_cap=100", "tippen,penalty=30", "zwicken,penalty=50", "chratze,pot_cap=150", "mauscheln,all_play=bare", "chratzen,deal=1x4+upcard,blind=no,forced_deal=ten",
}

// likePresets are house rules of which as many hands are played as of the presets: the seven of bells beats the trump ace,
// and the dealer chooses the trump.
var likePresets = []string{"ramset,seven_top=yes", "rams,score=down,goal=5,back=5,penalty=0", "zwicken,seven_lost=no,seven_top=yes", "zwicken-schlecken,trump=dealer"}

// everyTable calls f for presets, and house rules like them, with all numbers of seats, hands of them each, and for house rules.
func everyTable(t *testing.T, hands, mixes int, f func(t *testing.T, v variant.Variant, g *rams.Game, hands int, r *ramstest.Rand)) {
	t.Helper()
	for _, name := range append(variant.Presets(), likePresets...) {
		v := varianttest.Parse(t, name)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := ramstest.Rand(1)
			least, most := v.Seats()
			for seats := least; seats <= most; seats++ {
				g, err := v.Game(seats)
				if err != nil {
					t.Fatal(err)
				}
				f(t, v, g, hands, &r)
			}
		})
	}
	for i, name := range newDeals {
		v, err := variant.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := ramstest.Rand(10 + i)
			least, most := v.Seats()
			for seats := least; seats <= min(most, 6); seats++ {
				g, err := v.Game(seats)
				if err != nil && seats > 5 {
					continue // the cards aren't enough
				}
				if err != nil {
					t.Fatal(err)
				}
				f(t, v, g, times(40), &r)
			}
		})
	}
	t.Run("house rules", func(t *testing.T) {
		t.Parallel()
		r := ramstest.Rand(2)
		for range times(mixes) {
			v, seats := houseRules(&r)
			if g, err := v.Game(seats); err == nil {
				f(t, v, g, 2, &r)
			}
		}
	})
}

// TestOracleChecksKernel: what the kernel plays, with every list of legal acts,
// the oracle finds right; so it does every view, and that the next hand begins as
// this one says. Some lines end in the middle of the hand.
func TestOracleChecksKernel(t *testing.T) {
	everyTable(t, times(2), 100, func(t *testing.T, v variant.Variant, g *rams.Game, hands int, r *ramstest.Rand) {
		start := g.FirstStart(rams.Seat(r.N(g.Seats())))
		before := ""
		for range hands {
			until := ramstest.MaxSteps
			if r.N(4) == 0 {
				until = r.N(40)
			}
			record, legal := recorded(t, g, start, r, until)
			h := history.FromRecord(v, nil, record, legal)
			line := h.String()
			if err := oracle.Check([]byte(line)); err != nil {
				t.Fatalf("%v\n%s", err, line)
			}
			if before != "" {
				if err := oracle.CheckNext([]byte(before), []byte(line)); err != nil {
					t.Fatalf("%v\n%s\n%s", err, before, line)
				}
			}
			for seat := ramstest.Public; int(seat) < g.Seats(); seat++ {
				if seat != rams.Nature {
					checkView(t, h, record, legal, seat, line)
				}
			}
			if record.Done() {
				checkStrokes(t, record, line)
			}
			if before = ""; record.Done() {
				before, start = line, record.Result().Next
			}
		}
	})
}

func checkView(t *testing.T, h *history.Hand, record *rams.Record, legal [][]rams.Action, seat rams.Seat, line string) {
	t.Helper()
	to, who := history.SeatView(seat), int(seat)
	if seat == ramstest.Public {
		to, who = history.Public, oracle.Public
	}
	view := history.Hand{Variant: h.Variant}
	view.FillView(record, to, legal)
	if err := oracle.CheckView([]byte(line), who, []byte(view.String())); err != nil {
		t.Fatalf("view of seat %d: %v\n%s", seat, err, line)
	}
}

// recorded plays a hand at random, or its first decisions only.
func recorded(t *testing.T, g *rams.Game, start rams.Start, r *ramstest.Rand, decisions int) (*rams.Record, [][]rams.Action) {
	t.Helper()
	var record rams.Record
	if err := record.Begin(g, start); err != nil {
		t.Fatal(err)
	}
	deck := rams.Deck{Source: r}
	var legal [][]rams.Action
	for record.Nature(&deck); !record.Done() && len(legal) < decisions; record.Nature(&deck) {
		list := record.Legal(nil)
		legal = append(legal, list)
		a := list[r.N(len(list))]
		if a.Kind == rams.Out && r.N(2) == 0 { // hands that are played show more
			a.Kind = rams.Join
		}
		if err := record.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	return &record, legal
}

// TestKernelPlaysOracle: hands that the oracle plays by its own rules go the same
// way in the kernel: the same questions with the same answers allowed, the same
// events, the same settlement. Verified are 12 800 hands of each preset with each number of seats.
func TestKernelPlaysOracle(t *testing.T) {
	everyTable(t, times(256), 100, func(t *testing.T, v variant.Variant, g *rams.Game, hands int, r *ramstest.Rand) {
		chance := rand.New(rand.NewPCG(r.Uint64(), 0))
		for range hands {
			start := someStart(g, r)
			line, err := oracle.Generate(oracle.Start{
				Rules: string(v.AppendJSON(nil)), Seats: g.Seats(), Dealer: int(start.Dealer),
				Muss: start.Muss, Pot: int64(start.Pot), Redeal: int64(start.Redeal), Spared: int64(start.Spared),
			}, true, chance)
			if err != nil {
				t.Fatal(err)
			}
			h, err := history.Read(string(line))
			if err != nil {
				t.Fatalf("%v\n%s", err, line)
			}
			again(t, g, h, string(line))
		}
	})
}

// someStart returns a beginning that can follow some hand of the game.
func someStart(g *rams.Game, r *ramstest.Rand) rams.Start {
	start := g.FirstStart(rams.Seat(r.N(g.Seats())))
	if r.N(3) > 0 {
		start.Muss = false
	}
	if r.N(3) > 0 {
		start.Pot = []pot.Chips{1, 20, 99, 1000, 1e15 - 7, 1e15}[r.N(6)]
	}
	if start.Redeal = uint32(r.N(4)); start.Muss {
		start.Redeal = 0
	}
	if _, err := g.NewHand(start); err != nil {
		start.Redeal = 0
	}
	if rules := g.Rules(); rules.NextAnte == rams.NextAnteSpared {
		start.Spared = uint8(r.N(1 << g.Seats()))
	}
	return start
}

// again plays a line once more and compares all there is.
func again(t *testing.T, g *rams.Game, h *history.Hand, line string) {
	t.Helper()
	var tape ramstest.Tape
	var acts []history.Event
	for _, e := range h.Events {
		switch e.Kind {
		case rams.EventShuffle, rams.EventReshuffle:
			tape.Orders = append(tape.Orders, e.Cards)
		case rams.EventCut:
			tape.Cuts = append(tape.Cuts, int(e.At))
		case rams.EventAct:
			acts = append(acts, e)
		}
	}
	var record rams.Record
	if err := record.Begin(g, h.Start); err != nil {
		t.Fatal(err)
	}
	deck := rams.Deck{Source: &tape}
	record.Nature(&deck)
	for _, e := range acts {
		if legal := record.Legal(nil); !slices.Equal(legal, e.Legal) {
			t.Fatalf("legal is %v, for the oracle %v\n%s", legal, e.Legal, line)
		}
		if err := record.Apply(e.Act); err != nil {
			t.Fatalf("%v\n%s", err, line)
		}
		record.Nature(&deck)
	}
	if !record.Done() {
		t.Fatalf("not over: %d\n%s", record.Phase(), line)
	}
	for i := range max(len(record.Log), len(h.Events)) {
		if i >= len(record.Log) || i >= len(h.Events) || record.Log[i] != h.Events[i].Event {
			t.Fatalf("event %d differs\n%s", i, line)
		}
	}
	r := record.Result()
	if r.Payout != h.Payout || r.Penalty != h.Penalty || r.Next != h.Next {
		t.Fatalf("settled with %+v\n%s", r, line)
	}
	checkStrokes(t, &record, line)
}

// checkStrokes compares what everybody earns in a race with the oracle's count.
func checkStrokes(t *testing.T, record *rams.Record, line string) {
	t.Helper()
	want, err := oracle.Strokes([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	r := record.Result()
	for seat, n := range want {
		if int64(r.Points[seat]) != n {
			t.Fatalf("strokes %v, for the oracle %v\n%s", r.Points, want, line)
		}
	}
}

// TestOracleRefusesAlike: options that the oracle refuses can't be played, and
// the others can, for every number of seats.
func TestOracleRefusesAlike(t *testing.T) {
	t.Parallel()
	r := ramstest.Rand(5)
	for range times(2000) {
		v, _ := variant.Lookup(variant.Presets()[r.N(len(variant.Presets()))])
		options := v.Options()
		json := `{"preset":"` + v.Preset() + `"`
		var keys []variant.KeyValue
		for range 1 + r.N(4) {
			o := options[r.N(len(options))]
			kv := variant.KeyValue{Key: o.Key, Value: "30"}
			quote := ""
			if o.Kind != variant.Amount {
				kv.Value, quote = o.Values[r.N(len(o.Values))], `"`
			}
			if kv.Value == o.Default || slices.ContainsFunc(keys, func(k variant.KeyValue) bool { return k.Key == o.Key }) {
				continue
			}
			keys = append(keys, kv)
			json += `,"` + kv.Key + `":` + quote + kv.Value + quote
		}
		json += "}"
		seats := 1 + r.N(9)
		changed, err := variant.FromKeys(v.Preset(), keys)
		if err == nil {
			_, err = changed.Game(seats)
		}
		if refused := oracle.Refuse([]byte(json), seats); (refused == nil) != (err == nil) {
			t.Errorf("%s with %d seats: %v, for the oracle %v", json, seats, err, refused)
		}
	}
}

// TestPerftByOracle counts small trees of testdata/perft.txt with the lists of
// legal acts that the oracle gives.
func TestPerftByOracle(t *testing.T) {
	for _, test := range []struct {
		rules string
		seats int
		seed  uint64
		what  string
		depth int
	}{
		{"chratze", 2, 2, "play", -1},
		{"kratzen", 3, 1, "play", -1},
		{"chratzen", 2, 2, "play", -1},
		{"zwicken", 6, 2, "play", -1},
		{"zwicken", 2, 1, "all", -1},
		{"chratze", 4, 1, "all", 5},
		{"kratzen", 4, 1, "all", 4},
		{"chratzen", 4, 1, "all", 5},
	} {
		t.Run(test.rules+" "+test.what, func(t *testing.T) {
			t.Parallel()
			v, g, start := perftGame(t, test.rules, test.seats)
			var acts []rams.Action
			if test.what == "play" {
				d, err := ramstest.NewDeal(g, start, ramstest.Script{Rand: ramstest.Rand(test.seed)})
				if err != nil {
					t.Fatal(err)
				}
				acts = d.ToPlay()
			}
			got := oraclePerft(t, v, g, start, test.seed, acts, test.depth)
			if want := perft(t, test.rules, test.seats, test.seed, test.what, test.depth); got != want {
				t.Errorf("%+v: the oracle counts %d leaves, the kernel %d", test, got, want)
			}
		})
	}
}

// oraclePerft counts the leaves behind the given acts.
func oraclePerft(t *testing.T, v variant.Variant, g *rams.Game, start rams.Start, seed uint64, acts []rams.Action, depth int) uint64 {
	t.Helper()
	var record rams.Record
	if err := record.Begin(g, start); err != nil {
		t.Fatal(err)
	}
	deck := rams.Deck{Source: &ramstest.Script{Rand: ramstest.Rand(seed)}}
	record.Nature(&deck)
	for _, a := range acts {
		record.ApplyUnchecked(a, nil)
		record.Nature(&deck)
	}
	if record.Done() || depth == 0 {
		return 1
	}
	decisions, err := oracle.Decisions([]byte(history.FromRecord(v, nil, &record, nil).String()))
	if err != nil {
		t.Fatal(err)
	}
	var leaves uint64
	asked := decisions[len(decisions)-1]
	for _, text := range asked.Legal {
		a, err := rams.ParseAction(text, rams.Seat(asked.Seat))
		if err != nil {
			t.Fatal(err)
		}
		leaves += oraclePerft(t, v, g, start, seed, append(slices.Clip(acts), a), depth-1)
	}
	return leaves
}
