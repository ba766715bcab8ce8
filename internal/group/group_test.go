package group

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"chratze/pot"
)

// regulars is a group with an evening at a table, one at a desk and one by hand.
const regulars = `group 1
name "Stammtisch Rössli"
money francs carried
member 1 "Anna"
member 2 "Beat"
phone 3 is 1 @2026-10-03T19:30:00Z 3
evening 1 table 417 1=1 2=2 3="Carla"
digest 1 {"v":1,"day":"2026-09-05","money":"francs","hands":9,"over":true,"pot":{"hand":4,"amount":320},"people":[{"n":1,"won":300,"owed":300,"hands":9,"declared":4,"made":3},{"n":2,"won":-200,"owed":-200},{"n":3,"won":-100,"owed":-100}]}
evening 2 desk k7m2x9q4w1ab 1=1 2=2
digest 2 {"v":1,"day":"2026-09-19","money":"euro","over":true,"people":[{"n":1,"won":-50,"owed":-50},{"n":2,"won":50,"owed":50}]}
evening 3 hand 2026-10-03 1 +1.20 2 -1.20
fix 3 1 +2.20 2 -2.20`

func readText(t *testing.T, text string) *Log {
	t.Helper()
	l, err := Read(strings.Split(text, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func add(t *testing.T, l *Log, lines ...string) {
	t.Helper()
	for _, text := range lines {
		if err := l.Append(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

// TestView: sums of different money stay apart, a correction counts, a guest has an account of its own, and each payment names the
// evenings that it is made of.
func TestView(t *testing.T) {
	t.Parallel()
	l := readText(t, regulars)
	v := l.View(nil, "2026-11-30")
	if len(v.Standings) != 2 || v.Standings[0].Money != "francs" || v.Standings[0].Rows[0].Won != 520 || v.Standings[1].Rows[0].Won != 50 || v.Standings[1].Rows[0].Member != 2 {
		t.Errorf("standings %+v", v.Standings)
	}
	if c := v.Standings[0].Course[2]; !slices.Equal(c, v.Standings[0].Course[2]) || len(c) != 2 || c[0] != -200 || c[1] != -420 {
		t.Errorf("course %v", c)
	}
	want := []Payment{{Account{Evening: 1, Person: 3}, Account{Member: 1}, 100, []int{1, 3}}, {Account{Member: 2}, Account{Member: 1}, 420, []int{1, 3}}}
	if !reflect.DeepEqual(v.Payments, want) && !reflect.DeepEqual(v.Payments, []Payment{want[1], want[0]}) {
		t.Errorf("payments %+v", v.Payments)
	}
	add(t, l, "paid 2 1 4.20", "paid 1/3 1 1.00")
	if v := l.View(nil, "2026-11-30"); len(v.Open) != 0 || len(v.Payments) != 0 || len(v.Moves) != 2 {
		t.Errorf("when all is paid %+v", v.Open)
	}
	r, err := ReadRange("2026-09-01..2026-09-30 least 3")
	if err != nil {
		t.Fatal(err)
	}
	if v := l.View(&r, "2026-11-30"); len(v.Standings) != 1 || !slices.Equal(v.Standings[0].Evenings, []int{1}) {
		t.Errorf("in September with three %+v", v.Standings)
	}
	if r.Span = "last-year"; len(l.View(&r, "2026-11-30").Standings) != 0 {
		t.Error("last year had an evening")
	}
	r = Range{Best: 1, Of: 2}
	if rows := l.View(&r, "2026-11-30").Standings[0].Rows; rows[0].Won != 300 || rows[1].Won != -200 {
		t.Errorf("the best of two %+v", rows)
	}
}

// TestGone: the name of one who is gone stands in no line and in no view, and what they won and owe stays.
func TestGone(t *testing.T) {
	t.Parallel()
	l := readText(t, regulars)
	add(t, l, `member 3 "Ueli"`, `rename 3 "Beatus"`, `evening 4 hand 2026-10-04 1 +1.00 "beat" -1.00`, `next 2026-12-01T20:00+01:00 "Rössli"`, `come 2 +1 "Beat kommt" @2026-10-05T10:00:00Z 3`,
		`come 1 "with BEAT, not Beatus"`, `name "Anna, Beat & Ueli"`, `evening 5 hand 2026-10-04 1 +1.00 "Cora" -1.00`, `member 4 "Cora"`, "gone 4", "gone 2")
	v := l.View(nil, "2026-11-30")
	text, _ := json.Marshal(v)
	for _, s := range []string{string(text), strings.Join(l.Lines(), "\n")} {
		if got := strings.ReplaceAll(strings.ToLower(s), "beatus", ""); strings.Contains(got, "beat") {
			t.Errorf("the name is still in %s", s)
		}
	}
	if v.Name != "Anna, Guest 2 & Ueli" || v.Next.Answers[0].Word != "with Guest 2, not Beatus" {
		t.Errorf("%q, %+v", v.Name, v.Next.Answers)
	}
	if v.Members[1].Name != "Guest 2" || v.Standings[0].Rows[1].Member != 2 || v.Next.Come != 3 {
		t.Errorf("%+v", v.Members)
	}
	again, err := Read(l.Lines())
	if err != nil || !reflect.DeepEqual(again.View(nil, "2026-11-30"), v) || !slices.Equal(again.Lines(), l.Lines()) {
		t.Errorf("read again: %v", err)
	}
	if err := l.Append("member 5 \"Guest 2\""); err == nil {
		t.Error("another may be called like one who is gone")
	}
	add(t, l, `member 5 "Beat"`) // another Beat
}

// TestSame: a merge moves sums and can be undone; names that are alike are proposed, until someone says that they are two.
func TestSame(t *testing.T) {
	t.Parallel()
	l := readText(t, regulars)
	add(t, l, `member 3 "Bea"`, `member 4 "Ännä"`, `evening 4 hand 2026-10-10 2 +1.00 3 -1.00`)
	before := l.View(nil, "2026-11-30")
	if !reflect.DeepEqual(before.Alike, [][2]Account{{{Member: 1}, {Member: 4}}}) {
		t.Errorf("alike are %v", before.Alike)
	}
	add(t, l, `evening 5 hand 2026-10-11 4 +2.00 2 -2.00`, "same 4 1")
	if v := l.View(nil, "2026-11-30"); v.Standings[0].Rows[0].Won != 720 || v.Standings[0].Rows[0].Evenings != 3 {
		t.Errorf("as one: %+v", v.Standings[0].Rows)
	}
	err := l.Append("same 3 2")
	if e, _ := err.(*Error); e == nil || e.Code != CodeTogether || e.N != 4 {
		t.Errorf("those who sat at one table: %v", err)
	}
	add(t, l, "apart 4", "drop 5", "apart 4 1")
	after := l.View(nil, "2026-11-30")
	add(t, l, "apart 1 1/3") // Carla is no Anna
	for _, tt := range []struct {
		guest string
		want  [][2]Account
	}{
		{"anna", [][2]Account{{{Member: 1}, {Evening: 6, Person: 2}}}}, {"Ånna", [][2]Account{{{Member: 1}, {Evening: 6, Person: 2}}}}, {"Hanna", [][2]Account{{{Member: 1}, {Evening: 6, Person: 2}}}},
		{"Hannah", [][2]Account{}}, {"Bet", [][2]Account{{{Member: 3}, {Evening: 6, Person: 2}}}}, {"Be", [][2]Account{}},
	} {
		guests := l.Clone()
		add(t, guests, "same 4 1", `evening 6 hand 2026-10-12 2 +1.00 "`+tt.guest+`" -1.00`, `evening 7 hand 2026-10-13 2 +1.00 "`+tt.guest+`" -1.00`)
		if got := guests.View(nil, "2026-11-30").Alike; !reflect.DeepEqual(got, tt.want) {
			t.Errorf("the guest %s: alike are %v, want %v", tt.guest, got, tt.want)
		}
		if add(t, guests, "apart 1 6/2", "apart 3 6/2"); len(guests.View(nil, "2026-11-30").Alike) != 0 {
			t.Errorf("the guest %s is proposed again", tt.guest)
		}
	}
	if len(after.Alike) != 0 || !reflect.DeepEqual(after.Standings, before.Standings) || !reflect.DeepEqual(after.Open, before.Open) {
		t.Errorf("undone: %+v", after.Alike)
	}
}

// TestJar: losses, heads and the absent go in, winners take nothing out, and nothing is spent or shared that wasn't in it.
func TestJar(t *testing.T) {
	t.Parallel()
	l := readText(t, `group 1
money francs jar
member 1 "Anna"
member 2 "Beat"
member 3 "Carl"
jar head 1.00 absent 5.00
evening 1 hand 2026-10-03 1 +3.00 2 -3.00
fine 1 0.50 "late"
paid 2 jar 4.00
spend 2.50 "Fondue"`)
	v := l.View(nil, "2026-11-30")
	owe := map[int]int{}
	for _, b := range v.OpenJar {
		owe[b.Of.Member] = int(b.Amount)
	}
	if v.InJar != 150 || !reflect.DeepEqual(owe, map[int]int{1: -150, 3: -500}) || len(v.Open) != 0 || len(v.Payments) != 2 {
		t.Errorf("in the jar %d, owed %v, payments %+v", v.InJar, owe, v.Payments)
	}
	if err := l.Append(`share 1 1.00 2 0.55`); err == nil || err.(*Error).Code != CodeEmpty {
		t.Errorf("more than there is: %v", err)
	}
	add(t, l, "share 1 0.75 2 0.75")
	if v := l.View(nil, "2026-11-30"); v.InJar != 0 || len(v.Moves) != 5 {
		t.Errorf("after sharing %d, %+v", v.InJar, v.Moves)
	}
}

// TestNext: answers to an earlier date stay, greyed, until each says again.
func TestNext(t *testing.T) {
	t.Parallel()
	l := readText(t, regulars)
	add(t, l, `next 2026-10-17T20:00+02:00 "Rössli" enough 4`, "come 1 +2", `perhaps 2 "late" @2026-10-05T10:00:00Z 3`, `next 2026-10-24T18:00Z`, "not 1")
	n := l.View(nil, "2026-11-30").Next
	want := []Answer{{Member: 1, Say: "not"}, {Member: 2, Say: "perhaps", Word: "late", Old: true, Phone: 3}}
	if n.Come != 0 || !reflect.DeepEqual(n.Answers, want) {
		t.Errorf("%+v", n)
	}
	add(t, l, "next off")
	if l.View(nil, "2026-11-30").Next != nil || l.Append("come 1") == nil {
		t.Error("it was called off")
	}
}

// TestClaims: of two phones that say the same name the second waits for a yes of another phone, unless it has the seat.
func TestClaims(t *testing.T) {
	t.Parallel()
	l := readText(t, regulars)
	add(t, l, "phone 4 is 1 @2026-10-05T10:00:00Z 4")
	if m := l.View(nil, "2026-11-30").Members[0]; !slices.Equal(m.Phones, []int{3}) || !slices.Equal(m.Asks, []int{4}) {
		t.Errorf("%+v", m)
	}
	for _, text := range []string{"yes 4 @2026-10-05T10:00:00Z 4", "phone 3 is 2 @2026-10-05T10:00:00Z 4", "yes 3"} {
		if l.Append(text) == nil {
			t.Errorf("%s is taken", text)
		}
	}
	add(t, l, "yes 4 @2026-10-05T10:00:00Z 3", "phone 5 is 2 seat", "phone 3 is 0")
	if m := l.View(nil, "2026-11-30").Members; !slices.Equal(m[0].Phones, []int{4}) || !slices.Equal(m[1].Phones, []int{5}) {
		t.Errorf("%+v", m)
	}
}

// TestBadLines: each is refused with its code and place, and changes nothing.
func TestBadLines(t *testing.T) {
	t.Parallel()
	l := readText(t, regulars)
	before, lines := l.View(nil, "2026-11-30"), len(l.Lines())
	for text, want := range map[string]string{
		`member 3 "Anna"`: CodeAnna, `member 3 "аnna"`: CodeAnna, `member 4 "Carl"`: CodeNext, `member 3 Carl`: CodeName, `member 3 "Carl`: CodeQuote, `member 3 "..."`: CodeName, `member 3 "Guest 7"`: CodeName,
		`rename 9 "Carl"`: CodeMember, `same 1 1`: CodeSame, `same 2 1`: CodeTogether, `apart 1`: CodeSame, `gone 7`: CodeMember,
		`evening 4 table 417 1=1`: CodeTwice, `evening 4 table 418 1=1 2=1`: CodeTwo, `evening 4 table 418 1=9`: CodeMember, `evening 4 table 418 x`: CodePerson, `evening 9 table 418`: CodeNext,
		`evening 4 hand 2026-10-04 1 +1.20 2 -1.00`: CodeSum, `evening 4 hand 2026-02-30 1 +1.20 2 -1.20`: CodeDate, `evening 4 hand 2026-10-04 1 1.20 2 -1.20`: CodeSign, `evening 4 hand 2026-10-04 1 +1.21 2 -1.21`: CodeCoin,
		`evening 4 hand 2026-10-03 1 +2.20 2 -2.20`: CodeTwice, `evening 4 hand 2026-10-04`: CodePeople, `evening 4 hand 2026-10-04 1 +1.20`: CodePeople, `evening 4 hand 2026-10-04 1 +1.20 "" -1.20`: CodeUnnamed, `member 3 " "`: CodeUnnamed,
		`evening 4 hand 2026-10-04 1 +1.33 2 -1.33`: CodeCoin, `evening 4 hand 2026-10-04 1 +-1.20 2 +1.20`: CodeSigns, `evening 4 hand 2026-10-04 1 +0.001 2 -0.001`: CodeAmount, `paid 1 2 0.99`: CodeCoin,
		`fix 1 1 +1.20 2 -1.20`: CodeHand, `fix 3 1 +1.20 2 -1.00`: CodeSum, `who 1 4=1`: CodePerson, `who 1 3=1`: CodeTwo, `drop 4`: CodeEvening, `who 1`: CodeMore,
		`paid 1 1 2.00`: CodeSelf, `paid 1 jar 2.00`: CodeJar, `fine 1 2.00`: CodeJar, `jar head 5.00`: CodeJar, `paid 1 2 zwei`: CodeAmount, `paid 1/9 2 1.00`: CodePerson, `money points carried`: CodePoints,
		`next tomorrow`: CodeDate, `come 1`: CodeDate0, `show best 9 of 8`: CodeNumber, `show never`: CodeWord, `hello`: CodeWord, `"name" "x"`: CodeWord, `name "x" y`: CodeLess, `yes 3`: CodeAsk,
		`digest 3 {}`: CodeDigest, `digest 9 {}`: CodeEvening, `digest 1 {"day":"2026-09-05","money":"francs","people":[{"n":1,"won":3,"owed":3}]}`: CodeDigest,
		`digest 1 {"day":"2026-09-05","money":"francs","people":[{"n":1}],"cards":1}`: CodeDigest,
		"name \"" + strings.Repeat("x", MaxLine) + `"`:                                CodeFull,
	} {
		err := l.Append(text)
		if e, _ := err.(*Error); e == nil || e.Code != want {
			t.Errorf("%.60s: %v, want %s", text, err, want)
		}
	}
	if !reflect.DeepEqual(l.View(nil, "2026-11-30"), before) || len(l.Lines()) != lines {
		t.Error("a refused line changed something")
	}
	if _, err := Read([]string{Format, `member 1 "Anna"`, "nothing"}); err == nil || err.(*Error).Line != 3 {
		t.Errorf("of a log: %v", err)
	}
	if _, err := Read([]string{"group 2"}); err == nil || err.(*Error).Code != CodeVersion {
		t.Errorf("of a later version: %v", err)
	}
}

// TestRefused: a phone may not write an evening to come, a next evening that is over, or a guest by the name of one who was there.
// Lines that are in a log already are read.
func TestRefused(t *testing.T) {
	t.Parallel()
	l := readText(t, regulars)
	for text, want := range map[string]string{
		`evening 4 hand 2026-12-02 1 +1.20 2 -1.20`: CodeFuture, `fix 3 2026-12-02 1 +1.20 2 -1.20`: CodeFuture, `evening 4 hand 2026-12-01 1 +1.20 2 -1.20`: "",
		`evening 4 hand 2026-10-04 1 +1.20 "anna" -1.20`: CodeAnna, `fix 3 "Anna" -1.20 1 +1.20`: CodeAnna, `evening 4 hand 2026-10-04 2 +1 "Anna" -1`: "", `evening 4 hand 2026-10-04 2 +1 "Carla" -1`: "",
		`next 2020-01-01T20:00+02:00 "Rössli"`: CodePast, `next 2026-11-28T23:59Z`: CodePast, `next 2026-11-30T02:00+02:00`: "", `next 2026-12-01T20:00Z`: "", "next off": "", "next": "", "fix": "", "evening 4 hand": "", "": "",
	} {
		err := l.Refused(text, "2026-11-29", "2026-12-01")
		if e, _ := err.(*Error); (e == nil) != (want == "") || e != nil && e.Code != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
		if want != "" {
			add(t, l.Clone(), text)
		}
	}
}

// TestClockBack: a clock that was set back changes nothing: the lines stand in the order in which they came, evenings in that of their days.
func TestClockBack(t *testing.T) {
	t.Parallel()
	l := readText(t, regulars)
	add(t, l, "next 2026-12-01T20:00Z @2026-11-30T10:00:00Z 3", "come 1 @2026-11-30T10:01:00Z 3", "not 1 @2026-11-29T10:00:00Z 3", "next 2026-12-02T20:00Z @2020-01-01T10:00:00Z 3",
		"perhaps 1 @2019-01-01T10:00:00Z 3", "evening 4 hand 2026-09-01 1 +1.00 2 -1.00 @2019-01-01T10:00:00Z 3", "paid 2 1 1.00 @2019-01-01T10:00:00Z 3")
	v := l.View(nil, "2019-01-01")
	if a := v.Next.Answers; len(a) != 1 || a[0].Say != "perhaps" || a[0].Old {
		t.Errorf("%+v", a)
	}
	if got := v.Standings[0].Evenings; !slices.Equal(got, []int{4, 1, 3}) || v.Moves[0].Time != "2019-01-01T10:00:00Z" {
		t.Errorf("evenings %v, %+v", got, v.Moves)
	}
}

// TestMoneyChanges: while nothing was paid the money can change, and evenings in another are never added.
func TestMoneyChanges(t *testing.T) {
	t.Parallel()
	l := readText(t, regulars)
	add(t, l, "money euro carried")
	if v := l.View(nil, "2026-11-30"); len(v.Open) != 2 || v.Open[0].Amount != -50 {
		t.Errorf("open in euro %+v", v.Open)
	}
	add(t, l, "money francs carried", "paid 2 1 1.00")
	if err := l.Append("money euro carried"); err == nil || err.(*Error).Code != CodeMoney {
		t.Errorf("after a payment: %v", err)
	}
}

// TestNames: long and foreign names are shown as they are.
func TestNames(t *testing.T) {
	t.Parallel()
	l := New()
	add(t, l, Format)
	for i, name := range []string{strings.Repeat("🎴", 24), "علی\u200cرضا", "安奈", "Zoé"} {
		add(t, l, fmt.Sprintf("member %d \"%s\"", i+1, "\u202e"+name))
		if got := l.View(nil, "2026-11-30").Members[i].Name; got != name {
			t.Errorf("%q is shown as %q", name, got)
		}
	}
}

// TestEnter: an evening is entered once; who has a member's name is that member, and the others join or are guests.
func TestEnter(t *testing.T) {
	t.Parallel()
	l := readText(t, regulars)
	d := &Digest{Day: "2026-11-01", Money: "francs", Over: true, People: []Person{{N: 1, Won: 5, Owed: 5}, {N: 2, Won: -5, Owed: -5}, {N: 3, Bot: true}}}
	names := map[int]string{1: "BEAT", 2: "Dora"}
	want := []string{`member 3 "Dora"`, "evening 4 table 9 1=2 2=3", d.Line(4)}
	if got := l.Enter(AtTable, "9", d, names, true); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	lines := l.Enter(AtTable, "9", nil, nil, false)
	add(t, l, lines...)
	if got := l.Enter(AtTable, "9", d, names, false); got != nil {
		t.Errorf("twice: %q", got)
	}
	lines = l.Renew(4, d, names)
	if want := []string{d.Line(4), `who 4 1=2 2="Dora"`}; !slices.Equal(lines, want) {
		t.Errorf("%q, want %q", lines, want)
	}
	add(t, l, lines...)
	if got := l.Renew(4, d, names); got != nil {
		t.Errorf("the same again: %q", got)
	}
}

// TestWeight: what a phone loads of 200 evenings of five people is small.
func TestWeight(t *testing.T) {
	t.Parallel()
	l := New()
	add(t, l, Format, "money francs carried")
	for n, name := range []string{"Anna", "Beat", "Carl", "Dora", "Emil", "Fritz"} {
		add(t, l, fmt.Sprintf("member %d %q", n+1, name))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= 200; n++ {
		d := &Digest{Version: 1, Of: fmt.Sprintf("%016x", rng.Uint64()), Day: fmt.Sprintf("20%02d-%02d-%02d", 10+n/20, 1+n%12, 1+n%28), Money: "francs", Rules: "chratze,ante=50", Hands: 40 + rng.IntN(30), Over: true, Pot: &Mark{rng.IntN(40), pot.Chips(10 * rng.IntN(200))}}
		sum := pot.Chips(0)
		for k := range 5 {
			won := pot.Chips(10*rng.IntN(400) - 2000)
			if k == 4 {
				won = -sum
			}
			sum += won
			d.People = append(d.People, Person{N: k + 1, Won: won, Owed: won, Tally: Tally{Hands: d.Hands, Declared: rng.IntN(20), Joined: 20 + rng.IntN(20), Kept: rng.IntN(20), Susi: rng.IntN(3)}, Best: &Mark{1 + rng.IntN(40), pot.Chips(10 * rng.IntN(90))}, Worst: &Mark{1 + rng.IntN(40), pot.Chips(-10 * rng.IntN(90))}})
		}
		add(t, l, fmt.Sprintf("evening %d table %d 1=1 2=2 3=%d 4=%d 5=6", n, n*7, 3+n%2, 4+n%2), d.Line(n))
	}
	body, err := json.Marshal(l.View(nil, "2026-11-30"))
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	_, _ = w.Write(body)
	_ = w.Close()
	if packed.Len() > 80<<10 {
		t.Errorf("200 evenings take %d bytes, packed %d", len(body), packed.Len())
	}
	t.Logf("%d bytes, packed %d", len(body), packed.Len())
}

// TestDocument: each line that docs/group.md shows is one, and every verb is shown there.
func TestDocument(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("../../docs/group.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(b), "```text\n")
	block, rest, ok := strings.Cut(block, "```")
	if !ok {
		t.Fatal("docs/group.md shows no lines")
	}
	readText(t, strings.TrimSpace(block))
	for verb := range strings.SplitSeq(Verbs(), ", ") {
		if !strings.Contains(block, "\n"+verb+" ") && !strings.Contains(block, "or "+verb) && !strings.Contains(block+rest, verb+" 4`") && !strings.Contains(block, ", "+verb+"\n") {
			t.Errorf("docs/group.md doesn't show %s", verb)
		}
	}
}
