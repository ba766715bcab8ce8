package table

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chratze/card"
	"chratze/history"
	"chratze/internal/fair"
	"chratze/variant"
)

// someChance is a chance that a table with a proof asks only who deals first.
type someChance struct {
	t *testing.T
	r *rand.Rand
}

func (s someChance) Shuffle([]card.Card) { s.t.Error("cards are shuffled by chance alone") }
func (s someChance) Cut(n int) int       { return 1 + s.r.IntN(n-1) }

// evening is a table with people whose programs take part in the proof.
type evening struct {
	t       *testing.T
	table   *Table
	now     Millis
	wake    Millis
	chance  someChance
	records [][]byte
	people  []*prover
	share   func(p *prover, d *NextDeal) // what programs do; nil: all that they should
}

// prover is a person with a program.
type prover struct {
	chair   int
	cursor  Cursor
	nonces  map[int]string
	silent  bool // offers, and sends no copies
	dumb    bool // doesn't take part at all
	told    []ProofNews
	q       *Question
	nothing int // hands reported to them as without a proof
}

func newEvening(t *testing.T, preset string, cfg Config, people int) *evening {
	t.Helper()
	v, err := variant.Parse(preset)
	if err != nil {
		t.Fatal(err)
	}
	e := &evening{t: t, now: 1000, chance: someChance{t, rand.New(rand.NewPCG(3, uint64(people)))}}
	cfg.Variant = v
	table, ready, err := Create(e.now, cfg, "Anna", "k0", fair.Secret{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	e.table, e.records = table, ready.Append
	for c := range people {
		if c > 0 {
			e.take(table.Sit(e.now, c, [...]string{"", "Beat", "Chregu", "Dora"}[c], "k"+string(rune('0'+c))))
		}
		e.people = append(e.people, &prover{chair: c, nonces: map[int]string{}})
	}
	return e
}

// connect brings everybody to the table.
func (e *evening) connect() {
	for _, p := range e.people {
		p.cursor = Cursor{}
		e.take(e.table.Present(e.now, p.chair, true), nil)
		if !p.dumb {
			p.cursor.Prove()
			e.take(e.table.Prove(e.now, p.chair, true), nil)
		}
	}
}

func (e *evening) take(r Ready, err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
	e.records = append(e.records, r.Append...)
	e.wake = r.Wake
	for _, a := range r.Asks {
		e.take(e.table.Act(e.now, a.Chair, a.Question, a.View.Legal[0].String(), a.By, e.chance))
	}
}

// hear lets everybody read their messages, and their programs answer.
func (e *evening) hear() (busy bool) {
	e.t.Helper()
	for _, p := range e.people {
		n, ok := e.table.News(p.chair, &p.cursor)
		if !ok {
			continue
		}
		busy = true
		p.q = n.Question
		if n.Proof != nil {
			e.prove(p, n.Proof)
		}
	}
	return busy
}

// turn lets everybody read, one decide, and time go on if nobody has anything to say.
func (e *evening) turn() {
	e.t.Helper()
	busy := e.hear()
	for _, p := range e.people {
		if q := p.q; q != nil && e.table.stage == Playing {
			p.q, busy = nil, true
			e.take(e.table.Act(e.now, p.chair, q.Number, q.Legal[e.chance.r.IntN(len(q.Legal))].String(), ByPerson, e.chance))
			break
		}
	}
	if !busy {
		if e.wake == 0 {
			e.t.Fatalf("nothing happens any more: %v", e.table.stage)
		}
		e.now = max(e.now, e.wake)
		e.take(e.table.Tick(e.now, e.chance))
	}
}

// prove is what a program does.
func (e *evening) prove(p *prover, n *ProofNews) {
	p.told = append(p.told, *n)
	if n.Hand != nil && n.Hand.None != "" {
		p.nothing++
	}
	d := n.Next
	switch {
	case d == nil:
	case e.share != nil:
		e.share(p, d)
	case d.Promises == nil:
		p.nonces[d.Number] = fair.HandSecret(fair.Secret{byte(p.chair)}, d.Number).Hex()
		e.take(e.table.Offer(e.now, p.chair, d.Number, fair.Commit(d.Number, fair.Given{Chair: p.chair, Text: p.nonces[d.Number]}), e.chance))
	case p.silent || p.nonces[d.Number] == "":
	case d.Copies == nil:
		own := fair.Given{Chair: p.chair, Text: p.nonces[d.Number]}
		e.take(e.table.Step(e.now, Command{Do: DoCopies, From: p.chair, Question: uint64(d.Number), Text: fair.Copies(d.Number, own, d.Promises)}, e.chance))
	default:
		e.take(e.table.Reveal(e.now, p.chair, d.Number, p.nonces[d.Number], e.chance))
	}
}

// play goes on until n hands are over.
func (e *evening) play(hands int) {
	e.t.Helper()
	for range 100_000 {
		if e.table.hands >= hands && e.table.stage != Playing {
			return
		}
		e.turn()
	}
	e.t.Fatal("it doesn't come to an end")
}

func (e *evening) kinds(k Kind) (n int) {
	for _, b := range e.records {
		if r, err := DecodeRecord(b); err == nil && r.Kind == k {
			n++
		}
	}
	return n
}

// verify checks all hands as a person sees them and returns the proofs.
func (e *evening) verify(person int, level fair.Level) (proofs []*fair.Proof) {
	e.t.Helper()
	var evening fair.Evening
	err := Hands(e.records, person, func(n int, _ Millis, h *history.Hand) bool {
		text, ok := h.Field("fair")
		if !ok {
			e.t.Fatalf("hand %d has no proof", n)
		}
		again, err := history.Read(h.String())
		if err != nil {
			e.t.Fatal(err)
		}
		p, err := fair.Parse(text)
		if err != nil {
			e.t.Fatal(err)
		}
		told, err := PackOf(again)
		if err != nil {
			e.t.Fatal(err)
		}
		r := fair.Verify(p, told)
		if faults := append(r.Faults, evening.Check(n, p)...); len(faults) > 0 || p.None == "" && r.Level != level {
			e.t.Fatalf("hand %d: %+v", n, r)
		}
		proofs = append(proofs, p)
		return true
	})
	if err != nil {
		e.t.Fatal(err)
	}
	return proofs
}

// TestProof: an evening of people whose programs take part, closed and opened.
func TestProof(t *testing.T) {
	t.Parallel()
	for _, preset := range append(variant.Presets(), "zwicken-schlecken,trump=dealer") {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			e := newEvening(t, preset, Config{Chairs: 3, Pace: 5000, Proof: ProofSitting}, 3)
			e.connect()
			e.take(e.table.Start(e.now, 0, e.chance))
			const hands = 6
			start := e.now
			e.play(hands)
			if waited := e.now - start; waited != (hands-1)*5000 {
				t.Errorf("the hands waited %d ms for the proof", waited-(hands-1)*5000)
			}
			for person := range 4 {
				proofs := e.verify(person, fair.Some)
				for i, p := range proofs {
					if len(p.Nonces) != 3 || p.Bots == nil || len(p.Bots) > 0 || p.Number != i+1 || p.After != i || p.Secret != "" || p.SittingSecret != "" {
						t.Fatalf("%+v", p)
					}
				}
				if len(proofs) != hands {
					t.Fatalf("%d hands", len(proofs))
				}
			}
			if e.kinds(KindSet) < hands || e.kinds(KindVoid) != 0 {
				t.Errorf("%d sets, %d voids", e.kinds(KindSet), e.kinds(KindVoid))
			}
			e.hear()
			before := len(e.people[1].told)
			e.take(e.table.Change(e.now, 0, KindEnd))
			e.hear()
			if told := e.people[1].told[before:]; len(told) != 1 || told[0].Hand.SittingSecret != (fair.Secret{1, 2, 3}).Hex() {
				t.Errorf("at the end one is told %+v", told)
			}
			e.verify(0, fair.Some) // spectators see what the public saw, and nothing else
			for person := 1; person < 4; person++ {
				e.verify(person, fair.Whole)
			}
			again, err := Replay(e.records)
			if err != nil || again.proof.next.number != e.table.proof.next.number || !slices.Equal(again.proof.hand.draws.Orders[0].Cards, e.table.proof.hand.draws.Orders[0].Cards) {
				t.Errorf("read again: %v", err)
			}
		})
	}
}

