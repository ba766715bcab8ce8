package httpd

import (
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"chratze/internal/group"
	"chratze/internal/hub"
	"chratze/internal/hub/evenings"
	"chratze/internal/locale"
	"chratze/internal/owner"
	"chratze/internal/table"
	"chratze/internal/table/host"
)

// Routes for groups of people who play together for years (docs/group.md).

const (
	groupAge   = 400 * 24 * 60 * 60 // seconds that a browser remembers a group
	mostGroups = 12                 // are listed for a browser
	maxGroup   = 1 << 20            // limit of a request in bytes: enough for an evening's file
)

// NewGroup is a request for a group.
type NewGroup struct {
	Name     string       `json:"name,omitempty"`
	Money    string       `json:"money,omitempty"` // "": points
	Mode     string       `json:"mode,omitempty"`  // settled, carried, jar; "": settled
	Enter    *GroupEntry  `json:"enter,omitempty"` // an evening, whose people become its members
	Import   *GroupExport `json:"import,omitempty"`
	Password string       `json:"password,omitempty"` // if the server requires one, but for evenings here
}

// GroupEntry is an evening to be entered: at a table, with the secret of a seat there; at a cash desk, with one of its secrets; or in a file.
type GroupEntry struct {
	Table  string `json:"table,omitempty"`
	Desk   string `json:"desk,omitempty"`
	Secret string `json:"secret,omitempty"`
	File   string `json:"file,omitempty"` // the text of a cash desk, or lines of rams-hand/1
}

// GroupExport is a group as a file.
type GroupExport = evenings.Export

// GroupKeys is the answer to a phone that has made a group, or was let in. A key that isn't new is missing.
type GroupKeys struct {
	ID      string `json:"id"`
	Phone   int    `json:"phone,omitempty"` // the number of this phone in the group
	Key     string `json:"key,omitempty"`   // of this phone, which its cookie has too
	Members string `json:"members,omitempty"`
	Look    string `json:"look,omitempty"`
}

// GroupState is the answer about a group.
type GroupState struct {
	ID     string `json:"id"`
	N      int    `json:"n"`               // number of lines in all
	Write  bool   `json:"write"`           // the key allows writing
	Phone  int    `json:"phone,omitempty"` // the number of this phone; 0: it has no key of its own yet
	Member int    `json:"member,omitempty"`
	Asks   bool   `json:"asks,omitempty"` // another phone must say yes first

	Codes map[string]string `json:"codes,omitempty"` // of its tables with free chairs, for members
	*group.View
}

// GroupWriting is a request to append lines, and to enter an evening; the sender knows the first From lines. Or it makes a key.
type GroupWriting struct {
	From  int          `json:"from"`
	Lines []string     `json:"lines,omitempty"`
	Enter *GroupEntry  `json:"enter,omitempty"`
	Key   *GroupNewKey `json:"key,omitempty"`
}

// GroupNewKey is a request for another key of a kind.
type GroupNewKey struct {
	Kind    string `json:"kind"`              // members or look
	Replace bool   `json:"replace,omitempty"` // those before open nothing more
}

// GroupWritten is the answer: the lines now, and those that the sender hadn't known.
type GroupWritten struct {
	N     int      `json:"n"`
	Lines []string `json:"lines"`
	Phone int      `json:"phone,omitempty"`
	Key   string   `json:"key,omitempty"` // the new one
}

// KnownGroup is a group that a browser knows.
type KnownGroup struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Day   string `json:"day,omitempty"` // of the last evening
	Next  string `json:"next,omitempty"`
	Write bool   `json:"write"`
}

func (k *KnownGroup) tell(v *group.View) {
	k.Name = v.Name
	for _, e := range v.Evenings {
		if e.Counts {
			k.Day = max(k.Day, e.Day)
		}
	}
	if v.Next != nil {
		k.Next = v.Next.When
	}
}

// groups answers requests about groups.
type groups struct {
	*front
	hub   *hub.Hub
	desks *desks
	codes *codes     // for other phones
	made  sync.Mutex // held while it is settled which group an evening belongs to
	mu    sync.Mutex // guards fresh
	fresh map[string]time.Time
}

