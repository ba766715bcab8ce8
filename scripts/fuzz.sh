#!/bin/sh
# Runs every fuzz target of the module for FUZZTIME (20s) each, one after the other.
# What it finds is written to testdata/fuzz of that package: check it in, it is a
# test from then on.
set -eu
cd "$(dirname "$0")/.."
for package in $(go list ./...); do
	listed=$(go test -list '^Fuzz' "$package")
	for target in $(printf '%s\n' "$listed" | grep '^Fuzz' || true); do
		printf '== %s %s\n' "$package" "$target"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "${FUZZTIME:-20s}" "$package"
	done
done
