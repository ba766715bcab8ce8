package httpd

import (
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"

	"chratze/history"
	"chratze/variant"
)

// route is a pattern of http.ServeMux and its handler.
type route struct {
	pattern string
	handle  http.HandlerFunc
	counts  string // the limit it counts towards; "": requests
}

// routes returns all routes. docs/openapi.yaml describes what they take and return.
func (s *Server) routes() []route {
	return []route{
		{"GET /{$}", s.shelf.carded("start/index.html"), doFile},
		{"GET /robots.txt", s.shelf.robots, doFile},
		{"GET /sitemap.xml", s.shelf.sitemap, doFile},
		{"GET /favicon.ico", s.shelf.page("favicon.ico"), doFile},
		{"GET /t/{table}", s.shelf.carded("live/table.html"), doFile},
		{"GET /t/{table}/{secret}", s.link, ""},
		{"GET /t/{table}/wall", s.shelf.carded("wall/index.html"), doFile},
		{"GET " + wallPath, s.shelf.carded("wall/index.html"), doFile},
		{"POST /api/walls", s.guarded(s.makeWall), ""},
		{"GET /api/walls/{code}", s.guarded(s.lookWall), doFile},
		{"POST /api/seat/{table}/wall", s.atTable(s.showWall), ""},
		{"GET /web/{file...}", s.shelf.file("web"), doFile},
		{"GET /v/{version}/{file...}", s.shelf.versioned, doFile},
		{"GET /docs/{file}", s.shelf.file("docs"), doFile},
		{"GET /app/words/{file}", s.shelf.file("app/words"), doFile},
		{"GET /learn/words/{file}", s.shelf.file("learn/words"), doFile},
		{"GET /fair/words/{file}", s.shelf.file("fair/words"), doFile},
		{"GET /ear/words/{file}", s.shelf.file("ear/words"), doFile},
		{"GET /wall/words/{file}", s.shelf.file("wall/words"), doFile},
		{"GET /group/words/{file}", s.shelf.file("group/words"), doFile},
		{"POST /api/tables", s.guarded(s.makeTable), ""},
		{"GET /api/tables", s.guarded(s.publicTables), ""},
		{"GET /tables", s.shelf.carded("start/tables.html"), doFile},
		{"POST /api/join", s.guarded(s.join), ""},
		{"GET /api/seat/{table}", s.atTable(s.seat), ""},
		{"POST /api/seat/{table}", s.atTable(s.take), ""},
		{"POST /api/seat/{table}/join", s.guarded(s.shared(s.join)), ""},
		{"GET /api/seat/{table}/door", s.atTable(s.door), ""},
		{"POST /api/seat/{table}/again", s.atTable(s.again), ""},
		{"GET /api/mine", s.guarded(s.mine), ""},
		{"GET /api/code/{code}", s.guarded(s.doorOfCode), ""},
		{"GET /api/seat/{table}/hands", s.atTable(s.hands), ""},
		{"POST /api/hand/{lang}", s.guarded(s.readHand), ""},
		{"POST /api/review/{lang}", s.guarded(s.review), ""},
		{"GET /replay", s.shelf.carded("replay/replay.html"), doFile},
		// What another program shares with the installed page goes to its service worker (practice/sw.js). Where there is none, the page asks for the file.
		{"POST /replay/shared", redirect("/replay", http.StatusSeeOther), doFile},
		{"GET /puzzle", puzzleHome, doFile},
		{"GET /puzzle/{file...}", s.shelf.puzzleFile, doFile},
		{"GET /qr/{code}", s.qr, ""},
		{"POST /api/qr", s.guarded(s.qrOfLink), doFile},
		{"GET /api/rules", s.shelf.serveRules, doFile},
		{"GET /api/rules/{rules}/{lang}", s.shelf.rulesForm, ""},
		{"GET /api/glossary/{rules}/{lang}", s.shelf.meanings, ""},
		{"GET /rules", inReadersLanguage("/rules/" + variant.Default().String() + "/"), doFile},
		{"GET /rules/{rules}", s.shelf.rulesOfGame, ""},
		{"GET /rules/{rules}/{lang}", s.shelf.inLanguage(s.shelf.rulesPage), ""},
		{"GET /words", inReadersLanguage("/words/"), doFile},
		{"GET /words/{lang}", s.shelf.inLanguage(s.shelf.wordsPage), ""},
		{"GET /charts", inReadersLanguage("/charts/"), doFile},
		{"GET /charts/{lang}", s.shelf.inLanguage(s.shelf.charts), doFile},
		{"GET /charts/{rules}/{seats}/{lang}", s.shelf.inLanguage(s.shelf.chart), ""},
		{"GET /learn", s.shelf.carded("learn/index.html"), doFile},
		{"GET /learn/{lesson}", s.shelf.lesson, doFile},
		{"GET /api/lessons/{lang}", s.shelf.lessons, doFile},
		{"GET /ws/{table}", s.moving(s.play), doConnect},
		{"POST /api/seat/{table}/line", s.guarded(s.shared(s.openLine)), doConnect},
		{"GET /api/seat/{table}/line/{line}", s.guarded(s.shared(s.poll)), doFile}, // the line bounds them: a GET ends the one before, and messages have their pace
		{"POST /api/seat/{table}/line/{line}", s.guarded(s.shared(s.speak)), doFile},
		{"GET /bot/{table}", s.shared(s.program), doConnect},
		{"GET /kasse", redirect("/kasse/", http.StatusMovedPermanently), doFile},
		{"GET /kasse/{file...}", s.shelf.kasseFile, doFile},
		{"POST /api/kasse", s.guarded(s.desks.makeDesk), ""},
		{"GET /api/kasse/{desk}", s.guarded(s.sharedDesk(s.desks.lookDesk)), ""},
		{"POST /api/kasse/{desk}", s.guarded(s.sharedDesk(s.desks.bookDesk)), ""},
		{"GET /g/{group}", s.groups.renewed(s.shelf.carded("group/index.html")), doFile},
		{"POST /api/groups", s.guarded(s.groups.make), ""},
		{"GET /api/groups", s.guarded(s.groups.known), ""},
		{"POST /api/groups/code", s.guarded(s.groups.code), ""},
		{"GET /api/groups/{group}", s.guarded(s.sharedGroup(s.groups.look)), ""},
		{"POST /api/groups/{group}", s.guarded(s.sharedGroup(s.groups.write)), ""},
		{"GET /healthz", healthz, ""},
		{"GET /readyz", s.readyz, ""},
		{"GET /metrics", s.operator.measured, ""},
	}
}

