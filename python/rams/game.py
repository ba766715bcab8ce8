"""Games and states, with OpenSpiel's names."""

from __future__ import annotations

import json
import math
import random
from typing import Any, Iterable, Optional, Sequence, Union

from .actions import action_to_string, string_to_action
from . import state
from .door import _native
from .pipe import Pipe, RamsError, text, whole
from .state import EVENT, EVENTS, NUM_ACTIONS, NUM_CHANCES, OBSERVATION


class TooManyChances(RamsError):
    """A chance node has more outcomes than can be listed: use sample_chance."""


def games(pipe: Optional[Pipe] = None) -> list[dict[str, Any]]:
    """The games there are: dicts with rules, least, most and best number of players."""
    if _native and pipe is None:
        return json.loads(_native.games())
    return (pipe or Pipe.shared()).ask({"op": "games"})["games"]


def load_game(
    rules: str = "chratze", players: Optional[int] = None, pot: int = 0, dealer: int = 0, muss: bool = False, pipe: Optional[Pipe] = None,
    redeal: int = 0, spared: int = 0,
) -> Game:
    """A game: a preset with options such as "chratze,susi=forced", for some players.

    Its hands begin with so many Rappen in the pot, before the antes. muss: whether
    they are Musses, in games that have them. redeal: after so many deals in a row that
    nobody opened. spared: a bit for each seat that pays no ante.
    """
    if type(muss) is not bool:
        raise RamsError("muss: %r, expected true or false" % (muss,))
    text("rules", rules)
    start = {
        "pot": whole("pot", pot, 0, 10**15), "dealer": whole("dealer", dealer, 0, 7), "muss": muss,
        "redeal": whole("redeal", redeal, 0, 2**32 - 1), "spared": whole("spared", spared, 0, 255),
    }
    if players is not None:
        players = whole("players", players, 2, 8)
    if _native and pipe is None:
        return Game(rules, players or 0, start, None)
    pipe = pipe or Pipe.shared()
    return Game(rules, _usual(rules, pipe) if players is None else players, start, pipe)


def play(
    rules: str = "chratze", players: Optional[int] = None, bots: Sequence[str] = ("stammtisch-1",), hands: int = 1000, seed: int = 1,
    pipe: Optional[Pipe] = None,
) -> list[dict[str, Any]]:
    """Lets the program's bots play and returns the hands, dicts of rams-hand/1."""
    pipe = pipe or Pipe.shared()
    if players is None:
        players = _usual(rules, pipe)
    request = {"op": "play", "rules": rules, "seats": players, "bots": list(bots), "hands": hands, "seed": seed}
    return pipe.ask(request)["hands"]


def _usual(rules, pipe):
    """How many play where nobody says how many, as for the program's commands."""
    return {game["rules"]: game["best"] for game in games(pipe)}.get(text("rules", rules).split(",")[0], 4)


class Game:
    """The rules for some players, and how hands begin."""

    def __init__(self, rules: str, players: int, start: dict[str, Any], pipe: Optional[Pipe]) -> None:
        self.rules = rules
        self.start = start
        self._pipe = pipe
        self._players = players
        self._first = None
        self._bound = None
        self._load()

    def _load(self):
        """Lets the door know the game. The numbers of games are of this process."""
        if _native is None or self._pipe is not None:
            self._first = self.pipe.ask(self.request(()))
            return
        numbers = [self.start[name] for name in ("pot", "dealer", "muss", "redeal", "spared")]
        self.number, self._players, self._bound = _native.load(self.rules, self._players, *numbers)

    @property
    def pipe(self) -> Pipe:
        if self._pipe is None:
            self._pipe = Pipe.shared()
        return self._pipe

    def num_players(self) -> int:
        return self._players

    def num_distinct_actions(self) -> int:
        return NUM_ACTIONS

    def max_chance_outcomes(self) -> int:
        return NUM_CHANCES

    def max_game_length(self) -> int:
        """A bound of the number of actions, nature's included."""
        return 256

    def observation_tensor_size(self) -> int:
        return OBSERVATION

    def observation_tensor_shape(self) -> list[int]:
        return [OBSERVATION]

    def information_state_tensor_size(self) -> int:
        return EVENTS * EVENT

    def information_state_tensor_shape(self) -> list[int]:
        return [EVENTS, EVENT]

    def max_utility(self) -> float:
        """No player wins more by a hand, or loses more, in the percent of returns. It is infinite where the cut of a race costs without end."""
        if self._bound is None:
            self._bound = float(self.pipe.ask(self.request((), op="env", env={})).get("bound", math.inf))
        return self._bound

    def min_utility(self) -> float:
        return -self.max_utility()

    def utility_sum(self) -> float:
        return 0.0

    def new_state(self, seed: Optional[int] = None) -> state.State:
        """A hand at its beginning, whose actions are dense numbers: rams.State."""
        return state.State(self, seed)

    def state(self, saved: bytes) -> state.State:
        """The state of which serialize() gave the bytes."""
        return state.restore(state.State, self, saved)

    def new_initial_state(self) -> WordState:
        """A hand at its beginning, whose actions are words, or whole numbers that stand for them."""
        if self._first is None:
            self._first = self.pipe.ask(self.request(()))
        return WordState(self, (), self._first)

    def deserialize_state(self, text: str) -> WordState:
        """The state of which serialize() is the text."""
        actions = tuple(text.split("\n")) if text else ()
        return WordState(self, actions, self.pipe.ask(self.request(actions)))

    def request(self, actions: Iterable[str], **more: Any) -> dict[str, Any]:
        """The request about a hand that has come so far."""
        return dict(rules=self.rules, seats=self._players, start=self.start, actions=list(actions), **more)

    def __str__(self):
        return "%s(players=%d)" % (self.rules, self._players)

    def __getstate__(self):
        return {name: value for name, value in self.__dict__.items() if name not in ("_pipe", "number")}

    def __setstate__(self, values):
        self.__dict__.update(values, _pipe=None)
        self._load()


