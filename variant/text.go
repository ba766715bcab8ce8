package variant

import "strings"

// Parse reads a preset with the options that differ, "chratze" or
// "chratze,susi=forced,ante=50", in any order, each once. The error is an
// *[Error].
func Parse(text string) (Variant, error) {
	name, rest, more := strings.Cut(text, ",")
	var keys []KeyValue
	for more {
		var item string
		item, rest, more = strings.Cut(rest, ",")
		key, value, ok := strings.Cut(item, "=")
		if !ok {
			return Variant{}, &Error{Code: CodeSyntax, Preset: name, Option: key, Value: item}
		}
		keys = append(keys, KeyValue{key, value})
	}
	return FromKeys(name, keys)
}

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
