package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"chratze/internal/server/store"
	"chratze/internal/server/store/storetest"
)

// base is as much of a database as one that appends needs.
type base struct {
	logs        map[int64]int64 // how long they are
	epoch, turn int64
}

// fakeConn is a connection to a base.
type fakeConn struct {
	*base
	cut *bool // nobody answers any more
}

func (c fakeConn) Close(context.Context) error { return nil }
func (c fakeConn) IsClosed() bool              { return *c.cut }

func (c fakeConn) Exec(_ context.Context, query string, args ...any) (tag pgconn.CommandTag, err error) {
	switch {
	case *c.cut:
		return tag, errors.New("connection refused")
	case strings.HasPrefix(query, "UPDATE writer SET turn"):
		c.turn = args[1].(int64)
	case strings.HasPrefix(query, "WITH fence"):
		if args[0].(int64) != c.epoch {
			return tag, nil
		}
		c.turn = args[1].(int64)
		for i, id := range args[3].([]int64) {
			c.logs[id] = args[4].([]int64)[i] + 1
		}
	}
	return pgconn.NewCommandTag("UPDATE 1"), nil
}

func (c fakeConn) Query(_ context.Context, query string, args ...any) (pgx.Rows, error) {
	switch {
	case *c.cut:
		return nil, errors.New("connection refused")
	case strings.HasPrefix(query, "SELECT pg_try_advisory_lock"):
		return &oneRow{value: true}, nil
	case strings.HasPrefix(query, "UPDATE writer SET epoch"):
		if args[0].(int64) != c.epoch {
			return &oneRow{read: true}, nil
		}
		c.epoch++
		return &oneRow{value: c.turn}, nil
	case strings.HasPrefix(query, "SELECT epoch FROM writer"):
		return &oneRow{value: c.epoch}, nil
	case strings.HasPrefix(query, "SELECT count(*) FROM unnest"):
		n := int64(0)
		for i, id := range args[0].([]int64) {
			if c.logs[id] < args[1].([]int64)[i] {
				n++
			}
		}
		return &oneRow{value: n}, nil
	case strings.HasPrefix(query, "SELECT id, closed IS NOT NULL"):
		return &oneRow{value: args[0].([]int64)[0], next: c.logs[args[0].([]int64)[0]]}, nil
	}
	return nil, fmt.Errorf("the fake doesn't know %s", query)
}

// oneRow is the answer to a question.
type oneRow struct {
	pgx.Rows
	value any
	next  int64 // of a head
	read  bool
}

func (r *oneRow) Close()                        {}
func (r *oneRow) Err() error                    { return nil }
func (r *oneRow) CommandTag() pgconn.CommandTag { return pgconn.CommandTag{} }
func (r *oneRow) FieldDescriptions() []pgconn.FieldDescription {
	return make([]pgconn.FieldDescription, 1)
}

func (r *oneRow) Next() bool {
	was := r.read
	r.read = true
	return !was
}

func (r *oneRow) Scan(to ...any) error {
	switch p := to[0].(type) {
	case *bool:
		*p = r.value.(bool)
	case *int64:
		*p = r.value.(int64)
	}
	if len(to) == 3 {
		*to[2].(*int64) = r.next
	}
	return nil
}

// TestPromotedBehind: a database that comes back behind what was acknowledged, as a standby does that followed late, isn't
// written to, however long nobody answered in between and however often was tried meanwhile. One that has everything is.
func TestPromotedBehind(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(b *base) // what the standby hasn't got
		want   store.Code    // "": it goes on
	}{
		{"it has everything", func(*base) {}, ""},
		{"a record is missing", func(b *base) { b.logs[1], b.turn = 2, b.turn-2 }, store.ErrDamaged},
		{"a record is missing, and others were written by who knows whom", func(b *base) { b.logs[1], b.turn = 2, b.turn+5 }, store.ErrDamaged},
		{"a setting is missing", func(b *base) { b.turn-- }, store.ErrDamaged},
		{"it is of before this writer connected again", func(b *base) { b.epoch-- }, store.ErrDamaged},
		{"another writer has taken over", func(b *base) { b.epoch += 3 }, store.ErrStale},
	} {
		for _, silent := range []int{0, 1, 20} { // attempts that are refused, as in 2 s
			r, err := newReader("postgres://chratze@127.0.0.1:1/chratze")
			if err != nil {
				t.Fatal(err)
			}
			b, cut, refused := &base{logs: map[int64]int64{1: 1}, epoch: 5}, new(bool), 0
			s := &DB{Reader: r, patience: DefaultPatience, terms: map[int64]int64{}}
			s.Now, s.Marks = storetest.NewClock().Now, store.MemoryMarks(map[int64]uint64{1: 1})
			s.connect = func(context.Context) (conn, error) {
				if refused > 0 {
					refused--
					return nil, &store.Error{Code: store.ErrAway}
				}
				*cut = false
				return fakeConn{b, cut}, nil
			}
			s.epoch.Store(5)
			s.hooks()
			add := func(seq uint64) error { return s.Append(t.Context(), []store.Entry{storetest.Entry(1, seq, "x")}) }
			for seq := range uint64(3) {
				if err := errors.Join(add(seq+1), s.Set(t.Context(), "motd", []byte("x"))); err != nil {
					t.Fatal(err)
				}
			}
			*cut, refused = true, silent
			c.change(b)
			for range silent {
				if err := add(4); err == nil {
					t.Fatal("nobody answers, and it is done")
				}
			}
			err = add(4)
			code := store.Code("")
			if e, ok := errors.AsType[*store.Error](err); ok {
				code = e.Code
			}
			if code != c.want || (err == nil) != (c.want == "") {
				t.Errorf("%s, after %d refusals: %v, want %q", c.name, silent, err, c.want)
			}
			if dead := s.Dead(); (dead == nil) != (c.want == "") {
				t.Errorf("%s, after %d refusals: dead for %v", c.name, silent, dead)
			}
			_ = s.Reader.Close()
		}
	}
}
