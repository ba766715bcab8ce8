package screen

import (
	"slices"
	"strconv"
	"strings"

	"chratze/internal/client"
	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
)

// proof says whether the deal of a hand was verified; "": not known.
func (r *remote) proof(found *client.Proofs, hand int) string {
	c, ok := found.Of(hand)
	if !ok {
		return ""
	}
	text := r.printer.T("proof."+string(c.Standing), locale.Args{"since": found.Since(), "of": hand, "n": found.Called()})
	if c.Standing == client.Bad {
		text = r.printer.Labelled(text, r.faults(&c))
	}
	return text
}

func (r *remote) faults(c *client.HandReport) string {
	var list []string
	for _, f := range c.Faults {
		list = append(list, lines.ProofFault(r.printer, r.words.Words, f))
	}
	return strings.Join(list, " ")
}

// proofs says whether the deals of the evening were verified.
func (r *remote) proofs(found *client.Proofs, hands int) (texts []string) {
	if found.Whole > 0 {
		texts = append(texts, r.printer.T("proof.evening", locale.Args{"n": found.Whole}))
	}
	if n := found.Called(); n > 0 {
		texts = append(texts, r.printer.T("verify.void", locale.Args{"n": n})+" "+r.printer.T("proof.again.means", nil))
	}
	for _, f := range found.Refused {
		texts = append(texts, lines.ProofFault(r.printer, nil, f))
	}
	var unused, sent []string
	for i := range found.Hands {
		switch c := &found.Hands[i]; c.Standing {
		case client.Bad:
			texts = append(texts, r.printer.T("proof.hand", locale.Args{"n": c.Hand})+" "+r.faults(c))
		case client.Part:
			unused = append(unused, strconv.Itoa(c.Hand))
			if c.Sent {
				sent = append(sent, strconv.Itoa(c.Hand))
			}
		}
	}
	if len(unused) > 0 {
		text := r.printer.T("proof.unused", locale.Args{"n": len(unused), "hands": r.printer.List(unused), "of": hands})
		if len(sent) > 0 {
			text += " " + r.printer.T("tui.proof.sent", locale.Args{"n": len(sent), "hands": r.printer.List(sent)})
		}
		texts = append(texts, text+" "+r.printer.T("proof.unused.means", nil))
	}
	return slices.Clip(texts)
}
