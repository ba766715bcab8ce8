package desk

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"chratze/pot"
)

// read reads an evening that must be right.
func read(t testing.TB, text string) *Evening {
	t.Helper()
	e, err := Read(text)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return e
}

// lays returns by name what everybody takes and lays down because of the last entry, before it is netted.
func lays(e *Evening) map[string][2]pot.Chips {
	all := map[string][2]pot.Chips{}
	before, now, last := e.Before(len(e.steps)).Now(), e.Now(), &e.steps[len(e.steps)-1]
	for who, name := range e.People() {
		_, payout, _, end := last.Share(who)
		all[name] = [2]pot.Chips{payout + end, payout + end - now.Balance[who] + before.Balance[who]}
	}
	return all
}

// The example of the seeds: five players, 20 Rappen each, so the pot is a franc.
// The declarer has one trick of two, a joiner none: they lay down 2.20 and 1.20,
// everybody else 0.20 (docs/rules.md 2.11).
func TestSeedsExampleOfCoins(t *testing.T) {
	t.Parallel()
	e := read(t, "seats anna beat carl dora emil dealer emil\n")
	if p := e.Now(); p.Pot != 100 {
		t.Fatalf("the pot is %d, want 100", p.Pot)
	}
	if err := e.Append("anna 1! beat 2 carl 1 dora 0"); err != nil {
		t.Fatal(err)
	}
	want := map[string][2]pot.Chips{"anna": {0, 220}, "beat": {50, 20}, "carl": {50, 20}, "dora": {0, 120}, "emil": {0, 20}}
	got := lays(e)
	for name, w := range want {
		if got[name] != w {
			t.Errorf("%s takes and lays down %d, want %d", name, got[name], w)
		}
	}
	if p := e.Now(); p.Pot != 400 || e.People()[p.Dealer] != "anna" {
		t.Errorf("the pot is %d and %s deals, want 400 and anna", p.Pot, e.People()[p.Dealer])
	}
	coins, rest := Francs.Coins(220)
	if !slices.Equal(coins, []Coin{{200, 1}, {20, 1}}) || rest != 0 {
		t.Errorf("2.20 is laid down as %v and %d", coins, rest)
	}
}

