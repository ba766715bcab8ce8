package host

import (
	"context"
	"errors"
	"sync"

	"chratze/internal/server/store"
	"chratze/internal/server/store/storetest"
)

// memory is a store in memory as a Log that can be told to fail. (Package hostlog, which adapts
// stores for the server, imports this one.)
type memory struct {
	disk *storetest.Memory

	mu   sync.Mutex
	fail error // of Append
}

var _ Log = (*memory)(nil)

func newMemory() *memory { return &memory{disk: storetest.NewMemory(nil)} }

var errFull = errors.New("disk full")

// failing lets Append fail; nil: no longer.
func (m *memory) failing(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fail = err
}

func (m *memory) failure() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.fail
}

func (m *memory) Create(ctx context.Context, code, about string, records [][]byte) (int64, error) {
	id, err := m.disk.Create(ctx, store.New{Code: code, Preset: about, Version: 1, Bodies: records})
	return id, m.dead(err)
}

func (m *memory) Append(ctx context.Context, batch []Entry) error {
	if err := m.failure(); err != nil {
		return err
	}
	entries := make([]store.Entry, len(batch))
	for i, e := range batch {
		entries[i] = store.Entry{Table: e.Table, Seq: e.Seq, Version: 1, Body: e.Body}
	}
	return m.dead(m.disk.Append(ctx, entries))
}

func (m *memory) dead(err error) error {
	if err != nil && m.disk.Dead() != nil {
		return errors.Join(ErrDead, err)
	}
	return err
}

func (m *memory) Load(ctx context.Context, id int64) (Saved, error) {
	entry, err := m.disk.Table(ctx, id)
	if err != nil {
		return Saved{}, gone(err)
	}
	saved := Saved{Code: entry.Code, Closed: !entry.Live()}
	for rec, err := range m.disk.Load(ctx, id) {
		if err != nil {
			return Saved{}, gone(err)
		}
		saved.Records = append(saved.Records, rec.Body)
	}
	return saved, nil
}

func (m *memory) ByCode(ctx context.Context, code string) (int64, error) {
	t, err := m.disk.ByCode(ctx, code)
	return t.ID, gone(err)
}

func gone(err error) error {
	if errors.Is(err, store.ErrNoTable) {
		return ErrNoTable
	}
	return err
}

func (m *memory) Close(ctx context.Context, id int64) error {
	return m.dead(m.disk.CloseTable(ctx, id))
}

// records returns the log of a table.
func (m *memory) records(id int64) [][]byte {
	saved, err := m.Load(context.Background(), id)
	if err != nil {
		panic(err) // the disk doesn't fail here
	}
	return saved.Records
}
