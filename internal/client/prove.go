package client

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"slices"

	"chratze/internal/fair"
	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/rams"
)

// Standing is the outcome of checking a hand.
type Standing string

// The values of Standing.
const (
	Good    Standing = "good"  // nothing is wrong, and this client's nonce is in the deal
	Once    Standing = "once"  // as Good, but a deal was called off, as a slow connection does
	Again   Standing = "again" // deals were called off so that the server may have chosen one (fair.Chosen)
	Bots    Standing = "bots"  // as Good, but chairs on which bots play gave nonces too, which the server knows
	Part    Standing = "part"  // nothing is wrong, but this client's nonce isn't in the deal; others' are
	Alone   Standing = "alone" // nothing is wrong, but no person's nonce is in the deal: the server could have chosen it
	None    Standing = "none"  // practice, which has no proof
	Bad     Standing = "bad"   // something doesn't match
	Watched Standing = "watch" // nothing is wrong with the cards that were seen: of a spectator, or where secrets are never opened
)

// HandReport is the result of checking a hand.
type HandReport struct {
	Hand     int // from 1
	Standing Standing
	Sent     bool // the commitment to this client's nonce was sent in time
	fair.Report
}

// Proofs is the result of checking the deals so far.
type Proofs struct {
	Hands []HandReport // the finished hands in order; the last ones of very many
	Whole int          // how many of them were checked from the first card to the last
	Void  []fair.Void  // deals that were cancelled

	Renewed []Renewal    // since when the table has another secret
	Refused []fair.Fault // those of them that name this chair, although its nonce had been sent
}

// Renewal is that the table was given a new secret: its data were put back to an earlier state.
type Renewal struct {
	Hand, Deal int // the first ones of which nobody knows the cards
}

// Of returns the result of checking a hand.
func (p *Proofs) Of(hand int) (HandReport, bool) {
	i := slices.IndexFunc(p.Hands, func(c HandReport) bool { return c.Hand == hand })
	if i < 0 {
		return HandReport{}, false
	}
	return p.Hands[i], true
}

// People returns how many people's nonces went into every hand with a proof, at least.
func (p *Proofs) People() int {
	var people []int
	for i := range p.Hands {
		if c := &p.Hands[i]; c.Level != fair.None {
			people = append(people, c.Nonces)
		}
	}
	if people == nil {
		return 0
	}
	return slices.Min(people)
}

// Chosen reports whether deals were called off so that the server may have chosen one.
func (p *Proofs) Chosen() bool { return fair.Chosen(p.Void) }

// Since returns the first hand of those at the end that lack this client's nonce; 0: the last
// deal has it.
func (p *Proofs) Since() (hand int) {
	for _, c := range p.Hands {
		switch {
		case c.Standing != Part && c.Standing != Alone:
			hand = 0
		case hand == 0:
			hand = c.Hand
		}
	}
	return hand
}

// prover does this client's part in the proof of the deals: it contributes a nonce to each, and
// checks each hand when it is over. It survives broken connections.
type prover struct {
	notes   *fair.Notes
	config  *table.Config // as it first came
	twice   bool          // the server has said two things about the same; the next hand reports it
	altered []fair.Fault  // it has changed this client's copies; the next hand reports it
	drawn   map[drawn]fair.Draw
	evening fair.Evening
	sitting string   // the commitment to the session's secret, as it first came
	former  []string // earlier commitments, if the server was restored from a backup
	proof   *fair.Proof
	hands   []hand

	running int  // the hand that was seen to be played, and of whose proof nothing has come; 0: none
	here    bool // it was played on this connection
	last    int  // the hand of the previous message on this connection; -1: none
	heard   bool // on this connection the server has heard that this client takes part, or says that there is no proof
}

// drawn is a draw of a deal that has this client's nonce.
type drawn struct {
	sitting, nonce string
	number, draw   int
}

// proofID is the id of the message by which this client takes part. Its answer says that the
// server has heard it. The proof of a hand that was over before needn't come.
const proofID = 1 << 32

// hand is a finished hand, kept to be checked again when the secret is opened.
type hand struct {
	number int
	proof  *fair.Proof
	seats  int
	seat   int // of this client; -1: a spectator
	events []rams.Event
}

