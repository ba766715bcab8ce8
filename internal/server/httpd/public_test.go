package httpd

import (
	"encoding/json"
	"net/http"
	"testing"
)

// TestPublicTables: a table stands in the list if its maker and the operator want it and
// somebody is there, with its code while chairs are free; no other table does.
func TestPublicTables(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) { o.PublicTables = true })
	s.make(`,"chairs":3,"bot":""`)
	seat := s.make(`,"chairs":3,"bot":"","public":true,"spectators":true,"spectator_delay":60000`)
	list := func() (all PublicTables) {
		t.Helper()
		r, err := http.Get(s.http.URL + "/api/tables")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		if r.StatusCode != 200 {
			t.Fatalf("the list gives %d", r.StatusCode)
		}
		if err := json.NewDecoder(r.Body).Decode(&all); err != nil {
			t.Fatal(err)
		}
		return all
	}
	if all := list(); len(all.Tables) != 0 {
		t.Errorf("while nobody is there the list has %v", all)
	}
	p := s.play(seat, 1)
	p.playUntil(func() bool { return p.state.Info != nil })
	all := list()
	if len(all.Tables) != 1 {
		t.Fatalf("the list has %v", all)
	}
	if got := all.Tables[0]; got.Table != seat.Table || got.Host != "Anna" || got.Code != seat.Code || got.People != 1 || got.Chairs != 3 || !got.Watch || got.Delay != 60000 {
		t.Errorf("it is listed as %+v", got)
	}
	s.join(seat.Code, "Beat")
	s.join(seat.Code, "Chregu")
	if got := list().Tables[0]; got.Code != "" || got.People != 3 {
		t.Errorf("when all chairs are taken it is listed as %+v", got)
	}
	closed := openNew(t, nil)
	if r, err := http.Get(closed.http.URL + "/api/tables"); err != nil || r.StatusCode != http.StatusNotFound {
		t.Errorf("a server without a list gives %v %v", r, err)
	}
	var no Problem
	if status := closed.post("/api/tables", `{"name":"Anna","public":true}`, &no); status != http.StatusBadRequest || no.Code != "public" {
		t.Errorf("there a public table gives %d %+v", status, no)
	}
}

// TestPublicURL: the address is brought to the form of browsers' Origin, or refused.
func TestPublicURL(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"": "", "https://karten.example/": "https://karten.example", "HTTPS://KARTEN.example:443": "https://karten.example", "http://karten.example:80/": "http://karten.example",
		"http://karten.example:443": "http://karten.example:443", "https://jass-zürich.example": "https://xn--jass-zrich-feb.example", "https://xn--jass-zrich-feb.example": "https://xn--jass-zrich-feb.example",
		"http://[::1]:8080": "http://[::1]:8080", "http://my_box:8080": "http://my_box:8080", "https://Straße.example": "https://xn--strae-oqa.example",
	} {
		if got, err := PublicURL(given); err != nil || got != want {
			t.Errorf("%s: %q %v, want %q", given, got, err, want)
		}
	}
	for _, given := range []string{"karten.example", "ftp://karten.example", "https://karten.example/x", "https://karten.example/?x", "https://karten.example?", "https://karten.example/#x", "https://user:pw@karten.example", "https://user@karten.example", "https://"} {
		if got, err := PublicURL(given); err == nil {
			t.Errorf("%s is taken as %s", given, got)
		}
	}
}