// TestProofIsOpenedInTime: nothing secret is told before its time, and what the
// option says then.
func TestProofIsOpenedInTime(t *testing.T) {
	t.Parallel()
	for _, option := range []string{ProofSitting, ProofHand, ProofNever} {
		e := newEvening(t, "chratze", Config{Chairs: 3, Pace: 1000, Proof: option}, 3)
		e.connect()
		e.take(e.table.Start(e.now, 0, e.chance))
		e.play(3)
		e.hear()
		secret := fair.Secret{1, 2, 3}
		for _, p := range e.people {
			over := 0
			for _, n := range p.told {
				b, err := json.Marshal(n)
				if err != nil {
					t.Fatal(err)
				}
				if n.Hand != nil && n.Hand.Open != nil {
					over = n.Hand.Number
				}
				if strings.Contains(string(b), secret.Hex()) {
					t.Errorf("%s: the sitting's secret is told", option)
				}
				for number := 1; number <= 4; number++ {
					if h := fair.HandSecret(secret, number).Hex(); strings.Contains(string(b), h) != (option == ProofHand && number == over && n.Hand != nil && n.Hand.Open != nil) {
						t.Errorf("%s: deal %d when %d is over: %s", option, number, over, b)
					}
				}
			}
			if over != 3 {
				t.Errorf("%s: the last deal that was opened is %d", option, over)
			}
		}
		level := fair.Some
		if option == ProofHand {
			level = fair.Whole
		}
		e.verify(1, level)
		e.take(e.table.Change(e.now, 0, KindEnd))
		if level = fair.Whole; option == ProofNever {
			level = fair.Some
		}
		e.verify(1, level)
	}
}

