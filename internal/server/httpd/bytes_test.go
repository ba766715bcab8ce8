package httpd

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"chratze/chance"
	"chratze/internal/fair"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/rams"
	"chratze/variant"
)

// maxBytesAMove is how many bytes a decision may cost on the way to four seats,
// with the frames of the WebSocket, and with all that comes between: deals,
// questions, settlements. 20 of them say what is promised and risked, 30 why a hand ended as it did and what can be won (docs/performance.md).
const maxBytesAMove = 460

// maxBytesShort is that of games with three cards or without an exchange: what a deal and a settlement take comes to fewer
// decisions.
const maxBytesShort = 560

// maxBytesLarge is that of games with more than four cards a hand: more is dealt, and exchanged in more ways.
const maxBytesLarge = 545

// lasting is n hands, or in a race as many as it surely lasts.
func lasting(preset string, n int) int {
	if endless(preset) != preset {
		return min(n, 100)
	}
	return n
}

// endless is a preset's game; a race isn't decided in it within a hundred hands.
func endless(preset string) string {
	v, _ := variant.Lookup(preset)
	if rules := v.Rules(); rules.Races() {
		return preset + ",goal=200"
	}
	return preset
}

// TestBytesAMove: people who play at random, so that they lay down much and are
// asked about much.
func TestBytesAMove(t *testing.T) {
	t.Parallel()
	for _, preset := range variant.Presets() {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(8, 8))
			d := newDesk(t, endless(preset), chance.Of(rand.New(rand.NewPCG(9, 1))))
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
			for range lasting(preset, max(60, howMany(300, 60))) { // fewer say too little of the mean
				d.say(0, host.Request{Command: table.Command{Do: table.DoNext}})
				d.goOn(choose)
			}
			moves := 0
			for _, b := range d.log.Records(d.id) {
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
			most := maxBytesAMove
			v, _ := variant.Lookup(preset)
			switch g, err := v.Game(4); {
			case err != nil:
				t.Fatal(err)
			case v.Rules().Exchange == rams.ExchangeNone, g.Size() < 4:
				most = maxBytesShort
			case g.Size() > 4:
				most = maxBytesLarge
			}
			if a > most {
				t.Errorf("a move costs %d bytes, at most %d", a, most)
			}
		})
	}
}

// maxBytesOfProof is how many bytes the proof of a hand may take on the way to one
// client that has asked for it. The commitments to 36 cards are 1500 of them, the copies of four numbers 1100, and a hop
// of Kratzen shuffles once more.
const maxBytesOfProof = 6600

// TestBytesOfProof: four people and a spectator who get the proof. Clients that haven't asked
// for it get no byte more (TestBytesAMove).
func TestBytesOfProof(t *testing.T) {
	t.Parallel()
	for _, preset := range variant.Presets() {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			d := newDeskAs(t, endless(preset), chance.Of(rand.New(rand.NewPCG(9, 1))), func(cfg *table.Config) { cfg.Proof = table.ProofSitting })
			defer d.host.Close()
			for c := range d.get {
				d.say(c, host.Request{Command: table.Command{Do: table.DoProof}})
			}
			r := rand.New(rand.NewPCG(8, 8))
			choose := func(legal []string) string { return legal[r.IntN(len(legal))] }
			give := func(what ...table.Do) {
				deal, own, promises := d.get[0].deal, make([]fair.Given, 4), make([]fair.Given, 4)
				for c := range 4 {
					own[c] = fair.Given{Chair: c, Text: fair.HandSecret(fair.Secret{byte(c)}, deal).Hex()}
					promises[c] = fair.Given{Chair: c, Text: fair.Commit(deal, own[c])}
				}
				for _, do := range what {
					for c := range 4 {
						text := map[table.Do]string{table.DoPromise: promises[c].Text, table.DoCopies: fair.Copies(deal, own[c], promises), table.DoNonce: own[c].Text}[do]
						d.say(c, host.Request{Command: table.Command{Do: do, Question: uint64(deal), Text: text}})
					}
				}
			}
			const hands = 20
			for i := range hands {
				give(table.DoPromise)
				if i == 0 {
					d.say(0, host.Request{Command: table.Command{Do: table.DoStart}})
				} else {
					d.say(0, host.Request{Command: table.Command{Do: table.DoNext}})
				}
				give(table.DoCopies, table.DoNonce)
				d.goOn(choose)
			}
			for c, l := range d.get {
				n := l.proof / hands
				t.Logf("client %d: %d bytes of proof a hand", c, n)
				if n > maxBytesOfProof || n < 1500 {
					t.Errorf("the proof of a hand takes %d bytes, at most %d", n, maxBytesOfProof)
				}
			}
			proved(t, d.log.Records(d.id), 4)
		})
	}
}
