package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"chratze/internal/server/hostlog"
	"chratze/internal/server/httpd"
	"chratze/internal/server/store"
	"chratze/internal/server/store/postgres"
	"chratze/internal/table/host"
)

// DatabaseName is the file in the data directory.
const DatabaseName = "chratze.db"

// Database is where a server keeps its data: a file in a directory, or PostgreSQL.
type Database struct {
	Dir string // also beside PostgreSQL: it keeps how long the logs are
	URL string // "": the file

	Moved  bool                 // it may be opened for writing although its data are somewhere else now
	member *postgres.Membership // one of several servers; nil: it has the database alone
}

// IsPostgres reports whether a text names a database of PostgreSQL.
func IsPostgres(text string) bool {
	return strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
}

// open opens the database and writes there what a start writes. PostgreSQL may come later than this server: it waits for it,
// and says so. If the others take it for dead before its first heartbeat, it begins anew. If the context is done meanwhile, it
// returns neither a store nor an error.
func (o *Options) open(ctx context.Context) (store.Store, error) {
	at := o.Data
	if o.Node.Name != "" {
		at.member = &o.Node.Membership
	}
	var logged host.Throttle
	for {
		db, err := at.Open(ctx, true, o.Wall)
		if err == nil {
			if err = o.begin(ctx, db); err == nil {
				if n := at.Unused(ctx, db); n > 0 {
					o.Logger.Warn("the database is new, and the file in the data directory has open tables; see chratze move-data", "database", db.Path(), "directory", at.Dir, "tables", n)
				}
				return db, nil
			}
			_ = db.Close() // what failed first counts
		}
		if ctx.Err() != nil {
			return nil, nil
		}
		late := at.member != nil && (errors.Is(err, store.ErrStale) || errors.Is(err, store.ErrUnknown))
		if !late && !errors.Is(err, store.ErrAway) {
			return nil, err
		}
		if logged.Passes("") {
			o.Logger.Warn("waiting for the database", "err", err)
			tellSystemd("STATUS=waiting for the database")
		}
		pause(ctx, time.Second)
	}
}

// begin notes which program writes to the database, or refuses what can't be understood, tells what is missing, and makes the key
// of links.
func (o *Options) begin(ctx context.Context, db store.Store) error {
	var others []string
	if pg, ok := db.(*postgres.DB); ok && o.Node.Name != "" {
		v, _, err := pg.Nodes(ctx)
		if err != nil {
			return err
		}
		for _, m := range v.Members {
			if m.Name != o.Node.Name {
				others = append(others, m.Name)
			}
		}
	}
	this := o.Program()
	if o.Data.URL == "" {
		if twin := hostlog.CopiedFrom(ctx, db); twin != "" {
			o.Logger.Warn("these data are a copy of others that are still there, and people's links lead to both: start only one server, and after a copy run chratze admin renew", "database", db.Path(), "other", twin)
		}
		this.At = db.Path()
	}
	err := hostlog.Meet(ctx, db, this, o.Node.Name, others)
	if err == nil {
		err = hostlog.Mourn(ctx, db, o.Logger)
	}
	if err == nil {
		o.linkKey, err = hostlog.LinkKey(ctx, db)
	}
	return err
}

// Open opens the database for writing, unless its data are somewhere else now.
func (d Database) Open(ctx context.Context, create bool, now func() time.Time) (db store.Store, err error) {
	if d.URL == "" {
		db, err = store.Open(ctx, filepath.Join(d.Dir, DatabaseName), store.Options{Create: create, Now: now})
	} else {
		db, err = postgres.Open(ctx, d.URL, postgres.Options{Create: create, Now: now, Marks: d.marks(), Member: d.member})
	}
	if err != nil {
		return nil, err
	}
	if d.Moved {
		return db, nil
	}
	if err := hostlog.NotMoved(ctx, db); err != nil {
		return nil, cmp.Or(err, db.Close())
	}
	return db, nil
}

// Read opens the database for reading, unless its data are somewhere else now.
func (d Database) Read(ctx context.Context) (r store.ReadOnly, err error) {
	if d.URL == "" {
		r, err = store.OpenReader(ctx, filepath.Join(d.Dir, DatabaseName))
	} else {
		r, err = postgres.OpenReader(ctx, d.URL)
	}
	if err != nil {
		return nil, err
	}
	if err := hostlog.NotMoved(ctx, r); err != nil {
		return nil, cmp.Or(err, r.Close())
	}
	return r, nil
}

// Unused returns how many tables are open in the file of the data directory although the server takes PostgreSQL, which has never
// had one: whoever comes back finds nothing. r may be nil.
func (d Database) Unused(ctx context.Context, r store.ReadOnly) (live int64) {
	if d.URL == "" {
		return 0
	}
	if r != nil {
		if last, err := r.Last(ctx); err != nil || last > 0 {
			return 0
		}
	}
	file, err := Database{Dir: d.Dir}.Read(ctx)
	if err != nil { // there is none, or it was moved
		return 0
	}
	live, _, _ = file.Size(ctx)
	_ = file.Close() // it was only read
	return live
}

// reach returns an error if a database doesn't answer within a second: it may be away while nothing is written.
func reach(ctx context.Context, db store.ReadOnly) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := db.Last(ctx)
	return err
}

// look tells the metrics of the data. Of PostgreSQL the disk and the backups are elsewhere.
func (d Database) look(db store.ReadOnly) httpd.DataBy {
	return func() httpd.Data {
		data := httpd.Data{Tables: -1, Bytes: -1, Free: -1, Backup: -1}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if live, bytes, err := db.Size(ctx); err == nil {
			data.Tables, data.Bytes = float64(live), float64(bytes)
		}
		if d.URL != "" {
			return data
		}
		if free := store.FreeRoom(filepath.Dir(db.Path())); free < math.MaxUint64 {
			data.Free = float64(free)
		}
		data.Backup = float64(store.LastBackup(db.Path()))
		return data
	}
}

// Socket is the file by which a running server takes orders.
func (d Database) Socket() string {
	if d.URL == "" {
		return filepath.Join(d.Dir, "chratze.sock")
	}
	return strings.TrimSuffix(d.marks(), ".len") + ".sock"
}

// marks is the file that says how long the logs in PostgreSQL are. Each database has its own.
func (d Database) marks() string {
	what := d.URL
	if u, err := url.Parse(d.URL); err == nil {
		what = u.Host + u.Path + " " + u.Query().Get("search_path")
	}
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(what)) // it never fails
	return filepath.Join(d.Dir, fmt.Sprintf("postgres-%08x.len", sum.Sum32()))
}
