"""Nations: which are At War, on which side, and the effects of breaking a neutrality. [3.1] [15.4]"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.engine.step import Refusal
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, NEUTRAL, NOBODY, REBUILT
from sandtable.games.on_to_berlin.components.ids import AREA
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.components.words import side as side_name
from sandtable.games.on_to_berlin.components.words import units as unit_words

# --- neutrality


def violated(g: Board, side: int, area: int, units: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return the nations whose neutrality a side breaks by entering or flying over an area. [3.1.3]

    `units` matters only in the areas Poland cedes: without them, foreign units are assumed.
    """
    t = g.t
    if t.sea[area]:  # only Land areas are neutral ground [3.1.3, R14]
        return ()
    nation = g.printed[area]
    ceded = area in t.ceded
    if ceded:
        nation = t.ceded_to  # [15.4b, R13] before the surrender and after it
    if nation == NOBODY or g.nside[nation] != NEUTRAL:
        return ()
    if ceded and units and are_setup_polish(g, units):  # [15.4b]
        return ()
    return (nation,)


def are_setup_polish(g: Board, units: tuple[int, ...]) -> bool:
    """Return whether all units are Polish ones that are on the map since the set-up. [15.4b, R56]"""
    poland = g.t.poland
    nation = g.t.unit_nation
    return all(nation[unit] == poland and not g.cond[unit] & REBUILT for unit in units)


def why_not_enter_neutral(g: Board, side: int, area: int) -> Refusal:
    """Return why an area is not offered before VIOLATE. [3.1.3, R14]"""
    t = g.t
    names = " and ".join([t.nation_name[nation] for nation in violated(g, side, area)])
    where = t.area_name[area]
    foe = side_name(1 - side)
    return Refusal(
        f"{where} is closed until you press Break neutrality: {names} would join the {foe}.",
        "15.4b" if area in t.ceded else "3.1.3",
    )


def enter(g: Board, side: int, area: int, units: tuple[int, ...] = ()) -> None:
    """Apply the effects of units of a side entering an area in any way. [3.1.3] [3.1.2d]"""
    for nation in violated(g, side, area, units):
        break_neutrality(g, side, nation, area, "15.4b" if area in g.t.ceded else "3.1.3")
    if g.printed[area] == g.t.france and not g.t.sea[area]:  # [3.1.2d, R16]
        provoke_france(g, side)


def overfly(g: Board, side: int, area: int) -> None:
    """Apply the effects of air units crossing an area on the way to a target. [3.1.2d, R16]"""
    for nation in violated(g, side, area):  # [3.1.3a]
        break_neutrality(g, side, nation, area, "3.1.3a")
    if g.printed[area] == g.t.france and not g.t.sea[area]:
        provoke_france(g, side)


def attacked(g: Board, side: int, area: int, violate: bool) -> None:
    """Apply the effects of a declared attack; `violate`: Neutral units are attacked too. [3.1.3b]"""
    t = g.t
    for unit in g.at[area]:
        nation = t.unit_nation[unit]
        if g.nside[nation] == NEUTRAL:
            if violate:
                break_neutrality(g, side, nation, area, "3.1.3b")
        elif nation == t.france:  # [3.1.2d, R16]
            provoke_france(g, side)
    if g.printed[area] == t.france and not t.sea[area]:  # bombs on French soil, whoever stands there [R71]
        provoke_france(g, side)


def break_neutrality(g: Board, side: int, nation: int, area: int, rule: str) -> None:
    """Make a violated nation join the other side for good, whatever its leaning. [3.1.3] [3.1.3d]"""
    if g.log is not None:
        name = g.t.nation_name[nation]
        g.log.add(
            f"The {side_name(side)} break the neutrality of {name} ({g.t.area_name[area]}).",
            rule,
            (AREA + area, g.ids.nation + nation),
        )
    join(g, nation, 1 - side, True)


def provoke_france(g: Board, side: int) -> None:
    """Put France At War after the Axis has entered it or attacked its units. [3.1.2d, R16]"""
    france = g.t.france
    if side != AXIS or g.war[france]:
        return
    g.war = changed(g.war, france, 1)
    if g.log is not None:
        g.log.add(f"{g.t.nation_name[france]} is At War.", "3.1.2d", (g.ids.nation + france,))


# --- sides


def join(g: Board, nation: int, side: int, lasting: bool) -> None:
    """Put a nation At War on a side, with its units and areas as they are. [3.1.2h] [R18] [R44]

    `lasting`: Diplomacy cannot change it any more. [3.1.3d, R30]
    """
    t = g.t
    stays = g.nside[nation] == side
    g.align(nation, side, True)
    if lasting:
        g.lasting = changed(g.lasting, nation, 1)
        track = t.track_of[nation]
        if track >= 0 and side == t.track_side[track] == ALLIED:  # [R30]
            g.markers[track] = t.space_entry[track].index(True)
    if g.log is not None:
        text = f"{t.nation_name[nation]} {'stays with' if stays else 'joins'} the {side_name(side)}, At War."
        refs = (g.ids.nation + nation, *[AREA + area for area in t.home[nation]])
        if lasting:
            rule = "3.1.3"
        elif t.track_of[nation] < 0:
            rule = "3.1.2g"
        else:
            rule = "3.1.2b" if side == ALLIED else "3.1.2c"
        g.log.add(text, rule, refs)


def cube(g: Board, area: int) -> int:
    """Return the side a Neutral nation's cube in an area leans to; NEUTRAL without a cube. [3.1.1e] [3.1.1f]

    Cubes lie in the Land areas of the set-up; they go when the nation is At War. [3.1.2h]
    """
    t = g.t
    nation = t.printed[area]
    if t.sea[area] or nation == NOBODY or g.nside[nation] != NEUTRAL:
        return NEUTRAL
    return t.leaning[nation]


# --- Poland


def check_poland(g: Board) -> bool:
    """Let Poland surrender if its capital is under Axis control; return whether it did now. [15.4]"""
    t = g.t
    if g.poland_surrendered or g.held[t.polish_capital] != AXIS:
        return False
    g.poland_surrendered = True
    gone = [unit for area in t.ceded for unit in g.at[area] if t.unit_nation[unit] == t.poland]
    if g.log is not None:
        refs = tuple([AREA + area for area in t.ceded])
        names = " and ".join([t.area_name[area] for area in t.ceded])
        g.log.add(f"{t.nation_name[t.poland]} surrenders.", "15.4", (AREA + t.polish_capital,))
        if gone:
            g.log.add(f"Removed from {names}: {unit_words(g, gone)}.", "15.4a", refs)
        g.log.add(f"{t.nation_name[t.ceded_to]} controls {names} now.", "15.4c", refs)
    for unit in gone:  # [15.4a, R13]
        g.take(unit)
    for area in t.ceded:  # [15.4c, R13]
        g.printed = changed(g.printed, area, t.ceded_to)
        g.set_control(area, t.ceded_to)
        g.touched.append(area)
    return True
