package run

import (
	"context"
	"errors"
	"time"

	"chratze/internal/server/hostlog"
	"chratze/internal/server/store"
	"chratze/internal/table/host"
)

// open opens the database and writes there what a start writes. PostgreSQL may come later than this server: it waits for it,
// and says so. If the others take it for dead before its first heartbeat, it begins anew. If the context is done meanwhile, it
// returns neither a store nor an error.
func (o *Options) open(ctx context.Context) (store.Store, error) {
	at := o.Data
	at.member = o.Node.membership()
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

// begin notes what runs, tells what is missing, and makes the key of links.
func (o *Options) begin(ctx context.Context, db store.Store) error {
	err := o.meet(ctx, db)
	if err == nil {
		err = hostlog.Mourn(ctx, db, o.Logger)
	}
	if err == nil {
		_, err = hostlog.LinkKey(ctx, db)
	}
	return err
}
