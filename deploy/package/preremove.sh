#!/bin/sh
# Before the package is removed (not updated): the server stops. dpkg says remove, rpm how
# many versions are left.
if [ "${1:-}" = remove ] || [ "${1:-}" = 0 ]; then
	if [ -z "${DPKG_ROOT:-}" ] && [ -d /run/systemd/system ]; then
		systemctl disable --now chratze.service || true
	fi
fi
