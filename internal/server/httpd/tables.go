package httpd

import (
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/table/talk"
	"chratze/variant"
)

// NewTable is a request for a table. Missing fields of the Config are those of
// talk.DefaultConfig. Without chairs, the table has as many as the game is best with.
type NewTable struct {
	Name     string `json:"name"`
	Password string `json:"password,omitempty"` // if the server requires one
	table.Config
}

// Joining is a request for a chair at the table with a code.
type Joining struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

// Seat is the answer: a chair, and the secret that gives access to it.
type Seat struct {
	Table  string `json:"table"`
	Chair  int    `json:"chair"`
	Secret string `json:"secret,omitempty"`
	Link   string `json:"link"`             // with the secret
	Code   string `json:"code,omitempty"`   // for others
	Invite string `json:"invite,omitempty"` // a link with the code
}

// makeTable is POST /api/tables.
func (s *Server) makeTable(w http.ResponseWriter, r *http.Request) {
	ask := NewTable{Config: talk.DefaultConfig()}
	if !s.readJSON(w, r, &ask) {
		return
	}
	if !s.mayMake(w, r, ask.Password) {
		return
	}
	talk.Complete(&ask.Config)
	switch {
	case ask.Bot != "" && !s.knownBot(ask.Bot):
		fail(w, http.StatusBadRequest, "bot", "unknown bot; known: "+strings.Join(s.opt.Bots, ", "))
		return
	case ask.Public && !s.opt.PublicTables:
		fail(w, http.StatusBadRequest, "public", "this server has no list of tables")
		return
	case !s.exempt(r) && ask.Pace < s.opt.Limits.Pace:
		fail(w, http.StatusBadRequest, "pace", "at least "+strconv.Itoa(int(s.opt.Limits.Pace))+" ms")
		return
	case !s.may(w, r, making(ask.Config)):
		return
	}
	seat, err := s.opt.Host.Create(r.Context(), ask.Config, ask.Name)
	if err != nil {
		s.refuse(w, err)
		return
	}
	s.opt.Metrics.made.Add(1)
	s.opt.Logger.Info("table made", "table", seat.Table, "rules", ask.Variant.String(), "chairs", ask.Chairs)
	s.seated(w, r, seat)
}

// making returns the limit that a new table counts towards.
func making(c table.Config) string {
	if c.Practice {
		return doAlone
	}
	return doTable
}

// join is POST /api/join and, for a browser that has a cookie of the chair it has left, POST
// /api/seat/{table}/join.
func (s *Server) join(w http.ResponseWriter, r *http.Request) {
	var ask Joining
	if !s.readJSON(w, r, &ask) {
		return
	}
	if !s.may(w, r, doCode) {
		return
	}
	if ask.Name = table.CleanName(ask.Name); ask.Name == "" { // before the code is looked up
		fail(w, http.StatusBadRequest, table.RefusedName, details[table.RefusedName])
		return
	}
	code := ReadCode(ask.Code)
	if code == "" {
		fail(w, http.StatusNotFound, "code", "no table has this code")
		return
	}
	if s.codeElsewhere(w, r, code, ask) {
		return
	}
	seat, err := s.opt.Host.Join(r.Context(), code, ask.Name, secret(r))
	if err != nil {
		s.refuse(w, err)
		return
	}
	s.opt.Metrics.joined.Add(1)
	s.opt.Logger.Info("joined", "table", seat.Table, "chair", seat.Chair)
	s.seated(w, r, seat)
}

// codesIn find codes in a text, the likeliest first: in a link, as one word, in two halves. Two
// words of a sentence may look like halves, so only the link's code needs no digit.
var codesIn = [...]*regexp.Regexp{
	regexp.MustCompile(`#\W*([0-9A-Z]{4}\p{Pd}?[0-9A-Z]{4})\b`),
	regexp.MustCompile(`\b([0-9A-Z]{8})\b`),
	regexp.MustCompile(`\b([0-9A-Z]{4}[\p{Pd} ][0-9A-Z]{4})\b`),
}

// ReadCode returns a code in the form in which codes are made, out of what stands around it: a
// link, brackets, a message. People may type it in Crockford's base 32, where O is 0 and I and L
// are 1. It returns "" if there is no code in the text.
func ReadCode(text string) string {
	text = strings.ReplaceAll(strings.ToUpper(WithHash(norm.NFKC.String(text))), "_", " ")
	if code := asCode(text); code != "" {
		return code
	}
	for i, form := range codesIn {
		for _, m := range form.FindAllStringSubmatch(text, -1) {
			if code := asCode(m[1]); code != "" && (i == 0 || strings.ContainsAny(m[1], "0123456789")) {
				return code
			}
		}
	}
	return ""
}

// asCode returns a text as a code, or "" if it isn't one as a whole.
func asCode(text string) string {
	const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.In(r, unicode.Pd, unicode.Cf, unicode.White_Space):
			return -1
		case r == 'O':
			return '0'
		case r == 'I', r == 'L':
			return '1'
		}
		return r
	}, text)
	if len(text) != 8 || strings.Trim(text, alphabet) != "" {
		return ""
	}
	return text
}

