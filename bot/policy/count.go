package policy

// choose[n][k] is the binomial coefficient.
var choose = func() (c [24][8]int) {
	for n := range c {
		c[n][0] = 1
		for k := 1; n > 0 && k < len(c[n]); k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// ranks is how many ranks a policy tells apart: those from the six to the ace, which its tables count by.
const ranks = 9
