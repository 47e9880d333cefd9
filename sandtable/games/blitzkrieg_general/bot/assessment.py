"""How the war looks to a side: what areas are worth, which way lies what is worth most, who is strong where.

An `Atlas` depends on who holds what and who is at war, and is kept while that stays the same; an `Assessment`
counts the forces and is made for one question.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.blitzkrieg_general.bot import unit_values
from sandtable.games.blitzkrieg_general.bot.weights import Weights
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.politics import relations, wars

FAR: Final = 40.0  # the pull of what is worth nothing and lies at hand
LANCER_STAND: Final = 1.2  # hits that armor takes for each that it scores in a round
KEPT: Final = 24  # so many atlases are kept


def prize(g: Board, side: int, area: int, k: Weights, who: int = const.NONE) -> float:
    """What it is worth to a side, or to one of its powers, to take an area that others hold."""
    t = g.t
    by = g.control[area]
    owner = t.area_country[area]
    worth = k.ground
    if who != const.NONE and promised(g, who, area):
        pass  # it cannot be kept
    elif not t.pacific_area[area] or g.pacific:
        if t.prod_only[area] != const.NONE:
            worth += k.yields * t.prod_right[area] if g.side_of(t.prod_only[area]) == side else 0.0
        elif g.side_of(owner) == side:
            worth += k.yields * t.prod_left[area]
        else:
            worth += k.yields * t.prod_right[area]
    if t.pacific_island[area] and not t.prod_left[area]:
        worth += k.island + k.island_denied if g.side_of(by) == 1 - side else k.island
    if g.side_of(by) == 1 - side:
        worth += k.denied * economy.value(g, area)
    home = t.area_home[area]
    if home == const.NONE:
        return worth
    country = t.home_country[home]
    if g.side_of(country) == side:
        if (g.homes_conquered >> home) & 1:
            worth += k.freed
        return worth
    if (g.homes_conquered >> home) & 1:
        return worth
    left = 0
    for other in t.home_areas[home]:
        if g.side_of(g.control[other]) != side:
            left += 1
    if country >= t.n_majors:
        return worth + k.minor_falls / left
    return worth + (k.major_falls if len(t.homes_of[country]) == 1 else k.home_falls) / left


def ripe(g: Board, who: int, holder: int, k: Weights) -> bool:
    """Whether a major had better declare war on the neutral holder of areas."""
    t = g.t
    side = g.major_side[who]
    foe = relations.party(g, holder)
    west = who == t.japan and western(g, foe, holder)
    if foe < t.n_majors or west:
        if side != const.AXIS:
            return False
        other = t.usa if foe == t.usa or west else foe
        event = wars.entry(g, other)
        if event is None or (who == t.japan) != (other == t.usa):
            return False
        wait = 0.0
        if other == t.usa:
            if g.advanced and g.us_level < t.us_entry_level - k.nearly:
                wait = k.usa_wait  # it is far from entering the war by itself
        elif near_enemy(g, who):
            wait = k.ussr_wait
        if g.turn < wars.date(event) + wait:
            return False
        return strength_with(g, 1 - side, other) < k.brink * t.victory_points[1 - side]
    if side != const.AXIS or holder == t.vichy:
        return False
    gain = 0
    for area in range(t.n_areas):
        if g.control[area] == holder and not promised(g, who, area):
            gain += t.prod_right[area]
            if t.pacific_island[area] and not t.prod_left[area]:
                gain += 1
    for delivery in range(len(t.delivery_giver)):
        if t.delivery_giver[delivery] == holder and (g.deliveries >> delivery) & 1:
            gain -= t.delivery_amount[delivery]
    return gain > k.neutral_gain


def west(g: Board, who: int, k: Weights) -> int:
    """The holders of islands with whom Japan will soon be at war: its units gather before it."""
    t = g.t
    event = wars.entry(g, t.usa)
    if who != t.japan or event is None or g.turn < wars.date(event) - k.gather:
        return 0
    found = 0
    for area in range(t.n_areas):
        holder = g.control[area]
        if t.pacific_island[area] and g.side_of(holder) != g.major_side[who]:
            found |= 1 << holder
    return found & ~g.friends[who]


def strength_with(g: Board, side: int, other: int) -> int:
    """What the areas of a side at war give, with those of one more power."""
    total = 0
    for area in g.t.producing:
        by = g.control[area]
        if g.side_of(by) == side and (g.at_war(by) or by == other):
            total += economy.value(g, area)
    return total


def promised(g: Board, who: int, area: int) -> bool:
    """Whether an area goes to another power by the pact as soon as its country has fallen to a major."""
    for number, event in enumerate(g.t.events):
        if event.kind == "partition" and not (g.events >> number) & 1 and g.t.country_index[event.by] == who:
            taker = g.t.country_index[event.taker]
            return g.t.space_id[area] in event.areas and not g.enemy(who, taker) and not g.fallen(taker)
    return False


def western(g: Board, foe: int, holder: int) -> bool:
    """Whether an attack on a holder of areas is one on the west, which brings in a power that waits."""
    t = g.t
    if foe == t.be or foe == t.france or foe == t.bnl:
        return True
    if foe < t.n_majors:
        return False
    for area in t.areas_of[t.bnl]:
        if g.control[area] == holder:
            return True
    return g.control[t.indochine] == holder


def near_enemy(g: Board, who: int) -> bool:
    """Whether an unconquered enemy major still holds home areas next to those of a major and its friends."""
    t = g.t
    for major in range(t.n_majors):
        if g.enemy(who, major):
            for area in t.home_of[major]:
                if g.control[area] == major:
                    for other in t.land_near[area]:
                        if g.friendly(who, other):
                            return True
    return False


class Atlas:
    """What areas are worth to the side of a country, and how its land units are drawn on from each space.

    prey   set of neutral holders on whom war is declared for their areas
    isles  how units are drawn on by islands alone: on each coast, and at sea
    """

    def __init__(self, g: Board, country: int, k: Weights) -> None:
        t = g.t
        self.side = g.side_of(country)
        self.friends = g.friends[country]
        self.war = g.war[country]
        self.prey = prey(g, country, k)
        wanted = self.war | self.prey
        self.worth: list[float] = [0.0] * t.n_areas
        self.pull: list[float] = [0.0] * t.n_spaces
        waiting: list[int] = []
        for area in range(t.n_areas):
            if (wanted >> g.control[area]) & 1 and not t.impassable_area[area]:
                self.worth[area] = prize(g, self.side, area, k, g.manager[country])
                self.pull[area] = FAR + k.pull_worth * min(k.pull_most, self.worth[area])
                waiting.append(area)
        self.spread(g, waiting, wanted, k)
        self.isles: list[float] = [0.0] * t.n_spaces
        self.chart(g, wanted | west(g, g.manager[country], k), k)

    def chart(self, g: Board, wanted: int, k: Weights) -> None:
        """Let the pull of islands reach the coasts from which units can go there, from one to the next."""
        t = g.t
        isles = self.isles
        zones: list[int] = []
        for area in range(t.n_areas):
            if t.pacific_island[area] and (wanted >> g.control[area]) & 1:
                worth = prize(g, self.side, area, k)
                for zone in t.coast[area]:
                    far = FAR + k.pull_worth * min(k.isle_most, worth)
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

    def spread(self, g: Board, waiting: list[int], wanted: int, k: Weights) -> None:
        """Let the pull of the prizes reach all spaces."""
        t = g.t
        pull = self.pull
        passed = self.friends | wanted
        control, n_areas = g.control, t.n_areas
        for here in waiting:  # grows while it is read
            far = pull[here] - 1.0
            if here < n_areas:
                if (wanted >> control[here]) & 1:
                    far -= k.enemy_miles
                for there in t.land_near[here]:
                    if far > pull[there] + 0.01 and (passed >> control[there]) & 1:
                        pull[there] = far
                        waiting.append(there)
                far += 1.0 - k.coast_miles
                if g.advanced and t.forbidden_coast[here] and (wanted >> control[here]) & 1:
                    continue  # nobody lands there
                for there in t.coast[here]:
                    if far > pull[there] + 0.01:
                        pull[there] = far
                        waiting.append(there)
            else:
                far += 1.0 - k.sea_miles
                for there in t.sea_near[here]:
                    if far > pull[there] + 0.01:
                        pull[there] = far
                        waiting.append(there)
                far += k.sea_miles - k.coast_miles
                for there in t.coast[here]:
                    if far > pull[there] + 0.01 and (passed >> control[there]) & 1:
                        pull[there] = far
                        waiting.append(there)


def prey(g: Board, country: int, k: Weights) -> int:
    """The neutral holders of areas on whom a country declares war when it can."""
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
        if relations.status(g, country, area) == relations.NEUTRAL_OPEN and ripe(g, who, holder, k):
            found |= 1 << holder
    return found


class AreaValueCache:
    """The atlases that were asked for last, each with what it depends on; `rows` is never changed itself."""

    def __init__(self) -> None:
        self.rows: list[tuple[tuple[object, ...], Atlas]] = []


SHELF: Final = AreaValueCache()


def atlas(g: Board, country: int, k: Weights) -> Atlas:
    """The atlas of a country; countries with the same friends, enemies and manager have the same."""
    key = (
        g.t,
        k,
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
    rows = SHELF.rows
    for at in range(len(rows) - 1, -1, -1):
        if rows[at][0] == key:
            return rows[at][1]
    made = Atlas(g, country, k)
    SHELF.rows = [*rows[1 - KEPT :], (key, made)]
    return made


class Ground:
    """The forces in an area, own ones and enemies: hits they score in a round and can take, land units."""

    def __init__(self) -> None:
        self.fire = 0.0  # of land units as defenders
        self.stand = 0.0
        self.number = 0  # land units that fight
        self.air = 0.0  # of aircraft that are not on a mission
        self.their_fire = 0.0
        self.their_stand = 0.0
        self.their_number = 0
        self.their_air = 0.0


NOBODY: Final = Ground()


class Assessment:
    """The war in the eyes of one side; forces are counted where they are asked for."""

    def __init__(self, g: Board, side: int, k: Weights) -> None:
        self.side = side
        self.k = k
        self.foe = 1 - side
        self.mine = g.axis if side == const.AXIS else g.allies
        self.theirs = g.allies if side == const.AXIS else g.axis
        self.grounds: list[Ground | None] = [None] * g.t.n_areas
        self.threats: dict[int, float] = {}
        self.lances: dict[int, float] = {}
        self.atlases: dict[int, Atlas] = {}
        self.fronts: dict[int, float] = {}
        self.surveyed = False

    def front(self, g: Board) -> dict[int, float]:
        """The areas in which own land units face the enemy over land, with the hits they score."""
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
                        self.fronts[area] = self.of(g, area).fire
                        break
        return self.fronts

    def atlas(self, g: Board, country: int) -> Atlas:
        """The atlas of a country."""
        found = self.atlases.get(country)
        if found is None:
            found = atlas(g, country, self.k)
            self.atlases[country] = found
        return found

    def of(self, g: Board, area: int) -> Ground:
        """The forces in an area."""
        if not g.land[area] and not g.air[area]:
            return NOBODY
        found = self.grounds[area]
        if found is None:
            found = self.count(g, area)
            self.grounds[area] = found
        return found

    def count(self, g: Board, area: int) -> Ground:
        """As `of`, counted."""
        found = Ground()
        mine, theirs = self.mine, self.theirs
        kinds, serves = g.t.unit_kind, g.serves
        for unit in g.at[area]:
            kind = kinds[unit]
            bit = 1 << serves[unit]
            if kind < const.HQ:
                if mine & bit:
                    found.fire += unit_values.defence(g, unit, area)
                    found.stand += unit_values.body(g, unit)
                    found.number += 1
                elif theirs & bit:
                    found.their_fire += unit_values.defence(g, unit, area)
                    found.their_stand += unit_values.body(g, unit)
                    found.their_number += 1
            elif kind == const.AIRCRAFT and not g.cond[unit] & const.FLYING:
                if mine & bit:
                    found.air += unit_values.punch(g, unit)
                elif theirs & bit:
                    found.their_air += unit_values.punch(g, unit)
        return found

    def threat(self, g: Board, area: int) -> float:
        """The hits that enemies next to an area could score there in a round, where no attack binds them."""
        found = self.threats.get(area, -1.0)
        if found < 0.0:
            found = 0.0
            war = g.war[g.control[area]]
            for other in g.t.land_near[area]:
                if g.fighters[other] & war and other not in g.battles:
                    found += self.of(g, other).their_fire
            self.threats[area] = found
        return found

    def menace(self, g: Board, area: int, but: list[int]) -> tuple[float, float]:
        """The hits that enemies next to an area score and take, some of its neighbours not counted."""
        fire = stand = 0.0
        war = g.war[g.control[area]]
        for other in g.t.land_near[area]:
            if g.fighters[other] & war and other not in but and other not in g.battles:
                ground = self.of(g, other)
                fire += ground.their_fire
                stand += ground.their_stand
                fire += self.k.watch_air * ground.their_air
        if self.k.watch_far > 0.0:
            more = self.lancers(g, area)
            fire += self.k.watch_far * more
            stand += LANCER_STAND * self.k.watch_far * more
        return fire, stand

    def lancers(self, g: Board, area: int) -> float:
        """The hits that enemy armor scores which could come to an area from two areas away."""
        found = self.lances.get(area, -1.0)
        if found < 0.0:
            found = self.count_lancers(g, area)
            self.lances[area] = found
        return found

    def count_lancers(self, g: Board, area: int) -> float:
        """As `lancers`, counted."""
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
                            found += unit_values.punch(g, unit)
                    break
        return found

    def stake(self, g: Board, area: int) -> float:
        """What an own area is worth: its production, and more where units arrive."""
        value = float(economy.value(g, area))
        home = g.t.area_home[area]
        if home != const.NONE and g.t.home_country[home] < g.t.n_majors:
            value += self.k.home_stake
            if self.beach(g, area):
                value += self.k.occupied
        return value

    def beach(self, g: Board, area: int) -> bool:
        """Whether an area is the coast of a conquered major, which a landing there would free."""
        t = g.t
        home = t.area_home[area]
        if home == const.NONE or not (g.homes_conquered >> home) & 1 or not t.coast[area]:
            return False
        country = t.home_country[home]
        if country >= t.n_majors or g.side_of(country) != self.foe:
            return False
        return not (g.advanced and t.forbidden_coast[area])


def garrison(g: Board, holder: int) -> tuple[float, float]:
    """The hits that the forces of a neutral score and take, spread over its areas."""
    t = g.t
    fire = stand = 0.0
    for unit in t.units_of[holder]:
        if g.place[unit] == const.ASIDE and t.unit_kind[unit] <= const.AIRCRAFT:
            fire += unit_values.punch(g, unit)
            stand += unit_values.body(g, unit)
    areas = max(1, len(t.home_of[holder]))
    return fire / areas, stand / areas
