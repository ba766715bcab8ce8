#!/bin/sh
# The policies that are part of the program, bot/trained/*.policy: STEPS walks each.
# What is learned is kept in build/train/; a training that was stopped goes on.
set -eu
cd "$(dirname "$0")/.."
steps=${STEPS:-1000000}
mkdir -p build/train
go build -o build/train/chratze ./cmd/chratze
for game in ${GAMES:-chratze-2 chratze-3 chratze-4 chratze-5 kratzen-4 zwicken-4}; do
	build/train/chratze train --rules "${game%-*}" --seats "${game##*-}" --steps "$steps" --out "build/train/$game.policy"
	cp "build/train/$game.policy" bot/trained/
done
