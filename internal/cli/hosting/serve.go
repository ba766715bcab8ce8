// Package hosting is the commands of a server: serve, site, backup, restore, move-data, admin, health.
package hosting

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/server/listen"
	"chratze/internal/server/run"
	"chratze/internal/terminal/lines"
)

func NewServe(sh *shell.Shell) *cobra.Command {
	f := &serveFlags{}
	cmd := &cobra.Command{
		Use:         "serve",
		Annotations: map[string]string{shell.TakesItsTime: "yes"},
		Example: `  chratze serve
  chratze serve --addr 127.0.0.1:9000 --data ./evening
  chratze serve --tls-domain karten.example
  chratze serve --db postgres://chratze@127.0.0.1/chratze`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			this := sh.Build()
			f.texts, f.say, f.Wall, f.Version, f.Revision = sh.Catalogue, sh.Printer(), sh.Wall, this.Version, this.Revision
			var err error
			if f.configured, err = resolveSettings(f.say, cmd.LocalNonPersistentFlags(), os.Getenv); err != nil {
				return err
			}
			f.stdout, f.stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			for _, name := range strangers(cmd.LocalNonPersistentFlags(), os.Environ()) {
				fmt.Fprintln(f.stderr, f.say.T("serve.env.unknown", locale.Args{"name": lines.Visible(name)}))
			}
			f.addrGiven, f.qrGiven = cmd.Flags().Changed("addr"), cmd.Flags().Changed("qr")
			if err := f.check(); err != nil {
				return err
			}
			if f.Data.Dir, err = lines.DataDir(f.data, os.Getenv); err != nil {
				return err
			}
			if f.checkOnly {
				return f.lookAhead(cmd.Context())
			}
			return f.fault(f.serve(cmd.Context()))
		},
	}
	f.define(cmd)
	shell.Vars(cmd, map[string]any{checkFlag: &f.checkOnly})
	return cmd
}

// ServeByDefault makes the program a server if no command is given. It then takes the flags of
// serve.
func ServeByDefault(root *cobra.Command) {
	serve, _, err := root.Find([]string{"serve"})
	if err != nil {
		panic(err) // impossible: serve is a command
	}
	serve.Flags().VisitAll(func(f *pflag.Flag) {
		same := *f
		same.Hidden = true
		root.Flags().AddFlag(&same)
	})
	root.RunE = func(root *cobra.Command, _ []string) error {
		root.Flags().Visit(func(f *pflag.Flag) {
			if same := serve.Flags().Lookup(f.Name); same != nil {
				same.Changed = true
			}
		})
		serve.SetContext(root.Context())
		return serve.RunE(serve, nil)
	}
}

// serve runs the server until the context is done.
func (f *serveFlags) serve(ctx context.Context) error {
	if err := os.MkdirAll(f.Data.Dir, 0o700); err != nil {
		return cantMake(f.say, f.Data.Dir, err)
	}
	warnOfKey(f.peerKey, f.Logger)
	f.Alone = f.takeOrders
	s, err := run.Start(ctx, f.Options)
	if err != nil {
		return err
	}
	f.announce(s.Places())
	return s.Wait()
}

// fault returns an error of a server in the language of the person who starts it.
func (f *serveFlags) fault(err error) error {
	if e, ok := errors.AsType[*run.LostError](err); ok {
		return errors.New(f.say.T("serve.lost", locale.Args{"reason": storeText(f.say, e.Err)}))
	}
	if e, ok := errors.AsType[*run.KeyError](err); ok {
		return errors.New(f.say.T("serve.other-key", locale.Args{"name": e.Name, "address": e.Address}))
	}
	return f.cantListen(startFault(f.say, err))
}

// cantListen explains why the server can't listen. If another program uses the port, it
// suggests a free one.
func (f *serveFlags) cantListen(err error) error {
	if e, ok := errors.AsType[*listen.CertificateError](err); ok {
		return shell.BadConfig(f.say.T("serve.cant-read-cert", locale.Args{"cert": f.Listen.Cert, "key": f.Listen.Key, "reason": strings.TrimPrefix(e.Err.Error(), "tls: ")}))
	}
	e, ok := errors.AsType[*listen.ListenError](err)
	if !ok {
		return err
	}
	host, port, _ := net.SplitHostPort(f.Listen.Addr) // it was checked
	if e.Addr != f.Listen.Addr || !e.Absent() && !e.Taken() {
		return errors.New(f.say.T("serve.cant-listen", locale.Args{"value": e.Addr, "reason": e.Err}))
	}
	if e.Absent() {
		return errors.New(f.say.T("serve.no-such-address", locale.Args{"value": e.Addr, "host": host, "port": port}))
	}
	next := "8081"
	if n, err := strconv.Atoi(port); err == nil && n > 1023 && n < 65535 {
		next = strconv.Itoa(n + 1)
	}
	other := net.JoinHostPort(host, next)
	return errors.New(f.say.T("serve.port-taken", locale.Args{"value": e.Addr, "port": port, "other": other}))
}

// announce prints the addresses of the server.
func (f *serveFlags) announce(places []listen.Place) {
	if len(places) == 0 {
		return
	}
	people := shell.IsTerminal(f.stdout)
	fmt.Fprint(f.stdout, f.announcement(places, people))
	phone := listen.ForPhone(places)
	if phone < 0 && f.Web.PublicURL == "" && people {
		fmt.Fprintln(f.stderr, f.say.T("serve.no-phones", nil))
	}
	if f.qr && (f.qrGiven || people) {
		fmt.Fprint(f.stdout, listen.QRCode(places[max(0, phone)].URL))
	}
}

// announcement returns the addresses of the server: for people with their purpose and what to
// do, for programs one address a line.
func (f *serveFlags) announcement(places []listen.Place, people bool) string {
	if !people {
		text := ""
		for _, p := range places {
			text += p.URL + "\n"
		}
		return text
	}
	var rows [][]string
	guessed := false
	for _, p := range places {
		key := placeKeys[p.Kind]
		if p.Card == "" && p.Kind > listen.Given { // this system doesn't tell its cards
			key, guessed = "serve.place.guessed", true
		}
		rows = append(rows, []string{p.URL, f.say.T(key, locale.Args{"card": p.Card})})
	}
	lines := append(lines.Align(rows, "  "), "")
	if guessed {
		lines = append(lines, f.say.T("serve.look-up", nil))
	}
	lines = append(lines, f.say.T("serve.what-now", nil))
	return strings.Join(lines, "\n") + "\n"
}

// placeKeys are the purposes of addresses.
//
//lattice:table
var placeKeys = map[listen.Kind]string{
	listen.Here: "serve.place.here", listen.Given: "serve.place.given", listen.Hotspot: "serve.place.hotspot", listen.Network: "serve.place.network",
	listen.World: "serve.place.world", listen.Virtual: "serve.place.virtual",
}
