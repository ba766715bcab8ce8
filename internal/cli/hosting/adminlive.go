package hosting

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/server/httpd"
	"chratze/internal/server/store"
)

// While a server runs it has the database alone. So the commands of admin that write ask it to do their work, by a socket in
// its data directory that only the owner of the directory, and root, can open.

// whileRunning are the commands of admin that a running server does.
//
//lattice:table
var whileRunning = []string{"close", "forget", "retention", "scrub"}

// order is a command for a running server.
type order struct {
	Args []string // its name first, then its flags
	Lang string
}

// outcome is what the command wrote, and its error.
type outcome struct{ Text, Fault string }

// running is a server that has the database; nil: there is none.
type running struct {
	db     store.Store
	server *httpd.Server
}

// takeOrders lets a running server do commands of admin, one after another, until stop.
func (f *serveFlags) takeOrders(db store.Store, server *httpd.Server) (stop func()) {
	path := f.Data.Socket()
	_ = os.Remove(path) // of a server that was killed
	at, err := net.Listen("unix", path)
	if err == nil {
		err = os.Chmod(path, 0o600)
	}
	if err != nil {
		f.Logger.Warn("all commands of admin that write need a stopped server", "err", err)
	}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for err == nil {
			var conn net.Conn
			if conn, err = at.Accept(); err == nil {
				(&running{db, server}).obey(conn, f.texts)
			}
		}
	}()
	return func() {
		if at != nil {
			_ = at.Close()
		}
		<-stopped
	}
}

// obey does the command that comes by a connection.
func (r *running) obey(conn net.Conn, texts *locale.Catalogue) {
	defer func() { _ = conn.Close() }()
	_ = conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	var o order
	if json.NewDecoder(io.LimitReader(conn, 1<<16)).Decode(&o) != nil || len(o.Args) == 0 || !slices.Contains(whileRunning, o.Args[0]) {
		return
	}
	var text bytes.Buffer
	cmd := newAdmin(&admin{Shell: &shell.Shell{Catalogue: texts, Lang: o.Lang}, running: r})
	cmd.SetOut(&text)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(o.Args)
	out := outcome{}
	if err := cmd.Execute(); err != nil {
		out.Fault = cmp.Or(err.Error(), "-")
	}
	out.Text = text.String()
	_ = json.NewEncoder(conn).Encode(out) // an error: the command was interrupted
}

// ask lets the server that has the database do a command; asked is false if none answers.
func (a *admin) ask(cmd *cobra.Command, socket string) (asked bool, err error) {
	conn, err := net.Dial("unix", socket)
	if err != nil {
		return false, nil
	}
	defer func() { _ = conn.Close() }()
	args := []string{cmd.Name(), fmt.Sprintf("--json=%t", a.json)}
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) { args = append(args, fmt.Sprintf("--%s=%s", f.Name, f.Value)) })
	var out outcome
	err = json.NewEncoder(conn).Encode(order{slices.Concat(args, []string{"--"}, cmd.Flags().Args()), a.Printer().Lang()})
	if err = cmp.Or(err, json.NewDecoder(conn).Decode(&out)); err != nil {
		return true, err
	}
	fmt.Fprint(cmd.OutOrStdout(), out.Text)
	if out.Fault != "" {
		return true, errors.New(out.Fault)
	}
	return true, nil
}

// table lets f change what is kept of a table.
func (r *running) table(cmd *cobra.Command, id int64, f func() error) error {
	if r == nil {
		return f()
	}
	return r.server.Rewrite(cmd.Context(), id, f)
}

// desk lets f change what is kept of a desk.
func (r *running) desk(id string, f func() error) error {
	if r == nil {
		return f()
	}
	return r.server.RewriteDesk(id, f)
}

// closed lets f delete closed tables, which people may be looking at.
func (r *running) closed(cmd *cobra.Command, f func() error) error {
	if r == nil {
		return f()
	}
	return r.server.RewriteClosed(cmd.Context(), f)
}
