package fair

import (
	"slices"

	"chratze/card"
)

// Hand is what a line of rams-hand/1 says about the pack.
type Hand struct {
	Pack  []card.Card // in pack order
	Steps []Step      // from the first shuffle on; a view has no cards in them
	View  bool        // the cards of others are hidden
	Over  bool        // the hand is settled: every card that its reader saw must be open
}

// The codes of faults. The catalogue has a message for each: verify.fault.CODE.
const (
	FaultForm    = "form"    // the proof is malformed, or belongs to another hand
	FaultOrder   = "order"   // the order of Draw isn't the one that follows from the secret and the nonces
	FaultSwap    = "swap"    // in Draw, Cards[0] lies at At where Cards[1] belongs
	FaultDropped = "dropped" // the nonce of Chair is missing, or wasn't used
	FaultNonce   = "nonce"   // the nonce of Chair doesn't match its commitment
	FaultAdded   = "added"   // a nonce of Chair, which committed to none
	FaultSecret  = "secret"  // the opened secret doesn't match its commitment: the server dealt again
	FaultSitting = "sitting" // the opened secret of the session doesn't match its commitment
	FaultDerived = "derived" // the deal's secret doesn't follow from the session's
	FaultLate    = "late"    // the commitment to the deal's secret was another before
	FaultReused  = "reused"  // the secret, or its commitment, is the same as that of deal Number
	FaultSkipped = "skipped" // a draw was left out: Draw has the order of number At
	FaultCut     = "cut"     // the pack wasn't cut where Draw says
	FaultCards   = "cards"   // the commitments to the cards of Draw don't fit its order
	FaultOpening = "opening" // the opening of Cards[0] doesn't fit its commitment
	FaultSeen    = "seen"    // Cards[0] was shown where Cards[1] was committed to
	FaultClosed  = "closed"  // Cards[0] was shown, and isn't open
	FaultGap     = "gap"     // deals before this one are missing, and weren't cancelled
	FaultCalled  = "called"  // deal Number was cancelled without a reason that counts
	FaultBlamed  = "blamed"  // the chairs because of which deal Number was cancelled aren't those that its copies blame
	FaultOften   = "often"   // too many deals were cancelled, in a row or because of one chair
	FaultFormer  = "former"  // the session's former secret is none that it had
	FaultSilent  = "silent"  // the hand was played at a table with proofs, and the server has given none

	// What is missing from a file, or is in the wrong place (Evening):
	FaultMissing  = "missing"  // the hands of the deals At to Number aren't there
	FaultDouble   = "double"   // the hand of deal Number is there twice, first in line At
	FaultSequence = "sequence" // the hand of deal Number comes after that of deal At
	FaultUnproven = "unproven" // a hand has no proof, although others have one
	FaultPractice = "practice" // a hand claims to be practice, and the table isn't for practice

	// What a player's own notes of the evening show (Notes). "The number of a chair" is its
	// nonce:
	FaultUnused  = "unused"  // the number of Chair isn't in this deal
	FaultUnnoted = "unnoted" // the player's program has no note of this deal
	FaultUnseen  = "unseen"  // the hand of deal Number was played, and is missing
	FaultRefused = "refused" // deal Number was cancelled because of Chair, whose number had been sent
	FaultAltered = "altered" // the copies of Chair's number for deal Number aren't those that were sent

	// What proves nothing, although nothing contradicts it (Evening):
	FaultUnopened = "unopened" // the session is over, and its secret isn't open
	FaultNothing  = "nothing"  // not one card was opened
)

// Incomplete reports whether a fault is about what is missing from a file, or about its order,
// rather than about a hand.
func (f Fault) Incomplete() bool {
	return slices.Contains([]string{
		FaultMissing, FaultDouble, FaultSequence, FaultUnproven, FaultPractice, FaultUnused, FaultUnnoted, FaultUnseen,
		FaultCalled, FaultOften, FaultFormer, FaultRefused, FaultUnopened, FaultNothing,
	}, f.Code)
}

