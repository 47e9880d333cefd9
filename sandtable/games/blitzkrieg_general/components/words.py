"""Words for logs, questions and refusals; not called while no log is kept."""

from __future__ import annotations

from sandtable.engine.words import count, listed, tally
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board

__all__ = ["count", "listed", "tally"]

QUARTERS = ("first", "second", "third", "fourth")


def space(g: Board, space: int) -> str:
    """An area or sea zone: "Western Poland"."""
    return g.t.space_name[space]


def spaces(g: Board, found: list[int]) -> str:
    """Several of them: "Paris, Normandy and Vichy"."""
    return listed([g.t.space_name[s] for s in found])


def attacked(g: Board) -> str:
    """The spaces in which there will be combat, before a question about them."""
    return f"Attacked: {spaces(g, g.battles)}. " if g.battles else ""


def unit(g: Board, unit: int) -> str:
    """A counter as it lies: "German infantry 4", "French armor 3 (flipped)"."""
    name = g.t.type_name[g.t.unit_type[unit]]
    if g.cond[unit] & const.FLIPPED and not const.HQ <= g.t.unit_kind[unit] <= const.NAVAL_HQ:
        return f"{name[:-1]}, flipped)" if name.endswith(")") else f"{name} (flipped)"
    return name


def units(g: Board, found: list[int]) -> str:
    """Several: "2 × German infantry 4 and HQ Guderian"."""
    return tally([unit(g, u) for u in found])


def type_of(g: Board, kind: int) -> str:
    """A type of counter: "German infantry 4"."""
    return g.t.type_name[kind]


def country(g: Board, country: int) -> str:
    """A country: "Germany"."""
    return g.t.country_name[country]


def countries(g: Board, found: list[int]) -> str:
    """Several: "Germany and Italy"."""
    return listed([g.t.country_name[c] for c in found])


def country_is(g: Board, country: int) -> str:
    """A country with its verb: "Germany is", "Baltic States are"."""
    name = g.t.country_name[country]
    return f"{name} are" if name.endswith("s") else f"{name} is"


def people(g: Board, country: int) -> str:
    """The word for what belongs to a country: "German"."""
    return g.t.country_people[country]


def card(g: Board, card: int) -> str:
    """A card by its title."""
    return g.t.cards[card].title


def side(side: int) -> str:
    """ "Axis" or "Allies"."""
    return const.SIDE_NAMES[side]


def side_does(side: int, one: str, many: str) -> str:
    """A side with its verb: "the Axis has", "the Allies have"."""
    return f"the {const.SIDE_NAMES[side]} {one if side == const.AXIS else many}"


def foreign(g: Board, seat: int, counter: int) -> str:
    """Why a seat does not lead a unit: "Polish infantry 2 is not on your side."."""
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
    """A quarter: "3/1939"."""
    return f"{turn % 4 + 1}/{turn // 4}"


def quarter(turn: int) -> str:
    """A quarter in words: "third quarter of 1939"."""
    return f"{QUARTERS[turn % 4]} quarter of {turn // 4}"


def dice(found: list[int]) -> str:
    """Results of dice: "3, 5 and 6"."""
    return listed([str(d) for d in found])


def points(number: int) -> str:
    """Build Points: "1 BP", "no BP"."""
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
    """The phase of the turn, with the phasing side in an action segment: "Axis: movement"."""
    name = PHASES[g.phase]
    return (
        f"{const.SIDE_NAMES[g.side]}: {name}" if const.SUPPLY_1 <= g.phase <= const.EXPLOIT_COMBAT else name
    )
