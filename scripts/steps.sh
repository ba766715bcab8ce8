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

# tests FLAGS... -- PACKAGES...: go test, with a line for each package as soon as it is done.
tests() {
	flags=
	while [ "$1" != -- ]; do
		flags="$flags $1"
		shift
	done
	shift
	[ -n "${progress:-}" ] || { progress=$(mktemp -d)/progress; go -C tools build -o "$progress" ./progress; trap 'rm -rf "$(dirname "$progress")"' EXIT; }
	# shellcheck disable=SC2086
	go test -json $flags "$@" | "$progress" "$(go list "$@" | wc -l)"
}

# spent says how long everything took, by the clock and in seconds of the processors.
spent() {
	step "done; user and system time of all processes:"
	times >"${progress:-/tmp/progress}.times" # not in a pipe: that would be the times of the pipe
	tail -n 1 "${progress:-/tmp/progress}.times"
}
