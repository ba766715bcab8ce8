package wording

import (
	"errors"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chratze/bot/protocol"
	"chratze/bot/validate"
	"chratze/card"
	"chratze/chance"
	"chratze/internal/locale"
	"chratze/internal/locale/localetest"
	"chratze/internal/web"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// lessonKey is a text of a lesson, which internal/teach/lessons tests.
var lessonKey = regexp.MustCompile(`^learn\.[0-9]`)

// keyShape is what a key looks like that came back for want of a message: the last word of a text.
var keyShape = regexp.MustCompile(`^[a-z_]+(\.[a-z0-9_+-]+)+$`)

// said checks texts for what no reader should see.
func said(t *testing.T, what string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if text == "" || strings.ContainsAny(text, "{}%") || keyShape.MatchString(text[strings.LastIndexAny(text, " \t\n")+1:]) {
			t.Fatalf("%s: %q", what, text)
		}
	}
}

var names = []string{"Anna", "Beat", "Chregu", "Dora", "Emil", "Fritz", "Gret", "Hans"}

// hand plays a hand at random and says everything that can be said of it to
// every seat and to somebody who watches.
func hand(t *testing.T, p *locale.Printer, v variant.Variant, g *rams.Game, start rams.Start, rng *rand.Rand) rams.Result {
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
		tables[i] = NewTable(p, v, locale.Decks()[rng.IntN(3)], locale.Money(rng.IntN(3)), names[:seats], you)
	}
	said(t, "opening", tables[0].Opening(1, start)...)
	said(t, "opening", tables[seats].Opening(1, start)...)
	deck := rams.Deck{Source: chance.Of(rng)}
	for range rec.Turns(&deck) {
		turn := rec.Turn()
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
		legal := rec.Legal(nil)
		if err := rec.Apply(legal[rng.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
		wrong := rams.Action{Kind: rams.DoubleBlind + rams.Kind(rng.IntN(19)), Seat: rec.Turn(), Cards: card.Set(rng.Uint64()) & card.Jass36.Cards()}
		if why := rec.Why(wrong); why != nil {
			said(t, "refusal", tables[0].Error(why))
		}
	}
	result := rec.Result()
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
	"chratze", "chratze-en", "chratze-ja", "kratzen", "chratzen", "zwicken", "mauscheln", "tippen", "zwicken-printed", "zwicken-schlecken", "kratzen-printed", "loo", "rams", "bourre", "mistigri", "lupfen", "ramset",
	"chratze,susi=forced,last_word=must", "chratze,exchange=kratzen,pack=weli33,six_swap=no", "chratze,six_swap=yes,split=tricks",
	"kratzen,muss_payout=quarters,seven_muss_payout=quarters", "kratzen,susi=guideline,last_word=on", "chratzen,six_swap=yes",
	"zwicken,pack=jass36,six_swap=yes,deal=2+2", "chratze,exchange=none,penalty_cap=30", "chratze,blind=no", "mauscheln,deal=1x3,price=yes", "zwicken-schlecken,trump=dealer", "tippen,spare=dealer,rob=dealer,must_lead=loo", "zwicken-schlecken,spare=dealer",
	"bourre,tie=split,antes=twice,exchange_max=seats,dealer_plays=ace", "mauscheln,dealer_plays=seven+ace,exchange=five-suit,head=trump,antes=dealer-twice", "mauscheln,dealer_plays=ace",
	"rams,penalty=10,score=up,goal=21,prize_fine=50", "rams,penalty=0,score=down,prizes=2", "rams,penalty=0,score=down,back=5", "ramset,back=3",
}

// TestEverything says everything there is to say in every language: all hands,
// all codes, all rule sheets. No text has a parameter left, and no message of the
// catalogue is left unsaid.
func TestEverything(t *testing.T) {
	t.Parallel()
	c := locale.New()
	code := localetest.Literals(t)
	pages := append(slices.Collect(maps.Values(web.Texts())), web.KasseNames())
	for _, lang := range c.Languages() {
		used := map[string]bool{}
		p := c.For(lang)
		p = p.Noting(func(key string) { used[key] = true })
		sayHands(t, p)
		sayCodes(t, p)
		sayRest(t, p)
		sayRules(t, p)
		if t.Failed() {
			return
		}
		for _, key := range localetest.Keys(t) {
			if strings.HasPrefix(key, "cmd.") { // a test of internal/cli holds these
				continue
			}
			says := func(n web.Names) bool { return n.Has(key) }
			if !used[key] && code[key] == nil && !slices.ContainsFunc(pages, says) && !lessonKey.MatchString(key) {
				t.Errorf("%s: nobody says %s", lang, key)
			}
		}
	}
}

func sayHands(t *testing.T, p *locale.Printer) {
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
			start := g.FirstStart(0)
			for range 2 {
				start = hand(t, p, v, g, start, rng).Next
				start.Pot = min(start.Pot, 1_000_000)
			}
		}
	}
}