// prove does this client's part.
func (c *Client) prove(m *wire.Received) error {
	p := &c.prover
	heard := p.heard
	switch {
	case m.T == "hello":
		p.here, p.last, p.heard = false, -1, true
		dealt := 0
		if p.proof != nil {
			dealt = p.proof.Number
		}
		if p.notes.Lost(p.sitting, dealt+1) && c.opt.Keep != nil {
			c.opt.Keep(p.notes)
		}
		if p.config == nil {
			p.config = m.Config
		}
		if m.Config == nil || m.Config.Proof == "" || m.Chair == nil {
			return nil
		}
		p.twice = p.twice || m.Config.Proof != p.config.Proof || m.Config.Practice != p.config.Practice
		p.heard = false
		return c.write(&wire.Message{T: table.DoProof, ID: proofID})
	case m.ID == proofID && (m.T == "ok" || m.T == "no"), m.Proof != nil, c.acted(m):
		p.heard = true
	}
	if p.config == nil || c.table.Hello.Chair == nil { // without them nothing can be checked, and nothing is given
		return nil
	}
	if m.Proof != nil && m.Proof.Hand != nil {
		c.merge(m.Proof.Hand)
	}
	if m.T == "" {
		c.over(heard)
	}
	if m.Proof == nil || m.Proof.Next == nil {
		return nil
	}
	return c.next(m.Proof.Next)
}

// next contributes this client's nonce to the next deal: first the commitment, then copies for the others, and
// the nonce when theirs are there and right.
func (c *Client) next(d *table.NextDeal) error {
	p := &c.prover
	if !fair.IsNonce(d.Sitting) || !fair.IsNonce(d.Promise) || d.Number < 1 {
		return nil // it can't be checked, so the hand won't have this client's nonce
	}
	c.renewed(d.Sitting, d.Former, Renewal{c.table.Hand + 1, d.Number})
	if p.sitting == "" {
		p.sitting = d.Sitting
	}
	if err := c.cancelled(d); err != nil {
		return err
	}
	chair := *c.table.Hello.Chair
	if chair < 0 {
		return nil
	}
	if later, ok := p.notes.Later(d.Sitting, d.Number); ok { // the server has forgotten deals
		if err := c.give(table.DoProof, later.Number, later.Promise); err != nil {
			return err
		}
	}
	note, ok := p.notes.Of(d.Sitting, d.Number, chair)
	if again := ok && d.Promises == nil && (note.Given || note.Listed != ""); again || !ok { // the server may know the number of before
		if again {
			void := fair.Void{Number: d.Number, Chairs: []int{chair}}
			c.table.Proofs.Void = append(c.table.Proofs.Void, void)
			c.table.Proofs.Refused = append(c.table.Proofs.Refused, fair.Fault{Code: fair.FaultRefused, Number: d.Number, Chair: chair})
			note.Anew++
		}
		var fresh fair.Secret
		_, _ = rand.Read(fresh[:]) // it never fails
		note = fair.Note{Sitting: d.Sitting, Number: d.Number, Promise: d.Promise, Chair: chair, Nonce: fresh.Hex(), Anew: note.Anew}
	}
	if len(d.Void) > 0 {
		note.Void = d.Void
	}
	note.Opens = p.config.Proof
	listed := fair.Listed(d.Number, d.Promises, d.Void...)
	if note.Listed != "" && note.Listed != listed { // it could read the copies for one list, and deal by the other
		p.twice = true
		return nil
	}
	own := fair.Given{Chair: chair, Text: note.Nonce}
	hash := fair.Commit(d.Number, own)
	if d.Promises != nil && note.Listed == "" {
		note.Listed, note.Bots = listed, c.botsAmong(d.Promises)
	}
	switch {
	case d.Promises == nil:
		note.Sent = true
		c.keep(note)
		return c.give(table.DoPromise, d.Number, hash)
	case slices.Contains(d.Promises, fair.Given{Chair: chair, Text: hash}) && d.Promise == note.Promise:
		if d.Copies == nil {
			note.Shared = true
			c.keep(note)
			return c.give(table.DoCopies, d.Number, fair.Copies(d.Number, own, d.Promises))
		}
		copied := fair.Listed(d.Number, d.Copies)
		if p.twice = p.twice || note.Copied != "" && note.Copied != copied; p.twice {
			return nil
		}
		note.Copied = copied
		if fair.Altered(d.Number, own, d.Promises, d.Copies) {
			p.altered = []fair.Fault{{Code: fair.FaultAltered, Number: d.Number, Chair: chair}}
			break
		}
		if len(fair.Opened(d.Number, own, d.Promises, d.Copies)) < len(d.Promises) {
			break // a copy from another chair is wrong: without the nonce the server learns nothing
		}
		note.Given = true
		c.keep(note)
		return c.give(table.DoNonce, d.Number, note.Nonce)
	}
	c.keep(note)
	return nil
}

