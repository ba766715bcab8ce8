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
)

const (
	settingsFile = "session.json"
	recordsFile  = "records.jsonl"
	handsFile    = "hands.jsonl"
	lockFile     = "lock"
	format       = "chratze-sitting/3"
)

// settings are what a session has besides its table.
type settings struct {
	Format string `json:"format"`
	Seed   uint64 `json:"seed,string"`
	Look   Look   `json:"look"`
	Dealer int    `json:"dealer,omitempty"` // the chair that deals the first hand, counted from 1; 0: drawn by lot
	Last   int    `json:"last,omitempty"`   // number of the last hand; 0: not set
	Over   bool   `json:"over,omitempty"`   // the evening is over
}

// Why a session can't be resumed.
var (
	ErrLocked = errors.New("local: another process plays this session")
	ErrNone   = errors.New("local: no such session")
)

// Damage is a saved session that can't be read. It is left unchanged.
type Damage struct {
	Path string
	Err  error
}

func (d *Damage) Error() string { return d.Path + ": " + d.Err.Error() }
func (d *Damage) Unwrap() error { return d.Err }

// disk is the directory of a session. The settings are those in its file.
type disk struct {
	settings
	dir     string
	lock    *flock.Flock
	records *os.File
	hands   [][]byte // the lines of the settled hands
}

func at(data string, number int) disk {
	return disk{dir: filepath.Join(data, "sittings", strconv.Itoa(number))}
}

func (d *disk) path(name string) string { return filepath.Join(d.dir, name) }

// Number returns the session's number, which is the name of its directory.
func (d *disk) Number() string { return filepath.Base(d.dir) }

// Dir returns the session's directory.
func (d *disk) Dir() string { return d.dir }

// HandsPath returns the file of the settled hands.
func (d *disk) HandsPath() string { return d.path(handsFile) }

// Close unlocks the session for other processes.
func (d *disk) Close() error {
	var err error
	if d.records != nil {
		err = d.records.Close()
	}
	return errors.Join(err, d.lock.Close())
}

