#!/bin/sh
# The tool that steps.sh gives to go vet: vet itself, but not for packages that are only depended on. go vet would have each of
# them read and its types checked for facts that only printf and lostcancel ask for.
set -eu
for config; do :; done # the last argument
case $config in
*.cfg) ! grep -q '"VetxOnly": true' "$config" || exit 0 ;;
esac
exec "$VET" "$@"
