package postgres

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/url"
	"os"
	"testing"
	"time"

	"chratze/internal/cluster"
	"chratze/internal/cluster/clustertest"
	"chratze/internal/server/store"
	"chratze/internal/server/store/postgres/pgtest"
	"chratze/internal/server/store/storetest"
	"chratze/internal/waittest"
)

// What a member does alone is what every store does: it claims what it writes to.

func TestMember(t *testing.T) {
	t.Parallel()
	storetest.Behaves(t, newMemberWorld)
	if os.Getenv("CHRATZE_VERIFY") != "" {
		storetest.EveryCallFails(t, newMemberWorld)
	}
}

// newMemberWorld is newWorld for one of several servers, which always has the same name.
func newMemberWorld(t testing.TB) *storetest.World {
	return newWorldOf(t, &Membership{Name: "a", Address: "a:1", Lease: DefaultPatience})
}

// member opens the database as one of several servers.
func member(t *testing.T, url, name string) *DB {
	t.Helper()
	s, err := Open(context.Background(), url, Options{Create: true, Member: &Membership{Name: name, Address: name + ":1", Lease: 2 * time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func beat(t *testing.T, s *DB) cluster.View {
	t.Helper()
	v, err := s.Beat(context.Background(), false)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// claims claims a table and returns whether that was granted.
func claims(t *testing.T, s *DB, id int64) bool {
	t.Helper()
	_, terms, err := s.Claim(context.Background(), []int64{id})
	if err != nil {
		t.Fatal(err)
	}
	return terms[id] > 0
}

// TestOwners: a table has one owner, until it gives the table back, or is taken for dead. What an
// owner that was writes is refused, however it comes to it.
func TestOwners(t *testing.T) {
	t.Parallel()
	ctx, url := context.Background(), pgtest.Schema(t)
	a, b := member(t, url, "a"), member(t, url, "b")
	id := storetest.MustCreate(t, a, "CODE", "zero")
	if !claims(t, a, id) || claims(t, b, id) {
		t.Fatal("b has the table of a")
	}
	storetest.MustAppend(t, a, storetest.Entry(id, 1, "one"))
	storetest.ExpectCode(t, "b writes to the table of a", b.Append(ctx, []store.Entry{storetest.Entry(id, 2, "b")}), store.ErrStale)
	storetest.ExpectCode(t, "b closes the table of a", b.CloseTable(ctx, id), store.ErrStale)

	// Given back.
	if err := a.Release(ctx, []int64{id}); err != nil || !claims(t, b, id) {
		t.Fatal("b doesn't get the table that a has given back", err)
	}
	storetest.MustAppend(t, b, storetest.Entry(id, 2, "two"))
	a.terms[id] = 1 // it has forgotten that it gave it back
	storetest.ExpectCode(t, "a writes to the table of b", a.Append(ctx, []store.Entry{storetest.Entry(id, 3, "a")}), store.ErrStale)
	storetest.ExpectCode(t, "a writes with the term of b", func() error {
		a.Mu.Lock()
		a.terms[id] = b.terms[id]
		a.Mu.Unlock()
		return a.Append(ctx, []store.Entry{storetest.Entry(id, 3, "a")})
	}(), store.ErrStale)

	// A claim whose answer got lost: the table has a later term than its owner knows.
	b.terms[id]--
	storetest.ExpectCode(t, "b writes with an earlier term of its own", b.Append(ctx, []store.Entry{storetest.Entry(id, 3, "b")}), store.ErrStale)
	other := storetest.MustCreate(t, b, "", "zero")
	if !claims(t, b, id) || !claims(t, b, other) {
		t.Fatal("b doesn't get its own tables")
	}
	b.terms[id]--
	storetest.ExpectCode(t, "one table of two doesn't fit", b.Append(ctx, []store.Entry{storetest.Entry(other, 1, "b"), storetest.Entry(id, 3, "b")}), store.ErrStale)
	if !claims(t, b, id) || !claims(t, b, other) {
		t.Fatal("b doesn't get its own tables")
	}
	storetest.MustAppend(t, b, storetest.Entry(other, 1, "one"))

	// Taken for dead, which b isn't: its statements come late.
	var dead cluster.Member
	for _, m := range beat(t, a).Members {
		if m.Name == "b" {
			dead = m
		}
	}
	beat(t, b)
	if err := a.Expel(ctx, dead); err != nil || claims(t, a, id) {
		t.Fatal("b has beaten meanwhile, and was ended", err)
	}
	dead.Seen = func() int64 { m, _ := ptr(beat(t, a)).Member(dead.ID); return m.Seen }()
	if err := a.Expel(ctx, dead); err != nil || !claims(t, a, id) {
		t.Fatal("a doesn't get the table of the dead", err)
	}
	if err := b.Append(ctx, []store.Entry{storetest.Entry(id, 3, "b")}); !errors.Is(err, store.ErrStale) && !errors.Is(err, store.ErrUnknown) {
		t.Error("a dead one writes:", err)
	}
	storetest.ExpectCode(t, "a dead one keeps a setting", b.Set(ctx, "motd", []byte("b")), store.ErrStale)
	storetest.MustAppend(t, a, storetest.Entry(id, 3, "three"))
	if b.Dead() != nil {
		t.Error("it is dead for good:", b.Dead())
	}

	// It joins again, as another.
	v := beat(t, b)
	if v.Self <= dead.ID || len(v.Members) != 2 || claims(t, b, id) {
		t.Errorf("after it has joined again: %+v", v)
	}
	last := int64(0)
	for r, err := range a.Load(ctx, id) {
		if err != nil || r.Epoch < last {
			t.Errorf("record %d has term %d after %d: %v", r.Seq, r.Epoch, last, err)
		}
		last = r.Epoch
	}
}

func ptr[T any](v T) *T { return &v }

// TestLateStatement: a statement of a node is under way when it is taken for dead: either it is
// done before the others get the table, and they see it, or not at all.
func TestLateStatement(t *testing.T) {
	t.Parallel()
	ctx, url := context.Background(), pgtest.Schema(t)
	a, b := member(t, url, "a"), member(t, url, "b")
	for range 30 {
		id := storetest.MustCreate(t, a, "", "zero")
		claims(t, a, id)
		v := beat(t, b)
		m, _ := v.Member(a.id.Load())
		said := make(chan error, 1)
		go func() { said <- a.Append(ctx, []store.Entry{storetest.Entry(id, 1, "late")}) }()
		if err := b.Expel(ctx, m); err != nil {
			t.Fatal(err)
		}
		got := claims(t, b, id)
		there := len(storetest.Bodies(t, b, id)) == 2
		err := <-said
		if now := len(storetest.Bodies(t, b, id)) == 2; !got || now != there || err == nil && !now {
			t.Fatalf("b has the table: %v; it saw the record: %v; then it was there: %v; a was told %v", got, there, now, err)
		}
		beat(t, a)
	}
}

// TestBeatWhileOthersClaim: a member that waits for another's claim to end, with a claim or a new
// table of its own, says meanwhile that it lives.
func TestBeatWhileOthersClaim(t *testing.T) {
	t.Parallel()
	ctx, url := context.Background(), pgtest.Schema(t)
	a, b := member(t, url, "a"), member(t, url, "b")
	id := storetest.MustCreate(t, a, "", "zero")
	for what, do := range map[string]func() error{
		"a claim": func() error { _, _, err := a.Claim(ctx, []int64{id}); return err },
		"a table": func() error { _, err := a.Create(ctx, store.New{Bodies: [][]byte{[]byte("zero")}}); return err },
	} {
		b.Mu.Lock()
		if _, err := b.conn.Exec(ctx, `BEGIN; UPDATE writer SET epoch = epoch + 1`); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { done <- do() }()
		waittest.Until(t, what+" waits", func() bool {
			waits, err := one[bool](ctx, b.conn, `SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock')`, a.name)
			return err == nil && waits
		})
		limited, cancel := context.WithTimeout(ctx, time.Second) // it is done at once, or waits until what is below
		if _, err := a.Beat(limited, false); err != nil {
			t.Errorf("while %s waits: %v", what, err)
		}
		cancel()
		if _, err := b.conn.Exec(ctx, `COMMIT`); err != nil {
			t.Fatal(err)
		}
		b.Mu.Unlock()
		if err := <-done; err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// expelled returns a server that another has taken for dead, and the number that it had.
func expelled(t *testing.T, url string) (a *DB, was int64) {
	t.Helper()
	a, b := member(t, url, "a"), member(t, url, "b")
	was = beat(t, a).Self
	if m, _ := ptr(beat(t, b)).Member(was); b.Expel(context.Background(), m) != nil {
		t.Fatal("it isn't taken for dead")
	}
	return a, was
}

// TestRejoinInTime: a heartbeat that must make this server a member again doesn't wait longer than
// it may for a write that is under way. A later one finds it done.
func TestRejoinInTime(t *testing.T) {
	t.Parallel()
	ctx, url := context.Background(), pgtest.Schema(t)
	a, was := expelled(t, url)
	a.Mu.Lock()
	limited, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	said := make(chan error, 1)
	go func() { _, err := a.Beat(limited, false); said <- err }()
	if err := waittest.For(t, "the heartbeat ends", said); err == nil {
		t.Error("it is a member again without a connection")
	}
	a.Mu.Unlock()
	if v := beat(t, a); v.Self <= was {
		t.Errorf("it was %d, and is %d", was, v.Self)
	}
}

// TestRejoinTwice: the answer to a commit that makes a server a member again may be lost. It doesn't take itself for another.
func TestRejoinTwice(t *testing.T) {
	t.Parallel()
	url := pgtest.Schema(t)
	a, was := expelled(t, url)
	a.Mu.Lock()
	pgtest.Exec(t, url, `WITH e AS (UPDATE writer SET epoch = epoch + 1 RETURNING epoch) INSERT INTO nodes (id, name, address, epoch, turn, conn, seen, lease, leaving)
		SELECT epoch, 'a', 'a:1', epoch, 0, '`+a.name+`', `+serverTime+`, 2000, false FROM e`)
	a.tear()
	a.Mu.Unlock()
	if v := beat(t, a); v.Self <= was || len(v.Members) != 2 {
		t.Errorf("it was %d, and is %d of %+v", was, v.Self, v.Members)
	}
}

// TestMembersAndOneAlone: a server that wants the database alone is refused while members run, and
// fences them if it gets in all the same; and the other way round.
func TestMembersAndOneAlone(t *testing.T) {
	t.Parallel()
	ctx, url := context.Background(), pgtest.Schema(t)
	a := member(t, url, "a")
	id := storetest.MustCreate(t, a, "", "zero")
	if _, err := Open(ctx, url, Options{}); !errors.Is(err, store.ErrLocked) {
		t.Fatal("alone beside a member:", err)
	}
	a.Unlock()
	alone, err := Open(ctx, url, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = alone.Close() })
	storetest.ExpectCode(t, "a member after one alone", a.Append(ctx, []store.Entry{storetest.Entry(id, 1, "a")}), store.ErrStale)
	storetest.MustAppend(t, alone, storetest.Entry(id, 1, "one"))
	if _, err := Open(ctx, url, Options{Member: &Membership{Name: "b", Lease: time.Second}}); !errors.Is(err, store.ErrLocked) {
		t.Fatal("a member beside one alone:", err)
	}
	alone.Unlock()
	b := member(t, url, "b")
	storetest.ExpectCode(t, "one alone after a member", alone.Append(ctx, []store.Entry{storetest.Entry(id, 2, "alone")}), store.ErrStale)
	storetest.MustAppend(t, b, storetest.Entry(id, 2, "two"))
}

// TestSameName: a start with the name of another ends it, as after a kill; that one can't join
// again beside it.
func TestSameName(t *testing.T) {
	t.Parallel()
	ctx, url := context.Background(), pgtest.Schema(t)
	first := member(t, url, "a")
	id := storetest.MustCreate(t, first, "", "zero")
	claims(t, first, id)
	second := member(t, url, "a")
	if !claims(t, second, id) {
		t.Error("it doesn't get its own table")
	}
	if _, err := first.Beat(ctx, false); !errors.Is(err, store.ErrLocked) || first.Dead() == nil {
		t.Error("two servers with one name:", err)
	}
}

// TestSameNameLives: a server whose name one has that lives is refused, and the other goes on. One
// whose connection is gone was killed: its name is free at once.
func TestSameNameLives(t *testing.T) {
	t.Parallel()
	ctx, url := context.Background(), pgtest.Schema(t)
	first := member(t, url, "a")
	for refused := error(nil); refused == nil; { // once is enough: a beat that comes late isn't seen
		done := make(chan error, 1)
		go func() {
			s, err := Open(ctx, url, Options{Member: &Membership{Name: "a", Address: "a:2", Lease: 20 * time.Second}})
			if err == nil {
				_ = s.Close()
			}
			done <- err
		}()
		for waiting := true; waiting; {
			select {
			case refused = <-done:
				waiting = false
			default:
				beat(t, first)
			}
		}
		if refused == nil {
			t.Fatal("two servers with one name")
		}
		storetest.ExpectCode(t, "a second of the name", refused, store.ErrNamed)
	}
	if first.Dead() != nil {
		t.Error("the first one can't go on:", first.Dead())
	}
	first.Mu.Lock()
	first.tear()
	first.Mu.Unlock()
	if second, err := Open(ctx, url, Options{Member: &Membership{Name: "a", Address: "a:2", Lease: time.Hour}}); err != nil {
		t.Errorf("after a kill: %v", err)
	} else if err := second.Close(); err != nil {
		t.Error(err)
	}
}

// TestPlain: a connection over a network without TLS is plain.
func TestPlain(t *testing.T) {
	t.Parallel()
	to := func(ip string) net.Conn { return from{at: &net.TCPAddr{IP: net.ParseIP(ip)}} }
	for want, list := range map[bool][]net.Conn{
		true:  {to("10.0.0.1"), to("2001:db8::1")},
		false: {to("127.0.0.1"), to("::1"), from{at: &net.UnixAddr{}}, tls.Client(to("10.0.0.1"), nil)},
	} {
		for _, c := range list {
			if isPlain(c) != want {
				t.Errorf("%T to %v: plain is %v", c, c.RemoteAddr(), !want)
			}
		}
	}
}

type from struct {
	net.Conn
	at net.Addr
}

func (f from) RemoteAddr() net.Addr { return f.at }

// TestSettingOfAnOwner: what belongs to a table or a cash desk is stored for its owner only, since
// the term began: not before, not after it was given back, and not in an earlier term.
func TestSettingOfAnOwner(t *testing.T) {
	t.Parallel()
	ctx, url := context.Background(), pgtest.Schema(t)
	a, b := member(t, url, "a"), member(t, url, "b")
	const desk = -5
	claim := func(s *DB) int64 {
		_, terms, err := s.Claim(ctx, []int64{desk})
		if err != nil || terms[desk] == 0 {
			t.Fatal("the desk isn't granted:", err)
		}
		return terms[desk]
	}
	refused := func(what string, s *DB, term int64) {
		t.Helper()
		storetest.ExpectCode(t, what, s.SetOwned(ctx, desk, term, "kasse/x", []byte(what)), store.ErrStale)
	}
	stored := func(s *DB, term int64, value string) {
		t.Helper()
		if err := s.SetOwned(ctx, desk, term, "kasse/x", []byte(value)); err != nil {
			t.Fatal(value, err)
		}
	}
	refused("nobody has it", a, 0)
	first := claim(a)
	stored(a, first, "first")
	refused("b has a's term", b, first)
	if err := a.Release(ctx, []int64{desk}); err != nil {
		t.Fatal(err)
	}
	refused("a has given it back", a, first)
	second := claim(b)
	stored(b, second, "second")
	refused("a in its old term", a, first)
	refused("a in b's term", a, second)
	if err := b.Release(ctx, []int64{desk}); err != nil {
		t.Fatal(err)
	}
	third := claim(a)
	refused("a in its old term, while it has a new one", a, first)
	if got, err := b.Setting(ctx, "kasse/x"); err != nil || string(got) != "second" {
		t.Errorf("%q is stored, %v", got, err)
	}
	stored(a, third, "third")
}

// TestSlowConnections: a heartbeat goes through in the end though connecting takes longer than one
// waits for.
func TestSlowConnections(t *testing.T) {
	t.Parallel()
	at, err := url.Parse(pgtest.Schema(t))
	if err != nil {
		t.Fatal(err)
	}
	cable := clustertest.NewCable(t, at.Host)
	at.Host = cable.Address
	s := member(t, at.String(), "a")
	cable.Slow(300 * time.Millisecond)
	tries := 0
	for ; tries < 50; tries++ {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		_, err = s.Beat(ctx, false)
		cancel()
		if err == nil {
			break
		}
	}
	if err != nil || tries == 0 {
		t.Errorf("after %d heartbeats: %v", tries, err)
	}
}
