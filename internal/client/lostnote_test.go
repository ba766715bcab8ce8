package client

import (
	"testing"

	"chratze/internal/fair"
	"chratze/internal/table/wire"
)

// TestLostNumberIsKept: if the connection breaks before a deal, it isn't known whether this client's number
// arrived. The notes say so at once, as they are stored: they are evidence against a server that calls deals off.
func TestLostNumberIsKept(t *testing.T) {
	t.Parallel()
	const sitting = "s"
	stored := fair.Note{}
	kept := 0
	c := &Client{opt: Options{Keep: func(n *fair.Notes) {
		kept++
		stored, _ = n.Of(sitting, 2, 1)
	}}}
	c.prover.sitting, c.prover.notes = sitting, &fair.Notes{}
	c.prover.proof = &fair.Proof{Number: 1}
	for number := 1; number <= 2; number++ {
		c.prover.notes.Keep(fair.Note{Sitting: sitting, Number: number, Chair: 1, Sent: true, Given: true})
	}
	called := []fair.Void{{Number: 2, Chairs: []int{1}}}
	if len(c.prover.notes.Refused(called, sitting)) != 1 {
		t.Error("a deal called off because of a number that was sent isn't told")
	}
	for range 2 { // the second time there is nothing new
		m := &wire.Received{}
		m.T = "hello"
		if err := c.prove(m); err != nil {
			t.Fatal(err)
		}
	}
	dealt, _ := c.prover.notes.Of(sitting, 1, 1)
	if kept != 1 || stored.Given || !stored.Sent || !dealt.Given || len(c.prover.notes.Refused(called, sitting)) != 0 {
		t.Errorf("stored %d times: %+v; the deal that is played: %+v", kept, stored, dealt)
	}
}
