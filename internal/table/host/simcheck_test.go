package host

import (
	"context"
	"slices"
	"testing/synctest"
	"time"

	"chratze/card"
	"chratze/history"
	"chratze/internal/fair"
	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/rams"
)

// seen is what somebody has ever known of a hand.
type seen struct {
	start  rams.Start
	events []rams.Event
}

// take takes the next message of the server, if there is one.
func (p *person) take(w *world) bool {
	l := p.link
	b := l.next()
	if b == nil {
		return false
	}
	m, err := wire.Read(b)
	if err != nil {
		w.Fatalf("%s: %v", b, err)
	}
	if err := p.state.Take(&m); err != nil {
		w.Fatalf("person %d: %s: %v", p.chair, b, err)
	}
	switch m.T {
	case "hello":
		p.fresh = true
		if m.Chair == nil || *m.Chair != p.chair {
			w.Fatalf("the link of chair %d opens another: %s", p.chair, b)
		}
		if m.Config.Proof != "" {
			l.up = append(l.up, Request{Command: table.Command{Do: table.DoProof, Chair: -1}})
		}
	case "bye":
		w.lose(l)
	case "":
		if p.fresh && (m.From == nil || *m.From != 0) {
			w.Fatalf("the first message doesn't tell everything: %s", b)
		}
		p.fresh = false
		p.notice(w)
		p.prove(w, &m)
	}
	return true
}

// prove commits somebody to a nonce, sends its copies, or reveals it. The messages to them must not have a secret
// before its time.
func (p *person) prove(w *world, m *wire.Received) {
	if m.Proof == nil {
		return
	}
	if h := m.Proof.Hand; h != nil && (h.SittingSecret != "" || h.Secret != "" && h.Open == nil) {
		w.Fatalf("chair %d of table %d is told a secret: %+v", p.chair, p.table, h)
	}
	if d := m.Proof.Next; d != nil && p.chair >= 0 {
		own := fair.Given{Chair: p.chair, Text: fair.HandSecret(fair.Secret{byte(p.chair)}, d.Number).Hex()}
		wish := Request{Command: table.Command{Do: table.DoNonce, Question: uint64(d.Number), Text: own.Text, Chair: -1}}
		switch {
		case d.Promises == nil:
			wish.Do, wish.Text = table.DoPromise, fair.Commit(d.Number, own)
		case d.Copies == nil:
			wish.Do, wish.Text = table.DoCopies, fair.Copies(d.Number, own, d.Promises)
		}
		p.link.up = append(p.link.up, wish)
	}
}

// notice compares what somebody knows with what they knew before.
func (p *person) notice(w *world) {
	t := &p.state
	if t.Hand == 0 {
		if len(p.seen) > 0 {
			w.Fatalf("chair %d of table %d knew %d hands, and now there was none", p.chair, p.table, len(p.seen))
		}
		return
	}
	for hand := range p.seen {
		if hand > t.Hand {
			w.Fatalf("chair %d of table %d knew hand %d and is told of hand %d", p.chair, p.table, hand, t.Hand)
		}
	}
	s := p.seen[t.Hand]
	if s == nil {
		s = &seen{start: t.Start}
		p.seen[t.Hand] = s
	}
	if s.start != t.Start || !follows(s.events, t.Events) {
		w.Fatalf("chair %d of table %d knew of hand %d\n%v\n%s\nand is told\n%v\n%s", p.chair, p.table, t.Hand, s.start, text(s.events), t.Start, text(t.Events))
	}
	s.events = slices.Clone(t.Events)
}

// follows reports whether a list of events goes on where another ended. A dealer may be shown
// later which cards they were dealt before.
func follows(before, after []rams.Event) bool {
	if len(before) > len(after) {
		return false
	}
	for i := range before {
		a, b := before[i], after[i]
		if a != b && a.Kind == rams.EventDeal && a.Cards == card.HiddenList(b.Cards.Len()) {
			a.Cards = b.Cards
		}
		if a != b {
			return false
		}
	}
	return true
}

