"""Words for logs, questions and refusals; not called without a log."""

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
    """Return an Area or Base: "Poland"."""
    return g.t.space_name[space]


def spaces(g: Board, found: list[int]) -> str:
    """Return several of them: "Poland, Ukraine and Crete"."""
    return listed([g.t.space_name[s] for s in found])


def sector(g: Board, area: int, number: int) -> str:
    """Return a Sector: "Warsaw"."""
    return g.t.sector_name[area][number]


def kind(g: Board, kind: int) -> str:
    """Return a kind of Army: "Panzer Army"."""
    return g.t.kind_name[kind]


def unit(g: Board, unit: int) -> str:
    """Return an Army: "Panzer Army"."""
    return g.t.kind_name[g.t.unit_kind[unit]]


def units(g: Board, found: list[int]) -> str:
    """Return several: "2 × Regular Army and Panzer Army"."""
    return tally([unit(g, u) for u in found])


def general(g: Board, general: int) -> str:
    """Return a General's surname: "von Bock"."""
    return g.t.generals[general].short


def armies(number: int, kind: str = "Army") -> str:
    """Return a number of Armies: "1 Panzer Army", "2 Armies", "no Regular Armies"."""
    return count(number, kind).replace("Armys", "Armies")


def many_dice(number: int, colour: str = "") -> str:
    """Return a number of dice: "1 blue die", "2 dice", "no dice"."""
    return count(number, f"{colour} die" if colour else "die").replace("dies", "dice")


def number(value: int) -> str:
    """Return a number with a proper minus sign: "3", "−1"."""
    return str(value) if value >= 0 else f"−{-value}"


def opening(g: Board, general: int) -> str:
    """Return a General at the beginning of a sentence: "Von Bock"."""
    name = g.t.generals[general].short
    return name[0].upper() + name[1:]


def generals(g: Board, found: list[int]) -> str:
    """Return several Generals."""
    return listed([general(g, n) for n in found])


def post(g: Board, post: int) -> str:
    """Return a Position: "the Army Group in Poland", "OB West"."""
    areas = g.t.n_areas
    if post >= 2 * areas:
        return OBS[post - 2 * areas]
    return f"the Army Group in {g.t.space_name[post // 2]}"


def front(track: int) -> str:
    """Return the name of a Front's or of Germany's track: "the Eastern Front"."""
    return TRACKS[track]


def track(track: int) -> str:
    """Return a track: "Air/Naval Control of the Eastern Front"."""
    return f"Air/Naval Control of {TRACKS[track]}"


def directive(g: Board, card: int) -> str:
    """Return a Directive's name."""
    return g.t.directives[card].name


def directives(g: Board, found: list[int]) -> str:
    """Return several, each with its cost: "FALL GELB (3)"."""
    return listed([f"{g.t.directives[n].name} ({g.t.directives[n].cost})" for n in found])


def strategic(g: Board, card: int) -> str:
    """Return a Strategic Event's name."""
    return g.t.strategic[card].name


def battle(g: Board, card: int) -> str:
    """Return a Combat Event's name."""
    return g.t.battle[card].name


def country(g: Board, country: int) -> str:
    """Return a country."""
    return g.t.country_name[country]


def faction(faction: int) -> str:
    """Return an Allied Faction: "the Soviet Faction"."""
    return "the Soviet Faction" if faction == SOVIETS else "the Western Faction"


def section(g: Board, section: int) -> str:
    """Return a Section of the High Command: "Operations"."""
    return g.t.section_name[section]


def player(g: Board, seat: int) -> str:
    """Return a player: "Player 2"; a single player has no number."""
    return f"Player {seat + 1}" if g.players > 1 else "You"


def die(die: int) -> str:
    """Return a rolled die: "grey hit"."""
    return f"{COLOURS[die // SHIFT]} {FACES[die % SHIFT]}"


def dice(found: list[int]) -> str:
    """Return a roll: "black tank, 2 × grey hit"."""
    return tally([die(d) for d in found]) or "no dice"


def date_text(g: Board) -> str:
    """Return the season and year: "Summer 1941"."""
    return f"{SEASON_IDS[g.season()].capitalize()} {g.t.years[g.year]}"
