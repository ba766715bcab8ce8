"""Builds the package, without anything from an index: pip calls it (PEP 517), or you do, in a checkout:

    python3 python/backend.py       # the extension, into python/rams
    python3 python/backend.py DIR   # the package with it, into DIR/rams

The extension needs Go, a C compiler and Python's headers. Without them the package takes the pipe to the program chratze.
"""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
NAME = "_native.abi3.so"
with open(os.path.join(HERE, "pyproject.toml"), encoding="utf-8") as _file:
    VERSION = re.search('^version = "(.+)"', _file.read(), re.M).group(1)


def missing():
    """What the extension would need and isn't there, or ""."""
    if sys.platform != "linux" or sys.version_info < (3, 9):
        return "Linux and Python 3.9 or later"
    if not os.path.isdir(os.path.join(HERE, "native")):
        return "the whole checkout"
    if not shutil.which("go"):
        return "Go"
    if not shutil.which(os.environ.get("CC", "cc")):
        return "a C compiler"
    if not os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h")):
        return "Python's headers (python3-dev)"
    return ""


def build_extension(path):
    """Builds the extension as this file."""
    env = dict(os.environ, CGO_ENABLED="1", CGO_CFLAGS="-O2 -I" + sysconfig.get_paths()["include"])
    command = ["go", "build", "-C", os.path.join(HERE, "native"), "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o", path, "."]
    subprocess.run(command, check=True, env=env)
    os.remove(os.path.splitext(path)[0] + ".h")


def tag(path):
    """The tag of a wheel with this extension: of the glibc that its symbols need."""
    with open(path, "rb") as file:
        needs = max(int(n) for n in re.findall(rb"GLIBC_2\.(\d+)", file.read()))
    return "cp39-abi3-manylinux_2_%d_%s" % (needs, os.uname().machine)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files, kind = {}, "py3-none-any"
    lacks = missing()
    if lacks:
        print("the extension isn't built, it needs %s: the package takes the pipe" % lacks, file=sys.stderr)
    else:
        path = os.path.join(wheel_directory, NAME)
        build_extension(path)
        kind = tag(path)
        with open(path, "rb") as file:
            files["rams/" + NAME] = file.read()
        os.remove(path)
    for name in sorted(os.listdir(os.path.join(HERE, "rams"))):
        if name.endswith((".py", ".pyi")) or name == "py.typed":
            with open(os.path.join(HERE, "rams", name), "rb") as file:
                files["rams/" + name] = file.read()
    info = "rams-%s.dist-info/" % VERSION
    files[info + "METADATA"] = ("Metadata-Version: 2.1\nName: rams\nVersion: %s\nRequires-Python: >=3.9\n" % VERSION).encode()
    files[info + "WHEEL"] = ("Wheel-Version: 1.0\nGenerator: rams\nRoot-Is-Purelib: %s\nTag: %s\n" % (str(bool(lacks)).lower(), kind)).encode()
    record = ""
    for name, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
        record += "%s,sha256=%s,%d\n" % (name, digest, len(text))
    files[info + "RECORD"] = (record + info + "RECORD,,\n").encode()
    wheel = "rams-%s-%s.whl" % (VERSION, kind)
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in files.items():
            file.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), text)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    """The Python files alone: the extension needs the whole checkout."""
    base = "rams-" + VERSION
    with tarfile.open(os.path.join(sdist_directory, base + ".tar.gz"), "w:gz", format=tarfile.PAX_FORMAT) as file:
        for name in ("pyproject.toml", "backend.py", "README.md", "rams"):
            file.add(os.path.join(HERE, name), base + "/" + name, filter=lambda f: None if "__pycache__" in f.name or f.name.endswith(".so") else f)
    return base + ".tar.gz"


if __name__ == "__main__":
    if missing():
        sys.exit("the extension needs " + missing())
    target = os.path.join(HERE, "rams")
    if len(sys.argv) > 1:
        target = os.path.join(os.path.abspath(sys.argv[1]), "rams")
        shutil.copytree(os.path.join(HERE, "rams"), target, ignore=shutil.ignore_patterns("*.so", "__pycache__"), dirs_exist_ok=True)
    build_extension(os.path.join(target, NAME))
