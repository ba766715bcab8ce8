package hosting

import (
	"bytes"
	"chratze/internal/bounded"
	"chratze/internal/cluster"
	"cmp"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/server/httpd"
	"chratze/internal/server/run"
)

// serveFlags are the options of a server, and what only its command has.
type serveFlags struct {
	run.Options
	data, peerKey       string
	logFormat, logLevel string
	proxies             []string
	qr                  bool
	stdout, stderr      io.Writer
	config              string
	addrGiven, qrGiven  bool
	configured          bool // some are from the environment or a file, as those of a unit
	checkOnly           bool // it is no setting
	texts               *locale.Catalogue
	say                 *locale.Printer
}

func (f *serveFlags) define(cmd *cobra.Command) {
	f.Options, f.logFormat, f.logLevel, f.qr = run.Defaults(), "text", "info", true
	shell.Vars(cmd, map[string]any{
		"addr": &f.Listen.Addr, "public-url": &f.Web.PublicURL, "base-path": &f.Web.BasePath, "proxies": &f.proxies, "qr": &f.qr, configFlag: &f.config,
		"tls-domain": &f.Listen.Domains, "http-addr": &f.Listen.HTTPAddr, "tls-cert": &f.Listen.Cert, "tls-key": &f.Listen.Key,
		"data": &f.data, "db": &f.Data.URL,
		"password": &f.Web.Password, "user-header": &f.Web.UserHeader, "public-tables": &f.Web.PublicTables, "findable": &f.Web.Findable, "end-after": &f.EndAfter,
		"max-tables": &f.MaxTables, "max-connections": &f.Web.Limits.All, "address-connections": &f.Web.Limits.Connections, "address-tables": &f.Web.Limits.Tables.Burst,
		"log-level": &f.logLevel, "log-format": &f.logFormat, "metrics-token": &f.Web.MetricsToken, "load-token": &f.Web.LoadToken,
		"node": &f.Node.Name, "peer-key": &f.peerKey, "peer-address": &f.Node.Address, "lease": &f.Node.Lease,
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
	{"serve.group.people", []string{"password", "user-header", "public-tables", "findable", "end-after", "max-tables", "max-connections", "address-connections", "address-tables"}},
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
	if (f.Listen.Cert == "") != (f.Listen.Key == "") {
		return f.misuse("serve.bad.pair", "")
	}
	if f.Listen.Cert != "" && len(f.Listen.Domains) > 0 {
		return f.misuse("serve.bad.both", "")
	}
	if min(f.MaxTables, f.Web.Limits.All, f.Web.Limits.Connections, f.Web.Limits.Tables.Burst) < 1 {
		return f.misuse("serve.bad.least", "")
	}
	if f.EndAfter < 0 {
		return f.misuse("serve.bad.end_after", strconv.Itoa(f.EndAfter))
	}
	if _, port, err := net.SplitHostPort(f.Listen.Addr); err != nil || !isPort(port) {
		return f.misuse("health.bad.addr", f.Listen.Addr)
	}
	public, err := httpd.PublicURL(f.Web.PublicURL)
	if err != nil {
		return f.misuse("serve.bad.url", f.Web.PublicURL)
	}
	f.Web.PublicURL = public
	if f.Web.BasePath = strings.TrimRight(f.Web.BasePath, "/"); !httpd.CheckBasePath(f.Web.BasePath) {
		return f.misuse("serve.bad.base_path", f.Web.BasePath)
	}
	if f.Data.URL != "" && !run.IsPostgres(f.Data.URL) {
		return f.misuse("serve.bad.db", f.Data.URL)
	}
	if err := f.checkNode(); err != nil {
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
		f.Web.Proxies = append(f.Web.Proxies, p)
	}
	if f.Web.UserHeader != "" && (f.Web.Password == "" || len(f.Web.Proxies) == 0) {
		return f.misuse("serve.bad.user_header", f.Web.UserHeader)
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(f.logLevel)); err != nil {
		return f.misuse("serve.bad.level", f.logLevel)
	}
	opt := &slog.HandlerOptions{Level: level}
	switch f.logFormat {
	case "text":
		f.Logger = slog.New(slog.NewTextHandler(f.stderr, opt))
	case "json":
		f.Logger = slog.New(slog.NewJSONHandler(f.stderr, opt))
	default:
		return f.misuse("serve.bad.format", f.logFormat)
	}
	for _, p := range f.Web.Proxies {
		if p.Addr().BitLen()-p.Bits() > 4 {
			f.Logger.Warn("proxies: every address of this network can claim to be any other, so limits by address hold for none of them: name the proxy's own address", "network", p)
		}
	}
	if len(f.Listen.Domains) > 0 {
		for i, name := range f.Listen.Domains {
			f.Listen.Domains[i] = strings.TrimSpace(name)
			if _, err := httpd.PublicURL("https://" + f.Listen.Domains[i]); err != nil {
				return f.misuse("serve.bad.domain", f.Listen.Domains[i])
			}
		}
		if !f.addrGiven {
			f.Listen.Addr = ":443"
		}
		f.Web.PublicURL = cmp.Or(f.Web.PublicURL, "https://"+f.Listen.Domains[0])
	}
	return nil
}

// isPort reports whether a text is a port: a number, or the name of a service.
func isPort(text string) bool {
	_, err := net.LookupPort("tcp", text)
	return err == nil
}

// leastLease is the shortest lease: a heartbeat a tenth of a second.
const leastLease = 500 * time.Millisecond

// checkNode refuses invalid settings of one of several servers, and reads the key.
func (f *serveFlags) checkNode() error {
	n := &f.Node
	if n.Name == "" {
		if f.peerKey != "" || n.Address != "" {
			return f.misuse("serve.bad.node", "")
		}
		return nil
	}
	if f.Data.URL == "" || f.peerKey == "" || n.Address == "" || len(n.Name) > 100 {
		return f.misuse("serve.bad.node", n.Name)
	}
	if host, port, err := net.SplitHostPort(n.Address); err != nil || host == "" || port == "" {
		return f.misuse("serve.bad.peer-address", n.Address)
	}
	if n.Lease < leastLease {
		return f.misuse("serve.bad.lease", n.Lease.String())
	}
	text, err := bounded.ReadText(f.peerKey, 1<<12)
	if err != nil {
		return f.wrong("--peer-key: " + shell.FileFault(f.say, f.peerKey, err))
	}
	if n.Key = bytes.TrimSpace(text); len(n.Key) < cluster.MinKey {
		return f.misuse("serve.bad.peer-key", f.peerKey)
	}
	return nil
}

// warnOfKey says if every user of this machine can read the key. A credential of systemd may be
// readable for a group.
func warnOfKey(key string, log *slog.Logger) {
	if info, err := os.Stat(key); err == nil && info.Mode().Perm()&0o007 != 0 && runtime.GOOS != "windows" {
		log.Warn("every user of this machine can read the key of the servers: take that right away (chmod o= FILE)", "peer-key", key, "mode", info.Mode().Perm().String())
	}
}
