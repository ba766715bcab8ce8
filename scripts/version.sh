# Sourced by scripts that build for others: sets version ("" without a tag), revision and date of
# the checkout. VERSION, REVISION and DATE say it where there is no git, as in an archive.
version=${VERSION:-$(git describe --tags --exact-match --dirty=-changed 2>/dev/null || true)}
version=${version#v}
revision=${REVISION:-$(git rev-parse HEAD 2>/dev/null || true)}
date=${DATE:-$(git log -1 --format=%cI 2>/dev/null || true)}
