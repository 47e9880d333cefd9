"""The doctrine: what a position is worth to a seat, and which choices look best.

One function rates each kind of decision; the step on top of the agenda selects it. The doctrine uses only
open information and the hand of its seat, and remembers nothing from one choice to the next.
"""

from __future__ import annotations

from sandtable.engine.choice import DONE, PASS
from sandtable.games.blitzkrieg_general.bot import (
    air_plans,
    assessment,
    combat_choices,
    placement,
    spending,
    unit_values,
)
from sandtable.games.blitzkrieg_general.bot.assessment import Assessment
from sandtable.games.blitzkrieg_general.bot.convoy_plans import NavalPlans
from sandtable.games.blitzkrieg_general.bot.land_plans import HELP, NEVER, LandPlans
from sandtable.games.blitzkrieg_general.bot.weights import BASE, LEARNED, Weights
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.ids import BOMB, DECLARE, FIGHT, NO, STOP, V_WEAPON, YES
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import free_setup, initiative
from sandtable.games.blitzkrieg_general.rules.cards import (
    card_choices,
    card_phase,
    card_windows,
    coup_surrender,
    espionage,
)
from sandtable.games.blitzkrieg_general.rules.combat import (
    combat_phase,
    combat_segments,
    losses,
    raid_interception,
    reaction,
    reserves,
    retreats,
)
from sandtable.games.blitzkrieg_general.rules.economy import (
    economy,
    lend_lease,
    production,
    reinforcements,
    research,
)
from sandtable.games.blitzkrieg_general.rules.movement import (
    air_bases,
    air_missions,
    exploitation,
    land_movement,
    movement_phase,
    para_drops,
    rail,
    rebase,
    relocation,
)
from sandtable.games.blitzkrieg_general.rules.naval import (
    invasion,
    naval_movement,
    naval_phase,
    naval_search,
    search_rolls,
    transport,
)
from sandtable.games.blitzkrieg_general.rules.politics import control, minors, side_surrender, us_entry


def value(g: Board, seat: int) -> float:
    """Return an estimate of a seat's result, 0 to 1: how near its side is to victory, and the other side."""
    if g.result is not None:
        return g.result.scores[seat]
    sides = {g.major_side[major] for major in range(g.t.n_majors) if g.seat_of[major] == seat}
    if len(sides) != 1:
        return 0.5
    side = sides.pop()
    return min(0.98, max(0.02, 0.5 + (progress(g, side) - progress(g, 1 - side)) / 2))


def progress(g: Board, side: int) -> float:
    """Return how near a side is to victory: by points, and by the majors it has conquered."""
    points = economy.points_of(g, side) / g.t.victory_points[side]
    fallen = len([m for m in g.majors(1 - side) if g.fallen(m)])
    return min(1.0, 0.7 * points + 0.3 * fallen / g.t.victory_conquests[side])


def side_of_seat(g: Board, seat: int) -> int:
    """Return the side a seat plays now; a seat with both sides plays the phasing one."""
    for major in range(g.t.n_majors):
        if g.seat_of[major] == seat and g.major_side[major] == g.side:
            return g.side
    return 1 - g.side


def preferences(g: Board, seat: int, choices: list[int]) -> list[float]:
    """Rate the choices with the base weights; higher is better."""
    return rate(g, seat, choices, BASE)


def prior(g: Board, seat: int, choices: list[int]) -> list[float]:
    """Rate the choices with the learned weights."""
    return rate(g, seat, choices, LEARNED)


