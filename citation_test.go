package chratze_test

import (
	"os"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestCitation: CITATION.cff has what the Citation File Format 1.2.0 wants, and says of licence and authors what
// LICENSE does.
func TestCitation(t *testing.T) {
	t.Parallel()
	var c struct {
		Version  string `yaml:"cff-version"`
		Message  string
		Type     string
		Title    string
		Abstract string
		License  string
		Authors  []struct{ Name string }
		Keywords []string
	}
	file, err := os.ReadFile("CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	d := yaml.NewDecoder(strings.NewReader(string(file)))
	d.KnownFields(true)
	if err := d.Decode(&c); err != nil {
		t.Fatal(err)
	}
	license, err := os.ReadFile("LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	if c.Version != "1.2.0" || c.Type != "software" || c.Title != "chratze" || c.Message == "" || len(c.Authors) != 1 {
		t.Errorf("%+v", c)
		return
	}
	if !strings.HasPrefix(string(license), c.License+" License\n") || !strings.Contains(string(license), " "+c.Authors[0].Name+"\n") {
		t.Errorf("licence %q and author %q are not those of LICENSE", c.License, c.Authors[0].Name)
	}
}
