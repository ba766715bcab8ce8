#!/bin/sh
# A PostgreSQL of its own, for tests and measurements: it listens on 127.0.0.1 only, trusts
# whoever comes, and leaves the clusters of the system alone. As root it runs as the user
# postgres, or nobody: PostgreSQL refuses root.
#
#   scripts/postgres.sh has                          # 0: PostgreSQL is installed
#   scripts/postgres.sh start DIR PORT [NAME=VALUE…] # prints its URL; DIR is made if it isn't there
#   scripts/postgres.sh stop DIR [fast|immediate]
#   scripts/postgres.sh run PORT [NAME=VALUE…]       # in a folder that goes with it, until its input ends;
#                                                    # a line "kill" there is a crash, "start" starts it again
#
# With FOLLOW=PORT run makes a standby of the server there, and a line "promote" ends that.
#
# NAME=VALUE are settings of PostgreSQL, such as fsync=off.
set -eu

# The programs: the newest of Debian's, or those in PATH.
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -t/ -k5 -n | tail -n 1)
[ -n "$bin" ] || bin=$(dirname "$(command -v initdb || echo /nowhere/initdb)")
if [ "${1:-}" = has ]; then
	[ -x "$bin/initdb" ] && [ -x "$bin/postgres" ]
	exit
fi
[ -x "$bin/initdb" ] || { echo 'no PostgreSQL: install the package postgresql' >&2; exit 1; }

# as: lets a program run as a user that PostgreSQL accepts.
user=
if [ "$(id -u)" = 0 ]; then
	user=nobody
	! id postgres >/dev/null 2>&1 || user=postgres
fi
as() {
	if [ -n "$user" ]; then
		setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups -- "$@"
	else
		"$@"
	fi
}

# init DIR PORT SETTINGS…: makes a cluster in a folder, unless there is one.
init() {
	dir=$1 port=$2
	shift 2
	mkdir -p "$dir"
	dir=$(cd "$dir" && pwd)
	if [ ! -f "$dir/PG_VERSION" ]; then
		[ -z "$user" ] || chown "$user" "$dir"
		chmod 700 "$dir"
		cd "$dir"
		if [ -n "${FOLLOW:-}" ]; then
			as "$bin/pg_basebackup" --no-sync -h 127.0.0.1 -p "$FOLLOW" -U chratze -D "$dir"
			as touch "$dir/standby.signal"
			set -- "$@" "primary_conninfo=host=127.0.0.1 port=$FOLLOW user=chratze"
		else
			as "$bin/initdb" --no-sync --auth trust --username chratze --encoding UTF8 --locale C -D "$dir" >"$dir.log" 2>&1 || { cat "$dir.log" >&2; exit 1; }
			as "$bin/postgres" --single -D "$dir" postgres >>"$dir.log" 2>&1 <<-'SQL' || { cat "$dir.log" >&2; exit 1; }
				CREATE DATABASE chratze
			SQL
		fi
		rm -f "$dir.log"
	fi
	{
		echo "listen_addresses = '127.0.0.1'"
		echo "port = $port"
		echo "unix_socket_directories = ''"
		for setting in "$@"; do
			echo "${setting%%=*} = '${setting#*=}'"
		done
	} >"$dir/postgresql.auto.conf"
	url=postgres://chratze@127.0.0.1:$port/chratze
}

# launch starts the server of run, and says where it is when it answers.
launch() {
	if [ -n "$user" ]; then
		setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups -- "$bin/postgres" -D "$dir" >>"$base/log" 2>&1 </dev/null &
	else
		"$bin/postgres" -D "$dir" >>"$base/log" 2>&1 </dev/null &
	fi
	server=$!
	n=0
	until as "$bin/pg_isready" -q -h 127.0.0.1 -p "$port"; do
		n=$((n + 1))
		kill -0 "$server" 2>/dev/null && [ $n -lt 300 ] || { cat "$base/log" >&2; exit 1; }
		sleep 0.1
	done
	echo "$url"
}

case ${1:-} in
start)
	[ $# -ge 3 ] || { sed -n '5,9s/^# *//p' "$0" >&2; exit 2; }
	shift
	init "$@"
	cd "$dir"
	as "$bin/pg_ctl" -D "$dir" -l "$dir/log" -w start >/dev/null || { cat "$dir/log" >&2; exit 1; }
	echo "$url"
	;;
stop)
	cd "$2"
	as "$bin/pg_ctl" -D "$2" -m "${3:-fast}" -w stop >/dev/null
	;;
run)
	shift
	for place in "${TMPDIR:-/tmp}" /tmp /var/tmp; do # one that the other user may enter
		base=$(mktemp -d "$place/chratze-postgres.XXXXXX") || continue
		chmod 711 "$base"
		! as test -x "$base" || break
		rmdir "$base"
		base=
	done
	[ -n "$base" ] || { echo 'no folder for PostgreSQL' >&2; exit 1; }
	server=
	trap 'cd /; [ -z "$server" ] || { kill -QUIT "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }; rm -rf "$base"' EXIT
	trap 'exit 130' INT TERM
	init "$base/data" "$@"
	cd "$dir"
	launch
	while read -r word; do # until whoever wanted it is gone
		case $word in
		kill) # as by a crash: without tidying up
			kill -QUIT "$server"
			wait "$server" || true
			echo killed
			;;
		start) launch ;;
		promote) as "$bin/pg_ctl" -D "$dir" -w promote >/dev/null && echo promoted ;;
		esac
	done
	;;
*)
	sed -n '2,12s/^# *//p' "$0" >&2
	exit 2
	;;
esac
