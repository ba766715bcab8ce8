package httpd

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"chratze/chance"
	"chratze/history"
	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/table/talk"
	"chratze/rams"
	"chratze/variant"
)

// TestDelayedSpectatorIsToldLater: during a hand nothing is sent to a spectator of a table with
// a delay, neither news nor chat. When it is time they get what the public got, and not a byte
// of it depends on cards that stay hidden.
func TestDelayedSpectatorIsToldLater(t *testing.T) {
	t.Parallel()
	const delay = 60_000
	r := rand.New(rand.NewPCG(4, 4))
	choose := func(legal []string) string {
		for _, likes := range []string{"open", "join"} {
			if slices.Contains(legal, likes) {
				return likes
			}
		}
		return legal[r.IntN(len(legal))]
	}
	source := func() chance.Shuffler { return chance.Of(rand.New(rand.NewPCG(31, 1))) }
	d := newDeskAs(t, "chratze", source(), func(c *table.Config) { c.SpectatorDelay, c.Pace = delay, 2*delay })
	defer d.host.Close()
	d.settle()
	watcher := d.get[4]
	if watcher.state.Info == nil || watcher.state.Info.Stage != "lobby" {
		t.Fatal("a spectator isn't told that there is a table")
	}
	d.now.Add(delay) // since they sat down
	d.settle()
	before := len(watcher.all)
	d.say(0, host.Request{Command: table.Command{Do: table.DoChat, Text: "I have the ace"}})
	d.play(choose)
	if n := len(watcher.all); n != before {
		t.Fatalf("while it was played the spectator was sent %s", watcher.all[before:])
	}
	if d.get[0].state.Info.Stage != "between" || len(d.get[0].events) < 30 {
		t.Fatal("the seed gave no hand: nothing was tested")
	}
	d.now.Add(delay - 1)
	d.settle()
	if n := len(watcher.all); n != before {
		t.Fatalf("a millisecond early the spectator was sent %s", watcher.all[before:])
	}
	d.now.Add(1)
	d.settle()
	if watcher.state.Info.Stage != "between" || !bytes.Contains(watcher.all, []byte("I have the ace")) {
		t.Fatalf("when the time has come the spectator has been sent %s", watcher.all[before:])
	}
	same := newDesk(t, "chratze", source())
	defer same.host.Close()
	r = rand.New(rand.NewPCG(4, 4))
	same.play(choose)
	if got, want := joined(watcher), joined(same.get[4]); got != want {
		t.Errorf("a delayed spectator was told\n%s\nand one without delay\n%s", got, want)
	}
	for _, preset := range variant.Presets() {
		for seed := range howMany(40, 6) {
			permuted(t, preset, uint64(seed), delay)
		}
	}
}

// joined is what a client has been told of the hand.
func joined(l *listener) string {
	var b strings.Builder
	for _, e := range l.events {
		b.WriteString(string(e) + "\n")
	}
	return b.String()
}

// TestHandsOfAnEvening: with a link you get your own views, without one the public's if the
// table allows it, and none before their time.
func TestHandsOfAnEvening(t *testing.T) {
	t.Parallel()
	s := open(t, hosttest.NewMemory(), nil)
	for _, c := range []struct {
		config string
		status int
		hands  bool
	}{{`,"spectators":true`, 200, true}, {`,"spectators":true,"spectator_delay":3600000`, 200, false}, {``, 403, false}} {
		seat := s.make(`,"chairs":3,"bot":"random"` + c.config)
		p := s.play(seat, 3)
		p.playUntil(func() bool { return p.state.Info != nil })
		p.send(`{"t":"start"}`)
		p.playUntil(func() bool { return p.state.Info.Stage == "playing" })
		p.playUntil(func() bool { return p.state.Info.Stage != "playing" || p.hand() > 1 })
		own, status := s.hands(seat.Table, seat.Secret)
		if status != 200 || len(own) < 1 || own[0].For != history.SeatView(0) || own[0].Names[0] != "Anna" {
			t.Fatalf("%s: one's own hands: %d, %v", c.config, status, own)
		}
		if id, _ := own[0].Field("id"); id != `"`+seat.Table+`-1"` {
			t.Errorf("the first hand is %s", id)
		}
		others, status := s.hands(seat.Table, "")
		if status != c.status || (len(others) > 0) != c.hands {
			t.Errorf("%s: without a link: %d, %d hands", c.config, status, len(others))
		}
		for _, h := range others {
			if h.For != history.Public {
				t.Errorf("%s: without a link one gets the view %d", c.config, h.For)
			}
		}
		if _, status := s.hands(seat.Table, "wrong"); status != 403 {
			t.Errorf("with a wrong link one gets %d", status)
		}
	}
	if _, status := s.hands("999", "x"); status != 404 {
		t.Errorf("of no table one gets %d", status)
	}
}

