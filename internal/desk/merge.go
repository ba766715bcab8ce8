package desk

// Common returns how many lines two evenings have in common at their beginning.
// Where both go on behind that differently, people have booked at the same time and
// have to say which holds; nothing is ever merged by itself.
func Common(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Relation is how two versions of an evening stand to each other.
type Relation uint8

// The relations.
const (
	Same     Relation = iota
	Ahead             // a has lines behind all of b
	Behind            // b has lines behind all of a
	Conflict          // both have gone on
)

// String returns same, ahead, behind or conflict.
func (r Relation) String() string {
	return [...]string{"same", "ahead", "behind", "conflict"}[min(r, Conflict)]
}

// Compare returns how a stands to b.
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

// Rebase books what stands in mine behind what it has in common with theirs again,
// behind all of theirs. It returns the evening that comes of it, and the lines that
// can't be any more.
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
