package shell

import (
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"chratze/internal/interrupt"
	"chratze/internal/locale"
	"chratze/variant/rulesfile"
)

// Kind is how the files of one kind begin that the program writes.
type Kind string

// The kinds of files that are replaced without a question. A command that first reads what it replaces needs none.
const (
	AnyKind Kind = ""
	Page    Kind = "<!doctype html>\n<html lang="
	Policy  Kind = "rams-policy/"
	Hands   Kind = `{"format":"rams-hand/1"`
)

// foreign reports whether a file has other content than that of its kind.
func foreign(path string, kind Kind) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return true
	}
	defer func() { _ = f.Close() }() // it was only read
	begin := make([]byte, len(kind))
	n, _ := io.ReadFull(f, begin)
	return string(begin[:n]) != string(kind)
}

// outputs are the flags that name a file to write.
//
//lattice:table
var outputs = []string{"html", "out", "history", "checkpoint"}

// SpareInputs refuses a command line that names a file to write which it also reads, or writes
// something else into: its content would be gone.
func SpareInputs(p *locale.Printer, cmd *cobra.Command, args []string) error {
	for _, name := range outputs {
		out := cmd.Flags().Lookup(name)
		if out == nil || !out.Changed {
			continue
		}
		words := inputs(args)
		cmd.Flags().Visit(func(f *pflag.Flag) {
			if f.Name != name {
				words = append(words, inputs([]string{f.Value.String()})...)
			}
		})
		for _, word := range words {
			if sameFile(cmd, out.Value.String(), word) {
				return Misuse(p.T("cli.bad.same", locale.Args{"flag": "--" + name, "path": locale.Quoted(out.Value.String())}))
			}
		}
	}
	return nil
}

// exclusive is how cobra marks flags of a command that exclude each other.
const exclusive = "cobra_annotation_mutually_exclusive"

// Together refuses flags that exclude each other.
func Together(p *locale.Printer, cmd *cobra.Command) error {
	var clash []string
	groups := map[string][]string{}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		for _, group := range f.Annotations[exclusive] {
			if groups[group] = append(groups[group], "--"+f.Name); len(groups[group]) > 1 {
				clash = groups[group]
			}
		}
	})
	if clash == nil {
		return nil
	}
	return NotTogether(p, clash...)
}

// NotTogether refuses words of a command line of which only one can be given.
func NotTogether(p *locale.Printer, words ...string) error {
	return Misuse(p.T("cli.bad.together", locale.Args{"list": p.List(words)}))
}

// inputs returns what may be a file in words of a command line, such as policy:mine.policy,random.
func inputs(words []string) (list []string) {
	for _, word := range words {
		list = append(append(list, word), strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune(",:=[]\"", r) })...)
	}
	return list
}

// sameFile reports whether a word of a command line names the file at a path; "-" is standard input. Without a file it
// compares only what can't be the name of a game or a bot.
func sameFile(cmd *cobra.Command, path, word string) bool {
	if path == "" || path == "-" {
		return false
	}
	file, err := os.Stat(path)
	if err != nil {
		return path == word && (rulesfile.IsFile(path) || strings.Contains(path, "."))
	}
	if in, ok := interrupt.File(cmd.InOrStdin()); ok && word == "-" {
		info, err := in.Stat()
		return err == nil && info.Mode().IsRegular() && os.SameFile(file, info)
	}
	info, err := os.Stat(word)
	return err == nil && info.Mode().IsRegular() && os.SameFile(file, info)
}