// The other cases of the seeds and of the house rules, by name.
func TestSettlements(t *testing.T) {
	t.Parallel()
	const five, six = "seats a b c d e dealer e\n", "seats a b c d e f dealer f\n"
	const loo = "rules loo\nseats a b c d dealer d\na 1 b 1 c 1 d 0\n" // then a deals, with 0.90 in the pot
	for _, tt := range []struct {
		name, text string
		pot        pot.Chips // with the next antes
		lay        string    // take/give by seat
	}{
		{"declarer 2, one joiner 2: 80 and 20", five + "a 2! b 2", 100, "80/20 20/20 0/20 0/20 0/20"},
		{"two joiners: 80, 10, 10", five + "a 2! b 1 c", 100, "80/20 10/20 10/20 0/20 0/20"},
		{"one joiner made it alone", five + "a 0! b 4 c 0", 400, "0/220 100/20 0/120 0/20 0/20"},
		{"all four tricks", five + "a 4! b 0 c 0", 300, "100/20 0/120 0/120 0/20 0/20"},
		{"nobody joined", five + "a !", 100, "100/20 0/20 0/20 0/20 0/20"},
		{"nobody opened: everybody pays again", five + "nobody", 200, "0/20 0/20 0/20 0/20 0/20"},
		{"a cap on penalties", "rules chratze,penalty_cap=150\n" + five + "a 1! b 3 c 0", 350, "0/170 100/20 0/120 0/20 0/20"},
		{"rounding 1 and 1", "rules chratze-en\n" + five + "a 2! b 2", 100, "70/20 30/20 0/20 0/20 0/20"},
		{"the same in dollars", "money dollars\nrules chratze-en\n" + five + "a 2! b 2", 100, "67/20 33/20 0/20 0/20 0/20"},
		{"thirds rounded up to 20 of 120", six + "a 2! b 1 c 1", 120, "80/20 20/20 20/20 0/20 0/20 0/20"},
		{"by role, ante only into an empty pot", "rules chratzen\n" + five + "a 2! b 1 c 1", 250, "125/50 65/50 60/50 0/50 0/50"},
		{"by role, a failed one: no antes", "rules chratzen\n" + five + "a 3! b 1 c 0", 250, "165/0 85/0 0/250 0/0 0/0"},
		{"Kratzen: Muss pays nothing, penalties", "rules kratzen\nseats a b c d dealer a\na 1 b 2 c 1 d 0", 210, "0/100 0/10 0/0 0/50"},
		{"Kratzen: Muss with quarters", "rules kratzen,muss_payout=quarters\nseats a b c dealer a\na 2 b 1 c 1", 40, "20/10 10/20 10/10"},
		{"Kratzen: normal, remainder stays", "rules kratzen\nseats a b c dealer a\na 1 b 2 c 1\nb 2! c 2", 50, "0/10 60/10 60/20"},
		{"Zwicken: thirds, nothing won pays", "rules zwicken\nseats a b c dealer a\nb 2 c 1 a 0", 60, "0/30 20/30 10/0"},
		{"Loo: for the pot, one of three", loo + "c 2 a !for-pot", 60, "0/0 0/30 60/0 0/0"},
		{"Loo: for the pot, and the other has no trick", loo + "c 0 a !for-pot", 180, "0/0 0/30 0/60 0/0"},
		{"Loo: for the pot, without a trick", loo + "c 3 a 0!for-pot", 30, "0/0 0/30 90/0 0/0"},
		{"a price of five antes, paid before the hand", "rules mauscheln,ante=10,antes=all,deal=1x3,exchange=none,price=yes\n" +
			"seats a b c d dealer a\nante b 50\nante d 50\nante a 50\nb 2! d 1 a 0", 50, "0/10 120/10 0/10 60/10"},
		{"a price of five antes, named with the hand", "rules lupfen\nseats a b c d dealer a\nb 2!5 d 1 a 0", 50, "0/60 120/60 0/10 60/60"},
		{"Bourré: a second ante of all who play", "rules bourre,antes=twice\nseats a b c d dealer a\nb 3 c 2 d 0", 200, "0/20 140/40 0/40 0/160"},
		{"Bourré: only who plays pays, and a tie is shared", "rules bourre,antes=players,tie=split\nseats a b c d dealer a\nb 2 c 2 d 1", 0, "0/0 30/20 30/20 0/20"},
		{"Bourré: the dealer takes unasked and pays nothing", "rules bourre,antes=players\nseats a b c dealer a\nb 1 c 2 a 2\nb", 0, "0/0 60/0 0/0"},
		{"Zwicken: the seven is lost", "rules zwicken\nseats a b c dealer a\nb 2 c 1 lost c", 60, "0/0 20/30 10/30"},
	} {
		e := read(t, tt.text)
		p := e.Now()
		var got []string
		by := lays(e)
		for _, who := range p.Seats {
			l := by[e.People()[who]]
			got = append(got, l[0].String()+"/"+l[1].String())
		}
		if p.Pot != tt.pot || strings.Join(got, " ") != tt.lay {
			t.Errorf("%s: pot %d, %s", tt.name, p.Pot, strings.Join(got, " "))
		}
	}
}

