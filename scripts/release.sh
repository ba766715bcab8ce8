#!/bin/sh
# Builds the program for every system into dist/, with checksums. The version is
# what git describes. Needs nothing but Go: there is no cgo in it.
set -eu
cd "$(dirname "$0")/.."
version=${VERSION:-$(git describe --tags --always --dirty 2>/dev/null || echo unknown)}
rm -rf dist
mkdir dist
printf '== the cash desk for browsers\n'
go run ./internal/kassewasm/gen internal/web/static/kasse # built in, and ignored by git
for os in linux darwin windows; do
	for arch in amd64 arm64; do
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
