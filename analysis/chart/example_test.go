package chart_test

import (
	"encoding/json"
	"fmt"

	"chratze/analysis/chart"
)

// A cell as charts write it: 200 hands, in which opening instead of passing gains 12.5 ± 3 percent of the pot, and is done in four of five.
func ExampleCell() {
	var c chart.Cell
	if err := json.Unmarshal([]byte("[200,-18,200,0,0,800,125,30]"), &c); err != nil {
		panic(err)
	}
	best := c.Acts[c.Best()]
	fmt.Printf("%d hands, act %d in %.0f %%: %+.1f ± %.1f\n", c.N, c.Best(), 100*best.Share, best.Gain, best.Half)
	// Output: 200 hands, act 1 in 80 %: +12.5 ± 3.0
}
