#!/bin/sh
# Runs the whole test command on a slow machine: with every core kept busy by two other programs, and on one core alone.
#
#   scripts/busy.sh [N]    # N times each, else once; ROOMS=history for some rooms
#
# Nothing may be red, since no verdict may hang on speed. The logs are in build/busy. A test that has given up waiting
# says "the machine is too slow", and the end of the log counts these.
set -eu
cd "$(dirname "$0")/.."
unset CHRATZE_VERIFY CHRATZE_COST
export GOFLAGS="${GOFLAGS:-} -count=1" # results of other times don't count
mkdir -p build/busy
cores=$(nproc)
spinning=
red=0
calm() {
	# shellcheck disable=SC2086
	[ -z "$spinning" ] || kill $spinning
	spinning=
}
trap calm EXIT

# run LOG COMMAND...
run() {
	log=build/busy/$1.log
	shift
	if "$@" >"$log" 2>&1 </dev/null; then
		echo "$log: green, $(tail -n 1 "$log")"
	else
		red=$((red + 1))
		echo "$log: RED, $(tail -n 1 "$log")"
		grep -E '^(=== FAIL|--- FAIL|FAILED|the machine is too slow)' "$log" || true
	fi
}

for n in $(seq "${1:-1}"); do
	for _ in $(seq $((2 * cores))); do
		sh -c 'while :; do :; done' &
		spinning="$spinning $!"
	done
	run "beside-others-$n" sh scripts/test.sh
	calm
	run "one-core-$n" taskset -c 0 sh scripts/test.sh
done
[ $red = 0 ]
