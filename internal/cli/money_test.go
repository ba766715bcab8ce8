package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/locale/localetest"
)

// moneyed are the commands that print what a table plays for. FILE is a hand of each game, EVENING an evening of the
// cash desk, PAGE a page that is written.
//
//lattice:table
var moneyed = []struct {
	args  string
	stdin string
}{
	{"play --plain --seed 5 --hands 2 --bots random --data DIR", strings.Repeat("?\np\nw\ns\nr\n\n", 60)},
	{"play --plain --rules kratzen --seed 6 --hands 2 --bots random --data DIR", strings.Repeat("?\n\n", 120)},
	{"settle --pot 1000 --declarer 1 --joiners 2,1,0", ""},
	{"settle --rules chratze,round_up=20 --seats 2 --pot 40 --declarer 3 --joiners 1", ""},
	{"rules chratze", ""}, {"rules kratzen --seats 5", ""}, {"rules chratze,penalty_cap=500 --diff zwicken", ""}, {"rules zwicken --html PAGE", ""},
	{"replay FILE", ""}, {"replay FILE --hand 2 --seat 1", ""},
	{"review FILE --seat 0 --worlds 64", ""}, {"review FILE --seat 0 --worlds 64 --html PAGE", ""},
	{"puzzle --date 2026-11-22", "\n?\n1\n2\n0\nweg\nmetcho\nchratze\n"},
	{"kasse EVENING", ""},
}

// TestOneMoney: whatever prints a sum prints it in the money that was asked for, in every language, and in no other.
// The pages and the screen have tests of the same name.
func TestOneMoney(t *testing.T) {
	t.Setenv("LC_ALL", "C.UTF-8") // all characters
	dir := t.TempDir()
	hands, evening, page := filepath.Join(dir, "hands.jsonl"), filepath.Join(dir, "evening.txt"), filepath.Join(dir, "page.html")
	printOut(t, "sim --hands 3 --seed 4 --bots random --history "+hands, "") // they make mistakes, which a review shows
	languages := locale.New().Languages()
	if os.Getenv("CHRATZE_VERIFY") == "" {
		languages = []string{"en", "ja"}
	}
	for _, lang := range languages {
		for _, c := range moneyed {
			var before string
			for i, m := range localetest.Moneys() {
				text := "kasse 1\nrules chratze\nmoney " + m.String() + " cash\nseats anna beat carl\nanna 1! beat 3 carl 0\nbeat 2! anna 2\npay anna beat 200\n"
				keep(t, evening, []byte(text))
				keep(t, page, nil)
				line := "--lang " + lang + " " + strings.NewReplacer("FILE", hands, "EVENING", evening, "PAGE", page, "DIR", filepath.Join(dir, lang+m.String())).Replace(c.args)
				if !strings.HasPrefix(c.args, "kasse") {
					line += " --money " + m.String()
				}
				out := printOut(t, line, c.stdin) + readable(t, page)
				if found := localetest.Foreign(m, out); found != "" {
					t.Errorf("chratze %s: %q in\n%s", line, found, out)
				}
				if out = strings.ReplaceAll(out, page, ""); i == 2 && out == before {
					t.Errorf("chratze %s prints the same in francs and in yen", line)
				} else if i == 0 {
					before = out
				}
			}
		}
	}
}

// printOut runs the program and returns what it prints.
func printOut(t *testing.T, line, stdin string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(strings.Fields(line), strings.NewReader(stdin), &out, &errs); code != 0 {
		t.Fatalf("chratze %s: %d, %s", line, code, errs.String())
	}
	return out.String()
}

var markup = regexp.MustCompile(`(?s)<style>.*?</style>|<svg.*?</svg>|<script.*?</script>|<[^>]*>`)

// readable returns the text of a page.
func readable(t *testing.T, page string) string {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return markup.ReplaceAllString(string(data), " ")
}