// Fault is something that doesn't match.
type Fault struct {
	Code   string   `json:"code"`
	Draw   int      `json:"draw,omitempty"`
	At     int      `json:"at,omitempty"`
	Chair  int      `json:"chair,omitempty"`  // from 0
	Number int      `json:"number,omitempty"` // of a deal
	Cards  []string `json:"cards,omitempty"`
}

// Level is how much of a deal could be checked.
type Level string

// The levels.
const (
	None  Level = "none"  // there is no proof
	Some  Level = "some"  // what the reader has seen; the secret isn't open
	Whole Level = "whole" // everything; the secret is open
)

// Report is the outcome of checking a deal.
type Report struct {
	Level  Level   `json:"level"`
	Nonces int     `json:"nonces"` // how many people gave one that matches its commitment
	Bots   int     `json:"bots"`   // how many bots did; the server knows theirs, so they prove nothing to anybody
	Cards  int     `json:"cards"`  // how many cards were opened and match
	Draws  int     `json:"draws"`  // how many were computed again with the same outcome
	Faults []Fault `json:"faults,omitempty"`
}

// Verify checks a deal by itself. An Evening checks it against the others of its session.
func Verify(p *Proof, h *Hand) Report {
	v := verifier{p: p, h: h, report: Report{Level: Some}}
	if p.None != "" {
		return Report{Level: None}
	}
	seen, ok := Seen(h.Steps)
	if !ok || p.Number < 1 || !slices.Contains([]string{OpensSession, OpensHand, OpensNever}, p.Opens) || !IsNonce(p.Promise) || !IsNonce(p.Sitting) {
		v.fault(Fault{Code: FaultForm})
		return v.report
	}
	v.seen = seen
	v.before()
	v.called()
	v.mine()
	v.nonces()
	if v.draws() {
		v.secret()
		if len(v.report.Faults) == 0 { // otherwise each card of a wrong order would be reported too
			v.openings()
		}
	}
	return v.report
}

// verifier checks one deal.
type verifier struct {
	p      *Proof
	h      *Hand
	seen   []Place
	report Report
}

func (v *verifier) fault(f Fault) { v.report.Faults = append(v.report.Faults, f) }

// before checks that every deal since the hand before was cancelled.
func (v *verifier) before() {
	next := v.p.After + 1
	for _, void := range v.p.Void {
		if void.Number != next {
			break
		}
		next++
	}
	if next != v.p.Number || len(v.p.Void) != v.p.Number-v.p.After-1 {
		v.fault(Fault{Code: FaultGap, Number: next})
	}
}

// mine checks what the player's own program noted.
func (v *verifier) mine() {
	m := v.p.Mine
	if m == nil {
		return
	}
	if m.Promise != v.p.Promise || m.Listed != "" && m.Listed != Listed(v.p.Number, v.p.Promises, v.p.Void...) {
		v.fault(Fault{Code: FaultLate})
	}
	if m.Nonce != "" && !slices.Contains(v.p.Nonces, Given{m.Chair, m.Nonce}) {
		v.fault(Fault{Code: FaultDropped, Chair: m.Chair})
	}
}

// nonces checks the nonces of the chairs against their commitments.
func (v *verifier) nonces() {
	if v.p.Bots == nil || !ordered(v.p.Promises, IsCommitment) || !ordered(v.p.Nonces, IsNonce) {
		v.fault(Fault{Code: FaultForm})
		return
	}
	of := func(list []Given, chair int) string {
		if i := slices.IndexFunc(list, func(g Given) bool { return g.Chair == chair }); i >= 0 {
			return list[i].Text
		}
		return ""
	}
	for _, g := range v.p.Promises {
		switch nonce := of(v.p.Nonces, g.Chair); {
		case nonce == "":
			v.fault(Fault{Code: FaultDropped, Chair: g.Chair})
		case !Keeps(v.p.Number, Given{g.Chair, nonce}, g.Text):
			v.fault(Fault{Code: FaultNonce, Chair: g.Chair})
		case slices.Contains(v.p.Bots, g.Chair):
			v.report.Bots++
		default:
			v.report.Nonces++
		}
	}
	for _, g := range v.p.Nonces {
		if of(v.p.Promises, g.Chair) == "" {
			v.fault(Fault{Code: FaultAdded, Chair: g.Chair})
		}
	}
}

