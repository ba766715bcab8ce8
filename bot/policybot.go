package bot

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"

	"chratze/bot/policy"
	"chratze/bot/search"
	"chratze/bot/solved"
	"chratze/bot/trained"
	"chratze/chance"
	"chratze/rams"
	"chratze/variant"
)

// policyBot calls and exchanges as its policy, learned by self-play, says, if that is clear. If
// the policy is of two minds it searches, and models the others as players with the same policy. It
// searches in the play, too, and wherever the policy knows nothing. Where a game is solved, it plays the solution.
type policyBot struct {
	solves bool // it knows the solution
	policy func(*rams.Game) *policy.Policy
	search *search.Searcher
	calls  *search.Searcher
	own    *opponentModel // of the calls
	others *acquaintance
	source chance.Source

	game   *rams.Game // asked about last
	answer *policy.Policy
	solved bool // and the solution is at hand
}

const (
	// decided is how often the policy must choose its most frequent action to be followed without a search.
	decided = 0.9
	// callWorlds is how many times as many worlds are sampled for a call as for a card, if their number is given.
	callWorlds = 8
	// schooling is the weight of the policy in the model of the others; the rest is stammtisch-1.
	schooling = 0.7
)

// newPolicyBot returns a bot with the budget of the configuration.
func newPolicyBot(of func(*rams.Game) *policy.Policy, c search.Config, source chance.Source) *policyBot {
	l := &policyBot{policy: of, source: source, own: &opponentModel{heuristic: &careful, source: source}, others: newAcquaintance(source)}
	c.Kinds, c.Seats = l.others.kinds[:], &l.others.seats
	l.search = search.New(c, source)
	c.Own, c.Closed = l.own, 100-policy.UsuallyOpen
	c.Worlds *= callWorlds
	l.calls = search.New(c, source)
	return l
}

// Act implements Bot.
func (l *policyBot) Act(v *rams.View) rams.Action { return l.ActContext(context.Background(), v) }

// ActContext implements Thinker.
func (l *policyBot) ActContext(ctx context.Context, v *rams.View) rams.Action {
	l.begin(v.Game)
	if l.solved {
		p, err := solved.Find(v)
		if p != nil {
			return p.Draw(l.source)
		}
		l.solved = err == nil // a file that can't be fetched isn't asked for again in every decision
	}
	if l.answer == nil {
		return l.search.ActContext(ctx, v)
	}
	sure, known := l.answer.Sure(v)
	blind := v.Phase == rams.PhaseBlind || v.Phase == rams.PhaseDoubleBlind
	switch {
	case !known:
		return l.search.ActContext(ctx, v)
	case (sure < decided || l.others.strange(v)) && !blind && len(v.Events) > 0:
		return l.calls.ActContext(ctx, v)
	}
	a, _ := l.answer.Act(v, l.source)
	return a
}

// begin looks up what is known about a game.
func (l *policyBot) begin(g *rams.Game) {
	if g != l.game {
		l.game, l.answer, l.solved = g, l.policy(g), l.solves && solved.Plays(g)
		l.own.policy = l.answer
		l.others.policyOf(l.answer)
	}
}

// Watch implements Watcher.
func (l *policyBot) Watch(v *rams.View) {
	if l.begin(v.Game); l.solved {
		return
	}
	l.others.watch(l.search, v)
}

// opponentModel models players: they follow the policy, or now and then rules of thumb, which also
// play the cards.
type opponentModel struct {
	policy    *policy.Policy
	heuristic *heuristic
	source    chance.Source
}

// Act returns what such a player does.
func (m *opponentModel) Act(v *rams.View) rams.Action {
	if m.policy != nil {
		if a, known := m.policy.Act(v, m.source); known {
			return a
		}
	}
	return m.heuristic.Act(v)
}

// Likelihood returns how likely such a player makes this action.
func (m *opponentModel) Likelihood(v *rams.View, a rams.Action) float64 {
	x := m.heuristic.Likelihood(v, a)
	if m.policy == nil {
		return x
	}
	if p, known := m.policy.Probability(v, a); known {
		const slip = 0.005
		return (1-schooling)*x + schooling*(p+slip)
	}
	return x
}

