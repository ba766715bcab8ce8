package web_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// states are what the pages can look like, each with the test in which axe looks at it. Other tests that
// meet the state ask only whether everything fits; with CHRATZE_VERIFY axe looks wherever it is asked to.
var states = map[string]string{
	"first page": "TestAccess", "form for friends": "TestAccess", "guest": "TestAccess", "lobby": "TestAccess",
	"menu: table": "TestAccess", "menu: chat": "TestAccess", "menu: log": "TestAccess", "menu: rules": "TestAccess", "menu: settings": "TestAccess",
	"about a seat": "TestAccess", "menu after a hand": "TestAccess", "the accounts": "TestSamePerson",
	"phase: open": "TestTwice", "phase: lay": "TestTwice", "phase: play-lead": "TestAccess",
	"phase: play-follow": "TestAccess", "phase: between": "TestAccess",

	"first page with a table": "TestOwnSeatAgain", "first page of a site of files": "TestSiteOfFiles", "lost page": "TestLostPage", "stuck": "TestWatchdog",
	"list of tables": "TestWatchLater", "form with spectators": "TestWatchLater", "form of a round": "TestPassedInSight",
	"house rules of a round": "TestPassedInSight",

	"door": "TestDoor", "no connection": "TestOffline", "no table, in the dark": "TestDoor", "a person is away": "TestAway", "door of a full table": "TestDoor", "door with watching": "TestWatchersByName", "before leaving": "TestLeaving", "left": "TestLeaving", "link of another chair": "TestLinkAsks", "before a new link": "TestHost",
	"own seat": "TestMenuInParts", "double blind, asked once": "TestBlindInItsMoment", "hint": "TestHints", "switch for the trump six": "TestSix",
	"asked to take back": "TestTakeBackAmongFriends", "asks to take back": "TestTakeBackAmongFriends", "clock": "TestClockIsShown", "hand of others": "TestLateComer", "end of an evening": "TestSamePeopleAgain",
	"spectator": "TestSpectator", "spectator, later": "TestWatchLater", "watched": "TestWatchersByName",
	"proof": "TestProofInTheBrowser", "proof of an evening": "TestProofInTheBrowser", "no proof": "TestTableWithoutProof",
	"practice": "TestPractice", "practice settled": "TestPractice", "open hands": "TestPractice",
	"own table": "TestOwnTable", "statistics": "TestOwnTable", "brought in": "TestOwnFiles", "no evening": "TestOwnFileFaults", "forgotten evening": "TestDataThatLast",
	"round: cover": "TestPassedRound", "round: settlement": "TestPassedRound", "round: end": "TestPassedRound",

	"wall": "TestWall",

	"lessons": "TestLessons", "lesson": "TestLessons", "card that glows": "TestRightCardGlows",
	"puzzle": "TestPuzzleAccess", "puzzle answered": "TestPuzzleAccess",
	"replay": "TestReplayKeys", "end of a replay": "TestReplayKeys", "no hand": "TestReplayFaults", "fault in a line": "TestReplayFaults",
	"menu of a replay": "TestReplayDeal", "list of hands": "TestReplayMany", "reviewed": "TestReplayReviewed",
	"looked at together": "TestTogether", "note": "TestTogether", "sharing a hand": "TestShareAHand", "sharing a puzzle": "TestShareAPuzzle",
	"rules": "TestRules", "words": "TestRules", "rules at a table": "TestRules", "charts": "TestCharts", "own cards at a chart": "TestMyCards",

	"group: empty": "TestGroupPage", "group: evening": "TestGroupPage", "group: more": "TestGroupPage", "group: curve": "TestGroupPage",
	"first page with a group": "TestGroupsAtTheStart", "group: large-de-CH": "TestGroupPage", "group: large-ja": "TestGroupPage", "group: look": "TestGroupLook", "group: wall": "TestGroupWall", "group: none": "TestGroupLook", "group: new": "TestGroupNew",

	"desk: home": "TestKasse", "desk: setup": "TestKasse", "desk: first": "TestKasse", "desk: hand": "TestKasse", "desk: laid": "TestKasse",
	"desk: refused": "TestKasse", "desk: stand": "TestKasse", "desk: past": "TestKasse", "desk: entry": "TestKasse", "desk: more": "TestKasse",
	"desk: come": "TestKasse", "desk: corrected": "TestCorrectionLeft", "desk: end": "TestKasse", "desk: links": "TestKasseFollowed", "desk: conflict": "TestKasseFollowed",
	"desk: race-setup": "TestKasseRamset", "desk: race-first": "TestKasseRamset", "desk: race-hand": "TestKasseRamset", "desk: race-won": "TestKasseRamset",
	"desk: race-corrected": "TestKasseRamset", "desk: race-fine": "TestKasseRamset", "desk: race-over": "TestKasseRamset", "desk: race-again": "TestKasseRamset",
	"desk: race-stand": "TestKasseRamset", "desk: race-past": "TestKasseRamset",
	"desk: lastword": "TestKasseForgotten", "desk: forgotten": "TestKasseForgotten", "desk: password": "TestKasseForgotten", "desk: newer": "TestKasseForgotten",
}

// looked says at which states axe has looked, in which tests.
var looked = struct {
	sync.Mutex
	at map[string]bool
}{at: map[string]bool{}}

// due says whether axe is to look at a state now, and notes that it does.
func (p *tab) due(state string) bool {
	p.t.Helper()
	owner, listed := states[state]
	if !listed && !strings.HasPrefix(state, "phase: ") { // the list has those that the seeds surely meet
		p.t.Errorf("the list of states lacks %q", state)
	}
	if test, _, _ := strings.Cut(p.t.Name(), "/"); !verify && test != owner {
		return false
	}
	looked.Lock()
	defer looked.Unlock()
	here := p.t.Name() + ", " + state
	if looked.at[here] && !verify {
		return false
	}
	looked.at[here], looked.at[state] = true, true
	return true
}

// unseenStates returns the states that axe has not looked at, if all tests have run.
func unseenStates() []string {
	for _, name := range []string{"test.run", "test.skip", "test.list", "test.fuzz"} {
		if flag.Lookup(name).Value.String() != "" {
			return nil
		}
	}
	if testing.Short() || chromium() == "" {
		return nil
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(states)), func(s string) bool { return looked.at[s] })
}

// complete fails a run of all tests in which a state was forgotten.
func complete(code int) int {
	if left := unseenStates(); code == 0 && len(left) > 0 {
		fmt.Fprintf(os.Stderr, "axe has not looked at these states: %s\n", strings.Join(left, ", "))
		return 1
	}
	return code
}
