package lines

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"chratze/internal/atomicfile"
)

// A sitting is kept in a directory of its own, data/sittings/1 and so on:
//
//	sitting.json  the plan, how much is settled, the acts of the hand that is played
//	hands.jsonl   the settled hands, rams-hand/1
//	lock          held by the process that plays it
//
// sitting.json is replaced as a whole after every decision of the person, before
// anything that follows from it is shown. A hand is settled by appending its line
// to hands.jsonl and then replacing sitting.json, which says how many bytes of
// hands.jsonl count. So whenever the process ends, both fit together.
const (
	sittingFile   = "sitting.json"
	handsFile     = "hands.jsonl"
	lockFile      = "lock"
	sittingFormat = "chratze-sitting/1"
	maxSitting    = 1 << 20 // bytes of sitting.json; far beyond what any hand needs
)

// saved is the content of sitting.json.
type saved struct {
	Format string `json:"format"`
	plan
	Look  Look     `json:"look"`
	Hands int      `json:"hands"` // settled
	Bytes int64    `json:"bytes"` // of hands.jsonl
	Dealt bool     `json:"dealt"` // a hand is played
	Acts  []string `json:"acts"`  // of it
	Last  int      `json:"last"`  // the number of the last hand, if somebody has announced it
	Ended bool     `json:"ended"`
}

// The reasons for which a sitting can't be kept or taken up again.
var (
	errLocked    = errors.New("another process has it")
	errNoSitting = errors.New("no such sitting")
)

// ErrNoHome is returned by DataDir where the environment names no directory.
var ErrNoHome = errors.New("neither XDG_DATA_HOME nor HOME names a directory")

// damage is a saved sitting that can't be read.
type damage struct {
	Path string
	Err  error
}

func (d *damage) Error() string { return d.Path + ": " + d.Err.Error() }
func (d *damage) Unwrap() error { return d.Err }

// DataDir is where this program keeps what it keeps for a user.
func DataDir(flag string, getenv func(string) string) (string, error) {
	if flag != "" {
		return flag, nil
	}
	if dir := getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "chratze"), nil
	}
	if dir := getenv("LocalAppData"); runtime.GOOS == "windows" && dir != "" {
		return filepath.Join(dir, "chratze"), nil
	}
	if dir := getenv("HOME"); dir != "" {
		return filepath.Join(dir, ".local", "share", "chratze"), nil
	}
	return "", ErrNoHome
}

// save is the directory of a sitting, locked.
type save struct {
	dir   string
	lock  *os.File
	look  Look
	bytes int64 // of hands.jsonl that count
}

