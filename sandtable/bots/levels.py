"""How strong an opponent is to be, in words a person understands, and how long each may think."""

from typing import Final, NamedTuple

from sandtable.engine.errors import BadOption

SEARCH: Final = "search"
PATIENT: Final = 3600.0  # seconds, for a bot that counts looks instead
MANY: Final = 1_000_000  # looks, for a bot that watches the clock instead
HANDS: Final = 32  # processes in which a bot may think


class Level(NamedTuple):
    """An opponent to choose: its name, what it is called, what it is like, and its time for a choice."""

    name: str
    title: str
    about: str
    seconds: float


class Limits(NamedTuple):
    """When looking ahead ends, after so many seconds or so many looks, and how many processes share it."""

    seconds: float
    looks: int
    hands: int = 1


# In the order of how much they think.
LEVELS: Final[list[Level]] = [
    Level("random", "random", "Takes anything that is allowed: for a first look at a game.", 0.0),
    Level("greedy", "greedy", "Follows the game's doctrine without looking ahead, and answers at once.", 0.0),
    Level("recruit", "recruit", "Looks ahead for a twentieth of a second a choice.", 0.05),
    Level("staff_officer", "staff officer", "Looks ahead for a third of a second a choice.", 0.3),
    Level("field_marshal", "field marshal", "Looks ahead for two seconds a choice: it is slow.", 2.0),
]
HINTS_FROM: Final = "staff_officer"


def limits(name: str) -> Limits | None:
    """When a search bot of this name stops; None for a name that is no search bot's.

    `search` thinks 50 ms a choice, `search:200ms` as long as it says, `search:500` takes so many looks at
    most, the same everywhere. A second number is that of processes: `search:200ms:4`.
    """
    if name == SEARCH:
        return Limits(0.05, MANY)
    for level in LEVELS:
        if level.name == name:
            return Limits(level.seconds, MANY) if level.seconds else None
    kind, colon, told = name.partition(":")
    if kind != SEARCH or not colon:
        return None
    amount, several, hands = told.partition(":")
    timed = amount.endswith("ms")
    number = whole(amount.removesuffix("ms"), MANY)
    processes = whole(hands, HANDS) if several else 1
    if not number or not processes:
        raise BadOption(
            f"The bot {name!r} is told how long to think as search:200ms or, in looks, as search:500; "
            f"search:200ms:4 thinks in four processes, {HANDS} are the most."
        )
    return Limits(number / 1000.0, MANY, processes) if timed else Limits(PATIENT, number, processes)


def whole(text: str, most: int) -> int:
    """A whole number from 1 to the most; 0 for anything else."""
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:9]) <= most or len(text) > 9:
        return 0
    return int(text)


def seconds_of(name: str) -> float:
    """How long a bot of this name may think about a choice; 0 where it does not look ahead."""
    found = limits(name)
    return 0.0 if found is None else found.seconds
