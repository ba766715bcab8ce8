package variant

import (
	"unicode/utf8"

	"chratze/internal/jsonscan"
)

// AppendJSON appends the variant as docs/rams-hand.md wants it in "rules":
// {"preset":"chratze","ante":50,"susi":"forced"}, with only the options that
// differ from the preset, amounts as numbers, all else as strings.
func (v Variant) AppendJSON(b []byte) []byte {
	b = append(b, `{"preset":"`...)
	b = append(b, v.Preset()...)
	b = append(b, '"')
	for _, kv := range v.Keys() {
		b = append(b, `,"`...)
		b = append(b, kv.Key...)
		b = append(b, `":`...)
		if lookup(kv.Key).kind == Amount {
			b = append(b, kv.Value...)
			continue
		}
		b = append(b, '"')
		b = append(b, kv.Value...)
		b = append(b, '"')
	}
	return append(b, '}')
}

// MarshalJSON returns what AppendJSON appends.
func (v Variant) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil), nil }

// UnmarshalJSON reads what [ParseJSON] reads.
func (v *Variant) UnmarshalJSON(data []byte) (err error) {
	*v, err = ParseJSON(data)
	return err
}

// ParseJSON reads an object such as AppendJSON writes. The keys may be in any order,
// and options may have their preset's value. The error is an *[Error].
func ParseJSON(data []byte) (Variant, error) {
	if !utf8.Valid(data) {
		return Variant{}, notJSON(data)
	}
	p := jsonscan.Scanner{Text: string(data)}
	name, keys := "", []KeyValue(nil)
	presets := 0
	for n := p.Enter('{', "an object"); p.More('}', &n); {
		key := p.Key()
		amount := p.Peek() != '"'
		value := ""
		if amount {
			value = p.Numeral()
		} else {
			value = p.Quoted()
		}
		if p.Fault != nil {
			break
		}
		if key == "preset" {
			name = value
			presets++
		} else {
			keys = append(keys, KeyValue{key, value})
		}
		if o := lookup(key); amount != (o != nil && o.kind == Amount) && (o != nil || key == "preset") {
			return Variant{}, &Error{Code: CodeType, Preset: name, Option: key, Value: value}
		}
	}
	switch {
	case !p.End():
		return Variant{}, notJSON(data)
	case presets > 1:
		return Variant{}, &Error{Code: CodeTwice, Option: "preset", Value: name}
	}
	return FromKeys(name, keys)
}

func notJSON(data []byte) error {
	return &Error{Code: CodeSyntax, Value: string(data[:min(len(data), 80)])}
}
