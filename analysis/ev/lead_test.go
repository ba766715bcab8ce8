package ev_test

import (
	"os"
	"strings"
	"testing"

	"chratze/analysis/ev"
	"chratze/bot"
	_ "chratze/bot/trained"
	"chratze/card"
	"chratze/chance"
	"chratze/variant"
)

// TestFirstLead: a declarer who holds a lone trump ace and three plain cards, or two trumps, keeps them: after the ace it
// would be a guess which plain card wins, while with open cards it always looks known. In all worlds of each of the
// first five positions the plain card is worth more, by 5 to 24 percent of the pot (own information sets one card deep). From
// the two highest trumps, and from three with the highest, a trump is worth 11 more (docs/strategy.md, mean of such hands).
func TestFirstLead(t *testing.T) {
	t.Parallel()
	game, err := variant.Default().Game(4)
	if err != nil {
		t.Fatal(err)
	}
	seeds, least := 12, 11
	if os.Getenv("CHRATZE_VERIFY") != "" {
		seeds, least = 60, 57
	}
	for _, at := range []struct{ hand, up, laid, drawn, joiners, lead string }{
		{"Ad 6c Jh 7h", "6d", "6c Jh 7h", "7s Ts 8h", "out,join,out;lay 2", "Ts"},
		{"As Qc 6c Qd", "Js", "Qc 6c Qd", "8h Kd 7d", "out,join,out;lay 1", "Kd"},
		{"Ac 7h 6s Td", "Jc", "7h 6s Td", "Qs Qh 8h", "out,join,out;lay 2", "Qh"},
		{"Ac Qs Jh Qd", "6c", "Qs Jh Qd", "7s Th 9h", "out,join,out;lay 3", "Th"},
		{"Ah Th 6c 8s", "9h", "6c 8s", "9s 7d", "join,join,out;lay 1,lay 2", "7d 9s"},
		{"Ah Kh 6c 8s", "9h", "6c 8s", "9s 7d", "join,join,out;lay 1,lay 2", "Ah Kh"},
		{"Ah Jh 6c 8s", "9h", "6c 8s", "7h 7d", "join,join,out;lay 1,lay 2", "Ah Jh 7h"},
	} {
		hand, _ := card.ParseSet(at.hand)
		drawn, err := card.ParseList(at.drawn)
		if err != nil {
			t.Fatal(err)
		}
		up, _ := card.Parse(at.up)
		said, laid, _ := strings.Cut(at.joiners, ";")
		q := ev.Question{Game: game, Dealer: 3, Seat: ev.Any, Hand: hand, Up: []card.Card{up}, Drawn: drawn.Slice(),
			Said: strings.Split("pass,open,"+said+",lay "+at.laid+","+laid, ",")}
		asked, err := q.Ask()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"search:60", "best:60"} {
			spec, err := bot.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			led := map[string]int{}
			for seed := range uint64(seeds) {
				dice := chance.Seeded(seed)
				led[spec.New(&dice).Act(asked).String()]++
			}
			n := 0
			for lead := range strings.FieldsSeq(at.lead) {
				n += led["play "+lead]
			}
			if n < least {
				t.Errorf("%s, trump %s: %s leads %v, want %s in %d of %d", at.hand, at.up, name, led, at.lead, least, seeds)
			}
		}
	}
}
