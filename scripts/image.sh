#!/bin/sh
# Builds the container image chratze with podman, buildah or docker, whichever is there.
# ARCH=arm64 builds it for another machine, TAG=name:1 under another name.
set -eu
cd "$(dirname "$0")/.."
. scripts/version.sh
arch=${ARCH:-$(go env GOARCH)}
context=dist/image
sh scripts/practice.sh
rm -rf "$context"
mkdir -p "$context/data"
CGO_ENABLED=0 GOOS=linux GOARCH=$arch go build -trimpath -buildvcs=false \
	-ldflags "-s -w -buildid= -X main.version=$version -X main.revision=$revision -X main.date=$date" -o "$context/chratze" ./cmd/chratze
cp LICENSE "$context/"
sh scripts/notices.sh >"$context/THIRD-PARTY.txt"
set -- --platform "linux/$arch" -f deploy/Containerfile -t "${TAG:-chratze}" \
	--build-arg "VERSION=${version:-development}" --build-arg "REVISION=$revision" --build-arg "CREATED=$date"
# The format of Docker has a health check, that of OCI hasn't.
if command -v podman >/dev/null; then
	exec podman build --format docker "$@" "$context"
elif command -v buildah >/dev/null; then
	exec buildah bud --format docker "$@" "$context"
elif command -v docker >/dev/null; then
	exec docker build "$@" "$context"
fi
echo "No podman, buildah or docker here. The image can be built elsewhere from $context: podman build -f deploy/Containerfile -t chratze $context" >&2
exit 1