// TestProofWithoutCopies: a chair that sends no copies of its nonce causes the deal to be
// cancelled, which everybody sees; after some times it isn't asked any more.
func TestProofWithoutCopies(t *testing.T) {
	t.Parallel()
	e := newEvening(t, "chratze", Config{Chairs: 3, Pace: 5000, Proof: ProofSitting}, 3)
	e.people[2].silent = true
	e.connect()
	e.take(e.table.Start(e.now, 0, e.chance))
	e.play(5)
	proofs := e.verify(1, fair.Some)
	void, numbers := 0, []int{}
	for _, p := range proofs {
		numbers = append(numbers, p.Number)
		for _, v := range p.Void {
			void++
			if !slices.Equal(v.Chairs, []int{2}) {
				t.Errorf("called off by %v", v.Chairs)
			}
		}
	}
	if void != mostFailed || !slices.Equal(numbers, []int{2, 4, 6, 7, 8}) {
		t.Errorf("%d deals were called off, the others are %v", void, numbers)
	}
	for i, p := range proofs { // nor is it asked again for the hand whose deal it has had called off
		if len(p.Nonces) != 2 {
			t.Errorf("hand %d: %d nonces", i+1, len(p.Nonces))
		}
	}
	seen := slices.ContainsFunc(e.people[0].told, func(n ProofNews) bool { return n.Next != nil && len(n.Next.Void) == 1 })
	if !seen {
		t.Error("nobody is told that deals were called off")
	}
}