// cancelled notes the deals that were cancelled, and reveals this client's nonce of one whose copies are to be looked
// through: it is worthless, since this client won't take a hand of that deal.
func (c *Client) cancelled(d *table.NextDeal) error {
	p, told, chair := &c.prover, &c.table.Proofs, *c.table.Hello.Chair
	for _, v := range d.Void {
		told.Void = append(slices.DeleteFunc(slices.Clone(told.Void), func(x fair.Void) bool { return x.Number == v.Number && x.Anew() == v.Anew() }), v)
		note, ok := p.notes.Of(d.Sitting, v.Number, chair)
		own := fair.Given{Chair: chair, Text: note.Nonce}
		if !ok || d.Promises != nil || len(v.Copies) == 0 || v.Nonces != nil || !slices.Contains(v.Promises, fair.Given{Chair: chair, Text: fair.Commit(v.Number, own)}) {
			continue
		}
		note.Told = true
		c.keep(note)
		if err := c.give(table.DoNonce, v.Number, note.Nonce); err != nil {
			return err
		}
	}
	for _, f := range p.notes.Refused(d.Void, d.Sitting, d.Former) {
		switch {
		case f.Code == fair.FaultAltered:
			p.altered = []fair.Fault{f}
		case f.Code == fair.FaultLate:
			p.twice = true
		case !slices.ContainsFunc(told.Refused, func(x fair.Fault) bool { return x.Number == f.Number }):
			told.Refused = append(told.Refused, f)
		}
	}
	return nil
}

// botsAmong returns the chairs among those that committed on which the table shows bots.
func (c *Client) botsAmong(promises []fair.Given) (bots []int) {
	for _, g := range promises {
		if info := c.table.Info; info != nil && g.Chair < len(info.Chairs) && info.Chairs[g.Chair].Bot != "" {
			bots = append(bots, g.Chair)
		}
	}
	return bots
}

// renewed notes that the table was given another secret.
func (c *Client) renewed(sitting, former string, since Renewal) {
	p := &c.prover
	if former != "" && former == p.sitting {
		p.sitting = sitting
		c.table.Proofs.Renewed = append(slices.Clip(c.table.Proofs.Renewed), since)
	}
	if former != "" && !slices.Contains(p.former, former) {
		p.former = append(p.former, former)
	}
}

// keep notes something about a deal. It is evidence if the server leaves out a nonce.
func (c *Client) keep(note fair.Note) {
	c.prover.notes.Keep(note)
	if c.opt.Keep != nil {
		c.opt.Keep(c.prover.notes)
	}
}

func (c *Client) give(do table.Do, deal int, text string) error {
	return c.write(&wire.Message{T: do, Q: uint64(deal), Text: text})
}

// write sends a message in the connection that is being read.
func (c *Client) write(m *wire.Message) error {
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return c.conn.Write(b)
}

// merge joins the parts of a hand's proof.
func (c *Client) merge(part *fair.Proof) {
	p := &c.prover
	if part.None != "" || part.Sitting != "" || p.proof == nil || part.Number != p.proof.Number || p.proof.None != "" {
		p.proof = &fair.Proof{}
	}
	draws := p.proof.Draws
	for _, d := range part.Draws {
		c.fixed(cmp.Or(part.Sitting, p.proof.Sitting), part.Number, d)
		if d.Draw >= 1 && d.Draw <= len(draws) {
			draws[d.Draw-1] = d
		} else {
			draws = append(draws, d)
		}
	}
	rest := *part
	rest.Draws = nil
	if err := json.Unmarshal(rest.Encode(), p.proof); err != nil {
		panic(err) // it has just been encoded
	}
	p.proof.Draws = draws
	c.renewed(part.Sitting, part.Former, Renewal{c.table.Hand, part.Number})
	if part.None != "" || part.Open != nil || part.Secret != "" {
		c.check()
	}
	if part.SittingSecret != "" {
		c.open(part.SittingSecret)
	}
}

