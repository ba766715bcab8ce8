"""Tests of the package: python3 -m unittest discover -s python/tests"""

import contextlib
import csv
import io
import json
import os
import pickle
import random
import re
import sys
import tempfile
import unittest

sys.path.insert(0, os.environ.get("RAMS_PATH") or os.path.join(os.path.dirname(__file__), ".."))
import rams  # noqa: E402
from rams.__main__ import main  # noqa: E402


def playout(state, rng):
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


class States(unittest.TestCase):
    def test_every_game_can_be_played(self):
        for preset in rams.games():
            for players in {preset["least"], preset["most"]}:
                game = rams.load_game(preset["rules"], players)
                rng = random.Random(5)
                for _ in range(4):
                    state = playout(game.new_initial_state(), rng)
                    returns = state.returns()
                    self.assertEqual(len(returns), players)
                    self.assertAlmostEqual(sum(returns), 0, places=6)
                    self.assertEqual(state.current_player(), rams.TERMINAL_PLAYER)
                    again = game.deserialize_state(state.serialize())
                    self.assertEqual(again.returns(), returns)
                    self.assertEqual(again.history(), state.history())

    def test_actions_are_numbers_and_words(self):
        for text in (
            "open", "lay", "lay 6c 7d", "play As", "weiter-oder", "shuffle", "deal As Td", "cut 17 7c Ah", "cut 3 9h", "reshuffle",
            "draw Kc Qc 7d Ah up Ah 7d",
        ):
            action = rams.string_to_action(text)
            self.assertLess(action, 2**53)
            words = rams.action_to_string(action)
            self.assertEqual(rams.string_to_action(words), action)
            self.assertEqual(words.split()[0], text.split()[0])
            self.assertEqual(sorted(words.split()), sorted(text.split()))
        self.assertEqual(len({rams.string_to_action("play " + c) for c in ("As", "Ah", "6d", "Ac")}), 4)

    def test_chances_sum_to_one(self):
        state = rams.load_game("zwicken", 3).new_initial_state()
        self.assertEqual(state.chance_outcomes(), [(rams.string_to_action("shuffle"), 1)])
        rng = random.Random(1)
        listed = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                listed += len(outcomes) > 1
                self.assertAlmostEqual(sum(p for _, p in outcomes), 1, places=9)
                action = state.sample_chance(rng)
                self.assertIn(action, dict(outcomes))
                self.assertEqual(state.legal_actions(), [a for a, _ in outcomes])
                state.apply_action(action)
            else:
                state.apply_action(state.legal_actions()[0])
        self.assertGreater(listed, 5)
        with self.assertRaises(rams.TooManyChances):
            state = rams.load_game("chratze", 4).new_initial_state()
            state.apply_action("shuffle")
            state.chance_outcomes(most=100)

    def test_information_states_hide_what_is_hidden(self):
        game = rams.load_game("chratze", 3)
        state = game.new_initial_state()
        for text in ("shuffle", "deal As Ks", "deal Ah Kh", "deal Ad Kd", "see", "upcard 9c", "deal 6s 7s", "deal 6h 7h", "deal 6d 7d", "see"):
            state.apply_action(text)
        self.assertEqual(state.current_player(), 1)
        self.assertEqual(state.phase(), "open")
        self.assertEqual(state.legal_strings(), ["open", "pass"])
        self.assertEqual(state.legal_actions(0), [])
        mine = state.information_state_string()
        self.assertIn("As Ks", mine)
        self.assertNotIn("Ah", mine)
        other = game.deserialize_state(state.serialize().replace("Ah Kh", "Qh Jh"))
        self.assertEqual(other.information_state_string(1), mine)
        self.assertNotEqual(other.information_state_string(2), state.information_state_string(2))

    def test_only_players_have_views(self):
        game = rams.load_game("chratze", 3)
        state = game.new_initial_state()
        ask = (state.information_state_string, state.observation_string, state.player_return)
        for player in (-4, -2, -1, 3, 7, 10**9, "1", 1.5):
            for of in ask:
                with self.assertRaisesRegex(rams.RamsError, "^no player %r: expected 0 to 2$" % (player,)):
                    of(player)
        rng = random.Random(4)
        for turn in range(200):
            if state.current_player() < 0:
                with self.assertRaises(rams.RamsError):
                    state.information_state_string()
                self.assertEqual([state.legal_actions(player) for player in range(3)], [[], [], []])
            if state.is_terminal():
                break
            state.apply_action(state.sample_chance(rng) if state.is_chance_node() else rng.choice(state.legal_actions()))
            for player in range(3):
                view = json.loads(state.information_state_string(player))
                self.assertEqual(view["view"], player)
                self.assertNotIn("shuffle", [event["t"] for event in view["events"]])
        self.assertTrue(state.is_terminal())
        whole = json.loads(state.whole_hand_string())
        self.assertNotIn("view", whole)
        self.assertIn("shuffle", [event["t"] for event in whole["events"]])

    def test_actions_ascend_and_returns_are_floats(self):
        rng = random.Random(6)
        full = {"rules": "tippen,pack=full52", "best": 4}
        for preset in [*rams.games(), full]:
            state = rams.load_game(preset["rules"], preset["best"]).new_initial_state()
            while not state.is_terminal():
                self.assertEqual({type(x) for x in state.returns()}, {float})
                if state.is_chance_node():
                    action = state.sample_chance(rng)
                else:
                    legal = state.legal_actions()
                    self.assertEqual(legal, sorted(legal))
                    self.assertEqual({rams.action_to_string(a) for a in legal}, set(state.legal_strings()))
                    action = rng.choice(legal)
                self.assertEqual(action, rams.string_to_action(rams.action_to_string(action)))
                state.apply_action(action)
            self.assertEqual({type(x) for x in state.returns()}, {float})

    def test_what_is_no_action_is_refused_with_its_value(self):
        state = rams.load_game("chratze", 3).new_initial_state()
        numbers = (-1, -(20 << 36), 0, 1, 1 << 36 - 1, 1 << 41, 1 << 53, (2 << 36) + (60 << 41), 2.5, None)
        for action in numbers:
            for make in (state.apply_action, state.child, rams.action_to_string):
                with self.assertRaisesRegex(rams.RamsError, "^no action %s$" % re.escape(repr(action))):
                    make(action)
        for text in ("bogus", "", "cut", "cut -5", "cut 99", "cut x", "play ZZ", "play as", "draw Kc up 7c 7d 7h", None, 7):
            with self.assertRaisesRegex(rams.RamsError, "^no action %s$" % re.escape(repr(text))):
                state.string_to_action(text)
        for start in ({"pot": 1.5}, {"dealer": "x"}, {"muss": 1}, {"players": "3"}, {"rules": 7}):
            with self.assertRaisesRegex(rams.RamsError, "expected (a whole number|true or false|a string)") as said:
                rams.load_game(**dict({"rules": "chratze", "players": 3}, **start))
            self.assertNotRegex(str(said.exception), "Go|struct|int64|json")

    def test_what_is_not_legal_changes_nothing(self):
        state = rams.load_game("chratze", 3).new_initial_state()
        before = str(state)
        for text in ("open", "deal As Ks"):
            with self.assertRaises(rams.RamsError):
                state.apply_action(text)
        self.assertEqual(str(state), before)
        with self.assertRaises(rams.RamsError):
            rams.load_game("whist", 3)
        with self.assertRaises(rams.RamsError):
            rams.load_game("kratzen", 2)

    def test_clones_children_and_copies(self):
        state = rams.load_game("chratze,susi=forced", 4, pot=100, dealer=2).new_initial_state()
        state.apply_chances(random.Random(2))
        self.assertEqual(state.current_player(), 2)
        child = state.child("see")
        self.assertEqual(len(child.history()), len(state.history()) + 1)
        self.assertEqual(pickle.loads(pickle.dumps(child)).serialize(), child.serialize())
        end = playout(child, random.Random(3))
        result = end.result()
        pot = 100 + sum(result["paid"]) - sum(result["payout"]) + sum(result["penalty"])
        self.assertEqual(result["next"]["pot"], pot)
        state = rams.load_game("bourre", 3, pot=40, spared=6).new_initial_state()
        state.apply_chances(random.Random(2))
        end = playout(state, random.Random(3))
        self.assertEqual(end.result()["paid"], [20, 0, 0])
        rams.load_game("bourre", 3, **end.result()["next"])


