// Command gen writes the generated drawings into a directory, or a page to look at
// one deck to the standard output:
//
//	go run ./internal/cardart/gen internal/web/static/cards
//	go run ./internal/cardart/gen -page swiss >swiss.html
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"chratze/internal/cardart"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "-page":
		page, err := cardart.Page(args[1])
		fmt.Print(page)
		return err
	case len(args) == 1 && args[0] != "" && args[0][0] != '-':
		return write(args[0])
	}
	return fmt.Errorf("arguments %q, want a directory to write to, or -page and a deck", args)
}

func write(dir string) error {
	for name, content := range cardart.Files() {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}
