package listen

import (
	"net"
	"net/netip"
	"strings"
	"testing"
)

// TestPhonePlaces: every address that a phone could use is listed, the likeliest first,
// also where nothing leads to the world.
func TestPhonePlaces(t *testing.T) {
	t.Parallel()
	const up = net.FlagUp | net.FlagBroadcast
	card := func(name string, flags net.Flags, addresses ...string) networkCard {
		c := networkCard{name: name, flags: flags}
		for _, a := range addresses {
			c.addresses = append(c.addresses, netip.MustParseAddr(a))
		}
		return c
	}
	lo := card("lo", net.FlagUp|net.FlagLoopback, "127.0.0.1", "::1")
	for _, c := range []struct {
		name  string
		cards []networkCard
		want  string
	}{
		{"a hotspot without a route", []networkCard{lo, card("wlan0", up, "fe80::1", "10.42.0.1")}, "10.42.0.1/wlan0/2"},
		{"an iPhone's", []networkCard{lo, card("en0", up, "172.20.10.4", "fe80::2")}, "172.20.10.4/en0/2"},
		{"at home, with containers", []networkCard{lo, card("docker0", up, "172.17.0.1"), card("eth0", up, "192.168.1.9", "2001:db8::9"), card("wlan0", up, "192.168.43.7")},
			"192.168.43.7/wlan0/2 192.168.1.9/eth0/3 172.17.0.1/docker0/5"},
		{"a tunnel, and a card that is down", []networkCard{lo, card("tun0", up|net.FlagPointToPoint, "10.8.0.2"), card("eth1", net.FlagBroadcast, "192.168.7.7")}, "10.8.0.2/tun0/5"},
		{"in public", []networkCard{lo, card("eth0", up, "192.0.2.7")}, "192.0.2.7/eth0/4"},
		{"only IPv6", []networkCard{lo, card("eth0", up, "fe80::1", "2001:db8::9")}, "2001:db8::9/eth0/4"},
		{"only what one cable has", []networkCard{lo, card("eth0", up, "169.254.3.4", "fe80::1")}, ""},
		{"nothing", []networkCard{lo}, ""},
	} {
		var got []string
		for _, p := range phonePlaces(c.cards, func(host string) string { return host }) {
			got = append(got, p.URL+"/"+p.Card+"/"+string(rune('0'+p.Kind)))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestGuessedCards: where a phone doesn't tell its cards, the addresses are those that packets
// leave from: that of the hotspot first, each once, and none that leads nowhere.
func TestGuessedCards(t *testing.T) {
	t.Parallel()
	hotspot, mobile := netip.MustParseAddr("192.168.43.1"), netip.MustParseAddr("10.121.7.9")
	cards := guessedCards(func(to netip.Addr) (netip.Addr, bool) {
		switch {
		case to == netip.MustParseAddr("192.0.2.1"):
			return mobile, true
		case netip.MustParsePrefix("192.168.43.0/24").Contains(to):
			return hotspot, true
		case to.Is4() && to.As4()[0] == 10:
			return netip.Addr{}, false
		}
		return mobile, true
	})
	places := phonePlaces(cards, func(host string) string { return host })
	if len(places) != 2 || places[0] != (Place{"192.168.43.1", "", Hotspot}) || places[1] != (Place{"10.121.7.9", "", Network}) {
		t.Errorf("%+v", places)
	}
	if list := guessedCards(func(netip.Addr) (netip.Addr, bool) { return netip.MustParseAddr("127.0.0.1"), true }); list != nil {
		t.Errorf("packets to nobody leave from %+v", list)
	}
	if a, ok := leavesFrom(netip.MustParseAddr("127.0.0.1")); !ok || !a.IsLoopback() {
		t.Errorf("packets to this machine leave from %v, %v", a, ok)
	}
}
