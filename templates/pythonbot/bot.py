#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD (this file is yours: no notice needed)
"""A bot for Chratze and its relatives that speaks rams-bot/1: it reads questions,
lines of JSON on standard input, and writes answers to standard output. Change
decide(); the rest is the protocol.

    chratze bot validate -- python3 bot.py
    chratze arena --bots "exec:python3 bot.py,stammtisch-1"
"""

import json
import sys

NAME = "my first bot"


def decide(legal, hand, trump, view):
    """Returns one of legal, the acts that may be answered.

    hand is a list of cards such as "As", trump a suit (c s h d) or None, view the
    hand so far as this seat may know it, a line of rams-hand/1 (docs/rams-hand.md).
    """
    good = [card for card in hand if card[1] == trump or card[0] == "A"]
    for act, need in (("open", 3), ("schlagen", 3), ("join", 2)):  # with enough trumps and aces
        if act in legal and len(good) >= need:
            return act
    for act in ("see", "pass", "weiter", "out", "swap"):
        if act in legal:
            return act
    if legal[0].startswith("lay"):  # all that is neither trump nor an ace, if that is legal
        away = {card for card in hand if card not in good}
        for act in legal:
            if set(act.split()[1:]) == away:
                return act
    if legal[0].startswith("play"):
        return max(legal, key=lambda act: value(act.split()[1], trump))
    return legal[0]


def value(card, trump):
    """How high a card is."""
    return "23456789TJQKA".index(card[0]) + (13 if card[1] == trump else 0)


def cards(view, seat):
    """The hand of a seat and the trump suit, from what has happened."""
    hand, trump = [], None
    for event in view["events"]:
        if event["t"] == "trump":
            trump = event["suit"]
        if event.get("seat") != seat:
            continue
        if event["t"] in ("deal", "draw"):
            hand += event["cards"].split()
        elif event["t"] == "take":
            hand.append(event["card"])
        elif event["t"] == "act":
            word, *gone = event["act"].split()
            if word in ("lay", "drop", "play"):
                hand = [card for card in hand if card not in gone and card != "??"]
    return [card for card in hand if card != "??"], trump


def main():
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["t"]
        if kind == "hello":
            say({"t": "ready", "name": NAME, "knows": ["spare", "price"]})  # decide() may be asked about these, too
        elif kind == "act":
            hand, trump = cards(message["view"], message["seat"])
            say({"id": message["id"], "act": decide(message["legal"], hand, trump, message["view"])})
        elif kind == "quit":
            return


def say(message):
    print(json.dumps(message), flush=True)  # standard error is this bot's own log


if __name__ == "__main__":
    main()
