package hosting

import (
	"errors"
	"io"
	"net/url"

	"github.com/spf13/cobra"

	"chratze/bot"
	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/server/httpd"
	"chratze/internal/site"
	"chratze/internal/table/host"
	practice "chratze/internal/web/practicewasm"
)

func NewSite(sh *shell.Shell) *cobra.Command {
	var server string
	cmd := &cobra.Command{
		Use:         "site OUT",
		Annotations: map[string]string{shell.TakesItsTime: "yes"},
		Example: `  chratze site public
  chratze site public --server https://karten.example`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p := sh.Printer()
			if u, err := url.Parse(server); server != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
				return shell.Misuse(p.T("site.bad.server", locale.Args{"value": server}))
			}
			return writeSite(cmd, p, args[0], server, practice.Embedded())
		},
	}
	shell.Vars(cmd, map[string]any{"server": &server})
	return cmd
}

// writeSite writes the pages that need no server of ours.
func writeSite(cmd *cobra.Command, p *locale.Printer, out, server string, module practice.Module) error {
	if module.Wasm == nil {
		return errors.New(p.T("site.no-table", nil))
	}
	if err := siteFault(p, out, site.Try(out)); err != nil {
		return err
	}
	h := host.New(host.Options{})
	defer h.Close()
	s, err := httpd.New(httpd.Options{Host: h, Bots: bot.Levels(), Practice: module})
	if err != nil {
		return err
	}
	files, err := site.Files(s, server, p.Languages()...)
	if err != nil {
		return err
	}
	if err := siteFault(p, out, site.Write(out, files)); err != nil {
		return err
	}
	size := 0
	for _, body := range files {
		size += len(body)
	}
	_, err = io.WriteString(cmd.OutOrStdout(), p.T("site.done", locale.Args{"n": len(files), "size": shell.BytesText(int64(size)), "path": out})+"\n")
	return err
}

// siteFault explains why a site can't be written.
func siteFault(p *locale.Printer, out string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, site.ErrNotOurs):
		return errors.New(p.T("site.not-ours", locale.Args{"path": out}))
	}
	return errors.New(shell.Unwritable(p, out, err))
}
