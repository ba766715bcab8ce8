# Sourced, not run, by scripts that take pictures of the program in a terminal. It needs tmux. The cards are those of a
# seed, so the same hand comes again as long as nobody changes the rules, the bots or the screen.
#
# play WHERE COLUMNS ROWS FLAGS… starts `chratze play` in a terminal of that size, with its files below the directory
# WHERE; then `t …` is tmux on that terminal, and WHERE/termsvg draws what it captures.
play() {
	where=$1 size="-x $2 -y $3"
	shift 3
	go build -o "$where/chratze" ./cmd/chratze
	go -C tools build -o "$where/termsvg" ./termsvg
	# shellcheck disable=SC2086
	t new-session -d $size \
		"env -u TMUX -u NO_COLOR TERM=xterm-256color COLORTERM=truecolor LC_ALL=C.UTF-8 \
		'$where/chratze' play --lang en --seed ${SEED:-42} --name Vreni --data '$where/data' $*; sleep 100"
	t set -g status off
}
t() { tmux -f /dev/null -S "$where/socket" "$@"; }