// fixed notes the commitments to the cards of a draw, which can't change.
func (c *Client) fixed(sitting string, number int, d fair.Draw) {
	p := &c.prover
	note, _ := p.notes.Of(sitting, number, *c.table.Hello.Chair)
	id := drawn{sitting, note.Nonce, number, d.Draw}
	if was, ok := p.drawn[id]; ok {
		p.twice = p.twice || was.Cut != d.Cut || !slices.Equal(was.Shuffle, d.Shuffle)
		return
	}
	if p.drawn == nil {
		p.drawn = map[drawn]fair.Draw{}
	}
	p.drawn[id] = d
}

// over looks for finished hands that were played here without any proof from the server. Heard says
// whether the server had heard before this message that this client takes part.
func (c *Client) over(heard bool) {
	p, t := &c.prover, &c.table
	if t.Info == nil || p.config == nil {
		return
	}
	if p.config.Proof == "" && p.notes.Len() == 0 { // there never was a proof; otherwise it remains promised
		return
	}
	playing := t.Info.Stage == table.Playing
	began := playing || p.last >= 0 && p.last != t.Hand
	p.last = t.Hand
	if p.running != 0 && p.running != t.Hand {
		if heard {
			c.silent(p.running)
		}
		p.running = 0
	}
	if began {
		p.running, p.here = t.Hand, true
	}
	if p.running == t.Hand && p.here && p.heard && !playing { // after a broken connection the proof comes one message later
		c.silent(t.Hand)
		p.running = 0
	}
	if last := len(p.hands) - 1; heard && last >= 0 && t.Info.Stage == table.Over && p.config.Proof == table.ProofSitting && p.hands[last].seat >= 0 && !p.proof.Opened() {
		c.find(&p.hands[last], []fair.Fault{{Code: fair.FaultUnopened}})
	}
}

// acted reports whether a message contains an act of this client's seat, after the client has sent
// one on this connection. The server has also heard everything that was sent before it.
func (c *Client) acted(m *wire.Received) bool {
	c.mu.Lock()
	sent := c.answers
	c.mu.Unlock()
	seat := c.table.Seat()
	return sent && seat >= 0 && slices.ContainsFunc(m.Events, func(e wire.Event) bool { return e.Kind == rams.EventAct && e.Seat == seat })
}

// silent reports a hand for which no proof has come.
func (c *Client) silent(number int) {
	if _, ok := c.table.Proofs.Of(number); !ok {
		c.found(HandReport{Hand: number, Standing: Bad, Report: fair.Report{Level: fair.None, Faults: []fair.Fault{{Code: fair.FaultSilent}}}})
	}
}

// check checks the hand that is over.
func (c *Client) check() {
	p, t := &c.prover, &c.table
	if t.Info == nil {
		return
	}
	chair := *t.Hello.Chair
	h := hand{number: t.Hand, proof: p.proof, seats: len(t.Info.InHand), seat: -1, events: slices.Clone(t.Events)}
	note, noted := p.notes.Of(p.proof.Sitting, p.proof.Number, chair)
	if own := slices.Index(t.Info.InHand, chair); noted || saw(h.events, own) { // otherwise another person, or a bot, still played on this chair
		h.seat = own
	}
	if noted && !note.Played {
		note.Played = true
		c.keep(note)
	}
	if i := slices.IndexFunc(p.hands, func(x hand) bool { return x.number == h.number }); i >= 0 {
		p.hands[i] = h
	} else {
		p.hands = append(p.hands, h)
		p.hands = p.hands[max(0, len(p.hands)-fair.NotesKept):]
	}
	var faults []fair.Fault
	if p.proof.None == "" {
		faults = p.evening.Check(h.number, p.proof)
	}
	if p.twice || note.Told {
		p.twice = false
		faults = append(faults, fair.Fault{Code: fair.FaultLate})
	}
	faults = append(faults, p.altered...)
	p.altered = nil
	c.find(&h, faults)
}

// saw reports whether a seat was shown any of its own cards.
func saw(events []rams.Event, seat int) bool {
	return slices.ContainsFunc(events, func(e rams.Event) bool {
		return e.Kind == rams.EventDeal && int(e.Seat) == seat && e.Cards.Len() > 0 && e.Cards.At(0).Valid()
	})
}

