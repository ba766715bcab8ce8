package wording

import (
	"encoding/json"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/pot"
	"chratze/variant"
)

// Every option has its place in the form, with a name, a sentence and what the
// texts say; every value too; a value that doesn't go says why.
func TestForm(t *testing.T) {
	t.Parallel()
	c := locale.New()
	for _, lang := range c.Languages() {
		p := c.For(lang)
		for _, rules := range append(houseRules, "chratze-en,deals=0") {
			v, err := variant.Parse(rules)
			if err != nil {
				t.Fatal(err)
			}
			f := NewForm(p, p.SheetOf(v, 0))
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
			played, coin := p.SheetOf(v, 0).Played(), pot.Money(p.SheetOf(v, 0).Money).Coin().String()
			for _, o := range played.Options() {
				if o.Key == "coin" { // the money's own is no house rule
					o.Default = coin
				}
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
	for _, g := range NewForm(locale.For("de-CH"), locale.Sheet{Variant: variant.Default(), Deck: locale.Swiss}).Groups {
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
