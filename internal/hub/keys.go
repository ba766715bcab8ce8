package hub

import (
	"context"
	"crypto/rand"
	"slices"

	"chratze/internal/keyhash"
)

// The kinds of keys. A desk has one to book and one to look; a group has any number of each, so that one can be given
// to others without being known: of each only the SHA-256 is kept.
const (
	Members = "members" // may write
	Phone   = "phone"   // of one phone, which may write
	Look    = "look"
)

// mostKeys is how many keys a group has of each kind. The oldest gives way.
const mostKeys = 200

// Key is a key of a group.
type Key struct {
	Kind string `json:"k"`
	N    int    `json:"n,omitempty"` // of a phone: its number, from 1
	Hash string `json:"h"`
}

// Writes reports whether the key lets one write.
func (k Key) Writes() bool { return k.Kind == Members || k.Kind == Phone }

// opens returns the key that a secret is, or the zero Key.
func (d *Journal) opens(secret string) Key {
	return d.find(func(k Key) bool { return keyhash.Opens(secret, k.Hash) })
}

// Holds reports whether the key with this hash still opens the group.
func (d *Journal) Holds(hash string) bool {
	return d.find(func(k Key) bool { return k.Hash == hash }) != Key{}
}

// find returns the first key that is meant, or the zero Key.
func (d *Journal) find(meant func(Key) bool) Key {
	d.mu.Lock()
	h := d.head
	d.mu.Unlock()
	all := append([]Key{{Kind: Members, Hash: h.Write}, {Kind: Look, Hash: h.Read}}, h.Keys...)
	if i := slices.IndexFunc(all, meant); i >= 0 {
		return all[i]
	}
	return Key{}
}

// add adds a key and returns its secret.
func (h *head) add(kind string) (secret string, n int) {
	secret = rand.Text()
	if kind == Phone {
		h.Phones++
		n = h.Phones
	}
	of := 0
	for _, k := range h.Keys {
		if k.Kind == kind {
			of++
		}
	}
	keys := slices.Clone(h.Keys)
	if of >= mostKeys {
		i := slices.IndexFunc(keys, func(k Key) bool { return k.Kind == kind })
		keys = slices.Delete(keys, i, i+1)
	}
	h.Keys = append(keys, Key{kind, n, keyhash.Of(secret)})
	return secret, n
}

// GroupLinks are the secrets of a new group, and of the first phone.
type GroupLinks struct{ ID, Members, Look, Phone string }

// MakeGroup makes a group with the given lines. The number of its phone is one above phones. The errors are those of Book.
func (h *Hub) MakeGroup(ctx context.Context, g Guest, phones int, lines []string) (links GroupLinks, err error) {
	secrets := head{Phones: phones}
	links.Members, _ = secrets.add(Members)
	links.Look, _ = secrets.add(Look)
	links.Phone, _ = secrets.add(Phone)
	links.ID, err = h.make(ctx, g, secrets, lines)
	return links, err
}

// Admit gives a phone a key of its own. The caller has checked that it may have one.
func (h *Hub) Admit(ctx context.Context, g Guest, id string) (secret string, n int, err error) {
	err = h.rekey(ctx, g, id, func(keys *head) { secret, n = keys.add(Phone) })
	return secret, n, err
}

// NewKey makes another key of a kind for a guest who may write. If it replaces the earlier ones, these open nothing from then on;
// with those of members, all phones but that of the guest must be let in again.
func (h *Hub) NewKey(ctx context.Context, g Guest, id, kind string, replace bool) (secret string, err error) {
	d, write, err := h.Find(ctx, g, id)
	switch {
	case err != nil:
		return "", err
	case !write:
		return "", ErrReadOnly
	}
	own := d.opens(g.Secret)
	err = h.rekey(ctx, g, id, func(keys *head) {
		if replace {
			keys.Keys = slices.DeleteFunc(slices.Clone(keys.Keys), func(k Key) bool {
				return k.Kind == kind || kind == Members && k.Kind == Phone && k.N != own.N
			})
		}
		secret, _ = keys.add(kind)
	})
	return secret, err
}

// rekey changes the keys of a group.
func (h *Hub) rekey(ctx context.Context, g Guest, id string, change func(*head)) error {
	for {
		d, err := h.find(ctx, g, id)
		switch {
		case err != nil:
			return err
		case d == nil || len(d.head.Keys) == 0:
			return ErrNone
		}
		if err := g.allow(); err != nil {
			return err
		}
		if done, err := h.rekeyAt(ctx, d, change); done {
			return err
		}
	}
}

// rekeyAt is rekey for a group in memory; done is false if it was evicted meanwhile.
func (h *Hub) rekeyAt(ctx context.Context, d *Journal, change func(*head)) (done bool, err error) {
	d.booking.Lock()
	defer d.booking.Unlock()
	if _, news := d.look(); news == nil {
		return false, nil
	}
	secrets := d.head
	change(&secrets)
	secrets.Used = d.day
	if h.log != nil {
		if err := set(context.WithoutCancel(ctx), h.logOf(d), h.kind.prefix+d.id, secrets); err != nil {
			return true, errKeep(err)
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.head = secrets
	close(d.news) // those who wait with a key that was replaced are told at once
	d.news = make(chan struct{})
	return true, nil
}