// hands returns what GET /api/seat/{table}/hands gives.
func (s *site) hands(id, secret string) (list []*history.Hand, status int) {
	s.t.Helper()
	q, err := http.NewRequest(http.MethodGet, s.http.URL+"/api/seat/"+id+"/hands", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	if secret != "" {
		q.Header.Set("Authorization", "Bearer "+secret)
	}
	r, err := http.DefaultClient.Do(q)
	if err != nil {
		s.t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != 200 {
		return nil, r.StatusCode
	}
	for lines := history.NewReader(r.Body); ; {
		h, err := lines.Next()
		if err != nil {
			return list, 200
		}
		kept, err := history.Read(h.String())
		if err != nil {
			s.t.Fatal(err)
		}
		list = append(list, kept)
	}
}

// TestReadHand: a line and its text are read as the same hand; what is wrong is said in
// the language asked for.
func TestReadHand(t *testing.T) {
	t.Parallel()
	s := open(t, hosttest.NewMemory(), nil)
	line := strings.SplitN(string(read(t, "../../../rams/ramstest/testdata/examples/chratze.jsonl")), "\n", 2)[0]
	ask := func(path, text string, out any) int {
		t.Helper()
		return s.post("/api/hand/"+path, text, out)
	}
	for _, kind := range []string{"application/x-www-form-urlencoded", "multipart/form-data", ""} {
		r, err := http.Post(s.http.URL+"/api/hand/en", kind, strings.NewReader(line))
		if err != nil || r.StatusCode != http.StatusUnsupportedMediaType {
			t.Errorf("a body of type %q: %v %v", kind, r.Status, err)
		}
	}
	var one, two, view talk.Reading
	if status := ask("en", line, &one); status != 200 || string(one.Hand) != line {
		t.Fatalf("a line gives %d %s", status, one.Hand)
	}
	if status := ask("en", one.Deal, &two); status != 200 || two.Deal != one.Deal {
		t.Fatalf("its text gives %d\n%s\nand was\n%s", status, two.Deal, one.Deal)
	}
	if status := ask("en?view=1", line, &view); status != 200 || !strings.Contains(string(view.Hand), `"view":1`) {
		t.Errorf("a view gives %d %s", status, view.Hand)
	}
	for text, wants := range map[string]talk.Reading{line: one, string(view.Hand): view} {
		play, err := json.Marshal(wants.Play)
		if err != nil || wants.Play == nil {
			t.Fatalf("%s: no deal to play: %v", text, err)
		}
		var seat Seat
		if status := s.post("/api/tables", `{"name":"Anna","pace":0,"six_window":0,`+string(play[1:]), &seat); status != 201 {
			t.Fatalf("a table with the deal %s gives %d", play, status)
		}
		p := s.play(seat, 1)
		p.playUntil(func() bool { return p.state.Info != nil })
		p.send(`{"t":"start"}`)
		p.playUntil(func() bool { return len(p.events) > 12 })
		h, err := history.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(h.Events, func(e history.Event) bool { return e.Kind == rams.EventUpcard })
		if up := `"` + h.Events[i].Event.String() + `"`; !slices.ContainsFunc(p.events, func(e json.RawMessage) bool { return string(e) == up }) {
			t.Errorf("the deal is played again with %s, and it had %s", p.events, up)
		}
	}
	for _, lang := range []string{"en", "de-CH", "ja"} {
		var no talk.Reading
		if status := ask(lang, strings.Replace(line, `{"t":"deal"`, `{"t":"trick"`, 1), &no); status != 200 || no.Hand != nil || no.Fault == "" {
			t.Errorf("%s: a wrong line gives %d %+v", lang, status, no)
		}
	}
	for path, text := range map[string]string{"en?view=7": line, "en?view=x": line, "en": "hello"} {
		var no talk.Reading
		if status := ask(path, text, &no); status != 200 || no.Fault == "" || no.Hand != nil {
			t.Errorf("%s gives %d %+v", path, status, no)
		}
	}
	if status := ask("en", strings.Repeat("x", history.MaxLine+10), new(Problem)); status != 413 {
		t.Errorf("a long text gives %d", status)
	}
}

// TestLookTogether: in a pause those at the table look at a hand together: who has the lead
// says where, notes are kept, and spectators hear nothing of it.
func TestLookTogether(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "chratze", chance.Of(rand.New(rand.NewPCG(31, 1))))
	defer d.host.Close()
	wish := func(chair int, w host.Request) (all [5]string) {
		t.Helper()
		w.Chair, w.ID = -1, 7
		var before [5]int
		for i, l := range d.get {
			before[i] = len(l.all)
		}
		if err := d.host.Receive(t.Context(), d.conn[chair], w); err != nil {
			t.Fatal(err)
		}
		for range 2 { // a note comes back from the side
			if _, err := d.host.Evening(t.Context(), d.id, "secret1"); err != nil {
				t.Fatal(err)
			}
		}
		for i, l := range d.get {
			l.read()
			l.refused = nil
			all[i] = string(l.all[before[i]:])
		}
		return all
	}
	look := func(chair, hand, at int) [5]string {
		return wish(chair, host.Request{Command: table.Command{Do: table.DoLook, Hand: hand, At: at}})
	}
	if got := wish(1, host.Request{Command: table.Command{Do: table.DoLead}}); !strings.Contains(got[1], `"code":"stage"`) {
		t.Errorf("before the first hand: %s", got[1])
	}
	d.play(func(legal []string) string { return legal[0] })
	if got := wish(1, host.Request{Command: table.Command{Do: table.DoLead}}); !strings.Contains(got[1], `"code":"stage"`) {
		t.Errorf("before a pause: %s", got[1])
	}
	wish(0, host.Request{Command: table.Command{Do: table.DoPause}})
	if got := look(2, 1, 3); !strings.Contains(got[2], `"code":"lead"`) || got[0] != "" {
		t.Errorf("without the lead: %q", got)
	}
	for i, said := range wish(1, host.Request{Command: table.Command{Do: table.DoLead}}) {
		if led := strings.Contains(said, `{"t":"review","chair":1,"hand":1,"at":0}`); led != (i < 4) {
			t.Errorf("when Beat takes the lead, %d is sent %q", i, said)
		}
	}
	for i, said := range look(1, 1, 17) {
		if led := strings.Contains(said, `{"t":"review","chair":1,"hand":1,"at":17}`); led != (i < 4) {
			t.Errorf("when Beat moves, %d is sent %q", i, said)
		}
	}
	for _, m := range [][2]int{{0, 1}, {2, 0}, {1, -1}, {1, 1 << 20}} {
		if got := look(1, m[0], m[1]); !strings.Contains(got[1], `"code":"hand"`) {
			t.Errorf("hand %d, moment %d: %s", m[0], m[1], got[1])
		}
	}
	note := func(chair int, text string) [5]string {
		return wish(chair, host.Request{Command: table.Command{Do: table.DoNote, Hand: 1, At: 17, Text: text}})
	}
	if got := note(4, "from the side"); !strings.Contains(got[4], `"code":"chair"`) {
		t.Errorf("a spectator's note: %s", got[4])
	}
	if got := note(3, " \u202e "); !strings.Contains(got[3], `"code":"text"`) {
		t.Errorf("an empty note: %s", got[3])
	}
	note(3, strings.Repeat("ä", 2*table.MaxLine))
	for range 100 {
		if e, err := d.host.Evening(t.Context(), d.id, "secret4"); err != nil {
			t.Fatal(err)
		} else if len(e.Notes) == 1 {
			if n := e.Notes[0]; n.Name != "Dora" || n.Moment != (host.Moment{Hand: 1, At: 17}) || n.Text != strings.Repeat("ä", table.MaxLine) {
				t.Errorf("kept is %+v", n)
			}
			break
		}
	}
	if e, err := d.host.Evening(t.Context(), d.id, ""); err != nil || len(e.Notes) != 0 {
		t.Errorf("spectators read %v, %v", e.Notes, err)
	}
	for range host.MaxNotes {
		note(0, "once more")
	}
	for range 100 {
		d.settle0()
	}
	if e, err := d.host.Evening(t.Context(), d.id, "secret1"); err != nil || len(e.Notes) > host.MaxNotes {
		t.Errorf("%d notes are kept, at most %d may be; %v", len(e.Notes), host.MaxNotes, err)
	}
	d.get[4].read()
	if all := string(d.get[4].all); strings.Contains(all, "review") || strings.Contains(all, `"note"`) {
		t.Errorf("a spectator is sent %s", all)
	}
}

// settle0 waits until everybody has been told, whatever it was.
func (d *desk) settle0() {
	if _, _, err := d.host.Chair(d.t.Context(), d.id, "secret1"); err != nil {
		d.t.Fatal(err)
	}
}
