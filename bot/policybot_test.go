package bot_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chratze/bot"
	"chratze/bot/policy"
	trainedfiles "chratze/bot/trained"
	"chratze/card"
	"chratze/chance"
	"chratze/rams"
	"chratze/variant/varianttest"
)

// TestLoad: where penalties are nothing a bot from a file joins with any hand, as no
// other bot would; a name alone opens no file.
func TestLoad(t *testing.T) {
	t.Parallel()
	const free = "zwicken,ante=3000,penalty_cap=1"
	file, err := os.ReadFile("testdata/free.policy") // of rams-lab train --rules zwicken,ante=3000,penalty_cap=1 --seats 4 --open 0 --steps 30720
	if err != nil {
		t.Fatal(err)
	}
	read := func(path string) ([]byte, error) {
		if path != "a:b.policy" {
			return nil, os.ErrNotExist
		}
		return file, nil
	}
	for _, text := range []string{"policy:a:b.policy", "policy:20:a:b.policy", "policy:20ms:5:a:b.policy"} {
		spec, err := bot.Load(text, read)
		if err != nil || spec.String() != text || !spec.NeedsEvents() {
			t.Fatalf("%s: %v", text, err)
		}
		poor := view(t, free, situation{phase: rams.PhaseJoin, hand: "8c 9c 8h", trump: card.Spades, legal: "join; out"})
		poor.Upcard = card.New(card.Seven, card.Spades)
		poor.Table = poor.Upcard.Bit()
		if a := spec.New(rand.New(rand.NewPCG(1, 2))).Act(poor); a.Kind != rams.Join {
			t.Errorf("%s: %v", text, a)
		}
		if err := spec.Fits(poor.Game); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if err := spec.Fits(varianttest.Game(t, "zwicken", 4)); err == nil || !strings.Contains(err.Error(), "zwicken,ante=3000,penalty_cap=1, 4 seats") {
			t.Errorf("%s plays zwicken: %v", text, err)
		}
		other := view(t, "zwicken", situation{phase: rams.PhaseJoin, hand: "8c 9c 8h", trump: card.Spades, legal: "join; out"})
		if a := spec.New(rand.New(rand.NewPCG(1, 2))).Act(other); a.Kind != rams.Out {
			t.Errorf("%s: another game's policy is asked: %v", text, a)
		}
	}
	for _, tt := range []struct{ text, code string }{
		{"policy:", bot.CodeFile}, {"policy", bot.CodeFile}, {"policy:20", bot.CodeFile}, {"policy:other", bot.CodeFile},
	} {
		_, err := bot.Load(tt.text, read)
		e, ok := errors.AsType[*bot.Error](err)
		if !ok || e.Code != tt.code || e.Error() == "" || e.Unwrap() == nil {
			t.Errorf("%s: %v", tt.text, err)
		}
	}
	if _, err := bot.Load("policy:x", func(string) ([]byte, error) { return []byte("nonsense"), nil }); err == nil {
		t.Error("nonsense is a policy")
	}
	path := filepath.Join(t.TempDir(), "z.policy")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := bot.Parse("policy:" + path); err == nil {
		t.Error("Parse opens files")
	}
}

