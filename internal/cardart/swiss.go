package cardart

var swiss = &deck{
	name: "swiss", title: "Schweizer Jasskarten",
	palette: inks("swiss", "#4d6b1f", "#1f4f86", "#b3261e", "#8a5a00"),
	back:    edelweiss,
	letters: map[byte]string{'Q': "O", 'J': "U"},
	figure:  swissFigure,
}

func swissFigure(d *deck, rank, suit byte) string {
	switch {
	case rank == 'T':
		return d.banner(suit)
	case rank == 'A':
		return d.pair(suit, 26, 14, .76)
	}
	if f, ok := swissCourts[string([]byte{rank, suit})]; ok {
		return d.ended(d.bust(f, suit), belts[suit])
	}
	return ""
}

// The Swiss courts: acorns live in the forest, shields stand guard, roses come
// from the garden and bells from the alp.
var swissCourts = map[string]*bust{
	"Kc": {head{"short", "man", "stern", "full", "crown"}, "robe", "sceptre", "stein", worn("brown", "green", "wine", "", "green", "gold", "")},
	"Qc": {head{"short", "man", "aside", "moustache", "alpine"}, "jacket", "sign", "horn", worn("brown", "green", "red", "", "dark", "green", "red")},
	"Jc": {head{"ears", "youth", "calm", "freckles", "hood"}, "cape", "axe", "sign", worn("hair", "green", "", "", "brown", "green", "")},
	"Ks": {head{"short", "man", "calm", "goatee", "arched"}, "chain", "sceptre", "hilt", worn("black", "red", "blue", "", "blue", "white", "red")},
	"Qs": {head{"short", "man", "stern", "curled", "beret"}, "slashed", "sign", "drum", worn("black", "blue", "gold", "white", "red", "gold", "")},
	"Js": {head{"short", "man", "stern", "stubble", "morion"}, "armour", "halberd", "sign", worn("brown", "red", "", "", "blue", "white", "")},
	"Kh": {head{"short", "man", "old", "round", "leaves"}, "robe", "sceptre", "goblet", worn("white", "red", "wine", "", "red", "gold", "")},
	"Qh": {head{"short", "man", "calm", "pipe", "tricorne"}, "jacket", "sign", "posy", worn("grey", "dark", "gold", "", "wine", "rose", "white")},
	"Jh": {head{"bob", "youth", "wink", "rose", "straw"}, "braces", "letter", "sign", worn("hair", "green", "", "", "white", "green", "")},
	"Kd": {head{"short", "grin", "wink", "curled", "crown"}, "robe", "sceptre", "cheese", worn("hair", "blue", "green", "", "dark", "red", "")},
	"Qd": {head{"short", "man", "aside", "round", "skullcap"}, "blouse", "sign", "cow", worn("hair", "black", "red", "", "sky", "black", "red")},
	"Jd": {head{"ears", "grin", "aside", "", "jester"}, "motley", "marotte", "sign", worn("brown", "red", "gold", "", "red", "gold", "")},
}

// banner is the ten: an arm with a flag.
func (d *deck) banner(suit byte) string {
	half := d.draw(part("flag", "pole")+part("flags", string(suit))+part("flag", "edge"), nil) +
		use("suit-"+string(suit), 79, 49, 50) +
		d.draw(part("flag", "arm"), dress{"D": belts[suit]}) + at(36, 88, .9, d.draw(part("arm", "hand"), nil))
	return d.ended(half, belts[suit])
}

// pair is an ace: the sign twice, its box beginning at x, y, scaled by size.
func (d *deck) pair(suit byte, x, y, size float64) string {
	sign := at(x, y, size, d.draw(d.sign(suit), nil))
	return sign + turn(64, 100, sign)
}
