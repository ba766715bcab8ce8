#!/bin/sh
# The long checks: full-depth perft, millions of hands, every font on every page, and the pages in Firefox and
# WebKit. An hour or more. It installs one more browser and fonts, about 250 MB.
set -eu
cd "$(dirname "$0")/.."
. scripts/steps.sh
. scripts/setup.sh
step more fonts and browsers
. scripts/install-browsers
step go vet
go vet ./...
step go test ./...
CHRATZE_VERIFY=1
export CHRATZE_VERIFY
tests -count=1 -timeout=6h -- ./...
raced
spent
