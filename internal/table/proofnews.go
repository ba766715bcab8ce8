package table

import (
	"chratze/history"
	"chratze/internal/fair"
)

// ProofNews is what those who take part in the proof are sent besides the hand itself.
type ProofNews struct {
	Next *NextDeal   `json:"next,omitempty"` // the next deal, if it has changed
	Hand *fair.Proof `json:"hand,omitempty"` // the new parts of the hand's proof
}

// NextDeal is a deal in preparation.
type NextDeal struct {
	Number   int          `json:"number"`
	After    int          `json:"after,omitempty"`
	Void     []fair.Void  `json:"void,omitempty"` // the deals before it that were cancelled; with copies and without nonces: reveal yours
	Sitting  string       `json:"sitting"`
	Former   string       `json:"former,omitempty"` // what Sitting was before the table was given a new secret
	Promise  string       `json:"promise"`
	Promises []fair.Given `json:"promises,omitempty"` // if present, these chairs must send their copies now
	Copies   []fair.Given `json:"copies,omitempty"`   // if present, all have sent their copies, and must reveal their nonces
}

// toldProof records how much of a hand's proof was sent.
type toldProof struct {
	number     int
	none       bool
	draws      int
	over, open bool
}

// proofCursor records how much of the proof was sent.
type proofCursor struct {
	wants bool
	next  uint64 // proof.version when the next deal was sent
	hand  toldProof
}

// Prove makes the cursor receive the proof too.
func (c *Cursor) Prove() { c.proof.wants = true }

// proofReader is the audience of a proof. Spectators get no secret, since all cards follow from it.
type proofReader struct {
	to     history.Audience
	stage  Stage
	left   bool               // they have left their chair: they contribute to no deal
	early  bool               // they have played since the first hand: only then they get the secret of the session
	opens  string             // Config.Proof
	open   bool               // the evening is over, so that the session's secret may be opened
	events func() []fair.Step // what they have seen of the hand, if it is over; else nil
}

// reader returns the audience of the proof of the last hand, by the seat and by the number of the person (0: the public).
func (t *Table) reader(to history.Audience, person int, open bool) proofReader {
	r := proofReader{to: to, stage: t.stage, opens: t.cfg.Proof, open: open && t.cfg.Proof != ProofNever}
	r.early = person > 0 && person <= len(t.people) && t.people[person-1].First == 1
	if t.result != nil {
		r.events = func() []fair.Step { return Steps(t.game, t.hand.Observed(to.Seat()), true) }
	}
	return r
}

// news returns what is new in the proof, or nil.
func (p *proof) news(cur *proofCursor, to proofReader) *ProofNews {
	var news ProofNews
	if to.stage != Playing && to.stage != Over && !to.left && cur.next != p.version {
		d := &p.next
		cur.next = p.version
		news.Next = &NextDeal{d.number, d.after, d.void, p.sitting, p.former, d.promise, d.promises, nil}
		if d.fixed && d.copied() {
			news.Next.Copies = d.copies
		}
	}
	if h := &p.hand; h.number > 0 {
		now := toldProof{h.number, h.proof.None != "", len(h.draws.Orders), to.events != nil, to.stage == Over}
		if now != cur.hand {
			since := cur.hand
			if since.number != h.number || since.none != now.none || since.over && !now.over {
				since = toldProof{}
			}
			news.Hand = h.tell(to, since)
			cur.hand = now
		}
	}
	if news == (ProofNews{}) {
		return nil
	}
	return &news
}

// tell returns the proof of the running or last hand for an audience, without what it has received already.
func (h *handProof) tell(to proofReader, since toldProof) *fair.Proof {
	if h.proof.None != "" {
		p := h.proof
		return &p
	}
	p := &fair.Proof{Scheme: h.proof.Scheme, Number: h.number}
	if since.number == 0 {
		*p = h.proof
	}
	h.published = append(h.published, h.draws.Published(len(h.published)+1)...)
	p.Draws = h.published[since.draws:]
	over := to.events != nil && !since.over
	if over {
		if seen, ok := fair.Seen(to.events()); ok {
			p.Open = h.draws.Open(seen)
		}
	}
	switch { // the session's secret would show the cards that others folded before this person came
	case to.open && to.early: // also of those who weren't dealt into the last hand
		p.SittingSecret = h.secret.Hex()
	case to.to == history.Public:
	case over && to.opens == ProofHand, to.open:
		p.Secret = fair.HandSecret(h.secret, h.number).Hex()
	}
	if to.stage == Over {
		p.Last = h.number
	}
	return p
}
