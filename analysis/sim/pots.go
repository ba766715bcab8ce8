package sim

import (
	"math/bits"

	"chratze/pot"
)

// Pots is the distribution of amounts in Rappen: exact below 256 Rappen, above it to one
// part in 128.
type Pots struct {
	N     int64
	Least pot.Chips
	Most  pot.Chips
	count [potBins]int64
}

// An octave, from one power of two to the next, has 128 bins of equal width.
const (
	binBits = 7
	potBins = (51 - binBits) << binBits // up to 2^50, more than pot.Max
)

func bin(amount pot.Chips) int {
	shift := max(0, bits.Len64(uint64(amount))-binBits-1)
	return shift<<binBits + int(amount>>shift)
}

// low returns the least amount in a bin.
func low(bin int) pot.Chips {
	shift := max(0, bin>>binBits-1)
	return pot.Chips(bin-shift<<binBits) << shift
}

func (p *Pots) add(amount pot.Chips) {
	if p.N == 0 || amount < p.Least {
		p.Least = amount
	}
	p.N++
	p.Most = max(p.Most, amount)
	p.count[bin(amount)]++
}

func (p *Pots) merge(o *Pots) {
	if o.N == 0 {
		return
	}
	if p.N == 0 || o.Least < p.Least {
		p.Least = o.Least
	}
	p.N += o.N
	p.Most = max(p.Most, o.Most)
	for i := range p.count {
		p.count[i] += o.count[i]
	}
}

// Quantile returns the amount that a share q of the pots, 0 to 1, don't exceed;
// to one part in 128, rounded down.
func (p *Pots) Quantile(q float64) pot.Chips {
	rank := int64(q * float64(p.N))
	for i, n := range p.count {
		if rank -= n; rank < 0 {
			return max(p.Least, low(i))
		}
	}
	return p.Most
}

// Octave is how many [Pots] lie from Low to below 2·Low.
type Octave struct {
	Low pot.Chips
	N   int64
}

// Octaves returns the distribution by doublings of unit, from the first that has
// pots to the last; smaller pots stand in the first octave, which begins at 0.
func (p *Pots) Octaves(unit pot.Chips) (list []Octave) {
	top := unit
	o := Octave{}
	for i, n := range p.count {
		for low(i) >= top {
			if o.N > 0 || list != nil {
				list = append(list, o)
			}
			o = Octave{Low: top}
			top *= 2
		}
		o.N += n
	}
	list = append(list, o)
	for len(list) > 0 && list[len(list)-1].N == 0 {
		list = list[:len(list)-1]
	}
	return list
}
