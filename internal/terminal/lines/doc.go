// Package lines plays the game at a terminal in plain text: one person with bots. It works
// through a pipe, on a dumb terminal and with a screen reader, and nothing is lost when it is
// left or killed.
//
//	err := lines.Play(ctx, printer, os.Stdin, lines.NewScreen(os.Stdout, os.Getenv), options, rules)
//
// The person gets views and nothing else. Package local runs the session: it stores every
// decision before anything that follows from it is shown.
//
// The files, from the screen to the session: screen.go (lines, colours, ASCII), voice.go
// (cards, hands, tricks), teller.go (events as paragraphs), hand.go (recorded hands), answer.go
// and vocabulary.go (what people type), evening.go and commands.go (questions and answers),
// open.go (options, new and old sessions).
package lines
