package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"hash/crc32"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"chratze/internal/atomicfile"
)

// The marks are a small file beside the database. It has the length of each table's log when
// that was last reported as durable, and whether the last shutdown was clean. SQLite silently
// drops the rest of a damaged journal, and works without a missing one. The marks show on start
// what is gone. They are written after the log and synced only now and then, so they may claim
// less than there was, but never more.
const (
	marksSuffix = ".len"
	marksSync   = 5 * time.Second
	marksMost   = 1 << 20 // bytes, after which the file is rewritten
)

// Lost is what was there before and was missing when the database was opened.
type Lost struct {
	At      time.Time `json:"at"`
	Tables  []Short   `json:"tables,omitempty"`  // whose logs are shorter than they were
	Journal bool      `json:"journal,omitempty"` // the journal is missing after an unclean shutdown, and the lengths of the logs are not known
	Marks   bool      `json:"marks,omitempty"`   // the marks are missing or can't be read, and the lengths of the logs are not known
	Why     string    `json:"why,omitempty"`     // why the marks can't be read; "": they are missing
}

// Short is a table with fewer records than before.
type Short struct {
	Table int64  `json:"table"`
	Had   uint64 `json:"had"`
	Has   uint64 `json:"has"`
}

// Any reports whether anything is missing.
func (l *Lost) Any() bool { return l.Journal || l.Marks || len(l.Tables) > 0 }

// Unread notes that the marks are there and can't be read, if err isn't nil.
func (l *Lost) Unread(err error) {
	if err != nil {
		l.Marks, l.Why = true, err.Error()
	}
}

// Settings that the store uses itself.
const (
	RunningKey = "store.running" // the epoch of the writer that has the store open, or ended
	LostKey    = "store.lost"    // what was found missing at each opening, as JSON
)

// ended is RunningKey after a clean shutdown that left marks. A backup doesn't have it.
const ended = "ended"

// lostMost is how many reports of missing records are kept.
const lostMost = 50

// Marks keeps how long the logs are, and writes the file of marks. A nil *Marks does nothing.
type Marks struct {
	path   string
	f      *os.File // nil: they are only in memory
	size   int64
	synced time.Time
	len    map[int64]uint64
}

// ReadMarks returns the recorded lengths of the logs; nil: they are not known. The error says why
// a file that is there can't be read.
func ReadMarks(path string) (had map[int64]uint64, err error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(b)) {
		text, check, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " *")
		if !ok || check != markSum(text) {
			continue // a torn line
		}
		if had == nil {
			had = map[int64]uint64{}
		}
		parseLengths(text, had)
	}
	if had == nil {
		err = ErrDamaged.At(path, "no line of it is whole")
	}
	return had, err
}

// parseLengths reads "3:120 4:17" into a map.
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
	var b []byte
	for i, id := range slices.Sorted(maps.Keys(list)) {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, id, 10)
		b = append(b, ':')
		b = strconv.AppendUint(b, list[id], 10)
	}
	text := string(b)
	return "\n" + text + " *" + markSum(text) + "\n"
}

// OpenMarks rewrites the file with the current lengths. It returns nil if that fails; the store
// works without marks.
func OpenMarks(path string, has map[int64]uint64) *Marks {
	m := &Marks{path: path, len: has, synced: time.Now()}
	if m.anew() != nil {
		return nil
	}
	return m
}

// MemoryMarks returns marks without a file.
func MemoryMarks(has map[int64]uint64) *Marks { return &Marks{len: has} }

// Lengths returns the lengths of all logs as they were last acknowledged. Unlike Heads it forgets none.
func (m *Marks) Lengths() map[int64]uint64 {
	if m == nil {
		return nil
	}
	return m.len
}

// anew rewrites the file under another name and then renames it.
func (m *Marks) anew() error {
	part := m.path + ".new"
	text := markLine(m.len)
	f, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = cmp.Or(err, atomicfile.OwnAsDir(f), f.Sync()); err == nil {
		err = os.Rename(part, m.path)
	}
	if err != nil {
		return cmp.Or(err, f.Close(), os.Remove(part))
	}
	if m.f != nil {
		_ = m.f.Close() // the previous file, which nobody reads any more
	}
	m.f, m.size = f, int64(len(text))
	return nil
}

// Set records the lengths of logs. It ignores write errors: the marks then claim less than
// there is.
func (m *Marks) Set(list map[int64]uint64) {
	if m == nil {
		return
	}
	maps.Copy(m.len, list)
	if m.f == nil {
		return
	}
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

// Close ends writing.
func (m *Marks) Close() {
	if m != nil && m.f != nil {
		_ = cmp.Or(m.f.Sync(), m.f.Close())
	}
}

// missing compares the logs with the marks, and stores what is missing for the operator.
func (s *DB) missing(ctx context.Context, had map[int64]uint64, unread error, journal bool) error {
	const lengths = `SELECT ifnull(group_concat(id || ':' || ifnull((SELECT max(seq) + 1 FROM log WHERE tbl = id), 0), ' '), '') FROM tables`
	var text string
	if err := s.row(ctx, lengths).Scan(&text); err != nil {
		return s.fail(err)
	}
	has := map[int64]uint64{}
	parseLengths(text, has)
	lost := Lost{Tables: Shorter(had, has)}
	was, err := s.Setting(ctx, RunningKey)
	if err != nil && !errors.Is(err, ErrNoSetting) {
		return err
	}
	lost.Journal = err == nil && string(was) != ended && !journal && had == nil
	lost.Unread(unread)
	lost.Marks = lost.Marks || err == nil && had == nil && !lost.Journal
	if err := s.Set(ctx, RunningKey, []byte(strconv.FormatInt(s.epoch, 10))); err != nil {
		return err
	}
	if _, err := s.conn.ExecContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`); err != nil { // so that a copy without its journal can be recognized
		return s.fail(err)
	}
	return s.KeepLost(ctx, lost, s.path+marksSuffix, has)
}

// Shorter returns the logs that have fewer records than before.
func Shorter(had, has map[int64]uint64) (list []Short) {
	for _, id := range slices.Sorted(maps.Keys(had)) {
		if has[id] < had[id] {
			list = append(list, Short{id, had[id], has[id]})
		}
	}
	return list
}

// KeepLost stores what was missing at an opening, for the operator, and begins with the file of marks;
// "": there is none.
func (w *Writing) KeepLost(ctx context.Context, lost Lost, path string, has map[int64]uint64) error {
	if lost.Any() {
		lost.At = w.Now()
		list, err := LostBefore(ctx, w.From)
		if err != nil {
			return err
		}
		list = append(list, lost)
		b, err := json.Marshal(list[max(0, len(list)-lostMost):])
		if err != nil {
			return err
		}
		if err := w.Set(ctx, LostKey, b); err != nil {
			return err
		}
	}
	if path != "" {
		w.Marks = OpenMarks(path, has)
	}
	return nil
}

// LostBefore returns what was missing at earlier openings, the oldest first.
func LostBefore(ctx context.Context, r ReadOnly) (list []Lost, err error) {
	b, err := r.Setting(ctx, LostKey)
	if errors.Is(err, ErrNoSetting) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(b, &list); err != nil {
		return nil, ErrDamaged.At(r.Path(), "the setting %s: %v", LostKey, err)
	}
	return list, nil
}
