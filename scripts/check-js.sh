#!/bin/sh
# The types of the pages' modules, which stand in their comments, by Debian's tsc.
# Without it the check is left out, but not in CI.
set -eu
cd "$(dirname "$0")/.."
if ! command -v tsc >/dev/null; then
	echo 'types of the pages: SKIPPED, there is no tsc (apt-get install node-typescript)'
	[ -z "${CI:-}" ]
	exit
fi
faults=$(tsc --project internal/web/jsconfig.json | grep -E '^internal/web/static/[a-uw-z]' || true) # not those of vendored modules
[ -z "$faults" ] || { printf '%s\n' "$faults" >&2; exit 1; }
