package bot_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"chratze/bot"
	"chratze/card"
	"chratze/chance"
	"chratze/rams"
	"chratze/variant"
	"chratze/variant/varianttest"
)

func parse(t testing.TB, name string) bot.Spec {
	t.Helper()
	s, err := bot.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// acts reads acts separated by semicolons.
func acts(t *testing.T, text string) (list []rams.Action) {
	t.Helper()
	for part := range strings.SplitSeq(text, "; ") {
		a, err := rams.ParseAction(part, 1)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, a)
	}
	return list
}

func TestFallback(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ legal, want string }{
		{"double-blind; see", "see"},
		{"blind; see", "see"},
		{"open; pass", "pass"},
		{"oder; weiter-oder; weiter", "weiter"},
		{"join; out; last", "out"},
		{"join; last", "join"},
		{"join", "join"},
		{"lay; lay Ac; lay Ac 6d", "lay"},
		{"lay 9c; lay 6d; lay 9c 6d", "lay 9c"}, // at least one must go: lay alone isn't legal
		{"lay 9c; lay", "lay"},
		{"drop Kc; drop 7h", "drop Kc"},
		{"swap; keep", "keep"},
		{"play Th; play 6d", "play Th"},
	} {
		if got := bot.Fallback(acts(t, tt.legal)).String(); got != tt.want {
			t.Errorf("Fallback(%s) = %s, want %s", tt.legal, got, tt.want)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"best", "best:20", "best:20ms:50", "beginner", "strong", "random", "random:open=34:join=64", "best:20+random", "best:20:ranges=flat", "search:ranges=oracle", "search", "search:50ms", "search:200", "search:200:20ms", "stammtisch-1", "thumb", "thumb:open=200:dealer=140:join=100:more=40:keep=A", "thumb:strike=0:turn=9999:top=1:behind=5",
	} {
		if s := parse(t, text); s.String() != text {
			t.Errorf("Parse(%q) = %q", text, s)
		}
	}
	for _, tt := range []struct{ text, code, key string }{
		{"", bot.CodeName, ""},
		{"Random", bot.CodeName, ""},
		{"stammtisch-2", bot.CodeName, ""},
		{"random:seed=1", bot.CodeKey, "seed"},
		{"best:20:ranges=all", bot.CodeRanges, "ranges"},
		{"random:open=101", bot.CodeRate, "open"},
		{"best:20+nobody", bot.CodeBudget, ""},
		{"stammtisch-1:open=1", bot.CodeKey, "open=1"},
		{"stammtisch-1:", bot.CodeKey, ""},
		{"strong:50ms", bot.CodeKey, "50ms"},
		{"beginner:1", bot.CodeKey, "1"},
		{"thumb:hope=200", bot.CodeKey, "hope"},
		{"search:", bot.CodeBudget, ""},
		{"search:0", bot.CodeBudget, ""},
		{"search:1000001", bot.CodeBudget, ""},
		{"search:2m", bot.CodeBudget, ""},
		{"search:-5ms", bot.CodeBudget, ""},
		{"search:50ms:x", bot.CodeBudget, ""},
		{"thumb:", bot.CodeKey, ""},
		{"thumb:open", bot.CodeValue, "open"},
		{"thumb:open=-1", bot.CodeValue, "open"},
		{"thumb:open=10000", bot.CodeValue, "open"},
		{"thumb:open=+5", bot.CodeValue, "open"},
		{"thumb:open=05", bot.CodeValue, "open"},
		{"thumb:keep=1", bot.CodeValue, "keep"},
		{"thumb:keep=?", bot.CodeValue, "keep"},
	} {
		_, err := bot.Parse(tt.text)
		var e *bot.Error
		if !errors.As(err, &e) || e.Code != tt.code || e.Key != tt.key || e.Error() == "" {
			t.Errorf("Parse(%q): %v, want code %s for key %q", tt.text, err, tt.code, tt.key)
		}
	}
}

// Thresholds that can't be reached keep a thumb out of every hand it may stay
// out of, and those of a thumb don't touch stammtisch-1.
func TestThumbsDiffer(t *testing.T) {
	t.Parallel()
	shy := parse(t, "thumb:open=9999:dealer=9999:join=9999").New(nil)
	bold := parse(t, "thumb:open=0:join=0").New(nil)
	usual := parse(t, "stammtisch-1").New(nil)
	v := view(t, "chratze", situation{phase: rams.PhaseOpen, hand: "As Ks Qs Js", trump: card.Spades})
	poor := view(t, "chratze", situation{phase: rams.PhaseOpen, hand: "6c 7c 6h 7d", trump: card.Spades})
	for _, tt := range []struct {
		b    bot.Bot
		v    *rams.View
		want string
	}{
		{shy, v, "pass"}, {bold, poor, "open"}, {usual, v, "open"}, {usual, poor, "pass"},
	} {
		if got := tt.b.Act(tt.v).String(); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.v.Hand, got, tt.want)
		}
	}
}

// Random is uniform over what is legal: of three acts each comes a third of the
// time.
func TestRandom(t *testing.T) {
	t.Parallel()
	b := parse(t, "random").New(rand.New(rand.NewPCG(1, 2)))
	v := rams.View{Legal: acts(t, "join; out; last")}
	count := map[rams.Kind]int{}
	const n = 30000
	for range n {
		count[b.Act(&v).Kind]++
	}
	for _, a := range v.Legal {
		if c := count[a.Kind]; c < n/3-500 || c > n/3+500 {
			t.Errorf("%v: %d of %d", a, c, n)
		}
	}
}

