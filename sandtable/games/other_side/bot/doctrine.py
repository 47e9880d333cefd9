"""The game's doctrine: a rating of all choices.

Armies go where they hold most (`assessment`), cards are rated by the value of their effects (`card_values`)
and attacks by their chance. The doctrine uses open information only.
"""

from __future__ import annotations

from sandtable.engine.choice import DONE, PASS
from sandtable.games.other_side.bot.assessment import Assessment, power_of, strength, threats, win_chance
from sandtable.games.other_side.bot.card_values import card_worth, effect_worth, production_plan
from sandtable.games.other_side.bot.value import late
from sandtable.games.other_side.bot.weights import BASE, LEARNED, Weights
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components.ids import (
    HOME,
    KEEP,
    MARKER,
    NO,
    OPTION,
    REDUCTION,
    RETREAT,
    WARFARE,
    YES,
)
from sandtable.games.other_side.components.state import AVAILABLE, IN_COMMAND, TRANSIT, Board
from sandtable.games.other_side.rules.cards.directives import Directives
from sandtable.games.other_side.rules.cards.effects import Resolve
from sandtable.games.other_side.rules.combat import amphibious_combat, leading_general
from sandtable.games.other_side.rules.combat.combat_results import SecondAdvance, TakeHits
from sandtable.games.other_side.rules.combat.leading_general import AttackFrom, LeadingGeneral, StayOut, works
from sandtable.games.other_side.rules.combat.losses import DisplacedHead, Withdraw
from sandtable.games.other_side.rules.combat.special_effects import Cancel
from sandtable.games.other_side.rules.generals import command_positions
from sandtable.games.other_side.rules.generals.appointment import Appointment
from sandtable.games.other_side.rules.generals.command import Replace, SingleArmyHead, Vacancies
from sandtable.games.other_side.rules.generals.draft import Draft, Enter
from sandtable.games.other_side.rules.generals.nomination import Nomination
from sandtable.games.other_side.rules.movement.air_movement import AirMovement
from sandtable.games.other_side.rules.movement.movement import Operational, StrategicMovement
from sandtable.games.other_side.rules.offensives import Combats, PlacePawns
from sandtable.games.other_side.rules.planning import Planning
from sandtable.games.other_side.rules.politics.countries import Garrison
from sandtable.games.other_side.rules.production.economy import BombingLoss, ProductionTable
from sandtable.games.other_side.rules.production.replacements import SatelliteArmy, Wehrmacht
from sandtable.games.other_side.rules.production.strategic_warfare import Split


def preferences(g: Board, seat: int, choices: list[int]) -> list[float]:
    """Rate the choices: higher is better."""
    return rate(g, seat, choices, BASE[0])


def prior(g: Board, seat: int, choices: list[int]) -> list[float]:
    """Rate the choices with the weights learned from play."""
    return rate(g, seat, choices, LEARNED[0])


def rate(g: Board, seat: int, choices: list[int], w: Weights) -> list[float]:
    """Rate the choices with these weights."""
    step = g.agenda[-1]
    if isinstance(step, Operational):
        return _operational(g, step, choices, w)
    if isinstance(step, StrategicMovement):
        return _strategic(g, step, choices, w)
    if isinstance(step, AirMovement):
        return _air(g, step, choices, w)
    if isinstance(step, Replace):
        return _relief(g, step, choices, w)
    if isinstance(step, Vacancies):
        return _vacancies(g, choices, w)
    if isinstance(step, (Wehrmacht, SatelliteArmy, Withdraw, Garrison)):
        return _placing(g, step, choices, w)
    if isinstance(step, ProductionTable):
        return _table(g, choices, w)
    if isinstance(step, (Directives, Planning)):
        done = w.plan_at if isinstance(step, Planning) else w.play_at
        return [done if choice == DONE else card_worth(g, choice - g.ids.directive, w) for choice in choices]
    if isinstance(step, PlacePawns):
        return _pawns(g, step, choices, w)
    if isinstance(step, Combats):
        return _order(g, step, choices, w)
    if isinstance(step, (AttackFrom, StayOut)):
        return _attackers(g, step, choices, w)
    if isinstance(step, (LeadingGeneral, Appointment, Draft, Enter)):
        return [_general(g, step, choice, w) for choice in choices]
    if isinstance(step, TakeHits):
        return _hits(g, choices, w)
    if isinstance(step, SecondAdvance):
        return _second(g, choices, w)
    return [_other(g, step, choice, w) for choice in choices]


