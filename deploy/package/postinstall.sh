#!/bin/sh
# After the package is installed or updated: a server that runs becomes the new program. A
# new one is neither enabled nor started: /etc/chratze.toml comes first.
if [ -z "${DPKG_ROOT:-}" ] && [ -d /run/systemd/system ]; then
	systemctl daemon-reload || true
	systemctl try-restart chratze.service || true
fi
