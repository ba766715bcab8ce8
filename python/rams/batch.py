"""Many hands at once: one trip through the pipe for a step of all of them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Optional, Sequence, Union

from .pipe import RamsError

if TYPE_CHECKING:
    from .game import Game


class Batch:
    """Hands of one game that go on side by side. Nature acts by itself, so each waits
    for a player or is over.

        batch = rams.Batch(game, 1000, seed=1)
        while not batch.done():
            batch.step([random.choice(legal) if legal else None for legal in batch.legal_actions()])
        print(batch.returns())
    """

    def __init__(self, game: Game, size: int, seed: Optional[int] = None) -> None:
        self._game = game
        self._rng = random.Random(seed)
        self.states = [game.new_initial_state() for _ in range(size)]
        self.step([None] * size)

    def __len__(self) -> int:
        return len(self.states)

    def step(self, actions: Sequence[Union[int, str, None]]) -> None:
        """Makes an action in each hand, None in those that are over, and lets nature act.
        An action that isn't legal raises RamsError, and nothing is changed."""
        if len(actions) != len(self.states):
            raise RamsError("%d actions for %d hands" % (len(actions), len(self.states)))
        moving, requests = [], []
        for state, action in zip(self.states, actions):
            texts = state.history_strings()
            if action is not None:
                texts.append(action if isinstance(action, str) else state.action_to_string(action))
            elif not state.is_chance_node():
                continue
            moving.append((state, texts))
            requests.append(self._game.request(texts, nature=self._rng.getrandbits(63)))
        for (state, texts), answer in zip(moving, self._game.pipe.ask_all(requests)):
            state._actions = tuple(texts)
            state._become(answer)

    def done(self) -> bool:
        return all(state.is_terminal() for state in self.states)

    def current_players(self) -> list[int]:
        return [state.current_player() for state in self.states]

    def legal_actions(self) -> list[list[int]]:
        """By hand; of one that is over nothing."""
        return [state.legal_actions() for state in self.states]

    def legal_strings(self) -> list[list[str]]:
        return [state.legal_strings() for state in self.states]

    def information_state_strings(self) -> list[Optional[str]]:
        """Of the players whose turn it is, by hand; None of hands that are over."""
        waiting = [state for state in self.states if not state.is_terminal()]
        requests = [self._game.request(state.history_strings(), seat=state.current_player()) for state in waiting]
        told = {id(state): answer["told"] for state, answer in zip(waiting, self._game.pipe.ask_all(requests))}
        return [told.get(id(state)) for state in self.states]

    def returns(self) -> list[list[float]]:
        return [state.returns() for state in self.states]