// What can't be is refused with the reason, and where it stands.
func TestRefusals(t *testing.T) {
	t.Parallel()
	const four, kratzen = "seats a b c d dealer d\n", "rules kratzen\nseats a b c d dealer d\n"
	const loo = "rules loo\n" + four + "a 1 b 1 c 1 d 0\n" // then a deals
	for _, tt := range []struct {
		text, code string
		line, word int
	}{
		{"a 2! b 2", CodeSeats, 1, 0},
		{"kasse 3", CodeVersion, 1, 2},
		{"name x\nkasse 1", CodeHead, 2, 1},
		{"seats a", CodePlayers, 1, 1},
		{"seats a b a", CodeTwice, 1, 4},
		{"seats a b dealer c", CodePerson, 1, 5},
		{"rules jass", CodeRules, 1, 2},
		{four + "a 2! b 2\nrules ramset", CodeRaceRules, 3, 2},
		{"rules chratze,ante=0", CodeRules, 1, 2},
		{"money shells", CodeMoney, 1, 2},
		{"name \"x", CodeQuote, 1, 2},
		{four + "a 2! b 1", CodeTricks, 2, 0},
		{four + "a 2! b 1 c 0", CodeTricks, 2, 0},
		{four + "a 2! b 3", CodeTricks, 2, 0},
		{four + "a 2! b c", CodeTricksShort, 2, 0},
		{four + "a 4!", CodeTricksAlone, 2, 0},
		{four + "a 2 b 2", CodeDeclarer, 2, 0},
		{four + "a 2! b 2!", CodeDeclarers, 2, 0},
		{four + "a 2!blind b 2", CodeDealerBlind, 2, 0},
		{"rules kratzen,weiter_oder=dealer\nseats a b c d dealer d\nd 2! a 1 b 1 c 0\nb 2!weiter-oder c 2", CodeDealerBlind, 4, 0},
		{four + "a 2!oder b 2", CodeContract, 2, 0},
		{four + "a 2!huh b 2", CodeContract, 2, 2},
		{four + "a 2!5 b 2", CodePrice, 2, 0},
		{"rules lupfen\n" + four + "a 2!7 b 1", CodePrice, 3, 2},
		{four + "a 2! x 2", CodePerson, 2, 0},
		{four + "a 2! a 2", CodeTwice, 2, 3},
		{four + "a 2! 2 2", CodeWord, 2, 3},
		{four + "seven a 2! b 2", CodeSeven, 2, 0},
		{four + "cut A a 2! b 2", CodeCut, 2, 0},
		{four + "cut K a 2! b 2", CodeCut, 2, 2},
		{four + "a 2! b 2 lost b", CodeLost, 2, 0},
		{four + "ante a 0", CodeAmount, 2, 3},
		{four + "ante a 0.2.5", CodeAmount, 2, 3},
		{"money yen\n" + four + "ante a 0.20", CodeAmount, 3, 3},
		{four + "ante a 0.07", CodeAmount, 2, 3}, // no coins make it
		{"rules chratze,ante=7\n" + four, CodeRules, 2, 1},
		{four + "nobody\nmoney euro", CodeHead, 3, 2}, // it was divided in Rappen
		{four + "ante x 20", CodePerson, 2, 0},
		{four + "pay a a 20", CodeTwice, 2, 0},
		{four + "come a", CodeSits, 2, 0},
		{four + "come x after y", CodePerson, 2, 0},
		{four + "go x", CodePerson, 2, 0},
		{four + "undo", CodeUndo, 2, 1},
		{four + "break\nredo", CodeRedo, 3, 1},
		{four + "fix 1: break", CodeEntry, 2, 2},
		{four + "break\nfix x: break", CodeEntry, 3, 2},
		{four + "end\na 2! b 2", CodeOver, 3, 0},
		{four + "a 2! b 2 @yesterday", CodeWord, 2, 5},
		{four + "go a\ngo b\ngo c\nd !", CodePlayers, 5, 0},
		{four + "a 1! b 3\ngo a\ngo b\ngo c\ngo d", CodePot, 6, 0},
		{"rules chratze,susi=forced\n" + four + "a !", CodeSusi, 3, 0},
		{four + "a ! last b", CodeLastWord, 2, 0},
		{"rules chratze,last_word=on\n" + four + "a ! last a", CodeLastWord, 3, 0},
		{"rules chratze,last_word=on\n" + four + "a ! last x", CodePerson, 3, 0},
		{"rules chratze,last_word=must\n" + four + "a ! last b", CodeSusi, 3, 0},
		{kratzen + "d 2 a 1 b 1", CodeMussAll, 3, 0},
		{kratzen + "d 2 a 1! b 1 c 0", CodeMussDealer, 3, 0},
		{kratzen + "nobody", CodeMussOpen, 3, 0},
		{kratzen + "seven d 2 a 1 b 1 c 0", CodeSevenInMuss, 3, 0},
		{kratzen + "cut W cut A d 2 a 1 b 1 c 0", CodeCutOver, 3, 0},
		{"rules zwicken,all_play=bare\n" + four + "a 2 b 1", CodeMussAll, 3, 0},
		{"rules mauscheln,all_play=bare\n" + four + "a 2! b 1 c 1 d 0", CodeMussDealer, 3, 0},
		{"rules mauscheln,all_play=bare\n" + four + "nobody", CodeMussOpen, 3, 0},
		{"rules zwicken\n" + four + "a 3! b 0", CodeDeclaring, 3, 0},
		{"rules zwicken\n" + four + "nobody", CodeOpener, 3, 0},
		{"rules zwicken\n" + four + "cut AA a 3 b 0", CodeCut, 3, 0},
		{loo + "c 2", CodeAlonePot, 4, 0},
		{loo + "a 2", CodeTricksAlone, 4, 0},
		{loo + "c 2 b 1!for-pot", CodeForPot, 4, 0},
		{loo + "a !for-pot", CodeForPot, 4, 0},
		{loo + "c 1 b 1 a 1!for-pot", CodeForPot, 4, 0},
		{loo + "c 1! a 2!for-pot", CodeDeclaring, 4, 0},
		{"rules loo\n" + four + "a 1 b 1 c 1 d 0!for-pot", CodeForPot, 3, 0},
		{"rules rams\n" + four + "a 2 d 3!for-pot", CodeForPot, 3, 0},
		{four + "a 2! d 2!for-pot", CodeForPot, 2, 0},
	} {
		_, err := Read(tt.text)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%q is read", tt.text)
			continue
		}
		if e.Code != tt.code || e.Line != tt.line || e.Word != tt.word {
			t.Errorf("%q: %s in line %d, word %d; want %s in %d, %d", tt.text, e.Code, e.Line, e.Word, tt.code, tt.line, tt.word)
		}
	}
}

