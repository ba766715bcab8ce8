package hosting

import (
	"errors"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/server/store"
)

// storeFaults are the messages for errors of the store: what is wrong, and what to do.
//
//lattice:table
var storeFaults = map[store.Code][2]string{
	store.ErrStale:     {"store.stale", "store.stale.do"},
	store.ErrUnknown:   {"store.unknown", "store.unknown.do"},
	store.ErrNoTable:   {"store.no-table", "store.no-table.do"},
	store.ErrNoSetting: {"store.no-key", "store.no-key.do"},
	store.ErrTaken:     {"store.taken", "store.taken.do"},
	store.ErrOver:      {"store.over", "store.over.do"},
	store.ErrClosed:    {"store.closed", "store.closed.do"},
	store.ErrLocked:    {"store.locked", "store.locked.do"},
	store.ErrMissing:   {"store.missing", "store.missing.do"},
	store.ErrReadOnly:  {"store.read-only", "store.read-only.do"},
	store.ErrFull:      {"store.full", "store.full.do"},
	store.ErrDamaged:   {"store.damaged", "store.damaged.do"},
	store.ErrForeign:   {"store.foreign", "store.foreign.do"},
	store.ErrNewer:     {"store.newer", "store.newer.do"},
	store.ErrMoved:     {"store.moved", "store.moved.do"},
	store.ErrExists:    {"store.exists", "store.exists.do"},
	store.ErrAway:      {"store.away", "store.away.do"},
	store.ErrDenied:    {"store.denied", "store.denied.do"},
	store.ErrFailed:    {"store.failed", "store.failed.do"},
}

// storeFault returns an error of the store in the language of p: where something is wrong, the
// details, and what to do. Other errors are returned unchanged.
func storeFault(p *locale.Printer, err error) error {
	e, ok := errors.AsType[*store.Error](err)
	if ok && (e.Code == store.ErrNewer || e.Code == store.ErrMoved) {
		return shell.Misuse(storeText(p, err)) // a start again can't help
	} else if ok {
		return errors.New(storeText(p, err))
	}
	return err
}

func storeText(p *locale.Printer, err error) string {
	e, ok := errors.AsType[*store.Error](err)
	if !ok {
		return err.Error()
	}
	text := p.T(storeFaults[e.Code][0], nil)
	if e.Path != "" {
		text = e.Path + ": " + text
	}
	switch {
	case e.What != "":
		text += " (" + e.What + ")"
	case e.Err != nil:
		text += " (" + e.Err.Error() + ")"
	}
	return text + ": " + p.T(storeFaults[e.Code][1], nil)
}
