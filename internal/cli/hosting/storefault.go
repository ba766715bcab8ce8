package hosting

import (
	"errors"
	"slices"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/server/store"
)

// storeFault returns an error of the store in the language of p: where something is wrong, the
// details, and what to do. Other errors are returned unchanged.
func storeFault(p *locale.Printer, err error) error {
	e, ok := errors.AsType[*store.Error](err)
	if ok && (e.Code == store.ErrNewer || e.Code == store.ErrMoved) {
		return shell.BadConfig(storeText(p, err)) // the command is for other data
	} else if ok {
		return errors.New(storeText(p, err))
	}
	return err
}

// startFault returns an error of a server in the language of p. A fault that a start again can't help is a
// shell.ConfigError: the unit doesn't start again after its exit code.
func startFault(p *locale.Printer, err error) error {
	e, ok := errors.AsType[*store.Error](err)
	if ok && slices.Contains([]store.Code{store.ErrReadOnly, store.ErrFrozen, store.ErrForeign, store.ErrDamaged, store.ErrNewer, store.ErrMoved, store.ErrNamed}, e.Cause()) {
		return shell.BadConfig(storeText(p, err))
	}
	return storeFault(p, err)
}

func storeText(p *locale.Printer, err error) string {
	e, ok := errors.AsType[*store.Error](err)
	if !ok {
		return err.Error()
	}
	code := string(e.Cause())
	text := p.T("store."+code, nil)
	if e.Path != "" {
		text = e.Path + ": " + text
	}
	switch {
	case e.What != "":
		text += " (" + e.What + ")"
	case e.Err != nil:
		text += " (" + e.Err.Error() + ")"
	}
	return text + ": " + p.T("store."+code+".do", nil)
}
