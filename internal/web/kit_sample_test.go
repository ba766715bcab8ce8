package web_test

import (
	"os"
	"testing"
)

// verify says whether everything is looked at, as make verify does, or a sample of it, as make test does.
var verify = os.Getenv("CHRATZE_VERIFY") != ""

// sample is the first n of many that differ little; with CHRATZE_VERIFY it is all of them.
func sample[T any](n int, all ...T) []T {
	if verify {
		return all
	}
	return all[:n]
}

// some is n, or with CHRATZE_VERIFY all: how many of what repeats itself are looked at.
func some(n, all int) int {
	if verify {
		return all
	}
	return n
}

// share is every n-th of many, from the i-th on, so that n shares have each of them once; with CHRATZE_VERIFY it is all of
// them. Where two things vary, each value of one gets a share of the other.
func share[T any](i, n int, all []T) (some []T) {
	if verify {
		return all
	}
	for ; i < len(all); i += n {
		some = append(some, all[i])
	}
	return some
}

// onlyVerify skips a test that only make verify runs, and says why.
func onlyVerify(t *testing.T, why string) {
	t.Helper()
	if !verify {
		t.Skip("SKIPPED: only for CHRATZE_VERIFY=1, " + why)
	}
}
