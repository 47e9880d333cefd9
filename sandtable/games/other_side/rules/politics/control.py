"""Control Disks: a Sector forward, a Sector back, and the fall of a Festung Sector. [2.4g] [6.7.1] [6.7.2]"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import bits
from sandtable.games.other_side.components.state import OFF_MAP, ON_MAP, OPEN_PORT, Board
from sandtable.games.other_side.rules.combat import losses
from sandtable.games.other_side.rules.generals import command_positions
from sandtable.games.other_side.rules.production import tracks


def marker(faction: int) -> int:
    """Return the alignment of an Area that an Allied Faction controls. [2.4b] [2.4c]"""
    return const.WESTERN if faction == const.WEST else const.SOVIET


def on_festung(g: Board, area: int) -> bool:
    """Return whether the Axis Disk of an Area lies on a Festung Sector. [1.3j] [6.7.2g]"""
    return g.axis[area] > 0 and g.t.terrain[area][g.axis[area]] == const.FESTUNG


def _ref(g: Board, area: int) -> tuple[int, ...]:
    return (g.ids.space + area,)


# --- forward


def advance(g: Board, area: int) -> None:
    """Take the Sector under the Allied Disk for the Axis. [6.7.1] [2.4g]"""
    sector = g.ally[area]
    faction = g.ally_side[area]
    last = sector == g.t.top[area]
    enter(g, area, sector)  # into Sector 1 with a Disk from the stock, not from a neighbour [6.7.1e]
    if last:
        g.set_ally(area, 0)
        g.set_align(area, const.OCCUPIED)  # [6.7.1d]
    else:
        g.set_ally(area, sector + 1, faction)
        g.set_align(area, const.DISPUTED)  # [6.7.1a]
    if g.log is not None:
        name = words.sector(g, area, sector)
        state = f"{words.space(g, area)} is {'Occupied' if last else 'Disputed'}"
        g.log.add(f"Advance: the Axis takes {name}; {state}.", "6.7.1", _ref(g, area))
    if last:
        tracks.gain_resource(g, area, "6.7.1d")


def enter(g: Board, area: int, sector: int) -> None:
    """Move the Axis Disk to a Sector, with what that means for landings, the Festung and the port."""
    g.set_axis(area, sector)
    if g.landing[area] == sector:
        lift_landing(g, area)
    if g.t.terrain[area][sector] == const.FESTUNG and g.collapse > 0:
        g.collapse -= 1  # [R33]
        if g.log is not None:
            name = words.sector(g, area, sector)
            text = f"{name} is German again: Collapse of Germany −1, now {g.collapse}."
            g.log.add(text, "6.7.2h", _ref(g, area))
    if g.t.ports >> area & 1 and g.port[area] == 0:
        g.port = changed(g.port, area, OPEN_PORT)  # [R20]
        if g.log is not None:
            g.log.add(f"The port of {words.space(g, area)} is open.", "4.7.2a", _ref(g, area))


def lift_landing(g: Board, area: int) -> None:
    """Send the marker of a captured landing Sector to the box of the next year. [R22]"""
    g.landing = changed(g.landing, area, 0)
    following = g.year + 1 if g.year + 1 < len(g.t.years) else OFF_MAP
    for n in range(len(g.landing_markers)):
        if g.landing_markers[n] == ON_MAP:
            g.landing_markers = changed(g.landing_markers, n, following)
            break
    if g.log is not None:
        text = f"The Landing marker in {words.space(g, area)} is removed from the map."
        g.log.add(text, "4.5.1g", _ref(g, area))


# --- back


def retreat(g: Board, area: int, faction: int) -> None:
    """Give up the Sector under the Axis Disk, which is not a Festung Sector. [6.7.2]"""
    sector = g.axis[area]
    assert sector > 0
    whose = g.ally_side[area]
    if sector == g.t.top[area]:
        whose = const.SOVIETS if g.t.home[g.t.ussr] >> area & 1 else faction  # [6.7.2b] [6.7.2k]
    g.set_axis(area, sector - 1)
    g.set_ally(area, sector, whose)
    g.set_align(area, const.DISPUTED if sector > 1 else marker(whose))
    if g.log is not None:
        name = words.sector(g, area, sector)
        g.log.add(f"Retreat: {name} falls to {words.faction(whose)}.", "6.7.2", _ref(g, area))
    tracks.lose_resource(g, area, "6.7.2b")
    if sector == 1:
        lost(g, area)


def lost(g: Board, area: int) -> None:
    """Lose an Area with its last Sector: Armies withdraw, and a Satellite may end. [6.7.2c]"""
    g.supply = changed(g.supply, area, 0)
    if g.log is not None:
        state = words.ALIGNMENTS[g.align[area]]
        g.log.add(f"{words.space(g, area)} is lost and becomes {state}.", "6.7.2c", _ref(g, area))
    country_lost(g, area)
    losses.withdraw(g, area)


def country_lost(g: Board, area: int) -> None:
    """End a Satellite whose Home Areas are all in Allied hands. [R46]"""
    country = g.t.country_of[area]
    if country == const.NONE or g.country[country] != const.SATELLITE:
        return
    for home in bits(g.t.home[country]):
        if g.align[home] != const.WESTERN and g.align[home] != const.SOVIET:
            return
    g.country = changed(g.country, country, g.align[area])
    if g.log is not None:
        text = f"All of {words.country(g, country)} is in Allied hands: it is no longer a Satellite."
        g.log.add(text, "6.7.2c", (g.ids.country + country,))


def nearest_to_festung(g: Board, areas: list[int]) -> list[int]:
    """Return the Areas with the fewest Land Lines to a Festung Sector of the Axis. [6.7.2f] [R97]"""
    near = g.t.near
    reached = 0
    for area in bits(g.t.festung):
        held = g.axis[area]
        for sector in range(1, held + 1):
            if g.t.terrain[area][sector] == const.FESTUNG:
                reached |= 1 << area
    wanted = 0
    for area in areas:
        wanted |= 1 << area
    everywhere = (1 << g.t.n_areas) - 1
    while reached and not reached & wanted:
        more = reached
        for area in bits(reached):
            more |= near[area] & everywhere
        if more == reached:
            break
        reached = more
    found = [area for area in areas if reached >> area & 1]
    return found or areas


def next_area(g: Board, area: int) -> int:
    """Return where Retreats go on after an Area is lost; NONE without Axis-controlled neighbours. [6.7.2f]"""
    # Nobody controls a Disputed or Neutral neighbour. [2.4d] [2.4i]
    found = nearest_to_festung(g, [a for a in bits(g.t.near[area]) if g.axis_controls(a)])
    if not found:
        return const.NONE
    if len(found) == 1:
        return found[0]
    g.revealed += 1
    chosen = found[g.rng.below(len(found))]
    if g.log is not None:
        text = f"The Retreats continue in {words.space(g, chosen)}, chosen at random."
        g.log.add(text, "6.7.2f", tuple([g.ids.space + area for area in found]))
    return chosen


# --- Festung Sectors


def fall(g: Board, area: int, faction: int) -> None:
    """Lose a Festung Sector without Armies: Collapse, dismissals, Resources.

    Heads of a Combat in which their last Armies were lost are dismissed like those still in their boxes.
    """
    sector = g.axis[area]
    whose = g.ally_side[area] if g.ally_side[area] else faction
    g.set_axis(area, 0)  # [6.7.2g]
    g.collapse = min(g.t.collapse_top, g.collapse + 1)  # [6.7.2h]
    g.set_ally(area, sector, whose)
    g.set_align(area, marker(whose))
    if g.log is not None:
        text = f"{words.sector(g, area, sector)} falls: Collapse of Germany +1, now {g.collapse}."
        g.log.add(text, "6.7.2h", _ref(g, area))
    tracks.lose_resource(g, area, "6.7.2b")
    tracks.resources(g, -1, "6.7.2j")  # besides the Area's own symbol [6.7.2j]
    for general in accused(g, area):
        command_positions.dismiss(g, general, "6.7.2i")  # [6.7.2i] [R32]
    lost(g, area)


def accused(g: Board, area: int) -> list[int]:
    """Return who pays for a Festung Sector: Leading General, Heads of the Area, OB of the Front. [6.7.2i]"""
    f = g.fight
    found: list[int] = []
    if f is not None:
        found.append(f.leading)
        if f.area == area:
            found.append(f.head)
    found += [g.heads[2 * area], g.heads[2 * area + 1], g.ob[g.t.front[area]]]
    unique: list[int] = []
    for general in found:
        if general >= 0 and general not in unique:
            unique.append(general)
    return unique
