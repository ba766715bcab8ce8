package screen

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/rams"
	"chratze/variant"
)

// at returns a screen that is asked in a phase.
func at(t *testing.T, rules string, phase rams.Phase) *bench {
	t.Helper()
	b := newBench(t, rules, 4, Options{Printer: locale.For("en"), Pace: AtOnce, Server: true})
	if !b.until(phase) {
		t.Fatalf("%s never comes to phase %d", rules, phase)
	}
	b.did = nil
	return b
}

// TestKeys: what keys do to the table. Nothing is done by one key alone.
func TestKeys(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rules string
		phase rams.Phase
		keys  string
		want  string // what is done, with "; " between
	}{
		{"chratze-en", rams.PhaseOpen, "1", ""},
		{"chratze-en", rams.PhaseOpen, "1 1", "open"},
		{"chratze-en", rams.PhaseOpen, "2 enter", "pass"},
		{"chratze-en", rams.PhaseOpen, "right right enter", "pass"},
		{"chratze-en", rams.PhaseOpen, "1 esc enter", ""},
		{"chratze-en", rams.PhaseOpen, "9 enter", ""},
		{"chratze-en", rams.PhaseOpen, "1 ? ? enter", "open"},
		{"chratze-en", rams.PhaseOpen, ": c h r a t z e enter", "open"},
		{"chratze-en", rams.PhaseOpen, ": w e g x backspace enter", "pass"},
		{"chratze-en", rams.PhaseOpen, ": w e g esc", ""},
		{"chratze-en", rams.PhaseOpen, "c H e y enter", "chat Hey"},
		{"chratze-en", rams.PhaseLay, "enter", "lay"},
		{"chratze-en", rams.PhaseLay, "1 1 enter", "lay"},
		{"chratze-en", rams.PhaseLay, ": n o n e enter", "lay"},
		{"chratze-en", rams.PhasePlay, "enter", ""},
		{"kratzen", rams.PhaseBid, "1 1", "schlagen"},
	} {
		b := at(t, c.rules, c.phase)
		did := 0
		for k := range strings.FieldsSeq(c.keys) {
			b.press(k)
			did = max(did, min(len(b.did), 1))
		}
		if got := strings.Join(b.did[:did], "; "); got != c.want {
			t.Errorf("%s, phase %d, %s: %q, want %q", c.rules, c.phase, c.keys, got, c.want)
		}
	}
}

// TestLayCards: what is marked is laid down, in any order of the keys.
func TestLayCards(t *testing.T) {
	t.Parallel()
	b := at(t, "chratze-en", rams.PhaseLay)
	want := rams.Action{Kind: rams.Lay, Cards: b.model.hand[0].Bit() | b.model.hand[2].Bit()}
	b.press("3 2 1 2 enter")
	if len(b.did) == 0 || b.did[0] != want.String() {
		t.Errorf("%v, want %s", b.did, want)
	}
}

// TestDropCard: as many cards are dropped as have to be, no button offers less, and another card
// takes the place of the first.
func TestDropCard(t *testing.T) {
	t.Parallel()
	b := at(t, "kratzen", rams.PhaseDrop)
	if text := b.screen(); strings.Contains(text, "Drop 0") {
		t.Errorf("no card is chosen, and the screen says\n%s", text)
	}
	b.press("enter")
	if len(b.did) != 0 || b.model.note == "" {
		t.Errorf("without a card %v is done, and %q is said", b.did, b.model.note)
	}
	want := rams.Action{Kind: rams.Drop, Cards: b.model.hand[1].Bit()}
	b.press("1 2")
	if text := b.screen(); !strings.Contains(text, "Drop 1 card") || strings.Contains(text, "Drop 1 cards") {
		t.Errorf("a card is chosen, and the screen says\n%s", text)
	}
	b.press("enter")
	if len(b.did) == 0 || b.did[0] != want.String() {
		t.Errorf("%v, want %s", b.did, want)
	}
}

// TestRefused: an illegal card is tried, refused with the reason, and can be
// tried no worse than before.
func TestRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t, "chratze-en", 4, Options{Printer: locale.For("en"), Pace: AtOnce})
	for range 60 {
		if !b.until(rams.PhasePlay) {
			t.Fatal("nobody plays")
		}
		legal := (&view{Model: &b.model}).legal()
		i := slices.IndexFunc(b.model.hand, func(c card.Card) bool { return !legal.Has(c) })
		if i < 0 {
			v := b.rec.View(b.me)
			b.tell(b.command(table.Command{Do: table.DoAct, Action: b.others.Act(&v)}))
			continue
		}
		before := b.rec.State()
		b.press(string(rune('1'+i)) + " enter")
		if b.rec.State() != before || !strings.HasPrefix(b.model.note, "You ") || !b.model.asked() {
			t.Fatalf("an illegal card: note %q, asked %v", b.model.note, b.model.asked())
		}
		if !strings.Contains(b.screen(), b.model.note[:20]) {
			t.Errorf("the reason is not shown:\n%s", b.screen())
		}
		return
	}
	t.Fatal("everything was legal")
}

