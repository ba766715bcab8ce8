package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// vars adds flags; describe gives them their texts.
func vars(fs *pflag.FlagSet, flags map[string]pflag.Value) {
	for name, value := range flags {
		fs.Var(value, name, "")
	}
}

// undefaulted hides the defaults of flags, which depend on other flags.
func undefaulted(fs *pflag.FlagSet, names ...string) {
	for _, name := range names {
		fs.Lookup(name).DefValue = ""
	}
}

// whole is a flag for a whole number from least to most.
type whole struct {
	value       int64
	least, most int64
}

func (w *whole) String() string { return strconv.FormatInt(w.value, 10) }

// Type returns the flag's placeholder in the help.
func (w *whole) Type() string { return "number" }

// Set parses the flag.
func (w *whole) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < w.least || n > w.most {
		return fmt.Errorf("expected a whole number from %d to %d", w.least, w.most)
	}
	w.value = n
	return nil
}

// seedFlag is a flag for any 64-bit number.
type seedFlag uint64

func (s *seedFlag) String() string { return strconv.FormatUint(uint64(*s), 10) }

// Type returns the flag's placeholder in the help.
func (s *seedFlag) Type() string { return "number" }

// Set parses the flag.
func (s *seedFlag) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("expected a whole number from 0 to %d", uint64(1<<64-1))
	}
	*s = seedFlag(n)
	return nil
}

// botsFlag is a flag for bots, separated by commas outside quotation marks.
type botsFlag []string

func (f *botsFlag) String() string { return strings.Join(*f, ",") }

// Type returns the flag's placeholder in the help.
func (f *botsFlag) Type() string { return "bots" }

// Set parses the flag. If the flag is repeated, its bots are appended.
func (f *botsFlag) Set(text string) error {
	quote, from := rune(0), 0
	for i, c := range text {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == ',':
			*f = append(*f, text[from:i])
			from = i + 1
		}
	}
	*f = append(*f, text[from:])
	return nil
}

// stepsFlag is a flag for increasing numbers of steps, separated by commas.
type stepsFlag []int64

func (f *stepsFlag) String() string {
	list := make([]string, len(*f))
	for i, n := range *f {
		list[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(list, ",")
}

// Type returns the flag's placeholder in the help.
func (f *stepsFlag) Type() string { return "numbers" }

// Set parses the flag.
func (f *stepsFlag) Set(text string) error {
	*f = nil
	for item := range strings.SplitSeq(text, ",") {
		n, err := strconv.ParseInt(item, 10, 64)
		if err != nil || n < 1 || n > 1e12 || len(*f) > 0 && n <= (*f)[len(*f)-1] {
			return fmt.Errorf("want rising numbers with commas, 10000,100000,1000000")
		}
		*f = append(*f, n)
	}
	return nil
}