// ordered reports whether a list is sorted by chair, without duplicates, and has only texts of a kind.
func ordered(list []Given, is func(string) bool) bool {
	for i, g := range list {
		if i > 0 && list[i-1].Chair >= g.Chair || g.Chair < 0 || !is(g.Text) {
			return false
		}
	}
	return true
}

// draws checks that the published draws are those of the hand, numbered without a gap.
func (v *verifier) draws() bool {
	at := 0
	for i := range v.h.Steps {
		s := &v.h.Steps[i]
		if s.Kind == Taken {
			continue
		}
		if at == len(v.p.Draws) {
			v.fault(Fault{Code: FaultForm, Draw: at + 1})
			return false
		}
		d := &v.p.Draws[at]
		at++
		if d.Draw != at {
			v.fault(Fault{Code: FaultSkipped, Draw: at, At: d.Draw})
			return false
		}
		if s.Kind == Cut && (d.Cut != len(v.h.Pack) || d.Shuffle != nil) || s.Kind != Cut && len(d.Shuffle) != s.N {
			v.fault(Fault{Code: FaultForm, Draw: at})
			return false
		}
	}
	if at < len(v.p.Draws) {
		v.fault(Fault{Code: FaultForm, Draw: at + 1})
		return false
	}
	return true
}

// openings checks the cards that the reader has seen against their commitments. It stops at the
// first that doesn't match.
func (v *verifier) openings() {
	opened := map[[2]int]card.Card{}
	for _, text := range v.p.Open {
		p, ok := parseOpening(text)
		if !ok || p.Draw < 1 || p.Draw > len(v.p.Draws) || p.At >= len(v.p.Draws[p.Draw-1].Shuffle) {
			v.fault(Fault{Code: FaultForm})
			return
		}
		if cardPromise(v.p.Number, text) != v.p.Draws[p.Draw-1].Shuffle[p.At] {
			v.fault(Fault{Code: FaultOpening, Draw: p.Draw, At: p.At, Cards: []string{p.Card.String()}})
			return
		}
		opened[[2]int{p.Draw, p.At}] = p.Card
	}
	for _, p := range v.seen {
		c, ok := opened[[2]int{p.Draw, p.At}]
		switch {
		case ok && c != p.Card:
			v.fault(Fault{Code: FaultSeen, Draw: p.Draw, At: p.At, Cards: []string{p.Card.String(), c.String()}})
			return
		case ok:
			v.report.Cards++
		case v.h.Over && (v.h.View || v.report.Level != Whole && len(v.p.Open) == 0):
			v.fault(Fault{Code: FaultClosed, Draw: p.Draw, At: p.At, Cards: []string{p.Card.String()}})
			return
		}
	}
}

// secret computes every draw again, if the secret is open.
func (v *verifier) secret() {
	p := v.p
	text := p.Secret
	if p.SittingSecret != "" {
		s, ok := ParseSecret(p.SittingSecret)
		if !ok || SittingPromise(s) != p.Sitting {
			v.fault(Fault{Code: FaultSitting})
			return
		}
		derived := HandSecret(s, p.Number).Hex()
		if text != "" && text != derived || Promise(p.Number, HandSecret(s, p.Number)) != p.Promise {
			v.fault(Fault{Code: FaultDerived})
			return
		}
		text = derived
	}
	if text == "" {
		return
	}
	v.report.Level = Whole
	secret, ok := ParseSecret(text)
	if !ok || Promise(p.Number, secret) != p.Promise {
		v.fault(Fault{Code: FaultSecret})
		return
	}
	again := again{verifier: v, secret: secret, draws: Draws{Number: p.Number, Seed: Seed(p.Number, secret, p.Nonces, p.Void...)}}
	for i := range v.h.Steps {
		if s := &v.h.Steps[i]; s.Kind != Taken && !again.draw(s) {
			return
		}
	}
}

