package httpd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"chratze/internal/group"
	"chratze/internal/hub"
	"chratze/internal/owner"
	"chratze/internal/waittest"
)

// groupSite is a server with groups, and one that comes after it with the same data.
func groupSite(t *testing.T) (*site, *kept) {
	t.Helper()
	log := &kept{rows: map[string][]byte{}}
	return openNew(t, func(o *Options) { o.Settings = log }), log
}

// phone is a browser of a member.
type phone struct {
	*site
	d   *http.Client
	key string // given with each request; "": only the cookie
}

func (s *site) phone() *phone {
	jar, _ := cookiejar.New(nil) // it never fails
	return &phone{s, &http.Client{Jar: jar}, ""}
}

// ask sends a request, and returns the status and the whole answer. body "": looks.
func (p *phone) ask(path, body string, into any) (status int, text string) {
	p.t.Helper()
	method := "GET"
	if body != "" {
		method = "POST"
	}
	req, err := http.NewRequest(method, p.http.URL+"/api/groups"+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	if p.key != "" {
		req.Header.Set("Authorization", "Bearer "+p.key)
	}
	req.Header.Set("Content-Type", "application/json")
	r, err := p.d.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	if r.StatusCode == http.StatusOK && !strings.Contains(strings.Join(r.Header.Values("Vary"), ","), "Cookie") || r.Header.Get("Cache-Control") != "no-store" {
		p.t.Errorf("%s %s may be kept by a cache: %v", method, path, r.Header)
	}
	if into != nil {
		mustJSON(p.t, b, into)
	}
	return r.StatusCode, string(b)
}

// writes appends lines behind all that there are.
func (p *phone) writes(id string, lines ...string) (int, GroupWritten) {
	p.t.Helper()
	var state GroupState
	p.ask("/"+id, "", &state)
	var out GroupWritten
	b, _ := json.Marshal(GroupWriting{From: state.N, Lines: lines})
	status, _ := p.ask("/"+id, string(b), &out)
	return status, out
}

// TestGroups: a phone that knows all lines may add one, any other gets the missing lines; a key to look writes nothing and learns no other key; the cookie
// alone leads back, and a code lets another phone in, once.
func TestGroups(t *testing.T) {
	t.Parallel()
	s, log := groupSite(t)
	anna := s.phone()
	var keys GroupKeys
	if status, text := anna.ask("", `{"name":"Stammtisch \"Rössli\"","money":"francs","mode":"carried"}`, &keys); status != http.StatusCreated || keys.Phone != 1 {
		t.Fatal(status, text)
	}
	at := "/" + keys.ID
	if status, out := anna.writes(keys.ID, `member 1 "Anna"`, `member 2 "Beat"`, "phone 1 is 1"); status != 200 || out.N != 6 {
		t.Fatal(status, out)
	}
	beat := s.phone()
	beat.key = keys.Members
	var state GroupState
	if status, _ := beat.ask(at, "", &state); status != 200 || !state.Write || state.Phone != 0 || state.Name != "Stammtisch 'Rössli'" {
		t.Errorf("with the members' key: %d %+v", status, state)
	}
	if status, out := beat.writes(keys.ID, "phone 2 is 2"); status != 200 || out.Phone != 2 {
		t.Errorf("the second phone: %d %+v", status, out)
	}
	beat.key = "" // it has a cookie now
	if status, _ := beat.ask(at, "", &state); status != 200 || state.Phone != 2 || state.Member != 2 || state.Members[1].Phones[0] != 2 {
		t.Errorf("by its cookie: %d %+v", status, state)
	}
	var out GroupWritten
	if status, _ := beat.ask(at, `{"from":6,"lines":["name \"Other\""]}`, &out); status != http.StatusConflict || len(out.Lines) != 1 || !strings.HasPrefix(out.Lines[0], "phone 2 is 2 @2") || out.N != 7 {
		t.Errorf("from an older state: %d %+v", status, out)
	}
	for body, want := range map[string]int{
		`{"from":7,"lines":["member 3 \"anna\""]}`: 422, `{"from":7,"lines":["digest 1 {}"]}`: 422, `{"from":7,"lines":["evening 1 table 5 1=1"]}`: 422, `{"from":7,"lines":["phone 2 is 1 seat"]}`: 422, `{"from":9,"lines":["name \"x\""]}`: 400,
		`{"from":`: 400, `{"x":1}`: 400, `{"from":7,"key":{"kind":"phone"}}`: 400, `{"from":7,"enter":{"table":"1"}}`: 400, `{"from":7,"enter":{"table":"1","secret":"x"}}`: 404, `{"from":7,"enter":{"desk":"x","secret":"x"}}`: 404,
	} {
		if status, text := beat.ask(at, body, nil); status != want {
			t.Errorf("%s: %d %s, want %d", body, status, text, want)
		}
	}
	var no Problem
	beat.ask(at+"?lang=de-CH", `{"from":7,"lines":["member 3 \"anna\""]}`, &no)
	if no.Option != "anna" || !strings.HasPrefix(no.Text, "Anna gibt es schon, Nummer 1.") {
		t.Errorf("the refusal says %+v", no)
	}
	log.full = true
	if status, _ := beat.ask(at, `{"from":7,"lines":["name \"x\""]}`, nil); status != http.StatusServiceUnavailable {
		t.Errorf("with a full disk: %d", status)
	}
	log.full = false
	eve := s.phone()
	for _, key := range []string{"", "x", strings.Repeat("x", 100)} {
		if eve.key = key; key == "" {
			eve.key = "-"
		}
		if status, _ := eve.ask(at, "", nil); status != http.StatusNotFound {
			t.Errorf("with the key %q: %d", key, status)
		}
	}
	var known struct{ Groups []KnownGroup }
	if _, text := beat.ask("", "", &known); len(known.Groups) != 1 || known.Groups[0] != (KnownGroup{keys.ID, "Stammtisch 'Rössli'", "", "", true}) {
		t.Errorf("its browser knows %s", text)
	}
	for _, row := range log.rows {
		for _, key := range []string{keys.Key, keys.Members, keys.Look} {
			if bytes.Contains(row, []byte(key)) {
				t.Error("a key is kept")
			}
		}
	}
	r, err := beat.d.Get(s.http.URL + "/g/" + keys.ID)
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	if c := r.Cookies(); r.StatusCode != 200 || len(c) != 1 || c[0].Name != "g"+keys.ID || c[0].MaxAge != 400*24*3600 || !c[0].HttpOnly || c[0].Path != "/" || c[0].SameSite != http.SameSiteLaxMode {
		t.Errorf("the page renews %v", c)
	}
	s.close()
	s = openNew(t, func(o *Options) { o.Settings = log })
	beat.site = s
	if u := s.http.URL; u != "" { // cookies know no ports
		if status, _ := beat.ask(at, "", &state); status != 200 || state.N != 7 || state.Phone != 2 {
			t.Errorf("after a restart: %d %+v", status, state)
		}
	}
}

// TestLookOnly: over every route and body, who may only look writes nothing and reads no key but their own.
func TestLookOnly(t *testing.T) {
	t.Parallel()
	s, log := groupSite(t)
	anna := s.phone()
	var keys GroupKeys
	anna.ask("", `{"name":"G"}`, &keys)
	anna.writes(keys.ID, `member 1 "Anna"`)
	before := len(log.rows)
	eve := s.phone()
	eve.key = keys.Look
	at := "/" + keys.ID
	var all strings.Builder
	for _, path := range []string{at, at + "?from=0", at + "?from=99&wait=1", at + "?range=always", at + "?export=1", ""} {
		status, text := eve.ask(path, "", nil)
		if want := map[bool]int{true: 403, false: 200}[strings.Contains(path, "export")]; status != want {
			t.Errorf("%s: %d", path, status)
		}
		all.WriteString(text)
	}
	for _, body := range []string{`{"from":3}`, `{"from":3,"lines":["name \"Eve\""]}`, `{"from":3,"key":{"kind":"members"}}`, `{"from":3,"key":{"kind":"look"}}`, `{"from":3,"enter":{"file":"kasse 1"}}`} {
		status, text := eve.ask(at, body, nil)
		if status != http.StatusForbidden {
			t.Errorf("%s: %d", body, status)
		}
		all.WriteString(text)
	}
	status, text := eve.ask("/code", `{"group":"`+keys.ID+`"}`, nil)
	if status != http.StatusForbidden {
		t.Errorf("a code: %d", status)
	}
	all.WriteString(text)
	eve.key = "" // the cookie that it was given
	if status, text := eve.ask(at, `{"from":3,"lines":["name \"Eve\""]}`, nil); status != http.StatusForbidden {
		t.Errorf("by cookie: %d %s", status, text)
	}
	for _, key := range []string{keys.Members, keys.Key, keys.Look} {
		if strings.Contains(all.String(), key) {
			t.Errorf("it is told the key %s", key)
		}
	}
	if len(log.rows) != before {
		t.Error("it has written something")
	}
}

// TestGroupCode: a code lets one phone in, and is dead after six wrong tries.
func TestGroupCode(t *testing.T) {
	t.Parallel()
	s, _ := groupSite(t)
	anna := s.phone()
	var keys, in GroupKeys
	anna.ask("", `{"name":"G"}`, &keys)
	code := func() string {
		var c NewGroupCode
		if status, text := anna.ask("/code", `{"group":"`+keys.ID+`"}`, &c); status != http.StatusCreated || len(c.Code) != 9 {
			t.Fatal(status, text)
		}
		return c.Code
	}
	first := code()
	home := s.phone()
	if status, text := home.ask("/code", `{"code":"`+strings.ToLower(first)+`"}`, &in); status != 200 || in.ID != keys.ID || in.Phone != 2 || in.Members != "" {
		t.Fatal(status, text)
	}
	if status, out := home.writes(keys.ID, `member 1 "Anna"`); status != 200 || out.Phone != 2 {
		t.Errorf("the phone that was let in: %d %+v", status, out)
	}
	if status, _ := s.phone().ask("/code", `{"code":"`+first+`"}`, nil); status != http.StatusNotFound {
		t.Errorf("used twice: %d", status)
	}
	second := code()
	wrong := second[:8] + map[bool]string{true: "1", false: "0"}[second[8] == '0']
	for range 6 {
		if status, _ := s.phone().ask("/code", `{"code":"`+wrong+`"}`, nil); status != http.StatusNotFound {
			t.Errorf("a wrong code: %d", status)
		}
	}
	if status, _ := s.phone().ask("/code", `{"code":"`+second+`"}`, nil); status != http.StatusNotFound {
		t.Errorf("after six wrong tries: %d", status)
	}
	third := code()
	for range 5 {
		s.phone().ask("/code", `{"code":"`+third[:8]+map[bool]string{true: "1", false: "0"}[third[8] == '0']+`"}`, nil)
	}
	if status, _ := s.phone().ask("/code", `{"code":"`+third+`"}`, nil); status != 200 {
		t.Errorf("after five wrong tries: %d", status)
	}
	shut, state, c := s.phone(), struct{ N int }{}, NewGroupCode{}
	shut.ask("/code", `{"code":"`+code()+`"}`, nil)
	if status, text := shut.ask("/code", `{"group":"`+keys.ID+`"}`, &c); status != http.StatusCreated {
		t.Fatalf("a code of the second phone: %d %s", status, text)
	}
	anna.ask("/"+keys.ID, "", &state)
	if status, text := anna.ask("/"+keys.ID, fmt.Sprintf(`{"from":%d,"key":{"kind":"members","replace":true}}`, state.N), nil); status != 200 {
		t.Fatalf("another link: %d %s", status, text)
	}
	if status, _ := s.phone().ask("/code", `{"code":"`+c.Code+`"}`, nil); status != http.StatusNotFound {
		t.Errorf("the code of a phone that was shut out lets in: %d", status)
	}
}

// TestGroupOfTable: the first of those who sat at an evening makes its group, and the others are let in and are who they were; strangers aren't. The group has the
// sums of the table.
func TestGroupOfTable(t *testing.T) {
	t.Parallel()
	s, _ := groupSite(t)
	seats := s.sameAgain(t, "Anna", "Beat", "Chregu")
	annas := seats[0]
	enter := func(seat Seat) string {
		return fmt.Sprintf(`{"name":"G","money":"francs","mode":"carried","enter":{"table":%q,"secret":%q}}`, seat.Table, seat.Secret)
	}
	balances := s.playHand(t, seats)
	anna, beat := s.phone(), s.phone()
	var keys, in GroupKeys
	if status, text := anna.ask("", enter(seats[0]), &keys); status != http.StatusCreated {
		t.Fatal(status, text)
	}
	if status, text := beat.ask("", enter(seats[1]), &in); status != 200 || in.ID != keys.ID || in.Phone != 2 || in.Members != "" {
		t.Fatal(status, text)
	}
	if status, _ := s.phone().ask("", fmt.Sprintf(`{"enter":{"table":%q,"secret":"wrong"}}`, annas.Table), nil); status != http.StatusForbidden {
		t.Errorf("a stranger: %d", status)
	}
	var state GroupState
	beat.ask("/"+keys.ID, "", &state)
	if state.Member != 2 || len(state.Members) != 3 || len(state.Evenings) != 1 || !state.Evenings[0].Counts || state.Evenings[0].Hands == 0 {
		t.Fatalf("%+v", state.View)
	}
	for _, p := range state.Evenings[0].People {
		name := state.Members[p.Member-1].Name
		if int64(p.Won) != balances[name] || p.Owed != p.Won {
			t.Errorf("%s has %+v, at the table %d", name, p, balances[name])
		}
	}
	if status, text := anna.ask("/"+keys.ID, fmt.Sprintf(`{"from":%d,"enter":{"table":%q,"secret":%q}}`, state.N, annas.Table, annas.Secret), nil); status != 422 || !strings.Contains(text, "twice") {
		t.Errorf("entered twice: %d %s", status, text)
	}
	var other GroupKeys
	anna.ask("", `{"name":"H"}`, &other)
	if status, text := anna.ask("/"+other.ID, fmt.Sprintf(`{"from":2,"enter":{"table":%q,"secret":%q}}`, annas.Table, annas.Secret), nil); status != http.StatusConflict || !strings.Contains(text, "elsewhere") {
		t.Errorf("in two groups: %d %s", status, text)
	}
	again := s.sameAgain(t, "Anna", "Beat", "Dora")
	if status, text := anna.ask("/"+keys.ID, fmt.Sprintf(`{"from":%d,"enter":{"table":%q,"secret":%q}}`, state.N, again[0].Table, again[0].Secret), nil); status != 200 {
		t.Errorf("a table that begins: %d %s", status, text)
	}
	s.playHand(t, again)
	clear(s.server.groups.fresh)
	anna.ask("/"+keys.ID, "", &state)
	if e := state.Evenings[1]; !e.Counts || e.People[0].Member != 1 || e.People[1].Member != 2 || e.People[2].Guest != "Dora" || len(state.Standings[0].Evenings) != 2 {
		t.Errorf("the second evening: %+v", e)
	}
	n := state.N
	if anna.ask("/"+keys.ID, "", &state); state.N != n {
		t.Errorf("looking adds lines: %d, %d", n, state.N)
	}
	h := http.Header{"Authorization": {"Bearer " + seats[2].Secret}}
	var d Door
	_, body := s.get("/api/seat/"+annas.Table+"/door", h)
	if mustJSON(t, []byte(body), &d); d.Group != keys.ID {
		t.Errorf("the third is told of the group %q", d.Group)
	}
	if _, body = s.get("/api/seat/"+annas.Table+"/door", nil); strings.Contains(body, keys.ID) {
		t.Errorf("a stranger is told of it: %s", body)
	}
	s.server.groups.opt.Host = openNew(t, func(*Options) {}).host // both tables are deleted by hand
	if status, text := anna.ask("/"+keys.ID+"?export=1", "", nil); status != http.StatusOK {
		t.Fatal(status, text)
	}
	anna.ask("/"+keys.ID, "", &state)
	for _, e := range state.Evenings {
		if !e.Deleted || !e.Counts || e.Hands == 0 {
			t.Errorf("without its table: %+v", e)
		}
	}
}

// sameAgain makes another table for three.
func (s *site) sameAgain(t *testing.T, host string, others ...string) []Seat {
	t.Helper()
	var seat Seat
	s.post("/api/tables", fmt.Sprintf(`{"name":%q,"chairs":3,"bot":"","money":"francs","rules":{"preset":"kratzen","ante":30}}`, host), &seat)
	seats := []Seat{seat}
	for _, name := range others {
		seats = append(seats, s.join(seat.Code, name))
	}
	return seats
}

// playHand plays a hand at a table of three and ends the evening. It returns the balances by name.
func (s *site) playHand(t *testing.T, seats []Seat) map[string]int64 {
	t.Helper()
	var wg sync.WaitGroup
	out := map[string]int64{}
	for i, seat := range seats {
		c := s.play(seat, uint64(i+1))
		wg.Go(func() {
			if i == 0 {
				c.send(`{"t":"start"}`)
			}
			for (c.state.Info == nil || c.state.Info.Stage != "over") && c.next() {
				if q := c.state.Ask; q != nil {
					c.state.Ask = nil
					c.send(`{"t":"act","q":%d,"act":%q}`, q.Q, q.Legal[c.r.IntN(len(q.Legal))])
				}
				if i == 0 && c.state.Info != nil && c.state.Info.Stage == "between" {
					c.send(`{"t":"end"}`)
				}
			}
		})
	}
	wg.Wait()
	id, _ := strconv.ParseInt(seats[0].Table, 10, 64)
	_, tab, _, err := s.host.Sat(t.Context(), id, seats[0].Secret)
	if err != nil {
		t.Fatal(err)
	}
	for _, ch := range tab.Info().Chairs {
		out[ch.Name] = int64(ch.Balance)
	}
	return out
}

// TestGroupOfDesk: a desk's evening is entered by who may book there, follows later bookings, and stays when the desk is deleted.
func TestGroupOfDesk(t *testing.T) {
	t.Parallel()
	s, _ := groupSite(t)
	var links hub.Links
	s.desk("", "", `{"lines":["kasse 1","rules chratze,ante=50","money francs credit","seats anna beat carl dealer carl","anna 2! beat 2"]}`, &links)
	anna := s.phone()
	enter := func(secret string) string {
		return fmt.Sprintf(`{"name":"G","money":"francs","mode":"jar","enter":{"desk":%q,"secret":%q}}`, links.ID, secret)
	}
	if status, _ := anna.ask("", enter(links.Read), nil); status != http.StatusForbidden {
		t.Errorf("with the link to look: %d", status)
	}
	var keys GroupKeys
	if status, text := anna.ask("", enter(links.Write), &keys); status != http.StatusCreated {
		t.Fatal(status, text)
	}
	var state GroupState
	anna.ask("/"+keys.ID, "", &state)
	if e := state.Evenings[0]; e.Counts || e.Hands != 1 || len(e.People) != 3 || state.Members[2].Name != "carl" {
		t.Errorf("while it goes on: %+v", state.View)
	}
	s.desk("/"+links.ID, links.Write, `{"from":5,"lines":["anna 2! beat 2"]}`, nil)
	clear(s.server.groups.fresh)
	n := state.N
	if anna.ask("/"+keys.ID, "", &state); state.N != n {
		t.Errorf("while it goes on looking adds %d lines", state.N-n)
	}
	s.desk("/"+links.ID, links.Write, `{"from":6,"lines":["end"]}`, nil)
	clear(s.server.groups.fresh)
	anna.ask("/"+keys.ID, "", &state)
	if e := state.Evenings[0]; !e.Counts || len(state.OpenJar) == 0 {
		t.Errorf("when it is over: %+v", state.View)
	}
	var x GroupExport
	anna.ask("/"+keys.ID+"?export=1", "", &x)
	if folded, _, err := x.Verify(t.Context(), nil); len(x.Lines) != state.N || len(x.Sources[links.ID]) != 7 || folded != 1 || err != nil {
		t.Errorf("the export has %+v, %d are folded, %v", x, folded, err)
	}
	b, _ := json.Marshal(map[string]any{"import": x})
	var again GroupKeys
	if status, text := s.phone().ask("", string(b), &again); status != http.StatusCreated || again.Phone != 2 {
		t.Fatal(status, text)
	}
	there := s.phone()
	there.key = again.Members
	var moved GroupState
	there.ask("/"+again.ID, "", &moved)
	if !slices.EqualFunc(moved.OpenJar, state.OpenJar, func(a, b group.Balance) bool { return a.Of == b.Of && a.Amount == b.Amount }) || !moved.Evenings[0].Deleted {
		t.Errorf("imported: %+v", moved.View)
	}
	x.Lines[2] = "money euro jar"
	b, _ = json.Marshal(map[string]any{"import": x})
	if status, _ := s.phone().ask("", string(b), nil); status != http.StatusBadRequest {
		t.Errorf("with a changed line: %d", status)
	}
}

// TestGroupNews: of two phones that write at once one is told what the other has written, and a third that waits is told as soon as that is.
func TestGroupNews(t *testing.T) {
	t.Parallel()
	s, _ := groupSite(t)
	anna, beat, carl := s.phone(), s.phone(), s.phone()
	var keys GroupKeys
	anna.ask("", `{"name":"G"}`, &keys)
	at := "/" + keys.ID
	for _, p := range []*phone{beat, carl} {
		p.key = keys.Members
		if status, _ := p.ask(at, `{"from":2}`, nil); status != 200 { // lets the phone in
			t.Fatal(status)
		}
		p.key = ""
	}
	come := make(chan GroupState)
	go func() {
		var state GroupState
		carl.ask(at+"?from=2&wait=25", "", &state)
		come <- state
	}()
	type answered struct {
		status int
		out    GroupWritten
	}
	all := make(chan answered)
	for i, p := range []*phone{anna, beat} {
		go func() {
			var out GroupWritten
			status, _ := p.ask(at, fmt.Sprintf(`{"from":2,"lines":["member 1 \"N%d\""]}`, i), &out)
			all <- answered{status, out}
		}()
	}
	first, second := <-all, <-all
	if first.status != 200 {
		first, second = second, first
	}
	if first.status != 200 || second.status != http.StatusConflict || len(second.out.Lines) != 1 || !strings.HasPrefix(second.out.Lines[0], `member 1 "N`) || second.out.N != 3 {
		t.Errorf("%+v, %+v", first, second)
	}
	if state := <-come; state.N != 3 || len(state.Members) != 1 || state.Phone != 3 {
		t.Errorf("who waits is told %+v", state)
	}
}

// TestGroupLinkReplaced: a phone whose key is replaced while it waits is told nothing more.
func TestGroupLinkReplaced(t *testing.T) {
	t.Parallel()
	s, _ := groupSite(t)
	anna, eve := s.phone(), s.phone()
	var keys GroupKeys
	anna.ask("", `{"name":"G"}`, &keys)
	at := "/" + keys.ID
	eve.key = keys.Look
	come := make(chan int)
	go func() {
		status, _ := eve.ask(at+"?from=2&wait=25", "", nil)
		come <- status
	}()
	waittest.Until(t, "the phone waits", func() bool {
		s.server.gate.mu.Lock()
		defer s.server.gate.mu.Unlock()
		return s.server.gate.open > 0
	})
	var out GroupWritten
	if status, _ := anna.ask(at, `{"from":2,"key":{"kind":"look","replace":true}}`, &out); status != 200 || out.Key == "" {
		t.Fatal(status, out)
	}
	if status := <-come; status != http.StatusNotFound {
		t.Errorf("with the old key: %d", status)
	}
	eve.key = out.Key
	if status, _ := eve.ask(at, "", nil); status != 200 {
		t.Errorf("with the new one: %d", status)
	}
}

// TestGroupElsewhere: requests about a group of another server are passed on, those whose body names it too, with all of the body. Which groups
// a browser knows any server can say.
func TestGroupElsewhere(t *testing.T) {
	t.Parallel()
	log := &kept{rows: map[string][]byte{}}
	owns := openNew(t, func(o *Options) { o.Settings = log })
	anna := owns.phone()
	var keys GroupKeys
	anna.ask("", `{"name":"G"}`, &keys)
	var code NewGroupCode
	anna.ask("/code", `{"group":"`+keys.ID+`"}`, &code)
	log.rows["groupof/table/7"] = []byte(`"` + keys.ID + `"`)
	passed := ""
	s := openNew(t, func(o *Options) {
		o.Settings = log
		o.Owner = &elsewhere{}
		o.Pass = func(w http.ResponseWriter, r *http.Request, id int64, _ netip.Addr, _ bool) error {
			b, _ := io.ReadAll(r.Body)
			if passed = r.Method + " " + r.URL.Path + " " + string(b); id != owner.GroupID(keys.ID) {
				t.Errorf("%s is passed on for %d", passed, id)
			}
			w.Header().Set("Vary", "Cookie")
			w.WriteHeader(http.StatusOK)
			return nil
		}
	})
	at, enter := "/api/groups/"+keys.ID, `{"enter":{"table":"7","secret":"x"}}`
	for _, tt := range []struct{ path, body, want string }{
		{"/" + keys.ID, "", "GET " + at + " "}, {"/" + keys.ID, `{"from":2}`, "POST " + at + ` {"from":2}`},
		{"", enter, "POST /api/groups " + enter}, {"/code", `{"group":"` + keys.ID + `"}`, `POST /api/groups/code {"group":"` + keys.ID + `"}`}, {"/code", `{"code":"` + code.Code + `"}`, `POST /api/groups/code {"code":"` + code.Code + `"}`},
	} {
		passed = ""
		if status, _ := s.phone().ask(tt.path, tt.body, nil); status != http.StatusOK || passed != tt.want {
			t.Errorf("%s: %d, passed on %s, want %s", tt.path, status, passed, tt.want)
		}
	}
	r, err := http.NewRequest(http.MethodGet, s.http.URL+"/api/groups", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.AddCookie(&http.Cookie{Name: "g" + keys.ID, Value: keys.Key})
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if b, _ := io.ReadAll(answer.Body); !strings.Contains(string(b), keys.ID) {
		t.Errorf("the other server knows %s", b)
	}
}
