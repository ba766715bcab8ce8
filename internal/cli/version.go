package cli

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"chratze/internal/locale"
	"chratze/internal/report"
)

// build describes the program, as chratze version --json does.
type build struct {
	Version  string `json:"version"`            // "0.1.0"; "": a development build
	Revision string `json:"revision,omitempty"` // of version control
	Date     string `json:"date,omitempty"`     // of the revision, RFC 3339
	Modified bool   `json:"modified,omitempty"` // the checkout had uncommitted changes
	Go       string `json:"go"`
	Platform string `json:"platform"` // "linux/amd64"
}

// build returns the description of this program.
func (sh *shell) build() build {
	info, _ := debug.ReadBuildInfo() // nil if there is none
	return buildOf(info, sh.release)
}

// buildOf fills in what a release hasn't set from the build information: the module's version
// if there is a tag, and the revision of the checkout.
func buildOf(info *debug.BuildInfo, set build) build {
	b := set
	b.Go, b.Platform = runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH
	b.Version = strings.TrimPrefix(b.Version, "v")
	if info == nil {
		return b
	}
	if b.Version == "" && info.Main.Version != "(devel)" {
		b.Version = strings.TrimPrefix(info.Main.Version, "v")
	}
	if set.Revision != "" {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.time":
			b.Date = cmp.Or(b.Date, s.Value)
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// name is the version, or which development build it is.
func (b build) name() string {
	return cmp.Or(b.Version, strings.TrimSpace("development "+b.Revision[:min(8, len(b.Revision))]))
}

// Text implements report.Report. The version is the first line.
func (b build) Text(p *locale.Printer) string {
	var s strings.Builder
	fmt.Fprintf(&s, "chratze %s\n", cmp.Or(b.Version, p.T("version.development", nil)))
	if b.Revision != "" {
		key := "version.revision"
		if b.Modified {
			key = "version.modified"
		}
		fmt.Fprintln(&s, p.T(key, locale.Args{"revision": b.Revision}))
	}
	if b.Date != "" {
		fmt.Fprintln(&s, p.T("version.date", locale.Args{"date": b.Date}))
	}
	fmt.Fprintf(&s, "%s %s\n", b.Go, b.Platform)
	return s.String()
}

func newVersion(sh *shell) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "version",
		Example: `  chratze version
  chratze version --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return report.Write(cmd.OutOrStdout(), sh.printer(), sh.build(), asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "")
	sh.describe(cmd, "version")
	return cmd
}

// versionFlag adds --version to the program, with the output of the command version. Cobra's
// own flag has a fixed text, which can't depend on --lang.
func versionFlag(sh *shell, root *cobra.Command) {
	asked := root.Flags().BoolP("version", "v", false, "")
	run := root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if !*asked {
			return run(cmd, args)
		}
		_, err := io.WriteString(cmd.OutOrStdout(), sh.build().Text(sh.printer()))
		return err
	}
}
