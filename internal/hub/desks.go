package hub

import (
	"chratze/internal/desk"
	"chratze/internal/owner"
)

// Desks returns the kind of cash desks.
func Desks() Kind {
	return Kind{"kasse/", func() Log { return evening{desk.New()} }, owner.DeskID}
}

// evening is a cash desk as a hub keeps it.
type evening struct{ *desk.Evening }

func (e evening) Clone() Log { return evening{e.Evening.Clone()} }
