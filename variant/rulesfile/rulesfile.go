// Package rulesfile reads house rules as TOML files:
//
//	name = "Wednesday at the Rössli"
//	preset = "chratze"
//	susi = "forced"
//	ante = 50
//
// The keys and words are those of docs/rules.md 4. Amounts are numbers (Rappen);
// everything else, also yes and no, is in quotes. Nothing is ignored: an unknown key, a
// table or a wrong value is an *[Error] with the number of the line.
//
// It is separate from package variant, so that programs without files need no TOML.
package rulesfile

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"
	"golang.org/x/text/unicode/norm"

	"chratze/internal/naming"
	"chratze/variant"
)

// MaxName is how many characters the name of house rules may have.
const MaxName = 80

// File is the content of a rules file.
type File struct {
	Name    string // may be empty
	Variant variant.Variant
}

// Error says what is wrong with a rules file. Code is stable and names a
// message; with [CodeRules] the reason is the *[variant.Error] in Err.
type Error struct {
	Code string
	Line int // from 1; 0: the whole file
	Key  string
	Err  error
}

// The codes of Error.
const (
	CodeTOML   = "toml"     // not TOML
	CodeTable  = "table"    // tables and dotted keys have no meaning
	CodeKind   = "kind"     // neither text in quotes nor a whole number
	CodeTwice  = "twice"    // name or preset appears twice
	CodePreset = "nopreset" // the key preset is missing
	CodeName   = "name"     // too long, or with characters that can't be seen
	CodeRules  = "rules"    // Err says it
)

// Unwrap returns the reason, if there is one.
func (e *Error) Unwrap() error { return e.Err }

func (e *Error) Error() string {
	text := "rules file: "
	if e.Line > 0 {
		text += "line " + strconv.Itoa(e.Line) + ": "
	}
	switch e.Code {
	case CodeTable:
		return text + "tables and dotted keys have no meaning here: want lines such as susi = \"forced\""
	case CodeKind:
		return text + e.Key + ": want text in quotes, or a whole number for an amount"
	case CodeTwice:
		return text + e.Key + " stands twice"
	case CodePreset:
		return text + `a line such as preset = "chratze" is missing`
	case CodeName:
		return text + "name: want at most " + strconv.Itoa(MaxName) + " visible characters"
	}
	return text + e.Err.Error()
}

// IsFile reports whether an argument that names rules is a file's path and not a
// preset: it ends in .toml or has a path separator.
func IsFile(arg string) bool {
	return strings.HasSuffix(arg, ".toml") || strings.ContainsAny(arg, `/\`)
}

// Load reads rules that a person named: a preset with options, or a file (see [IsFile]). read gets the
// path as it was typed, absolute or with "..", which an fs.FS refuses: pass os.ReadFile, or what limits it.
func Load(arg string, read func(path string) ([]byte, error)) (File, error) {
	if !IsFile(arg) {
		v, err := variant.Parse(arg)
		return File{Variant: v}, err
	}
	data, err := read(arg)
	if err != nil {
		return File{}, err
	}
	return Parse(data)
}

// entry is a line of the file.
type entry struct {
	key, value string
	number     bool
	line       int
}

// Parse reads the content of a rules file. The error is an *[Error].
func Parse(data []byte) (File, error) {
	entries, err := entries(data)
	if err != nil {
		return File{}, err
	}
	var f File
	preset := entry{}
	var keys []variant.KeyValue
	for i, e := range entries {
		switch {
		case e.key != "name" && e.key != "preset":
			keys = append(keys, variant.KeyValue{Key: e.key, Value: e.value})
		case e.number:
			return File{}, &Error{Code: CodeKind, Line: e.line, Key: e.key}
		case slices.ContainsFunc(entries[:i], func(before entry) bool { return before.key == e.key }):
			return File{}, &Error{Code: CodeTwice, Line: e.line, Key: e.key}
		case e.key == "preset":
			preset = e
		case !visible(e.value):
			return File{}, &Error{Code: CodeName, Line: e.line, Key: e.key}
		default:
			f.Name = norm.NFC.String(e.value)
		}
	}
	if preset.line == 0 {
		return File{}, &Error{Code: CodePreset, Key: "preset"}
	}
	if f.Variant, err = variant.FromKeys(preset.value, keys); err != nil {
		return File{}, &Error{Code: CodeRules, Line: line(entries, err), Err: err}
	}
	for _, e := range entries {
		if o, ok := f.Variant.Option(e.key); ok && e.number != (o.Kind == variant.Amount) {
			err := &variant.Error{Code: variant.CodeType, Preset: preset.value, Option: e.key, Value: e.value}
			return File{}, &Error{Code: CodeRules, Line: e.line, Key: e.key, Err: err}
		}
	}
	return f, nil
}

// line returns in which line the option stands that an error is about: the last
// one, which is the wrong one where it stands twice.
func line(entries []entry, err error) (line int) {
	var e *variant.Error
	if errors.As(err, &e) {
		for _, entry := range entries {
			if entry.key == e.Option {
				line = entry.line
			}
		}
	}
	return line
}

func visible(name string) bool {
	for _, r := range name {
		if !unicode.IsPrint(r) && r != '\u200c' && r != '\u200d' {
			return false
		}
	}
	return !naming.Hidden(name) && (name == "" || naming.Seen(name)) && utf8.RuneCountInString(name) <= MaxName && utf8.ValidString(name)
}

// entries reads the lines of the file. It uses the parser and not the decoder of
// the TOML library because only the parser knows in which line a key stands.
func entries(data []byte) ([]entry, error) {
	var list []entry
	var p unstable.Parser
	p.Reset(data)
	for p.NextExpression() {
		e := p.Expression()
		key := e.Key()
		key.Next()
		line := p.Shape(key.Node().Raw).Start.Line
		if e.Kind != unstable.KeyValue || !key.IsLast() {
			return nil, &Error{Code: CodeTable, Line: line}
		}
		entry := entry{key: string(key.Node().Data), value: string(e.Value().Data), line: line}
		switch e.Value().Kind {
		case unstable.String:
		case unstable.Integer:
			n, err := strconv.ParseInt(entry.value, 0, 64)
			if err != nil {
				return nil, &Error{Code: CodeKind, Line: line, Key: entry.key}
			}
			entry.value, entry.number = strconv.FormatInt(n, 10), true
		default:
			return nil, &Error{Code: CodeKind, Line: line, Key: entry.key}
		}
		list = append(list, entry)
	}
	var wrong *unstable.ParserError
	switch err := p.Error(); {
	case errors.As(err, &wrong):
		return nil, &Error{Code: CodeTOML, Line: p.Shape(p.Range(wrong.Highlight)).Start.Line, Err: errors.New(wrong.Message)}
	case err != nil:
		return nil, &Error{Code: CodeTOML, Err: err}
	}
	return list, nil
}
