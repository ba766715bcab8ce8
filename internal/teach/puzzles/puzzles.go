// Package puzzles has the puzzles that are part of the program: for Chratze one for each day of a year, for
// other games fewer, which come again sooner; in lines of rams-hand/1 (coach.Puzzle). They were found by
// chratze puzzle --generate.
package puzzles

import (
	"embed"
	"slices"
	"strings"

	"chratze/internal/teach/coach"
	"chratze/variant"
)

//go:embed *.jsonl
var files embed.FS

// Games returns the presets that have puzzles.
func Games() []string {
	return slices.DeleteFunc(variant.Presets(), func(preset string) bool { return File(preset) == nil })
}

// File returns the puzzles of a game as a file with a line each, or nil for a game that has none.
func File(preset string) []byte {
	text, err := files.ReadFile(preset + ".jsonl")
	if err != nil {
		return nil
	}
	return text
}

// Lines returns the puzzles of a game, a line each, or nothing.
func Lines(preset string) []string {
	text := string(File(preset))
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// On returns the puzzle of a day, which is its number since 1 January 1970: every day the next one, and after the
// last the first. It returns nil for a game that has none.
func On(preset string, day int) *coach.Puzzle {
	lines := Lines(preset)
	if len(lines) == 0 {
		return nil
	}
	p, err := coach.ReadPuzzle(lines[((day%len(lines))+len(lines))%len(lines)])
	if err != nil {
		panic(err) // TestShipped reads all of them
	}
	return p
}
