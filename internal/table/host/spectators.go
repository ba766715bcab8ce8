package host

import "chratze/internal/table"

// delayedFeed is what spectators with a delay see: the table as it was, and its chat.
type delayedFeed struct {
	*table.Delayed
	by   table.Millis
	said []line
}

// line is a line of chat that spectators haven't seen yet.
type line struct {
	at     table.Millis
	chair  int
	text   string
	phrase string
}

// newDelayedFeed returns nil if the table's spectators see it without a delay.
func newDelayedFeed(cfg table.Config, records [][]byte, now table.Millis) (*delayedFeed, error) {
	if !cfg.Spectators || cfg.SpectatorDelay == 0 {
		return nil, nil
	}
	d, err := table.NewDelayed(records, now)
	return &delayedFeed{Delayed: d, by: cfg.SpectatorDelay}, err
}

// next returns when there will be something new for spectators; 0: nothing waits.
func (b *delayedFeed) next() table.Millis {
	if b == nil {
		return 0
	}
	at := b.Next()
	if len(b.said) > 0 && (at == 0 || b.said[0].at+b.by < at) {
		at = b.said[0].at + b.by
	}
	return at
}

// tell sends spectators everything that is old enough.
func (b *delayedFeed) tell(conns map[*Conn]struct{}, now table.Millis) {
	b.Advance(now)
	n := 0
	for ; n < len(b.said) && b.said[n].at+b.by <= now; n++ {
		for c := range conns {
			if c.Chair < 0 {
				c.Sender.Chat(b.said[n].chair, b.said[n].text, b.said[n].phrase)
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
