// Package deskwasm holds the cash desk for browsers: cmd/kasse compiled to
// WebAssembly. The compiled program is checked in, so that every build has it, also
// one by go run or go install. `make module` compiles it again (package gen), and a
// test there enforces that it is current.
package deskwasm

import (
	"bytes"
	_ "embed"
	"errors"
	"io"

	"github.com/andybalholm/brotli"
)

// The files of a desk, beside its page.
const (
	WasmFile = "desk.wasm.br" // brotli
	ExecFile = "wasm_exec.js" // Go's support script, which belongs to the toolchain
)

// Desk is the cash desk for browsers.
type Desk struct {
	Wasm   []byte // compressed with brotli
	Script []byte // Go's support script of the toolchain that compiled Wasm
}

var (
	//go:embed desk.wasm.br
	wasm []byte
	//go:embed vendor/wasm_exec.js
	script []byte
)

// Embedded returns the desk that is built into this program. Don't change it.
func Embedded() Desk { return Desk{wasm, script} }

// Pack compresses with brotli, as small as it gets.
func Pack(plain []byte) ([]byte, error) {
	var b bytes.Buffer
	w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 22})
	_, err := w.Write(plain)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}

// Unpack returns what Pack has compressed.
func Unpack(packed []byte) ([]byte, error) {
	return io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
}
