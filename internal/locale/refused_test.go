package locale

import (
	"errors"
	"testing"

	"chratze/variant"
)

func TestRefused(t *testing.T) {
	t.Parallel()
	_, err := variant.Parse("chratze,susi=maybe")
	text, option, value, allowed := For("de-AT").Refused(err)
	if text != "Die Option susi kann nicht „maybe“ sein. Erlaubt: off, guideline und forced." || option != "susi" || value != "maybe" || len(allowed) != 3 {
		t.Errorf("got %q, %s=%s, %v", text, option, value, allowed)
	}
	if text, _, _, _ := For("en").Refused(errors.New("else")); text != "" {
		t.Errorf("something else is %q", text)
	}
}
