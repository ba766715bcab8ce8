package httpd

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"

	"chratze/history"
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
		{"GET /{$}", s.carded("start/index.html"), doFile},
		{"GET /favicon.ico", s.page("favicon.ico"), doFile},
		{"GET /t/{table}", s.carded("live/table.html"), doFile},
		{"GET /t/{table}/{secret}", s.link, ""},
		{"GET /web/{file...}", s.file("web"), doFile},
		{"GET /docs/{file}", s.file("docs"), doFile},
		{"GET /app/words/{file}", s.pageWords, doFile},
		{"GET /learn/words/{file}", s.learnWords, doFile},
		{"POST /api/tables", s.guarded(s.makeTable), ""},
		{"GET /api/tables", s.guarded(s.publicTables), ""},
		{"GET /tables", s.page("start/tables.html"), doFile},
		{"POST /api/join", s.guarded(s.join), ""},
		{"GET /api/seat/{table}", s.guarded(s.shared(s.seat)), ""},
		{"POST /api/seat/{table}", s.guarded(s.shared(s.take)), ""},
		{"POST /api/seat/{table}/join", s.guarded(s.shared(s.join)), ""},
		{"GET /api/seat/{table}/door", s.guarded(s.shared(s.door)), ""},
		{"GET /api/code/{code}", s.guarded(s.doorOfCode), ""},
		{"GET /api/seat/{table}/hands", s.guarded(s.shared(s.hands)), ""},
		{"POST /api/hand/{lang}", s.guarded(s.readHand), ""},
		{"POST /api/review/{lang}", s.guarded(s.review), ""},
		{"GET /replay", s.carded("replay/replay.html"), doFile},
		{"GET /puzzle", s.puzzleHome, doFile},
		{"GET /puzzle/{file...}", s.puzzleFile, doFile},
		{"GET /qr/{code}", s.qr, ""},
		{"GET /api/rules", s.rules.serve, doFile},
		{"GET /api/rules/{rules}/{lang}", s.rulesForm, ""},
		{"GET /api/glossary/{rules}/{lang}", s.meanings, ""},
		{"GET /rules", s.rulesHome, doFile},
		{"GET /rules/{rules}", s.rulesOfGame, ""},
		{"GET /rules/{rules}/{lang}", s.rulesPage, ""},
		{"GET /words", s.wordsHome, doFile},
		{"GET /words/{lang}", s.wordsPage, ""},
		{"GET /charts/{rules}/{seats}/{lang}", s.chart, ""},
		{"GET /learn", s.carded("learn/index.html"), doFile},
		{"GET /learn/{lesson}", s.page("learn/lesson.html"), doFile},
		{"GET /api/lessons/{lang}", s.lessons, doFile},
		{"GET /ws/{table}", s.moving(s.play), ""},
		{"GET /bot/{table}", s.shared(s.program), ""},
		{"GET /kasse", s.kasseHome, doFile},
		{"GET /kasse/{file...}", s.kasseFile, doFile},
		{"POST /api/kasse", s.guarded(s.makeDesk), ""},
		{"GET /api/kasse/{desk}", s.guarded(s.sharedDesk(s.lookDesk)), ""},
		{"POST /api/kasse/{desk}", s.guarded(s.sharedDesk(s.bookDesk)), ""},
		{"GET /healthz", s.healthz, ""},
		{"GET /readyz", s.readyz, ""},
		{"GET /metrics", s.metrics, ""},
	}
}

// headers sets the security headers of every answer: nothing is loaded from elsewhere, the
// pages can't be framed, and no referrer is sent.
func (s *Server) headers(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "+
		"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")
	h.Set("Cache-Control", "no-store")
	if s.secure(r) {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
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
			s.tellOrigin(r)
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

func (s *Server) limited(w http.ResponseWriter, what string) {
	s.opt.Metrics.limited.WithLabelValues(what).Inc()
	w.Header().Set("Retry-After", "10")
	fail(w, http.StatusTooManyRequests, "limit", what)
}

// maxBody is the limit for the body of a request, in bytes.
const maxBody = 16 << 10

// decode reads the body of a request, up to a limit in bytes, and decodes it when it is the
// address's turn.
func (s *Server) decode(w http.ResponseWriter, r *http.Request, most int64, into any) error {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	if err != nil {
		return err
	}
	s.gate.inTurn(address(r, s.opt.Proxies), func() {
		dec := json.NewDecoder(bytes.NewReader(body))
		dec.DisallowUnknownFields()
		if err = dec.Decode(into); err != nil {
			return
		}
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("more than one value")
		}
	})
	return err
}

// readJSON reads the body of a request. If it is invalid it answers the request.
func (s *Server) readJSON(w http.ResponseWriter, r *http.Request, into any) bool {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		fail(w, http.StatusUnsupportedMediaType, "json", "Content-Type must be application/json")
		return false
	}
	err := s.decode(w, r, maxBody, into)
	if err == nil {
		return true
	}
	var large *http.MaxBytesError
	if refuseRules(w, err, languagesOf(r)...) {
		return false
	}
	if errors.As(err, &large) {
		fail(w, http.StatusRequestEntityTooLarge, "large", "at most "+strconv.Itoa(maxBody)+" bytes")
	} else {
		fail(w, http.StatusBadRequest, "json", err.Error())
	}
	return false
}

// readLine reads a recorded hand from the body of a request. If that fails it answers the
// request.
func readLine(w http.ResponseWriter, r *http.Request) (string, bool) {
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
	status int
}

// WriteHeader implements http.ResponseWriter.
func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController find the Hijacker.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

func stack() string { return string(debug.Stack()) }

// ---- for the operator ----

func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") }

// readyz fails while the server is stopping or can't write its log, so that no new clients are
// sent here.
func (s *Server) readyz(w http.ResponseWriter, _ *http.Request) {
	if why := s.ready(); why != "" {
		http.Error(w, why, http.StatusServiceUnavailable)
		return
	}
	_, _ = io.WriteString(w, "ok\n")
}

// metrics answers clients on this machine, unless the server is behind a proxy, and clients
// with the token.
func (s *Server) metrics(w http.ResponseWriter, r *http.Request) {
	token, _ := bearer(r)
	local := remote(r).IsLoopback() && len(s.opt.Proxies) == 0 && s.opt.PublicURL == "" && r.Header.Get("X-Forwarded-For") == "" && r.Header.Get("Forwarded") == ""
	if !local && (s.opt.MetricsToken == "" || !same(token, s.opt.MetricsToken)) {
		http.NotFound(w, r)
		return
	}
	s.opt.Metrics.Handler().ServeHTTP(w, r)
}
