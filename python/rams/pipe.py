"""The pipe to the program chratze."""

from __future__ import annotations

import json
import operator
import os
import re
import subprocess
import threading
import weakref
from typing import Any, Iterable, Optional, Sequence


class RamsError(ValueError):
    """The program refuses a request and says why."""


class ProgramNotFound(RamsError):
    """The program chratze isn't there, or can't be started."""


def whole(name: str, value: Any, least: Optional[int] = None, most: Optional[int] = None) -> int:
    """The whole number that is given as this argument, or RamsError."""
    try:
        number = operator.index(value)
        if least is None or type(value) is not bool and least <= number <= most:
            return number
    except TypeError:
        pass
    allowed = "" if least is None else " from %d to %d" % (least, most)
    raise RamsError("%s: %r, expected a whole number%s" % (name, value, allowed))


def text(name: str, value: Any) -> str:
    """The string that is given as this argument, or RamsError."""
    if not isinstance(value, str) or re.search("[\0-\x1f\ud800-\udfff]", value):
        raise RamsError("%s: %r, expected a string of printable characters" % (name, value))
    return value


class Pipe:
    """A running `chratze pipe`. It keeps nothing between requests, so one is enough for any
    number of games and states, and several threads may use it. A request starts the program if
    it doesn't run: after its end, an interrupted request or a fork."""

    _shared = None
    _all = weakref.WeakSet()

    def __init__(self, command: Optional[Sequence[str]] = None) -> None:
        self._command = command or [os.environ.get("CHRATZE", "chratze"), "pipe"]
        self._lock = threading.Lock()
        self._start()
        Pipe._all.add(self)

    @classmethod
    def shared(cls) -> Pipe:
        """The pipe that is used where none is named."""
        if cls._shared is None:
            cls._shared = cls()
        return cls._shared

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Sends a request, a dict, and returns the answer, or raises RamsError."""
        return self._checked(self._exchange(request))

    def ask_all(self, requests: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Sends many requests at once and returns the answers."""
        requests = list(requests)
        if not requests:
            return []
        answers = self._exchange(requests)
        if isinstance(answers, dict):
            self._checked(answers)
        return [self._checked(answer) for answer in answers]

    def close(self) -> None:
        """Ends the program."""
        self._end()

    def __enter__(self) -> Pipe:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _start(self):
        try:  # in a session of its own: an interrupt at the terminal is for Python
            self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        except OSError as err:
            raise ProgramNotFound(
                "this package needs the program chratze, and %r can't be started (%s): "
                "put it on the PATH, or name it in the environment variable CHRATZE" % (self._command[0], err.strerror)
            ) from None
        self._end = weakref.finalize(self, _stop, self._process)

    def _exchange(self, message):
        line = json.dumps(message).encode() + b"\n"
        with self._lock:
            if not self._end.alive or self._process.poll() is not None:
                self._end()
                self._start()
            answer = b""
            try:
                self._process.stdin.write(line)
                self._process.stdin.flush()
                answer = self._process.stdout.readline()
            except BrokenPipeError:
                pass
            finally:
                if not answer.endswith(b"\n"):  # what is answered later would be taken for the next answer
                    self._end()
        if not answer:
            raise RamsError("the program chratze has ended")
        return json.loads(answer)

    @staticmethod
    def _checked(answer):
        if "error" in answer:
            raise RamsError(answer["error"].removeprefix("env: "))
        return answer

    @staticmethod
    def _forked():
        """Leaves the programs to the parent of this process, which has just been forked."""
        for pipe in Pipe._all:
            pipe._lock = threading.Lock()
            if pipe._end.detach():
                _close(pipe._process)
                pipe._process.returncode = 0  # it isn't a child of this process


def _close(process):
    for file in (process.stdin, process.stdout):
        file.raw.close()  # what isn't sent yet must not be


def _stop(process):
    process.kill()
    _close(process)
    process.wait()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=Pipe._forked)