class WordState:
    """A hand at one moment. Actions are whole numbers (see actions.py), or their words."""

    def __init__(self, game: Game, actions: tuple[str, ...], answer: dict[str, Any]) -> None:
        self._game = game
        self._actions = actions
        self._answer = answer

    def get_game(self) -> Game:
        return self._game

    def current_player(self) -> int:
        """A seat; -1: nature; -4: nobody, the hand is over."""
        return self._answer["turn"]

    def is_chance_node(self) -> bool:
        return self._answer["turn"] == -1

    def is_terminal(self) -> bool:
        return self._answer["turn"] == -4

    def phase(self) -> str:
        """What is asked: "open", "join", "lay", "play" …, or what nature owes: "deal" …"""
        return self._answer["phase"]

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        """What the player whose turn it is may do, in ascending order; of others nothing.
        Of a chance node all its outcomes."""
        if player is not None and player != self.current_player():
            return []
        if self.is_chance_node():
            return [action for action, _ in self.chance_outcomes()]
        return sorted(string_to_action(text) for text in self._answer["legal"])

    def legal_strings(self) -> list[str]:
        """The same in words: "open", "lay 6c 7d"."""
        return list(self._answer["legal"])

    def chance_outcomes(self, most: int = 50000) -> list[tuple[int, float]]:
        """Pairs of an action of nature's and its probability, in ascending order. Raises TooManyChances if
        there are more than so many, or if they can't be told apart by their cards alone
        (Kratzen's exchange)."""
        answer = self._ask(chances=most)
        if "chances" not in answer:
            raise TooManyChances("%s has too many outcomes to list: use sample_chance" % self.phase())
        return sorted((string_to_action(text), odds) for text, odds in zip(answer["chances"], answer["odds"]))

    def sample_chance(self, rng: Any = random) -> int:
        """One of nature's actions, as likely as it is."""
        if not self.is_chance_node():
            raise RamsError("it isn't nature's turn")
        return string_to_action(self._ask(nature=rng.getrandbits(63))["acted"][0])

    def apply_chances(self, rng: Any = random) -> None:
        """Lets nature act until a player has to, or the hand is over."""
        if self.is_chance_node():
            self._become(self._ask(nature=rng.getrandbits(63)))

    def apply_action(self, action: Union[int, str]) -> None:
        """Makes an action; raises RamsError and changes nothing if it isn't legal."""
        text = action if isinstance(action, str) else action_to_string(action)
        actions = self._actions + (text,)
        self._answer = self._game.pipe.ask(self._game.request(actions))
        self._actions = actions

    def child(self, action: Union[int, str]) -> WordState:
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self) -> WordState:
        return WordState(self._game, self._actions, self._answer)

    def returns(self) -> list[float]:
        """What each has won, in percent of the pot, or of the strokes of a hand; 0 while it goes on."""
        return [float(won) for won in self._answer.get("returns", [0] * self._game.num_players())]

    def player_return(self, player: int) -> float:
        return self.returns()[self._seat(player)]

    def result(self) -> dict[str, Any]:
        """A hand that is over in Rappen: dicts payout, penalty, paid by player, and next."""
        return {name: self._answer.get(name) for name in ("payout", "penalty", "paid", "next")}

    def information_state_string(self, player: Optional[int] = None) -> str:
        """All that a player has been told, the view of rams-hand/1. A player who remembers
        everything knows no more. Without a player it is the one whose turn it is; raises
        RamsError if that is none."""
        return self._ask(seat=self._seat(self.current_player() if player is None else player))["told"]

    def observation_string(self, player: Optional[int] = None) -> str:
        return self.information_state_string(player)

    def whole_hand_string(self) -> str:
        """The hand so far with everything that is hidden, the order of the pack too: the
        complete line of rams-hand/1. It is for analysis, never for a player."""
        return self._ask(whole=True)["told"]

    def history(self) -> list[int]:
        return [string_to_action(text) for text in self._actions]

    def history_strings(self) -> list[str]:
        return list(self._actions)

    def action_to_string(self, *player_and_action: int) -> str:
        return action_to_string(player_and_action[-1])

    def string_to_action(self, text: str) -> int:
        return string_to_action(text)

    def serialize(self) -> str:
        return "\n".join(self._actions)

    def __str__(self):
        return "%s: %s" % (self._game, "; ".join(self._actions) or "the hand begins")

    def _ask(self, **more):
        return self._game.pipe.ask(self._game.request(self._actions, **more))

    def _seat(self, player):
        if player not in range(self._game.num_players()):
            raise RamsError("no player %r: expected 0 to %d" % (player, self._game.num_players() - 1))
        return int(player)

    def _become(self, answer):
        self._actions += tuple(answer.get("acted", ()))
        self._answer = answer
