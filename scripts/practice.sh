#!/bin/sh
# Compiles the table of practice for browsers into internal/web/practicewasm/module, where the
# next build finds it. Git ignores it there.
set -eu
cd "$(dirname "$0")/.."
go run ./internal/web/deskwasm/gen practice