// guest returns the guest that a request comes from, with a secret.
func (s *groups) guest(r *http.Request, secret string) hub.Guest {
	g := s.desks.guest(r)
	g.Secret = secret
	return g
}

// ---- what a browser remembers ----

func groupCookie(id string) string { return "g" + id }

// remember gives a browser a cookie with a key. Scripts can't read it, and Safari doesn't delete it after a week as it does what they store.
func (s *groups) remember(w http.ResponseWriter, r *http.Request, id, secret string) {
	http.SetCookie(w, &http.Cookie{Name: groupCookie(id), Value: secret, Path: "/", MaxAge: groupAge, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.secure(r)})
}

// cookie returns the key that a browser has for a group.
func cookie(r *http.Request, id string) string {
	if c, err := r.Cookie(groupCookie(id)); err == nil && len(c.Value) <= maxSecret {
		return c.Value
	}
	return ""
}

// vary keeps caches from giving one what another was told.
func vary(w http.ResponseWriter) { w.Header().Add("Vary", "Authorization, Cookie") }

// open returns the group of a request and the guest. A members' key doesn't say which phone it is; the cookie does. If the key opens nothing, it
// answers the request.
func (s *groups) open(w http.ResponseWriter, r *http.Request) (d *hub.Journal, g hub.Guest, ok bool) {
	vary(w)
	id := r.PathValue("group")
	given, has := bearer(r)
	if len(given) > maxSecret {
		given = "too long"
	}
	own := cookie(r, id)
	if !has {
		given = own
	}
	if !s.may(w, r, doLook) {
		return nil, g, false
	}
	g = s.guest(r, given)
	d, _, err := s.hub.Find(r.Context(), g, id)
	if err != nil {
		s.refuse(w, r, err)
		return nil, g, false
	}
	if mine := s.guest(r, own); d.Key(g).Kind == hub.Members && d.Key(mine).Kind == hub.Phone {
		g = mine
	}
	return d, g, true
}

// renewed serves the page of a group, and renews its cookie: Safari doesn't shorten the life of one that comes with a page.
func (s *groups) renewed(page http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if own := cookie(r, r.PathValue("group")); own != "" {
			s.remember(w, r, r.PathValue("group"), own)
		}
		w.Header().Add("Vary", "Cookie")
		page(w, r)
	}
}

// ---- refusals ----

// refuse answers a request that a group has refused.
func (s *groups) refuse(w http.ResponseWriter, r *http.Request, err error) {
	if bad, refused := errors.AsType[*group.Error](err); refused {
		answer(w, http.StatusUnprocessableEntity, Problem{Code: "entry", Detail: clipped(bad.Error()), Option: bad.Code, Text: clipped(printer(r).GroupFault(bad.Code, bad.Text, bad.Name, bad.N, bad.Want))})
		return
	}
	s.noJournal(w, "group", err)
}

// printer writes in the language that a request names, or the reader's.
func printer(r *http.Request) *locale.Printer {
	return catalogue().For(cmp.Or(r.FormValue("lang"), catalogue().Choose(languagesOf(r)...)))
}

// ---- looking ----

