package bot

import (
	"embed"
	"errors"
	"strconv"
	"sync"

	"chratze/bot/policy"
	"chratze/bot/search"
	"chratze/rams"
	"chratze/variant"
)

// learned calls and exchanges as it has learned by playing against itself, and
// searches in the play, and wherever nothing was learned.
type learned struct {
	policy func(*rams.Game) *policy.Policy
	search *search.Searcher
	source Source

	game   *rams.Game // asked about last
	answer *policy.Policy
}

func (l *learned) Act(v *rams.View) rams.Action {
	if v.Game != l.game {
		l.game, l.answer = v.Game, l.policy(v.Game)
	}
	if l.answer != nil {
		if a, known := l.answer.Act(v, l.source); known {
			return a
		}
	}
	return l.search.Act(v)
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
