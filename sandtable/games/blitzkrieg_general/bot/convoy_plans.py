"""Plans at sea: which convoys carry which units where, and where units land."""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.bot import air_plans, assessment, unit_values, warship_plans
from sandtable.games.blitzkrieg_general.bot.land_plans import MARCH, NEVER, TAKE, LandPlans
from sandtable.games.blitzkrieg_general.bot.sea_routes import SeaRoutes
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.ids import STOP
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.naval import invasion_limits, naval_movement, transport
from sandtable.games.blitzkrieg_general.rules.naval.naval_movement import Sail


class ConvoyPlan:
    """The best voyage of a group with convoys: the zone to go to, and the area there to land in."""

    def __init__(self) -> None:
        self.score = NEVER
        self.area = const.NONE
        self.zone = const.NONE
        self.next = const.NONE  # the zone to go to now; NONE: it is there
        self.units = 0  # how many units should land together
        self.escort = False
        self.passengers: list[int] = []  # the units to take aboard, in this order

    def improve(
        self,
        routes: SeaRoutes,
        score: float,
        area: int,
        zone: int,
        units: int,
        escort: bool,
        passengers: list[int],
    ) -> None:
        """Take over this voyage if it is better."""
        if score > self.score:
            self.score = score
            self.area, self.zone = area, zone
            self.next = const.NONE if zone == routes.start else routes.first_zone(zone)
            self.units = units
            self.escort = escort
            self.passengers = passengers


