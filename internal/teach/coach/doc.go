// Package coach teaches: what to do and why (a Hint), what each decision of a played hand cost
// (a Review), and positions in which one act is clearly best (a Puzzle).
//
//	c := coach.New(coach.Default(1024))
//	hint := c.Hint(&view)             // hint.Values, the best first; hint.Reason
//
// The coach uses only what a seat knew: everything starts from a rams.View. Package bot/search
// estimates the values of acts by sampling worlds. The coach runs several independent searches,
// called chains, and takes its confidence intervals from their differences. (The worlds within
// one chain resemble each other, so their own spread would be too small.)
//
// The coach returns codes and parameters; package internal/locale has the sentences.
//
// The files: coach.go (values), reason.go and reasonplay.go (why), review.go with mark.go
// (played hands), puzzle.go.
package coach
