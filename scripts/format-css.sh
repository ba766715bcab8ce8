#!/bin/sh
# Lays out the pages' style sheets by prettier (.prettierrc): a declaration a line, 100 columns. With --check it changes nothing, and
# fails if a sheet isn't so. It needs npx, which neither the program nor CI has: make verify runs it. Not JavaScript: even at 160
# columns it would be 2 000 lines longer.
set -eu
cd "$(dirname "$0")/.."
if ! command -v npx >/dev/null; then
	echo 'layout of the style sheets: SKIPPED, there is no npx (apt-get install npm)'
	exit
fi
[ "${1:-}" = --check ] || set -- --write
npx --yes prettier@3.10.1 --log-level warn "$1" 'internal/web/static/*/*.css' '!internal/web/static/cards/*'