class NavalPlans:
    """What a side could do at sea now; made for one question."""

    def __init__(self, plans: LandPlans) -> None:
        self.plans = plans
        self.view = plans.view
        self.w = plans.w
        self.feared: dict[int, tuple[float, float]] = {}
        self.starts: dict[int, float] = {}
        self.ashore = -1

    # --- convoys

    def waiting_units(self, g: Board, ship: int, zone: int, bold: bool) -> list[int]:
        """Return the land units that a convoy could load on the coast of a zone, the best to land first.

        Bold: if the target has no defenders, only the last unit of a valuable area stays.
        """
        t, view = g.t, self.view
        rows: list[tuple[float, int]] = []
        for area in t.coast[zone]:
            if not g.fighters[area] & view.mine:
                continue
            stay = self.plans.guard(g, area)
            if bold:
                stay = min(stay, 1 if view.stake(g, area) >= self.w.guard_stake else 0)
            free = view.forces_in(g, area).number - stay
            here: list[tuple[float, int]] = []
            for unit in g.at[area]:
                if (
                    t.unit_kind[unit] < const.HQ
                    and transport.may_board(g, unit)
                    and g.owner(unit) == g.owner(ship)
                ):
                    if g.friend(g.serves[ship], g.serves[unit]):
                        rate = unit_values.steps_left(g, unit) + unit_values.landing(g, unit, area)
                        here.append((rate, unit))
            here.sort(reverse=True)
            rows += here[: max(0, free)]
        rows.sort(reverse=True)
        return [unit for _rate, unit in rows]

    def free_convoys(self, g: Board, zone: int, seat: int, group: tuple[int, ...]) -> list[int]:
        """Return the empty convoys of a zone that are in a group or could join it."""
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

    def convoy_plan(self, g: Board, ship: int, group: tuple[int, ...], moved: int, limit: int) -> ConvoyPlan:
        """Return the best voyage of a convoy, with ships that could join it before it leaves."""
        t = g.t
        zone = g.place[ship]
        loads = [u for s in group for u in g.aboard(s) if not g.cond[u] & const.INVADING]
        best = ConvoyPlan()
        room = 0
        people: list[int] = []
        daring: list[int] = []
        if moved == 0:
            room = len(self.free_convoys(g, zone, g.owner(ship), group))
            if room:
                people = self.waiting_units(g, ship, zone, False)
                daring = self.waiting_units(g, ship, zone, True)
        if not loads and not daring:
            return best
        bold = 0.1
        for other in group:
            if t.unit_kind[other] == const.TASK_FORCE:
                bold += self.w.escort * unit_values.ship_fire(g, other)
        routes = SeaRoutes(g, ship, zone, limit - moved, bold)
        single = naval_movement.single_range(g, ship) - moved
        country = g.serves[(loads if loads else daring)[0]]
        values = self.view.area_values(g, country)
        for there in routes.zones:
            far = routes.distance[there]
            quiet = not g.ships[there] & g.war[country] or (
                g.advanced and not g.forces[there] & g.war[country]
            )
            for area in t.coast[there]:
                bit = 1 << g.control[area]
                if values.friends & bit:
                    if loads or people:
                        self.plan_transport(g, best, routes, values, area, there, loads if loads else people)
                elif (values.war | values.targets) & bit and far <= single and quiet:
                    who = people if self.view.forces_in(g, area).their_number else daring
                    self.plan_invasion(g, best, routes, values, area, there, loads, who, group, moved, room)
        return best

    def free_of_fronts(self, g: Board, start: int) -> bool:
        """Return whether units at a place, or aboard, face no enemy over land."""
        return start >= g.t.n_areas or start not in self.view.front(g)

    def islanders(self, g: Board) -> int:
        """Return the number of friendly land units on islands of the Pacific."""
        if self.ashore < 0:
            self.ashore = 0
            for area in range(g.t.n_areas):
                if g.t.pacific_island[area] and g.fighters[area] & self.view.mine:
                    self.ashore += self.view.forces_in(g, area).number
        return self.ashore

    def plan_transport(
        self,
        g: Board,
        best: ConvoyPlan,
        routes: SeaRoutes,
        values: assessment.AreaValues,
        area: int,
        zone: int,
        sample: list[int],
    ) -> None:
        """Bring units to a friendly area, if that is much nearer to the enemy."""
        start = g.place[sample[0]]
        aboard = g.carrier[sample[0]] >= 0
        gain = values.pull[area] - values.pull[start]
        if values.isles[start] > 0.0 and self.free_of_fronts(g, start):
            nearer = self.w.isle_gain * (values.isles[area] - values.isles[start])
            gain = nearer if self.islanders(g) <= self.w.islanders else max(gain, nearer)
        gain -= self.w.voyage_miles * routes.distance[zone]
        if aboard:
            gain += 6.0  # ashore they are of use again
        elif area == start:
            return
        if gain < self.w.voyage or not entry_limits.room(g, sample[0], area):
            return
        if entry_limits.strangers(g, g.serves[sample[0]], area):
            return
        score = MARCH + 0.4 * min(8.0, gain)
        best.improve(routes, score, area, zone, 1, False, sample if not aboard else [])

    def plan_invasion(
        self,
        g: Board,
        best: ConvoyPlan,
        routes: SeaRoutes,
        values: assessment.AreaValues,
        area: int,
        zone: int,
        loads: list[int],
        people: list[int],
        group: tuple[int, ...],
        moved: int,
        room: int,
    ) -> None:
        """Land on an enemy coast, if there is a good chance to hold it."""
        t, view, w = g.t, self.view, self.w
        far = routes.distance[zone]
        country = g.serves[group[0]]
        if g.advanced and t.forbidden_coast[area]:
            return
        holder = g.control[area]
        if air_plans.is_landing_planned(g, self.plans, area) and not view.forces_in(g, area).their_number:
            return  # it lies open, and others are about to land
        forces = view.forces_in(g, area)
        fire, stand = forces.their_fire, forces.their_stand
        if (values.targets >> holder) & 1:
            more_fire, more_stand = assessment.garrison(g, holder)
            fire += more_fire
            stand += more_stand
        if forces.their_air > 0.0:
            fire += w.their_air * forces.their_air
            stand += 0.5
        if g.advanced and stand > 0.0:
            for other in t.land_near[area]:
                fire += w.shore_fire * view.forces_in(g, other).their_fire
                stand += w.shore_stand * view.forces_in(g, other).their_stand
        mine, body = 0.0, 0.0
        if stand > 0.0:
            for other in t.air_ring[area]:
                if g.air[other] & view.mine and view.forces_in(g, other).air > 0.0:
                    mine += w.own_air * view.forces_in(g, other).air
                    body += 0.3
        number = 0
        taken: list[int] = []
        chance = 0.0
        most = self.plans.attack_limit(g, area)
        for unit in [*loads, *people]:
            if too_far(g, unit, routes.start, far):
                continue
            if g.carrier[unit] < 0:
                if len(taken) >= room:
                    break
            elif cannot_land(g, unit, area, zone == routes.start):
                continue
            if (values.targets >> holder) & 1 == 0 and not (g.war[g.serves[unit]] >> holder) & 1:
                continue
            if t.unit_kind[unit] >= const.HQ or not entry_limits.may_attack_in_china(g, unit, area):
                continue
            if most >= 0 and number >= most:
                break
            mine += unit_values.landing(g, unit, area)
            body += unit_values.steps_left(g, unit)
            number += 1
            if g.carrier[unit] < 0:
                taken.append(unit)
            chance = unit_values.odds(mine, body - (0.5 if g.advanced else 0.0), fire, stand)
            if stand <= 0.0 and g.advanced and body < 1.5:
                chance = w.land_weak
            if chance >= w.landed:
                break
        fear, toughness = self.interceptors(g, zone, country) if g.advanced else (0.0, 0.0)
        if fear > 0.0:
            shield, bulk = warship_plans.escorts(g, routes.start, group, moved)
            sea = unit_values.odds(shield, bulk, fear, toughness) if shield > 0.0 else 0.0
            chance *= 1.0 - w.sea_doubt + w.sea_doubt * sea
        if not number or chance < w.land_daring:
            return
        worth = values.worth[area]
        if stand <= 0.0:
            score = TAKE + w.land_free * min(5.0, worth) * chance - 0.1 * far
        else:
            score = w.land_fight + chance * worth - 0.1 * far - w.land_unit * number
        best.improve(routes, score, area, zone, number, stand > 0.0 or fear > 0.0, taken)

    def interceptors(self, g: Board, zone: int, country: int) -> tuple[float, float]:
        """Return the hits that enemies in reach of an invasion in a zone score and take."""
        found = self.feared.get(zone)
        if found is None:
            found = warship_plans.interceptors(g, zone, country)
            self.feared[zone] = found
        return found

    def where_wanted(self, g: Board, ship: int, reach: int) -> tuple[float, int]:
        """Return the value of going where empty convoys are wanted, and the next zone on the way."""
        values = self.view.area_values(g, g.serves[ship])
        zone = g.place[ship]
        best, go = 0.0, const.NONE
        if self.view.side != g.side or self.demand(g, values, zone) > -0.5:
            return best, go
        routes = SeaRoutes(g, ship, zone, reach, 0.1)
        for there in routes.zones:
            if there != zone and not g.ships[there] & g.war[g.serves[ship]]:
                score = self.demand(g, values, there) - 0.2 * routes.distance[there]
                if score > best:
                    best, go = score, routes.first_zone(there)
        return best, go

    def demand(self, g: Board, values: assessment.AreaValues, zone: int) -> float:
        """Return how many units on the coast of a zone wait for a convoy towards the enemy."""
        t, view = g.t, self.view
        wanted = 0.0
        for area in t.coast[zone]:
            if view.forces_in(g, area).number and values.friends >> g.control[area] & 1:
                if values.pull[zone] - self.w.coast_miles >= values.pull[area] - 0.02:
                    wanted += max(0, view.forces_in(g, area).number - self.plans.guard(g, area))
        for ship in g.at[zone]:
            if t.unit_kind[ship] == const.CONVOY and (view.mine >> g.serves[ship]) & 1:
                wanted -= 1.0
        return wanted

    # --- the first click

    def begin_score(self, g: Board, ship: int) -> float:
        """Return the value of sailing with a ship first."""
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
            score, go = warship_plans.hunting_plan(g, (ship,), 0, naval_movement.reach(g, ship), self.w)
            if go == const.NONE:
                score, go = warship_plans.escort_plan(
                    g, self.view.mine, (ship,), 0, naval_movement.reach(g, ship)
                )
            return score if go != const.NONE else NEVER
        score, go = warship_plans.submarine_plan(
            g, self.view.mine, ship, 0, naval_movement.reach(g, ship), self.w
        )
        return score if go != const.NONE else NEVER

    def convoy_score(self, g: Board, ship: int, loaded: bool) -> float:
        """Return the value of a convoy's best voyage, or of going empty to where it is wanted."""
        found = self.convoy_plan(g, ship, (ship,), 0, naval_movement.reach(g, ship))
        if found.score > 0.0:
            return found.score
        if loaded:
            return NEVER
        score, go = self.where_wanted(g, ship, naval_movement.reach(g, ship))
        return 0.3 + 0.05 * min(5.0, score) if go != const.NONE else NEVER

    # --- on the way

    def rate_sail(self, g: Board, step: Sail, choices: list[int]) -> list[float]:
        """Rate the clicks for a group on its way."""
        t = g.t
        group = step.ships
        carriers = [s for s in group if t.unit_kind[s] == const.CONVOY]
        if carriers:
            lead = carriers[0]
            for ship in carriers:
                if g.aboard(ship):
                    lead = ship
                    break
            return self.rate_convoy_sail(g, step, lead, choices)
        hunting = False
        if t.unit_kind[group[0]] == const.SUBMARINE:
            _score, go = warship_plans.submarine_plan(
                g, self.view.mine, group[0], step.moved, step.limit, self.w
            )
        else:
            _score, go = warship_plans.hunting_plan(g, group, step.moved, step.limit, self.w)
            hunting = go != const.NONE
            if not hunting:
                _score, go = warship_plans.escort_plan(g, self.view.mine, group, step.moved, step.limit)
        out: list[float] = []
        for c in choices:
            if c == STOP:
                out.append(0.5)
            elif c >= g.ids.unit:
                unit = c - g.ids.unit
                joins = hunting and t.unit_kind[unit] == const.TASK_FORCE and can_join(g, step, unit)
                out.append(2.0 if joins else NEVER)
            else:
                out.append(1.0 if c - g.ids.space == go else NEVER)
        return out

    def rate_convoy_sail(self, g: Board, step: Sail, lead: int, choices: list[int]) -> list[float]:
        """Rate loading, joining, sailing and landing: the next step of the best voyage."""
        t = g.t
        group = step.ships
        landing = [s for s in group if g.target[s] != const.NONE]
        plan = self.convoy_plan(g, lead, group, step.moved, step.limit)
        loaded = [u for s in group for u in g.aboard(s) if not g.cond[u] & const.INVADING]
        empty = [
            s
            for s in group
            if t.unit_kind[s] == const.CONVOY and not g.aboard(s) and not g.cond[s] & const.CARRIED
        ]
        go = plan.next
        if plan.score <= 0.0 and not loaded and not landing:
            reach = naval_movement.reach(g, lead) if step.moved == 0 else step.limit - step.moved
            _score, go = self.where_wanted(g, lead, reach)
        wanted = plan.passengers if plan.score > 0.0 else []
        out: list[float] = []
        for c in choices:
            if c == STOP:
                out.append(0.0)
            elif c >= g.ids.unit:
                unit = c - g.ids.unit
                if t.unit_kind[unit] >= const.FIRST_SHIP:
                    joins = can_join(g, step, unit)
                    out.append(self.join_value(g, unit, plan, wanted, empty) if joins else NEVER)
                elif g.carrier[unit] in group:
                    out.append(4.0 if plan.score > 0.0 and plan.next == const.NONE and not wanted else NEVER)
                else:
                    out.append(self.boarding_value(g, unit, wanted))
            else:
                zone = c - g.ids.space
                out.append(1.0 if zone == go and (loaded or plan.score <= 0.0) and not landing else NEVER)
        return out

    def join_value(self, g: Board, ship: int, plan: ConvoyPlan, wanted: list[int], empty: list[int]) -> float:
        """Rate another ship as a member of the group."""
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

    def boarding_value(self, g: Board, unit: int, wanted: list[int]) -> float:
        """Rate a unit ashore as a passenger."""
        for other in wanted:
            if other == unit or is_identical_ashore(g, other, unit):
                return 3.5
        return NEVER


def can_join(g: Board, step: Sail, ship: int) -> bool:
    """Return whether a ship may join a group that sets out, since bots unite before they sail."""
    return step.moved == 0 and not g.cond[ship] & const.MOVED


def cannot_land(g: Board, unit: int, area: int, here: bool) -> bool:
    """Return whether a load cannot land in an area, now that it is here or when it comes there."""
    if here:
        return invasion_limits.obstacle(g, unit, area) != 0
    return g.advanced == 1 and not g.cond[unit] & const.EMBARKED


def too_far(g: Board, unit: int, start: int, far: int) -> bool:
    """Return whether a unit aboard or on the coast of a zone could not invade `far` zones from there."""
    if not g.advanced:
        return False
    gone = naval_movement.sailed(g, unit)
    if g.carrier[unit] < 0:
        gone = transport.first_zones(g, g.place[unit], start)
    return gone + far > g.t.number["invasion_zones"]


def is_identical_ashore(g: Board, one: int, other: int) -> bool:
    """Return whether two units are of one type, face and place."""
    return (
        g.t.unit_type[one] == g.t.unit_type[other]
        and g.place[one] == g.place[other]
        and (g.cond[one] ^ g.cond[other]) & const.FLIPPED == 0
    )
