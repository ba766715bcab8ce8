// Package chart is what a measured chart says: which hands a policy plays and how, and what each choice gains over the
// alternative. rams-lab chart measures one (package lab/charts), page/chartpage shows it.
//
// Its differences are those among players like the policy, who play the cards as its Player does.
package chart

import (
	"chratze/pot"
	"chratze/rams"
)

// Chart is what was measured.
type Chart struct {
	Rules    string      `json:"rules,omitempty"` // as the flag --rules has them; "" in a chart that is part of the program, which is named by them
	Bot      string      `json:"bot,omitempty"`   // who plays; "": best
	Hands    int64       `json:"hands"`
	Seed     uint64      `json:"seed"`
	Open     int         `json:"open"`     // percentage of the hands played with open cards
	Pot      pot.Chips   `json:"pot"`      // before the antes, in Rappen
	Places   []Place     `json:"places"`   // 0 is the dealer
	Grids    []Grid      `json:"grids"`    // in the order of the questions
	Examples [][]Example `json:"examples"` // by kind of hand, with hearts as trumps; rare kinds have few or none
}

// Example is a hand, such as "Ah 9h Ks 7c".
type Example string

// Place is what a seat wins in a position, in percent of the pot per hand, and how often it
// declares and joins.
type Place struct {
	Gain     float64 `json:"gain"`
	Half     float64 `json:"error"` // half the width of the 95 % interval
	Declared float64 `json:"declared"`
	Joined   float64 `json:"joined"`
	Made     float64 `json:"made"` // fraction of those declared or joined
}

// Any stands for something that a grid doesn't distinguish.
const Any = -1

// Spot is a question and its circumstances.
type Spot struct {
	Ask    rams.Phase `json:"ask"`    // rams.PhaseOpen …
	Place  int8       `json:"place"`  // the seat asked: 0 the dealer, 1 forehand …; Any
	Turn   int8       `json:"turn"`   // the upcard: 0 the first, 1 a later one; in bidding: whether somebody has bid; Any
	Up     int8       `json:"up"`     // 0 an ace, 1 king or queen, 2 lower; Any
	By     int8       `json:"by"`     // joining: 0 after opening, 1 after blind, 2 after double blind; exchange: 0 the declarer, 1 a joiner; Any
	Joined int8       `json:"joined"` // other players who are in, at most 3, without the declarer when joining; Any
	Left   int8       `json:"left"`   // seats still to be asked; Any
}

// Grid has the answers to a question by kind of hand; for a blind question by rank of the
// upcard, the ace first.
type Grid struct {
	Spot
	Acts  []string `json:"acts"` // the others are compared with the first; in the exchange the first is what the policy does
	Cells []Cell   `json:"cells"`
}

// Cell is a kind of hand at a spot. It is zero if there were too few hands.
type Cell struct {
	N    int64   // hands
	Base float64 // value of the first act, in percent of the pot
	Acts []Act
}

// Act is what is known of an act in a cell.
type Act struct {
	Share float64 // fraction of the hands in which it is chosen
	Gain  float64 // its value minus that of the first act, in percent of the pot
	Half  float64 // half the width of the 95 % interval of Gain
}

// Fewest is the smallest number of hands in a cell.
const Fewest = 50

// Best returns the act that is chosen most often.
func (c *Cell) Best() (act int) {
	for i := range c.Acts {
		if c.Acts[i].Share > c.Acts[act].Share {
			act = i
		}
	}
	return act
}
