#!/bin/sh
# All benchmarks of the module, those that match BENCH (.), then the signature of
# behaviour and the speeds of the program itself.
set -eu
cd "$(dirname "$0")/.."
go test -run '^$' -bench "${BENCH:-.}" -benchmem ./...
if [ -d cmd/chratze ]; then
	go run ./cmd/chratze bench
fi
