// Package release_test tests scripts/release.sh.
package release_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// release runs the script for some targets, and returns the directory that it has filled.
func release(t *testing.T, version, targets string) (dir, said string, err error) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "dist")
	cmd := exec.Command("sh", "scripts/release.sh")
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), "VERSION="+version, "REVISION=0123456789abcdef", "DATE=2026-11-22T09:00:00+01:00", "TARGETS="+targets, "OUT="+dir)
	out, err := cmd.CombinedOutput()
	return dir, string(out), err
}

// TestTargets: a target that can't be is told before anything is built.
func TestTargets(t *testing.T) {
	t.Parallel()
	for _, targets := range []string{"linux", "linux/arm/7/8", "linux/", "linux/amd64,darwin"} {
		if dir, said, err := release(t, "", targets); err == nil || !strings.Contains(said, "such as linux/arm64") {
			t.Errorf("%q: %v, %s", targets, err, said)
		} else if _, err := os.Stat(dir); err == nil {
			t.Errorf("%q: %s was made", targets, dir)
		}
	}
}

// TestRelease: a release of this checkout has archives and packages with all that belongs to them; the
// program of this system runs, and made again an archive is the same.
func TestRelease(t *testing.T) {
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("builds a release: make verify")
	}
	dir, said, err := release(t, "v0.1.0", "linux/amd64,windows/amd64")
	if err != nil {
		t.Fatal(err, said)
	}
	archive := open(t, dir, "chratze-0.1.0-linux-amd64.tar.gz", "chratze rams-lab deploy/chratze.service deploy/chratze.toml", "chratze.exe")
	open(t, dir, "chratze-0.1.0-windows-amd64.zip", "chratze.exe rams-lab.exe", "chratze rams-lab deploy/chratze.service")
	program := filepath.Join(t.TempDir(), "chratze")
	if err := os.WriteFile(program, archive["chratze"].body, 0o700); err != nil {
		t.Fatal(err)
	}
	if out := run(t, program, "version"); !strings.HasPrefix(out, "chratze 0.1.0\nrevision 0123456789abcdef\ndate 2026-11-22T08:00:00Z\n") {
		t.Errorf("it says %q", out)
	}
	packaged(t, dir, archive)
	data, err := os.ReadFile(filepath.Join(dir, "chratze-0.1.0-zwicken-solved.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(unpack(t, data))); len(got) != 9 || !strings.HasSuffix(got[0], "/6-888.solution") || !strings.HasSuffix(got[7], "/verifier.go") {
		t.Errorf("the solution comes as %v", got)
	}
	sums := exec.Command("sha256sum", "--check", "SHA256SUMS")
	sums.Dir = dir
	if out, err := sums.CombinedOutput(); err != nil || strings.Count(string(out), "OK") != 5 {
		t.Errorf("%v\n%s", err, out)
	}
	again, said, err := release(t, "v0.1.0", "linux/amd64")
	if err != nil {
		t.Fatal(err, said)
	}
	for _, name := range []string{"chratze-0.1.0-linux-amd64.tar.gz", "chratze_0.1.0_amd64.deb"} {
		a, err1 := os.ReadFile(filepath.Join(dir, name))
		b, err2 := os.ReadFile(filepath.Join(again, name))
		if err := errors.Join(err1, err2); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: made again it is another one (%v)", name, err)
		}
	}
}

// TestDevelopment: without a tag, files are called after the revision, and a package is older than any
// release and newer than earlier revisions.
func TestDevelopment(t *testing.T) {
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("builds a release: make verify")
	}
	dir, said, err := release(t, "", "linux/amd64")
	if err != nil {
		t.Fatal(err, said)
	}
	open(t, dir, "chratze-0123456789ab-linux-amd64.tar.gz", "chratze", "")
	if got := run(t, "dpkg-deb", "--field", filepath.Join(dir, "chratze_0~20261122080000.0123456789ab_amd64.deb"), "Version"); got != "0~20261122080000.0123456789ab\n" {
		t.Errorf("without a tag: %s", got)
	}
}

// open unpacks an archive, in which everything is in one folder, as of the time of the revision, and nothing
// else can be run but the programs. It returns the files by their names in the folder.
func open(t *testing.T, dir, name, has, hasnt string) map[string]file {
	t.Helper()
	archive, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	folder := strings.TrimSuffix(strings.TrimSuffix(name, ".zip"), ".tar.gz") + "/"
	files := map[string]file{}
	for path, f := range unpack(t, archive) {
		name, ok := strings.CutPrefix(path, folder)
		if !ok {
			t.Errorf("%s is outside of the folder", path)
		}
		if runs := f.mode&0o111 != 0; runs != slices.Contains([]string{"chratze", "chratze.exe", "rams-lab", "rams-lab.exe"}, name) || f.mode&0o444 != 0o444 {
			t.Errorf("%s has the mode %o", name, f.mode)
		}
		if want := time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC); !f.when.Equal(want) {
			t.Errorf("%s is of %s, want the time of the revision", name, f.when)
		}
		files[name] = f
	}
	for _, name := range strings.Fields("LICENSE README.md CHANGELOG.md docs/operations.md THIRD-PARTY.txt man/man1/chratze-serve.1 " +
		"completions/chratze.bash completions/chratze.zsh completions/chratze.fish completions/chratze.powershell " + has) {
		if len(files[name].body) < 100 {
			t.Errorf("%s is missing in %s", name, folder)
		}
	}
	for _, name := range strings.Fields(hasnt) {
		if _, ok := files[name]; ok {
			t.Errorf("%s is in %s", name, folder)
		}
	}
	return files
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
