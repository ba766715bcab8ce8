package desk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"chratze/pot"
)

// ordered is what hands still have to do: "anna -20 (hand 1), beat 40 (hand 1, come)".
func ordered(e *Evening) string {
	var list []string
	for _, o := range e.Orders() {
		var why []string
		for _, r := range o.Why {
			verb := r.Verb
			switch {
			case r.Undone:
				verb = "undone"
			case verb == "" && r.Hand > 0:
				verb = fmt.Sprint("hand ", r.Hand)
			case verb == "":
				verb = r.Kind.String()
			case r.N > 0:
				verb += fmt.Sprint(" ", r.N)
			}
			why = append(why, verb)
		}
		list = append(list, fmt.Sprintf("%s %d (%s)", o.Name, o.Take-o.Give, strings.Join(why, ", ")))
	}
	return strings.Join(list, ", ")
}

// TestOrdersStay: what hands have to do stays, with its reason, over later events of the same pause, corrections, undoing and the next hand,
// until it is ticked: by all, by one, or up to a line.
func TestOrdersStay(t *testing.T) {
	t.Parallel()
	e := read(t, "money francs cash\nseats anna beat carl dora dealer dora\n")
	for _, tt := range []struct{ line, want string }{
		{"", "anna -20 (seats), beat -20 (seats), carl -20 (seats), dora -20 (seats)"},
		{"done", ""},
		{"anna 2! beat 2 carl 0", "anna 40 (hand 1), carl -100 (hand 1), dora -20 (hand 1)"},
		{"come vroni after dora", "anna 40 (hand 1), carl -100 (hand 1), dora -20 (hand 1), vroni -20 (come)"},
		{"go carl part", "anna 40 (hand 1), dora -20 (hand 1), vroni -20 (come), carl -60 (hand 1, go)"},
		{"done anna dora", "vroni -20 (come), carl -60 (hand 1, go)"},
		{"undo", "carl -100 (hand 1), vroni -20 (come)"},
		{"beat 2! vroni 2", "anna -20 (hand 2), beat 100 (hand 2), carl -120 (hand 1, hand 2), dora -20 (hand 2), vroni 20 (come, hand 2)"},
		{"done 5", "anna -20 (hand 2), beat 100 (hand 2), carl -20 (hand 2), dora -20 (hand 2), vroni 40 (hand 2)"},
		{"done 3", "anna -20 (hand 2), beat 100 (hand 2), carl -20 (hand 2), dora -20 (hand 2), vroni 40 (hand 2)"},
		{"done", ""},
		{"undo", "anna 20 (undone), beat -100 (undone), carl 20 (undone), dora 20 (undone), vroni -40 (undone)"},
		{"undo", "anna 20 (undone), beat -100 (undone), carl 20 (undone), dora 20 (undone), vroni -20 (undone, undone)"},
		{"done vroni", "anna 20 (undone), beat -100 (undone), carl 20 (undone), dora 20 (undone)"},
		{"redo", "anna 20 (undone), beat -100 (undone), carl 20 (undone), dora 20 (undone), vroni -20 (undone)"},
	} {
		if tt.line != "" {
			must(t, e.Append(tt.line))
		}
		if got := ordered(e); got != tt.want {
			t.Errorf("after %q: %s\nwant %s", tt.line, got, tt.want)
		}
		reread(t, e)
	}
	for line, want := range map[string]string{"done 99": CodeLine, "done zoe": CodePerson, "done ana": CodeLike, "late 1 anna -1000": CodeShort, "late 0 anna 5": CodeWord, "late 1": CodeMore, "late 1 bob 5": CodePerson} {
		if err := e.Append(line); err == nil || err.(*Error).Code != want {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}

// TestOrdersOnCredit: on credit no coins lie anywhere. What is said is what the last hand and what came after it have changed.
func TestOrdersOnCredit(t *testing.T) {
	t.Parallel()
	e := read(t, "money francs credit\nseats anna beat carl dealer carl\nanna 2! beat 2\nanna 2! beat 2\ncome zoe\n")
	if got := ordered(e); !strings.HasSuffix(got, "zoe -20 (come)") || !strings.Contains(got, "(hand 2)") || strings.Contains(got, "hand 1") {
		t.Error(got)
	}
}

// TestRepriced: a correction says which later hands were then for another pot, and offers to correct that hand alone: the same coins for it,
// and the later hands stay as they were played.
func TestRepriced(t *testing.T) {
	t.Parallel()
	const before = "money francs cash\nseats res urs lisi bea dealer bea\nres 2! urs 1 lisi 1\ndone\nlisi 2! urs 2\nres 1! bea 3\ndone\n"
	e := read(t, before+"fix 2: lisi 1! urs 3\n")
	list, only := e.Corrected()
	if len(list) != 1 || list[0].Hand != 3 || list[0].Now <= list[0].Was || only == "" {
		t.Fatalf("%+v, %q", list, only)
	}
	was := read(t, before)
	must(t, e.Append("undo"))
	must(t, e.Append(only))
	reread(t, e)
	for i, st := range was.Steps() {
		if e.Steps()[i].Played != st.Played || !slices.Equal(e.Steps()[i].Balance, st.Balance) {
			t.Errorf("hand %d is settled anew: %+v", i+1, e.Steps()[i])
		}
	}
	alone := read(t, "money francs cash\nseats res urs lisi bea dealer bea\nres 2! urs 1 lisi 1\nlisi 2! urs 2\nfix 2: lisi 1! urs 3")
	for who, name := range e.People() {
		want := alone.Steps()[1].Balance[who] - was.Steps()[1].Balance[who]
		if got := e.Now().Balance[who] - was.Now().Balance[who]; got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
	if got := ordered(e); !strings.Contains(got, "(late)") {
		t.Errorf("orders: %s", got)
	}
	must(t, e.Append("done"))
	if got := ordered(e); got != "" {
		t.Errorf("after done: %s", got)
	}
	for line, want := range map[string]int{"fix 3: res 2! bea 2": 0, "fix 2: lisi 1! urs 3\ndone\ndrop 2": 1, "insert 2: nobody": 1} { // the last, one hand less, one more
		e := read(t, before+line+"\n")
		if list, only := e.Corrected(); len(list) != want || only != "" {
			t.Errorf("%s: %+v, %q", line, list, only)
		}
	}
	e = read(t, before+"fix 2: lisi 1! urs 3\ndone lisi\n")
	if list, only := e.Corrected(); list != nil || only != "" {
		t.Errorf("where coins have moved already it offers %q, %v", only, list)
	}
}

// TestPocketsAreTheBooks: whatever is booked, corrected, undone and ticked, by whom and up to which line: whoever follows all orders has what
// the books say, and the coins in the pot are the pot.
func TestPocketsAreTheBooks(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e, err := Read("money francs cash\nseats anna beat carl dora\n")
		if err != nil {
			t.Fatal(err)
		}
		pocket := map[string]pot.Chips{}
		table := pot.Chips(0)
		follow := func(names []string) {
			for _, o := range e.Orders() {
				if names == nil || slices.Contains(names, o.Name) {
					pocket[o.Name] += o.Take - o.Give
					table += o.Give - o.Take
				}
			}
		}
		for range rapid.IntRange(1, 20).Draw(t, "lines") {
			switch rapid.IntRange(0, 4).Draw(t, "tick") {
			case 0:
				follow(nil)
				if err := e.Append("done"); err != nil {
					t.Fatal(err)
				}
			case 1:
				name := rapid.SampledFrom(e.ever).Draw(t, "who")
				follow([]string{name})
				if err := e.Append("done " + string(quote(nil, name))); err != nil {
					t.Fatal(err)
				}
			default:
				line := something(t, e)
				if line == "done" {
					follow(nil)
				}
				_ = e.Append(line)
			}
		}
		follow(nil)
		if err := e.Append("done"); err != nil {
			t.Fatal(err)
		}
		if len(e.Orders()) > 0 || len(e.Prizes()) > 0 {
			t.Fatalf("something is left: %s", ordered(e))
		}
		now := e.Now()
		for i, name := range e.People() {
			if pocket[name] != now.Balance[i] {
				t.Fatalf("%s has %d, by the books %d:\n%s", name, pocket[name], now.Balance[i], e.Text())
			}
		}
		if table != now.Pot {
			t.Fatalf("%d lie in the pot, by the books %d", table, now.Pot)
		}
	})
}

// TestTicksMeet: a tick on one phone while the other books, or ticks too: both agree, and what the tick's phone hadn't seen stays open.
func TestTicksMeet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ mine, theirs, after string }{
		{"done", "b 2! c 2", "b 2! c 2 | done 4"},
		{"done b", "b 2! c 2", "b 2! c 2 | done 4 b"},
		{"b 2! c 2", "done", "done | b 2! c 2"},
		{"done", "done a", "done a | done 4"},
		{"b 2! c 2 | done", "done", "done | b 2! c 2 | done 4"}, // its own hand moved: better asked for again than never
		{"done 3", "undo", "undo | done 3"},
	} {
		evening := func(lines string) *Evening {
			return read(t, "kasse 1\nmoney francs cash\nseats a b c dealer c\na 2! b 2\n"+strings.ReplaceAll(lines, " | ", "\n"))
		}
		e, refused, err := Rebase(evening(c.mine).Lines(), evening(c.theirs).Lines())
		if err != nil || refused != nil || !slices.Equal(e.Lines(), evening(c.after).Lines()) {
			t.Errorf("%s after %s: %q, refused %q, %v", c.mine, c.theirs, e.Lines(), refused, err)
		}
	}
}

// TestLike: who comes with a name that is like another's is asked for, unless it stands in quotes.
func TestLike(t *testing.T) {
	t.Parallel()
	e := read(t, "seats anna beat はな\ngo beat")
	for line, want := range map[string]string{
		"come ana": "anna", "come Anna": "anna", "come baet": "beat", "come anna": "", "come zoe": "", `come "ana"`: "", "ana 2": "", "come はる": "", "come": "",
	} {
		if near, _ := e.Like(line); near != want {
			t.Errorf("%s: %q, want %q", line, near, want)
		}
	}
}
