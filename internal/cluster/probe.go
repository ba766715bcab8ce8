package cluster

import (
	"context"
	"errors"
	"time"
)

// A node that is dead is taken out of the view, and what leads to it ends. A node may also live and
// not be reached from here: the cable between the two is cut. Connections don't notice that for
// minutes. So nodes to which something leads are probed, and if one of them is silent its people
// are sent away: they come again, perhaps by another node.

// errSilent says that a node can't be reached from this one at present.
var errSilent = errors.New("cluster: the other server doesn't answer")

// enter notes what is under way to a node. leave ends that; ctx ends before if the node is dead,
// or silent.
func (h *Hops) enter(ctx context.Context, to Member) (_ context.Context, leave func(), err error) {
	ctx, end := context.WithCancel(ctx)
	w := &way{to, end}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.silent[to.ID] {
		end()
		return ctx, nil, errSilent
	}
	h.ways[w] = struct{}{}
	return ctx, func() {
		end()
		h.mu.Lock()
		delete(h.ways, w)
		h.mu.Unlock()
	}, nil
}

// Run ends what leads to nodes that are dead or silent, until the context is done.
func (h *Hops) Run(ctx context.Context) {
	every := time.NewTicker(h.node.opt.Lease / 4)
	defer every.Stop()
	probing := map[int64]bool{}
	type said struct {
		to  Member
		err error
	}
	answers := make(chan said)
	for {
		v, changed := h.node.View()
		probes := h.sweep(&v)
		select {
		case <-changed:
			continue
		case a := <-answers:
			delete(probing, a.to.ID)
			h.heard(a.to, a.err)
			continue
		case <-every.C:
		case <-ctx.Done():
			return
		}
		for id, to := range probes {
			if probing[id] {
				continue
			}
			probing[id] = true
			go func() {
				select {
				case answers <- said{to, h.peers.Try(ctx, to.Address, 2*h.node.dialLimit())}:
				case <-ctx.Done():
				}
			}()
		}
	}
}

// sweep ends what leads to nodes that are no members any more, and returns those to be probed.
func (h *Hops) sweep(v *View) (probes map[int64]Member) {
	h.mu.Lock()
	defer h.mu.Unlock()
	probes = map[int64]Member{}
	for w := range h.ways {
		if _, lives := v.Member(w.to.ID); !lives {
			w.end()
			continue
		}
		probes[w.to.ID] = w.to
	}
	for id := range h.silent {
		if m, lives := v.Member(id); lives {
			probes[id] = m
		} else {
			delete(h.silent, id)
		}
	}
	return probes
}

// heard notes what came of a probe, and ends what leads to a node that is silent.
func (h *Hops) heard(m Member, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err == nil {
		if h.silent[m.ID] {
			h.log.Warn("a node can be reached from this one again", "node", m.Name)
		}
		delete(h.silent, m.ID)
		return
	}
	if !h.silent[m.ID] {
		h.log.Warn("a node can't be reached from this one", "node", m.Name, "address", m.Address, "err", err)
	}
	h.silent[m.ID] = true
	for w := range h.ways {
		if w.to.ID == m.ID {
			w.end()
		}
	}
}