func sayCodes(t *testing.T, p *locale.Printer) {
	w := p.Words(variant.Default(), locale.Swiss)
	cards := card.SetOf(card.New(card.Jack, card.Hearts), card.New(card.Ten, card.Spades))
	for _, code := range localetest.Codes(t, "../../rams", "Refuse") {
		said(t, code, w.Error(&rams.Refusal{Code: code, Cards: cards, Least: 1, Most: 3}))
		said(t, code, w.Error(&rams.Refusal{Code: code, Cards: cards, Least: 2, Most: 2}))
	}
	for _, code := range localetest.Codes(t, "../../rams", "Start") {
		said(t, code, w.Error(&rams.StartError{Code: code}))
	}
	for _, code := range localetest.Codes(t, "../group", "Code") {
		said(t, code, p.GroupFault(code, "x", "Anna", 2, 3))
	}
	for _, code := range localetest.Codes(t, "../../rams", "Tally") {
		said(t, code, w.Error(&rams.TallyError{Code: code}))
	}
	for _, code := range localetest.Codes(t, "../../rams", "Conflict") {
		conflict := &rams.Conflict{Option: "susi", Code: code}
		said(t, code, p.Error(conflict))
		for _, allowed := range [][]string{nil, {"4"}} {
			said(t, code, p.Error(&variant.Error{Code: code, Preset: "chratze", Option: "susi", Value: "off", Allowed: allowed, Err: conflict}))
			said(t, code, p.Error(&variant.Error{Code: code, Preset: "chratze", Option: "seats", Value: "9", Allowed: allowed, Err: conflict}))
		}
	}
	for _, code := range localetest.Codes(t, "../../variant", "Code") {
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
			if e, ok := errors.AsType[*variant.Error](err); ok && strings.Contains(e.Needs, " ") && !p.Has("rules.needs."+e.Needs) {
				t.Errorf("%s: what %s needs is told as the code has it, %q", p.Lang(), o.Key, e.Needs)
			}
		}
	}
	for _, code := range localetest.Codes(t, "../../variant/rulesfile", "Code") {
		if code != "rules" {
			said(t, code, p.FileError(code, 3, "susi", errors.New("reason")), p.FileError(code, 0, "susi", errors.New("reason")))
		}
	}
	for _, code := range localetest.Codes(t, "../../history", "Code") {
		for _, detail := range []string{"", "expected ?? act, found 0 act", "want a number", "seat 7", "byte 0: found 'h', want an object", "byte 9: found ']', want a value"} {
			said(t, code, w.HandFault(3, 5, "events", code, detail, rams.ErrAction), w.HandFault(0, -1, "", code, detail, nil))
		}
	}
	for _, code := range localetest.Codes(t, "../fair", "Fault") {
		args := locale.Args{"draw": 1, "at": 2, "chair": 3, "number": 4, "n": 3, "card": w.Card(cards.First()), "other": w.Card(cards.Rest().First())}
		said(t, code, p.T("verify.fault."+code, args))
	}
	for prefix, codes := range map[string][]string{
		"store.": localetest.Codes(t, "../server/store", "Err"), "cli.settle.": localetest.Codes(t, "../desk/spoken", "Code"),
		"odds.bad.": localetest.Codes(t, "../../analysis/ev", "Code"), "bot.fault.": {validate.NotReady, validate.Stays, validate.NoGame},
	} {
		for _, code := range codes {
			if prefix+code != "odds.bad.seat" { // the command has looked at the seats before
				said(t, code, p.T(prefix+code, reported))
			}
		}
	}
	for _, code := range localetest.Codes(t, "../server/store", "Err") {
		said(t, code, strings.TrimSuffix(p.T("store."+code+".do", nil), "pg_hba.conf")) // a file, which looks like a key
	}
	for _, fault := range protocol.Faults() {
		said(t, string(fault), p.T("bot.fault."+string(fault), reported))
	}
	for _, err := range []error{rams.ErrAction, card.ErrCard, card.ErrTwo, card.ErrMany, errors.New("else")} {
		said(t, err.Error(), p.Error(err))
	}
}

// reported are the parameters of the codes of commands.
var reported = locale.Args{
	"n": 1, "want": 2, "seat": 3, "card": "As", "value": "see", "list": "pass", "said": "pass", "form": "pass", "reason": "pass", "allowed": "chratze", "steps": "1", "worlds": "1",
}

