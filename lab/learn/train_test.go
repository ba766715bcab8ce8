package learn_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"chratze/bot"
	"chratze/bot/policy"
	"chratze/chance"
	"chratze/lab/learn"
	"chratze/rams"
	"chratze/variant"
)

func config(t testing.TB, rules string, seats int, seed uint64) learn.Config {
	t.Helper()
	v, err := variant.Parse(rules)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := bot.Parse("stammtisch-1")
	if err != nil {
		t.Fatal(err)
	}
	return learn.Config{Variant: v, Seats: seats, Seed: seed, Play: spec.New(nil), PlayBy: spec.String()}
}

// train trains a number of batches with a number of workers.
func train(t testing.TB, c learn.Config, batches int64, workers int) *learn.Trainer {
	t.Helper()
	tr, err := learn.NewTrainer(c)
	if err != nil {
		t.Fatal(err)
	}
	run(t, tr, batches, workers)
	return tr
}

func run(t testing.TB, tr *learn.Trainer, batches int64, workers int) {
	t.Helper()
	if err := tr.Run(context.Background(), learn.Training{Steps: batches * learn.Batch, Workers: workers}); err != nil {
		t.Fatal(err)
	}
}

func TestWorkersChangeNothing(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"zwicken", "chratze"} {
		want := train(t, config(t, rules, 3, 1), 3, 1).AppendCheckpoint(nil)
		for _, workers := range []int{2, 5} {
			if got := train(t, config(t, rules, 3, 1), 3, workers).AppendCheckpoint(nil); !bytes.Equal(got, want) {
				t.Errorf("%s: %d workers learn something else than one", rules, workers)
			}
		}
		if got := train(t, config(t, rules, 3, 2), 3, 2).AppendCheckpoint(nil); bytes.Equal(got, want) {
			t.Errorf("%s: another seed learns the same", rules)
		}
	}
}

func TestResume(t *testing.T) {
	t.Parallel()
	c := config(t, "zwicken", 4, 3)
	want := train(t, c, 5, 2)
	kept := train(t, c, 2, 1).AppendCheckpoint(nil)
	again := train(t, c, 0, 1)
	if err := again.Resume(kept); err != nil || again.Steps() != 2*learn.Batch {
		t.Fatalf("%v, %d steps", err, again.Steps())
	}
	run(t, again, 5, 2)
	if !bytes.Equal(again.AppendCheckpoint(nil), want.AppendCheckpoint(nil)) {
		t.Error("a training that was gone on with has learned something else")
	}
	if !bytes.Equal(again.Policy().AppendTo(nil), want.Policy().AppendTo(nil)) {
		t.Error("its policy is another one")
	}
	for _, tt := range []struct {
		change func(*learn.Config)
		code   string
	}{
		{func(c *learn.Config) { c.Seed++ }, policy.OtherSeed},
		{func(c *learn.Config) { c.Seats++ }, policy.OtherGame},
		{func(c *learn.Config) { c.Variant = variant.Default() }, policy.OtherGame},
		{func(c *learn.Config) { c.PlayBy = "thumb" }, policy.OtherPlayer},
	} {
		other := c
		tt.change(&other)
		tr := train(t, other, 0, 1)
		if err := tr.Resume(kept); code(err) != tt.code || tr.Steps() != 0 {
			t.Errorf("%v, want %s", err, tt.code)
		}
	}
}

func code(err error) string {
	if e, ok := errors.AsType[*policy.Error](err); ok {
		return e.Code
	}
	return ""
}

func TestStopped(t *testing.T) {
	t.Parallel()
	tr := train(t, config(t, "zwicken", 3, 1), 0, 1)
	ctx, stop := context.WithCancel(context.Background())
	err := tr.Run(ctx, learn.Training{Steps: 10 * learn.Batch, Workers: 2, Progress: func(steps int64) error {
		if steps == 2*learn.Batch {
			stop()
		}
		return nil
	}})
	if !errors.Is(err, context.Canceled) || tr.Steps() != 2*learn.Batch {
		t.Errorf("%v after %d steps", err, tr.Steps())
	}
}

