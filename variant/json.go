package variant

import (
	"strconv"
	"strings"
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

// UnmarshalJSON reads what ParseJSON reads.
func (v *Variant) UnmarshalJSON(data []byte) (err error) {
	*v, err = ParseJSON(data)
	return err
}

// ParseJSON reads an object such as AppendJSON writes; the keys may stand in any
// order, and options may be given their preset's value. The error is an *Error.
func ParseJSON(data []byte) (Variant, error) {
	p := scanner{rest: data}
	name, keys := "", []KeyValue(nil)
	presets := 0
	p.space()
	p.want('{')
	for more := !p.try('}'); more && !p.bad; {
		key := p.text()
		p.space()
		p.want(':')
		p.space()
		value, number := p.value()
		if p.bad {
			break
		}
		if key == "preset" {
			name = value
			presets++
		} else {
			keys = append(keys, KeyValue{key, value})
		}
		if o := lookup(key); number != (o != nil && o.kind == Amount) && (o != nil || key == "preset") {
			return Variant{}, &Error{Code: CodeType, Preset: name, Option: key, Value: value}
		}
		p.space()
		if more = p.try(','); more {
			p.space()
		} else {
			p.want('}')
		}
	}
	p.space()
	switch {
	case p.bad || len(p.rest) != 0:
		return Variant{}, &Error{Code: CodeSyntax, Value: string(data[:min(len(data), 80)])}
	case presets > 1:
		return Variant{}, &Error{Code: CodeTwice, Option: "preset", Value: name}
	}
	return FromKeys(name, keys)
}

// scanner reads JSON, as far as variants need it. Once bad it stays bad.
type scanner struct {
	rest []byte
	bad  bool
}

func (p *scanner) space() {
	for len(p.rest) > 0 && strings.IndexByte(" \t\r\n", p.rest[0]) >= 0 {
		p.rest = p.rest[1:]
	}
}

// try moves behind c if it comes next, and behind the space after it.
func (p *scanner) try(c byte) bool {
	if p.bad || len(p.rest) == 0 || p.rest[0] != c {
		return false
	}
	p.rest = p.rest[1:]
	p.space()
	return true
}

func (p *scanner) want(c byte) {
	if !p.try(c) {
		p.bad = true
	}
}

// value reads a string or a number.
func (p *scanner) value() (value string, number bool) {
	if len(p.rest) > 0 && p.rest[0] == '"' {
		return p.text(), false
	}
	n := 0
	for n < len(p.rest) && strings.IndexByte("+-.0123456789eE", p.rest[n]) >= 0 {
		n++
	}
	value = string(p.rest[:n])
	p.rest = p.rest[n:]
	p.bad = p.bad || n == 0
	return value, true
}

// text reads a string. A character that no key and no word has may come out as
// another such character.
func (p *scanner) text() string {
	if len(p.rest) == 0 || p.rest[0] != '"' {
		p.bad = true
		return ""
	}
	var b []byte
	for i := 1; i < len(p.rest); i++ {
		switch c := p.rest[i]; {
		case c == '"':
			p.rest = p.rest[i+1:]
			return string(b)
		case c < ' ':
			p.bad = true
			return ""
		case c != '\\':
			b = append(b, c)
		default:
			n := 0
			b, n = escape(b, p.rest[i+1:])
			if n == 0 {
				p.bad = true
				return ""
			}
			i += n
		}
	}
	p.bad = true
	return ""
}

// escape appends the character that is escaped in front of s, and returns how
// many bytes of s it takes; 0 if there is none.
func escape(b, s []byte) ([]byte, int) {
	if len(s) == 0 {
		return b, 0
	}
	if i := strings.IndexByte(`"\/bfnrt`, s[0]); i >= 0 {
		return append(b, "\"\\/\b\f\n\r\t"[i]), 1
	}
	if s[0] != 'u' || len(s) < 5 {
		return b, 0
	}
	code, err := strconv.ParseUint(string(s[1:5]), 16, 16)
	if err != nil {
		return b, 0
	}
	return append(b, string(rune(code))...), 5
}
