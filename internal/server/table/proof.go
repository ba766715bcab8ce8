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
	ProofSitting = "sitting" // all, when the evening is over
	ProofHand    = "hand"    // that of a hand when it is over
	ProofNever   = "never"   // none: everybody can check the cards that he has seen
)

// patience is how long a hand that is to begin waits for what people give to its
// deal. Their programs give it at once, while the last hand is still looked at.
const patience Millis = 2000

// mostFailed is how often the nonce of a chair may not come in a sitting; after that
// the chair isn't asked any more, whoever sits there: leaving and joining again doesn't
// help anybody who wants to hold up the table or to be rid of deals.
const mostFailed = 3

// proof is what makes the deals of a sitting ones that everybody can check (package
// fair): the deal that comes next, and that of the running or last hand.
type proof struct {
	secret  fair.Secret // of the sitting
	sitting string      // the commitment to it
	former  string      // the commitment to the secret before, if the table was given a new one
	next    nextDeal
	hand    proven
	failed  map[int]int // by chair: how often its nonce didn't come
	version uint64      // counts changes of what is told of next

	want bool // volatile: somebody wants the next hand now
}

// nextDeal is a deal to which people may give a nonce: first the commitments to
// them, which are told to everybody when all are there, then themselves.
type nextDeal struct {
	number   int
	after    int         // the number of the last hand
	void     []fair.Void // called off since then
	promise  string
	fixed    bool
	promises []fair.Given // by chair

	// Volatile: after a restart they are given again.
	since  Millis // when it was told what everybody waits for
	offers []fair.Given
	nonces []fair.Given
}

// proven is the deal of the running or last hand.
type proven struct {
	number    int
	secret    fair.Secret // of the sitting, from which it follows
	proof     fair.Proof  // without draws, openings and secrets
	draws     fair.Draws
	published []fair.Draw // of the draws so far, as far as somebody has wanted them
}

func newProof(secret fair.Secret) *proof {
	p := &proof{secret: secret, sitting: fair.SittingPromise(secret), failed: map[int]int{}}
	p.prepare(1, 0)
	return p
}

// prepare begins with another deal.
func (p *proof) prepare(number, after int) {
	p.next = nextDeal{
		number: number, after: after, since: p.next.since,
		promise: fair.Promise(number, fair.HandSecret(p.secret, number)),
	}
	p.version++
}

// ---- records ----

// applyProof fixes who gives to the next deal, calls it off, or gives the table a new secret for
// the deals to come, which everybody is told of: its log has been put in place from a backup, or
// has lost records, and the secrets of the deals that were played since may be known. Then a deal
// that is being prepared is called off, and a hand that is being played goes on with its cards.
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
		secret, _ := fair.ParseSecret(r.Secret) // checked
		p.former, p.secret, p.sitting = p.sitting, secret, fair.SittingPromise(secret)
		if t.stage != Playing {
			p.callOff([]int{}, r.At)
		}
	}
}

