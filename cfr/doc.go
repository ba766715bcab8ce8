// Package cfr minimises regret in finite games of imperfect information. It knows
// no cards: a game is a State that can be walked and sampled, or, for two players, a
// public Tree with a vector of private hands at every node.
//
// An External walks a State by external sampling (Lanctot, Waugh, Zinkevich and
// Bowling 2009): the traverser tries every action, everybody else and chance are
// sampled. It learns in a Table, two numbers of 32 bits an action. A Solver iterates
// over a Tree with CFR+ or discounted CFR (Tammelin 2014; Brown and Sandholm 2019), and
// measures how far its average strategy is from equilibrium. A game that is small enough can also be
// written out (Finite, Exact), for any number of players: an ExactSolver iterates over it, and what a best response gains
// over any strategies is exact.
//
// For two players of a zero-sum game the average strategies converge to a Nash
// equilibrium. For more nothing is known to converge; there what a best response
// gains is a measure, and no more.
package cfr
