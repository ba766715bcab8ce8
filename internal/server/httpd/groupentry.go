package httpd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"chratze/internal/group"
	"chratze/internal/group/digest"
	"chratze/internal/hub"
	"chratze/internal/hub/evenings"
	"chratze/internal/owner"
	"chratze/internal/table"
	"chratze/internal/table/host"
)

// How evenings come into a group: with the secret of a seat or a desk, so that a group is told nothing of
// others' evenings; and how another phone comes into it, with a code.

// Errors of entries.
var (
	errElsewhere = errors.New("httpd: this evening is in another group")
	errImport    = errors.New("httpd: import brings its own name, money, mode and evenings: leave the others out")
	errEntry     = errors.New("httpd: enter needs a table or a desk with a secret, or a file")
)

// noEntry answers a request whose evening can't be entered.
func (s *groups) noEntry(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case isDeskFault(w, r, err):
	case errors.Is(err, errElsewhere):
		fail(w, http.StatusConflict, "elsewhere", "this evening is in another group")
	case errors.Is(err, errImport):
		fail(w, http.StatusBadRequest, "import", strings.TrimPrefix(err.Error(), "httpd: "))
	case errors.Is(err, errEntry):
		fail(w, http.StatusBadRequest, "enter", strings.TrimPrefix(err.Error(), "httpd: "))
	case errors.Is(err, evenings.ErrExport):
		fail(w, http.StatusBadRequest, "import", strings.TrimPrefix(err.Error(), "evenings: "))
	case errors.Is(err, digest.ErrHands), errors.Is(err, digest.ErrPeople), errors.Is(err, digest.ErrFile):
		fail(w, http.StatusUnprocessableEntity, "evening", strings.TrimPrefix(err.Error(), "digest: "))
	case errors.Is(err, host.ErrNoTable), errors.Is(err, host.ErrNoChair):
		noTable(w, err)
	default:
		s.refuse(w, r, err)
	}
}

// sources returns where evenings are read.
func (s *groups) sources() *evenings.Sources {
	return &evenings.Sources{
		Table: func(ctx context.Context, id int64) ([][]byte, error) {
			records, err := s.opt.Host.Records(ctx, id)
			if errors.Is(err, host.ErrNoTable) {
				return nil, nil
			}
			return records, err
		},
		Desk: func(ctx context.Context, id string) ([]string, error) {
			return s.desks.hub.Lines(ctx, id)
		},
		Now: time.Now(),
	}
}

// firstLines returns the first lines of a new group, and how many phones have written them elsewhere.
func (s *groups) firstLines(r *http.Request, ask *NewGroup) (lines []string, phones int, err error) {
	if ask.Import != nil {
		if ask.Name != "" || ask.Money != "" || ask.Mode != "" || ask.Enter != nil {
			return nil, 0, errImport
		}
		l, err := ask.Import.Read()
		if err != nil {
			return nil, 0, err
		}
		lines, phones = l.Lines(), l.Phones()
		for _, e := range l.Sources() { // a table of this number is another one here
			lines = append(lines, hub.Stamped(0, "deleted "+strconv.Itoa(e.N))...)
		}
		return lines, phones, nil
	}
	lines = []string{group.Format}
	if ask.Name != "" {
		lines = append(lines, `name "`+strings.ReplaceAll(ask.Name, `"`, "'")+`"`)
	}
	if ask.Money != "" || ask.Mode != "" {
		lines = append(lines, strings.TrimSpace("money "+cmp.Or(ask.Money, "points")+" "+ask.Mode))
	}
	l, err := group.Read(lines)
	if err != nil {
		return nil, 0, err
	}
	more, err := s.compose(r, l, ask.Enter, true, 1)
	return hub.Stamped(1, append(lines, more...)...), 0, err
}

// compose returns the lines that enter an evening. The phone of one who sat there is theirs.
func (s *groups) compose(r *http.Request, l *group.Log, ask *GroupEntry, all bool, phone int) (lines []string, err error) {
	if ask == nil {
		return nil, nil
	}
	e, err := s.evening(r, l, ask)
	if err != nil {
		return nil, err
	}
	if lines = l.Enter(e.kind, e.ref, e.digest, e.names, all); lines == nil {
		return nil, &group.Error{Code: group.CodeTwice, N: l.Find(e.kind, e.ref)}
	}
	if n := s.sameDesk(r.Context(), l, &e); n != 0 {
		return nil, &group.Error{Code: group.CodeTwice, N: n}
	}
	entered := l.Clone()
	for _, text := range lines {
		if err := entered.Append(text); err != nil {
			return nil, err
		}
	}
	return append(lines, entered.Claim(phone, e.kind, e.ref, e.person)...), nil
}

// sameDesk returns the number of the evening that is the file of the same desk, or the desk of the same file; 0: none is.
func (s *groups) sameDesk(ctx context.Context, l *group.Log, e *entry) int {
	switch e.kind {
	case group.AtDesk:
		return l.Find(group.OfFile, e.file)
	case group.OfFile:
		for _, o := range l.Sources() {
			if o.Kind != group.AtDesk || o.Deleted {
				continue
			}
			lines, err := s.desks.hub.Lines(ctx, o.Ref)
			if err == nil && len(lines) > 0 && group.OneFile(digest.OfFile(strings.Join(lines, "\n")), e.ref) {
				return o.N
			}
		}
	}
	return 0
}

