#!/bin/sh
# Runs the ten commands of docs/operations.md: two servers on two machines, the database and the
# load balancer on a third. The machines are network namespaces of this one, with addresses of
# their own and no way to each other but the network. Then a hand is played through the load
# balancer, one machine dies, and play goes on at the other.
#
#   sudo scripts/try-two-machines.sh                # needs ip (iproute2), haproxy and PostgreSQL
set -eu
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo 'only root can make networks' >&2; exit 1; }
for tool in ip haproxy openssl; do
	command -v $tool >/dev/null || { echo "no $tool here" >&2; exit 1; }
done
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -t/ -k5 -n | tail -n 1)
user=nobody
! id postgres >/dev/null 2>&1 || user=postgres

tmp=$(mktemp -d)
chmod 755 "$tmp"
end() {
	for pid in $(cat "$tmp"/*.pid 2>/dev/null); do kill "$pid" 2>/dev/null || true; done
	[ ! -d "$tmp/pg" ] || as "$bin/pg_ctl" -D "$tmp/pg" -m immediate stop >/dev/null 2>&1 || true
	for n in a b; do
		ip netns del "chratze-$n" 2>/dev/null || true
	done
	ip link del chratze0 2>/dev/null || true
	rm -rf "$tmp"
}
trap end EXIT
trap 'exit 130' INT TERM
as() { setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups -- "$@"; }
step() { printf '%s\n' "== $*"; }

step 'three machines: 10.0.0.1, 10.0.0.2 and 10.0.0.3'
ip link add chratze0 type bridge
ip addr add 10.0.0.1/24 dev chratze0
ip link set chratze0 up
machine() { # NAME ADDRESS
	ip netns add "chratze-$1"
	ip link add "chratze-$1" type veth peer name eth0 netns "chratze-$1"
	ip link set "chratze-$1" master chratze0 up
	ip -n "chratze-$1" addr add "$2/24" dev eth0
	ip -n "chratze-$1" link set eth0 up
	ip -n "chratze-$1" link set lo up
	mkdir "$tmp/$1"
}
machine a 10.0.0.2
machine b 10.0.0.3
on() { machine=$1; shift; ip netns exec "chratze-$machine" "$@"; }

go build -o "$tmp/chratze" ./cmd/chratze
mkdir "$tmp/pg"
chown "$user" "$tmp/pg"
as "$bin/initdb" --no-sync --auth-local trust --auth-host scram-sha-256 -D "$tmp/pg" >"$tmp/pg.log" 2>&1 || { cat "$tmp/pg.log"; exit 1; }
echo 'host chratze chratze 10.0.0.0/24 scram-sha-256' >>"$tmp/pg/pg_hba.conf"
as "$bin/pg_ctl" -D "$tmp/pg" -l "$tmp/pg/log" -w -o "-c listen_addresses=10.0.0.1 -c port=5432 -c unix_socket_directories=$tmp/pg" start >/dev/null
export PGHOST="$tmp/pg" PGUSER="$user"

step '1 and 2: a user with a password, and a database'
"$bin/psql" -q -d postgres -c "CREATE ROLE chratze LOGIN PASSWORD 'gheim'" # createuser --pwprompt asks a terminal
"$bin/createdb" --owner chratze chratze
unset PGHOST PGUSER

step '3 and 4: one key for both'
(cd "$tmp/a" && umask 077 && openssl rand -hex 32 >peer.key && cp peer.key ../b/)

step '5 to 7: a server on each'
export CHRATZE_DB=postgres://chratze:gheim@10.0.0.1/chratze CHRATZE_PROXIES=10.0.0.1
serve() { # NAME ADDRESS
	(cd "$tmp/$1" && exec ip netns exec "chratze-$1" "$tmp/chratze" serve --node "$1" --peer-key peer.key --peer-address "$2:9090" \
		--public-url https://karten.example --data "$tmp/$1/data" --load-token T --qr=false --log-level warn >"$tmp/$1.log" 2>&1) &
	echo $! >"$tmp/$1.pid"
}
serve a 10.0.0.2
serve b 10.0.0.3
until on a curl -sf -o /dev/null http://10.0.0.2:8080/readyz && on b curl -sf -o /dev/null http://10.0.0.3:8080/readyz; do
	kill -0 "$(cat "$tmp/a.pid")" "$(cat "$tmp/b.pid")" || { cat "$tmp/a.log" "$tmp/b.log"; exit 1; }
	sleep 0.1
done

step '8 and 9: the load balancer'
sed -e 's/node1 node1:8080 cookie node1/a 10.0.0.2:8080 cookie a/' -e 's/node2 node2:8080 cookie node2/b 10.0.0.3:8080 cookie b/' -e '/node3/d' deploy/cluster/haproxy.cfg >"$tmp/haproxy.cfg"
haproxy -f "$tmp/haproxy.cfg" >"$tmp/haproxy.log" 2>&1 &
echo $! >"$tmp/haproxy.pid"
until curl -sf -o /dev/null http://10.0.0.1:8080/readyz; do sleep 0.1; done

step '10: chratze admin nodes'
on a "$tmp/chratze" admin nodes

step 'twelve people at three tables, through the load balancer; after 5 s the machine of a is gone'
(sleep 5; kill -9 "$(cat "$tmp/a.pid")"; ip -n chratze-a link set eth0 down) &
"$tmp/chratze" load --url http://10.0.0.1:8080 --tables 3 --token T --seats 4 --pace 200ms --duration 15s --warm 1s | tee "$tmp/load" # it loses connections, so it exits with 1
grep -q "^moves" "$tmp/load" || { cat "$tmp"/*.log; exit 1; }
sleep 1
on b "$tmp/chratze" admin nodes
