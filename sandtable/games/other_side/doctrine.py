"""The game's doctrine: which choices look good.

Armies go where they hold most (`outlook`), cards are rated by what their effects are worth (`esteem`) and
attacks by their chance. Nothing but open information is used: there is no other.
"""

from __future__ import annotations

from sandtable.engine.choice import DONE, PASS
from sandtable.games.other_side.air_movement import AirMovement
from sandtable.games.other_side.command import Dismissals, Lone, Replace
from sandtable.games.other_side.countries import Garrison
from sandtable.games.other_side.directives import Directives
from sandtable.games.other_side.draft import Draft, Enter
from sandtable.games.other_side.economy import BombingLoss, ProductionTable
from sandtable.games.other_side.effects import Resolve
from sandtable.games.other_side.esteem import card_worth, effect_worth, production_plan
from sandtable.games.other_side.ids import HOME, KEEP, MARKER, NO, OPTION, REDUCTION, RETREAT, WARFARE, YES
from sandtable.games.other_side.leading import AttackFrom, LeadingGeneral, StayOut, works
from sandtable.games.other_side.losses import Freed, Withdraw
from sandtable.games.other_side.movement import Operational, StrategicMovement
from sandtable.games.other_side.nominate import Appointment
from sandtable.games.other_side.nominate_base import Nomination
from sandtable.games.other_side.offensives import Combats, PlacePawns
from sandtable.games.other_side.outlook import Outlook, power_of, strength, win_chance
from sandtable.games.other_side.planning import Planning
from sandtable.games.other_side.replacements import SatelliteArmy, Wehrmacht
from sandtable.games.other_side.results import SecondAdvance, TakeHits
from sandtable.games.other_side.state import AVAILABLE, IN_COMMAND, TRANSIT, Board
from sandtable.games.other_side.strategic import Split
from sandtable.games.other_side.terms import (
    FESTUNG,
    GERMANY,
    LUFTWAFFE,
    NONE,
    PANZER,
    REDUCED,
    REGULAR,
    WEHRMACHT,
)

WORTH_A_MOVE = 0.04  # a smaller gain is not worth an action


def preferences(g: Board, seat: int, choices: list[int]) -> list[float]:
    """How good each choice looks."""
    step = g.agenda[-1]
    if isinstance(step, Operational):
        return _operational(g, step, choices)
    if isinstance(step, StrategicMovement):
        return _strategic(g, step, choices)
    if isinstance(step, (AirMovement, Replace, Dismissals)):
        return [1.0 if choice in (DONE, PASS) else 0.0 for choice in choices]
    if isinstance(step, (Wehrmacht, SatelliteArmy, Withdraw, Garrison)):
        return _placing(g, step, choices)
    if isinstance(step, ProductionTable):
        return _table(g, choices)
    if isinstance(step, (Directives, Planning)):
        return [0.35 if choice == DONE else card_worth(g, choice - g.ids.directive) for choice in choices]
    if isinstance(step, PlacePawns):
        return _pawns(g, step, choices)
    if isinstance(step, Combats):
        return [win_chance(g, choice - g.ids.space) if step.faction == 0 else 0.0 for choice in choices]
    if isinstance(step, (AttackFrom, StayOut)):
        return _attackers(g, step, choices)
    if isinstance(step, (LeadingGeneral, Appointment, Draft, Enter)):
        return [_general(g, step, choice) for choice in choices]
    if isinstance(step, TakeHits):
        return _hits(g, choices)
    if isinstance(step, SecondAdvance):
        return _second(g, choices)
    return [_other(g, step, choice) for choice in choices]


# --- Armies


def _operational(g: Board, step: Operational, choices: list[int]) -> list[float]:
    view = Outlook(g)
    if step.unit != NONE:
        power = power_of(g, step.unit)
        return [view.gain(g, choice - g.ids.space, power, 1) for choice in choices]
    found: list[float] = []
    for choice in choices:
        if choice == DONE:
            found.append(WORTH_A_MOVE)
            continue
        unit = choice - g.ids.unit
        area, power = g.place[unit], power_of(g, unit)
        loss = view.gain(g, area, -power, -1)
        found.append(loss + _best(g, view, step, unit, power))
    return found


def _best(g: Board, view: Outlook, step: Operational, unit: int, power: float) -> float:
    """What the best destination of an Army is worth."""
    best = -9.0
    taken = Operational(step.front, step.left, step.closed, unit)
    for area in taken.ways(g):
        best = max(best, view.gain(g, area, power, 1))
    return best


def _strategic(g: Board, step: StrategicMovement, choices: list[int]) -> list[float]:
    view = Outlook(g)
    if step.unit != NONE:
        power = power_of(g, step.unit)
        return [view.gain(g, choice - g.ids.space, power, 1) for choice in choices]
    found: list[float] = []
    spent = step.actions(g)
    for choice in choices:
        if choice == DONE:
            found.append(WORTH_A_MOVE)
            continue
        unit = choice - g.ids.unit
        power = power_of(g, unit)
        area = g.place[unit]
        best = max(
            [view.gain(g, other, power, 1) for other in range(g.t.n_areas) if _open(g, other)], default=0.0
        )
        if area == TRANSIT:
            found.append(best + 0.3)
        elif spent < 2:
            found.append(-1.0)
        else:
            found.append(view.gain(g, area, -power, -1) + best - 0.1)
    return found


def _open(g: Board, area: int) -> bool:
    return g.axis[area] > 0 and g.room(area) > 0


