#!/bin/sh
# The quick part of test.sh, for while you work: without browser and race detector, and it installs nothing. It needs
# the network only until the modules are there. At most 90 seconds on two quiet cores that have built the project before; go test skips what hasn't changed.
set -eu
cd "$(dirname "$0")/.."
. scripts/steps.sh

step gofmt
unformatted
step go vet
go vet ./...
step staticcheck
tool staticcheck ./...

# These take half of all the time. They run only if you have changed something in them.
set --
for room in internal/cli internal/teach/coach analysis/chart bot/policy; do
	if [ -z "$(git status --porcelain -- "$room" 2>/dev/null)" ]; then
		printf '   left to make test: %s\n' "$room"
		set -- "$@" -e "/$room\$"
	fi
done
packages=$(go list ./...)
[ $# = 0 ] || packages=$(printf '%s\n' "$packages" | grep -v "$@")
step go test -short
# shellcheck disable=SC2086
tests -short -vet=off -- $packages
spent
