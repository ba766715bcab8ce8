// Package hosttest helps tests of the rooms above the host: it has a log in memory that can be
// killed.
package hosttest

import (
	"context"

	"chratze/internal/server/hostlog"
	"chratze/internal/server/store"
	"chratze/internal/server/store/storetest"
)

// Memory is the log of a host, on a store in memory.
type Memory struct {
	*hostlog.Log
	disk *storetest.Memory
}

// NewMemory returns a log without tables.
func NewMemory() *Memory { return on(storetest.NewMemory(nil)) }

func on(disk *storetest.Memory) *Memory { return &Memory{hostlog.New(disk, nil), disk} }

// Kill returns what is durable at this moment. Nothing can be written to m any more.
func (m *Memory) Kill() *Memory { return on(m.disk.Reopen()) }

// Records returns the records of a table in order, or none if there is no such table.
func (m *Memory) Records(id int64) [][]byte {
	saved, err := m.Load(context.Background(), id)
	if err != nil {
		return nil
	}
	return saved.Records
}

// Tables returns how many tables there are.
func (m *Memory) Tables() int {
	list, err := m.disk.Tables(context.Background(), store.All)
	if err != nil {
		panic(err) // it is never told to fail
	}
	return len(list)
}
