#!/bin/sh
# Records a hand in a terminal for the README: docs/screenshots/terminal.svg, and a
# still of a light one.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
setup >/dev/null
. scripts/terminal.sh
work=$(mktemp -d)
trap 'tmux -S "$work/socket" kill-server 2>/dev/null || true; rm -rf "$work"' EXIT
columns=96 rows=30
play "$work" $columns $rows --rules chratze --pace normal

# shot: what is shown now, if it is not what was shown before.
n=0 last=
frames=
now() { date +%s%N | cut -c1-13; }
shot() {
	t capture-pane -e -p -N >"$work/now"
	if ! cmp -s "$work/now" "$work/last"; then
		at=$(now)
		[ -z "$last" ] || frames="$frames $work/$n=$((at - last))"
		n=$((n + 1)) last=$at
		cp "$work/now" "$work/$n"
		cp "$work/now" "$work/last"
	fi
}
# watch until a text is there, or so many tenths of a second.
watch() {
	tenths=$2
	while [ "$tenths" -gt 0 ]; do
		shot
		case $1 in ?*) grep -q "$1" "$work/now" && return ;; esac
		sleep 0.1
		tenths=$((tenths - 1))
	done
}
key() {
	t send-keys "$1"
	watch '' "${2:-8}"
}
touch "$work/last"
watch 'do it' 100
watch '' 8
# Join, exchange what isn't worth keeping, play: always the first card that may be
# played, until the settlement.
for step in $(seq 1 24); do
	shot
	case $(cat "$work/now") in
	*'next hand'*) break ;;
	*'Which cards do you discard'*) key 3 5; key 4 8; key Enter 4 ;;
	*'Which card do you play'*)
		key Right 7
		if ! grep -q 'Play ' "$work/now"; then key Right 7; fi
		key Enter 5
		if grep -q 'You must' "$work/now"; then watch '' 14; key Right 7; key Enter 5; fi ;;
	*'do it'*) key 1 9; key Enter 4 ;;
	esac
	watch 'do it\|next hand' 60
done
watch '' 40
frames="$frames $work/$n=4000"
# shellcheck disable=SC2086
"$work/termsvg" -o docs/screenshots/terminal.svg -columns $columns -rows $rows -title 'A hand of Chratze in the terminal' $frames
ls -l docs/screenshots/terminal.svg