// TestProofOfSome: who doesn't take part isn't waited for, and a table of bots is
// proved by the server alone.
func TestProofOfSome(t *testing.T) {
	t.Parallel()
	e := newEvening(t, "kratzen", Config{Chairs: 4, Bot: "random", Pace: 1000, Proof: ProofHand}, 2)
	e.people[0].dumb = true
	e.connect()
	e.take(e.table.Start(e.now, 0, e.chance))
	e.play(4)
	for _, p := range e.verify(e.table.PersonOn(1), fair.Whole) {
		if len(p.Nonces) != 1 || p.Nonces[0].Chair != 1 || !slices.Equal(p.Bots, []int{2, 3}) {
			t.Errorf("%v, bots %v", p.Nonces, p.Bots)
		}
	}
	e.table.proof.next.promises = []fair.Given{{Chair: 2, Text: fair.Commit(5, fair.Given{Chair: 2, Text: fair.Secret{1}.Hex()})}} // of a person whose chair a bot has taken since
	if bots := e.table.botChairs(); !slices.Equal(bots, []int{3}) {
		t.Errorf("the number of a person who has left is one of the bots %v", bots)
	}
	alone := newEvening(t, "zwicken", Config{Chairs: 4, Bot: "random", Pace: 1000, Proof: ProofHand}, 1)
	alone.people[0].dumb = true
	alone.connect()
	alone.take(alone.table.Start(alone.now, 0, alone.chance))
	alone.play(4)
	for _, p := range alone.verify(1, fair.Whole) {
		if len(p.Nonces) != 0 || p.Promise == "" || !slices.Equal(p.Bots, []int{1, 2, 3}) {
			t.Errorf("%+v", p)
		}
	}
}

// TestProofAfterARestart: a deal whose chairs are fixed goes on, and its nonces are
// given again.
func TestProofAfterARestart(t *testing.T) {
	t.Parallel()
	e := newEvening(t, "chratze", Config{Chairs: 3, Pace: 5000, Proof: ProofSitting}, 3)
	e.connect()
	e.take(e.table.Start(e.now, 0, e.chance))
	e.play(2)
	restarts := 0
	for e.table.hands < 6 {
		sets := e.kinds(KindSet)
		e.turn()
		if e.kinds(KindSet) > sets { // the moment in which everybody is asked for a nonce
			table, err := Replay(e.records)
			if err != nil {
				t.Fatal(err)
			}
			e.table = table
			table.Restarted(e.now)
			e.connect()
			restarts++
		}
	}
	e.play(6)
	for _, p := range e.verify(1, fair.Some) {
		if len(p.Nonces) != 3 {
			t.Errorf("%+v", p.Nonces)
		}
	}
	if restarts != 4 || e.kinds(KindVoid) != 0 {
		t.Errorf("%d restarts, %d deals called off", restarts, e.kinds(KindVoid))
	}
}

// TestPracticeHasNoProof: what is taken back or played again says so.
func TestPracticeHasNoProof(t *testing.T) {
	t.Parallel()
	e := newEvening(t, "chratze", Config{Chairs: 3, Bot: "random", Pace: 1000, Practice: true, Proof: ProofSitting}, 1)
	e.connect()
	e.take(e.table.Start(e.now, 0, e.chance))
	e.play(1)
	for range 2 {
		e.take(e.table.Practise(e.now, 0, KindAgain, e.chance))
		e.play(1)
	}
	e.take(e.table.Next(e.now, 0, e.chance))
	e.play(2)
	proofs := e.verify(1, fair.Some)
	if len(proofs) != 2 || proofs[0].None != "practice" || proofs[1].None != "" || proofs[1].After != 1 || len(proofs[1].Nonces) != 1 {
		t.Errorf("%+v, %+v", proofs[0], proofs[1])
	}
	if e.people[0].nothing == 0 {
		t.Error("nobody is told that there is no proof any more")
	}
	if _, err := Replay(e.records); err != nil {
		t.Error(err)
	}
}

