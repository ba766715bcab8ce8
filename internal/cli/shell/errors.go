package shell

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"syscall"

	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
)

// Unread reports whether an error says that nobody reads standard output any more, as when it
// is a pipe to head.
func Unread(err error) bool {
	e, ok := errors.AsType[*fs.PathError](err)
	return ok && e.Path == os.Stdout.Name() && errors.Is(e.Err, syscall.EPIPE)
}

// ErrSilent ends a command that has already printed why it failed.
var ErrSilent = errors.New("failed")

// ErrUnread ends verify, which has already printed which lines can't be read.
var ErrUnread = errors.New("unread")

// ErrIncomplete ends verify, which has already printed what is missing.
var ErrIncomplete = errors.New("incomplete")

// MisuseError says that the command line is wrong.
type MisuseError struct{ Text string }

func (e *MisuseError) Error() string { return e.Text }

// Misuse returns an error about the command line. The text says what is wrong, the value, and
// what is allowed.
func Misuse(text string) error { return &MisuseError{text} }

// ConfigError says that a command can't work until a person has mended the settings, the data, or who may read them.
type ConfigError struct{ Text string }

func (e *ConfigError) Error() string { return e.Text }

// BadConfig returns an error after which a start again can't help. The text says what a person has to do.
func BadConfig(text string) error { return &ConfigError{text} }

// Unreached explains why a server doesn't answer.
func Unreached(p *locale.Printer, err error) string {
	lookup, noHost := errors.AsType[*net.DNSError](err)
	switch {
	case noHost && lookup.IsNotFound:
		return p.T("join.no-host", nil)
	case errors.Is(err, context.DeadlineExceeded):
		return p.T("join.slow", nil)
	}
	if _, ok := errors.AsType[*net.OpError](err); ok {
		return p.T("join.nobody", nil)
	}
	return lines.Reason(err).In(p)
}
