// Package hosting is the commands of a server: serve, site, backup, restore, move-data, admin, health.
package hosting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"chratze/bot"
	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/owner"
	"chratze/internal/server/hostlog"
	"chratze/internal/server/httpd"
	"chratze/internal/server/listen"
	"chratze/internal/server/store"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/teach/adviser"
	"chratze/internal/terminal/lines"
	practice "chratze/internal/web/practicewasm"
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
			f.texts, f.say, f.wall, f.build = sh.Catalogue, sh.Printer(), sh.Wall, sh.Build()
			if f.wall == nil {
				f.wall = time.Now
			}
			var err error
			if f.configured, err = resolveSettings(f.say, cmd.LocalNonPersistentFlags(), os.Getenv); err != nil {
				return err
			}
			f.stdout, f.stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			for _, name := range strangers(cmd.LocalNonPersistentFlags(), os.Environ()) {
				fmt.Fprintln(f.stderr, f.say.T("serve.env.unknown", locale.Args{"name": lines.Visible(name)}))
			}
			f.addrGiven, f.qrGiven = cmd.Flags().Changed("addr"), cmd.Flags().Changed("qr")
			if f.checkOnly {
				return f.lookAhead(cmd.Context())
			}
			return startFault(f.say, f.serve(cmd.Context()))
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
	if err := f.check(); err != nil {
		return err
	}
	dir, err := lines.DataDir(f.data, os.Getenv)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return cantMake(f.say, dir, err, shell.BadConfig)
	}
	db, err := f.openAtBoot(ctx, Database{Dir: dir, URL: f.db, member: f.node.membership()})
	if err != nil || db == nil {
		return err
	}
	return errors.Join(f.withStore(ctx, dir, db), db.Close())
}

func (f *serveFlags) withStore(ctx context.Context, dir string, db store.Store) error {
	metrics, this := httpd.NewMetrics(), f.build
	metrics.Built(this.Version, this.Revision)
	key, err := hostlog.LinkKey(ctx, db)
	if err != nil {
		return err
	}
	shared, err := f.node.share(f, db)
	if err != nil {
		return err
	}
	h := host.New(host.Options{
		Limits: host.DefaultLimits(), LinkKey: key,
		Wall: func() table.Millis { return table.Millis(f.wall().UnixMilli()) },
		Log:  shared.log(db), Owner: shared.owner(), Logger: f.logger, Measure: metrics.Measure(), MaxTables: f.maxTables,
		Chance: host.NewChance(), Secret: host.FreshSecret, Code: host.FreshCode, Think: host.Think, Quick: host.Quick, Slow: host.Slow, Notes: db, Hint: adviser.Hints(300 * time.Millisecond),
	})
	defer h.Close()
	limits := httpd.DefaultLimits()
	limits.All, limits.Connections = f.maxConnections, f.addressConnections
	options := httpd.Options{
		Host: h, Logger: f.logger, Metrics: metrics, PublicURL: f.publicURL, Phones: f.forPhones, BasePath: f.basePath, Proxies: f.proxyList, Limits: limits,
		Password: f.password, UserHeader: f.userHeader, LoadToken: f.loadToken, MetricsToken: f.metricsToken,
		Bots: bot.Levels(), Settings: db, PublicTables: f.publicTables, Findable: f.findable, Practice: practice.Embedded(), Review: adviser.Reviews(),
	}
	if f.db == "" {
		options.Room = func() uint64 { return store.FreeRoom(filepath.Dir(db.Path())) }
	} else if shared == nil {
		options.Reached = func() error { return reach(ctx, db) }
	}
	metrics.Add(Database{Dir: dir, URL: f.db}.look(db))
	shared.join(&options)
	server, err := httpd.New(options)
	if err != nil {
		return err
	}
	f.sockets = &httpd.Sockets{All: listen.MostSockets(), Address: limits.Sockets, Proxies: f.proxyList, Metrics: metrics, Logger: f.logger}
	if all := f.sockets.All; all > 0 {
		f.sockets.Address = min(limits.Sockets, max(all/4, 1))
	}
	if f.loadToken != "" { // a load test uses one address
		f.sockets.Address = 0
	}
	f.site, err = listen.Open(listen.Options{
		Addr: f.addr, HTTPAddr: f.httpAddr, Cert: f.cert, Key: f.key, Domains: f.domains, ACME: f.acme, Dir: dir, Sockets: f.sockets, Logger: f.logger,
	}, server)
	if err != nil {
		return f.cantListen(err)
	}
	if err := shared.start(h, server, metrics); err != nil {
		return err
	}
	defer shared.stop()
	if shared == nil {
		defer f.takeOrders(&running{db, server}, Database{Dir: dir, URL: f.db}.socket())()
	}
	f.started(f.site, db, dir)
	f.announce(f.site)
	failed := f.site.Start()
	go server.Prepare()
	tellSystemd("READY=1\nSTATUS=")
	go feedWatchdog(ctx, h)
	go f.endAbandoned(ctx, db, h, shared.owner())
	select {
	case err = <-failed:
	case <-h.Done():
		err = errors.New(f.say.T("serve.lost", locale.Args{"reason": storeText(f.say, h.Err())}))
	case err = <-died(ctx, db):
		err = errors.New(f.say.T("serve.lost", locale.Args{"reason": storeText(f.say, err)}))
	case <-ctx.Done():
		f.logger.Info("stopping")
		shared.leave()
	}
	tellSystemd("STOPPING=1")
	server.Stop()
	f.site.Stop()
	h.Close()                    // everybody is informed, and everything acknowledged is written
	server.Wait(2 * time.Second) // a sleeping page doesn't answer
	return err
}