// times is how often a test repeats what it does: n for make verify, else a fifth of it.
func times(n int) int {
	if os.Getenv("CHRATZE_VERIFY") != "" {
		return n
	}
	return (n + 4) / 5
}

// Under any house rules and with any seats, every bot gives a legal answer to
// every question, and the hand ends.
func TestNeverStuck(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := houseRules(t)
		least, most := v.Seats()
		g, err := v.Game(rapid.IntRange(least, most).Draw(t, "seats"))
		if err != nil {
			return // not a possible number of seats
		}
		chances := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		bots := make([]bot.Bot, g.Seats())
		for i := range bots {
			name := rapid.SampledFrom(bot.Names()).Draw(t, "bot")
			bots[i] = hasty(t, name, chances)
		}
		playOn(t, g, bots, chances, times(5), func(*rams.View) {})
	})
}

// Under the deals and moments that no preset has, every bot answers every question with what is legal, and each new
// question does come.
func TestDealsOfNoPreset(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rules string
		asks  func(*rams.View) bool // what these options bring
	}{
		{"chratze,double_blind=before-upcard", faceDown}, {"chratze,double_blind=before-upcard,blind=no", faceDown},
		{"chratze,deal=1x4+upcard,double_blind=no", func(v *rams.View) bool {
			return v.Seat == v.Dealer && v.Phase == rams.PhaseOpen && v.Cards[v.Seat] == 4 && v.Table.Has(v.Upcard)
		}},
		{"chratzen,forced_deal=ten-any", func(v *rams.View) bool {
			return v.Start.Pot > 0 && v.Phase == rams.PhaseLay && v.Upcard.Rank() == card.Ten && !slices.ContainsFunc(v.Contract[:4], func(c rams.Contract) bool { return !c.In() })
		}},
		{"zwicken-schlecken,trump=dealer", func(v *rams.View) bool { return v.Phase == rams.PhaseBlind }},
		{"chratzen,deal=1x4+upcard,blind=yes,forced_deal=ten-any", func(v *rams.View) bool { return v.Phase == rams.PhaseBlind }},
	} {
		g, came := varianttest.Game(t, tt.rules, 4), 0
		for i, name := range bot.Names() {
			chances := rand.New(rand.NewPCG(uint64(i), 3))
			bots := make([]bot.Bot, g.Seats())
			for seat := range bots {
				bots[seat] = hasty(t, name, chances)
			}
			hands := times(30)
			if name == "strong" { // takes its time, and plays as search does
				hands = times(5)
			}
			playOn(t, g, bots, chances, hands, func(v *rams.View) {
				if tt.asks(v) {
					came++
				}
			})
		}
		for i := uint64(0); came == 0 && i < 50; i++ { // bots in a hurry play otherwise each time: it may need more hands
			chances := rand.New(rand.NewPCG(i, 4))
			bots := make([]bot.Bot, g.Seats())
			for seat := range bots {
				bots[seat] = hasty(t, "random", chances)
			}
			playOn(t, g, bots, chances, 20, func(v *rams.View) {
				if tt.asks(v) {
					came++
				}
			})
		}
		if came == 0 {
			t.Errorf("%s: what the options bring was never asked", tt.rules)
		}
	}
}

// faceDown reports whether a dealer is asked about the double blind with two cards that they can't see.
func faceDown(v *rams.View) bool {
	return v.Phase == rams.PhaseDoubleBlind && v.Cards[v.Seat] == 2 && v.Hand == 0
}

// tester is a *testing.T or a *rapid.T.
type tester interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// hasty makes a bot that doesn't think for long.
func hasty(t tester, name string, chances *rand.Rand) bot.Bot {
	t.Helper()
	if name == "best" || name == "search" {
		name += ":5" // worlds
	}
	spec, err := bot.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return spec.New(chances)
}

// playOn plays hands, and looks at every question.
func playOn(t tester, g *rams.Game, bots []bot.Bot, chances *rand.Rand, hands int, look func(*rams.View)) {
	t.Helper()
	deck := rams.Deck{Source: chance.Of(chances)}
	start := g.FirstStart(0)
	for range hands {
		var r rams.Record
		if err := r.Begin(g, start); err != nil {
			t.Fatal(err)
		}
		for range r.Turns(&deck) {
			v := r.View(r.Turn())
			look(&v)
			if err := r.Apply(bots[v.Seat].Act(&v)); err != nil {
				t.Fatalf("seat %d of %d: %v", v.Seat, g.Seats(), err)
			}
		}
		start = r.Result().Next
	}
}

// houseRules draws a preset with some options changed.
func houseRules(t *rapid.T) variant.Variant {
	v, _ := variant.Lookup(rapid.SampledFrom(variant.Presets()).Draw(t, "preset"))
	for range rapid.IntRange(0, 5).Draw(t, "options") {
		o := rapid.SampledFrom(v.Options()).Draw(t, "option")
		if len(o.Values) == 0 {
			continue
		}
		changed, err := v.With(variant.KeyValue{Key: o.Key, Value: rapid.SampledFrom(o.Values).Draw(t, o.Key)})
		if err != nil {
			continue
		}
		v = changed
	}
	return v
}
