#!/bin/sh
# The policies that are part of the program, bot/trained/*.policy: STEPS walks each, and three
# times as many with three seats (docs/strength.md says what that gained).
# What is learned is kept in build/train/; a training that was stopped goes on.
set -eu
cd "$(dirname "$0")/.."
steps=${STEPS:-1000000}
games=${GAMES:-chratze-4 chratze-2 chratze-3 chratze-5 kratzen-4 zwicken-4}
mkdir -p build/train
go -C lab build -o ../build/train/rams-lab .
i=0
for game in $games; do
	i=$((i + 1))
	walks=$steps
	[ "$game" = chratze-3 ] && walks=$((3 * steps))
	echo "$i of $(echo "$games" | wc -w): $game, $walks steps"
	build/train/rams-lab train --rules "${game%-*}" --seats "${game##*-}" --steps "$walks" --out "build/train/$game.policy"
	cp "build/train/$game.policy" bot/trained/
	rm "build/train/$game.policy.training" # it is done: another time begins anew
done
