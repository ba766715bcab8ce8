package desk

// Rebase re-applies to theirs the lines of mine that follow their common beginning: two people have booked at the same time, and
// one of them has decided so. It returns the rebased evening and the lines that no longer apply.
func Rebase(mine, theirs []string) (e *Evening, refused []string, err error) {
	e = New()
	for _, l := range theirs {
		if err := e.Append(l); err != nil {
			return nil, nil, err
		}
	}
	common := 0
	for common < len(mine) && common < len(theirs) && mine[common] == theirs[common] {
		common++
	}
	for _, l := range mine[common:] {
		if e.Append(l) != nil {
			refused = append(refused, l)
		}
	}
	return e, refused, nil
}
