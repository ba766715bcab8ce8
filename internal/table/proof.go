package table

import (
	"cmp"
	"slices"

	"chratze/history"
	"chratze/internal/fair"
	"chratze/rams"
)

// When the secrets of a table are opened (Config.Proof).
const (
	ProofSitting = "sitting" // all of them, when the evening is over
	ProofHand    = "hand"    // the secret of a hand, when the hand is over
	ProofNever   = "never"   // none: people can check only the cards they have seen
)

// patience is how long a hand waits for the players' contributions to its deal. Their programs
// send them at once, while the last hand is still on the screen.
const patience Millis = 2000

// mostFailed is how many nonces of a chair may fail to come in a session. After that the chair
// isn't asked any more, whoever sits there: leaving and joining again doesn't help anybody who
// wants to delay the table or to avoid deals.
const mostFailed = fair.MostFailed

// proof has what makes the deals of a session verifiable (package fair): the next deal, and
// that of the running or last hand.
type proof struct {
	secret  fair.Secret // of the session
	sitting string      // the commitment to it
	former  string      // the commitment to the former secret, if the table was given a new one
	next    nextDeal
	hand    handProof
	failed  map[int]int // by chair: how many nonces didn't come
	version uint64      // counts changes of next that are sent

	want bool // volatile: somebody wants the next hand now
}

// nextDeal is a deal to which people may contribute a nonce. First they send commitments, which
// are published together, then the nonces.
type nextDeal struct {
	number   int
	after    int         // the number of the last hand
	void     []fair.Void // cancelled since then
	promise  string
	fixed    bool
	promises []fair.Given // by chair

	// Volatile: after a restart they are sent again.
	since  Millis // when the current wait was announced
	offers []fair.Given
	nonces []fair.Given
}

// handProof is the proof of the deal of the running or last hand.
type handProof struct {
	number    int
	secret    fair.Secret // of the session
	proof     fair.Proof  // without draws, openings and secrets
	draws     fair.Draws
	published []fair.Draw // the draws so far, if they have been asked for
}

func newProof(secret fair.Secret) *proof {
	p := &proof{secret: secret, sitting: fair.SittingPromise(secret), failed: map[int]int{}}
	p.prepare(1, 0)
	return p
}

// prepare starts another deal.
func (p *proof) prepare(number, after int) {
	p.next = nextDeal{
		number: number, after: after, since: p.next.since,
		promise: fair.Promise(number, fair.HandSecret(p.secret, number)),
	}
	p.version++
}

// ---- records ----

// applyProof fixes the contributors of the next deal, cancels the deal, or gives the table a
// new secret for future deals. The new secret is announced to everybody. It is needed if the
// log was restored from a backup or has lost records, since the secrets of the deals played
// after that may be known. A deal in preparation is then cancelled; a running hand continues
// with its cards.
func (t *Table) applyProof(r *Record) {
	p := t.proof
	d := &p.next
	switch r.Kind {
	case KindSet:
		d.fixed, d.promises, d.since = true, r.Given, r.At
		p.version++
	case KindVoid:
		for _, c := range r.Chairs {
			p.failed[c]++
		}
		p.callOff(r.Chairs, r.At)
	case KindSecret:
		secret, _ := fair.ParseSecret(r.Secret) // it has been checked
		p.former, p.secret, p.sitting = p.sitting, secret, fair.SittingPromise(secret)
		if t.stage != Playing {
			p.callOff([]int{}, r.At)
		}
	}
}

// callOff cancels the next deal because of the given chairs, and prepares another.
func (p *proof) callOff(chairs []int, now Millis) {
	d := &p.next
	void := append(d.void, fair.Void{Number: d.number, Chairs: chairs, Promises: d.promises})
	p.prepare(d.number+1, d.after)
	p.next.void, p.next.since = void, now
}

// prove begins the deal of a hand.
func (t *Table) prove(r *Record) {
	p := t.proof
	if p == nil {
		return
	}
	d := &p.next
	p.hand = handProof{
		number: d.number, secret: p.secret,
		proof: fair.Proof{
			Scheme: fair.Scheme, Number: d.number, After: d.after, Void: d.void, Sitting: p.sitting, Former: p.former, Promise: d.promise,
			Practice: t.cfg.Practice, Promises: d.promises, Nonces: r.Given,
		},
		draws: fair.Draws{Number: d.number, Seed: fair.Seed(d.number, fair.HandSecret(p.secret, d.number), r.Given)},
	}
	p.want = false
	if t.given() != nil {
		t.unproven()
	}
}

