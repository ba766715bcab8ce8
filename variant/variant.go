// Package variant names the games and their house rules: the presets of docs/rules.md
// 4 and 5, and every option a table may change.
//
// A [Variant] is a preset and the options that differ from it. Its text is the preset and
// these options, "chratze" or "chratze,ante=50,susi=forced", always in
// the order of the option table, so that equal variants have equal texts. Anything
// without a meaning is rejected, never ignored: unknown keys, wrong values, options
// that can't be combined. The errors are of type *[Error], with codes instead of
// prose, so that they can be translated.
//
//	v, err := variant.Parse("chratze,susi=forced")
//	game, err := v.Game(4) // *rams.Game
//
// House rules in TOML files are read by package rulesfile.
package variant

import (
	"chratze/pot"
	"chratze/rams"
	"slices"
)

// Variant is a preset and the options that differ from it: a comparable value.
// The zero Variant isn't a game; its method Game returns an error.
type Variant struct {
	preset *preset
	rules  rams.Rules
}

// KeyValue is one option and its value, both as docs/rules.md 4 spells them.
type KeyValue struct{ Key, Value string }

// Presets returns the names of the presets.
func Presets() []string {
	names := make([]string, len(presets))
	for i := range presets {
		names[i] = presets[i].name
	}
	return names
}

// Lookup returns a preset as it is, and whether there is one of this name.
func Lookup(name string) (Variant, bool) {
	p := find(name)
	if p == nil {
		return Variant{}, false
	}
	return Variant{p, p.rules}, true
}

// Source returns which text a preset follows: D, E, J or K as in docs/rules.md, or house or public
// for a game that none of them describes.
func (v Variant) Source() string { return v.preset.source }

// Default returns the preset chratze.
func Default() Variant { return Variant{&presets[0], presets[0].rules} }

// FromKeys returns a preset with changed options, in any order. An option may
// also be given its preset's value. The error is an *[Error].
func FromKeys(name string, keys []KeyValue) (Variant, error) {
	v, ok := Lookup(name)
	if !ok {
		return Variant{}, &Error{Code: CodePreset, Option: "preset", Value: name, Allowed: Presets()}
	}
	if err := v.set(keys); err != nil {
		return Variant{}, err
	}
	return v, nil
}

// With returns v with further options changed; they may take back changes of v.
// The error is an *[Error].
func (v Variant) With(keys ...KeyValue) (Variant, error) {
	all := append([]KeyValue(nil), keys...)
	for _, kv := range v.Keys() {
		if !given(keys, kv.Key) {
			all = append(all, kv)
		}
	}
	return FromKeys(v.Preset(), all)
}

// In returns v as it is played for money of this kind (docs/rules.md 4, coin): unless a house rule names a larger
// coin, shares are in the smallest one there is. The error is an *[Error] with CodeCoin: an amount can't be
// paid in such coins.
func (v Variant) In(m pot.Money) (Variant, error) {
	least := int64(m.Coin())
	for i := range options {
		o := &options[i]
		n := o.of.get(&v.rules)
		if o.bounds[1] != maxAmount || n%least == 0 || !o.meaningful(&v.rules) || n == 1 && (o.key == "coin" || o.key == "round_up") {
			continue
		}
		return Variant{}, &Error{Code: CodeCoin, Preset: v.Preset(), Option: o.key, Value: o.text(&v.rules), Least: least, Needs: m.String()}
	}
	if v.rules.Coin == 1 {
		v.rules.Coin = m.Coin()
	}
	return v, nil
}

func given(keys []KeyValue, key string) bool {
	for _, kv := range keys {
		if kv.Key == key {
			return true
		}
	}
	return false
}

// set changes options and checks the whole.
func (v *Variant) set(keys []KeyValue) error {
	for i, kv := range keys {
		o := lookup(kv.Key)
		for _, word := range [...]string{kv.Key, kv.Value} {
			if place := unbuilt[word]; place != "" {
				return &Error{Code: CodeUnbuilt, Preset: v.Preset(), Option: kv.Key, Value: word, Needs: place}
			}
		}
		if o == nil {
			return &Error{Code: CodeUnknown, Preset: v.Preset(), Option: kv.Key, Value: kv.Value, Allowed: keyNames()}
		}
		if given(keys[:i], kv.Key) {
			return &Error{Code: CodeTwice, Preset: v.Preset(), Option: kv.Key, Value: kv.Value}
		}
		n, ok := o.parse(kv.Value)
		if !ok {
			code := CodeValue
			if o.kind == Amount {
				code = CodeAmount
			}
			return &Error{Code: code, Preset: v.Preset(), Option: kv.Key, Value: kv.Value,
				Allowed: o.values(), Least: o.bounds[0], Most: o.bounds[1]}
		}
		o.of.set(&v.rules, n)
	}
	v.rules.Weli = v.preset.weli(&v.rules)
	if next := lookup("next_ante"); !next.meaningful(&v.rules) && !given(keys, next.key) {
		v.rules.NextAnte = rams.NextAnteAll // none to spare
	}
	for _, kv := range keys {
		if o := lookup(kv.Key); !o.meaningful(&v.rules) {
			return &Error{Code: CodeIdle, Preset: v.Preset(), Option: kv.Key, Value: kv.Value, Needs: o.needs}
		}
	}
	seats := int(v.rules.MinSeats)
	if err := v.rules.Check(seats); err != nil {
		return v.conflict(err, seats)
	}
	return nil
}

