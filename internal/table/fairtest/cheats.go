package fairtest

import (
	"slices"
	"strings"

	"chratze/card"
	"chratze/history"
	"chratze/internal/fair"
	"chratze/rams"
)

// Cheat is something that a server, or whoever hands out a file, can do to hand i of an
// evening.
type Cheat struct {
	Name string
	Do   func(e *Evening, i int) ([]string, error)
}

// Cheats are all that the tests know.
func Cheats() []Cheat {
	return append(fileCheats(), append(proofCheats(), dealCheats()...)...)
}

// fileCheats leave the lines as they are.
func fileCheats() []Cheat {
	return []Cheat{
		{"leaves the hand out", func(e *Evening, i int) ([]string, error) { return slices.Delete(slices.Clone(e.Lines), i, i+1), nil }},
		{"swaps it with the next", func(e *Evening, i int) ([]string, error) {
			lines, j := slices.Clone(e.Lines), (i+1)%len(e.Lines)
			lines[i], lines[j] = lines[j], lines[i]
			return lines, nil
		}},
		{"shows it twice", func(e *Evening, i int) ([]string, error) {
			return slices.Insert(slices.Clone(e.Lines), i, e.Lines[i]), nil
		}},
		{"leaves its proof out", func(e *Evening, i int) ([]string, error) {
			return e.edit(i, func(h *history.Hand, _ *fair.Proof) bool { h.Extra = nil; return false })
		}},
		{"takes the proof of another", func(e *Evening, i int) ([]string, error) {
			other, err := history.Read(e.Lines[(i+5)%len(e.Lines)])
			if err != nil {
				return nil, err
			}
			return e.edit(i, func(h *history.Hand, _ *fair.Proof) bool { h.Extra = other.Extra; return false })
		}},
		{"calls it off for no chair", func(e *Evening, i int) ([]string, error) { return e.callOff(i) }},
		{"calls it off for a chair without a number", func(e *Evening, i int) ([]string, error) { return e.callOff(i, Seats-1) }},
	}
}

// callOff has a hand cancelled, or the one before the last.
func (e *Evening) callOff(i int, chairs ...int) ([]string, error) {
	i = min(i, len(e.Lines)-2)
	line, err := e.CallOff(i+1, i, chairs...)
	return slices.Replace(slices.Clone(e.Lines), i, i+2, line), err
}

// edit changes a line; change reports whether the proof is to be written again.
func (e *Evening) edit(i int, change func(h *history.Hand, p *fair.Proof) bool) ([]string, error) {
	h, err := history.Read(e.Lines[i])
	if err != nil {
		return nil, err
	}
	p, err := ProofOf(h)
	if err != nil {
		return nil, err
	}
	if change(h, p) {
		SetProof(h, p)
	}
	lines := slices.Clone(e.Lines)
	lines[i] = h.String()
	return lines, nil
}

// flip changes the first digit of a hash.
func flip(s string) string {
	if s[0] == '0' {
		return "1" + s[1:]
	}
	return "0" + s[1:]
}

