package bot

import (
	"slices"
	"strconv"
	"strings"

	"chratze/bot/policy"
	"chratze/bot/search"
	"chratze/chance"
	"chratze/rams"
)

// Spec names a bot with its parameters: "random", "thumb:open=200:join=140". [NewSpec] makes one
// for a bot of your own. The zero Spec names no bot; its New panics.
type Spec struct {
	text      string
	own       func(chance.Source) Bot
	heuristic *heuristic // nil: random, or search
	search    *search.Config
	policy    func(*rams.Game) *policy.Policy // beside search: what was learned about a game, or nil
	file      *policy.Header                  // of policy:FILE
	solves    bool                            // it plays the solution of a game that is solved
	rates     *[2]int                         // of random, in percent: how often it opens or bids, and joins; nil: any act is as likely
	both      []Spec                          // who calls, and who plays the cards
}

// NewSpec returns the Spec of a bot of your own, to play in analysis/sim and analysis/arena like
// ours. The name isn't empty; results and histories show it. create is called for each chair and each
// worker, from several goroutines; a bot that draws all its chances from source decides the same for
// the same seed. Its views have Events.
func NewSpec(name string, create func(source chance.Source) Bot) Spec {
	if name == "" || create == nil {
		panic("bot: NewSpec without a name or a function")
	}
	return Spec{text: name, own: create}
}

// String returns the text that Parse reads, or the name given to [NewSpec].
func (s Spec) String() string { return s.text }

// NeedsEvents reports whether the bot needs views with Events.
func (s Spec) NeedsEvents() bool {
	return s.search != nil || s.own != nil || slices.ContainsFunc(s.both, Spec.NeedsEvents)
}

// Thinks reports whether the bot is a Thinker, which takes time to decide and can be cut
// short. The others answer at once.
func (s Spec) Thinks() bool { return s.search != nil || slices.ContainsFunc(s.both, Spec.Thinks) }

// Watches reports whether the bot is a Watcher, or may be as one of your own, which gets to know the others.
func (s Spec) Watches() bool {
	return s.policy != nil || s.own != nil || slices.ContainsFunc(s.both, Spec.Watches)
}

// Model returns the bot as a model of a player for a [search.Searcher]; ok is false for
// bots that don't know how likely their acts are.
func (s Spec) Model() (m search.Model, ok bool) {
	if s.heuristic == nil {
		return nil, false
	}
	return s.heuristic, true
}

// Shared reports whether several goroutines may use one bot at once, because it has neither
// memory nor a source of chance.
func (s Spec) Shared() bool { return s.heuristic != nil }

// New returns a bot that draws its chances from source.
func (s Spec) New(source chance.Source) Bot {
	switch {
	case s.own != nil:
		return s.own(source)
	case s.both != nil:
		return together{s.both[0].New(source), s.both[1].New(source)}
	case s.heuristic != nil:
		return s.heuristic
	case s.policy != nil:
		b := newPolicyBot(s.policy, *s.search, source)
		b.solves = s.solves
		return b
	case s.search != nil:
		return search.New(*s.search, source)
	case s.text == "beginner":
		return beginner{source}
	case s.rates != nil:
		return newDice(source, float64(s.rates[0]), float64(s.rates[1]), 100)
	case s.text != "":
		return random{source}
	}
	panic("bot: New of no bot")
}

// Names returns the names of the bots that Parse reads.
func Names() []string {
	return []string{"beginner", "best", "best-0.1", "random", "search", "stammtisch-1", "strong", "thumb"}
}

// Levels returns the names of the bots that people choose among, the weakest first.
// How they were measured is in docs/strength.md.
func Levels() []string { return []string{"beginner", "stammtisch-1", "strong", "best"} }

// Error says what is wrong with the name of a bot. Code is stable and names a
// message; the other fields are its parameters.
type Error struct {
	Code    string
	Name    string   // of the bot
	Key     string   // the parameter
	Value   string   // what was given
	Allowed []string // names or keys
	Err     error    // what lies beneath, or nil
}

