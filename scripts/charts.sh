#!/bin/sh
# The charts that are part of the program, of the policies that are: internal/page/chartpage/shipped, and in English as drawings
# docs/charts. HANDS=100000 each, a minute on two cores; with many more the pages grow over what TestShipped lets them.
set -eu
cd "$(dirname "$0")/.."
hands=${HANDS:-100000}
for policy in bot/trained/*.policy; do
	game=$(basename "$policy" .policy)
	go -C lab run . chart --rules "${game%-*}" --seats "${game##*-}" --hands "$hands" >"$game.json.new"
	mv "$game.json.new" "internal/page/chartpage/shipped/$game.json"
done
go test ./internal/page/chartpage -count=1 -run TestShipped -update
