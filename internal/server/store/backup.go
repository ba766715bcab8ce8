package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Summary is the size of a database.
type Summary struct {
	Tables  int    `json:"tables"`
	Live    int    `json:"live"`
	Records uint64 `json:"records"`
	Bytes   int64  `json:"bytes"` // of the file
}

// Backup writes a copy of the database, as it is now, to a new file, and verifies the copy. The
// server may continue meanwhile. ErrExists: the file exists already.
func (r *Reader) Backup(ctx context.Context, to string) (Summary, error) {
	to, err := filepath.Abs(to)
	if err != nil {
		return Summary{}, fault(to, err)
	}
	if _, err := os.Lstat(to); err == nil {
		return Summary{}, &Error{Code: ErrExists, Path: to}
	}
	part := to + ".part"
	if err := r.copyTo(ctx, part, filepath.Dir(to) == filepath.Dir(r.path)); err != nil {
		return Summary{}, err
	}
	sum, err := Verify(ctx, part)
	if err = putInPlace(part, to, err); err == nil {
		_ = noteBackup(r.path) // without it the last backup seems older than it is, and an alarm comes too soon
	}
	return sum, fault(to, err)
}

// backupSuffix ends the name of the file beside a database that has the time of its last backup.
const backupSuffix = ".backup-time"

func noteBackup(path string) error {
	part := path + backupSuffix + ".new"
	if err := makePart(part, true); err != nil {
		return err
	}
	return putInPlace(part, path+backupSuffix, os.WriteFile(part, strconv.AppendInt(nil, time.Now().Unix(), 10), 0o600))
}

// LastBackup returns when the last backup of a database was made, in Unix seconds, or 0.
func LastBackup(path string) int64 {
	text, _ := os.ReadFile(path + backupSuffix)
	at, _ := strconv.ParseInt(string(text), 10, 64) // an error: none was made
	return at
}

// copyTo writes a consistent copy, in the data directory of a server or elsewhere. After an error
// there is none.
func (r *Reader) copyTo(ctx context.Context, part string, data bool) error {
	if err := makePart(part, data); err != nil {
		return err
	}
	if _, err := r.db.ExecContext(ctx, `VACUUM INTO ?`, part); err != nil {
		err = r.fail(err)
		if e, ok := errors.AsType[*Error](err); ok && e.Code == ErrFull {
			e.Path = part
		}
		return cmp.Or(err, os.Remove(part))
	}
	pool, err := connect(part, "mode=rw", nil)
	if err == nil { // nobody has the copy open
		_, err = pool.ExecContext(ctx, `DELETE FROM settings WHERE key = ?`, RunningKey)
		err = cmp.Or(err, pool.Close())
	}
	if err != nil {
		return cmp.Or(fault(part, err), os.Remove(part))
	}
	return nil
}

// Verify reads every page and every record of a database or a backup.
func Verify(ctx context.Context, path string) (Summary, error) {
	r, err := OpenReader(ctx, path)
	if err != nil {
		return Summary{}, err
	}
	sum, err := r.verify(ctx)
	return sum, cmp.Or(err, r.Close())
}

func (r *Reader) verify(ctx context.Context) (sum Summary, err error) {
	var found string
	if err := r.row(ctx, `PRAGMA integrity_check(1)`).Scan(&found); err != nil {
		return sum, r.fail(err)
	}
	if found != "ok" {
		return sum, ErrDamaged.At(r.path, "%s", found)
	}
	tables, err := r.Tables(ctx, All)
	if err != nil {
		return sum, err
	}
	for _, t := range tables {
		for _, err := range r.Load(ctx, t.ID) {
			if err != nil {
				return sum, err
			}
			sum.Records++
		}
		if t.Live() {
			sum.Live++
		}
	}
	sum.Tables = len(tables)
	info, err := os.Stat(r.path)
	if err != nil {
		return sum, fault(r.path, err)
	}
	sum.Bytes = info.Size()
	return sum, nil
}

// replacedSuffix is appended to the names of a database and its journal when another database
// replaces it; see keptNames.
const replacedSuffix = ".replaced"

// Restored describes a backup that was put in place.
type Restored struct {
	Summary
	Replaced string `json:"replaced,omitempty"` // where the previous database is now; "" if there was none
	Reopened int    `json:"reopened,omitempty"` // tables that were closed there and are live in the backup
}

// Meaning has what a restore has to know of the data, which are opaque to the store. Each function may be nil.
type Meaning struct {
	Amend      func(ctx context.Context, db Store) error // may append to the logs before they are put in place, since secrets in them may be known by now
	OwnRecord  func(body []byte) bool                    // whether a server writes such a record by itself, so that it is nothing to lose
	OwnSetting func(key string) bool                     // likewise
}

