package arena

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"chratze/analysis/sim"
	"chratze/bot"
	"chratze/bot/exec"
	"chratze/bot/exec/exectest"
	"chratze/bot/protocol"
	"chratze/card"
	"chratze/rams"
	"chratze/variant"
	"chratze/variant/varianttest"
)

// TestMain is a program that plays as stammtisch-1, if a test starts it as one.
func TestMain(m *testing.M) { exectest.Main(m, play) }

func play(kind string) error {
	if kind == "kratzen only" {
		fmt.Println(`{"t":"ready","presets":["kratzen"]}`)
		_, err := io.Copy(io.Discard, os.Stdin)
		return err
	}
	spec, err := bot.Parse("stammtisch-1")
	if err != nil {
		return err
	}
	return protocol.Serve(os.Stdin, os.Stdout, spec)
}

// program is the text of this test as a program.
func program(t *testing.T, kind string) string {
	t.Helper()
	return Program + `"` + strings.Join(exectest.Command(t, kind), `" "`) + `"`
}

func config(t *testing.T, rules string, seats int, deals int64, bots ...string) Config {
	t.Helper()
	v, g := varianttest.Parse(t, rules), varianttest.Game(t, rules, seats)
	list, err := ParseEntrants(bots, time.Minute, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	return Config{Variant: v, Game: g, Bots: list, Deals: deals, Seed: 1, Pot: Pot(g), Workers: 2}
}

func run(t *testing.T, c Config) *Result {
	t.Helper()
	r, err := Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// timeless returns a result as JSON without its times, which are the machine's.
func timeless(t *testing.T, r *Result) string {
	t.Helper()
	x := *r
	x.Bots = slices.Clone(r.Bots)
	for i := range x.Bots {
		x.Bots[i].Times = Times{}
	}
	b, err := json.Marshal(&x)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// strong beats stammtisch-1 by 5.3 ± 0.5 % of the pot a hand (docs/research/stammtisch-1.md).
const strong = "thumb:open=200:dealer=140:join=100:more=40:keep=A"

// TestAgreesWithSim: sittings of one hand that rotate are the same packs, played
// the same way.
func TestAgreesWithSim(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rules string
		seats int
		bots  []string
	}{
		{"chratze", 4, []string{"stammtisch-1", "random"}},
		{"chratze-ja", 5, []string{"stammtisch-1", "random", "random"}},
		{"chratzen", 3, []string{strong, "stammtisch-1", "random"}},
		{"zwicken", 6, []string{"random", "stammtisch-1"}},
	} {
		c := config(t, tt.rules, tt.seats, 150, tt.bots...)
		r := run(t, c)
		var specs []bot.Spec
		for _, e := range c.Bots {
			specs = append(specs, e.spec)
		}
		want, err := sim.Run(context.Background(), sim.Config{
			Variant: c.Variant, Game: c.Game, Bots: specs, Hands: c.Deals * int64(tt.seats), Sitting: 1, Seed: 1, Workers: 1, Rotate: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range specs {
			got, row := r.Gain(i), &want.ByBot[i]
			if math.Abs(got.Mean()-row.Gain.Mean()) > 1e-9 || int64(got.N) != row.Hands {
				t.Errorf("%s, %s: %v in %v hands, in sim %v in %d", tt.rules, tt.bots[i], got.Mean(), got.N, row.Gain.Mean(), row.Hands)
			}
			if made, _ := row.Made(); r.Line(0, i).All().Made != made {
				t.Errorf("%s, %s: made it %d times, in sim %d", tt.rules, tt.bots[i], r.Line(0, i).All().Made, made)
			}
			for seat := range rams.MaxSeats {
				l := r.Line(0, i)
				if l.Seat(seat).Gain.N > 0 != (seat < tt.seats) || l.Position(seat).Gain.N > 0 != (seat < tt.seats) {
					t.Errorf("%s: who sat on seat %d", tt.rules, seat)
				}
			}
		}
	}
}

// TestPlayersAreAsked: the pot with which a hand begins lets players drop out, in every game. In
// Tippen they do, and the rules of thumb win against random.
func TestPlayersAreAsked(t *testing.T) {
	t.Parallel()
	for _, name := range append(variant.Presets(), "mauscheln,all_play=bare", "tippen,penalty=50") {
		g := varianttest.Game(t, name, 4)
		rules := g.Rules()
		if forced := rules.Forces(rams.Start{Pot: Pot(g)}, 1, card.New(card.Nine, card.Clubs)); forced != rams.NoContract {
			t.Errorf("%s: a hand begins with %v in the pot, and the dealer is forced into %v", name, Pot(g), forced)
		}
	}
	r := run(t, config(t, "tippen", 4, 300, "stammtisch-1", "random", "random", "random"))
	if e := r.Gain(0).Estimate(); e.Mean-e.Half < 10 {
		t.Errorf("stammtisch-1 wins %.1f ± %.1f %% of random", e.Mean, e.Half)
	}
}

// TestWorkersAndResuming: the result is the same for any number of workers, and if
// it was stopped, written down, and gone on with.
func TestWorkersAndResuming(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		c   Config
		all bool
	}{
		{c: config(t, "kratzen", 3, 100, "random", "stammtisch-1", "thumb:strike=300")},
		{config(t, "kratzen", 3, 100, "random", "stammtisch-1", "thumb:strike=300"), true},
		{c: config(t, "chratze", 2, 100, "best:2", "random+stammtisch-1")}, // it gets to know the other
	} {
		c, all := tt.c, tt.all
		c.All = all
		want := timeless(t, run(t, c))
		for _, workers := range []int{1, 3, 8} {
			c.Workers = workers
			ctx, cancel := context.WithCancel(context.Background())
			var kept []byte
			begun := c
			begun.Progress = func(r *Result) (err error) {
				if kept == nil && r.Deals >= 30 {
					kept, err = json.Marshal(r)
					cancel()
				}
				return err
			}
			part, err := Run(ctx, begun)
			cancel()
			if part.Deals < 100 && !errors.Is(err, context.Canceled) {
				t.Errorf("stopped behind %d deals: %v", part.Deals, err)
			}
			for _, from := range [][]byte{kept, mustJSON(t, part)} { // as behind a kill, and behind an interrupt
				c := c
				c.Before = new(Result)
				if err := json.Unmarshal(from, c.Before); err != nil {
					t.Fatal(err)
				}
				before := c.Before.Deals
				again, err := Run(context.Background(), c)
				if err != nil {
					t.Fatal(err)
				}
				if got := timeless(t, again); got != want {
					t.Errorf("all %v, %d workers, from deal %d on: another result", all, workers, before)
				}
				if n, want := again.Bots[1].Times.N, int64(0); n <= want {
					t.Errorf("stammtisch-1 decided %d times", n)
				}
			}
		}
	}
}

func mustJSON(t *testing.T, r *Result) []byte {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestOtherResult(t *testing.T) {
	t.Parallel()
	c := config(t, "chratze", 4, 16, "random", "stammtisch-1")
	before := run(t, c)
	for what, change := range map[string]func(*Config){
		"seed":  func(c *Config) { c.Seed = 2 },
		"pot":   func(c *Config) { c.Pot = 100 },
		"bots":  func(c *Config) { c.Bots = c.Bots[:1] },
		"all":   func(c *Config) { c.All = true },
		"seats": func(c *Config) { c.Game, _ = c.Variant.Game(5) },
		"rules": func(c *Config) { c.Variant, _ = variant.Parse("chratze,susi=off") },
	} {
		other := c
		other.Before = before
		change(&other)
		_, err := Run(context.Background(), other)
		if e, ok := errors.AsType[*OtherError](err); !ok || e.What != what {
			t.Errorf("another %s: %v", what, err)
		}
	}
	c.Deals = 40
	want := timeless(t, run(t, c))
	c.Before = before
	more, err := Run(context.Background(), c)
	if err != nil || timeless(t, more) != want {
		t.Errorf("more deals: %v", err)
	}
}

// TestNothingForNothing: bots that play alike win nothing, and their intervals say so: of 95 %
// intervals over many seeds, as many hold 0 as chance allows.
func TestNothingForNothing(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("of numbers and not of workers")
	}
	const seeds = 300
	for _, tt := range []struct {
		rules string
		deals int64
		bots  []string
	}{
		{"chratze", 5, []string{"random", "random"}},
		{"zwicken", 30, []string{"random", "random", "random"}},
	} {
		c := config(t, tt.rules, 3, tt.deals, tt.bots...)
		c.Workers = 1
		hold := 0
		for seed := range uint64(seeds) {
			c.Seed = seed
			e := run(t, c).Gain(0).Estimate()
			mean, half := e.Mean, e.Half
			if math.Abs(mean) <= half {
				hold++
			}
		}
		// 285 are expected, with a standard deviation of 3.8
		if hold < 272 || hold > 296 {
			t.Errorf("%s, %d deals: %d of %d intervals hold the truth, want about 95 %%", tt.rules, tt.deals, hold, seeds)
		}
	}
	r := run(t, config(t, "chratze", 4, 50, "stammtisch-1"))
	if e := r.Gain(0).Estimate(); math.Abs(e.Mean) > 1e-9 || e.Half > 1e-9 {
		t.Errorf("a bot that leaves nothing to chance wins %v of itself", e)
	}
}

// TestStrongerIsFound: the figures of docs/research/stammtisch-1.md come out again, and that of the beginner.
func TestStrongerIsFound(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("of numbers and not of workers")
	}
	for name, want := range map[string]float64{
		strong: 5.3, "thumb:open=9999:dealer=9999:join=9999": -4.5, "thumb:open=140": -7.4,
		"beginner": -15.4, // docs/strength.md
	} {
		c := config(t, "chratze", 4, 3000, name, "stammtisch-1", "stammtisch-1", "stammtisch-1")
		e := run(t, c).Gain(0).Estimate()
		mean, half := e.Mean, e.Half
		if math.Abs(mean-want) > half+0.6 || mean*want < 0 || math.Abs(mean) < half {
			t.Errorf("%s wins %.2f ± %.2f, want about %.1f", name, mean, half, want)
		}
	}
}

// TestRating: each among each; the order comes out, and what is won is lost.
func TestRating(t *testing.T) {
	t.Parallel()
	c := config(t, "chratze", 4, 400, "random", strong, "stammtisch-1")
	c.All = true
	r := run(t, c)
	sum := 0.0
	for i := range r.Bots {
		sum += r.Bots[i].Rating.Mean()
		for j := range r.Bots {
			if i == j {
				continue
			}
			if table := r.Tables[r.table(i, j)]; table[0] != i || table[1] != j || table[3] != j {
				t.Errorf("bot %d among %d: table %v", i, j, table)
			}
			if others := r.Line(r.table(i, j), j).All().Gain.Mean(); math.Abs(3*others+r.Among(i, j).Mean()) > 1e-9 {
				t.Errorf("bot %d among %d wins %v, those %v each", i, j, r.Among(i, j).Mean(), others)
			}
		}
	}
	if math.Abs(sum) > 1e-9 {
		t.Errorf("the ratings sum to %v", sum)
	}
	rating := func(i int) float64 { return r.Bots[i].Rating.Mean() }
	if rating(0) > rating(2)-20 || rating(2) > rating(1) {
		t.Errorf("ratings: random %v, stammtisch-1 %v, strong %v", rating(0), rating(2), rating(1))
	}
	if got, want := r.Gain(1).Mean(), (r.Among(1, 0).Mean()+r.Among(1, 2).Mean())/2; math.Abs(got-want) > 1e-9 {
		t.Errorf("strong against all wins %v, want %v", got, want)
	}
}

// TestProgram: a program that plays as a bot of ours wins what that wins.
func TestProgram(t *testing.T) {
	t.Parallel()
	us := run(t, config(t, "chratze", 3, 20, "stammtisch-1", "random", "random"))
	c := config(t, "chratze", 3, 20, program(t, "stammtisch-1"), "random", "random")
	them := run(t, c)
	if !reflect.DeepEqual(us.Lines, them.Lines) {
		t.Errorf("a program wins %v, itself %v", them.Gain(0).Mean(), us.Gain(0).Mean())
	}
	if n := them.Bots[0].Faults.Total(); n != 0 || them.Bots[0].Times.N != us.Bots[0].Times.N {
		t.Errorf("faults %v; %d decisions, want %d", them.Bots[0].Faults, them.Bots[0].Times.N, us.Bots[0].Times.N)
	}
	c.Deals = 4
	c.Bots, _ = ParseEntrants([]string{Program + "cat", "random", "random"}, 50*time.Millisecond, os.ReadFile)
	_, err := Run(context.Background(), c)
	if e, ok := errors.AsType[*StartError](err); !ok || e.Bot != "exec:cat" {
		t.Errorf("who isn't ready: %v", err)
	}
	c.Bots, _ = ParseEntrants([]string{program(t, "kratzen only")}, time.Minute, os.ReadFile)
	_, err = Run(context.Background(), c)
	if e, ok := errors.AsType[*PresetError](err); !ok || !slices.Equal(e.Plays, []string{"kratzen"}) {
		t.Errorf("who plays another game: %v", err)
	}
}

func TestParseEntrant(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"stammtisch-1", "thumb:open=200", "exec:./bot --level 3", `exec:sh -c "x | y"`} {
		if e, err := ParseEntrant(text, time.Second, os.ReadFile); err != nil || e.String() != text {
			t.Errorf("%s: %v, %v", text, e, err)
		}
	}
	for text, want := range map[string]error{"exec:": ErrCommand, "exec: 'x": exec.ErrQuote} {
		if _, err := ParseEntrants([]string{"random", text}, time.Second, os.ReadFile); !errors.Is(err, want) || !strings.HasPrefix(err.Error(), text) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := ParseEntrant("nobody", time.Second, os.ReadFile); err == nil {
		t.Error("nobody plays")
	}
}

func TestTimes(t *testing.T) {
	t.Parallel()
	var a, b Times
	for i := range 1000 {
		d := time.Duration(i+1) * time.Millisecond
		if i%2 == 0 {
			a.add(d)
		} else {
			b.add(d)
		}
	}
	a.merge(&b)
	for q, want := range map[float64]float64{0: 1, 0.5: 500, 0.99: 990, 1: 1000} {
		if got := a.Quantile(q); math.Abs(got-want) > want/16 {
			t.Errorf("quantile %v is %v ms, want %v", q, got, want)
		}
	}
	for _, d := range []time.Duration{-1, 0, 1, 15, 16, 31, 32, time.Hour, math.MaxInt64} {
		var x Times
		x.add(d)
		if got, want := x.Quantile(0.5)*1e6, float64(max(0, d)); math.Abs(got-want) > 0.5+want/16 {
			t.Errorf("%v becomes %v ns", d, got)
		}
	}
	var none Times
	if none.Quantile(0.5) != 0 {
		t.Error("of nothing")
	}
}
