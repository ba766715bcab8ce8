package web

import (
	_ "embed"
	"encoding/json"
	"maps"
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
	Kasse   Names
	Texts   map[string]Names    // by folder
	Modules map[string][]string // the modules that a module needs, including itself
}

//lattice:table
var found = sync.OnceValue(func() (f findings) {
	if err := json.Unmarshal(foundJSON, &f); err != nil {
		panic(err) // it is embedded
	}
	return f
})

// Names are the message keys in the code of the pages. A key is words separated by dots.
type Names struct {
	Keys   []string // in quotes, sorted
	Shapes []string // between backticks: keys with a * for each part that is filled in
}

// Texts returns the names of messages in the pages by the folder of their texts: app has those of the first load, learn those of reasons,
// reviews and puzzles, fair those of the proof of the deals, group those of a group's page.
func Texts() map[string]Names { return maps.Clone(found().Texts) }

// KasseNames returns the names of messages in the page of the cash desk.
func KasseNames() Names { return found().Kasse }

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