// entry is an evening that a request has shown to be its own.
type entry struct {
	kind, ref string
	file      string        // what ref would be of a desk's file
	digest    *group.Digest // nil: no hand has been played
	names     map[int]string
	person    int // who asks; 0: not known
}

// evening reads the evening that a request names.
func (s *groups) evening(r *http.Request, l *group.Log, ask *GroupEntry) (e entry, err error) {
	from := network(s.from(r))
	switch {
	case ask.File != "" && ask.Table == "" && ask.Desk == "" && ask.Secret == "":
		file := strings.TrimPrefix(ask.File, "\ufeff") // a byte order mark
		e.kind, e.ref = group.OfFile, digest.OfFile(file)
		err = s.work.Do(r.Context(), from, func(context.Context) (err error) {
			if e.digest, e.names, err = digest.File(file, l.Money(), today()); err == nil {
				err = group.DayRefused(e.digest.Day, dayFromNow(1))
			}
			return err
		})
	case ask.Secret == "" || len(ask.Secret) > maxSecret || (ask.Table == "") == (ask.Desk == "") || ask.File != "":
		return e, errEntry
	case ask.Desk != "":
		e.kind, e.ref = group.AtDesk, ask.Desk
		err = s.work.Do(r.Context(), from, func(ctx context.Context) error {
			lines, key, err := s.desks.hub.Peek(ctx, hub.Guest{Secret: ask.Secret}, ask.Desk)
			if err == nil && !key.Writes() {
				err = hub.ErrReadOnly
			}
			if err == nil {
				e.file = digest.OfFile(strings.Join(lines, "\n"))
				e.digest, e.names, err = digest.Desk(lines, today())
			}
			return err
		})
	default:
		e.kind, e.ref = group.AtTable, ask.Table
		id, bad := strconv.ParseInt(ask.Table, 10, 64)
		if bad != nil || strconv.FormatInt(id, 10) != ask.Table {
			return e, errEntry
		}
		err = s.work.Do(r.Context(), from, func(ctx context.Context) error {
			records, t, person, err := s.opt.Host.Sat(ctx, id, ask.Secret)
			if e.person = person; err == nil && t.Config().Practice {
				err = errEntry
			}
			if err == nil {
				e.digest, e.names, err = digest.Table(records)
			}
			return err
		})
	}
	if errors.Is(err, digest.ErrHands) && e.kind == group.AtTable {
		e.digest, err = nil, nil // it may still be played
	}
	return e, err
}

// ---- which group an evening belongs to ----

func belongsKey(ask *GroupEntry) string {
	switch {
	case ask == nil || ask.Table == "" && ask.Desk == "":
		return ""
	case ask.Table != "":
		return "groupof/table/" + ask.Table
	}
	return "groupof/desk/" + ask.Desk
}

// groupOf returns the group of an evening, or "".
func (s *groups) groupOf(ctx context.Context, ask *GroupEntry) (id string) {
	key := belongsKey(ask)
	if key == "" || s.opt.Settings == nil {
		return ""
	}
	b, err := s.opt.Settings.Setting(ctx, key)
	if err != nil || json.Unmarshal(b, &id) != nil {
		return ""
	}
	if !s.hub.Has(ctx, id) {
		return "" // it was forgotten
	}
	return id
}

// belongs notes which group an evening is in, so that all who sat there find it, also tomorrow.
func (s *groups) belongs(r *http.Request, id string, ask *GroupEntry) {
	key := belongsKey(ask)
	if key == "" || s.opt.Settings == nil {
		return
	}
	b, _ := json.Marshal(id) // a text
	if err := s.opt.Settings.Set(r.Context(), key, b); err != nil {
		s.opt.Logger.Warn("which group an evening is in isn't kept: those who sat there don't find it", "err", err)
	}
}

// admit lets in a phone of one who sat at an evening of a group.
func (s *groups) admit(w http.ResponseWriter, r *http.Request, id string, ask *GroupEntry) {
	d, err := s.hub.Own(r.Context(), id)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	e, err := s.evening(r, d.Group(), ask)
	if err != nil {
		s.noEntry(w, r, err)
		return
	}
	s.letIn(w, r, id, func(l *group.Log, phone int) []string { return l.Claim(phone, e.kind, e.ref, e.person) })
}

