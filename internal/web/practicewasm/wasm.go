// Package practicewasm holds the practice table for browsers: cmd/practice compiled to WebAssembly, if
// this program was built with it. `make practice` compiles it into the directory module here.
// It isn't checked in, because every change of the kernel changes all of it
// (docs/adr/0013-practice-in-the-page.md). A program without it offers practice only at the
// server's tables.
package practicewasm

import "embed"

// The files in the directory module.
const (
	WasmFile = "practice.wasm.br" // compressed with brotli
	ExecFile = "wasm_exec.js"     // Go's support script, of the toolchain that compiled it
)

// Module is the practice table for browsers.
type Module struct {
	Wasm   []byte // compressed with brotli; nil: there is none
	Script []byte
}

//go:embed module
var files embed.FS

// Embedded returns the module that is built into this program, or none.
func Embedded() Module {
	code, err := files.ReadFile("module/" + WasmFile)
	if err != nil {
		return Module{}
	}
	script, err := files.ReadFile("module/" + ExecFile)
	if err != nil {
		return Module{}
	}
	return Module{code, script}
}