// again computes the draws of a deal again.
type again struct {
	*verifier
	secret Secret
	draws  Draws
}

// draw computes the next draw and reports whether it is the one that was published.
func (a *again) draw(s *Step) bool {
	draw := len(a.draws.Orders) + 1
	switch {
	case s.Kind == Cut:
		if a.draws.Cut(len(a.h.Pack)) != s.N {
			a.fault(Fault{Code: FaultCut, Draw: draw, At: s.N})
			return false
		}
		a.report.Draws++
		return true
	case s.Kind == Reshuffled && s.Cards == nil: // a view doesn't show which cards were reshuffled
		a.draws.Shuffled(make([]card.Card, s.N))
		return true
	}
	was := slices.Clone(s.Cards)
	if was == nil {
		was = a.known(draw, s.N)
	}
	cards := slices.Clone(a.h.Pack)
	if s.Kind == Reshuffled {
		cards = slices.Sorted(slices.Values(was))
	}
	if len(cards) != len(was) {
		a.fault(Fault{Code: FaultForm, Draw: draw})
		return false
	}
	sorted := slices.Clone(cards)
	a.draws.Shuffle(cards)
	if !fits(was, cards) {
		a.fault(a.why(draw, was, cards, sorted))
		return false
	}
	a.report.Draws++
	if !slices.Equal(a.draws.Published(draw)[0].Shuffle, a.p.Draws[draw-1].Shuffle) {
		a.fault(Fault{Code: FaultCards, Draw: draw})
		return false
	}
	return true
}

// known returns the order of a draw, as far as the reader has seen it.
func (a *again) known(draw, n int) []card.Card {
	order := slices.Repeat([]card.Card{card.Hidden}, n)
	for _, p := range a.seen {
		if p.Draw == draw {
			order[p.At] = p.Card
		}
	}
	return order
}

// fits reports whether an order agrees with what is known of it.
func fits(was, order []card.Card) bool { return len(differ(was, order)) == 0 }

// differ returns the places at which an order differs from what is known of it.
func differ(was, order []card.Card) (at []int) {
	for i, c := range was {
		if c != card.Hidden && c != order[i] {
			at = append(at, i)
		}
	}
	return at
}

// mostSkipped is how many numbers of draws are tried for an order that isn't the expected one.
const mostSkipped = 100

// enough is how many cards of an order must be known to tell which fault caused it. Fewer would
// match another order by chance.
const enough = 5

// why finds the cause of an order that isn't the expected one.
func (a *again) why(draw int, was, want, sorted []card.Card) Fault {
	known := 0
	for _, c := range was {
		if c != card.Hidden {
			known++
		}
	}
	if known < enough {
		return Fault{Code: FaultOrder, Draw: draw}
	}
	try := func(seed Secret, draw int) bool {
		cards := slices.Clone(sorted)
		shuffle(seed, draw, cards)
		return fits(was, cards)
	}
	for i, g := range a.p.Nonces {
		if try(Seed(a.p.Number, a.secret, slices.Delete(slices.Clone(a.p.Nonces), i, i+1), a.p.Void...), draw) {
			return Fault{Code: FaultDropped, Draw: draw, Chair: g.Chair}
		}
	}
	for other := range mostSkipped {
		if other != draw && try(a.draws.Seed, other) {
			return Fault{Code: FaultSkipped, Draw: draw, At: other}
		}
	}
	if at := differ(was, want); len(at) <= 2 {
		return Fault{Code: FaultSwap, Draw: draw, At: at[0], Cards: []string{was[at[0]].String(), want[at[0]].String()}}
	}
	return Fault{Code: FaultOrder, Draw: draw}
}
