#!/bin/sh
# The long checks: full-depth perft, millions of hands, every font on every page, the pages in Firefox and WebKit, several
# servers behind HAProxy, the store on PostgreSQL, the linters, known vulnerabilities, and the test command on a slow machine, BUSY=1 times.
# Hours. ROOMS=cluster,postgres verifies these rooms alone. It installs what they need, 300 MB.
set -eu
cd "$(dirname "$0")/.."
. scripts/steps.sh
. scripts/setup.sh
CHRATZE_VERIFY=1
export CHRATZE_VERIFY
counted

step what this machine lacks
setup
packages=$(rooms)
step go vet
# shellcheck disable=SC2086
try go vet $packages
# shellcheck disable=SC2086
lint . $packages
step layout of the style sheets
try sh scripts/format.sh --check
step go test, of the pages as make build ships them
try sh scripts/minify.sh
# shellcheck disable=SC2086
try tests -tags minified -count=1 -timeout 6h $packages
case ",${ROOMS:-}," in
*,cluster,* | *,postgres,*) try tests -count=1 -timeout 6h -run 'Node|HAProxy|Postgres' ./internal/cli ;;
esac
# The race detector makes everything ten times slower and looks for races, not for seeds: the usual sizes, or all with RACE=full.
[ "${RACE:-}" = full ] || CHRATZE_VERIFY=
case $packages in
*/internal/web*)
	step go test ./internal/web, of the sources
	try tests -count=1 -timeout 2h ./internal/web ;;
esac
try raced 'server/(httpd|store|listen|program)|analysis/(sim|arena)|table/(host|talk)|terminal/(screen|lines)|client|cluster|practice|hub|bot/exec|par|interrupt' -count=1
CHRATZE_VERIFY=1 # without it there is no PostgreSQL
try raced 'server/store/postgres' -count=1
if [ -z "${ROOMS:-}" ]; then
	step the laboratory
	try go -C lab vet ./...
	lint lab ./...
	try go -C lab test -count=1 -timeout 2h ./...
	step the tools
	try go -C tools vet ./...
	lint tools ./...
	try go -C tools test -count=1 -timeout 1h ./...
	step the README, walked on a machine without anything
	try sh scripts/walk.sh
	step Lighthouse, which is told and no verdict
	try sh scripts/lighthouse.sh
	step govulncheck
	try sh scripts/vulnerabilities.sh
	step the test command on a slow machine
	try sh scripts/busy.sh "${BUSY:-1}"
fi
finish
