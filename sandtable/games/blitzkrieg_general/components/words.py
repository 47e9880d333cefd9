"""Words for logs, questions and refusals; not called while no log is kept."""

from __future__ import annotations

from sandtable.engine.words import count, listed, tally
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board

__all__ = ["count", "listed", "tally"]

QUARTERS = ("first", "second", "third", "fourth")


def space(g: Board, space: int) -> str:
    """Return an area or sea zone: "Western Poland"."""
    return g.t.space_name[space]


def spaces(g: Board, found: list[int]) -> str:
    """Return several spaces: "Paris, Normandy and Vichy"."""
    return listed([g.t.space_name[s] for s in found])


def attacked(g: Board) -> str:
    """Return the spaces of the next combats, to begin a question about them."""
    return f"Attacked: {spaces(g, g.battles)}. " if g.battles else ""


def unit(g: Board, unit: int) -> str:
    """Return a counter with its face: "German infantry 4", "French armor 3 (flipped)"."""
    name = g.t.type_name[g.t.unit_type[unit]]
    if g.cond[unit] & const.FLIPPED and not const.HQ <= g.t.unit_kind[unit] <= const.NAVAL_HQ:
        return f"{name[:-1]}, flipped)" if name.endswith(")") else f"{name} (flipped)"
    return name


def units(g: Board, found: list[int]) -> str:
    """Return several counters: "2 × German infantry 4 and HQ Guderian"."""
    return tally([unit(g, u) for u in found])


def type_of(g: Board, kind: int) -> str:
    """Return a type of counter: "German infantry 4"."""
    return g.t.type_name[kind]


def country(g: Board, country: int) -> str:
    """Return a country: "Germany"."""
    return g.t.country_name[country]


def countries(g: Board, found: list[int]) -> str:
    """Return several countries: "Germany and Italy"."""
    return listed([g.t.country_name[c] for c in found])


def country_is(g: Board, country: int) -> str:
    """Return a country with its verb: "Germany is", "Baltic States are"."""
    name = g.t.country_name[country]
    return f"{name} are" if name.endswith("s") else f"{name} is"


def people(g: Board, country: int) -> str:
    """Return the adjective of a country: "German"."""
    return g.t.country_people[country]


def card(g: Board, card: int) -> str:
    """Return the title of a card."""
    return g.t.cards[card].title


def side(side: int) -> str:
    """Return "Axis" or "Allies"."""
    return const.SIDE_NAMES[side]


def side_does(side: int, one: str, many: str) -> str:
    """Return a side with its verb: "the Axis has", "the Allies have"."""
    return f"the {const.SIDE_NAMES[side]} {one if side == const.AXIS else many}"


def foreign(g: Board, seat: int, counter: int) -> str:
    """Return why a seat does not lead a unit: "Polish infantry 2 is not on your side."."""
    name = unit(g, counter)
    if g.place[counter] < 0:
        return f"{name} is not on the map."
    if g.owner(counter) == seat:
        return f"{name} is not on the side that acts now."
    for major in range(g.t.n_majors):
        if g.seat_of[major] == seat and g.major_side[major] == g.side_of_unit(counter):
            return f"{name} is on your side, but another player leads it."
    return f"{name} is not on your side."


def turn(turn: int) -> str:
    """Return a quarter: "3/1939"."""
    return f"{turn % 4 + 1}/{turn // 4}"


def quarter(turn: int) -> str:
    """Return a quarter in words: "third quarter of 1939"."""
    return f"{QUARTERS[turn % 4]} quarter of {turn // 4}"


def dice(found: list[int]) -> str:
    """Return results of dice: "3, 5 and 6"."""
    return listed([str(d) for d in found])


def points(number: int) -> str:
    """Return Build Points: "1 BP", "no BP"."""
    return f"{number} BP" if number else "no BP"


PHASES = (
    "time table",
    "reinforcements",
    "initiative",
    "weather",
    "limits in China",
    "first supply check",
    "rail movement",
    "rebasing",
    "naval movement",
    "movement",
    "reaction",
    "combat",
    "second supply check",
    "exploitation",
    "reaction to the exploitation",
    "combat of the exploitation",
    "conquest",
    "US entry",
    "income",
    "cards",
    "research",
    "production",
    "victory",
)


def phase(g: Board) -> str:
    """Return the phase of the turn, with the phasing side in an action segment: "Axis: movement"."""
    name = PHASES[g.phase]
    return (
        f"{const.SIDE_NAMES[g.side]}: {name}" if const.SUPPLY_1 <= g.phase <= const.EXPLOIT_COMBAT else name
    )
