package desk

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"chratze/card"
	"chratze/chance"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

var names = []string{"anna", "beat", "carl", "dora", "emil", "fritz", "Gret Meier", "7"}

// houses are games that the presets alone don't show.
var houses = []string{
	"chratze", "chratze-en", "chratze-ja", "kratzen", "chratzen", "zwicken", "mauscheln", "tippen", "zwicken-printed", "zwicken-schlecken", "kratzen-printed", "loo", "rams", "bourre", "mistigri", "lupfen",
	"chratze,split=tricks,penalty_cap=300", "kratzen,muss_payout=quarters,seven_muss_payout=quarters,remainder=declarer", "chratzen,coin=5,deals=2,no_open=redeal",
	"chratze,last_word=on", "chratze-ja,last_word=must", "zwicken,all_play=bare", "mauscheln,all_play=bare",
}

// dealt plays a hand with real cards at random and says it as people would: the
// line for the desk, and who was the Susi.
func dealt(g *rams.Game, start rams.Start, by []string, rng *rand.Rand) (s rams.State, line, susi string) {
	s, err := g.NewHand(start)
	if err != nil {
		panic(err)
	}
	deck := rams.Deck{Source: chance.Of(rng)}
	rules := g.Rules()
	seven := false
	last := ""
	var events []rams.Event
	for !s.Done() {
		if s.Turn() == rams.Nature {
			a := deck.Next(&s)
			if a.Kind == rams.CutPack {
				line += cutWord(&rules, a.Up)
			}
			s.ApplyUnchecked(a)
			continue
		}
		legal := s.Legal(nil)
		a := legal[rng.IntN(len(legal))]
		if a.Kind == rams.Last {
			last = string(quote([]byte(" last "), by[a.Seat]))
		}
		events = s.Events(events[:0], a, nil)
		s.ApplyUnchecked(a)
		for _, e := range events {
			if e.Kind == rams.EventSusi {
				susi = by[e.Seat]
			}
		}
	}
	in := ""
	for i := range by {
		seat := rams.Seat(i)
		c := s.Contract(seat)
		if !c.In() {
			continue
		}
		seven = seven || c == rams.SevenMuss
		in += string(quote([]byte(" "), by[i]))
		if alone := s.Tricks(0)+s.Tricks(1) == 0; !alone || tricks(&s, len(by)) > 0 {
			in += " " + strconv.Itoa(s.Tricks(seat))
		}
		if c.Declares() || c == rams.ForPot {
			if tricks(&s, len(by)) == 0 {
				in += " "
			}
			in += "!"
			if c >= rams.DeclaredBlind && c <= rams.DeclaredTop || c == rams.ForPot {
				in += c.String()
			} else if n := s.Price() / rules.Ante; n > 0 {
				in += strconv.Itoa(int(n))
			}
		}
	}
	switch {
	case in == "":
		return s, line + "nobody", ""
	case seven:
		line += "seven"
	}
	in += last
	if s.WeliLost() >= 0 {
		in += string(quote([]byte(" lost "), by[s.WeliLost()]))
	}
	return s, strings.TrimSpace(line + in), susi
}

func tricks(s *rams.State, seats int) (n int) {
	for seat := range rams.Seat(seats) {
		n += s.Tricks(seat)
	}
	return n
}

// cutWord is what people say of a cut; "" of one that changes nothing.
func cutWord(r *rams.Rules, up card.Pair) string {
	word := ""
	for i := range up.Len() {
		switch c := up.At(i); {
		case r.Weli.Card().Has(c):
			word += "W"
		case c.Rank() == card.Ace:
			word += "A"
		case c.Rank() == card.Seven:
			word += "7"
		}
	}
	if word == "" {
		return ""
	}
	return "cut " + word + " "
}

// Hands that the kernel has played, told to the desk as people tell them, come to
// the same amounts, hand for hand, with comings and goings in between; and whoever
// looks, accounts and pot add up to nothing.
func TestDeskIsTheKernel(t *testing.T) {
	t.Parallel()
	for i, house := range houses {
		v, err := variant.Parse(house)
		if err != nil {
			t.Fatal(err)
		}
		if v, err = v.In(pot.Francs); err != nil {
			t.Fatal(err)
		}
		least, most := v.Seats()
		for seats := least; seats <= most; seats++ {
			rng := rand.New(rand.NewPCG(uint64(i), uint64(seats)))
			follow(t, v, names[:seats], rng)
		}
	}
}

