#!/bin/sh
# Builds the program and the laboratory for every system and packs them with what belongs to them: the licence and those of others, the manual,
# completions for shells, and for Linux the systemd unit. For Linux it makes .deb and .rpm too, whose
# MAINTAINER="Anna <anna@example.com>" you can name. All that and the SHA-256 sums go to dist/, or to OUT. The same revision
# and the same Go give the same files. The solution of Zwicken for two is an archive of its own.
# TARGETS=linux/amd64,linux/arm/7 builds only these. A tag gives the version; see scripts/version.sh.
# It needs Go, zip, and tar and date of GNU.
set -eu
cd "$(dirname "$0")/.."
. scripts/version.sh
root=$PWD
out=${OUT:-$root/dist}
targets=${TARGETS-linux/amd64,linux/arm64,linux/arm/7,darwin/amd64,darwin/arm64,windows/amd64}
for target in $(echo "${targets:-nothing}" | tr , ' '); do
	case $target in
	*/*/*/* | */ | /* | *//*) ;;
	*/*) continue ;;
	esac
	echo "TARGETS: $target: expected a system and a machine, such as linux/arm64" >&2
	exit 2
done

case $targets in
*windows*) command -v zip >/dev/null || { echo 'the archive for Windows needs zip (apt-get install zip)' >&2; exit 2; } ;;
esac

umask 022
LC_ALL=C
export LC_ALL
when=$(date -u -d "${date:-@0}" +%s) # of every file
[ -z "$date" ] || date=$(date -u -d "@$when" +%Y-%m-%dT%H:%M:%SZ)
label=$version # what the files are called after
[ -n "$label" ] || label=$(echo "${revision:-development}" | cut -c 1-12)
# Without a tag a package is older than every release, and a later revision is a later version.
packaged=${version:-0~$(date -u -d "@$when" +%Y%m%d%H%M%S).$label}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$out"
mkdir -p "$out"
out=$(cd "$out" && pwd)

# build MODULE PACKAGE FILE OS ARCH ARM compiles a program: static, without paths of this machine.
build() {
	CGO_ENABLED=0 GOFLAGS='' GOWORK=off GOOS=$4 GOARCH=$5 GOARM=$6 go -C "$1" build -tags minified -trimpath -buildvcs=false \
		-ldflags="-s -w -buildid= -X main.version=$version -X main.revision=$revision -X main.date=$date" -o "$3" "$2"
}

# dated DIR gives everything in it the time of the revision.
dated() { find "$1" -exec touch -h -d "@$when" {} +; }

# packed NAME makes an archive of a folder of $work.
packed() {
	(cd "$work" && find "$1" -type f | sort | tar --format=ustar --owner=0 --group=0 --numeric-owner -T - -cf - | gzip -9n >"$out/$1.tar.gz")
}

# packages DIR ARCH makes a .deb and a .rpm of what an archive holds: manual pages are compressed, and the unit finds
# everything in /usr. deploy/nfpm.yaml says where each file goes.
packages() {
	cp -R deploy/package "$1/package"
	chmod 755 "$1"/package/*
	gzip -9n "$1"/man/man1/*.1
	sed -i 's|/usr/local/|/usr/|g' "$1"/deploy/*.service
	dated "$1"
	[ -x "$work/nfpm" ] || GOFLAGS='' GOWORK=off go -C tools/nfpm build -o "$work/nfpm" github.com/goreleaser/nfpm/v2/cmd/nfpm
	for kind in deb rpm; do
		(cd "$1" && ARCH=$2 VERSION=$packaged MAINTAINER=${MAINTAINER:-The chratze authors <root@localhost>} SOURCE_DATE_EPOCH=$when \
			"$work/nfpm" package --config "$root/deploy/nfpm.yaml" --packager $kind --target "$out" >/dev/null)
	done
}

sh scripts/practice.sh
sh scripts/minify.sh
common=$work/common
mkdir -p "$common/completions" "$common/docs"
build . ./cmd/chratze "$work/chratze" "$(go env GOHOSTOS)" "$(go env GOHOSTARCH)" ''
for shell in bash zsh fish powershell; do
	"$work/chratze" completion "$shell" >"$common/completions/chratze.$shell"
done
"$work/chratze" man "$common/man/man1" >/dev/null
GOFLAGS='' sh scripts/notices.sh >"$common/THIRD-PARTY.txt"
cp LICENSE README.md CHANGELOG.md "$common"
cp docs/operations.md docs/settings.md docs/privacy.md docs/security.md "$common/docs"
for target in $(echo "$targets" | tr , ' '); do
	os=${target%%/*}
	arch=$(echo "$target" | cut -d / -f 2)
	arm=$(echo "$target" | cut -d / -f 3)
	name=chratze-$label-$os-$arch${arm:+v$arm}
	dir=$work/$name
	cp -R "$common" "$dir"
	if [ "$os" = linux ]; then
		mkdir "$dir/deploy"
		cp -R deploy/*.service deploy/*.timer deploy/chratze.toml deploy/alerts.yml deploy/dashboard.json deploy/proxy deploy/cluster "$dir/deploy"
	fi
	find "$dir" -type f -exec chmod 644 {} +
	exe=
	[ "$os" != windows ] || exe=.exe
	build . ./cmd/chratze "$dir/chratze$exe" "$os" "$arch" "$arm"
	build lab . "$dir/rams-lab$exe" "$os" "$arch" "$arm"
	dated "$dir"
	if [ "$os" = windows ]; then
		(cd "$work" && find "$name" -type f | sort | TZ=UTC zip -q -X -9 "$out/$name.zip" -@)
	else
		packed "$name"
	fi
	[ "$os" != linux ] || packages "$dir" "$arch$arm"
done
# The solution of Zwicken for two, and the program that checks it, which needs only Go: go run verifier.go *.solution
data=$work/chratze-$label-zwicken-solved
mkdir "$data"
cp bot/trained/*.solution docs/zwicken-solved.md LICENSE "$data"
cp lab/zwicken2/verifier/main.go "$data/verifier.go"
chmod 644 "$data"/*
dated "$data"
packed "$(basename "$data")"
cd "$out"
sums=$(sha256sum -- *)
echo "$sums" | tee SHA256SUMS
