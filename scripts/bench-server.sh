#!/bin/sh
# Measures chratze serve with rams-lab load: saturated, at a move a second and table, and
# over a kill, and compares it with another server on the same machine, in turns.
#
#   scripts/bench-server.sh                    # ours alone
#   scripts/bench-server.sh DIR                # DIR/bare -addr A -db FILE, measured by DIR/load -addr A -sys bare …
#   scripts/bench-server.sh FILE               # results of another server, lines as DIR/load prints them
#   scripts/bench-server.sh --db               # ours on PostgreSQL, and the other is ours on SQLite;
#                                              # then three servers that share the database: people
#                                              # come to any, and to the one that has their table
#
# Such a line has, among other words: "sat" or "pace1s", "moves/s N", "p99 N" (ms),
# "cpu/move Nus", "rss N MB". The ratios are of the medians: ours to the other's.
# SETTLE=6 (s between start and load) TABLES=1000 WARM=3 DURATION=8 ROUNDS=3 PORT=9050 KILL=1 (0: leave out the kill)
set -eu
cd "$(dirname "$0")/.."

peer=${1:-} db=
[ "$peer" != --db ] || peer= db=yes
tables=${TABLES:-1000} warm=${WARM:-3} seconds=${DURATION:-8} rounds=${ROUNDS:-3} port=${PORT:-9050}
tmp=$(mktemp -d)
pid=
end() {
	stop
	[ ! -f "$tmp/pg/PG_VERSION" ] || sh scripts/postgres.sh stop "$tmp/pg" immediate || true
	rm -rf "$tmp"
}
trap end EXIT
trap 'exit 130' INT TERM

# 4 connections a table, on both ends of each
ulimit -n $((tables * 4 + 1000)) 2>/dev/null || echo "at most $(ulimit -n) files can be open at once" >&2
go build -o "$tmp/chratze" ./cmd/chratze
go -C lab build -o "$tmp/rams-lab" .

wait_for() { # URL
	n=0
	until curl -sf -o /dev/null "$1"; do
		n=$((n + 1))
		[ $n -lt 400 ] || { echo "no server at $1" >&2; exit 1; }
		sleep 0.05
	done
}

start_ours() {
	"$tmp/chratze" serve --addr "127.0.0.1:$port" --data "$tmp/data" --load-token T --log-level error --qr=false "$@" >/dev/null &
	pid=$!
	wait_for "http://127.0.0.1:$port/readyz"
}

stop() {
	# shellcheck disable=SC2086
	[ -z "$pid" ] || { kill $pid && wait $pid; } 2>/dev/null || true
	pid=
}

# field NAME FILE: a number of rams-lab load --json
field() { sed -n "s/.*\"$1\":\([0-9.]*\).*/\1/p" "$2"; }

ours() { # MODE FLAGS…
	if [ -n "$db" ]; then
		on_postgres ours "$@"
	else
		measure ours "$@"
	fi
}

# three NAME MODE FLAGS…: three servers on one database. NAME: "three", people come to any of
# them, or "near", to the one that has their table.
three() {
	name=$1 mode=$2
	shift 2
	psql --quiet "$url" -c "DROP SCHEMA public CASCADE" -c "CREATE SCHEMA public" 2>/dev/null
	before=$(postgres_ms) pid= urls=
	for i in 1 2 3; do
		rm -rf "$tmp/data$i"
		"$tmp/chratze" serve --addr "127.0.0.1:$((port + 10 * i))" --data "$tmp/data$i" --load-token T --log-level error --qr=false \
			--db "$url" --node "n$i" --peer-key "$tmp/key" --peer-address "127.0.0.1:$((port + 10 * i + 1))" >/dev/null &
		pid="$pid $!"
		[ "$name" = three ] && who= || who="n$i="
		urls="$urls,${who}http://127.0.0.1:$((port + 10 * i))"
	done
	for i in 1 2 3; do wait_for "http://127.0.0.1:$((port + 10 * i))/readyz"; done
	sleep 2 # all know of all
	"$tmp/rams-lab" load --url "${urls#,}" --token T --tables "$tables" --warm "${warm}s" --duration "${seconds}s" --json "$@" >"$tmp/json" || true # its faults are told below
	stop
	echo "$name $mode moves/s $(field moves_per_s "$tmp/json") p99 $(field p99 "$tmp/json") cpu/move $(field cpu_us_per_move "$tmp/json")us rss $(field rss_mb "$tmp/json") MB bytes/move $(field bytes_per_move "$tmp/json")" | tee -a "$tmp/$name"
	grep -q '"faults":{}' "$tmp/json" || echo "faults: $(cat "$tmp/json")" >&2
	echo "PostgreSQL took $(($(postgres_ms) - before)) ms of the processors from start to end"
}

# The database is made anew each time. Its processes work beside the server: their time is told apart.
on_postgres() { # NAME MODE FLAGS…
	psql --quiet "$url" -c "DROP SCHEMA public CASCADE" -c "CREATE SCHEMA public" 2>/dev/null
	serve="--db $url" before=$(postgres_ms)
	measure "$@"
	serve=
	echo "PostgreSQL took $(($(postgres_ms) - before)) ms of the processors from start to end"
}

