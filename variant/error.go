package variant

import (
	"errors"
	"sort"
	"strconv"
	"strings"

	"chratze/rams"
)

// Error says what is wrong with a variant. Code is stable and names a message;
// it is one of the codes below or one of those of [rams.Conflict]. The other
// fields are the message's parameters.
type Error struct {
	Code    string
	Preset  string   // the preset, if it is known
	Option  string   // the key, or "preset", or "seats"
	Value   string   // the value in question
	Allowed []string // what would do; of an amount nothing, see Least and Most
	Least   int64    // of an amount
	Most    int64
	Needs   string // CodeIdle: without what the key has no meaning; CodeCoin: the money; CodeUnbuilt: where docs/rules.md says why
	Err     error  // the *rams.Conflict, if that is the reason
}

// The codes of Error, besides those of [rams.Conflict].
const (
	CodePreset  = "preset"         // no such preset
	CodeSyntax  = "syntax"         // not key=value; or not JSON
	CodeUnknown = "unknown-option" // no such key
	CodeUnbuilt = "unbuilt"        // a rule that tables have and no option says: Value names it
	CodeValue   = "option-value"   // the option has no such value
	CodeAmount  = "option-amount"  // not a whole number from Least to Most
	CodeTwice   = "twice"          // the key is given twice
	CodeIdle    = "no-meaning"     // the key has no meaning without Needs
	CodeType    = "type"           // a number for a word, or a word for a number
	CodeCoin    = "coin"           // no coins of the money (Needs) make this amount: the smallest is Least
)

// Unwrap returns the conflict behind the error, if any.
func (e *Error) Unwrap() error { return e.Err }

func (e *Error) Error() string {
	text := "variant: "
	if e.Preset != "" {
		text += e.Preset + ": "
	}
	option := "option " + strconv.Quote(e.Option)
	value := option + " is " + strconv.Quote(e.Value)
	allowed := ": allowed is " + strings.Join(e.Allowed, ", ")
	switch e.Code {
	case CodePreset:
		return text + "no preset " + strconv.Quote(e.Value) + allowed
	case CodeSyntax:
		return text + strconv.Quote(e.Value) + ": want key=value behind the preset, or in JSON an object of words and numbers"
	case CodeUnknown:
		return text + "no " + option + allowed
	case CodeUnbuilt:
		return text + strconv.Quote(e.Value) + " isn't built: docs/rules.md " + e.Needs + " says why"
	case CodeValue:
		return text + value + allowed
	case CodeAmount:
		return text + value + ": allowed is a whole number from " + strconv.FormatInt(e.Least, 10) + " to " + strconv.FormatInt(e.Most, 10)
	case CodeTwice:
		return text + option + " is given twice: give it once"
	case CodeIdle:
		return text + value + ": it has no meaning without " + e.Needs + ": leave it out"
	case CodeCoin:
		return text + value + ": in " + e.Needs + " allowed are multiples of " + strconv.FormatInt(e.Least, 10)
	case CodeType:
		return text + value + ": amounts are numbers, all else is words in quotes"
	}
	text += value + ": " + strings.TrimPrefix(e.Err.Error(), "rams: option "+e.Option+": ")
	if len(e.Allowed) == 0 {
		return text + ": nothing is allowed here with the other options"
	}
	return text + ": with the other options allowed is " + strings.Join(e.Allowed, ", ")
}

// conflict describes rules without meaning for this number of seats: which value of
// which option is wrong, and what the others would allow in its place.
func (v *Variant) conflict(err error, seats int) error {
	c, ok := errors.AsType[*rams.Conflict](err)
	if !ok {
		return err
	}
	e := &Error{Code: c.Code, Preset: v.Preset(), Option: c.Option, Err: err}
	if o := lookup(c.Option); o != nil {
		e.Value = o.text(&v.rules)
		e.Allowed = v.allowed(o, seats)
	} else if c.Option == "seats" {
		e.Value = strconv.Itoa(seats)
		for n := int(v.rules.MinSeats); n <= int(v.rules.MaxSeats); n++ {
			if v.rules.Check(n) == nil {
				e.Allowed = append(e.Allowed, strconv.Itoa(n))
			}
		}
	}
	return e
}

// allowed returns the words of an option against which the other options have
// nothing. Where others don't go together among themselves they are set to their
// first word, which is mostly no, off or none, to find what concerns this one. Of an
// amount it returns 0, no limit, and from which on the others allow it.
func (v *Variant) allowed(o *option, seats int) (words []string) {
	if o.kind == Amount {
		least := sort.Search(int(o.bounds[1]), func(n int) bool {
			try := v.rules
			o.of.set(&try, max(int64(n), 1))
			return clean(&try, o, seats)
		})
		return []string{"0", strconv.Itoa(least) + "…" + strconv.FormatInt(o.bounds[1], 10)}
	}
	for i, word := range o.values() {
		try := v.rules
		o.of.set(&try, int64(i))
		if clean(&try, o, seats) {
			words = append(words, word)
		}
	}
	return words
}

func clean(r *rams.Rules, o *option, seats int) bool {
	for range options {
		c, ok := errors.AsType[*rams.Conflict](r.Check(seats))
		if !ok {
			return true
		}
		other := lookup(c.Option)
		if c.Option == o.key {
			return false
		}
		if other == nil || other.of.get(r) == 0 {
			return true
		}
		other.of.set(r, 0)
	}
	return true
}

// unbuilt are rules that tables have and no option says: a word of theirs, and the place in docs/rules.md that says why.
//
//lattice:table
var unbuilt = map[string]string{
	"must_declare": "4.2", "one_trick": "4.2", "five_for_last": "4.2", "sniffing": "4.3", "jump": "4.3", "flush": "4.4", "pam": "4.4", "highest": "4.4",
	"general": "4.5", "ramscheln": "4.5", "at_once": "4.6", "bankroll": "4.6", "buy_in": "4.6",
	"keep_bälli": "4.9", "blinde_first": "4.9", "pack35": "4.9", "contra": "7", "mulatschak": "7",
}
