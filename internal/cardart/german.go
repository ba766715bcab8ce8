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
	signs:   germanSuits,
	letters: map[byte]string{'Q': "O", 'J': "U"},
	figure:  germanFigure,
}

func germanFigure(d *deck, rank, suit byte) string {
	name := string([]byte{rank, suit})
	switch {
	case name == "6d":
		return d.weli()
	case rank == 'A':
		return d.pair(suit, 34.5, 13, .59) + at(65, 101, 1.2, d.draw(sow+seasons[suit], nil))
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
	s := p.draw(meadow, nil)
	if f.right != "" {
		s += sign(suit, 25, 146, 38)
	}
	s += p.draw(part(dressed, f.body)+armDown, f.dress) + at(66, 46, .68, f.head.draw(p, f.dress))
	if f.right == "" {
		prop, ok := carried[f.left]
		if !ok {
			prop = part(low, f.left)
		}
		return s + at(30, 112, 1, p.draw(prop, f.dress)) + at(34, 116, .7, p.draw(hand, nil)) +
			p.draw(armUp, f.dress) + sign(suit, 106, 35, 36) + at(105, 62, .8, p.draw(hand, nil))
	}
	s += p.draw(armOut, f.dress)
	prop, ok := carried[f.right]
	if !ok {
		prop = part(high, f.right)
	}
	return s + at(34, 116, .7, p.draw(hand, nil)) + at(97, 96, 1, p.draw(prop, f.dress)) + at(97, 97, .8, p.draw(hand, nil))
}

const (
	meadow = `
	green M14 193c6-10 26-15 46-15 18 0 34 4 40 15-28 4-58 4-86 0z
	-moss/2 M24 188l-2-5M28 187l1-5M86 187l-1-5M90 188l2-5
	white/1.2 M20 178l1.5 3 3-1-1 3 3 1.5-3 1.5 1 3-3-1-1.5 3-1.5-3-3 1 1-3-3-1.5 3-1.5-1-3 3 1z
	gold. o 20 185 1.8`
	armDown = `
	D M48 68c-9 2-14 14-18 40l10 4c4-16 7-22 12-26z
	E M28 106l12 5 2-6-13-5z`
	armUp = `
	D M82 68c8 0 12 4 15 12l3-12h12c1 14-2 28-10 32-8 3-16-6-22-16z
	E M98 73h15l1-7H98z`
	armOut = `
	D M84 68c9 2 14 12 17 26l-11 4c-3-8-6-12-10-14z
	E M88 97l13-5 2 5-13 5z`
)

// dressed are bodies from the neck to the shoes.
var dressed = map[string]string{
	"robe": `
	dark M46 192c0-7 4-10 10-10h8v10zM86 192c0-7-4-10-10-10h-8v10z
	D M46 68c6-5 34-5 40 0 3 30 8 78 11 116-20 6-42 6-62 0 3-38 8-86 11-116z
	E M60 78h12l6 108c-8 1-16 1-24 0z
	white M35 184c20 6 42 6 62 0l-1-9c-20 6-40 6-60 0z
	ink. M45 179l1 5-3-1zM56 181v5l-3-1zM76 181v5l3-1zM87 179l-1 5 3-1z
	white M44 68c8-6 36-6 44 0 6 6 9 14 10 22-8 6-20 8-32 8s-24-2-32-8c1-8 4-16 10-22z
	ink. M42 80l1 5-3-1zM52 87l1 5-3-1zM80 87l-1 5 3-1zM90 80l-1 5 3-1z
	-gold/2.6 M52 70c2 12 7 18 14 22 7-4 12-10 14-22
	gold/1.4 o 66 94 4`,
	"tunic": `
	F M52 124h13l-1 54H53zM67 124h13l-1 54H68z
	dark M44 188c0-8 5-10 9-12h11v12zM88 188c0-8-5-10-9-12H68v12z
	dark M52 160h13v18H53zM67 160h13l-1 18H67z
	pale M51 158h15v6H51zM66 158h15v6H66z
	D M46 68c6-5 34-5 40 0l3 32 5 30c-16 5-40 5-56 0l5-30z
	-/1.8 M52 112l-3 18M66 112v21M80 112l3 18
	E M56 66l10 16 10-16 6 2-16 26-16-26z
	brown M43 98h46l1 8H42z
	gold M61 97h10v10H61z`,
	"coat": `
	F M54 140h11v36H54zM67 140h11v36H67z
	dark M44 188c0-8 5-10 9-12h12v12zM88 188c0-8-5-10-9-12H67v12z
	D M46 68c6-5 34-5 40 0 1 24 6 54 10 84-9 4-18 6-26 6l-4-40-4 40c-8 0-17-2-26-6 4-30 9-60 10-84z
	F M56 66h20l-5 40H61z
	E M56 65l-9 5 13 42 6-6zM76 65l9 5-13 42-6-6z
	- M40 122h10M82 122h10
	gold/1.2 o 56 116 2
	gold/1.2 o 76 116 2
	gold/1.2 o 56 126 2
	gold/1.2 o 76 126 2`,
	"smock": `
	F M50 122h15v34H49zM67 122h15l1 34H67z
	skin M53 154h10v24H53zM69 154h10v24H69z
	white M52 164h12v14H52zM68 164h12v14H68z
	dark M44 188c0-8 5-10 9-12h12v12zM88 188c0-8-5-10-9-12H67v12z
	D M46 68c6-5 34-5 40 0l2 34v26c-14 4-30 4-44 0v-26z
	E M50 68h7l2 32v28h-7v-28zM82 68h-7l-2 32v28h7v-28z
	E M56 84h20v8H56z
	white. M60 86h3v4h-3zM65 86h3v4h-3zM70 86h3v4h-3z
	brown M44 108h44v6H44z
	gold M61 107h10v8H61z`,
}

// carried are the tall things, around the hand that holds them.
var carried = map[string]string{
	"crossbow": `
	brown M-3-24h7v66h-7z
	grey M.5-46l5 9h-10z
	straw M-1-38h3v14h-3z
	hair M-24-3c0-18 10-26 24.5-26S25-21 25-3c-6-12-13-17-24.5-17S-18-15-24-3z
	-/1.4 M-24-3l24.5 6L25-3
	dark M4 10l7 12H4z
	red M-8 64c-8-5-13 3-9 10 3 6 6 7 9 5 3 2 6 1 9-5 4-7-1-15-9-10z
	-brown/2.4 M-8 64l2-6`,
	"longsword": `
	grey M-4-6v66l4 14 4-14V-6z
	-/1.2 M0 0v58
	gold M-16-14h32v7h-32z
	brown M-3-30h6v16h-6z
	gold o 0 -34 5`,
	"stick": `
	brown M-3-16c0-12 14-12 14 0h-5c0-5-4-5-4 0v92h-5z`,
	"pole": `
	brown M-3-22h6v98h-6z
	A M-13-24c-2-16 24-24 27-6l1 6z
	A M-21-22c8-6 36-6 44 0-8 6-36 6-44 0z
	B M-13-24c8-3 20-3 28 0v-5c-8-3-20-3-28 0z
	C M8-29c4-10 10-14 17-14 0 9-6 16-13 19z`,
	"lance": `
	straw M-2.5-66h5V92h-5z
	grey M0-84l5 18h-10z
	red M2-64h24l-8 9 8 9H2z
	-white/2.4 M3-55h14`,
	"crook": `
	brown M-3 92V-56c0-20 24-20 24-2 0 9-12 11-14 3l5-2c2 2 4 1 4-2 0-9-13-8-13 4V92z`,
	"spear": `
	straw M-2.5-26h5V76h-5z
	grey M0-50c6 8 7 16 3 24h-6c-4-8-3-16 3-24z`,
	"alphorn": `
	straw M-36-41l5-4C-19-22-16 28-14 65c0 5 1 8 4 8s4-3 4-7l9 3c0 13-6 21-15 21-9 0-14-7-15-19C-27 38-28 0-36-41z
	-brown/3 M-30-16l8-2M-27 10l9-2M-25 36l9-1M-23 60l9-1
	-/1.6 M-6 69c3-3 7-2 8 1`,
}

// sow is the beast the ace is called after, facing left; seasons are what it wears.
const sow = `
	-rose/3 M22-6c5-4 7 2 3 3
	rose M-14 10v9h7v-7h14v7h7V8z
	rose M-18-2c0-10 10-14 20-14 12 0 20 6 20 14 0 10-8 14-20 14-14 0-20-4-20-14z
	rose M-27-1c-2-10 6-14 12-14 8 0 12 6 12 13 0 8-6 12-12 12-4 0-6-2-8-5-3 1-5-3-4-6z
	blush M-28-2c-2 4 0 9 3 9 4-2 4-8 2-11z
	ink. o -16 -4 1.8
	rose M-14-13l1-8 8 7z`

var seasons = map[byte]string{
	'h': `
	white/1.4 M6-24l2.5 4 4.5-1.5-1 4.5 4.5 2-4.5 2 1 4.5-4.5-1.5-2.5 4-2.5-4-4.5 1.5 1-4.5-4.5-2 4.5-2-1-4.5 4.5 1.5z
	gold/1.4 o 6 -15 2.6`,
	'd': `
	straw M-20-14c0-10 14-12 16-2z
	straw M-27-12c6-4 22-5 28-2-6 4-22 6-28 2z
	-red/2 M-20-15c4-2 12-3 16-1`,
	's': `
	green M-2-16c4-6 10-6 14-4-2 6-8 8-14 4z
	wine/1.6 o 4 -11 3.4
	wine/1.6 o 10 -11 3.4
	wine/1.6 o 7 -6 3.4`,
	'c': `
	blue M-4-13c4 6 4 14 0 20l6 2c4-8 4-16 1-23z
	-white/1.6 M1-8l4-1M2-2h4M1 4l4 1
	blue M-22-12c0-8 12-10 14-2z
	white/1.6 o -16 -19 3`,
}

// weli is the six of bells with heart, acorn and its name.
func (d *deck) weli() string {
	s := ""
	for _, p := range []pip{{40, 38, 30}, {64, 25, 30}, {88, 38, 30}} {
		s += use("suit-d", p.x, p.y, p.size) + turned("suit-d", 128-p.x, 200-p.y, p.size)
	}
	s += use("suit-h", 64, 64, 38) + use("suit-c", 64, 137, 40)
	s += d.draw(ribbon, nil)
	s += text("WELI", 64, 101.5, 21, 4.6)
	return s
}

const ribbon = `
	red M14 92H4l5 11-5 11h14zM114 92h10l-5 11 5 11h-14z
	straw M14 85c32 6 68 6 100 0v26c-32 6-68 6-100 0z`
