#!/bin/sh
# The policies that are part of the program, bot/trained/*.policy: STEPS walks each.
# What is learned is kept in build/train/; a training that was stopped goes on.
set -eu
cd "$(dirname "$0")/.."
steps=${STEPS:-1000000}
games=${GAMES:-chratze-4 chratze-2 chratze-3 chratze-5 kratzen-4 zwicken-4}
mkdir -p build/train
go build -o build/train/chratze ./cmd/chratze
i=0
for game in $games; do
	i=$((i + 1))
	echo "$i of $(echo "$games" | wc -w): $game, $steps steps"
	build/train/chratze train --rules "${game%-*}" --seats "${game##*-}" --steps "$steps" --out "build/train/$game.policy"
	cp "build/train/$game.policy" bot/trained/
	rm "build/train/$game.policy.training" # it is done: another time begins anew
done
