"""Words for logs, questions and refusals; not called while no log is kept."""

from __future__ import annotations

from sandtable.engine.words import count, listed, tally
from sandtable.games.other_side.components.combat_state import SHIFT
from sandtable.games.other_side.components.constants import SEASON_IDS, SOVIETS
from sandtable.games.other_side.components.effect_types import COLOURS, FACES
from sandtable.games.other_side.components.state import Board

__all__ = ["count", "listed", "tally"]

TRACKS = ("the Eastern Front", "the Western Front", "the Southern Front", "Germany")
ALIGNMENTS = ("Neutral", "Occupied", "Satellite", "Western", "Soviet", "Disputed")
OBS = ("OB Ost", "OB West", "OB Süd")
TERRAINS = ("Plains", "River", "Rough", "Fortified", "Festung")
ITALY = ("Independence", "Intervention", "Occupation")
FRANCE = ("3rd Republic", "Vichy", "FFL")


def space(g: Board, space: int) -> str:
    """An Area or Base: "Poland"."""
    return g.t.space_name[space]


def spaces(g: Board, found: list[int]) -> str:
    """Several of them: "Poland, Ukraine and Crete"."""
    return listed([g.t.space_name[s] for s in found])


def sector(g: Board, area: int, number: int) -> str:
    """A Sector: "Warsaw"."""
    return g.t.sector_name[area][number]


def kind(g: Board, kind: int) -> str:
    """A kind of Army: "Panzer Army"."""
    return g.t.kind_name[kind]


def unit(g: Board, unit: int) -> str:
    """An Army: "Panzer Army"."""
    return g.t.kind_name[g.t.unit_kind[unit]]


def units(g: Board, found: list[int]) -> str:
    """Several: "2 × Regular Army and Panzer Army"."""
    return tally([unit(g, u) for u in found])


def general(g: Board, general: int) -> str:
    """A General by his surname: "von Bock"."""
    return g.t.generals[general].short


def armies(number: int, kind: str = "Army") -> str:
    """So many Armies: "1 Panzer Army", "2 Armies", "no Regular Armies"."""
    return count(number, kind).replace("Armys", "Armies")


def many_dice(number: int, colour: str = "") -> str:
    """So many dice: "1 blue die", "2 dice", "no dice"."""
    return count(number, f"{colour} die" if colour else "die").replace("dies", "dice")


def number(value: int) -> str:
    """A number that may be below 0: "3", "−1"."""
    return str(value) if value >= 0 else f"−{-value}"


def opening(g: Board, general: int) -> str:
    """A General at the beginning of a sentence: "Von Bock"."""
    name = g.t.generals[general].short
    return name[0].upper() + name[1:]


def generals(g: Board, found: list[int]) -> str:
    """Several of them."""
    return listed([general(g, n) for n in found])


def post(g: Board, post: int) -> str:
    """A Position: "the Army Group in Poland", "OB West"."""
    areas = g.t.n_areas
    if post >= 2 * areas:
        return OBS[post - 2 * areas]
    return f"the Army Group in {g.t.space_name[post // 2]}"


def front(track: int) -> str:
    """A Front, or Germany, as its track is called: "the Eastern Front"."""
    return TRACKS[track]


def track(track: int) -> str:
    """A track: "Air/Naval Control of the Eastern Front"."""
    return f"Air/Naval Control of {TRACKS[track]}"


def directive(g: Board, card: int) -> str:
    """A Directive by its name."""
    return g.t.directives[card].name


def directives(g: Board, found: list[int]) -> str:
    """Several, each with its cost: "FALL GELB (3)"."""
    return listed([f"{g.t.directives[n].name} ({g.t.directives[n].cost})" for n in found])


def strategic(g: Board, card: int) -> str:
    """A Strategic Event by its name."""
    return g.t.strategic[card].name


def battle(g: Board, card: int) -> str:
    """A Combat Event by its name."""
    return g.t.battle[card].name


def country(g: Board, country: int) -> str:
    """A country."""
    return g.t.country_name[country]


def faction(faction: int) -> str:
    """An Allied Faction: "the Soviet Faction"."""
    return "the Soviet Faction" if faction == SOVIETS else "the Western Faction"


def section(g: Board, section: int) -> str:
    """A Section of the High Command: "Operations"."""
    return g.t.section_name[section]


def player(g: Board, seat: int) -> str:
    """A player: "Player 2"; the only one has no number."""
    return f"Player {seat + 1}" if g.players > 1 else "You"


def die(die: int) -> str:
    """A die as rolled: "grey hit"."""
    return f"{COLOURS[die // SHIFT]} {FACES[die % SHIFT]}"


def dice(found: list[int]) -> str:
    """A roll: "black tank, 2 × grey hit"."""
    return tally([die(d) for d in found]) or "no dice"


def date_text(g: Board) -> str:
    """Where in the war we are: "Summer 1941"."""
    return f"{SEASON_IDS[g.season()].capitalize()} {g.t.years[g.year]}"
