package cfr

import (
	"math"
	"slices"
)

// Finite is a game small enough to be written out: a history, as a small value of its own
// type, that lists all outcomes of chance.
type Finite[S any] interface {
	// Player returns the mover: a player from 0, [Nature] or [Over].
	Player() int
	// Infoset returns a number that is the same for histories that the mover can't tell apart, and
	// for no others, and how many actions there are. Players remember what they knew and did.
	Infoset() (key uint64, actions int)
	// Act returns the history after an action of the mover.
	Act(action int) S
	// Outcomes calls yield with each outcome of a chance node, and its probability.
	Outcomes(yield func(next S, p float64))
	// Utility returns what a player has won when it is [Over].
	Utility(player int) float32
}

// Exact is a game with all its histories written out, for any number of players. Best responses
// in it are exact. It takes 9 bytes for each history, 8 for each entry in the list of what follows, and 4
// for each utility.
type Exact struct {
	players int
	// Histories, each before those that follow it.
	mover   []int8
	place   []int32   // of a decision its information set; of an end where its utilities begin
	follow  []int32   // where the list of what follows begins; it ends where the next one begins
	list    []int32   // what follows, by action or outcome
	chance  []float32 // by entry of the list, where chance moves
	utility []float32

	who   []int8  // by information set
	slot  []int32 // where its actions begin in a Profile; one more at the end
	first []int32 // where its histories begin in met; one more at the end
	met   []int32
}

// Profile is a strategy of every player: how likely each action of each information set is.
type Profile []float32

// Expand returns a game with all its histories, from root.
func Expand[S Finite[S]](root S, players int) *Exact {
	w := writer[S]{Exact: &Exact{players: players}, known: map[uint64]int32{}}
	w.write(root)
	w.follow = append(w.follow, int32(len(w.list)))
	w.slot = append(w.slot, w.slots)
	w.gather()
	return w.Exact
}

type writer[S Finite[S]] struct {
	*Exact
	known map[uint64]int32
	slots int32
}

func (w *writer[S]) write(s S) int32 {
	at := int32(len(w.mover))
	mover := s.Player()
	w.mover = append(w.mover, int8(mover))
	w.follow = append(w.follow, int32(len(w.list)))
	switch mover {
	case Over:
		w.place = append(w.place, int32(len(w.utility)))
		for p := range w.players {
			w.utility = append(w.utility, s.Utility(p))
		}
	case Nature:
		w.place = append(w.place, -1)
		var next []S
		s.Outcomes(func(s S, p float64) {
			next = append(next, s)
			w.entry(float32(p))
		})
		from := w.follow[at]
		for i, s := range next {
			w.list[int(from)+i] = w.write(s)
		}
	default:
		key, n := s.Infoset()
		w.place = append(w.place, w.infoset(key, mover, n))
		for range n {
			w.entry(0)
		}
		from := w.follow[at]
		for a := range n {
			w.list[int(from)+a] = w.write(s.Act(a))
		}
	}
	return at
}

func (w *writer[S]) entry(p float32) {
	w.list = append(w.list, 0)
	w.chance = append(w.chance, p)
}

func (w *writer[S]) infoset(key uint64, mover, actions int) int32 {
	i, known := w.known[key]
	if !known {
		i = int32(len(w.who))
		w.known[key] = i
		w.who = append(w.who, int8(mover))
		w.slot = append(w.slot, w.slots)
		w.slots += int32(actions)
	}
	return i
}

// gather lists the histories of each information set.
func (e *Exact) gather() {
	e.first = make([]int32, len(e.who)+1)
	for h, m := range e.mover {
		if m >= 0 {
			e.first[e.place[h]+1]++
		}
	}
	for i := range e.who {
		e.first[i+1] += e.first[i]
	}
	e.met = make([]int32, e.first[len(e.who)])
	next := append([]int32(nil), e.first...)
	for h, m := range e.mover {
		if m >= 0 {
			e.met[next[e.place[h]]] = int32(h)
			next[e.place[h]]++
		}
	}
}

// Histories returns how many histories there are.
func (e *Exact) Histories() int { return len(e.mover) }

// Infosets returns how many information sets there are.
func (e *Exact) Infosets() int { return len(e.who) }

// NewProfile returns the profile of players who act as said: choose writes how likely each action is at a
// history's information set. Root is what the game was written from.
func NewProfile[S Finite[S]](e *Exact, root S, choose func(s S, p []float32)) Profile {
	p := make(Profile, e.slot[len(e.who)])
	Visit(e, root, p, choose)
	return p
}

// Visit comes once to each information set, with a history of it and its part of a profile.
func Visit[S Finite[S]](e *Exact, root S, profile Profile, see func(s S, p []float32)) {
	v := visitor[S]{e: e, profile: profile, seen: make([]bool, len(e.who)), see: see}
	v.visit(0, root)
}

