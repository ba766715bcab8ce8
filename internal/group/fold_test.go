package group

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"chratze/pot"
)

// slowFold is a second reading of docs/group.md, by whole scans of the lines: for each money what each person has won, what
// each owes the others and the jar (below 0: owes), and the content of the jar.
type slowFold struct {
	won, open, jar map[string]int
	twice          []string // evenings whose file is the beginning of another's
}

type slowEvening struct {
	mode         string
	head, absent int
	sums         map[string]int // by member or guest
	order        []string       // of these
	file         string         // the hashes of its lines; "": by hand
	owed         map[int]int    // of a file, by person
	members      int
}

// says reads who the persons of a file were, from a word on: 1=2 2= "Eve" 3=guest. They come in order.
func (e *slowEvening) says(n, text string, from int) {
	for _, word := range strings.Fields(strings.ReplaceAll(text, "= ", "="))[from:] {
		number, who, _ := strings.Cut(word, "=")
		k, _ := strconv.Atoi(number)
		if strings.Trim(who, "0123456789") != "" {
			who = n + "/" + number
		}
		e.order = append(e.order[:k-1], who)
	}
}

// plain returns who a member is.
func plain(same map[string]string, who string) string {
	for same[who] != "" {
		who = same[who]
	}
	return who
}

func cents(text string) int {
	n, _ := strconv.Atoi(strings.NewReplacer(".", "", "+", "").Replace(text))
	return n
}

func fold(lines []string) (f slowFold, inJar int) {
	same, mode, head, absent, members := map[string]string{}, "", 0, 0, 0
	evenings, dropped := map[string]*slowEvening{}, map[string]bool{}
	sums := func(words []string, n string) (s map[string]int, order []string) {
		s = map[string]int{}
		for i := 0; i+1 < len(words); i += 2 {
			who := words[i]
			if strings.HasPrefix(who, `"`) {
				who = n + "/" + strconv.Itoa(i/2+1)
			}
			s[who] = cents(words[i+1])
			order = append(order, who)
		}
		return s, order
	}
	type paid struct {
		from, to string
		n        int
	}
	var all []paid
	gone := map[string]int{}
	for _, text := range lines {
		w := strings.Fields(text)
		switch w[0] {
		case "money":
			mode = w[2]
		case "jar":
			head, absent = cents(w[2]), cents(w[4])
		case "member":
			members++
		case "same":
			same[w[1]] = w[2]
		case "apart":
			delete(same, w[1])
		case "gone":
			for m := 1; m <= members; m++ {
				if who := strconv.Itoa(m); plain(same, who) == plain(same, w[1]) {
					gone[who] = len(evenings)
				}
			}
		case "evening":
			e := &slowEvening{mode: mode, head: head, absent: absent, members: members, sums: map[string]int{}}
			evenings[w[1]] = e
			if w[2] != OfFile {
				e.sums, e.order = sums(w[4:], w[1])
				continue
			}
			e.file = w[3]
			e.says(w[1], text, 4)
		case "who":
			evenings[w[1]].says(w[1], text, 2)
		case "digest":
			var d struct {
				Of     string
				People []struct{ N, Owed int }
			}
			_ = json.Unmarshal([]byte(strings.Join(w[2:], " ")), &d)
			e := evenings[w[1]]
			e.file, e.owed = d.Of, map[int]int{}
			for _, p := range d.People {
				e.owed[p.N] = p.Owed
			}
		case "fix":
			evenings[w[1]].sums, evenings[w[1]].order = sums(w[2:], w[1])
		case "drop":
			dropped[w[1]] = true
		case "keep":
			delete(dropped, w[1])
		case "paid":
			if all = append(all, paid{w[1], w[2], cents(w[3])}); w[2] == "jar" {
				inJar += cents(w[3])
			}
		case "fine":
			all = append(all, paid{w[1], "fine", cents(w[2])})
		case "spend":
			inJar -= cents(w[1])
		}
	}
	root := func(who string) string {
		if n, k, guest := strings.Cut(who, "/"); guest { // who that person was, as the last correction says
			if i, _ := strconv.Atoi(k); i <= len(evenings[n].order) {
				who = evenings[n].order[i-1]
			}
		}
		return plain(same, who)
	}
	f = slowFold{won: map[string]int{}, open: map[string]int{}, jar: map[string]int{}}
	for n, e := range evenings {
		for m, o := range evenings {
			if m != n && e.file != "" && !dropped[n] && !dropped[m] && strings.HasPrefix(o.file, e.file) {
				f.twice = append(f.twice, n)
			}
		}
		number, _ := strconv.Atoi(n)
		if dropped[n] {
			continue
		}
		for k, sum := range e.owed {
			e.sums[e.order[k-1]] = sum
		}
		there := map[string]bool{}
		for who, sum := range e.sums {
			who = root(who)
			there[who] = true
			if !strings.Contains(who, "/") {
				f.won[who] += sum
			}
			switch e.mode {
			case "carried":
				f.open[who] += sum
			case "jar":
				f.jar[who] += min(0, sum) - e.head
			}
		}
		for m := 1; e.mode == "jar" && m <= e.members; m++ {
			if who := strconv.Itoa(m); root(who) == who && !there[who] {
				if left, has := gone[who]; has && number > left {
					continue
				}
				f.jar[who] -= e.absent
			}
		}
	}
	for _, p := range all {
		switch p.to {
		case "jar":
			f.jar[root(p.from)] += p.n
		case "fine":
			f.jar[root(p.from)] -= p.n
		default:
			f.open[root(p.from)] += p.n
			f.open[root(p.to)] -= p.n
		}
	}
	for _, m := range []map[string]int{f.open, f.jar} {
		for who, n := range m {
			if n == 0 {
				delete(m, who)
			}
		}
	}
	return f, inJar
}

