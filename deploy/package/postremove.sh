#!/bin/sh
# After the package is removed. The tables in /var/lib/chratze stay: they are the players'.
if [ -z "${DPKG_ROOT:-}" ] && [ -d /run/systemd/system ]; then
	systemctl daemon-reload || true
fi
