#!/bin/sh
# The charts that are part of the program, GAMES of the policies that are: internal/page/chartpage/shipped, in English as drawings those
# that docs/charts has, and all as tables in docs/strategy.md. HANDS=100000 each, a minute on two cores; with many more the pages grow over
# what TestShipped lets them.
set -eu
cd "$(dirname "$0")/.."
hands=${HANDS:-100000}
for game in ${GAMES:-$(cd internal/page/chartpage/shipped && ls | sed 's/[.]json//')}; do
	go -C lab run . chart --rules "${game%-*}" --seats "${game##*-}" --hands "$hands" >"$game.json.new"
	mv "$game.json.new" "internal/page/chartpage/shipped/$game.json"
done
go test ./internal/page/chartpage -count=1 -run 'TestShipped|TestStrategy' -update
