package playing

import (
	"strings"
	"testing"
)

// TestReadChair: a code and a secret are found in what a messenger, a mail or a sentence puts
// around them, and nothing else is taken for one.
func TestReadChair(t *testing.T) {
	t.Parallel()
	const server, code, secret = "http://localhost:8080", "7K2M9XAB", "hG0xW2vbn1eV3kS4q5Tz7A"
	for text, want := range map[string]Chair{
		"7K2M9XAB": {server, code, "", ""}, "7k2m-9xab": {server, code, "", ""}, " 7K2M 9XAB. ": {server, code, "", ""}, "(7K2M\u20119XAB)": {server, code, "", ""},
		"Come and play together: 7K2M-9XAB!": {server, code, "", ""}, "コードは「7K2M9XAB」です": {server, code, "", ""}, "7K2M9XA\uff22": {server, code, "", ""},
		"https://k.example/#7K2M9XAB": {"https://k.example", code, "", ""}, "https://k.example/sub/#7K2M9XAB.": {"https://k.example/sub", code, "", ""},
		"https://k.example/%237K2M9XAB": {"https://k.example", code, "", ""}, "https://k.example/#7K2M9XAB%": {"https://k.example", code, "", ""},
		"<https://k.example/#7K2M9XAB>": {"https://k.example", code, "", ""}, "[table](https://k.example/#7K2M9XAB)": {"https://k.example", code, "", ""},
		"Play with us tonight: https://k.example/#7K2M9XAB, at 8": {"https://k.example", code, "", ""}, "„https://k.example/#7K2M9XAB“": {"https://k.example", code, "", ""},
		"https://k.example/t/17#hG0xW2vbn1eV3kS4q5Tz7A.": {"https://k.example", "", "17", secret}, "https://k.example/t/17/hG0xW2vbn1eV3kS4q5Tz7A)": {"https://k.example", "", "17", secret},
		"https://k.example/t/17%23hG0xW2vbn1eV3kS4q5Tz7A": {"https://k.example", "", "17", secret}, "https://k.example/t/17#hG0xW2vbn1eV3kS4q5Tz7Aa-b_c1…": {"https://k.example", "", "17", secret + "a-b_c1"},
		"https://k.example/t/17%2523hG0xW2vbn1eV3kS4q5Tz7A>": {"https://k.example", "", "17", secret}, "https://k.example/t/17&#35;hG0xW2vbn1eV3kS4q5Tz7A": {"https://k.example", "", "17", secret},
		"https://k.example/t/17#hG0xW2vbn1e=\r\nV3kS4q5Tz7A": {"https://k.example", "", "17", secret}, "https://k.example/t/17＃hG0xW2vbn1eV3kS4q5Tz7A。": {"https://k.example", "", "17", secret},
		"https://k.example/t/17#7K2M9XAB": {"https://k.example", code, "", ""}, "https://k.example/t/17.": {"https://k.example", "", "17", ""},
	} {
		if got, ok := ReadChair(text, server+"/"); !ok || got != want {
			t.Errorf("%q is %v %+v, want %+v", text, ok, got, want)
		}
	}
	if got, _ := ReadChair("7K2M9XAB", "k.example/"); got.Server != "https://k.example" {
		t.Errorf("a server without a scheme is %+v", got)
	}
	for _, text := range []string{"", "hello", "nowhere", "https://", "https://k.example", "https://k.example/#", "ftp://k.example/x", "come/with#me", "https://%zz/#" + strings.Repeat("x", 9)} {
		if got, ok := ReadChair(text, server); ok {
			t.Errorf("%q is taken for %+v", text, got)
		}
	}
}
