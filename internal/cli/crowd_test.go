package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"chratze/internal/server/httpd/httpdtest"
)

// crowdProxy is the address of a proxy that the besieged server trusts: by it a guest comes from any network.
const crowdProxy = "127.0.0.99"

// crowds returns attacks that are no single kind of request: a guest who plays with as many bots as allowed, one who comes and
// goes, and one with many networks.
func (b *siege) crowds() map[string]func(*guest, time.Duration) {
	return map[string]func(*guest, time.Duration){
		"every seat a bot":    b.onlyBots,
		"sockets come and go": b.comesAndGoes,
		"256 networks":        func(g *guest, long time.Duration) { b.networks(g, 256, long) },
		"65536 networks":      func(g *guest, long time.Duration) { b.networks(g, 65536, long) },
		"80 networks of bots": b.botsOfNetworks,
	}
}

// open opens the WebSocket of a seat, or returns nil if the server refuses.
func (g *guest) open(ctx context.Context, base string, at httpdtest.Seat) *websocket.Conn {
	ws, _, err := websocket.Dial(ctx, strings.Replace(base, "http", "ws", 1)+"/ws/"+at.ID,
		&websocket.DialOptions{HTTPClient: g.http, HTTPHeader: http.Header{"Authorization": {"Bearer " + at.Secret}}})
	if err != nil {
		return nil
	}
	ws.SetReadLimit(1 << 20)
	return ws
}

// makes makes a table, from a network if there is one, and returns the seat at it; ok is false if the server refuses.
func (g *guest) makes(base, network, body string) (at httpdtest.Seat, ok bool) {
	r, err := http.NewRequest(http.MethodPost, base+"/api/tables", strings.NewReader(body))
	if err != nil {
		return at, false
	}
	r.Header.Set("Content-Type", "application/json")
	if network != "" {
		r.Header.Set("X-Forwarded-For", network)
	}
	answer, err := g.http.Do(r)
	if err != nil {
		return at, false
	}
	defer answer.Body.Close()
	var made struct{ Table, Secret string }
	ok = json.NewDecoder(answer.Body).Decode(&made) == nil && answer.StatusCode == http.StatusCreated
	return httpdtest.Seat{ID: made.Table, Secret: made.Secret}, ok
}

// botTable is a table with as many bots of the best kind as it may have, as fast as it may be.
const botTable = `{"name":"Eve","pace":200,"bot":"best","chairs":7,"rules":{"preset":"chratze"}}`

// onlyBots makes as many tables with bots as an address may, and answers at once at all of them.
func (b *siege) onlyBots(g *guest, long time.Duration) { b.bots(g, long, make([]string, 20)) }

// botsOfNetworks is onlyBots for a guest with many networks, who makes 80 tables.
func (b *siege) botsOfNetworks(g *guest, long time.Duration) {
	var networks []string
	for i := range 80 {
		networks = append(networks, fmt.Sprintf("2001:db8:7:%x::1", i))
	}
	g.http = b.proxied()
	b.bots(g, long, networks)
}

func (b *siege) bots(g *guest, long time.Duration, networks []string) {
	ctx, cancel := context.WithTimeout(context.Background(), long+3*time.Second)
	defer cancel()
	acting, stop := context.WithTimeout(ctx, long) // then hands are played to their end, so that none goes on afterwards
	defer stop()
	var all sync.WaitGroup
	var acts atomic.Int64
	defer func() {
		all.Wait()
		b.t.Logf("%d tables, %d acts of the guest", len(networks), acts.Load())
	}()
	for _, network := range networks {
		at, ok := g.makes(b.s.base, network, botTable)
		if !ok {
			b.t.Error("the guest can't make its tables")
			return
		}
		ws := g.open(ctx, b.s.base, at)
		if ws == nil {
			b.t.Error("the guest can't sit down")
			return
		}
		all.Go(func() {
			defer ws.CloseNow()
			_ = ws.Write(ctx, websocket.MessageText, []byte(`{"t":"start"}`))
			for {
				_, m, err := ws.Read(ctx)
				if err != nil {
					return
				}
				var told struct {
					Ask struct {
						Q     uint64
						Legal []string
					}
					Info struct{ Stage string }
				}
				g.waits()
				switch _ = json.Unmarshal(m, &told); {
				case acting.Err() != nil:
				case len(told.Ask.Legal) > 0:
					acts.Add(1)
					_ = ws.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"t":"act","q":%d,"act":%q}`, told.Ask.Q, told.Ask.Legal[0]))
				case told.Info.Stage == "between":
					_ = ws.Write(ctx, websocket.MessageText, []byte(`{"t":"next"}`))
				}
			}
		})
	}
}

// comesAndGoes opens and closes WebSockets of the guest's own chairs, as fast as it can.
func (b *siege) comesAndGoes(g *guest, long time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), long)
	defer cancel()
	var all sync.WaitGroup
	for i := range 32 {
		all.Go(func() {
			for n := i; ctx.Err() == nil; n++ {
				g.waits()
				if ws := g.open(ctx, b.s.base, b.seats[n%len(b.seats)]); ws != nil {
					_ = ws.CloseNow()
				}
			}
		})
	}
	all.Wait()
}

// proxied returns a client whose requests come by the proxy.
func (b *siege) proxied() *http.Client {
	from := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(crowdProxy)}}
	return &http.Client{Transport: &http.Transport{DialContext: from.DialContext, MaxIdleConnsPerHost: 64}, Timeout: 30 * time.Second}
}

// networks asks from as many /64s of one customer as given, for what is cheap and for what the pool works on; and then somebody
// who has never been here comes, and can make a table.
func (b *siege) networks(g *guest, n int, long time.Duration) {
	g.http = b.proxied()
	ctx, cancel := context.WithTimeout(context.Background(), long)
	defer cancel()
	var all sync.WaitGroup
	var asked atomic.Int64
	for i := range 32 {
		all.Go(func() {
			for ctx.Err() == nil {
				g.waits()
				k := int(asked.Add(1))
				q := httpdtest.Request{Method: http.MethodGet, Path: "/healthz"}
				if i < 8 { // those wait for the pool
					q = httpdtest.Request{Method: http.MethodPost, Path: "/api/review/ja?seat=0", Body: b.g.Hand}
				}
				r, err := q.New(b.s.base)
				if err != nil {
					b.t.Error(err)
					return
				}
				r.Header.Set("X-Forwarded-For", netip.MustParseAddr(fmt.Sprintf("2001:db8:%x:%x::1", n>>8, k%n)).String())
				if answer, err := g.http.Do(r.WithContext(ctx)); err == nil {
					_, _ = io.Copy(io.Discard, answer.Body) // so that the connection is used again: this isn't about connections
					_ = answer.Body.Close()
				}
			}
		})
	}
	all.Wait()
	b.t.Logf("%d requests of %d networks", asked.Load(), n)
	for i := range 4 {
		if _, ok := g.makes(b.s.base, netip.MustParseAddr(fmt.Sprintf("2001:db8:ffff:%x::1", n>>4+i)).String(), `{"name":"Anna"}`); !ok {
			b.t.Errorf("after %d networks somebody new can't make a table", n)
		}
	}
}

// TestCrowds: what TestHostileGuest demands, of attacks that are no single kind of request.
func TestCrowds(t *testing.T) {
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("CHRATZE_VERIFY=1 measures each for 20 s")
	}
	b := besieged(t)
	b.rest()
	crowds := b.crowds()
	var names []string
	for name := range crowds {
		if isWanted(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		b.measure(name, siegeTime(), crowds[name])
	}
}
