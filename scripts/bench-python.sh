#!/bin/sh
# Measures the doors to the kernel in decisions per second of processor time, best of five: the extension for Python and
# WebAssembly in Node, with the bare loop of the kernel before and after them. It says whether each target is met.
set -eu
cd "$(dirname "$0")/.."
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

python3 python/backend.py "$made"
GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -o "$made/rams.wasm" ./env/wasm

# bare prints the thousands of decisions a second of the kernel's own loop: a hand has 17.1.
bare() {
	go test ./rams -run '^$' -bench 'Hand$' -count 5 | awk '/^BenchmarkHand/ { k = 17.1e6 / $3; if (k > best) best = k } END { printf "%d\n", best }'
}

first=$(bare)
PYTHONPATH=$made RAMS_DOOR=native python3 python/bench.py >"$made/python"
node --no-warnings env/wasm/bench.mjs "$made/rams.wasm" >"$made/node"
last=$(bare)
bare=$((first > last ? first : last))
cat "$made/python" "$made/node" | awk -v bare="$bare" '
	BEGIN { printf "%-46s %8d k/s\n", "bare loop of the kernel", bare }
	{ name = $1; gsub("_", " ", name); want = $4 == "bare/3" ? bare / 3 : $4; ok = $5 == "most" ? $2 <= want : $2 >= want
	  printf "%-46s %8d %-4s %s\n", name, $2, $3, $4 == "" ? "" : (ok ? "target met: " : "MISSED: ") $4 }'
