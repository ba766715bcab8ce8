"""Tests of State and Hands: the extension and the pipe tell the same, and wrong input is an exception."""

import ast
import inspect
import json
import math
import multiprocessing
import os
import pickle
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, os.environ.get("RAMS_PATH") or os.path.join(os.path.dirname(__file__), ".."))
import rams  # noqa: E402
from rams.state import PipeState, restore  # noqa: E402

NATIVE = rams.door() == "native"
HANDS = 20 if os.environ.get("CHRATZE_VERIFY") else 1


def told(state):
    """All that a state tells, of every player."""
    players = range(state.num_players())
    views = [(state.observation(p), state.information_state_string(p)) for p in players]
    legal = state.legal_actions()
    words = [state.action_to_string(a) for a in legal[:3]]
    views += [state.information_state_tensor(p) for p in players]
    return state.current_player(), legal, state.mask(), views, words, state.returns(), state.serialize(), state.history()


def games():
    for preset in rams.games():
        for players in sorted({preset["least"], preset["best"], preset["most"]}):
            yield rams.load_game(preset["rules"], players)
    yield rams.load_game("chratze,susi=forced,deal=1x4+upcard,double_blind=no,ante=50", 5, pot=130, dealer=3)
    yield rams.load_game("tippen,pack=full52", 6)
    yield rams.load_game("kratzen", 6, pot=40, muss=True)


