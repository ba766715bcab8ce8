package hosting

import (
	"cmp"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/crypto/acme"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/server/httpd"
	"chratze/internal/server/listen"
)

// serveFlags are the settings of a server.
type serveFlags struct {
	addr, httpAddr      string
	data, db            string
	node                nodeFlags
	publicURL           string
	basePath            string
	logFormat, logLevel string
	cert, key           string
	domains             []string
	password            string
	userHeader          string
	loadToken           string
	metricsToken        string
	proxies             []string
	maxTables, endAfter int
	maxConnections      int
	addressConnections  int
	qr                  bool
	findable            bool
	publicTables        bool
	stdout, stderr      io.Writer
	config              string
	addrGiven, qrGiven  bool
	configured          bool // some are from the environment or a file, as those of a unit
	checkOnly           bool // it is no setting
	texts               *locale.Catalogue
	say                 *locale.Printer
	logger              *slog.Logger
	proxyList           []netip.Prefix
	sockets             *httpd.Sockets
	site                *listen.Site // once it listens
	acme                *acme.Client // nil: Let's Encrypt
	wall                func() time.Time
	build               shell.Build
}

func (f *serveFlags) define(cmd *cobra.Command) {
	l := httpd.DefaultLimits()
	f.addr, f.httpAddr, f.logFormat, f.logLevel = ":8080", ":80", "text", "info"
	f.maxTables, f.endAfter, f.maxConnections, f.addressConnections = 10_000, 30, l.All, l.Connections
	f.qr, f.node.lease = true, 2*time.Second
	shell.Vars(cmd, map[string]any{
		"addr": &f.addr, "public-url": &f.publicURL, "base-path": &f.basePath, "proxies": &f.proxies, "qr": &f.qr, configFlag: &f.config,
		"tls-domain": &f.domains, "http-addr": &f.httpAddr, "tls-cert": &f.cert, "tls-key": &f.key,
		"data": &f.data, "db": &f.db,
		"password": &f.password, "user-header": &f.userHeader, "public-tables": &f.publicTables, "findable": &f.findable,
		"end-after": &f.endAfter, "max-tables": &f.maxTables, "max-connections": &f.maxConnections, "address-connections": &f.addressConnections,
		"log-level": &f.logLevel, "log-format": &f.logFormat, "metrics-token": &f.metricsToken, "load-token": &f.loadToken,
		"node": &f.node.name, "peer-key": &f.node.key, "peer-address": &f.node.address, "lease": &f.node.lease,
	})
	shell.Completes(cmd, "log-format", "text", "json")
	shell.Completes(cmd, "log-level", "debug", "info", "warn", "error")
}

// ServeGroups are the flags of serve by subject, as the help and docs/settings.md list them,
// with the keys of their titles.
//
//lattice:table
var ServeGroups = [...]struct {
	Title string
	Flags []string
}{
	{"serve.group.address", []string{"addr", "public-url", "base-path", "proxies", "qr", "config"}},
	{"serve.group.tls", []string{"tls-domain", "http-addr", "tls-cert", "tls-key"}},
	{"serve.group.data", []string{"data", "db"}},
	{"serve.group.people", []string{"password", "user-header", "public-tables", "findable", "end-after", "max-tables", "max-connections", "address-connections"}},
	{"serve.group.watch", []string{"log-level", "log-format", "metrics-token", "load-token"}},
	{"serve.group.several", []string{"node", "peer-key", "peer-address", "lease"}},
}

// GroupedFlags returns the help of the flags of serve by subject.
func GroupedFlags(p *locale.Printer, serve *cobra.Command) string {
	var text strings.Builder
	for _, g := range ServeGroups {
		some := pflag.NewFlagSet(g.Title, pflag.ContinueOnError)
		some.SortFlags = false
		for _, name := range g.Flags {
			some.AddFlag(serve.Flags().Lookup(name))
		}
		fmt.Fprintf(&text, "%s\n%s\n", p.T(g.Title, nil), some.FlagUsages())
	}
	alone := pflag.NewFlagSet("", pflag.ContinueOnError)
	alone.AddFlag(serve.Flags().Lookup(checkFlag))
	return strings.TrimSpace(text.String()+alone.FlagUsages()) + "\n"
}