// died has why nothing can be written to a store any more, also if nobody writes.
func died(ctx context.Context, db store.Store) <-chan error {
	dead := make(chan error, 1)
	go func() {
		for ctx.Err() == nil {
			pause(ctx, time.Second)
			if err := db.Dead(); err != nil {
				dead <- err
				return
			}
		}
	}()
	return dead
}

// endAbandoned closes the tables where nobody has been for --end-after days, until the context is done. It first waits an hour: a
// machine may not know the time when it starts.
func (f *serveFlags) endAbandoned(ctx context.Context, db store.Store, h *host.Host, o owner.Owner) {
	for f.endAfter > 0 {
		if pause(ctx, time.Hour); ctx.Err() != nil {
			return
		}
		if err := f.closeAbandoned(ctx, db, h, o); err != nil {
			f.logger.Warn("tables where nobody is can't be closed", "err", err)
		}
	}
}

func (f *serveFlags) closeAbandoned(ctx context.Context, db store.Store, h *host.Host, o owner.Owner) error {
	list, err := db.Tables(ctx, store.Live)
	for _, t := range list {
		if err != nil || !t.Active.Before(f.wall().AddDate(0, 0, -f.endAfter)) {
			continue
		}
		if o != nil {
			if _, here, away := o.Where(t.ID); !here || away != nil {
				continue
			}
		}
		var done bool
		if done, err = h.Abandon(ctx, t.ID); done {
			f.logger.Info("a table where nobody has been for long is closed", "table", t.ID, "since", t.Active)
		}
	}
	return err
}

// cantListen explains why the server can't listen. If another program uses the port, it
// suggests a free one.
func (f *serveFlags) cantListen(err error) error {
	if e, ok := errors.AsType[*listen.CertificateError](err); ok {
		return shell.BadConfig(f.say.T("serve.cant-read-cert", locale.Args{"cert": f.cert, "key": f.key, "reason": strings.TrimPrefix(e.Err.Error(), "tls: ")}))
	}
	e, ok := errors.AsType[*listen.ListenError](err)
	if !ok {
		return err
	}
	host, port, _ := net.SplitHostPort(f.addr) // it was checked
	if e.Absent() {
		return errors.New(f.say.T("serve.no-such-address", locale.Args{"value": f.addr, "host": host, "port": port}))
	}
	if !e.Taken() {
		return errors.New(f.say.T("serve.cant-listen", locale.Args{"value": f.addr, "reason": e.Err}))
	}
	next := "8081"
	if n, err := strconv.Atoi(port); err == nil && n > 1023 && n < 65535 {
		next = strconv.Itoa(n + 1)
	}
	other := net.JoinHostPort(host, next)
	return errors.New(f.say.T("serve.port-taken", locale.Args{"value": f.addr, "port": port, "other": other}))
}

// started says in the log which program has started where, and what an operator should change.
func (f *serveFlags) started(at *listen.Site, db store.Store, dir string) {
	addresses := []string{}
	for _, p := range f.below(at.Places(f.publicURL)) {
		addresses = append(addresses, p.URL)
	}
	f.logger.Info("started", "version", cmp.Or(f.build.Version, "development"), "revision", f.build.Revision, "node", f.node.name,
		"database", db.Path(), "data", dir, "listens", at.Addr(), "addresses", addresses)
	f.tellPlain(db)
}

// tellPlain says in the log that what the server writes can be read on its way to PostgreSQL.
func (f *serveFlags) tellPlain(db store.Store) {
	if pg, ok := db.(interface{ Plain() bool }); ok && pg.Plain() {
		f.logger.Warn("the connection to PostgreSQL isn't encrypted: cards and secrets can be read on the way. Set sslmode=verify-full in --db")
	}
}

// announce prints the addresses of the server.
func (f *serveFlags) announce(s *listen.Site) {
	places := f.below(s.Places(f.publicURL))
	if len(places) == 0 {
		return
	}
	people := shell.IsTerminal(f.stdout)
	fmt.Fprint(f.stdout, f.announcement(places, people))
	phone := forPhone(places)
	if phone < 0 && f.publicURL == "" && people {
		fmt.Fprintln(f.stderr, f.say.T("serve.no-phones", nil))
	}
	if f.qr && (f.qrGiven || people) {
		fmt.Fprint(f.stdout, listen.QRCode(places[max(0, phone)].URL))
	}
}

// forPhone returns which of the places is the likeliest for a phone; -1: none is for phones.
func forPhone(places []listen.Place) int {
	return slices.IndexFunc(places, func(p listen.Place) bool { return p.Kind != listen.Here && p.Kind != listen.Virtual })
}

// forPhones returns the likeliest address for a phone, without the last slash; "": there is none.
func (f *serveFlags) forPhones() string {
	places := f.below(f.site.Places(""))
	if i := forPhone(places); i >= 0 {
		return strings.TrimSuffix(places[i].URL, "/")
	}
	return ""
}

// below returns places with the path of the site that the server lies below.
func (f *serveFlags) below(places []listen.Place) []listen.Place {
	for i := range places {
		if f.basePath != "" {
			places[i].URL += f.basePath + "/"
		}
	}
	return places
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

var _ http.Handler = (*httpd.Server)(nil)
