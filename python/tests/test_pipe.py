"""Tests of the pipe: what forks, interrupts and the end of the program do to it."""

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, os.environ.get("RAMS_PATH") or os.path.join(os.path.dirname(__file__), ".."))
import rams  # noqa: E402

# A program that answers each line with the line and its process group. Some lines it answers late, or never.
PROGRAM = """
import json, os, signal, sys, time
for line in sys.stdin:
    ask = json.loads(line)
    if ask == "die":
        sys.exit()
    if ask == "interrupt":
        os.kill(os.getppid(), signal.SIGINT)
        time.sleep(0.2)
    print(json.dumps({"asked": ask, "group": os.getpgrp() if hasattr(os, "getpgrp") else 0, "pid": os.getpid()}), flush=True)
"""


def hand(game, seed):
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_chances(rng)
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state.serialize()


GAME = None


def forked(seed):
    return hand(GAME, seed)


class Pipes(unittest.TestCase):
    def pipe(self):
        pipe = rams.Pipe([sys.executable, "-c", PROGRAM])
        self.addCleanup(pipe.close)
        return pipe

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_workers_after_a_fork_get_their_own_answers(self):
        global GAME
        GAME = rams.load_game("chratze", 4)
        want = [hand(GAME, seed) for seed in range(24)]
        with multiprocessing.get_context("fork").Pool(4) as pool:
            self.assertEqual(pool.map(forked, range(24), 1), want)
        self.assertEqual(hand(GAME, 1), want[1])

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_a_fork_leaves_the_pipe_of_its_parent_alone(self):
        pipe = self.pipe()
        before = pipe.ask("before")
        child = os.fork()
        if child == 0:
            try:
                os._exit(pipe.ask("child")["pid"] == before["pid"])
            finally:
                os._exit(2)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(pipe.ask("after")["pid"], before["pid"])

    @unittest.skipUnless(hasattr(os, "getpgrp"), "signals")
    def test_an_interrupted_request_leaves_no_answer_behind(self):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs this in the background ignores it
        self.addCleanup(signal.signal, signal.SIGINT, before)
        pipe = self.pipe()
        for _ in range(2):
            pipe.ask("before")
            with self.assertRaises(KeyboardInterrupt):
                pipe.ask("interrupt")
            self.assertEqual(pipe.ask("after")["asked"], "after")

    @unittest.skipUnless(hasattr(os, "getpgrp"), "signals")
    def test_an_interrupt_at_the_terminal_is_for_python(self):
        self.assertNotEqual(self.pipe().ask("x")["group"], os.getpgrp())

    def test_a_program_that_has_ended_is_started_again(self):
        pipe = self.pipe()
        for _ in range(3):
            with self.assertRaises(rams.RamsError):
                pipe.ask("die")
            self.assertEqual(pipe.ask("after")["asked"], "after")
        pipe._process.kill()
        pipe._process.wait()
        self.assertEqual(pipe.ask("after")["asked"], "after")
        pipe.close()
        self.assertEqual(pipe.ask("after")["asked"], "after")

    def test_nothing_is_left_open(self):
        code = "import rams; rams.load_game('chratze'); rams.Pipe().ask({'op': 'games'}); rams.Pipe()"
        env = dict(os.environ, PYTHONPATH=os.path.dirname(os.path.dirname(rams.__file__)))
        run = subprocess.run([sys.executable, "-W", "error", "-X", "dev", "-c", code], capture_output=True, text=True, env=env)
        self.assertEqual((run.returncode, run.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