# --- Armies


def _operational(g: Board, step: Operational, choices: list[int], w: Weights) -> list[float]:
    view = Assessment(g, w)
    if step.unit != const.NONE:
        power = power_of(g, step.unit, w)
        return [view.gain(g, choice - g.ids.space, power, 1) for choice in choices]
    found: list[float] = []
    for choice in choices:
        if choice == DONE:
            found.append(w.worth_a_move)
            continue
        unit = choice - g.ids.unit
        area, power = g.place[unit], power_of(g, unit, w)
        loss = view.gain(g, area, -power, -1)
        found.append(loss + _best(g, view, step, unit, power))
    return found


def _best(g: Board, view: Assessment, step: Operational, unit: int, power: float) -> float:
    """Return the value of an Army's best destination."""
    best = -9.0
    taken = Operational(step.front, step.left, step.closed, unit)
    for area in taken.ways(g):
        best = max(best, view.gain(g, area, power, 1))
    return best


def _strategic(g: Board, step: StrategicMovement, choices: list[int], w: Weights) -> list[float]:
    view = Assessment(g, w)
    if step.unit != const.NONE:
        power = power_of(g, step.unit, w)
        return [view.gain(g, choice - g.ids.space, power, 1) for choice in choices]
    found: list[float] = []
    spent = step.actions(g)
    room = [area for area in range(g.t.n_areas) if _open(g, area)]
    known: dict[float, float] = {}  # the value of the best Area by strength
    for choice in choices:
        if choice == DONE:
            found.append(w.worth_a_move)
            continue
        unit = choice - g.ids.unit
        power = power_of(g, unit, w)
        area = g.place[unit]
        if power not in known:
            known[power] = max([view.gain(g, other, power, 1) for other in room], default=0.0)
        best = known[power]
        if area == TRANSIT:
            found.append(best + w.arrive)
        elif spent < 2 or (g.t.unit_kind[unit] >= const.SATELLITES and g.t.front[area] == const.EAST_FRONT):
            found.append(-1.0)  # it would wait in the space until the next Phase
        else:
            found.append(view.gain(g, area, -power, -1) + best - w.depart)
    return found


def _open(g: Board, area: int) -> bool:
    return g.axis[area] > 0 and g.room(area) > 0


def _placing(g: Board, step: object, choices: list[int], w: Weights) -> list[float]:
    view = Assessment(g, w)
    ids = g.ids
    found: list[float] = []
    for choice in choices:
        if choice < ids.unit:
            area = choice - ids.space
            unit = step.unit if isinstance(step, Withdraw) else const.NONE
            power = power_of(g, unit, w) if unit != const.NONE else w.new_army
            found.append(view.gain(g, area, power, 1))
            continue
        unit = choice - ids.unit
        area, power = g.place[unit], power_of(g, unit, w)
        if isinstance(step, Wehrmacht):
            kind = g.t.unit_kind[unit]
            better = (
                w.raise_reduced
                if kind == const.REDUCED
                else w.raise_regular
                if kind == const.REGULAR
                else 0.0
            )
            found.append(view.gain(g, area, better, 0) + (w.raise_any if kind != const.PANZER else 0.0))
        elif isinstance(step, Garrison):
            found.append(view.gain(g, area, -power, -1))
        else:
            found.append(power)
    return found


# --- economy


def _table(g: Board, choices: list[int], w: Weights) -> list[float]:
    plan = production_plan(g, w)
    found: list[float] = []
    for choice in choices:
        if choice == DONE:
            found.append(0.5)
            continue
        row, box = divmod(choice - g.ids.row, 4)
        if box != plan[row] or box == g.production[row]:
            found.append(-1.0)
        else:
            found.append(1.0 if box < g.production[row] else 0.8)  # first the markers that go down
    return found


# --- attacks


def _pawns(g: Board, step: PlacePawns, choices: list[int], w: Weights) -> list[float]:
    d = g.t.directives[step.card]
    placed = any(step.placed(g))
    wanted = [area for area, sector in d.objective_sectors if not g.axis_sector(area, sector)]
    _, over_sea = step.targets(g)
    found: list[float] = []
    for choice in choices:
        if choice == DONE:
            found.append(w.pawn_done if placed else -w.pawn_none)
            continue
        space = choice - g.ids.space
        sea = over_sea >> space & 1 == 1
        if not (amphibious_combat.sources(g, space) if sea else leading_general.sources(g, space)):
            found.append(0.0)  # a pawn for which no Army can fight only saves the card
            continue
        chance = win_chance(g, space, w)
        if space in wanted or space in d.objective_bases:
            chance += w.pawn_wanted
        found.append(chance)
    return found


