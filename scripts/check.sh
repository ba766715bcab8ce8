#!/bin/sh
# The quick part of test.sh, for while you work: without browser, and it installs nothing. It needs the network only
# until the modules are there. It may take a minute on two idle cores that have built the project before; go test
# skips what hasn't changed.
set -eu
cd "$(dirname "$0")/.."
. scripts/steps.sh
counted

step gofmt
try unformatted
step go vet
try go vet ./...
lint . ./...

# These take half of all the time. They run only if you have changed something in them.
packages=$(go list ./...)
for room in internal/cli internal/teach/coach; do
	if [ -z "$(git status --porcelain -- "$room" 2>/dev/null)" ]; then
		echo "   left to make test: $room"
		packages=$(echo "$packages" | grep -v "/$room\$")
	fi
done
step go test -short
# shellcheck disable=SC2086
try tests -short -vet=off $packages
finish
