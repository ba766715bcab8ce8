#!/bin/sh
# Makes docs/screenshots/readme.png, the wide picture of the README, from the running program: the table and a
# settlement on a phone, in English with French cards, and a hand in the terminal, which is docs/screenshots/terminal.png
# too. It needs Chromium, tmux and aha, which makes a page of a terminal's screen. The cards are those of seeds, so the
# same pictures come again until the rules, the bots or the pages change.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
setup >/dev/null
has aha || install aha
has_package fonts-noto-core || install fonts-noto-core
work=$(mktemp -d)
t() { tmux -f /dev/null -S "$work/socket" "$@"; }
trap 't kill-server 2>/dev/null || true; [ -z "${KEEP:-}" ] || cp "$work"/*.png "$work"/*.html "$KEEP"; rm -rf "$work"' EXIT
go build -o "$work/chratze" ./cmd/chratze
t new-session -d -x 80 -y 30 "env -u TMUX -u NO_COLOR TERM=xterm-256color COLORTERM=truecolor LC_ALL=C.UTF-8 \
	'$work/chratze' play --lang en --seed ${SEED:-42} --name Vreni --data '$work/data' --deck french --rules chratze-en --pace fast; sleep 100"
t set -g status off

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
aha --no-header -f "$work/still.ansi" >"$work/still.html"
CHRATZE_FONT=${CHRATZE_FONT:-noto} CHRATZE_README_PICTURE=$work/still.html go test ./internal/web -count=1 -run '^TestReadmePicture$' -timeout 20m
for name in readme terminal; do
	convert "$work/$name.png" -strip -colors 256 "PNG8:docs/screenshots/$name.png" 2>/dev/null || cp "$work/$name.png" "docs/screenshots/$name.png"
	ls -l "docs/screenshots/$name.png"
done
