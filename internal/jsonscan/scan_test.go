package jsonscan_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"chratze/internal/jsonscan"
)

// reads reports whether a text is one value.
func reads(text string) bool {
	s := jsonscan.Scanner{Text: text}
	s.Raw()
	return s.End()
}

// TestValid compares with encoding/json: sound texts, and what becomes of them if a byte changes.
func TestValid(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	const bytes = "\"\\{}[]:,0159-+.eEutfn \x00\x1f\u00fc"
	for _, text := range []string{
		`{"a":[1,-2.5e+3,0,true,false,null],"b":{"c":"d\"\\\n\u00fc"},"":""}`, `[]`, ` { } `, `"Röseli 😀 \ud83d\ude00"`, `-0.1E-7`, `[[["x"]],{"y":[{}]}]`,
	} {
		if !reads(text) {
			t.Errorf("%s is refused", text)
		}
		for range 3000 {
			b := []byte(text)
			at := rng.IntN(len(b))
			switch rng.IntN(3) {
			case 0:
				b[at] = bytes[rng.IntN(len(bytes))]
			case 1:
				b = append(b[:at], b[at+1:]...)
			default:
				b = b[:at]
			}
			changed := string(b)
			half := strings.Contains(changed, `\ud83d`) || strings.Contains(changed, `\ude00`) // encoding/json lets half a character pass
			if utf8.Valid(b) && !half && reads(changed) != json.Valid(b) {
				t.Errorf("%q: %v, by encoding/json %v", changed, reads(changed), json.Valid(b))
			}
		}
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	number := func(s *jsonscan.Scanner) { s.Number(100) }
	quoted := func(s *jsonscan.Scanner) { s.Quoted() }
	raw := func(s *jsonscan.Scanner) { s.Raw() }
	for _, tt := range []struct {
		text string
		read func(*jsonscan.Scanner)
		code string
		at   int
	}{
		{"100", number, "", 3}, {"101", number, jsonscan.Number, 2}, {"-1", number, jsonscan.Number, 0}, {"1.5", number, jsonscan.Number, 1}, {"01", number, jsonscan.Syntax, 1},
		{"true", number, jsonscan.Type, 0}, {"", number, jsonscan.Truncated, 0}, {`"x`, quoted, jsonscan.Truncated, 2}, {"\"\t\"", quoted, jsonscan.Syntax, 1},
		{`"\ud83d"`, quoted, jsonscan.UTF8, 7}, {`"\x"`, quoted, jsonscan.Syntax, 2}, {"[1 2]", raw, jsonscan.Syntax, 3}, {strings.Repeat("[", 70), raw, jsonscan.Depth, 64},
	} {
		s := jsonscan.Scanner{Text: tt.text, Item: 3, Field: "f"}
		tt.read(&s)
		switch f := s.Fault; {
		case tt.code == "" && f != nil:
			t.Errorf("%s: %+v", tt.text, f)
		case tt.code != "" && (f == nil || f.Code != tt.code || f.Item != 3 || f.Field != "f"):
			t.Errorf("%s: %+v, want %s", tt.text, f, tt.code)
		case s.At != tt.at:
			t.Errorf("%s: at %d, want %d", tt.text, s.At, tt.at)
		}
	}
}

func TestAppendString(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "Röseli 😀\u2028": "Röseli 😀\u2028", "\"\\\x00\x1f\x7f</script>": "\"\\\x00\x1f\x7f</script>", "a\xffb\xf0\x9f": "a\ufffdb\ufffd\ufffd",
	} {
		b := jsonscan.AppendString(nil, text)
		s := jsonscan.Scanner{Text: string(b)}
		var got string
		if err := json.Unmarshal(b, &got); err != nil || got != want || s.Quoted() != want || !s.End() {
			t.Errorf("%q is written as %s: %v", text, b, err)
		}
	}
}
