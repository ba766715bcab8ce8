package release_test

import (
	"bytes"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// inPackage is the name in the .deb of a file of the archive.
var inPackage = strings.NewReplacer("completions/chratze.bash", "completions/chratze", "completions/chratze.zsh", "completions/_chratze", "LICENSE", "copyright")

// testPackageHasAll: the .deb has what the archive of its system has, except the completion of a shell
// that Linux hasn't.
func testPackageHasAll(t *testing.T, listing string, archive map[string]file) {
	t.Helper()
	for name := range archive {
		name = inPackage.Replace(name)
		if strings.HasSuffix(name, ".1") {
			name += ".gz"
		}
		if base := "/" + path.Base(name) + "\n"; base != "/chratze.powershell\n" && !strings.Contains(listing, base) {
			t.Errorf("%s is in the archive and not in the .deb", name)
		}
	}
}

// packaged looks at the packages of a release in a directory: what is in them, and that the
// .deb can be installed, run and removed, in a root of its own.
func packaged(t *testing.T, dir string, archive map[string]file) {
	t.Helper()
	want := strings.Fields("/usr/bin/chratze /usr/bin/rams-lab /usr/lib/systemd/system/chratze.service /etc/chratze.toml /usr/share/man/man1/chratze.1.gz /usr/share/man/man1/chratze-serve.1.gz " +
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
	listing := run(t, "dpkg-deb", "--contents", deb)
	testPackageHasAll(t, listing, archive)
	has(listing, "/usr/share/zsh/vendor-completions/_chratze", "/usr/share/doc/chratze/copyright")
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
	unit, err := os.ReadFile(filepath.Join(there, "usr/lib/systemd/system/chratze.service"))
	if err != nil || !strings.Contains(string(unit), "ExecStart=/usr/bin/chratze serve") {
		t.Errorf("the unit says %q, %v", unit, err)
	}
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
