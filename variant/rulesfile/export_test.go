package rulesfile

import (
	"strings"

	"chratze/variant"
)

// Append appends the file as Parse reads it: the name, if there is one, the
// preset, and the options that differ from it.
func (f File) Append(b []byte) []byte {
	if f.Name != "" {
		b = appendLine(b, "name", quote(f.Name))
	}
	b = appendLine(b, "preset", quote(f.Variant.Preset()))
	for _, kv := range f.Variant.Keys() {
		value := kv.Value
		if o, _ := f.Variant.Option(kv.Key); o.Kind != variant.Amount {
			value = quote(value)
		}
		b = appendLine(b, kv.Key, value)
	}
	return b
}

func appendLine(b []byte, key, value string) []byte {
	b = append(b, key...)
	b = append(b, " = "...)
	b = append(b, value...)
	return append(b, '\n')
}

// quote writes visible text as a TOML string.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
