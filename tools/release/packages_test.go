package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// staged lays a planned release down as packages want it, with manual pages and completions.
func staged(t *testing.T) string {
	t.Helper()
	r := planned(t, "deploy/package/postinstall.sh", "deploy/package/preremove.sh", "deploy/package/postremove.sh")
	if err := os.WriteFile(filepath.Join(r.root, "deploy", "chratze.service"), []byte("ExecStart=/usr/local/bin/chratze serve"), 0o600); err != nil {
		t.Fatal(err)
	}
	common := []entry{{"THIRD-PARTY.txt", filepath.Join(r.root, "program"), 0o644}, {"man/man1/chratze.1", filepath.Join(r.root, "program"), 0o644}}
	for _, shell := range shells {
		common = append(common, entry{"completions/chratze." + shell, filepath.Join(r.root, "program"), 0o644})
	}
	entries, err := r.entries(r.targets[0], filepath.Join(r.root, "program"), common)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "stage")
	if err := r.stage(dir, r.targets[0], entries); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Packages contain what an archive contains, except the completion of a shell that Linux
// hasn't, and nothing else.
func TestPackageHasAll(t *testing.T) {
	t.Parallel()
	dir := staged(t)
	config, err := os.ReadFile(filepath.Join(root, "deploy", "nfpm.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	taken := []string{filepath.Join(dir, "completions", "chratze.powershell")}
	for _, m := range regexp.MustCompile(`(?m)^ +(?:- src|post\w+|pre\w+): (\S+)$`).FindAllStringSubmatch(string(config), -1) {
		files, err := filepath.Glob(filepath.Join(dir, m[1]))
		if err != nil || len(files) == 0 {
			t.Errorf("deploy/nfpm.yaml wants %s, which is not there (%v)", m[1], err)
		}
		taken = append(taken, files...)
	}
	err = filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !slices.Contains(taken, file) {
			t.Errorf("%s is in the archives and not in deploy/nfpm.yaml", strings.TrimPrefix(file, dir))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.Open(filepath.Join(dir, "man", "man1", "chratze.1.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = page.Close() }()
	z, err := gzip.NewReader(page)
	if err != nil {
		t.Fatal(err)
	}
	if text := read(t, z); string(text) != "this is program" {
		t.Errorf("the manual says %q", text)
	}
	unit, err := os.ReadFile(filepath.Join(dir, "deploy", "chratze.service"))
	if err != nil || string(unit) != "ExecStart=/usr/bin/chratze serve" {
		t.Errorf("the unit says %q, %v", unit, err)
	}
}

// Without a tag, a package is older than any release, and newer than earlier revisions.
func TestPackageVersion(t *testing.T) {
	t.Parallel()
	r := planned(t)
	if got := r.packageVersion(); got != "0.1.0" {
		t.Errorf("with a tag: %s", got)
	}
	r.version = ""
	if got := r.packageVersion(); got != "0~20261122080000.0123456789ab" {
		t.Errorf("without a tag: %s", got)
	}
}

// packaged looks at the packages of a release in a directory: what is in them, and that the
// .deb can be installed, run and removed, in a root of its own.
func packaged(t *testing.T, dir string) {
	t.Helper()
	want := strings.Fields("/usr/bin/chratze /usr/lib/systemd/system/chratze.service /etc/chratze.toml /usr/share/man/man1/chratze.1.gz /usr/share/man/man1/chratze-serve.1.gz " +
		"/usr/share/bash-completion/completions/chratze /usr/share/fish/vendor_completions.d/chratze.fish")
	for _, name := range []string{"THIRD-PARTY.txt", "README.md", "CHANGELOG.md", "docs/operations.md"} {
		want = append(want, "/usr/share/doc/chratze/"+path.Base(name))
	}
	has := func(listing string, files ...string) {
		t.Helper()
		for _, file := range append(files, want...) {
			if !regexp.MustCompile(`(?m)(^|[ .])` + regexp.QuoteMeta(file) + `$`).MatchString(listing) {
				t.Errorf("%s is missing in\n%s", file, listing)
			}
		}
	}
	if _, err := exec.LookPath("rpm"); err != nil {
		t.Log("no rpm on this machine: nobody has looked into the .rpm (apt-get install rpm)")
	} else {
		rpm := filepath.Join(dir, "chratze-0.1.0-1.x86_64.rpm")
		has(run(t, "rpm", "-qlp", rpm), "/usr/share/zsh/site-functions/_chratze", "/usr/share/licenses/chratze/LICENSE")
		run(t, "rpm", "--checksig", "--nosignature", rpm)
		if got := run(t, "rpm", "-qp", "--qf", "%{NAME} %{VERSION} %{ARCH} %{LICENSE} %{BUILDTIME} %{BUILDHOST}", rpm); got != "chratze 0.1.0 x86_64 MIT 1795334400 localhost" {
			t.Errorf("the .rpm says %s", got)
		}
	}
	if _, err := exec.LookPath("dpkg"); err != nil {
		t.Log("no dpkg on this machine: nobody has looked into the .deb")
		return
	}
	deb := filepath.Join(dir, "chratze_0.1.0_amd64.deb")
	has(run(t, "dpkg-deb", "--contents", deb), "/usr/share/zsh/vendor-completions/_chratze", "/usr/share/doc/chratze/copyright")
	if got := run(t, "dpkg-deb", "--field", deb, "Package", "Version", "Architecture", "Section"); got != "Package: chratze\nVersion: 0.1.0\nArchitecture: amd64\nSection: games\n" {
		t.Errorf("the .deb says\n%s", got)
	}
	if os.Getuid() != 0 {
		t.Log("not root: the .deb is not installed in a root of its own")
		return
	}
	there := t.TempDir()
	for _, name := range []string{"info", "updates", "triggers"} {
		if err := os.MkdirAll(filepath.Join(there, "var/lib/dpkg", name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"status", "available"} {
		if err := os.WriteFile(filepath.Join(there, "var/lib/dpkg", name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	dpkg := []string{"--root=" + there, "--force-script-chrootless", "--force-architecture", "--log=/dev/null"}
	run(t, "dpkg", append(dpkg, "--install", deb)...)
	program := filepath.Join(there, "usr/bin/chratze")
	if out := run(t, program, "version"); !strings.HasPrefix(out, "chratze 0.1.0\n") {
		t.Errorf("installed it says %s", out)
	}
	if out := run(t, program, "settle", "--pot", "100", "--declarer", "1", "--joiners", "2,1,0"); len(out) < 50 {
		t.Errorf("installed it says %s", out)
	}
	run(t, "dpkg", append(dpkg, "--remove", "chratze")...)
	if _, err := os.Stat(program); err == nil {
		t.Error("removed, the program is still there")
	}
	if _, err := os.Stat(filepath.Join(there, "etc/chratze.toml")); err != nil {
		t.Errorf("removed and not purged, the settings stay: %v", err)
	}
	run(t, "dpkg", append(dpkg, "--purge", "chratze")...)
	if _, err := os.Stat(filepath.Join(there, "etc/chratze.toml")); err == nil {
		t.Error("purged, the settings are still there")
	}
}

// run returns what a program prints.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	var errs bytes.Buffer
	cmd.Stderr, cmd.Env = &errs, append(os.Environ(), "LC_ALL=C")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, errs.String())
	}
	return string(out)
}
