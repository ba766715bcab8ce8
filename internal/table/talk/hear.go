package talk

import (
	"context"
	"errors"
	"net/netip"
	"slices"

	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/table/wire"
)

// Hear handles a message of chratze/1 from a client at the address from. bots are those that it
// may seat; without a name it gets the first of them.
func Hear(h *host.Host, c *host.Conn, to Sender, bots []string, from netip.Prefix, message []byte) {
	cmd, id, err := wire.Decode(message)
	if refused, is := errors.AsType[*table.Refused](err); is {
		to.Refuse(id, refused.Code)
		return
	}
	switch cmd.Do {
	case table.DoPing:
		to.pong(id)
		return
	case table.DoBot:
		if cmd.Bot == "" && len(bots) > 0 {
			cmd.Bot = bots[0]
		}
		if !slices.Contains(bots, cmd.Bot) {
			to.Refuse(id, "bot")
			return
		}
	}
	_ = h.Receive(context.Background(), c, host.Request{Command: cmd, ID: id, Network: from}) // an error means that the host is closing, and says so
}

// Refuse answers a refused message.
func (s Sender) Refuse(id uint64, code string) { s.say(wire.Refusal(id, code, nil)) }
