#!/bin/sh
# Pictures of every phase of every game in every deck, at 360×740 and 1280×800, and of ten hands that a newcomer
# plays in every language, together on contact.png, into
# a directory that git doesn't keep: screenshots/, or the one that is named.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
setup
mkdir -p "${1:-screenshots}"
dir=$(cd "${1:-screenshots}" && pwd)
has_package fonts-noto-core || install fonts-noto-core || say 'no Noto: the pictures show a wider font'
CHRATZE_FONT=${CHRATZE_FONT:-noto} CHRATZE_SCREENSHOTS=$dir go test ./internal/web -count=1 -run '^(TestScreenshots|TestGamePictures|TestPreviews|TestContactSheet)$' -timeout 60m
say "the pictures are in $dir"
