"""Measures the package for scripts/bench-python.sh, best of five: name, number, unit, target."""

import random
import resource
import time

import rams

GAME = rams.load_game("chratze", 4)


def best(work):
    """The most that work returns per second of processor time."""
    most = 0
    for _ in range(5):
        began = time.process_time()
        most = max(most, work() / (time.process_time() - began))
    return most


def singly(choice=random.choice):
    n = 0
    for seed in range(6000):
        state = rams.State(GAME, seed)
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            n += 1
    return n


def clones():
    state = rams.State(GAME, 1)
    for _ in range(100000):
        state.clone()
    return 100000


def batch(size, observe):
    hands = rams.Hands(GAME, size, seed=1, observe=observe)

    def work():
        n = 0
        while n < 500000:
            hands.sample()
            hands.step()
            n += size
        return n

    return work


def main():
    print("one_by_one,_random.choice", round(best(singly) / 1e3), "k/s", 700)
    for size in (256, 1024, 4096):
        print("Hands(%d),_ids_and_masks" % size, round(best(batch(size, False)) / 1e3), "k/s", "bare/3" if size == 1024 else "")
    print("Hands(1024)_with_observations", round(best(batch(1024, True)) / 1e3), "k/s")
    print("clone", round(1e9 / best(clones)), "ns", 250, "most")
    hands = rams.Hands(GAME, 1024, seed=1)
    before = 0
    while sum(hands.number) < 1e6:
        hands.sample()
        hands.step()
        if not before and sum(hands.number) > 1e5:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print("memory_grown_by_10^6_hands", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, "KB", 0, "most")


if __name__ == "__main__":
    main()
