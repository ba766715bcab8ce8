// Package owner says which of several servers has a table or a cash desk. The rooms that answer
// for tables meet the cluster only here (package cluster). A server alone sets no Owner.
package owner

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/fnv"
)

// Owner knows which server has what. IDs of tables are positive, those of cash desks and groups negative
// (DeskID, GroupID).
type Owner interface {
	// Where returns the name of the server that should have an ID, and whether it is this one.
	// The error is ErrAway.
	Where(id int64) (name string, here bool, err error)
	// Hold makes this server the owner of an ID, if it should be, and returns its term. The error
	// is ErrElsewhere or ErrAway.
	Hold(ctx context.Context, id int64) (term int64, err error)
	// Keeps reports whether this server may still answer from memory for what it has held since
	// a term. It is quick.
	Keeps(id, term int64) bool
	// Set stores a value durably. It fails if this server isn't the owner since the term: the
	// store decides that while it writes.
	Set(ctx context.Context, id, term int64, key string, value []byte) error
	// Ready returns why this server can't answer at present, ErrAway or ErrLeaving, or nil.
	Ready() error
}

// Errors of an Owner.
var (
	ErrElsewhere = errors.New("owner: another server has this table")
	ErrLeaving   = errors.New("owner: this server is stopping")
	ErrAway      = errors.New("owner: this server doesn't know yet which tables it has")
)

// DeskID returns the ID of a cash desk.
func DeskID(desk string) int64 { return -int64(Hash(desk, 0)>>1) - 1 }

// GroupID returns the ID of a group of regulars.
func GroupID(group string) int64 { return DeskID("group/" + group) }

// Hash mixes a name and a number well. All servers must agree on it: it places tables.
func Hash(name string, id int64) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name)) // it never fails
	_, _ = h.Write(binary.LittleEndian.AppendUint64(nil, uint64(id)))
	x := h.Sum64()
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