// TestProofRefuses: what is no commitment or nonce, and records that don't fit.
func TestProofRefuses(t *testing.T) {
	t.Parallel()
	e := newEvening(t, "chratze", Config{Chairs: 3, Pace: 1000, Proof: ProofSitting}, 3)
	e.connect()
	for _, text := range []string{"", "x", strings.Repeat("F", 64), strings.Repeat("F", 128)} {
		if _, err := e.table.Offer(e.now, 0, 1, text, e.chance); err == nil {
			t.Errorf("%q is taken as a commitment", text)
		}
		if _, err := e.table.Reveal(e.now, 0, 1, text, e.chance); err == nil {
			t.Errorf("%q is taken as a nonce", text)
		}
	}
	good, other := fair.Secret{1}.Hex(), fair.Secret{2}.Hex()
	commit := func(deal, chair int, nonce string) string {
		return fair.Commit(deal, fair.Given{Chair: chair, Text: nonce})
	}
	if _, err := e.table.Offer(e.now, 2, 1, commit(1, 2, good)[:64], e.chance); err == nil {
		t.Error("a commitment without a key is taken") // nobody could open its number
	}
	e.take(e.table.Offer(e.now, 0, 1, commit(1, 0, good), e.chance))
	e.take(e.table.Offer(e.now, 0, 1, commit(1, 0, other), e.chance)) // a second one
	e.take(e.table.Offer(e.now, 1, 7, commit(7, 1, good), e.chance))  // of another deal
	e.take(e.table.Start(e.now, 0, e.chance))
	if e.kinds(KindSet) != 0 {
		t.Fatal("it doesn't wait for the others")
	}
	e.now += patience
	e.take(e.table.Tick(e.now, e.chance))
	if d := &e.table.proof.next; !d.fixed || len(d.promises) != 1 || d.promises[0].Text != commit(1, 0, good) {
		t.Fatalf("%+v", d)
	}
	copies := fair.Copies(1, fair.Given{Text: good}, e.table.proof.next.promises)
	e.take(e.table.Step(e.now, Command{Do: DoCopies, Question: 1, Text: copies}, e.chance))
	e.take(e.table.Reveal(e.now, 0, 1, other, e.chance))
	if e.table.hands != 0 {
		t.Error("a nonce that wasn't committed to is taken")
	}
	for _, bad := range []Record{
		{Kind: KindSet, Given: []fair.Given{{Chair: 1, Text: good}}},
		{Kind: KindVoid},
		{Kind: KindHand},
		{Kind: KindHand, Given: []fair.Given{{Chair: 0, Text: other}}},
		{Kind: KindHand, Given: []fair.Given{{Chair: 1, Text: good}}},
	} {
		if _, err := Replay(append(slices.Clone(e.records), bad.Encode())); err == nil {
			t.Errorf("%s fits", bad.Encode())
		}
	}
	e.take(e.table.Reveal(e.now, 0, 1, good, e.chance))
	if e.table.hands != 1 {
		t.Error("with its nonce the hand doesn't begin")
	}
}

// TestRenewedSecret: a table whose log was put back gets a new secret, before a deal and
// in the middle of a hand. Everybody is told, no commitment comes twice, and all of the
// evening can be checked, each hand by the secret of its own.
func TestRenewedSecret(t *testing.T) {
	t.Parallel()
	e := newEvening(t, "chratze", Config{Chairs: 3, Pace: 5000, Proof: ProofSitting}, 3)
	e.connect()
	e.take(e.table.Start(e.now, 0, e.chance))
	e.play(2)
	e.hear()
	promised := e.table.proof.next.promise
	e.take(e.table.Renew(e.now, fair.Secret{7}))
	if e.table.proof.next.promise == promised {
		t.Error("the next deal still has the commitment of before")
	}
	e.play(3)
	for e.table.stage != Playing {
		e.turn()
	}
	e.take(e.table.Renew(e.now, fair.Secret{8})) // in the middle of a hand
	e.play(5)
	e.take(e.table.Change(e.now, 0, KindEnd))
	if _, err := e.table.Renew(e.now, fair.Secret{9}); err != nil {
		t.Error("an evening that is over:", err)
	}
	for person := 1; person < 4; person++ {
		proofs := e.verify(person, fair.Whole)
		var evening fair.Evening
		former := []string{}
		for i, p := range proofs {
			if f := evening.Add(i+1, p, ""); len(f) > 0 {
				t.Errorf("hand %d: %+v", i+1, f)
			}
			former = append(former, p.Former)
		}
		if f := evening.End(); len(f) > 0 {
			t.Errorf("the evening: %+v", f)
		}
		first, second := fair.SittingPromise(fair.Secret{1, 2, 3}), fair.SittingPromise(fair.Secret{7})
		if !slices.Equal(former, []string{"", "", first, first, second}) {
			t.Errorf("the secrets before: %v", former)
		}
		if v := proofs[2].Void; len(v) != 1 || len(v[0].Chairs) != 0 {
			t.Errorf("called off: %+v", v)
		}
	}
	if !slices.ContainsFunc(e.people[1].told, func(n ProofNews) bool { return n.Next != nil && n.Next.Former != "" }) {
		t.Error("nobody is told of the new secret")
	}
	if _, err := Replay(e.records); err != nil {
		t.Error(err)
	}
}

