// Package httpdtest lists the worst that one guest can send to a server: for each route and each
// message of the protocol, the inputs that cost the server most, in several sizes up to the
// largest that is allowed. Tests of package httpd measure their effect, and enforce that every
// route and message has an entry. Tests of the program run them against a server while others
// play there.
package httpdtest

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// Seat is a chair or a cash desk of the guest: its number and secret.
type Seat struct{ ID, Secret string }

// Guest has what a guest can get by permitted means.
type Guest struct {
	Seat  Seat   // at a table with bots and spectators, as its host
	Desk  Seat   // with the secret that may book
	Group Seat   // with the members' key
	Code  string // of a table with free chairs
	Hand  string // a line of rams-hand/1
	View  string // the same hand as a seat saw it
	Deal  string // the same hand as rams-deal/1
}

// Request is one request.
type Request struct {
	Method, Path, Body, Secret string
	Upgrade                    bool // to a WebSocket
}

// New returns the request for a server.
func (q *Request) New(base string) (*http.Request, error) {
	r, err := http.NewRequest(q.Method, base+q.Path, strings.NewReader(q.Body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept-Encoding", "gzip")
	if q.Secret != "" {
		r.Header.Set("Authorization", "Bearer "+q.Secret)
	}
	if q.Upgrade {
		for k, v := range map[string]string{"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="} {
			r.Header.Set(k, v)
		}
	}
	return r, nil
}

// Attack is a list of attacks on a route. Each Try is a kind of input; i counts up, so that
// inputs can differ.
type Attack struct {
	Writes int // limit of the records that one request may cause
	Bytes  int // limit of an answer, in bytes
	Try    []func(g *Guest, i int) Request
}

// Pooled are the routes whose work may take longer than a moment. The pool runs it, where each
// address has its share, and it ends with the request.
var Pooled = []string{"POST /api/review/{lang}", "GET /api/seat/{table}/hands"} //lattice:table

// size is the size of inputs, in hundredths of the largest that is allowed.
type size int

// of returns how many parts an input of this size has, if the largest has `most`.
func (s size) of(most int) int { return max(1, most*int(s)/100) }

// Sizes are the sizes tried in the search for the worst input.
var Sizes = []int{100, 60, 30, 10} //lattice:table

type try = func(*Guest, int) Request

// get requests paths in which %d becomes i.
func get(paths ...string) (list []try) {
	for _, p := range paths {
		list = append(list, func(g *Guest, i int) Request {
			path := strings.NewReplacer("%d", strconv.Itoa(i), "%T", g.Seat.ID, "%D", g.Desk.ID, "%S", g.Seat.Secret, "%G", g.Group.ID).Replace(p)
			return Request{Method: "GET", Path: path}
		})
	}
	return list
}

// mine is get with the guest's own secret.
func mine(paths ...string) (list []try) {
	for _, f := range get(paths...) {
		list = append(list, func(g *Guest, i int) Request {
			r := f(g, i)
			r.Secret = g.Seat.Secret
			if strings.Contains(r.Path, "kasse") {
				r.Secret = g.Desk.Secret
			} else if strings.Contains(r.Path, "groups") {
				r.Secret = g.Group.Secret
			}
			return r
		})
	}
	return list
}

// upgrade is get for WebSockets.
func upgrade(list []try) (all []try) {
	for _, f := range list {
		all = append(all, func(g *Guest, i int) Request {
			r := f(g, i)
			r.Upgrade = true
			return r
		})
	}
	return all
}

// post sends bodies.
func post(path string, bodies ...func(g *Guest, i int) string) (list []try) {
	for _, body := range bodies {
		list = append(list, func(g *Guest, i int) Request {
			r := Request{Method: "POST", Path: strings.NewReplacer("%D", g.Desk.ID, "%T", g.Seat.ID, "%G", g.Group.ID).Replace(path), Body: body(g, i), Secret: g.Desk.Secret}
			if strings.Contains(path, "groups") {
				r.Secret = g.Group.Secret
			}
			return r
		})
	}
	return list
}

func text(s string) func(*Guest, int) string { return func(*Guest, int) string { return s } }

const (
	page = 1 << 20 // limit of any page
	word = 4 << 10 // limit of a refusal or a small answer
)

// houses returns paths with rules that need a long text; each i gives other rules.
func houses(path string) string {
	return strings.Replace(path, "{rules}", "chratze,ante=%d,susi=forced,split=tricks,last_word=on", 1)
}

// Routes returns the attacks by pattern of the router, with inputs of the given size in
// hundredths of the largest.
func Routes(percent int) map[string]Attack {
	s := size(percent)
	all := map[string]Attack{
		"GET /t/{table}/{secret}":            {0, word, get("/t/%d/wrong-secret-of-some-length", "/t/%T/%S", "/t/1/"+strings.Repeat("x", 8000))},
		"GET /api/tables":                    {0, 256 << 10, get("/api/tables")},
		"GET /api/seat/{table}":              {0, word, append(get("/api/seat/%d"), mine("/api/seat/%T", "/api/seat/%d")...)},
		"GET /api/seat/{table}/door":         {0, word, append(get("/api/seat/%d/door", "/api/seat/%T/door", "/api/seat/%T/door?code=AAAAAA%d"), mine("/api/seat/%T/door", "/api/seat/%d/door")...)},
		"GET /api/code/{code}":               {0, word, get("/api/code/AAAAAA%d", "/api/code/"+strings.Repeat("A", 8000))},
		"POST /api/seat/{table}":             {0, word, append(post("/api/seat/1", takes(s)...), post("/api/seat/%T", takes(s)...)...)},
		"GET /api/seat/{table}/hands":        {0, page, append(get("/api/seat/%d/hands", "/api/seat/%T/hands"), mine("/api/seat/%T/hands")...)},
		"GET /qr/{code}":                     {0, page, get("/qr/AAAAAAAA", "/qr/"+strings.Repeat("A", 2000))},
		"POST /api/qr":                       {0, page, post("/api/qr", text("http://"+strings.Repeat("k", 390)), text(strings.Repeat("k", 1<<20)))},
		"GET /api/rules/{rules}/{lang}":      {0, page, get(houses("/api/rules/{rules}/de-CH"), "/api/rules/chratze/ja")},
		"GET /api/glossary/{rules}/{lang}":   {0, page, get(houses("/api/glossary/{rules}/ja"))},
		"GET /rules/{rules}":                 {0, word, get(houses("/rules/{rules}"), "/rules/"+strings.Repeat("x", 8000))},
		"GET /rules/{rules}/{lang}":          {0, page, get(houses("/rules/{rules}/de-AT"), "/rules/kratzen,ante=%d/ja?seats=5&deck=german")},
		"GET /words/{lang}":                  {0, page, get("/words/de-CH?n=%d", "/words/"+strings.Repeat("x", 8000))},
		"POST /replay/shared":                {0, page, post("/replay/shared", text("hands"))},
		"GET /robots.txt":                    {0, page, get("/robots.txt?n=%d")},
		"GET /sitemap.xml":                   {0, page, get("/sitemap.xml?n=%d")},
		"GET /charts":                        {0, page, get("/charts?n=%d")},
		"GET /charts/{lang}":                 {0, page, get("/charts/de-CH?n=%d", "/charts/"+strings.Repeat("x", 8000))},
		"GET /charts/{rules}/{seats}/{lang}": {0, page, get("/charts/chratze/4/de-CH?n=%d", "/charts/chratze/3/ja", "/charts/kratzen/4/en", "/charts/chratze/x/en")},
		"GET /ws/{table}":                    {0, word, upgrade(append(get("/ws/%d", "/ws/%T"), mine("/ws/%T", "/ws/%d")...))},
		"POST /api/seat/{table}/line":        {0, word, append(post("/api/seat/%T/line", text("{}"), text(strings.Repeat("[", s.of(16000)))), post("/api/seat/1%D/line", text("{}"))...)},
		"GET /api/seat/{table}/line/{line}":  {0, word, append(get("/api/seat/%T/line/%d", "/api/seat/%T/line/"+strings.Repeat("x", 8000)), mine("/api/seat/%T/line/%d?after=1000000")...)},
		"POST /api/seat/{table}/line/{line}": {0, word, post("/api/seat/%T/line/x?n=0", text(`{"t":"start"}`), text(strings.Repeat("[", s.of(16000))))},
		"POST /api/seat/{table}/again":       {0, word, post("/api/seat/%T/again", text(`{"name":"Eve"}`), text(strings.Repeat("[", s.of(16000))))},
		"POST /api/seat/{table}/wall":        {0, word, post("/api/seat/%T/wall", text(`{"code":"AAAAAA"}`), text(strings.Repeat("[", s.of(16000))))},
		"POST /api/walls":                    {0, word, post("/api/walls", text(``))},
		"GET /api/walls/{code}":              {0, word, get("/api/walls/AAA%d", "/api/walls/"+strings.Repeat("A", 8000))},
		"GET /t/{table}/wall":                {0, page, get("/t/1/wall")},
		"GET /wall":                          {0, page, get("/wall")},
		"GET /api/mine":                      {0, word, get("/api/mine?n=%d")},
		"GET /bot/{table}":                   {0, word, upgrade(append(get("/bot/%d"), mine("/bot/%T", "/bot/%d")...))},
		"GET /api/kasse/{desk}":              {0, 300 << 10, append(get("/api/kasse/%D", "/api/kasse/x%d"), mine("/api/kasse/%D", "/api/kasse/%D?from=1000000&wait=25")...)},
		"GET /g/{group}":                     {0, page, get("/g/%G", "/g/%d")},
		"GET /api/groups":                    {0, word, get("/api/groups?n=%d")},
		"GET /api/groups/{group}":            {0, page, append(get("/api/groups/%G", "/api/groups/x%d"), mine("/api/groups/%G", "/api/groups/%G?from=1000000&wait=25", "/api/groups/%G?export=1&n=%d")...)},
		"POST /api/groups":                   {0, word, post("/api/groups", regulars(s, 0)...)},
		"POST /api/groups/{group}":           {0, 2 * page, post("/api/groups/%G", regulars(s, 1)...)},
		"POST /api/groups/code":              {0, word, post("/api/groups/code", text(`{"code":"0000-0000"}`), func(g *Guest, _ int) string { return fmt.Sprintf(`{"group":%q}`, g.Group.ID) })},
		"GET /healthz":                       {0, word, get("/healthz")},
		"GET /readyz":                        {0, word, get("/readyz")},
		"GET /metrics":                       {0, 64 << 10, get("/metrics")},
		"POST /api/tables":                   {12, word, post("/api/tables", tables(s)...)},
		"POST /api/join":                     {2, word, post("/api/join", joins(s)...)},
		"POST /api/seat/{table}/join":        {2, word, append(post("/api/seat/1/join", joins(s)...), post("/api/seat/%T/join", joins(s)...)...)},
		"POST /api/hand/{lang}":              {0, 2 * page, append(post("/api/hand/de-CH", hands(s)...), post("/api/hand/ja?view=1", hands(s)...)...)},
		"POST /api/review/{lang}":            {0, page, post("/api/review/ja?seat=0", hands(s)...)},
		"POST /api/kasse":                    {0, word, post("/api/kasse", desks(s, 0)...)},
		"POST /api/kasse/{desk}":             {0, 300 << 10, post("/api/kasse/%D", desks(s, 1)...)},
		"GET /puzzle/{file...}":              {0, page, get("/puzzle/", "/puzzle/sw.js", "/puzzle/chratze.jsonl", "/puzzle/%d")},
		"GET /kasse/{file...}":               {0, 2 * page, get("/kasse/", "/kasse/desk.wasm", "/kasse/%d")},
		"GET /v/{version}/{file...}":         {0, page, get("/v/x/web/live/app.js?n=%d", "/v/%d/web/live/app.js")},
		"GET /web/{file...}":                 {0, page, get("/web/live/app.js", "/web/%d")},
		"GET /docs/{file}":                   {0, page, get("/docs/protocol.md", "/docs/%d")},
		"GET /app/words/{file}":              {0, page, get("/app/words/ja.json", "/app/words/%d")},
		"GET /fair/words/{file}":             {0, page, get("/fair/words/de-CH.json")},
		"GET /ear/words/{file}":              {0, page, get("/ear/words/de-CH.json")},
		"GET /wall/words/{file}":             {0, page, get("/wall/words/de-CH.json")},
		"GET /group/words/{file}":            {0, page, get("/group/words/de-CH.json")},
		"GET /learn/words/{file}":            {0, page, get("/learn/words/de-CH.json")},
		"GET /api/lessons/{lang}":            {0, page, get("/api/lessons/ja?deck=german", "/api/lessons/x%d")},
		"GET /learn/{lesson}":                {0, page, get("/learn/1")},
		"GET /favicon.ico":                   {0, page, get("/favicon.ico")},
	}
	for _, p := range [...]string{"/{$}", "/t/{table}", "/tables", "/replay", "/puzzle", "/api/rules", "/rules", "/words", "/learn", "/kasse"} {
		all["GET "+p] = Attack{0, page, get(strings.NewReplacer("{$}", "", "{table}", "%d").Replace(p))}
	}
	return all
}

func tables(s size) []func(*Guest, int) string {
	return []func(*Guest, int) string{
		text(`{"name":"Anna","bot":"best","pace":200,"chairs":7,"spectators":true}`),
		text(`{"name":"` + strings.Repeat("ö", s.of(8000)) + `"}`),
		text(`{"name":"Anna","rules":{"preset":"` + strings.Repeat("chratze,", s.of(2000)) + `"}}`),
		text(`{"name":"Anna","practice":true,"bot":"strong","deal":{"orders":["` + strings.Repeat("As Kd ", s.of(2600)) + `"]}}`),
		text(`{"name":"Anna","practice":true,"bot":"strong","deal":{"cuts":[` + strings.Repeat("1,", s.of(7900)) + `1]}}`),
		text(strings.Repeat("[", s.of(16000))),
	}
}

func joins(s size) []func(*Guest, int) string {
	return []func(*Guest, int) string{
		func(_ *Guest, i int) string { return fmt.Sprintf(`{"code":"%08d","name":"Eve"}`, i) },
		func(g *Guest, i int) string { return fmt.Sprintf(`{"code":%q,"name":"Eve %d"}`, g.Code, i) },
		text(`{"code":"AAAAAAAA","name":"` + strings.Repeat("\u0301", s.of(7000)) + `"}`),
	}
}

func takes(s size) []func(*Guest, int) string {
	return []func(*Guest, int) string{
		func(_ *Guest, i int) string { return fmt.Sprintf(`{"secret":"no-secret-at-all-%08d"}`, i) },
		func(g *Guest, _ int) string { return fmt.Sprintf(`{"secret":%q,"replace":true}`, g.Seat.Secret) },
		text(`{"secret":"` + strings.Repeat("x", s.of(16000)) + `"}`),
	}
}

// kept makes an input once for each guest. Making a megabyte for every request would cost the
// guest's machine more than the server's, and in tests they are the same.
func kept(make func(*Guest, int) string) func(*Guest, int) string {
	var mu sync.Mutex
	made := map[Guest]string{}
	return func(g *Guest, _ int) string {
		mu.Lock()
		defer mu.Unlock()
		text, ok := made[*g]
		if !ok {
			text = make(g, 0)
			made[*g] = text
		}
		return text
	}
}

func hands(s size) (list []func(*Guest, int) string) {
	most := s.of(1 << 20)
	for _, make := range []func(*Guest, int) string{
		func(g *Guest, _ int) string { return g.Hand },
		func(g *Guest, _ int) string {
			return strings.TrimSuffix(g.Hand, "}") + `,"x":"` + strings.Repeat("y", max(0, most-len(g.Hand)-10)) + `"}`
		},
		func(g *Guest, _ int) string {
			return strings.TrimSuffix(g.Hand, "}") + `,"x":[` + strings.Repeat("[],", (max(0, most-len(g.Hand)-20))/3) + `1]}`
		},
		func(g *Guest, _ int) string {
			return strings.TrimSuffix(g.Hand, "}") + strings.Repeat(`,"x":1`, max(0, most-len(g.Hand)-10)/6) + `}`
		},
		func(g *Guest, _ int) string {
			return strings.Replace(g.Hand, `"events":[`, `"events":[`+strings.Repeat(`"ante 0 20",`, s.of(80_000)), 1)
		},
		func(g *Guest, _ int) string {
			return strings.Replace(g.Hand, `"]`, `"`+strings.Repeat(`,"break"`, s.of(125_000))+`]`, 1)
		},
		text(strings.Repeat("[", most)),
		text("{" + strings.TrimSuffix(strings.Repeat(`"a":1,`, s.of(170_000)), ",") + "}"),
		func(g *Guest, _ int) string { return g.View },
		func(g *Guest, _ int) string { return g.Deal },
		func(g *Guest, _ int) string { return g.Deal + strings.Repeat("# As Kd Qh Jc\n", s.of(70_000)) },
		func(g *Guest, _ int) string {
			return strings.TrimSpace(g.Deal) + strings.Repeat(", 0 pass", s.of(125_000))
		},
		func(g *Guest, _ int) string {
			return strings.Replace(g.Deal, "pack: ", "pack: "+strings.Repeat("As Kd ", s.of(170_000)), 1)
		},
		func(g *Guest, _ int) string { return g.Deal + strings.Repeat("seat: x\n", s.of(125_000)) },
		text("rams-deal/1\n" + strings.Repeat("\n", max(1, most-20))),
	} {
		list = append(list, kept(make))
	}
	return list
}

// regulars returns expensive bodies for groups, after `from` lines.
func regulars(s size, from int) []func(*Guest, int) string {
	lines := func(line string, most int) func(*Guest, int) string {
		return func(g *Guest, i int) string {
			list := strings.Repeat(fmt.Sprintf(`,%q`, line), s.of(most))[1:]
			return fmt.Sprintf(`{"from":%d,"lines":[%s]}`, from, list)
		}
	}
	whole := func(file string) string {
		return fmt.Sprintf(`{"from":%d,"enter":{"file":%q}}`, from, file)
	}
	return []func(*Guest, int) string{
		lines(`name "x"`, 20_000), lines("next 2099-10-17T20:00Z", 15_000), lines("hello", 20_000), text("[" + strings.Repeat("[", s.of(1<<20))),
		func(g *Guest, _ int) string {
			return whole(strings.Repeat(g.Hand+"\n", max(1, s.of(900_000)/(len(g.Hand)+100))))
		},
		text(whole("kasse 1\nseats a b c d\n" + strings.Repeat("break\n", s.of(3900)))),
		func(g *Guest, _ int) string {
			return fmt.Sprintf(`{"from":%d,"enter":{"table":%q,"secret":%q}}`, from, g.Seat.ID, g.Seat.Secret)
		},
	}
}

// desks returns expensive bookings, after `from` lines.
func desks(s size, from int) []func(*Guest, int) string {
	lines := func(most int, some ...string) string {
		return strings.TrimSuffix(strings.Repeat(`"`+strings.Join(some, `","`)+`",`, max(1, s.of(most)/len(some))), ",")
	}
	seats := `"seats a b c d",`
	if from > 0 {
		seats = ""
	}
	var all []func(*Guest, int) string
	for _, l := range []string{
		lines(1990, "a 2! b 1 c 1") + "," + lines(1990, "fix 1: b 2! a 1 c 1", "fix 1: a 2! b 1 c 1"),
		lines(1990, "nobody") + "," + lines(1990, "drop 1", "insert 1: nobody"),
		lines(1990, "a 2! b 1 c 1") + "," + lines(1990, "undo", "redo"),
		lines(1990, "a 2! b 1 c 1") + `,"fix 1: b 2! a 1 c 1",` + lines(1980, "undo", "redo"),
		lines(3900, "a 2! b 1 c 1") + `,"nonsense"`,
		lines(3900, "nobody"),
		lines(2000, "rules kratzen", "rules chratze"),
		`"nobody` + strings.Repeat(" ", s.of(250_000)) + `"`,
	} {
		all = append(all, text(fmt.Sprintf(`{"from":%d,"lines":[%s%s]}`, from, seats, l)))
	}
	return all
}

// Message is a list of attacks with a kind of message.
type Message struct {
	Writes int // limit of the records that one may cause
	Try    []func(g *Guest, i int) string
}

// Messages returns the attacks by kind of message, as in package wire.
func Messages() map[string]Message {
	long := strings.Repeat("ö", 1900)
	m := func(writes int, format ...string) Message {
		var all []func(*Guest, int) string
		for _, f := range format {
			all = append(all, func(_ *Guest, i int) string {
				return strings.NewReplacer("%d", strconv.Itoa(i+1), "%c", strconv.Itoa(i%7), "%L", long).Replace(f)
			})
		}
		return Message{writes, all}
	}
	return map[string]Message{
		"act":      m(90, `{"t":"act","q":%d,"act":"open","id":%d}`, `{"t":"act","q":%d,"act":"%L"}`),
		"six":      m(1, `{"t":"six","act":"keep","id":%d}`, `{"t":"six","act":"%L"}`),
		"start":    m(90, `{"t":"start","id":%d}`),
		"next":     m(90, `{"t":"next","id":%d}`),
		"pause":    m(1, `{"t":"pause","id":%d}`),
		"resume":   m(90, `{"t":"resume","id":%d}`),
		"last":     m(1, `{"t":"last","id":%d}`),
		"end":      m(1, `{"t":"end","id":%d}`),
		"leave":    m(2, `{"t":"leave","chair":%c,"id":%d}`),
		"host":     m(1, `{"t":"host","chair":%c,"id":%d}`),
		"key":      m(1, `{"t":"key","chair":%c,"id":%d}`),
		"bot":      m(1, `{"t":"bot","chair":%c,"bot":"best","id":%d}`, `{"t":"bot","chair":%c,"bot":"%L"}`),
		"standin":  m(1, `{"t":"standin","chair":1,"id":%d}`, `{"t":"standin","chair":-1}`, `{"t":"standin","chair":9000000000000000000}`, `{"t":"standin"}`),
		"rename":   m(1, `{"t":"rename","text":"x%d","id":%d}`, `{"t":"rename","text":"%L"}`, `{"t":"rename","text":"\u202e"}`),
		"same":     m(1, `{"t":"same","person":1,"into":2,"id":%d}`, `{"t":"same","person":9000000000000000000,"into":-1}`),
		"chat":     m(0, `{"t":"chat","text":"x"}`, `{"t":"chat","text":"%L","id":%d}`),
		"lead":     m(0, `{"t":"lead","id":%d}`),
		"look":     m(0, `{"t":"look","hand":1,"at":%d,"id":%d}`),
		"note":     m(0, `{"t":"note","hand":1,"at":%c,"text":"%L","id":%d}`),
		"watch":    m(0, `{"t":"watch","text":"x%d"}`, `{"t":"watch","text":"%L","id":%d}`),
		"ping":     m(0, `{"t":"ping","id":%d}`),
		"proof":    m(0, `{"t":"proof","id":%d}`),
		"promise":  m(2, `{"t":"promise","q":1,"text":"0000000000000000000000000000000000000000000000000000000000000000","id":%d}`, `{"t":"promise","q":%d,"text":"%L"}`),
		"nonce":    m(2, `{"t":"nonce","q":1,"text":"00000000000000000000000000000000","id":%d}`),
		"copies":   m(2, `{"t":"copies","q":1,"text":"`+strings.Repeat("0", 64*8)+`","id":%d}`),
		"back":     m(90, `{"t":"back","id":%d}`),
		"again":    m(90, `{"t":"again","id":%d}`),
		"show":     m(1, `{"t":"show","id":%d}`),
		"hide":     m(1, `{"t":"hide","id":%d}`),
		"hint":     m(0, `{"t":"hint","q":1,"id":%d}`),
		"agree":    m(1, `{"t":"agree","id":%d}`),
		"disagree": m(1, `{"t":"disagree","id":%d}`),
		"undo":     m(1, `{"t":"undo","id":%d}`),
		"allow":    m(1, `{"t":"allow","id":%d}`),
		"wall":     m(1, `{"t":"wall","id":%d}`),
		"unwall":   m(1, `{"t":"unwall","id":%d}`),
		"more":     m(1, `{"t":"more","q":1,"id":%d}`, `{"t":"more"}`),
		"deny":     m(1, `{"t":"deny","id":%d}`),
	}
}