// open checks all hands again that follow from a secret that is now open.
func (c *Client) open(secret string) {
	s, _ := fair.ParseSecret(secret)
	for i := range c.prover.hands {
		h := &c.prover.hands[i]
		if h.proof.None != "" || fair.SittingPromise(s) != h.proof.Sitting {
			continue // under another secret, before a restore
		}
		h.proof.SittingSecret = secret
		c.find(h, nil)
	}
}

// find checks a hand by itself; faults are those against other hands.
func (c *Client) find(h *hand, faults []fair.Fault) {
	t, proof := &c.table, *h.proof
	chair := *t.Hello.Chair
	note, noted := c.prover.notes.Of(proof.Sitting, proof.Number, chair)
	proof.Mine = nil // it doesn't come from the server
	proof.Bots = append(slices.Clip(proof.Bots), note.Bots...)
	if noted {
		proof.Mine = &fair.Mine{Chair: chair, Promise: note.Promise, Listed: note.Listed}
		if note.Given {
			proof.Mine.Nonce = note.Nonce
		}
	}
	found := HandReport{Hand: h.number, Sent: note.Sent}
	if g, err := c.prover.config.Variant.Game(h.seats); err != nil || proof.Scheme != fair.Scheme {
		found.Faults = []fair.Fault{{Code: fair.FaultForm}}
	} else {
		found.Report = fair.Verify(&proof, &fair.Hand{Pack: g.Rules().Pack.Cards().Append(nil), Steps: table.Steps(g, h.events, true), View: true, Over: true})
	}
	if p := &c.prover; proof.Sitting != "" && p.sitting != "" && proof.Sitting != p.sitting && !slices.Contains(p.former, proof.Sitting) {
		faults = append(faults, fair.Fault{Code: fair.FaultLate})
	}
	if proof.None == "" && proof.Opens != c.prover.config.Proof {
		faults = append(faults, fair.Fault{Code: fair.FaultLate})
	}
	if proof.None != "" && !c.prover.config.Practice {
		faults = append(faults, fair.Fault{Code: fair.FaultPractice})
	}
	if note.Anew > fair.MostFailed {
		faults = append(faults, fair.Fault{Code: fair.FaultOften})
	}
	if h.seat >= 0 && found.Level == fair.Some && c.prover.config.Proof == table.ProofHand {
		faults = append(faults, fair.Fault{Code: fair.FaultUnopened})
	}
	was, _ := t.Proofs.Of(h.number) // earlier faults remain
	for _, f := range slices.Concat(faults, was.Faults) {
		if f.Code != fair.FaultSilent && !slices.ContainsFunc(found.Faults, func(g fair.Fault) bool { return g.Code == f.Code }) {
			found.Faults = append(found.Faults, f)
		}
	}
	found.Standing = c.standing(&found, h, noted && slices.Contains(proof.Nonces, fair.Given{Chair: chair, Text: note.Nonce}))
	c.found(found)
}

// standing returns the outcome for a hand; in says that this client's nonce is in the deal.
func (c *Client) standing(found *HandReport, h *hand, in bool) Standing {
	switch {
	case len(found.Faults) > 0:
		return Bad
	case found.Level == fair.None:
		return None
	case h.seat < 0 || c.prover.config.Proof == table.ProofNever: // without its secret nobody can check the order
		return Watched
	case found.Nonces == 0 && found.Report.Bots == 0:
		return Alone
	case c.table.Proofs.Chosen():
		return Again
	case !in:
		return Part
	case found.Report.Bots > 0:
		return Bots
	case len(c.table.Proofs.Void) > 0:
		return Once
	}
	return Good
}

// found stores the result for a hand for those who show the table.
func (c *Client) found(found HandReport) {
	p := &c.table.Proofs
	if i := slices.IndexFunc(p.Hands, func(x HandReport) bool { return x.Hand == found.Hand }); i >= 0 {
		p.Hands = slices.Clone(p.Hands) // callers may still hold the old list
		p.Hands[i] = found
	} else {
		p.Hands = append(slices.Clip(p.Hands), found)
		p.Hands = p.Hands[max(0, len(p.Hands)-fair.NotesKept):]
	}
	p.Whole = 0
	for i := range p.Hands {
		if p.Hands[i].Level == fair.Whole && p.Hands[i].Standing != Bad {
			p.Whole++
		}
	}
}
