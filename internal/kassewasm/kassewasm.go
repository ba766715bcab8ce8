// Package kassewasm makes the cash desk for browsers out of a checkout: cmd/kasse,
// compiled to WebAssembly with the Go toolchain that is there, and compressed. A
// release has it built in; from a checkout it is made when it is first asked for.
package kassewasm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/andybalholm/brotli"
)

// The files of a build, beside the page.
const (
	WasmFile = "desk.wasm.br" // brotli
	ExecFile = "wasm_exec.js" // Go's support script, which belongs to the toolchain
)

// ErrNoCheckout says that there are no sources to build from, as beside a copied program.
var ErrNoCheckout = errors.New("kassewasm: no checkout of chratze here: use a release, or start the program with go run in a checkout")

// Root finds the checkout this program was built from, or the one around the
// working directory.
func Root() (string, error) {
	_, file, _, _ := runtime.Caller(0)
	here, err := os.Getwd()
	if err != nil {
		here = "."
	}
	for _, dir := range []string{filepath.Dir(file), here} {
		for ; filepath.IsAbs(dir) && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
			if err == nil && strings.HasPrefix(string(mod), "module chratze\n") {
				return dir, nil
			}
		}
	}
	return "", ErrNoCheckout
}

// Build compiles the desk in a checkout and returns it compressed, with Go's support
// script. Functions are not inlined and it has no tables for debuggers: what a phone
// loads shall be small.
func Build(ctx context.Context, root string) (wasm, script []byte, err error) {
	dir, err := os.MkdirTemp("", "kasse-")
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	out := filepath.Join(dir, "desk.wasm")
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-gcflags=all=-l", "-ldflags=-s -w", "-o", out, "./cmd/kasse")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, nil, fmt.Errorf("kassewasm: go build: %w: %s", err, bytes.TrimSpace(said))
	}
	plain, err := os.ReadFile(out)
	if err != nil {
		return nil, nil, err
	}
	goroot, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, nil, fmt.Errorf("kassewasm: go env GOROOT: %w", err)
	}
	script, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", ExecFile))
	if err != nil {
		return nil, nil, err
	}
	wasm, err = Pack(plain)
	return wasm, script, err
}

// Pack compresses with brotli, as small as it gets.
func Pack(plain []byte) ([]byte, error) {
	var b bytes.Buffer
	w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 22})
	_, err := w.Write(plain)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}

// Unpack gives back what Pack compressed.
func Unpack(packed []byte) ([]byte, error) {
	return io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
}
