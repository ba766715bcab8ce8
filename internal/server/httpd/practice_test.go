package httpd

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"chratze/chance"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/variant"
)

// TestPracticeIsForOne: four people at a practice table who wish again and again to take
// back, to play again and to see all hands are told the same, byte by byte, as four at
// a table that isn't one; but that they may not.
func TestPracticeIsForOne(t *testing.T) {
	t.Parallel()
	for i, preset := range variant.Presets() {
		told := func(practice bool) (all [5][]byte) {
			source := chance.Of(rand.New(rand.NewPCG(uint64(i), 1)))
			d := newDeskAs(t, preset, source, func(c *table.Config) { c.Practice = practice })
			defer d.host.Close()
			r := rand.New(rand.NewPCG(uint64(i), 2))
			d.play(func(legal []string) string {
				for chair := range d.conn {
					for _, do := range []table.Do{table.DoBack, table.DoAgain, table.DoShow, table.DoHide} {
						if !practice {
							continue
						}
						if err := d.host.Receive(context.Background(), d.conn[chair], host.Request{Command: table.Command{Do: do, Chair: -1}, ID: 9}); err != nil {
							t.Fatal(err)
						}
					}
					d.refusals(chair)
				}
				return legal[r.IntN(len(legal))]
			})
			for c := range d.get {
				for line := range bytes.Lines(d.get[c].all) {
					line = bytes.Replace(line, []byte(`,"practice":true`), nil, 1)
					line = bytes.Replace(line, []byte(`,"practice":{"alone":false,"open":false,"back":false,"again":false}`), nil, 1)
					practised := bytes.Contains(line, []byte(`"practice":{"alone":true`)) // before the others came
					if !bytes.HasPrefix(line, []byte(`{"t":"no"`)) && !practised && !bytes.Contains(line, []byte(`"stage":"lobby"`)) && !bytes.Contains(line, []byte(`"info":{"chairs"`)) {
						all[c] = append(all[c], line...)
					}
				}
			}
			return all
		}
		one, other := told(true), told(false)
		for c := range one {
			if len(one[c]) < 500 || !bytes.Equal(one[c], other[c]) {
				t.Errorf("%s: who practises with others, connection %d, is told\n%s\nand else\n%s", preset, c, one[c], other[c])
			}
		}
	}
}

// refusals reads what a chair was told, and forgets that it was refused something.
func (d *desk) refusals(chair int) {
	d.t.Helper()
	if _, _, err := d.host.Chair(context.Background(), d.id, "secret1"); err != nil {
		d.t.Fatal(err)
	}
	l := d.get[chair]
	l.read()
	for _, code := range l.refused {
		if code != table.RefusedPractice && !(chair == 4 && code == table.RefusedChair) {
			d.t.Errorf("chair %d is refused with %s", chair, code)
		}
	}
	l.refused = nil
}

// TestDealOverHTTP: a table is made with a deal, and nobody is told its cards; what is
// wrong with another one is said.
func TestDealOverHTTP(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	order := "As Kd 9c 8c Kh Qh Ah Qs Jd 6h Th Ts 9s Js Qd Ac Kc Qc Jc Tc 7c 6c Ks 8s 7s 6s Ad Td 9d 8d 7d 6d Jh 9h 8h 7h"
	ask := func(deal string) *httptest.ResponseRecorder {
		body := `{"name":"Anna","practice":true,"chairs":3,"rules":{"preset":"chratze"},"deal":` + deal + `}`
		r := httptest.NewRequest(http.MethodPost, "/api/tables", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.server.ServeHTTP(w, r)
		return w
	}
	w := ask(`{"dealer":2,"orders":["` + order + `"]}`)
	var seat Seat
	if err := json.Unmarshal(w.Body.Bytes(), &seat); err != nil || w.Code != http.StatusCreated {
		t.Fatalf("%d %s %v", w.Code, w.Body, err)
	}
	if w = ask(`{"dealer":2,"orders":["` + order[3:] + `"]}`); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), `"code":"deal"`) || !strings.Contains(w.Body.String(), "want these 36 cards") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w = ask(`{"dealer":9,"orders":["` + order + `"]}`); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "dealer") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// TestKeptAreThere: all that a service worker asks for ahead is there, in each language. A page comes after what it
// shows: until all of it is kept, it says without a network that it isn't there.
func TestKeptAreThere(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	for _, worker := range []string{"/web/practice/sw.js", "/kasse/sw.js", "/puzzle/sw.js"} {
		_, body := s.get(worker, nil)
		list, _, found := strings.Cut(strings.TrimPrefix(body, "const kept = "), ";\n")
		var kept struct{ Files, Later, Module []string }
		if err := json.Unmarshal([]byte(list), &kept); !found || err != nil || len(kept.Files) < 10 {
			t.Fatalf("%s keeps %d files (%v)", worker, len(kept.Files), err)
		}
		for i, file := range kept.Later {
			page := "/" + strings.Split(file, "/")[1] + "/"
			if at := slices.Index(kept.Later, page); at >= 0 && at < i {
				t.Errorf("%s keeps %s before %s", worker, page, file)
			}
		}
		for _, file := range slices.Concat(kept.Files, kept.Later, kept.Module) {
			for _, lang := range catalogue().Languages() {
				at := strings.ReplaceAll(file, "{lang}", lang)
				if r, _ := s.get(at, nil); r.StatusCode != http.StatusOK {
					t.Errorf("%s keeps %s: %d", worker, at, r.StatusCode)
				}
				if at == file {
					break
				}
			}
		}
	}
}
