package variant_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"chratze/rams"
	"chratze/variant"
)

func parse(t *testing.T, text string) variant.Variant {
	t.Helper()
	v, err := variant.Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return v
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"chratze", "chratze"},
		{"chratze,ante=20", "chratze"},
		{"chratze,susi=forced,ante=50", "chratze,ante=50,susi=forced"},
		{"chratze,split=roles", "chratze,split=roles"},
		{"chratze,no_open=redeal", "chratze,no_open=redeal"},
		{"chratze,no_open=redeal,deals=3", "chratze,no_open=redeal,deals=3"},
		{"chratze,no_open=redeal,deals=0", "chratze,no_open=redeal"},
		{"chratze-en,no_open=upcards", "chratze-en,no_open=upcards"},
		{"chratze-ja,deals=4,join_order=forehand", "chratze-ja"},
		{"chratze,pack=weli33,six_swap=no", "chratze,pack=weli33,six_swap=no"},
		{"chratze,split=tricks,remainder=declarer,coin=5", "chratze,split=tricks,coin=5,remainder=declarer"},
		{"kratzen,split=thirds", "kratzen,split=thirds"},
		{"kratzen,split=thirds,round_up=1", "kratzen,split=thirds"},
		{"kratzen,no_open=throw_in,blind=no", "kratzen"},
		{"kratzen,void=any,head=no", "kratzen,void=any,head=no"},
		{"chratzen,ruff_anytime=no,last_word=on", "chratzen,last_word=on,ruff_anytime=no"},
		{"zwicken,susi=off,last_word=off,forced_deal=none,seven_lost=yes", "zwicken"},
		{"zwicken,pack=jass36,six_swap=yes", "zwicken,pack=jass36,six_swap=yes"},
		{"zwicken,penalty_cap=1000000000000000", "zwicken,penalty_cap=1000000000000000"},
	} {
		if got := parse(t, c.text).String(); got != c.want {
			t.Errorf("Parse(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, code, option string }{
		{"", variant.CodePreset, "preset"},
		{"Chratze", variant.CodePreset, "preset"},
		{"jass", variant.CodePreset, "preset"},
		{"chratze,", variant.CodeSyntax, ""},
		{"chratze,susi", variant.CodeSyntax, "susi"},
		{"chratze,sosi=off", variant.CodeUnknown, "sosi"},
		{"chratze,preset=kratzen", variant.CodeUnknown, "preset"},
		{"chratze,susi=maybe", variant.CodeValue, "susi"},
		{"chratze,double_blind=new-cards", variant.CodeValue, "double_blind"},
		{"chratze,ante=0", variant.CodeAmount, "ante"},
		{"chratze,ante=-5", variant.CodeAmount, "ante"},
		{"chratze,ante=05", variant.CodeAmount, "ante"},
		{"chratze,ante=1000000000000001", variant.CodeAmount, "ante"},
		{"chratze,ante=20,ante=20", variant.CodeTwice, "ante"},
		{"chratze,deals=0", variant.CodeIdle, "deals"},
		{"chratze,muss_payout=none", variant.CodeIdle, "muss_payout"},
		{"chratze,seven_lost=no", variant.CodeIdle, "seven_lost"},
		{"chratze,remainder=pot", variant.CodeIdle, "remainder"},
		{"chratzen,round_up=1", variant.CodeIdle, "round_up"},
		{"kratzen,forced_deal=none,seven_muss_payout=none", variant.CodeIdle, "seven_muss_payout"},
		{"kratzen,round_up=1", variant.CodeIdle, "round_up"},
		{"zwicken,no_open=throw_in", variant.CodeIdle, "no_open"},
		{"zwicken,join_order=forehand", variant.CodeIdle, "join_order"},
		{"zwicken,split=thirds", "needs-declarer", "split"},
		{"zwicken,remainder=declarer", "needs-declarer", "remainder"},
		{"kratzen,blind=yes", "needs-opening", "blind"},
		{"chratze,pack=weli33", "needs-six", "six_swap"},
		{"chratze,cut=hop", "needs-phases", "cut"},
		{"chratze,head=yes,void=any", "needs-must-trump", "head"},
		{"chratzen,deal=2+2", "needs-deal-1x4", "blind"},
	} {
		_, err := variant.Parse(c.text)
		var e *variant.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Option != c.option {
			t.Errorf("Parse(%q) = %v, want code %q for option %q", c.text, err, c.code, c.option)
		}
	}
}

func TestGameForAllSeats(t *testing.T) {
	t.Parallel()
	want := map[string][2]int{"chratze": {2, 7}, "chratze-en": {2, 7}, "chratze-ja": {2, 7}, "kratzen": {3, 6}, "chratzen": {2, 8}, "zwicken": {2, 6}, "mauscheln": {3, 6}, "tippen": {3, 6}, "zwicken-printed": {2, 5}, "zwicken-schlecken": {2, 8}, "kratzen-printed": {3, 6}, "loo": {3, 8}, "rams": {3, 5}, "bourre": {2, 8}, "mistigri": {3, 5}, "lupfen": {3, 5}, "ramset": {2, 6}}
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		for seats := range 10 {
			_, err := v.Game(seats)
			if ok := seats >= want[name][0] && seats <= want[name][1]; ok != (err == nil) {
				t.Errorf("%s with %d seats: %v", name, seats, err)
			}
		}
	}
}