// TestWithheldByChair: who leaves and comes back in the same chair has no more tries to
// be rid of a deal than who stays.
func TestWithheldByChair(t *testing.T) {
	t.Parallel()
	e := newEvening(t, "chratze", Config{Chairs: 3, Pace: 5000, Proof: ProofSitting}, 3)
	e.people[2].silent = true
	e.connect()
	e.take(e.table.Start(e.now, 0, e.chance))
	for hand := 1; hand <= 6; hand++ {
		e.play(hand)
		e.take(e.table.Leave(e.now, 2, 2))
		e.take(e.table.Sit(e.now, 2, "Chregu", "new"+strings.Repeat("k", hand)))
		e.people[2].cursor = Cursor{}
		e.take(e.table.Present(e.now, 2, true), nil)
		e.people[2].cursor.Prove()
		e.take(e.table.Prove(e.now, 2, true), nil)
	}
	if n := e.kinds(KindVoid); n != mostFailed {
		t.Errorf("%d deals were called off, want %d", n, mostFailed)
	}
}

// TestOfferOfALeaver: a person who leaves between two hands takes their offer for the next deal along, so that the next person on
// the chair can keep their own. The leaver is asked for nothing any more.
func TestOfferOfALeaver(t *testing.T) {
	t.Parallel()
	e := newEvening(t, "chratze", Config{Chairs: 4, Bot: "random", Pace: 5000, Settle: 60_000, Proof: ProofSitting}, 3)
	e.connect()
	e.take(e.table.Start(e.now, 0, e.chance))
	for e.table.hands == 0 || e.table.stage == Playing {
		e.turn()
	}
	left := e.people[2]
	news, _ := e.table.News(2, &left.cursor)
	e.take(e.table.Offer(e.now, 2, news.Proof.Next.Number, fair.Commit(news.Proof.Next.Number, fair.Given{Chair: 2, Text: fair.Secret{9}.Hex()}), e.chance))
	if _, has := find(e.table.proof.next.offers, 2); !has {
		t.Fatal("Chregu has offered nothing")
	}
	e.take(e.table.Leave(e.now, 2, 2))
	e.table.proof.version++
	if news, _ = e.table.News(2, &left.cursor); news.Proof != nil {
		t.Errorf("a person who has left is asked for a number: %+v", news.Proof.Next)
	}
	dora := &prover{chair: 2, nonces: map[int]string{}}
	dora.cursor.Prove()
	e.people[2] = dora
	e.take(e.table.Sit(e.now, 2, "Dora", "dora"))
	e.take(e.table.Present(e.now, 2, true), nil)
	e.take(e.table.Prove(e.now, 2, true), nil)
	for e.table.hands < 2 || e.table.stage == Playing {
		e.turn()
	}
	if n := e.kinds(KindVoid); n != 0 || len(dora.told) == 0 {
		t.Errorf("%d deals were called off, and Dora was told of %d", n, len(dora.told))
	}
}