// sayRest says what hands at random and codes don't bring up.
func sayRest(t *testing.T, p *locale.Printer) {
	for _, c := range p.Glossary() {
		for _, term := range c.Terms {
			for _, tongue := range p.Tongues() {
				word, _ := p.InTongue(&term, tongue)
				said(t, term.ID, c.Title, tongue.Name, word, term.Means)
			}
		}
	}
	said(t, "ranks", p.T("tui.ranks.french", nil))
	for _, deck := range []locale.Deck{locale.Swiss, locale.German} { // package screen puts these keys together
		said(t, string(deck), p.T("tui.ranks."+string(deck), nil), p.T("tui.suits."+string(deck), nil))
	}
	for _, preset := range variant.Presets() {
		v, _ := variant.Lookup(preset)
		for _, deck := range append(locale.Decks(), p.DeckOf(preset)) {
			w := p.Words(v, deck)
			said(t, preset, p.Language(), w.Game(), w.Declarer(), w.Set(card.Jass36.Cards()), w.Card(card.Hidden), p.T("deck."+string(deck), nil), p.Listed(v), p.T("tui.ranks."+string(deck), nil))
			if deck != locale.French {
				said(t, preset, p.T("tui.suits."+string(deck), nil))
			}
		}
		table := NewTable(p, v, locale.German, locale.Francs, names[:3], 1)
		said(t, preset, table.Standings([]pot.Chips{-30, 15, 15})...)
		said(t, preset, table.Farewell(nil, nil, 20)...)
		said(t, preset, table.Farewell([]pot.Chips{5, 5, 0}, []pot.Transfer{{From: 0, To: 1, Amount: 5}, {From: 1, To: 2, Amount: 5}, {From: 2, To: 0, Amount: 5}}, -20)...)
		var lost rams.Result
		view := rams.View{Declarer: rams.Nobody, Seat: 1, Why: &rams.Reasons{End: rams.EndPlayed}}
		for seat := range 3 {
			view.Contract[seat] = rams.Joined
			view.Why.Seat[seat] = rams.Reason{Won: 1, Needed: 1, Share: rams.ShareTricks}
		}
		for _, seat := range []rams.Seat{1, 2} {
			lost.Failed[seat], lost.Penalty[seat], lost.Payout[seat] = true, 30, 10
			view.Why.Seat[seat].Debt = rams.DebtWeli
		}
		if preset == "zwicken" {
			said(t, "lost", table.Settlement(&view, &lost)...)
		}
		for k := rams.DoubleBlind; k <= rams.Price10; k++ {
			for _, seat := range []rams.Seat{0, 1} {
				said(t, k.String(), table.act(seat, k, []card.Card{0}))
			}
		}
		for k := rams.NoContract; k <= rams.SevenMuss; k++ {
			said(t, k.String(), table.Contract(k))
		}
		for _, asks := range []rams.Phase{rams.PhaseDoubleBlind, rams.PhaseBlind, rams.PhaseOpen, rams.PhasePrice, rams.PhaseBid, rams.PhaseJoin, rams.PhaseLay, rams.PhaseDrop, rams.PhaseSwap, rams.PhasePlay} {
			said(t, asks.String(), p.T("bot.phase."+asks.String(), nil))
		}
		for _, asks := range []rams.Phase{rams.PhaseBlind, rams.PhaseOpen, rams.PhaseBid, rams.PhaseJoin, rams.PhaseLay} { // of a chart
			said(t, asks.String(), p.T("chart."+asks.String(), locale.Args{"call": "weg"}), p.T("chart.text."+asks.String(), nil))
		}
	}
	for _, text := range houseRules {
		v, _ := variant.Parse(text)
		NewForm(p, p.SheetOf(v, 0))
		p.Meanings(v, locale.Swiss)
	}
	for _, m := range []locale.Money{locale.Francs, locale.Euro, locale.Points} {
		said(t, m.String(), p.Sum(m, 1), p.Sum(m, 1234567))
	}
}

// sayRules says every rule sheet and the differences of all presets.
func sayRules(t *testing.T, p *locale.Printer) {
	sheets(t, p, func(v variant.Variant, sheet string) {
		said(t, v.String(), strings.Split(strings.TrimSpace(sheet), "\n\n")...)
	})
	for _, a := range variant.Presets() {
		for _, b := range variant.Presets() {
			va, _ := variant.Lookup(a)
			vb, _ := variant.Lookup(b)
			said(t, a+" "+b, RuleDiff(p, p.SheetOf(va, 0), vb))
		}
	}
}

// Every word of every game with every deck has its meaning, once.
func TestMeanings(t *testing.T) {
	t.Parallel()
	c := locale.New()
	for _, lang := range c.Languages() {
		for _, rules := range houseRules {
			v, _ := variant.Parse(rules)
			for _, deck := range locale.Decks() {
				seen := map[string]bool{}
				for _, m := range c.For(lang).Meanings(v, deck) {
					said(t, lang+" "+rules, m.Word, m.Means)
					if seen[m.Word] {
						t.Errorf("%s, %s: %s stands twice", lang, rules, m.Word)
					}
					seen[m.Word] = true
				}
			}
		}
	}
	words := map[string]string{}
	v, _ := variant.Lookup("chratze")
	for _, m := range c.For("ja").Meanings(v, locale.Swiss) {
		words[m.Word] = m.Means
	}
	for _, word := range []string{"クラッツァー", "chratze", "metcho", "weg", "バナー", "盾", "スージー"} {
		if words[word] == "" {
			t.Errorf("%s has no meaning", word)
		}
	}
	if words["ムス"] != "" || words["ヴェリ"] != "" {
		t.Error("words of another game")
	}
}
