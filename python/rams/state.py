"""Hands whose actions are dense numbers (docs/actions.md), by the best door there is.

    state = rams.State(rams.load_game("chratze", 4), seed=7)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    print(state.returns())
"""

from __future__ import annotations

import base64
import json
import random as _random
from typing import TYPE_CHECKING, Any, Optional

from .door import EXTENSION
from .pipe import RamsError, text, whole

if TYPE_CHECKING:
    from . import _native
    from .game import Game
else:
    from .door import _native

NUM_ACTIONS = 512
NUM_CHANCES = 128
PARTS: dict[str, slice] = {}
_at = 0
for _name, _size in (
    ("hand", 52), ("table", 52), ("played", 52), ("trick", 52), ("upcard", 52), ("best", 52), ("trump", 4), ("phase", 19), ("turn", 8),
    ("dealer", 8), ("declarer", 8), ("claimant", 8), ("lead", 8), ("winner", 8), ("contract", 128), ("tricks", 8), ("cards", 8),
    ("stock", 1), ("pot", 1), ("price", 1), ("seats", 1), ("trick_round", 16),
):
    PARTS[_name] = slice(_at, _at + _size)
    _at += _size
OBSERVATION = _at
EVENTS = 160  # rows of an information state
EVENT_PARTS = {  # the columns of each
    "kind": slice(0, 1), "seat": slice(1, 2), "act": slice(2, 3), "amount": slice(3, 4), "cards": slice(4, 5), "trump": slice(5, 6), "seen": slice(6, 58),
}
EVENT = 58