// look is GET /api/groups/{group}: the group at once or, for a client that knows all its lines, as soon as there are more.
func (s *groups) look(w http.ResponseWriter, r *http.Request) {
	from, err := strconv.Atoi(r.FormValue("from"))
	if err != nil {
		from = -1
	}
	wait, _ := strconv.Atoi(r.FormValue("wait"))
	var scope *group.Range
	if text := r.FormValue("range"); text != "" {
		given, err := group.ReadRange(text)
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		scope = &given
	}
	leave, ok := s.enter(w, r)
	if !ok {
		return
	}
	defer leave()
	d, g, ok := s.open(w, r)
	if !ok {
		return
	}
	id, key := r.PathValue("group"), d.Key(g)
	if cookie(r, id) == "" && key.Kind != hub.Members { // members get one of their own when they write
		s.remember(w, r, id, g.Secret)
	}
	s.refresh(r, id, d)
	if r.FormValue("export") != "" {
		if !key.Writes() {
			s.refuse(w, r, hub.ErrReadOnly)
			return
		}
		s.export(w, r, id, g)
		return
	}
	if d, _, err = s.hub.Find(r.Context(), g, id); err == nil {
		d.Wait(r.Context(), from, min(time.Duration(wait)*time.Second, maxWait))
		d, _, err = s.hub.Find(r.Context(), g, id) // the key may have been replaced meanwhile
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	key = d.Key(g)
	now := d.Group()
	state := GroupState{ID: id, N: len(now.Lines()), Write: key.Writes(), Phone: key.N}
	state.Member, state.Asks = now.MemberOf(key.N)
	state.View = now.View(scope, today())
	if state.Write {
		state.Codes = s.codesOf(r, state.Evenings)
	}
	zipped(w, r, state)
}

// codesOf returns the codes of the tables at which a group's evenings go on, by number, while chairs are free.
func (s *groups) codesOf(r *http.Request, of []group.Evening) map[string]string {
	all := map[string]string{}
	for _, e := range of {
		id, err := strconv.ParseInt(e.Ref, 10, 64)
		if e.Kind != group.AtTable || e.Counts || e.Dropped || e.Deleted || err != nil {
			continue
		}
		var d host.Door
		if s.opt.Owner == nil {
			d, err = s.opt.Host.Door(r.Context(), id, "")
		} else { // another server may have it
			err = s.work.Do(r.Context(), network(s.from(r)), func(ctx context.Context) (err error) {
				d, err = s.opt.Host.StrangersDoor(ctx, id)
				return err
			})
		}
		if err == nil && d.Free > 0 && d.Stage != table.Over {
			all[e.Ref] = d.Code
		}
	}
	return all
}

func today() string { return dayFromNow(0) }

func dayFromNow(n int) string { return time.Now().UTC().AddDate(0, 0, n).Format(time.DateOnly) }

// zipped answers with JSON, compressed if the client takes that.
func zipped(w http.ResponseWriter, r *http.Request, what any) {
	body, err := json.Marshal(what)
	if err != nil { // all fields can be written
		panic(err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Add("Vary", "Accept-Encoding")
	if len(body) > 1<<10 && accepts(r.Header.Values("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		body = zip(body, gzip.BestSpeed)
	}
	_, _ = w.Write(body) // an error means that the client has gone
}

// known is GET /api/groups: the groups that this browser knows, those with the last evening first.
func (s *groups) known(w http.ResponseWriter, r *http.Request) {
	vary(w)
	all := []KnownGroup{}
	if !s.may(w, r, doLook) {
		return
	}
	for _, c := range r.Cookies() {
		id, is := strings.CutPrefix(c.Name, "g")
		if !is || len(id) != 12 || len(c.Value) > maxSecret || len(all) == mostGroups {
			continue
		}
		lines, key, err := s.hub.Peek(r.Context(), s.guest(r, c.Value), id)
		if err != nil {
			continue // it is forgotten, or the key was replaced
		}
		k := KnownGroup{ID: id, Write: key.Writes()}
		err = s.work.Do(r.Context(), network(s.from(r)), func(context.Context) error {
			l, err := group.Read(lines)
			if err == nil {
				k.tell(l.View(nil, today()))
			}
			return err
		})
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		s.remember(w, r, id, c.Value)
		all = append(all, k)
	}
	slices.SortStableFunc(all, func(a, b KnownGroup) int { return strings.Compare(b.Day, a.Day) })
	answer(w, http.StatusOK, struct {
		Groups []KnownGroup `json:"groups"`
	}{all})
}

// ---- writing ----

// write is POST /api/groups/{group}. A phone with a members' key gets a key of its own first.
func (s *groups) write(w http.ResponseWriter, r *http.Request) {
	var ask GroupWriting
	if !s.readUpTo(w, r, maxGroup, &ask) {
		return
	}
	d, g, ok := s.open(w, r)
	if !ok {
		return
	}
	id := r.PathValue("group")
	if !d.Key(g).Writes() {
		s.refuse(w, r, hub.ErrReadOnly)
		return
	}
	out := GroupWritten{Lines: []string{}, Phone: d.Key(g).N}
	var err error
	if d.Key(g).Kind == hub.Members {
		if g.Secret, out.Phone, err = s.hub.Admit(r.Context(), g, id); err != nil {
			s.refuse(w, r, err)
			return
		}
		s.remember(w, r, id, g.Secret)
	}
	if ask.Key != nil {
		if !slices.Contains([]string{hub.Members, hub.Look}, ask.Key.Kind) {
			fail(w, http.StatusBadRequest, "key", "kind must be members or look")
			return
		}
		if out.Key, err = s.hub.NewKey(r.Context(), g, id, ask.Key.Kind, ask.Key.Replace); err != nil {
			s.refuse(w, r, err)
			return
		}
	}
	lines := ask.Lines
	for _, text := range lines {
		if err := d.Group().Refused(text, dayFromNow(-1), dayFromNow(1)); err != nil {
			s.refuse(w, r, err)
			return
		}
	}
	if other := s.groupOf(r.Context(), ask.Enter); other != "" && other != id {
		s.noEntry(w, r, errElsewhere)
		return
	}
	if ask.Enter != nil && ask.From == len(d.Group().Lines()) { // otherwise the answer has the missed lines
		more, err := s.compose(r, d.Group(), ask.Enter, false, out.Phone)
		if err != nil {
			s.noEntry(w, r, err)
			return
		}
		lines = append(lines, more...)
	}
	lines = hub.Stamped(out.Phone, lines...)
	if len(lines) == 0 && (ask.Enter == nil || ask.From == len(d.Group().Lines())) {
		out.N = len(d.Group().Lines())
		answer(w, http.StatusOK, out)
		return
	}
	n, missed, err := s.hub.Book(r.Context(), g, id, ask.From, lines)
	switch out.N = n; {
	case err != nil:
		s.refuse(w, r, err)
	case missed != nil:
		out.Lines = group.Bare(missed)
		answer(w, http.StatusConflict, out)
	default:
		s.belongs(r, id, ask.Enter)
		answer(w, http.StatusOK, out)
	}
}

// make is POST /api/groups. A person who sat at an evening that has a group is let in there.
func (s *groups) make(w http.ResponseWriter, r *http.Request) {
	vary(w)
	var ask NewGroup
	if !s.readUpTo(w, r, maxGroup, &ask) || belongsKey(ask.Enter) == "" && !s.mayMake(w, r, ask.Password) {
		return
	}
	if s.sentOn(w, r, &ask) {
		return
	}
	s.made.Lock() // of two who ask at once, one makes the group
	defer s.made.Unlock()
	if id := s.groupOf(r.Context(), ask.Enter); id != "" {
		s.admit(w, r, id, ask.Enter)
		return
	}
	if !s.may(w, r, doTable) {
		return
	}
	lines, phones, err := s.firstLines(r, &ask)
	if err != nil {
		s.noEntry(w, r, err)
		return
	}
	links, err := s.hub.MakeGroup(r.Context(), s.guest(r, ""), phones, lines)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.belongs(r, links.ID, ask.Enter)
	s.remember(w, r, links.ID, links.Phone)
	answer(w, http.StatusCreated, GroupKeys{links.ID, phones + 1, links.Phone, links.Members, links.Look})
}

// sentOn lets the server that has the table, or the group of that evening, answer.
func (s *groups) sentOn(w http.ResponseWriter, r *http.Request, ask *NewGroup) bool {
	if s.opt.Owner == nil || ask.Enter == nil {
		return false
	}
	if id := s.groupOf(r.Context(), ask.Enter); id != "" {
		return s.passGroup(w, r, id, ask)
	}
	at, err := strconv.ParseInt(ask.Enter.Table, 10, 64)
	return err == nil && at > 0 && s.pass(w, r, at, ask)
}

// passGroup passes a request, of which body was read, on to the server that has a group. It reports false if that is this one.
func (s *groups) passGroup(w http.ResponseWriter, r *http.Request, id string, body any) bool {
	return s.pass(w, r, owner.GroupID(id), body)
}
