#!/bin/sh
# Gives a module another path, everywhere: in go.mod and the go.mod of modules below it, in imports,
# and wherever a text names a package by its path, such as `go doc example.com/old/pkg`. Go files are
# formatted again, because imports are sorted by path. It changes files in place, so have everything
# committed before.
#
# Usage: scripts/rename.sh PATH [ROOT]
set -eu
cd "${2:-$(dirname "$0")/..}"
to=$1 from=$(sed -n 's/^module //p' go.mod)
case ${to%%/*} in *.*) ;; *) echo "$to: want a host and a path, such as github.com/you/chratze" >&2; exit 1 ;; esac
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
git ls-files -z --cached --others --exclude-standard >"$made/files" 2>/dev/null || find . -type f -print0 | perl -0pe 's#^\./##' >"$made/files"
go mod edit -module="$to" # it refuses what is no path

# With a directory a, old/a and old/a/b are packages, and old/1, /old/a and old/about are not.
dirs=$(tr '\0' '\n' <"$made/files" | sed -nE 's#^([^/]+)/(.*/)?([^/]*\.go|go\.mod)$#\1#p' | sort -u | paste -sd '|' -)
changed="$made/changed" from=$from to=$to dirs=$dirs perl -n0 -e '
	BEGIN { open $list, ">", $ENV{changed} or die; ($from, $to, $dirs) = @ENV{qw(from to dirs)} }
	chomp;
	next if -l or !-f;
	my $name = $_;
	open my $in, "<", $name or die "$name: $!\n";
	my $text = do { local $/; <$in> } // "";
	my $old = $text;
	next if $text =~ /\0/;
	$text =~ s{(\A|[^\w./-])\Q$from\E(/(?:$dirs)(?:[^\w-]|\z))}{$1$to$2}g for 1, 2; # two paths may share a character
	if ($name =~ m{(^|/)go\.(mod|work)$|\.md$}) { # a word alone on a line of prose stays
		$text =~ s{(^[ \t]*(?:module |require |replace )?|-(?:require|replace)=)\Q$from\E([\@=]| v[0-9]| =>|[ \t]*$)}{
			length $1 || $2 =~ /\S/ ? "$1$to$2" : $& }gme;
	}
	next if $text eq $old && $name ne "go.mod";
	open my $out, ">", $name or die "$name: $!\n";
	print $out $text;
	print $list "$name\n";
	END { close $list }' "$made/files"
grep '\.go$' "$made/changed" | tr '\n' '\0' | xargs -0 "$(go env GOROOT)/bin/gofmt" -w 2>/dev/null || true # testdata may be no Go
echo "$(wc -l <"$made/changed") files changed"
