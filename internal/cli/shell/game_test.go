package shell

import "testing"

// TestGame: a game is found by its name as it is shown, in capitals, in Japanese, and as a text on it calls it; presets and files stay what they are.
func TestGame(t *testing.T) {
	t.Parallel()
	for lang, games := range map[string]map[string]string{
		"en": {"Kratzen": "kratzen", "Zwicken,susi=forced": "zwicken,susi=forced", "KRATZEN-PRINTED": "kratzen-printed", "クラッツェ": "chratze-en", "Krotzn": "kratzen", "iChratze": "chratze", "マウスシェルン": "mauscheln", "chratze": "chratze", "Chratze": "chratze", "mine.toml": "mine.toml", "whist": "whist"},
		"ja": {"クラッツェ": "chratze-ja", "ツヴィッケン": "zwicken", "Bourré": "bourre"},
	} {
		sh := New()
		sh.Lang = lang
		for given, want := range games {
			if got := sh.Game(given); got != want {
				t.Errorf("%s: %s is %s, want %s", lang, given, got, want)
			}
		}
	}
}

// TestFirstGame: who begins, begins with the game of their language and country.
func TestFirstGame(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{"en": "chratze-en", "ja": "chratze-ja", "de-CH": "chratze", "de-AT": "kratzen", "de-DE": "mauscheln"} {
		sh := New()
		sh.Lang = lang
		if got := sh.Printer().FirstGame(); got != want {
			t.Errorf("%s: %s, want %s", lang, got, want)
		}
	}
}
