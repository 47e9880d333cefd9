"""How far a search bot can overrun its time, in positions of real games: at most a fifth of its budget.

    python benchmarks/think_time.py                            # all games, a budget of 50 ms
    python benchmarks/think_time.py downfall --positions 40 --ms 50 --json

A bot stops when it reads the clock for the first time after its time is up. So it overruns by the longest
time between two readings, and by what it does after the last one. Both are measured with a bot that runs a
fixed number of simulations: with the same random seed it does the same every time, and the shortest time of
each stretch between readings counts. The bot's own work takes its time in every run; other work of the
machine rarely hits the same stretch twice. Timing whole choices cannot separate the two: on a busy machine it
shows hundreds of milliseconds, and the best of a few choices hides what happens by chance.

`longest_ms` is the longest stretch. `where` names its question, and says whether it is `before` the first
reading (the choices, their order by the doctrine, hidden cards drawn again, the first click), `between`
readings, or `after` the last. `at_worst_ms` is the share of the budget after which no simulation begins, plus
the longest stretch and the end of that choice. Plain Python only: a native bot has its own clock.
"""

import argparse
import itertools
import json
import time
from typing import Any, NamedTuple

from sandtable.arena.bench import is_compiled
from sandtable.bots import GreedyBot, RandomBot, make_bot, search_bot
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.state import State
from sandtable.games import SLUGS, load_game

SLACK = 1.2  # a choice may take its budget and a fifth
SEARCHES = 2  # of each position, with different random seeds
RANDOM = 12  # one choice in this many is a random one


class Stretch(NamedTuple):
    """The longest stretch of a choice, and its end, in milliseconds; where it is."""

    ms: float
    end: float
    where: str


class Clock:
    """Replaces the clock of the search bot and remembers when it was read."""

    def __init__(self) -> None:
        self.seen: list[float] = []

    def perf_counter(self) -> float:
        """Return the time of this process."""
        self.seen.append(time.process_time())
        return self.seen[-1]


def positions(game: Game, number: int, seed: int) -> list[tuple[State, int]]:
    """Return positions with a choice, and the seat that has it, spread evenly over games."""
    found: list[tuple[State, int]] = []
    rng = Rng(seed)
    greedy, stray = GreedyBot(), RandomBot()
    apart = 0
    while len(found) < number:
        g = game.begin(game.settle(seed=rng.below(1 << 30)))
        clicks = 0
        while g.result is None and len(found) < number:
            seat = g.seats()[0]
            # The first game shows how long games are; every later one has a third of the positions.
            if apart and clicks % apart == 0 and len(g.choices(seat)) > 1:
                found.append((g.fork(), seat))
            bot = stray if rng.below(RANDOM) == 0 else greedy
            g.apply(seat, bot.choose(game, g, seat, rng))
            clicks += 1
        apart = apart or max(1, 3 * clicks // number)
    return found


def stretches(game: Game, g: State, seat: int, seed: int, looks: int) -> list[float]:
    """Return the times between the question, all readings of the clock and the answer, in milliseconds."""
    clock = Clock()
    setattr(search_bot, "time", clock)  # noqa: B010
    start = time.process_time()
    make_bot(f"search:{looks}").choose(game, g, seat, Rng(seed))
    ends = [start, *clock.seen[1:], time.process_time()]
    return [1000.0 * (b - a) for a, b in itertools.pairwise(ends)]


def longest(game: Game, g: State, seat: int, seed: int, looks: int, again: int) -> Stretch:
    """Return the longest stretch of a choice, each with its shortest time."""
    runs = [stretches(game, g, seat, seed, looks) for _ in range(again)]
    least = [min(times) for times in zip(*runs, strict=True)]
    at = max(range(len(least)), key=least.__getitem__)
    where = "before" if at == 0 else "after" if at == len(least) - 1 else "between"
    return Stretch(least[at], least[-1], f"{type(g.agenda[-1]).__name__}, {where}")


def measured(slug: str, given: argparse.Namespace) -> dict[str, Any]:
    """Return the figures of one game."""
    game = load_game(slug)
    found: list[Stretch] = []
    for g, seat in positions(game, given.positions, given.seed):
        found += [longest(game, g, seat, seed, given.looks, given.again) for seed in range(SEARCHES)]
    found.sort(reverse=True)
    limit = SLACK * given.ms
    stop = search_bot.TIME * given.ms
    return {
        "game": slug,
        "choices": len(found),
        "longest_ms": round(found[0].ms, 1),
        "where": found[0].where,
        "at_worst_ms": round(stop + max(one.ms + one.end for one in found), 1),
        "limit_ms": round(limit, 1),
        "may_overrun": len([one for one in found if stop + one.ms + one.end > limit]),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How far a search bot can overrun its time.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="Which games; all by default.")
    parser.add_argument("--ms", type=int, default=50, help="The budget of a choice.")
    parser.add_argument("--positions", type=int, default=16, metavar="N", help="Of each game.")
    parser.add_argument("--looks", type=int, default=60, metavar="N", help="Simulations.")
    parser.add_argument("--again", type=int, default=4, metavar="N", help="Times that each choice is made.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="The figures as JSON.")
    given = parser.parse_args()
    if is_compiled():
        parser.error("This measures plain Python; a native bot has its own clock.")
    rows = [measured(slug, given) for slug in given.games or SLUGS]
    if given.json:
        print(json.dumps({"budget_ms": given.ms, "games": rows}))
        return
    for row in rows:
        print(
            f"{row['game']}: longest stretch {row['longest_ms']} ms "
            f"({row['where']}) of {row['choices']} choices; "
            f"at worst {row['at_worst_ms']} ms, limit {row['limit_ms']}; {row['may_overrun']} may overrun"
        )


if __name__ == "__main__":
    main()
