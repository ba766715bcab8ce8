package hosting

import (
	"slices"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/server/listen"
)

// TestAnnouncement: people are told which address is for whom, and what else there is;
// programs get one address a line.
func TestAnnouncement(t *testing.T) {
	t.Parallel()
	places := []listen.Place{{URL: "http://localhost:8080", Kind: listen.Here}, {URL: "http://10.42.0.1:8080", Card: "wlan0", Kind: listen.Hotspot}, {URL: "http://172.17.0.1:8080", Card: "docker0", Kind: listen.Virtual}}
	for _, lang := range []string{"en", "de", "ja"} {
		f := serveFlags{say: locale.For(lang)}
		text := f.announcement(places, true)
		lines := strings.Split(text, "\n")
		if !strings.HasPrefix(lines[1], "http://10.42.0.1:8080") || !strings.Contains(lines[1], "wlan0") || !strings.Contains(text, "chratze play") {
			t.Errorf("%s: %s", lang, text)
		}
		if got := f.announcement(places, false); got != "http://localhost:8080\nhttp://10.42.0.1:8080\nhttp://172.17.0.1:8080\n" {
			t.Errorf("%s: %q", lang, got)
		}
	}
	guess := serveFlags{say: locale.For("en")}
	if text := guess.announcement([]listen.Place{{URL: "http://localhost:8080", Kind: listen.Here}, {URL: "http://192.168.43.1:8080", Kind: listen.Hotspot}}, true); !strings.Contains(text, "as far as this system tells") || !strings.Contains(text, "ifconfig") || strings.Contains(text, "()") {
		t.Errorf("guessed addresses: %s", text)
	}
	kinds := map[string]bool{}
	for _, key := range placeKeys {
		kinds[key] = true
	}
	if len(kinds) != int(listen.Virtual)+1 || slices.Contains([]bool{kinds[""]}, true) {
		t.Errorf("%d kinds of places have words", len(kinds))
	}
}
