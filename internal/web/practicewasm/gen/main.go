// Command gen compiles the table of practice for browsers, for the next build of the program.
// It writes it to internal/web/practicewasm/module, and runs in the root of the module:
//
//	go run ./internal/web/practicewasm/gen
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	desk "chratze/internal/web/deskwasm"
	"chratze/internal/web/practicewasm"
)

const dir = "internal/web/practicewasm/module"

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) != 0 {
		return fmt.Errorf("expected no arguments, got %q", args)
	}
	plain, err := compile(ctx)
	if err != nil {
		return err
	}
	goroot, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", practicewasm.ExecFile))
	if err != nil {
		return err
	}
	packed, err := desk.Pack(plain)
	if err != nil {
		return err
	}
	var zipped bytes.Buffer
	z, err := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(plain)
		err = errors.Join(err, z.Close())
	}
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes; with gzip %d, unpacked %d\n", practicewasm.WasmFile, len(packed), zipped.Len(), len(plain))
	return errors.Join(os.WriteFile(filepath.Join(dir, practicewasm.WasmFile), packed, 0o644), os.WriteFile(filepath.Join(dir, practicewasm.ExecFile), script, 0o644))
}

// compile builds cmd/practice without tables for debuggers, paths and version control. Bots
// think in it, so functions may be inlined.
func compile(ctx context.Context) (wasm []byte, err error) {
	tmp, err := os.MkdirTemp("", "practice-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tmp)) }()
	out := filepath.Join(tmp, "practice.wasm")
	cmd := exec.CommandContext(ctx, "go", "build", "-buildvcs=false", "-trimpath", "-ldflags=-s -w -buildid=", "-o", out, "./cmd/practice")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOWASM=", "GOEXPERIMENT=", "GOWORK=off")
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w: %s", err, strings.TrimSpace(string(said)))
	}
	return os.ReadFile(out)
}