// redirect leads to another address.
func redirect(to string, status int) http.HandlerFunc {
	return http.RedirectHandler(to, status).ServeHTTP
}

// guarded stops other sites from calling the API in a person's name. It refuses requests while
// the server is stopping.
func (s *Server) guarded(next http.HandlerFunc) http.HandlerFunc {
	cross := http.NewCrossOriginProtection()
	for _, o := range s.origins {
		if err := cross.AddTrustedOrigin(o); err != nil {
			panic(err) // New has checked it
		}
	}
	return func(w http.ResponseWriter, r *http.Request) {
		switch {
		case s.down.Load():
			fail(w, http.StatusServiceUnavailable, "restart", "")
		case cross.Check(r) != nil:
			s.operator.tellOrigin(r)
			fail(w, http.StatusForbidden, "origin", "a page of another site asked")
		default:
			next(w, r)
		}
	}
}

// ---- answers ----

// Problem is the answer to a refused request.
type Problem struct {
	Code   string `json:"code"`             // stable
	Detail string `json:"detail,omitempty"` // for developers

	// For invalid rules: the reason in the reader's language, and the valid values.
	Text    string   `json:"text,omitempty"`
	Option  string   `json:"option,omitempty"`
	Value   string   `json:"value,omitempty"`
	Allowed []string `json:"allowed,omitempty"`
}

// maxDetail limits an error text in bytes, since it may quote what was sent.
const maxDetail = 1000

func fail(w http.ResponseWriter, status int, code, detail string) {
	answer(w, status, Problem{Code: code, Detail: clipped(detail)})
}

func clipped(text string) string {
	return strings.ToValidUTF8(text[:min(len(text), maxDetail)], "")
}

func answer(w http.ResponseWriter, status int, what any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(what) // an error means that the client has gone
}

// readLine reads a recorded hand from the body of a request. If that fails it answers the
// request.
func readLine(w http.ResponseWriter, r *http.Request) (string, bool) {
	if !isOf(w, r, "text", "text/plain", "application/json", "application/jsonl") { // as talk writes hands, and pages send them
		return "", false
	}
	const most = history.MaxLine + 2 // including the line end
	var text strings.Builder
	if n := r.ContentLength; n > 0 && n <= most {
		text.Grow(int(n)) // avoids copying while the text grows
	}
	if _, err := io.Copy(&text, http.MaxBytesReader(w, r.Body, most)); err != nil {
		fail(w, http.StatusRequestEntityTooLarge, "large", "at most "+strconv.Itoa(history.MaxLine)+" bytes")
		return "", false
	}
	return text.String(), true
}

// recorder records the status of an answer.
type recorder struct {
	http.ResponseWriter
	base   string // that the server lies below
	status int
}

// WriteHeader implements http.ResponseWriter.
func (r *recorder) WriteHeader(status int) {
	r.status = status
	if r.base != "" {
		outside(r.Header(), r.base)
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.WriteHeader(http.StatusOK)
	}
	return r.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController find the Hijacker.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// ---- for the operator ----

func healthz(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") }

// readyz fails while the server is stopping or can't write its log, so that no new clients are
// sent here.
func (s *Server) readyz(w http.ResponseWriter, _ *http.Request) {
	if why := s.ready(); why != "" {
		http.Error(w, why, http.StatusServiceUnavailable)
		return
	}
	_, _ = io.WriteString(w, "ok\n")
}