// letIn gives a phone a key of its own, unless it has one, and notes who it is.
func (s *groups) letIn(w http.ResponseWriter, r *http.Request, id string, claim func(l *group.Log, phone int) []string) {
	out := GroupKeys{ID: id, Key: cookie(r, id)}
	d, err := s.hub.Own(r.Context(), id)
	if err == nil {
		key := d.Key(hub.Guest{Secret: out.Key})
		if out.Phone = key.N; key.Kind != hub.Phone {
			out.Key, out.Phone, err = s.hub.Admit(r.Context(), s.guest(r, ""), id)
		}
	}
	if err == nil {
		err = s.hub.Note(r.Context(), s.guest(r, ""), id, out.Phone, func(now *group.Log) []string { return claim(now, out.Phone) })
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.remember(w, r, id, out.Key)
	answer(w, http.StatusOK, out)
}

// refresh folds the evenings that aren't over yet, now and then.
func (s *groups) refresh(r *http.Request, id string, d *hub.Journal) {
	if !evenings.Due(d.Group()) {
		return
	}
	s.mu.Lock()
	again := time.Since(s.fresh[id]) > refreshEvery
	if again {
		if len(s.fresh) > mostFresh {
			clear(s.fresh)
		}
		s.fresh[id] = time.Now()
	}
	s.mu.Unlock()
	if !again {
		return
	}
	s.fold(r, id, "")
}

// changed folds an evening that has ended, or has changed since, in its group.
func (s *groups) changed(r *http.Request, ask GroupEntry) {
	if id := s.groupOf(r.Context(), &ask); id != "" {
		s.fold(r, id, ask.Desk) // a table that is over never changes
	}
}

// fold folds the evenings of a group that have ended, and the one that has changed.
func (s *groups) fold(r *http.Request, id, changed string) {
	err := s.work.Do(r.Context(), network(s.from(r)), func(ctx context.Context) error {
		of := s.sources()
		of.Changed = changed
		return of.Refresh(ctx, s.hub, id, evenings.Ended)
	})
	if err != nil && r.Context().Err() == nil && !errors.Is(err, host.ErrCrowd) && !errors.Is(err, owner.ErrElsewhere) { // there it is folded when it is looked at
		s.broken("an evening of a group can't be folded", "group", id, "err", err)
	}
}

const (
	refreshEvery = 5 * time.Second
	mostFresh    = 10_000
)

// export answers with the group as a file, in which all evenings are folded as they are now.
func (s *groups) export(w http.ResponseWriter, r *http.Request, id string, g hub.Guest) {
	var x GroupExport
	err := s.work.Do(r.Context(), network(s.from(r)), func(ctx context.Context) error {
		if err := s.sources().Refresh(ctx, s.hub, id, evenings.All); err != nil {
			return err
		}
		d, _, err := s.hub.Find(ctx, hub.Guest{Secret: g.Secret}, id)
		if err == nil {
			x = s.sources().Export(ctx, id, d.Group())
		}
		return err
	})
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Disposition", `attachment; filename="group-`+id+`.json"`)
	zipped(w, r, x)
}

// ---- codes for another phone ----

// GroupCode is a request for a code, by a member's phone; or with a code, to be let in.
type GroupCode struct {
	Group string `json:"group,omitempty"`
	Code  string `json:"code,omitempty"`
}

// NewGroupCode is a code for another phone, for one use until a time.
type NewGroupCode struct {
	Code  string       `json:"code"`
	Until table.Millis `json:"until"`
}

// code is POST /api/groups/code.
func (s *groups) code(w http.ResponseWriter, r *http.Request) {
	vary(w)
	var ask GroupCode
	if !s.readUpTo(w, r, maxGroup, &ask) || !s.may(w, r, doCode) {
		return
	}
	code := s.codes.read(ask.Code)
	switch {
	case !s.codes.kept(w):
	case ask.Code != "" && ask.Group != "":
		fail(w, http.StatusBadRequest, "code", "give the group to get a code, or the code to be let in, not both")
	case ask.Group != "":
		if !s.passGroup(w, r, ask.Group, &ask) {
			s.newCode(w, r, ask.Group)
		}
	default:
		s.tryCode(w, r, code, &ask)
	}
}

// newCode makes a code.
func (s *groups) newCode(w http.ResponseWriter, r *http.Request, id string) {
	r.SetPathValue("group", id)
	d, g, ok := s.open(w, r)
	if !ok {
		return
	}
	if !d.Key(g).Writes() {
		s.refuse(w, r, hub.ErrReadOnly)
		return
	}
	if code, until, ok := s.codes.make(w, r, codeRecord{Group: id, By: d.Key(g).Hash}); ok {
		answer(w, http.StatusCreated, NewGroupCode{code[:4] + "-" + code[4:], until})
	}
}

// tryCode lets a phone in. Which server has the group tries the code, so that it is used once.
func (s *groups) tryCode(w http.ResponseWriter, r *http.Request, code string, ask *GroupCode) {
	id := s.codes.at(r.Context(), code).Group
	if id != "" && s.passGroup(w, r, id, ask) {
		return
	}
	right := s.codes.use(w, r, code, func(c *codeRecord) bool {
		if d, err := s.hub.Own(r.Context(), c.Group); err == nil && !d.Holds(c.By) {
			return false
		}
		id, *c = c.Group, codeRecord{}
		return true
	})
	if right {
		s.letIn(w, r, id, func(*group.Log, int) []string { return nil })
	}
}
