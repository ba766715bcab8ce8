#!/bin/sh
# Lays out the pages' modules and style sheets by prettier (.prettierrc), 100 columns; templates of HTML stay as they are written. With
# --check it changes nothing, and fails if a file isn't so. It needs npx, which neither the program nor CI has: make verify runs it.
set -eu
cd "$(dirname "$0")/.."
if ! command -v npx >/dev/null; then
	echo 'layout of the pages: SKIPPED, there is no npx (apt-get install npm)'
	exit
fi
[ "${1:-}" = --check ] || set -- --write
npx --yes prettier@3.10.1 --log-level warn "$1" 'internal/web/static/*/*.{css,js}' '!internal/web/static/cards/*' '!internal/web/static/vendor/*' \
	'!internal/web/static/lib/games.js' # make types writes it
