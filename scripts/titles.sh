#!/bin/sh
# Fails if the title of a commit isn't "room: reason", in at most 72 characters and without a semicolon. It reads the
# commits after the one that brought this script, as far as the clone reaches.
set -eu
cd "$(dirname "$0")/.."
first=$(git log --diff-filter=A --format=%H -- scripts/titles.sh 2>/dev/null | tail -n 1)
if [ -z "$first" ]; then
	echo 'titles of commits: SKIPPED, there is no git here or no history of this script'
	exit
fi
[ "$(git rev-parse --is-shallow-repository)" = false ] || echo 'titles of commits: this clone is shallow, older ones are not read'

# In the locale C, a character of UTF-8 is one byte that isn't 0x80 to 0xBF, and others that are.
git log --ancestry-path --no-merges --format='%h %s' "$first..HEAD" | LC_ALL=C awk '
{
	hash = $1
	title = substr($0, length(hash) + 2)
	letters = title
	gsub(/[\200-\277]/, "", letters)
	fault = ""
	if (title !~ /^[A-Za-z.][A-Za-z0-9_.\/*-]*(, [A-Za-z.][A-Za-z0-9_.\/*-]*)*: [^ ]/) fault = "it is not \"room: reason\""
	else if (length(letters) > 72) fault = length(letters) " characters, 72 are allowed"
	else if (title ~ /;/) fault = "it has a semicolon"
	if (fault != "") { print "title of commit " hash ": " fault ": " title; bad = 1 }
}
END { exit bad }' >&2