// Restore verifies a backup and puts it in the place of a database. The previous database is
// kept, with .replaced appended to its name, or .replaced.2, and so on. ErrLocked: a server uses the database. ErrSame: the
// backup is the database. ErrExists: the database has records or settings that the backup lacks, or can't be read;
// force overrides that.
func Restore(ctx context.Context, from, to string, force bool, means Meaning) (Restored, error) {
	to, err := realPath(to)
	if err != nil {
		return Restored{}, err
	}
	lease, err := takeLease(to)
	if err != nil {
		return Restored{}, err
	}
	r, err := restore(ctx, from, to, force, means)
	return r, cmp.Or(err, fault(to, unlockFile(lease)))
}

func restore(ctx context.Context, from, to string, force bool, means Meaning) (r Restored, err error) {
	backup, err := OpenReader(ctx, from)
	if err != nil {
		return r, err
	}
	defer func() { err = cmp.Or(err, backup.Close()) }()
	if sameFile(backup.path, to) {
		return r, ErrSame.At(to, "")
	}
	if r.Summary, err = backup.verify(ctx); err != nil {
		return r, err
	}
	epoch, lost := means.whatIsLost(ctx, backup, to)
	if why := lost.String(); why != "" && !force {
		return r, ErrExists.At(to, "%s", why)
	}
	r.Reopened = lost.reopened
	part := to + ".new"
	if err := backup.copyTo(ctx, part, true); err != nil {
		return r, err
	}
	err = raiseEpoch(ctx, part, epoch)
	if err == nil && means.Amend != nil {
		err = amended(ctx, part, means.Amend)
	}
	if err == nil {
		r.Replaced, err = moveAway(to)
	}
	return r, fault(to, putInPlace(part, to, err))
}

func sameFile(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// change is what a restore does to a database.
type change struct {
	live     int    // live tables of which it loses records
	records  uint64 // that it loses, of all tables
	settings int    // that it loses; the cash desks are among them
	reopened int    // tables that are closed until then
	unread   error  // why this isn't known
}

// String describes what is lost, or is "".
func (c change) String() string {
	var why []string
	if c.unread != nil {
		why = append(why, "it can't be read: "+c.unread.Error())
	}
	if c.live > 0 {
		why = append(why, fmt.Sprintf("live tables: %d", c.live))
	}
	if c.records > 0 {
		why = append(why, fmt.Sprintf("records that the backup doesn't have: %d", c.records))
	}
	if c.settings > 0 {
		why = append(why, fmt.Sprintf("settings and parts of cash desks that the backup doesn't have: %d", c.settings))
	}
	return strings.Join(why, ", ")
}

// whatIsLost returns what the database at a path has and the backup lacks, and the epoch of the database's last writer.
func (m Meaning) whatIsLost(ctx context.Context, backup *Reader, path string) (epoch int64, c change) {
	old, err := OpenReader(ctx, path)
	if errors.Is(err, ErrMissing) {
		return 0, c
	}
	if err != nil {
		return 0, change{unread: err}
	}
	defer done(old)
	if err := old.row(ctx, `SELECT epoch FROM writer`).Scan(&epoch); err != nil {
		return 0, change{unread: old.fail(err)}
	}
	if err := cmp.Or(c.tables(ctx, old, backup, m.OwnRecord), c.others(ctx, old, backup, m.OwnSetting)); err != nil {
		return epoch, change{unread: err}
	}
	return epoch, c
}

// tables counts what is lost of the tables.
func (c *change) tables(ctx context.Context, old, backup *Reader, own func(body []byte) bool) error {
	have, err1 := old.Tables(ctx, All)
	get, err2 := backup.Tables(ctx, All)
	if err := cmp.Or(err1, err2); err != nil {
		return err
	}
	in := map[int64]Table{}
	for _, t := range get {
		in[t.ID] = t
	}
	for _, t := range have {
		b := in[t.ID]
		known := b.Created.Equal(t.Created)
		lost := t.Len
		if known {
			var err error
			if lost, err = lacking(ctx, old, backup, t.ID, own); err != nil {
				return err
			}
		}
		c.records += lost
		switch {
		case t.Live() && (!known || lost > 0):
			c.live++
		case known && !t.Live() && b.Live():
			c.reopened++
		}
	}
	return nil
}

// others counts the settings that are lost, without the store's own and those of servers.
func (c *change) others(ctx context.Context, old, backup *Reader, own func(key string) bool) error {
	keys, err := old.Settings(ctx)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if strings.HasPrefix(key, "store.") || own != nil && own(key) {
			continue
		}
		a, err1 := old.Setting(ctx, key)
		b, err2 := backup.Setting(ctx, key)
		if errors.Is(err2, ErrNoSetting) {
			err2 = nil
		}
		if err := cmp.Or(err1, err2); err != nil {
			return err
		}
		if len(a) > 0 && !bytes.Equal(a, b) { // an empty one was deleted
			c.settings++
		}
	}
	return nil
}

