package wire

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"chratze/chance"
	"chratze/internal/table"
	"chratze/rams"
	"chratze/variant"
)

// TestReadGivesWhatWasWritten plays tables of every game at random: a client that
// keeps to what docs/protocol.md says of "from" has the events of its seat's view.
func TestReadGivesWhatWasWritten(t *testing.T) {
	t.Parallel()
	for _, preset := range variant.Presets() {
		v, err := variant.Parse(preset)
		if err != nil {
			t.Fatal(err)
		}
		r := chance.Of(rand.New(rand.NewPCG(3, 4)))
		tab, _, err := table.Create(1000, table.Config{Variant: v, Chairs: 4, Bot: "random", Practice: true}, "Anna", "key", [32]byte{})
		if err != nil {
			t.Fatal(err)
		}
		tab.Present(1000, 0, true)
		ready, err := tab.Step(1000, table.Command{Do: table.DoStart}, r)
		var cursors [2]table.Cursor
		shown := false
		var events [2][]rams.Event
		var stakes [2][]Stake
		for step := 0; err == nil && step < 2000; step++ {
			if step%11 == 10 {
				do := [...]table.Do{table.DoBack, table.DoAgain, table.DoShow, table.DoHide}[r.IntN(4)]
				if back, refused := tab.Step(1000, table.Command{Do: do}, r); refused == nil {
					ready, shown = back, do == table.DoShow || shown && do != table.DoHide
				}
			}
			for i, chair := range [...]int{0, -1} {
				n, ok := tab.News(chair, &cursors[i])
				if !ok {
					continue
				}
				events[i] = follow(t, events[i], &n)
				stakes[i] = staked(t, stakes[i], &n, tab)
				if shown && chair == 0 {
					continue
				}
				if view, _ := tab.View(chair); !slices.Equal(events[i], view.Events) {
					t.Fatalf("%s: chair %d has read\n%v\nand its view has\n%v", preset, chair, events[i], view.Events)
				}
			}
			switch question, asked := ask(tab); {
			case asked:
				ready, err = tab.Step(1000, table.Command{Do: table.DoAct, Question: question.Number, Action: question.Legal[r.IntN(len(question.Legal))]}, r)
			case len(ready.Asks) > 0:
				a := ready.Asks[0]
				ready, err = tab.Step(1000, table.Command{Do: table.DoAct, From: a.Chair, By: a.By, Question: a.Question, Action: a.View.Legal[r.IntN(len(a.View.Legal))]}, r)
			case tab.Stage() == table.Between:
				ready, err = tab.Step(1000, table.Command{Do: table.DoNext}, r)
			default:
				ready, err = tab.Tick(1000, r)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func ask(tab *table.Table) (*table.Question, bool) {
	var cursor table.Cursor
	n, _ := tab.News(0, &cursor)
	return n.Question, n.Question != nil
}

// follow writes and reads news and does with the events what a client does.
func follow(t *testing.T, events []rams.Event, n *table.News) []rams.Event {
	m, err := Read(AppendNews(nil, n))
	if err != nil {
		t.Fatal(err)
	}
	if m.From != nil {
		events = events[:*m.From:*m.From]
	}
	for _, e := range m.Events {
		events = append(events, rams.Event(e))
	}
	if (m.Ask != nil) != (n.Question != nil) || m.Turn != n.Turn || m.Ask != nil && m.Ask.Legal[0] != n.Question.Legal[0].String() {
		t.Fatalf("%+v is read as %+v", n, m)
	}
	if m.Back != n.Back {
		t.Fatalf("back %v is read as %v", n.Back, m.Back)
	}
	if n.Info != nil && n.Parts&table.PartPractice != 0 && n.Info.Practice != nil && (m.Info == nil || *m.Info.Practice != *n.Info.Practice) {
		t.Fatalf("%+v is read as %+v", n.Info.Practice, m.Info)
	}
	if (m.Past != nil) != (n.Past != nil) || m.Past != nil && (!reflect.DeepEqual(m.Past.Course, n.Past.Course) || !slices.Equal(m.Past.Susi, n.Past.Susi)) {
		t.Fatalf("past %+v is read as %+v", n.Past, m.Past)
	}
	if m.Start != nil && rams.Start(*m.Start) != n.Start {
		t.Fatalf("start %+v is read as %+v", n.Start, *m.Start)
	}
	return events
}

// staked reads what everybody has taken on, and what the acts that are asked for promise,
// and compares it with the rules.
func staked(t *testing.T, stakes []Stake, n *table.News, tab *table.Table) []Stake {
	t.Helper()
	m, err := Read(AppendNews(nil, n))
	if err != nil {
		t.Fatal(err)
	}
	if m.From != nil && *m.From == 0 {
		stakes = nil
	}
	if m.Stakes != nil {
		stakes = m.Stakes
	}
	v, ok := tab.View(-1)
	if !ok {
		return stakes
	}
	rules := v.Game.Rules()
	seats := v.Seats()
	if v.Phase < rams.PhaseLay {
		seats = 0 // they are told when the auction is over
	}
	for seat := range seats {
		got := Stake{}
		if stakes != nil {
			got = stakes[seat]
		}
		if want := Stake(rules.Stake(v.Contract[seat], v.Pot)); got != want {
			t.Fatalf("seat %d has taken on %+v, and a client has %+v", seat, want, got)
		}
	}
	if m.Ask == nil || v.Phase == rams.PhasePlay || m.Ask.Six {
		return stakes
	}
	for i, text := range m.Ask.Legal {
		a, err := rams.ParseAction(text, 0)
		if err != nil {
			t.Fatal(err)
		}
		if a.Kind >= rams.Lay {
			break
		}
		want := Stake(rules.Stake(a.Kind.Contract(), v.Pot))
		if cost := v.Cost(a.Kind); cost > 0 {
			want.Penalty = cost
		}
		if only := m.Ask.Only; only == rams.RefuseAlone || only == rams.RefuseBare { // nothing is promised
			want = Stake{}
		}
		if m.Ask.Stakes[i] != want {
			t.Fatalf("%s promises %+v, and a client has %+v", text, want, m.Ask.Stakes[i])
		}
	}
	return stakes
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		``, `[]`, `{"ev":[{}]}`, `{"ev":["flop"]}`, `{"ev":["deal 9 As"]}`, `{"ev":["deal As"]}`, `{"ev":["deal 1 Zs"]}`,
		`{"ev":["act 1 fly"]}`, `{"ev":["act 1 play ??"]}`, `{"ev":["act 1 play Zs"]}`, `{"ev":["trump x"]}`, `{"ev":["ante 1 x"]}`,
		`{"ev":["cut 1 99 As"]}`, `{"ev":["cut 1 9 Zs"]}`, `{"ev":["draw 1 As up Zs"]}`, `{"turn":"x"}`, `{"start":{"pot":"x"}}`,
	} {
		if m, err := Read([]byte(text)); err == nil {
			t.Errorf("%s is read as %+v", text, m)
		}
	}
}
