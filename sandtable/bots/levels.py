"""How strong an opponent is, in words that players understand, and how long each may think."""

from typing import Final, NamedTuple

from sandtable.engine.errors import BadOption

SEARCH: Final = "search"
PATIENT: Final = 3600.0  # seconds, for a bot that counts simulations instead
MANY: Final = 1_000_000  # simulations, for a bot that measures time instead
PROCESSES: Final = 32  # in which a bot may think


class Level(NamedTuple):
    """An opponent to choose: its name, its title, what it is like, and its time for a choice."""

    name: str
    title: str
    about: str
    seconds: float


class Limits(NamedTuple):
    """When looking ahead ends, and how many processes share the work."""

    seconds: float
    simulations: int
    processes: int = 1


# The fastest first.
LEVELS: Final[list[Level]] = [
    Level("random", "random", "Takes anything that is allowed: for a first look at a game.", 0.0),
    Level("greedy", "greedy", "Follows the game's doctrine without looking ahead, and answers at once.", 0.0),
    Level("recruit", "recruit", "Looks ahead for a twentieth of a second a choice.", 0.05),
    Level("staff_officer", "staff officer", "Looks ahead for a third of a second a choice.", 0.3),
    Level("field_marshal", "field marshal", "Looks ahead for two seconds a choice: it is slow.", 2.0),
]
HINTS_FROM: Final = "staff_officer"


def limits(name: str) -> Limits | None:
    """Return when a search bot of this name stops; None if the name belongs to another kind of bot.

    `search` thinks 50 ms a choice, `search:200ms` 200 ms, and `search:500` runs at most 500 simulations,
    the same on every machine. A second number is the number of processes: `search:200ms:4`.
    """
    if name == SEARCH:
        return Limits(0.05, MANY)
    for level in LEVELS:
        if level.name == name:
            return Limits(level.seconds, MANY) if level.seconds else None
    kind, colon, rest = name.partition(":")
    if kind != SEARCH or not colon:
        return None
    amount, several, count = rest.partition(":")
    timed = amount.endswith("ms")
    number = whole(amount.removesuffix("ms"), MANY)
    processes = whole(count, PROCESSES) if several else 1
    if not number or not processes:
        raise BadOption(
            f"{name!r} is not a search bot. Write search:200ms for a time, search:500 for a number of "
            f"simulations, or search:200ms:4 for four processes (at most {PROCESSES})."
        )
    return Limits(number / 1000.0, MANY, processes) if timed else Limits(PATIENT, number, processes)


def whole(text: str, most: int) -> int:
    """Return a whole number from 1 to the most; 0 for anything else."""
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:9]) <= most or len(text) > 9:
        return 0
    return int(text)


def seconds_of(name: str) -> float:
    """Return how long a bot of this name may think about a choice; 0 if it does not look ahead."""
    found = limits(name)
    return 0.0 if found is None else found.seconds
