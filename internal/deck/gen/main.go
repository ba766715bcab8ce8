// Command gen writes the generated drawings into a directory:
//
//	go run ./internal/deck/gen internal/web/static/cards
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"chratze/internal/deck"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%d arguments, want one: the directory to write to", len(args))
	}
	for name, content := range deck.Files() {
		if err := os.WriteFile(filepath.Join(args[0], name), []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}
