package cfrtest

// Tree is the public tree of a game for two players whose sums are zero: everybody
// sees who does what, and each player has one of a number of private hands. A hand may
// stand for several that differ in nothing that matters; the leaves count them.
//
// Nodes are added leaves first. The last one added is the root.
type Tree struct {
	hands  [2]int
	nodes  []node
	leaves [][2][]float32 // by player: what each of the player's hands gains for each hand of the other
	slots  int
	depth  int
}

type node struct {
	player   int8 // -1: a leaf; -2: chance, everybody sees which child
	children []int32
	at       int32 // of its regrets, or of its leaf
	depth    int32
}

const (
	leafNode   = -1
	chanceNode = -2
)

// NewTree returns a tree without nodes, for these numbers of hands.
func NewTree(hands0, hands1 int) *Tree { return &Tree{hands: [2]int{hands0, hands1}} }

// Leaf adds an end and returns its node: gain[h0*hands1+h1] is what player 0 wins
// if player 0 holds h0 and player 1 holds h1, times the probability of these two hands and of all that
// chance did on the way here. Hands that can't come together have 0.
func (t *Tree) Leaf(gain []float32) int32 {
	rows, columns := t.hands[0], t.hands[1]
	turned := make([]float32, len(gain))
	for i := range rows {
		for j := range columns {
			turned[j*rows+i] = -gain[i*columns+j]
		}
	}
	t.leaves = append(t.leaves, [2][]float32{gain, turned})
	return t.add(node{player: leafNode, at: int32(len(t.leaves) - 1)})
}

// Decision adds a node in which player chooses one of the children.
func (t *Tree) Decision(player int, children ...int32) int32 {
	n := node{player: int8(player), children: children, at: int32(t.slots)}
	t.slots += len(children) * t.hands[player]
	return t.add(n)
}

// Public adds a node in which chance chooses, for all to see. Its probabilities
// stand in the leaves.
func (t *Tree) Public(children ...int32) int32 {
	return t.add(node{player: chanceNode, children: children})
}

func (t *Tree) add(n node) int32 {
	for _, c := range n.children {
		n.depth = max(n.depth, t.nodes[c].depth+1)
	}
	t.depth = max(t.depth, int(n.depth))
	t.nodes = append(t.nodes, n)
	return int32(len(t.nodes) - 1)
}

// Infosets returns how many information sets there are: hands at decisions.
func (t *Tree) Infosets() (n int) {
	for _, d := range t.nodes {
		if d.player >= 0 {
			n += t.hands[d.player]
		}
	}
	return n
}

// Slot returns where a decision's regrets and strategies begin, in a Solver and in a
// Table that a State over the same tree learns in: there by hand, then by action.
func (t *Tree) Slot(decision int32) int { return int(t.nodes[decision].at) }
