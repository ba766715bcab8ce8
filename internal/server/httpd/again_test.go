package httpd

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// TestSamePeopleAgain: of all who ask for the same people again, at once or later, one gets a table with the same rules, and the others are
// told of it; strangers and spectators aren't.
func TestSamePeopleAgain(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) { o.Settings, o.Password = &kept{rows: map[string][]byte{}}, "geheim" })
	var annas Seat
	s.post("/api/tables", `{"name":"Anna","password":"geheim","chairs":4,"spectators":true,"rules":{"preset":"kratzen","ante":30}}`, &annas)
	seats := []Seat{annas, s.join(annas.Code, "Beat"), s.join(annas.Code, "Chregu")}
	ask := func(secret, body string) (int, Seat) {
		r := httptest.NewRequest("POST", "/api/seat/"+annas.Table+"/again", strings.NewReader(body))
		r.Header = http.Header{"Content-Type": {"application/json"}}
		if secret != "" {
			r.Header.Set("Authorization", "Bearer "+secret)
		}
		w := httptest.NewRecorder()
		s.server.ServeHTTP(w, r)
		var got Seat
		mustJSON(t, w.Body.Bytes(), &got)
		return w.Code, got
	}
	if status, _ := ask(annas.Secret, `{"name":"Anna"}`); status != http.StatusConflict {
		t.Errorf("before the end: %d", status)
	}
	c := s.play(annas, 1)
	c.send(`{"t":"end"}`)
	for c.state.Info == nil || c.state.Info.Stage != "over" {
		c.next()
	}
	for _, secret := range []string{"", "wrong"} {
		if status, _ := ask(secret, `{"name":"Eve"}`); status != http.StatusForbidden {
			t.Errorf("with the secret %q: %d", secret, status)
		}
	}
	made, told := make(chan Seat, 3), make(chan Seat, 3)
	var wg sync.WaitGroup
	for i, seat := range seats {
		wg.Go(func() {
			if status, got := ask(seat.Secret, fmt.Sprintf(`{"name":"N%d"}`, i)); status == http.StatusCreated {
				made <- got
			} else {
				told <- got
			}
		})
	}
	wg.Wait()
	if len(made) != 1 || len(told) != 2 {
		t.Fatalf("%d have made a table, %d were told of it", len(made), len(told))
	}
	next := <-made
	for range 2 {
		if got := <-told; got.Table != next.Table || got.Code != next.Code || got.Secret != "" {
			t.Errorf("the others are told %+v, want %s %s", got, next.Table, next.Code)
		}
	}
	door := func(secret, id string) (d Door) {
		h := http.Header{}
		if secret != "" {
			h.Set("Authorization", "Bearer "+secret)
		}
		_, body := s.get("/api/seat/"+id+"/door", h)
		mustJSON(t, []byte(body), &d)
		return d
	}
	if d := door(seats[1].Secret, annas.Table); d.Next == nil || *d.Next != (Next{next.Table, next.Code}) {
		t.Errorf("at the old door one of them reads %+v", d.Next)
	}
	if d := door("", annas.Table); d.Next != nil {
		t.Errorf("a stranger reads %+v", d.Next)
	}
	if d, old := door("", next.Table), door("", annas.Table); d.Rules.String() != old.Rules.String() || d.Chairs != 4 {
		t.Errorf("the new table has %v with %d chairs, the old one %v", d.Rules, d.Chairs, old.Rules)
	}
	if status, got := ask(annas.Secret, `{"name":"Anna","not":"`+next.Table+`"}`); status != http.StatusCreated || got.Table == next.Table {
		t.Errorf("when the new table is over, too: %d %+v", status, got)
	}
}

// TestWhichTablesABrowserKnows: the cookies of a browser say at which tables it has sat, the newest first, without a secret; those beyond
// a number are dropped.
func TestWhichTablesABrowserKnows(t *testing.T) {
	t.Parallel()
	s := open(t, openNew(t, nil).log, func(o *Options) { o.BasePath = "/cards" })
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	d := &http.Client{Jar: jar}
	var want, secrets []string
	for i := range 3 {
		r, err := d.Post(s.http.URL+"/cards/api/tables", "application/json", strings.NewReader(`{"name":"Anna"}`))
		if err != nil {
			t.Fatal(err)
		}
		var seat Seat
		if err := json.NewDecoder(r.Body).Decode(&seat); err != nil || r.Body.Close() != nil {
			t.Fatal(i, err)
		}
		want, secrets = append(want, seat.Table), append(secrets, seat.Secret)
	}
	ask := func() (got []string) {
		t.Helper()
		r, err := d.Get(s.http.URL + "/cards/api/mine")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		for _, c := range jar.Cookies(r.Request.URL) {
			if slices.Contains(secrets, c.Value) {
				t.Errorf("the cookie %s has a secret", c)
			}
		}
		var mine struct{ Tables []Mine }
		if err := json.NewDecoder(r.Body).Decode(&mine); err != nil {
			t.Fatal(err)
		}
		for _, m := range mine.Tables {
			got = append(got, m.Table)
		}
		return got
	}
	if got := ask(); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
		t.Errorf("it knows %v, want %v", got, want)
	}
	r := httptest.NewRequest("GET", "/api/mine", nil)
	for i := range 50 {
		r.AddCookie(&http.Cookie{Name: fmt.Sprint("t", 100+i), Value: fmt.Sprint(1_795_000_000 + i)})
	}
	r.AddCookie(&http.Cookie{Name: "theme", Value: "dark"})
	w := httptest.NewRecorder()
	s.server.ServeHTTP(w, r)
	var mine struct{ Tables []Mine }
	mustJSON(t, w.Body.Bytes(), &mine)
	if n := len(mine.Tables); n != mostMine || mine.Tables[0] != (Mine{"149", 1_795_000_049_000}) || mine.Tables[n-1].Table != "138" {
		t.Errorf("of 50 it lists %v", mine.Tables)
	}
	if dropped := w.Result().Cookies(); len(dropped) != 10 || dropped[9].Name != "t100" || dropped[9].MaxAge >= 0 {
		t.Errorf("it drops %v", dropped)
	}
}
