"""The way to the rules: the extension `_native` if it was built, or else the pipe to the program chratze.

RAMS_DOOR=pipe in the environment takes the pipe, RAMS_DOOR=native the extension or an ImportError.
"""

from __future__ import annotations

import os

from .pipe import RamsError

EXTENSION = "the extension: build it with python3 python/backend.py, or pip install ./python"
_native = None
_why = os.environ.get("RAMS_DOOR", "")
if _why not in ("", "native", "pipe"):
    raise RamsError("RAMS_DOOR=%s: expected native, pipe, or nothing" % _why)
if _why != "pipe":
    try:
        from . import _native
    except ImportError as err:
        if _why == "native":
            raise ImportError("RAMS_DOOR=native needs " + EXTENSION) from err
    else:
        _native.raises(RamsError)


def door() -> str:
    """Which way State takes: "native", the extension, or "pipe", the program."""
    return "native" if _native else "pipe"
