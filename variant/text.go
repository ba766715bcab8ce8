package variant

import (
	"slices"
	"strings"
)

// Parse reads a preset with the options that differ, "chratze" or "chratze,susi=forced,ante=50", in any order, each once; or in
// place of a preset a game of [Named]. The error is an *[Error].
func Parse(text string) (Variant, error) {
	name, rest, more := strings.Cut(text, ",")
	keys, err := readKeys(name, rest, more)
	if err != nil {
		return Variant{}, err
	}
	for _, game := range named {
		if game.Name != name {
			continue
		}
		preset, options, _ := strings.Cut(game.Rules, ",")
		own, _ := readKeys(preset, options, true)
		for _, kv := range own {
			if !given(keys, kv.Key) {
				keys = append(keys, kv)
			}
		}
		return FromKeys(preset, keys)
	}
	return FromKeys(name, keys)
}

// readKeys reads the options behind the name of a game.
func readKeys(name, options string, more bool) (keys []KeyValue, err error) {
	for more {
		var item string
		item, options, more = strings.Cut(options, ",")
		key, value, ok := strings.Cut(item, "=")
		if !ok {
			return nil, &Error{Code: CodeSyntax, Preset: name, Option: key, Value: item}
		}
		keys = append(keys, KeyValue{key, value})
	}
	return keys, nil
}

// NamedGame is a game of its own name that is a preset with house rules.
type NamedGame struct{ Name, Rules string }

// named are the games that need no row: all they differ in are options (docs/rules.md 4.5).
//
//lattice:table
var named = [...]NamedGame{
	{"rams-tokens", "rams,score=down,goal=5,back=5,penalty=0,prizes=1"},
	{"schnalzen", "rams,pack=weli33,all_play=ten,spare=no,rob=no,score=down,goal=20,back=5,penalty=0"},
}

// Named returns the games that are a preset with house rules, by their names.
func Named() []NamedGame { return slices.Clone(named[:]) }

// Keys returns the options that differ from the preset, in the order of the
// option table.
func (v Variant) Keys() (keys []KeyValue) {
	if v.preset == nil {
		return nil
	}
	for i := range options {
		o := &options[i]
		if o.meaningful(&v.rules) && o.of.get(&v.rules) != o.of.get(&v.preset.rules) {
			keys = append(keys, KeyValue{o.key, o.text(&v.rules)})
		}
	}
	return keys
}

// String returns the text that Parse reads: the preset and only what differs.
func (v Variant) String() string { return string(v.AppendTo(nil)) }

// AppendTo appends what String returns.
func (v Variant) AppendTo(b []byte) []byte {
	b = append(b, v.Preset()...)
	for _, kv := range v.Keys() {
		b = append(b, ',')
		b = append(b, kv.Key...)
		b = append(b, '=')
		b = append(b, kv.Value...)
	}
	return b
}

// UnmarshalText reads what Parse reads, so that a Variant can be a flag.
func (v *Variant) UnmarshalText(text []byte) (err error) {
	*v, err = Parse(string(text))
	return err
}

// MarshalText returns what String returns.
func (v Variant) MarshalText() ([]byte, error) { return v.AppendTo(nil), nil }
