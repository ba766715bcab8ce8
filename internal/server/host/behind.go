package host

import "chratze/internal/server/table"

// behind is what spectators are told who see a table later than it is played: the
// table as it was, and what was said at it.
type behind struct {
	*table.Delayed
	by   table.Millis
	said []line
}

// line is a line of chat that spectators are still to be told.
type line struct {
	at    table.Millis
	chair int
	text  string
}

// newBehind returns nil for a table whose spectators see it as it is played.
func newBehind(cfg table.Config, records [][]byte, now table.Millis) (*behind, error) {
	if !cfg.Spectators || cfg.SpectatorDelay == 0 {
		return nil, nil
	}
	d, err := table.NewDelayed(records, now)
	return &behind{Delayed: d, by: cfg.SpectatorDelay}, err
}

// next returns when spectators are to be told something; 0: nothing waits.
func (b *behind) next() table.Millis {
	if b == nil {
		return 0
	}
	at := b.Next()
	if len(b.said) > 0 && (at == 0 || b.said[0].at+b.by < at) {
		at = b.said[0].at + b.by
	}
	return at
}

// tell tells spectators what is old enough.
func (b *behind) tell(conns map[*Conn]struct{}, now table.Millis) {
	b.Advance(now)
	n := 0
	for ; n < len(b.said) && b.said[n].at+b.by <= now; n++ {
		for c := range conns {
			if c.Chair < 0 {
				c.Sender.Chat(b.said[n].chair, b.said[n].text)
			}
		}
	}
	b.said = append(b.said[:0], b.said[n:]...)
	for c := range conns {
		if c.Chair >= 0 {
			continue
		}
		if news, ok := b.News(&c.cursor); ok {
			c.Sender.News(&news)
		}
	}
}
