package locale

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"chratze/variant"
)

// Every option has its place in the form, with a name, a sentence and what the
// texts say; every value too; a value that doesn't go says why.
func TestForm(t *testing.T) {
	t.Parallel()
	c := New()
	for _, lang := range c.Languages() {
		p := c.For(lang)
		for _, rules := range append(houseRules, "chratze-en,deals=0") {
			v, err := variant.Parse(rules)
			if err != nil {
				t.Fatal(err)
			}
			f := p.Form(p.SheetOf(v, 0))
			shown := map[string]Option{}
			for _, g := range f.Groups {
				said(t, rules, g.Name)
				for _, o := range g.Options {
					shown[o.Key] = o
					said(t, rules+" "+o.Key, o.Name, o.Means)
					for _, value := range o.Values {
						said(t, rules+" "+o.Key+"="+value.Value, value.Name, value.Means)
						_, err := v.With(variant.KeyValue{Key: o.Key, Value: value.Value})
						if (err == nil) != (value.Refused == "") {
							t.Errorf("%s %s=%s: refused with %q, and the rules say %v", rules, o.Key, value.Value, value.Refused, err)
						}
						if strings.Contains(value.Refused, o.Key+"="+value.Value+":") {
							t.Errorf("%s: beside the value %s the form repeats it: %s", rules, value.Value, value.Refused)
						}
					}
					for _, text := range o.Texts {
						said(t, rules+" "+o.Key, text.Name, text.Says)
					}
				}
			}
			for _, o := range v.Options() {
				if got, ok := shown[o.Key]; ok != o.Meaning || ok && (got.Value != o.Value || got.Default != o.Default) {
					t.Errorf("%s, %s: %s is in the form: %v, %+v", lang, rules, o.Key, ok, got)
				}
			}
		}
	}
}

// What the texts say of the Susi.
func TestFormSaysWhatTheTextsSay(t *testing.T) {
	t.Parallel()
	for _, g := range For("de-CH").Form(Sheet{Variant: variant.Default(), Deck: Swiss}).Groups {
		for _, o := range g.Options {
			if o.Key != "susi" {
				continue
			}
			b, err := json.Marshal(o.Texts)
			if err != nil {
				t.Fatal(err)
			}
			if want := `[{"source":"D","name":"der deutsche Text","value":"guideline","says":"der Letzte sollte mitspielen","ours":false},` +
				`{"source":"E",`; !strings.HasPrefix(string(b), want) || !strings.Contains(string(b), `"source":"K"`) {
				t.Errorf("got %s", b)
			}
		}
	}
}

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

// Every word of every game with every deck has its meaning, once.
func TestMeanings(t *testing.T) {
	t.Parallel()
	c := New()
	for _, lang := range c.Languages() {
		for _, rules := range houseRules {
			v, _ := variant.Parse(rules)
			for _, deck := range Decks() {
				seen := map[string]bool{}
				for _, m := range c.For(lang).Meanings(v, deck) {
					said(t, lang+" "+rules, m.Word, m.Means)
					if seen[m.Word] {
						t.Errorf("%s, %s: %s stands twice", lang, rules, m.Word)
					}
					seen[m.Word] = true
				}
			}
		}
	}
	words := map[string]string{}
	v, _ := variant.Lookup("chratze")
	for _, m := range c.For("ja").Meanings(v, Swiss) {
		words[m.Word] = m.Means
	}
	for _, word := range []string{"クラッツァー", "chratze", "metcho", "weg", "バナー", "盾", "スージー"} {
		if words[word] == "" {
			t.Errorf("%s has no meaning", word)
		}
	}
	if words["ムス"] != "" || words["ヴェリ"] != "" {
		t.Error("words of another game")
	}
}