def _placing(g: Board, step: object, choices: list[int]) -> list[float]:
    view = Outlook(g)
    ids = g.ids
    found: list[float] = []
    for choice in choices:
        if choice < ids.unit:
            area = choice - ids.space
            unit = step.unit if isinstance(step, Withdraw) else NONE
            power = power_of(g, unit) if unit != NONE else 0.34
            found.append(view.gain(g, area, power, 1))
            continue
        unit = choice - ids.unit
        area, power = g.place[unit], power_of(g, unit)
        if isinstance(step, Wehrmacht):
            kind = g.t.unit_kind[unit]
            better = 0.16 if kind == REDUCED else 0.3 if kind == REGULAR else 0.0
            found.append(view.gain(g, area, better, 0) + (0.05 if kind != PANZER else 0.0))
        elif isinstance(step, Garrison):
            found.append(view.gain(g, area, -power, -1))
        else:
            found.append(power)
    return found


# --- economy


def _table(g: Board, choices: list[int]) -> list[float]:
    plan = production_plan(g)
    found: list[float] = []
    for choice in choices:
        if choice == DONE:
            found.append(0.5)
            continue
        row, box = divmod(choice - g.ids.row, 4)
        if box != plan[row] or box == g.production[row]:
            found.append(-1.0)
        else:
            found.append(1.0 if box < g.production[row] else 0.8)  # first what goes down
    return found


# --- attacks


def _pawns(g: Board, step: PlacePawns, choices: list[int]) -> list[float]:
    d = g.t.directives[step.card]
    placed = any(step.placed(g))
    wanted = [area for area, sector in d.objective_sectors if not g.axis_sector(area, sector)]
    found: list[float] = []
    for choice in choices:
        if choice == DONE:
            found.append(0.3 if placed else -0.5)
            continue
        space = choice - g.ids.space
        chance = win_chance(g, space)
        if space in wanted or space in d.objective_bases:
            chance += 0.15
        found.append(chance)
    return found


def _attackers(g: Board, step: object, choices: list[int]) -> list[float]:
    if isinstance(step, StayOut):
        return [-power_of(g, choice - g.ids.unit) for choice in choices]
    return [strength(g, choice - g.ids.space) for choice in choices]


def _general(g: Board, step: object, choice: int) -> float:
    general = choice - g.ids.general
    if choice == PASS and isinstance(step, Nomination) and step.nominees:
        # Whoever was named last will do, unless somebody better can be named over him.
        return _general(g, step, g.ids.general + step.nominees[-1])
    if choice in (PASS, DONE):
        return 0.5
    if not 0 <= general < g.t.n_generals:
        return 0.0
    card = g.t.generals[general]
    if isinstance(step, LeadingGeneral):
        return (2.0 if works(g, general) else 0.0) + 1.0 - 0.05 * card.seniority + 0.4 * card.confidence
    if isinstance(step, Appointment):
        busy = 1.5 if g.where[general] == IN_COMMAND else 0.0
        return 2.0 + 0.45 * card.confidence - busy - 0.1 * len(card.effects)
    if AVAILABLE <= g.where[general] <= IN_COMMAND:
        return 0.0  # nobody is given up for a new one
    return 1.0 + 0.1 * card.confidence + 0.3 * len(card.effects)


def _hits(g: Board, choices: list[int]) -> list[float]:
    """Ground is given while there is some to give; then Armies."""
    f = g.fight
    assert f is not None
    t = g.t
    area = f.place
    sector = g.axis[area]
    armies = len(g.at[area])
    to_give = sector - 1
    if t.festung >> area & 1:
        to_give = sector - 1 - (t.terrain[area].index(FESTUNG, 1) - 1)
    back = 0.6 if to_give >= 2 else 0.2 if to_give == 1 else -0.4
    less = 0.5 if armies > 2 else 0.25 if armies == 2 else -0.2
    if f.retreats == 0 and f.reductions == 0:
        # One Reduction questions nobody; Generals who are Questioned cost Fanaticism in the end.
        less += 0.5 if f.hits_left == 1 and armies > 1 else 0.15
    return [back if choice == RETREAT else less for choice in choices]


def _second(g: Board, choices: list[int]) -> list[float]:
    f = g.fight
    assert f is not None
    wanted = f.free_second == 1
    if f.directive != NONE:
        for area, sector in g.t.directives[f.directive].objective_sectors:
            wanted = wanted or (area == f.area and not g.axis_sector(area, sector))
    return [1.0 if (choice == YES) == wanted else 0.0 for choice in choices]


# --- the rest


def _other(g: Board, step: object, choice: int) -> float:
    if isinstance(step, Split):
        return 1.0 if choice == WARFARE else 0.5
    if isinstance(step, BombingLoss):
        row = (choice - g.ids.row) // 4
        return 0.0 if row == WEHRMACHT else 0.5 if row == LUFTWAFFE else 1.0
    if isinstance(step, Resolve):
        option = step.effect(g).options[choice - OPTION]
        return sum([effect_worth(g, effect) for effect in option])
    if isinstance(step, Lone):
        return 0.0 if choice == PASS else 1.0
    if isinstance(step, Freed):
        return 0.0 if choice == HOME else 1.0
    if g.ids.track <= choice <= g.ids.track + GERMANY:
        track = choice - g.ids.track
        if track == GERMANY:
            return 3.0
        return 2.0 if g.air[track] == 1 else 1.5 if g.air[track] == g.t.air_max - 1 else 1.0
    if choice == MARKER:
        return 1.0 if g.advance_on == NONE else 0.4
    if choice == KEEP:
        return 0.5
    if choice in (YES, NO):
        return 1.0 if (choice == YES) == (g.paratroops >= 2) else 0.0
    if choice == REDUCTION:
        return 0.1
    return 0.2 if choice in (DONE, PASS) else 1.0
