package main

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestMinified: each file keeps what it imports, what it exports, its language and its words; a fault is named with its place.
func TestMinified(t *testing.T) {
	t.Parallel()
	all, err := minified(fstest.MapFS{
		"table/a.js":    {Data: []byte("import { words } from '../lib/words.js';\n// A remark.\nexport const told = (someone) => words.t(someone?.name ?? '親');\n")},
		"practice/s.js": {Data: []byte("const caches = kept.map((one) => one.name);\n")}, // kept comes from the server
		"app/a.css":     {Data: []byte("/* A remark. */\n.hand { .card { color: red; } }\n")},
		"vendor/v.js":   {Data: []byte("export const a = 1;\n")},
		"start.html":    {Data: []byte("<p>\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"table/a.js":    `import{words as t}from"../lib/words.js";export const told=o=>t.t(o?.name??"親");` + "\n",
		"practice/s.js": "const caches=kept.map(a=>a.name);\n",
		"app/a.css":     ".hand{.card{color:red}}\n",
	} {
		if all[name].Code != want || len(all[name].Source) != 64 {
			t.Errorf("%s: %+v", name, all[name])
		}
	}
	if len(all) != 3 {
		t.Errorf("%d files", len(all))
	}
	if _, err := minified(fstest.MapFS{"table/a.js": {Data: []byte("export const = 1;\n")}}); err == nil || !strings.Contains(err.Error(), "table/a.js:1:13") {
		t.Errorf("a fault: %v", err)
	}
}
