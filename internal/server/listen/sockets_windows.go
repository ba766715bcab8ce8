package listen

// MostSockets returns 0: there is no limit of open connections.
func MostSockets() int { return 0 }
