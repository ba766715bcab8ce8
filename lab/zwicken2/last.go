package zwicken2

// lastTricks is what follows the second lead: a reply, and the last cards. The leader has won the first trick.
type lastTricks struct {
	*walk
	base   int
	leader int
	c3     uint8
	alive  [most]uint8 // the cards that can still be in a hand
	n      int
	kept   *byCard // how likely the leader has each card
	pairs  *byPair // how likely the other has each pair
}

// worths returns what the leader wins with all tricks, two, or one, as a gain of the seat.
func (l *lastTricks) worths() (three, two, one float64) {
	if l.leader == Forehand {
		return l.fromMe(l.worth[3]), l.fromMe(l.worth[2]), l.fromMe(l.worth[1])
	}
	return l.fromMe(l.worth[0]), l.fromMe(l.worth[1]), l.fromMe(l.worth[2])
}

// chancesOf returns which cards of a pair may be played, and how likely each is; x is before y.
func (l *lastTricks) chancesOf(x, y uint8) (legal uint32, p [size]float64) {
	may := l.legal(1<<x|1<<y, l.c3)
	legal = may>>x&1 | may>>y&1<<1
	if legal != 3 {
		p[legal>>1] = 1
		return legal, p
	}
	l.chances(l.base+2*int(l.pair[x][y]), 2, 3, &p)
	return legal, p
}

// ofLeader puts into values what the leader's last cards are worth to it.
func (l *lastTricks) ofLeader(values *byCard) {
	three, two, one := l.worths()
	var led, replied, off byCard // by the other's last card: how likely it meets the leader's lead, or is led; what can't be
	ledAll, repliedAll := 0.0, 0.0
	add := func(card, keeps uint8, reach float64) {
		if l.beats[l.c3]>>card&1 == 1 {
			replied[keeps] += reach
			repliedAll += reach
			off[card] += reach * (one + (two-one)*l.over[keeps][card])
		} else {
			led[keeps] += reach
			ledAll += reach
			off[card] += reach * (three + (two-three)*l.over[card][keeps])
		}
	}
	for i, y := range l.alive[:l.n] {
		for _, x := range l.alive[:i] {
			reach := l.pairs[l.pair[x][y]]
			if reach == 0 {
				continue
			}
			_, p := l.chancesOf(x, y)
			if p[0] > 0 {
				add(x, y, reach*p[0])
			}
			if p[1] > 0 {
				add(y, x, reach*p[1])
			}
		}
	}
	for _, c := range l.alive[:l.n] {
		beaten, wins := 0.0, 0.0
		for _, k := range l.alive[:l.n] {
			beaten += led[k] * l.over[c][k]
			wins += replied[k] * l.over[k][c]
		}
		values[c] = three*(ledAll-led[c]) + (two-three)*beaten + one*(repliedAll-replied[c]) + (two-one)*wins - off[c]
	}
}

// ofOther adds to values what the other's pairs are worth to it.
func (l *lastTricks) ofOther(values *byPair) {
	three, two, one := l.worths()
	var led, replied byCard // by the other's last card: what it is worth if the leader leads, or it is led
	all := 0.0
	for _, c := range l.alive[:l.n] {
		all += l.kept[c]
	}
	for _, k := range l.alive[:l.n] {
		beaten, wins := 0.0, 0.0
		for _, c := range l.alive[:l.n] {
			beaten += l.kept[c] * l.over[c][k]
			wins += l.kept[c] * l.over[k][c]
		}
		led[k] = three*(all-l.kept[k]) + (two-three)*beaten
		replied[k] = one*(all-l.kept[k]) + (two-one)*wins
	}
	value := func(card, keeps uint8) float64 {
		if l.beats[l.c3]>>card&1 == 1 {
			return replied[keeps] - l.kept[card]*(one+(two-one)*l.over[keeps][card])
		}
		return led[keeps] - l.kept[card]*(three+(two-three)*l.over[card][keeps])
	}
	for i, y := range l.alive[:l.n] {
		for _, x := range l.alive[:i] {
			legal, p := l.chancesOf(x, y)
			pair := l.pair[x][y]
			var v [size]float64
			if legal&1 != 0 {
				v[0] = value(x, y)
			}
			if legal&2 != 0 {
				v[1] = value(y, x)
			}
			values[pair] += l.decide(l.base+2*int(pair), 2, legal, &p, &v, l.pairs[pair])
		}
	}
}
