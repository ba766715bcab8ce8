package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync/atomic"

	"github.com/spf13/cobra"

	"chratze/internal/atomicfile"
	"chratze/internal/bounded"
	"chratze/internal/interrupt"
	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
)

// openFile opens a text for reading; "-" is standard input.
func openFile(p *locale.Printer, cmd *cobra.Command, path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(bounded.Text(cmd.InOrStdin())), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(p, path, err)
	}
	return &inputFile{bounded.Text(interrupt.Reader(cmd.Context(), f)), cmd.Context(), f}, nil
}

// inputFile is a file that can be read until the command is interrupted.
type inputFile struct {
	in  io.Reader
	ctx context.Context
	*os.File
}

// Read implements io.Reader.
func (o *inputFile) Read(b []byte) (int, error) {
	if err := o.ctx.Err(); err != nil {
		return 0, err
	}
	return o.in.Read(b)
}

// dataDir returns the directory for a user's data; --data takes precedence.
func dataDir(flag string, getenv func(string) string) (string, error) {
	return lines.DataDir(flag, getenv)
}

// cantMake explains why a directory for a server's data can't be made.
func cantMake(p *locale.Printer, dir string, err error) error {
	return errors.New(p.T("serve.cant-make", locale.Args{"path": lines.Quoted(dir), "reason": lines.Reason(err)}))
}

// unreadable returns the error for a file that can't be read.
func unreadable(p *locale.Printer, path string, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	if e, ok := errors.AsType[*bounded.LargeError](err); ok {
		return misuse(p.T("cli.bad.large", locale.Args{"path": lines.Quoted(path), "most": bytesText(e.Most)}))
	}
	if errors.Is(err, bounded.ErrUTF16) {
		return misuse(p.T("cli.bad.utf16", locale.Args{"path": lines.Quoted(path)}))
	}
	return misuse(p.T("cli.bad.file", locale.Args{"path": lines.Quoted(path), "reason": lines.Reason(err)}))
}

// writable tests whether a file can be written before the work that it is for. Without a path
// there is nothing to test. An error is a misuse.
func writable(p *locale.Printer, path string) error {
	if path == "" {
		return nil
	}
	if err := atomicfile.Try(path); err != nil {
		return misuse(unwritable(p, path, err))
	}
	return nil
}

// writeFile writes a file that the user asked for. Without a path it does nothing.
func writeFile(p *locale.Printer, path string, content func() []byte) error {
	if path == "" {
		return nil
	}
	if err := atomicfile.Write(path, content(), 0o644); err != nil {
		return errors.New(unwritable(p, path, err))
	}
	return nil
}

// unwritable says why a file can't be written.
func unwritable(p *locale.Printer, path string, err error) string {
	return p.T("cli.bad.write", locale.Args{"path": lines.Quoted(path), "reason": lines.Reason(err)})
}

// maxRulesFile is the limit for a rules file, in bytes.
const maxRulesFile = 1 << 16

// readSmall reads a file that a person has written by hand, up to that limit.
func readSmall(path string) ([]byte, error) {
	return bounded.ReadText(path, maxRulesFile)
}

// Limits of files that are read whole, in bytes. Files that the program writes are a thousandth
// of that.
const (
	maxConfigFile   = 1 << 20
	maxPolicyFile   = 1 << 26
	maxQuestionFile = 1 << 24
	maxCheckpoint   = 1 << 28
)

// readPolicy reads a file of chratze train.
func readPolicy(path string) ([]byte, error) { return bounded.ReadFile(path, maxPolicyFile) }

// fileFault explains why a file can't be read.
func fileFault(p *locale.Printer, err error) string {
	if e, ok := errors.AsType[*bounded.LargeError](err); ok {
		return p.T("cli.bad.large", locale.Args{"path": e.Path, "most": bytesText(e.Most)})
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok && errors.Is(err, bounded.ErrUTF16) {
		return p.T("cli.bad.utf16", locale.Args{"path": e.Path})
	}
	return err.Error()
}

// counter counts the bytes read.
type counter struct {
	io.Reader
	n atomic.Int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.n.Add(int64(n))
	return n, err
}

// size returns the size of a file, or 0 for anything else.
func size(in io.Reader) int64 {
	if o, ok := in.(*inputFile); ok {
		in = o.File
	}
	if f, ok := in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return info.Size()
		}
	}
	return 0
}
