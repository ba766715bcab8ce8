package bot

import (
	"context"
	"embed"
	"errors"
	"strconv"
	"sync"

	"chratze/bot/policy"
	"chratze/bot/search"
	"chratze/rams"
	"chratze/variant"
)

// learned calls and exchanges as it has learned by playing against itself, where that is clear. Where it is
// of two minds it searches, taking the others for players who have learned the same. It searches in the
// play, too, and wherever nothing was learned.
type learned struct {
	policy func(*rams.Game) *policy.Policy
	search *search.Searcher
	calls  *search.Searcher
	models [2]*schooled // of the calls: of itself and of the others
	source Source

	game   *rams.Game // asked about last
	answer *policy.Policy
}

const (
	// decided is how often the policy must do what it does most often to be believed.
	decided = 0.9
	// callWorlds is in how many times as many worlds a call is searched as a card, if their number is given.
	callWorlds = 8
	// schooling is how much the others are taken for players who have learned, and not for stammtisch-1.
	schooling = 0.7
)

// newLearned returns a bot with the budget of the configuration.
func newLearned(of func(*rams.Game) *policy.Policy, c search.Config, source Source) *learned {
	l := &learned{policy: of, search: search.New(c, source), source: source}
	l.models = [2]*schooled{{thumb: &careful, source: source}, {thumb: &stammtisch, source: source}}
	c.Own, c.Others, c.Closed = l.models[0], l.models[1], 100-policy.UsuallyOpen
	c.Worlds *= callWorlds
	l.calls = search.New(c, source)
	return l
}

// Act is Bot's.
func (l *learned) Act(v *rams.View) rams.Action { return l.ActContext(context.Background(), v) }

// ActContext is Thinker's.
func (l *learned) ActContext(ctx context.Context, v *rams.View) rams.Action {
	if v.Game != l.game {
		l.game, l.answer = v.Game, l.policy(v.Game)
		l.models[0].policy, l.models[1].policy = l.answer, l.answer
	}
	if l.answer == nil {
		return l.search.ActContext(ctx, v)
	}
	sure, known := l.answer.Sure(v)
	blind := v.Phase == rams.PhaseBlind || v.Phase == rams.PhaseDoubleBlind
	switch {
	case !known:
		return l.search.ActContext(ctx, v)
	case sure < decided && !blind && len(v.Events) > 0:
		return l.calls.ActContext(ctx, v)
	}
	a, _ := l.answer.Act(v, l.source)
	return a
}

// schooled is what a bot that has learned thinks of players: that they do what it has learned, or, now
// and then, as rules of thumb say; and these play the cards.
type schooled struct {
	policy *policy.Policy
	thumb  *thumb
	source Source
}

// Act answers a view.
func (m *schooled) Act(v *rams.View) rams.Action {
	if a, known := m.policy.Act(v, m.source); known {
		return a
	}
	return m.thumb.Act(v)
}

// Chance returns how likely such a player does this.
func (m *schooled) Chance(v *rams.View, a rams.Action) float64 {
	x := m.thumb.Chance(v, a)
	if p, known := m.policy.Chance(v, a); known {
		const slip = 0.005
		return (1-schooling)*x + schooling*(p+slip)
	}
	return x
}

// Caller returns who calls and exchanges as the bot does, for each goroutine one, and
// plays the cards by rules of thumb: what a best response is trained against. It returns nil for bots that
// think too long for that, or that know nothing about the game. Where nothing was learned
// it does what stammtisch-1 does.
func (s Spec) Caller(g *rams.Game) func(policy.Source) policy.Player {
	if s.thumb != nil {
		return func(policy.Source) policy.Player { return s.thumb }
	}
	if s.policy == nil || s.policy(g) == nil {
		return nil
	}
	return func(source policy.Source) policy.Player {
		return &policy.Mixed{Policy: s.policy(g), Player: &stammtisch, Source: source}
	}
}

// fromFile reads a policy from a file, for the games it is one of.
func fromFile(path string, read func(string) ([]byte, error)) (func(*rams.Game) *policy.Policy, error) {
	err := errors.New("want the path of a policy behind the colon")
	var file []byte
	if path != "" {
		file, err = read(path)
	}
	var p *policy.Policy
	if err == nil {
		p, err = policy.Read(file)
	}
	if err != nil {
		return nil, &Error{Code: CodeFile, Name: policyName, Value: path, Err: err}
	}
	return func(g *rams.Game) *policy.Policy {
		if p.Plays(g) {
			return p
		}
		return nil
	}, nil
}

// trained holds the policies that were made by make train, named by preset and seats:
// chratze-4.policy.
//
//go:embed trained/*.policy
var trained embed.FS

// readers read the policies that are shipped, each when it is first asked for.
var readers = func() map[string]func() *policy.Policy {
	all := map[string]func() *policy.Policy{}
	files, _ := trained.ReadDir("trained")
	for _, f := range files {
		all[f.Name()] = sync.OnceValue(func() *policy.Policy {
			file, err := trained.ReadFile("trained/" + f.Name())
			if err != nil {
				return nil
			}
			p, err := policy.Read(file)
			if err != nil { // TestShipped reads all of them
				return nil
			}
			return p
		})
	}
	return all
}()

// shipped returns the policy that is part of the program for a game, or nil.
func shipped(g *rams.Game) *policy.Policy {
	rules := g.Rules()
	for _, name := range variant.Presets() {
		if v, _ := variant.Lookup(name); v.Rules() == rules {
			if read := readers[name+"-"+strconv.Itoa(g.Seats())+".policy"]; read != nil {
				return read()
			}
		}
	}
	return nil
}
