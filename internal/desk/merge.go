package desk

// Common returns the number of lines that two evenings have in common at the beginning. If both
// continue differently after them, two people booked at the same time and must decide which
// version is right. Nothing is merged automatically.
func Common(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Relation is the relation between two versions of an evening.
type Relation uint8

// The relations.
const (
	Same     Relation = iota
	Ahead             // a has all lines of b and more
	Behind            // b has all lines of a and more
	Conflict          // each has lines that the other lacks
)

// String returns same, ahead, behind or conflict.
func (r Relation) String() string {
	return [...]string{"same", "ahead", "behind", "conflict"}[min(r, Conflict)]
}

// Compare returns the relation of a to b.
func Compare(a, b []string) Relation {
	n := Common(a, b)
	switch {
	case n == len(a) && n == len(b):
		return Same
	case n == len(b):
		return Ahead
	case n == len(a):
		return Behind
	}
	return Conflict
}

// Rebase re-applies to theirs the lines of mine that follow their common prefix. It returns the
// rebased evening and the lines that no longer apply.
func Rebase(mine, theirs []string) (e *Evening, refused []string, err error) {
	e = New()
	for _, l := range theirs {
		if err := e.Append(l); err != nil {
			return nil, nil, err
		}
	}
	for _, l := range mine[Common(mine, theirs):] {
		if e.Append(l) != nil {
			refused = append(refused, l)
		}
	}
	return e, refused, nil
}
