// Package lines is the game at a terminal in plain text: one person with bots. It can be
// played through a pipe, on a dumb terminal and with a screen
// reader, and that loses nothing when it is left or killed.
//
//	err := lines.Play(ctx, printer, os.Stdin, lines.NewScreen(os.Stdout, os.Getenv), options, rules)
//
// The person gets views and nothing else. The session itself is package local's: every
// decision is kept before anything that follows from it is shown.
//
// The files, from the screen to the session: screen.go (lines, colours, ASCII),
// voice.go (cards, hands, tricks), teller.go (events become paragraphs), hand.go
// (recorded hands), answer.go and vocabulary.go (what people type), evening.go and
// commands.go (what is asked and answered), open.go (options, new and old sessions).
package lines