// What people write between the words changes nothing.
func TestAsPeopleWrite(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"a 2! b 1 c", "a 2!, b 1, c", "a ! 2 b 1 c 1", "a 2 ! b 1 c 1 # so it was", "\"a\" 2! b 1\tc 1,"} {
		e := read(t, "seats a, b, c dealer c\n"+line)
		if got := e.Steps()[0].Entry.String(); got != "a 2! b 1 c 1" {
			t.Errorf("%q is read as %q", line, got)
		}
	}
}

// A correction that would make a later entry impossible is refused, and says which.
func TestCorrections(t *testing.T) {
	t.Parallel()
	e := read(t, "seats a b c d dealer d\ncome e after b\ne 2! a 2\na 2! b 2\n")
	var bad *Error
	if err := e.Append("drop 1"); !errors.As(err, &bad) || bad.Code != CodePerson || bad.Name != "e" || bad.Entry != 2 {
		t.Fatalf("dropping the coming of who plays later: %v", err)
	}
	before := e.Now().Won
	for _, l := range []string{"fix 3: a 1! b 3", "insert 2: nobody", "drop 4"} {
		if err := e.Append(l); err != nil {
			t.Fatal(err)
		}
	}
	if got := e.Text(); !strings.HasSuffix(got, "fix 3: a 1! b 3\ninsert 2: nobody\ndrop 4\n") {
		t.Errorf("the text is %q", got)
	}
	for range 3 {
		if err := e.Append("undo"); err != nil {
			t.Fatal(err)
		}
	}
	if got := e.Now().Won; !slices.Equal(got, before) {
		t.Errorf("after undoing all corrections: %d, want %d", got, before)
	}
}

// Kratzen's cuts move the deal and make people pay, as the kernel says (3.3).
func TestCuts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rules, cuts, dealer, antes string
	}{
		{"kratzen", "", "d", "10 10 10 20"},
		{"kratzen", "cut 7", "c", "10 10 20 20"},
		{"kratzen", "cut A", "a", "20 10 10 20"},
		{"kratzen", "cut AA", "b", "20 20 10 20"},
		{"kratzen", "cut 77", "b", "10 20 20 20"},
		{"kratzen", "cut A7", "d", "20 20 10 20"},
		{"kratzen", "cut W", "d", "20 20 20 30"},
		{"kratzen", "cut WA", "a", "30 20 20 30"},
		{"kratzen", "cut 7 cut A", "d", "10 10 20 30"},
		{"zwicken", "cut A", "a", "30 0 0 30"},
		{"zwicken", "cut W", "b", "30 30 0 30"},
	} {
		e := read(t, "rules "+tt.rules+"\nseats a b c d dealer d\n")
		look := e.Look(Draft(tt.cuts))
		p := look.Position
		var antes []string
		for _, n := range p.Antes {
			antes = append(antes, n.String())
		}
		if e.People()[p.Dealer] != tt.dealer || strings.Join(antes, " ") != tt.antes {
			t.Errorf("%s, %s: %s deals, antes %s; want %s, %s", tt.rules, tt.cuts, e.People()[p.Dealer], strings.Join(antes, " "), tt.dealer, tt.antes)
		}
	}
}