# postgres_ms: the time that its processes have had; those that have ended are in their parent's.
postgres_ms() {
	master=$(head -n 1 "$tmp/pg/postmaster.pid") sum=0
	for p in "$master" $(pgrep -P "$master"); do
		[ ! -r "/proc/$p/stat" ] || sum=$((sum + $(sed 's/.*) //' "/proc/$p/stat" | awk -v m="$master" -v p="$p" '{ print $12 + $13 + (p == m ? $14 + $15 : 0) }')))
	done
	echo $((sum * 10))
}

serve=
measure() { # NAME MODE FLAGS…
	name=$1 mode=$2
	shift 2
	rm -rf "$tmp/data"
	# shellcheck disable=SC2086
	start_ours $serve
	sleep "${SETTLE:-6}" # beside its first requests it packs the pages: that is no move's time
	"$tmp/rams-lab" load --url "http://127.0.0.1:$port" --token T --tables "$tables" --warm "${warm}s" --duration "${seconds}s" --pid "$pid" --json "$@" >"$tmp/json" || true # its faults are told below
	stop
	echo "$name $mode moves/s $(field moves_per_s "$tmp/json") p99 $(field p99 "$tmp/json") cpu/move $(field cpu_us_per_move "$tmp/json")us rss $(field rss_mb "$tmp/json") MB bytes/move $(field bytes_per_move "$tmp/json")" | tee -a "$tmp/$name"
	grep -q '"faults":{}' "$tmp/json" || echo "faults: $(cat "$tmp/json")" >&2
}

theirs() { # FLAGS…
	rm -f "$tmp/bare.db"*
	"$peer/bare" -addr "127.0.0.1:$port" -db "$tmp/bare.db" >/dev/null 2>&1 &
	pid=$!
	sleep 1
	"$peer/load" -addr "127.0.0.1:$port" -sys bare -tables "$tables" -warm "${warm}s" -d "${seconds}s" -pids "$pid" "$@" | tee -a "$tmp/theirs"
	stop
}

touch "$tmp/theirs"
if [ -f "$peer" ]; then
	cp "$peer" "$tmp/theirs"
fi
if [ -n "$db" ]; then
	chmod 711 "$tmp"
	openssl rand -hex 32 >"$tmp/key"
	url=$(sh scripts/postgres.sh start "$tmp/pg" $((port + 1)))
fi
round=0
while [ $round -lt "$rounds" ]; do
	round=$((round + 1))
	[ ! -d "$peer" ] || theirs
	[ -z "$db" ] || measure theirs sat
	ours sat
	[ ! -d "$peer" ] || theirs -pace 1s
	[ -z "$db" ] || measure theirs pace1s --pace 1s
	ours pace1s --pace 1s
	[ -z "$db" ] || for name in three near; do three $name sat; three $name pace1s --pace 1s; done
done

# row MODE WORD TITLE WANTED
row() {
	awk -v mode="$1" -v word="$2" -v title="$3" -v want="$4" '
		function median(list, n,  i, j, v) {
			for (i = 2; i <= n; i++)
				for (j = i; j > 1 && list[j - 1] > list[j]; j--) { v = list[j]; list[j] = list[j - 1]; list[j - 1] = v }
			return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
		}
		{
			found = 0
			for (i = 1; i < NF; i++) if ($i == mode) found = 1
			if (found) for (i = 1; i < NF; i++) if ($i == word) {
				if (FILENAME ~ /ours$/) a[++n] = $(i + 1) + 0
				else b[++m] = $(i + 1) + 0
			}
		}
		END {
			printf "%-34s %10.1f", title, median(a, n)
			if (m > 0) printf " %10.1f   ratio %.2f  (wanted %s)", median(b, m), median(a, n) / median(b, m), want
			print ""
		}' "$tmp/ours" "$tmp/theirs"
}
echo
[ -z "$db" ] || least=0.6
printf '%-34s %10s %10s   medians of %d\n' "$tables tables of 4" ours other "$rounds"
row sat moves/s "moves/s, saturated" ">= ${least:-0.59}"
row pace1s p99 "p99 at a move a second, ms" "<= 2"
row sat cpu/move "server CPU a move, saturated, us" "<= 1.6"
row sat rss "memory, MB" "<= 1.3"
row sat bytes/move "bytes a move" "none"
if [ -n "$db" ]; then
	cp "$tmp/ours" "$tmp/theirs"
	for name in three near; do
		cp "$tmp/$name" "$tmp/ours"
		[ $name = three ] && what='people come to any server' want=1.33 || what='to the one with their table' want=1.11
		printf '\n%-34s %10s %10s   medians of %d, PostgreSQL\n' "$what" three one "$rounds"
		row sat moves/s "moves/s, saturated" "none"
		row sat cpu/move "CPU of servers a move, sat., us" "<= $want"
		row pace1s p99 "p99 at a move a second, ms" "none"
		row pace1s cpu/move "CPU of servers a move, paced, us" "none"
	done
fi

if [ "${KILL:-1}" = 1 ]; then
	echo
	echo "killed under load, and started again:"
	rm -rf "$tmp/data"
	[ -z "$db" ] || serve="--db $url"
	# shellcheck disable=SC2086
	start_ours $serve
	"$tmp/rams-lab" load --url "http://127.0.0.1:$port" --token T --tables "$tables" --warm 10s --duration 20s --pace 1s >"$tmp/text" &
	load=$!
	sleep 20
	kill -9 "$pid"
	wait "$pid" 2>/dev/null || true
	# shellcheck disable=SC2086
	start_ours $serve
	wait "$load" || true # the kill is a fault
	grep -E 'outage|faults' "$tmp/text"
	stop
fi
