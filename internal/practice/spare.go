package practice

import (
	"bytes"
	"context"
	"errors"
	"sync"

	"chratze/internal/table/host"
)

// ErrElsewhere is wrapped by an error of a log to which another page has written the same
// evening: this page reads it again and follows.
var ErrElsewhere = errors.New("practice: the evening goes on in another page")

// spare is a log that continues in memory when the log beneath can't be written any more: a
// browser's storage may be full or refused, and play must go on. As long as possible, records
// are durable before a method returns.
type spare struct {
	under  host.Log
	unkept func(error)

	mu   sync.Mutex
	lost bool
	rows map[int64][][]byte // all records of the tables that were used here
	made int64              // the last number given in memory
}

func newSpare(under host.Log, unkept func(error)) *spare {
	return &spare{under: under, unkept: unkept, rows: map[int64][][]byte{}, made: 1 << 40}
}

// fails notes that nothing more can be stored.
func (s *spare) fails(err error) {
	s.lost = true
	if s.unkept != nil {
		s.unkept(err)
	}
}

// Create implements host.Log.
func (s *spare) Create(ctx context.Context, code, about string, records [][]byte) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, err := int64(0), error(nil)
	if !s.lost {
		if id, err = s.under.Create(ctx, code, about, records); err != nil {
			s.fails(err)
		}
	}
	if s.lost {
		s.made++
		id = s.made
	}
	s.rows[id] = nil
	for _, r := range records {
		s.rows[id] = append(s.rows[id], bytes.Clone(r))
	}
	return id, nil
}

// Append implements host.Log.
func (s *spare) Append(ctx context.Context, batch []host.Entry) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.lost {
		err := s.under.Append(ctx, batch)
		if errors.Is(err, ErrElsewhere) {
			for _, e := range batch {
				delete(s.rows, e.Table)
			}
			return err
		}
		if err != nil {
			s.fails(err)
		}
	}
	for _, e := range batch {
		s.rows[e.Table] = append(s.rows[e.Table], bytes.Clone(e.Body))
	}
	return nil
}

// Load implements host.Log.
func (s *spare) Load(ctx context.Context, id int64) (host.Saved, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lost && s.rows[id] != nil {
		return host.Saved{Records: s.rows[id]}, nil
	}
	saved, err := s.under.Load(ctx, id)
	if err == nil {
		s.rows[id] = saved.Records[:len(saved.Records):len(saved.Records)]
	}
	return saved, err
}

// ByCode implements host.Log. Only the maker of a table seats people here, by its name.
func (s *spare) ByCode(_ context.Context, name string) (int64, error) {
	if id := number(name); id != 0 {
		return id, nil
	}
	return 0, host.ErrNoTable
}

// Close implements host.Log.
func (s *spare) Close(ctx context.Context, id int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.lost {
		if err := s.under.Close(ctx, id); err != nil {
			s.fails(err)
		}
	}
	return nil
}
