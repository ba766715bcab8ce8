#!/bin/sh
# Measures the five pages that matter on a phone as Lighthouse 12 does (its mobile preset: Slow 4G, a quarter of the
# processor): performance, accessibility, first paint, blocking time, requests and kilobytes. It is told and no verdict: on
# a busy machine performance is 10 to 20 points lower. It needs Node 18 and npm.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh
setup >/dev/null
if ! command -v npm >/dev/null; then
	install nodejs npm || { say 'no npm: Lighthouse is left out'; exit 0; }
fi
work=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid"; rm -rf "$work"' EXIT
sh scripts/practice.sh
sh scripts/minify.sh
go build -tags minified -o "$work/chratze" ./cmd/chratze
port=${PORT:-9060}
"$work/chratze" serve --addr "127.0.0.1:$port" --data "$work/data" --qr=false >"$work/log" 2>&1 &
pid=$!
npm install --silent --no-audit --no-fund --prefix "$work" lighthouse@12
CHROME_PATH=$(command -v "${CHROMIUM:-chromium-headless-shell}" || command -v chromium)
export CHROME_PATH
for page in / /learn/1 /kasse/ /puzzle/ /replay; do
	"$work/node_modules/.bin/lighthouse" "http://127.0.0.1:$port$page" --quiet --output json --output-path "$work/page.json" \
		--only-categories performance,accessibility --chrome-flags='--headless --no-sandbox' >/dev/null 2>"$work/said" || { cat "$work/said" >&2; continue; }
	node -e '
		const {categories: c, audits: a} = JSON.parse(require("fs").readFileSync(process.argv[1]));
		const files = a["network-requests"].details.items;
		console.log(`${process.argv[2].padEnd(10)} performance ${Math.round(c.performance.score * 100)}, accessibility ${Math.round(c.accessibility.score * 100)}, first paint ${
			(a["first-contentful-paint"].numericValue / 1000).toFixed(1)} s, blocked ${Math.round(a["total-blocking-time"].numericValue)} ms, ${
			files.length} requests, ${Math.round(files.reduce((n, f) => n + f.transferSize, 0) / 1000)} kB`);' "$work/page.json" "$page"
done
