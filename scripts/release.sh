#!/bin/sh
# Builds the program for every system into dist/, with checksums. The version is
# what git describes. SYSTEMS and MACHINES say which ones: SYSTEMS=linux MACHINES=amd64.
# Needs nothing but Go: there is no cgo in it.
set -eu
cd "$(dirname "$0")/.."
version=${VERSION:-$(git describe --tags --always --dirty 2>/dev/null || echo unknown)}
rm -rf dist
mkdir dist
printf '== the cash desk for browsers\n'
desk=$PWD/internal/web/static/kasse
trap 'rm -f "$desk/desk.wasm.br" "$desk/wasm_exec.js"' EXIT # else a checkout would go on with them
go run ./internal/kassewasm/gen "$desk" # built in
for os in ${SYSTEMS:-linux darwin windows}; do
	for arch in ${MACHINES:-amd64 arm64}; do
		name=chratze-$version-$os-$arch
		[ $os = windows ] && name=$name.exe
		printf '== %s\n' "$name"
		CGO_ENABLED=0 GOOS=$os GOARCH=$arch \
			go build -trimpath -ldflags "-s -w -X main.version=$version" -o "dist/$name" ./cmd/chratze
	done
done
cd dist
if command -v sha256sum >/dev/null; then sha256sum chratze-*; else shasum -a 256 chratze-*; fi >SHA256SUMS
cat SHA256SUMS
