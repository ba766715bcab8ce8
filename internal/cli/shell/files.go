package shell

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"sync/atomic"

	"github.com/spf13/cobra"

	"chratze/internal/atomicfile"
	"chratze/internal/bounded"
	"chratze/internal/interrupt"
	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
)

// OpenFile opens a text for reading; "-" is standard input.
func OpenFile(p *locale.Printer, cmd *cobra.Command, path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(bounded.Text(cmd.InOrStdin())), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, Unreadable(p, path, err)
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

// Unreadable returns the error for a file that can't be read.
func Unreadable(p *locale.Printer, path string, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return Misuse(FileFault(p, path, err))
}

// FileFault explains why a file can't be read.
func FileFault(p *locale.Printer, path string, err error) string {
	args := locale.Args{"path": locale.Quoted(path), "reason": lines.Reason(err)}
	if e, ok := errors.AsType[*bounded.LargeError](err); ok {
		args["most"] = BytesText(e.Most)
		return p.T("cli.bad.large", args)
	}
	if errors.Is(err, bounded.ErrUTF16) {
		return p.T("cli.bad.utf16", args)
	}
	return p.T("cli.bad.file", args)
}

// Writable tests whether a file can be written before the work that it is for, and that nothing of
// another kind is replaced. Without a path there is nothing to test. An error is a misuse.
func Writable(p *locale.Printer, path string, kind Kind) error {
	if path == "" {
		return nil
	}
	if err := atomicfile.Try(path); err != nil {
		return Misuse(Unwritable(p, path, err))
	}
	if kind != AnyKind && foreign(path, kind) {
		return Misuse(p.T("cli.bad.foreign", locale.Args{"path": locale.Quoted(path)}))
	}
	return nil
}

// WriteFile writes a file that the user asked for. Without a path it does nothing.
func WriteFile(p *locale.Printer, path string, content func() []byte) error {
	if path == "" {
		return nil
	}
	if err := atomicfile.Write(path, content(), 0o644); err != nil {
		return errors.New(Unwritable(p, path, err))
	}
	return nil
}

// Unwritable says why a file can't be written.
func Unwritable(p *locale.Printer, path string, err error) string {
	return p.T("cli.bad.write", locale.Args{"path": locale.Quoted(path), "reason": lines.Reason(err)})
}

// maxRulesFile is the limit for a rules file, in bytes.
const maxRulesFile = 1 << 16

// ReadSmall reads a file that a person has written by hand, up to that limit.
func ReadSmall(path string) ([]byte, error) {
	return bounded.ReadText(path, maxRulesFile)
}

// Limits of files that are read whole, in bytes. Files that the program writes are a thousandth
// of that.
const (
	MaxConfigFile   = 1 << 20
	maxPolicyFile   = 1 << 26
	MaxQuestionFile = 1 << 24
	MaxCheckpoint   = 1 << 28
)

// ReadPolicy reads a file of rams-lab train.
func ReadPolicy(path string) ([]byte, error) { return bounded.ReadFile(path, maxPolicyFile) }

// Counter counts the bytes read.
type Counter struct {
	io.Reader
	N atomic.Int64
}

func (c *Counter) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.N.Add(int64(n))
	return n, err
}

// Size returns the size of a file, or 0 for anything else.
func Size(in io.Reader) int64 {
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

// BytesText returns a size for people: 1.4 MB.
func BytesText(n int64) string {
	for _, unit := range []struct {
		size int64
		name string
	}{{1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}} {
		if n >= unit.size {
			return strconv.FormatFloat(float64(n)/float64(unit.size), 'f', 1, 64) + " " + unit.name
		}
	}
	return strconv.FormatInt(n, 10) + " B"
}
