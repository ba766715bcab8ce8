package screen

import (
	"strconv"
	"strings"

	"chratze/internal/client"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/terminal/lines"
)

// proof says whether the deal of the last hand was verified; "": not known.
func (m *Model) proof() string {
	found, hand := &m.t.Proofs, m.t.Hand
	c, ok := found.Of(hand)
	switch {
	case m.t.Stage == table.Playing || !ok && !m.t.Without:
		return ""
	case !ok:
		return m.T("proof.without", nil)
	}
	key := "proof." + string(c.Standing)
	if c.Standing == client.Alone {
		key = "proof.lone"
	}
	text := m.T(key, locale.Args{"since": found.Since(), "of": hand, "n": len(found.Void)})
	if c.Standing == client.Bad {
		text = m.opt.Printer.Labelled(text, m.faults(&c))
	}
	for _, x := range found.Renewed {
		if x.Hand == hand {
			text += " " + m.T("proof.renewed", locale.Args{"deal": x.Deal})
		}
	}
	return text
}

func (m *Model) faults(c *client.HandReport) string {
	var list []string
	for _, f := range c.Faults {
		list = append(list, lines.ProofFault(m.opt.Printer, m.words.Words, f))
	}
	return strings.Join(list, " ")
}

// proofs says whether the deals of the evening were verified.
func (m *Model) proofs() (texts []string) {
	found := &m.t.Proofs
	if found.Whole > 0 {
		texts = append(texts, m.T("proof.evening", locale.Args{"n": found.Whole}))
	}
	if n := found.People(); n > 0 {
		texts = append(texts, m.T("verify.people", locale.Args{"n": n}))
	}
	for _, x := range found.Renewed {
		texts = append(texts, m.T("proof.renewed", locale.Args{"deal": x.Deal}))
	}
	if n := len(found.Void); n > 0 {
		means := "proof.once.means"
		if found.Chosen() {
			means = "proof.again.means"
		}
		texts = append(texts, m.T("verify.void", locale.Args{"n": n})+" "+m.T(means, nil))
	}
	for _, f := range found.Refused {
		texts = append(texts, lines.ProofFault(m.opt.Printer, nil, f))
	}
	var unused, sent []string
	bots := 0
	for i := range found.Hands {
		c := &found.Hands[i]
		if c.Report.Bots > 0 {
			bots++
		}
		switch c.Standing {
		case client.Bad:
			texts = append(texts, m.T("proof.hand", locale.Args{"n": c.Hand})+" "+m.faults(c))
		case client.Part, client.Alone:
			unused = append(unused, strconv.Itoa(c.Hand))
			if c.Sent {
				sent = append(sent, strconv.Itoa(c.Hand))
			}
		}
	}
	if bots > 0 {
		texts = append(texts, m.T("verify.bots", locale.Args{"n": bots}))
	}
	if len(unused) > 0 {
		text := m.T("proof.unused", locale.Args{"n": len(unused), "hands": m.opt.Printer.List(unused), "of": m.t.Hand})
		if len(sent) > 0 {
			text += " " + m.T("tui.proof.sent", locale.Args{"n": len(sent), "hands": m.opt.Printer.List(sent)})
		}
		texts = append(texts, text+" "+m.T("proof.unused.means", nil))
	}
	return texts
}
