package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"chratze/bot"
	"chratze/internal/host"
	"chratze/internal/httpd"
	"chratze/internal/store"
	"chratze/internal/table"
)

// serveFlags are the settings of a server.
type serveFlags struct {
	addr, httpAddr      string
	data                string
	publicURL           string
	logFormat, logLevel string
	cert, key           string
	domains             []string
	password            string
	loadToken           string
	metricsToken        string
	proxies             []string
	maxTables           int
	maxConnections      int
	addressConnections  int
	qr                  bool
	stdout, stderr      io.Writer
	config              string
	addrGiven, qrGiven  bool
	logger              *slog.Logger
	proxyList           []netip.Prefix
}

func newServe(*shell) *cobra.Command {
	f := &serveFlags{}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run a server for tables of people and bots",
		Long: `Run a server: people play in their browsers, bots fill free chairs.

Every setting is a flag, a variable of the environment (--public-url is
CHRATZE_PUBLIC_URL), or a key of the TOML file that --config names (public-url);
the first of these that is given counts.`,
		Example: `  chratze serve
  chratze serve --addr 127.0.0.1:9000 --data ./evening
  chratze serve --tls-domain karten.example`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := settle(cmd.LocalNonPersistentFlags(), os.Getenv); err != nil {
				return err
			}
			f.stdout, f.stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			f.addrGiven, f.qrGiven = cmd.Flags().Changed("addr"), cmd.Flags().Changed("qr")
			return f.serve(cmd.Context())
		},
	}
	f.define(cmd)
	return cmd
}

// serveByDefault is what the program does without a command.
func serveByDefault(root *cobra.Command, _ []string) error {
	serve, _, err := root.Find([]string{"serve"})
	if err != nil {
		return err
	}
	serve.SetContext(root.Context())
	return serve.RunE(serve, nil)
}

func (f *serveFlags) define(cmd *cobra.Command) {
	l, fs := httpd.DefaultLimits(), cmd.Flags()
	fs.StringVar(&f.addr, "addr", ":8080", "where to listen (with --tls-domain: :443)")
	fs.StringVar(&f.data, "data", "", "directory for what must not be lost (default: the user's data directory)")
	fs.StringVar(&f.publicURL, "public-url", "", "how people reach the server, such as https://karten.example (default: as they do)")
	fs.StringVar(&f.logFormat, "log-format", "text", "text or json")
	fs.StringVar(&f.logLevel, "log-level", "info", "debug, info, warn or error")
	fs.StringVar(&f.cert, "tls-cert", "", "file with the certificate; a new one is noticed")
	fs.StringVar(&f.key, "tls-key", "", "file with its key")
	fs.StringSliceVar(&f.domains, "tls-domain", nil, "names to get certificates for by ACME, from Let's Encrypt")
	fs.StringVar(&f.httpAddr, "http-addr", ":80", "with --tls-domain: where plain HTTP is sent on to HTTPS; \"\" for nowhere")
	fs.StringVar(&f.password, "password", "", "of those who may make tables (default: everybody may)")
	fs.StringVar(&f.loadToken, "load-token", "", "who has it is exempt from the limits, for load tests")
	fs.StringVar(&f.metricsToken, "metrics-token", "", "who has it may read /metrics (default: only this machine)")
	fs.StringSliceVar(&f.proxies, "proxies", nil, "addresses or networks of reverse proxies whose X-Forwarded-For is believed")
	fs.IntVar(&f.maxTables, "max-tables", 10_000, "tables in memory at once")
	fs.IntVar(&f.maxConnections, "max-connections", l.All, "connections of players at once")
	fs.IntVar(&f.addressConnections, "address-connections", l.Connections, "and from one address")
	fs.BoolVar(&f.qr, "qr", true, "show a QR code, if the output is a terminal")
	fs.StringVar(&f.config, configFlag, "", "TOML file with settings")
	completes(cmd, "log-format", "text", "json")
	completes(cmd, "log-level", "debug", "info", "warn", "error")
}

