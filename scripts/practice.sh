#!/bin/sh
# Compiles the table of practice for browsers into internal/practice/wasm/module, where the
# next build finds it. Git ignores it there.
set -eu
cd "$(dirname "$0")/.."
go run ./internal/practice/wasm/gen
