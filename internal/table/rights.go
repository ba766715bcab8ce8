package table

// Right is a use of the host's rights, or what a bot has done for a person. Everybody at the table can see it.
type Right struct {
	N    int    `json:"n"`            // from 1, in the whole evening
	Hand int    `json:"hand"`         // number of hands that had begun; standin: the last hand that the bot played
	By   string `json:"by,omitempty"` // the host's name, or who asked for a bot in place of an absent person; "": it came by the clock
	Did  string `json:"did"`          // key, leave, host, bot, same, standin, declared, pause, resume, last, end
	To   string `json:"to,omitempty"` // the person affected; "": nobody
}

// mostRights is how many uses of the host's rights one who connects is sent.
const mostRights = 50

// exercised notes a use of the host's rights. It must be called before the record changes
// anything, while the people affected still sit there.
func (t *Table) exercised(r *Record) {
	did, to, hand := string(r.Kind), "", t.hands
	switch r.Kind {
	case KindSit:
		if r.Bot == "" || r.Host == 0 {
			return
		}
		did, to = "bot", r.Name
	case KindHost: // automatically, if the host stays away
		to = t.nameAt(r.Chair)
	case KindSame:
		to = t.NameOf(r.Person) + " = " + t.NameOf(r.Into)
	case KindStandIn: // anybody's, after some time
		if to = t.nameAt(r.Chair); t.stage != Playing {
			hand++
		}
	case KindAct: // a bot's, with the money of a person
		if to = t.nameAt(r.Chair); r.By == ByAway && !t.chairs[r.Chair].leaving && !t.veiled(r.Chair) {
			t.stoodIn(to)
		}
		if r.By != ByAway && r.By != ByTimeout || !r.action.Kind.Contract().Declares() {
			return
		}
		did = "declared"
	case KindKey, KindLeave, KindPause, KindResume, KindLast, KindEnd:
		if r.Host == 0 {
			return
		}
		if r.Kind == KindKey || r.Kind == KindLeave {
			to = t.nameAt(r.Chair)
		}
	default:
		return
	}
	t.noteRight(Right{Hand: hand, By: t.nameAt(r.Host - 1), Did: did, To: to})
}

// stoodIn notes that a bot plays for one who is away, once for as long as they stay away.
func (t *Table) stoodIn(name string) {
	for i := range t.rights {
		if r := &t.rights[i]; r.Did == string(KindStandIn) && r.To == name && r.Hand >= t.hands-1 {
			if r.Hand != t.hands {
				r.Hand = t.hands
				t.info++
			}
			return
		}
	}
	t.noteRight(Right{Hand: t.hands, Did: string(KindStandIn), To: name})
}

func (t *Table) noteRight(right Right) {
	right.N = 1
	if n := len(t.rights); n > 0 {
		right.N = t.rights[n-1].N + 1
	}
	if t.rights = append(t.rights, right); len(t.rights) > mostRights {
		t.rights = append(t.rights[:0:0], t.rights[1:]...)
	}
	t.info++
}

// nameAt returns the name of the person on a chair, or of the newcomer who waits for it.
func (co *company) nameAt(c int) string {
	if c < 0 || c >= len(co.chairs) {
		return ""
	}
	if next := co.chairs[c].next; next != nil {
		return next.Name
	}
	if p := co.on(c); p != nil {
		return p.Name
	}
	return ""
}

// veiled reports whether a chair's link was changed since the running hand began. Then the
// holder of the new link sees no cards of this hand, and a bot plays it to its end.
func (t *Table) veiled(c int) bool {
	return t.stage == Playing && t.chairs[c].veil == t.hands
}
