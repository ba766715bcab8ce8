package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const root = "../.."

// planned is a release from a checkout with nothing but the files that archives need.
func planned(t *testing.T, args ...string) *release {
	t.Helper()
	r := &release{root: t.TempDir(), out: t.TempDir(), version: "v0.1.0", revision: "0123456789abcdef", date: "2026-11-22T09:00:00+01:00"}
	for _, name := range append([]string{"LICENSE", "README.md", "CHANGELOG.md", "docs/operations.md", "deploy/chratze.service", "deploy/chratze.toml", "program"}, args...) {
		file := filepath.Join(r.root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("this is "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.read("linux/arm/7,windows/amd64"); err != nil {
		t.Fatal(err)
	}
	return r
}

// An archive has one folder, in which the program can be run, and nothing of this
// machine; twice made it is the same.
func TestArchives(t *testing.T) {
	t.Parallel()
	r := planned(t)
	common := []entry{{"man/man1/chratze.1", filepath.Join(r.root, "program"), 0o644}}
	for i, want := range []struct{ folder, has, hasnt string }{
		{"chratze-0.1.0-linux-armv7", "chratze deploy/chratze.service deploy/chratze.toml", "chratze.exe"},
		{"chratze-0.1.0-windows-amd64", "chratze.exe", "chratze deploy/chratze.service"},
	} {
		target := r.targets[i]
		if got := r.name(target); got != want.folder {
			t.Errorf("it is called %s, want %s", got, want.folder)
		}
		entries, err := r.entries(target, filepath.Join(r.root, "program"), common)
		if err != nil {
			t.Fatal(err)
		}
		packed := targz
		if target.os == "windows" {
			packed = zipped
		}
		archive, err := packed(entries, r.when)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := packed(entries, r.when); err != nil || !bytes.Equal(again, archive) {
			t.Errorf("%s: made again it is another one (%v)", want.folder, err)
		}
		files := unpack(t, archive)
		for _, name := range strings.Fields("LICENSE README.md CHANGELOG.md docs/operations.md man/man1/chratze.1 " + want.has) {
			f, ok := files[want.folder+"/"+name]
			if !ok {
				t.Errorf("%s is missing in %s", name, want.folder)
			}
			if runs := f.mode&0o111 != 0; runs != (name == "chratze" || name == "chratze.exe") || f.mode&0o444 != 0o444 {
				t.Errorf("%s has the mode %o", name, f.mode)
			}
			if !f.when.Equal(r.when) {
				t.Errorf("%s is of %s, want the time of the revision", name, f.when)
			}
		}
		for _, name := range strings.Fields(want.hasnt) {
			if _, ok := files[want.folder+"/"+name]; ok {
				t.Errorf("%s is in %s", name, want.folder)
			}
		}
		for name := range files {
			if !strings.HasPrefix(name, want.folder+"/") {
				t.Errorf("%s is outside of the folder", name)
			}
		}
	}
}

func TestPlan(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ version, revision, want string }{
		{"v0.2.0", "0123", "chratze-0.2.0-linux-arm64"}, {"", "0123456789abcdef", "chratze-0123456789ab-linux-arm64"}, {"", "", "chratze-development-linux-arm64"},
	} {
		r := &release{version: tt.version, revision: tt.revision}
		if err := r.read("linux/arm64"); err != nil || r.name(r.targets[0]) != tt.want {
			t.Errorf("%+v: %v, %s", tt, err, r.name(r.targets[0]))
		}
	}
	for _, targets := range []string{"", "linux", "linux/arm/7/8", "linux/amd64,"} {
		if err := (&release{}).read(targets); err == nil || !strings.Contains(err.Error(), "linux/arm64") {
			t.Errorf("%q: %v", targets, err)
		}
	}
	if err := (&release{date: "today"}).read("linux/amd64"); err == nil {
		t.Error("a date that is none")
	}
	r := planned(t)
	if err := os.Remove(filepath.Join(r.root, "LICENSE")); err != nil {
		t.Fatal(err)
	}
	if _, err := r.entries(r.targets[0], filepath.Join(r.root, "program"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a licence: %v", err)
	}
}

// A release of this checkout: the program of this system runs out of its archive.
func TestRelease(t *testing.T) {
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("builds a release: make verify")
	}
	r := &release{root: root, out: filepath.Join(t.TempDir(), "dist"), version: "0.1.0", revision: "0123abcd", date: "2026-11-22T08:00:00Z"}
	if err := r.read("linux/amd64,windows/amd64"); err != nil {
		t.Fatal(err)
	}
	if err := r.make(); err != nil {
		t.Fatal(err)
	}
	archive, err := os.ReadFile(filepath.Join(r.out, "chratze-0.1.0-linux-amd64.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	files := unpack(t, archive)
	for _, name := range []string{"chratze", "THIRD-PARTY.txt", "completions/chratze.bash", "completions/chratze.zsh", "completions/chratze.fish", "completions/chratze.powershell", "man/man1/chratze-serve.1"} {
		if len(files["chratze-0.1.0-linux-amd64/"+name].body) < 100 {
			t.Errorf("%s is missing", name)
		}
	}
	program := filepath.Join(t.TempDir(), "chratze")
	if err := os.WriteFile(program, files["chratze-0.1.0-linux-amd64/chratze"].body, 0o700); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(program, "version").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "chratze 0.1.0\nrevision 0123abcd\ndate 2026-11-22T08:00:00Z\n") {
		t.Errorf("it says %q, %v", out, err)
	}
	packaged(t, r.out)
	sums := exec.Command("sha256sum", "--check", "SHA256SUMS")
	sums.Dir = r.out
	if out, err := sums.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// unpack reads an archive of either kind.
func unpack(t *testing.T, archive []byte) map[string]file {
	t.Helper()
	files := map[string]file{}
	if z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive))); err == nil {
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			files[f.Name] = file{f.Mode(), read(t, r), f.Modified}
		}
		return files
	}
	z, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uname != "" || h.Uid != 0 || h.Gname != "" || slices.Contains([]byte{tar.TypeSymlink, tar.TypeLink}, h.Typeflag) {
			t.Errorf("%s belongs to %s, %d", h.Name, h.Uname, h.Uid)
		}
		files[h.Name] = file{h.FileInfo().Mode(), read(t, r), h.ModTime}
	}
}

func read(t *testing.T, r io.Reader) []byte {
	t.Helper()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// file is a file out of an archive.
type file struct {
	mode os.FileMode
	body []byte
	when time.Time
}
