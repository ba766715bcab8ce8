package cfr

// MaxActions is the greatest number of actions an information set may have.
const MaxActions = 32

// Table holds what is learned about a game: a regret and a weight of the average
// strategy for each action of each information set, 8 bytes for each action and nothing
// else. An information set is a slot, the place of its first action; the game says
// which.
type Table struct {
	regret  []float32
	average []float32
}

// NewTable returns a table for this number of actions, of all information sets together.
func NewTable(actions int) *Table {
	return &Table{regret: make([]float32, actions), average: make([]float32, actions)}
}

// Actions returns the number of actions that the table has room for.
func (t *Table) Actions() int { return len(t.regret) }

// Bytes returns how much memory the table takes.
func (t *Table) Bytes() int { return 4 * (len(t.regret) + len(t.average)) }

// Current writes the strategy that regret matching plays now into p, one
// probability an action of the information set at slot.
func (t *Table) Current(slot int, p []float32) { match(t.regret[slot:slot+len(p)], p) }

// Average writes the average strategy into p; it is what converges. An information
// set that was never reached gives every action the same probability.
func (t *Table) Average(slot int, p []float32) { match(t.average[slot:slot+len(p)], p) }

// match writes the positive parts of weights, made to sum up to 1, into p.
func match(weights, p []float32) {
	var sum float32
	for i, w := range weights[:len(p)] {
		w = max(w, 0)
		p[i] = w
		sum += w
	}
	if sum > 0 {
		sum = 1 / sum
		for i := range p {
			p[i] *= sum
		}
		return
	}
	each := 1 / float32(len(p))
	for i := range p {
		p[i] = each
	}
}

// Weight returns the weight of the average strategy of the information set at slot:
// what was learned of it, all in all.
func (t *Table) Weight(slot, actions int) (sum float32) {
	for _, w := range t.average[slot : slot+actions] {
		sum += max(w, 0)
	}
	return sum
}

// At returns the regret and the average weight of entry i, for serialization.
func (t *Table) At(i int) (regret, average float32) { return t.regret[i], t.average[i] }

// Set stores what [Table.At] returns.
func (t *Table) Set(i int, regret, average float32) { t.regret[i], t.average[i] = regret, average }
