package coach

import "chratze/rams"

// Mix chooses puzzles so that a set has of everything: all kinds of questions, and few that are easy.
type Mix struct {
	taken   int
	refused int // since
	topics  [len(topics)]int
	easy    int
	seen    map[string]int // how often a reason was given
}

// topics are the kinds of questions, and in how many of a hundred puzzles they come at most.
//
//lattice:table
var topics = [...]struct {
	last rams.Phase
	part int
}{{rams.PhaseBlind, 3}, {rams.PhaseBid, 17}, {rams.PhaseJoin, 20}, {rams.PhaseDrop, 26}, {rams.PhaseSwap, 2}, {rams.PhasePlay, 40}}

// easyPart is how many of a hundred may be easy, and samePart how many may have the same reason.
const (
	easyPart = 25
	samePart = 18
)

// room reports whether one more of what there are so many of is no more than its part of a hundred. The longer nothing was
// wanted the more it is: not every game asks every question.
func (m *Mix) room(have, part int) bool { return have*100 < part*(m.taken+4)+m.refused }

func topicOf(asked rams.Phase) (topic int) {
	for topics[topic].last < asked {
		topic++
	}
	return topic
}

// wants reports whether a puzzle of this kind is wanted.
func (m *Mix) wants(asked rams.Phase, level int) bool {
	topic := topicOf(asked)
	if m.room(m.topics[topic], topics[topic].part) && (level > 1 || m.room(m.easy, easyPart)) {
		return true
	}
	m.refused++
	return false
}

// take reports whether a solution is wanted, and counts it if it is.
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
