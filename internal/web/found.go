package web

import (
	_ "embed"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"sync"
)

// What TestFound finds in the code of the pages. To update it:
//
//	go test ./internal/web -count=1 -run TestFound -update
//
//go:embed found.json
var foundJSON []byte

// findings is found.json.
type findings struct {
	Pages, Kasse, Learn, Fair Names
	Modules                   map[string][]string // the modules that a module needs, including itself
}

//lattice:table
var found = sync.OnceValue(func() (f findings) {
	if err := json.Unmarshal(foundJSON, &f); err != nil {
		panic(err) // it is embedded
	}
	return f
})

// Names are the message keys in the code of the pages.
type Names struct {
	Keys   []string // in quotes, sorted
	Shapes []string // between backticks: keys with a * for each part that is filled in
}

// PageNames returns the names of messages in the pages. A key is words separated by dots.
func PageNames() Names { return found().Pages }

// KasseNames returns the names of messages in the page of the cash desk.
func KasseNames() Names { return found().Kasse }

// LearnNames returns the names of messages for reasons, reviews and puzzles.
func LearnNames() Names { return found().Learn }

// FairNames returns the names of messages for the proof of the deals.
func FairNames() Names { return found().Fair }

// Has reports whether a message is named. One name can stand for two messages: one about
// somebody, and one about "you".
func (n Names) Has(key string) bool {
	short := strings.TrimSuffix(strings.TrimSuffix(key, ".you"), ".other")
	return has(n.Keys, key) || has(n.Keys, short) ||
		slices.ContainsFunc(n.Shapes, func(shape string) bool { return fits(shape, key) || fits(shape, short) })
}

func has(sorted []string, key string) bool {
	_, ok := slices.BinarySearch(sorted, key)
	return ok
}

// fits reports whether a key matches a shape. Most differ before the first *, which is soon seen.
func fits(shape, key string) bool {
	if star := strings.IndexByte(shape, '*'); star > 0 && !strings.HasPrefix(key, shape[:star]) {
		return false
	}
	ok, err := path.Match(shape, key) // a key has no slash, and a shape has no special character but *
	return ok && err == nil
}
