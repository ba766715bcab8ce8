#!/bin/sh
# Prints the licences of everything that is in the programs and not of this project: the modules
# that any of its systems needs, Go's standard library, and the vendored modules of the pages.
# Their licences want their texts to travel with the program. A text that several parts share is
# printed once. A part without a licence is an error.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C GOARCH=amd64 CGO_ENABLED=0
tab=$(printf '\t')
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

# A line a package: its module, the module's directory, and its own.
for system in linux darwin windows; do # no module depends on the machine
	for program in ./cmd/chratze lab; do
		[ $program = lab ] && in=lab program=. || in=.
		GOOS=$system go -C $in list -deps -f "{{with .Module}}{{if not (or .Main .Replace)}}{{.Path}} {{.Version}}$tab{{.Dir}}$tab{{\$.Dir}}{{end}}{{end}}" $program
	done
done >"$made/packages"
root=$(go env GOROOT)
printf 'The Go standard library %s\t%s\t%s\n' "$(go env GOVERSION)" "$root" "$root" >>"$made/packages"

# A line a licence: the part and the file's name in it, and where it is. A package may have one of
# its own, or a folder above it. A licence for a logo is of no use here.
sort -u "$made/packages" | while IFS=$tab read -r part module dir; do
	while :; do
		find "$dir" -maxdepth 1 -type f | grep -iE '/(licen[cs]e|copying|notice|patents)([-._][^/]*)?$' | grep -viE 'logo[^/]*$|\.go$' |
			while read -r file; do printf '%s: %s\t%s\n' "$part" "${file#"$module"/}" "$file"; done
		[ "$dir" != "$module" ] || break
		dir=${dir%/*}
	done
done >"$made/licences"
for file in internal/web/static/vendor/*.js; do
	printf '%s: LICENSE\t%s\n' "${file##*/}" "${file%.js}.LICENSE" >>"$made/licences"
done
cut -f1 "$made/packages" | sort -u | while read -r part; do
	grep -qF "$part: " "$made/licences" || { echo "notices: $part has no licence" >&2; exit 1; }
done

sort -u "$made/licences" | awk -F '\t' '
	{
		body = ""
		while ((got = (getline line <$2)) > 0) { sub(/\r$/, "", line); body = body line "\n" }
		if (got < 0) { print "notices: can’t read " $2 >"/dev/stderr"; failed = 1; exit 1 }
		close($2)
		gsub(/^[ \t\n]+|[ \t\n]+$/, "", body)
		if (!(body in of)) texts[++n] = body
		of[body] = of[body] $1 "\n"
	}
	END {
		if (failed) exit 1
		print "Chratze contains software of others. These are its parts and what their authors want to be said with them."
		line = sprintf("%80s", ""); gsub(/ /, "=", line)
		for (i = 1; i <= n; i++) printf "\n%s\n%s%s\n\n%s\n", line, of[texts[i]], line, texts[i]
	}'
