package client

import (
	"crypto/rand"
	"encoding/json"
	"slices"

	"chratze/internal/fair"
	"chratze/internal/wire"
)

// nonce is what this client gives to the next deal. It is kept over broken
// connections: who has committed to it must give it.
type nonce struct {
	deal int
	text string
}

// prove does its part that the deals can be checked: it commits to a nonce for the
// next one, and gives it when everybody has committed.
func (c *Client) prove(m *wire.Received) error {
	if m.T == "hello" && m.Config != nil && m.Config.Proof != "" && *m.Chair >= 0 {
		return c.give(wire.TProof, 0, "")
	}
	if m.Proof != nil && m.Proof.Hand != nil {
		c.used(m.Proof.Hand)
	}
	if m.Proof == nil || m.Proof.Next == nil {
		return nil
	}
	d, chair := m.Proof.Next, *c.table.Hello.Chair
	if d.Promises == nil {
		if c.nonce.deal != d.Number {
			var fresh fair.Secret
			_, _ = rand.Read(fresh[:]) // it never fails
			c.nonce = nonce{d.Number, fresh.Hex()}
		}
		return c.give(wire.TPromise, d.Number, fair.NoncePromise(d.Number, chair, c.nonce.text))
	}
	mine := fair.Given{Chair: chair, Text: fair.NoncePromise(d.Number, chair, c.nonce.text)}
	if c.nonce.deal != d.Number || !slices.Contains(d.Promises, mine) {
		return nil
	}
	return c.give(wire.TNonce, d.Number, c.nonce.text)
}

// used notes whether this client's nonce went into the deal of a hand. The server can
// leave it out, and then the deal proves nothing to who plays here.
func (c *Client) used(p *fair.Proof) {
	seated := c.table.Info != nil && slices.Contains(c.table.Info.Seats, *c.table.Hello.Chair)
	if p.None != "" || p.Promise == "" || p.Number == c.checked || !seated { // a later part of it, or not ours
		return
	}
	c.checked = p.Number
	if c.nonce.deal == p.Number && slices.Contains(p.Nonces, fair.Given{Chair: *c.table.Hello.Chair, Text: c.nonce.text}) {
		c.table.Unused = 0
		return
	}
	if c.table.Unused == 0 {
		c.table.Unused = c.table.Hand
	}
}

func (c *Client) give(kind string, deal int, text string) error {
	b, err := json.Marshal(&wire.Message{T: kind, Q: uint64(deal), Text: text})
	if err != nil {
		return err
	}
	return c.conn.Write(b)
}