// Taps: the last number fills itself in, and before a hand is booked it shows what
// flows where.
func TestTaps(t *testing.T) {
	t.Parallel()
	e := read(t, "seats anna beat carl dora emil dealer emil\n")
	var d Draft
	for _, tap := range []string{"toggle anna", "toggle beat", "toggle carl", "toggle dora", "tricks anna 1", "tricks beat 2", "tricks carl 1"} {
		var err error
		if d, err = e.Tap(d, tap); err != nil {
			t.Fatalf("%s: %v", tap, err)
		}
	}
	look := e.Look(d)
	if look.Line != "anna 1! beat 2 carl 1 dora 0" || !look.Seats[3].Filled || look.Seats[3].Tricks != 0 {
		t.Fatalf("%q: %+v", look.Line, look.Seats)
	}
	if look.After.Pot != 400 {
		t.Errorf("it shows a pot of %d", look.After.Pot)
	}
	var bad *Error
	if _, err := e.Tap(d, "tricks dora 2"); !errors.As(err, &bad) || bad.Code != CodeTricksOver || bad.Want != 0 {
		t.Errorf("a fifth trick: %v", err)
	}
	if _, err := e.Tap(d, "declare anna blind"); !errors.As(err, &bad) || bad.Code != CodeDealerBlind {
		t.Errorf("blind without dealing: %v", err)
	}
	if e.Look("").Line != "" || len(e.Steps()) != 0 {
		t.Error("looking has booked something")
	}
}

// TestTapsForPot: the dealer plays for the pot by one tap, and a second takes it back; a third player can't be in then.
func TestTapsForPot(t *testing.T) {
	t.Parallel()
	e := read(t, "rules loo\nseats anna beat carl dora dealer dora\nanna 1 beat 1 carl 1 dora 0\n")
	d := Draft("")
	for _, tt := range []struct{ tap, line string }{
		{"for-pot anna", ""}, {"tricks carl 2", ""}, {"for-pot anna", "carl 2 anna 1!for-pot"}, {"for-pot anna", "carl 2 anna 1"}, {"for-pot anna", "carl 2 anna 1!for-pot"},
		{"toggle beat", ""}, {"toggle beat", "carl 2 anna 1!for-pot"}, {"tricks anna 1", "carl 2 anna 1!for-pot"}, {"toggle anna", ""},
	} {
		next, err := e.Tap(d, tt.tap)
		if tt.tap == "for-pot anna" && d == "" {
			var bad *Error
			if !errors.As(err, &bad) || bad.Code != CodeForPot || next != "" {
				t.Fatalf("for the pot before anybody else is in: %q, %v", next, err)
			}
			continue
		}
		must(t, err)
		if d = next; e.Look(d).Line != tt.line {
			t.Errorf("%s: %q, want %q", tt.tap, e.Look(d).Line, tt.line)
		}
	}
	must(t, e.Append("carl 2 anna !for-pot"))
	won := e.Now().Won
	must(t, e.Append("fix 2: carl 2 anna 1"))
	if list := e.Orders(); len(list) == 0 || list[0].Name != "anna" || list[0].Why[len(list[0].Why)-1].Net != 30 {
		t.Errorf("corrected, %+v", list)
	}
	must(t, e.Append("undo"))
	if got := e.Now().Won; !slices.Equal(got, won) {
		t.Errorf("undone, %d instead of %d", got, won)
	}
}

// Who, asked last, let the declarer take the pot, is the Susi (2.6).
func TestSusi(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ rules, line, want string }{
		{"chratze", "b !", "a"}, {"chratze", "a !", "d"}, {"chratze-ja", "b !", "d"}, {"chratze-ja", "d !", "c"},
		{"chratze,susi=off", "b !", ""}, {"chratze", "b 2! a 2", ""}, {"chratze,last_word=on", "b !", "a"}, {"chratze,last_word=on", "b ! last d", "d"},
		{"chratze,last_word=on", "b 2! d 2 last d", ""},
	} {
		e := read(t, "rules "+tt.rules+"\nseats a b c d dealer d\n"+tt.line)
		got := ""
		for who, hands := range e.Susis() {
			if len(hands) > 0 {
				got += e.People()[who]
			}
		}
		if got != tt.want {
			t.Errorf("%s, %s: %q is the Susi, want %q", tt.rules, tt.line, got, tt.want)
		}
	}
}