// misuse returns the error for an invalid setting.
func (f *serveFlags) misuse(key, value string) error {
	return f.wrong(f.say.T(key, locale.Args{"value": value}))
}

// wrong returns the error for a setting: of a command line, or of what a unit has.
func (f *serveFlags) wrong(text string) error {
	if f.configured {
		return shell.BadConfig(text)
	}
	return shell.Misuse(text)
}

// check refuses invalid settings.
func (f *serveFlags) check() error {
	if (f.cert == "") != (f.key == "") {
		return f.misuse("serve.bad.pair", "")
	}
	if f.cert != "" && len(f.domains) > 0 {
		return f.misuse("serve.bad.both", "")
	}
	if f.maxTables < 1 || f.maxConnections < 1 || f.addressConnections < 1 {
		return f.misuse("serve.bad.least", "")
	}
	if f.endAfter < 0 {
		return f.misuse("serve.bad.end_after", strconv.Itoa(f.endAfter))
	}
	if _, port, err := net.SplitHostPort(f.addr); err != nil || !isPort(port) {
		return f.misuse("health.bad.addr", f.addr)
	}
	public, err := httpd.PublicURL(f.publicURL)
	if err != nil {
		return f.misuse("serve.bad.url", f.publicURL)
	}
	f.publicURL = public
	if f.basePath = strings.TrimRight(f.basePath, "/"); !httpd.CheckBasePath(f.basePath) {
		return f.misuse("serve.bad.base_path", f.basePath)
	}
	if f.db != "" && !isPostgres(f.db) {
		return f.misuse("serve.bad.db", f.db)
	}
	if err := f.node.check(f); err != nil {
		return err
	}
	for _, text := range f.proxies {
		text = strings.TrimSpace(text)
		p, err := netip.ParsePrefix(text)
		if a, errAddr := netip.ParseAddr(text); errAddr == nil {
			p, err = netip.PrefixFrom(a, a.BitLen()), nil
		}
		if err != nil {
			return f.misuse("serve.bad.proxies", text)
		}
		f.proxyList = append(f.proxyList, p)
	}
	if f.userHeader != "" && (f.password == "" || len(f.proxyList) == 0) {
		return f.misuse("serve.bad.user_header", f.userHeader)
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(f.logLevel)); err != nil {
		return f.misuse("serve.bad.level", f.logLevel)
	}
	opt := &slog.HandlerOptions{Level: level}
	switch f.logFormat {
	case "text":
		f.logger = slog.New(slog.NewTextHandler(f.stderr, opt))
	case "json":
		f.logger = slog.New(slog.NewJSONHandler(f.stderr, opt))
	default:
		return f.misuse("serve.bad.format", f.logFormat)
	}
	for _, p := range f.proxyList {
		if p.Addr().BitLen()-p.Bits() > 4 {
			f.logger.Warn("proxies: every address of this network can claim to be any other, so limits by address hold for none of them: name the proxy's own address", "network", p)
		}
	}
	if len(f.domains) > 0 {
		for i, name := range f.domains {
			f.domains[i] = strings.TrimSpace(name)
			if _, err := httpd.PublicURL("https://" + f.domains[i]); err != nil {
				return f.misuse("serve.bad.domain", f.domains[i])
			}
		}
		if !f.addrGiven {
			f.addr = ":443"
		}
		f.publicURL = cmp.Or(f.publicURL, "https://"+f.domains[0])
	}
	return nil
}

// isPort reports whether a text is a port: a number, or the name of a service.
func isPort(text string) bool {
	_, err := net.LookupPort("tcp", text)
	return err == nil
}
