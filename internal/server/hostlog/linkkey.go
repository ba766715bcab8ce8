package hostlog

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"

	"chratze/internal/server/store"
)

// linkKeyName is the setting for the key that seals links.
const linkKeyName = "link-key"

// LinkKey returns the key that seals links, and the number of the last table whose links have
// no seal, because they were made before there was a key. The first start makes the key.
func LinkKey(ctx context.Context, db store.Store) (key []byte, since int64, err error) {
	const size = 32
	kept, err := db.Setting(ctx, linkKeyName)
	switch {
	case err == nil && len(kept) == size+8:
		return kept[:size], int64(binary.BigEndian.Uint64(kept[size:])), nil
	case err != nil && !errors.Is(err, store.ErrNoSetting):
		return nil, 0, err
	}
	tables, err := db.Tables(ctx, store.All)
	if err != nil {
		return nil, 0, err
	}
	for _, t := range tables {
		since = max(since, t.ID)
	}
	key = make([]byte, size)
	_, _ = rand.Read(key) // it never fails
	kept = binary.BigEndian.AppendUint64(key[:size:size], uint64(since))
	if s, ok := db.(interface {
		SetFirst(ctx context.Context, key string, value []byte) ([]byte, error)
	}); ok { // servers that share the store may start at the same time
		if kept, err = s.SetFirst(ctx, linkKeyName, kept); err != nil || len(kept) != size+8 {
			return nil, 0, err
		}
		return kept[:size], int64(binary.BigEndian.Uint64(kept[size:])), nil
	}
	return key, since, db.Set(ctx, linkKeyName, kept)
}
