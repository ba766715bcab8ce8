"""Actions as whole numbers.

An action is a word and cards, "lay 6c 7d". As a number it has the cards as a set in
bits 0 to 35 (suits c s h d, ranks A down to 6), the word in bits 36 to 40, and, of
nature's, the one or two cards that were shown in bits 41 to 52; of a cut bits 0 to 35
are how many cards it left on top. So the number of an action is the same in every
game and state, and fits a 64-bit integer and a float. With one of the cards that only
52 cards have, bit 53 is set, bits 54 to 69 are the set of those (5 down to 2 of each
suit), and of cards that were shown they count on from 37: such a number fits neither.
"""

from __future__ import annotations

from .pipe import RamsError

WORDS = (
    "", "shuffle", "cut", "deal", "upcard", "turn", "reshuffle", "draw", "double-blind", "blind", "see", "open", "pass",
    "schlagen", "oder", "weiter-oder", "weiter", "join", "out", "last", "lay", "drop", "swap", "keep", "play",
    "spare", "for-pot",
    "price-1", "price-2", "price-3", "price-5", "price-10",
)
RANKS = "AKQJT9876"
SUITS = "cshd"
CARDS = tuple(rank + suit for ranks in (RANKS, "5432") for suit in SUITS for rank in ranks)

_WORD = {word: i for i, word in enumerate(WORDS)}
_CARD = {card: i for i, card in enumerate(CARDS)}
_WRITTEN = sorted(CARDS, key=lambda card: SUITS.index(card[1]))  # as words name them: by suit, and from high to low
_CUT = {str(n): n for n in range(1, 52)}
_SET = (1 << 36) - 1


def string_to_action(text: str) -> int:
    """The number of an action, from its words. Raises RamsError if there is no such action."""
    try:
        word, *rest = text.split()
        action = _WORD[word] << 36
        shown = []
        if word == "cut":
            action |= _CUT[rest[0]]
            shown, rest = rest[1:], []
        elif "up" in rest:
            at = rest.index("up")
            rest, shown = rest[:at], rest[at + 1:]
        for card in rest:
            action |= 1 << _CARD[card] if card[0] in RANKS else 1 << 53 | 1 << _CARD[card] + 18
        for i, card in enumerate(shown):
            action |= (_CARD[card] + 1) << (41, 47)[i]
        return action
    except (AttributeError, IndexError, KeyError, ValueError):
        raise RamsError("no action %r" % (text,)) from None


def action_to_string(action: int) -> str:
    """The words of an action, from its number. Raises RamsError if there is no such action."""
    try:
        word = 0 < action < 1 << (70 if action >> 53 & 1 else 53) and WORDS[action >> 36 & 31]
        shown = [CARDS[n - 1] for n in (action >> 41 & 63, action >> 47 & 63) if n]
    except (IndexError, TypeError):
        word = ""
    if not word:
        raise RamsError("no action %r" % (action,))
    if word == "cut":
        return " ".join([word, str(action & _SET)] + shown)
    words = [word] + [card for card in _WRITTEN if action >> (_CARD[card] if card[0] in RANKS else _CARD[card] + 18) & 1]
    if shown:
        words += ["up"] + shown
    return " ".join(words)
