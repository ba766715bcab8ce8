package locale

import (
	"regexp"
	"strings"
	"testing"
)

// TestEveryTextIsWhole: no text of any language is empty, has a blank too many, or keeps a
// placeholder when all that it names is given.
func TestEveryTextIsWhole(t *testing.T) {
	t.Parallel()
	hole := regexp.MustCompile(`[{}]|[^\n ]  |^\s*$`)
	c := New()
	args := Args{}
	for _, name := range c.Parameters() {
		args[name] = "x"
	}
	for _, lang := range c.Languages() {
		p := c.For(lang)
		for key := range p.texts {
			if strings.HasPrefix(key, "cmd.") {
				continue // helps, with examples in columns
			}
			for _, n := range []int{0, 1, 2, 5} {
				args["n"] = n
				if text := p.T(key, args); hole.MatchString(text) {
					t.Errorf("%s: %s is %q", lang, key, text)
				}
			}
		}
	}
}
