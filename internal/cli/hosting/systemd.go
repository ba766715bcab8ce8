package hosting

import (
	"context"
	"errors"
	"net"
	"os"
	"strconv"
	"time"

	"chratze/internal/server/store"
	"chratze/internal/table/host"
)

// tellSystemd tells the service manager what a server is doing, if it was started by one that
// wants to know (sd_notify, Type=notify).
func tellSystemd(state string) {
	path := os.Getenv("NOTIFY_SOCKET")
	if path == "" {
		return
	}
	if c, err := net.Dial("unixgram", path); err == nil {
		_, _ = c.Write([]byte(state)) // whom it doesn't reach starts the server again
		_ = c.Close()
	}
}

// feedWatchdog tells the service manager that the tables go on, until the context is done. If the
// loop of the tables hangs, it says nothing, and the manager starts the server again.
func feedWatchdog(ctx context.Context, h *host.Host) {
	within, err := strconv.Atoi(os.Getenv("WATCHDOG_USEC"))
	for err == nil && within > 0 && ctx.Err() == nil {
		if h.Pulse(ctx) == nil {
			tellSystemd("WATCHDOG=1")
		}
		pause(ctx, time.Duration(within)*time.Microsecond/3)
	}
}

// openAtBoot opens the database. PostgreSQL may come later than this server: it waits for it, and
// says so. If the context is done meanwhile, it returns neither a store nor an error.
func (f *serveFlags) openAtBoot(ctx context.Context, at Database) (store.Store, error) {
	var logged host.Throttle
	for {
		db, err := at.open(ctx, true, f.wall)
		if ctx.Err() != nil && err != nil {
			return nil, nil
		}
		if !errors.Is(err, store.ErrAway) {
			return db, err
		}
		if logged.Passes("") {
			f.logger.Warn("waiting for the database", "err", err)
			tellSystemd("STATUS=waiting for the database")
		}
		pause(ctx, time.Second)
	}
}

// pause waits, at most until the context is done.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