// Select returns of each information set whether something is true of it.
func Select[S Finite[S]](e *Exact, root S, is func(s S) bool) []bool {
	p := NewProfile(e, root, func(s S, p []float32) {
		if is(s) {
			p[0] = 1
		}
	})
	marks := make([]bool, len(e.who))
	for i := range marks {
		marks[i] = p[e.slot[i]] > 0
	}
	return marks
}

type visitor[S Finite[S]] struct {
	e       *Exact
	profile Profile
	seen    []bool
	see     func(s S, p []float32)
}

func (v *visitor[S]) visit(h int32, s S) {
	next := v.e.after(h)
	switch v.e.mover[h] {
	case Over:
	case Nature:
		i := 0
		s.Outcomes(func(s S, _ float64) {
			v.visit(next[i], s)
			i++
		})
	default:
		if i := v.e.place[h]; !v.seen[i] {
			v.seen[i] = true
			v.see(s, v.profile[v.e.slot[i]:v.e.slot[i+1]])
		}
		for a, c := range next {
			v.visit(c, s.Act(a))
		}
	}
}

// after returns what follows a history.
func (e *Exact) after(h int32) []int32 { return e.list[e.follow[h]:e.follow[h+1]] }

// Value returns what a player wins on average.
func (e *Exact) Value(p Profile, player int) float64 {
	r := &answer{Exact: e, profile: p, player: player}
	return r.begin(nil)
}

// Gain returns what a player's best response to the others gains over its strategy in the [Profile]. Free, if
// not nil, says in which information sets ([Select]) the response may differ from it.
func (e *Exact) Gain(p Profile, player int, free []bool) float64 {
	if free == nil {
		free = slices.Repeat([]bool{true}, len(e.who))
	}
	r := &answer{Exact: e, profile: p, player: player}
	return r.begin(free) - e.Value(p, player)
}

// NashConv returns what all players' best responses gain, added up: 0 in an equilibrium, and nowhere else.
func (e *Exact) NashConv(p Profile) (sum float64) {
	for player := range e.players {
		sum += e.Gain(p, player, nil)
	}
	return sum
}

// answer is one player's strategy against the others.
type answer struct {
	*Exact
	profile Profile
	player  int
	free    []bool
	reach   []float64 // by history: how likely the others and chance get there
	value   []float64 // by history: what the player wins from there; not a number: not known yet
	choice  []int32   // by information set: the action of the response; -1: not known yet
}

func (r *answer) begin(free []bool) float64 {
	r.free = free
	r.reach = make([]float64, len(r.mover))
	r.value = make([]float64, len(r.mover))
	r.reach[0] = 1
	for h, m := range r.mover {
		r.value[h] = math.NaN()
		p := r.chance[r.follow[h]:r.follow[h+1]]
		if m >= 0 {
			p = r.profile[r.slot[r.place[h]]:r.slot[r.place[h]+1]]
		}
		for i, c := range r.after(int32(h)) {
			r.reach[c] = r.reach[h]
			if int(m) != r.player {
				r.reach[c] *= float64(p[i])
			}
		}
	}
	r.choice = make([]int32, len(r.who))
	for i := range r.choice {
		r.choice[i] = -1
	}
	return r.worth(0)
}

// worth returns what the player wins from a history on.
func (r *answer) worth(h int32) float64 {
	if v := r.value[h]; v == v {
		return v
	}
	v, next := 0.0, r.after(h)
	switch m, at := int(r.mover[h]), r.place[h]; {
	case m == Over:
		v = float64(r.utility[int(at)+r.player])
	case m == r.player && r.free != nil && r.free[at]:
		v = r.worth(next[r.choose(at)])
	default:
		p := r.chance[r.follow[h]:r.follow[h+1]]
		if m >= 0 {
			p = r.profile[r.slot[at]:r.slot[at+1]]
		}
		for i, c := range next {
			if p[i] > 0 {
				v += float64(p[i]) * r.worth(c)
			}
		}
	}
	r.value[h] = v
	return v
}

// choose returns the best action of an information set.
func (r *answer) choose(infoset int32) int32 {
	if a := r.choice[infoset]; a >= 0 {
		return a
	}
	best, most := int32(0), math.Inf(-1)
	for a := range r.slot[infoset+1] - r.slot[infoset] {
		sum := 0.0
		for _, h := range r.met[r.first[infoset]:r.first[infoset+1]] {
			if r.reach[h] > 0 {
				sum += r.reach[h] * r.worth(r.list[r.follow[h]+a])
			}
		}
		if sum > most {
			best, most = a, sum
		}
	}
	r.choice[infoset] = best
	return best
}
