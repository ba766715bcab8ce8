package wording

import (
	"errors"
	"maps"

	"chratze/internal/locale"
	"chratze/rams"
	"chratze/variant"
)

// Form is what a page needs for choosing house rules: every option that has a meaning under the
// present rules, in one language.
type Form struct {
	Lang   string      `json:"lang"`
	Rules  string      `json:"rules"` // the present rules, such as "chratze,susi=forced"
	Preset string      `json:"preset"`
	Game   string      `json:"game"`
	Seats  [2]int      `json:"seats"` // fewest and most
	Best   [2]int      `json:"best"`
	Deck   locale.Deck `json:"deck"`
	Money  string      `json:"money"`
	Groups []Group     `json:"groups"`
}

// Group is a group of related options.
type Group struct {
	Key     string   `json:"key"`
	Name    string   `json:"name"`
	Options []Option `json:"options"`
}

// Option is a house rule and its meaning.
type Option struct {
	Key     string  `json:"key"`
	Kind    string  `json:"kind"`           // enum, yesno or amount
	Unit    string  `json:"unit,omitempty"` // of an amount: money or count
	Name    string  `json:"name"`
	Means   string  `json:"means"` // a sentence
	Value   string  `json:"value"`
	Default string  `json:"default"` // the preset's value
	Ours    bool    `json:"ours"`    // no text states the default
	Least   int64   `json:"least"`   // smallest amount
	Most    int64   `json:"most"`
	Values  []Value `json:"values,omitempty"`
	Texts   []Text  `json:"texts"` // what each text says
}

// Value is a value of an option and its meaning.
type Value struct {
	Value   string `json:"value"`
	Name    string `json:"name"`
	Means   string `json:"means"`
	Refused string `json:"refused,omitempty"` // why it conflicts with other options
}

// Text is what one of the source texts says about an option.
type Text struct {
	Source string `json:"source"` // D, E, J or K (docs/rules.md)
	Name   string `json:"name"`
	Value  string `json:"value"`
	Says   string `json:"says"`
	Ours   bool   `json:"ours"` // the text itself doesn't state it
}

// groups are the options by topic.
//
//lattice:table
var groups = [...]struct {
	key     string
	options []string
}{
	{"pot", []string{"ante", "antes", "next_ante", "split", "tie", "round_up", "coin", "remainder", "price", "penalty", "penalty_cap", "pot_cap", "score", "goal", "back", "prizes", "prize_fine", "muss_payout", "seven_muss_payout", "seven_lost"}},
	{"deal", []string{"pack", "deal", "trump", "cut", "blind", "double_blind", "forced_deal", "all_play", "dealer_plays", "spare"}},
	{"auction", []string{"bids", "weiter_oder", "no_open", "deals", "join_order", "susi", "last_word", "dealer_trump"}},
	{"exchange", []string{"exchange", "exchange_max", "surplus", "rob", "six_swap"}},
	{"play", []string{"void", "ruff_anytime", "head", "must_lead", "three_jacks", "seven_top"}},
}

// NewForm returns the form for the present house rules of a sheet.
func NewForm(p *locale.Printer, s locale.Sheet) Form {
	v, w := s.Variant, newWriter(p, s)
	f := Form{Lang: p.Lang(), Rules: v.String(), Preset: v.Preset(), Game: w.Game(), Deck: w.sheet.Deck, Money: w.sheet.Money.String()}
	f.Seats[0], f.Seats[1] = v.Seats()
	f.Best[0], f.Best[1] = v.Best()
	for _, g := range groups {
		group := Group{Key: g.key, Name: p.T("form.group."+g.key, nil)}
		for _, key := range g.options {
			if o := w.options[key]; o.Meaning {
				group.Options = append(group.Options, w.formOption(o))
			}
		}
		if len(group.Options) > 0 {
			f.Groups = append(f.Groups, group)
		}
	}
	return f
}

func (w *writer) formOption(o variant.Option) Option {
	out := Option{
		Key: o.Key, Kind: o.Kind.String(), Name: w.T("option."+o.Key, nil), Means: w.T("house."+o.Key, nil),
		Value: o.Value, Default: o.Default, Ours: o.Ours, Least: o.Least, Most: o.Most,
	}
	if o.Kind == variant.Amount {
		out.Unit = "money"
		if counts(o.Key) {
			out.Unit = "count"
		}
	}
	for _, value := range o.Values {
		one, with := Value{Value: value, Name: w.value(o, value)}, w
		if v, err := w.sheet.Variant.With(variant.KeyValue{Key: o.Key, Value: value}); err != nil {
			one.Refused = w.reason(err)
		} else {
			s := w.sheet
			s.Variant = v
			with = newWriter(w.Printer, s)
		}
		one.Means = with.means(o.Key, value)
		out.Values = append(out.Values, one)
	}
	for _, preset := range variant.Presets() {
		v, _ := variant.Lookup(preset)
		if t, _ := v.Option(o.Key); t.Meaning && len(v.Source()) == 1 { // a text of docs/rules.md
			out.Texts = append(out.Texts, Text{v.Source(), w.T("source."+v.Source(), nil), t.Value, w.value(o, t.Value), t.Mark == variant.Ours || t.Mark == variant.Elsewhere})
		}
	}
	return out
}

// reason says why a value of an option doesn't go with the others, which the form shows beside it.
func (w *writer) reason(err error) string {
	if c, ok := errors.AsType[*rams.Conflict](err); ok {
		if plain := "form.conflict." + c.Code; w.Has(plain) { // a form has no codes of options
			return w.T(plain, nil)
		}
		return w.Conflict(c)
	}
	return w.Printer.Error(err)
}

// means explains a value of an option in one sentence.
func (w *writer) means(key, value string) string {
	args := maps.Clone(w.args)
	if args["weli"] == "" {
		args["weli"] = w.Weli()
	}
	for _, full := range [...]string{"form." + key + "." + value, "sheet." + key + "." + value} {
		if w.Has(full) {
			return w.T(full, args)
		}
	}
	return ""
}