func nameOf(a Account) string {
	if a.Member != 0 {
		return strconv.Itoa(a.Member)
	}
	return fmt.Sprintf("%d/%d", a.Evening, a.Person)
}

// TestAnyOrder: for any lines in any order, the lines that are taken lead to the sums of the slow fold; money is conserved, the payments settle all, a
// log is read as it was written, and a refused line or one added to a copy changes nothing.
func TestAnyOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		l := New()
		_ = l.Append(Format)
		_ = l.Append("money francs " + rapid.SampledFrom([]string{Settled, Carried, Jar}).Draw(t, "mode"))
		small := rapid.IntRange(1, 5)
		amount := rapid.Custom(func(t *rapid.T) string { return money(0, pot.Chips(5*rapid.IntRange(1, 100).Draw(t, "amount"))) })
		sums := func() string {
			text, sum := "", 0
			n := rapid.IntRange(2, 4).Draw(t, "people")
			for i, m := range rapid.Permutation([]int{1, 2, 3, 4, 5}).Draw(t, "who")[:n] {
				x := 5 * rapid.IntRange(-100, 100).Draw(t, "sum")
				if i == n-1 {
					x = -sum
				}
				sum += x
				who := strconv.Itoa(m)
				if m > 3 && rapid.Bool().Draw(t, "guest") {
					who = `"Eve"`
				}
				sign := "+"
				if x < 0 {
					sign = ""
				}
				text += " " + who + " " + sign + money(0, pot.Chips(x))
			}
			return text
		}
		account := func() string {
			if rapid.IntRange(0, 4).Draw(t, "kind") == 0 {
				return fmt.Sprintf("%d/%d", small.Draw(t, "evening"), small.Draw(t, "person"))
			}
			return strconv.Itoa(small.Draw(t, "member"))
		}
		for range rapid.IntRange(1, 40).Draw(t, "lines") {
			text := ""
			switch rapid.IntRange(0, 17).Draw(t, "verb") {
			case 16, 17:
				grown(t, l)
				continue
			case 0, 1, 2:
				text = fmt.Sprintf("member %d %q", len(l.members)+1, "N"+strconv.Itoa(len(l.members)*7))
			case 3, 4, 5:
				text = fmt.Sprintf("evening %d hand 2026-%02d-03%s", len(l.evenings)+1, rapid.IntRange(1, 12).Draw(t, "month"), sums())
			case 6:
				text = fmt.Sprintf("fix %d%s", small.Draw(t, "n"), sums())
			case 7:
				text = fmt.Sprintf("%s %d", rapid.SampledFrom([]string{"drop", "keep", "apart"}).Draw(t, "act"), small.Draw(t, "n"))
			case 8:
				text = fmt.Sprintf("same %d %d", small.Draw(t, "a"), small.Draw(t, "b"))
			case 9:
				text = "paid " + account() + " " + account() + " " + amount.Draw(t, "paid")
			case 10:
				text = fmt.Sprintf("paid %s jar %s", account(), amount.Draw(t, "paid"))
			case 11:
				text = fmt.Sprintf("fine %d %s", small.Draw(t, "n"), amount.Draw(t, "fine"))
			case 12:
				text = rapid.SampledFrom([]string{"money francs settled", "money francs carried", "money francs jar", "jar head 1.00 absent 5.00", "spend " + amount.Draw(t, "spent")}).Draw(t, "rule")
			case 14:
				text = rapid.SampledFrom([]string{"next 2026-12-01T20:00Z", `next 2026-12-02T20:00Z "Rössli" enough 4`, "next off", "show least 3", `name "G"`}).Draw(t, "next")
			case 15:
				text = fmt.Sprintf("%s %d", rapid.SampledFrom([]string{"come", "perhaps", "not", "phone 1 is", "phone 2 is", "yes"}).Draw(t, "say"), small.Draw(t, "n"))
			case 13:
				text = fmt.Sprintf("gone %d", small.Draw(t, "n"))
			}
			before := l.Clone()
			was := before.View(nil, "2026-11-30")
			err := l.Append(text)
			if !reflect.DeepEqual(before.View(nil, "2026-11-30"), was) {
				t.Fatalf("%s changes a copy", text)
			}
			if err != nil && (!reflect.DeepEqual(l.View(nil, "2026-11-30"), was) || !slices.Equal(l.Lines(), before.Lines())) {
				t.Fatalf("%s is refused, %v, and changes something", text, err)
			}
		}
		check(t, l)
	})
}

