package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"chratze/internal/server/store"
	"chratze/internal/server/store/postgres/pgtest"
	"chratze/internal/server/store/storetest"
)

// opened opens a database, and makes it if there is none.
func opened(t testing.TB, url string, o Options) *DB {
	t.Helper()
	o.Create = true
	s, err := Open(context.Background(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func closed(t testing.TB, s store.ReadOnly) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestOpenRefuses: what can't be opened says what is wrong, and no password.
func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	at := pgtest.Schema(t)
	_, err := Open(ctx, at, Options{})
	storetest.ExpectCode(t, "not to be made", err, store.ErrMissing)
	_, err = OpenReader(ctx, at)
	storetest.ExpectCode(t, "to be read", err, store.ErrMissing)
	s := opened(t, at, Options{})
	_, err = Open(ctx, at, Options{})
	storetest.ExpectCode(t, "a second writer", err, store.ErrLocked)
	r, err := OpenReader(ctx, at)
	if err != nil {
		t.Fatal(err)
	}
	closed(t, r)
	closed(t, s)
	pgtest.Exec(t, at, `UPDATE chratze SET version = 99`)
	_, err = Open(ctx, at, Options{})
	storetest.ExpectCode(t, "a newer version's", err, store.ErrNewer)
	_, err = OpenReader(ctx, at)
	storetest.ExpectCode(t, "a newer version's, to be read", err, store.ErrNewer)
	pgtest.Exec(t, at, `UPDATE chratze SET version = 1`, `DELETE FROM writer`)
	_, err = Open(ctx, at, Options{})
	storetest.ExpectCode(t, "without its writer", err, store.ErrDamaged)
	other := pgtest.Schema(t)
	pgtest.Exec(t, other, `CREATE TABLE log (x int)`)
	_, err = Open(ctx, other, Options{Create: true})
	storetest.ExpectCode(t, "another program's", err, store.ErrForeign)
	for name, bad := range map[string]string{
		"nobody there":   "postgres://u:geheim@127.0.0.1:1/x",
		"no such thing":  strings.Replace(at, "/chratze", "/none", 1),
		"not a URL":      "postgres://u:geheim@[/x",
		"no such schema": at + "none",
	} {
		_, err := Open(ctx, bad, Options{Create: true})
		if e, ok := errors.AsType[*store.Error](err); !ok || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: %v", name, err)
		} else if e.Code != store.ErrAway && e.Code != store.ErrMissing && e.Code != store.ErrDenied {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSettingsOfSession: the settings without which a commit isn't durable, or a lost
// connection is noticed too late.
func TestSettingsOfSession(t *testing.T) {
	t.Parallel()
	at := pgtest.Schema(t)
	s := opened(t, at+"&synchronous_commit=remote_apply", Options{})
	for name, want := range map[string]string{"synchronous_commit": "remote_apply", "idle_in_transaction_session_timeout": "10s", "lock_timeout": "5s"} {
		got, err := one[string](context.Background(), s.conn, `SELECT current_setting($1)`, name)
		if err != nil || got != want {
			t.Errorf("%s is %s (%v), want %s", name, got, err, want)
		}
	}
	closed(t, s)
	pgtest.Exec(t, at, `ALTER ROLE CURRENT_USER IN DATABASE chratze SET synchronous_commit = off`)
	defer pgtest.Exec(t, at, `ALTER ROLE CURRENT_USER IN DATABASE chratze RESET synchronous_commit`)
	s = opened(t, at, Options{})
	if got, err := one[string](context.Background(), s.conn, `SHOW synchronous_commit`); got != "on" || err != nil {
		t.Errorf("synchronous_commit is %s (%v)", got, err)
	}
}

// TestDamage: a record that was changed or is missing is noticed.
func TestDamage(t *testing.T) {
	t.Parallel()
	for _, change := range []string{
		`UPDATE log SET body = 'x' WHERE seq = 1`, `UPDATE log SET at = at + 1 WHERE seq = 1`, `UPDATE log SET epoch = 7 WHERE seq = 1`,
		`UPDATE log SET version = 2 WHERE seq = 1`, `DELETE FROM log WHERE seq = 1`, `DELETE FROM log WHERE seq = 0`,
	} {
		at := pgtest.Schema(t)
		s := opened(t, at, Options{})
		id := storetest.MustCreate(t, s, "", "0", "1", "2")
		pgtest.Exec(t, at, change)
		var last error
		for _, last = range s.Load(context.Background(), id) {
		}
		storetest.ExpectCode(t, change, last, store.ErrDamaged)
	}
}

// TestLost: a start says what is missing that was there: by its marks, which logs are shorter;
// without them, after an end that wasn't clean, that nobody knows.
func TestLost(t *testing.T) {
	t.Parallel()
	at, marks := pgtest.Schema(t), filepath.Join(t.TempDir(), "marks")
	s := opened(t, at, Options{Marks: marks})
	a := storetest.MustCreate(t, s, "", "0")
	storetest.MustAppend(t, s, storetest.Entry(a, 1, "1"), storetest.Entry(a, 2, "2"))
	closed(t, s)
	s = opened(t, at, Options{Marks: marks})
	if lost := storetest.LostBefore(t, s); len(lost) > 0 {
		t.Errorf("after a clean end %v is missing", lost)
	}
	closed(t, s)
	s = opened(t, at, Options{Marks: marks + "0"})
	if lost := storetest.LostBefore(t, s); len(lost) > 0 {
		t.Errorf("after a clean end, and without marks, %v is missing", lost)
	}
	closed(t, s)
	pgtest.Exec(t, at, `DELETE FROM log WHERE seq = 2`)
	s = opened(t, at, Options{Marks: marks})
	if lost := storetest.LostBefore(t, s); len(lost) != 1 || !slices.Equal(lost[0].Tables, []store.Short{{Table: a, Had: 3, Has: 2}}) || lost[0].Marks {
		t.Errorf("missing: %v", lost)
	}
	s.Unlock()
	again := opened(t, at, Options{Marks: marks}) // the one before was killed
	if lost := storetest.LostBefore(t, again); len(lost) != 1 {
		t.Errorf("after a kill %v is missing", lost[1:])
	}
	again.Unlock()
	alone := opened(t, at, Options{Marks: marks + "2"})
	if list := storetest.LostBefore(t, alone); len(list) != 2 || !list[1].Marks {
		t.Errorf("a kill, and no marks: kept is %v", list)
	}
}

// proxy stands between the store and its database, and can be cut.
type proxy struct {
	listener net.Listener
	to       string
	mu       sync.Mutex
	deaf     bool // nobody gets through
	conns    []net.Conn
}

// through returns a URL that goes through a proxy.
func through(t *testing.T, at string) (*proxy, string) {
	t.Helper()
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, to: u.Host}
	t.Cleanup(func() { l.Close(); p.cut(true) })
	go p.serve()
	u.Host = l.Addr().String()
	return p, u.String()
}

func (p *proxy) serve() {
	for {
		c, err := p.listener.Accept()
		if err != nil {
			return
		}
		to, err := net.Dial("tcp", p.to)
		p.mu.Lock()
		if p.deaf || err != nil {
			c.Close()
			if err == nil {
				to.Close()
			}
		} else {
			p.conns = append(p.conns, c, to)
			go func() { _, _ = io.Copy(to, c); to.Close() }()
			go func() { _, _ = io.Copy(c, to); c.Close() }()
		}
		p.mu.Unlock()
	}
}

// cut breaks all connections; deaf: and lets no new ones through.
func (p *proxy) cut(deaf bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		c.Close()
	}
	p.conns, p.deaf = nil, deaf
}

// TestCut: when the connection is cut, what is asked next is done all the same. If the
// database can't be reached the answer is that it is away, and nothing was written; when
// it is back, the same opening goes on.
func TestCut(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	p, at := through(t, pgtest.Schema(t))
	s := opened(t, at, Options{Patience: time.Second})
	id := storetest.MustCreate(t, s, "", "0")
	p.cut(false)
	storetest.MustAppend(t, s, storetest.Entry(id, 1, "1"))
	if s.Epoch() != 2 {
		t.Errorf("epoch %d after the connection was made again", s.Epoch())
	}
	p.cut(true)
	first := s.Append(ctx, []store.Entry{storetest.Entry(id, 2, "x")})
	storetest.ExpectCode(t, "the first append", first, store.ErrUnknown)
	storetest.ExpectCode(t, "the next", s.Append(ctx, []store.Entry{storetest.Entry(id, 2, "x")}), store.ErrAway)
	_, err := s.Table(ctx, id)
	storetest.ExpectCode(t, "reading", err, store.ErrAway)
	if err := s.Dead(); err != nil {
		t.Errorf("it is given up: %v", err)
	}
	p.cut(false)
	if table, err := s.Table(ctx, id); err != nil || table.Len != 2 {
		t.Errorf("%d records, %v", table.Len, err)
	}
	storetest.MustAppend(t, s, storetest.Entry(id, 2, "2"))
	if got := fmt.Sprint(storetest.Bodies(t, s, id)); got != "[0 1 2]" {
		t.Error(got)
	}
}

// TestLate: a statement that reaches the database late, when its writer has already been told
// that nobody knows, changes nothing after that: whatever is read next is final.
func TestLate(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	at := pgtest.Schema(t)
	s := opened(t, at, Options{Patience: 300 * time.Millisecond})
	id := storetest.MustCreate(t, s, "", "0")
	other := opened(t, pgtest.Schema(t), Options{}) // a connection to hold a lock by
	if _, err := other.conn.Exec(ctx, `BEGIN`); err != nil {
		t.Fatal(err)
	}
	schema, err := one[string](ctx, s.conn, `SELECT current_schema()::text`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.conn.Exec(ctx, `LOCK TABLE `+schema+`.log IN EXCLUSIVE MODE`); err != nil {
		t.Fatal(err)
	}
	err = s.Append(ctx, []store.Entry{storetest.Entry(id, 1, "late")})
	if err == nil {
		t.Fatal("appended to a log that is locked")
	}
	if _, err := other.conn.Exec(ctx, `COMMIT`); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(storetest.Bodies(t, s, id)); got != "[0]" {
		t.Errorf("%s, and %v had been said", got, err)
	}
	storetest.MustAppend(t, s, storetest.Entry(id, 1, "1"))
	if got := fmt.Sprint(storetest.Bodies(t, s, id)); got != "[0 1]" {
		t.Error(got)
	}
}

// TestUnknown: nobody knows of a batch whose connection was cut while it waited in the database.
// What is read when the database can be reached again is final: the batch can't come later.
func TestUnknown(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	direct := pgtest.Schema(t)
	p, at := through(t, direct)
	s := opened(t, at, Options{Patience: time.Second})
	id := storetest.MustCreate(t, s, "", "0")
	other := opened(t, pgtest.Schema(t), Options{})
	schema, err := one[string](ctx, s.conn, `SELECT current_schema()::text`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.conn.Exec(ctx, `BEGIN; LOCK TABLE `+schema+`.log IN EXCLUSIVE MODE`); err != nil {
		t.Fatal(err)
	}
	answer := make(chan error)
	go func() { answer <- s.Append(ctx, []store.Entry{storetest.Entry(id, 1, "late")}) }()
	for waits := false; !waits; { // until it waits in the database
		if waits, err = one[bool](ctx, other.conn, `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND relation = $1::regclass)`, schema+".log"); err != nil {
			t.Fatal(err)
		}
	}
	p.cut(true)
	storetest.ExpectCode(t, "append", <-answer, store.ErrUnknown)
	p.cut(false)
	before := fmt.Sprint(storetest.Bodies(t, s, id))
	if _, err := other.conn.Exec(ctx, `COMMIT`); err != nil {
		t.Fatal(err)
	}
	pgtest.Exec(t, direct, `BEGIN; LOCK TABLE log IN EXCLUSIVE MODE; COMMIT`) // nobody writes to it any more
	if after := fmt.Sprint(storetest.Bodies(t, s, id)); before != "[0]" || after != before {
		t.Errorf("%s was read, and then %s", before, after)
	}
}

// TestBehind: a database that comes back with less than was acknowledged, as a copy that
// was behind does, is not written to.
func TestBehind(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	at := pgtest.Schema(t)
	p, by := through(t, at)
	s := opened(t, by, Options{})
	id := storetest.MustCreate(t, s, "", "0")
	storetest.MustAppend(t, s, storetest.Entry(id, 1, "1"))
	p.cut(true)
	pgtest.Exec(t, at, `DELETE FROM log WHERE seq = 1`)
	p.cut(false)
	storetest.ExpectCode(t, "append", s.Append(ctx, []store.Entry{storetest.Entry(id, 2, "2")}), store.ErrDamaged)
	storetest.ExpectCode(t, "whether it can go on", s.Dead(), store.ErrDamaged)
}

// TestCrashes: the database crashes again and again while batches are appended. Whole
// batches are there, all that were acknowledged, and none twice.
func TestCrashes(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	server := pgtest.New(t)
	crashes := 2
	switch {
	case os.Getenv("CHRATZE_VERIFY") != "":
		crashes = 20
	case testing.Short():
		crashes = 1
	}
	s := opened(t, server.URL, Options{})
	const tables = 7
	for range tables {
		storetest.MustCreate(t, s, "")
	}
	var n uint64
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-stop:
				return
			default:
			}
			batch := make([]store.Entry, tables)
			for i := range batch {
				batch[i] = storetest.Entry(int64(i+1), n, fmt.Sprint(n))
			}
			switch err := s.Append(ctx, batch); {
			case err == nil:
				n++
			case errors.Is(err, store.ErrUnknown), errors.Is(err, store.ErrAway):
				for { // until it is back
					table, err := s.Table(ctx, 1)
					if err == nil {
						if table.Len < n || table.Len > n+1 {
							t.Errorf("%d batches were acknowledged, %d are there", n, table.Len)
						}
						n = table.Len
						break
					}
					time.Sleep(20 * time.Millisecond)
				}
			default:
				t.Error(err)
				return
			}
		}
	}()
	for range crashes {
		time.Sleep(300 * time.Millisecond)
		server.Kill(t)
		time.Sleep(100 * time.Millisecond)
		server.Start(t)
	}
	time.Sleep(200 * time.Millisecond)
	close(stop)
	<-ended
	if err := s.Dead(); err != nil || n < uint64(crashes) {
		t.Errorf("%d batches, %v", n, err)
	}
	for id := range int64(tables) {
		if has := uint64(len(storetest.Bodies(t, s, id+1))); has != n {
			t.Errorf("table %d has %d records, and %d batches were appended", id+1, has, n)
		}
	}
}

// TestSchemas: there is a step to every schema, and no more.
func TestSchemas(t *testing.T) {
	t.Parallel()
	list, err := schemas.ReadDir("schema")
	if err != nil || len(list) != schemaVersion {
		t.Errorf("%d steps, %v, want %d", len(list), err, schemaVersion)
	}
}

// TestNoPasswordShown: what is said of an address that can't be read has no part of its password in it.
func TestNoPasswordShown(t *testing.T) {
	t.Parallel()
	for _, at := range []string{
		"postgres://chratze:a/b#geheim@127.0.0.1/chratze", "postgres://chratze:1/b#geheim@127.0.0.1/chratze",
		"postgres://chratze:a%geheim@127.0.0.1/chratze", "postgres://chratze:a/b#c@geheim@127.0.0.1/chratze", "postgres://chratze:a@geheim@127.0.0.1/chratze",
	} {
		r, err := newReader(at)
		if err == nil {
			err = errors.Join(errors.New("it is read as "+r.Path()), r.Close())
		}
		if said := err.Error(); strings.Contains(said, "geheim") || strings.Contains(said, "127.0.0.1") || !strings.Contains(said, "%2F for /") {
			t.Errorf("of %s: %s", at, said)
		}
	}
	if _, err := newReader("postgres://chratze:1@127.0.0.1/chratze?sslmode=maybe"); err == nil || !strings.Contains(err.Error(), "sslmode") {
		t.Errorf("a mode that isn't one: %v", err)
	}
}
