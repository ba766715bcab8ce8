package variant_test

import (
	"errors"
	"testing"

	"chratze/variant"
)

func TestJSON(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ json, want string }{
		{`{"preset":"chratze"}`, `{"preset":"chratze"}`},
		{`{"preset":"chratze","susi":"forced"}`, `{"preset":"chratze","susi":"forced"}`},
		{` { "susi" : "forced" , "ante" : 50, "preset" : "chratze" } `, `{"preset":"chratze","ante":50,"susi":"forced"}`},
		{`{"preset":"chratze","susi":"guideline","ante":20}`, `{"preset":"chratze"}`},
		{`{"preset":"chratzen","deal":"1\u00784","blind":"new\u002dcards","six_swap":"no"}`, `{"preset":"chratzen"}`},
		{`{"preset":"chratze-en","deals":0}`, `{"preset":"chratze-en","deals":0}`},
	} {
		v, err := variant.ParseJSON([]byte(c.json))
		if got := string(v.AppendJSON(nil)); err != nil || got != c.want {
			t.Errorf("%s is written %s, %v, want %s", c.json, got, err, c.want)
		}
	}
}

func TestJSONRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ json, code string }{
		{``, variant.CodeSyntax},
		{`{}`, variant.CodePreset},
		{`{"susi":"off"}`, variant.CodePreset},
		{`{"preset":"chratze"`, variant.CodeSyntax},
		{`{"preset":"chratze",}`, variant.CodeSyntax},
		{`{"preset":"chratze"} x`, variant.CodeSyntax},
		{`{"preset":"chratze","susi":}`, variant.CodeSyntax},
		{`{"preset":"chratze","susi":"\x"}`, variant.CodeSyntax},
		{`{"preset":"chratze","susi":"\u00"}`, variant.CodeSyntax},
		{"{\"preset\":\"chratze\",\"susi\":\"o\nff\"}", variant.CodeSyntax},
		{`{"preset":"chratze","six_swap":true}`, variant.CodeSyntax},
		{`["chratze"]`, variant.CodeSyntax},
		{`{"preset":"chratze","preset":"chratze"}`, variant.CodeTwice},
		{`{"preset":"chratze","susi":"off","susi":"off"}`, variant.CodeTwice},
		{`{"preset":"chratze","ante":"50"}`, variant.CodeType},
		{`{"preset":"chratze","susi":1}`, variant.CodeType},
		{`{"preset":5}`, variant.CodeType},
		{`{"preset":"chratze","ante":50.0}`, variant.CodeAmount},
		{`{"preset":"chratze","ante":1e3}`, variant.CodeAmount},
		{`{"preset":"chratze","ante":-0}`, variant.CodeAmount},
		{`{"preset":"chratze","Susi":"off"}`, variant.CodeUnknown},
		{`{"preset":"chratze","x":1}`, variant.CodeUnknown},
		{`{"preset":"chratze","pack":"weli33"}`, "needs-six"},
	} {
		_, err := variant.ParseJSON([]byte(c.json))
		var e *variant.Error
		if !errors.As(err, &e) || e.Code != c.code {
			t.Errorf("%s: %v, want code %q", c.json, err, c.code)
		}
	}
}

func TestZeroVariantIsNoGame(t *testing.T) {
	t.Parallel()
	var v variant.Variant
	if _, err := v.Game(4); err == nil {
		t.Error("the zero Variant has a game")
	}
	if v.String() != "" || v.Options() != nil || v.Keys() != nil || len(variant.Diff(v, v)) != 0 {
		t.Errorf("the zero Variant says %q, %v", v, v.Options())
	}
	if least, most := v.Best(); least != 0 || most != 0 {
		t.Errorf("the zero Variant is best with %d to %d seats", least, most)
	}
}

func TestTextMarshals(t *testing.T) {
	t.Parallel()
	var v variant.Variant
	if err := v.UnmarshalText([]byte("kratzen,ante=5")); err != nil {
		t.Fatal(err)
	}
	if text, _ := v.MarshalText(); string(text) != "kratzen,ante=5" {
		t.Errorf("got %s", text)
	}
}

// A text that is read is a variant that writes itself so that it is read again
// as the same; one that isn't read gives an *Error and nothing else.
func FuzzParse(f *testing.F) {
	f.Add("chratze,susi=forced,ante=50")
	f.Add("kratzen,split=thirds,round_up=7")
	f.Add("zwicken,pack=weli33")
	f.Fuzz(func(t *testing.T, text string) {
		v, err := variant.Parse(text)
		checkRead(t, v, err)
		if back, err := variant.Parse(v.String()); v.Preset() != "" && (err != nil || back != v) {
			t.Fatalf("%q is written %q, which is read as %q, %v", text, v, back, err)
		}
	})
}

func FuzzParseJSON(f *testing.F) {
	f.Add([]byte(`{"preset":"chratze","susi":"forced","ante":50}`))
	f.Add([]byte(`{"\u0070reset":"zwicken", "deal":"2+2"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := variant.ParseJSON(text)
		checkRead(t, v, err)
		if back, err := variant.ParseJSON(v.AppendJSON(nil)); v.Preset() != "" && (err != nil || back != v) {
			t.Fatalf("%s is written %q, which is read as %q, %v", text, v, back, err)
		}
	})
}

func checkRead(t *testing.T, v variant.Variant, err error) {
	t.Helper()
	var e *variant.Error
	switch {
	case err == nil && v.Preset() == "":
		t.Fatal("read as no game, without an error")
	case err != nil && (v != variant.Variant{} || !errors.As(err, &e) || e.Error() == ""):
		t.Fatalf("read as %q and refused with %#v", v, err)
	}
}
