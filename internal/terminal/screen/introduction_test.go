package screen

import (
	"strings"
	"testing"

	"chratze/internal/locale"
)

// TestIntroduced: in its first hand a game says what it is about, if the person doesn't know it, and then no more.
func TestIntroduced(t *testing.T) {
	t.Parallel()
	for _, introduce := range []bool{true, false} {
		b := newBench(t, "mistigri", 4, Options{Printer: locale.For("en"), Deck: locale.French, Pace: AtOnce, Introduce: func(string) bool { return introduce }})
		b.tell(b.deal())
		if said := strings.Contains(flat(b.screen()), flat("The jack of clubs is always a trump")); said != introduce {
			t.Errorf("introduce: %v\n%s", introduce, b.screen())
		}
		b.tell(pressed("enter"))
		if strings.Contains(flat(b.screen()), flat("always a trump")) {
			t.Errorf("it is still said:\n%s", b.screen())
		}
	}
}
