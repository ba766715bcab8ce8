package table

import (
	"cmp"
	"slices"

	"chratze/internal/fair"
	"chratze/rams"
)

// When the secrets of a table are opened (Config.Proof).
const (
	ProofSitting = fair.OpensSession
	ProofHand    = fair.OpensHand
	ProofNever   = fair.OpensNever
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
	failed  map[int]int // by chair: how many deals were cancelled because of it
	version uint64      // counts changes of next that are sent

	want bool // volatile: somebody wants the next hand now
}

// nextDeal is a deal to which people may contribute a nonce. First they send commitments, which
// are published together, then copies of their nonces for each other, and when all are there, the nonces.
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
	copies []fair.Given // of the nonces, encrypted
	nonces []fair.Given
	opened []fair.Given // nonces of the deal before, if it was cancelled when it had copies
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

// check checks that a deal can be fixed or cancelled, or that the table can be given another secret.
func (p *proof) check(r *Record, stage Stage, chairs int) error {
	if p == nil || stage == Over {
		return refuse(RefusedProof)
	}
	ok := false
	switch r.Kind {
	case KindSet:
		ok = stage != Playing && !p.next.fixed && ordered(r.Given, chairs) && p.next.opens(r.Opened)
	case KindVoid:
		ok = stage != Playing && p.next.fixed && (len(r.Chairs) > 0) != (len(r.Copies) > 0) && (r.Copies == nil || p.next.areCopies(r.Copies))
	case KindSecret:
		_, ok = fair.ParseSecret(r.Secret)
	}
	return unless(ok, RefusedProof)
}

// ordered reports whether a list is sorted by chair, without duplicates, and has only existing
// chairs.
func ordered(list []fair.Given, chairs int) bool {
	for i, g := range list {
		if g.Chair < 0 || g.Chair >= chairs || !fair.IsCommitment(g.Text) || i > 0 && list[i-1].Chair >= g.Chair {
			return false
		}
	}
	return len(list) > 0
}

// areCopies reports whether a list has copies of all chairs that contribute.
func (d *nextDeal) areCopies(list []fair.Given) bool {
	return slices.EqualFunc(list, d.promises, func(g, promise fair.Given) bool {
		return g.Chair == promise.Chair && fair.AreCopies(g.Text, len(d.promises))
	})
}

// opens reports whether a list can be the nonces of the deal that was cancelled when it had copies.
func (d *nextDeal) opens(list []fair.Given) bool {
	v := d.open()
	for i, g := range list {
		if v == nil || i > 0 && list[i-1].Chair >= g.Chair || !fair.Keeps(v.Number, g, promised(v.Promises, g.Chair)) {
			return false
		}
	}
	return true
}

// apply fixes the contributors of the next deal, cancels the deal, or gives the table a
// new secret for future deals. The new secret is announced to everybody. It is needed if the
// log was restored from a backup or has lost records, since the secrets of the deals played
// after that may be known. A deal in preparation is then cancelled; a running hand continues
// with its cards.
func (p *proof) apply(r *Record, stage Stage) {
	d := &p.next
	switch r.Kind {
	case KindSet:
		p.blame(r.Opened)
		d.fixed, d.promises, d.since = true, r.Given, r.At
		p.version++
	case KindVoid:
		opened := d.nonces
		p.callOff(fair.Void{Chairs: r.Chairs, Copies: r.Copies}, r.At)
		if p.next.opened = opened; r.Copies == nil {
			p.count(r.Chairs)
		}
	case KindSecret:
		secret, _ := fair.ParseSecret(r.Secret) // it has been checked
		p.former, p.secret, p.sitting = p.sitting, secret, fair.SittingPromise(secret)
		if stage != Playing {
			p.callOff(fair.Void{}, r.At)
		}
	}
}

// callOff cancels the next deal because of the given chairs, or those that will be found in its copies, and prepares another.
func (p *proof) callOff(v fair.Void, now Millis) {
	d := &p.next
	v.Number, v.Chairs, v.Promises = d.number, append([]int{}, v.Chairs...), d.promises
	void := append(slices.Clip(d.void), v)
	p.prepare(d.number+1, d.after)
	p.next.void, p.next.since = void, now
}

// count counts a cancelled deal for chairs.
func (p *proof) count(chairs []int) {
	for _, c := range chairs {
		p.failed[c]++
	}
}

// open returns the deal that was cancelled when it had copies, and for whose nonces the next deal waits; nil: none.
func (d *nextDeal) open() *fair.Void {
	for i := range d.void {
		if v := &d.void[i]; v.Copies != nil && v.Nonces == nil && !d.fixed {
			return v
		}
	}
	return nil
}

// blame finds the chairs because of which a deal with copies was cancelled.
func (p *proof) blame(opened []fair.Given) {
	if v := p.next.open(); v != nil {
		// The list may have been sent: it isn't changed.
		p.next.void = slices.Clone(p.next.void)
		v = p.next.open()
		v.Nonces = append([]fair.Given{}, opened...)
		v.Chairs, _ = v.Blame()
		p.count(v.Counts())
	}
	p.next.opened = nil
}

