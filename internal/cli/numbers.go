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

	"chratze/internal/atomicfile"
	"chratze/internal/fair"
	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
)

// numbers is the file of what this program gives to the deals of a table, for
// chratze verify --mine. It is written before anything of it is sent.
type numbers struct {
	path   string
	notes  *fair.Notes
	unread error  // why a file from before can't be read; it is still at path
	aside  string // where such a file was put
	err    error  // why it can't be written
}

// keptNumbers returns what was kept of a chair before. A file that can't be read may still be
// evidence: keep sets it aside.
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
		switch notes, err = fair.ReadNotes(bytes.NewReader(b)); {
		case err == nil:
			n.notes = notes
		case errors.Is(err, fair.ErrNotes):
			err = fair.ErrNotes // without what the decoder says, in one line
		}
	}
	n.unread = err
	return n
}

// keep writes the file, and never over one that couldn't be read.
func (n *numbers) keep(notes *fair.Notes) {
	if n.path == "" {
		return
	}
	if n.unread != nil && n.aside == "" {
		if n.aside, n.err = setAside(n.path); n.err != nil {
			return
		}
	}
	if n.err = os.MkdirAll(filepath.Dir(n.path), 0o700); n.err == nil {
		n.err = atomicfile.Write(n.path, notes.Encode(), 0o600)
	}
}

// setAside gives a file a name that no other has, and returns it.
func setAside(path string) (string, error) {
	for i := 1; ; i++ {
		to := fmt.Sprintf("%s.unread-%d", path, i)
		switch _, err := os.Lstat(to); {
		case errors.Is(err, fs.ErrNotExist):
			if err := os.Rename(path, to); err != nil {
				return "", err
			}
			return to, nil
		case err != nil:
			return "", err
		}
	}
}

// say says where the numbers are, or why they aren't anywhere, and where those from before
// are if they can't be read.
func (n *numbers) say(p *locale.Printer) (said []string) {
	if n.aside != "" {
		said = append(said, p.T("join.numbers.aside", locale.Args{"path": n.aside, "reason": lines.Reason(n.unread)}))
	}
	switch {
	case n.notes.Len() == 0: // there are none
	case n.err != nil:
		said = append(said, p.T("join.numbers.lost", locale.Args{"path": n.path, "reason": lines.Reason(n.err)}))
	default:
		said = append(said, p.T("join.numbers", locale.Args{"path": n.path}))
	}
	return said
}
