package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The marks are a small file beside the database: how long the log of each table was
// when somebody was last told that it is durable, and whether the last end was clean.
// SQLite leaves out the rest of a journal that is damaged, and does without one that is
// missing; by the marks a start sees what has gone. They are written behind the log and
// synced now and then only: they can say less than there was, never more.
const (
	marksSuffix = ".len"
	marksSync   = 5 * time.Second
	marksMost   = 1 << 20 // bytes, before the file is written anew
)

// Lost is what an opening found missing that was there before.
type Lost struct {
	At      time.Time `json:"at"`
	Tables  []Short   `json:"tables,omitempty"`  // whose logs are shorter than they were
	Journal bool      `json:"journal,omitempty"` // the journal of a server that didn't end cleanly is missing, and nobody knows how long the logs were
}

// Short is a table with fewer records than there were.
type Short struct {
	Table int64  `json:"table"`
	Had   uint64 `json:"had"`
	Has   uint64 `json:"has"`
}

// Any reports whether anything is missing.
func (l *Lost) Any() bool { return l.Journal || len(l.Tables) > 0 }

// Settings of the store itself.
const (
	runningKey = "store.running" // is there while a writer has the database open
	lostKey    = "store.lost"    // what openings found missing, as JSON
)

// lostMost is how many reports of missing records are kept.
const lostMost = 50

// marks writes the file.
type marks struct {
	path   string
	f      *os.File
	size   int64
	synced time.Time
	len    map[int64]uint64
}

// readMarks returns how long the logs were; nil: nobody knows.
func readMarks(path string) map[int64]uint64 {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	had := map[int64]uint64{}
	for line := range strings.Lines(string(b)) {
		text, check, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " *")
		if !ok || check != markSum(text) {
			continue // torn
		}
		parseLengths(text, had)
	}
	return had
}

// parseLengths reads "3:120 4:17".
func parseLengths(text string, into map[int64]uint64) {
	for _, word := range strings.Fields(text) {
		id, n, _ := strings.Cut(word, ":")
		table, err1 := strconv.ParseInt(id, 10, 64)
		length, err2 := strconv.ParseUint(n, 10, 64)
		if err1 == nil && err2 == nil {
			into[table] = length
		}
	}
}

func markSum(text string) string {
	return strconv.FormatUint(uint64(crc32.Checksum([]byte(text), crc32.MakeTable(crc32.Castagnoli))), 16)
}

func markLine(list map[int64]uint64) string {
	var b strings.Builder
	for i, id := range slices.Sorted(maps.Keys(list)) {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%d:%d", id, list[id])
	}
	text := b.String()
	return "\n" + text + " *" + markSum(text) + "\n"
}

// openMarks begins the file anew with the logs as they are. Nil: it can't be written;
// one does without.
func openMarks(path string, has map[int64]uint64) *marks {
	m := &marks{path: path, len: has, synced: time.Now()}
	if m.anew() != nil {
		return nil
	}
	return m
}

// anew writes the file anew, apart, and then whole in its place.
func (m *marks) anew() error {
	part := m.path + ".new"
	text := markLine(m.len)
	f, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = first(err, f.Sync()); err == nil {
		err = os.Rename(part, m.path)
	}
	if err != nil {
		return first(err, f.Close(), os.Remove(part))
	}
	if m.f != nil {
		_ = m.f.Close() // the one before, which nobody reads any more
	}
	m.f, m.size = f, int64(len(text))
	return nil
}

// set notes how long logs are. What can't be written is left out: the marks then say
// less than there is.
func (m *marks) set(list map[int64]uint64) {
	if m == nil {
		return
	}
	maps.Copy(m.len, list)
	text := markLine(list)
	n, _ := m.f.WriteString(text)
	m.size += int64(n)
	if m.size > marksMost && m.anew() == nil {
		m.synced = time.Now()
	}
	if time.Since(m.synced) >= marksSync {
		m.synced = time.Now()
		_ = m.f.Sync()
	}
}

func (m *marks) close() {
	if m != nil {
		_ = first(m.f.Sync(), m.f.Close())
	}
}

// missing compares what is there with what was, and keeps what is missing for those who
// look after the server.
func (s *DB) missing(ctx context.Context, had map[int64]uint64, journal bool) error {
	const lengths = `SELECT ifnull(group_concat(id || ':' || ifnull((SELECT max(seq) + 1 FROM log WHERE tbl = id), 0), ' '), '') FROM tables`
	var text string
	if err := s.row(ctx, lengths).Scan(&text); err != nil {
		return s.fail(err)
	}
	has := map[int64]uint64{}
	parseLengths(text, has)
	for _, id := range slices.Sorted(maps.Keys(had)) {
		if has[id] < had[id] {
			s.lost.Tables = append(s.lost.Tables, Short{id, had[id], has[id]})
		}
	}
	_, err := s.Setting(ctx, runningKey)
	if err != nil && !errors.Is(err, ErrNoSetting) {
		return err
	}
	s.lost.Journal = err == nil && !journal && had == nil
	if err := s.Set(ctx, runningKey, []byte(strconv.FormatInt(s.epoch, 10))); err != nil {
		return err
	}
	if _, err := s.conn.ExecContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`); err != nil { // so that a copy without its journal can be told
		return s.fail(err)
	}
	if s.lost.Any() {
		if err := s.keepLost(ctx); err != nil {
			return err
		}
	}
	s.marks = openMarks(s.path+marksSuffix, has)
	return nil
}

func (s *DB) keepLost(ctx context.Context) error {
	s.lost.At = s.now()
	list, err := s.LostBefore(ctx)
	if err != nil {
		return err
	}
	list = append(list, s.lost)
	b, err := json.Marshal(list[max(0, len(list)-lostMost):])
	if err != nil {
		return err
	}
	return s.Set(ctx, lostKey, b)
}

// Lost returns what this opening has found missing that was there before: the disk, or
// somebody, has lost a part of the log, or the whole database was put back to an
// earlier state without Restore.
func (s *DB) Lost() Lost { return s.lost }

// LostBefore returns what openings have found missing, the first one first.
func (r *Reader) LostBefore(ctx context.Context) (list []Lost, err error) {
	b, err := r.Setting(ctx, lostKey)
	if errors.Is(err, ErrNoSetting) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(b, &list); err != nil {
		return nil, ErrDamaged.at(r.path, "the setting %s: %v", lostKey, err)
	}
	return list, nil
}
