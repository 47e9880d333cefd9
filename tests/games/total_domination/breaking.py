"""Sound positions, and ways to break them behind the board's back."""

from collections.abc import Callable

from sandtable.engine.state import changed
from sandtable.games.total_domination.components.constants import SOLO_DECK, SOLO_GONE, SUPPLY
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.testing import add_unit, area, card, position, power, tables, unit_at
from tests.games.total_domination.driving import begin

T = tables()
Breakage = Callable[[Board], None]

UNITS = {
    "poland": "2 german_army",
    "france": "german_army, german_air_fleet",
    "low_countries": "german_army, 2 resistance",
    "germany": "2 german_army",
    "atlantic": "uk_fleet, u_boot",
    "caribbean": "u_boot",
    "united_kingdom": "uk_army, uk_air_fleet used",
    "japan": "japanese_air_fleet",
    "china": "2 chinese_army",
    "hawaii_isl": "us_fleet",
    "romania": "neutral_army",
    "urals": "ussr_army",
}


def sound() -> Board:
    """A position in 1940 in which everything holds."""
    g = position(
        UNITS,
        year=1940,
        hands={"germany": ["g02"], "uk": ["u02", "u03"]},
        techs={"germany": ["mechanization", "radar"], "uk": ["arsenal"]},
        down={"ussr": "r04"},
        influence={"japan": ["j10"]},
        tactics={"uk": ["g05"]},
        saved={"germany": "g03"},
        reserve={"japan": ["j02"]},
        lent={"uk": "us1"},
        tracks={"us": 1},
        discards=["r05"],
    )
    for owner in range(4):
        g.network(owner)
    begin(g)
    return g


def position_of(scenario: str, year: int) -> Board:
    """The set-up of a scenario."""
    g = position(set_up=True, scenario=scenario, year=year)
    for nation in g.start.joined:
        g.track[nation] = T.track_steps[nation]
    begin(g)
    return g


def solo() -> Board:
    """A solo position in 1940."""
    g = position(scenario="solo", mode="solo", year=1940, set_up=True)
    old = [n for n in range(T.n_solo) if T.solo_year[n] == 1939]
    new = [n for n in range(T.n_solo) if T.solo_year[n] == 1940]
    for n in old[:2]:
        g.solo[n] = SOLO_GONE
    for n in new:
        g.solo[n] = SOLO_DECK
    begin(g)
    return g


# --- ways to break it


def let(target: str, value: object) -> Breakage:
    """Set one of the board's fields."""

    def breakage(g: Board) -> None:
        setattr(g, target, value)

    return breakage


def put(target: str, index: int, value: object) -> Breakage:
    """Write a value into one of the board's lists."""

    def breakage(g: Board) -> None:
        old = getattr(g, target)
        if isinstance(old, bytes):
            assert isinstance(value, int)
            setattr(g, target, changed(old, index, value))
        else:
            old[index] = value

    return breakage


def flip(target: str, where: str) -> Breakage:
    """Turn over the bit of an area."""

    def breakage(g: Board) -> None:
        setattr(g, target, getattr(g, target) ^ T.bit[area(g, where)])

    return breakage


def lord(nation: str, owner: str) -> Breakage:
    """Give a nation to another power, and derive the rest again."""

    def breakage(g: Board) -> None:
        g.lord = changed(g.lord, power(g, nation), power(g, owner))
        g.derive()

    return breakage


def more(kind: str, where: str, number: int = 1, used: bool = False) -> Breakage:
    """Put counters where they do not belong."""

    def breakage(g: Board) -> None:
        for _ in range(number):
            add_unit(g, kind, where, used)

    return breakage


def use(unit: str, where: str) -> Breakage:
    """Mark a counter as used."""

    def breakage(g: Board) -> None:
        g.used = changed(g.used, unit_at(g, unit, where), 1)

    return breakage


def shift(kind: str, where: str, place: int) -> Breakage:
    """Say that a counter is elsewhere, and nothing besides."""

    def breakage(g: Board) -> None:
        g.place[unit_at(g, kind, where)] = place

    return breakage


def lay(name: str, where: int) -> Breakage:
    """Put a card somewhere, with what follows for technologies and points."""

    def breakage(g: Board) -> None:
        g.cards[card(g, name)] = where
        g.derive()

    return breakage


def forced(kind: str, where: str, number: int = 1) -> Breakage:
    """Put counters somewhere without what the board does about them."""

    def breakage(g: Board) -> None:
        for _ in range(number):
            unit = g.free_unit(T.kind_index[kind])
            g.place[unit] = area(g, where)
            g.at[area(g, where)] = tuple(sorted([*g.at[area(g, where)], unit]))

    return breakage


def known(seat: int, name: str) -> Breakage:
    """Let a seat know a card."""

    def breakage(g: Board) -> None:
        g.known[seat] |= 1 << card(g, name)

    return breakage


def place_of(name: str) -> int:
    return T.area_index[name]


def both(*breakages: Breakage) -> Breakage:
    """Several things at once, where one alone would be found for another reason."""

    def breakage(g: Board) -> None:
        for each in breakages:
            each(g)

    return breakage


def alone(kind: str, where: str) -> Breakage:
    """An Air Fleet that the board has not sent back."""

    def breakage(g: Board) -> None:
        g.at[area(g, where)] = ()
        for unit in range(T.n_units):
            if g.place[unit] == area(g, where):
                g.place[unit] = SUPPLY
        forced(kind, where)(g)

    return breakage


def wolf_pack(g: Board) -> None:
    g.move(unit_at(g, "u_boot", "caribbean"), area(g, "atlantic"))
    add_unit(g, "u_boot", "atlantic")