func TestFile(t *testing.T) {
	t.Parallel()
	c := config(t, "zwicken", 3, 1)
	c.Program = "0123abcd"
	p := train(t, c, 4, 2).Policy()
	file := p.AppendTo(nil)
	back, err := policy.Read(file)
	if err != nil || !bytes.Equal(back.AppendTo(nil), file) || back.Known() != p.Known() || p.Known() == 0 {
		t.Fatalf("%v, %d decisions, want %d", err, back.Known(), p.Known())
	}
	if h := back.Header(); h.Rules.String() != "zwicken" || h.Seats != 3 || h.Steps != 4*learn.Batch || h.Play != "stammtisch-1" || h.Revision != c.Program {
		t.Errorf("header %+v", h)
	}
	text := string(file)
	for name, tt := range map[string]struct{ file, code string }{
		"nothing":      {"", policy.NoPolicy},
		"training":     {string(train(t, config(t, "zwicken", 3, 1), 0, 1).AppendCheckpoint(nil)), policy.NoPolicy},
		"version":      {strings.Replace(text, "/2", "/3", 1), policy.NoPolicy},
		"rules":        {strings.Replace(text, "zwicken", "zwickem", 1), policy.BadRules},
		"seats":        {strings.Replace(text, `"seats":3`, `"seats":9`, 1), policy.BadRules},
		"others seats": {strings.Replace(text, `"seats":3`, `"seats":4`, 1), policy.BadRules},
		"cut off":      {text[:len(text)-20], policy.Broken},
		"longer":       {text[:len(text)-5], policy.Broken},
		"changed":      {text[:len(text)-40] + "x" + text[len(text)-39:], policy.Broken},
		"sum":          {strings.Replace(text, `"crc32":`, `"crc32":1`, 1), ""},
	} {
		_, err := policy.Read([]byte(tt.file))
		if err == nil || tt.code != "" && code(err) != tt.code {
			t.Errorf("%s: %v, want %s", name, err, tt.code)
		}
	}
}

// TestFreeJoin: where a penalty is one Rappen, and the pot is worth thousands, joining
// can't be wrong, whatever the others do: the answer is known.
func TestFreeJoin(t *testing.T) {
	t.Parallel()
	c := config(t, "chratze,penalty_cap=1,ante=1000", 3, 1)
	p := train(t, c, 12, 2).Policy()
	asked, joined := 0, 0
	play(t, c, 300, 0, func(v *rams.View) rams.Action {
		a, known := p.Act(v, rand.New(rand.NewPCG(1, uint64(asked))))
		if v.Phase == rams.PhaseJoin && known {
			asked++
			if a.Kind == rams.Join {
				joined++
			}
		}
		if !known {
			a = c.Play.Act(v)
		}
		return a
	})
	if asked < 200 || joined < asked*85/100 {
		t.Errorf("joined %d of %d times", joined, asked)
	}
}

// play plays hands of a sitting.
func play(t testing.TB, c learn.Config, hands int, seed uint64, act func(v *rams.View) rams.Action) {
	t.Helper()
	g, err := c.Variant.Game(c.Seats)
	if err != nil {
		t.Fatal(err)
	}
	deck := rams.Deck{Source: chance.Of(rand.New(rand.NewPCG(seed, 7)))}
	start := g.FirstStart(0)
	for i := range hands {
		if i%10 == 0 {
			start = g.FirstStart(start.Dealer)
		}
		s, err := g.NewHand(start)
		if err != nil {
			t.Fatal(err)
		}
		for !s.Done() {
			if s.Turn() == rams.Nature {
				s.ApplyUnchecked(deck.Next(&s))
				continue
			}
			v := s.View(s.Turn(), nil)
			a := act(&v)
			if why := s.Why(a); why != nil {
				t.Fatalf("%v: %s", c.Variant, why.Error())
			}
			s.ApplyUnchecked(a)
		}
		start = s.Result().Next
	}
}

// TestEveryGame: every preset, house rules and numbers of seats can be trained, and what the
// policy does is legal, while the others do anything.
func TestEveryGame(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{
		"chratze", "chratze-en", "chratze-ja", "chratzen", "kratzen", "zwicken", "mauscheln", "tippen", "loo", "rams", "bourre", "mistigri", "lupfen", "ramset",
		"chratze,susi=forced", "chratze,last_word=on", "chratze,exchange=one_more", "chratze,exchange=none", "kratzen,last_word=on",
	} {
		v, err := variant.Parse(rules)
		if err != nil {
			t.Fatal(err)
		}
		least, most := v.Seats()
		for seats := least; seats <= most; seats += max(1, most-least) {
			t.Run(rules, func(t *testing.T) {
				t.Parallel()
				c := config(t, rules, seats, 1)
				p := train(t, c, 4, 1).Policy()
				chance := rand.New(rand.NewPCG(1, 2))
				answered := 0
				play(t, c, 200, 1, func(v *rams.View) rams.Action {
					if a, known := p.Act(v, chance); known {
						answered++
						return a
					}
					return v.Legal[chance.IntN(len(v.Legal))]
				})
				if answered < 5 {
					t.Errorf("%d seats: only %d decisions known", seats, answered)
				}
			})
		}
	}
}