// TestMouse: a click chooses, a second one does it; buttons and keys in the last
// line can be clicked.
func TestMouse(t *testing.T) {
	t.Parallel()
	b := at(t, "chratze-en", rams.PhasePlay)
	click := func(key string) {
		_, zones := b.model.draw()
		for _, z := range zones {
			if z.key == key {
				b.tell(tea.MouseClickMsg{X: z.x + 1, Y: z.y, Button: tea.MouseLeft})
				return
			}
		}
		t.Fatalf("nothing to click does %s:\n%s", key, b.screen())
	}
	legal := (&view{Model: &b.model}).legal()
	i := slices.IndexFunc(b.model.hand, func(c card.Card) bool { return legal.Has(c) })
	b.press("esc")
	click("#" + string(rune('0'+i)))
	if len(b.did) > 0 || b.model.cursor != i {
		t.Fatalf("one click: %v, cursor %d", b.did, b.model.cursor)
	}
	click("enter")
	if len(b.did) != 1 {
		t.Fatalf("two clicks: %v", b.did)
	}
	click("s")
	if b.model.panel != standPanel {
		t.Error("no standings")
	}
}

// TestQuit: q asks once, Ctrl-C doesn't.
func TestQuit(t *testing.T) {
	t.Parallel()
	b := at(t, "chratze-en", rams.PhaseOpen)
	if b.press("q x"); b.quit {
		t.Error("q and another key leave")
	}
	if b.press("q q"); !b.quit {
		t.Error("q q does not leave")
	}
	b = at(t, "chratze-en", rams.PhaseOpen)
	if b.press(": a ctrl+c"); !b.quit {
		t.Error("ctrl+c does not leave")
	}
}

// TestAnimation: a hand that is shown event by event asks only at its end, and
// shows what it would have shown at once.
func TestAnimation(t *testing.T) {
	t.Parallel()
	slow := newBench(t, "chratze-en", 4, Options{Printer: locale.For("en"), Pace: Normal})
	m, effects := slow.model.Update(slow.deal())
	steps := 0
	for len(effects) > 0 && effects[0].Kind == DoTick {
		if m.asked() {
			t.Fatal("asked while something is still to be shown")
		}
		if effects[0].After <= 0 {
			t.Fatal("a tick at once")
		}
		m, effects = m.Update(Ticked{effects[0].Tick})
		steps++
	}
	slow.model = m
	quick := newBench(t, "chratze-en", 4, Options{Printer: locale.For("en"), Pace: AtOnce})
	quick.tell(quick.deal())
	if steps < 5 || slow.screen() != quick.screen() {
		t.Errorf("after %d steps\n%s\nat once\n%s", steps, slow.screen(), quick.screen())
	}
	if old, _ := m.Update(Ticked{1}); old.shown != m.shown {
		t.Error("a tick that is too late does something")
	}
}

// TestAnything: whatever is pressed, in windows of any size, every screen is as
// large as its window, and the hand goes on.
func TestAnything(t *testing.T) {
	t.Parallel()
	keys := strings.Fields("1 2 3 4 5 9 0 enter enter enter esc left right up down space tab l s g w r ? c C : a h t p + - e q b z X n k j pgdown end backspace")
	catalogue := locale.New()
	for i, preset := range variant.Presets() {
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		v, _ := variant.Lookup(preset)
		least, most := v.Seats()
		langs := catalogue.Languages()
		b := newBench(t, preset, least+rng.IntN(most-least+1), Options{
			Printer: catalogue.For(langs[i%len(langs)]), Pace: Pace(rng.IntN(4)), Server: i%2 == 0, ASCII: i%3 == 0, Large: i%2 == 1,
		})
		b.tell(b.deal())
		for range 400 {
			switch rng.IntN(12) {
			case 0:
				b.tell(tea.WindowSizeMsg{Width: 1 + rng.IntN(140), Height: 1 + rng.IntN(50)})
			case 1:
				b.tell(tea.MouseClickMsg{X: rng.IntN(b.model.width), Y: rng.IntN(b.model.height), Button: tea.MouseLeft})
			case 2:
				b.tell(Chatted{Chair: rng.IntN(9) - 1, Text: "日本語 \x1b[31m and a long line that goes on and on"})
			case 3:
				b.tell(Offline{Millis: 900})
				if rng.IntN(2) == 0 {
					b.tell(b.model.t)
				}
			default:
				b.press(keys[rng.IntN(len(keys))])
			}
			text, _ := b.model.draw()
			lines := strings.Split(text, "\n")
			if len(lines) != b.model.height {
				t.Fatalf("%s: %d lines in a window of %d", preset, len(lines), b.model.height)
			}
			for _, line := range lines {
				if n := ansi.StringWidth(line); n != b.model.width {
					t.Fatalf("%s: a line of %d columns in a window of %d: %q", preset, n, b.model.width, ansi.Strip(line))
				}
			}
			if b.table.Stage == table.Over {
				break
			}
		}
	}
}

