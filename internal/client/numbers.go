package client

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
)

// Numbers is the file with this program's contributions to the deals of a table, for chratze
// verify --mine. Options.Keep writes it before any of them is sent.
type Numbers struct {
	Path   string
	Notes  *fair.Notes
	Unread error  // why an earlier file can't be read; it is still at Path, or at Aside
	Aside  string // where such a file was moved
	Err    error  // why it can't be written
}

// OpenNumbers returns what was kept about a chair before, in a directory for all chairs. A file
// that can't be read may still be evidence: Keep moves it aside.
func OpenNumbers(dir, server, table, secret string) *Numbers {
	n := &Numbers{Notes: &fair.Notes{}}
	_, server, _ = strings.Cut(server, "://")
	name := strings.Map(func(r rune) rune {
		if r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '-'
	}, server+"-"+table)
	sum := sha256.Sum256([]byte(secret)) // two people may share a machine
	n.Path = filepath.Join(dir, fmt.Sprintf("%s-%x.jsonl", name, sum[:3]))
	b, err := os.ReadFile(n.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return n
	}
	if err == nil {
		var notes *fair.Notes
		switch notes, err = fair.ReadNotes(bytes.NewReader(b)); {
		case err == nil:
			n.Notes = notes
		case errors.Is(err, fair.ErrNotes):
			err = fair.ErrNotes // without what the decoder says, in one line
		}
	}
	n.Unread = err
	return n
}

// Keep writes the file. It never overwrites one that couldn't be read.
func (n *Numbers) Keep(notes *fair.Notes) {
	if n.Path == "" { // Err says why
		return
	}
	if n.Unread != nil && n.Aside == "" {
		if n.Aside, n.Err = setAside(n.Path); n.Err != nil {
			return
		}
	}
	if n.Err = os.MkdirAll(filepath.Dir(n.Path), 0o700); n.Err == nil {
		n.Err = atomicfile.Write(n.Path, notes.Encode(), 0o600)
	}
}

// setAside moves a file to a new name, and returns that name.
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