// callOff calls the next deal off because of these chairs, and prepares another.
func (p *proof) callOff(chairs []int, now Millis) {
	d := &p.next
	void := append(d.void, fair.Void{Number: d.number, Chairs: chairs})
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
	p.hand = proven{
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

// unproven notes that the running hand is practice: its cards were given, or it is
// played again with the same.
func (t *Table) unproven() {
	if t.proof != nil {
		p := &t.proof.hand.proof
		*p = fair.Proof{
			Scheme: fair.Scheme, None: fair.NonePractice, Number: p.Number, After: p.After, Void: p.Void, Sitting: p.Sitting, Former: p.Former, Practice: p.Practice,
		}
	}
}

// proved prepares the next deal when a hand is over; not a second time, when its end
// has been taken back.
func (p *proof) proved(now Millis) {
	if p == nil {
		return
	}
	if p.next.number == p.hand.number {
		p.prepare(p.hand.number+1, p.hand.number)
	}
	p.next.since = now
}

// draws returns the draws of the running hand, nil at a table without a proof.
func (p *proof) draws() *fair.Draws {
	if p == nil {
		return nil
	}
	return &p.hand.draws
}

// ---- what people give ----

// Prove notes that a connection of a chair takes part in the proof, or has gone. It
// is no record, as Present.
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

// gives reports whether a chair is waited for.
func (t *Table) gives(c int) bool {
	ch := &t.chairs[c]
	return ch.provers > 0 && !ch.leaving && t.human(c) && t.proof.failed[c] < mostFailed
}

// with adds what a chair gives, if it hasn't given anything.
func with(list []fair.Given, g fair.Given) []fair.Given {
	at, has := slices.BinarySearchFunc(list, g, func(a, b fair.Given) int { return cmp.Compare(a.Chair, b.Chair) })
	if has {
		return list
	}
	return slices.Insert(list, at, g)
}

// offered returns what has been offered by chairs that are still there, and whether
// all have offered that are waited for.
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

// wished reports whether the next hand is to begin as soon as its deal is ready.
func (t *Table) wished(now Millis) bool {
	return t.proof.want || t.stage == Between && t.goesOn() && now >= t.begins()
}

// A deal that is prepared waits for offers until it is fixed, for the nonces that were promised
// until they are there or it is called off, and then for somebody to want the hand.

// prepared returns the record by which the next deal or hand goes on now, or nil and
// when it does; 0: only when something comes in.
func (t *Table) prepared(now Millis) (r *Record, at Millis) {
	switch {
	case t.stage != Between && (t.stage != Lobby || !t.proof.want) || !t.canBegin():
		return nil, 0
	case t.proof.next.fixed:
		return t.awaitNonces(now)
	}
	return t.awaitOffers(now)
}

// awaitOffers fixes who gives to the next deal: when all who are waited for have offered, or
// somebody wants the hand and patience is over. Without any offer the hand begins.
func (t *Table) awaitOffers(now Millis) (r *Record, at Millis) {
	offers, all := t.offered()
	wished, late := t.wished(now), t.proof.next.since+patience
	set := &Record{Kind: KindSet, Given: offers}
	switch {
	case len(offers) > 0 && all && (wished || t.stage == Between):
		return set, 0
	case !wished:
		return nil, t.soon(now)
	case !all && now < late:
		return nil, late
	case len(offers) > 0:
		return set, 0
	}
	return &Record{Kind: KindHand, Given: t.proof.next.nonces}, 0
}

// awaitNonces begins the hand when all nonces are there and somebody wants it, or calls the deal off
// when one doesn't come.
func (t *Table) awaitNonces(now Millis) (r *Record, at Millis) {
	missing, late := t.missing(), t.proof.next.since+patience
	switch {
	case len(missing) > 0 && now >= late:
		return &Record{Kind: KindVoid, Chairs: missing}, 0
	case len(missing) > 0:
		return nil, late
	case t.wished(now):
		return &Record{Kind: KindHand, Given: t.proof.next.nonces}, 0
	}
	return nil, t.soon(now)
}

// soon returns when the next hand begins by itself, if nothing else happens; 0: not.
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
		r.Chair = source.Cut(len(t.chairs)+1) - 1 // who deals is drawn by lot
	}
	return t.commit(now, *r, source)
}

// ---- what is told ----

// ProofNews is what those who take part in the proof are told beyond the hand itself.
type ProofNews struct {
	Next *NextDeal   `json:"next,omitempty"` // the deal that comes next, if it has changed
	Hand *fair.Proof `json:"hand,omitempty"` // of the hand what hasn't been told
}

// NextDeal is a deal to which people give.
type NextDeal struct {
	Number   int          `json:"number"`
	After    int          `json:"after,omitempty"`
	Void     []fair.Void  `json:"void,omitempty"` // those before it that were called off
	Sitting  string       `json:"sitting"`
	Former   string       `json:"former,omitempty"` // what Sitting was before the table was given a new secret
	Promise  string       `json:"promise"`
	Promises []fair.Given `json:"promises,omitempty"` // present: now these chairs are to reveal
}

// toldProof is what of a hand's proof an audience has been told.
type toldProof struct {
	number     int
	none       bool
	draws      int
	over, open bool
}

// proofCursor is what has been told of the proof.
type proofCursor struct {
	wants bool
	next  uint64 // proof.version, when the next deal was told
	hand  toldProof
}

// Prove makes the cursor be told of the proof too.
func (c *Cursor) Prove() { c.proof.wants = true }

// newsProof says what is new of the proof, or nil.
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

// handProof returns the proof of the running or last hand as somebody may have it,
// but for what he has been told; open says that the evening's secret may be opened.
// Spectators get no secret: all cards follow from it. Those who came after the first hand (not early) get
// the secret of this hand alone.
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
		} else { // the sitting's secret would open what others folded before he came
			p.Secret = fair.HandSecret(h.secret, h.number).Hex()
		}
	}
	if t.stage == Over {
		p.Last = h.number
	}
	return p
}

// early reports whether a person has played since the first hand: only then the secret of
// all hands is opened to him.
func (t *Table) early(person int) bool {
	return person > 0 && person <= len(t.people) && t.people[person-1].First == 1
}

// whoSees returns the person whose seat that is, 0 for the public.
func (t *Table) whoSees(seat rams.Seat) int {
	if seat < 0 || int(seat) >= len(t.who) {
		return 0
	}
	return t.who[seat]
}
