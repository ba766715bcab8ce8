package chart

import (
	"encoding/json"
	"errors"
	"math"
)

// errCell is returned for what is no cell.
var errCell = errors.New("chart: a cell is 0, or how many hands, what the first act is worth, and for each act share, gain and error")

// MarshalJSON writes a cell as a short list of whole numbers: hands, then Base in tenths of a percent of the pot, then for
// each act its share in thousandths, its gain and the error of that in tenths of a percent; 0 for
// a cell without hands.
func (c Cell) MarshalJSON() ([]byte, error) {
	if c.N == 0 {
		return []byte("0"), nil
	}
	list := []int64{c.N, tenths(c.Base)}
	for _, a := range c.Acts {
		list = append(list, int64(math.Round(1000*a.Share)), tenths(a.Gain), tenths(a.Half))
	}
	return json.Marshal(list)
}

func tenths(x float64) int64 { return int64(math.Round(10 * x)) }

// UnmarshalJSON reads what MarshalJSON writes.
func (c *Cell) UnmarshalJSON(data []byte) error {
	*c = Cell{}
	if string(data) == "0" {
		return nil
	}
	var list []int64
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	if len(list) < 2 || len(list)%3 != 2 || list[0] <= 0 {
		return errCell
	}
	c.N, c.Base = list[0], float64(list[1])/10
	for l := list[2:]; len(l) > 0; l = l[3:] {
		c.Acts = append(c.Acts, Act{float64(l[0]) / 1000, float64(l[1]) / 10, float64(l[2]) / 10})
	}
	return nil
}
