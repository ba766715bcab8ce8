// Package lines is the game at a terminal in plain text: one person with bots. It can be
// played through a pipe, on a dumb terminal and with a screen
// reader, and that loses nothing when it is left or killed.
//
//	err := lines.Play(ctx, printer, os.Stdin, lines.NewScreen(os.Stdout, os.Getenv), options, rules)
//
// The person gets views and nothing else. A sitting is kept in a directory of its
// own, and every decision is kept before anything that follows from it is shown.
//
// The files, from the screen to the disk: screen.go (lines, colours, ASCII),
// voice.go (cards, hands, tricks), teller.go (events become paragraphs), hand.go
// (recorded hands), answer.go and vocabulary.go (what people type), evening.go and
// commands.go (what is asked and answered), sitting.go (the sitting itself),
// open.go (options, new and old sittings), save.go and lock_*.go (the disk).
package lines
