package shell

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"chratze/internal/locale"
)

// Vars adds flags: by its name, the variable that each sets, or its pflag.Value. What the variable has
// is the default. Describe gives them their texts.
func Vars(cmd *cobra.Command, flags map[string]any) {
	fs := cmd.Flags()
	for name, to := range flags {
		switch to := to.(type) {
		case *string:
			fs.StringVar(to, name, *to, "")
		case *bool:
			fs.BoolVar(to, name, *to, "")
		case *int:
			fs.IntVar(to, name, *to, "")
		case *time.Duration:
			fs.DurationVar(to, name, *to, "")
		case *[]string:
			fs.StringSliceVar(to, name, *to, "")
		default:
			fs.Var(to.(pflag.Value), name, "")
		}
	}
}

// Whole is a flag for a whole number from least to most. Its default may be outside: then it depends on
// other flags, and has no text.
type Whole struct {
	Value       int64
	least, most int64
}

// rangeError says that the value of a flag isn't a whole number from least to most.
type rangeError struct {
	least int64
	most  uint64
}

func (e *rangeError) Error() string {
	return fmt.Sprintf("expected a whole number from %d to %d", e.least, e.most)
}

// NewWhole returns a flag with a value, allowed from least to most.
func NewWhole(value, least, most int64) Whole { return Whole{value, least, most} }

func (w *Whole) String() string {
	if w.Value < w.least {
		return ""
	}
	return strconv.FormatInt(w.Value, 10)
}

// Type returns the flag's placeholder in the help.
func (w *Whole) Type() string { return "number" }

// Set parses the flag.
func (w *Whole) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < w.least || n > w.most {
		return &rangeError{w.least, uint64(w.most)}
	}
	w.Value = n
	return nil
}

// SeatFlag is the flag for a seat; a negative one wasn't given. How many seats there are is known later: see Of.
type SeatFlag int

// errSeat says that the value of a flag isn't the number of a seat.
var errSeat = errors.New("expected the number of a seat, from 0")

func (s *SeatFlag) String() string {
	if *s < 0 {
		return ""
	}
	return strconv.Itoa(int(*s))
}

// Type returns the flag's placeholder in the help.
func (s *SeatFlag) Type() string { return "number" }

// Set parses the flag.
func (s *SeatFlag) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return errSeat
	}
	*s = SeatFlag(n)
	return nil
}

// Of returns an error if a table with this number of seats has no such seat.
func (s SeatFlag) Of(p *locale.Printer, seats int) error {
	if int(s) < seats {
		return nil
	}
	return Misuse(p.T("cli.bad.seat", locale.Args{"value": int(s), "most": seats - 1}))
}

// SeedFlag is a flag for any 64-bit number.
type SeedFlag uint64

func (s *SeedFlag) String() string { return strconv.FormatUint(uint64(*s), 10) }

// Type returns the flag's placeholder in the help.
func (s *SeedFlag) Type() string { return "number" }

// Set parses the flag.
func (s *SeedFlag) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return &rangeError{0, 1<<64 - 1}
	}
	*s = SeedFlag(n)
	return nil
}

// BotsFlag is a flag for bots, separated by commas outside quotation marks.
type BotsFlag []string

func (f *BotsFlag) String() string { return strings.Join(*f, ",") }

// Type returns the flag's placeholder in the help.
func (f *BotsFlag) Type() string { return "bots" }

// Set parses the flag. If the flag is repeated, its bots are appended.
func (f *BotsFlag) Set(text string) error {
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
