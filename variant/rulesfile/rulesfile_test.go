package rulesfile_test

import (
	"errors"
	"strings"
	"testing"

	"chratze/variant"
	"chratze/variant/rulesfile"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ toml, name, want string }{
		{`preset = "chratze"`, "", "chratze"},
		{"# our table\nname = \"Rössli \\\"Wed\\\"\"\nsusi = 'forced' # always\n\nante = 5_0\npreset = \"chratze\"\n", `Rössli "Wed"`, "chratze,ante=50,susi=forced"},
		{"\"\\u0073usi\" = \"off\"\npreset = \"chratze\"", "", "chratze,susi=off"},
		{"preset = \"chratze\"\r\nsusi = \"guideline\"\r\n", "", "chratze"},
		{"preset = \"kratzen\"\nante = 0x0A", "", "kratzen"},
	} {
		f, err := rulesfile.Parse([]byte(c.toml))
		if err != nil || f.Name != c.name || f.Variant.String() != c.want {
			t.Errorf("%s\nis read as %q, %q, %v; want %q, %q", c.toml, f.Name, f.Variant, err, c.name, c.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		toml, code, rule string
		line             int
	}{
		{"", rulesfile.CodePreset, "", 0},
		{"susi = \"off\"", rulesfile.CodePreset, "", 0},
		{"preset = \"chratze\"\nsusi\n", rulesfile.CodeTOML, "", 2},
		{"preset = \"chratze\"\nsusi = \"off\n", rulesfile.CodeTOML, "", 2},
		{"preset = \"chratze\"\n\n[rules]\nsusi = \"off\"", rulesfile.CodeTable, "", 3},
		{"preset = \"chratze\"\nrules.susi = \"off\"", rulesfile.CodeTable, "", 2},
		{"preset = \"chratze\"\n[[rules]]\n", rulesfile.CodeTable, "", 2},
		{"preset = \"chratze\"\nsix_swap = true", rulesfile.CodeKind, "", 2},
		{"preset = \"chratze\"\nante = 5.0", rulesfile.CodeKind, "", 2},
		{"preset = \"chratze\"\nante = 99999999999999999999", rulesfile.CodeKind, "", 2},
		{"preset = 1", rulesfile.CodeKind, "", 1},
		{"preset = \"chratze\"\npreset = \"kratzen\"", rulesfile.CodeTwice, "", 2},
		{"name = \"a\"\npreset = \"chratze\"\nname = \"b\"", rulesfile.CodeTwice, "", 3},
		{"preset = \"chratze\"\nname = \"a\\u001b[2Jb\"", rulesfile.CodeName, "", 2},
		{"preset = \"chratze\"\nname = \"" + strings.Repeat("ö", 81) + "\"", rulesfile.CodeName, "", 2},
		{"ante = 50\npreset = \"jass\"", rulesfile.CodeRules, variant.CodePreset, 2},
		{"preset = \"chratze\"\nante = 50\nsosi = \"off\"", rulesfile.CodeRules, variant.CodeUnknown, 3},
		{"preset = \"chratze\"\nsusi = \"maybe\"", rulesfile.CodeRules, variant.CodeValue, 2},
		{"preset = \"chratze\"\nante = -5", rulesfile.CodeRules, variant.CodeAmount, 2},
		{"preset = \"chratze\"\nante = \"50\"", rulesfile.CodeRules, variant.CodeType, 2},
		{"preset = \"chratze\"\nsusi = \"off\"\n\nsusi = \"off\"", rulesfile.CodeRules, variant.CodeTwice, 4},
		{"preset = \"chratze\"\ndeals = 3", rulesfile.CodeRules, variant.CodeIdle, 2},
		{"preset = \"chratze\"\nhead = \"yes\"\nvoid = \"any\"", rulesfile.CodeRules, "needs-must-trump", 2},
		{"preset = \"chratze\"\npack = \"weli33\"", rulesfile.CodeRules, "needs-six", 0},
	} {
		_, err := rulesfile.Parse([]byte(c.toml))
		var e *rulesfile.Error
		var rule *variant.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Line != c.line || e.Error() == "" {
			t.Errorf("%s\nis refused with %v; want code %q, line %d", c.toml, err, c.code, c.line)
		}
		if errors.As(err, &rule) != (c.rule != "") || rule != nil && rule.Code != c.rule {
			t.Errorf("%s\nis refused with %v; want the rules' code %q", c.toml, err, c.rule)
		}
	}
}

func TestErrorText(t *testing.T) {
	t.Parallel()
	_, err := rulesfile.Parse([]byte("preset = \"chratze\"\nsusi = \"maybe\""))
	want := `rules file: line 2: variant: chratze: option "susi" is "maybe": allowed is off, guideline, forced`
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	gone := errors.New("no such file")
	read := func(path string) ([]byte, error) {
		if path != "rules/wed.toml" {
			return nil, gone
		}
		return []byte("preset = \"zwicken\"\nname = \"Wed\"\n"), nil
	}
	if f, err := rulesfile.Load("rules/wed.toml", read); err != nil || f.Name != "Wed" || f.Variant.String() != "zwicken" {
		t.Errorf("the file is read as %q, %q, %v", f.Name, f.Variant, err)
	}
	if f, err := rulesfile.Load("chratze,ante=5", read); err != nil || f.Variant.String() != "chratze,ante=5" {
		t.Errorf("the text is read as %q, %v", f.Variant, err)
	}
	for _, path := range []string{"wed.toml", "./wed", `rules\wed`} {
		if _, err := rulesfile.Load(path, read); !errors.Is(err, gone) {
			t.Errorf("%s: %v, want the error of reading", path, err)
		}
	}
	if _, err := rulesfile.Load("wed", read); err == nil || errors.Is(err, gone) {
		t.Errorf("wed: %v, want no such preset", err)
	}
}

func TestAppend(t *testing.T) {
	t.Parallel()
	v, err := variant.Parse("chratzen,ante=20,last_word=off")
	if err != nil {
		t.Fatal(err)
	}
	f := rulesfile.File{Name: `Zum "Rössli" \ Säli`, Variant: v}
	text := f.Append(nil)
	want := "name = \"Zum \\\"Rössli\\\" \\\\ Säli\"\npreset = \"chratzen\"\nante = 20\nlast_word = \"off\"\n"
	if string(text) != want {
		t.Errorf("got %s\nwant %s", text, want)
	}
}

// What is read writes itself so that it is read again as the same.
func FuzzParse(f *testing.F) {
	f.Add([]byte("name = \"x\"\npreset = \"chratze\"\nsusi = \"forced\"\nante = 50\n"))
	f.Add([]byte("\"\\u0070reset\" = '''zwicken'''\n[a.b]\nc = {d=[1, 1979-05-27]}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := rulesfile.Parse(data)
		var e *rulesfile.Error
		if err != nil {
			if !errors.As(err, &e) || e.Error() == "" {
				t.Fatalf("refused with %#v", err)
			}
			return
		}
		if back, err := rulesfile.Parse(file.Append(nil)); err != nil || back != file {
			t.Fatalf("%s\nis read as %q, %q, %v", file.Append(nil), back.Name, back.Variant, err)
		}
	})
}