// follow plays an evening beside the desk, with a ledger of its own.
func follow(t *testing.T, v variant.Variant, sit []string, rng *rand.Rand) {
	t.Helper()
	b := []byte("rules " + v.String() + "\nseats")
	for _, name := range sit {
		b = quote(append(b, ' '), name)
	}
	e := read(t, string(b)+"\n")
	var ledger pot.Ledger
	for _, name := range sit {
		must(t, ledger.Open(name))
	}
	g, err := v.Game(len(sit))
	must(t, err)
	start := g.FirstStart(0)
	for n := range 60 {
		s, line, susi := dealt(g, start, sit, rng)
		r := s.Result()
		must(t, e.Append(line))
		var moves []pot.Move
		for seat, name := range sit {
			moves = append(moves, pot.Move{ID: name, Amount: r.Payout[seat] - r.Penalty[seat] - r.Paid[seat]})
		}
		must(t, ledger.Post(moves...))
		start = r.Next
		p := e.Now()
		for who, name := range e.People() {
			if want, _ := ledger.Balance(name); p.Won[who] != want {
				t.Fatalf("%s, hand %d, %q: %s has %d, want %d", v, n, line, name, p.Won[who], want)
			}
		}
		if st := e.Steps()[len(e.Steps())-1]; st.Pot != ledger.Pot() || st.Played != r.PotPlayedFor || st.Left != r.Left {
			t.Fatalf("%s, hand %d, %q: pot %d of %d, %d left; want %d of %d, %d", v, n, line, st.Pot, st.Played, st.Left, ledger.Pot(), r.PotPlayedFor, r.Left)
		}
		if who := e.Steps()[len(e.Steps())-1].Susi; who < 0 && susi != "" || who >= 0 && e.People()[who] != susi {
			t.Fatalf("%s, hand %d, %q: person %d is the Susi, want %q", v, n, line, who, susi)
		}
		if rest := total(p.Balance) + p.Pot; rest != 0 {
			t.Fatalf("%s, hand %d: %d too much", v, n, rest)
		}
		if start.Pot > 1e9 { // somebody wins it all: the pot stays within what people can read
			must(t, e.Append("end"))
			break
		}
	}
	reread(t, e)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func total(list []pot.Chips) (n pot.Chips) {
	for _, c := range list {
		n += c
	}
	return n
}

// reread fails unless the text of an evening is read as the same evening.
func reread(t testing.TB, e *Evening) {
	t.Helper()
	again, err := Read(e.Text())
	must(t, err)
	if again.Text() != e.Text() || string(again.JSON()) != string(e.JSON()) || string(again.CSV(table(again))) != string(e.CSV(table(e))) {
		t.Fatalf("written and read again it is another evening:\n%s", e.Text())
	}
}

// something is a line that may or may not be possible now.
func something(t *rapid.T, e *Evening) string {
	name := func() string { return string(quote(nil, rapid.SampledFrom(names).Draw(t, "name"))) }
	switch rapid.IntRange(0, 17).Draw(t, "what") {
	case 0:
		return "undo"
	case 1:
		return "redo"
	case 2:
		return "come " + name()
	case 3:
		return "come " + name() + " after " + name()
	case 4:
		return "go " + name() + rapid.SampledFrom([]string{"", " part"}).Draw(t, "part")
	case 5:
		return rapid.SampledFrom([]string{"break", "nobody", "last", "end"}).Draw(t, "plain")
	case 6:
		return "dealer " + name()
	case 7:
		return "rules " + rapid.SampledFrom(houses).Draw(t, "rules")
	case 8:
		return "ante " + name() + " 0.50"
	case 9:
		return "pay " + name() + " " + name() + " 5"
	case 10:
		return "fix " + strconv.Itoa(rapid.IntRange(1, 30).Draw(t, "n")) + ": " + tapped(t, e)
	case 12:
		return "done"
	case 13:
		return "late 1 " + name() + " 10 " + name() + " -5"
	case 11:
		return rapid.SampledFrom([]string{"drop ", "insert "}).Draw(t, "verb") + strconv.Itoa(rapid.IntRange(1, 30).Draw(t, "n")) + " nobody"
	}
	return tapped(t, e)
}

// tapped taps at random until a hand can be booked, and returns its line.
func tapped(t *rapid.T, e *Evening) string {
	var d Draft
	taps := []string{"toggle", "toggle", "toggle", "tricks", "tricks", "tricks", "declare", "untricks", "lost", "last", "out", "for-pot"}
	for range 30 {
		name := string(quote(nil, rapid.SampledFrom(names).Draw(t, "who")))
		tap := rapid.SampledFrom(taps).Draw(t, "tap") + " " + name
		switch {
		case strings.HasPrefix(tap, "tricks"):
			tap += " " + strconv.Itoa(rapid.IntRange(0, 4).Draw(t, "tricks"))
		case rapid.IntRange(0, 30).Draw(t, "else") == 0:
			tap = rapid.SampledFrom([]string{"cut A", "cut 7", "uncut", "seven", "nobody"}).Draw(t, "else what")
		}
		d, _ = e.Tap(d, tap)
		if line := e.Look(d).Line; line != "" {
			return line
		}
	}
	return "break"
}

// Whatever is tapped, in whatever order, corrected, undone and redone: money is
// conserved; what can't be changes nothing; undoing everything leaves nothing, and
// redoing it brings everything back; the text of the evening is the evening.
func TestEvenings(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seats := rapid.IntRange(2, 5).Draw(t, "seats")
		game := "chratze"
		if seats > 2 && rapid.Bool().Draw(t, "loo") {
			game = "loo"
		}
		b := []byte("kasse 1\nrules " + game + "\nseats")
		for _, name := range names[:seats] {
			b = quote(append(b, ' '), name)
		}
		e, err := Read(string(b))
		if err != nil {
			t.Fatal(err)
		}
		empty := ""
		for range rapid.IntRange(1, 25).Draw(t, "lines") {
			before, text := state(e), e.Text()
			if len(e.ops) == 0 { // rules may still be agreed
				empty = before
			}
			if err := e.Append(something(t, e)); err != nil {
				if state(e) != before || e.Text() != text {
					t.Fatalf("a refused line has changed something: %v", err)
				}
			}
			if p := e.Now(); total(p.Balance)+p.Pot != 0 || total(p.Won)+e.now.Ledger.Pot() != 0 || total(e.now.cash) != 0 {
				t.Fatalf("money has got lost:\n%s", e.Text())
			}
			if e.now.Places() > 0 && total(e.Owed()) != 0 {
				t.Fatalf("what is owed doesn't add up:\n%s", e.Text())
			}
		}
		again, err := Read(e.Text())
		if err != nil || state(again) != state(e) {
			t.Fatalf("read again it is another evening: %v\n%s", err, e.Text())
		}
		if got := sums(e); e.now.Over() && !slices.Equal(got, e.Owed()) {
			t.Fatalf("the table adds up to %d, and %d is settled:\n%s", got, e.Owed(), e.Text())
		}
		if len(e.ops) == 0 {
			return
		}
		full, n := state(e), 0
		for ; e.CanUndo(); n++ {
			if err := e.Append("undo"); err != nil {
				t.Fatal(err)
			}
		}
		if state(e) != empty {
			t.Fatalf("everything undone leaves something: %s", state(e))
		}
		for range n {
			if err := e.Append("redo"); err != nil {
				t.Fatal(err)
			}
		}
		if state(e) != full {
			t.Fatal("everything redone is not what it was")
		}
	})
}