class Batches(unittest.TestCase):
    def test_a_batch_is_many_hands(self):
        game = rams.load_game("kratzen", 4, pot=50)
        results = []
        for _ in range(2):
            rng = random.Random(7)
            batch = rams.Batch(game, 40, seed=9)
            while not batch.done():
                told = batch.information_state_strings()
                self.assertEqual([t is None for t in told], [p == rams.TERMINAL_PLAYER for p in batch.current_players()])
                batch.step([rng.choice(legal) if legal else None for legal in batch.legal_actions()])
            results.append(batch.returns())
        self.assertEqual(results[0], results[1])
        self.assertEqual(len(results[0]), 40)
        self.assertGreater(len({tuple(r) for r in results[0]}), 10)
        with self.assertRaises(rams.RamsError):
            batch.step([])


class Columns(unittest.TestCase):
    def test_hands_become_columns(self):
        hands = rams.play("chratze", 4, bots=("stammtisch-1", "random"), hands=60, seed=3)
        self.assertEqual(len(hands), 60)
        rows = list(rams.seat_rows(hands))
        self.assertEqual(len(rows), 240)
        for n in range(60):
            self.assertAlmostEqual(sum(row["gain"] for row in rows[4 * n:4 * n + 4]), 0, places=6)
            self.assertEqual([row["position"] for row in rows[4 * n:4 * n + 4]].count(0), 1)
        table = rams.columns(rows)
        self.assertEqual(len(table["tricks"]), 240)
        self.assertEqual(set(table["name"]), {"stammtisch-1", "random"})
        acts = list(rams.act_rows(hands))
        for row in acts:
            if row["word"] == "play":
                self.assertIn(row["named"], row["cards"].split())
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "seats.csv")
            self.assertEqual(rams.write_csv(path, rows), 240)
            with open(path, newline="", encoding="utf-8") as file:
                read = list(csv.DictReader(file))
            self.assertEqual([r["dealt"] for r in read], table["dealt"])
            path = os.path.join(folder, "acts.jsonl")
            self.assertEqual(rams.write_jsonl(path, acts), len(acts))
            with open(path, encoding="utf-8") as file:
                self.assertEqual([json.loads(line) for line in file], acts)


    def test_strokes_of_a_race_count(self):
        for rules in ("ramset", "zwicken-schlecken,cut=plain,score=down,spare=yes", "rams,score=down,back=5,penalty=0"):
            hands = rams.play(rules, 4, bots=("stammtisch-1", "random"), hands=60, seed=3)
            rows = list(rams.seat_rows(hands))
            for n in range(60):
                four = rows[4 * n:4 * n + 4]
                self.assertAlmostEqual(sum(row["gain"] for row in four), 0, places=6)
                self.assertGreater(max(row["gain"] for row in four), 0)
            if "back" not in rules:  # what others are set back is everybody's gain
                self.assertLessEqual(max(row["gain"] for row in rows if row["call"] == "out"), 0)

    def test_a_file_that_breaks_off_is_named_with_its_line(self):
        hands = rams.play("chratze", 4, bots=("random",), hands=3, seed=3)
        lines = [json.dumps(hand) + "\n" for hand in hands]
        with tempfile.TemporaryDirectory() as folder:
            path, out = os.path.join(folder, "hands.jsonl"), os.path.join(folder, "out.csv")
            for broken, reason in (
                (lines[2][:-200], "not JSON"), ("[]\n", "no hand of rams-hand/1"), ('{"format":"other/1"}\n', "no hand of rams-hand/1"),
                ('{"format":"rams-hand/1","payout":[]}\n', "no hand of rams-hand/1"),
            ):
                for kept in (None, "old\n"):
                    for what in ("seats", "acts"):
                        with open(path, "w", encoding="utf-8") as file:
                            file.writelines(lines[:2] + ["\n", broken])
                        if kept:
                            with open(out, "w", encoding="utf-8") as file:
                                file.write(kept)
                        with contextlib.redirect_stderr(io.StringIO()) as said, contextlib.redirect_stdout(io.StringIO()) as told:
                            self.assertEqual(main([what, path, out]), 2)
                        self.assertEqual(said.getvalue().strip(), "%s: line 4: %s" % (path, reason))
                        self.assertEqual(told.getvalue(), "")
                        self.assertEqual(sorted(os.listdir(folder)), ["hands.jsonl"] + ["out.csv"] * bool(kept))
                        if kept:
                            with open(out, encoding="utf-8") as file:
                                self.assertEqual(file.read(), kept)
                if os.path.exists(out):
                    os.remove(out)
            with self.assertRaisesRegex(ValueError, "line 4: "):
                list(rams.read_hands(path))


if __name__ == "__main__":
    unittest.main()
