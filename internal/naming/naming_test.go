package naming_test

import (
	"testing"

	"chratze/internal/naming"
)

// TestJoiners: joiners stay where letters or emoji need them, and only there.
func TestJoiners(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"علی\u200cرضا": "علی\u200cرضا", "නිශා\u200dන්": "නිශා\u200dන්", "क्\u200dष": "क्\u200dष", "👨\u200d👩\u200d👧": "👨\u200d👩\u200d👧", "👩🏽\u200d🚀": "👩🏽\u200d🚀",
		"🏳\ufe0f\u200d🌈": "🏳\ufe0f\u200d🌈", "🏃\u200d♀\ufe0f": "🏃\u200d♀\ufe0f", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f": "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
		"An\u200dna": "Anna", "\u200cAnna\u200d": "Anna", "علی\u200c": "علی", "علی \u200cرضا": "علی رضا", "👨\u200d": "👨", "👨\u200dA": "👨A", "An\U000e0067na": "Anna", "علی\u200c\u200d\u200cرضا": "علی\u200cرضا",
	} {
		got := naming.Clean(given, 24)
		if got != want {
			t.Errorf("%+q becomes %+q, want %+q", given, got, want)
		}
		if again := naming.Clean(got, 24); again != got || naming.Hidden(got) {
			t.Errorf("%+q becomes %+q, hidden %v", got, again, naming.Hidden(got))
		}
	}
	for _, text := range []string{"An\u200dna", "\u200cAnna", "Anna\u200d", "👨\u200dA", "علی\u200c"} {
		if !naming.Hidden(text) {
			t.Errorf("%+q hides nothing", text)
		}
	}
	if got := naming.Clean("👨\u200d👩\u200d👧", 4); got != "👨\u200d👩" {
		t.Errorf("cut, it is %+q", got)
	}
}

// TestSeen: a name has a letter, a digit or an emoji; a sign alone can be seen, but is no name.
func TestSeen(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ named, seen bool }{
		"": {}, "\U0001d159": {}, "\u2800": {}, "\u3164": {}, "\ufffc": {}, "\u0301\u034f": {}, " \u00a0": {}, "\u200b": {}, "\U000e0067": {}, "?": {false, true}, "…": {false, true},
		"A": {true, true}, "7": {true, true}, "♠": {true, true}, "👨\u200d👩": {true, true}, "안": {true, true}, "1\ufe0f\u20e3": {true, true}, "\U0001d159A": {true, true},
	} {
		if naming.Named(text) != want.named || naming.Seen(text) != want.seen {
			t.Errorf("%+q: named %v, seen %v", text, naming.Named(text), naming.Seen(text))
		}
	}
}