// lock locks a file as openLocked does, and waits a moment for a process that is
// just ending.
func lock(path string) (f *os.File, err error) {
	for range 20 {
		if f, err = openLocked(path); !errors.Is(err, errLocked) {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	return f, err
}

// number is the sitting's number, the name of its directory.
func (v *save) number() string { return filepath.Base(v.dir) }

func (v *save) path(name string) string { return filepath.Join(v.dir, name) }

// close gives the sitting free.
func (v *save) close() error { return v.lock.Close() }

// create makes the directory of a new sitting, and the first save in it.
func create(data string, s *sitting, l Look) (*save, error) {
	root := filepath.Join(data, "sittings")
	if err := os.MkdirAll(root, 0o700); err != nil {
		return nil, err
	}
	last := 0
	numbers, err := sittings(data)
	if err != nil {
		return nil, err
	}
	if len(numbers) > 0 {
		last = numbers[len(numbers)-1]
	}
	for {
		last++
		dir := filepath.Join(root, strconv.Itoa(last))
		err := os.Mkdir(dir, 0o700)
		if errors.Is(err, fs.ErrExist) {
			continue // another process was faster
		}
		if err != nil {
			return nil, err
		}
		v := &save{dir: dir, look: l}
		if v.lock, err = lock(v.path(lockFile)); err != nil {
			return nil, err
		}
		if err := v.keep(s); err != nil {
			return nil, errors.Join(err, v.close())
		}
		return v, syncDir(root)
	}
}

// sittings returns the numbers of all sittings, in their order.
func sittings(data string) (numbers []int, err error) {
	entries, err := os.ReadDir(filepath.Join(data, "sittings"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil && n > 0 && strconv.Itoa(n) == e.Name() {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	return numbers, nil
}

// unfinished returns the number of the last sitting that has not ended, or 0. One
// that can't be read counts: who asks for it is told why.
func unfinished(data string) (int, error) {
	numbers, err := sittings(data)
	for _, n := range slices.Backward(numbers) {
		v := &save{dir: filepath.Join(data, "sittings", strconv.Itoa(n))}
		if kept, err := v.read(); !v.empty() && (err != nil || !kept.Ended) {
			return n, nil
		}
	}
	return 0, err
}

// resume takes up a sitting where it was left. Is there none of this number the
// error is errNoSitting, is it being played errLocked, can't it be read a *damage;
// in no case has anything been changed.
func resume(data string, number int) (*save, *sitting, error) {
	v := &save{dir: filepath.Join(data, "sittings", strconv.Itoa(number))}
	if v.empty() {
		return nil, nil, errNoSitting
	}
	var err error
	if v.lock, err = lock(v.path(lockFile)); err != nil {
		return nil, nil, err
	}
	s, err := v.load()
	if err != nil {
		return nil, nil, errors.Join(err, v.close())
	}
	v.sweep()
	return v, s, nil
}

// empty reports whether nothing was ever kept: there is no directory, or its
// process ended before the first save.
func (v *save) empty() bool {
	for _, name := range []string{sittingFile, handsFile} {
		if _, err := os.Lstat(v.path(name)); !errors.Is(err, fs.ErrNotExist) {
			return false
		}
	}
	return true
}

// sweep removes what a process left that ended while it replaced sitting.json.
func (v *save) sweep() {
	left, _ := filepath.Glob(v.path("." + sittingFile + ".*"))
	for _, path := range left {
		_ = os.Remove(path) // it is in nobody's way
	}
}

// read reads sitting.json.
func (v *save) read() (saved, error) {
	path := v.path(sittingFile)
	f, err := os.Open(path)
	if err != nil {
		return saved{}, &damage{path, errors.Unwrap(err)}
	}
	defer func() { _ = f.Close() }() // it was only read
	data, err := io.ReadAll(io.LimitReader(f, maxSitting+1))
	if err != nil {
		return saved{}, &damage{path, err}
	}
	if len(data) > maxSitting {
		return saved{}, &damage{path, fmt.Errorf("longer than %d bytes", maxSitting)}
	}
	var kept saved
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&kept); err != nil {
		return saved{}, &damage{path, err}
	}
	if kept.Format != sittingFormat {
		return saved{}, &damage{path, fmt.Errorf("format %q: want %q", kept.Format, sittingFormat)}
	}
	return kept, nil
}

// load plays a sitting again from its plan, its settled hands and its acts.
func (v *save) load() (*sitting, error) {
	kept, err := v.read()
	if err != nil {
		return nil, err
	}
	s, err := newSitting(kept.plan)
	if err != nil {
		return nil, &damage{v.path(sittingFile), err}
	}
	if err := v.loadHands(s, &kept); err != nil {
		return nil, &damage{v.path(handsFile), err}
	}
	s.last, s.ended, v.look = kept.Last, kept.Ended, kept.Look
	if !kept.Dealt {
		return s, nil
	}
	if err := s.deal(); err != nil {
		return nil, &damage{v.path(sittingFile), err}
	}
	if err := s.redo(kept.Acts); err != nil {
		return nil, &damage{v.path(sittingFile), err}
	}
	return s, nil
}

// loadHands books the settled hands.
func (v *save) loadHands(s *sitting, kept *saved) error {
	data, err := os.ReadFile(v.path(handsFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return errors.Unwrap(err)
	}
	if kept.Bytes < 0 || int64(len(data)) < kept.Bytes {
		return fmt.Errorf("%d bytes are there, %d were written", len(data), kept.Bytes)
	}
	v.bytes = kept.Bytes
	for line := range bytes.Lines(data[:kept.Bytes]) {
		if err := s.recall(string(bytes.TrimSuffix(line, []byte("\n")))); err != nil {
			return fmt.Errorf("line %d: %w", s.hands+1, err)
		}
	}
	if s.hands != kept.Hands {
		return fmt.Errorf("%d hands are there, %d were settled", s.hands, kept.Hands)
	}
	return nil
}

// keep replaces sitting.json.
func (v *save) keep(s *sitting) error {
	data, err := json.Marshal(saved{
		Format: sittingFormat, plan: s.plan, Look: v.look, Hands: s.hands, Bytes: v.bytes,
		Dealt: s.dealt, Acts: s.acts, Last: s.last, Ended: s.ended,
	})
	if err != nil {
		return err
	}
	return atomicfile.Write(v.path(sittingFile), append(data, '\n'), 0o600)
}

// settle appends the line of a hand that is over, books it and keeps the sitting.
func (v *save) settle(s *sitting) error {
	line := s.line()
	f, err := os.OpenFile(v.path(handsFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	// What stands behind was written by a process that ended before it could keep
	// the sitting; its hand has been played again.
	err = f.Truncate(v.bytes)
	if err == nil {
		_, err = f.WriteAt(line, v.bytes)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if v.bytes == 0 {
		if err := syncDir(v.dir); err != nil {
			return err
		}
	}
	if err := s.settle(); err != nil {
		return err
	}
	v.bytes += int64(len(line))
	return v.keep(s)
}

// Reason says a failure of the file system without the path, which stands in the
// message around it.
func Reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return strings.TrimSpace(err.Error())
}
