// Package lines has what a terminal shows and hears as plain text: whole lines that work through a
// pipe, on a dumb terminal and with a screen reader. Package screen plays with it; this package itself
// tells recorded hands, reviews, settlements and puzzles, and opens the sessions of chratze play.
//
// The files: screen.go (lines, colours, ASCII), voice.go (cards, hands, tricks), teller.go (events
// as paragraphs), hand.go (recorded hands), answer.go and vocabulary.go (what people type), typed.go
// and commands.go (questions and answers), open.go (options, new and old sessions).
package lines
