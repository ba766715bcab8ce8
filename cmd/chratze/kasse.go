package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chratze/internal/desk"
	"chratze/internal/kassewasm"
	"chratze/internal/msg"
	"chratze/internal/plain"
)

// maxEvening is how many bytes the file of an evening may have.
const maxEvening = desk.MaxLines * desk.MaxLine

// newKasse is chratze kasse.
func newKasse(sh *shell) *cobra.Command {
	var enter, asJSON, asCSV, asText bool
	cmd := &cobra.Command{
		Use: "kasse [FILE]",
		Example: `  chratze kasse evening.txt
  chratze kasse --enter evening.txt
  printf 'seats anna beat carl\nanna 2! beat 1 carl\n' | chratze kasse -`,
		Args: cobra.MaximumNArgs(1),
	}
	flags := cmd.Flags()
	flags.BoolVar(&enter, "enter", false, "")
	flags.BoolVar(&asJSON, "json", false, "")
	flags.BoolVar(&asCSV, "csv", false, "")
	flags.BoolVar(&asText, "text", false, "")
	cmd.MarkFlagsMutuallyExclusive("enter", "json", "csv", "text")
	sh.describe(cmd, described{"cmd.kasse.short", "cmd.kasse.long", map[string]string{
		"enter": "cmd.kasse.enter", "json": "cmd.json", "csv": "cmd.kasse.csv", "text": "cmd.kasse.text",
	}})
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c := &clerk{p: sh.printer(), scr: plain.NewScreen(cmd.OutOrStdout(), os.Getenv)}
		if enter || len(args) == 0 {
			if len(args) == 0 || args[0] == "-" {
				return misuse(c.p.T("cli.kasse.file", nil))
			}
			return c.enter(args[0], cmd.InOrStdin())
		}
		if err := c.read(cmd, args[0]); err != nil {
			return err
		}
		switch {
		case asJSON:
			c.scr.Raw(string(c.e.JSON()))
		case asCSV:
			c.scr.Raw(string(c.e.CSV()))
		case asText:
			c.scr.Raw(c.e.Text())
		default:
			return c.report()
		}
		return c.scr.Flush()
	}
	return cmd
}

// read reads the evening in a file, or from standard input.
func (c *clerk) read(cmd *cobra.Command, path string) error {
	in := cmd.InOrStdin()
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return unreadable(c.p, path, err)
		}
		defer func() { _ = f.Close() }() // it was only read
		in = f
	}
	text, err := readEvening(in)
	if err != nil {
		return unreadable(c.p, path, err)
	}
	if c.e, err = desk.Read(text); err != nil {
		return misuse(sayRefused(c.p, err))
	}
	return nil
}

var errLarge = errors.New("too large")

func readEvening(in io.Reader) (string, error) {
	b, err := io.ReadAll(io.LimitReader(in, maxEvening+1))
	if err == nil && len(b) > maxEvening {
		err = errLarge
	}
	return string(b), err
}

// ---- typing an evening ----

// enter lets somebody type an evening, line by line, and keeps it in a file.
func (c *clerk) enter(path string, in io.Reader) error {
	text, err := readFile(path)
	if err != nil {
		return unreadable(c.p, path, err)
	}
	if c.e, err = desk.Read(text); err != nil {
		return misuse(sayRefused(c.p, err))
	}
	t := &typist{clerk: c, path: path, kept: text}
	c.title()
	c.say("cli.kasse.help", nil)
	if c.e.Now() == nil {
		c.say("cli.kasse.begin", nil)
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, desk.MaxLine*4)
	for t.ask(); lines.Scan(); t.ask() {
		done, err := t.hear(strings.TrimSpace(lines.Text()))
		if err != nil || done {
			return errors.Join(err, c.scr.Flush())
		}
	}
	return errors.Join(lines.Err(), c.scr.Flush())
}

// typist is the conversation with who types an evening.
type typist struct {
	*clerk
	path, kept string // the file, and what is in it
	pending    string // a hand that has been shown and not yet booked
}

func (t *typist) ask() {
	switch now := t.e.Now(); {
	case t.pending != "":
		t.say("cli.kasse.book", nil)
	case now != nil && !now.Over && now.Players == nil:
		t.say("cli.kasse.hand", msg.Args{"n": now.Hands + 1, "name": t.e.People()[now.Dealer], "amount": t.number(now.Pot)})
	default:
		t.say("cli.kasse.line", nil)
	}
	_ = t.scr.Flush() // the next one tells
}

// hear takes a line, and says whether it was the last one.
func (t *typist) hear(line string) (done bool, err error) {
	switch {
	case line == "" && t.pending != "":
		line, t.pending = t.pending, ""
		return false, t.book(line)
	case line == "":
		return false, t.report()
	case line == "?":
		t.say("cli.kasse.help", nil)
		return false, nil
	case line == "q":
		return true, nil
	}
	t.pending = ""
	trial := *t.e // an evening is never changed in place
	if err := trial.Append(line); err != nil {
		t.scr.Line(sayRefused(t.p, err))
		return false, nil
	}
	steps := trial.Steps()
	if len(steps) != len(t.e.Steps())+1 || steps[len(steps)-1].Hand == 0 {
		return false, t.book(line)
	}
	t.pending = line
	shown := clerk{t.p, t.scr, &trial}
	shown.step(len(steps), &steps[len(steps)-1])
	shown.lay(trial.Now())
	return false, nil
}

// book adds a line and keeps the evening, unless somebody else has changed the file.
func (t *typist) book(line string) error {
	on, err := readFile(t.path)
	if err != nil {
		return unreadable(t.p, t.path, err)
	}
	if on != t.kept {
		t.say("cli.kasse.conflict", msg.Args{"path": plain.Quoted(t.path)})
		return errSilent
	}
	next := *t.e
	if line == "" || strings.HasPrefix(line, "#") {
		return nil
	}
	if err := next.Append(line); err != nil {
		t.scr.Line(sayRefused(t.p, err))
		return nil
	}
	booked, kept := next.Lines()[len(next.Lines())-1], t.kept
	if kept != "" && !strings.HasSuffix(kept, "\n") {
		kept += "\n"
	}
	kept += booked + "\n" // the comments of a file stay
	if err := replaceFile(t.path, kept); err != nil {
		t.say("cli.kasse.unsaved", msg.Args{"path": plain.Quoted(t.path), "reason": plain.Reason(err)})
		return errSilent
	}
	*t.e, t.kept = next, kept
	t.say("cli.kasse.booked", msg.Args{"line": booked})
	return nil
}

// readFile reads the file of an evening; one that there isn't yet is empty.
func readFile(path string) (string, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // it was only read
	return readEvening(f)
}

// replaceFile replaces a file as a whole, so that it is never half written.
func replaceFile(path, text string) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".kasse-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the first error counts
	}
	return err
}

// buildKasse builds the cash desk for browsers, in a checkout.
func buildKasse() (wasm, script []byte, err error) {
	root, err := kassewasm.Root()
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	return kassewasm.Build(ctx, root)
}
