// The files follow a hand: rules.go and refuse.go (docs/rules.md 4), line.go (the
// format), hand.go (the course of a hand), deal.go (antes, cut, packets),
// auction.go (blind, opening, bidding, joining), exchange.go, play.go,
// settle.go, then view.go (what a seat may know), generate.go (random hands by
// the same rules) and oracle.go (what others call).

// Package oracle is a slow second opinion on the rules. It was written from
// the text of docs/rules.md and docs/rams-hand.md alone, on plain strings and slices,
// and imports nothing of the project, so that it can be held beside the rules
// line by line and compared with the fast kernel decision by decision.
//
// It plays a hand again: nature (the order of a shuffle, the place of a cut)
// and the decisions of the seats come from a line of rams-hand/1, everything
// else (payments, packets, questions and what may be answered, draws, tricks,
// settlement, next hand) is worked out anew and has to stand in the line
// exactly where the oracle expects it.
//
// Where the rules leave room, a comment marked AMBIGUOUS says what was chosen.
package oracle
