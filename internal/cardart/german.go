package cardart

// A figure is a court of the German deck, from head to foot, on a meadow. What it
// carries at its left is drawn around (32, 114), what it holds in its other hand
// around (95, 96). The sign is high in the hand of kings and Obers, low in that
// of Unters.
type figure struct {
	head
	body, left, right string
	dress             dress
}

var german = &deck{
	name: "german", title: "Doppeldeutsche Karten",
	palette: inks("german", "#7a431a", "#2f6b28", "#b3261e", "#8a5a00"),
	back:    clover,
	letters: map[byte]string{'Q': "O", 'J': "U"},
	figure:  germanFigure,
}

func germanFigure(d *deck, rank, suit byte) string {
	name := string([]byte{rank, suit})
	switch {
	case name == "6d":
		return d.weli()
	case rank == 'A':
		return d.pair(suit, 34.5, 13, .59) + at(65, 101, 1.2, d.draw(part("sow", "ace")+part("seasons", string(suit)), nil))
	}
	if f, ok := germanCourts[name]; ok {
		return f.draw(d.palette, suit)
	}
	return ""
}

// The German courts: Tell is the Ober of acorns, Gessler with his hat on a pole
// that of hearts, old Fürst that of leaves, the watchman that of bells; the Unters
// are a rider, a falconer, a herdsman and a player of the alphorn.
var germanCourts = map[string]*figure{
	"Kc": {head{"short", "man", "stern", "full", "crown"}, "robe", "stein", "", worn("brown", "green", "wine", "", "brown", "gold", "green")},
	"Qc": {head{"ears", "man", "stern", "full", "hood"}, "tunic", "crossbow", "", worn("brown", "brown", "", "", "hair", "green", "dark")},
	"Jc": {head{"short", "man", "aside", "moustache", "tricorne"}, "coat", "", "lance", worn("black", "dark", "gold", "", "brown", "straw", "white")},
	"Ks": {head{"short", "man", "calm", "goatee", "arched"}, "robe", "longsword", "", worn("black", "red", "green", "", "green", "gold", "white")},
	"Qs": {head{"short", "man", "old", "full", "skullcap"}, "coat", "stick", "", worn("white", "dark", "gold", "", "green", "dark", "straw")},
	"Js": {head{"bob", "youth", "calm", "", "feathercap"}, "tunic", "", "falcon", worn("hair", "green", "gold", "white", "green", "gold", "moss")},
	"Kh": {head{"short", "man", "old", "round", "leaves"}, "robe", "goblet", "", worn("white", "red", "wine", "", "red", "gold", "white")},
	"Qh": {head{"short", "man", "stern", "curled", "crop"}, "coat", "pole", "", worn("black", "wine", "gold", "white", "wine", "black", "gold")},
	"Jh": {head{"bob", "youth", "wink", "straw", "straw"}, "smock", "", "crook", worn("hair", "red", "", "", "white", "red", "brown")},
	"Kd": {head{"short", "grin", "wink", "curled", "crown"}, "robe", "orb", "", worn("hair", "blue", "red", "", "gold", "red", "blue")},
	"Qd": {head{"short", "man", "aside", "round", "alpine"}, "tunic", "spear", "", worn("hair", "green", "red", "", "blue", "brown", "red")},
	"Jd": {head{"ears", "grin", "calm", "freckles", "skullcap"}, "smock", "", "alphorn", worn("brown", "black", "red", "", "sky", "dark", "black")},
}

// draw draws the whole figure.
func (f *figure) draw(p palette, suit byte) string {
	s := p.draw(part("ground", "meadow"), nil)
	if f.right != "" {
		s += sign(suit, 25, 146, 38)
	}
	s += p.draw(part("dressed", f.body)+part("arm", "down"), f.dress) + at(66, 46, .68, f.head.draw(p, f.dress))
	if f.right == "" {
		return s + at(30, 112, 1, p.draw(tall(f.left, "low"), f.dress)) + at(34, 116, .7, p.draw(part("arm", "hand"), nil)) +
			p.draw(part("arm", "up"), f.dress) + sign(suit, 106, 35, 36) + at(105, 62, .8, p.draw(part("arm", "hand"), nil))
	}
	s += p.draw(part("arm", "out"), f.dress)
	return s + at(34, 116, .7, p.draw(part("arm", "hand"), nil)) + at(97, 96, 1, p.draw(tall(f.right, "high"), f.dress)) + at(97, 97, .8, p.draw(part("arm", "hand"), nil))
}

// tall returns the drawing of what a hand holds: a tall thing, or one of a group of busts.
func tall(name, group string) string {
	if drawing, ok := drawings["carried "+name]; ok {
		return drawing
	}
	return part(group, name)
}

// weli is the six of bells with heart, acorn and its name.
func (d *deck) weli() string {
	s := ""
	for _, p := range []pip{{40, 38, 30}, {64, 25, 30}, {88, 38, 30}} {
		s += use("suit-d", p.x, p.y, p.size) + turned("suit-d", 128-p.x, 200-p.y, p.size)
	}
	s += use("suit-h", 64, 64, 38) + use("suit-c", 64, 137, 40)
	s += d.draw(part("ribbon", "weli"), nil)
	s += text("WELI", 64, 101.5, 21, 4.6)
	return s
}
