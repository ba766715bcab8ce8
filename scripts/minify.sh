#!/bin/sh
# Minifies the pages' modules and style sheets into internal/web/minified, for builds with -tags minified. Git ignores them there.
set -eu
cd "$(dirname "$0")/.."
GOFLAGS='' GOWORK=off go -C tools run ./minify "$PWD"
