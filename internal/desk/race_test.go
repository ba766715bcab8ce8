package desk

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chratze/pot"
)

const ramset = "kasse 2\nmoney francs cash\nrace up 21 without 0.10 rule 0.50 prize 50 prizes sausage wine \"big cheese\"\nseats a b c d dealer d\n"

// raced writes how a race stands: the points, who is through, the prizes, the glass, and who deals.
func raced(e *Evening) string {
	p := e.Now()
	text := fmt.Sprint(p.Points, p.Through)
	for _, won := range e.now.prizes {
		text += " " + e.now.people[won.Person] + ":" + won.Name
	}
	return fmt.Sprintf("%s glass %d, deals %d", text, p.Pot, p.Dealer)
}

// The settlements that the sources print, and what follows from them.
func TestRaces(t *testing.T) {
	t.Parallel()
	twelve := ramset + strings.Repeat("a 5\n", 3) + strings.Repeat("b 5\n", 4) + "c 5\na 2 c 3\nc 1 d 4\nd 5\nd 3 a 0 c 0 b 2\n"
	for _, tt := range []struct{ name, text, want string }{
		{"no trick costs 10 Rappen", ramset + "a 3 b 2 c 0", "[3 2 0 0] [] glass 10, deals 0"},
		{"the last number is filled in", ramset + "a 3 b", "[3 2 0 0] [] glass 0, deals 0"},
		{"one alone has all tricks", ramset + "c", "[0 0 5 0] [] glass 0, deals 0"},
		{"thrown in: the deal goes on", ramset + "nobody", "[0 0 0 0] [] glass 0, deals 0"},
		{"a prize costs 50 Rappen", twelve, "[17 22 9 12] [1] b:sausage glass 70, deals 3"},
		{"they play no more", twelve + "a 2 c 1 d 2", "[19 22 10 14] [1] b:sausage glass 70, deals 0"},
		{"the deal goes past them", twelve + "a 2 c 1 d 2\na 1 c 2 d", "[20 22 12 16] [1] b:sausage glass 70, deals 2"},
		{"two in one hand: the order of the line", ramset + "a 5\na 5\na 5\nb 5\nb 5\nb 5\na 3 b 2\nb 3 a 2\nb 1 a 1 c 3", "[21 21 3 0] [1 0] b:sausage a:wine glass 100, deals 2"},
		{"breaking a rule, and another fine", ramset + "fine c\nfine d 1.20", "[0 0 0 0] [] glass 170, deals 3"},
		{"down from five, and five more without a trick", "race down 5 back 5\nseats a b c d\na 2 b 2 c 1 d 0", "[3 3 4 10] [] glass 0, deals 1"},
		{"the goal of tokens is nothing", "race down 5 back 5\nseats a b c d\na 2 b 2 c 1 d 0\na 3 b 2", "[0 1 4 10] [0] a:#1 glass 0, deals 2"},
		{"a trump ten: all play, from 20", "race down 20 back 5\nseats a b c d\na 3 b 1 c 1 d 0", "[17 19 19 25] [] glass 0, deals 1"},
		{"the last two in one hand: one goes without", "race up 5 prizes x\nseats a b\na 3 b 2\na 2 b 3", "[5 5] [0] a:x glass 0, deals 1"},
		{"a second round begins anew", "race up 5 prize 50\nseats a b c\na 5\nb 5\nrace up 10 prizes \"red wine\"\nc 5\nc 5", "[0 0 10] [2] a:#1 b:#2 c:red wine glass 100, deals 1"},
		{"a newcomer begins at the start", "race down 7\nseats a b\na 5\ncome c", "[2 7 7] [] glass 0, deals 1"},
		{"who is through stays alone", "race up 5\nseats a b c\na 5\ngo b\ngo c", "[5 0 0] [0] a:#1 glass 0, deals -1"},
		{"the goal is passed by a stroke", "race down 4\nseats a b c\na 2 b 3\na 5", "[0 1 4] [0] a:#1 glass 0, deals 2"},
		{"the person after a dealer who leaves deals", "race up 5\nseats a b c\na 5\ngo b", "[5 0 0] [0] a:#1 glass 0, deals 2"},
	} {
		e := read(t, tt.text)
		if got := raced(e); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// Rules of a race are a race: a preset's fines, and prizes without names.
func TestRaceOfRules(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"rules ramset\nseats a b c d\n":                                       "race up 21 without 0.10 prize 0.50\nseats a b c d\n",
		"kasse 2\nrules ramset,goal=15,prizes=2,penalty=0\nseats a b c d e\n": "kasse 2\nrace up 15 prize 0.50 prizes \"#1\" \"#2\"\nseats a b c d e\n",
		"rules rams,score=down,goal=5,back=5\nseats a b c\n":                  "race down 5 back 5 without 0.50\nseats a b c\n",
		"rules rams,score=down,goal=5\nseats a b c\n":                         "race down 5 without 0.50\nseats a b c\n",
	} {
		if got := read(t, text); got.Text() != want || read(t, got.Text()).Text() != want {
			t.Errorf("%q is %q", text, got.Text())
		}
	}
	if _, err := Read("kasse 1\nrules ramset\nseats a b"); err == nil || err.(*Error).Code != CodeRaceHead {
		t.Errorf("an older program would read it: %v", err)
	}
}

// The printed hand: 17 20 9 12, tricks 2 1 2 and D out.
func TestPrintedRamset(t *testing.T) {
	t.Parallel()
	e := read(t, ramset)
	for person, points := range [...]int{17, 20, 9, 12} {
		e.now.Score(person, points)
	}
	if err := e.Append("a 2 b 1 c 2"); err != nil {
		t.Fatal(err)
	}
	if got := raced(e); got != "[19 21 11 12] [1] b:sausage glass 50, deals 0" {
		t.Error(got)
	}
}

// What can't be is refused with the reason, and where it stands.
func TestRaceRefusals(t *testing.T) {
	t.Parallel()
	over := "race up 5\nseats a b\na 5\n"
	for _, tt := range []struct {
		text, code string
		line, word int
	}{
		{"kasse 1\nrace up 21", CodeRaceHead, 2, 1},
		{"kasse 2\nrace up 21\nrules loo", CodePotOnly, 3, 1},
		{"race to 21", CodeRace, 1, 2},
		{"race up", CodeMore, 1, 3},
		{"race up 0", CodeGoal, 1, 3},
		{"race up 201", CodeGoal, 1, 3},
		{"race up 21 back x", CodeGoal, 1, 5},
		{"race up 21 sausage", CodeRace, 1, 4},
		{"race up 21 rule", CodeMore, 1, 5},
		{"race up 21 rule 0", CodeAmount, 1, 5},
		{"money yen\nrace up 21 rule 0.50", CodeAmount, 2, 5},
		{"race up 21 prizes x y\nseats a b", CodePrizes, 2, 1},
		{"race up 21\nseats a", CodeRacers, 2, 1},
		{"race up 21\nseats a b c d e f g h i", CodeRacers, 2, 1},
		{ramset + "a 3 b 1", CodeTricks, 5, 0},
		{ramset + "a 3 b 3", CodeTricks, 5, 0},
		{ramset + "a 3", CodeTricks, 5, 0},
		{ramset + "a 3 b c", CodeTricksShort, 5, 0},
		{ramset + "a 3! b 2", CodeDeclaring, 5, 0},
		{ramset + "cut A a 3 b 2", CodePotOnly, 5, 0},
		{ramset + "seven a 3 b 2", CodePotOnly, 5, 0},
		{ramset + "a 3 b 2 last c", CodePotOnly, 5, 0},
		{ramset + "a 5\nrules chratze", CodePotOnly, 6, 0},
		{ramset + "x 3 b 2", CodePerson, 5, 0},
		{ramset + "fine x", CodePerson, 5, 0},
		{ramset + "fine a 0", CodeAmount, 5, 3},
		{"race up 5\nseats a b\nfine a", CodeFine, 3, 0},
		{"race up 5\nseats a b c\na 5\na 3 b 2", CodeThrough, 4, 0},
		{"race up 5\nseats a b c\na 5\ndealer a", CodeThrough, 4, 0},
		{over + "b 5", CodeDecided, 4, 0},
		{over + "nobody", CodeDecided, 4, 0},
		{over + "race up 5 prizes x y", CodePrizes, 4, 0},
		{"seats a b c d\nfine a 20", CodeRaceOnly, 2, 1},
		{"seats a b c d\na 2! b 2\nrace up 5", CodeRaceOnly, 3, 1},
	} {
		_, err := Read(tt.text)
		e, _ := err.(*Error)
		if e == nil {
			t.Errorf("%q is read", tt.text)
		} else if e.Code != tt.code || e.Line != tt.line || e.Word != tt.word {
			t.Errorf("%q: %s in line %d, word %d; want %s in %d, %d", tt.text, e.Code, e.Line, e.Word, tt.code, tt.line, tt.word)
		}
	}
}

// Evenings with a pot are read as they were before there were races, also by people who are called like the new words.
func TestOldEvenings(t *testing.T) {
	t.Parallel()
	e := read(t, "kasse 1\nseats race fine up rule dealer race\nrace 2! fine 2\nfine ! 4 rule 0\nundo\n")
	if e.Race() != nil || e.Now().Hands != 1 {
		t.Errorf("%d hands, race %v", e.Now().Hands, e.Race())
	}
	r := read(t, "race up 5\nseats \"race\" fine c\n\"race\" 2 fine 3\n\"fine\" 2 c 3\n")
	if got := raced(r); got != "[2 5 3] [1] fine:#1 glass 0, deals 2" {
		t.Error(got)
	}
	if again := read(t, r.Text()); again.Text() != r.Text() {
		t.Errorf("%q is read again as %q", r.Text(), again.Text())
	}
}

// A correction says which coins and which prizes change hands.
func TestPrizesCorrected(t *testing.T) {
	t.Parallel()
	e := read(t, "money francs cash\nrace up 5 without 10 prize 50 prizes sausage wine\nseats a b c\na 5 c 0\nfix 1: b 5 c 0")
	want := []Handover{{From: "a", To: "b", Prize: "sausage"}}
	if got := e.Prizes(); !slices.Equal(got, []Handover{{To: "b", Prize: "sausage"}}) {
		t.Errorf("before anybody has taken it: %v", got)
	}
	e = read(t, strings.Replace(e.Text(), "fix", "done\nfix", 1))
	if got := e.Prizes(); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := e.Orders(); len(got) != 2 || got[0].Take != 50 || got[1].Give != 50 {
		t.Errorf("%+v", got)
	}
	e = read(t, e.Text()+"drop 1")
	if got := e.Prizes(); !slices.Contains(got, Handover{From: "a", Prize: "sausage"}) {
		t.Errorf("a keeps a sausage that nobody has won: %v", got)
	}
	e = read(t, e.Text()+"undo\nundo")
	if got := raced(e); got != "[5 0 0] [0] a:sausage glass 60, deals 1" {
		t.Error(got)
	}
}

// A club's evening: six people, five prizes, two taps a hand and one that books it; now and then somebody plays without a trick, breaks a
// rule, or is corrected. The tricks, the money and the prizes add up after each line, and the text read again says the same.
func TestClubEvening(t *testing.T) {
	t.Parallel()
	people := []string{"Anni", "Beat", "Christine", "Dölf", "Elsbeth", "Fritz"}
	rng := rand.New(rand.NewPCG(1, 21))
	e := read(t, `kasse 2
name "Ramset in Ried"
money francs cash
race up 21 without 0.10 rule 0.50 prize 0.50 prizes Wurst Wurst Wurst Käse Wein
seats Anni Beat Christine Dölf Elsbeth Fritz dealer Fritz
`)
	tricks, taps := 0, 0
	for e.Now().Players == nil {
		now := e.Now()
		playing := slices.DeleteFunc(slices.Clone(now.Seats), func(p int) bool { return slices.Contains(now.Through, p) })
		rng.Shuffle(len(playing), func(i, j int) { playing[i], playing[j] = playing[j], playing[i] })
		one, two, n := people[playing[0]], people[playing[1]], 1+rng.IntN(4)
		var d Draft
		var err error
		list := []string{"tricks " + one + " " + strconv.Itoa(n), "in " + two}
		if rng.IntN(5) == 0 && len(playing) > 2 { // a third one plays, and has none
			list = append([]string{"tricks " + people[playing[2]] + " 0"}, list...)
		}
		for _, tap := range list {
			taps++
			if d, err = e.Tap(d, tap); err != nil {
				t.Fatal(tap, err)
			}
		}
		look := e.Look(d)
		if look.Line == "" {
			t.Fatalf("after %q: %v", list, look.Missing)
		}
		lines := []string{look.Line}
		switch rng.IntN(8) {
		case 0:
			lines = append(lines, "fine "+one)
		case 1: // somebody said the wrong name
			lines = append(lines, "undo", "redo")
		case 2:
			lines = append(lines, "fix "+strconv.Itoa(len(e.Steps())+1)+": "+look.Line)
		}
		for _, l := range lines {
			if err := e.Append(l); err != nil && !strings.HasPrefix(l, "fine") {
				t.Fatal(l, err)
			}
			whole(t, e)
		}
		tricks += raceSize
	}
	sum := 0
	for _, n := range e.Now().Points {
		sum += n
	}
	if sum != tricks || len(e.Now().Through) != 5 {
		t.Errorf("%d points of %d tricks; through %v", sum, tricks, e.Now().Through)
	}
	if hands := e.Now().Hands; taps > 2*hands+hands/2 {
		t.Errorf("%d taps for %d hands", taps, hands)
	}
	if err := e.Append("end"); err != nil {
		t.Fatal(err)
	}
	whole(t, e)
	if e.Now().Pot != 0 {
		t.Errorf("%d stay in the glass", e.Now().Pot)
	}
}

// whole checks that the money adds up to nothing, that every prize was taken once, and that the text says it all.
func whole(t *testing.T, e *Evening) {
	t.Helper()
	p := e.Now()
	sum := p.Pot
	for _, b := range p.Balance {
		sum += b
	}
	if sum != 0 {
		t.Fatalf("the money adds up to %d", sum)
	}
	for i, won := range e.now.prizes {
		if won.Person != p.Through[i] || won.Name != e.Race().prize(i) {
			t.Fatalf("prize %d: %v", i, won)
		}
	}
	again := read(t, e.Text())
	if raced(again) != raced(e) || string(again.JSON()) != string(e.JSON()) || string(again.CSV(table(again))) != string(e.CSV(table(e))) {
		t.Fatalf("read again: %s, not %s", raced(again), raced(e))
	}
	var file struct{ Race struct{ Line string } }
	if err := json.Unmarshal(e.JSON(), &file); err != nil || !strings.Contains(e.Text(), file.Race.Line+"\n") || file.Race.Line == "" {
		t.Fatalf("the file for other programs has the race %q: %v", file.Race.Line, err)
	}
	var page struct {
		Race struct {
			Goal  int
			Fines []pot.Chips
		}
		Now struct{ Points, Through []int }
	}
	if err := json.Unmarshal(e.Page("", 0), &page); err != nil || page.Race.Goal != e.Race().Goal || !slices.Equal(page.Now.Points, p.Points) {
		t.Fatalf("the page has %+v, %v", page, err)
	}
}
