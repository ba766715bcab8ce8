package hostlog

import (
	"context"
	"crypto/rand"
	"errors"

	"chratze/internal/server/store"
)

// linkKeyName is the setting for the key that seals links.
const linkKeyName = "link-key"

// LinkKey returns the key that seals links. The first start makes it.
func LinkKey(ctx context.Context, db store.Store) ([]byte, error) {
	key, err := db.Setting(ctx, linkKeyName)
	if !errors.Is(err, store.ErrNoSetting) {
		return key, err
	}
	key = make([]byte, 32)
	_, _ = rand.Read(key) // it never fails
	if s, ok := db.(interface {
		SetFirst(ctx context.Context, key string, value []byte) ([]byte, error)
	}); ok { // servers that share the store may start at the same time
		return s.SetFirst(ctx, linkKeyName, key)
	}
	return key, db.Set(ctx, linkKeyName, key)
}
