package run

import (
	"context"
	"net"
	"os"
	"strconv"
	"time"

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

// pause waits, at most until the context is done.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