// TestAskedAnew: when nobody has declared and another card is turned up, the bubbles of before are gone and the question
// says what has changed; behind an opening those who have passed have said nothing yet.
func TestAskedAnew(t *testing.T) {
	t.Parallel()
	again, opened := 0, 0
	for seats := 3; seats < 8; seats++ {
		b := newBench(t, "chratze", seats, Options{Printer: locale.For("en"), Pace: AtOnce})
		for b.table.Hand < 12 {
			b.until(rams.PhaseDone)
			b.tell(b.deal())
			for m := &b.model; m.asked() && (m.pic.Phase == rams.PhaseOpen || m.pic.Phase == rams.PhaseJoin || m.pic.Phase == rams.PhaseBlind || m.pic.Phase == rams.PhaseDoubleBlind); {
				v := &view{Model: m}
				turned, passed, joins := 0, [rams.MaxSeats]bool{}, [rams.MaxSeats]bool{}
				for _, e := range m.t.Events {
					switch {
					case e.Kind == rams.EventUpcard:
						turned++
						passed = [rams.MaxSeats]bool{}
					case e.Kind == rams.EventAct && e.Act.Kind == rams.Pass:
						passed[e.Seat] = true
					case e.Kind == rams.EventAct && (e.Act.Kind == rams.Join || e.Act.Kind == rams.Out):
						joins[e.Seat] = true
					}
				}
				for seat := range rams.Seat(seats) {
					text := v.bubble(seat)
					if m.pic.Phase == rams.PhaseJoin && passed[seat] && !joins[seat] && seat != m.pic.Declarer {
						opened++
						if text != "" {
							t.Fatalf("seat %d has passed, is asked whether it joins, and still says %q", seat, text)
						}
					}
					if m.pic.Phase == rams.PhaseOpen && turned > 1 && !passed[seat] && text != "" {
						t.Fatalf("another card is turned up, and seat %d still says %q", seat, text)
					}
				}
				if m.pic.Phase == rams.PhaseOpen && turned > 1 {
					again++
					if text := b.screen(); !strings.Contains(text, "Nobody has declared.") {
						t.Fatalf("another card is turned up:\n%s", text)
					}
				}
				act := m.t.Ask.Legal[len(m.t.Ask.Legal)-1]
				b.tell(b.command(table.Command{Do: table.DoAct, Action: act}))
			}
		}
	}
	if again < 3 || opened < 10 {
		t.Errorf("%d times another card, %d times passed before somebody opened", again, opened)
	}
}

// TestLobby: a guest is told who begins, and whoever has the code sees the link for friends.
func TestLobby(t *testing.T) {
	t.Parallel()
	b := newBench(t, "chratze", 4, Options{Printer: locale.For("en"), Pace: AtOnce, Server: true})
	lobby := b.table
	lobby.Stage, lobby.Code, lobby.Invite = table.Lobby, "7K2M9XAB", "https://karten.example/#7K2M9XAB"
	lobby.Chairs = slices.Clone(lobby.Chairs)
	lobby.Chairs[3] = table.Chair{}
	for host, says := range map[int]bool{0: false, 1: true} {
		told := lobby
		told.Host = host
		b.tell(&told)
		text := b.screen()
		if strings.Contains(text, "The host starts.") != says || !strings.Contains(text, lobby.Invite) {
			t.Errorf("host %d:\n%s", host, text)
		}
	}
}

// TestJoiningNamesItsCost: at a price, the question whether one joins says in 80 columns what that costs, in every language.
func TestJoiningNamesItsCost(t *testing.T) {
	t.Parallel()
	catalogue := locale.New()
	for _, lang := range catalogue.Languages() {
		b := newBench(t, "lupfen", 4, Options{Printer: catalogue.For(lang), Pace: AtOnce})
		if !b.until(rams.PhaseJoin) {
			t.Fatal("nobody opens")
		}
		v := &view{Model: &b.model}
		cost, calls := v.words.Money(table.Offers(&v.pic.View)[0].Penalty), v.calls(80)
		if !strings.Contains(calls[0].text, cost) || room(calls) > 80 {
			t.Errorf("%s: %s isn't named: %v", lang, cost, calls)
		}
	}
}

// TestTypedOffline: what is typed while the connection is lost is answered by that, not by whose turn it is.
func TestTypedOffline(t *testing.T) {
	t.Parallel()
	b := at(t, "chratze-en", rams.PhaseOpen)
	b.tell(Offline{Millis: 900})
	b.press(": w e g enter")
	if !strings.Contains(b.model.note, "connection is lost") {
		t.Errorf("it says %q", b.model.note)
	}
}