class _Named:
    """What a state has by the methods of its door, with OpenSpiel's names."""

    __slots__ = ()

    def get_game(self) -> "Game":
        return self.game

    def num_players(self) -> int:
        return self.game.num_players()

    def num_distinct_actions(self) -> int:
        return NUM_ACTIONS

    def legal_actions_mask(self, player: Optional[int] = None) -> list[int]:
        """A list of 512 zeros and ones; for another player than the one on turn only zeros."""
        mask = [0] * NUM_ACTIONS
        if not self.is_chance_node():
            for action in self.legal_actions(player):
                mask[action] = 1
        return mask

    def action_to_string(self, *player_and_action: int) -> str:
        """The words of a legal action: "open", "lay 6c 7d"; of nature's a card, "shuffle", "reshuffle", "cut 17"."""
        action = player_and_action[-1]
        try:
            return self._text(whole("action", action))
        except RamsError:
            raise _illegal(action, self.legal_actions()) from None

    def string_to_action(self, *player_and_text: Any) -> int:
        """The number of a legal action from its words."""
        words = player_and_text[-1]
        try:
            return self._number(text("action", words))
        except RamsError:
            raise _illegal(words, [self._text(action) for action in self.legal_actions()]) from None

    def child(self, action: int) -> "State":
        state = self.clone()
        state.apply_action(action)
        return state

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Pairs of an action of nature's and its probability: all are equally likely."""
        outcomes = self.legal_actions(-1)
        return [(action, 1 / len(outcomes)) for action in outcomes]

    def sample_chance(self, rng: Any = _random) -> int:
        """One of nature's actions, as likely as it is."""
        return self._sample(rng.getrandbits(63))

    def apply_chances(self, rng: Any = _random) -> None:
        """Lets nature act until a player has to, or the hand is over."""
        while self.is_chance_node():
            self.apply_action(self._sample(rng.getrandbits(63)))

    def player_return(self, player: int) -> float:
        return self.returns()[self._seat(player)]

    def rewards(self) -> list[float]:
        """As returns: a hand pays at its end."""
        return self.returns()

    def player_reward(self, player: int) -> float:
        return self.player_return(player)

    def information_state_string(self, player: Optional[int] = None) -> str:
        """All that a player has been told, the view of rams-hand/1. Without a player it is the one on turn."""
        return self._view(self._seat(player))

    def observation_string(self, player: Optional[int] = None) -> str:
        return self.information_state_string(player)

    def whole_hand_string(self) -> str:
        """The line of rams-hand/1 with everything that is hidden. It is for analysis, never for a player."""
        return self._view(-1)

    def observation(self, player: Optional[int] = None) -> bytes:
        """What a player sees at this moment as 547 bytes, in the parts of PARTS (docs/actions.md)."""
        return self._observe(self._seat(player))

    def observation_tensor(self, player: Optional[int] = None) -> list[float]:
        """The same as a list of floats."""
        return [float(b) for b in self.observation(player)]

    def information_state_tensor(self, player: Optional[int] = None) -> list[float]:
        """All that a player has been told as a list of floats, 160 rows of 58, each in the parts of EVENT_PARTS (docs/actions.md)."""
        return [float(b) for b in self._recall(self._seat(player))]

    def bot_action(self, name: str = "best:20", seed: int = 0) -> int:
        """What one of the program's bots would do for the player on turn, from what that player knows: "best:20", "stammtisch-1",
        "random", "policy:FILE". The same seed decides the same, unless the bot thinks by the clock."""
        return self._bot(text("name", name), whole("seed", seed) % 2**63)

    def bot_values(self, name: str = "best:20", seed: int = 0) -> dict[int, tuple[float, float]]:
        """What a bot that searches ("best:20", "search:50ms") takes each legal action to be worth to the player on turn, from what that
        player knows: by action the mean over its worlds, in percent of the pot as returns (in a race, of a stroke), and half the width
        of its 95 % interval. The bot's policy may decide without asking them, so bot_action needn't be the best of them."""
        return {action: (mean, half) for action, mean, half in self._values(text("name", name), whole("seed", seed) % 2**63)}

    def worlds(self, n: int, rng: Any = 0, player: Optional[int] = None, flat: bool = False, model: str = "stammtisch-1") -> "list[State]":
        """n states that agree with all that a player has been told: without one, the player on turn. Each world comes as often as it
        is likely if the others call and exchange like the model, a bot that says how likely its acts are (stammtisch-1, thumb:open=150),
        or, with flat, as often as any other: so all weigh the same. What was followed and shown rules worlds out. rng is a seed, a
        whole number, or has getrandbits. In a world every card is open, and it goes on by apply_action; what players were told isn't kept.
        It needs the extension."""
        return [world for world, _ in self._drawn(player, n, rng, model, flat)]

    def weighed_worlds(self, n: int, rng: Any = 0, player: Optional[int] = None, model: str = "stammtisch-1") -> "list[tuple[State, float]]":
        """n worlds that come as often as any other, each with its log-weight: the logarithm of how likely the others call and exchange as
        they did, in this world, if they play like the model, up to a constant. exp(weight), divided by the sum, is its probability among
        them. They stand for the same as those of worlds(n), and can be weighed anew by a model of your own. n and rng are as for worlds."""
        return self._drawn(player, n, rng, model, True)

    def resample_from_infostate(self, player: int, seed: int) -> "State":
        """One of the worlds of a player."""
        return self.worlds(1, seed, player)[0]

    def undo_action(self, player: int, action: int) -> None:
        """Takes back the last action, if it is this one, and nature hasn't acted by itself since."""
        acts = self.history()
        if not acts or acts[-1] != action:
            raise RamsError("player %r's action %r isn't the last of the hand" % (player, action))
        before = type(self)(self.game)
        for act in acts[:-1]:
            before.apply_action(act)
        self._restore(before.serialize())

    def history(self) -> list[int]:
        """The numbers of all actions so far, nature's too."""
        return json.loads(self._save()[5:])["acts"]

    def serialize(self) -> bytes:
        """Bytes that other versions and machines can read: Game.state makes the state of them."""
        return self._save()

    def _drawn(self, player, n, rng, model, flat):
        seed = rng.getrandbits(64) if hasattr(rng, "getrandbits") else whole("rng (a seed or random.Random)", rng) % 2**64
        return self._worlds(self._seat(player), whole("n", n, 1, 10**6), seed, text("model", model), flat)

    def _seat(self, player):
        if player is None:
            player = self.current_player()
        if player not in range(self.num_players()):
            raise RamsError("no player %r: expected 0 to %d" % (player, self.num_players() - 1))
        return int(player)

    def __deepcopy__(self, _):
        return self.clone()

    def __reduce__(self):
        return restore, (type(self), self.game, self._save())

    def __str__(self):
        return "%s: %d actions, player %d" % (self.game, len(self.history()), self.current_player())


