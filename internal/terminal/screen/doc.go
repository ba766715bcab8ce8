// Package screen draws the table on a terminal: seats around it, cards, bubbles, what is
// asked and what it would mean, the settlement and the standings. It plays a
// session on this machine (Local) or joins a server's table as a full client
// (Remote).
//
//	m, err := screen.Run(ctx, options, screen.Local(printer, session, 0), screen.Screen{In: os.Stdin, Out: os.Stdout, Env: os.Environ()})
//
// Model.Update and Model.View are pure: a message and a screen give the next
// screen and Effects, which run.go has done by the source. So every screen is
// tested without a terminal (testdata), and the terminal itself by tmux.
//
// The files, from the source to the screen: table.go (what sources tell and do),
// local.go and remote.go (the sources), fold.go (events become a picture of the
// hand), model.go and keys.go (what happens), canvas.go, theme.go and cards.go
// (cells, inks, cards), view.go, round.go, list.go and panel.go (what is seen),
// run.go (the terminal), lines.go (the same in lines, for pipes).
//
// A hint is a text beside the question (view.aside); Local asks the coach for it, a server's
// table has none.
package screen
