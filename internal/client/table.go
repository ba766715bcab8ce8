package client

import (
	"fmt"

	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/rams"
)

// Table is the state of a table as a client knows it, updated by messages.
type Table struct {
	Hello  wire.Received // the last one
	Hand   int           // number of hands begun; Start and Events are those of the last one
	Start  rams.Start
	Events []rams.Event
	Turn   int             // the chair that everybody waits for, or -1
	Due    table.Millis    // its deadline, by the server's clock; 0: none
	Window table.Millis    // when the wait for the trump six ends; 0: no wait
	Six    table.SixSaid   // what this chair has said about the trump six
	Ask    *table.Question // the question to this client
	Info   *table.Info     // the table itself; nil: not received yet
	Proofs Proofs          // the results of checking the deals; they survive broken connections
}

// Take applies a message. An error means that the server broke chratze/1 or that messages were
// lost; then the caller must reconnect.
func (t *Table) Take(m *wire.Received) error {
	switch m.T {
	case "hello":
		if m.Protocol != wire.Protocol {
			return fmt.Errorf("client: the server speaks %q: want %s", m.Protocol, wire.Protocol)
		}
		*t = Table{Hello: *m, Turn: -1, Proofs: t.Proofs}
		return nil
	case "":
		return t.news(m)
	}
	return nil
}

func (t *Table) news(m *wire.Received) error {
	if t.Hello.T == "" {
		return fmt.Errorf("client: news before hello")
	}
	if m.Hand != nil && *m.Hand != t.Hand {
		t.Hand, t.Events = *m.Hand, nil
	}
	if m.Start != nil {
		t.Start = *m.Start
	}
	if m.From != nil {
		if *m.From < 0 || *m.From > len(t.Events) {
			return fmt.Errorf("client: events from %d on, and %d are known", *m.From, len(t.Events))
		}
		t.Events = t.Events[:*m.From]
	}
	for _, e := range m.Events {
		t.Events = append(t.Events, rams.Event(e))
	}
	if m.Info != nil {
		if t.Info == nil {
			t.Info = &table.Info{}
		}
		t.Info.Take(m.Info)
	}
	t.Turn, t.Due, t.Window, t.Six, t.Ask = m.Turn, m.Due, m.Window, m.Six, nil
	if seat := t.Seat(); m.Ask != nil && seat != rams.Nobody {
		t.Ask = m.Ask.Table(seat)
	}
	return nil
}

// Seat returns this client's seat in the running or last hand, or rams.Nobody if it has none.
func (t *Table) Seat() rams.Seat {
	if t.Info == nil || t.Hello.Chair == nil {
		return rams.Nobody
	}
	return t.Info.Seat(*t.Hello.Chair)
}