def rate(g: Board, seat: int, choices: list[int], weights: list[Weights]) -> list[float]:
    """Rate the choices with these weights."""
    if len(choices) == 1:
        return [0.0]
    step = g.agenda[-1]
    w = weights[g.side]  # of the phasing side
    if isinstance(step, movement_phase.Move):
        return rate_moves(g, choices, w)
    if isinstance(step, land_movement.March):
        return rate_march(g, step, choices, w)
    if isinstance(step, air_missions.Fly):
        return rate_flight(g, step, choices, w)
    if isinstance(step, exploitation.Exploit):
        return rate_moves(g, choices, w)
    if isinstance(step, naval_movement.Sail):
        return NavalPlans(LandPlans(g, Assessment(g, g.side, w))).rate_sail(g, step, choices)
    if isinstance(step, naval_phase.NavalMove):
        naval = NavalPlans(LandPlans(g, Assessment(g, g.side, w)))
        return [0.0 if c == DONE else naval.begin_score(g, c - g.ids.unit) for c in choices]
    if isinstance(step, losses.Losses):
        return combat_choices.rate_losses(g, choices, weights)
    if isinstance(step, retreats.Resolve):
        return combat_choices.rate_resolve(g, step.party, choices, weights)
    if isinstance(step, retreats.SplitRetreat):
        side = side_of_units(g, seat)
        return combat_choices.rate_retreats(g, Assessment(g, side, weights[side]), choices)
    if isinstance(step, production.Building):
        return spending.rate_building(g, step.major, choices, weights[g.major_side[step.major]])
    if isinstance(step, card_windows.CardWindow):
        return [0.0 if c == PASS else spending.play_value(g, c - g.ids.card) for c in choices]
    return rate_other_steps(g, seat, choices, weights)


def side_of_unit(g: Board, seat: int, unit: int) -> int:
    """Return the side of a unit, or for a unit without a side that of the seat that runs it."""
    side = g.side_of_unit(unit)
    return side if side < const.NEUTRAL else side_of_seat(g, seat)


def side_of_units(g: Board, seat: int) -> int:
    """Return the side that retreats."""
    fight = g.fight
    if fight is not None and fight.leaving:
        return side_of_unit(g, seat, fight.leaving[0])
    return side_of_seat(g, seat)


def rate_other_steps(g: Board, seat: int, choices: list[int], weights: list[Weights]) -> list[float]:
    """Rate decisions of transport, reaction, combat at sea and placement."""
    step = g.agenda[-1]
    w = weights[g.side]  # of the phasing side
    if isinstance(step, land_movement.Declare):
        return rate_declaration(g, step, choices, w)
    if isinstance(step, transport.Ashore):
        return rate_going_ashore(g, step, choices, w)
    if isinstance(step, movement_phase.Support):
        return rate_support(g, step, choices, w)
    if isinstance(step, air_missions.Mission):
        return [1.0 if c == FIGHT else 0.5 if c == BOMB else 0.0 for c in choices]
    if isinstance(step, combat_segments.Segments):
        return combat_choices.rate_segments(g, step.party, choices)
    if isinstance(step, combat_phase.Combats):
        return combat_choices.rate_order(g, choices, w)
    if isinstance(step, reinforcements.Place):
        side = side_of_unit(g, seat, step.unit)
        view = Assessment(g, side, weights[side])
        return [placement.placement_value(g, view, step.unit, c) for c in choices]
    if isinstance(step, air_bases.Return):
        side = side_of_unit(g, seat, step.unit)
        plans = LandPlans(g, Assessment(g, side, weights[side]))
        return [air_plans.base_value(g, plans, step.unit, c - g.ids.space) for c in choices]
    if isinstance(step, naval_search.Encounter):
        side = step.searching(g)
        return combat_choices.rate_encounter(g, step, side, choices, weights[side])
    if isinstance(step, naval_search.Passing):
        return combat_choices.rate_passing(g, step, 1 - g.side, choices)
    if isinstance(step, raid_interception.Interception):
        return [0.0 if c == DONE else 1.0 for c in choices]
    if isinstance(step, reaction.JoinCombatStep):
        return rate_reactions(g, step, choices, weights[1 - g.side])
    if isinstance(step, (reaction.ReactionSpace, reserves.ReserveTo)):
        view = Assessment(g, 1 - g.side, weights[1 - g.side])
        return [combat_choices.reinforcement_value(g, view, step.unit, c - g.ids.space) for c in choices]
    if isinstance(step, reserves.Reserves):
        view = Assessment(g, 1 - g.side, weights[1 - g.side])
        goals = [[] if c == DONE else step.destinations(g, c - g.ids.unit) for c in choices]
        return [
            -1.0 if c != DONE and g.is_hq(c - g.ids.unit) else score
            for c, score in zip(choices, combat_choices.rate_helpers(g, view, choices, goals), strict=True)
        ]
    if isinstance(step, rail.Rail):
        return placement.rate_rail(g, choices, Assessment(g, g.side, w))
    if isinstance(step, rail.RailTo):
        plans = LandPlans(g, Assessment(g, g.side, w))
        return [
            NEVER if c == NO else placement.station_value(g, plans, step.unit, c - g.ids.space)
            for c in choices
        ]
    if isinstance(step, rebase.Rebase):
        plans = LandPlans(g, Assessment(g, g.side, w))
        return [0.0 if c == DONE else placement.rebase_value(g, plans, c - g.ids.unit) for c in choices]
    if isinstance(step, rebase.RebaseTo):
        plans = LandPlans(g, Assessment(g, g.side, w))
        here = g.place[step.unit]
        return [placement.base_gain(g, plans, step.unit, here, c - g.ids.space) for c in choices]
    return rate_card_steps(g, choices, weights)


