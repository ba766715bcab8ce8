package stat

import "math"

// Round cuts a percentage to the digits that can mean anything, for a report.
func Round(x float64) float64 { return math.Round(x*1e4) / 1e4 }
