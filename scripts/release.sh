#!/bin/sh
# Builds the program for every system and packs it, with checksums, into dist/; for Linux as
# .deb and .rpm too, whose MAINTAINER="Anna <anna@example.com>" you can name. It needs nothing
# but Go. TARGETS=linux/amd64,linux/arm/7 builds only these. A tag gives the version;
# see scripts/version.sh.
set -eu
cd "$(dirname "$0")/.."
. scripts/version.sh
sh scripts/practice.sh
set -- -root "$PWD" -out "$PWD/dist" -version "$version" -revision "$revision" -date "$date"
[ -z "${TARGETS:-}" ] || set -- "$@" -targets "$TARGETS"
exec go -C tools run ./release "$@"
