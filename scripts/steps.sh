# Sourced by test.sh, check.sh and verify.sh: says what is being done, and how long all took.

began=$(date +%s)
command -v go >/dev/null || PATH=$PATH:/usr/local/go/bin

# step names what begins now, after how many seconds.
step() { printf '== %4d s  %s\n' "$(($(date +%s) - began))" "$*"; }

tool() { go tool -modfile=tools/go.mod "$@"; }

# unformatted fails if a file isn't as gofmt wants it.
unformatted() {
	bad=$("$(go env GOROOT)/bin/gofmt" -l .)
	[ -z "$bad" ] || { printf 'gofmt these (gofmt -w):\n%s\n' "$bad" >&2; exit 1; }
}

# progress builds the program that reads what go test says.
progress() {
	[ -z "${reader:-}" ] || return 0
	reader=$(mktemp -d)/progress
	go -C tools build -o "$reader" ./progress
	trap 'pkill -f "$reader" 2>/dev/null || true; rm -rf "$(dirname "$reader")"' EXIT
}

# tests FLAGS... -- PACKAGES...: go test, with a line for each package as soon as it is done.
tests() {
	flags=
	while [ "$1" != -- ]; do
		flags="$flags $1"
		shift
	done
	shift
	progress
	# shellcheck disable=SC2086
	go test -json $flags "$@" | "$reader" "$(go list "$@" | wc -l)"
}

# raced FLAGS...: the tests of the rooms with goroutines and locks under the race detector; the pure
# rooms have none (purity_test.go). The longest come first: what begins last then is short, and no core waits for it.
raced() {
	if [ "${CHRATZE_RACE:-1}" = 0 ]; then
		say 'race detector: left out'
	elif has_cc; then
		step go test -race
		CGO_ENABLED=1 tests -timeout 60m -race "$@" -- ./internal/server/httpd ./internal/server/store ./analysis/sim ./internal/terminal/screen \
			./analysis/arena ./internal/table/host ./internal/client ./bot/exec ./internal/par ${CHRATZE_VERIFY:+./internal/server/store/postgres}
	else
		say 'race detector: SKIPPED, it needs a C compiler (apt-get install gcc libc6-dev)'
	fi
}

# spent says how long everything took, by the clock and in seconds of the processors.
spent() {
	step "done; user and system time of all processes:"
	times >"$reader.times" # not in a pipe: that would be the times of the pipe
	tail -n 1 "$reader.times"
}
