package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"chratze/card"
	"chratze/rams"
	"chratze/variant"
)

// TestProofTellsNoHiddenCard: an evening is played twice, the second time with two cards
// swapped that somebody never sees. They are sent the same, except for the commitments to these
// two cards: those are hashes with salts that nobody gets. So no other byte of the proof
// depends on a hidden card, and these two only through a hash. (An open secret reveals all
// cards, so these tables open none.)
func TestProofTellsNoHiddenCard(t *testing.T) {
	t.Parallel()
	for _, preset := range variant.Presets() {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			pairs := 0
			for people := 2; people <= 4; people++ {
				e := newEvening(t, preset, Config{Chairs: 4, Bot: "random", Pace: 1000, Proof: ProofNever}, people)
				e.connect()
				e.take(e.table.Start(e.now, 0, e.chance))
				e.play(1)
				for observer := -1; observer < 4; observer++ {
					hidden := e.hidden(observer)
					for i := 1; i < len(hidden); i += 3 {
						exchangedProof(t, e.records, observer, hidden[i-1], hidden[i])
						pairs++
					}
				}
			}
			if pairs < 40 { // a pack of 20 has fewer
				t.Errorf("only %d pairs of cards were exchanged", pairs)
			}
		})
	}
}

// hidden returns the cards that a chair was never shown.
func (e *evening) hidden(chair int) []card.Card {
	v, _ := e.table.View(chair)
	set := e.table.game.Rules().Pack.Cards()
	for i := range v.Events {
		for _, c := range v.Events[i].Cards.Slice() {
			set &^= c.Bit()
		}
	}
	return set.Append(nil)
}

// exchangedProof reads a log as it is and with two cards exchanged.
func exchangedProof(t *testing.T, records [][]byte, observer int, x, y card.Card) {
	t.Helper()
	var other [][]byte
	swap := strings.NewReplacer(x.String(), y.String(), y.String(), x.String())
	for _, b := range records {
		r, err := DecodeRecord(b)
		if err != nil {
			t.Fatal(err)
		}
		if r.Act != "" { // lists of cards stand in the order of the pack
			a, err := rams.ParseAction(swap.Replace(r.Act), 0)
			if err != nil {
				t.Fatal(err)
			}
			r.Act = a.String()
		}
		for i, o := range r.Orders {
			cards := card.List(o)
			for k, c := range cards.Slice() {
				switch c {
				case x:
					cards.Slice()[k] = y
				case y:
					cards.Slice()[k] = x
				}
			}
			r.Orders[i] = Order(cards)
		}
		other = append(other, r.Encode())
	}
	one, places := toldOf(t, records, observer, x, y)
	two, again := toldOf(t, other, observer, x, y)
	if !slices.Equal(places, again) {
		t.Fatalf("%v and %v lie at %v, exchanged at %v", x, y, places, again)
	}
	for i := range one {
		if one[i] == two[i] {
			continue
		}
		at := 0
		for at < len(one[i]) && one[i][at] == two[i][at] {
			at++
		}
		t.Fatalf("with %v and %v exchanged, which it never sees, chair %d is told\n…%s\nand not\n…%s", x, y, observer, two[i][max(0, at-60):], one[i][max(0, at-60):])
	}
}

// toldOf returns all that a chair is told, with a stand-in for each commitment to one
// of two cards, and where these stand.
func toldOf(t *testing.T, records [][]byte, observer int, x, y card.Card) (told []string, places []string) {
	t.Helper()
	var cur Cursor
	cur.Prove()
	_, err := ReplayEach(records, func(table *Table, _ *Record) bool {
		n, ok := table.News(observer, &cur)
		if !ok {
			return true
		}
		var b bytes.Buffer
		for i := range n.Events {
			fmt.Fprintln(&b, n.Events[i].String())
		}
		if p := n.Proof; p != nil && p.Hand != nil {
			proof := *p.Hand
			proof.Draws = slices.Clone(proof.Draws)
			for i := range proof.Draws {
				d := &proof.Draws[i]
				d.Shuffle = slices.Clone(d.Shuffle)
				for at, c := range table.proof.hand.draws.Orders[d.Draw-1].Cards {
					if c == x || c == y {
						d.Shuffle[at] = "a stand-in"
						places = append(places, fmt.Sprint(d.Draw, at))
					}
				}
			}
			n.Proof = &ProofNews{p.Next, &proof}
		}
		j, err := json.Marshal(n.Proof)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(j)
		told = append(told, b.String())
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return told, places
}