func TestGameSaysWhichSeats(t *testing.T) {
	t.Parallel()
	_, err := parse(t, "chratzen,pack=skat32").Game(8)
	var e *variant.Error
	if !errors.As(err, &e) || e.Code != "fit" || !slices.Equal(e.Allowed, []string{"2", "3", "4", "5", "6", "7"}) {
		t.Errorf("8 seats with 32 cards: %v", err)
	}
}

func TestErrorSaysWhatIsAllowed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"chratze,susi=maybe", `variant: chratze: option "susi" is "maybe": allowed is off, guideline, forced`},
		{"chratze,pack=weli33", `variant: chratze: option "six_swap" is "yes": needs a pack with sixes other than the Weli: with the other options allowed is no`},
		{"zwicken,ante=x", `variant: zwicken: option "ante" is "x": allowed is a whole number from 1 to 1000000000000000`},
		{"chratze,deals=3", `variant: chratze: option "deals" is "3": it has no meaning without no_open=redeal: leave it out`},
		{"jass", `variant: no preset "jass": allowed is chratze, chratze-en, chratze-ja, kratzen, chratzen, zwicken, mauscheln, tippen, zwicken-printed, zwicken-schlecken, kratzen-printed, loo, rams, bourre, mistigri, lupfen, ramset`},
		{"chratze,susi", `variant: chratze: "susi": want key=value behind the preset, or in JSON an object of words and numbers`},
		{"chratze,ante=5,ante=5", `variant: chratze: option "ante" is given twice: give it once`},
		{"chratze,cut=hop", `variant: chratze: option "cut" is "hop": needs the phases of Kratzen: with the other options allowed is plain`},
	} {
		if _, err := variant.Parse(c.text); err == nil || err.Error() != c.want {
			t.Errorf("Parse(%q):\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestUnknownOptionListsThem(t *testing.T) {
	t.Parallel()
	_, err := variant.Parse("chratze,x=1")
	if err == nil || !strings.HasPrefix(err.Error(), `variant: chratze: no option "x": allowed is pack, ante, antes, `) {
		t.Errorf("got %v", err)
	}
}

func TestConflictIsWrapped(t *testing.T) {
	t.Parallel()
	_, err := variant.Parse("chratze,cut=hop")
	var c *rams.Conflict
	if !errors.As(err, &c) || c.Code != rams.ConflictNeedsPhases {
		t.Errorf("%v wraps %v", err, c)
	}
	if _, err := variant.Parse("chratze,susi=x"); errors.As(err, &c) && errors.Unwrap(err) != nil {
		t.Errorf("%v wraps %v", err, errors.Unwrap(err))
	}
}

func TestFactsOfAVariant(t *testing.T) {
	t.Parallel()
	v := parse(t, "chratze-en,ante=50")
	if least, most := v.Best(); least != 4 || most != 5 {
		t.Errorf("%s is best with %d to %d", v, least, most)
	}
	if r := v.Rules(); r.Ante != 50 || r.Deals != 3 {
		t.Errorf("%s has the rules %+v", v, r)
	}
	o, ok := v.Option("ante")
	want := variant.Option{Key: "ante", Kind: variant.Amount, Least: 1, Most: 1e15, Value: "50", Default: "20", Meaning: true, Source: "E", Texts: "DEJ"}
	if !ok || !reflect.DeepEqual(o, want) || o.Kind.String() != "amount" {
		t.Errorf("got %+v, want %+v", o, want)
	}
	if _, ok := v.Option("x"); ok {
		t.Error("there is an option x")
	}
	if variant.Default().String() != "chratze" {
		t.Errorf("the default is %s", variant.Default())
	}
	if o, _ := v.Option("coin"); !o.Ours {
		t.Error("the coin is not marked as ours")
	}
}

// TestChoices: an option that a game offers has another value that may be given, and one that it doesn't offer has none.
func TestChoices(t *testing.T) {
	t.Parallel()
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		offered := v.Choices()
		for _, o := range v.Options() {
			if o.Kind == variant.Amount {
				continue
			}
			free := slices.ContainsFunc(o.Values, func(value string) bool {
				_, err := v.With(variant.KeyValue{Key: o.Key, Value: value})
				return err == nil && value != o.Value
			})
			if free && !slices.Contains(offered, o.Key) {
				t.Errorf("%s: %s isn't offered", name, o.Key)
			}
		}
		for _, never := range []string{"susi", "blind", "double_blind", "six_swap"} {
			if name == "tippen" && slices.Contains(offered, never) {
				t.Errorf("%s offers %s", name, never)
			}
		}
	}
}

// TestNamed: a game of its own name is a preset with house rules, which further options change.
func TestNamed(t *testing.T) {
	t.Parallel()
	for _, game := range variant.Named() {
		v, err := variant.Parse(game.Name)
		want, wrong := variant.Parse(game.Rules)
		if err != nil || wrong != nil || v != want {
			t.Errorf("%s is %v (%v), and %s is %v (%v)", game.Name, v, err, game.Rules, want, wrong)
		}
	}
	v, err := variant.Parse("schnalzen,goal=15")
	if want := "rams,pack=weli33,all_play=ten,spare=no,rob=no,penalty=0,score=down,goal=15,back=5"; err != nil || v.String() != want {
		t.Errorf("found %v (%v), want %s", v, err, want)
	}
	if _, err := variant.Parse("schnalzen,goal"); err == nil {
		t.Error("an option without a value is read")
	}
}