def _illegal(action, legal):
    return RamsError("action %r isn't legal: expected one of %r" % (action, legal))


def loaded(game, has):
    """The game, or RamsError if it is none, or of another door."""
    if not hasattr(game, has):
        raise RamsError("game: %r, expected what load_game returns, without pipe=" % (game,))
    return game


def _start(seed):
    return whole("seed", 0 if seed is None else seed) % 2**64


def restore(kind, game, saved):
    """The state that was saved, for pickle and Game.state."""
    if not isinstance(saved, bytes):
        raise RamsError("saved: %r, expected the bytes of serialize()" % (saved,))
    state = kind(game)
    state._restore(saved)
    return state


class PipeState(_Named):
    """A state behind the pipe. Its bytes are the saved hand."""

    __slots__ = ("game", "_told")

    def __init__(self, game, seed=None):
        self.game = loaded(game, "request")
        self._told = self._ask({"auto": seed is not None}, seed=_start(seed))

    def _ask(self, env, **more):
        return self.game.pipe.ask(dict(self.game.request(()), op="env", env=env, **more))

    def _do(self, what, **more):
        return self._ask(dict(saved=self._told["saved"], do=what, **more))

    def apply_action(self, action):
        number = whole("action", action)
        if number not in self._told["legal"]:
            raise _illegal(action, self._told["legal"])
        self._told = self._do("apply", n=number)

    def legal_actions(self, player=None):
        return list(self._told["legal"]) if player is None or whole("player", player) == self._told["turn"] else []

    def current_player(self):
        return self._told["turn"]

    def is_terminal(self):
        return self._told["turn"] == -4

    def is_chance_node(self):
        return self._told["turn"] == -1

    def returns(self):
        return [float(won) for won in self._told["returns"]]

    def clone(self):
        copy = object.__new__(type(self))
        copy.game, copy._told = self.game, self._told
        return copy

    def mask(self):
        bits = 0
        for action in self._told["legal"] if self._told["turn"] >= 0 else ():
            bits |= 1 << action
        return bits.to_bytes(NUM_ACTIONS // 8, "little")

    def _sample(self, number):
        return self._do("sample", n=number % 2**63)["number"]

    def _observe(self, seat):
        return base64.b64decode(self._do("observe", n=seat)["seen"])

    def _recall(self, seat):
        return base64.b64decode(self._do("recall", n=seat)["seen"])

    def _bot(self, name, seed):
        return self._do("bot", text=name, n=seed)["number"]

    def _values(self, name, seed):
        return [(v["action"], v["mean"], v["half"]) for v in self._do("values", text=name, n=seed)["values"]]

    def _worlds(self, *_):
        raise RamsError("worlds and weighed_worlds need " + EXTENSION)

    def _view(self, seat):
        return self._do("view", n=seat)["told"]

    def _text(self, action):
        return self._do("text", n=action)["told"]

    def _number(self, text):
        return self._do("number", text=text)["number"]

    def _save(self):
        return base64.b64decode(self._told["saved"])

    def _restore(self, saved):
        self._told = self._ask({"saved": base64.b64encode(saved).decode()})


if TYPE_CHECKING or _native:

    class State(_Named, _native.State):
        """A hand at one moment. Without a seed nature's actions are yours to make; with one nature acts by itself, always the
        same for the same seed."""

        __slots__ = ()
        clone = __copy__ = _native.State.clone

        def __new__(cls, game: Game, seed: Optional[int] = None) -> State:
            return super().__new__(cls, game, loaded(game, "number").number, game.num_players(), _start(seed), seed is not None)

else:
    State = PipeState