// state is how things stand, without the lines by which they came about.
func state(e *Evening) string {
	all := string(e.JSON())
	return all[:strings.Index(all, `"journal"`)]
}

// A correction is as good as having said the right thing at once.
func TestFixIsReplay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const head = "seats anna beat carl dora\n"
		e, _ := Read(head)
		var right []string
		for i := range rapid.IntRange(1, 8).Draw(t, "hands") {
			if err := e.Append(tapped(t, e)); err != nil {
				t.Fatal(err)
			}
			right = append(right, e.steps[i].Entry.String())
		}
		n := rapid.IntRange(1, len(right)).Draw(t, "which")
		line := tapped(t, e)
		if e.Append("fix "+strconv.Itoa(n)+": "+line) != nil {
			return
		}
		right[n-1] = line
		f, err := Read(head + strings.Join(right, "\n"))
		if err != nil || state(f) != state(e) {
			t.Fatalf("corrected %s, said at once %s: %v", state(e), state(f), err)
		}
	})
}

// Coins make the amount, with the fewest there are.
func TestCoins(t *testing.T) {
	t.Parallel()
	least := make([]int, 3001) // by amount in units of the smallest coin
	for _, c := range []struct {
		money  Money
		values []pot.Chips
		unit   int
	}{{Francs, francCoins[:], 5}, {Euro, euroCoins[:], 1}, {Yen, yenCoins[:], 1}} {
		m, values, unit := c.money, c.values, c.unit
		for a := 1; a < len(least); a++ {
			least[a] = a
			for _, v := range values {
				if n := a - int(v)/unit; n >= 0 {
					least[a] = min(least[a], least[n]+1)
				}
			}
			coins, rest := m.Coins(pot.Chips(a * unit))
			n, made := 0, pot.Chips(0)
			for _, c := range coins {
				n += int(c.N)
				made += c.Value * pot.Chips(c.N)
			}
			if rest != 0 || made != pot.Chips(a*unit) || n != least[a] {
				t.Fatalf("%s: %d is %v and %d, want %d coins", m, a*unit, coins, rest, least[a])
			}
		}
	}
	if coins, rest := Points.Coins(7); coins != nil || rest != 7 {
		t.Error("points have coins")
	}
	if _, rest := Francs.Coins(13); rest != 3 {
		t.Errorf("of 13 Rappen %d can't be paid", rest)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("kasse 1\nname \"x y\"\nrules kratzen,ante=5\nmoney euro cash\nseats a b c dealer b\ncut A7 b 2! a 1 c @2026-11-21T20:15\nfix 1: b 2! a 2 c 0\nundo\nredo\n")
	f.Add("rules zwicken\nseats a b\na 3 b 0 lost b\ncome c after a\ngo b part\npay a b 1.20\nante a 5\nend\n")
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Read(text)
		if err != nil {
			return
		}
		again, err := Read(e.Text())
		if err != nil || again.Text() != e.Text() || state(again) != state(e) {
			t.Fatalf("%q is read again as %v, %v", e.Text(), again, err)
		}
		if p := e.Now(); p != nil && total(p.Balance)+p.Pot != 0 {
			t.Fatal("money has got lost")
		}
	})
}
