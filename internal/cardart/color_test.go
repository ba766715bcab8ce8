package cardart

import (
	"math"
	"strconv"
	"testing"
)

// The index of every card has the contrast of text (WCAG 2.2, 1.4.3) on its paper.
func TestContrast(t *testing.T) {
	t.Parallel()
	for _, d := range decks {
		for i, s := range suits {
			for _, c := range []struct{ ink, paper string }{
				{d.palette[string(s)], tones["paper"]},
				{fourInks[d.name][i], tones["paper"]},
				{fourInks[d.name][i], fourPapers[d.name][i]},
			} {
				if got := contrast(c.ink, c.paper); got < 4.5 {
					t.Errorf("%s %c: %s on %s has contrast %.2f, want 4.5 or more", d.name, s, c.ink, c.paper, got)
				}
			}
		}
	}
}

// The four inks of the four-colour variant are told apart with every kind of
// colour vision: the distance in CIELAB is 15 or more (2 is just visible).
func TestFourColours(t *testing.T) {
	t.Parallel()
	for _, d := range decks {
		inks := fourInks[d.name]
		for vision, m := range visions {
			for i := range inks {
				for j := range i {
					if got := distance(m.see(inks[i]), m.see(inks[j])); got < 15 {
						t.Errorf("%s, %s: %s and %s are only %.1f apart", d.name, vision, inks[i], inks[j], got)
					}
				}
			}
		}
	}
	// The usual red and green of cards fall together for some.
	if got := distance(visions["deuteranopia"].see("#8a5a00"), visions["deuteranopia"].see("#b3261e")); got >= 15 {
		t.Errorf("red and ochre are %.1f apart without green cones; the check sees nothing", got)
	}
}

// A vision turns linear RGB into what is seen.
type vision [3][3]float64

// visions are the full dichromacies of Machado, Oliveira and Fernandes (2009).
var visions = map[string]vision{
	"full":         {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{.152286, 1.052583, -.204868}, {.114503, .786281, .099216}, {-.003882, -.048116, 1.051998}},
	"deuteranopia": {{.367322, .860646, -.227968}, {.280085, .672501, .047413}, {-.011820, .042940, .968881}},
	"tritanopia":   {{1.255528, -.076749, -.178779}, {-.078411, .930809, .147602}, {.004733, .691367, .303900}},
}

// see returns a colour in CIELAB as it is seen.
func (m vision) see(hex string) (lab [3]float64) {
	rgb := linear(hex)
	var seen [3]float64
	for i, row := range m {
		seen[i] = min(1, max(0, row[0]*rgb[0]+row[1]*rgb[1]+row[2]*rgb[2]))
	}
	f := func(t float64) float64 {
		if t > 216./24389 {
			return math.Cbrt(t)
		}
		return t*841/108 + 4./29
	}
	x := f((.4124*seen[0] + .3576*seen[1] + .1805*seen[2]) / .9505)
	y := f(luminance(seen))
	z := f((.0193*seen[0] + .1192*seen[1] + .9505*seen[2]) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// linear returns the linear RGB of "#rrggbb".
func linear(hex string) (rgb [3]float64) {
	for i := range rgb {
		v, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		if err != nil {
			panic(err)
		}
		c := float64(v) / 255
		if rgb[i] = c / 12.92; c > .04045 {
			rgb[i] = math.Pow((c+.055)/1.055, 2.4)
		}
	}
	return rgb
}

func luminance(rgb [3]float64) float64 { return .2126*rgb[0] + .7152*rgb[1] + .0722*rgb[2] }

func contrast(a, b string) float64 {
	x, y := luminance(linear(a)), luminance(linear(b))
	return (max(x, y) + .05) / (min(x, y) + .05)
}
