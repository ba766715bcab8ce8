package host

import "chratze/internal/table"

// chat passes a line on to everybody at the table, and the name of the phrase that it is, if any. It is not stored.
func (l *loop) chat(t *live, from *Conn, text, phrase string) error {
	text, phrase = table.CleanText(text, table.MaxLine), table.CleanText(phrase, maxPhrase)
	if text == "" {
		return &table.Refused{Code: "text"}
	}
	if !l.mayChat(t, from) {
		return &table.Refused{Code: refusedLimit}
	}
	for c := range t.conns {
		if c.Chair >= 0 || t.delayed == nil {
			c.Sender.Chat(from.Chair, text, phrase)
		}
	}
	if t.delayed != nil && len(t.delayed.said) < maxSaid {
		t.delayed.said = append(t.delayed.said, line{l.h.opt.Now(), from.Chair, text, phrase})
		l.wakeAt(t, t.wake)
	}
	return nil
}
