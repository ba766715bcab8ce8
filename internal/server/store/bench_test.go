//go:build unix

package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"chratze/internal/server/store"
)

// benchPath is where a benchmark writes: a directory of CHRATZE_BENCH_DIR, which
// lets it be a disk, or memory to see what the processor does.
func benchPath(b *testing.B) string {
	dir, err := os.MkdirTemp(os.Getenv("CHRATZE_BENCH_DIR"), "store")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = os.RemoveAll(dir) })
	return filepath.Join(dir, "x.db")
}

const (
	benchTables = 1000
	benchBatch  = 50
)

// moves are batches of records as a server with many tables at play has them.
type moves struct {
	next  [benchTables]uint64
	at    int
	batch []store.Entry
}

//lattice:table
var benchBody = []byte(`{"k":"act","at":1790000000123,"c":2,"act":"play O8","due":1790000030123}`)

func (m *moves) draw(n int) []store.Entry {
	m.batch = m.batch[:0]
	for range n {
		m.at = (m.at + 7) % benchTables
		m.batch = append(m.batch, store.Entry{int64(m.at + 1), m.next[m.at], 1, benchBody})
		m.next[m.at]++
	}
	return m.batch
}

// measure appends batches, and reports rows a second and processor time a row.
func measure(b *testing.B, size int, appendBatch func(batch []store.Entry) error) {
	var m moves
	for range 20 * benchTables / size { // every table has pages of its own
		if err := appendBatch(m.draw(size)); err != nil {
			b.Fatal(err)
		}
	}
	rows, start, cpu := 0, time.Now(), processorTime()
	for b.Loop() {
		if err := appendBatch(m.draw(size)); err != nil {
			b.Fatal(err)
		}
		rows += size
	}
	b.ReportMetric(float64(rows)/time.Since(start).Seconds(), "rows/s")
	b.ReportMetric(float64((processorTime()-cpu).Nanoseconds())/1000/float64(rows), "cpu-µs/row")
	b.ReportMetric(0, "ns/op")
}

func processorTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func BenchmarkAppend(b *testing.B) {
	for _, size := range []int{1, 10, benchBatch, 400} {
		b.Run(fmt.Sprint("batch=", size), func(b *testing.B) {
			s := benchStore(b)
			measure(b, size, func(batch []store.Entry) error { return s.Append(context.Background(), batch) })
		})
	}
}

func benchStore(b *testing.B) *store.DB {
	s, err := store.Open(context.Background(), benchPath(b), store.Options{Create: true})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	if _, err := s.Conn().ExecContext(context.Background(), `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO tables (id, code, preset, created, touched) SELECT i, 'C' || i, 'chratze', 0, 0 FROM n`, benchTables); err != nil {
		b.Fatal(err)
	}
	return s
}

// BenchmarkPlain is the yardstick: the shortest loop that makes rows durable, as
// anybody would write it first. It checks nothing and keeps three columns.
func BenchmarkPlain(b *testing.B) {
	pool, err := sql.Open("sqlite", "file:"+benchPath(b)+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_txlock=immediate")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = pool.Close() })
	pool.SetMaxOpenConns(1)
	if _, err := pool.Exec(`CREATE TABLE ev (tbl INTEGER, seq INTEGER, body BLOB, PRIMARY KEY (tbl, seq)) WITHOUT ROWID`); err != nil {
		b.Fatal(err)
	}
	measure(b, benchBatch, func(batch []store.Entry) error {
		tx, err := pool.Begin()
		if err != nil {
			return err
		}
		st, err := tx.Prepare(`INSERT INTO ev VALUES (?, ?, ?)`)
		if err != nil {
			return err
		}
		for _, e := range batch {
			if _, err := st.Exec(e.Table, int64(e.Seq), e.Body); err != nil {
				return err
			}
		}
		return errors.Join(st.Close(), tx.Commit())
	})
}

// BenchmarkStart is what a server does before it serves: it opens a database with
// 1000 live tables of 300 records and lists them.
func BenchmarkStart(b *testing.B) {
	s := benchStore(b)
	var m moves
	for range 300 * benchTables / 1000 {
		if err := s.Append(context.Background(), m.draw(1000)); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s, err := store.Open(context.Background(), s.Path(), store.Options{})
		if err != nil {
			b.Fatal(err)
		}
		list, err := s.Tables(context.Background(), store.Live)
		if err != nil || len(list) != benchTables || list[7].Len != 300 {
			b.Fatal(len(list), err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLoad reads the log of a table.
func BenchmarkLoad(b *testing.B) {
	s := benchStore(b)
	var m moves
	for range 300 * benchTables / 1000 {
		if err := s.Append(context.Background(), m.draw(1000)); err != nil {
			b.Fatal(err)
		}
	}
	id := int64(0)
	for b.Loop() {
		id = id%benchTables + 1
		for _, err := range s.Load(context.Background(), id) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/300, "ns/record")
}