class Doors(unittest.TestCase):
    @unittest.skipUnless(NATIVE, "there is one door")
    def test_all_doors_tell_the_same(self):
        self.assertEqual(rams.games(), rams.games(rams.Pipe.shared()))
        for game in games():
            for seed in [None, *range(HANDS)]:
                rng = random.Random(seed)
                states = [rams.State(game, seed), PipeState(game, seed)]
                for step in range(256):
                    if step % 5 == 0 or states[0].is_terminal():
                        self.assertEqual(told(states[0]), told(states[1]))
                    self.assertEqual(states[0].legal_actions(), states[1].legal_actions())
                    if states[0].is_terminal():
                        break
                    action = rng.choice(states[0].legal_actions())
                    for state in states:
                        state.apply_action(action)
                self.assertTrue(states[1].is_terminal())

    def test_every_game_can_be_played(self):
        rng = random.Random(4)
        for game in games():
            state = rams.State(game)
            self.assertEqual(state.chance_outcomes()[0][1], 1 if len(state.chance_outcomes()) == 1 else 1 / len(state.chance_outcomes()))
            while not state.is_terminal():
                if state.is_chance_node():
                    self.assertEqual(sum(state.legal_actions_mask()), 0)
                    state.apply_action(state.sample_chance(rng))
                    continue
                legal = state.legal_actions()
                self.assertEqual([i for i, may in enumerate(state.legal_actions_mask()) if may], legal)
                self.assertEqual(state.legal_actions(state.current_player() + 1), [])
                action = rng.choice(legal)
                self.assertEqual(state.string_to_action(state.action_to_string(action)), action)
                child = state.child(action)
                before = state.serialize()
                state.apply_action(action)
                self.assertEqual(child.serialize(), state.serialize())
                child.undo_action(state.current_player(), action)
                self.assertEqual(child.serialize(), before)
                self.assertNotEqual(before, state.serialize())
            self.assertAlmostEqual(sum(state.returns()), 0, places=6)
            again = pickle.loads(pickle.dumps(state))
            self.assertEqual((again.serialize(), again.returns()), (state.serialize(), state.returns()))
            self.assertEqual(game.state(state.serialize()).history(), state.history())

    def test_the_bots_choose_from_what_a_player_knows(self):
        state = rams.State(rams.load_game("chratze", 3), 5)
        for _ in range(99):
            if state.is_terminal():
                break
            action = state.bot_action("stammtisch-1")
            self.assertIn(action, state.legal_actions())
            self.assertEqual(state.bot_action("best:5", 3), state.bot_action("best:5", 3))
            state.apply_action(action)
        self.assertTrue(state.is_terminal())
        for call in (lambda: state.bot_action("random"), lambda: rams.State(state.get_game(), 1).bot_action("nobody")):
            with self.assertRaises(rams.RamsError):
                call()

    def test_utilities_are_bounded(self):
        for game in games():
            most = game.max_utility()
            self.assertEqual((game.min_utility(), game.utility_sum()), (-most, 0))
            self.assertEqual(rams.load_game(game.rules, game.num_players(), **game.start, pipe=rams.Pipe.shared()).max_utility(), most)
            self.assertTrue(100 <= most < 600, (str(game), most))

    def test_an_information_state_has_parts(self):
        suits, kinds, seen = "cshd", {}, 0
        for game in games():
            state, rng, n = rams.State(game, 6), random.Random(1), game.num_players()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
            rows = state.information_state_tensor(1)
            self.assertEqual(len(rows), game.information_state_tensor_size())
            events = json.loads(state.information_state_string(1))["events"]
            high, wide = game.information_state_tensor_shape()
            self.assertEqual(high * wide, len(rows))
            for at in range(high):
                row = {name: rows[at * wide:][part] for name, part in rams.EVENT_PARTS.items()}
                self.assertEqual(sum(map(len, row.values())), wide)
                if at >= len(events):
                    self.assertFalse(any(map(any, row.values())))
                    continue
                event = events[at]
                self.assertEqual(kinds.setdefault(event["t"], row["kind"]), row["kind"])
                self.assertEqual(row["seat"], [(event["seat"] - 1) % n + 1 if "seat" in event else 0], event)
                self.assertEqual(row["trump"], [suits.index(event["suit"]) + 1 if event["t"] == "trump" else 0], event)
                cards = event.get("cards", "").split() if event["t"] == "deal" and event["seat"] == 1 else []
                self.assertTrue(all(row["seen"][13 * suits.index(c[1]) + "AKQJT98765432".index(c[0])] == 1 for c in cards), event)
                seen += len(cards)
                if cards:
                    self.assertEqual((sum(row["seen"]), row["cards"]), (len(cards), [len(cards)]))
        self.assertEqual(len({tuple(kind) for kind in kinds.values()}), len(kinds))
        self.assertGreater(min(seen, len(kinds)), 10)

    @unittest.skipUnless(NATIVE, "State is PipeState")
    def test_all_that_is_public_has_types(self):
        of = [(name, getattr(rams, name)) for name in rams.__all__] + [("PipeState", PipeState)]
        of += [("%s.%s" % (name, n), f) for name, c in of if isinstance(c, type) for k in c.__mro__ if k.__module__.startswith("rams.") for n, f in vars(k).items()]
        many = 0
        for name, f in of:
            f = getattr(f, "__func__", getattr(f, "fget", f))  # of class methods and properties
            if not inspect.isfunction(f) or name.split(".")[-1].startswith("_") and not name.endswith("__init__"):
                continue
            if name.split(".")[0] == "PipeState" and f.__name__ in vars(PipeState):
                continue  # as the stub says of the extension's
            signature = inspect.signature(f)
            types = [p.annotation for p in signature.parameters.values() if p.name not in ("self", "cls")] + [signature.return_annotation]
            self.assertNotIn(inspect.Signature.empty, types, name)
            many += 1
        self.assertGreater(many, 90)

    def test_bots_value_what_is_legal(self):
        last = 0
        for rules, seed in (("chratze", 1), ("chratze", 2), ("zwicken", 3), ("bourre", 4)):
            state = rams.State(rams.load_game(rules, 3), seed)
            while not state.is_terminal():
                player, values = state.current_player(), state.bot_values("best:5", 2)
                self.assertEqual(sorted(values), state.legal_actions())
                self.assertEqual(state.bot_values("best:5", 2), values)
                state.apply_action(max(values, key=values.get))
                if state.is_terminal() and len(values) == 1:  # nothing was open
                    (mean, half), = values.values()
                    self.assertAlmostEqual(mean, state.player_return(player), places=6)
                    self.assertEqual(half, 0)
                    last += 1
            for name in ("best:5", "nobody"):
                with self.assertRaises(rams.RamsError):
                    state.bot_values(name)
        self.assertGreater(last, 1)
        state = rams.State(rams.load_game("chratze", 3), 5)
        with self.assertRaisesRegex(rams.RamsError, "doesn't search"):
            state.bot_values("stammtisch-1")
        for action in state.legal_actions():
            self.assertEqual(sorted(state.child(action).bot_values("search:3")), state.child(action).legal_actions())

    def test_the_same_seed_is_the_same_hand(self):
        game = rams.load_game("kratzen", 4)
        seeds = (0, 1, 2**63, 2**64 - 1, -1)
        serial = [rams.State(game, seed).serialize() for seed in seeds]
        self.assertEqual(serial, [rams.State(game, seed).serialize() for seed in seeds])
        self.assertEqual(len(set(serial)), 4)

    def test_wrong_input_is_an_exception_and_changes_nothing(self):
        state = rams.State(rams.load_game("chratze", 4), 7)
        before = state.serialize()
        for action in (-1, 31, 511, 512, 2**31, 2**63, 2**64, -(2**70)):
            with self.assertRaisesRegex(rams.RamsError, r"^action %d isn't legal: expected one of \[" % action):
                state.apply_action(action)
        for action in (None, 1.5, "open", [], b"1"):
            with self.assertRaisesRegex(rams.RamsError, "^action: .*, expected a whole number$"):
                state.apply_action(action)
        for player in (-1, 4, 2**40, None if state.is_terminal() else "1", 1.5):
            with self.assertRaises(rams.RamsError):
                state.observation(player)
            with self.assertRaises(rams.RamsError):
                state.information_state_string(player)
        for text in ("", "nonsense", "play Zz", "lay " + "As " * 99, "\0", "ä"):
            with self.assertRaises(rams.RamsError):
                state.string_to_action(text)
        with self.assertRaises(rams.RamsError):
            state.sample_chance()
        for saved in (b"", b"\1", before[:-1], before[::-1], before + b" "):
            with self.assertRaises(rams.RamsError):
                state.get_game().state(saved)
        with self.assertRaisesRegex(rams.RamsError, "another game"):
            rams.load_game("chratze", 3).state(before)
        self.assertEqual(state.serialize(), before)

    def test_both_doors_refuse_the_same(self):
        starts = [{name: value} for name in ("pot", "dealer", "redeal", "spared", "players") for value in (-1, 2**32, 2**70, 1.5, "4", True)]
        starts = [start for start in starts if start != {"pot": 2**32}]
        starts += [{"rules": rules} for rules in (None, 3, b"chratze", "nonsense", "chratze\0", "\udcff")]
        starts += [{"players": 0}, {"dealer": 4}, {"spared": 256}, {"redeal": None}, {"muss": 1}, {"muss": None}]
        calls = [lambda load, make, start=start: load(**dict({"rules": "chratze", "players": 4}, **start)) for start in starts]
        calls += [lambda load, make, seed=seed: make(load("chratze", 4), seed) for seed in ("a", 1.5, [])]
        calls += [lambda load, make, game=game: make(game) for game in ("chratze", None)]
        wrong = [(name, value) for name in ("action_to_string", "string_to_action", "bot_action", "bot_values") for value in ("foo", "\0", "\udcff", None, 3, b"open")]
        wrong += [("bot_action", "best:5", seed) for seed in ("a", None, 1.5)] + [("bot_values", "best:5", None), ("apply_action", "open"), ("apply_action", 511)]
        wrong += [("worlds", 2, rng) for rng in (None, "a", 1.5)] + [("worlds", None), ("worlds", 0), ("worlds", 2, 1, 0, False, 3), ("weighed_worlds", 2, None)]
        wrong += [("legal_actions", "1"), ("legal_actions", 1.5), ("observation", "1")]
        calls += [lambda load, make, name=name, args=args: getattr(make(load("chratze", 4), 7), name)(*args) for name, *args in wrong]
        calls += [lambda load, make, saved=saved: restore(make, load("chratze", 4), saved) for saved in ("x", None, 3, b"")]
        said = []
        for kind, pipe in ((rams.State, None), (PipeState, rams.Pipe.shared())):
            said.append([])
            for i, call in enumerate(calls):
                with self.subTest(call=i), self.assertRaises(rams.RamsError) as refused:
                    call(lambda *args, **more: rams.load_game(*args, **more, pipe=pipe), kind)
                self.assertIs(type(refused.exception), rams.RamsError)
                said[-1].append(str(refused.exception))
        self.assertEqual(*said)
        for start, text in zip(starts, said[0]):
            (name, value), = start.items()
            self.assertRegex(text, "^%s: %s, expected |no preset|not one of the seats" % (name, re.escape(repr(value))))
        self.assertIn("action 'foo' isn't legal: expected one of ['double-blind', 'see']", said[0])

    def test_what_needs_the_extension_says_how_to_build_it(self):
        state = PipeState(rams.load_game("chratze", 4), 7)
        for call in (state.worlds, state.weighed_worlds):
            with self.assertRaisesRegex(rams.RamsError, "^worlds and weighed_worlds need the extension: build it"):
                call(2)
        with tempfile.TemporaryDirectory() as site:
            shutil.copytree(os.path.dirname(rams.__file__), os.path.join(site, "rams"), ignore=shutil.ignore_patterns("*.so", "__pycache__"))
            run = subprocess.run([sys.executable, "-c", "import rams"], capture_output=True, text=True, env=dict(os.environ, PYTHONPATH=site, RAMS_DOOR="native"))
        self.assertRegex(run.stderr, "ImportError: RAMS_DOOR=native needs the extension: build it with python3 python/backend.py, or pip install ./python\n$")


