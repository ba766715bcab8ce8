package web

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Names are the keys of messages in the code of the pages.
type Names struct {
	Keys   []string         // in quotes
	Shapes []*regexp.Regexp // between backticks, with parts that the code fills in
}

// PageNames returns the names of messages in the pages that are handed out. A key is
// words with dots between them.
func PageNames() Names { return namesIn("web/app/") }

// KasseNames returns the names of messages in the page of the cash desk.
func KasseNames() Names { return namesIn("web/kasse/", "web/app/words.js") }

// LearnNames returns the names of messages in what teaches: reasons, reviews, puzzles.
func LearnNames() Names { return namesIn("web/learn/", "web/app/words.js", "web/app/say.js") }

// namesIn reads the files that begin so.
func namesIn(begin ...string) Names {
	var code []string
	all := Files()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if slices.ContainsFunc(begin, func(b string) bool { return strings.HasPrefix(name, b) }) && path.Ext(name) == ".js" {
			code = append(code, string(all[name]))
		}
	}
	return names(code...)
}

func names(code ...string) (n Names) {
	quoted := regexp.MustCompile(`'([a-z]+(?:\.[a-z0-9_+-]+)+)'`)
	filled := regexp.MustCompile("`([a-z]+(?:\\.|\\$\\{[^{}`]*\\}|[a-z0-9_+-])*)`")
	hole := regexp.MustCompile(`\$\{[^{}]*\}`)
	keys, shapes := map[string]bool{}, map[string]bool{}
	for _, text := range code {
		for _, m := range quoted.FindAllStringSubmatch(text, -1) {
			keys[m[1]] = true
		}
		for _, m := range filled.FindAllStringSubmatch(text, -1) {
			if parts := hole.Split(m[1], -1); len(parts) > 1 && strings.Contains(parts[0], ".") {
				for i := range parts {
					parts[i] = regexp.QuoteMeta(parts[i])
				}
				shapes[strings.Join(parts, ".*")] = true
			}
		}
	}
	n.Keys = slices.Sorted(maps.Keys(keys))
	for _, shape := range slices.Sorted(maps.Keys(shapes)) {
		n.Shapes = append(n.Shapes, regexp.MustCompile("^"+shape+`(\.you|\.other)?$`))
	}
	return n
}

// Has reports whether a message is named. One name may stand for two messages: of
// somebody, and of "you".
func (n Names) Has(key string) bool {
	short := strings.TrimSuffix(strings.TrimSuffix(key, ".you"), ".other")
	return slices.Contains(n.Keys, key) || slices.Contains(n.Keys, short) ||
		slices.ContainsFunc(n.Shapes, func(shape *regexp.Regexp) bool { return shape.MatchString(key) })
}
