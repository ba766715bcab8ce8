# Sourced by test.sh, check.sh and verify.sh: says what is being done, and what all of it has cost.

command -v go >/dev/null || PATH=$PATH:/usr/local/go/bin

# counted runs the script that calls it once more, below the program that counts what it costs.
counted() {
	began=$(date +%s)
	failed=
	[ -z "${CHRATZE_COST:-}" ] || return 0
	CHRATZE_COST=$(mktemp -d)
	export CHRATZE_COST
	trap 'rm -rf "$CHRATZE_COST"' EXIT
	go -C tools build -o "$CHRATZE_COST/cost" ./cost
	"$CHRATZE_COST/cost" sh "$0" "$@" && code=0 || code=$?
	longest || true
	exit $code
}

# longest prints the tests that took longest, and the failed ones that had given up waiting (internal/waittest).
longest() {
	set -- "$CHRATZE_COST"/json.*
	[ -e "$1" ] || return 0
	echo 'longest tests, each subtest by itself:'
	cat "$@" | tool gotestsum tool slowest --num 20
	named() { sed -nE "/$1/s#.*\"Package\":\"[^\"]*/([^\"]*)\",\"Test\":\"([^\"/]*).*#\1.\2#p" "$2" | sort -u; }
	cat "$@" >"$CHRATZE_COST/all"
	named '"Action":"fail"' "$CHRATZE_COST/all" >"$CHRATZE_COST/failed"
	slow=$(named '"Output":".*the machine is too slow' "$CHRATZE_COST/all" | comm -12 - "$CHRATZE_COST/failed")
	[ -z "$slow" ] || echo "the machine is too slow, or these hang:" $slow
}

# step names what begins now, after how many seconds.
step() {
	title=$*
	printf '== %4d s  %s\n' "$(($(date +%s) - began))" "$title"
}

# try runs a command. If it fails, everything else is run all the same, and the script fails at the end (finish).
try() { "$@" || failed="$failed
   $title"; }

finish() {
	step done
	[ -z "$failed" ] || { printf 'FAILED:%s\n' "$failed" >&2; exit 1; }
}

tool() { go tool -modfile=tools/go.mod "$@"; }

# rooms prints the packages of ROOMS=cluster,web with those inside them, or all packages.
rooms() {
	[ -n "${ROOMS:-}" ] || { go list ./...; return; }
	go list ./... | grep -E "/($(echo "$ROOMS" | tr , '|'))(/|\$)" || { echo "there is no room $ROOMS" >&2; return 1; }
}

# unformatted fails if a file isn't as gofmt wants it.
unformatted() {
	bad=$("$(go env GOROOT)/bin/gofmt" -l .)
	[ -z "$bad" ] || { printf 'gofmt these (gofmt -w):\n%s\n' "$bad" >&2; return 1; }
}

# vet MODULE PACKAGES... leaves out the two checks for which every dependency is read too (printf's wrappers, lost cancels), and
# doesn't read them (vet.sh): verify.sh has all.
vet() {
	module=$1
	shift
	VET=$(go env GOTOOLDIR)/vet go -C "$module" vet -vettool="$PWD/scripts/vet.sh" -printf=false -lostcancel=false "$@"
}

# What staticcheck knows of packages lies beside what Go has compiled: CI keeps one folder (docs/adr/0004-linters.md).
STATICCHECK_CACHE=${STATICCHECK_CACHE:-$(go env GOCACHE)/staticcheck}
export STATICCHECK_CACHE

# lint MODULE PACKAGES... runs the linters, which know more than vet. Each is a step by itself, so that finish names those that fail.
lint() {
	module=$1
	shift
	step staticcheck
	try linter staticcheck "$@"
	step errcheck
	try linter errcheck -exclude "$PWD/tools/errcheck.txt" -ignoretests "$@"
	step ineffassign
	try linter ineffassign "$@"
}

linter() { go -C "$module" tool -modfile="$PWD/tools/go.mod" "$@"; }

# tests FLAGS... PACKAGES...: go test, with a line for each package as soon as it is done.
tests() {
	tool gotestsum --format pkgname-and-test-fails --format-hide-empty-pkg --hide-summary skipped,output \
		--jsonfile "$(mktemp "$CHRATZE_COST/json.XXXXXX")" -- "$@"
}

# raced ROOMS FLAGS...: those of the packages that have goroutines or locks, under the race detector; the pure rooms have
# none (purity_test.go).
raced() {
	has_cc || { echo '== race detector: SKIPPED, it needs a C compiler (apt-get install gcc libc6-dev)'; return; }
	packages=$(rooms | grep -E "/($1)\$") || return 0
	shift
	step go test -race
	# shellcheck disable=SC2086
	CGO_ENABLED=1 tests -timeout 2h -vet=off -race "$@" $packages
}
