package lines

import (
	"bufio"
	"io"

	"chratze/rams"
)

// takeBack takes the last decision back, or begins the hand again with the same cards. done says
// that this was possible; otherwise it has written why not.
func (e *evening) takeBack(again bool) (done bool, err error) {
	p := e.session.Info().Practice
	switch {
	case p == nil || again && !p.Again || !again && !p.Back:
		e.scr.Line(e.T("no.back", nil))
		return false, nil
	case again:
		if err := e.session.Again(); err != nil {
			return false, err
		}
		e.scr.Gap()
		e.scr.Line(e.T("practice.done.again", nil))
		e.tell.begin(e.session.Hands(), e.session.View().Start)
		return true, e.show()
	}
	if err := e.session.Back(); err != nil {
		return false, err
	}
	e.scr.Gap()
	e.scr.Line(e.T("practice.done.back", nil))
	view := e.session.View()
	e.told(&view)
	if text := e.trickSoFar(); text != "" {
		e.scr.Line(text)
	}
	return true, e.scr.Flush()
}

// told makes the teller go on from here: everything before was written already.
func (e *evening) told(view *rams.View) {
	silent, scr := *e.voice, *e.scr
	scr.out = bufio.NewWriter(io.Discard)
	silent.scr = &scr
	t := e.tell
	t.voice = &silent
	t.begin(e.session.Hands(), view.Start)
	t.tell(view.Events)
	t.pause()
	t.voice = e.voice
}
