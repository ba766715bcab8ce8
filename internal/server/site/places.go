package site

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
	Card string // name of the network card; "": none in particular
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

// networkCards returns the cards of this machine, or none if they are not known.
func networkCards() (list []networkCard) {
	cards, err := net.Interfaces()
	if err != nil {
		return nil
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
