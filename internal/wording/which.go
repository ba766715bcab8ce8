package wording

import (
	"slices"

	"chratze/internal/locale"
	"chratze/variant"
)

// Question is a question of "Which game is it?", and where its answers lead.
type Question struct {
	Ask     string
	Answers []Answer
}

// Answer leads to the rules of a game, by preset and language, or to another question. About says what game that is, or which
// games are left.
type Answer struct {
	Text, Rules, Name, About string
	Doors                    []Door
	Next                     *Question
}

// Door is a link to a place where a game is played.
type Door struct{ Href, Text string }

// Doors returns the links to play a game at once, with friends, and at the cash desk.
func Doors(p *locale.Printer, preset string) []Door {
	return []Door{{"/?play&game=" + preset, p.T("start.play", nil)}, {"/?friends&game=" + preset, p.T("start.friends", nil)}, {"/kasse/?game=" + preset, p.T("kasse.app", nil)}}
}

// Which returns the questions that lead to each preset. They follow from the rows: each question is the first, in the
// order in which players tell games apart, that the games still left answer differently.
func Which(p *locale.Printer) *Question {
	keys := []string{"fact.hand", "fact.auction", "fact.weli", "option.antes", "option.exchange", "option.void", "option.no_open"}
	v := variant.Default()
	for _, o := range v.Options() {
		keys = append(keys, "option."+o.Key)
	}
	return ask(p, variant.Presets(), keys)
}

// ask returns the question for the games that are left.
func ask(p *locale.Printer, games, keys []string) *Question {
	for i, key := range keys {
		q := Question{Ask: p.T(key, nil)}
		var left [][]string
		for _, game := range games {
			text := answer(p, game, key)
			at := slices.IndexFunc(q.Answers, func(a Answer) bool { return a.Text == text })
			if at < 0 {
				at, q.Answers, left = len(left), append(q.Answers, Answer{Text: text}), append(left, nil)
			}
			left[at] = append(left[at], game)
		}
		if len(left) < 2 {
			continue
		}
		for at, games := range left {
			a := &q.Answers[at]
			var names []string
			for _, game := range games {
				v, _ := variant.Lookup(game)
				if name := p.Words(v, "").Game(); !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
			if a.Next = ask(p, games, keys[i+1:]); a.Next == nil {
				a.Doors, a.Rules, a.Name, a.About = Doors(p, games[0]), games[0]+"/"+p.Lang(), names[0], p.T("start.game."+games[0], nil)
			} else {
				a.About = p.List(names)
			}
		}
		return &q
	}
	return nil
}

// answer says what a game answers to a question.
func answer(p *locale.Printer, game, key string) string {
	v, _ := variant.Lookup(game)
	r := v.Rules()
	switch key {
	case "fact.hand":
		return p.T("which.hand", locale.Args{"n": r.Deal.Size()})
	case "fact.auction":
		return p.T(key+"."+r.Auction.String(), nil)
	case "fact.weli":
		return weli(p, v)
	}
	o, _ := v.Option(key[len("option."):])
	return OptionValue(p, p.SheetOf(v, 0).Money, o, o.Value)
}
