package reviewpage

import (
	"math"
	"strconv"

	"chratze/internal/locale"
	"chratze/internal/plot"
	"chratze/internal/teach/coach"
)

// chart shows what each hand won: a bar of luck from zero, from its end the cost of decisions,
// and a dot at the result. Below it is the running total, and what it would be without that
// cost.
type chart struct {
	Hands         []column
	Ticks         []tick
	Zero          string
	Width, Height int
	Least, Most   int    // width in pixels; below Least it scrolls
	Won, Luck     string // the lines of the totals; empty for a single hand
	Sums          []tick
	SumZero       string
}

// column is a hand.
type column struct {
	X, Wide      string
	Luck, Skill  box
	Dot          string
	Title, Label string
}

type box struct{ Y, Height string }

type tick struct{ Y, Label string }

// Dimensions: the margin for amounts on the left, and a column for each hand.
const (
	left   = 64
	height = 240
	rim    = 16
	widest = 48
)

// axis converts amounts to positions.
type axis struct{ low, high float64 }

func newAxis(values ...float64) axis {
	a := axis{}
	for _, v := range values {
		a.low, a.high = min(a.low, v), max(a.high, v)
	}
	if a.low == a.high {
		a.high = 100
	}
	return a
}

func (a axis) y(v float64) float64 { return rim + (a.high-v)/(a.high-a.low)*(height-2*rim) }

func text(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// ticks returns round amounts on an axis.
func (w *writer) ticks(a axis) (list []tick) {
	step := max(5, plot.Step(a.high-a.low, 5)) // the smallest coin
	for _, v := range plot.Ticks(a.low, a.high, step) {
		list = append(list, tick{text(a.y(v)), w.amount(v)})
	}
	return list
}

func (w *writer) chart() chart {
	hands := w.over()
	var values []float64
	won, luck := 0.0, 0.0
	sums := []float64{0}
	for _, h := range hands {
		values = append(values, h.Won, h.Luck())
		won, luck = won+h.Won, luck+h.Luck()
		sums = append(sums, won, luck)
	}
	each := float64(max(12, min(widest, 680/max(1, len(hands)))))
	c := chart{Width: left + int(math.Ceil(each*float64(len(hands)))) + rim, Height: height}
	c.Least, c.Most = c.Width*85/100, c.Width*130/100
	if len(hands) == 0 {
		return c
	}
	a, s := newAxis(values...), newAxis(sums...)
	c.Ticks, c.Zero = w.ticks(a), text(a.y(0))
	if len(hands) > 1 {
		c.Sums, c.SumZero = w.ticks(s), text(s.y(0))
		c.Won, c.Luck = text(left)+","+c.SumZero, text(left)+","+c.SumZero
	}
	won, luck = 0, 0
	for i, h := range hands {
		x := left + each*float64(i)
		top, end := a.y(max(0, h.Luck())), a.y(min(0, h.Luck()))
		own := column{
			X: text(x + each*0.2), Wide: text(each * 0.6), Luck: box{text(top), text(end - top)}, Dot: text(a.y(h.Won)),
			Skill: box{text(a.y(h.Luck())), text(a.y(h.Won) - a.y(h.Luck()))}, Label: label(i+1, len(hands)),
			Title: w.T("review.bar", locale.Args{"n": i + 1, "won": w.amount(h.Won), "luck": w.amount(h.Luck()), "skill": w.amount(h.Skill)}),
		}
		c.Hands = append(c.Hands, own)
		if len(hands) > 1 {
			won, luck = won+h.Won, luck+h.Luck()
			at := " " + text(x+each/2)
			c.Won += at + "," + text(s.y(won))
			c.Luck += at + "," + text(s.y(luck))
		}
	}
	return c
}

// label numbers the hands; of many, only some.
func label(n, of int) string {
	if n == 1 || n%roundUp((of+23)/24) == 0 {
		return strconv.Itoa(n)
	}
	return ""
}

func roundUp(n int) int {
	for _, step := range [...]int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if n <= step {
			return step
		}
	}
	return n
}

// over returns the finished hands.
func (w *writer) over() (list []*coach.Hand) {
	for _, h := range w.review.Hands {
		if h.Over {
			list = append(list, h)
		}
	}
	return list
}
