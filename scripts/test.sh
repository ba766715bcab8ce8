#!/bin/sh
# Everything a change has to pass. It may take eight minutes on two idle cores with nothing in the caches. ROOMS=history,pot
# tests these rooms only.
set -eu
cd "$(dirname "$0")/.."
. scripts/steps.sh
. scripts/setup.sh
counted
# A C compiler that is installed beside must not change how Go compiles: everything would be compiled once more.
CGO_ENABLED=$(go env CGO_ENABLED)
export CGO_ENABLED
# Memory is collected later than Go does by itself: that takes a sixth off compiling, a fourth off tests that compute.
GOGC=${GOGC:-400}
export GOGC

step what this machine lacks, beside what comes next
sh scripts/setup.sh &
setup=$!

step minified pages: what is tested is what make build ships, and make verify has the sources too
try sh scripts/minify.sh
GOFLAGS="$(go env GOFLAGS) -tags=minified"
export GOFLAGS

step gofmt, titles of commits, go mod tidy
try unformatted
try sh scripts/titles.sh
try go mod tidy -diff
try go -C tools mod tidy -diff
try go -C lab mod tidy -diff
try go -C python/native mod tidy -diff
packages=$(rooms)
pages=$(echo "$packages" | grep '/internal/web$' || true)
others=$(echo "$packages" | grep -v '/internal/web$' || true)

# The tests of the pages wait more than they compute. They begin as soon as they can, and what follows fills their waits.
if [ -n "$pages" ]; then
	step go vet ./internal/web
	try vet . ./internal/web
fi
wait "$setup" || true
if [ -n "$pages" ]; then
	step go test ./internal/web, beside what comes next
	tests ${CI:+-artifacts} -timeout 2h -vet=off ./internal/web &
	pages=$!
fi

if [ -n "$others" ]; then
	step go vet
	# shellcheck disable=SC2086
	try vet . $others
	step go test
	# Those that take long come first: what begins last then is short, and no core waits for it.
	# shellcheck disable=SC2046,SC2086
	try tests -timeout 2h -vet=off $(echo "$others" | grep -E '/(internal/cli|rams|history)(/|$)') $others
fi

# Here everything is compiled, and the tests of the pages still wait.
# shellcheck disable=SC2086
lint . $packages

if [ -z "${ROOMS:-}" ]; then
	step types of the pages
	try sh scripts/check-js.sh

	step the laboratory
	try vet lab ./...
	try go -C lab test -vet=off ./...
	lint lab ./...

	# The tools read other rooms by the go command, which the cache of test results does not see.
	step the tools
	changed=.
	git diff --quiet HEAD~5 -- tools scripts go.mod docs/library.md 2>/dev/null && changed=./wiretypes # else, or if the clone doesn't reach that far, all
	try vet tools $changed/...
	try go -C tools test -vet=off -count=1 $changed/...
	lint tools $changed/...
fi

[ -z "$pages" ] || wait "$pages" || failed="$failed
   go test ./internal/web"
finish
