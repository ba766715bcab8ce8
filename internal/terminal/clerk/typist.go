package clerk

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"chratze/internal/atomicfile"
	"chratze/internal/bounded"
	"chratze/internal/desk"
	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
)

// ErrSaid ends Enter when it has already written why.
var ErrSaid = errors.New("said")

// ReadError says that the file of an evening can't be read.
type ReadError struct {
	Path string
	Err  error
}

func (e *ReadError) Error() string { return e.Path + ": " + e.Err.Error() }

func (e *ReadError) Unwrap() error { return e.Err }

// Enter lets you type an evening, line by line, and saves it in a file. The error may be
// ErrSaid, a *ReadError, or a fault of the evening in the file, as from desk.Read.
func Enter(p *locale.Printer, scr *lines.Screen, path string, in io.Reader) error {
	text, err := readFile(path)
	if err != nil {
		return &ReadError{path, err}
	}
	e, err := desk.Read(text)
	if err != nil {
		return err
	}
	c := New(p, scr, e)
	t := &typist{Clerk: c, path: path, kept: text}
	c.title()
	c.say("cli.kasse.help", nil)
	if c.e.Now() == nil {
		c.say("cli.kasse.begin", nil)
	}
	lines := bufio.NewScanner(bounded.Text(in))
	lines.Buffer(nil, desk.MaxLine*4)
	for t.ask(); lines.Scan(); t.ask() {
		done, err := t.hear(norm.NFC.String(strings.TrimSpace(lines.Text())))
		if err != nil || done {
			return errors.Join(err, c.scr.Flush())
		}
	}
	return errors.Join(lines.Err(), c.scr.Flush())
}

// typist is the dialogue with the person who types an evening.
type typist struct {
	*Clerk
	path, kept string // the file, and its contents
	pending    string // a hand that was shown but isn't booked yet
}

func (t *typist) ask() {
	switch now := t.e.Now(); {
	case t.pending != "":
		t.say("cli.kasse.book", nil)
	case now != nil && !now.Over && now.Players == nil:
		t.say("cli.kasse.hand", locale.Args{"n": now.Hands + 1, "name": t.e.People()[now.Dealer], "amount": t.number(now.Pot)})
	default:
		t.say("cli.kasse.line", nil)
	}
	_ = t.scr.Flush() // the next one tells
}

// hear handles a line, and reports whether it was the last one.
func (t *typist) hear(line string) (done bool, err error) {
	switch {
	case line == "" && t.pending != "":
		line, t.pending = t.pending, ""
		return t.book(line)
	case line == "":
		return false, t.Report()
	case line == "?":
		t.say("cli.kasse.help", nil)
		return false, nil
	case line == "q":
		return true, nil
	}
	t.pending = ""
	line = t.lowered(line)
	trial := *t.e // an evening is never changed in place
	if err := trial.Append(line); err != nil {
		t.scr.Line(t.refused(line, err))
		return false, nil
	}
	steps := trial.Steps()
	if len(steps) != len(t.e.Steps())+1 || steps[len(steps)-1].Hand == 0 {
		return t.book(line)
	}
	t.pending = line
	shown := New(t.p, t.scr, &trial)
	shown.step(len(steps), &steps[len(steps)-1])
	shown.lay(trial.Now())
	return false, nil
}

// book adds a line and saves the evening, unless somebody else has changed the file. It reports
// whether the evening is over; then it has written who pays whom.
func (t *typist) book(line string) (over bool, err error) {
	on, err := readFile(t.path)
	if err != nil {
		return false, &ReadError{t.path, err}
	}
	if on != t.kept {
		t.say("cli.kasse.conflict", locale.Args{"path": lines.Quoted(t.path)})
		return false, ErrSaid
	}
	next := *t.e
	if line == "" || strings.HasPrefix(line, "#") {
		return false, nil
	}
	if err := next.Append(line); err != nil {
		t.scr.Line(Refused(t.p, err))
		return false, nil
	}
	booked, kept := next.Lines()[len(next.Lines())-1], t.kept
	if kept != "" && !strings.HasSuffix(kept, "\n") {
		kept += "\n"
	}
	kept += booked + "\n" // keeps the comments of the file
	if err := atomicfile.Write(t.path, []byte(kept), 0o644); err != nil {
		t.say("cli.kasse.unsaved", locale.Args{"path": lines.Quoted(t.path), "reason": lines.Reason(err)})
		return false, ErrSaid
	}
	*t.e, t.kept = next, kept
	t.say("cli.kasse.booked", locale.Args{"line": booked})
	now := t.e.Now()
	if now == nil || !now.Over {
		return false, nil
	}
	t.scr.Gap()
	t.next(now)
	t.lay(now)
	t.susis()
	t.payments(now)
	return true, nil
}

// lineWords are the first words of lines, except the names that begin a hand.
const lineWords = " kasse name rules money seats dealer cut seven nobody come go break last end ante pay undo redo fix drop insert "

func isLineWord(word string) bool { return strings.Contains(lineWords, " "+word+" ") }

// lowered returns a line whose first word is in lower case if it then is a command, and also
// the word "dealer" in a line of seats. The name of a person who sits here stays unchanged.
func (t *typist) lowered(line string) string {
	verb, rest, more := strings.Cut(line, " ")
	if low := strings.ToLower(verb); isLineWord(low) && !slices.Contains(t.e.People(), verb) {
		if low == "seats" {
			rest = strings.Replace(rest, " Dealer ", " dealer ", 1)
		}
		if line = low; more {
			line += " " + rest
		}
	}
	return line
}

// refused explains why a line is invalid. While nobody sits, it names a word that isn't
// understood, since a question about seats would be no help.
func (t *typist) refused(line string, err error) string {
	text := Refused(t.p, err)
	e, ok := errors.AsType[*desk.Error](err)
	if verb, _, _ := strings.Cut(line, " "); ok && e.Code == desk.CodeSeats && !isLineWord(verb) {
		text = t.p.T("kasse.no.word", locale.Args{"text": lines.Visible(lines.Clip(verb))}) + " " + text
	}
	return text
}

// readFile reads the file of an evening. A missing file counts as empty.
func readFile(path string) (string, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // it was only read
	return Text(f)
}

// Text reads the text of an evening, and composes its letters. It reads nothing if the text is longer than an evening can
// be; the error may then be a *bounded.LargeError.
func Text(in io.Reader) (string, error) {
	b, err := bounded.Read(bounded.Text(in), desk.MaxLines*desk.MaxLine)
	return norm.NFC.String(string(b)), err
}