// botChairs returns the chairs on which bots play. A person who has committed to a nonce, and left, isn't one.
func (t *Table) botChairs() []int {
	list := []int{}
	for c := range t.chairs {
		if t.proof != nil && t.on(c) != nil && !t.human(c) && promised(t.proof.next.promises, c) == "" {
			list = append(list, c)
		}
	}
	return list
}

// begin begins the deal of a hand.
func (p *proof) begin(r *Record, cfg *Config, bots []int) {
	if p == nil {
		return
	}
	p.blame(r.Opened)
	d := &p.next
	p.hand = handProof{
		number: d.number, secret: p.secret,
		proof: fair.Proof{
			Scheme: fair.Scheme, Number: d.number, After: d.after, Void: d.void, Sitting: p.sitting, Former: p.former, Promise: d.promise,
			Practice: cfg.Practice, Opens: cfg.Proof, Promises: d.promises, Nonces: r.Given, Bots: bots,
		},
		draws: fair.Draws{Number: d.number, Seed: fair.Seed(d.number, fair.HandSecret(p.secret, d.number), r.Given, d.void...)},
	}
	p.want = false
}

// unproven notes that the running hand is practice: its cards were chosen, or it is played
// again with the same cards.
func (p *proof) unproven() {
	if p != nil {
		p := &p.hand.proof
		*p = fair.Proof{
			Scheme: p.Scheme, None: fair.NonePractice, Number: p.Number, After: p.After, Void: p.Void, Sitting: p.Sitting, Former: p.Former, Practice: p.Practice, Opens: p.Opens,
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
			if ch.provers++; ch.provers == 1 && t.proof != nil { // what somebody has offered who sat there before counts no more
				t.proof.next.offers = slices.DeleteFunc(t.proof.next.offers, func(g fair.Given) bool { return g.Chair == c })
			}
		} else if ch.provers > 0 {
			ch.provers--
		}
		t.info++
	}
	return t.rest(now)
}

// WentBack reports whether a text is the commitment to a deal after the one in preparation. The table alone knows it
// until it prepares that deal, so its log has been put back, or has lost records, since somebody heard it.
func (t *Table) WentBack(number int, promise string) bool {
	p := t.proof
	return p != nil && t.stage != Over && number > p.next.number && promise == fair.Promise(number, fair.HandSecret(p.secret, number))
}

// gives reports whether the deal waits for a chair.
func (t *Table) gives(c int) bool {
	ch := &t.chairs[c]
	return ch.provers > 0 && !ch.leaving && t.human(c) && t.proof.asks(c)
}

// asks reports whether a chair may contribute to the next deal.
func (p *proof) asks(c int) bool {
	named := func(v fair.Void) bool { return slices.Contains(v.Chairs, c) } // who failed is asked again for the next hand
	return p.failed[c] < mostFailed && !slices.ContainsFunc(p.next.void, named)
}

// doProve accepts a chair's commitment to its nonce for a deal, its copies of the nonce, or the nonce.
func (t *Table) doProve(now Millis, c *Command, source rams.Shuffler) (Ready, error) {
	if t.proof == nil || !t.has(c.From) || !t.proof.next.reads(c) {
		return Ready{}, refuse(RefusedProof)
	}
	d := &t.proof.next
	if v := d.open(); v != nil && c.Do == DoNonce && uint64(v.Number) == c.Question {
		d.opened = reveal(d.opened, v, fair.Given{Chair: c.From, Text: c.Text})
	}
	if uint64(d.number) == c.Question {
		if t.proof.want {
			t.info++ // the table may wait for fewer
		}
		d.take(c, t.stage != Playing && t.gives(c.From))
		if c.Do == DoCopies && d.copied() && len(d.nonces) == 0 { // now the nonces may come
			d.since = now
			t.proof.version++
		}
	}
	return t.Tick(now, source)
}

// reads reports whether the text of a contribution has the right form.
func (d *nextDeal) reads(c *Command) bool {
	switch c.Do {
	case DoPromise:
		return fair.IsCommitment(c.Text)
	case DoCopies:
		return uint64(d.number) != c.Question || fair.AreCopies(c.Text, len(d.promises))
	}
	return fair.IsNonce(c.Text)
}

// copied reports whether the copies of all nonces are there. From then on one nonce opens all others.
func (d *nextDeal) copied() bool { return len(d.copies) == len(d.promises) }

// take accepts a commitment, if the chair may offer one, or a nonce. A contribution that is late, duplicated,
// or was never committed to changes nothing.
func (d *nextDeal) take(c *Command, offers bool) {
	given := fair.Given{Chair: c.From, Text: c.Text}
	switch {
	case c.Do == DoPromise && !d.fixed && offers:
		d.offers = with(d.offers, given)
	case c.Do == DoCopies && d.fixed && promised(d.promises, c.From) != "":
		d.copies = with(d.copies, given)
	case c.Do == DoNonce && d.fixed && d.copied():
		d.nonces = reveal(d.nonces, &fair.Void{Number: d.number, Promises: d.promises, Copies: d.copies}, given)
	}
}