// proofCheats change what a line says of its deal.
func proofCheats() []Cheat {
	var list []Cheat
	for name, change := range map[string]func(p *fair.Proof, i int){
		"calls it practice":                   func(p *fair.Proof, _ int) { *p = fair.Proof{Scheme: p.Scheme, None: fair.NonePractice} },
		"calls it practice, with its number":  func(p *fair.Proof, _ int) { p.None = fair.NonePractice },
		"calls the table one for practice":    func(p *fair.Proof, _ int) { p.None, p.Practice = fair.NonePractice, true },
		"names a secret that was never used":  func(p *fair.Proof, _ int) { p.Former = fair.SittingPromise(fair.Secret{7}) },
		"changes its commitment":              func(p *fair.Proof, _ int) { p.Promise = flip(p.Promise) },
		"changes the evening's commitment":    func(p *fair.Proof, _ int) { p.Sitting = flip(p.Sitting) },
		"opens another secret":                func(p *fair.Proof, _ int) { p.Secret = fair.HandSecret(fair.Secret{7}, p.Number).Hex() },
		"opens another secret of the evening": func(p *fair.Proof, _ int) { p.SittingSecret = fair.Secret{7}.Hex() },
		"changes a number": func(p *fair.Proof, i int) {
			p.Nonces[i%3].Text = flip(p.Nonces[i%3].Text)
		},
		"leaves a number out": func(p *fair.Proof, i int) { p.Nonces = slices.Delete(p.Nonces, i%3, i%3+1) },
		"leaves a number out, and its commitment": func(p *fair.Proof, i int) {
			p.Nonces, p.Promises = slices.Delete(p.Nonces, i%3, i%3+1), slices.Delete(p.Promises, i%3, i%3+1)
		},
		"adds a number":       func(p *fair.Proof, _ int) { p.Nonces = append(p.Nonces, fair.Given{Chair: 3, Text: p.Nonces[0].Text}) },
		"changes an envelope": func(p *fair.Proof, i int) { p.Draws[0].Shuffle[3*i] = flip(p.Draws[0].Shuffle[3*i]) },
		"changes a salt": func(p *fair.Proof, i int) {
			f := strings.Fields(p.Open[i])
			f[3] = flip(f[3])
			p.Open[i] = strings.Join(f, " ")
		},
		"opens another card": func(p *fair.Proof, i int) {
			f := strings.Fields(p.Open[i])
			f[2] = otherCard(f[2])
			p.Open[i] = strings.Join(f, " ")
		},
		"leaves a draw out":            func(p *fair.Proof, _ int) { p.Draws = p.Draws[1:] },
		"calls it by another number":   func(p *fair.Proof, _ int) { p.Number += 100 },
		"denies the hand before":       func(p *fair.Proof, _ int) { p.After-- },
		"calls off a deal nobody made": func(p *fair.Proof, _ int) { p.Void = append(p.Void, fair.Void{Number: p.Number, Chairs: []int{0}}) },
	} {
		list = append(list, Cheat{name, func(e *Evening, i int) ([]string, error) {
			return e.edit(i, func(_ *history.Hand, p *fair.Proof) bool { change(p, i); return true })
		}})
	}
	slices.SortFunc(list, func(a, b Cheat) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func otherCard(c string) string {
	if c == "Ah" {
		return "Kh"
	}
	return "Ah"
}

// Exchanged gives the order of another Shuffler with two cards exchanged.
type Exchanged struct{ rams.Shuffler }

// Shuffle implements rams.Shuffler.
func (e Exchanged) Shuffle(cards []card.Card) {
	e.Shuffler.Shuffle(cards)
	cards[0], cards[20] = cards[20], cards[0]
}

// Reversed gives the order of another Shuffler backwards.
type Reversed struct{ rams.Shuffler }

// Shuffle implements rams.Shuffler.
func (r Reversed) Shuffle(cards []card.Card) {
	r.Shuffler.Shuffle(cards)
	slices.Reverse(cards)
}

// dealCheats deal the hand in another way.
func dealCheats() []Cheat {
	deal := func(cheat func(rams.Shuffler) rams.Shuffler) func(e *Evening, i int) ([]string, error) {
		return func(e *Evening, i int) ([]string, error) {
			h, err := Deal(e.Hands[i].Variant, fair.Proof{Number: i + 1, After: i}, e.start[i], cheat)
			if err != nil {
				return nil, err
			}
			lines := slices.Clone(e.Lines)
			lines[i], err = h.opened(len(lines))
			return lines, err
		}
	}
	return []Cheat{
		{"exchanges two cards", deal(func(s rams.Shuffler) rams.Shuffler { return Exchanged{s} })},
		{"turns the pack round", deal(func(s rams.Shuffler) rams.Shuffler { return Reversed{s} })},
	}
}