// unproven notes that the running hand is practice: its cards were chosen, or it is played
// again with the same cards.
func (t *Table) unproven() {
	if t.proof != nil {
		p := &t.proof.hand.proof
		*p = fair.Proof{
			Scheme: fair.Scheme, None: fair.NonePractice, Number: p.Number, After: p.After, Void: p.Void, Sitting: p.Sitting, Former: p.Former, Practice: p.Practice,
		}
	}
}

// proved prepares the next deal when a hand is over. It does nothing the second time, if the
// end of the hand was taken back.
func (p *proof) proved(now Millis) {
	if p == nil {
		return
	}
	if p.next.number == p.hand.number {
		p.prepare(p.hand.number+1, p.hand.number)
	}
	p.next.since = now
}

// draws returns the draws of the running hand, or nil at a table without a proof.
func (p *proof) draws() *fair.Draws {
	if p == nil {
		return nil
	}
	return &p.hand.draws
}

// ---- contributions ----

// Prove notes that a connection of a chair takes part in the proof, or has gone. Like Present,
// it is not recorded.
func (t *Table) Prove(now Millis, c int, there bool) Ready {
	if c >= 0 && c < len(t.chairs) {
		if ch := &t.chairs[c]; there {
			ch.provers++
		} else if ch.provers > 0 {
			ch.provers--
		}
	}
	return t.rest(now)
}

// gives reports whether the deal waits for a chair.
func (t *Table) gives(c int) bool {
	ch := &t.chairs[c]
	named := func(v fair.Void) bool { return slices.Contains(v.Chairs, c) } // who failed is asked again for the next hand
	return ch.provers > 0 && !ch.leaving && t.human(c) && t.proof.failed[c] < mostFailed && !slices.ContainsFunc(t.proof.next.void, named)
}

// with adds a chair's contribution unless it has one.
func with(list []fair.Given, g fair.Given) []fair.Given {
	at, has := slices.BinarySearchFunc(list, g, func(a, b fair.Given) int { return cmp.Compare(a.Chair, b.Chair) })
	if has {
		return list
	}
	return slices.Insert(list, at, g)
}

// offered returns the offers of chairs that are still connected. all is true if no offer is
// missing.
func (t *Table) offered() (offers []fair.Given, all bool) {
	all = true
	for c := range t.chairs {
		if !t.gives(c) {
			continue
		}
		i := slices.IndexFunc(t.proof.next.offers, func(g fair.Given) bool { return g.Chair == c })
		if i < 0 {
			all = false
			continue
		}
		offers = append(offers, t.proof.next.offers[i])
	}
	return offers, all
}

// ---- the next hand ----

// wanted reports whether the next hand should begin as soon as its deal is ready.
func (t *Table) wanted(now Millis) bool {
	return t.proof.want || t.stage == Between && t.goesOn() && now >= t.begins()
}

// A deal in preparation waits for offers until it is fixed, then for the promised nonces until
// they are complete or the deal is cancelled, and then for somebody who wants the hand.

// prepared returns the next record of the deal or hand in preparation. If it isn't time, r is
// nil and at is when it will be; at 0 means that something must come in first.
func (t *Table) prepared(now Millis) (r *Record, at Millis) {
	switch {
	case t.stage != Between && (t.stage != Lobby || !t.proof.want) || !t.canBegin():
		return nil, 0
	case t.proof.next.fixed:
		return t.awaitNonces(now)
	}
	return t.awaitOffers(now)
}

// awaitOffers fixes the contributors of the next deal as soon as all have sent their offers, or
// somebody wants the hand and patience is over. Without any offer the hand begins.
func (t *Table) awaitOffers(now Millis) (r *Record, at Millis) {
	offers, all := t.offered()
	wanted, late := t.wanted(now), t.proof.next.since+patience
	set := &Record{Kind: KindSet, Given: offers}
	switch {
	case len(offers) > 0 && all && (wanted || t.stage == Between):
		return set, 0
	case !wanted:
		return nil, t.soon(now)
	case !all && now < late:
		return nil, late
	case len(offers) > 0:
		return set, 0
	}
	return &Record{Kind: KindHand, Given: t.proof.next.nonces}, 0
}

// awaitNonces begins the hand when all nonces have come and somebody wants it. It cancels the
// deal if a nonce doesn't come.
func (t *Table) awaitNonces(now Millis) (r *Record, at Millis) {
	missing, late := t.missing(), t.proof.next.since+patience
	switch {
	case len(missing) > 0 && now >= late:
		return &Record{Kind: KindVoid, Chairs: missing}, 0
	case len(missing) > 0:
		return nil, late
	case t.wanted(now):
		return &Record{Kind: KindHand, Given: t.proof.next.nonces}, 0
	}
	return nil, t.soon(now)
}

