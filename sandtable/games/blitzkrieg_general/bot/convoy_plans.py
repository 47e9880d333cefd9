"""Plans at sea: which convoys carry whom where, where units land, what task forces and submarines seek."""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.bot import air_plans, assessment, unit_values, warship_plans
from sandtable.games.blitzkrieg_general.bot.land_plans import MARCH, NEVER, TAKE, Plans
from sandtable.games.blitzkrieg_general.bot.sea_routes import Course
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.ids import STOP
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.naval import invasion_limits, naval_movement, transport
from sandtable.games.blitzkrieg_general.rules.naval.naval_movement import Sail


class Voyage:
    """The best a group with convoys could do: go to a zone and put its loads ashore in an area there."""

    def __init__(self) -> None:
        self.score = NEVER
        self.area = const.NONE
        self.zone = const.NONE
        self.next = const.NONE  # the zone to go to now; NONE: it is there
        self.units = 0  # how many units should land together
        self.escort = False
        self.passengers: list[int] = []  # who should go aboard, in this order


class Fleets:
    """What a side could do at sea now; made for one question."""

    def __init__(self, plans: Plans) -> None:
        self.plans = plans
        self.o = plans.o
        self.k = plans.k
        self.feared: dict[int, tuple[float, float]] = {}
        self.starts: dict[int, float] = {}
        self.ashore = -1

    # --- convoys

    def waiting(self, g: Board, ship: int, zone: int, bold: bool) -> list[int]:
        """The land units on the coast of a zone that a convoy could take aboard, the best to land first.

        Bold: for what lies open beyond the sea only the last unit of an area worth having stays.
        """
        t, o = g.t, self.o
        rows: list[tuple[float, int]] = []
        for area in t.coast[zone]:
            if not g.fighters[area] & o.mine:
                continue
            stay = self.plans.guard(g, area)
            if bold:
                stay = min(stay, 1 if o.stake(g, area) >= self.k.guard_stake else 0)
            free = o.of(g, area).number - stay
            here: list[tuple[float, int]] = []
            for unit in g.at[area]:
                if t.unit_kind[unit] < const.HQ and transport.fit(g, unit) and g.owner(unit) == g.owner(ship):
                    if g.friend(g.serves[ship], g.serves[unit]):
                        rate = unit_values.body(g, unit) + unit_values.landing(g, unit, area)
                        here.append((rate, unit))
            here.sort(reverse=True)
            rows += here[: max(0, free)]
        rows.sort(reverse=True)
        return [unit for _rate, unit in rows]

    def convoys(self, g: Board, zone: int, seat: int, group: tuple[int, ...]) -> list[int]:
        """The empty convoys of a zone that are in a group or could join it."""
        found: list[int] = []
        for ship in g.at[zone]:
            if (
                g.t.unit_kind[ship] != const.CONVOY
                or g.owner(ship) != seat
                or g.cond[ship] & (const.FLIPPED | const.CARRIED)
            ):
                continue
            if g.aboard(ship) or g.target[ship] != const.NONE:
                continue
            if ship in group or (naval_movement.may_sail(g, ship) and not g.cond[ship] & const.MOVED):
                found.append(ship)
        return found

    def voyage(self, g: Board, ship: int, group: tuple[int, ...], moved: int, limit: int) -> Voyage:
        """The best voyage of a convoy, with those that could join it while it has not left."""
        t = g.t
        zone = g.place[ship]
        loads = [u for s in group for u in g.aboard(s) if not g.cond[u] & const.INVADING]
        best = Voyage()
        room = 0
        people: list[int] = []
        daring: list[int] = []
        if moved == 0:
            room = len(self.convoys(g, zone, g.owner(ship), group))
            if room:
                people = self.waiting(g, ship, zone, False)
                daring = self.waiting(g, ship, zone, True)
        if not loads and not daring:
            return best
        bold = 0.1
        for other in group:
            if t.unit_kind[other] == const.TASK_FORCE:
                bold += self.k.escort * unit_values.broadside(g, other)
        course = Course(g, ship, zone, limit - moved, bold)
        single = naval_movement.single(g, ship) - moved
        country = g.serves[(loads if loads else daring)[0]]
        a = self.o.atlas(g, country)
        for there in course.zones:
            far = course.far[there]
            quiet = not g.ships[there] & g.war[country] or (
                g.advanced and not g.forces[there] & g.war[country]
            )
            for area in t.coast[there]:
                bit = 1 << g.control[area]
                if a.friends & bit:
                    if loads or people:
                        self.haul(g, best, course, a, area, there, far, loads if loads else people)
                elif (a.war | a.prey) & bit and far <= single and quiet:
                    who = people if self.o.of(g, area).their_number else daring
                    self.invade(g, best, course, a, area, there, far, loads, who, group, moved, room)
        return best

    def free_of_fronts(self, g: Board, start: int) -> bool:
        """Whether units there, or aboard, face no enemy over land."""
        return start >= g.t.n_areas or start not in self.o.front(g)

    def islanders(self, g: Board) -> int:
        """How many land units of the side are on islands of the Pacific."""
        if self.ashore < 0:
            self.ashore = 0
            for area in range(g.t.n_areas):
                if g.t.pacific_island[area] and g.fighters[area] & self.o.mine:
                    self.ashore += self.o.of(g, area).number
        return self.ashore

    def haul(
        self,
        g: Board,
        best: Voyage,
        course: Course,
        a: assessment.Atlas,
        area: int,
        zone: int,
        far: int,
        sample: list[int],
    ) -> None:
        """Bring units to a friendly area, if that is much nearer to the enemy."""
        start = g.place[sample[0]]
        aboard = g.carrier[sample[0]] >= 0
        gain = a.pull[area] - a.pull[start]
        if a.isles[start] > 0.0 and self.free_of_fronts(g, start):
            nearer = self.k.isle_gain * (a.isles[area] - a.isles[start])
            gain = nearer if self.islanders(g) <= self.k.islanders else max(gain, nearer)
        gain -= self.k.voyage_miles * far
        if aboard:
            gain += 6.0  # ashore they are of use again
        elif area == start:
            return
        if gain < self.k.voyage or not entry_limits.room(g, sample[0], area):
            return
        if entry_limits.strangers(g, g.serves[sample[0]], area):
            return
        score = MARCH + 0.4 * min(8.0, gain)
        if score > best.score:
            best.score = score
            best.area, best.zone = area, zone
            best.next = const.NONE if zone == course.start else course.first(zone)
            best.units = 1
            best.escort = False
            best.passengers = sample if not aboard else []

    def invade(
        self,
        g: Board,
        best: Voyage,
        course: Course,
        a: assessment.Atlas,
        area: int,
        zone: int,
        far: int,
        loads: list[int],
        people: list[int],
        group: tuple[int, ...],
        moved: int,
        room: int,
    ) -> None:
        """Land on an enemy coast, if there is a good chance to hold it."""
        t, o, k = g.t, self.o, self.k
        country = g.serves[group[0]]
        if g.advanced and t.forbidden_coast[area]:
            return
        holder = g.control[area]
        if air_plans.lands(g, self.plans, area) and not o.of(g, area).their_number:
            return  # it lies open, and others are about to land
        ground = o.of(g, area)
        fire, stand = ground.their_fire, ground.their_stand
        if (a.prey >> holder) & 1:
            more_fire, more_stand = assessment.garrison(g, holder)
            fire += more_fire
            stand += more_stand
        if ground.their_air > 0.0:
            fire += k.their_air * ground.their_air
            stand += 0.5
        if g.advanced and stand > 0.0:
            for other in t.land_near[area]:
                fire += k.shore_fire * o.of(g, other).their_fire
                stand += k.shore_stand * o.of(g, other).their_stand
        mine, body = 0.0, 0.0
        if stand > 0.0:
            for other in t.air_ring[area]:
                if g.air[other] & o.mine and o.of(g, other).air > 0.0:
                    mine += k.own_air * o.of(g, other).air
                    body += 0.3
        number = 0
        taken: list[int] = []
        chance = 0.0
        most = self.plans.most(g, area)
        for unit in [*loads, *people]:
            if too_far(g, unit, course.start, far):
                continue
            if g.carrier[unit] < 0:
                if len(taken) >= room:
                    break
            elif barred(g, unit, area, zone == course.start):
                continue
            if (a.prey >> holder) & 1 == 0 and not (g.war[g.serves[unit]] >> holder) & 1:
                continue
            if t.unit_kind[unit] >= const.HQ or not entry_limits.may_attack_in_china(g, unit, area):
                continue
            if most >= 0 and number >= most:
                break
            mine += unit_values.landing(g, unit, area)
            body += unit_values.body(g, unit)
            number += 1
            if g.carrier[unit] < 0:
                taken.append(unit)
            chance = unit_values.odds(mine, body - (0.5 if g.advanced else 0.0), fire, stand)
            if stand <= 0.0 and g.advanced and body < 1.5:
                chance = k.land_weak
            if chance >= k.landed:
                break
        fear, toughness = self.fear(g, zone, country) if g.advanced else (0.0, 0.0)
        if fear > 0.0:
            shield, bulk = warship_plans.escorts(g, course.start, group, moved)
            sea = unit_values.odds(shield, bulk, fear, toughness) if shield > 0.0 else 0.0
            chance *= 1.0 - k.sea_doubt + k.sea_doubt * sea
        if not number or chance < k.land_daring:
            return
        worth = a.worth[area]
        if stand <= 0.0:
            score = TAKE + k.land_free * min(5.0, worth) * chance - 0.1 * far
        else:
            score = k.land_fight + chance * worth - 0.1 * far - k.land_unit * number
        if score > best.score:
            best.score = score
            best.area, best.zone = area, zone
            best.next = const.NONE if zone == course.start else course.first(zone)
            best.units = number
            best.escort = stand > 0.0 or fear > 0.0
            best.passengers = taken

    def fear(self, g: Board, zone: int, country: int) -> tuple[float, float]:
        """The hits that enemies score and take which could come to an invasion in a zone."""
        found = self.feared.get(zone)
        if found is None:
            found = warship_plans.interceptors(g, zone, country)
            self.feared[zone] = found
        return found

    def job(self, g: Board, ship: int) -> tuple[float, int]:
        """Where an empty convoy is wanted: what it is worth to go there, and the next zone on the way."""
        o = self.o
        zone = g.place[ship]
        course = Course(g, ship, zone, naval_movement.reach(g, ship), 0.1)
        a = self.o.atlas(g, g.serves[ship])
        best, go = 0.0, const.NONE
        if self.demand(g, a, zone) > -0.5:
            return 0.0, const.NONE
        for there in course.zones:
            if there == zone or g.ships[there] & g.war[g.serves[ship]]:
                continue
            wanted = self.demand(g, a, there)
            if wanted > 0.0:
                score = wanted - 0.2 * course.far[there]
                if score > best:
                    best, go = score, course.first(there)
        if o.side != g.side:
            return 0.0, const.NONE
        return best, go

    def demand(self, g: Board, a: assessment.Atlas, zone: int) -> float:
        """How many units wait on the coast of a zone for a convoy to bring them nearer to the enemy."""
        t, o = g.t, self.o
        wanted = 0.0
        for area in t.coast[zone]:
            if o.of(g, area).number and a.friends >> g.control[area] & 1:
                if a.pull[zone] - self.k.coast_miles >= a.pull[area] - 0.02:
                    wanted += max(0, o.of(g, area).number - self.plans.guard(g, area))
        for ship in g.at[zone]:
            if t.unit_kind[ship] == const.CONVOY and (o.mine >> g.serves[ship]) & 1:
                wanted -= 1.0
        return wanted

    # --- the first click

    def begin_score(self, g: Board, ship: int) -> float:
        """What it is worth to sail with a ship first."""
        kind = g.t.unit_kind[ship]
        if kind == const.CONVOY:
            loaded = len(g.aboard(ship)) > 0
            key = (g.place[ship] * g.t.n_countries + g.serves[ship]) * 2 + (g.cond[ship] & const.FLIPPED)
            known = self.starts.get(key, const.NONE)
            if loaded or known == const.NONE:
                known = self.convoy_score(g, ship, loaded)
                if not loaded:
                    self.starts[key] = known
            return known
        if kind == const.TASK_FORCE:
            score, go = warship_plans.hunt(g, (ship,), 0, naval_movement.reach(g, ship), self.k)
            if go == const.NONE:
                score, go = warship_plans.muster(g, self.o.mine, (ship,), 0, naval_movement.reach(g, ship))
            return score if go != const.NONE else NEVER
        score, go = warship_plans.prowl(g, self.o.mine, ship, 0, naval_movement.reach(g, ship), self.k)
        return score if go != const.NONE else NEVER

    def convoy_score(self, g: Board, ship: int, loaded: bool) -> float:
        """What the best voyage of a convoy is worth, or where an empty one is wanted."""
        found = self.voyage(g, ship, (ship,), 0, naval_movement.reach(g, ship))
        if found.score > 0.0:
            return found.score
        if loaded:
            return NEVER
        score, go = self.job(g, ship)
        return 0.3 + 0.05 * min(5.0, score) if go != const.NONE else NEVER

    # --- on the way

    def sail(self, g: Board, step: Sail, choices: list[int]) -> list[float]:
        """What each click is worth for a group on its way."""
        t = g.t
        group = step.ships
        carriers = [s for s in group if t.unit_kind[s] == const.CONVOY]
        if carriers:
            lead = carriers[0]
            for ship in carriers:
                if g.aboard(ship):
                    lead = ship
                    break
            return self.sail_convoys(g, step, lead, choices)
        hunting = False
        if t.unit_kind[group[0]] == const.SUBMARINE:
            _score, go = warship_plans.prowl(g, self.o.mine, group[0], step.moved, step.limit, self.k)
        else:
            _score, go = warship_plans.hunt(g, group, step.moved, step.limit, self.k)
            hunting = go != const.NONE
            if not hunting:
                _score, go = warship_plans.muster(g, self.o.mine, group, step.moved, step.limit)
        out: list[float] = []
        for c in choices:
            if c == STOP:
                out.append(0.5)
            elif c >= g.ids.unit:
                unit = c - g.ids.unit
                joins = hunting and t.unit_kind[unit] == const.TASK_FORCE and fresh(g, step, unit)
                out.append(2.0 if joins else NEVER)
            else:
                out.append(1.0 if c - g.ids.space == go else NEVER)
        return out

    def sail_convoys(self, g: Board, step: Sail, lead: int, choices: list[int]) -> list[float]:
        """Load, join, sail, put ashore: what the best voyage needs next."""
        t = g.t
        group = step.ships
        landing = [s for s in group if g.target[s] != const.NONE]
        plan = self.voyage(g, lead, group, step.moved, step.limit)
        loaded = [u for s in group for u in g.aboard(s) if not g.cond[u] & const.INVADING]
        empty = [
            s
            for s in group
            if t.unit_kind[s] == const.CONVOY and not g.aboard(s) and not g.cond[s] & const.CARRIED
        ]
        go = plan.next
        if plan.score <= 0.0 and not loaded and not landing:
            _score, go = self.job(g, lead) if step.moved == 0 else self.onward(g, step, lead)
        wanted = plan.passengers if plan.score > 0.0 else []
        out: list[float] = []
        for c in choices:
            if c == STOP:
                out.append(0.0)
            elif c >= g.ids.unit:
                unit = c - g.ids.unit
                if t.unit_kind[unit] >= const.FIRST_SHIP:
                    joins = fresh(g, step, unit)
                    out.append(self.joins(g, unit, plan, wanted, empty) if joins else NEVER)
                elif g.carrier[unit] in group:
                    out.append(4.0 if plan.score > 0.0 and plan.next == const.NONE and not wanted else NEVER)
                else:
                    out.append(self.boards(g, unit, wanted))
            else:
                zone = c - g.ids.space
                out.append(1.0 if zone == go and (loaded or plan.score <= 0.0) and not landing else NEVER)
        return out

    def onward(self, g: Board, step: Sail, lead: int) -> tuple[float, int]:
        """An empty convoy goes on to where it is wanted."""
        course = Course(g, lead, g.place[lead], step.limit - step.moved, 0.1)
        a = self.o.atlas(g, g.serves[lead])
        if self.demand(g, a, g.place[lead]) > -0.5:
            return 0.0, const.NONE
        best, go = 0.0, const.NONE
        for there in course.zones:
            if there != course.start and not g.ships[there] & g.war[g.serves[lead]]:
                score = self.demand(g, a, there) - 0.2 * course.far[there]
                if score > best:
                    best, go = score, course.first(there)
        return best, go

    def joins(self, g: Board, ship: int, plan: Voyage, wanted: list[int], empty: list[int]) -> float:
        """Whether another ship should join the group."""
        kind = g.t.unit_kind[ship]
        if plan.score <= 0.0:
            return NEVER
        if kind == const.CONVOY:
            if g.cond[ship] & (const.FLIPPED | const.CARRIED) or g.aboard(ship):
                return NEVER
            return 3.0 if plan.units > 1 and len(wanted) > len(empty) else NEVER
        if kind == const.TASK_FORCE and plan.escort:
            return 2.5
        return NEVER

    def boards(self, g: Board, unit: int, wanted: list[int]) -> float:
        """Whether a unit ashore should go aboard."""
        for other in wanted:
            if other == unit or alike_ashore(g, other, unit):
                return 3.5
        return NEVER


def fresh(g: Board, step: Sail, ship: int) -> bool:
    """Whether a ship joins a group that sets out, and neither has sailed: bots unite before they sail."""
    return step.moved == 0 and not g.cond[ship] & const.MOVED


def barred(g: Board, unit: int, area: int, here: bool) -> bool:
    """Whether a load cannot land in an area, now that it is here or when it comes there."""
    if here:
        return invasion_limits.bar(g, unit, area) != 0
    return g.advanced == 1 and not g.cond[unit] & const.EMBARKED


def too_far(g: Board, unit: int, start: int, far: int) -> bool:
    """Whether a unit aboard or on the coast of a zone could not invade so many zones from there."""
    if not g.advanced:
        return False
    gone = naval_movement.sailed(g, unit)
    if g.carrier[unit] < 0:
        gone = transport.first_zones(g, g.place[unit], start)
    return gone + far > g.t.number["invasion_zones"]


def alike_ashore(g: Board, one: int, other: int) -> bool:
    """Whether two units are of one type, face and place."""
    return (
        g.t.unit_type[one] == g.t.unit_type[other]
        and g.place[one] == g.place[other]
        and (g.cond[one] ^ g.cond[other]) & const.FLIPPED == 0
    )