func text(events []rams.Event) string {
	var b []byte
	for i := range events {
		b = append(events[i].AppendTo(b), "; "...)
	}
	return string(b)
}

// finish lets all trouble end and everybody play on, and then reads the log.
func (w *world) finish() {
	w.disk.Fail(0, 0)
	w.log.release()
	w.kill()
	for _, z := range w.zombies {
		w.unplug(z)
		z.Close()
	}
	w.zombies = nil
	if !w.Failed() {
		w.playOn()
	}
	w.stop()
	if w.Failed() {
		return
	}
	for _, id := range w.tables {
		saved, err := w.read(context.Background(), id)
		if err != nil {
			w.Fatal(err)
		}
		w.check(id, saved.Records)
	}
}

// stop ends all servers, and waits until the last bot has thought.
func (w *world) stop() {
	w.log.release()
	for _, h := range append(w.zombies, w.host) {
		h.Close()
	}
	time.Sleep(10 * time.Second)
	synctest.Wait()
}

// playOn lets everybody come and play until every table has ended a hand.
func (w *world) playOn() {
	began := map[int64]int{}
	for _, p := range w.people {
		w.lose(p.link)
		w.connect(p)
		time.Sleep(2 * time.Second)
		w.settle()
		if began[p.table] = p.state.Hand; p.link == nil || p.fresh {
			w.Fatalf("chair %d of table %d isn't told anything when it comes", p.chair, p.table)
		}
	}
	w.settle()
	w.agree()
	for steps := 0; ; steps++ {
		if steps > 3000 {
			w.Fatal("it doesn't go on")
		}
		done := true
		for _, p := range w.people {
			done = done && p.state.Hand >= began[p.table]+2
			w.answer(p)
		}
		w.settle()
		if done {
			break
		}
		time.Sleep(100 * time.Millisecond)
		w.settle()
	}
	w.agree()
}

// answer lets somebody do what has to be done now.
func (w *world) answer(p *person) {
	l := p.link
	if l == nil || l.attached() == nil || p.state.Info == nil {
		w.Fatalf("chair %d of table %d has no connection", p.chair, p.table)
	}
	for len(l.up) > 0 {
		wish := l.up[0]
		if l.up = l.up[1:]; slices.Contains([]table.Do{table.DoProof, table.DoPromise, table.DoCopies, table.DoNonce}, wish.Do) {
			_ = l.host.Receive(context.Background(), l.attached(), wish)
		}
	}
	wish := Request{Command: table.Command{Chair: -1}}
	switch {
	case p.state.Ask != nil:
		wish = p.decide(w)
		p.state.Ask = nil
	case p.state.Info.Stage == table.Lobby && p.state.Info.Host == p.chair:
		wish.Do = table.DoStart
	case p.state.Info.Stage == table.Paused && p.state.Info.Host == p.chair:
		wish.Do = table.DoResume
	default:
		return
	}
	_ = l.host.Receive(context.Background(), l.attached(), wish)
}

// settle lets everybody hear everything.
func (w *world) settle() {
	synctest.Wait()
	for _, p := range w.people {
		for p.link != nil && p.take(w) {
		}
	}
}

// agree fails unless everybody who is connected knows what the log says.
func (w *world) agree() {
	for _, id := range w.tables {
		saved, err := w.read(context.Background(), id)
		if err != nil {
			w.Fatal(err)
		}
		t, err := table.Replay(saved.Records)
		if err != nil {
			w.Fatal(err)
		}
		for _, p := range w.people {
			if p.table != id {
				continue
			}
			v, dealt := t.View(p.chair)
			if dealt && !slices.Equal(p.state.Events, v.Events) && !(asksForSix(t) && follows(p.state.Events, v.Events)) {
				w.Fatalf("chair %d of table %d knows\n%s\nand the log says\n%s", p.chair, id, text(p.state.Events), text(v.Events))
			}
		}
	}
}