def _order(g: Board, step: Combats, choices: list[int], w: Weights) -> list[float]:
    """Rate the next Combat: the Axis begins with its likeliest, the Allies where the Axis stands best."""
    if step.faction == 0:
        return [win_chance(g, choice - g.ids.space, w) for choice in choices]
    if w.weak_first == w.strong_first:
        return [0.0] * len(choices)
    sign = w.strong_first - w.weak_first
    return [sign * strength(g, choice - g.ids.space, w) for choice in choices]


def _attackers(g: Board, step: object, choices: list[int], w: Weights) -> list[float]:
    if isinstance(step, StayOut):
        return [-power_of(g, choice - g.ids.unit, w) for choice in choices]
    return [strength(g, choice - g.ids.space, w) for choice in choices]


def _general(g: Board, step: object, choice: int, w: Weights) -> float:
    general = choice - g.ids.general
    if choice == PASS and isinstance(step, Nomination) and step.nominees:
        # The last nominee is good enough unless a better General can be named.
        return _general(g, step, g.ids.general + step.nominees[-1], w)
    if choice in (PASS, DONE):
        return 0.5
    if not 0 <= general < g.t.n_generals:
        return 0.0
    card = g.t.generals[general]
    dissident = 5.0 if g.dissident >> general & 1 else 0.0
    if isinstance(step, LeadingGeneral):
        rated = (w.lead_works if works(g, general) else 0.0) + 1.0 - w.lead_seniority * card.seniority
        return rated + w.lead_confidence * card.confidence + w.lead_dissident * dissident
    if isinstance(step, Appointment):
        busy = w.head_busy if g.where[general] == IN_COMMAND else 0.0
        rated = 2.0 + w.head_confidence * card.confidence - busy - w.head_rules * len(card.effects)
        return rated + w.head_works * len(card.effects) - w.head_dissident * dissident
    if AVAILABLE <= g.where[general] <= IN_COMMAND:
        return 0.0  # no General is discarded for a new one
    return 1.0 + w.enter_confidence * card.confidence + w.enter_rules * len(card.effects)


def _relief(g: Board, step: Replace, choices: list[int], w: Weights) -> list[float]:
    """Rate whether a General replaces a junior one, and whom."""
    found: list[float] = []
    for choice in choices:
        if choice == PASS:
            found.append(0.05)
        elif step.general != const.NONE:
            found.append(_relieved(g, step.general, command_positions.post_of(g, choice), w))
        else:
            general = choice - g.ids.general
            best = 0.0
            if w.relieve > 0.0 or w.relieve_confidence > 0.0:
                for post in step.places(g, general):
                    best = max(best, _relieved(g, general, post, w))
            found.append(best)
    return found


def _relieved(g: Board, general: int, post: int, w: Weights) -> float:
    """Return the gain if the General takes over this Position."""
    old = command_positions.holder(g, post)
    if old < 0 or g.where[general] == IN_COMMAND or g.dissident >> general & 1:
        return 0.0
    gain = g.t.generals[general].confidence - g.t.generals[old].confidence
    return (w.relieve if g.dissident >> old & 1 else 0.0) + 0.5 * w.relieve_confidence * gain


def _vacancies(g: Board, choices: list[int], w: Weights) -> list[float]:
    """Rate which Position is filled first, and so by the best Generals left."""
    if w.post_danger <= 0.0:
        return [1.0] * len(choices)
    need = threats(g, w)
    found: list[float] = []
    for choice in choices:
        area = command_positions.post_of(g, choice) // 2
        found.append(1.0 + w.post_danger * need[area] if area < g.t.n_areas else 1.0)
    return found


