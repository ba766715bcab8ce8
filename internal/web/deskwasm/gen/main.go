// Command gen compiles the cash desk for browsers and writes it to
// internal/web/deskwasm, with a record of its sources. It runs in the root of the module:
//
//	go run ./internal/web/deskwasm/gen
//
// It compiles the sources of the desk without their comments and line breaks (sources.go), without
// paths and version control. So the same code gives the same bytes on every machine
// that has the same Go, and a new comment doesn't change them.
//
// With the word practice it compiles the table of practice into
// internal/web/practicewasm/module instead, for the next build of the program.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"chratze/internal/web/deskwasm"
	"chratze/internal/web/practicewasm"
)

// The directory of the artefact, from the root of the module, and the file with its
// record there.
const (
	artefactDir = "internal/web/deskwasm"
	recordFile  = "desk.json"
)

// record says what the checked-in desk was made of.
type record struct {
	Sources   string `json:"sources"`   // sources.sum
	Toolchain string `json:"toolchain"` // runtime.Version of the Go that compiled it
	Wasm      string `json:"wasm"`      // SHA-256 of the WebAssembly, before compression
}

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if slices.Equal(args, []string{"practice"}) {
		return practice(ctx)
	}
	if len(args) != 0 {
		return fmt.Errorf("expected no arguments, or practice, got %q", args)
	}
	src, err := readSources(".")
	if err != nil {
		return err
	}
	dir := filepath.FromSlash(artefactDir)
	before, err := readRecord(filepath.Join(dir, recordFile))
	if err == nil && before.Toolchain != runtime.Version() {
		fmt.Printf("the toolchain was %s, and is now %s\n", before.Toolchain, runtime.Version())
	}
	plain, err := compile(ctx, ".", src)
	if err != nil {
		return err
	}
	script, err := supportScript(ctx)
	if err != nil {
		return err
	}
	files := map[string][]byte{filepath.Join("vendor", deskwasm.ExecFile): script}
	if now := sum(plain); before.Wasm == now {
		fmt.Println("the WebAssembly is as it was")
	} else if files[deskwasm.WasmFile], err = deskwasm.Pack(plain); err != nil {
		return err
	} else {
		fmt.Printf("%s: %d bytes, unpacked %d\n", deskwasm.WasmFile, len(files[deskwasm.WasmFile]), len(plain))
	}
	files[recordFile], err = json.MarshalIndent(record{src.sum(), runtime.Version(), sum(plain)}, "", "\t")
	if err != nil {
		return err
	}
	files[recordFile] = append(files[recordFile], '\n')
	for name, body := range files {
		if err := os.WriteFile(filepath.Join(dir, name), body, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

func readRecord(path string) (r record, err error) {
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	return r, err
}

// practice compiles the table of practice. Bots think in it, so functions may be inlined.
func practice(ctx context.Context) error {
	plain, err := goBuild(ctx, ".", "cmd/practice")
	if err != nil {
		return err
	}
	script, err := supportScript(ctx)
	if err != nil {
		return err
	}
	packed, err := deskwasm.Pack(plain)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes, unpacked %d\n", practicewasm.WasmFile, len(packed), len(plain))
	dir := filepath.FromSlash("internal/web/practicewasm/module")
	return errors.Join(os.WriteFile(filepath.Join(dir, practicewasm.WasmFile), packed, 0o644), os.WriteFile(filepath.Join(dir, practicewasm.ExecFile), script, 0o644))
}

// compile builds cmd/kasse from these sources, in the module in root. Functions are
// not inlined, because a phone has to load it.
func compile(ctx context.Context, root string, src *sources) (wasm []byte, err error) {
	dir, err := os.MkdirTemp("", "kasse-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	overlay, err := src.overlay(root, dir)
	if err != nil {
		return nil, err
	}
	return goBuild(ctx, root, mainDir, "-overlay="+overlay, "-gcflags=all=-l")
}

// goBuild compiles a program of the module in root to WebAssembly, without tables for
// debuggers, paths and version control.
func goBuild(ctx context.Context, root, program string, flags ...string) (wasm []byte, err error) {
	dir, err := os.MkdirTemp("", "wasm-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	out := filepath.Join(dir, path.Base(program)+".wasm")
	args := append([]string{"build", "-buildvcs=false", "-trimpath", "-ldflags=-s -w -buildid=", "-o", out}, flags...)
	cmd := exec.CommandContext(ctx, "go", append(args, "./"+program)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=", "GOWASM=", "GOEXPERIMENT=", "GOWORK=off")
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w: %s", err, strings.TrimSpace(string(said)))
	}
	return os.ReadFile(out)
}

// supportScript returns wasm_exec.js of the toolchain.
func supportScript(ctx context.Context) ([]byte, error) {
	goroot, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", deskwasm.ExecFile))
}
