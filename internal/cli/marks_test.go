package cli

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

// TestMarks: programs of Windows put a byte order mark before a text. It is read as without the
// mark, from a file and from a pipe, and a text in UTF-16 is called that.
func TestMarks(t *testing.T) {
	t.Parallel()
	made := filepath.Join(t.TempDir(), "hands.jsonl")
	var said bytes.Buffer
	if code := run([]string{"sim", "--hands", "2", "--seed", "1", "--history", made}, strings.NewReader(""), &said, &said); code != 0 {
		t.Fatalf("sim: %d %s", code, said.String())
	}
	hands, err := os.ReadFile(made)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text string
		args []string // the last is before the file
		pipe bool
		fail string // in the message, for a text that fails all the same
	}{
		{"kasse 1\nseats a b c\na 2! b 1 c\n", []string{"kasse", "--json"}, true, ""},
		{string(hands), []string{"replay", "--check"}, true, ""},
		{string(hands), []string{"review", "--json", "--worlds", "64", "--seat", "0"}, true, ""},
		{string(hands), []string{"verify"}, true, ""},
		{"preset = \"chratze\"\nante = 50\n", []string{"rules", "--json"}, false, ""},
		{"preset = \"chratze\"\nante = 50\n", []string{"settle", "--pot", "150", "--joiners", "2,1,0", "--declarer", "1", "--rules"}, false, ""},
		{"nonsense = 1\n", []string{"serve", "--config"}, false, "nonsense"},
	} {
		path := filepath.Join(t.TempDir(), "a.toml")
		ask := func(text, name string) (string, int) {
			t.Helper()
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			code := run(append(append([]string{}, c.args...), name), strings.NewReader(text), &out, &out)
			return out.String(), code
		}
		names := []string{path}
		if c.pipe {
			names = append(names, "-")
		}
		for _, name := range names {
			want, code := ask(c.text, name)
			refused := exitMisuse
			if c.args[0] == "serve" {
				refused = exitConfig
			}
			if got, marked := ask("\ufeff"+c.text, name); got != want || marked != code || !strings.Contains(got, c.fail) {
				t.Errorf("%v %s with a mark: %d %s, want %d %s", c.args, name, marked, got, code, want)
			}
			for _, text := range []string{wide(t, binary.LittleEndian, "\ufeff"+c.text), wide(t, binary.BigEndian, "\ufeff"+c.text), wide(t, binary.LittleEndian, c.text)} {
				if got, code := ask(text, name); code != refused || !strings.Contains(got, "UTF-16") {
					t.Errorf("%v %s in UTF-16: %d, want %d: %s", c.args, name, code, refused, got)
				}
			}
		}
	}
}

// wide returns a text in UTF-16.
func wide(t *testing.T, order binary.AppendByteOrder, text string) string {
	t.Helper()
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, u)
	}
	return string(b)
}
