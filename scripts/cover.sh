#!/bin/sh
# Coverage of the rooms with the rules in them, by blocks and branches, and every
# place that no test reaches. cover.out is left for go tool cover -html=cover.out.
set -eu
cd "$(dirname "$0")/.."
go test -covermode=count -coverprofile=cover.out -coverpkg=./card,./pot,./rams ./card ./pot ./rams/...
go -C tools run ./branches "$PWD" "$PWD/cover.out"
