package local

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/gofrs/flock"

	"chratze/history"
	"chratze/internal/atomicfile"
	"chratze/internal/table"
	"chratze/rams"
	"chratze/variant"
)

const (
	recordsFile = "records.jsonl"
	handsFile   = "hands.jsonl"
	lockFile    = "lock"
	oldFile     = "sitting.json" // of earlier versions
	format      = "chratze-sitting/2"
)

// note is a line of records.jsonl that isn't a record of the table. The first line is one;
// another is added whenever it changes.
type note struct {
	Format string `json:"format"`
	Seed   uint64 `json:"seed,string"`
	Look   Look   `json:"look"`
	Dealer int    `json:"dealer,omitempty"` // the chair that deals the first hand, counted from 1; 0: drawn by lot
	Last   int    `json:"last,omitempty"`   // number of the last hand; 0: not set
	Over   bool   `json:"over,omitempty"`   // the evening is over
}

func (n *note) line() []byte {
	b, err := json.Marshal(n)
	if err != nil { // all fields can be written
		panic(err)
	}
	return b
}

// Why a session can't be resumed.
var (
	ErrLocked = errors.New("local: another process plays this session")
	ErrNone   = errors.New("local: no such session")
	ErrOld    = errors.New("local: an earlier version of the program saved this session")
)

// Damage is a saved session that can't be read. It is left unchanged.
type Damage struct {
	Path string
	Err  error
}

func (d *Damage) Error() string { return d.Path + ": " + d.Err.Error() }
func (d *Damage) Unwrap() error { return d.Err }

// log is the locked directory of a session.
type log struct {
	dir     string
	lock    *flock.Flock
	records *os.File
	whole   int64 // when it was read: bytes up to the end of the last whole line
	hands   int   // number of lines in hands.jsonl
	written int64 // their length in bytes
}

func (l *log) path(name string) string { return filepath.Join(l.dir, name) }

// Number returns the session's number, which is the name of its directory.
func (l *log) Number() string { return filepath.Base(l.dir) }

// Dir returns the session's directory.
func (l *log) Dir() string { return l.dir }

// HandsPath returns the file of the settled hands.
func (l *log) HandsPath() string { return l.path(handsFile) }

// Close unlocks the session for other processes.
func (l *log) Close() error {
	var err error
	if l.records != nil {
		err = l.records.Close()
	}
	return errors.Join(err, l.lock.Close())
}

