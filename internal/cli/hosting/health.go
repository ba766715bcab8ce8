package hosting

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
)

// healthWithin is how long a server may take to answer.
const healthWithin = 5 * time.Second

// NewHealth is chratze health, for containers without a shell and curl. It finds the server by
// the settings of serve, so with the same environment it needs no flags.
func NewHealth(sh *shell.Shell) *cobra.Command {
	f := &serveFlags{}
	cmd := &cobra.Command{
		Use: "health",
		Example: `  chratze health
  chratze health --addr 127.0.0.1:9000
  chratze health --config /etc/chratze.toml`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.say = sh.Printer()
			if _, err := resolveSettings(f.say, cmd.LocalNonPersistentFlags(), os.Getenv); err != nil {
				return err
			}
			f.stderr, f.addrGiven = cmd.ErrOrStderr(), cmd.Flags().Changed("addr")
			if err := f.check(); err != nil {
				return err
			}
			return f.health(cmd)
		},
	}
	f.define(cmd)
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		flag.Hidden = !slices.Contains([]string{"addr", "config", "tls-domain", "tls-cert", "tls-key"}, flag.Name)
	})
	return cmd
}

// ask asks the server on this machine for a path. An error of misuse is about --addr.
func (f *serveFlags) ask(ctx context.Context, path string) (*http.Response, error) {
	url, err := f.ownAddress()
	if err != nil {
		return nil, f.misuse("health.bad.addr", f.Listen.Addr)
	}
	// The certificate has the public name, not that of this machine. The answer isn't secret.
	secured := &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS12}
	if len(f.Listen.Domains) > 0 {
		secured.ServerName = f.Listen.Domains[0]
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+path, nil)
	if err != nil {
		return nil, f.misuse("health.bad.addr", f.Listen.Addr)
	}
	client := http.Client{Timeout: healthWithin, Transport: &http.Transport{TLSClientConfig: secured}}
	answer, err := client.Do(req)
	if err != nil {
		err = errors.New(f.say.T("health.none", locale.Args{"url": url, "reason": shell.Unreached(f.say, err)}))
	}
	return answer, err
}

// health asks the server on this machine whether it is ready.
func (f *serveFlags) health(cmd *cobra.Command) error {
	answer, err := f.ask(cmd.Context(), "/readyz")
	if err != nil {
		return err
	}
	url := answer.Request.URL.Scheme + "://" + answer.Request.URL.Host
	why, _ := io.ReadAll(io.LimitReader(answer.Body, 200)) // an error: the status says enough
	_ = answer.Body.Close()                                // it was only read
	if answer.StatusCode != http.StatusOK {
		return errors.New(f.say.T("health.not", locale.Args{"url": url, "reason": answer.Status + ": " + strings.TrimSpace(string(why))}))
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), f.say.T("health.ready", locale.Args{"url": url}))
	return err
}

// ownAddress returns the address of the server as seen from this machine.
func (f *serveFlags) ownAddress() (string, error) {
	host, port, err := net.SplitHostPort(f.Listen.Addr)
	if err != nil {
		return "", err
	}
	if a, err := netip.ParseAddr(host); host == "" || err == nil && a.IsUnspecified() {
		host = "127.0.0.1"
		if a.Is6() {
			host = "::1"
		}
	}
	scheme := "http"
	if f.Listen.Cert != "" || len(f.Listen.Domains) > 0 {
		scheme = "https"
	}
	return scheme + "://" + net.JoinHostPort(host, port), nil
}
