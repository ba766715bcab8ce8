#!/bin/sh
# Everything a change has to pass. CHRATZE_RACE=0 leaves out the race detector.
set -eu
cd "$(dirname "$0")/.."
. scripts/steps.sh
step what this machine lacks
. scripts/setup.sh

# Left out under the race detector, but not by verify.sh: they compute, kill or read screens, and no
# goroutine or lock is theirs alone.
computing='TestSignature|TestSpy|TestProgram$|TestRating|TestBetterThanRandom|TestReferenceMeasured|TestHistoryFails'
computing="$computing|TestKasseEmbedded|TestRulesForm|TestChart|TestReview$|TestFirstLoad|TestDelaysTellNothing|TestCodesCantBeSearched"
computing="$computing|TestKill|TestLost|TestLimit|TestCramped|TestForgotten|TestRestore|TestDamage"
computing="$computing|TestOneMoney|TestAnything|TestLines|TestKeys|TestRulesInside|TestGames|TestLessons|TestCompletion"

step gofmt, titles of commits
unformatted
sh scripts/titles.sh

step go mod tidy
go mod tidy -diff
go -C tools mod tidy -diff

step go vet
# Without the two checks for which every dependency is read too (printf's wrappers, lost cancels): verify.sh has all.
go vet -printf=false -lostcancel=false ./...

# The browser's tests wait more than they compute: they run beside everything that follows, which is nicer than they are.
step go test ./internal/web, beside what follows
progress # beforehand: it is built once
tests -timeout 30m -vet=off -- ./internal/web &
pages=$!
renice -n 5 $$ >/dev/null || true

step staticcheck
tool staticcheck ./...

step errcheck
tool errcheck -exclude tools/errcheck.txt -ignoretests ./...

step ineffassign
tool ineffassign ./...

step types of the pages
sh scripts/check-js.sh

step the tools themselves
go -C tools vet ./...
# They read other rooms by the go command, which the cache of test results does not see.
go -C tools test -count=1 ./...

step govulncheck
lost='govulncheck: SKIPPED, the vulnerability database (vuln.go.dev) cannot be reached from here'
if [ -z "${GOVULNDB:-}${https_proxy:-}${HTTPS_PROXY:-}" ] && ! getent hosts vuln.go.dev >/dev/null; then
	say "$lost" # before it has been compiled and has read everything
elif ! vulnerabilities=$(tool govulncheck ./... 2>&1); then
	case $vulnerabilities in
	*'fetching vulnerabilities'*) say "$lost" ;;
	*)
		printf '%s\n' "$vulnerabilities" >&2
		exit 1 ;;
	esac
fi

raced -short -skip "$computing"

step go test, all others
# shellcheck disable=SC2046
tests -timeout 30m -vet=off -- ./internal/cli ./history ./rams/... $(go list ./... | grep -v /internal/web$)
wait "$pages"
spent
