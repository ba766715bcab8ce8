package practice

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"chratze/internal/keyhash"
	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/table"
)

// evening plays a hand and begins the next one. It returns the log as a file, the hands as another
// one, and what the player sees.
func evening(t *testing.T) (log, hands string, sees []string) {
	t.Helper()
	kept := hosttest.NewMemory()
	r := room(t, kept)
	name := made(t, r, "stammtisch-1", "chratze")
	p := sit(t, r, name)
	p.begin("start")
	for p.play(); ; p.play() {
		p.begin("next")
		if p.until(func() bool { return p.ask != nil || p.stage != table.Playing }); p.ask != nil {
			break
		}
	}
	p.seat.Leave()
	lines, err := r.Hands(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	return string(bytes.Join(kept.Records(number(name)), []byte("\n"))) + "\n", string(lines), p.events
}

// stored stores the lines of a file as an evening of another device.
func stored(t *testing.T, text string) (*Room, string) {
	t.Helper()
	log := hosttest.NewMemory()
	var records [][]byte
	for line := range strings.Lines(text) {
		records = append(records, []byte(strings.TrimSpace(line)))
	}
	if _, err := log.Create(t.Context(), "", "chratze", records); err != nil {
		t.Fatal(err)
	}
	return room(t, log), Prefix + "1"
}

// TestBring: what a page has saved is checked, and goes on at another device where it stopped, in
// the middle of a hand. Hands are what they were.
func TestBring(t *testing.T) {
	t.Parallel()
	log, hands, sees := evening(t)
	n := strings.Count(hands, "\n")
	b, err := Bring(log)
	if err != nil || !b.Log || b.Over || b.Hands != n || !strings.HasPrefix(b.About, "chratze") || b.At == 0 {
		t.Fatalf("the log is %+v, %v; %d hands were played", b, err, n)
	}
	r, name := stored(t, log)
	p := sit(t, r, name)
	p.until(func() bool { return p.ask != nil })
	if !slices.Equal(p.events, sees) {
		t.Errorf("elsewhere one sees\n%q, here\n%q", p.events, sees)
	}
	p.play()
	if lines, err := r.Hands(t.Context(), name); err != nil || !strings.HasPrefix(string(lines), hands) || bytes.Count(lines, []byte("\n")) != n+1 {
		t.Errorf("the hands are\n%s\n%v\nwant one more than\n%s", lines, err, hands)
	}

	b, err = Bring(strings.ReplaceAll(hands, "\n", "\r\n"))
	if err != nil || b.Log || !b.Over || b.Hands != n || !strings.HasPrefix(b.About, "chratze") || b.At == 0 {
		t.Errorf("the hands are %+v, %v; %d were played", b, err, n)
	}
	r, name = stored(t, hands)
	if lines, err := r.Hands(t.Context(), name); err != nil || string(lines) != hands {
		t.Errorf("hands that were brought in are\n%s\n%v\nand were\n%s", lines, err, hands)
	}
	q := &player{t: t, said: make(chan []byte, 10)}
	r.Sit(t.Context(), name, 0, func(m []byte) { q.said <- bytes.Clone(m) }, func() { close(q.said) })
	for q.hear() {
	}
	if q.bye == "" {
		t.Error("one sits down at hands")
	}
}

// TestBringUnfit: what isn't an evening, or no longer one, is refused, with the line that is wrong.
func TestBringUnfit(t *testing.T) {
	t.Parallel()
	log, hands, _ := evening(t)
	lines := strings.SplitAfter(log, "\n")
	act := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, `"k":"act"`) })
	for name, c := range map[string]struct {
		text, code string
		line       int
	}{
		"nothing":               {" \n", UnfitFile, 0},
		"a letter":              {"Dear Anna,\nhow are you?\n", UnfitFile, 0},
		"a deal":                {"rams-deal/1\nchratze\n", UnfitFile, 0},
		"a cut line":            {log[:len(log)-5], UnfitLine, len(lines) - 1},
		"a missing record":      {strings.Join(slices.Delete(slices.Clone(lines), act, act+1), ""), UnfitLine, 0},
		"a changed act":         {strings.Replace(log, lines[act], `{"k":"act","at":1,"c":99,"act":"pass"}`+"\n", 1), UnfitLine, act + 1},
		"a first line only":     {lines[0][:len(lines[0])/2], UnfitLine, 1},
		"the log of a server":   {strings.ReplaceAll(log, keyhash.Of(keyOf(0)), keyhash.Of("another")), UnfitServer, 0},
		"an unknown bot":        {strings.ReplaceAll(log, `"stammtisch-1"`, `"exec:rm"`), UnfitLine, 1},
		"a hand that is cut":    {hands + hands[:len(hands)/2], UnfitLine, strings.Count(hands, "\n") + 1},
		"a hand that went else": {strings.Replace(hands, `"amount":20`, `"amount":30`, 1), UnfitLine, 1},
	} {
		b, err := Bring(c.text)
		var unfit *Unfit
		if !errors.As(err, &unfit) || unfit.Code != c.code || c.line != 0 && unfit.Line != c.line || c.code == UnfitLine && unfit.Line == 0 {
			t.Errorf("%s: %+v, %v; want %s at line %d", name, b, err, c.code, c.line)
		}
	}
}