// soon returns when the next hand begins by itself; 0: it doesn't.
func (t *Table) soon(now Millis) Millis {
	if t.goesOn() && t.stage == Between {
		return max(t.begins(), now)
	}
	return 0
}

// missing returns the chairs whose nonces haven't come.
func (t *Table) missing() (chairs []int) {
	d := &t.proof.next
	for _, g := range d.promises {
		if !slices.ContainsFunc(d.nonces, func(n fair.Given) bool { return n.Chair == g.Chair }) {
			chairs = append(chairs, g.Chair)
		}
	}
	return chairs
}

// proceed prepares the next deal, and begins the hand when it is ready and wanted.
func (t *Table) proceed(now Millis, source rams.Shuffler) (Ready, error) {
	r, _ := t.prepared(now)
	if r == nil {
		return t.rest(now), nil
	}
	if r.Kind == KindHand && t.stage == Lobby {
		r.Chair = t.firstDealer(source)
	}
	return t.commit(now, *r, source)
}

// ---- news ----

// ProofNews is what those who take part in the proof are sent besides the hand itself.
type ProofNews struct {
	Next *NextDeal   `json:"next,omitempty"` // the next deal, if it has changed
	Hand *fair.Proof `json:"hand,omitempty"` // the new parts of the hand's proof
}

// NextDeal is a deal in preparation.
type NextDeal struct {
	Number   int          `json:"number"`
	After    int          `json:"after,omitempty"`
	Void     []fair.Void  `json:"void,omitempty"` // the deals before it that were cancelled
	Sitting  string       `json:"sitting"`
	Former   string       `json:"former,omitempty"` // what Sitting was before the table was given a new secret
	Promise  string       `json:"promise"`
	Promises []fair.Given `json:"promises,omitempty"` // if present, these chairs must reveal their nonces now
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

// newsProof returns what is new in the proof, or nil.
func (t *Table) newsProof(cur *proofCursor, seat rams.Seat) *ProofNews {
	p := t.proof
	if p == nil || !cur.wants {
		return nil
	}
	var news ProofNews
	if t.stage != Playing && t.stage != Over && cur.next != p.version {
		d := &p.next
		cur.next = p.version
		news.Next = &NextDeal{d.number, d.after, d.void, p.sitting, p.former, d.promise, d.promises}
	}
	if t.hands > 0 {
		h := &p.hand
		now := toldProof{h.number, h.proof.None != "", len(h.draws.Orders), t.result != nil, t.stage == Over}
		if now != cur.hand {
			since := cur.hand
			if since.number != h.number || since.none != now.none || since.over && !now.over {
				since = toldProof{}
			}
			news.Hand = t.handProof(history.SeatView(seat), since, t.stage == Over, t.early(t.whoSees(seat)))
			cur.hand = now
		}
	}
	if news == (ProofNews{}) {
		return nil
	}
	return &news
}

// handProof returns the proof of the running or last hand for an audience, without what it has
// received already. If open, the session's secret may be opened. Spectators get no secret,
// since all cards follow from it. People who came after the first hand (early is false) get
// only the secret of this hand.
func (t *Table) handProof(to history.Audience, since toldProof, open, early bool) *fair.Proof {
	h := &t.proof.hand
	if h.proof.None != "" {
		p := h.proof
		return &p
	}
	p := &fair.Proof{Scheme: fair.Scheme, Number: h.number}
	if since.number == 0 {
		*p = h.proof
	}
	h.published = append(h.published, h.draws.Published(len(h.published)+1)...)
	p.Draws = h.published[since.draws:]
	if t.result != nil && !since.over {
		events := t.hand.Observed(to.Seat())
		if seen, ok := fair.Seen(Steps(t.game, events, true)); ok {
			p.Open = h.draws.Open(seen)
		}
		if t.cfg.Proof == ProofHand && to != history.Public {
			p.Secret = fair.HandSecret(h.secret, h.number).Hex()
		}
	}
	if open && t.cfg.Proof != ProofNever && to != history.Public {
		if early {
			p.SittingSecret = h.secret.Hex()
		} else { // the session's secret would show the cards that others folded before this person came
			p.Secret = fair.HandSecret(h.secret, h.number).Hex()
		}
	}
	if t.stage == Over {
		p.Last = h.number
	}
	return p
}

// early reports whether a person has played since the first hand. Only then they get the secret
// of the session.
func (t *Table) early(person int) bool {
	return person > 0 && person <= len(t.people) && t.people[person-1].First == 1
}

// whoSees returns the person at a seat; 0 is the public.
func (t *Table) whoSees(seat rams.Seat) int {
	if seat < 0 || int(seat) >= len(t.who) {
		return 0
	}
	return t.who[seat]
}
