"""Hands as tables, for whatever reads columns.

    hands = rams.read_hands("hands.jsonl")
    rams.write_csv("seats.csv", rams.seat_rows(hands))
    table = rams.columns(rams.act_rows(hands))     # a dict of lists
"""

from __future__ import annotations

import contextlib
import csv
import json
import os
from typing import Any, Iterable, Iterator


def read_hands(path: str) -> Iterator[dict[str, Any]]:
    """The hands of a file of rams-hand/1, one after the other. Raises ValueError with the
    number of a line that isn't one."""
    with open(path, "rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                hand = json.loads(line)
            except ValueError:  # UnicodeDecodeError too
                raise ValueError("line %d: not JSON" % number) from None
            if not isinstance(hand, dict) or hand.get("format") != "rams-hand/1" or not _NEEDED <= hand.keys():
                raise ValueError("line %d: no hand of rams-hand/1" % number)
            yield hand


_NEEDED = {"rules", "seats", "dealer", "pot", "events"}


def seat_rows(hands: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """A row for each seat of each hand that is over: what it was dealt, what it did, and
    what came of it. Amounts are in Rappen; gain is in percent of the pot, or of the strokes of a hand."""
    for number, hand in enumerate(hands):
        if "payout" not in hand:
            continue
        seats = hand["seats"]
        rows = [_seat_row(number, hand, seat) for seat in range(seats)]
        antes = [0] * seats
        dealer, upcard, trump = hand["dealer"], None, None
        for event in hand["events"]:
            kind = event["t"]
            if kind == "ante":
                antes[event["seat"]] += event["amount"]
            elif kind == "dealer":
                dealer = event["seat"]
            elif kind == "upcard":
                upcard = event["card"]
            elif kind == "trump":
                trump = event["suit"]
            elif kind == "deal":
                row = rows[event["seat"]]
                row["dealt"] = (row["dealt"] + " " + event["cards"]).strip()
            elif kind == "draw":
                rows[event["seat"]]["drawn"] = event["cards"]
            elif kind == "trick":
                rows[event["seat"]]["tricks"] += 1
            elif kind == "show":
                rows[event["seat"]]["tricks"] = len(event["cards"].split())
            elif kind == "act":
                word, _, cards = event["act"].partition(" ")
                row = rows[event["seat"]]
                if word in ("lay", "drop"):
                    row[word] = cards
                elif word in _CALLS:
                    row["call"] = word
        grown = hand["next"]["pot"] - hand["pot"]
        played = hand["pot"] + sum(antes)
        strokes, point = _strokes(hand, rows)
        back = -sum(min(n, 0) for n in strokes or ())  # shared by all, as the pot is
        worth = point * (sum(strokes) + back) if strokes else played
        for seat, row in enumerate(rows):
            row["position"] = (seat - dealer) % seats
            row["upcard"], row["trump"], row["played_for"] = upcard, trump, played
            row["ante"] = antes[seat]
            own = row["payout"] - row["penalty"] - antes[seat]
            if strokes:
                own += point * (strokes[seat] + back / seats) - worth / seats
            row["gain"] = 100 * (own + grown / seats) / worth if worth else 0.0
            yield row


def _strokes(hand, rows):
    """The strokes of each seat of a race, and what one counts for (docs/rams-bot.md, utility); None where the pot is played for."""
    rules = hand["rules"]
    if rules.get("score", _RACES.get(rules["preset"], "pot")) == "pot":
        return None, 0
    strokes = [row["tricks"] for row in rows]
    if sum(strokes) == 0:  # a player alone has all of them
        alone = [row["call"] in ("join", "spare") for row in rows]
        seat = alone.index(True) if any(alone) else hand["dealer"]
        strokes[seat] = len(rows[seat]["dealt"].split()) // (2 if rows[seat]["call"] == "spare" else 1)
    else:
        strokes = [n or (0 if row["call"] == "out" else -rules.get("back", 0)) for n, row in zip(strokes, rows)]
    return strokes, max(1, *(row["penalty"] for row in rows))


_RACES = {"ramset": "up"}  # presets that are played for strokes
_CALLS = ("double-blind", "blind", "open", "schlagen", "oder", "weiter-oder", "join", "spare", "for-pot", "out")


def _seat_row(number, hand, seat):
    rules = hand["rules"]
    return {
        "hand": number, "rules": rules["preset"], "options": " ".join("%s=%s" % item for item in rules.items() if item[0] != "preset"),
        "seats": hand["seats"], "seat": seat, "name": (hand.get("names") or [""] * hand["seats"])[seat], "position": None,
        "pot": hand["pot"], "played_for": None, "upcard": None, "trump": None, "dealt": "", "call": "", "lay": "", "drawn": "", "drop": "",
        "tricks": 0, "ante": 0, "payout": hand["payout"][seat], "penalty": hand["penalty"][seat], "gain": None,
    }


def act_rows(hands: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """A row for each decision: who decided what, with which cards in hand, behind how
    many events."""
    for number, hand in enumerate(hands):
        cards = [[] for _ in range(hand["seats"])]
        trump = None
        for at, event in enumerate(hand["events"]):
            kind, seat = event["t"], event.get("seat")
            if kind == "trump":
                trump = event["suit"]
            elif kind in ("deal", "draw"):
                cards[seat] += event["cards"].split()
            elif kind == "take":
                cards[seat].append(event["card"])
            elif kind == "act":
                word, *named = event["act"].split()
                yield {
                    "hand": number, "event": at, "rules": hand["rules"]["preset"], "seats": hand["seats"], "seat": seat, "trump": trump,
                    "cards": " ".join(cards[seat]), "word": word, "named": " ".join(named),
                    "legal": len(event["legal"]) if "legal" in event else None,
                }
                if word in ("lay", "drop", "play"):
                    cards[seat] = [card for card in cards[seat] if card not in named]


def columns(rows: Iterable[dict[str, Any]]) -> dict[str, list[Any]]:
    """Rows as a dict of lists, one a column."""
    table = {}
    for row in rows:
        for name, value in row.items():
            table.setdefault(name, []).append(value)
    return table


@contextlib.contextmanager
def _whole(path, newline=None):
    """Opens a file to write that takes its place when it is complete; after an error all is as
    it was."""
    part = path if os.path.exists(path) and not os.path.isfile(path) else "%s.part" % path  # /dev/stdout
    try:
        with open(part, "w", newline=newline, encoding="utf-8") as file:
            yield file
        if part != path:
            os.replace(part, path)
    except BaseException:
        if part != path and os.path.exists(part):
            os.remove(part)
        raise


def write_csv(path: str, rows: Iterable[dict[str, Any]]) -> int:
    """Writes rows as CSV and returns how many."""
    n = 0
    with _whole(path, newline="") as file:
        writer = None
        for row in rows:
            if writer is None:
                writer = csv.DictWriter(file, list(row))
                writer.writeheader()
            writer.writerow(row)
            n += 1
    return n


def write_jsonl(path: str, rows: Iterable[dict[str, Any]]) -> int:
    """Writes rows as lines of JSON and returns how many."""
    n = 0
    with _whole(path) as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            n += 1
    return n
