package lines

import (
	"maps"

	"chratze/internal/locale"
)

// Fault is an error for a person, as the key of a message, without a language.
type Fault struct {
	Key     string      // "": the message is that of Err
	Args    locale.Args // of the message
	Allowed []string    // its list of what is allowed, if it has one
	Word    string      // what isn't in that list, if one that is like it is to be suggested
	Misuse  bool        // it is in what the person has asked for
	Err     error       // the error beneath, or nil
}

func misuse(key string, args locale.Args) error { return &Fault{Key: key, Args: args, Misuse: true} }

// Error implements error. For a person, use Text.
func (f *Fault) Error() string {
	if f.Err != nil {
		return "lines: " + f.Key + ": " + f.Err.Error()
	}
	return "lines: " + f.Key
}

// Unwrap returns the error beneath.
func (f *Fault) Unwrap() error { return f.Err }

// Text returns the sentence in a language.
func (f *Fault) Text(p *locale.Printer) string {
	if f.Key == "" {
		return p.Error(f.Err)
	}
	args := maps.Clone(f.Args)
	if f.Allowed != nil {
		args["allowed"] = p.List(f.Allowed)
	}
	if f.Word != "" {
		return p.Unknown(f.Key, args, f.Word, f.Allowed)
	}
	return p.T(f.Key, args)
}
