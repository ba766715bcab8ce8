package httpd

import (
	"log/slog"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"

	"chratze/internal/desk/wasm"
	practice "chratze/internal/practice/wasm"
	"chratze/variant"
)

// A browser may be the dealer of a practice table: the worker below practicePath runs Go as
// WebAssembly there, as the cash desk does. It is nobody's first load.

const practicePath = "web/practice/"

// withPractice adds the module of the table of practice to the files of the pages, if there
// is one, and says to the service worker what it keeps.
func withPractice(module practice.Module, assets map[string]asset, log *slog.Logger) map[string]asset {
	all := maps.Clone(assets)
	if module.Wasm == nil {
		log.Info("this program was built without the table of practice for browsers: the server deals")
	} else {
		all[practicePath+moduleFile] = wasmAsset(module.Wasm, "the table of practice of this program is damaged", log)
		all[practicePath+practice.ExecFile] = newAsset(kinds[".js"], module.Script)
	}
	all[practicePath+"sw.js"] = pagesWorker(all)
	return all
}

const moduleFile = "practice.wasm"

// keptPaths are the pages that are kept, beside the files of keptFolders.
//
//lattice:table
var keptPaths = [...]string{"/", "/t/new", "/replay", "/learn", "/learn/1", "/api/rules"}

// keptFolders begin the names of files that the pages are made of.
//
//lattice:table
var keptFolders = [...]string{"web/app/", "web/learn/", "web/vendor/", "web/cards/", "web/rules/", "web/practice/", "web/kasse/icon-", "web/icon.svg"}

// pagesWorker returns the service worker of the pages. It caches some of their files only when
// they are first needed without a network.
func pagesWorker(assets map[string]asset) asset {
	o := newOffline(keptPaths[:]...)
	for _, name := range slices.Sorted(maps.Keys(assets)) {
		if !slices.ContainsFunc(keptFolders[:], func(begin string) bool { return strings.HasPrefix(name, begin) }) || name == practicePath+"sw.js" {
			continue
		}
		switch {
		case name == practicePath+moduleFile:
			o.later = append(o.later, "/"+name)
			o.notice(assets[name])
		case path.Ext(name) == ".html":
			o.notice(assets[name])
		default:
			o.keep("/"+name, assets[name])
		}
	}
	for file, words := range words() {
		o.keep("/app/words/"+file, words)
		o.keep("/learn/words/"+file, learnt()[file])
	}
	o.later = append(o.later, "/api/lessons/{lang}", "/puzzle/", "/kasse/", "/kasse/desk.wasm", "/kasse/wasm_exec.js", "/kasse/words/{lang}.json")
	for _, name := range slices.Sorted(maps.Keys(assets)) {
		if rest, ok := strings.CutPrefix(name, "web/kasse/"); ok && path.Ext(name) != ".html" && rest != "sw.js" {
			o.later = append(o.later, "/kasse/"+rest)
		}
	}
	for _, game := range variant.Presets() {
		o.later = append(o.later, "/puzzle/"+game+".jsonl", "/rules/"+game+"/{lang}")
	}
	o.later = append(o.later, "/words/{lang}")
	return o.worker("kept", assets[practicePath+"sw.js"])
}

// wasmAsset is a module for browsers, which is kept packed.
func wasmAsset(packed []byte, damaged string, log *slog.Logger) asset {
	return brotliAsset("application/wasm", packed, func(packed []byte) []byte {
		plain, err := wasm.Unpack(packed)
		if err != nil {
			log.Error(damaged, "err", err)
			return nil
		}
		return plain
	})
}

// mayRunWasm lets what is served run WebAssembly.
func mayRunWasm(h http.Header) {
	h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'", 1))
}
