package client

import (
	"testing"

	"chratze/internal/fair"
	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/rams"
)

// TestSince: the hand since which this client's number is missing.
func TestSince(t *testing.T) {
	t.Parallel()
	p := Proofs{}
	for i, tt := range []struct {
		standing Standing
		want     int
	}{{Good, 0}, {Part, 2}, {Part, 2}, {Good, 0}, {Part, 5}, {None, 0}} {
		p.Hands = append(p.Hands, HandReport{Hand: i + 1, Standing: tt.standing})
		if got := p.Since(); got != tt.want {
			t.Errorf("hand %d: since %d, want %d", i+1, got, tt.want)
		}
	}
}

// TestSeat: a spectator, and a chair without a seat in the hand, are the public (Nobody), not nature.
func TestSeat(t *testing.T) {
	t.Parallel()
	chair := 3
	for _, tt := range []struct {
		table Table
		want  rams.Seat
	}{
		{Table{Hello: wire.Received{Said: wire.Said{Chair: &chair}}, Info: &table.Info{InfoSeats: table.InfoSeats{InHand: []int{1, 3}}}}, 1},
		{Table{Hello: wire.Received{Said: wire.Said{Chair: &chair}}, Info: &table.Info{InfoSeats: table.InfoSeats{InHand: []int{1, 2}}}}, rams.Nobody},
		{Table{Info: &table.Info{InfoSeats: table.InfoSeats{InHand: []int{1, 2}}}}, rams.Nobody},
		{Table{Hello: wire.Received{Said: wire.Said{Chair: &chair}}}, rams.Nobody},
	} {
		if got := tt.table.Seat(); got != tt.want {
			t.Errorf("seat %d, want %d", got, tt.want)
		}
	}
}

// TestHandIsOverUnheard: one message tells that the next hand runs, and for the first time of its proof. Whether the proof of the
// hand before is missing depends on whether the server had heard before that this client takes part.
func TestHandIsOverUnheard(t *testing.T) {
	t.Parallel()
	for _, heard := range []bool{false, true} {
		c, chair := New(Options{}), 0
		c.table = Table{Hello: wire.Received{Said: wire.Said{T: "hello", Chair: &chair}, Config: &table.Config{Proof: table.ProofHand}}, Info: &table.Info{InfoStage: table.InfoStage{Stage: table.Playing}}, Hand: 1}
		c.prover.config, c.prover.last, c.prover.heard = c.table.Hello.Config, -1, heard
		for hand, m := range []wire.Received{{}, {Proof: &table.ProofNews{Hand: &fair.Proof{Scheme: fair.Scheme, Number: 2}}}} {
			c.table.Hand = hand + 1
			if err := c.prove(&m); err != nil {
				t.Fatal(err)
			}
		}
		if _, accused := c.table.Proofs.Of(1); accused != heard {
			t.Errorf("the server had heard: %v, and is accused: %v", heard, accused)
		}
	}
}