def rate_card_steps(g: Board, choices: list[int], weights: list[Weights]) -> list[float]:
    """Rate decisions of cards, research, politics and all other steps."""
    step = g.agenda[-1]
    if isinstance(step, research.Research):
        major = step.major(g)
        yes = spending.research_value(g, major, step.buying(g), weights[g.major_side[major]])
        return [0.0 if c == DONE else yes for c in choices]
    if isinstance(step, research.ResearchAchievement):
        return [spending.achievement_value(c - g.ids.research) for c in choices]
    if isinstance(step, card_phase.Decisions):
        major = step.major(g)
        return spending.rate_decision(g, major, card_phase.drawn_card(g, major), choices, weights[step.side])
    if isinstance(step, card_phase.Purchases):
        return spending.rate_purchase(g, step.major(g), choices, weights[step.side])
    if isinstance(step, card_phase.Forced):
        return [0.0 if c == PASS else 1.0 for c in choices]
    if isinstance(step, (card_windows.Counter, coup_surrender.Yield)):
        return [
            0.0 if c == PASS else 1.0 if isinstance(step, card_windows.Counter) else -1.0 for c in choices
        ]
    if isinstance(step, us_entry.UsEntry):
        return [1.0 if c == DECLARE else 0.0 for c in choices]
    if isinstance(step, lend_lease.LendLease):
        w = weights[g.major_side[g.t.usa]]
        return [
            0.0 if c < g.ids.country else spending.lend_lease_value(g, c - g.ids.country, w) for c in choices
        ]
    if isinstance(step, card_choices.Choose):
        return rate_card_targets(g, step, choices)
    if isinstance(step, (transport.Lend, control.Keep)):
        return [1.0 if c == YES else 0.0 for c in choices]
    if isinstance(step, control.Controller):
        return [-0.01 * economy.production(g, c - g.ids.country) for c in choices]
    if isinstance(step, (invasion.NavalReaction, invasion.ReactionTarget)):
        return rate_interception(g, choices, weights[1 - g.side])
    if isinstance(step, (invasion.CoastalHit, invasion.PinShips)):
        return [-unit_values.loss(g, c - g.ids.unit, weights[g.side]) for c in choices]
    if isinstance(step, search_rolls.AirHelp):
        return [0.0 if c == DONE else 1.0 for c in choices]
    if isinstance(step, (espionage.Redeploy, free_setup.FreeSetUp, para_drops.Drop)):
        return [1.0 if c in (DONE, PASS) else 0.0 for c in choices]
    if isinstance(step, (espionage.Shift, relocation.Relocate, minors.PlaceShip, free_setup.Rearrange)):
        return [0.0] * len(choices)
    if isinstance(step, side_surrender.Capitulation):
        return [1.0 if c == NO else 0.0 for c in choices]
    if isinstance(step, initiative.Initiative):
        return [1.0 if c == YES else 0.0 for c in choices]
    return [0.0 if c in (DONE, PASS, NO) else 0.5 for c in choices]


