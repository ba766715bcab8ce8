// Package screen draws the table on a terminal: seats around it, cards, bubbles, the question
// and its consequences, the settlement and the standings. It plays a session on this machine
// (Local), or joins a server's table as a full client (Remote).
//
//	m, err := screen.Run(ctx, options, screen.Local(session, 0), screen.Screen{In: os.Stdin, Out: os.Stdout, Env: os.Environ()})
//
// Model.Update and Model.View are pure: a message and a screen give the next screen and
// Effects, which run.go passes to the source. So every screen is tested without a terminal
// (testdata); the terminal itself is tested with tmux.
//
// The files, from the source to the screen: messages.go (what sources say and do), local.go, remote.go
// and lesson.go (the sources), fold.go (events become a picture of the hand), model.go and keys.go
// (changes), start.go (before there is a table), canvas.go, theme.go and cards.go (cells, colours,
// cards), view.go, round.go, list.go and panel.go (what is drawn), run.go (the terminal), lines.go (the
// same as lines, for pipes).
//
// A hint is a text beside the question (view.aside). Local asks the coach for it; a server's
// table has none.
package screen
