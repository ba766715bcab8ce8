package lines

import (
	"chratze/card"
	"chratze/internal/fair"
	"chratze/internal/locale"
)

// ProofFault returns a sentence about a fault in the proof of a deal. words names the cards; it
// may be nil for a fault without cards.
func ProofFault(p *locale.Printer, words *locale.Words, f fair.Fault) string {
	args := locale.Args{"n": f.Number - f.At + 1, "draw": f.Draw, "at": f.At, "chair": f.Chair + 1, "number": f.Number, "card": "", "other": ""}
	if f.Code == fair.FaultSwap {
		args["at"] = f.At + 1
	}
	names := [...]string{"card", "other"}
	for i, text := range f.Cards {
		c, err := card.Parse(text)
		if err != nil {
			panic(err) // it comes from a card
		}
		args[names[i]] = words.Card(c)
	}
	return p.T("verify.fault."+f.Code, args)
}
