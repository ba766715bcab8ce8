package rams

import (
	"os"
	"testing"
	"unsafe"

	"chratze/chance"
)

func TestStateTextRoundTrips(t *testing.T) {
	t.Parallel()
	kratzen := Rules{Auction: AuctionBidding, Phases: true, DealerTakes: true, Weli: WeliSix, MinSeats: 3, MaxSeats: 6,
		Target: 2, JoinTarget: 1, Pack: 1, Ante: 10, Antes: AntePhase, Cut: CutHop, NoOpen: NoOpenThrowIn, Forced: ForcedSeven,
		Exchange: ExchangeBonus, Head: HeadYes, Split: SplitTricks, RoundUp: 1, Coin: 1}
	hands := 100
	if os.Getenv("CHRATZE_VERIFY") != "" {
		hands = 500
	}
	for _, rules := range []Rules{chratzeRules(), kratzen} {
		g, err := NewGame(rules, 5)
		if err != nil {
			t.Fatal(err)
		}
		r := chance.Fast(7)
		d := Deck{Source: &r}
		start := g.FirstStart(2)
		for range hands {
			s, err := g.NewHand(start)
			if err != nil {
				t.Fatal(err)
			}
			for {
				text := s.String()
				back, err := g.ParseState(text)
				if err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				if back != s {
					t.Fatalf("%s\nreads back as\n%s", text, back.String())
				}
				if s.Done() {
					break
				}
				if s.Turn() == Nature {
					s.ApplyUnchecked(d.Next(&s))
					continue
				}
				legal := s.Legal(nil)
				s.ApplyUnchecked(legal[r.IntN(len(legal))])
			}
			start = s.Result().Next
			start.Pot %= 1000
		}
	}
}

func TestParseStateRefuses(t *testing.T) {
	t.Parallel()
	g, err := NewGame(chratzeRules(), 4)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.NewHand(g.FirstStart(0))
	if err != nil {
		t.Fatal(err)
	}
	good := s.String()
	for _, bad := range []string{
		"", "nonsense", "phase=1", good + " stock=Ac", good + " dealt=x", "turn=300 " + good, "phase=3 " + good[:len(good)-2],
	} {
		if _, err := g.ParseState(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

func FuzzParseState(f *testing.F) {
	g, err := NewGame(chratzeRules(), 3)
	if err != nil {
		f.Fatal(err)
	}
	r := chance.Fast(3)
	d := Deck{Source: &r}
	for range 5 {
		s, _ := g.NewHand(g.FirstStart(0))
		for !s.Done() {
			f.Add(s.String(), uint64(r))
			if s.Turn() == Nature {
				s.ApplyUnchecked(d.Next(&s))
				continue
			}
			legal := s.Legal(nil)
			s.ApplyUnchecked(legal[r.IntN(len(legal))])
		}
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		s, err := g.ParseState(text)
		if err != nil {
			return
		}
		back, err := g.ParseState(s.String())
		if err != nil || back != s {
			t.Fatalf("%q does not round-trip: %v", s.String(), err)
		}
		r := chance.Fast(seed)
		for range 200 { // whatever it is, it can be played on without a panic
			if s.Turn() < 0 {
				break
			}
			legal := s.Legal(nil)
			if len(legal) == 0 {
				t.Fatalf("%q: nothing is legal", s.String())
			}
			s.ApplyUnchecked(legal[r.IntN(len(legal))])
		}
		if s.Done() {
			s.Result()
		}
	})
}

// TestStateIsSmall holds what docs/performance.md promises: a state is at most 256
// bytes and comparable, an action 16.
func TestStateIsSmall(t *testing.T) {
	t.Parallel()
	if n := unsafe.Sizeof(State{}); n > 256 {
		t.Errorf("a state has %d bytes", n)
	}
	if n := unsafe.Sizeof(Action{}); n != 16 {
		t.Errorf("an action has %d bytes", n)
	}
	var one, other State
	if one != other {
		t.Error("equal states differ")
	}
}
