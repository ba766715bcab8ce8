//go:build js && wasm

// Command kasse is the cash desk as WebAssembly: the pure rooms desk, rams, pot and
// variant behind one function, kasse(operation, arguments…), that takes texts and
// returns JSON (desk.Call). The page /kasse loads it, and no other page does.
package main

import (
	"syscall/js"

	"chratze/internal/desk"
)

func main() {
	js.Global().Set("kasse", js.FuncOf(func(_ js.Value, args []js.Value) any {
		texts := make([]string, 0, 4)
		for _, a := range args {
			texts = append(texts, a.String())
		}
		if len(texts) == 0 {
			texts = append(texts, "")
		}
		return string(desk.Call(texts[0], texts[1:]...))
	}))
	select {}
}
