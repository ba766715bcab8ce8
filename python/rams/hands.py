"""Many hands at once in arrays, for learners: by the extension."""

from __future__ import annotations

import random as _random
from typing import TYPE_CHECKING, Any, Optional, Sequence

from .door import EXTENSION, _native
from .pipe import RamsError, whole
from .state import NUM_ACTIONS, OBSERVATION, loaded

if TYPE_CHECKING:
    from .game import Game

PAD = 0xFFFF  # stands behind the legal actions of a hand


class Hands:
    """Hands of one game that go on side by side, nature by itself.

        hands = rams.Hands(game, 1024, seed=1)
        while True:
            hands.sample()                      # or hands.actions[i] = …
            hands.step()

    After each step these memoryviews have changed in place; numpy.asarray makes arrays of them without a copy. Only actions may be
    written.

    player   int8 [n]             the seat on turn, or -4: the hand is over (without reset)
    count    uint16 [n]           how many actions are legal
    legal    uint16 [n, width]    their numbers in ascending order, and 65535 behind them
    mask     uint8 [n, 64]        the same as bits: action a is bit a % 8 of byte a // 8 (numpy.unpackbits(…, bitorder="little"))
    actions  uint16 [n]           what step makes; of a hand that is over it is ignored
    rewards  float32 [n, players] what the hand that ended with the last step brought, in percent of the pot; otherwise 0
    done     uint8 [n]            1 if a hand ended with the last step
    number   uint32 [n]           how many have ended
    seen     uint8 [n, 547]       what the player on turn observes (docs/actions.md), if observe is set

    With reset, a hand that is over is followed by the next one in the same step. The k-th hand at place i depends on seed, i and k
    alone, not on n. opponents names bots for some seats, [None, "best:20", "stammtisch-1"]: they decide by themselves, and player is always
    one of the others; hands in which none of these is asked are left out. Threads work side by side, each with Hands of its own: step and sample release the GIL.
    """

    game: Game
    player: memoryview
    count: memoryview
    legal: memoryview
    mask: memoryview
    actions: memoryview
    rewards: memoryview
    done: memoryview
    number: memoryview
    seen: memoryview

    def __init__(self, game: Game, n: int, seed: int = 0, reset: bool = True, observe: bool = False, opponents: Sequence[Optional[str]] = ()) -> None:
        if _native is None:
            raise RamsError("Hands needs " + EXTENSION)
        loaded(game, "number")
        n = whole("n", n, 1, 1 << 24)
        if type(opponents) not in (list, tuple) or opponents and (len(opponents) != game.num_players() or None not in opponents):
            raise RamsError("opponents: %r, expected a name or None for each of %d seats, and one None at least" % (opponents, game.num_players()))
        for name in opponents:
            if name is not None:
                game.new_state(1).bot_action(name)  # refuses what is no bot
        seed = whole("seed", seed)
        self.game = game
        self._rng = _random.Random(seed)
        players, width = game.num_players(), _native.width(game.number)
        shapes = {
            "player": ("b", [n]), "count": ("H", [n]), "legal": ("H", [n, width]), "mask": ("B", [n, NUM_ACTIONS // 8]), "actions": ("H", [n]),
            "rewards": ("f", [n, players]), "done": ("B", [n]), "number": ("I", [n]), "seen": ("B", [n, OBSERVATION] if observe else [0]),
        }
        arrays = [bytearray(n * (_native.HAND if opponents else _native.SIZE))]
        for name, (kind, shape) in shapes.items():
            size = {"b": 1, "B": 1, "H": 2, "I": 4, "f": 4}[kind]
            for length in shape:
                size *= length
            arrays.append(bytearray(size))
            if size:
                view = memoryview(arrays[-1])
                view = (view if name == "actions" else view.toreadonly()).cast(kind, shape)
                setattr(self, name, view)
        self._batch = _native.Batch(game.number, seed % 2**64, reset, tuple(arrays), "".join((name or "") + "\n" for name in opponents).encode())

    def __len__(self) -> int:
        return len(self.player)

    def sample(self, rng: Any = None) -> None:
        """Chooses a legal action in each hand, all as likely, and writes it into actions. rng has getrandbits, as random.Random;
        without one the seed decides."""
        self._batch.sample((rng or self._rng).getrandbits(64))

    def step(self, actions: Optional[Sequence[Optional[int]]] = None) -> None:
        """Makes an action in each hand: those in actions, or these. If one isn't legal, RamsError names it, and nothing changes."""
        if actions is not None:
            if not hasattr(actions, "__len__") or len(actions) != len(self):
                raise RamsError("actions: %.80r, expected one for each of %d hands" % (actions, len(self)))
            for i, action in enumerate(actions):
                try:
                    self.actions[i] = PAD if action is None else action
                except (TypeError, ValueError):
                    raise RamsError("action %r in hand %d isn't legal: expected one of its legal actions" % (action, i)) from None
        self._batch.step()

    def close(self) -> None:
        """Gives the memory back, but for views that are still held. Later calls raise RamsError."""
        self._batch.close()
