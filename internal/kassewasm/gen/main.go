// Command gen writes the cash desk for browsers beside its page, so that a release
// has it built in: go run ./internal/kassewasm/gen internal/web/static/kasse
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"chratze/internal/kassewasm"
)

func main() {
	if err := write(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("gen: want one directory, got %q", args)
	}
	root, err := kassewasm.Root()
	if err != nil {
		return err
	}
	wasm, script, err := kassewasm.Build(context.Background(), root)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(args[0], kassewasm.WasmFile), wasm, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes\n", kassewasm.WasmFile, len(wasm))
	return os.WriteFile(filepath.Join(args[0], kassewasm.ExecFile), script, 0o644)
}
