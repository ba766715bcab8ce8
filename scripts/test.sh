#!/bin/sh
# Everything a change has to pass. It ends with all tests, so that their result is
# the last thing read. CHRATZE_RACE=0 leaves out the race detector.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh

# Where goroutines and locks are; the pure rooms have none (purity_test.go).
race='bot/exec sim arena internal/store internal/host internal/httpd internal/client internal/tui'

tool() { go tool -modfile=tools/go.mod "$@"; }

say gofmt
unformatted=$("$(go env GOROOT)/bin/gofmt" -l .)
if [ -n "$unformatted" ]; then
	printf 'gofmt these (gofmt -w):\n%s\n' "$unformatted" >&2
	exit 1
fi

say go mod tidy
go mod tidy -diff
go -C tools mod tidy -diff

say go vet
go vet ./...

say staticcheck
tool staticcheck ./...

say errcheck
tool errcheck -exclude tools/errcheck.txt -ignoretests ./...

say ineffassign
tool ineffassign ./...

say types of the pages
sh scripts/check-js.sh

say the tools themselves
go -C tools vet ./...
go -C tools test ./...

say govulncheck
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
	say "go test -race $*"
	CGO_ENABLED=1 go test -race -short "$@"
else
	say 'race detector: SKIPPED, it needs a C compiler (apt-get install gcc libc6-dev)'
fi

say go test ./...
go test -vet=off ./...