// hold locks the directory. It waits a moment for a process that is ending.
func (l *log) hold() error {
	l.lock = flock.New(l.path(lockFile), flock.SetPermissions(0o600))
	for range 20 {
		if held, err := l.lock.TryLock(); held || err != nil {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	return ErrLocked
}

// Create makes the directory of a new session in data. last is the number of its last hand, or
// 0.
func Create(data string, p Plan, look Look, last int) (*Session, error) {
	records, err := p.first(now())
	if err != nil {
		return nil, err
	}
	s := &Session{note: note{Format: format, Seed: p.Seed, Look: look, Dealer: p.Dealer, Last: last}}
	if err := s.play(records); err != nil {
		return nil, err
	}
	s.table.Present(now(), s.me, true)
	if err := s.log.create(filepath.Join(data, "sittings")); err != nil {
		return nil, err
	}
	err = atomicfile.Write(s.path(recordsFile), lines(append([][]byte{s.note.line()}, records...)), 0o600)
	if err == nil {
		s.records, err = os.OpenFile(s.path(recordsFile), os.O_WRONLY|os.O_APPEND, 0)
	}
	if err == nil {
		err = atomicfile.SyncDir(filepath.Dir(s.dir))
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// create makes and locks a directory with the next number.
func (l *log) create(root string) error {
	if err := os.MkdirAll(root, 0o700); err != nil {
		return err
	}
	numbers, err := list(root)
	if err != nil {
		return err
	}
	for n := 1; ; n++ {
		if len(numbers) > 0 {
			n = max(n, numbers[len(numbers)-1]+1)
		}
		l.dir = filepath.Join(root, strconv.Itoa(n))
		err := os.Mkdir(l.dir, 0o700)
		if err == nil {
			return l.hold()
		}
		if !errors.Is(err, fs.ErrExist) { // otherwise another process was faster
			return err
		}
	}
}

// list returns the numbers of all sessions in order.
func list(root string) (numbers []int, err error) {
	entries, err := os.ReadDir(root)
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

// Unfinished returns the number of the last session that hasn't ended, or 0. A damaged one
// counts too: Resume says why.
func Unfinished(data string) (int, error) {
	root := filepath.Join(data, "sittings")
	numbers, err := list(root)
	for _, n := range slices.Backward(numbers) {
		s := &Session{log: log{dir: filepath.Join(root, strconv.Itoa(n))}}
		_, err := s.read()
		if errors.Is(err, ErrNone) || errors.Is(err, ErrOld) || err == nil && s.Over {
			continue
		}
		return n, nil
	}
	return 0, err
}

// Resume continues a session. The error is ErrNone, ErrLocked, ErrOld or a *Damage, and then
// nothing has changed; or it is an error of the disk.
func Resume(data string, number int) (*Session, error) {
	s := &Session{log: log{dir: filepath.Join(data, "sittings", strconv.Itoa(number))}}
	if _, err := s.read(); errors.Is(err, ErrNone) || errors.Is(err, ErrOld) {
		return nil, err
	}
	if err := s.hold(); err != nil {
		return nil, err
	}
	if err := s.resume(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Session) resume() error {
	records, err := s.read()
	if err != nil {
		return err
	}
	if err := s.play(records); err != nil {
		return &Damage{s.path(recordsFile), err}
	}
	settled := s.table.Hands()
	if s.table.Stage() == table.Playing {
		settled--
	}
	if err := s.readHands(settled); err != nil {
		return &Damage{s.path(handsFile), err}
	}
	if s.records, err = os.OpenFile(s.path(recordsFile), os.O_WRONLY|os.O_APPEND, 0); err != nil {
		return err
	}
	if err := s.records.Truncate(s.whole); err != nil {
		return err
	}
	return s.after(nil, s.table.Present(now(), s.me, true), nil) // asks the bots that hadn't answered
}

// read reads the notes and returns the records.
func (s *Session) read() (records [][]byte, err error) {
	path := s.path(recordsFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(s.path(oldFile)); err == nil {
			return nil, ErrOld
		}
		return nil, ErrNone // its process ended before the first save
	}
	if err != nil {
		return nil, &Damage{path, errors.Unwrap(err)}
	}
	s.whole = int64(bytes.LastIndexByte(text, '\n') + 1) // a torn last line was never shown
	s.note = note{}
	for line := range bytes.Lines(text[:s.whole]) {
		if line = line[:len(line)-1]; !bytes.HasPrefix(line, []byte(`{"format":`)) {
			records = append(records, line)
			continue
		}
		s.note = note{}
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&s.note); err != nil {
			return nil, &Damage{path, err}
		}
	}
	if s.Format != format {
		return nil, &Damage{path, fmt.Errorf("format %q: want %q", s.Format, format)}
	}
	return records, nil
}

// readHands counts the settled hands. The last one may be missing, if the process ended between
// writing the two files.
func (l *log) readHands(settled int) error {
	text, err := os.ReadFile(l.path(handsFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return errors.Unwrap(err)
	}
	l.written = int64(bytes.LastIndexByte(text, '\n') + 1)
	if l.hands = bytes.Count(text, []byte("\n")); l.hands != settled && l.hands != settled-1 {
		return fmt.Errorf("%d hands are there, %d were settled", l.hands, settled)
	}
	return nil
}

// finish notes that the evening is over. It comes after everything else is on the disk: until
// then the session counts as unfinished, and Resume writes what is missing.
func (s *Session) finish() error {
	if s.table.Stage() != table.Over || s.Over {
		return nil
	}
	s.Over = true
	return s.keep([][]byte{s.note.line()})
}

// keep appends records and syncs them.
func (s *Session) keep(records [][]byte) error {
	if len(records) == 0 {
		return nil
	}
	_, err := s.records.Write(lines(records))
	if err == nil {
		err = s.records.Sync()
	}
	return err
}

// Show changes how the session is shown, and how many more hands there are (0: unchanged).
func (s *Session) Show(look Look, hands int) error {
	last := s.Last
	if hands > 0 {
		last = s.hands + hands
	}
	if look == s.Look && last == s.Last {
		return nil
	}
	s.Look, s.Last = look, last
	if s.Over {
		return nil
	}
	if err := s.keep([][]byte{s.note.line()}); err != nil {
		return err
	}
	if s.table.Stage() == table.Playing && s.Last == s.table.Hands() {
		return s.MakeLast()
	}
	return nil
}

// settled appends the line of a hand.
func (l *log) settled(v variant.Variant, names []string, hand *rams.Record) error {
	line := append(history.FromRecord(v, names, hand, nil).AppendTo(nil), '\n')
	f, err := os.OpenFile(l.path(handsFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	err = f.Truncate(l.written)
	if err == nil {
		_, err = f.WriteAt(line, l.written)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil && l.written == 0 {
		err = atomicfile.SyncDir(l.dir)
	}
	if err != nil {
		return err
	}
	l.written += int64(len(line))
	l.hands++
	return nil
}

// unsettled removes the line of the last hand.
func (l *log) unsettled() error {
	path := l.path(handsFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text = bytes.TrimSuffix(text[:min(l.written, int64(len(text)))], []byte("\n"))
	l.written = int64(bytes.LastIndexByte(text, '\n') + 1)
	l.hands--
	return os.Truncate(path, l.written)
}

// lines joins lines.
func lines(list [][]byte) []byte { return append(bytes.Join(list, []byte("\n")), '\n') }