def _hits(g: Board, choices: list[int], w: Weights) -> list[float]:
    """Rate Retreats above Reductions while there is ground to give."""
    f = g.combat()
    t = g.t
    area = f.place
    sector = g.axis[area]
    armies = len(g.at[area])
    to_give = sector - 1
    if t.festung >> area & 1:
        to_give = sector - 1 - (t.terrain[area].index(const.FESTUNG, 1) - 1)
    back = w.back_far if to_give >= 2 else w.back_near if to_give == 1 else w.back_last
    less = w.less_many if armies > 2 else w.less_two if armies == 2 else w.less_one
    if f.retreats == 0 and f.reductions == 0:
        # One Reduction questions nobody; Generals who are Questioned cost Fanaticism in the end.
        less += w.less_only if f.hits_left == 1 and armies > 1 else w.less_first
    if t.scoring >> area & 1 and to_give <= 0:
        back -= 3.0 * w.back_scoring
    if f.retreats == 1:
        back -= 3.0 * w.back_again
    if f.retreats == 0 and f.reductions == 1:
        less -= 3.0 * w.less_again
    if w.less_late > 0.0:
        less += 3.0 * w.less_late * max(0.0, 4.0 * late(g) - 3.0)
    return [back if choice == RETREAT else less for choice in choices]


def _second(g: Board, choices: list[int], w: Weights) -> list[float]:
    f = g.combat()
    wanted = f.free_second == 1
    if f.directive != const.NONE:
        for area, sector in g.t.directives[f.directive].objective_sectors:
            wanted = wanted or (area == f.area and not g.axis_sector(area, sector))
    return [
        (1.0 if (choice == YES) == wanted else 0.0) + (5.0 * w.second if choice == YES else 0.0)
        for choice in choices
    ]


# --- the rest


def _air(g: Board, step: AirMovement, choices: list[int], w: Weights) -> list[float]:
    """Rate moves of points from weak uses to better ones."""
    found: list[float] = []
    for choice in choices:
        track = choice - g.ids.track
        if choice == DONE:
            found.append(0.05)
        elif step.source != const.NONE:
            found.append(_taken(g, track, w))
        elif w.air_move <= 0.0 and w.air_home <= 0.0:
            found.append(0.0)
        else:
            best = -9.0
            for taker in step.takers(g, track):
                best = max(best, _taken(g, taker, w))
            found.append(best - _given(g, track, w))
    return found


def _taken(g: Board, track: int, w: Weights) -> float:
    """Return the value of a point more: the highest box of a Front adds a die, the lowest one to the West."""
    level = g.air[track]
    if track == const.GERMANY:
        return w.air_home
    return w.air_move * (1.0 if level in (g.t.air_min, g.t.air_max - 1) else 0.4)


def _given(g: Board, track: int, w: Weights) -> float:
    """Return the cost of a point less."""
    level = g.air[track]
    return w.air_move * (1.0 if level in (g.t.air_min + 1, g.t.air_max) else 0.4)


def _other(g: Board, step: object, choice: int, w: Weights) -> float:
    if isinstance(step, Split):
        if choice == WARFARE:
            return w.split_warfare
        level = g.air[const.GERMANY]
        return w.split_germany + 4.0 * (w.split_low if level == 2 else w.split_top if level >= 4 else 0.0)
    if isinstance(step, BombingLoss):
        row = (choice - g.ids.row) // 4
        if row == const.WEHRMACHT:
            return w.bomb_wehrmacht
        return w.bomb_luftwaffe if row == const.LUFTWAFFE else w.bomb_warfare
    if isinstance(step, Resolve):
        option = step.effect(g).options[choice - OPTION]
        return sum([effect_worth(g, effect, w) for effect in option])
    if isinstance(step, SingleArmyHead):
        return 0.0 if choice == PASS else 1.0
    if isinstance(step, DisplacedHead):
        return 0.0 if choice == HOME else 1.0
    if g.ids.track <= choice <= g.ids.track + const.GERMANY:
        track = choice - g.ids.track
        if track == const.GERMANY:
            return w.air_germany
        front = (
            w.air_east
            if track == const.EAST_FRONT
            else w.air_west
            if track == const.WEST_FRONT
            else w.air_south
        )
        high = g.air[track] == g.t.air_max - 1
        return (w.air_lowest if g.air[track] == 1 else w.air_nearly if high else w.air_else) + 4.0 * front
    if choice == MARKER:
        return 1.0 if g.advance_on == const.NONE else w.marker_moves
    if choice == KEEP:
        return 0.5
    if choice in (YES, NO):
        wanted = g.paratroops > w.jump
        if isinstance(step, Cancel) and choice == YES:
            return (1.0 if wanted else 0.0) + 10.0 * w.cancel
        return 1.0 if (choice == YES) == wanted else 0.0
    if choice == REDUCTION:
        return 0.1
    return 0.2 if choice in (DONE, PASS) else 1.0