# --- movement


def rate_moves(g: Board, choices: list[int], w: Weights) -> list[float]:
    """Rate units to move: land units, then ships, then aircraft and support; only one group is weighed."""
    plans = LandPlans(g, Assessment(g, g.side, w))
    naval = NavalPlans(plans)
    for group in (0, 1, 2):
        out: list[float] = []
        best = 0.0
        for c in choices:
            score = NEVER
            if c == DONE:
                score = 0.0
            elif c == V_WEAPON:
                score = HELP if group == 2 else NEVER
            elif group_of(g, c - g.ids.unit) == group:
                score = move_value(g, plans, naval, c - g.ids.unit)
            best = max(best, score)
            out.append(score)
        if best > 0.0:
            return out
    return out


def group_of(g: Board, unit: int) -> int:
    """Return when a counter moves: land units, ships, aircraft; with these task forces that do not sail."""
    kind = g.t.unit_kind[unit]
    if kind <= const.LAST_LAND:
        return 0
    if kind == const.AIRCRAFT or (kind == const.TASK_FORCE and g.advanced and g.phase == const.MOVE):
        return 2
    return 1


def move_value(g: Board, plans: LandPlans, naval: NavalPlans, unit: int) -> float:
    """Return the value of moving a counter now."""
    kind = g.t.unit_kind[unit]
    if kind <= const.LAST_LAND:
        return plans.march_score(g, unit)
    if kind == const.AIRCRAFT:
        return air_plans.flight_value(g, plans, unit)
    if kind == const.TASK_FORCE:
        best = NEVER
        for area in g.t.coast[g.place[unit]]:
            best = max(best, air_plans.mission_value(g, plans, unit, area))
        if best > NEVER or g.advanced:
            return best
    return naval.begin_score(g, unit)


def rate_march(g: Board, step: land_movement.March, choices: list[int], w: Weights) -> list[float]:
    """Rate neighbouring areas, and stopping here."""
    plans = LandPlans(g, Assessment(g, g.side, w))
    here = g.place[step.unit]
    out: list[float] = []
    for c in choices:
        if c == STOP:
            out.append(0.0)
        else:
            score = plans.step_score(g, step.unit, here, c - g.ids.space, step.used)
            if not step.used and g.t.unit_kind[step.unit] == const.ARMOR:
                score = max(score, plans.beyond(g, step.unit, here, c - g.ids.space))
            out.append(score)
    return out


def rate_declaration(g: Board, step: land_movement.Declare, choices: list[int], w: Weights) -> list[float]:
    """Rate a declaration of war: yes for the neutral targets."""
    values = assessment.area_values(g, g.serves[step.unit], w)
    yes = (values.targets >> step.on(g)) & 1 != 0
    return [1.0 if (c == YES) == yes else 0.0 for c in choices]


def rate_flight(g: Board, step: air_missions.Fly, choices: list[int], w: Weights) -> list[float]:
    """Rate flights: support where it is needed most, then a better base, then bombs."""
    plans = LandPlans(g, Assessment(g, g.side, w))
    out: list[float] = []
    here = g.place[step.unit]
    for c in choices:
        space = c - g.ids.space
        if space >= g.t.n_areas:
            out.append(-3.0)
            continue
        if g.friendly(g.serves[step.unit], space):
            score = air_plans.move_gain(g, plans, step.unit, here, space)
            out.append(score if score > NEVER else -1.0)
            continue
        score = air_plans.mission_value(g, plans, step.unit, space)
        if score <= NEVER:
            score = -2.0 - g.fighters[space].bit_count()
        out.append(score)
    return out


