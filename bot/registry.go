package bot

import (
	"strconv"
	"strings"

	"chratze/bot/search"
)

// Spec names a bot with its parameters: "random", "thumb:open=200:join=140".
// The zero Spec names no bot; its New panics.
type Spec struct {
	text   string
	thumb  *thumb // nil: random, or search
	search *search.Config
}

// String returns the text that Parse reads.
func (s Spec) String() string { return s.text }

// NeedsEvents reports whether the bot needs views with Events.
func (s Spec) NeedsEvents() bool { return s.search != nil }

// New returns a bot that draws its chances from source.
func (s Spec) New(source Source) Bot {
	switch {
	case s.thumb != nil:
		return s.thumb
	case s.search != nil:
		return search.New(*s.search, source)
	case s.text != "":
		return random{source}
	}
	panic("bot: New of no bot")
}

// Names returns the names of the bots.
func Names() []string { return []string{"random", "search", "stammtisch-1", "thumb"} }

// Error says what is wrong with the name of a bot. Code is stable and names a
// message; the other fields are its parameters.
type Error struct {
	Code    string
	Name    string   // of the bot
	Key     string   // the parameter
	Value   string   // what was given
	Allowed []string // names or keys
}

// The codes of Error.
const (
	CodeName   = "bot-name"   // there is no bot Name
	CodeKey    = "bot-key"    // Name has no parameter Key
	CodeBudget = "bot-budget" // Name can't think for Value: wants a time or a number of worlds
	CodeValue  = "bot-value"  // Key can't be Value: wants a whole number of hundredths, keep a rank
)

func (e *Error) Error() string {
	switch e.Code {
	case CodeName:
		return "bot: no bot " + strconv.Quote(e.Name) + ": want one of " + strings.Join(e.Allowed, ", ")
	case CodeKey:
		if len(e.Allowed) == 0 {
			return "bot: " + e.Name + " has no parameters, got " + strconv.Quote(e.Key)
		}
		return "bot: " + e.Name + " has no parameter " + strconv.Quote(e.Key) + ": want one of " + strings.Join(e.Allowed, ", ")
	}
	if e.Code == CodeBudget {
		return "bot: " + e.Name + ": " + strconv.Quote(e.Value) + ": want a time for each decision, 1ms to 1m, or a number of worlds, 1 to 1000000"
	}
	return "bot: " + e.Name + ": " + e.Key + "=" + strconv.Quote(e.Value) + ": want a whole number of hundredths, 0 to 9999, for keep a rank (A K Q J T 9 8 7 6)"
}

// Parse reads a bot's name, with its parameters behind colons. The error is an
// *Error.
func Parse(text string) (Spec, error) {
	name, params, more := strings.Cut(text, ":")
	s := Spec{text: text}
	switch name {
	case "random":
	case "search":
		s.search = &search.Config{Own: &careful, Others: &stammtisch}
		if !more {
			s.search.Time = thinkingTime
		}
	case "stammtisch-1":
		s.thumb = &stammtisch
	case "thumb":
		t := stammtisch
		s.thumb = &t
	default:
		return Spec{}, &Error{Code: CodeName, Name: name, Allowed: Names()}
	}
	for more {
		var item string
		item, params, more = strings.Cut(params, ":")
		if s.search != nil {
			if err := setSearch(s.search, item); err != nil {
				return Spec{}, err
			}
			continue
		}
		if name != "thumb" {
			return Spec{}, &Error{Code: CodeKey, Name: name, Key: item}
		}
		if err := s.thumb.set(item); err != nil {
			return Spec{}, err
		}
	}
	return s, nil
}
