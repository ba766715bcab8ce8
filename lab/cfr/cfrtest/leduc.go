package cfrtest

import (
	"chratze/chance"
	"chratze/lab/cfr"
)

// LeducValue is what the first player wins in an equilibrium of Leduc poker.
const LeducValue = -0.0856

const ranks = 3 // two cards of each; suits matter to nobody

// Leduc is Leduc poker (Southey and others 2005): six cards, one each and one for
// all, two rounds of bets of 2 and 4 with two raises at most, antes of 1. It is made
// of cards of the same rank taken together, which loses nothing.
type Leduc struct {
	Tree  *Tree
	nodes []leducNode
	root  int32
}

// leducNode is a node of the public tree as a State walks it.
type leducNode struct {
	player   int8 // or cfr.Nature, cfr.Over
	folded   int8 // who folded at the end, or -1
	actions  int8
	paid     [2]int8 // what each has put in
	slot     int32   // of the first hand's first action
	children [ranks]int32
}

// betting is what is known while the tree is built.
type betting struct {
	public int // rank of the card for all, or -1
	player int
	paid   [2]int8
	raises int
	acts   int
}

// NewLeduc builds the game.
func NewLeduc() *Leduc {
	l := &Leduc{Tree: NewTree(ranks, ranks)}
	l.root, _ = l.decision(betting{public: -1, paid: [2]int8{1, 1}})
	return l
}

// Slots returns how many actions all information sets of a State have.
func (l *Leduc) Slots() int {
	n := 0
	for _, d := range l.nodes {
		n += int(d.actions) * ranks
	}
	return n
}

// decision adds a node and returns its index here and in the tree.
func (l *Leduc) decision(b betting) (here, inTree int32) {
	other := 1 - b.player
	next := func(paid int8, raises int) betting {
		c := b
		c.paid[b.player], c.player, c.raises, c.acts = paid, other, raises, b.acts+1
		return c
	}
	n := leducNode{player: int8(b.player)}
	var children []int32
	child := func(here, inTree int32) {
		n.children[n.actions] = here
		n.actions++
		children = append(children, inTree)
	}
	owes := b.paid[other] > b.paid[b.player]
	if owes {
		child(l.end(b, b.player))
	}
	called := next(b.paid[other], b.raises)
	switch {
	case b.acts == 0:
		child(l.decision(called))
	case b.public < 0:
		child(l.deal(called))
	default:
		child(l.end(called, -1))
	}
	if b.raises < 2 {
		bet := int8(2)
		if b.public >= 0 {
			bet = 4
		}
		child(l.decision(next(b.paid[other]+bet, b.raises+1)))
	}
	inTree = l.Tree.Decision(b.player, children...)
	n.slot = int32(l.Tree.Slot(inTree))
	return l.add(n), inTree
}

func (l *Leduc) deal(b betting) (here, inTree int32) {
	n := leducNode{player: cfr.Nature}
	var children []int32
	for rank := range ranks {
		c, child := l.decision(betting{public: rank, paid: b.paid})
		n.children[rank] = c
		children = append(children, child)
	}
	return l.add(n), l.Tree.Public(children...)
}

func (l *Leduc) end(b betting, folded int) (here, inTree int32) {
	n := leducNode{player: cfr.Over, folded: int8(folded), paid: b.paid}
	gain := make([]float32, ranks*ranks)
	for a := range ranks {
		for c := range ranks {
			gain[a*ranks+c] = n.gain(a, c, b.public) * likely(a, c, b.public)
		}
	}
	return l.add(n), l.Tree.Leaf(gain)
}

func (l *Leduc) add(n leducNode) int32 {
	l.nodes = append(l.nodes, n)
	return int32(len(l.nodes) - 1)
}

// gain is what the first player wins.
func (n *leducNode) gain(first, second, public int) float32 {
	switch strength := func(hand int) int {
		if hand == public {
			return ranks
		}
		return hand
	}; {
	case n.folded == 0:
		return -float32(n.paid[0])
	case n.folded == 1, strength(first) > strength(second):
		return float32(n.paid[1])
	case strength(first) < strength(second):
		return -float32(n.paid[0])
	}
	return 0
}

// likely is how likely the cards come, of what is left each time.
func likely(first, second, public int) float32 {
	left := func(rank int, gone ...int) (n float32) {
		n = 2
		for _, g := range gone {
			if g == rank {
				n--
			}
		}
		return n
	}
	p := left(first) / 6 * left(second, first) / 5
	if public >= 0 {
		p *= left(public, first, second) / 4
	}
	return p
}

// LeducState is a history of Leduc poker. It is a [cfr.State].
type LeducState struct {
	game   *Leduc
	node   int32
	hands  [2]int8
	public int8
	dealt  bool
}

// Start returns the state before the first card.
func (l *Leduc) Start() LeducState { return LeducState{game: l, node: l.root, public: -1} }

// Player returns who moves.
func (s LeducState) Player() int {
	if !s.dealt {
		return cfr.Nature
	}
	return int(s.game.nodes[s.node].player)
}

// Infoset returns the place of the mover's information set.
func (s LeducState) Infoset() (slot, actions int) {
	n := &s.game.nodes[s.node]
	return int(n.slot) + int(s.hands[n.player&1])*int(n.actions), int(n.actions)
}

// Act returns the state after an action.
func (s LeducState) Act(action int) LeducState {
	s.node = s.game.nodes[s.node].children[action]
	return s
}

// Sample deals both hands, or the card for all.
func (s LeducState) Sample(r chance.Source) LeducState {
	if !s.dealt {
		first, second := int8(r.IntN(6)), int8(r.IntN(5))
		if second >= first {
			second++
		}
		s.hands, s.dealt = [2]int8{first >> 1, second >> 1}, true
		return s
	}
	k := int8(r.IntN(4))
	for rank := range int8(ranks) {
		n := int8(2)
		for _, h := range s.hands {
			if h == rank {
				n--
			}
		}
		if k -= n; k < 0 {
			s.public = rank
			s.node = s.game.nodes[s.node].children[rank]
			break
		}
	}
	return s
}

// Utility returns what a player has won.
func (s LeducState) Utility(player int) float32 {
	gain := s.game.nodes[s.node].gain(int(s.hands[0]), int(s.hands[1]), int(s.public))
	if player == 1 {
		return -gain
	}
	return gain
}
