// Package coach teaches: what to do and why (a Hint), what each decision of a hand that
// was played has cost (a Review), and positions in which one act is clearly best
// (a Puzzle).
//
//	c := coach.New(coach.Default(1024))
//	hint := c.Hint(&view)             // hint.Values, the best first; hint.Reason
//
// It knows what a seat knew and nothing else: everything begins with a rams.View. What
// acts are worth package bot/search finds out by imagining, and it imagines from
// scratch several times over, in chains that share no chance: how much those differ says how sure
// the coach is. (The worlds of one chain resemble each other, so that their own spread would
// say too little.)
//
// It speaks in codes and parameters; package internal/locale has the sentences.
//
// The files: coach.go (values), reason.go and reasonplay.go (why),
// review.go with mark.go (hands that were played), puzzle.go.
package coach