// hold locks the directory. It waits a moment for a process that is ending.
func (d *disk) hold() error {
	d.lock = flock.New(d.path(lockFile), flock.SetPermissions(0o600))
	for range 20 {
		if held, err := d.lock.TryLock(); held || err != nil {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	return ErrLocked
}

// save writes the settings.
func (d *disk) save() error {
	b, err := json.Marshal(&d.settings)
	if err != nil { // all fields can be written
		panic(err)
	}
	return atomicfile.Write(d.path(settingsFile), append(b, '\n'), 0o600)
}

// open opens the records, to append to them.
func (d *disk) open() (err error) {
	d.records, err = os.OpenFile(d.path(recordsFile), os.O_WRONLY|os.O_APPEND, 0)
	return err
}

// Create makes the directory of a new session in data. last is the number of its last hand, or
// 0.
func Create(data string, p Plan, look Look, last int) (*Session, error) {
	records := p.first(now())
	s := &Session{disk: disk{settings: settings{Format: format, Seed: p.Seed, Look: look, Dealer: p.Dealer, Last: last}}}
	if err := s.play(records); err != nil {
		return nil, err
	}
	s.table.Present(now(), s.me, true)
	if err := s.create(data); err != nil {
		return nil, err
	}
	err := atomicfile.Write(s.path(recordsFile), join(records), 0o600)
	if err == nil {
		err = s.open()
	}
	if err == nil {
		err = s.save() // from now on it is a session
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
func (d *disk) create(data string) error {
	if err := os.MkdirAll(filepath.Join(data, "sittings"), 0o700); err != nil {
		return err
	}
	numbers, err := list(data)
	if err != nil {
		return err
	}
	for n := 1 + slices.Max(append(numbers, 0)); ; n++ {
		d.dir = at(data, n).dir
		err := os.Mkdir(d.dir, 0o700)
		if err == nil {
			return d.hold()
		}
		if !errors.Is(err, fs.ErrExist) { // otherwise another process was faster
			return err
		}
	}
}

// list returns the numbers of all sessions in order.
func list(data string) (numbers []int, err error) {
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

// Resume continues a session. The error is ErrNone, ErrLocked or a *Damage, and then nothing
// has changed; or it is an error of the disk.
func Resume(data string, number int) (*Session, error) {
	s := &Session{disk: at(data, number)}
	if _, err := os.Lstat(s.path(settingsFile)); errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
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
	text, err := os.ReadFile(s.HandsPath())
	s.hands = lines(text)
	// the process may have ended between writing the two files
	if far := len(s.hands) - s.settled(); far < -1 || far > 1 || far < 0 && s.table.Played() == nil {
		err = fmt.Errorf("%d hands, want the %d that were settled", len(s.hands), s.settled())
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &Damage{s.HandsPath(), err}
	}
	if err := s.open(); err != nil {
		return err
	}
	if err := s.records.Truncate(int64(len(join(records)))); err != nil { // a torn last line was never shown
		return err
	}
	return s.after(s.table.Present(now(), s.me, true), nil) // asks the bots that hadn't answered
}

// read reads the settings and returns the records.
func (d *disk) read() ([][]byte, error) {
	text, err := os.ReadFile(d.path(settingsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone // its process ended before the first save
	}
	if err == nil {
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.DisallowUnknownFields()
		err = decoder.Decode(&d.settings)
	}
	if err == nil && d.Format != format {
		err = fmt.Errorf("format %q: want %q", d.Format, format)
	}
	if err != nil {
		return nil, &Damage{d.path(settingsFile), err}
	}
	text, err = os.ReadFile(d.path(recordsFile))
	if err != nil {
		return nil, &Damage{d.path(recordsFile), err}
	}
	return lines(text), nil
}

// settled returns how many hands are over.
func (s *Session) settled() int {
	if s.table.Stage() == table.Playing {
		return s.table.Hands() - 1
	}
	return s.table.Hands()
}

// keep appends records, and writes what follows from them. The evening is noted as over when
// everything else is on the disk: until then Resume writes what is missing.
func (s *Session) keep(records [][]byte) error {
	if len(records) > 0 {
		_, err := s.records.Write(join(records))
		if err == nil {
			err = s.records.Sync()
		}
		if err != nil {
			return err
		}
	}
	if err := s.keepHands(); err != nil {
		return err
	}
	if s.table.Stage() != table.Over || s.Over {
		return nil
	}
	s.Over = true
	return s.save()
}

// keepHands writes a hand that is over to the settled hands, or removes one that is played
// again.
func (s *Session) keepHands() error {
	switch settled := s.settled(); {
	case len(s.hands) == settled:
		return nil
	case len(s.hands) > settled:
		s.hands = s.hands[:settled]
	default:
		hand := s.table.Played()
		s.watch(hand)
		s.hands = append(s.hands, history.FromRecord(s.Rules(), s.table.Names(), hand, nil).AppendTo(nil))
	}
	return atomicfile.Write(s.HandsPath(), join(s.hands), 0o600)
}

// Show changes how the session is shown, and how many more hands there are (0: unchanged).
func (s *Session) Show(look Look, hands int) error {
	s.Look = look
	if hands > 0 {
		s.Last = s.settled() + hands
	}
	if err := s.save(); err != nil {
		return err
	}
	if s.table.Stage() == table.Playing && s.Last == s.table.Hands() && !s.Info().Last {
		return s.Do(table.Command{Do: table.DoLast})
	}
	return nil
}

// lines returns the whole lines of a text.
func lines(text []byte) (list [][]byte) {
	for line := range bytes.Lines(text[:bytes.LastIndexByte(text, '\n')+1]) {
		list = append(list, line[:len(line)-1])
	}
	return list
}

// join returns the text of lines.
func join(list [][]byte) []byte {
	if len(list) == 0 {
		return nil
	}
	return append(bytes.Join(list, []byte("\n")), '\n')
}
