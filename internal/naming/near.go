package naming

import "strings"

// Near returns the value that somebody who typed another may have meant: the nearest of those allowed, at most two
// letters apart and less than half of what was typed, in capitals or not. It is "" if there is none.
func Near(typed string, allowed []string) (near string) {
	from := []rune(strings.ToLower(typed))
	least := min(3, (len(from)+1)/2)
	for _, a := range allowed {
		if n := Apart(from, []rune(strings.ToLower(a))); n < least {
			near, least = a, n
		}
	}
	return near
}

// Apart returns how many letters must be added, left out, replaced, or swapped with the next, to make b of a
// (optimal string alignment).
func Apart(a, b []rune) int {
	var older, before []int
	row := make([]int, len(b)+1) // to each beginning of b, from the part of a so far
	for j := range row {
		row[j] = j
	}
	for i := range a {
		older, before, row = before, row, make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			change := before[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, before[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], older[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
