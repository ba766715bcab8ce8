package local

import (
	"errors"
	"path/filepath"
	"slices"
	"strconv"

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
	root := filepath.Join(data, "sittings")
	numbers, err := list(root)
	for _, n := range slices.Backward(numbers) {
		if len(evenings) == most {
			break
		}
		s := &Session{log: log{dir: filepath.Join(root, strconv.Itoa(n))}}
		records, err := s.read()
		if errors.Is(err, ErrNone) || errors.Is(err, ErrOld) || err == nil && s.Over {
			continue
		}
		e := Evening{Number: n, Look: s.Look, Err: err}
		if err == nil {
			e.look(records)
		}
		evenings = append(evenings, e)
	}
	return evenings, err
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
