#!/bin/sh
# Makes docs/screenshots/readme.png, the wide picture of the README, from the running program: the table and a
# settlement on a phone, in English with French cards, and a hand in the terminal. It needs Chromium and tmux. The
# cards are those of seeds, so the same picture comes again until the rules, the bots or the pages change.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
setup >/dev/null
. scripts/terminal.sh
work=$(mktemp -d)
trap 'tmux -S "$work/socket" kill-server 2>/dev/null || true; [ -z "${KEEP:-}" ] || cp "$work"/*.png "$work"/*.svg "$KEEP"; rm -rf "$work"' EXIT
columns=80 rows=30
play "$work" $columns $rows --deck french --rules chratze-en --pace fast

# until a text is there: waits for it, at most a minute.
until_shown() {
	for _ in $(seq 1 600); do
		t capture-pane -e -p -N >"$work/still.ansi"
		if grep -q "$1" "$work/still.ansi"; then return; fi
		sleep 0.1
	done
	cat "$work/still.ansi" >&2
	echo "the terminal never showed $1" >&2
	exit 1
}
# The first choice of every question, until a card is to be played.
for _ in $(seq 1 12); do
	until_shown 'do it'
	case $(cat "$work/still.ansi") in
	*'Which card do you play'*) t send-keys Right; sleep 1; t capture-pane -e -p -N >"$work/still.ansi"; break ;;
	*'Which cards do you discard'*) t send-keys Enter ;;
	*) t send-keys 1; sleep 0.3; t send-keys Enter ;;
	esac
	sleep 1
done
"$work/termsvg" -o "$work/terminal.svg" -columns $columns -rows $rows "$work/still.ansi"
has_package fonts-noto-core || install fonts-noto-core
CHRATZE_FONT=${CHRATZE_FONT:-noto} CHRATZE_README_PICTURE=$work/terminal.svg go test ./internal/web -count=1 -run '^TestReadmePicture$' -timeout 20m
convert "$work/readme.png" -strip -colors 256 "PNG8:docs/screenshots/readme.png" 2>/dev/null || cp "$work/readme.png" docs/screenshots/readme.png
ls -l docs/screenshots/readme.png
