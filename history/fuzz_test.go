package history_test

import (
	"errors"
	"strings"
	"testing"

	"chratze/history"
)

// FuzzRead: reading never panics; what is refused is refused with an *Error; what
// is accepted is written, read again, and written as before.
func FuzzRead(f *testing.F) {
	for i, x := range examples(f) {
		if i%5 == 0 {
			f.Add(x.text)
		}
		if h, err := history.Read(x.text); err == nil && i%9 == 0 {
			views(f, h, func(_ history.Audience, view string) { f.Add(view) })
		}
	}
	f.Add(opened)
	f.Add(strings.Replace(opened, `"pot"`, `"id":"k3f9","n\u00f6":[1e9,{"a":null}],"pot"`, 1))
	f.Add(strings.Repeat(`{"events":[`, 100))
	f.Fuzz(func(t *testing.T, line string) {
		h, err := history.Read(line)
		if err != nil {
			var e *history.Error
			if !errors.As(err, &e) || e.Error() == "" {
				t.Fatal(err)
			}
			return
		}
		text := h.String()
		again, err := history.Read(text)
		if err != nil {
			t.Fatalf("%v\n%s\nwritten as\n%s", err, line, text)
		}
		if again.String() != text {
			t.Fatalf("%s\nwritten as\n%s", text, again)
		}
	})
}

// FuzzViews: every view of an accepted line is accepted, narrowed to the public's
// it is the public's, and its steps can be walked.
func FuzzViews(f *testing.F) {
	for i, x := range examples(f) {
		if i%5 == 0 {
			f.Add(x.text)
		}
	}
	f.Add(opened)
	f.Fuzz(func(t *testing.T, line string) {
		h, err := history.Read(line)
		if err != nil || h.For != history.Full {
			return
		}
		public, err := h.View(history.Public)
		if err != nil {
			t.Fatal(err)
		}
		views(t, h, func(_ history.Audience, view string) {
			again, err := history.Read(view)
			if err != nil {
				t.Fatalf("%v\n%s\n%s", err, line, view)
			}
			narrow, err := again.View(history.Public)
			if err != nil || narrow.String() != public.String() {
				t.Fatalf("%v\n%s\nnot\n%s", err, narrow.String(), public.String())
			}
			steps, err := again.Steps()
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for range steps {
				n++
			}
			if n != len(again.Events)+1 {
				t.Fatalf("%d steps for %d events", n, len(again.Events))
			}
		})
	})
}
