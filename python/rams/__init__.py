"""Chratze and the other games of Rams, with OpenSpiel's names.

    import random, rams

    game = rams.load_game("chratze", players=4)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance())
        else:
            state.apply_action(random.choice(state.legal_actions()))
    print(state.returns())

The rules are those of the program chratze, in the extension rams._native or behind a
pipe: then put the program on the PATH, or name it in the environment variable CHRATZE.
Nothing but the standard library is needed. Utilities are in percent of the pot that a hand was played for
(they sum to zero), amounts of money in whole Rappen.
"""

from .actions import action_to_string, string_to_action
from .batch import Batch
from .columns import read_hands, seat_rows, act_rows, columns, write_csv, write_jsonl
from .door import door
from .game import Game, TooManyChances, WordState, games, load_game, play
from .hands import Hands
from .pipe import Pipe, ProgramNotFound, RamsError
from .state import EVENT_PARTS, PARTS, State

CHANCE_PLAYER = -1
TERMINAL_PLAYER = -4

__all__ = [
    "Batch", "CHANCE_PLAYER", "EVENT_PARTS", "Game", "Hands", "PARTS", "Pipe", "ProgramNotFound", "RamsError", "State", "TERMINAL_PLAYER", "TooManyChances",
    "WordState", "act_rows", "action_to_string", "columns", "door", "games", "load_game", "play", "read_hands", "seat_rows", "string_to_action", "write_csv",
    "write_jsonl",
]
