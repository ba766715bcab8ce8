package cardart

var french = &deck{
	name: "french", title: "French cards",
	palette: inks("french", "#26242a", "#26242a", "#c62a2a", "#c62a2a"),
	back:    lozenge,
	local:   map[byte]string{'Q': "D", 'J': "B"},
	figure: func(d *deck, rank, suit byte) string {
		if f, ok := frenchCourts[string([]byte{rank, suit})]; ok {
			return d.ended(d.bust(f, suit), frenchBelts[suit])
		}
		if rank == 'A' && suit == 's' { // the maker's card
			return use("suit-s", 64, 100, 92) + at(64, 106, .8, d.draw(claws, nil))
		}
		return ""
	},
}

var frenchBelts = map[byte]string{'c': "black", 's': "black", 'h': "red", 'd': "red"}

var frenchCourts = map[string]*bust{
	"Kc": {head{"short", "man", "stern", "full", "crown"}, "chain", "sword", "sign", worn("brown", "green", "wine", "", "green", "gold", "red")},
	"Qc": {head{"plait", "woman", "lashes", "", "tiara"}, "gown", "flower", "sign", worn("brown", "green", "", "", "green", "gold", "red")},
	"Jc": {head{"bob", "youth", "aside", "", "feathercap"}, "cape", "arrow", "sign", worn("brown", "green", "gold", "white", "gold", "green", "")},
	"Ks": {head{"short", "man", "calm", "goatee", "arched"}, "robe", "mace", "sign", worn("black", "blue", "red", "", "blue", "gold", "")},
	"Qs": {head{"veil", "woman", "lashes", "", "crown"}, "gown", "fan", "sign", worn("black", "blue", "blue", "", "gold", "red", "blue")},
	"Js": {head{"short", "man", "stern", "stubble", "morion"}, "armour", "halberd", "sign", worn("black", "red", "", "", "blue", "gold", "")},
	"Kh": {head{"short", "man", "old", "round", "leaves"}, "robe", "cup", "sign", worn("white", "red", "wine", "", "red", "gold", "")},
	"Qh": {head{"long", "woman", "lashes", "", "tiara"}, "gown", "rose", "sign", worn("hair", "red", "", "", "red", "rose", "red")},
	"Jh": {head{"bob", "youth", "wink", "", "beret"}, "slashed", "letter", "sign", worn("hair", "red", "gold", "white", "red", "gold", "")},
	"Kd": {head{"short", "grin", "wink", "curled", "crown"}, "chain", "axe", "sign", worn("hair", "red", "blue", "", "gold", "red", "red")},
	"Qd": {head{"long", "woman", "lashes", "", "leaves"}, "gown", "mirror", "sign", worn("brown", "red", "", "", "gold", "red", "blue")},
	"Jd": {head{"bob", "youth", "aside", "freckles", "alpine"}, "jacket", "falcon", "sign", worn("hair", "blue", "red", "", "blue", "red", "gold")},
}
