package table

import (
	"strings"
	"testing"
	"unicode/utf8"

	"chratze/internal/fair"
	"chratze/internal/naming"
	"chratze/variant"
)

// TestNamesOfNothing: a name has something to be seen.
func TestNamesOfNothing(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", " ", "\u3164", "\u2800\u2800", "\u115f\u1160", "\uffa0", "\u17b4", "\u202e\u200b", "\u0301", "\u3164 \u2800", "\U0001d159", "\ufffc", "\u034f", "...", "\u200d"} {
		if got := CleanName(name); got != "" {
			t.Errorf("%q becomes the name %q", name, got)
		}
	}
	for name, want := range map[string]string{"Anna\u3164": "Anna", "\u2800An\u115fna": "Anna", "안나": "안나", "アンナ": "アンナ", "\u3164안\u1160나": "안나",
		"Zoe\u0301": "Zoé", "علی\u200cرضا": "علی\u200cرضا", "👨\u200d👩\u200d👧": "👨\u200d👩\u200d👧", "♠": "♠"} {
		if got := CleanName(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

// TestNamesThatLookAlike are numbered, and those that don't are left as they are.
func TestNamesThatLookAlike(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", MaxName)
	for _, tt := range []struct{ first, second, want string }{
		{"Anna", "Anna", "Anna 2"},
		{"Anna", "anna", "anna 2"},
		{"Anna", "Аnnа", "Аnnа 2"}, // Cyrillic
		{"Anna", "An na.", "An na. 2"},
		{"Bill", "BiII", "BiII 2"},
		{"Otto", "0tt0", "0tt0 2"},
		{"Anna", "Ａｎｎａ", "Ａｎｎａ 2"},
		{"Anna\u3164", "Anna", "Anna 2"},
		{long, long, long[:MaxName-2] + " 2"},
		{"Zoé", "Zoe\u0301", "Zoé 2"},
		{"Zoé", "Zoe\u200b\u0301", "Zoé 2"}, // what hides between a letter and its mark is removed first
		{"♠", "♠", "♠ 2"},
		{"Anna", "Hanna", "Hanna"},
		{"Anna", "Anna 2", "Anna 2"},
		{"アンナ", "アンヌ", "アンヌ"},
		{"♠", "♥", "♥"},
	} {
		cfg := Config{Variant: variant.Default(), Chairs: 3}
		tab, _, err := Create(0, cfg, tt.first, "k", fair.Secret{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tab.Sit(0, 1, tt.second, "l"); err != nil {
			t.Fatal(err)
		}
		got := tab.on(1).Name
		if got != tt.want || utf8.RuneCountInString(got) > MaxName {
			t.Errorf("%q beside %q is called %q, want %q", tt.second, tt.first, got, tt.want)
		}
		if _, err := tab.Sit(0, 2, tt.second, "m"); err != nil {
			t.Fatal(err)
		}
		if third := tab.on(2).Name; naming.Likeness(third) == naming.Likeness(got) || naming.Likeness(third) == naming.Likeness(tab.on(0).Name) {
			t.Errorf("%q, %q and %q sit at one table", tab.on(0).Name, got, third)
		}
	}
}

// TestBotsGiveWay: a person takes the place of a bot with the same name, and keeps the name.
func TestBotsGiveWay(t *testing.T) {
	t.Parallel()
	for _, name := range []string{botNames[0], botNames[1], strings.ToLower(botNames[1])} {
		tab, _, err := Create(0, Config{Variant: variant.Default(), Chairs: 4, Bot: "random"}, "Anna", "k", fair.Secret{})
		if err != nil {
			t.Fatal(err)
		}
		chair := tab.FreeChair(name)
		if _, err := tab.Sit(0, chair, name, "l"); err != nil {
			t.Fatal(err)
		}
		if got := tab.on(chair).Name; got != name {
			t.Errorf("%s is called %s", name, got)
		}
		if _, err := tab.Sit(0, tab.FreeChair("anna"), "anna", "m"); err != nil {
			t.Fatal(err)
		}
		if tab.ChairOf("m") < 0 || tab.on(tab.ChairOf("m")).Name != "anna 2" {
			t.Errorf("two people have one name")
		}
	}
}

// TestPeopleAreBounded: nobody fills a table's memory, and all that it tells, with people who come and go.
func TestPeopleAreBounded(t *testing.T) {
	t.Parallel()
	cfg := Config{Variant: variant.Default(), Chairs: 3}
	tab, _, err := Create(0, cfg, "Anna", "k", fair.Secret{})
	if err != nil {
		t.Fatal(err)
	}
	n := 1
	for ; n < 2*MaxPeople; n++ {
		if _, err = tab.SitBot(0, 0, 1, StandIn); err != nil {
			break
		}
		if _, err := tab.Leave(0, 0, 1); err != nil {
			t.Fatal(err)
		}
	}
	if n != MaxPeople || len(tab.people) != MaxPeople {
		t.Errorf("%d people have sat there: %v", n, err)
	}
	if _, err := tab.Sit(0, 1, "Beat", "l"); err == nil {
		t.Error("one more sits down")
	}
}
