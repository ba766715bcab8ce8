package stat

import "math"

// Round rounds a percentage to four decimals for a report: further digits mean nothing.
func Round(x float64) float64 { return math.Round(x*1e4) / 1e4 }
