#!/bin/sh
# Compiles the cash desk for browsers and writes it to internal/web/deskwasm, where every
# build finds it. With MODULE=host/owner/chratze the module gets this path first, in all
# files. That changes hundreds of them, so it wants a checkout without other changes.
set -eu
cd "$(dirname "$0")/.."
if [ -n "${MODULE:-}" ]; then
	if [ -n "$(git status --porcelain 2>/dev/null)" ]; then
		echo 'Commit or stash your changes first: the new path changes files everywhere.' >&2
		exit 1
	fi
	sh scripts/rename.sh "$MODULE"
fi
go run ./internal/web/deskwasm/gen
