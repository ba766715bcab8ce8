package httpd

import (
	"log/slog"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"

	"chratze/bot/trained"
	"chratze/internal/teach/puzzles"
	"chratze/internal/web"
	"chratze/internal/web/deskwasm"
	practice "chratze/internal/web/practicewasm"
	"chratze/variant"
)

// A browser may be the dealer of a practice table: the worker below practicePath runs Go as
// WebAssembly there, as the cash desk does. It is nobody's first load.

const practicePath = "web/practice/"

// withPractice adds the module of the table of practice to the files of the pages, if there
// is one, and says to the service worker what it keeps. It returns their version, too.
func withPractice(module practice.Module, assets map[string]asset, log *slog.Logger) (all map[string]asset, version string) {
	all = maps.Clone(assets)
	maps.Copy(all, manifests(assets[manifestFile]))
	if module.Wasm != nil {
		all[practicePath+moduleFile] = wasmAsset(module.Wasm, "the table of practice of this program is damaged", log)
		all[practicePath+practice.ExecFile] = newAsset(kinds[".js"], module.Script)
		for _, name := range trained.Files() {
			file, err := trained.Read(name)
			if err != nil {
				panic(err) // it is part of the program
			}
			all[practicePath+name] = newAsset("application/octet-stream", file)
		}
	}
	delete(all, practicePath+"sw.js") // its address stays, and it has the version in it
	version = versionOf(all)
	all[practicePath+"sw.js"] = pagesWorker(version, all, assets[practicePath+"sw.js"])
	return all, version
}

const moduleFile = "practice.wasm"

const manifestFile = "web/app/app.webmanifest"

// manifests are what an installed page is called, in English and, as app.ja.webmanifest, in each
// language.
func manifests(plain asset) map[string]asset {
	c := catalogue()
	all := map[string]asset{}
	for _, lang := range c.Languages() {
		p := c.For(lang)
		text := strings.ReplaceAll(string(plain.body), "{lang}", lang)
		for _, key := range []string{"card.home.text", "start.play", "kasse.app", "puzzle.link"} {
			text = strings.ReplaceAll(text, `"{`+key+`}"`, string(encoded(p.T(key, nil))))
		}
		all[strings.Replace(manifestFile, "app.web", "app."+lang+".web", 1)] = newAsset(plain.kind, []byte(text))
	}
	all[manifestFile] = all[strings.Replace(manifestFile, "app.web", "app.en.web", 1)]
	return all
}

// keptPaths are the pages that are kept, beside the files of keptFolders.
//
//lattice:table
var keptPaths = [...]string{"/", "/t/new", "/replay", "/learn", "/learn/1", "/api/rules"}

// keptFolders begin the names of files that the pages are made of.
//
//lattice:table
var keptFolders = func() []string {
	all := append(web.Folders(), "web/app/", "web/vendor/", "web/cards/", "web/practice/", "web/kasse/icon-", "web/icon.svg")
	for folder := range web.Texts() {
		if folder == "group" { // it needs a server
			continue
		}
		all = append(all, folder+"/words/")
	}
	return all
}()

// pagesWorker returns the service worker of the pages. It caches some of their files only when a
// page rests, and the table itself only when somebody plays.
func pagesWorker(version string, assets map[string]asset, script asset) asset {
	o := newOffline(version, keptPaths[:]...)
	for _, name := range slices.Sorted(maps.Keys(assets)) {
		if !slices.ContainsFunc(keptFolders, func(begin string) bool { return strings.HasPrefix(name, begin) }) {
			continue
		}
		switch {
		case name == practicePath+moduleFile, path.Ext(name) == ".policy", path.Ext(name) == ".solution":
			o.module = append(o.module, "/"+name)
			o.notice(assets[name])
		case path.Ext(name) == ".html" && name != lostPage:
			o.notice(assets[name])
		default:
			o.keep("/"+name, assets[name])
		}
	}
	o.later = append(o.later, "/api/lessons/{lang}")
	for _, game := range puzzles.Games() {
		o.later = append(o.later, "/puzzle/"+game+".jsonl")
	}
	o.later = append(o.later, "/puzzle/", "/kasse/desk.wasm", "/kasse/wasm_exec.js", "/kasse/words/{lang}.json") // a page follows what it shows
	for _, name := range slices.Sorted(maps.Keys(assets)) {
		if rest, ok := strings.CutPrefix(name, "web/kasse/"); ok && path.Ext(name) != ".html" && rest != "sw.js" {
			o.later = append(o.later, deskPath(rest))
		}
	}
	o.later = append(o.later, "/kasse/")
	o.later = append(o.later, chartPaths()...)
	for _, game := range variant.Presets() {
		o.later = append(o.later, "/rules/"+game+"/{lang}")
	}
	o.later = append(o.later, "/words/{lang}")
	return o.worker(script)
}

// wasmAsset is a module for browsers, which is kept packed.
func wasmAsset(packed []byte, damaged string, log *slog.Logger) asset {
	return brotliAsset("application/wasm", packed, func(packed []byte) []byte {
		plain, err := deskwasm.Unpack(packed)
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
