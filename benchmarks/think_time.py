"""How long a search bot thinks about a choice, against its budget and a fifth, in positions of real games.

    python benchmarks/think_time.py                       # all games, search:50ms, 60 positions each
    python benchmarks/think_time.py downfall --bot search:200ms --positions 200 --json

Positions come from games of greedy bots with a random choice now and then, spread over whole games. The
bot's clock is that of its process, so that other work on the machine does not count; a native bot keeps its
own, and then the machine should have nothing else to do. Every choice is made a few times by a fresh bot with
other luck, and every time counts: the limit is one for all choices. `steady` is the longest that a choice
took every time, which neither luck nor the machine explains.

Beside the longest choices stands what made them long, in milliseconds: `before` is from the question to the
first look at the clock (the choices, the doctrine's order of them, the hidden things drawn anew, the first
click), `between` the longest time between two looks at the clock (a click with all that follows from it, the
doctrine's answer to the next question, a new round), `after` from the last look to the answer.
"""

import argparse
import itertools
import json
import time
from typing import Any, NamedTuple

from sandtable.arena.bench import is_compiled
from sandtable.bots import GreedyBot, RandomBot, levels, make_bot, search_bot
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.state import State
from sandtable.games import SLUGS, load_game

SLACK = 1.2  # a choice may take its budget and a fifth
AGAIN = 3  # times each choice is made
STRAY = 12  # one choice in so many is a random one


class Spell(NamedTuple):
    """How long a choice took, and the times before, between and after looks at the clock; all in ms."""

    ms: float
    before: float
    between: float
    after: float
    step: str


class Clock:
    """Stands in for the clock of the search bot and remembers when it was looked at."""

    def __init__(self) -> None:
        self.seen: list[float] = []

    def perf_counter(self) -> float:
        """The time of this process."""
        now = time.process_time()
        self.seen.append(now)
        return now


now = time.perf_counter if is_compiled() else time.process_time


def positions(game: Game, number: int, seed: int) -> list[tuple[State, int]]:
    """Positions with a choice and who has it, spread evenly over games until there are enough."""
    found: list[tuple[State, int]] = []
    luck = Rng(seed)
    greedy, stray = GreedyBot(), RandomBot()
    apart = 0
    while len(found) < number:
        setup = game.settle(seed=luck.below(1 << 30))
        g = game.begin(setup)
        clicks = 0
        while g.result is None and len(found) < number:
            seat = g.seats()[0]
            # The first game tells how long they are; every game gives a third of the positions.
            if apart and clicks % apart == 0 and len(g.choices(seat)) > 1:
                found.append((g.fork(), seat))
            bot = stray if luck.below(STRAY) == 0 else greedy
            g.apply(seat, bot.choose(game, g, seat, luck))
            clicks += 1
        apart = apart or max(1, 3 * clicks // number)
    return found


def tries(game: Game, g: State, seat: int, name: str) -> list[Spell]:
    """The same choice a few times, each with other luck."""
    found: list[Spell] = []
    for luck in range(AGAIN):
        clock = Clock()
        setattr(search_bot, "time", clock)  # noqa: B010
        bot = make_bot(name)
        start = now()
        bot.choose(game, g, seat, Rng(luck))
        end = now()
        found.append(spell_of(start, clock.seen, end, type(g.agenda[-1]).__name__))
    return found


def spell_of(start: float, seen: list[float], end: float, step: str) -> Spell:
    """What the looks at the clock tell; a native bot has a clock of its own, and only the whole is known."""
    ms = 1000.0 * (end - start)
    if len(seen) < 2:
        return Spell(ms, 0.0, 0.0, 0.0, step)
    gaps = [b - a for a, b in itertools.pairwise(seen[1:])]
    return Spell(
        ms, 1000.0 * (seen[1] - start), 1000.0 * max(gaps, default=0.0), 1000.0 * (end - seen[-1]), step
    )


def measured(slug: str, name: str, number: int, seed: int) -> dict[str, Any]:
    """The figures of one game."""
    game = load_game(slug)
    limit = 1000.0 * SLACK * levels.seconds_of(name)
    made = [tries(game, g, seat, name) for g, seat in positions(game, number, seed)]
    spells = sorted([spell for found in made for spell in found], reverse=True)
    over = [spell for spell in spells if spell.ms > limit]
    return {
        "game": slug,
        "positions": len(made),
        "choices": len(spells),
        "limit_ms": round(limit, 1),
        "longest_ms": round(spells[0].ms, 1),
        "steady_ms": round(max(min(found).ms for found in made), 1),
        "over": len(over),
        "longest": [
            {
                key: value if isinstance(value, str) else round(value, 1)
                for key, value in spell._asdict().items()
            }
            for spell in spells[:5]
        ],
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How long a search bot thinks about a choice.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="Which games; all by default.")
    parser.add_argument("--bot", default="search:50ms", help="A search bot with a budget of time.")
    parser.add_argument("--positions", type=int, default=60, metavar="N", help="So many of each game.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="The figures as JSON.")
    given = parser.parse_args()
    rows = [measured(slug, given.bot, given.positions, given.seed) for slug in given.games or SLUGS]
    if given.json:
        print(json.dumps({"bot": given.bot, "compiled": is_compiled(), "games": rows}))
        return
    print(f"{given.bot}, {'compiled' if is_compiled() else 'plain'}; milliseconds")
    for row in rows:
        print(
            f"{row['game']}: longest {row['longest_ms']} of {row['choices']} choices "
            f"in {row['positions']} positions, {row['over']} over {row['limit_ms']}; "
            f"steady {row['steady_ms']}"
        )
        for spell in row["longest"][:3]:
            parts = f"{spell['before']} before, {spell['between']} between, {spell['after']} after"
            print(f"    {spell['ms']:8.1f} {spell['step']}: {parts}")


if __name__ == "__main__":
    main()
