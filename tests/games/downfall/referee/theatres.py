"""Positions at random about one rule each: mountains, Romania, lands barred, frozen armies, breakthroughs."""

from random import Random
from typing import NamedTuple

from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules.combat_phase import Combat
from sandtable.games.downfall.sequence import AfterCombat, BeforeCombat, SideEnd
from sandtable.games.downfall.testing import declare, position
from tests.games.downfall.clicks import T
from tests.games.downfall.referee.positions import dress
from tests.games.downfall.waiting import Idle


class Theatre(NamedTuple):
    """Where, when and for whom a rule matters, and the armies it concerns."""

    centres: tuple[str, ...]
    turns: tuple[int, int]
    sides: tuple[str, ...]
    armies: tuple[str, ...]


ANY = ("axis", "allies", "ussr")
THEATRES = {
    "mountains": Theatre(("milan", "venice", "debrecen", "tbilisi"), (3, 22), ANY, ("italian_infantry",)),
    "romania": Theatre(
        ("bucharest", "brasov", "timisoara"), (5, 8), ("axis",), ("german_infantry", "german_armor")
    ),
    "barred": Theatre(
        ("helsinki", "karelia", "salonica", "tripoli", "tunisia"), (1, 6), ("axis",), ("german_infantry",) * 2
    ),
    "frozen": Theatre(
        ("kiev", "tarnopol", "vilnius", "odessa", "karelia"),
        (1, 10),
        ("ussr",),
        ("soviet_infantry", "soviet_armor"),
    ),
    "west": Theatre(("calais", "reims", "brussels"), (1, 6), ("allies", "axis"), ("british_infantry",)),
    "calais": Theatre(
        ("calais",), (1, 6), ("axis",), ("british_infantry", "french_infantry", "german_infantry")
    ),
    "italians": Theatre(
        ("innsbruck", "vienna", "zagreb", "marseilles"), (4, 16), ("axis",), ("italian_infantry",) * 3
    ),
    "steppe": Theatre(
        ("voronezh", "rostov", "moscow", "saratov"), (7, 12), ("axis", "ussr"), ("german_armor",)
    ),
    "karelia": Theatre(("karelia",), (1, 12), ("axis", "ussr"), ("finnish_infantry", "soviet_infantry")),
    "africa": Theatre(("el_agheila", "tobruk", "tunisia"), (5, 15), ("axis", "allies"), ("afrika_korps",)),
    "east": Theatre(("warsaw", "minsk", "kovel"), (5, 22), ANY, ("german_armor", "soviet_armor")),
    "victors": Theatre(("berlin", "prague", "munich"), (14, 22), ("allies", "ussr"), ("american_infantry",)),
}


def theatre(rng: Random, name: str = "") -> Board:
    """One of the theatres, in the free part of a side's turn."""
    place = THEATRES[name or rng.choice(sorted(THEATRES))]
    turn = rng.randint(*place.turns)
    at_war = [
        T.country_id[c]
        for c in range(T.n_countries)
        if T.country_side[c] != const.NEUTRAL and (turn >= T.entry_turn[c] or rng.random() < 0.1)
    ]
    if turn > 3 and rng.random() < 0.8:
        at_war.append("italy")
    fallen: dict[str, str] = {}
    for country in ("belgium", "france"):
        if turn > 2 and country in at_war and rng.random() < 0.4:
            fallen[country] = "axis"
    supply = rng.choice((1, 2, 9))
    g = position(
        turn=turn, side=rng.choice(place.sides), at_war=at_war, surrendered=fallen, supply=supply, t=T
    )
    g.african_neutral = "france" in fallen
    for area in range(T.n_areas):
        if T.torch_area[area] and g.african_neutral:
            g.set_control(area, rng.choice((const.NEUTRAL, const.NEUTRAL, const.ALLIES, const.AXIS)))
    g.barbarossa = 0 if turn < 7 or rng.random() < 0.3 else rng.randint(7, turn)
    g.west_attacked = rng.choice((0, max(1, turn - 1), turn))
    g.total_war[const.AXIS] = turn >= 9 or rng.random() < 0.2
    region = [T.area_index[rng.choice(place.centres)]]
    for area in region[:5]:
        region += [there for there in T.neighbours[area] if there not in region]
    for area in region:
        if g.control[area] != const.NEUTRAL and rng.random() < 0.4:
            g.set_control(area, rng.choice((const.AXIS, const.ALLIES, const.USSR, g.side)))
    for name in place.armies * 2:
        scatter(g, rng, region, T.type_id.index(name))
    for _ in range(rng.randint(6, 16)):
        scatter(g, rng, region, rng.randrange(T.n_types))
    for unit in range(T.n_units):
        if g.place[unit] == const.POOL or g.status[T.unit_nation[unit]] != const.AT_WAR:
            continue
        if T.unit_side[unit] == g.side:
            g.cond[unit] |= const.READY
        elif T.unit_side[unit] == const.AXIS and rng.random() < 0.15:
            g.cond[unit] |= const.HIT_BY_ALLIES if g.side == const.USSR else const.HIT_BY_USSR
    for area in rng.sample(region, min(3, len(region))):
        break_through(g, rng, area)
    dress(g, rng)
    g.total_war[const.ALLIES] = g.total_war[const.USSR] = turn >= 9
    if rng.random() < 0.8 and T.tile_of[g.side][T.exploit_dev] >= 0:
        g.tiles[T.tile_of[g.side][T.exploit_dev]] = const.AVAILABLE
    g.agenda = [Idle(), SideEnd(), AfterCombat(), Combat(), BeforeCombat()]
    return g


def scatter(g: Board, rng: Random, region: list[int], kind: int) -> None:
    """Put an army somewhere in a region, as its nation and the stacking limit allow."""
    unit, area = g.free_unit(kind), rng.choice(region)
    nation = T.type_nation[kind]
    status = g.status[nation]
    if unit < 0 or status == const.SURRENDERED or (status == const.OUT and T.area_country[area] != nation):
        return
    if not T.may_operate[nation][area] and T.home_guard[nation] == 0:
        return
    if status == const.AT_WAR and (
        g.control[area] == const.NEUTRAL or g.armies(T.unit_side[unit], area) >= 3
    ):
        return
    g.put(unit, area, rng.randint(1, 2))


def break_through(g: Board, rng: Random, area: int) -> None:
    """Attack an army in an area with all that can help, so that armor may exploit."""
    foes = [
        u
        for u in g.at[area]
        if (T.unit_side[u] == const.AXIS) != (g.side == const.AXIS) and g.slot(u) != const.NEUTRAL
    ]
    if not foes or g.control[area] == const.NEUTRAL:
        return
    infantry = {
        const.AXIS: "german_infantry",
        const.ALLIES: "british_infantry",
        const.USSR: "soviet_infantry",
    }[g.side]
    kind = T.type_id.index(infantry)
    for _ in range(3):
        if g.free_unit(kind) >= 0 and g.armies(g.side, area) < 3:
            unit = g.free_unit(kind)
            g.put(unit, area, const.FULL)
            g.cond[unit] |= const.READY
    own = [u for u in g.at[area] if T.unit_side[u] == g.side and g.slot(u) == g.side]
    helpers = own[1 : 1 + max(0, len(own) - len(foes))]
    if own:
        air = T.air_id[T.air_kinds_of_side[g.side][0]] if rng.random() < 0.7 else None
        declare(g, own[0], rng.choice(foes), "inside", helpers, air)
