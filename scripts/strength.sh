#!/bin/sh
# How strong best is in each game that has a policy (docs/strength.md): one BOT alone among others of a kind, DEALS packs of SEED, a file a
# row in build/strength. What was stopped goes on, and what is done isn't played again. Prints a table, a row a game.
set -eu
cd "$(dirname "$0")/.."
bot=${BOT:-best:60} deals=${DEALS:-600} seed=${SEED:-60001}
games=${GAMES:-mauscheln-4 loo-5 rams-4 bourre-5 mistigri-4 lupfen-4 chratze-en-4 chratze-ja-4 chratzen-4 kratzen-printed-4}
others=${OTHERS:-"stammtisch-1 random best-0.1:${bot##*:}"}
kept=build/strength/$(echo "$bot" | tr : -)-$deals-$seed
mkdir -p "$kept"
go build -o build/strength/chratze ./cmd/chratze

# row GAME OTHER: what the bot wins there.
row() {
	file=$kept/$1-$(echo "$2" | tr : -)
	bots=$bot
	for _ in $(seq 2 "${1##*-}"); do bots=$bots,$2; done
	if [ ! -e "$file.txt" ]; then
		build/strength/chratze arena --lang en --rules "${1%-*}" --seats "${1##*-}" --seed "$seed" --deals "$deals" \
			--workers "${WORKERS:-1}" --bots "$bots" --checkpoint "$file.part" >"$file.new"
		mv "$file.new" "$file.txt"
		rm "$file.part"
	fi
	awk -v bot="$bot" '$1 == bot { printf " | %s ± %s", $2, $4; exit }' "$file.txt" | sed 's/ -/ −/'
}

printf '| rules, seats'
for other in $others; do printf ' | `%s`' "$other"; done
printf ' |\n|---'
for other in $others; do printf '|---'; done
printf '|\n'
for game in $games; do
	printf '| %s, %s' "${game%-*}" "${game##*-}"
	for other in $others; do row "$game" "$other"; done
	printf ' |\n'
done