// grown enters the file of an evening that is saved now and then, to whose end two people may have come differently.
func grown(t *rapid.T, l *Log) {
	of := rapid.SampledFrom([]string{"aa", "aabb", "aabbcc", "aadd", "aaddee", "ff"}).Draw(t, "file")
	d, names := fileOf(of)
	lines := l.Enter(OfFile, of, d, names, rapid.Bool().Draw(t, "all"))
	for _, text := range lines {
		if err := l.Append(text); err != nil && len(l.members) < MaxMembers {
			t.Fatalf("%s: %v", text, err)
		}
	}
	if n := l.Find(OfFile, of); n == 0 || l.evenings[n-1].dropped || !strings.HasPrefix(l.evenings[n-1].ref, of) {
		t.Fatalf("%s isn't in the group", of)
	}
	if len(l.Enter(OfFile, of, d, names, false)) > 0 {
		t.Fatalf("%s is entered twice", of)
	}
}

// fileOf returns the evening of a file with these lines, to which one person comes late.
func fileOf(of string) (d *Digest, names map[int]string) {
	won := pot.Chips(10*int(of[len(of)-1]-'a') + len(of))
	d = &Digest{Of: of, Day: "2026-10-03", Money: "francs", Hands: len(of) / 2, Over: true, People: []Person{{N: 1, Won: won, Owed: won}, {N: 2, Won: -won, Owed: -won}}}
	names = map[int]string{1: "N0", 2: "N7"}
	if len(of) > 4 {
		d.People, names[3] = append(d.People, Person{N: 3}), "Eve"
	}
	return d, names
}

// TestGrown: files that were saved in the middle of an evening and later are one evening, in any order, as it was last.
func TestGrown(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		files := []string{"aa", "aabb", "aabbcc", "ff", "ffgg"}
		l := New()
		_ = l.Append(Format)
		_ = l.Append("money francs carried")
		for _, of := range rapid.Permutation(files).Draw(t, "files") {
			d, names := fileOf(of)
			for _, text := range l.Enter(OfFile, of, d, names, true) {
				if err := l.Append(text); err != nil {
					t.Fatal(err)
				}
			}
		}
		a, _ := fileOf("aabbcc")
		b, _ := fileOf("ffgg")
		v := l.View(nil, "2026-11-30")
		if len(v.Evenings) != 2 || v.Standings[0].Rows[0].Won != a.People[0].Won+b.People[0].Won || v.Open[0].Amount != v.Standings[0].Rows[0].Won {
			t.Fatalf("%+v, open %+v of %q", v.Standings, v.Open, l.Lines())
		}
		if err := l.Append("evening 3 file aabb 1=1 2=2"); err == nil || err.(*Error).Code != CodeTwice {
			t.Fatalf("%v", err)
		}
	})
}

