#!/bin/sh
# All benchmarks of the module, those that match BENCH (.), then the signature of
# behaviour and the speeds of the program itself.
set -eu
cd "$(dirname "$0")/.."
go test -run '^$' -bench "${BENCH:-.}" -benchmem ./...
go -C lab test -run '^$' -bench "${BENCH:-.}" -benchmem ./...
go -C lab run . bench
