package digest_test

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"chratze/chance"
	"chratze/history"
	"chratze/internal/desk"
	"chratze/internal/group"
	"chratze/internal/group/digest"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// evening is the example of package desk, without its mistakes.
const evening = `kasse 1
name "Stammtisch"
rules chratze,ante=50
money francs credit
seats anna beat carl dora dealer dora
anna 2! beat 1 carl 1 @2026-10-03T20:15:00Z
beat 1! carl 3 anna 0
anna 2! beat 2
end`

// valid adds a digest to a group, which checks it, and reports its size.
func valid(t *testing.T, d *group.Digest, names map[int]string) int {
	t.Helper()
	l := group.New()
	for _, text := range append([]string{group.Format}, l.Enter(group.OfFile, "x", d, names, true)...) {
		if err := l.Append(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return len(d.Line(1))
}

// TestDesk: the accounts are those of the desk, and the hands say how often each declared and made it.
func TestDesk(t *testing.T) {
	t.Parallel()
	d, names, err := digest.Desk(strings.Split(evening, "\n"), "2026-11-30")
	if err != nil {
		t.Fatal(err)
	}
	valid(t, d, names)
	e, err := desk.Read(evening)
	if err != nil {
		t.Fatal(err)
	}
	for i, won := range e.Owed() {
		if d.People[i].Won != won || d.People[i].Owed != won || names[i+1] != e.People()[i] {
			t.Errorf("%s has %+v, want %d", names[i+1], d.People[i], won)
		}
	}
	anna := d.People[0]
	if !d.Over || d.Day != "2026-10-03" || d.Hands != 3 || anna.Hands != 3 || anna.Declared != 2 || anna.Made != 2 || anna.Joined != 1 || anna.Kept != 0 || d.People[3].Joined != 0 {
		t.Errorf("%+v", d)
	}
	running, _, err := digest.Desk(strings.Split(strings.TrimSuffix(evening, "\nend"), "\n"), "2026-11-30")
	if err != nil || running.Over || running.People[0].Won != anna.Won || running.Of == d.Of {
		t.Errorf("before its end: %+v %v", running, err)
	}
	if _, _, err := digest.Desk([]string{"kasse 1"}, "2026-11-30"); !errors.Is(err, digest.ErrHands) {
		t.Errorf("without people: %v", err)
	}
}

// TestFile: recorded hands give the sums that the kernel pays, on any seat; the rest of the pot is shared, so that all adds up to 0.
func TestFile(t *testing.T) {
	t.Parallel()
	v := variant.Default()
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	rng := chance.Of(rand.New(rand.NewPCG(1, 2)))
	deck, start := rams.Deck{Source: rng}, g.FirstStart(0)
	var text strings.Builder
	won, declared := map[string]pot.Chips{}, 0
	for n := range 200 {
		var rec rams.Record
		if err := rec.Begin(g, start); err != nil {
			t.Fatal(err)
		}
		for range rec.Turns(&deck) {
			view := rec.View(rec.Turn())
			rec.ApplyUnchecked(view.Legal[rng.IntN(len(view.Legal))], nil)
		}
		names := []string{"a", "b", "c", "d"}
		names[n%4], names[0] = names[0], names[n%4]
		r := rec.Result()
		for seat, name := range names {
			won[name] += r.Payout[seat] - r.Penalty[seat] - r.Paid[seat]
		}
		if s := rec.State(); s.Declarer() >= 0 {
			declared++
		}
		text.WriteString(history.FromRecord(v, names, &rec, nil).String() + "\n")
		start = r.Next
	}
	d, names, err := digest.File(text.String(), "francs", "2026-11-30")
	if err != nil {
		t.Fatal(err)
	}
	if size := valid(t, d, names); size > group.MaxDigest/2 {
		t.Errorf("a digest of four people takes %d bytes", size)
	}
	sum, all := pot.Chips(0), 0
	for _, p := range d.People {
		sum += p.Won
		all += p.Declared
		if off := p.Won - won[names[p.N]]; off < 0 || off > start.Pot {
			t.Errorf("%s has %d, and won %d", names[p.N], p.Won, won[names[p.N]])
		}
		if p.Hands != 200 {
			t.Errorf("%+v", p)
		}
	}
	if sum != 0 || all == 0 || all > declared || d.Hands != 200 {
		t.Errorf("the sum is %d, %d were declared of %d", sum, all, declared)
	}
	for _, bad := range []string{"nothing", text.String()[:500]} {
		if _, _, err := digest.File(bad, "francs", "2026-11-30"); err == nil {
			t.Errorf("%.20s is a file", bad)
		}
	}
	if _, _, err := digest.File("", "francs", "2026-11-30"); !errors.Is(err, digest.ErrHands) {
		t.Errorf("an empty file: %v", err)
	}
	if got := digest.Of([]string{"a", "b"}); len(got) != 16 || got == digest.Of([]string{"ab"}) {
		t.Errorf("the hash is %s", strconv.Quote(got))
	}
}

// TestFileDay: the day of a file is as it has it; that of a desk is today if it is none.
func TestFileDay(t *testing.T) {
	t.Parallel()
	for at, want := range map[string][2]string{
		"2026-02-30T20:00:00Z": {"2026-02-30", "2026-11-30"}, "2027-11-20T18:00:00Z": {"2027-11-20", "2027-11-20"}, "20:15": {"2026-11-30", "2026-11-30"},
	} {
		text := "kasse 1\nseats anna beat carl dealer carl\nanna 2! beat 2 @" + at
		file, _, err := digest.File(text, "francs", "2026-11-30")
		if err != nil {
			t.Fatal(err)
		}
		d, _, err := digest.Desk(strings.Split(text, "\n"), "2026-11-30")
		if err != nil || [2]string{file.Day, d.Day} != want {
			t.Errorf("%s: %s of a file, %s of a desk, %v", at, file.Day, d.Day, err)
		}
	}
}

// TestOfFile: the same hands are one evening, by any name, with comments, ended or not; one more hand is another.
func TestOfFile(t *testing.T) {
	t.Parallel()
	const text = "kasse 1\nseats anna beat\nanna 2! beat 2\n"
	for _, same := range []string{text + "end\n", text + "# paid\n", strings.Replace(text, "seats", "name \"Friday\"\nseats", 1), strings.ReplaceAll(text, "\n", "\r\n")} {
		if digest.OfFile(same) != digest.OfFile(text) {
			t.Errorf("%q is another evening than %q", same, text)
		}
	}
	if digest.OfFile(text+"anna 1! beat 3\n") == digest.OfFile(text) {
		t.Error("one more hand is the same evening")
	}
}
