package cashdesk

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
)

// typed is somebody who types a line whenever one is wanted; a line may do something before.
type typed struct {
	lines []string
	do    map[int]func() // before the line of this number
	n     int
}

func (r *typed) Read(b []byte) (int, error) {
	if r.n == len(r.lines) {
		return 0, io.EOF
	}
	if do := r.do[r.n]; do != nil {
		do()
	}
	r.n++
	return copy(b, r.lines[r.n-1]+"\n"), nil
}

// typeEvening lets a person type an evening, and returns the file, what was said, and the error.
func typeEvening(t *testing.T, path string, r *typed) (file, said string, err error) {
	t.Helper()
	var out strings.Builder
	err = enterEvening(locale.New().For("en"), lines.NewScreen(&out, func(string) string { return "" }), path, r, io.Discard)
	text, bad := os.ReadFile(path)
	if bad != nil && !errors.Is(bad, os.ErrNotExist) {
		t.Fatal(bad)
	}
	return string(text), out.String(), err
}

// A race is typed as an evening with a pot is: the strokes, the prizes and the glass are said.
func TestKasseRace(t *testing.T) {
	t.Parallel()
	_, said, err := typeEvening(t, filepath.Join(t.TempDir(), "evening.txt"), &typed{lines: []string{
		"Kasse 2", "money francs cash", "race up 10 without 0.10 prize 0.50 prizes sausage", "seats anna beat carl", "anna 5", "", "anna 5 beat 0", "", "done", "FINE carl 0.20",
		"beat 5", "fix 2: anna 4 carl 1", "drop 3", "end",
	}})
	for _, want := range []string{
		"anna takes: sausage", "Glass 0.60", "beat puts in 0.10", "This round is over.", "anna puts back: sausage", "anna takes 0.50", "Hand 3: carl deals, 0.20 lies in the glass.",
	} {
		if !strings.Contains(strings.ReplaceAll(strings.Join(strings.Fields(said), " "), "\u00a0", " "), want) {
			err = errors.Join(err, errors.New(want+": isn't said"))
		}
	}
	if err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}

// TestKasseEnter: what is right is kept in the file at once, a hand when it is agreed; what isn't is
// told and forgotten.
func TestKasseEnter(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "evening.txt")
	file, said, err := typeEvening(t, path, &typed{lines: []string{
		"seats anna beat carl dealer carl", "anna 2! beat 3", "anna 2! beat 1 carl", "anna 1! beat 2 carl", "", "# comments and empty lines are no entries", "", "ａｎｎａ　２！ beat １ carl", "q", "end",
	}})
	const want = "seats anna beat carl dealer carl\nanna 1! beat 2 carl 1\n"
	if err != nil || file != want {
		t.Errorf("%v, the file has\n%s\nwant\n%s", err, file, want)
	}
	if strings.Count(said, "Booked") != 2 || !strings.Contains(said, "The tricks") || !strings.Contains(said, "Hand 2: anna deals") {
		t.Errorf("it is said\n%s", said)
	}
}

// TestKasseOrders: a hand that is agreed says that the coins before it have moved; a correction says what it makes of later hands, and how that
// hand alone is corrected; and a name that is like another's is asked for, unless it stands in quotes.
func TestKasseOrders(t *testing.T) {
	t.Parallel()
	file, said, err := typeEvening(t, filepath.Join(t.TempDir(), "evening.txt"), &typed{lines: []string{
		"money francs cash", "seats anna beat carl dealer carl", "anna 2! beat 2", "", "beat 2! carl 2", "", "fix 1: anna 1! beat 3", "undo", "come ana", "ana 4!", `come "ana"`, "done carl",
	}})
	const want = "money francs cash\nseats anna beat carl dealer carl\ndone\nanna 2! beat 2\ndone\nbeat 2! carl 2\nfix 1: anna 1! beat 3\nundo\ncome ana\ndone carl\n"
	if err != nil || file != want {
		t.Errorf("%v, the file has\n%s\nwant\n%s", err, file, want)
	}
	for _, text := range []string{"Hand 2 was then for ", "undo, then late 1 anna ", "ana does not sit here. Did you mean anna?", `come "ana"`, "corrected from Hand 1 on"} {
		if !strings.Contains(said, text) {
			t.Errorf("%s: isn't said in\n%s", text, said)
		}
	}
}

// TestKasseConflict: a file that another person has changed meanwhile is left as it is.
func TestKasseConflict(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "evening.txt")
	const other = "seats dora emil dealer dora\n"
	file, _, err := typeEvening(t, path, &typed{
		lines: []string{"seats anna beat carl dealer carl", "name Stammtisch"},
		do: map[int]func(){1: func() {
			if err := os.WriteFile(path, []byte(other), 0o600); err != nil {
				t.Error(err)
			}
		}},
	})
	if !errors.Is(err, shell.ErrSilent) || file != other {
		t.Errorf("%v, and the file has %q", err, file)
	}
}
