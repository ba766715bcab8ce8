#!/bin/sh
# Everything a change has to pass: 16 minutes on two quiet cores, 12 are the aim. It ends with all
# tests, so that their result is the last thing read. CHRATZE_RACE=0 leaves out the race detector.
set -eu
cd "$(dirname "$0")/.."
. scripts/steps.sh
step what this machine lacks
. scripts/setup.sh

# Where goroutines and locks are; the pure rooms have none (purity_test.go). The longest come first
# here and below: what begins last then is short, and no core waits for it.
race='internal/server/httpd internal/server/store internal/server/store/postgres analysis/arena internal/terminal/screen analysis/sim internal/par internal/server/host internal/server/client bot/exec'

step gofmt
unformatted

step go mod tidy
go mod tidy -diff
go -C tools mod tidy -diff

step go vet
go vet ./...

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
if ! vulnerabilities=$(tool govulncheck ./... 2>&1); then
	case $vulnerabilities in
	*'fetching vulnerabilities'*)
		say 'govulncheck: SKIPPED, the vulnerability database (vuln.go.dev) cannot be reached from here' ;;
	*)
		printf '%s\n' "$vulnerabilities" >&2
		exit 1 ;;
	esac
fi

set --
for room in $race; do
	if ls "$room"/*_test.go >/dev/null 2>&1; then
		set -- "$@" "./$room"
	fi
done
if [ "${CHRATZE_RACE:-1}" = 0 ] || [ $# = 0 ]; then
	say 'race detector: nothing to run'
elif has_cc; then
	step "go test -race $*"
	CGO_ENABLED=1 tests -timeout 30m -race -short -- "$@"
else
	say 'race detector: SKIPPED, it needs a C compiler (apt-get install gcc libc6-dev)'
fi

step go test ./...
tests -timeout 30m -vet=off -- ./internal/web ./internal/cli ./history ./rams/... ./...
spent