func keyNames() []string {
	names := make([]string, len(options))
	for i := range options {
		names[i] = options[i].key
	}
	return names
}

// Choices returns the keys of the options that can be chosen, or were: amounts that have a meaning, those that differ from the
// preset, and those with another value that goes with the rest.
func (v Variant) Choices() (keys []string) {
	for _, o := range v.Options() {
		other := func(value string) bool {
			_, err := v.With(KeyValue{Key: o.Key, Value: value})
			return err == nil && value != o.Value
		}
		if o.Changed() || o.Meaning && (o.Kind == Amount || slices.ContainsFunc(o.Values, other)) {
			keys = append(keys, o.Key)
		}
	}
	return keys
}

// Preset returns the preset's name.
func (v Variant) Preset() string {
	if v.preset == nil {
		return ""
	}
	return v.preset.name
}

// Rules returns the rules for the kernel.
func (v Variant) Rules() rams.Rules { return v.rules }

// Seats returns how many seats the game has at least and at most; house rules
// may leave fewer, which Game says.
func (v Variant) Seats() (least, most int) { return int(v.rules.MinSeats), int(v.rules.MaxSeats) }

// Best returns the numbers of seats the game is best with.
func (v Variant) Best() (least, most int) {
	if v.preset == nil {
		return 0, 0
	}
	return int(v.preset.best[0]), int(v.preset.best[1])
}

// Limit returns the limit of the pot (pot_cap) that a new table is offered first, in Rappen, and whether it is that of
// the game's texts; 0: a race has none.
func (v Variant) Limit() (most pot.Chips, printed bool) {
	if v.rules.Races() {
		return 0, false
	}
	antes, printed := limits[v.Preset()]
	if !printed {
		antes = usualLimit
	}
	return antes * v.rules.Ante, printed
}

// Limited returns v with the limit of its pot that is offered first.
func (v Variant) Limited() Variant {
	if most, _ := v.Limit(); most > 0 {
		v.rules.PotCap = most
	}
	return v
}

// usualSeats is how many play if nothing else is said.
const usualSeats = 4

// Usual returns the default number of seats: 4, or the nearest number that the game is best
// with.
func (v Variant) Usual() int {
	least, most := v.Best()
	return max(least, min(usualSeats, most))
}

// Game returns the kernel's game for this number of seats. The error is an *[Error].
func (v Variant) Game(seats int) (*rams.Game, error) {
	if v.preset == nil {
		return nil, &Error{Code: CodePreset, Option: "preset", Allowed: Presets()}
	}
	g, err := rams.NewGame(v.rules, seats)
	if err != nil {
		return nil, v.conflict(err, seats)
	}
	return g, nil
}

// Option is an option with its value in a variant.
type Option struct {
	Key     string
	Kind    Kind
	Values  []string // of an Enum or YesNo, in the order of docs/rules.md 4
	Least   int64    // of an Amount
	Most    int64
	Value   string // in this variant
	Default string // in its preset
	Meaning bool   // whether the option has a meaning in this variant; if not it can't be given
	Ours    bool   // the option has a meaning, and its Mark is Ours
	Source  string // the text that the preset follows: D, E, J, K, house or public
	Mark    Mark   // where the preset's value comes from
	Texts   string // the texts that state it, see Source
}

// Changed reports whether the variant differs here from its preset.
func (o Option) Changed() bool { return o.Meaning && o.Value != o.Default }

// Options returns all options in the order of the option table.
func (v Variant) Options() []Option {
	if v.preset == nil {
		return nil
	}
	list := make([]Option, len(options))
	for i := range options {
		list[i] = v.option(&options[i])
	}
	return list
}

// Option returns the option with this key, and whether there is one.
func (v Variant) Option(key string) (Option, bool) {
	o := lookup(key)
	if o == nil || v.preset == nil {
		return Option{}, false
	}
	return v.option(o), true
}

func (v Variant) option(o *option) Option {
	source, _ := v.SourceOf(o.key)
	return Option{
		Key: o.key, Kind: o.kind, Values: o.values(), Least: o.bounds[0], Most: o.bounds[1],
		Value: o.text(&v.rules), Default: o.text(&v.preset.rules), Meaning: o.meaningful(&v.rules),
		Ours: o.meaningful(&v.rules) && source.Mark == Ours, Source: v.preset.source, Mark: source.Mark, Texts: source.Texts,
	}
}

// Difference is an option in which two variants differ. A value is empty where
// the option has no meaning.
type Difference struct{ Key, A, B string }

// Diff returns the options in which two variants differ, in the order of the
// option table. Variants of different presets may also differ in what isn't an
// option (docs/rules.md 4).
func Diff(a, b Variant) (list []Difference) {
	for i := range options {
		o := &options[i]
		d := Difference{Key: o.key}
		if a.preset != nil && o.meaningful(&a.rules) {
			d.A = o.text(&a.rules)
		}
		if b.preset != nil && o.meaningful(&b.rules) {
			d.B = o.text(&b.rules)
		}
		if d.A != d.B {
			list = append(list, d)
		}
	}
	return list
}