@unittest.skipUnless(NATIVE, "needs the extension")
class Extension(unittest.TestCase):
    def test_a_batch_changes_in_place(self):
        game = rams.load_game("chratze", 3)
        results = []
        for n in (2, 50):
            hands, ended, won = rams.Hands(game, n, seed=3, observe=True), 0, []
            for _ in range(200):
                self.assertEqual(hands.player.shape, (n,))
                for i in (0, n - 1):
                    row = [hands.legal[i, k] for k in range(hands.count[i])]
                    bits = [a for a in range(512) if hands.mask[i, a // 8] >> a % 8 & 1]
                    self.assertEqual(row, bits)
                    self.assertEqual(hands.legal[i, hands.count[i]], 65535)
                hands.step([hands.legal[i, 0] for i in range(n)])
                ended += hands.done[1]
                won.append([hands.rewards[1, p] for p in range(3)])
                self.assertAlmostEqual(sum(won[-1]), 0, places=4)
            self.assertGreater(ended, 5)
            self.assertEqual(hands.number[1], ended)
            results.append(won)
        self.assertEqual(*results)

    def test_without_reset_a_hand_stays_over(self):
        hands = rams.Hands(rams.load_game("loo", 4), 3, seed=1, reset=False)
        total = [0, 0, 0]
        for _ in range(99):
            hands.sample(random.Random(2))
            hands.step()
            total = [t + d for t, d in zip(total, hands.done)]
        self.assertEqual((list(hands.player), total, list(hands.number)), ([-4] * 3, [1] * 3, [1] * 3))

    def test_bots_sit_in_chosen_seats(self):
        game = rams.load_game("chratze", 3)
        won = []
        for n in (2, 5):
            hands = rams.Hands(game, n, seed=2, opponents=["stammtisch-1", None, "best:3"])
            total = [0.0] * 3
            for _ in range(150):
                self.assertEqual(set(hands.player), {1})
                hands.step([hands.legal[i, 0] for i in range(n)])
                total = [t + hands.rewards[0, p] for p, t in enumerate(total)]
            self.assertGreater(hands.number[0], 20)
            won.append(total)
        self.assertEqual(*won)
        for wrong in (["best:3"], ["best:3"] * 3, ["nobody", None, None], ["best:3", None, "exec:false"]):
            with self.assertRaises(rams.RamsError):
                rams.Hands(game, 2, opponents=wrong)
        for wrong in ([None], "abc", 3):
            with self.assertRaisesRegex(rams.RamsError, "^opponents: %s, expected a name or None" % re.escape(repr(wrong))):
                rams.Hands(game, 2, opponents=wrong)

    def test_wrong_batches_are_exceptions(self):
        game = rams.load_game("chratze", 4)
        for n in (-1, 0, 2**40, 1.5, "3", None, True):
            with self.assertRaises(rams.RamsError):
                rams.Hands(game, n)
        for of, seed in (("chratze", 1), (None, 1), (rams.load_game("chratze", pipe=rams.Pipe.shared()), 1), (game, "z"), (game, None)):
            with self.assertRaisesRegex(rams.RamsError, "^(game|seed): .*, expected"):
                rams.Hands(of, 4, seed)
        hands = rams.Hands(game, 4, seed=1)
        before = bytes(hands.legal)
        for actions in ([31] * 4, [511] * 4, [hands.legal[0, 0], 30, 30, 30], [None] * 4, [1], 3):
            with self.assertRaises(rams.RamsError):
                hands.step(actions)
            self.assertEqual(bytes(hands.legal), before)
        for actions in ([-1] * 4, [2**40] * 4, ["x"] * 4, [1.5] * 4):
            with self.assertRaisesRegex(rams.RamsError, "^action .* in hand 0 isn't legal"):
                hands.step(actions)
        for view in (hands.legal, hands.mask, hands.player, hands.rewards):
            with self.assertRaises(TypeError):
                view[0] = view[0] if view.ndim == 1 else 0
        kept = hands.legal
        hands.mask.release()
        hands.sample()
        hands.step()
        hands.close()
        for call in (hands.sample, hands.step):
            with self.assertRaisesRegex(rams.RamsError, "closed"):
                call()
        del hands
        self.assertEqual(len(bytes(kept)), 4 * 64 * 2)
        native = sys.modules["rams._native"]
        for arrays in ((), (bytearray(1),) * 10, (b"x",) * 10, tuple(bytearray(n) for n in range(10))):
            with self.assertRaises((rams.RamsError, TypeError)):
                native.Batch(game.number, 1, True, arrays, b"")
        with self.assertRaises(rams.RamsError):
            native.Batch(10**6, 1, True, (bytearray(8),) * 10, b"")
        with self.assertRaises(rams.RamsError):
            native.State(game, 10**6, 4, 1, True)

    def test_no_argument_ends_the_interpreter(self):
        """Calls of everything with anything, also from two threads: they return, or raise."""
        native, games = sys.modules["rams._native"], [rams.load_game("chratze", 4), rams.load_game("kratzen", 3)]

        def junk(rng):
            size = rng.choice((0, 1, 7, 63, 280, 792, 5000))
            return rng.choice((
                rng.randrange(-3, 600), rng.getrandbits(40), -rng.getrandbits(70), None, 1.5, "open", "chratze", "best:3", b"\0" * size, bytearray(size),
                memoryview(bytes(size)), (), [], {}, True, random, object(), rng.choice(games), float("nan"), "\udcff", tuple(bytearray(size) for _ in range(10)),
            ))

        def calls(seed):
            rng = random.Random(seed)
            state, hands = rams.State(games[0], seed), rams.Hands(games[seed % 2], 3, seed)
            for _ in range(100000 if HANDS > 1 else 3000):
                args = [junk(rng) for _ in range(rng.randrange(4))]
                if rng.random() < 0.1:
                    args = (args * 4)[: rng.randrange(8)]
                of = rng.choice((state, hands, hands._batch, native, native.State, native.Batch, rams.State, rams.Hands))
                name = rng.choice([n for n in dir(of) if n not in ("__class__", "__dict__", "raises", "__setattr__", "__delattr__", "_bot", "bot_action", "_values", "bot_values", "__init__", "__doc__")])
                try:
                    result = getattr(of, name)
                    if callable(result):
                        result(*args)
                except (RuntimeError, TypeError, ValueError, AttributeError, KeyError, IndexError, OverflowError, MemoryError, NotImplementedError, StopIteration):
                    pass
                if rng.random() < 0.05 or state.is_terminal():
                    state, hands = rams.State(games[0], seed), rams.Hands(games[seed % 2], 3, seed)
            said.append(seed)

        said = []
        threads = [threading.Thread(target=calls, args=(seed,)) for seed in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(said), [1, 2])
        self.assertEqual(played(3).serialize(), played(3).serialize())

    def test_a_second_thread_is_refused(self):
        hands = rams.Hands(rams.load_game("chratze", 4), 20000, seed=1)
        said = []

        def work():
            for _ in range(30):
                try:
                    hands.sample()
                    hands.step()
                except RuntimeError as err:
                    said.append(str(err))
                except rams.RamsError as err:  # the other has sampled between
                    said.append("isn't legal" in str(err) or str(err))

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(any("another thread" in str(text) for text in said), said[:3])
        self.assertFalse([text for text in said if text is not True and "another thread" not in text])

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_after_a_fork_one_error_says_what_to_do(self):
        game = rams.load_game("chratze", 4)
        state, hands = rams.State(game, 1), rams.Hands(game, 2)
        calls = (lambda: rams.State(game, 2), lambda: state.apply_action(state.legal_actions()[0]), hands.sample, hands.step, state.returns,
                 lambda: rams.load_game("kratzen", 4))
        read, write = os.pipe()
        if os.fork() == 0:
            said = []
            for call in calls:
                try:
                    said.append(str(call()))
                except RuntimeError as err:
                    said.append(str("spawn" in str(err) and "forkserver" in str(err)))
            try:  # the pipe goes on
                piped = PipeState(game, 1)
                piped.apply_action(piped.legal_actions()[0])
                said.append(str(len(piped.history()) > 8))
            except Exception as err:  # noqa: BLE001
                said.append(repr(err))
            os.write(write, " ".join(said).encode())
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as file:
            self.assertEqual(file.read(), " ".join(["True"] * 7))
        os.wait()
        state.apply_action(state.legal_actions()[0])

    def test_worlds_agree_with_what_a_player_knows(self):
        rng, many, told = random.Random(8), 0, 0
        for game in games():
            state = rams.State(game, 4)
            for _ in range(rng.randrange(1, 9)):
                if not state.is_terminal():
                    state.apply_action(rng.choice(state.legal_actions()))
            if state.is_terminal():
                continue
            me = state.current_player()
            for flat in (True, False):
                worlds = state.worlds(30, 2, flat=flat)
                self.assertEqual({w.observation(me) for w in worlds}, {state.observation(me)})
                self.assertEqual({tuple(w.legal_actions()) for w in worlds}, {tuple(state.legal_actions())})
                many += len({tuple(w.observation(p) for p in range(game.num_players())) for w in worlds}) > 5
                end = worlds[0].clone()
                while not end.is_terminal():
                    end.apply_action(rng.choice(end.legal_actions()))
                self.assertAlmostEqual(sum(end.returns()), 0, places=6)
                with self.assertRaisesRegex(rams.RamsError, "remember"):
                    worlds[1].serialize()
            weighed = state.weighed_worlds(30, 2)
            self.assertEqual([w.observation(p) for w, _ in weighed for p in range(2)], [w.observation(p) for w in state.worlds(30, 2, flat=True) for p in range(2)])
            self.assertTrue(all(-math.inf < weight < 2 for _, weight in weighed))
            told += len({weight for _, weight in weighed}) > 5
        self.assertGreater(many, 40)  # elsewhere all others are out
        self.assertGreater(told, 20)  # elsewhere the others haven't called
        self.assertEqual(len(state.worlds(3, random.Random(2), model="thumb:open=150")), 3)
        for model in ("best:20", "nobody", "", 3):
            with self.assertRaises(rams.RamsError):
                state.worlds(3, model=model)
        for n, player in ((0, 0), (-1, 0), (10**7, 0), (2**70, 0), (None, 0), (1, 99), (1, -1)):
            with self.assertRaises(rams.RamsError):
                rams.State(game, 4).worlds(n, 1, player)

    def test_the_stub_names_what_there_is(self):
        native = sys.modules["rams._native"]
        with open(os.path.join(os.path.dirname(rams.__file__), "_native.pyi"), encoding="utf-8") as file:
            tree = ast.parse(file.read())
        for of in (node for node in tree.body if isinstance(node, ast.ClassDef)):
            stub = {f.name for f in of.body if isinstance(f, ast.FunctionDef)} - {"__new__"}
            self.assertEqual(stub, {name for name in vars(getattr(native, of.name)) if not name.startswith("_")})
        functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.assertEqual(functions, {name for name in dir(native) if callable(getattr(native, name)) and not name[:1].isupper() and name[0] != "_"})

    def test_workers_that_are_spawned_play(self):
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            states = pool.map(played, range(4))
        self.assertEqual([s.returns() for s in states], [played(n).returns() for n in range(4)])

    @unittest.skipUnless(hasattr(os, "getpgrp"), "signals")
    def test_an_interrupt_is_for_python(self):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        hands = rams.Hands(rams.load_game("chratze", 4), 1000)
        timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            while True:
                hands.sample()
                hands.step()
        hands.sample()
        hands.step()


def played(seed):
    state, rng = rams.State(rams.load_game("chratze", 4), seed), random.Random(seed)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


if __name__ == "__main__":
    unittest.main()
