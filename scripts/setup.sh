#!/bin/sh
# Installs what the scripts need and this machine lacks, by one call of apt-get: Chromium and fonts, for the pages; tsc,
# for their modules; Python, strace and tmux. With CHRATZE_VERIFY=1 also what only make verify needs (300 MB): a C compiler, for
# the race detector; Firefox and WebKit, more fonts, PostgreSQL, HAProxy, a phone's processor. Without the
# means to install one, the tests that need it are skipped, but not in CI. It asks nothing. Sourced, it only brings these functions.
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

# install packages...: with apt-get, as root or by sudo without a password. Of one|other it takes the first that this
# system has, and leaves out what it doesn't have.
install() {
	command -v apt-get >/dev/null || return 1
	as_root=
	if [ "$(id -u)" != 0 ]; then
		sudo -n true 2>/dev/null || return 1
		as_root=sudo
	fi
	DEBIAN_FRONTEND=noninteractive
	export DEBIAN_FRONTEND
	$as_root apt-get -qq -o APT::Update::Error-Mode=any update </dev/null >/dev/null 2>&1 || true
	known=
	for package; do
		for name in $(echo "$package" | tr '|' ' '); do
			[ -n "$(apt-cache madison "$name" 2>/dev/null)" ] || continue
			known="$known $name"
			break
		done
	done
	[ -n "$known" ] || return 1
	say "installing$known"
	# shellcheck disable=SC2086
	$as_root apt-get -qq -y --no-install-recommends install $known </dev/null >/dev/null
}

# has_package: whether a Debian package is installed; on other systems it is taken for there.
has_package() { ! command -v dpkg-query >/dev/null || dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q '^install ok'; }

# has_cc: whether cgo, and so the race detector, works here.
has_cc() { command -v "$(go env CC)" >/dev/null && printf '#include <stdlib.h>\n' | $(go env CC) -E - >/dev/null 2>&1; }

# has: whether one of these commands is there.
has() {
	for name; do
		command -v "$name" >/dev/null && return
	done
	return 1
}

# lacking prints the packages to install. Debian has Chromium without windows too: for the tests it is the same browser
# in half of the time.
lacking() {
	[ -n "${CHROMIUM:-}" ] || has chromium-headless-shell || {
		has chromium chromium-browser google-chrome && [ -z "$(apt-cache madison chromium-headless-shell 2>/dev/null)" ]
	} || echo 'chromium-headless-shell|chromium'
	has python3 || echo python3
	has strace || echo strace
	has tmux || echo tmux
	has tsc || echo node-typescript
	fonts='fonts-dejavu-core fonts-noto-cjk'
	if [ -n "${CHRATZE_VERIFY:-}" ]; then
		has_cc || echo gcc libc6-dev
		[ -e "$(python3 -c 'import sysconfig; print(sysconfig.get_paths()["include"])' 2>/dev/null)/Python.h" ] || echo python3-dev # the extension of python/
		fonts="$fonts fonts-liberation fonts-noto-core webkit2gtk-driver xvfb qemu-user-static"
		has firefox firefox-esr || echo firefox-esr
		has haproxy /usr/sbin/haproxy || echo haproxy
		has caddy || echo caddy
		has nginx /usr/sbin/nginx || echo nginx-light
		has promtool || echo prometheus
		has zip || echo zip
		has npx || echo npm
		sh scripts/postgres.sh has || echo postgresql
	fi
	for package in $fonts; do has_package "$package" || echo "$package"; done
}

# setup installs what is lacking.
setup() {
	wanted=$(lacking)
	[ -n "$wanted" ] || return 0
	case $wanted in
	*postgresql*) # its common part first: told so, it makes no cluster and starts none
		install postgresql-common && $as_root sed -i 's/^#* *create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf || true ;;
	esac
	# shellcheck disable=SC2086
	install $wanted || true
	wanted=$(lacking)
	[ -z "$wanted" ] || say "no way to install these, and tests that need them are skipped, but not in CI:" $wanted
}

case $0 in
*setup.sh)
	cd "$(dirname "$0")/.."
	setup ;;
esac
