package ramstest

import (
	"errors"

	"chratze/card"
	"chratze/rams"
)

// Script is nature as a value: copied, it goes on in the copy as it would have
// done, so that a tree of decisions can be walked. It is a [rams.Shuffler].
type Script struct {
	Pack card.List // the order of every shuffle of the whole pack; empty: by chance
	At   int       // where every cut is made; 0: by chance
	Rand Rand      // chance, also for reshuffled discards
}

// Shuffle puts the whole pack in the order that is written, other cards in a
// random one.
func (s *Script) Shuffle(cards []card.Card) {
	if n := s.Pack.Len(); n > 0 && n == len(cards) {
		copy(cards, s.Pack.Slice())
		return
	}
	s.Rand.Shuffle(cards)
}

// Cut returns how many of n cards are in the top packet.
func (s *Script) Cut(n int) int {
	if s.At > 0 && s.At < n {
		return s.At
	}
	return s.Rand.Cut(n)
}

// Deal is a hand with the nature that goes on with it: a value, which waits for a
// decision or is over. Assign it to branch.
type Deal struct {
	State  rams.State
	deck   rams.Deck
	script Script
}

// ErrScript is returned for a script that can't be dealt.
var ErrScript = errors.New("ramstest: the script's pack is not the game's, or its cut moves the deal for ever")

// NewDeal begins a hand and lets nature act until the first decision. The error is
// [ErrScript] or a *[rams.StartError].
func NewDeal(g *rams.Game, start rams.Start, script Script) (Deal, error) {
	pack := g.Rules().Pack.Cards()
	if n := script.Pack.Len(); n > 0 && (n != pack.Len() || script.Pack.Set() != pack) {
		return Deal{}, ErrScript
	}
	s, err := g.NewHand(start)
	if err != nil {
		return Deal{}, err
	}
	d := Deal{State: s, script: script}
	if !d.nature() {
		return Deal{}, ErrScript
	}
	return d, nil
}

// nature acts until a seat has to, and reports whether it came to that.
func (d *Deal) nature() bool {
	d.deck.Source = &d.script
	for range 1000 {
		if d.State.Turn() != rams.Nature {
			return true
		}
		d.State.ApplyUnchecked(d.deck.Next(&d.State))
	}
	return false
}

// Decide makes a decision, which must be legal, and lets nature go on.
func (d *Deal) Decide(a rams.Action) {
	d.State.ApplyUnchecked(a)
	d.nature()
}

// ToPlay takes the decisions before the first card is played: nobody goes blind,
// the first who is asked declares with the trump as it is, all join, everybody
// exchanges and drops as few cards as possible and the first ones, and the trump
// six is kept. It returns the decisions.
func (d *Deal) ToPlay() (taken []rams.Action) {
	for {
		s := &d.State
		legal := s.Legal(nil)
		choice := 0
		switch s.Phase() {
		case rams.PhasePlay, rams.PhaseDone:
			return taken
		case rams.PhaseDoubleBlind, rams.PhaseBlind, rams.PhaseSwap:
			choice = 1
		case rams.PhaseBid:
			if s.Declarer() != rams.Nobody {
				choice = len(legal) - 1
			}
		}
		taken = append(taken, legal[choice])
		d.Decide(legal[choice])
	}
}

// Branch is one decision and the leaves of the tree behind it.
type Branch struct {
	Action rams.Action
	Leaves uint64
}

// Perft counts the leaves of the tree of decisions: the ways in which the next
// depth decisions can be taken, with nature as scripted. A hand that is over
// sooner is one leaf. A depth below 0 goes to the end of the hand.
func Perft(d *Deal, depth int) uint64 {
	var p perft
	return p.count(d, 0, depth)
}

// Divide counts the leaves behind each legal decision. Their sum is Perft; there
// are none at depth 0, and when the hand is over.
func Divide(d *Deal, depth int) []Branch {
	if d.State.Done() || depth == 0 {
		return nil
	}
	var p perft
	var branches []Branch
	for _, a := range d.State.Legal(nil) {
		next := *d
		next.Decide(a)
		branches = append(branches, Branch{a, p.count(&next, 0, depth-1)})
	}
	return branches
}

// perft holds a deal and a list of actions for every level of the tree.
type perft struct {
	levels []*level
}

type level struct {
	deal  Deal
	legal []rams.Action
}

func (p *perft) count(d *Deal, ply, depth int) uint64 {
	if depth == 0 || d.State.Done() {
		return 1
	}
	if ply == len(p.levels) {
		p.levels = append(p.levels, new(level))
	}
	l := p.levels[ply]
	l.legal = d.State.Legal(l.legal[:0])
	if depth == 1 {
		return uint64(len(l.legal))
	}
	var leaves uint64
	for _, a := range l.legal {
		l.deal = *d
		l.deal.Decide(a)
		leaves += p.count(&l.deal, ply+1, depth-1)
	}
	return leaves
}
