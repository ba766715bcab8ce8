#!/bin/sh
# Makes the wide pictures of the READMEs from the running program: docs/screenshots/readme.png, readme.de.png and readme.ja.png,
# each with the table and a settlement on a phone, and a hand in the terminal; terminal.png, which is that
# hand alone; and replay-large.png, a moment of a replay. It needs Chromium, tmux, pngquant, and aha, which makes a page of
# a terminal's screen. The cards are those of seeds, so the same pictures come again until the rules, the bots or the pages
# change. LANGS=de makes those of one language.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
setup >/dev/null
has aha || install aha
has pngquant || install pngquant
has_package fonts-noto-core || install fonts-noto-core
work=$(mktemp -d)
t() { tmux -f /dev/null -S "$work/socket" "$@"; }
trap 't kill-server 2>/dev/null || true; [ -z "${KEEP:-}" ] || cp "$work"/*.png "$work"/*.html "$KEEP"; rm -rf "$work"' EXIT
go build -o "$work/chratze" ./cmd/chratze
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

# still LANG DECK PLAY DISCARD: a hand in the terminal, with the first choice of every question, until a card is to be played.
still() {
	t new-session -d -s "$1" -x 80 -y 30 "env -u TMUX -u NO_COLOR TERM=xterm-256color COLORTERM=truecolor LC_ALL=C.UTF-8 \
		'$work/chratze' play --lang $1 --seed ${SEED:-42} --name Vreni --data '$work/data-$1' --deck $2 --rules chratze-en --pace fast; sleep 100"
	t set -g status off
	for _ in $(seq 1 12); do
		until_shown '⏎'
		case $(cat "$work/still.ansi") in
		*"$3"*) t send-keys Right; sleep 1; t capture-pane -e -p -N >"$work/still.ansi"; break ;;
		*"$4"*) t send-keys Enter ;;
		*) t send-keys 1; sleep 0.3; t send-keys Enter ;;
		esac
		sleep 1
	done
	t kill-session -t "$1"
	aha --no-header -f "$work/still.ansi" >"$work/still.html"
}

# keep FROM TO: a picture of the test becomes one of the docs.
keep() {
	pngquant --force --strip --output "docs/screenshots/$2.png" 256 "$work/$1.png"
	ls -l "docs/screenshots/$2.png"
}

for lang in ${LANGS:-en de ja}; do
	case $lang in
	en) still en french 'Which card do you play' 'Which cards do you discard' ;;
	de) still de-CH swiss 'Welche Karte spielst du' 'Welche Karten legst du ab' ;;
	ja) still ja french 'どのカードを出しますか' 'どのカードを交換しますか' ;;
	esac
	CHRATZE_FONT=${CHRATZE_FONT:-noto} CHRATZE_README_PICTURE=$work/still.html CHRATZE_README_LANG=$lang \
		go test ./internal/web -count=1 -run '^TestReadmePicture$' -timeout 20m
	case $lang in
	en) keep readme readme; keep terminal terminal; keep replay replay-large ;;
	*) keep readme readme.$lang ;;
	esac
done