// check refuses settings that have no meaning.
func (f *serveFlags) check() error {
	if (f.cert == "") != (f.key == "") {
		return misuse("--tls-cert and --tls-key belong together")
	}
	if f.cert != "" && len(f.domains) > 0 {
		return misuse("--tls-domain gets certificates by itself: leave out --tls-cert and --tls-key, or --tls-domain")
	}
	if f.maxTables < 1 || f.maxConnections < 1 || f.addressConnections < 1 {
		return misuse("--max-tables, --max-connections and --address-connections: want at least 1")
	}
	for _, text := range f.proxies {
		p, err := netip.ParsePrefix(text)
		if a, errAddr := netip.ParseAddr(text); errAddr == nil {
			p, err = netip.PrefixFrom(a, a.BitLen()), nil
		}
		if err != nil {
			return misuse("--proxies " + text + ": want an address or a network such as 10.0.0.0/8")
		}
		f.proxyList = append(f.proxyList, p)
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(f.logLevel)); err != nil {
		return misuse("--log-level " + f.logLevel + ": want debug, info, warn or error")
	}
	opt := &slog.HandlerOptions{Level: level}
	switch f.logFormat {
	case "text":
		f.logger = slog.New(slog.NewTextHandler(f.stderr, opt))
	case "json":
		f.logger = slog.New(slog.NewJSONHandler(f.stderr, opt))
	default:
		return misuse("--log-format " + f.logFormat + ": want text or json")
	}
	if len(f.domains) > 0 {
		if !f.addrGiven {
			f.addr = ":443"
		}
		f.publicURL = cmp.Or(f.publicURL, "https://"+f.domains[0])
	}
	return nil
}

// serve runs the server until the context is done.
func (f *serveFlags) serve(ctx context.Context) error {
	if err := f.check(); err != nil {
		return err
	}
	dir, err := dataDir(f.data, os.Getenv)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("--data: %w", err)
	}
	db, err := store.Open(ctx, filepath.Join(dir, databaseName), store.Options{Create: true})
	if err != nil {
		return err
	}
	err = f.withStore(ctx, dir, db)
	return errors.Join(err, db.Close())
}

// databaseName is the file in the data directory.
const databaseName = "chratze.db"

func (f *serveFlags) withStore(ctx context.Context, dir string, db *store.DB) error {
	metrics := httpd.NewMetrics()
	h := host.New(host.Options{
		Log: &tableLog{db: db}, Logger: f.logger, Measure: metrics.Measure(), MaxTables: f.maxTables,
		Chance: newChance(), Secret: freshSecret, Code: freshCode, Think: think,
	})
	defer h.Close()
	limits := httpd.DefaultLimits()
	limits.All, limits.Connections = f.maxConnections, f.addressConnections
	server, err := httpd.New(httpd.Options{
		Host: h, Logger: f.logger, Metrics: metrics, PublicURL: f.publicURL, Proxies: f.proxyList, Limits: limits,
		Password: f.password, LoadToken: f.loadToken, MetricsToken: f.metricsToken,
		Bots: bot.Names(), KnownBot: knownBot,
	})
	if err != nil {
		return misuse("--public-url: " + err.Error())
	}
	site, err := f.listen(dir, server)
	if err != nil {
		return err
	}
	f.announce(site)
	failed := site.start()
	select {
	case err = <-failed:
	case <-ctx.Done():
		f.logger.Info("stopping")
	}
	server.Stop()
	site.stop()
	h.Close()                    // everybody is told, and what was acknowledged is written
	server.Wait(2 * time.Second) // a page that sleeps says nothing
	return err
}

// think lets the bot of this name decide.
func think(a table.Ask) string {
	spec, err := bot.Parse(a.Bot)
	if err != nil { // of a program before us
		return bot.Fallback(a.View.Legal).String()
	}
	return spec.New(anyChance{}).Act(&a.View).String()
}

func knownBot(name string) bool {
	_, err := bot.Parse(name)
	return err == nil && len(name) <= 64
}

// announce says where the server can be reached.
func (f *serveFlags) announce(s *site) {
	links := s.links(f.publicURL)
	if len(links) == 0 {
		return
	}
	fmt.Fprintln(f.stdout, strings.Join(links, "\n"))
	out, ok := f.stdout.(*os.File)
	if f.qr && (f.qrGiven || ok && term.IsTerminal(int(out.Fd()))) {
		fmt.Fprint(f.stdout, qrCode(links[len(links)-1]))
	}
}

// listenError says why the server can't be reached.
func listenError(addr string, err error) error {
	return fmt.Errorf("--addr %s: %w", addr, err)
}

// serverErrors passes on what net/http has to say.
func serverErrors(l *slog.Logger) *slog.Logger { return l.With("from", "http") }

var _ http.Handler = (*httpd.Server)(nil)
