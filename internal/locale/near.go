package locale

import (
	"slices"

	"chratze/internal/naming"
)

// Unknown returns a message about a value that isn't allowed, and what may have been meant. The message has
// the parameters of args, which have the list of what is allowed already.
func (p *Printer) Unknown(key string, args Args, typed string, allowed []string) string {
	text := p.T(key, args)
	if near := naming.Near(typed, allowed); near != "" && !slices.Contains(allowed, typed) {
		text = p.T("list.sentences", Args{"a": text, "b": p.T("usage.near", Args{"value": near})})
	}
	return text
}
