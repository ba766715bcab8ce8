#!/bin/sh
# Prints what a program is made of as CycloneDX: each Go module with its version, checksum and licence.
set -eu
cd "$(dirname "$0")/.."
exec env GOFLAGS= go run github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.9.0 bin -json -licenses -std "$1" 2>/dev/null