// The codes of Error.
const (
	CodeName   = "bot-name"   // there is no bot Name
	CodeKey    = "bot-key"    // Name has no parameter Key
	CodeBudget = "bot-budget" // Name can't think for Value: wants a time or a number of worlds
	CodeFile   = "bot-file"   // Value can't be read as a policy: Err
	CodeGame   = "bot-game"   // Name has no policy for a game, its file is for Value ("": it has none)
	CodeValue  = "bot-value"  // Key can't be Value: wants a whole number of hundredths, keep a rank
	CodeRanges = "bot-ranges" // Key can't be Value: wants one of Allowed
	CodeRate   = "bot-rate"   // Key can't be Value: wants a whole number of percent
)

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func (e *Error) Error() string {
	switch e.Code {
	case CodeName:
		return "bot: no bot " + strconv.Quote(e.Name) + ": expected one of " + strings.Join(e.Allowed, ", ")
	case CodeKey:
		if len(e.Allowed) == 0 {
			return "bot: " + e.Name + " has no parameters, got " + strconv.Quote(e.Key)
		}
		return "bot: " + e.Name + " has no parameter " + strconv.Quote(e.Key) + ": expected one of " + strings.Join(e.Allowed, ", ")
	case CodeRanges:
		return "bot: " + e.Name + ": " + e.Key + "=" + strconv.Quote(e.Value) + ": expected one of " + strings.Join(e.Allowed, ", ")
	case CodeRate:
		return "bot: " + e.Name + ": " + e.Key + "=" + strconv.Quote(e.Value) + ": expected a whole number of percent, 0 to 100"
	case CodeGame:
		if e.Value == "" {
			return "bot: " + e.Name + " has no policy for this game: it searches its calls, too"
		}
		return "bot: " + e.Name + ": the file is for another game: " + e.Value
	case CodeFile:
		return "bot: " + e.Name + ": " + strconv.Quote(e.Value) + ": " + e.Err.Error()
	case CodeBudget:
		return "bot: " + e.Name + ": " + strconv.Quote(e.Value) + ": expected a time for each decision, 1ms to 1m, or a number of worlds, 1 to 1000000"
	}
	return "bot: " + e.Name + ": " + e.Key + "=" + strconv.Quote(e.Value) + ": expected a whole number of hundredths, 0 to 9999, for keep a rank (A K Q J T, 9 to 2)"
}

// Parse reads a bot's name, with its parameters behind colons. The error is an
// *[Error].
func Parse(text string) (Spec, error) { return Load(text, nil) }

// Load is like Parse, and also knows "policy:FILE": a bot that plays by a file that chratze
// train wrote. read gets the path as it was typed, absolute or with "..", which an fs.FS refuses:
// pass os.ReadFile, or what limits it. The error is an *[Error].
func Load(text string, read func(path string) ([]byte, error)) (Spec, error) {
	if calls, cards, ok := apart(text, read); ok {
		return Spec{text: text, both: []Spec{calls, cards}}, nil
	}
	name, params, more := strings.Cut(text, ":")
	s := Spec{text: text}
	switch name {
	case "random":
	case "beginner":
	case "search", "strong":
		s.search = newSearch()
	case "best":
		s.search, s.policy, s.solves = newSearch(), shipped, true
	case "best-0.1":
		s.search, s.policy = newSearch(), shippedFirst
	case policyName:
		if read == nil {
			return Spec{}, &Error{Code: CodeName, Name: name, Allowed: Names()}
		}
		s.search = newSearch()
	case "stammtisch-1":
		s.heuristic = &stammtisch
	case "thumb":
		t := stammtisch
		s.heuristic = &t
	default:
		return Spec{}, &Error{Code: CodeName, Name: name, Allowed: Names()}
	}
	for more {
		item, rest, next := strings.Cut(params, ":")
		err := s.set(name, item)
		if err != nil && name == policyName {
			break // the path begins
		}
		if err != nil {
			return Spec{}, err
		}
		params, more = rest, next
	}
	if name == policyName {
		var err error
		if s.policy, s.file, err = fromFile(params, read); err != nil {
			return Spec{}, err
		}
	}
	if s.search != nil && s.search.Worlds == 0 && s.search.Time == 0 {
		s.search.Time = thinkingTime
	}
	return s, nil
}

const policyName = "policy"

// newSearch returns the configuration of a search, without a budget.
func newSearch() *search.Config { return &search.Config{Own: &careful, Others: &weighing} }

// set sets a parameter.
func (s *Spec) set(name, item string) error {
	switch {
	case s.search != nil && name != "strong":
		return setSearch(s.search, name, item)
	case name == "thumb":
		return s.heuristic.set(item)
	case name == "random":
		return s.setRate(item)
	}
	return &Error{Code: CodeKey, Name: name, Key: item}
}

// setRate sets how often random opens or joins: "open=34", "join=64".
func (s *Spec) setRate(item string) error {
	key, value, _ := strings.Cut(item, "=")
	at := slices.Index([]string{"open", "join"}, key)
	if at < 0 {
		return &Error{Code: CodeKey, Name: "random", Key: key, Allowed: []string{"open", "join"}}
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > 100 {
		return &Error{Code: CodeRate, Name: "random", Key: key, Value: value}
	}
	if s.rates == nil {
		s.rates = &[2]int{50, 50}
	}
	s.rates[at] = n
	return nil
}