// lacking returns how many records of a table's log come after those with which the backup's log begins too, without own ones.
func lacking(ctx context.Context, old, backup *Reader, table int64, own func(body []byte) bool) (n uint64, err error) {
	next, stop := iter.Pull2(backup.Load(ctx, table))
	defer stop()
	same := true
	for x, err := range old.Load(ctx, table) {
		if err != nil {
			return n, err
		}
		if same {
			y, err, ok := next()
			if err != nil {
				return n, err
			}
			same = ok && bytes.Equal(x.Body, y.Body)
		}
		if !same && (own == nil || !own(x.Body)) {
			n++
		}
	}
	return n, nil
}

// amended runs amend on a database that isn't in its place yet.
func amended(ctx context.Context, part string, amend func(ctx context.Context, db Store) error) error {
	db, err := Open(ctx, part, Options{})
	if err != nil {
		return err
	}
	err = amend(ctx, db)
	db.Marks.Close()
	db.Marks = nil // the first start makes them
	err = cmp.Or(err, db.Close())
	return cmp.Or(err, removeIfThere(part+".lock"), removeIfThere(part+marksSuffix))
}

// raiseEpoch makes all earlier writers stale.
func raiseEpoch(ctx context.Context, path string, epoch int64) error {
	pool, err := connect(path, "mode=rw", nil)
	if err != nil {
		return err
	}
	_, err = pool.ExecContext(ctx, `UPDATE writer SET epoch = max(epoch, ?)`, epoch)
	return cmp.Or(err, pool.Close())
}

// moveAway renames a database and its journal to a name that nothing has. It returns that name,
// or "" if there was no database. The database goes first: opening a journal without its
// database is noticed, the reverse isn't. A journal alone belongs to the last database that was
// moved: a restore was killed between the two.
func moveAway(path string) (away string, err error) {
	if err := removeIfThere(path + marksSuffix); err != nil { // of the database that is replaced
		return "", err
	}
	last, away := keptNames(path)
	err = os.Rename(path, away)
	beside := away
	if errors.Is(err, os.ErrNotExist) {
		beside, away = cmp.Or(last, away), ""
	} else if err != nil {
		return "", err
	}
	journal, err := os.Stat(path + "-wal")
	switch {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return away, err
	case journal.Size() == 0: // left by a reader
		err = os.Remove(path + "-wal")
	default:
		err = os.Rename(path+"-wal", beside+"-wal")
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return away, err
	}
	return away, removeIfThere(path + "-shm")
}

// keptNames returns the name of the last database that a restore has kept beside this one, or
// "", and the next that is free: x.db.replaced, x.db.replaced.2, x.db.replaced.3, ...
func keptNames(path string) (last, next string) {
	next = path + replacedSuffix
	for n := 2; isThere(next) || isThere(next+"-wal"); n++ {
		last, next = next, path+replacedSuffix+"."+strconv.Itoa(n)
	}
	return last, next
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func removeIfThere(path string) error {
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// DropReplaced deletes the databases that restores have kept beside this one, if nothing was written to them since a time, and
// returns how many there were.
func DropReplaced(path string, before time.Time) (dropped int, err error) {
	beside, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return 0, err
	}
	written := map[string]time.Time{} // the last time, of the file or of its journal
	for _, entry := range beside {
		name := strings.TrimSuffix(entry.Name(), "-wal")
		number, kept := strings.CutPrefix(name, filepath.Base(path)+replacedSuffix)
		if _, err := strconv.Atoi(strings.TrimPrefix(number, ".")); !kept || number != "" && (err != nil || number[0] != '.') {
			continue
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() && info.ModTime().After(written[name]) {
			written[name] = info.ModTime()
		}
	}
	for name, at := range written {
		if !at.Before(before) {
			continue
		}
		file := filepath.Join(filepath.Dir(path), name)
		if err = cmp.Or(err, removeIfThere(file+"-wal"), removeIfThere(file)); err == nil {
			dropped++
		}
	}
	return dropped, err
}
