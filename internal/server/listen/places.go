package listen

import (
	"cmp"
	"net"
	"net/netip"
	"slices"
	"strings"
)

// Place is an address at which the server can be reached.
type Place struct {
	URL  string
	Card string // name of the network card; "": none in particular, or the address is guessed
	Kind Kind
}

// Kind says who can use an address.
type Kind int

// The kinds of places, in the order in which they are listed.
const (
	Here    Kind = iota // this machine
	Given               // from the settings
	Hotspot             // phones on this machine's hotspot, or on the phone whose hotspot it uses
	Network             // phones in the same network
	World               // a public address
	Virtual             // a network of virtual machines or a tunnel: phones are unlikely there
)

// ForPhone returns which of the places is the likeliest for a phone; -1: none is for phones.
func ForPhone(places []Place) int {
	return slices.IndexFunc(places, func(p Place) bool { return p.Kind != Here && p.Kind != Virtual })
}

// hotspots are the networks of phones' and systems' hotspots: Android, Android with Wi-Fi
// Direct, iPhone, Windows, NetworkManager.
//
//lattice:table
var hotspots = []netip.Prefix{
	netip.MustParsePrefix("192.168.43.0/24"), netip.MustParsePrefix("192.168.49.0/24"), netip.MustParsePrefix("172.20.10.0/28"),
	netip.MustParsePrefix("192.168.137.0/24"), netip.MustParsePrefix("10.42.0.0/24"),
}

// virtual are the prefixes of network cards without phones.
//
//lattice:table
var virtual = []string{"docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "lxc", "lxd", "cni", "podman", "tun", "tap", "utun", "wg", "tailscale", "zt"}

// networkCard describes a network card.
type networkCard struct {
	name      string
	flags     net.Flags
	addresses []netip.Addr
}

// networkCards returns the cards of this machine. Android 11 and later don't tell a program which
// there are: then there is a card without a name, with the addresses that packets would leave
// from.
func networkCards() (list []networkCard) {
	cards, err := net.Interfaces()
	if err != nil {
		return guessedCards(leavesFrom)
	}
	for _, c := range cards {
		card := networkCard{name: c.Name, flags: c.Flags}
		addrs, err := c.Addrs()
		if err != nil {
			continue // it has disappeared
		}
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil {
				card.addresses = append(card.addresses, p.Addr().Unmap())
			}
		}
		list = append(list, card)
	}
	return list
}

// probeTargets returns unassigned addresses: one of RFC 5737, and one in each network of hotspots.
// Dialling one shows which local address packets leave from.
func probeTargets() []netip.Addr {
	list := []netip.Addr{netip.MustParseAddr("192.0.2.1")}
	for _, p := range hotspots {
		list = append(list, p.Addr().Next().Next().Next())
	}
	return list
}

// leavesFrom returns the address that a packet to another one would leave from. Nothing is sent:
// UDP has no connection.
func leavesFrom(to netip.Addr) (netip.Addr, bool) {
	c, err := net.Dial("udp", netip.AddrPortFrom(to, 9).String())
	if err != nil {
		return netip.Addr{}, false
	}
	defer func() { _ = c.Close() }() // nothing was sent
	from, ok := c.LocalAddr().(*net.UDPAddr)
	if !ok {
		return netip.Addr{}, false
	}
	return from.AddrPort().Addr().Unmap(), true
}

// guessedCards returns a card without a name, with every address from which from says that
// packets leave; none if there is no such address.
func guessedCards(from func(to netip.Addr) (netip.Addr, bool)) []networkCard {
	card := networkCard{flags: net.FlagUp}
	for _, to := range probeTargets() {
		if a, ok := from(to); ok && !a.IsLoopback() && !slices.Contains(card.addresses, a) {
			card.addresses = append(card.addresses, a)
		}
	}
	if card.addresses == nil {
		return nil
	}
	return []networkCard{card}
}

// phonePlaces returns every address that a phone could use, the likeliest first: those of cards
// that are up, without loopback and link-local ones. IPv6 is listed only for cards that have
// nothing else, since nobody types it.
func phonePlaces(cards []networkCard, url func(host string) string) (list []Place) {
	for _, c := range cards {
		if c.flags&net.FlagUp == 0 || c.flags&net.FlagLoopback != 0 {
			continue
		}
		has4 := slices.ContainsFunc(c.addresses, func(a netip.Addr) bool { return a.Is4() && !a.IsLinkLocalUnicast() })
		for _, a := range c.addresses {
			if !a.IsGlobalUnicast() || a.IsLinkLocalUnicast() || a.Is6() && has4 {
				continue
			}
			list = append(list, Place{url(a.String()), c.name, kindOf(c, a)})
		}
	}
	slices.SortStableFunc(list, func(a, b Place) int { return cmp.Compare(a.Kind, b.Kind) })
	return list
}

// kindOf says who can use an address of a card.
func kindOf(c networkCard, a netip.Addr) Kind {
	switch {
	case c.flags&net.FlagPointToPoint != 0 || slices.ContainsFunc(virtual, func(s string) bool { return strings.HasPrefix(c.name, s) }):
		return Virtual
	case slices.ContainsFunc(hotspots, func(p netip.Prefix) bool { return p.Contains(a) }):
		return Hotspot
	case a.IsPrivate():
		return Network
	}
	return World
}