def rate_support(g: Board, step: movement_phase.Support, choices: list[int], w: Weights) -> list[float]:
    """Rate combats on the coast for the support of a task force."""
    plans = LandPlans(g, Assessment(g, g.side, w))
    out: list[float] = []
    for c in choices:
        space = c - g.ids.space
        out.append(0.0 if space >= g.t.n_areas else air_plans.mission_value(g, plans, step.ship, space))
    return out


def rate_going_ashore(g: Board, step: transport.Ashore, choices: list[int], w: Weights) -> list[float]:
    """Rate areas to land in: first the one that the unit was brought here for."""
    naval = NavalPlans(LandPlans(g, Assessment(g, g.side, w)))
    ship = g.carrier[step.unit]
    below = g.agenda[-2]
    group = below.ships if isinstance(below, naval_movement.Sail) else (ship,)
    moved = below.moved if isinstance(below, naval_movement.Sail) else 0
    plan = naval.convoy_plan(g, ship, group, moved, moved)
    values = assessment.area_values(g, g.serves[step.unit], w)
    out: list[float] = []
    for c in choices:
        area = c - g.ids.space
        if area == plan.area:
            out.append(100.0)
        elif g.friendly(g.serves[step.unit], area):
            out.append(values.pull[area])
        elif (values.war >> g.control[area]) & 1:
            out.append(-50.0 - naval.view.forces_in(g, area).their_stand)
        else:
            out.append(-90.0)
    return out


# --- reactions


def rate_reactions(g: Board, step: reaction.JoinCombatStep, choices: list[int], w: Weights) -> list[float]:
    """Rate units that could come to the defence."""
    view = Assessment(g, 1 - g.side, w)
    goals = [[] if c == DONE else step.goals(g, c - g.ids.unit) for c in choices]
    return combat_choices.rate_helpers(g, view, choices, goals)


def rate_interception(g: Board, choices: list[int], w: Weights) -> list[float]:
    """Rate task forces against an invasion fleet: yes if they are not much weaker."""
    out: list[float] = []
    mine = g.allies if g.side == 0 else g.axis
    theirs = g.axis if g.side == 0 else g.allies
    for c in choices:
        if c == DONE:
            out.append(0.0)
            continue
        if c < g.ids.unit:
            out.append(1.0)
            continue
        unit = c - g.ids.unit
        if g.t.unit_kind[unit] != const.TASK_FORCE:
            out.append(-1.0)
            continue
        best = -1.0
        for zone in invasion.invasion_zones(g):
            if not invasion.may_react(g, unit, zone):
                continue
            fire, stand = combat_choices.sea_strength(g, zone, mine)
            if g.place[unit] != zone:
                fire += unit_values.ship_fire(g, unit)
                stand += unit_values.steps_left(g, unit)
            their_fire, their_stand = combat_choices.sea_strength(g, zone, theirs)
            best = max(best, unit_values.odds(fire, stand, their_fire, their_stand) - w.intercept)
        out.append(best)
    return out


# --- cards


def rate_card_targets(g: Board, step: card_choices.Choose, choices: list[int]) -> list[float]:
    """Rate the targets of a card."""
    if isinstance(step, card_choices.Disband):
        return [1.0 if c == DONE else 0.0 for c in choices]
    if isinstance(step, card_choices.Elite):
        return [unit_values.printed_fire(g, c - g.ids.unit) for c in choices]
    if isinstance(step, card_choices.Partisans):
        return [float(g.t.prod_left[c - g.ids.space]) for c in choices]
    if isinstance(step, (card_choices.Activate, card_choices.DeclareOn)):
        return [float(sum([g.t.prod_left[a] for a in g.t.home_of[c - g.ids.country]])) for c in choices]
    return [0.0] * len(choices)
