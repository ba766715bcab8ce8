package variant_test

import (
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"chratze/variant"
)

var update = flag.Bool("update", false, "write the golden files anew")

// samples are the values tried for an option: all words, wrong words, and the
// amounts around the bounds.
func samples(o variant.Option) []string {
	if o.Kind == variant.Amount {
		return []string{"-1", "0", "1", "5", "20", "255", "256", "1000000000000000", "1000000000000001", "020", "1e3", ""}
	}
	return append(append([]string(nil), o.Values...), "maybe", "")
}

// TestEveryValueOfEveryOption holds a table of each preset with each option at
// each value: accepted, with the text of the variant, or refused, with the code.
// The table was read through against docs/rules.md 4 and 5.
func TestEveryValueOfEveryOption(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, name := range variant.Presets() {
		preset, _ := variant.Lookup(name)
		b.WriteString("\n" + name + "\n")
		for _, o := range preset.Options() {
			for _, value := range samples(o) {
				b.WriteString("  " + o.Key + "=" + value + ": ")
				v, err := variant.FromKeys(name, []variant.KeyValue{{Key: o.Key, Value: value}})
				var e *variant.Error
				switch {
				case errors.As(err, &e):
					b.WriteString("refused " + e.Code + " " + e.Option)
					if len(e.Allowed) > 0 {
						b.WriteString(" allowed " + strings.Join(e.Allowed, "|"))
					}
				case err != nil:
					t.Fatalf("%s,%s=%s: %T, want *variant.Error", name, o.Key, value, err)
				default:
					b.WriteString(v.String())
				}
				b.WriteByte('\n')
			}
		}
	}
	golden(t, "testdata/options.golden", b.String())
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs: see with -update and git diff\n%s", file, firstDifference(got, string(want)))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return " got " + g[i] + "\nwant " + w[i]
		}
	}
	return "one is longer"
}