// asksForSix reports whether somebody is asked about the trump six: at a table
// without a window the others hear nothing meanwhile (docs/rules.md 2.9).
func asksForSix(t *table.Table) bool {
	for chair := range t.Config().Chairs {
		if v, _ := t.View(chair); v.Phase == rams.PhaseSwap && v.Turn == v.Seat {
			return true
		}
	}
	return false
}

// check reads a log hand by hand and compares it with all that anybody has ever seen.
func (w *world) check(id int64, records [][]byte) {
	ends := []int{} // where each hand begins
	for i, b := range records {
		r, err := table.DecodeRecord(b)
		if err != nil {
			w.Fatal(err)
		}
		if r.Kind == table.KindHand {
			ends = append(ends, i)
		}
	}
	w.hands += len(ends)
	w.checkProofs(records)
	for hand := 1; hand <= len(ends); hand++ {
		end := len(records)
		if hand < len(ends) {
			end = ends[hand]
		}
		t, err := table.Replay(records[:end])
		if err != nil {
			w.Fatal(err)
		}
		w.checkSums(t)
		for _, p := range w.people {
			s := p.seen[hand]
			if p.table != id || s == nil {
				continue
			}
			if v, _ := t.View(p.chair); v.Start != s.start || !follows(s.events, v.Events) {
				w.Fatalf("chair %d of table %d has seen of hand %d\n%v %s\nand the log says\n%v %s", p.chair, id, hand, s.start, text(s.events), v.Start, text(v.Events))
			}
		}
	}
	w.checkActs(id, records)
	for _, p := range w.people {
		for hand := range p.seen {
			if p.table == id && hand > len(ends) {
				w.Fatalf("chair %d of table %d has seen hand %d, and the log has %d", p.chair, id, hand, len(ends))
			}
		}
	}
}

// checkProofs checks the proofs of all hands as everybody sees them.
func (w *world) checkProofs(records [][]byte) {
	for person := range 3 {
		var evening fair.Evening
		err := table.Hands(records, person, func(n int, _ table.Millis, h *history.Hand) bool {
			text, ok := h.Field("fair")
			if !ok {
				return true
			}
			p, err := fair.Parse(text)
			if err != nil {
				w.Fatal(err)
			}
			w.nonces += len(p.Nonces)
			w.voids += len(p.Void)
			told, err := table.PackOf(h)
			if err != nil {
				w.Fatal(err)
			}
			if faults := append(fair.Verify(p, told).Faults, evening.Check(n, p)...); len(faults) > 0 {
				w.Fatalf("hand %d: %+v", n, faults)
			}
			return true
		})
		if err != nil {
			w.Fatal(err)
		}
	}
}

func (w *world) checkSums(t *table.Table) {
	sum := t.Info().Pot
	_, balances := t.Balances()
	for _, b := range balances {
		sum += b
	}
	if sum != 0 || t.Check() != nil {
		w.Fatalf("accounts and pot add up to %v: %v", sum, t.Check())
	}
}

// checkActs takes some of the acts that stand in a log as people's, and asks whether
// they were answers to the questions that they have answered.
func (w *world) checkActs(id int64, records [][]byte) {
	for range 8 {
		i := w.n(len(records))
		r, err := table.DecodeRecord(records[i])
		if err != nil {
			w.Fatal(err)
		}
		if r.Kind != table.KindAct || r.By != table.ByPerson {
			continue
		}
		before, err := table.Replay(records[:i])
		if err != nil {
			w.Fatal(err)
		}
		n, _ := before.News(r.Chair, &table.Cursor{})
		for _, p := range w.people {
			if p.table == id && p.chair == r.Chair && (n.Question == nil || !p.said[answer{n.Question.Number, r.Act}]) {
				w.Fatalf("table %d, record %d: chair %d is asked %+v and is said to have answered %s", id, i, r.Chair, n.Question, r.Act)
			}
		}
	}
}
