#!/bin/sh
# Walks the README as a stranger does: a clean clone, an empty HOME, no settings, none of this machine's fonts. It runs both
# commands of the quick start, make test for one room, builds the program, and runs every command of the tables that ends
# by itself. Modules come from this machine's cache if they are there; GOCACHE=DIR also keeps what was compiled before.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
there=$(mktemp -d)
# The server has a process group of its own: go run has a child.
finish() {
	[ ! -s "$there/pid" ] || kill -- "-$(cat "$there/pid")" 2>/dev/null || true
	chmod -R u+w "$there"
	rm -rf "$there"
}
trap finish EXIT
trap 'exit 1' INT TERM
mkdir "$there/home" "$there/tmp"
printf '<fontconfig/>\n' >"$there/fonts.conf"
proxy=file://$(go env GOMODCACHE)/cache/download,$(go env GOPROXY)
sums=$(go env GOSUMDB)
bare() {
	env -i PATH="$PATH:/usr/sbin" HOME="$there/home" TMPDIR="$there/tmp" FONTCONFIG_FILE="$there/fonts.conf" GOPROXY="$proxy" GOSUMDB="$sums" \
		GOTOOLCHAIN=local ${GOCACHE:+GOCACHE="$GOCACHE" GOFLAGS="${GOFLAGS:-}"} "$@" </dev/null >"$there/said" 2>&1
}
fail() {
	tail -60 "$there/said"
	echo "walk: $*" >&2
	exit 1
}

git clone -q --no-hardlinks . "$there/chratze"
cd "$there/chratze"
sed -n '/^```sh$/,/^```$/s/^\([^`#]*[^`# ]\) *#.*/\1/p' README.md >"$there/start"
[ "$(wc -l <"$there/start")" = 2 ] || fail "the quick start has $(wc -l <"$there/start") commands, expected 2: run it, check it"
first=$(sed -n 1p "$there/start")
second=$(sed -n 2p "$there/start")

address=$(sed -n '/^```sh$/,/^```$/s/.*\(http:[^ ]*\).*/\1/p' README.md)
if curl -s -o /dev/null "$address"; then # what the README says if the port is taken
	first="$first $(sed -n 's/.*taken, add `\([^`]*\)`.*/\1/p' README.md)"
	address=http://localhost:${first##*:}
	! curl -s -o /dev/null "$address" || fail "both ports of the README are taken"
fi
echo "$first"
# shellcheck disable=SC2016,SC2086
bare setsid sh -c 'echo $$ >"$0"; exec "$@"' "$there/pid" $first &
tries=0
until curl -fs -o "$there/page" "$address"; do
	kill -0 $! 2>/dev/null || fail "the first command has ended"
	tries=$((tries + 1))
	[ "$tries" -lt 1200 ] || fail "nothing answers at $address"
	sleep 1
done
grep -q '<title>' "$there/page" || fail "$address answers, but not with a page"
kill -- "-$(cat "$there/pid")"
wait $! || true
rm "$there/pid"

echo "$second ROOMS=pot"
# shellcheck disable=SC2086
bare $second ROOMS=pot || fail "it fails"

echo make build
bare make build || fail "it fails"
# the tables' commands: in backticks, behind a bar; serve ran already
sed -n 's/^|.*| `\(chratze [^`]*\)` |$/\1/p' README.md | grep -v '^chratze serve' >"$there/commands"
[ "$(wc -l <"$there/commands")" -ge 4 ] || fail "README.md names fewer than 4 commands"
while read -r command; do
	echo "$command"
	# shellcheck disable=SC2086
	bare env PATH="$PWD/bin:$PATH" $command || fail "it fails"
	[ -s "$there/said" ] || fail "it says nothing"
done <"$there/commands"
