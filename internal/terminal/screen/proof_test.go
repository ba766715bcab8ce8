package screen

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/client"
	"chratze/internal/fair"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/rams"
)

// found is what was found of two hands, the second of which was found so.
func found(s client.Standing, faults ...fair.Fault) client.Proofs {
	return client.Proofs{Whole: 1, Hands: []client.HandReport{
		{Hand: 1, Standing: client.Bots, Report: fair.Report{Level: fair.Whole, Nonces: 2, Bots: 1}},
		{Hand: 2, Standing: s, Sent: true, Report: fair.Report{Level: fair.Whole, Nonces: 3, Faults: faults}},
	}}
}

// atServer tells a remote source that hand 2 of a bench is over, and returns what it makes of it.
func atServer(b *bench, config table.Config, proved client.Proofs) *Table {
	r := &remote{}
	config.Variant = b.table.Rules
	info, chair := b.model.t.Info, 0
	return r.tell(&client.Table{
		Hello: wire.Received{Said: wire.Said{T: "hello", Chair: &chair}, Config: &config}, Info: &info, Hand: b.table.Hand, Start: b.model.t.Start,
		Events: b.model.t.Events, Turn: -1, Proofs: proved,
	})
}

// TestTableWithoutProof: a table that was made without a proof says so below each settlement; one for practice, and one
// with a proof of which nothing is known, don't.
func TestTableWithoutProof(t *testing.T) {
	t.Parallel()
	b := newBench(t, "chratze", 4, Options{Printer: locale.For("en"), Pace: AtOnce, Server: true})
	b.until(rams.PhaseDone)
	const want = "No proof of the deals at this table."
	for _, c := range []struct {
		config table.Config
		says   bool
	}{{table.Config{}, true}, {table.Config{Practice: true}, false}, {table.Config{Proof: table.ProofHand}, false}} {
		told := atServer(b, c.config, client.Proofs{})
		m, _ := New(b.model.opt).Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		m, _ = m.Update(told)
		if (m.proof() == want) != c.says {
			t.Errorf("%+v: the proof says %q", c.config, m.proof())
		}
		m, _ = m.press("s")
		m.panel = settlePanel
		if text, _ := m.draw(); strings.Contains(text, want) != c.says {
			t.Errorf("%+v: the settlement says\n%s", c.config, text)
		}
	}
	was := client.Proofs{Hands: []client.HandReport{{Hand: 1, Standing: client.Bad, Report: fair.Report{Faults: []fair.Fault{{Code: fair.FaultSilent}}}}}}
	b.tell(atServer(b, table.Config{}, was))
	if text := b.model.proof(); text == want || text == "" {
		t.Errorf("a proof that was promised and is missing: %q", text)
	}
}

// off is what was found after deals that were called off.
func off(s client.Standing, void ...fair.Void) client.Proofs {
	p := found(s)
	p.Void = void
	return p
}

// TestProofWords: the screen says below the settlement how the deal was found, in every language, and at the end what
// was found in the whole evening.
func TestProofWords(t *testing.T) {
	t.Parallel()
	catalogue := locale.New()
	for _, lang := range catalogue.Languages() {
		var all strings.Builder
		b := newBench(t, "chratze", 4, Options{Printer: catalogue.For(lang), Pace: AtOnce, Server: true})
		b.until(rams.PhaseDone)
		b.tell(b.deal())
		b.until(rams.PhaseDone)
		swapped := fair.Fault{Code: fair.FaultSwap, Draw: 1, At: 3, Cards: []string{"Ah", "9s"}}
		for _, c := range []struct {
			what   string
			config table.Config
			proved client.Proofs
		}{
			{"checked", table.Config{Proof: table.ProofHand}, found(client.Good)},
			{"without one's own number", table.Config{Proof: table.ProofHand}, found(client.Part)},
			{"without a number", table.Config{Proof: table.ProofHand}, found(client.Alone)},
			{"a deal was called off", table.Config{Proof: table.ProofHand}, off(client.Once, fair.Void{Number: 1, Chairs: []int{2}, Promises: []fair.Given{}})},
			{"the server may have chosen", table.Config{Proof: table.ProofHand}, off(client.Again, fair.Void{Number: 1, Chairs: []int{2}, Promises: []fair.Given{}}, fair.Void{Number: 2, Chairs: []int{1}, Promises: []fair.Given{}})},
			{"something is wrong", table.Config{Proof: table.ProofHand}, found(client.Bad, swapped)},
			{"somebody watched", table.Config{Proof: table.ProofHand}, found(client.Watched)},
			{"bots gave numbers", table.Config{Proof: table.ProofHand}, found(client.Bots)},
			{"practice", table.Config{Proof: table.ProofHand, Practice: true}, found(client.None)},
			{"without a proof", table.Config{}, client.Proofs{}},
		} {
			told := atServer(b, c.config, c.proved)
			b.tell(told)
			b.model.panel, b.model.opened = settlePanel, true
			all.WriteString("== " + c.what + "\n" + b.screen())
		}
		b.model.t.Stage = table.Over
		b.model.t.BotsWon = 40 // only Anna is no bot
		told := atServer(b, table.Config{Proof: table.ProofHand}, found(client.Part))
		b.tell(told)
		b.model.panel = farewellPanel
		all.WriteString("== the evening is over\n" + b.screen())
		golden(t, "proof."+lang+".txt", all.String())
	}
}

// TestSwapIsSaidOnce: for a person who has not chosen, and again after the connection was lost.
func TestSwapIsSaidOnce(t *testing.T) {
	t.Parallel()
	r := &remote{send: func(tea.Msg) {}}
	for i, tt := range []struct {
		hand int
		six  table.SixSaid
		want bool
	}{{1, "", false}, {1, table.SixOpen, true}, {1, table.SixOpen, false}, {1, table.SixKeep, false}, {2, table.SixOpen, true}} {
		if got := r.swaps(&Table{Hand: tt.hand, Six: tt.six}); got != tt.want {
			t.Errorf("%d: %v", i, got)
		}
	}
	r.offline(nil, 0)
	if !r.swaps(&Table{Hand: 2, Six: table.SixOpen}) {
		t.Error("a new connection says nothing")
	}
}

// TestSettlementNamesThosePlayed: below the hand stand those who played it, with their
// accounts, when another person has taken the chair of one of them since.
func TestSettlementNamesThosePlayed(t *testing.T) {
	t.Parallel()
	b := newBench(t, "chratze", 4, Options{Printer: locale.For("en"), Pace: AtOnce, Server: true})
	b.until(rams.PhaseDone)
	told := *b.model.t
	told.Chairs = slices.Clone(told.Chairs)
	for i := range told.Chairs {
		told.Chairs[i].Person = i + 1
		told.Who = append(told.Who, i+1)
	}
	left := told.Chairs[1]
	told.Gone = []table.Gone{{Person: 2, Name: left.Name, Bot: left.Bot, Balance: 1234}}
	told.Chairs[1] = table.Chair{Person: 5, Name: "Mia"}
	told.Me = 1
	b.tell(&told)
	b.model.panel, b.model.opened = settlePanel, true
	if text := b.screen(); strings.Contains(text, "You ") || !strings.Contains(text, left.Name) || !strings.Contains(text, "+12.34") {
		t.Errorf("Mia, who sat down after it, is shown\n%s", text)
	}
}
