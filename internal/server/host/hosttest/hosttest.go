// Package hosttest helps tests of the rooms above the host: it has a log in memory that
// can be killed, and seeded chance.
package hosttest

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	"chratze/internal/server/host"
)

// Memory is a host.Log in memory.
type Memory struct {
	Rows map[int64][][]byte // by table: its records in order

	mu   sync.Mutex
	code map[string]int64
	dead bool
}

// NewMemory returns a log without tables.
func NewMemory() *Memory { return &Memory{Rows: map[int64][][]byte{}, code: map[string]int64{}} }

// Kill returns what is durable at this moment; nothing is written after it.
func (m *Memory) Kill() *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dead = true
	return &Memory{Rows: m.Rows, code: m.code}
}

// Create makes a table of these records.
func (m *Memory) Create(_ context.Context, code, _ string, records [][]byte) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	id := int64(len(m.Rows) + 1)
	m.Rows[id] = records
	m.code[code] = id
	return id, nil
}

// Append writes the batch; each record must come after the one before.
func (m *Memory) Append(_ context.Context, batch []host.Entry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.dead {
		return host.ErrStore
	}
	for _, e := range batch {
		if uint64(len(m.Rows[e.Table])) != e.Seq {
			return fmt.Errorf("table %d: record %d after %d", e.Table, e.Seq, len(m.Rows[e.Table]))
		}
		m.Rows[e.Table] = append(m.Rows[e.Table], bytes.Clone(e.Body))
	}
	return nil
}

// Load returns a table's records and its code.
func (m *Memory) Load(_ context.Context, id int64) (host.Saved, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	saved := host.Saved{Records: append([][]byte(nil), m.Rows[id]...)}
	for code, of := range m.code {
		if of == id {
			saved.Code = code
		}
	}
	return saved, nil
}

// ByCode returns the table of a code, or host.ErrNoTable.
func (m *Memory) ByCode(_ context.Context, code string) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if id, ok := m.code[code]; ok {
		return id, nil
	}
	return 0, host.ErrNoTable
}

// SetCode changes a table's code; "" takes it away.
func (m *Memory) SetCode(_ context.Context, id int64, code string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for c, of := range m.code {
		if of == id {
			delete(m.code, c)
		}
	}
	if code != "" {
		m.code[code] = id
	}
	return nil
}

// Close does nothing.
func (m *Memory) Close(context.Context, int64) error { return nil }