// reveal adds a chair's nonce to those of a deal, and the others that it opens. A nonce that wasn't committed to changes nothing.
func reveal(list []fair.Given, deal *fair.Void, own fair.Given) []fair.Given {
	if !fair.Keeps(deal.Number, own, promised(deal.Promises, own.Chair)) {
		return list
	}
	if list = with(list, own); len(list) < len(deal.Promises) { // it takes a while
		for _, g := range fair.Opened(deal.Number, own, deal.Promises, deal.Copies) {
			list = with(list, g)
		}
	}
	return list
}

// promised returns a chair's commitment, or "".
func promised(list []fair.Given, chair int) string {
	if at, has := find(list, chair); has {
		return list[at].Text
	}
	return ""
}

// kept reports whether nonces are all that were promised.
func (d *nextDeal) kept(nonces []fair.Given) bool {
	return slices.EqualFunc(nonces, d.promises, func(n, promise fair.Given) bool {
		return n.Chair == promise.Chair && fair.Keeps(d.number, n, promise.Text)
	})
}

// find returns the place of a chair in a list of contributions, and whether it is there.
func find(list []fair.Given, chair int) (int, bool) {
	return slices.BinarySearchFunc(list, chair, func(g fair.Given, c int) int { return cmp.Compare(g.Chair, c) })
}

// with adds a chair's contribution unless it has one.
func with(list []fair.Given, g fair.Given) []fair.Given {
	at, has := find(list, g.Chair)
	if has {
		return list
	}
	return slices.Insert(list, at, g)
}

// ---- the next hand ----

// A deal in preparation waits for offers until it is fixed, then for copies, then for the promised nonces until
// they are complete or the deal is cancelled, and then for one who wants the hand.

// prepared returns the next record of the deal or hand in preparation. If it isn't time, r is
// nil and at is when it will be; at 0 means that something must come in first.
func (t *Table) prepared(now Millis) (r *Record, at Millis) {
	if t.stage != Between && (t.stage != Lobby || !t.proof.want) || !t.canBegin() {
		return nil, 0
	}
	var soon Millis
	if t.stage == Between && t.goesOn() {
		soon = max(t.begins(), now)
	}
	return t.proof.await(now, t.givers(), soon)
}

// givers returns the chairs that the deal waits for.
func (t *Table) givers() (from []int) {
	for c := range t.chairs {
		if t.gives(c) {
			from = append(from, c)
		}
	}
	return from
}

// awaited returns the chairs that a hand waits for which somebody wants now.
func (t *Table) awaited() []int {
	if t.stage == Playing || t.proof == nil || !t.proof.want {
		return nil
	}
	_, missing := t.proof.given(t.givers())
	return missing
}

// given returns the contributions to the current wait of those who are waited for, and the chairs whose are missing.
func (p *proof) given(from []int) (have []fair.Given, missing []int) {
	d := &p.next
	list, of := d.offers, from
	if d.fixed {
		if list, of = d.nonces, nil; !d.copied() {
			list = d.copies
		}
		for _, g := range d.promises {
			of = append(of, g.Chair)
		}
	}
	for _, c := range of {
		if at, has := find(list, c); has {
			have = append(have, list[at])
		} else {
			missing = append(missing, c)
		}
	}
	return have, missing
}

// await is prepared for a deal to which the given chairs contribute. The hand begins by itself at soon; 0: it
// doesn't. The contributors are fixed as soon as all have sent their offers, or somebody wants the hand and
// patience is over; without any offer the hand begins. If a copy doesn't come, or a nonce that no other opens, the
// deal is cancelled.
func (p *proof) await(now Millis, from []int, soon Millis) (r *Record, at Millis) {
	d, late := &p.next, p.next.since+patience
	wanted := p.want || soon != 0 && soon <= now
	have, missing := p.given(from)
	switch {
	case d.fixed && len(missing) > 0 && now >= late && d.copied():
		return &Record{Kind: KindVoid, Copies: d.copies}, 0
	case d.fixed && len(missing) > 0 && now >= late:
		return &Record{Kind: KindVoid, Chairs: missing}, 0
	case !d.fixed && len(have) > 0 && (len(missing) == 0 || wanted && now >= late):
		if have = d.blameless(have); len(have) > 0 {
			return &Record{Kind: KindSet, Given: have, Opened: d.opened}, 0
		}
		return &Record{Kind: KindHand, Opened: d.opened}, 0
	case len(missing) > 0 && (d.fixed || wanted) && now < late:
		return nil, late
	case wanted:
		return &Record{Kind: KindHand, Given: d.nonces, Opened: d.opened}, 0
	}
	return nil, soon
}

// blameless leaves out the offers of chairs because of whose copies the deal before was cancelled.
func (d *nextDeal) blameless(offers []fair.Given) []fair.Given {
	v := d.open()
	if v == nil {
		return offers
	}
	v = &fair.Void{Number: v.Number, Promises: v.Promises, Copies: v.Copies, Nonces: d.opened}
	blame, _ := v.Blame()
	return slices.DeleteFunc(offers, func(g fair.Given) bool { return slices.Contains(blame, g.Chair) })
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