// TestShipped: every policy that is part of the program can be read, and is of the
// game that its name says.
func TestShipped(t *testing.T) {
	t.Parallel()
	there, err := filepath.Glob("trained/*.policy")
	if err != nil {
		t.Fatal(err)
	}
	if len(there) != len(trainedfiles.Names()) {
		t.Errorf("there are the policies %v, and %v are named", there, trainedfiles.Names())
	}
	for _, name := range trainedfiles.Names() {
		file, err := trainedfiles.Read(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := policy.Read(file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if want := p.Header().Rules.String() + "-" + string(rune('0'+p.Header().Seats)) + ".policy"; name != want || p.Known() < 1000 {
			t.Errorf("%s: want %s; %d decisions known", name, want, p.Known())
		}
	}
}

// TestShippedWhateverTheCoin: a table in francs, whose coin is 5 Rappen, has the policy of its game, and so has one with a limit of the pot.
func TestShippedWhateverTheCoin(t *testing.T) {
	t.Parallel()
	best, err := bot.Parse("best")
	if err != nil {
		t.Fatal(err)
	}
	for rules, want := range map[string]bool{"rams": true, "rams,pot_cap=500": true, "rams,penalty=30": false, "kratzen": true, "kratzen,coin=5": true, "chratze,pot_cap=1000": true, "kratzen,ante=20,coin=5": false} {
		if got := best.Caller(varianttest.Game(t, rules, 4)) != nil; got != want {
			t.Errorf("%s has a policy: %v, want %v", rules, got, want)
		}
	}
}

// TestFrozenBest: best-0.1 is best as it was when three games had a policy.
func TestFrozenBest(t *testing.T) {
	t.Parallel()
	for rules, want := range map[string][2]bool{"chratze": {true, true}, "kratzen": {true, true}, "zwicken": {true, true}, "loo": {true, false}, "ramset": {false, false}, "mauscheln": {true, false}, "chratze-en": {true, false}, "tippen": {false, false}} {
		for i, name := range []string{"best", "best-0.1:60"} {
			spec, err := bot.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			g := varianttest.Game(t, rules, 4)
			if got := spec.Caller(g) != nil; got != want[i] || (spec.Fits(g) == nil) != want[i] {
				t.Errorf("%s has a policy for %s: %v, want %v", name, rules, got, want[i])
			}
		}
	}
}

// TestBestPlaysTheSolution: best has the solution of Zwicken for two, with any cut, coin and limit of the pot, and at no
// other table. There it searches, says so, and plays hands to the end. best-0.1 is frozen, and has none.
func TestBestPlaysTheSolution(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rules string
		seats int
		has   bool
	}{
		{"zwicken-schlecken", 2, true},
		{"zwicken-schlecken,cut=plain", 2, true},
		{"zwicken-schlecken,coin=5,pot_cap=500", 2, true},
		{"zwicken-schlecken", 3, false},
		{"zwicken-schlecken,ante=60", 2, false},
		{"zwicken-schlecken,dealer_trump=no", 2, false},
		{"zwicken-schlecken,penalty=20", 2, false},
		{"zwicken", 2, false},
	} {
		g := varianttest.Game(t, c.rules, c.seats)
		for name, has := range map[string]bool{"best:2": c.has, "best-0.1:2": false, "best:2+best:2": c.has} {
			spec, err := bot.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := spec.Fits(g); (err == nil) != has {
				t.Errorf("%s at %s, %d seats: %v", name, c.rules, c.seats, err)
			}
			source := &counted{Source: rand.New(rand.NewPCG(1, 2))}
			player := spec.New(source)
			deck := rams.Deck{Source: chance.Of(rand.New(rand.NewPCG(3, 4)))}
			for dealer := range rams.Seat(c.seats) {
				var r rams.Record
				if err := r.Begin(g, g.FirstStart(dealer)); err != nil {
					t.Fatal(err)
				}
				for range r.Turns(&deck) {
					view := r.View(r.Turn())
					before := source.n
					act := player.Act(&view)
					if !slices.Contains(view.Legal, act) {
						t.Fatalf("%s: %v isn't among %v", name, act, view.Legal)
					}
					if has && source.n > before+1 {
						t.Errorf("%s at %s draws %d chances: it searches", name, c.rules, source.n-before)
					}
					r.ApplyUnchecked(act, nil)
				}
				view := r.View(0)
				bot.Watch(player, &view)
			}
			if !has && source.n < 10 {
				t.Errorf("%s at %s, %d seats doesn't search", name, c.rules, c.seats)
			}
		}
	}
}

// counted counts the chances drawn from a source.
type counted struct {
	chance.Source
	n int
}

func (c *counted) IntN(n int) int {
	c.n++
	return c.Source.IntN(n)
}
