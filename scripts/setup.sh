#!/bin/sh
# Installs what the scripts need and this machine lacks: a C compiler, for the race
# detector; Chromium and fonts, for the pages; Python, for its package; PostgreSQL, for the
# store on it; HAProxy, for several servers. Without the means to install one, it says so and the tests are left out. Sourced or run; asks nothing.
set -eu

say() { printf '== %s\n' "$*"; }

if ! command -v go >/dev/null; then
	if [ -x /usr/local/go/bin/go ]; then
		PATH=$PATH:/usr/local/go/bin
	else
		echo 'No go command: install Go 1.26 or later, see https://go.dev/doc/install.' >&2
		exit 1
	fi
fi

# install packages...: with apt-get, as root or by sudo without a password.
install() {
	command -v apt-get >/dev/null || return 1
	as_root=
	if [ "$(id -u)" != 0 ]; then
		sudo -n true 2>/dev/null || return 1
		as_root=sudo
	fi
	say "installing $*"
	DEBIAN_FRONTEND=noninteractive
	export DEBIAN_FRONTEND
	$as_root apt-get -qq -o APT::Update::Error-Mode=any update </dev/null >/dev/null 2>&1 || true
	$as_root apt-get -qq -y --no-install-recommends install "$@" </dev/null >/dev/null
}

# has_package: whether a Debian package is installed; elsewhere nobody knows, and it is taken for there.
has_package() { ! command -v dpkg-query >/dev/null || dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q '^install ok'; }

# has_cc: whether cgo, and so the race detector, works here.
has_cc() { command -v "$(go env CC)" >/dev/null && printf '#include <stdlib.h>\n' | $(go env CC) -E - >/dev/null 2>&1; }

if ! has_cc; then
	install gcc libc6-dev || say 'no C compiler and no way to install one'
fi

[ -f scripts/setup.sh ] || cd "$(dirname "$0")/.."
. scripts/install-chromium

if ! command -v python3 >/dev/null; then
	install python3 || say 'no python3 and no way to install it: the tests of the Python package are skipped, but not in CI'
fi

if ! command -v strace >/dev/null; then
	install strace || say 'no strace and no way to install it: the test in which the power fails is skipped, but not in CI'
fi

if ! command -v haproxy >/dev/null && [ ! -x /usr/sbin/haproxy ]; then
	install haproxy || say 'no haproxy and no way to install it: the test of three servers behind it is skipped, but not in CI'
fi

if ! command -v tmux >/dev/null; then
	install tmux || say 'no tmux and no way to install it: the tests of the terminal table are skipped, but not in CI'
fi

if ! sh scripts/postgres.sh has; then
	# Its common part first: told so, it makes no cluster and starts none.
	{ install postgresql-common &&
		$as_root sed -i 's/^#* *create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf &&
		install postgresql; } || say 'no PostgreSQL and no way to install it: the tests of the store on it are skipped, but not in CI'
fi
