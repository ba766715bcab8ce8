package httpd

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"chratze/internal/host"
	"chratze/internal/host/hosttest"
	"chratze/internal/table"
	"chratze/variant"
)

// maxBytesAMove is how many bytes a decision may cost on the way to four seats,
// with the frames of the WebSocket, and with all that comes between: deals,
// questions, settlements.
const maxBytesAMove = 400

// TestBytesAMove: people who play at random, so that they lay down much and are
// asked about much.
func TestBytesAMove(t *testing.T) {
	t.Parallel()
	for _, preset := range variant.Presets() {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(8, 8))
			d := newDesk(t, preset, hosttest.Chance{Rand: rand.New(rand.NewPCG(9, 1))})
			defer d.host.Close()
			for _, l := range d.get {
				l.read()
				l.all = l.all[:0]
			}
			choose := func(legal []string) string {
				if i := slices.Index(legal, "join"); i >= 0 && r.IntN(10) == 0 { // a little more often than not, as people do
					return "join"
				}
				return legal[r.IntN(len(legal))]
			}
			d.play(choose)
			for range howMany(300, 60) {
				d.say(0, host.Wish{Kind: "next"})
				d.goOn(choose)
			}
			moves := 0
			for _, b := range d.log.Rows[d.id] {
				if rec, err := table.DecodeRecord(b); err != nil {
					t.Fatal(err)
				} else if rec.Kind == table.KindAct {
					moves++
				}
			}
			total := 0
			for _, l := range d.get[:4] {
				for _, message := range bytes.Split(l.all, []byte("\n")) {
					if n := len(message); n > 125 {
						total += n + 4 // the frame's head
					} else {
						total += n + 2
					}
				}
			}
			a := total / moves
			t.Logf("%d bytes a move to four seats, %d moves", a, moves)
			if a > maxBytesAMove {
				t.Errorf("a move costs %d bytes, at most %d", a, maxBytesAMove)
			}
		})
	}
}
