package practice

import (
	"sort"
	"strconv"
	"strings"

	"chratze/bot"
	"chratze/history"
	"chratze/internal/keyhash"
	"chratze/internal/table"
	"chratze/internal/table/talk"
)

// Brought is what a file of an evening holds. Its lines are what a log keeps of it: the records of
// the table, or hands of rams-hand/1, which can be looked at and counted, but not played on.
type Brought struct {
	About string       `json:"about"` // the rules, as a log has them
	Log   bool         `json:"log"`   // the table's own log
	Over  bool         `json:"over"`  // nothing can be played on
	Hands int          `json:"hands"` // how many are over
	At    table.Millis `json:"at"`    // when it ended, or its last record; 0: unknown
}

// The codes of Unfit.
const (
	UnfitFile   = "file"   // neither a log nor hands
	UnfitLine   = "line"   // Line can't be read, or doesn't follow from those before
	UnfitServer = "server" // the log of a table that no page has dealt: nobody here has its chairs
)

// Unfit says why a text is not the saved evening of a page.
type Unfit struct {
	Code   string
	Line   int // from 1; 0: about no line
	Detail string
}

// Error implements error.
func (u *Unfit) Error() string {
	if u.Line == 0 {
		return "practice: " + u.Code + ": " + u.Detail
	}
	return "practice: " + u.Code + " " + strconv.Itoa(u.Line) + ": " + u.Detail
}

// Bring checks the text of a file that a page has saved, by replaying it. Every line that isn't
// empty is one that a log keeps. The error is an *Unfit.
func Bring(text string) (Brought, error) {
	lines := strings.FieldsFunc(text, func(c rune) bool { return c == '\n' || c == '\r' })
	switch {
	case len(lines) == 0:
		return Brought{}, &Unfit{Code: UnfitFile, Detail: "no line"}
	case isRecord(lines[0]):
		return bringLog(lines)
	}
	return bringHands(lines)
}

// isRecord reports whether a line is the first one of a table's log.
func isRecord(line string) bool { return strings.HasPrefix(line, `{"k":"create"`) }

func bringLog(lines []string) (Brought, error) {
	records := make([][]byte, len(lines))
	last := table.Millis(0)
	for i, line := range lines {
		records[i] = []byte(line)
		r, err := table.DecodeRecord(records[i])
		if err != nil {
			return Brought{}, &Unfit{UnfitLine, i + 1, err.Error()}
		}
		if err := playable(&r); err != nil {
			return Brought{}, &Unfit{UnfitLine, i + 1, err.Error()}
		}
		last = max(r.At, r.Wall)
	}
	t, err := table.Replay(records)
	if err != nil {
		n := sort.Search(len(records), func(n int) bool { _, err := table.Replay(records[:n+1]); return err != nil })
		return Brought{}, &Unfit{UnfitLine, n + 1, err.Error()}
	}
	if err := t.Check(); err != nil {
		return Brought{}, &Unfit{UnfitLine, len(lines), err.Error()}
	}
	if t.ChairOf(keyhash.Of(keyOf(0))) != 0 {
		return Brought{}, &Unfit{Code: UnfitServer, Detail: "chair 0 has the link of a server"}
	}
	played := 0
	err = table.Hands(records, 0, func(int, table.Millis, *history.Hand) bool { played++; return true })
	if err != nil {
		return Brought{}, &Unfit{UnfitLine, len(lines), err.Error()}
	}
	return Brought{About: t.Config().Variant.String(), Log: true, Over: t.Stage() == table.Over, Hands: played, At: last}, nil
}

// playable fails if a record names a bot that this program hasn't.
func playable(r *table.Record) error {
	names := []string{r.Bot}
	if r.Config != nil {
		names = append(names, r.Config.Bot)
	}
	for _, name := range names {
		if name == "" {
			continue
		}
		if _, err := bot.Parse(name); err != nil {
			return err
		}
	}
	return nil
}

func bringHands(lines []string) (b Brought, err error) {
	b.Over = true
	for i, line := range lines {
		h, err := talk.ReadHand(line)
		switch {
		case err != nil && i == 0 && !strings.Contains(line, `"rams-hand/1"`):
			return Brought{}, &Unfit{Code: UnfitFile, Detail: err.Error()}
		case err != nil:
			return Brought{}, &Unfit{UnfitLine, i + 1, err.Error()}
		}
		if i == 0 {
			b.About = h.Variant.String()
		}
		if h.Over {
			b.Hands++
		}
		if at, ok := h.Field("time"); ok {
			if n, err := strconv.ParseInt(at, 10, 64); err == nil {
				b.At = table.Millis(n)
			}
		}
	}
	return b, nil
}