// Ending shares the pot in whole coins, the rest goes to the last declarer; then
// who pays whom has an answer. In cash only what people lent each other is open.
func TestEnd(t *testing.T) {
	t.Parallel()
	const evening = "seats a b c dealer c\na 1! b 3\nnobody\npay a b 100\n"
	e := read(t, "money francs credit\n"+evening)
	preview := e.Owed()
	if err := e.Append("end"); err != nil {
		t.Fatal(err)
	}
	if p := e.Now(); p.Pot != 0 || !p.Over || !slices.Equal(e.Owed(), preview) {
		t.Fatalf("pot %d, owed %d, announced %d", p.Pot, e.Owed(), preview)
	}
	// In: 60, a pays 120, b gets 60; antes 60 more: 180 for three.
	if won := e.Now().Won; !slices.Equal(won, []pot.Chips{-40 - 120 + 60, -40 + 60 + 60, -40 + 60}) {
		t.Errorf("won: %d", won)
	}
	if got := e.Payments(); !slices.Equal(got, []pot.Transfer{{From: 1, To: 2, Amount: 20}}) {
		t.Errorf("payments: %v of %d", got, e.Owed())
	}
	cash := read(t, "money francs cash\n"+evening+"end\n")
	if got := cash.Payments(); !slices.Equal(got, []pot.Transfer{{From: 1, To: 0, Amount: 100}}) {
		t.Errorf("in cash: %v", got)
	}
	rest := read(t, "rules chratze,penalty_cap=100\nseats a b c dealer c\na 1! b 3\nend\n") // 100: 30 each, 10 more for a
	if won := rest.Now().Won; !slices.Equal(won, []pot.Chips{-80, 70, 10}) {
		t.Errorf("the rest of the pot: %d", won)
	}
	last := read(t, "seats a b c dealer c\nlast\na 1! b 3\n")
	if !last.Now().Over {
		t.Error("after the last hand it goes on")
	}
}

// Comings and goings: a newcomer begins at 0 and pays antes; a player who goes gives up their
// part of the pot or is paid it; the next dealer stays the same.
func TestComeAndGo(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, dealer, won string }{
		{"come e after a", "d", "0 0 0 0 0"},
		{"come e after d", "d", "0 0 0 0 0"},
		{"a 2! b 2\ncome e after d", "a", "35 5 -20 -20 0"},
		{"a 2! b 2\ngo a", "b", "35 5 -20 -20"},
		{"a 2! b 2\ngo d", "a", "35 5 -20 -20"},
		{"nobody\ngo d part", "a", "-20 -20 -20 0"},
		{"nobody\ngo d\ncome d after a", "a", "-20 -20 -20 -20"},
		{"dealer b\ngo b", "c", "0 0 0 0"},
		{"dealer b\ncome e after a", "b", "0 0 0 0 0"},
	} {
		e := read(t, "rules chratze-en\nseats a b c d dealer d\n"+tt.text)
		p := e.Now()
		var won []string
		for _, n := range p.Won {
			won = append(won, n.String())
		}
		if e.People()[p.Dealer] != tt.dealer || strings.Join(won, " ") != tt.won {
			t.Errorf("%q: %s deals, %s; want %s, %s", tt.text, e.People()[p.Dealer], strings.Join(won, " "), tt.dealer, tt.won)
		}
	}
}

func TestConflict(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ mine, theirs, after, refused string }{
		{"b ! | go c", "go c", "go c | b !", "go c"},
		{"undo", "b 2! c 2", "b 2! c 2", "undo"}, // theirs isn't taken back
		{"undo", `name "x"`, `name "x" | undo`, ""},
		{"undo", "undo", "undo", ""},
		{"b ! | undo | redo", "b 2! c 2", "b 2! c 2 | b ! | undo | redo", ""},
		{"undo | redo", "b 2! c 2 | undo", "b 2! c 2 | undo | undo | redo", ""},
		{"undo | b !", "b 2! c 2", "b 2! c 2 | b !", "undo"},
		{"fix 1: a 3! b 1", "b 2! c 2", "b 2! c 2 | fix 1: a 3! b 1", ""},
		{"fix 1: a 3! b 1", "fix 1: a 4! b 0", "fix 1: a 4! b 0", "fix 1: a 3! b 1"},
		{"drop 1", "nobody | drop 1", "nobody | drop 1", "drop 1"},
		{"drop 1 | undo", "nobody | drop 1", "nobody | drop 1", "drop 1 | undo"}, // what was refused isn't taken back from theirs
		{"insert 1: nobody", "insert 1: break", "insert 1: break", "insert 1: nobody"},
		{"nobody | drop 2", "break", "break | nobody", "drop 2"},
		{"nobody | fix 1: a 3! b 1", "drop 1 | break", "drop 1 | break | nobody", "fix 1: a 3! b 1"},
	} {
		evening := func(lines string) []string {
			return read(t, "kasse 1\nseats a b c dealer c\na 2! b 2\n"+strings.ReplaceAll(lines, " | ", "\n")).Lines()
		}
		e, refused, err := Rebase(evening(c.mine), evening(c.theirs))
		if got := strings.Join(refused, " | "); err != nil || got != c.refused || !slices.Equal(e.Lines(), evening(c.after)) {
			t.Errorf("%s after %s: %q, refused is %q, %v; want %s, %s", c.mine, c.theirs, e.Lines(), got, err, c.after, c.refused)
		}
	}
}

