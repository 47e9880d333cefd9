"""How the war looks to a side: what areas are worth, where the best ones lie, who is strong where.

`AreaValues` depend on who holds what and who is at war. They are cached until that changes. An
`Assessment` counts the forces and is made for one question.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.blitzkrieg_general.bot import unit_values
from sandtable.games.blitzkrieg_general.bot.weights import Weights
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.politics import relations, wars

FAR: Final = 40.0  # the pull of an area worth nothing, in that area itself
ARMOR_STAND: Final = 1.2  # hits that armor takes for each that it scores in a round
KEPT: Final = 24  # size of the cache


def area_value(g: Board, side: int, area: int, w: Weights, who: int = const.NONE) -> float:
    """Return the value for a side, or for one of its powers, of taking an area that others hold."""
    t = g.t
    by = g.control[area]
    owner = t.area_country[area]
    worth = w.ground
    if who != const.NONE and is_promised(g, who, area):
        pass  # it cannot be kept
    elif not t.pacific_area[area] or g.pacific:
        if t.prod_only[area] != const.NONE:
            worth += w.yields * t.prod_right[area] if g.side_of(t.prod_only[area]) == side else 0.0
        elif g.side_of(owner) == side:
            worth += w.yields * t.prod_left[area]
        else:
            worth += w.yields * t.prod_right[area]
    if t.pacific_island[area] and not t.prod_left[area]:
        worth += w.island + w.island_denied if g.side_of(by) == 1 - side else w.island
    if g.side_of(by) == 1 - side:
        worth += w.denied * economy.value(g, area)
    home = t.area_home[area]
    if home == const.NONE:
        return worth
    country = t.home_country[home]
    if g.side_of(country) == side:
        if (g.homes_conquered >> home) & 1:
            worth += w.freed
        return worth
    if (g.homes_conquered >> home) & 1:
        return worth
    left = 0
    for other in t.home_areas[home]:
        if g.side_of(g.control[other]) != side:
            left += 1
    if country >= t.n_majors:
        return worth + w.minor_falls / left
    return worth + (w.major_falls if len(t.homes_of[country]) == 1 else w.home_falls) / left


def should_attack(g: Board, who: int, holder: int, w: Weights) -> bool:
    """Return whether a major should declare war on the neutral holder of areas."""
    t = g.t
    side = g.major_side[who]
    foe = relations.defending_power(g, holder)
    west = who == t.japan and attacks_west(g, foe, holder)
    if foe < t.n_majors or west:
        if side != const.AXIS:
            return False
        other = t.usa if foe == t.usa or west else foe
        event = wars.entry_event(g, other)
        if event is None or (who == t.japan) != (other == t.usa):
            return False
        wait = 0.0
        if other == t.usa:
            if g.advanced and g.us_level < t.us_entry_level - w.nearly:
                wait = w.usa_wait  # it is far from entering the war by itself
        elif has_enemy_near(g, who):
            wait = w.ussr_wait
        if g.turn < wars.event_turn(event) + wait:
            return False
        return strength_with(g, 1 - side, other) < w.brink * t.victory_points[1 - side]
    if side != const.AXIS or holder == t.vichy:
        return False
    gain = 0
    for area in range(t.n_areas):
        if g.control[area] == holder and not is_promised(g, who, area):
            gain += t.prod_right[area]
            if t.pacific_island[area] and not t.prod_left[area]:
                gain += 1
    for delivery in range(len(t.delivery_giver)):
        if t.delivery_giver[delivery] == holder and (g.deliveries >> delivery) & 1:
            gain -= t.delivery_amount[delivery]
    return gain > w.neutral_gain


def western_holders(g: Board, who: int, w: Weights) -> int:
    """Return the holders of islands with whom Japan will soon be at war: its units gather in time."""
    t = g.t
    event = wars.entry_event(g, t.usa)
    if who != t.japan or event is None or g.turn < wars.event_turn(event) - w.gather:
        return 0
    found = 0
    for area in range(t.n_areas):
        holder = g.control[area]
        if t.pacific_island[area] and g.side_of(holder) != g.major_side[who]:
            found |= 1 << holder
    return found & ~g.friends[who]


def strength_with(g: Board, side: int, other: int) -> int:
    """Return what the areas of a side at war produce, with those of one more power."""
    total = 0
    for area in g.t.producing:
        by = g.control[area]
        if g.side_of(by) == side and (g.at_war(by) or by == other):
            total += economy.value(g, area)
    return total


def is_promised(g: Board, who: int, area: int) -> bool:
    """Return whether the pact gives an area to another power when its country falls to a major."""
    for number, event in enumerate(g.t.events):
        if event.kind == "partition" and not (g.events >> number) & 1 and g.t.country_index[event.by] == who:
            taker = g.t.country_index[event.taker]
            return g.t.space_id[area] in event.areas and not g.enemy(who, taker) and not g.fallen(taker)
    return False


def attacks_west(g: Board, foe: int, holder: int) -> bool:
    """Return whether an attack on a holder of areas is one on the west, which brings in a waiting power."""
    t = g.t
    if foe == t.be or foe == t.france or foe == t.bnl:
        return True
    if foe < t.n_majors:
        return False
    for area in t.areas_of[t.bnl]:
        if g.control[area] == holder:
            return True
    return g.control[t.indochine] == holder


def has_enemy_near(g: Board, who: int) -> bool:
    """Return whether an unconquered enemy major holds home areas next to a major and its friends."""
    t = g.t
    for major in range(t.n_majors):
        if g.enemy(who, major):
            for area in t.home_of[major]:
                if g.control[area] == major:
                    for other in t.land_near[area]:
                        if g.friendly(who, other):
                            return True
    return False


class AreaValues:
    """What areas are worth to the side of a country, and how strongly each space draws its land units.

    targets  set of neutral holders on whom war is declared for their areas
    isles    how strongly islands alone draw units: on each coast, and at sea
    """

    def __init__(self, g: Board, country: int, w: Weights) -> None:
        t = g.t
        self.side = g.side_of(country)
        self.friends = g.friends[country]
        self.war = g.war[country]
        self.targets = neutral_targets(g, country, w)
        wanted = self.war | self.targets
        self.worth: list[float] = [0.0] * t.n_areas
        self.pull: list[float] = [0.0] * t.n_spaces
        waiting: list[int] = []
        for area in range(t.n_areas):
            if (wanted >> g.control[area]) & 1 and not t.impassable_area[area]:
                self.worth[area] = area_value(g, self.side, area, w, g.manager[country])
                self.pull[area] = FAR + w.pull_worth * min(w.pull_most, self.worth[area])
                waiting.append(area)
        self.spread(g, waiting, wanted, w)
        self.isles: list[float] = [0.0] * t.n_spaces
        self.spread_islands(g, wanted | western_holders(g, g.manager[country], w), w)

    def spread_islands(self, g: Board, wanted: int, w: Weights) -> None:
        """Spread the pull of islands to the coasts from which units can go there."""
        t = g.t
        isles = self.isles
        zones: list[int] = []
        for area in range(t.n_areas):
            if t.pacific_island[area] and (wanted >> g.control[area]) & 1:
                worth = area_value(g, self.side, area, w)
                for zone in t.coast[area]:
                    far = FAR + w.pull_worth * min(w.isle_most, worth)
                    if far > isles[zone]:
                        isles[zone] = far
                        zones.append(zone)
        for here in zones:  # grows while it is read
            for area in t.coast[here]:
                if (self.friends >> g.control[area]) & 1:
                    isles[area] = max(isles[area], isles[here])
            far = isles[here] - 1.0
            for there in t.sea_near[here]:
                if far > isles[there]:
                    isles[there] = far
                    zones.append(there)

    def spread(self, g: Board, waiting: list[int], wanted: int, w: Weights) -> None:
        """Spread the pull of valuable areas to all spaces."""
        t = g.t
        pull = self.pull
        passed = self.friends | wanted
        control, n_areas = g.control, t.n_areas
        for here in waiting:  # grows while it is read
            far = pull[here] - 1.0
            if here < n_areas:
                if (wanted >> control[here]) & 1:
                    far -= w.enemy_miles
                for there in t.land_near[here]:
                    if far > pull[there] + 0.01 and (passed >> control[there]) & 1:
                        pull[there] = far
                        waiting.append(there)
                far += 1.0 - w.coast_miles
                if g.advanced and t.forbidden_coast[here] and (wanted >> control[here]) & 1:
                    continue  # nobody lands there
                for there in t.coast[here]:
                    if far > pull[there] + 0.01:
                        pull[there] = far
                        waiting.append(there)
            else:
                far += 1.0 - w.sea_miles
                for there in t.sea_near[here]:
                    if far > pull[there] + 0.01:
                        pull[there] = far
                        waiting.append(there)
                far += w.sea_miles - w.coast_miles
                for there in t.coast[here]:
                    if far > pull[there] + 0.01 and (passed >> control[there]) & 1:
                        pull[there] = far
                        waiting.append(there)


def neutral_targets(g: Board, country: int, w: Weights) -> int:
    """Return the neutral holders of areas on whom a country declares war when it can."""
    t = g.t
    who = g.manager[country]
    found = 0
    if who == const.NONE or g.fallen(who):
        return 0
    seen = g.friends[country] | g.war[country]
    for area in range(t.n_areas):
        holder = g.control[area]
        if (seen >> holder) & 1:
            continue
        seen |= 1 << holder
        if relations.status(g, country, area) == relations.NEUTRAL_OPEN and should_attack(g, who, holder, w):
            found |= 1 << holder
    return found


class AreaValueCache:
    """The latest area values, each with what it depends on; `rows` is replaced, never changed."""

    def __init__(self) -> None:
        self.rows: list[tuple[tuple[object, ...], AreaValues]] = []


CACHE: Final = AreaValueCache()


def area_values(g: Board, country: int, w: Weights) -> AreaValues:
    """Return the area values of a country; they depend only on the members of `key`."""
    key = (
        g.t,
        w,
        g.advanced,
        g.control,
        g.manager[country],
        g.friends[country],
        g.war[country],
        g.turn,
        g.us_level,
        g.deliveries,
        g.homes_conquered,
        g.axis,
        g.allies,
        g.pacific,
        g.events,
        tuple(g.war),
    )
    rows = CACHE.rows
    for at in range(len(rows) - 1, -1, -1):
        if rows[at][0] == key:
            return rows[at][1]
    made = AreaValues(g, country, w)
    CACHE.rows = [*rows[1 - KEPT :], (key, made)]
    return made


class AreaForces:
    """The forces in an area, friends and enemies: the hits they score in a round and can take, land units."""

    def __init__(self) -> None:
        self.fire = 0.0  # of land units as defenders
        self.stand = 0.0
        self.number = 0  # land units that fight
        self.air = 0.0  # of aircraft that are not on a mission
        self.their_fire = 0.0
        self.their_stand = 0.0
        self.their_number = 0
        self.their_air = 0.0


NOBODY: Final = AreaForces()


class Assessment:
    """The war as one side sees it; forces are counted when they are first needed."""

    def __init__(self, g: Board, side: int, w: Weights) -> None:
        self.side = side
        self.w = w
        self.foe = 1 - side
        self.mine = g.axis if side == const.AXIS else g.allies
        self.theirs = g.allies if side == const.AXIS else g.axis
        self.forces: list[AreaForces | None] = [None] * g.t.n_areas
        self.threats: dict[int, float] = {}
        self.armor_fires: dict[int, float] = {}
        self.values: dict[int, AreaValues] = {}
        self.fronts: dict[int, float] = {}
        self.surveyed = False

    def front(self, g: Board) -> dict[int, float]:
        """Return the areas whose friendly land units face enemies over land, with the hits they score."""
        if not self.surveyed:
            self.surveyed = True
            t = g.t
            for area in range(t.n_areas):
                there = g.fighters[area] & self.mine
                if not there:
                    continue
                war = 0
                for country in range(t.n_countries):
                    if (there >> country) & 1:
                        war |= g.war[country]
                        there ^= 1 << country
                        if not there:
                            break
                for other in t.land_near[area]:
                    if (war >> g.control[other]) & 1:
                        self.fronts[area] = self.forces_in(g, area).fire
                        break
        return self.fronts

    def area_values(self, g: Board, country: int) -> AreaValues:
        """Return the area values of a country."""
        found = self.values.get(country)
        if found is None:
            found = area_values(g, country, self.w)
            self.values[country] = found
        return found

    def forces_in(self, g: Board, area: int) -> AreaForces:
        """Return the forces in an area."""
        if not g.land[area] and not g.air[area]:
            return NOBODY
        found = self.forces[area]
        if found is None:
            found = self.count_forces(g, area)
            self.forces[area] = found
        return found

    def count_forces(self, g: Board, area: int) -> AreaForces:
        """Count the forces for `forces_in`."""
        found = AreaForces()
        mine, theirs = self.mine, self.theirs
        kinds, serves = g.t.unit_kind, g.serves
        for unit in g.at[area]:
            kind = kinds[unit]
            bit = 1 << serves[unit]
            if kind < const.HQ:
                if mine & bit:
                    found.fire += unit_values.defence(g, unit, area)
                    found.stand += unit_values.steps_left(g, unit)
                    found.number += 1
                elif theirs & bit:
                    found.their_fire += unit_values.defence(g, unit, area)
                    found.their_stand += unit_values.steps_left(g, unit)
                    found.their_number += 1
            elif kind == const.AIRCRAFT and not g.cond[unit] & const.FLYING:
                if mine & bit:
                    found.air += unit_values.printed_fire(g, unit)
                elif theirs & bit:
                    found.their_air += unit_values.printed_fire(g, unit)
        return found

    def threat(self, g: Board, area: int) -> float:
        """Return the hits that free enemies next to an area could score there in a round."""
        found = self.threats.get(area, -1.0)
        if found < 0.0:
            found = 0.0
            war = g.war[g.control[area]]
            for other in g.t.land_near[area]:
                if g.fighters[other] & war and other not in g.battles:
                    found += self.forces_in(g, other).their_fire
            self.threats[area] = found
        return found

    def nearby_fire(self, g: Board, area: int, but: list[int]) -> tuple[float, float]:
        """Return the hits that enemies next to an area score and take, without those of `but`."""
        fire = stand = 0.0
        war = g.war[g.control[area]]
        for other in g.t.land_near[area]:
            if g.fighters[other] & war and other not in but and other not in g.battles:
                forces = self.forces_in(g, other)
                fire += forces.their_fire
                stand += forces.their_stand
                fire += self.w.watch_air * forces.their_air
        if self.w.watch_far > 0.0:
            more = self.armor_fire(g, area)
            fire += self.w.watch_far * more
            stand += ARMOR_STAND * self.w.watch_far * more
        return fire, stand

    def armor_fire(self, g: Board, area: int) -> float:
        """Return the hits of enemy armor that could reach an area from two areas away."""
        found = self.armor_fires.get(area, -1.0)
        if found < 0.0:
            found = self.count_armor_fire(g, area)
            self.armor_fires[area] = found
        return found

    def count_armor_fire(self, g: Board, area: int) -> float:
        """Count the hits for `armor_fire`."""
        t = g.t
        war = g.war[g.control[area]]
        found = 0.0
        for start, between in t.land_beyond[area]:
            if not g.fighters[start] & war:
                continue
            for mid in between:
                if (war >> g.control[mid]) & 1 and not g.troops[mid] & self.mine:
                    for unit in g.at[start]:
                        if t.unit_kind[unit] == const.ARMOR and (war >> g.serves[unit]) & 1:
                            found += unit_values.printed_fire(g, unit)
                    break
        return found

    def stake(self, g: Board, area: int) -> float:
        """Return the value of a friendly area: its production, and more where units arrive."""
        value = float(economy.value(g, area))
        home = g.t.area_home[area]
        if home != const.NONE and g.t.home_country[home] < g.t.n_majors:
            value += self.w.home_stake
            if self.is_liberation_coast(g, area):
                value += self.w.occupied
        return value

    def is_liberation_coast(self, g: Board, area: int) -> bool:
        """Return whether a landing in an area would free a conquered major."""
        t = g.t
        home = t.area_home[area]
        if home == const.NONE or not (g.homes_conquered >> home) & 1 or not t.coast[area]:
            return False
        country = t.home_country[home]
        if country >= t.n_majors or g.side_of(country) != self.foe:
            return False
        return not (g.advanced and t.forbidden_coast[area])


def garrison(g: Board, holder: int) -> tuple[float, float]:
    """Return the hits that the forces of a neutral score and take, spread over its areas."""
    t = g.t
    fire = stand = 0.0
    for unit in t.units_of[holder]:
        if g.place[unit] == const.ASIDE and t.unit_kind[unit] <= const.AIRCRAFT:
            fire += unit_values.printed_fire(g, unit)
            stand += unit_values.steps_left(g, unit)
    areas = max(1, len(t.home_of[holder]))
    return fire / areas, stand / areas
