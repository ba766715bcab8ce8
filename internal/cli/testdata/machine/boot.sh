#!/bin/sh
# boot.sh BASE PROGRAM REPOSITORY: boots systemd as process 1 of a machine of its own, with the unit and the program in it. BASE is an
# empty directory. Run it in a mount namespace of its own (unshare --mount).
#
# The machine sees the files of this one, but whatever it writes or deletes is in memory and goes with it, /tmp and /var/tmp first
# of all: systemd-tmpfiles empties these at each start. If that isn't so, nothing is started.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ "${4:-}" != inside ]; then
	mount --make-rprivate /
	mount -t tmpfs -o mode=755 tmpfs "$1"
	mkdir "$1/cgroup" "$1/upper" "$1/work" "$1/root"
	mount -t cgroup2 cgroup2 "$1/cgroup"
	mkdir -p "$1/cgroup/chratze-test-$$"
	echo $$ >"$1/cgroup/chratze-test-$$/cgroup.procs"
	exec unshare --mount --pid --fork --ipc --uts --net --cgroup --kill-child sh "$here/boot.sh" "$1" "$2" "$3" inside
fi
r=$1/root
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$r"
install -D -m 755 "$2" "$r/usr/local/bin/chratze"
install -D -m 644 "$3/deploy/chratze.service" "$r/etc/systemd/system/chratze.service"
install -D -m 644 "$3/deploy/chratze.toml" "$r/etc/chratze.toml"
for unit in timers.target systemd-sysctl.service systemd-udevd.service systemd-udev-trigger.service; do
	ln -sf /dev/null "$r/etc/systemd/system/$unit"
done
for dir in tmp run var/tmp var/log dev; do mount -t tmpfs -o mode=755 tmpfs "$r/$dir"; done
chmod 1777 "$r/tmp" "$r/var/tmp"
for node in 'null 1 3' 'zero 1 5' 'full 1 7' 'random 1 8' 'urandom 1 9' 'tty 5 0'; do
	mknod -m 666 "$r/dev/${node%% *}" c ${node#* }
done
ln -s /proc/self/fd "$r/dev/fd"
mkdir "$r/dev/shm" "$r/dev/pts" "$r/dev/mqueue" "$r/dev/hugepages"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$r/dev/pts"
ln -s pts/ptmx "$r/dev/ptmx"
mount -t proc proc "$r/proc"
mount --bind "$r/proc/sys" "$r/proc/sys"
mount -o remount,ro,bind "$r/proc/sys"
mount -t sysfs -o ro sysfs "$r/sys"
mount -t cgroup2 cgroup2 "$r/sys/fs/cgroup"
mkdir "$r/old"
cd "$r"
pivot_root . old
umount -l /old
own() { [ "$(stat -f -c %T "$1")" = "$2" ]; }
own / overlayfs && own /tmp tmpfs && own /var/tmp tmpfs && own /run tmpfs && own /dev tmpfs && [ ! -e /old/bin ] && [ $$ = 1 ] || {
	echo 'this is not a machine of its own' >&2
	exit 1
}
exec env SYSTEMD_PROC_CMDLINE=systemd.unified_cgroup_hierarchy=1 container=other /lib/systemd/systemd --system --unit=basic.target --log-target=console --show-status=0