// Caller returns a function that makes, for each goroutine, a player that calls and exchanges as the bot
// does and plays the cards by rules of thumb. A best response is trained against it. Where the bot's policy
// knows nothing, the player does what stammtisch-1 does. Caller returns nil for bots that search, and for bots
// that know nothing about the game.
func (s Spec) Caller(g *rams.Game) func(chance.Source) rams.Player {
	if s.heuristic != nil {
		return func(chance.Source) rams.Player { return s.heuristic }
	}
	if s.policy == nil || s.policy(g) == nil {
		return nil
	}
	return func(source chance.Source) rams.Player {
		return &policy.Mixed{Policy: s.policy(g), Player: &stammtisch, Source: source}
	}
}

// Learned reports whether the bot goes by a policy, which knows some games and not others.
func (s Spec) Learned() bool { return s.policy != nil }

// Fits returns nil if the bot has a policy or the solution of a game, or goes by none. Else it searches what a policy would answer; the error, an *[Error]
// of [CodeGame], says so, and which game its file is for.
func (s Spec) Fits(g *rams.Game) error {
	for _, part := range s.both {
		if err := part.Fits(g); err != nil {
			return err
		}
	}
	if s.policy == nil || s.solves && solved.Plays(g) || s.policy(g) != nil {
		return nil
	}
	name, _, _ := strings.Cut(s.text, ":")
	e := &Error{Code: CodeGame, Name: name}
	if s.file != nil {
		e.Value = s.file.Rules.String() + ", " + strconv.Itoa(s.file.Seats) + " seats"
	}
	return e
}

// fromFile reads a policy from a file, for the games that it plays.
func fromFile(path string, read func(string) ([]byte, error)) (func(*rams.Game) *policy.Policy, *policy.Header, error) {
	err := errors.New("expected the path of a policy behind the colon")
	var file []byte
	if path != "" {
		file, err = read(path)
	}
	var p *policy.Policy
	if err == nil {
		p, err = policy.Read(file)
	}
	if err != nil {
		return nil, nil, &Error{Code: CodeFile, Name: policyName, Value: path, Err: err}
	}
	header := p.Header()
	return func(g *rams.Game) *policy.Policy {
		if p.Plays(g) {
			return p
		}
		return nil
	}, &header, nil
}

// shelf is a policy that is shipped. It is read when it is first asked for, and where it
// must be fetched and can't be, again when the next game begins.
type shelf struct {
	mu     sync.Mutex
	policy *policy.Policy
}

func (s *shelf) read(name string) *policy.Policy {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.policy != nil {
		return s.policy
	}
	if file, err := trained.Read(name); err == nil {
		s.policy, _ = policy.Read(file) // TestShipped reads all of them
	}
	return s.policy
}

// shelves has the policies that are shipped, by name.
var shelves = func() map[string]*shelf {
	all := map[string]*shelf{}
	for _, name := range trained.Names() {
		all[name] = new(shelf)
	}
	return all
}()

// shipped returns the policy that was made for a game, or nil: there is none, or it can't be fetched.
func shipped(g *rams.Game) *policy.Policy { return shippedOf(g, trained.Names()) }

// shippedFirst is shipped for best-0.1, which is frozen to measure by.
func shippedFirst(g *rams.Game) *policy.Policy { return shippedOf(g, trained.First()) }

func shippedOf(g *rams.Game, names []string) *policy.Policy {
	rules := g.Rules()
	rules.Coin, rules.PotCap = 1, 0 // as in all presets: the table's money and its limit may be others
	for _, name := range variant.Presets() {
		file := name + "-" + strconv.Itoa(g.Seats()) + ".policy"
		if !slices.Contains(names, file) {
			continue
		}
		v, _ := variant.Lookup(name)
		if its, err := v.Game(g.Seats()); err == nil && its.Rules() == rules {
			return shelves[file].read(file)
		}
	}
	return nil
}
