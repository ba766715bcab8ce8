package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// packages writes a .deb and a .rpm of what the archive of a Linux system holds.
// deploy/nfpm.yaml says where each file goes.
func (r *release) packages(dir string, t target, entries []entry) error {
	root, err := filepath.Abs(r.root)
	if err != nil {
		return err
	}
	stage := filepath.Join(dir, "stage-"+r.name(t))
	if err := r.stage(stage, t, entries); err != nil {
		return err
	}
	nfpm := filepath.Join(dir, "nfpm")
	if _, err := os.Stat(nfpm); err != nil {
		build := exec.Command("go", "-C", filepath.Join(root, "tools", "nfpm"), "build", "-o", nfpm, "github.com/goreleaser/nfpm/v2/cmd/nfpm")
		build.Env, build.Stderr = append(os.Environ(), "GOFLAGS=", "GOWORK=off"), os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("go build of nfpm: %w", err)
		}
	}
	out, err := filepath.Abs(r.out)
	if err != nil {
		return err
	}
	for _, kind := range []string{"deb", "rpm"} {
		cmd := exec.Command(nfpm, "package", "--config", filepath.Join(root, "deploy", "nfpm.yaml"), "--packager", kind, "--target", out)
		cmd.Dir = stage
		cmd.Env = append(os.Environ(), "ARCH="+t.arch+t.arm, "VERSION="+r.packageVersion(),
			"MAINTAINER="+cmp.Or(os.Getenv("MAINTAINER"), "The chratze authors <root@localhost>"), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.when.Unix()))
		if said, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s of %s: %w\n%s", kind, r.name(t), err, said)
		}
	}
	return nil
}

// packageVersion is what package managers compare: without a tag it is before every
// release, and a later revision is a later version.
func (r *release) packageVersion() string {
	if r.version != "" {
		return r.version
	}
	return "0~" + r.when.Format("20060102150405") + "." + r.label()
}

// stage lays the files of an archive down as packages want them: with the scripts, compressed
// manual pages, and a unit that finds everything in /usr.
func (r *release) stage(dir string, t target, entries []entry) error {
	scripts, err := filepath.Glob(filepath.Join(r.root, "deploy", "package", "*.sh"))
	if err != nil {
		return err
	}
	for _, file := range scripts {
		entries = append(entries, entry{r.name(t) + "/package/" + filepath.Base(file), file, 0o755})
	}
	for _, e := range entries {
		body, err := os.ReadFile(e.from)
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(e.name, r.name(t)+"/")
		switch {
		case strings.HasPrefix(name, "man/"):
			name += ".gz"
			body, err = gzipped(body)
		case name == "deploy/chratze.service":
			body = bytes.ReplaceAll(body, []byte("/usr/local/"), []byte("/usr/"))
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err = errors.Join(err, os.MkdirAll(filepath.Dir(file), 0o755)); err != nil {
			return err
		}
		if err := errors.Join(os.WriteFile(file, body, e.mode), os.Chmod(file, e.mode), os.Chtimes(file, time.Time{}, r.when)); err != nil {
			return err
		}
	}
	return nil
}

// gzipped compresses without a name or a time.
func gzipped(body []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = z.Write(body)
	err = errors.Join(err, z.Close()) // only now everything is in b
	return b.Bytes(), err
}
