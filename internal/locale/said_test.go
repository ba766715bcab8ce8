package locale

import (
	"errors"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chratze/card"
	"chratze/chance"
	"chratze/internal/web"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// lessonKey is a text of a lesson, which internal/teach/lessons tests.
var lessonKey = regexp.MustCompile(`^learn\.[0-9]`)

// keyShape is what a key looks like that came back for want of a message.
var keyShape = regexp.MustCompile(`(^|\s)[a-z_]+(\.[a-z0-9_+-]+)+$`)

// said checks texts for what no reader should see.
func said(t *testing.T, what string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if text == "" || strings.ContainsAny(text, "{}%") || keyShape.MatchString(text) {
			t.Fatalf("%s: %q", what, text)
		}
	}
}

var names = []string{"Anna", "Beat", "Chregu", "Dora", "Emil", "Fritz", "Gret", "Hans"}

// hand plays a hand at random and says everything that can be said of it to
// every seat and to somebody who watches.
func hand(t *testing.T, p *Printer, v variant.Variant, g *rams.Game, start rams.Start, rng *rand.Rand) rams.Result {
	t.Helper()
	seats := g.Seats()
	var rec rams.Record
	if err := rec.Begin(g, start); err != nil {
		t.Fatal(err)
	}
	tables := make([]*Table, seats+1)
	for i := range tables {
		you := rams.Seat(i)
		if i == seats {
			you = rams.Nobody
		}
		tables[i] = p.Table(v, Decks()[rng.IntN(3)], Money(rng.IntN(3)), names[:seats], you)
	}
	said(t, "opening", tables[0].Opening(1, start)...)
	said(t, "opening", tables[seats].Opening(1, start)...)
	deck := rams.Deck{Source: chance.Of(rng)}
	for rec.Nature(&deck); !rec.State.Done(); rec.Nature(&deck) {
		turn := rec.State.Turn()
		for i, table := range tables {
			if i != int(turn) && rng.IntN(8) != 0 {
				continue
			}
			view := rec.View(table.you)
			said(t, "situation", table.Situation(&view)...)
			said(t, "question", table.Question(&view))
			if i == int(turn) {
				for _, c := range table.Choices(&view) {
					said(t, "choice "+c.Kind.String(), c.Call, c.Text)
				}
			}
		}
		legal := rec.State.Legal(nil)
		if err := rec.Apply(legal[rng.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
		wrong := rams.Action{Kind: rams.DoubleBlind + rams.Kind(rng.IntN(17)), Seat: rec.State.Turn(), Cards: card.Set(rng.Uint64()) & card.Jass36.Cards()}
		if why := rec.State.Why(wrong); why != nil {
			said(t, "refusal", tables[0].Error(why))
		}
	}
	result := rec.State.Result()
	for _, table := range tables {
		view := rec.View(table.you)
		for i := range view.Events {
			said(t, view.Events[i].String(), table.Event(&view.Events[i]))
			if text := table.Announcement(rec.Start, view.Events[:i+1]); text != "" {
				said(t, "announcement", text)
			}
		}
		for i := range rec.Log {
			if table.you <= 0 {
				said(t, rec.Log[i].String(), table.Event(&rec.Log[i]))
			}
		}
		said(t, "question", table.Question(&view))
		said(t, "settlement", table.Settlement(&view, &result)...)
	}
	return result
}

// houseRules are games that the presets alone don't show.
var houseRules = []string{
	"chratze", "chratze-en", "chratze-ja", "kratzen", "chratzen", "zwicken",
	"chratze,susi=forced,last_word=must", "chratze,exchange=kratzen,pack=weli33,six_swap=no", "chratze,six_swap=yes,split=tricks",
	"kratzen,muss_payout=quarters,seven_muss_payout=quarters", "kratzen,susi=guideline,last_word=on", "chratzen,six_swap=yes",
	"zwicken,pack=jass36,six_swap=yes,deal=2+2", "chratze,exchange=none,penalty_cap=30", "chratze,blind=no",
}

// TestEverything says everything there is to say in every language: all hands,
// all codes, all rule sheets. No text has a parameter left, and no message of the
// catalogue is left unsaid.
func TestEverything(t *testing.T) {
	t.Parallel()
	c := New()
	for _, lang := range c.Languages() {
		used := map[string]bool{}
		p := c.For(lang)
		p.used = func(key string) { used[key] = true }
		sayHands(t, p)
		sayCodes(t, p)
		sayRest(t, p)
		sayRules(t, p)
		if t.Failed() {
			return
		}
		code, pages, desk, learn := literals(t), web.PageNames(), web.KasseNames(), web.LearnNames()
		for _, key := range slices.Sorted(maps.Keys(load(t, Base))) {
			if strings.HasPrefix(key, "cmd.") { // a test of internal/cli holds these
				continue
			}
			if !used[key] && code[key] == nil && !pages.Has(key) && !desk.Has(key) && !learn.Has(key) && !lessonKey.MatchString(key) {
				t.Errorf("%s: nobody says %s", lang, key)
			}
		}
	}
}

func sayHands(t *testing.T, p *Printer) {
	for i, text := range houseRules {
		v, err := variant.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		least, most := v.Seats()
		for seats := least; seats <= most; seats++ {
			g, err := v.Game(seats)
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(uint64(i), uint64(seats)))
			start := g.First(0)
			for range 2 {
				start = hand(t, p, v, g, start, rng).Next
				start.Pot = min(start.Pot, 1_000_000)
			}
		}
	}
}

func sayCodes(t *testing.T, p *Printer) {
	w := p.Words(variant.Default(), Swiss)
	cards := card.Of(card.New(card.Jack, card.Hearts), card.New(card.Ten, card.Spades))
	for _, code := range codes(t, "../../rams", "Refuse") {
		said(t, code, w.Error(&rams.Refusal{Code: code, Cards: cards, Least: 1, Most: 3}))
		said(t, code, w.Error(&rams.Refusal{Code: code, Cards: cards, Least: 2, Most: 2}))
	}
	for _, code := range codes(t, "../../rams", "Start") {
		said(t, code, w.Error(&rams.StartError{Code: code}))
	}
	for _, code := range codes(t, "../../rams", "Tally") {
		said(t, code, w.Error(&rams.TallyError{Code: code}))
	}
	for _, code := range codes(t, "../../rams", "Conflict") {
		conflict := &rams.Conflict{Option: "susi", Code: code}
		said(t, code, p.Error(conflict))
		said(t, code, p.Error(&variant.Error{Code: code, Preset: "chratze", Option: "susi", Value: "off", Err: conflict}))
		said(t, code, p.Error(&variant.Error{Code: code, Preset: "chratze", Option: "seats", Value: "9", Err: conflict}))
	}
	for _, code := range codes(t, "../../variant", "Code") {
		e := &variant.Error{Code: code, Preset: "chratze", Option: "susi", Value: "maybe", Allowed: []string{"off", "forced"}, Needs: "split=tricks"}
		said(t, code, p.Error(e), p.FileError("rules", 3, "susi", e))
	}
	for _, o := range variant.Default().Options() {
		for _, preset := range variant.Presets() {
			_, err := variant.FromKeys(preset, []variant.KeyValue{{Key: o.Key, Value: "1"}})
			if o.Kind != variant.Amount {
				_, err = variant.FromKeys(preset, []variant.KeyValue{{Key: o.Key, Value: o.Values[0]}})
			}
			if err != nil {
				said(t, preset+" "+o.Key, p.Error(err))
			}
		}
	}
	for _, code := range codes(t, "../../variant/rulesfile", "Code") {
		if code != "rules" {
			said(t, code, p.FileError(code, 3, "susi", errors.New("reason")), p.FileError(code, 0, "susi", errors.New("reason")))
		}
	}
	for _, code := range codes(t, "../../history", "Code") {
		for _, detail := range []string{"", "expected ?? act, found 0 act", "want a number", "seat 7"} {
			said(t, code, w.HandFault(3, 5, "events", code, detail, rams.ErrAction), w.HandFault(0, -1, "", code, detail, nil))
		}
	}
	for _, code := range codes(t, "../fair", "Fault") {
		args := Args{"draw": 1, "at": 2, "chair": 3, "number": 4, "card": w.Card(cards.First()), "other": w.Card(cards.Rest().First())}
		said(t, code, p.T("verify.fault."+code, args))
	}
	for _, err := range []error{rams.ErrAction, card.ErrCard, card.ErrTwo, card.ErrMany, errors.New("else")} {
		said(t, err.Error(), p.Error(err))
	}
}

// sayRest says what hands at random and codes don't bring up.
func sayRest(t *testing.T, p *Printer) {
	for _, c := range p.Glossary() {
		for _, term := range c.Terms {
			for _, tongue := range p.Tongues() {
				word, _ := p.InTongue(&term, tongue)
				said(t, term.ID, c.Title, tongue.Name, word, term.Means)
			}
		}
	}
	for _, preset := range variant.Presets() {
		v, _ := variant.Lookup(preset)
		for _, deck := range append(Decks(), p.DeckOf(preset)) {
			w := p.Words(v, deck)
			said(t, preset, p.Language(), w.Game(), w.Declarer(), w.Set(card.Jass36.Cards()), w.Card(card.Hidden), p.T("deck."+string(deck), nil), p.T("rules.texts."+preset, nil))
		}
		table := p.Table(v, German, Francs, names[:3], 1)
		said(t, preset, table.Standings([]pot.Chips{-30, 15, 15})...)
		said(t, preset, table.Farewell(nil, nil, 20)...)
		said(t, preset, table.Farewell([]pot.Chips{5, 5, 0}, []pot.Transfer{{From: 0, To: 1, Amount: 5}, {From: 1, To: 2, Amount: 5}, {From: 2, To: 0, Amount: 5}}, -20)...)
		var lost rams.Result
		lost.Failed[1], lost.Penalty[1], lost.Payout[1] = true, 30, 10
		lost.Failed[2], lost.Penalty[2], lost.Payout[2] = true, 30, 10
		view := rams.View{Declarer: rams.Nobody, Seat: 1}
		for seat := range 3 {
			view.Contract[seat], view.Tricks[seat] = rams.Joined, 1
		}
		if preset == "zwicken" {
			said(t, "lost", table.Settlement(&view, &lost)...)
		}
		for k := rams.DoubleBlind; k <= rams.Play; k++ {
			for _, seat := range []rams.Seat{0, 1} {
				said(t, k.String(), table.act(seat, k, []card.Card{0}))
			}
		}
		for k := rams.NoContract; k <= rams.SevenMuss; k++ {
			said(t, k.String(), table.Contract(k))
		}
	}
	for _, text := range houseRules {
		v, _ := variant.Parse(text)
		p.Form(p.SheetOf(v, 0))
		p.Meanings(v, Swiss)
	}
	for _, m := range []Money{Francs, Euro, Points} {
		said(t, m.String(), p.Sum(m, 1), p.Sum(m, 1234567))
	}
}

// sayRules says every rule sheet and the differences of all presets.
func sayRules(t *testing.T, p *Printer) {
	sheets(t, p, func(v variant.Variant, sheet string) {
		said(t, v.String(), strings.Split(strings.TrimSpace(sheet), "\n\n")...)
	})
	for _, a := range variant.Presets() {
		for _, b := range variant.Presets() {
			va, _ := variant.Lookup(a)
			vb, _ := variant.Lookup(b)
			said(t, a+" "+b, RuleDiff(p, va, vb))
		}
	}
}

func TestMoney(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang   string
		money  Money
		amount pot.Chips
		number string
		sum    string
	}{
		{"en", Francs, 220, "2.20", "Fr.\u00a02.20"},
		{"de", Francs, -5, "-0.05", "Fr.\u00a0-0.05"},
		{"de", Francs, 0, "0.00", "Fr.\u00a00.00"},
		{"de", Francs, 123456789, "1'234'567.89", "Fr.\u00a01'234'567.89"},
		{"en", Euro, 500000, "5000.00", "€5000.00"},
		{"en", Euro, 5000000, "50,000.00", "€50,000.00"},
		{"de-AT", Euro, 5000000, "50.000,00", "50.000,00\u00a0€"},
		{"en", Points, 1, "1", "1\u00a0point"},
		{"de", Points, 220, "220", "220\u00a0Punkte"},
		{"ja", Francs, 220, "2.20", "2.20フラン"},
		{"ja", Points, 12345, "12,345", "12,345点"},
		{"en", Points, pot.Max, "1,000,000,000,000,000", "1,000,000,000,000,000\u00a0points"},
	} {
		p := For(c.lang)
		if got := p.Number(c.money, c.amount); got != c.number {
			t.Errorf("%s: Number(%s, %d) = %q, want %q", c.lang, c.money, c.amount, got, c.number)
		}
		if got := p.Sum(c.money, c.amount); got != c.sum {
			t.Errorf("%s: Sum(%s, %d) = %q, want %q", c.lang, c.money, c.amount, got, c.sum)
		}
	}
	if p := For("en"); p.Balance(Francs, 5) != "+0.05" || p.Balance(Francs, -5) != "-0.05" || p.Balance(Points, 0) != "0" {
		t.Error("a balance has the wrong sign")
	}
	if m, ok := ParseMoney("euro"); m != Euro || !ok {
		t.Errorf("euro is read as %s", m)
	}
	if _, ok := ParseMoney("dollars"); ok {
		t.Error("dollars are read")
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	jack, weli := card.New(card.Jack, card.Hearts), card.Weli6
	for _, c := range []struct {
		lang, rules string
		deck        Deck
		card        card.Card
		want        string
	}{
		{"en", "chratze", Swiss, jack, "Rosen\u00a0Under"},
		{"en", "chratze", French, jack, "jack\u00a0of\u00a0hearts"},
		{"de", "chratze", French, jack, "Herz-Bube"},
		{"de-AT", "kratzen", German, jack, "Herz-Unter"},
		{"de-AT", "kratzen", German, weli, "Weli"},
		{"de-AT", "kratzen,pack=jass36", German, weli, "Schellen-6"},
		{"de", "chratze", Swiss, card.New(card.Ten, card.Spades), "Schilten\u00a0Banner"},
		{"en", "zwicken", German, card.Weli7, "Schellen-7"},
		{"ja", "chratze", French, jack, "ハートのJ"},
		{"ja", "chratze", Swiss, jack, "バラのウンダー"},
		{"ja", "kratzen", German, weli, "ヴェリ"},
		{"de-AT", "kratzen", German, card.New(card.Ace, card.Spades), "Laub-Sau"},
	} {
		v, err := variant.Parse(c.rules)
		if err != nil {
			t.Fatal(err)
		}
		if got := For(c.lang).Words(v, c.deck).Card(c.card); got != c.want {
			t.Errorf("%s, %s, %s deck: %s is %q, want %q", c.lang, c.rules, c.deck, c.card, got, c.want)
		}
	}
	for _, c := range []struct {
		preset string
		kind   rams.Kind
		want   string
	}{
		{"chratze", rams.Open, "chratze"}, {"chratze-ja", rams.Join, "metcho"}, {"chratzen", rams.Out, "weg"},
		{"kratzen", rams.BidTop, "weiter-oder"}, {"kratzen", rams.Join, "mitgehen"}, {"chratze", rams.See, "see"},
	} {
		v, _ := variant.Lookup(c.preset)
		if got := For("en").Words(v, Swiss).Call(c.kind); got != c.want {
			t.Errorf("%s: for %s one says %q, want %q", c.preset, c.kind, got, c.want)
		}
	}
}

// The words of one deck tell its 36 cards apart, in every language.
func TestCardsHaveDifferentNames(t *testing.T) {
	t.Parallel()
	for _, lang := range New().Languages() {
		for _, deck := range Decks() {
			w := For(lang).Words(variant.Default(), deck)
			seen := map[string]bool{}
			for _, c := range card.Jass36.Cards().Append(nil) {
				if name := w.Card(c); seen[name] || strings.Contains(name, ".") {
					t.Errorf("%s, %s: %s is called %q", lang, deck, c, name)
				} else {
					seen[name] = true
				}
			}
		}
	}
}