// seated returns a chair to the client; a browser also gets a cookie.
func (s *Server) seated(w http.ResponseWriter, r *http.Request, seat host.Admission) {
	id := strconv.FormatInt(seat.Table, 10)
	s.setCookie(w, r, id, seat.Secret)
	s.nameServer(w, r, seat.Table)
	out := Seat{Table: id, Chair: seat.Chair, Secret: seat.Secret, Link: s.chairLink(r, id, seat.Secret)}
	s.invite(r, &out, seat.Code)
	answer(w, http.StatusCreated, out)
}

// invite adds what a person needs to invite others. The fragment of a link stays in the
// browser.
func (s *Server) invite(r *http.Request, seat *Seat, code string) {
	if code != "" {
		seat.Code, seat.Invite = code, s.invites(r)+"/#"+code
	}
}

// refuse answers with the error of a host.
func (s *Server) refuse(w http.ResponseWriter, err error) {
	code, _ := talk.Trouble(err)
	status := http.StatusBadRequest
	var refused *table.Refused
	switch {
	case errors.Is(err, host.ErrNoTable):
		fail(w, http.StatusNotFound, "code", "no table has this code")
		return
	case errors.Is(err, host.ErrNoChair):
		status = http.StatusForbidden
	case errors.Is(err, host.ErrStore), errors.Is(err, host.ErrBusy), errors.Is(err, host.ErrClosed), errors.Is(err, host.ErrMoved):
		status = http.StatusServiceUnavailable
	case errors.As(err, &refused):
		if refused.Code == table.RefusedChair || refused.Code == table.RefusedStage {
			status, code = http.StatusConflict, table.RefusedFull
		}
	default:
		status = http.StatusInternalServerError
		s.opt.Logger.Error("a request failed", "err", err)
	}
	detail := details[code]
	if errors.Is(err, host.ErrBusy) {
		detail = err.Error()
	}
	if refused != nil && refused.Detail != "" {
		detail = refused.Detail
	}
	fail(w, status, code, detail)
}

// details are additional texts for refusals by a table.
//
//lattice:table
var details = map[string]string{
	table.RefusedName:   "1 to " + strconv.Itoa(table.MaxName) + " letters",
	table.RefusedConfig: "chairs: as many as GET /api/rules says under seats; durations: 0 to 86400000 ms",
}

// knownBot reports whether a table may have this bot. Names with a budget, such as
// search:1000000, aren't allowed: their users would spend the server's time.
func (s *Server) knownBot(name string) bool { return slices.Contains(s.opt.Bots, name) }

// ---- what a table can be ----

// RuleBook is the answer of GET /api/rules.
type RuleBook struct {
	Presets  []Preset     `json:"presets"`
	Bots     []string     `json:"bots"`
	Password bool         `json:"password"` // making a table needs the password
	Public   bool         `json:"public"`   // there is a list of tables
	Practice bool         `json:"practice"` // a browser can deal a practice table itself (docs/practice.md)
	Defaults table.Config `json:"defaults"`
}

// Preset is a game with its options.
type Preset struct {
	Name    string   `json:"name"`
	Seats   [2]int   `json:"seats"` // fewest and most
	Best    [2]int   `json:"best"`
	Limit   int64    `json:"limit,omitempty"`   // of the pot, that a new table is offered first, in Rappen
	Printed bool     `json:"printed,omitempty"` // a text has this limit
	Options []Option `json:"options"`
}

// Option is a house rule (docs/rules.md 4).
type Option struct {
	Key     string   `json:"key"`
	Kind    string   `json:"kind"`             // enum, yesno, amount
	Values  []string `json:"values,omitempty"` // of an enum or yesno
	Least   int64    `json:"least,omitempty"`  // smallest amount
	Most    int64    `json:"most,omitempty"`
	Default string   `json:"default"`
	Ours    bool     `json:"ours,omitempty"` // no source decides it
	Source  string   `json:"source,omitempty"`
}

// serveRules is GET /api/rules.
func (s *library) serveRules(w http.ResponseWriter, r *http.Request) {
	if s.knows(r) {
		s.rulesOfUsers.serve(w, r)
		return
	}
	s.rules.serve(w, r)
}

func (s *Server) ruleBook(password bool) asset {
	book := RuleBook{Bots: s.opt.Bots, Password: password, Public: s.opt.PublicTables, Practice: s.opt.Practice.Wasm != nil, Defaults: talk.DefaultConfig()}
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		p := Preset{Name: name}
		p.Seats[0], p.Seats[1] = v.Seats()
		p.Best[0], p.Best[1] = v.Best()
		limit, printed := v.Limit()
		p.Limit, p.Printed = int64(limit), printed
		for _, o := range v.Options() {
			if o.Meaning {
				p.Options = append(p.Options, Option{o.Key, o.Kind.String(), o.Values, o.Least, o.Most, o.Default, o.Ours, o.Source})
			}
		}
		book.Presets = append(book.Presets, p)
	}
	return jsonAsset(book)
}