// TestGrownSaid: payments, people and merges of the shorter evening stay those of the longer one.
func TestGrownSaid(t *testing.T) {
	t.Parallel()
	l := New()
	add(t, l, Format, "money francs carried", `member 1 "N0"`, `member 2 "Beat"`, `member 3 "Dora"`)
	d, names := fileOf("aabb")
	add(t, l, l.Enter(OfFile, "aabb", d, names, false)...)
	add(t, l, "paid 1/2 1 0.05", "who 1 1=3", "same 3 2", "drop 1", "keep 1")
	d, names = fileOf("aabbcc")
	add(t, l, l.Enter(OfFile, "aabbcc", d, names, false)...)
	v := l.View(nil, "2026-11-30")
	got := map[Account]pot.Chips{}
	for _, b := range v.Open {
		got[b.Of] = b.Amount
	}
	if want := map[Account]pot.Chips{{Evening: 1, Person: 2}: 5 - 26, {Member: 1}: -5, {Member: 2}: 26}; !maps.Equal(got, want) {
		t.Fatalf("open is %v, want %v", got, want)
	}
	add(t, l, "gone 3")
	if e := l.View(nil, "2026-11-30").Evenings; len(e) != 1 || e[0].Hands != 3 || e[0].Ref != "" || len(e[0].People) != 3 || e[0].People[2].Guest != "Eve" {
		t.Errorf("%+v", e)
	}
	add(t, l, "drop 1")
	d, names = fileOf("aabb")
	add(t, l, l.Enter(OfFile, "aabb", d, names, false)...)
	if err := l.Append("keep 1"); err == nil || err.(*Error).Code != CodeTwice || err.(*Error).N != 2 {
		t.Errorf("both: %v", err)
	}
}

func check(t *rapid.T, l *Log) {
	v := l.View(&Range{}, "2026-11-30") // always, not the range that the group shows
	want, inJar := fold(l.Lines()[1:])
	got := slowFold{won: map[string]int{}, open: map[string]int{}, jar: map[string]int{}}
	for _, s := range v.Standings {
		for _, r := range s.Rows {
			got.won[strconv.Itoa(r.Member)] = int(r.Won)
			if c := s.Course[r.Member]; c[len(c)-1] != r.Won {
				t.Fatalf("the course of %d ends with %v", r.Member, c)
			}
		}
	}
	sum := pot.Chips(0)
	for i, list := range [][]Balance{v.Open, v.OpenJar} {
		for _, b := range list {
			items := pot.Chips(0)
			for _, it := range b.Items {
				items += it.Amount
			}
			if items != b.Amount {
				t.Fatalf("the items of %+v add up to %d", b, items)
			}
			[]map[string]int{got.open, got.jar}[i][nameOf(b.Of)] = int(b.Amount)
			sum += b.Amount * pot.Chips(1-i)
		}
	}
	if !reflect.DeepEqual(got, want) || int(v.InJar) != inJar || sum != 0 || inJar < 0 {
		t.Fatalf("%s\ngive %+v, %d, want %+v, %d; open is %d in all", strings.Join(l.Lines(), "\n"), got, v.InJar, want, inJar, sum)
	}
	left := map[Account]pot.Chips{}
	for _, b := range slices.Concat(v.Open, v.OpenJar) {
		left[b.Of] += min(b.Amount, 0) * pot.Chips(1)
	}
	for _, p := range v.Payments {
		left[p.From] += p.Amount
		if len(p.Of) == 0 && len(l.moves) == 0 {
			t.Fatalf("%+v is made of no evening", p)
		}
	}
	for a, n := range left {
		if n != 0 {
			t.Fatalf("after all payments %+v still owes %d", a, n)
		}
	}
	again, err := Read(l.Lines())
	if err != nil || !reflect.DeepEqual(again.View(&Range{}, "2026-11-30"), v) {
		t.Fatalf("read again: %v\n%s", err, strings.Join(l.Lines(), "\n"))
	}
}
