package cardart

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const static = "../web/static/cards"

// The files of the web client are what the generator makes.
func TestGenerated(t *testing.T) {
	t.Parallel()
	for name, want := range Files() {
		got, err := os.ReadFile(filepath.Join(static, name))
		if err != nil || string(got) != want {
			t.Errorf("%s is not what the generator makes: run go generate ./internal/cardart (%v)", name, err)
		}
	}
	entries, err := os.ReadDir(static)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, ok := Files()[e.Name()]; !ok && e.Name() != "LICENSE" {
			t.Errorf("%s/%s is neither generated nor the licence", static, e.Name())
		}
	}
}

func TestFilesAreTheSameEachTime(t *testing.T) {
	t.Parallel()
	if !maps.Equal(Files(), Files()) {
		t.Error("two runs made different files")
	}
}

// A sheet is small enough for a phone.
func TestSize(t *testing.T) {
	t.Parallel()
	for name, content := range Files() {
		var b bytes.Buffer
		w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		_, _ = io.WriteString(w, content)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if b.Len() >= 30<<10 {
			t.Errorf("%s has %d bytes compressed, want less than 30 KiB", name, b.Len())
		}
	}
}

// Every card of every pack is in every deck, with its back and its signs.
func TestSymbols(t *testing.T) {
	t.Parallel()
	var cards []string
	for _, s := range suits {
		cards = append(cards, "suit-"+string(s))
		for _, r := range ranks {
			cards = append(cards, string(r)+string(s))
		}
	}
	want := map[string][]string{"coins.svg": strings.Fields(`chf-5 chf-10 chf-20 chf-50 chf-100 chf-200 chf-500
		eur-1 eur-2 eur-5 eur-10 eur-20 eur-50 eur-100 eur-200 yen-1 yen-5 yen-10 yen-50 yen-100 yen-500 chf-1000 chf-10000 eur-500 eur-10000 usd-1 usd-25 usd-100 usd-10000 yen-1000 yen-10000 chip-1 chip-5 chip-10 chip-50 chip-100 chip-500`)}
	for _, d := range []string{"swiss", "german", "french"} {
		want[d+".svg"] = append(cards, "back")
	}
	want["french.svg"] = strings.Fields(strings.Join(append(cards, "back"), " ") + " 5c 4c 3c 2c 5s 4s 3s 2s 5h 4h 3h 2h 5d 4d 3d 2d")
	files := Files()
	for name, ids := range want {
		s, err := parse(files[name])
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, id := range ids {
			box := "0 0 128 200"
			if strings.Contains(id, "-") {
				box = "0 0 100 100"
			}
			if got := s.symbols[id]; got != box {
				t.Errorf("%s: symbol %s has the box %q, want %q", name, id, got, box)
			}
		}
	}
}

// What a sheet may consist of. There is nothing in it that runs, that is fetched
// from elsewhere, that needs a font, or that some browsers lose in <use> of
// another file: style elements, gradients, clips.
var (
	elements   = strings.Fields("svg title defs symbol g use rect circle ellipse path")
	attributes = strings.Fields(`xmlns id viewBox href x y width height rx ry cx cy r d transform display
		fill stroke stroke-width stroke-linecap stroke-linejoin`)
)

func TestSheets(t *testing.T) {
	t.Parallel()
	for name, content := range Files() {
		if filepath.Ext(name) != ".svg" {
			continue
		}
		s, err := parse(content)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, fault := range s.faults {
			t.Errorf("%s: %s", name, fault)
		}
	}
}

// The checks of sheets find what is planted.
func TestSheetsFindFaults(t *testing.T) {
	t.Parallel()
	for _, planted := range []string{
		`<script/>`, `<style/>`, `<text/>`, `<g onclick="x"/>`, `<g style="fill:red"/>`,
		`<use href="other.svg#a"/>`, `<use href="#missing"/>`, `<g id="a"/><g id="a"/>`, `<path fill="url(#a)"/>`,
	} {
		if s, err := parse(`<svg xmlns="http://www.w3.org/2000/svg">` + planted + `</svg>`); err != nil || len(s.faults) != 1 {
			t.Errorf("%s: faults %q, %v; want one", planted, s.faults, err)
		}
	}
}

type sheet struct {
	symbols map[string]string // id to viewBox
	faults  []string
}

// parse reads a sheet and what is wrong with it.
func parse(content string) (*sheet, error) {
	s := &sheet{symbols: map[string]string{}}
	ids, uses := map[string]bool{}, map[string]bool{}
	d := xml.NewDecoder(strings.NewReader(content))
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return s, err
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if !slices.Contains(elements, e.Name.Local) {
			s.faults = append(s.faults, "element "+e.Name.Local)
		}
		var id, box string
		for i, a := range e.Attr {
			if slices.ContainsFunc(e.Attr[:i], func(b xml.Attr) bool { return a.Name == b.Name }) {
				s.faults = append(s.faults, "attribute "+a.Name.Local+" twice") // encoding/xml lets that pass, a browser doesn't
			}
			switch a.Name.Local {
			case "id":
				id = a.Value
			case "viewBox":
				box = a.Value
			case "href":
				uses[a.Value] = true
			}
			if !slices.Contains(attributes, a.Name.Local) || strings.Contains(a.Value, "url(") {
				s.faults = append(s.faults, "attribute "+a.Name.Local+"="+a.Value)
			}
		}
		if ids[id] && id != "" {
			s.faults = append(s.faults, "two elements "+id)
		}
		ids[id] = true
		if e.Name.Local == "symbol" {
			s.symbols[id] = box
		}
	}
	for href := range uses {
		if id, own := strings.CutPrefix(href, "#"); !own || !ids[id] {
			s.faults = append(s.faults, "use of "+href)
		}
	}
	return s, nil
}

func TestPage(t *testing.T) {
	t.Parallel()
	page, err := Page("german")
	if err != nil || !strings.Contains(page, "<use href='#6d'/>") {
		t.Errorf("the page of the German deck doesn't show the Weli: %v", err)
	}
	if _, err := Page("tarot"); err == nil || !strings.Contains(err.Error(), "swiss, german, french") {
		t.Errorf("Page of a deck that isn't there: %v, want the decks there are", err)
	}
}
