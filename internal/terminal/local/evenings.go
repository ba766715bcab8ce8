package local

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	"chratze/internal/table"
	"chratze/pot"
	"chratze/variant"
)

// Evening is an unfinished session, as a list shows it.
type Evening struct {
	Number  int
	Rules   variant.Variant
	Look    Look
	Hands   int       // begun so far
	Balance pot.Chips // the person's, in Rappen
	Others  []string  // names of the bots
	Err     error     // why it can't be read; then the other fields are empty
}

// Evenings returns the unfinished sessions, the newest first, at most `most` of them.
func Evenings(data string, most int) (evenings []Evening, err error) {
	numbers, err := list(data)
	for _, n := range slices.Backward(numbers) {
		if len(evenings) == most {
			break
		}
		d := at(data, n)
		records, err := d.read()
		if errors.Is(err, ErrNone) || err == nil && d.Over {
			continue
		}
		e := Evening{Number: n, Look: d.Look, Err: err}
		if err == nil {
			e.look(records)
		}
		evenings = append(evenings, e)
	}
	return evenings, err
}

// FirstTime returns what reports whether a game is played here for the first time, and remembers that it was; asked again for a game
// it says the same.
func FirstTime(data string) func(preset string) bool {
	first := map[string]bool{}
	return func(preset string) bool {
		if _, known := first[preset]; !known {
			f, err := os.OpenFile(filepath.Join(data, "told-"+preset), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
			first[preset] = err == nil && f.Close() == nil
		}
		return first[preset]
	}
}

// Unfinished returns the number of the last session that hasn't ended, or 0. A damaged one
// counts too: Resume says why.
func Unfinished(data string) (int, error) {
	evenings, err := Evenings(data, 1)
	if len(evenings) == 0 {
		return 0, err
	}
	return evenings[0].Number, nil
}

// look reads the state of the table.
func (e *Evening) look(records [][]byte) {
	t, err := table.Replay(records)
	if err != nil {
		e.Err = err
		return
	}
	e.Rules, e.Hands = t.Config().Variant, t.Hands()
	for _, c := range t.Info().Chairs {
		if c.Bot == "" {
			e.Balance = c.Balance
		} else {
			e.Others = append(e.Others, c.Name)
		}
	}
}
