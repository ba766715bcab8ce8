package cli

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"chratze/internal/fair"
	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
)

// numbers is the file of what this program gives to the deals of a table, for
// chratze verify --mine. It is written before anything of it is sent.
type numbers struct {
	path  string
	notes *fair.Notes
	err   error // why it can't be written
}

// keptNumbers returns what was kept of a chair before. What can't be read is left where it is
// as long as nothing new comes.
func keptNumbers(c *chair) *numbers {
	n := &numbers{notes: &fair.Notes{}}
	data, err := lines.DataDir("", os.Getenv)
	if err != nil {
		n.err = err
		return n
	}
	_, server, _ := strings.Cut(c.server, "://")
	name := strings.Map(func(r rune) rune {
		if r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '-'
	}, server+"-"+c.table)
	sum := sha256.Sum256([]byte(c.secret)) // two people may share a machine
	n.path = filepath.Join(data, "numbers", fmt.Sprintf("%s-%x.jsonl", name, sum[:3]))
	b, err := os.ReadFile(n.path)
	if errors.Is(err, fs.ErrNotExist) {
		return n
	}
	if err == nil {
		var notes *fair.Notes
		if notes, err = fair.ReadNotes(bytes.NewReader(b)); err == nil {
			n.notes = notes
		}
	}
	n.err = err
	return n
}

// keep writes the file.
func (n *numbers) keep(notes *fair.Notes) {
	if n.path == "" {
		return
	}
	if n.err = os.MkdirAll(filepath.Dir(n.path), 0o700); n.err == nil {
		n.err = lines.ReplaceFile(n.path, notes.Encode())
	}
}

// say says where the numbers are, or why they aren't anywhere; "": there are none.
func (n *numbers) say(p *locale.Printer) string {
	switch {
	case n.notes.Len() == 0:
		return ""
	case n.err != nil:
		return p.T("join.numbers.lost", locale.Args{"path": n.path, "reason": lines.Reason(n.err)})
	}
	return p.T("join.numbers", locale.Args{"path": n.path})
}
