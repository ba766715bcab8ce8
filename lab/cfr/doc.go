// Package cfr minimises regret in finite games of imperfect information. It knows
// no cards: a game is a [State] that can be walked and sampled.
//
// An [External] walks a [State] by external sampling (Lanctot, Waugh, Zinkevich and
// Bowling 2009): the traverser tries every action, and everybody else and chance are
// sampled. It learns in a [Table], with two 32-bit numbers for each action.
//
// A game that is small enough can also be written out, for any number of players ([Finite], [Exact]).
// An [ExactSolver] iterates over it, and what a best response gains over any strategies
// is computed exactly.
//
// For two players of a zero-sum game, the average strategies converge to a Nash
// equilibrium. For more players nothing is known to converge. There, what a best response
// gains is a measure, and no more.
package cfr
