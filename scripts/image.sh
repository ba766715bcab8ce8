#!/bin/sh
# Builds the container image chratze with podman, buildah or docker, whichever is there. ARCH="amd64 arm64" builds it for
# both under one name, with podman or buildah; TAG=name:1 gives it another name. In the image is /sbom.json, the list
# of what the program is made of (CycloneDX).
set -eu
cd "$(dirname "$0")/.."
. scripts/version.sh
tag=${TAG:-chratze}
sh scripts/practice.sh
sh scripts/minify.sh

# context ARCH makes the folder that an image is built in.
context() {
	context=dist/image/$1
	rm -rf "$context"
	mkdir -p "$context/data"
	CGO_ENABLED=0 GOOS=linux GOARCH=$1 go build -tags minified -trimpath -buildvcs=false \
		-ldflags "-s -w -buildid= -X main.version=$version -X main.revision=$revision -X main.date=$date" -o "$context/chratze" ./cmd/chratze
	CGO_ENABLED=0 GOOS=linux GOARCH=$1 go -C lab build -trimpath -buildvcs=false \
		-ldflags "-s -w -buildid= -X main.version=$version -X main.revision=$revision -X main.date=$date" -o "../$context/rams-lab" .
	cp LICENSE "$context/"
	sh scripts/notices.sh >"$context/THIRD-PARTY.txt"
	sh scripts/sbom.sh "$context/chratze" >"$context/sbom.json"
}

# build ARCH COMMAND...: builds an image with this command.
build() {
	context "$1"
	platform=linux/$1
	shift
	"$@" --platform "$platform" -f deploy/Containerfile \
		--build-arg "VERSION=${version:-development}" --build-arg "REVISION=$revision" --build-arg "CREATED=$date" "$context"
}

# The format of Docker has a health check, that of OCI hasn't.
set -- ${ARCH:-$(go env GOARCH)}
if command -v podman >/dev/null; then
	tool='podman build'
elif command -v buildah >/dev/null; then
	tool='buildah bud'
elif command -v docker >/dev/null && [ $# = 1 ]; then
	build "$1" docker build -t "$tag"
	exit
else
	context "$1"
	echo "No podman or buildah here (docker builds one architecture at a time). The image can be built elsewhere from $context: podman build -f deploy/Containerfile -t $tag $context" >&2
	exit 1
fi
if [ $# = 1 ]; then
	build "$1" $tool --format docker -t "$tag"
	exit
fi
"${tool%% *}" manifest rm "$tag" >/dev/null 2>&1 || true
for arch; do
	build "$arch" $tool --format docker --manifest "$tag"
done
