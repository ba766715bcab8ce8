#!/bin/sh
# The policies that are part of the program, bot/trained/*.policy, trained anew: all that are there, or GAMES="loo-5 rams-4", STEPS walks
# each, and three times as many for Chratze with three seats (docs/strength.md says what that gained).
# build/train keeps what a revision has learned: a training that was stopped goes on, and a game that is done isn't trained again.
set -eu
cd "$(dirname "$0")/.."
steps=${STEPS:-1000000}
games=${GAMES:-$(cd bot/trained && ls -- *.policy | sed 's/\.policy$//')}
revision=$(git describe --always --abbrev=40 --match= --dirty=+)
kept=build/train/$revision-$steps
mkdir -p "$kept"
go -C lab build -ldflags "-X main.revision=$revision" -o ../build/train/rams-lab .
i=0
for game in $games; do
	i=$((i + 1))
	file=$kept/$game.policy
	walks=$steps
	[ "$game" = chratze-3 ] && walks=$((3 * steps))
	if [ ! -e "$file" ]; then
		echo "$i of $(echo "$games" | wc -w): $game, $walks steps"
		build/train/rams-lab train --rules "${game%-*}" --seats "${game##*-}" --steps "$walks" --out "$file"
		rm "$file.training"
	fi
done
for game in $games; do cp "$kept/$game.policy" bot/trained/; done
