#!/bin/sh
# Fails if a program calls code with a known vulnerability. Where their database can't be reached, it says so.
set -eu
cd "$(dirname "$0")/.."
lost='govulncheck: SKIPPED, the vulnerability database (vuln.go.dev) cannot be reached from here'
if [ -z "${GOVULNDB:-}${https_proxy:-}${HTTPS_PROXY:-}" ] && ! getent hosts vuln.go.dev >/dev/null; then
	echo "$lost" # before it has been compiled and has read everything
elif ! vulnerabilities=$(go tool -modfile=tools/go.mod govulncheck ./... 2>&1 && go -C lab tool -modfile="$PWD/tools/go.mod" govulncheck ./... 2>&1); then
	case $vulnerabilities in
	*'fetching vulnerabilities'*) echo "$lost" ;;
	*)
		printf '%s\n' "$vulnerabilities" >&2
		exit 1 ;;
	esac
fi
