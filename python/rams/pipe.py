"""The pipe to the program chratze."""

import json
import os
import subprocess
import threading


class RamsError(ValueError):
    """The program refuses a request and says why."""


class ProgramNotFound(RamsError):
    """The program chratze isn't there, or can't be started."""


class Pipe:
    """A running `chratze pipe`. It keeps nothing between requests, so one is enough
    for any number of games and states; it may be used by several threads."""

    _shared = None

    def __init__(self, command=None):
        command = command or [os.environ.get("CHRATZE", "chratze"), "pipe"]
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as err:
            raise ProgramNotFound(
                "this package needs the program chratze, and %r can't be started (%s): "
                "put it on the PATH, or name it in the environment variable CHRATZE" % (command[0], err.strerror)
            ) from None
        self._lock = threading.Lock()

    @classmethod
    def shared(cls):
        """The pipe that is used where none is named."""
        if cls._shared is None or cls._shared._process.poll() is not None:
            cls._shared = cls()
        return cls._shared

    def ask(self, request):
        """Sends a request, a dict, and returns the answer, or raises RamsError."""
        return self._checked(self._exchange(request))

    def ask_all(self, requests):
        """Sends many requests at once and returns the answers."""
        requests = list(requests)
        if not requests:
            return []
        answers = self._exchange(requests)
        if isinstance(answers, dict):
            self._checked(answers)
        return [self._checked(answer) for answer in answers]

    def close(self):
        """Ends the program."""
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _exchange(self, message):
        line = json.dumps(message).encode() + b"\n"
        with self._lock:
            self._process.stdin.write(line)
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        if not answer:
            raise RamsError("the program chratze has ended")
        return json.loads(answer)

    @staticmethod
    def _checked(answer):
        if "error" in answer:
            raise RamsError(answer["error"])
        return answer
