// Command release builds the program for every system and packs each with what belongs
// to it: the licence and those of others, the manual, completions for shells, and for
// Linux the systemd unit. For Linux it makes packages too, .deb and .rpm. It writes all that
// and the SHA-256 sums to a directory. The same revision gives the same files. MAINTAINER,
// such as "Anna <anna@example.com>", says who stands behind the packages.
//
// Usage: release -root . -out dist [-version 0.1.0] [-revision …] [-date 2026-11-22T08:00:00Z] [-targets linux/amd64,linux/arm/7]
package main

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// everything is what a release is built for: system, machine, and for arm its version.
const everything = "linux/amd64,linux/arm64,linux/arm/7,darwin/amd64,darwin/arm64,windows/amd64"

// release is what to build, and where.
type release struct {
	root, out               string
	version, revision, date string
	targets                 []target
	when                    time.Time // of every file
}

// target is one system.
type target struct{ os, arch, arm string }

func main() {
	var r release
	var targets string
	flag.StringVar(&r.root, "root", ".", "the root of the module")
	flag.StringVar(&r.out, "out", "dist", "where to write; what is there is removed")
	flag.StringVar(&r.version, "version", "", "such as 0.1.0; without one it is a development build")
	flag.StringVar(&r.revision, "revision", "", "of the version control")
	flag.StringVar(&r.date, "date", "", "of the revision, RFC 3339")
	flag.StringVar(&targets, "targets", everything, "what to build for")
	flag.Parse()
	err := r.read(targets)
	if err == nil {
		err = r.make()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func (r *release) read(targets string) error {
	for name := range strings.SplitSeq(targets, ",") {
		parts := append(strings.Split(name, "/"), "")
		if len(parts) < 3 || len(parts) > 4 {
			return fmt.Errorf("target %q: want a system and a machine, such as linux/arm64", name)
		}
		r.targets = append(r.targets, target{parts[0], parts[1], parts[2]})
	}
	r.version = strings.TrimPrefix(r.version, "v")
	r.when = time.Unix(0, 0).UTC()
	if r.date == "" {
		return nil
	}
	var err error
	if r.when, err = time.Parse(time.RFC3339, r.date); err != nil {
		return err
	}
	r.when = r.when.UTC()
	r.date = r.when.Format(time.RFC3339)
	return nil
}

// label is what the files are called after: the version, else the revision.
func (r *release) label() string {
	switch {
	case r.version != "":
		return r.version
	case r.revision != "":
		return r.revision[:min(len(r.revision), 12)]
	}
	return "development"
}

// name is the name of an archive without its ending, and of the folder in it.
func (r *release) name(t target) string {
	machine := t.arch
	if t.arm != "" {
		machine += "v" + t.arm
	}
	return "chratze-" + r.label() + "-" + t.os + "-" + machine
}

// make builds and packs everything.
func (r *release) make() (err error) {
	if err := errors.Join(os.RemoveAll(r.out), os.MkdirAll(r.out, 0o755)); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "release-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	common, err := r.common(dir)
	if err != nil {
		return err
	}
	for _, t := range r.targets {
		program := filepath.Join(dir, r.name(t))
		if err := r.build(program, t); err != nil {
			return err
		}
		entries, err := r.entries(t, program, common)
		if err != nil {
			return err
		}
		file, packed := r.name(t)+".tar.gz", targz
		if t.os == "windows" {
			file, packed = r.name(t)+".zip", zipped
		}
		archive, err := packed(entries, r.when)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(r.out, file), archive, 0o644); err != nil {
			return err
		}
		if t.os == "linux" {
			if err := r.packages(dir, t, entries); err != nil {
				return err
			}
		}
	}
	return r.sums()
}

// sums writes and prints the checksums of everything there is.
func (r *release) sums() error {
	files, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, f := range files {
		body, err := os.ReadFile(filepath.Join(r.out, f.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(body), f.Name())
	}
	fmt.Print(sums.String())
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// build compiles the program: static, without paths of this machine.
func (r *release) build(out string, t target) error {
	set := fmt.Sprintf("-s -w -buildid= -X main.version=%s -X main.revision=%s -X main.date=%s", r.version, r.revision, r.date)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags="+set, "-o", out, "./cmd/chratze")
	cmd.Dir, cmd.Stderr = r.root, os.Stderr
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off", "GOOS="+t.os, "GOARCH="+t.arch, "GOARM="+t.arm)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go build for %s/%s: %w", t.os, t.arch, err)
	}
	return nil
}

// entry is a file in an archive.
type entry struct {
	name string // in the folder of the archive
	from string // on this machine
	mode os.FileMode
}

// shells have completions.
var shells = []string{"bash", "zsh", "fish", "powershell"}

// common makes what is the same for every system: the manual, completions and notices.
func (r *release) common(dir string) (entries []entry, err error) {
	program := filepath.Join(dir, "chratze")
	if err := r.build(program, target{runtime.GOOS, runtime.GOARCH, ""}); err != nil {
		return nil, err
	}
	made := filepath.Join(dir, "common")
	if err := os.MkdirAll(filepath.Join(made, "completions"), 0o755); err != nil {
		return nil, err
	}
	for _, shell := range shells {
		if err := r.into(filepath.Join(made, "completions", "chratze."+shell), program, "completion", shell); err != nil {
			return nil, err
		}
	}
	if err := r.into("", program, "man", filepath.Join(made, "man", "man1")); err != nil {
		return nil, err
	}
	if err := r.into(filepath.Join(made, "THIRD-PARTY.txt"), "sh", filepath.Join(r.root, "scripts", "notices.sh")); err != nil {
		return nil, err
	}
	err = filepath.WalkDir(made, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(made, file)
		entries = append(entries, entry{filepath.ToSlash(name), file, 0o644})
		return err
	})
	return entries, err
}

// into runs a program, in English, and keeps what it says in a file.
func (r *release) into(file, program string, args ...string) error {
	cmd := exec.Command(program, args...)
	cmd.Env, cmd.Stderr = append(os.Environ(), "LC_ALL=C", "GOFLAGS="), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s %s: %w", program, strings.Join(args, " "), err)
	}
	if file == "" {
		return nil
	}
	return os.WriteFile(file, out, 0o644)
}

// entries are the files in the archive of a system.
func (r *release) entries(t target, program string, common []entry) ([]entry, error) {
	own := []string{"LICENSE", "README.md", "CHANGELOG.md", "docs/operations.md"}
	name := "chratze"
	switch t.os {
	case "windows":
		name += ".exe"
	case "linux":
		own = append(own, "deploy/chratze.service", "deploy/chratze.toml")
	}
	all := []entry{{name, program, 0o755}}
	for _, file := range own {
		all = append(all, entry{file, filepath.Join(r.root, filepath.FromSlash(file)), 0o644})
	}
	all = append(all, common...)
	for i := range all {
		if _, err := os.Stat(all[i].from); err != nil {
			return nil, err
		}
		all[i].name = path.Join(r.name(t), all[i].name)
	}
	return all, nil
}
