package shell

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"chratze/internal/locale"
)

// Build describes the program, as chratze version --json does.
type Build struct {
	Version  string `json:"version"`            // "0.1.0"; "": a development build
	Revision string `json:"revision,omitempty"` // of version control
	Date     string `json:"date,omitempty"`     // of the revision, RFC 3339
	Modified bool   `json:"modified,omitempty"` // the checkout had uncommitted changes
	Go       string `json:"go"`
	Platform string `json:"platform"` // "linux/amd64"
}

// Build returns the description of this program.
func (sh *Shell) Build() Build {
	info, _ := debug.ReadBuildInfo() // nil if there is none
	return buildOf(info, sh.Release)
}

// buildOf fills in what a release hasn't set from the build information: the module's version
// if there is a tag, and the revision of the checkout.
func buildOf(info *debug.BuildInfo, set Build) Build {
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

// Name is the version, or which development build it is.
func (b Build) Name() string {
	return cmp.Or(b.Version, strings.TrimSpace("development "+b.Revision[:min(8, len(b.Revision))]))
}

// Text implements report.Report. The version is the first line.
func (b Build) Text(p *locale.Printer) string {
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
