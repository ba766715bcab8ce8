package lines

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chratze/bot"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/rams"
	"chratze/variant"
)

// typist is a person who plays a sitting and says everything in one of the ways
// in which it can be said, asks around, and errs now and then.
type typist struct {
	e    *evening
	rng  *rand.Rand
	wise bot.Bot
	said []string
}

func (p *typist) read(context.Context) input {
	line := p.line()
	p.said = append(p.said, line)
	return input{text: line + "\n"}
}

func (p *typist) line() string {
	v := p.e.session.View()
	if !p.e.playing() {
		return ""
	}
	switch p.rng.IntN(14) {
	case 0:
		return strings.Split("? h t l p w s", " ")[p.rng.IntN(7)]
	case 1: // wrong, at least where cards are asked for
		return p.say(rams.Action{Kind: v.Legal[0].Kind, Cards: v.Game.Rules().Pack.Cards() &^ v.Hand & -(v.Game.Rules().Pack.Cards() &^ v.Hand)}, &v)
	case 2:
		a := v.Legal[p.rng.IntN(len(v.Legal))]
		if v.Hand != 0 && a.Kind == rams.Play { // perhaps against the rules
			a.Cards = p.e.hand(&v)[p.rng.IntN(v.Hand.Len())].Bit()
		}
		return p.say(a, &v)
	case 3:
		return p.say(v.Legal[p.rng.IntN(len(v.Legal))], &v)
	}
	return p.say(p.wise.Act(&v), &v)
}

// say puts an act into words.
func (p *typist) say(a rams.Action, v *rams.View) string {
	var words []string
	way := p.rng.IntN(3)
	if a.Kind == rams.Play || a.Kind == rams.Drop || a.Kind == rams.Lay {
		hand := p.e.hand(v)
		for _, c := range a.Cards.Append(nil) {
			switch i := slices.Index(hand, c); {
			case way == 0 && i >= 0:
				words = append(words, strconv.Itoa(i+1))
			case way == 1:
				words = append(words, strings.ReplaceAll(p.e.Card(c), "\u00a0", " "))
			default:
				words = append(words, c.String())
			}
		}
		if len(words) == 0 {
			return map[string]string{"de-CH": "keine", "de-AT": "keine", "en": "none", "ja": "なし"}[p.e.Lang()]
		}
		return strings.Join(words, ", ")
	}
	return [...]string{a.Kind.String(), p.e.Call(a.Kind), strings.ToUpper(p.e.Call(a.Kind)) + "!"}[way]
}

// TestWriteSittings writes the scripts of whole sittings, one for each preset and
// language: what a person typed, and what stood on the screen. TestScripts plays
// them again. CHRATZE_UPDATE=1 writes them; read them before you check them in.
func TestWriteSittings(t *testing.T) {
	if os.Getenv("CHRATZE_UPDATE") == "" {
		t.Skip("writes testdata/script/play-*.txtar only with CHRATZE_UPDATE=1")
	}
	t.Setenv("LC_ALL", "C.UTF-8")
	scripts, err := filepath.Abs("../../cli/testdata/script")
	if err != nil {
		t.Fatal(err)
	}
	for i, preset := range variant.Presets() {
		for j, lang := range []string{"de-CH", "en", "ja", "de-AT"} {
			if lang == "de-AT" && preset != "zwicken" || lang == "ja" && preset != "chratze" && preset != "kratzen" {
				continue
			}
			deck := []string{"", "french", "", ""}[j]
			script := fmt.Sprintf("play --lang %s --rules %s --seed %d --hands 4 --data data", lang, preset, 100*i+j)
			if deck != "" {
				script += " --deck " + deck
			}
			writeSitting(t, filepath.Join(scripts, fmt.Sprintf("play-%s-%s.txtar", preset, lang)), script)
		}
	}
}

func writeSitting(t *testing.T, path, command string) {
	t.Helper()
	o := &Options{Seat: -1, Bots: DefaultBots, Data: "data"}
	words := strings.Fields(command)
	value := func(flag string) string {
		if i := slices.Index(words, "--"+flag); i >= 0 {
			return words[i+1]
		}
		return ""
	}
	seed, _ := strconv.ParseUint(value("seed"), 10, 64)
	o.Seed = &seed
	o.Hands, _ = strconv.Atoi(value("hands"))
	o.Look = Look{Lang: value("lang"), Deck: value("deck")}
	v, _ := variant.Lookup(value("rules"))
	p := locale.For(value("lang"))

	t.Chdir(t.TempDir())
	var out bytes.Buffer
	s, _, err := o.Open(p, func() (variant.Variant, error) { return v, nil })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	e := newEvening(p, NewScreen(&out, os.Getenv), s)
	spec, _ := bot.Parse(DefaultBots)
	person := &typist{e: e, rng: rand.New(rand.NewPCG(seed, 7)), wise: spec.New(nil)}
	e.read = person.read
	if err := e.leave(e.stay(context.Background(), false)); err != nil {
		t.Fatal(err)
	}
	text := "# A sitting, written by TestWriteSittings.\nenv LC_ALL=C.UTF-8\nstdin said\nexec chratze " + command +
		"\ncmp stdout shown\nexec chratze replay --check data/sittings/1/hands.jsonl\nstdout '" + strconv.Itoa(o.Hands) + " .*, 0 '\n" +
		"-- said --\n" + strings.Join(person.said, "\n") + "\n-- shown --\n" + out.String()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestNothingIsShownUnsaved: whenever something reaches the screen, what is read from the
// disk is the table in memory.
func TestNothingIsShownUnsaved(t *testing.T) {
	t.Parallel()
	seed := uint64(5)
	o := &Options{Seat: -1, Bots: DefaultBots, Seed: &seed, Hands: 3, Data: t.TempDir()}
	s, _, err := o.Open(locale.For("en"), func() (variant.Variant, error) { return variant.Default(), nil })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	shown := 0
	check := writer(func(b []byte) (int, error) {
		shown++
		text, err := os.ReadFile(filepath.Join(s.Dir(), "records.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		var records [][]byte
		for line := range bytes.Lines(text) {
			if !bytes.HasPrefix(line, []byte(`{"format":`)) {
				records = append(records, bytes.TrimSpace(line))
			}
		}
		disk, err := table.Replay(records)
		if err != nil {
			t.Fatal(err)
		}
		view, _ := disk.View(int(s.Me()))
		if now := s.View(); disk.Stage() != s.Info().Stage || disk.Hands() != s.Hands() || !slices.Equal(view.Events, now.Events) {
			t.Errorf("%q is shown while the disk has %v, the memory %v", b, view.Events, now.Events)
		}
		hands, _ := os.ReadFile(s.HandsPath())
		if n := bytes.Count(hands, []byte("\n")); disk.Stage() != table.Playing && n != disk.Hands() {
			t.Errorf("%q is shown while %d of %d hands are on the disk", b, n, disk.Hands())
		}
		return len(b), nil
	})
	e := newEvening(locale.For("en"), NewScreen(check, os.Getenv), s)
	spec, _ := bot.Parse(DefaultBots)
	person := &typist{e: e, rng: rand.New(rand.NewPCG(5, 5)), wise: spec.New(nil)}
	e.read = person.read
	if err := e.stay(context.Background(), false); err != nil || shown < 20 {
		t.Errorf("shown %d times, %v", shown, err)
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }
