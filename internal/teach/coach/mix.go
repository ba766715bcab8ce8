package coach

import "chratze/rams"

// Mix chooses puzzles so that a set has all kinds of questions and few easy ones.
type Mix struct {
	taken   int
	refused int // since the last that was taken
	topics  [len(topics)]int
	easy    int
	seen    map[string]int // how often each reason was given
}

// topics are the kinds of questions, with the largest share of each in percent.
//
//lattice:table
var topics = [...]struct {
	last rams.Phase
	part int
}{{rams.PhaseBlind, 3}, {rams.PhaseBid, 17}, {rams.PhaseJoin, 20}, {rams.PhaseDrop, 26}, {rams.PhaseSwap, 2}, {rams.PhasePlay, 40}}

// easyPart is the largest share of easy puzzles, and samePart that of puzzles with the same
// reason, in percent.
const (
	easyPart = 25
	samePart = 18
)

// room reports whether one more puzzle of a kind stays within its share in percent. The limit
// grows while nothing is taken, since not every game asks every question.
func (m *Mix) room(have, part int) bool { return have*100 < part*(m.taken+4)+m.refused }

func topicOf(asked rams.Phase) (topic int) {
	for topics[topic].last < asked {
		topic++
	}
	return topic
}

// wants reports whether the mix has room for a puzzle of this kind.
func (m *Mix) wants(asked rams.Phase, level int) bool {
	topic := topicOf(asked)
	if m.room(m.topics[topic], topics[topic].part) && (level > 1 || m.room(m.easy, easyPart)) {
		return true
	}
	m.refused++
	return false
}

// take reports whether the mix has room for a solution, and counts it if so.
func (m *Mix) take(s *Solution, asked rams.Phase) bool {
	if !m.wants(asked, s.Level) {
		return false
	}
	if !m.room(m.seen[s.Why.Code], samePart) {
		m.refused++
		return false
	}
	if m.seen == nil {
		m.seen = map[string]int{}
	}
	m.taken++
	m.refused = 0
	m.topics[topicOf(asked)]++
	m.seen[s.Why.Code]++
	if s.Level == 1 {
		m.easy++
	}
	return true
}
