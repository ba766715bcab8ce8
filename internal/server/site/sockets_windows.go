package site

// MostSockets returns 0: nothing limits how many connections may be open at once.
func MostSockets() int { return 0 }
