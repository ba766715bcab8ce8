package history_test

import (
	"bufio"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chratze/card"
	"chratze/history"
	"chratze/rams"
)

// lines returns the hands of the examples.
func lines(t *testing.T) (all []*history.Hand) {
	t.Helper()
	files, err := filepath.Glob("../rams/ramstest/testdata/examples/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = f.Close() }()
		in := bufio.NewScanner(f)
		in.Buffer(nil, history.MaxLine)
		for in.Scan() {
			h, err := history.Read(in.Text())
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, h)
		}
	}
	return all
}

// TestDeal: every hand of the examples, and every view of it, is the same when it is
// read from its text, but for what a text doesn't carry: other fields, and the lists of
// legal acts.
func TestDeal(t *testing.T) {
	t.Parallel()
	for _, h := range lines(t) {
		for to := history.Public; int(to) <= h.Seats; to++ {
			v, err := h.View(to)
			if err != nil {
				t.Fatal(err)
			}
			v.Extra = nil
			for i := range v.Events {
				v.Events[i].Legal = nil
			}
			if len(v.Names) == 0 {
				v.Names = make([]string, v.Seats)
			}
			text := v.Deal()
			got, err := history.ReadDeal(strings.ReplaceAll(text, "\n", "\r\n"))
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if got.String() != v.String() {
				t.Fatalf("%s\nread from\n%s\nand was\n%s", got, text, &v)
			}
			if short := len(text) < len(v.String()); !short {
				t.Errorf("the text isn't shorter than the line:\n%s", text)
			}
		}
	}
}

// script is chance as it is written down.
type script struct {
	t      *testing.T
	orders [][]card.Card
	cuts   []int
}

func (s *script) Shuffle(cards []card.Card) {
	if len(s.orders) == 0 {
		return
	}
	if card.SetOf(s.orders[0]...) != card.SetOf(cards...) || len(s.orders[0]) != len(cards) {
		s.t.Fatalf("an order of other cards: %v", s.orders[0])
	}
	copy(cards, s.orders[0])
	s.orders = s.orders[1:]
}

func (s *script) Cut(int) int {
	at := s.cuts[0]
	s.cuts = s.cuts[1:]
	return at
}

// TestOrders: from the orders of a hand, and of each view of it, the kernel deals what
// the view shows of the deal.
func TestOrders(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	rest := func(cards []card.Card) {
		r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	}
	for _, h := range lines(t) {
		for to := history.Public; int(to) <= h.Seats; to++ {
			v, err := h.View(to)
			if err != nil {
				t.Fatal(err)
			}
			orders, cuts, err := v.Orders(rest)
			if err != nil {
				t.Fatal(err)
			}
			g, err := h.Variant.Game(h.Seats)
			if err != nil {
				t.Fatal(err)
			}
			var rec rams.Record
			if err := rec.Begin(g, h.Start); err != nil {
				t.Fatal(err)
			}
			deck := rams.Deck{Source: &script{t, orders, cuts}}
			rec.Nature(&deck)
			for _, e := range v.Events { // the acts as they were, as far as the view shows them
				for e.Kind == rams.EventAct && rec.Turn() >= 0 && rec.Why(e.Act) != nil && rec.Phase() <= rams.PhaseBlind {
					rec.ApplyUnchecked(rams.Action{Kind: rams.See, Seat: rec.Turn()}, nil)
					rec.Nature(&deck)
				}
				if e.Kind == rams.EventAct && rec.Phase() < rams.PhaseLay && rec.Why(e.Act) == nil {
					rec.ApplyUnchecked(e.Act, nil)
					rec.Nature(&deck)
				}
			}
			told := rec.Log
			if to != history.Full {
				told = rec.Observed(to.Seat())
			}
			for i, e := range v.Events {
				if e.Kind == rams.EventAct && e.Act.Kind >= rams.Lay || i == len(told) {
					break
				}
				if told[i] != e.Event {
					t.Fatalf("view %d: dealt again it says %v, and it was %v\n%s", to, told[i].String(), e.String(), &v)
				}
			}
		}
	}
}

// TestDealFaults: what is wrong is said with the line's key.
func TestDealFaults(t *testing.T) {
	t.Parallel()
	all := lines(t)
	i := slices.IndexFunc(all, func(h *history.Hand) bool { return h.Over && strings.Contains(h.Deal(), "acts: ") })
	text := all[i].Deal()
	view, err := all[i].View(history.Public)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, key, code string }{
		{"", "", history.CodeFormat},
		{"rams-deal/2\n", "", history.CodeFormat},
		{history.DealFormat + "\n", "rules", history.CodeMissing},
		{text + "colour: red\n", "colour", history.CodeUnknown},
		{text + "dealer: 0\n", "dealer", history.CodeTwice},
		{strings.Replace(text, "dealer: ", "dealer: x", 1), "dealer", history.CodeNumber},
		{strings.Replace(text, "rules: ", "rules: no", 1), "rules", history.CodeRules},
		{strings.Replace(text, "pack: ", "pack: "+strings.Repeat("As ", 17), 1), "pack", history.CodeValue},
		{strings.Replace(text, "pack: ", "# ", 1), "pack", history.CodeMissing},
		{strings.Replace(text, "acts: ", "acts: 7 open, ", 1), "acts", history.CodeAct},
		{strings.TrimSpace(text) + ", 0 play As\n", "acts", history.CodeOver},
		{text + "pack: As\n", "pack", history.CodeMany},
		{text + strings.Repeat("seat:\n", 8), "seat", history.CodeMany},
		{view.Deal() + "pack: As\n", "view", history.CodeHidden},
		{strings.Replace(view.Deal(), ", deal", ", dole", 1), "events", history.CodeValue},
		{text + strings.Repeat(" ", history.MaxLine), "", history.CodeLong},
	} {
		_, err := history.ReadDeal(c.text)
		e, ok := err.(*history.Error)
		if !ok || e.Field != c.key || e.Code != c.code {
			t.Errorf("%.60q … gives %v, want %s of %q", c.text, err, c.code, c.key)
		}
	}
}

// FuzzDeal: what is read is written and read as the same; nothing panics.
func FuzzDeal(f *testing.F) {
	for _, name := range []string{"chratze", "kratzen", "zwicken"} {
		text, err := os.ReadFile("../rams/ramstest/testdata/examples/" + name + ".jsonl")
		if err != nil {
			f.Fatal(err)
		}
		line, _, _ := strings.Cut(string(text), "\n")
		h, err := history.Read(line)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(h.Deal())
		v, err := h.View(history.SeatView(1))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(v.Deal())
	}
	f.Fuzz(func(t *testing.T, text string) {
		h, err := history.ReadDeal(text)
		if err != nil {
			return
		}
		again, err := history.ReadDeal(h.Deal())
		if err != nil || again.String() != h.String() {
			t.Fatalf("%v\n%s\nwas\n%s", err, again, h)
		}
	})
}