// TestNamesThatCanBeSeen: a name at the desk can be seen and hides nothing; joiners stay where
// letters and emoji need them. Names that older evenings have are read.
func TestNamesThatCanBeSeen(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"علی\u200cرضا", "👨\u200d👩\u200d👧", "?", "A  b", "♠"} {
		if _, err := Read("seats \"" + name + "\" b c\n"); err != nil {
			t.Errorf("%+q: %v", name, err)
		}
	}
	for _, name := range []string{"\U0001d159", "\u3164", "\u0301", "An\u200dna", "Anna\u200c", "An\u200bna", "\u202eAnna"} {
		if _, err := Read("seats \"" + name + "\" b c\n"); err == nil {
			t.Errorf("%+q is a name", name)
		}
	}
}

// TestAmounts: amounts are read as people and the program write them, and nothing else is.
func TestAmounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		money Money
		text  string
		want  pot.Chips // 0: no amount
	}{
		{Francs, "20", 20}, {Francs, "0.20", 20}, {Francs, "0,20", 20}, {Francs, "5,00", 500}, {Francs, "2.5", 250}, {Francs, "２０", 20}, {Francs, "５，００", 500},
		{Francs, "1'000.50", 100050}, {Francs, "1’000.50", 100050}, {Francs, "12 345,50", 1234550}, {Francs, "1.234.567,50", 123456750}, {Francs, "1,234.50", 123450}, {Francs, "1'000", 1000},
		{Francs, "5.-", 500}, {Francs, "5.–", 500}, {Francs, "5,--", 500}, {Francs, "Fr. 5", 500}, {Francs, "Fr. 5.20", 520}, {Francs, "5 CHF", 500}, {Francs, "CHF 1'000.-", 100000},
		{Euro, "€ 5,00", 500}, {Euro, "5 €", 500}, {Euro, "€5", 500}, {Euro, "€5.5", 550}, {Yen, "¥500", 500}, {Yen, "1,000円", 1000}, {Yen, "￥５００", 500}, {Points, "1.000", 1000},
		{Francs, "", 0}, {Francs, "0", 0}, {Francs, "-5", 0}, {Francs, "5-", 0}, {Francs, ".20", 0}, {Francs, "1.2.3", 0}, {Francs, "1,50,", 0}, {Francs, "1'00", 0}, {Francs, "1.205", 0}, {Euro, "12,345", 0}, {Francs, "CHF 1,205", 120500}, {Francs, "0.205", 0}, {Francs, "0,205", 0}, {Francs, "01'000", 0}, {Francs, "1234.567", 0}, {Francs, "1,234,50", 0},
		{Francs, "€ 5", 0}, {Euro, "Fr. 5", 0}, {Yen, "5.00", 0}, {Points, "2,50", 0}, {Francs, "1e3", 0}, {Francs, "Fr.", 0}, {Francs, "99999999999999999999", 0}, {Francs, "'5", 0},
	} {
		if got, ok := c.money.Parse(c.text); ok != (c.want > 0) || ok && got != c.want {
			t.Errorf("%s %q is %d %v, want %d", c.money, c.text, got, ok, c.want)
		}
	}
	e, err := Read("money euro\nseats a b c\npay a b 5,00 @10:00\nante a € 0,50\n")
	if err != nil {
		t.Fatal(err)
	}
	if text := e.Text(); !strings.Contains(text, "pay a b 5.00 @10:00\nante a 0.50\n") {
		t.Error(text)
	}
}
