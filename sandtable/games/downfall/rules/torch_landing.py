"""The landing in neutral French North Africa: three full armies at once. [18i]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal
from sandtable.games.downfall.components.constants import (
    FREE,
    FULL,
    NEUTRAL,
    OP_LANDING,
    OPERATED,
    READY,
    STEPS,
    WINTER,
)
from sandtable.games.downfall.components.ids import AREA
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import countries, long_movement, operation_effects, politics
from sandtable.games.downfall.rules.base_steps import ActiveStep


def torch_armies(g: Board) -> list[int]:
    """Return the full armies that could take part, identical ones too. [18i, R54]"""
    found: list[int] = []
    for area in g.t.torch_from:
        if g.control[area] != g.side:
            continue
        for unit in g.at[area]:
            cond = g.cond[unit]
            if (
                g.t.unit_side[unit] == g.side
                and cond & STEPS == FULL
                and cond & (READY | OPERATED) == READY
                and politics.leaving_barrier(g, unit) == 0
                and g.t.may_operate[g.t.unit_nation[unit]][g.t.torch_places[0]]
            ):
                found.append(unit)
    return found


def why_not_torch(g: Board) -> Refusal | None:
    """Return why the landing in French North Africa is not possible now; None if it is. [18i] [18o]"""
    t = g.t
    if g.side != t.torch_side:
        return Refusal("Only the Allies may invade French North Africa.", "18o")
    if not g.african_neutral:
        return Refusal("French North Africa is not neutral.", "18h")
    if not g.tile(g.side, t.amphibious_landings):
        return Refusal("Landing there needs the development Amphibious Landings.", "13.9f")
    if t.season[g.turn] == WINTER:
        return Refusal("In winter armies land only along Landing Lines in the Mediterranean.", "19b")
    if g.landings + t.torch_armies > t.landing_turn[g.turn]:
        return Refusal("The three armies need three of the turn's landings.", "13.9b")
    for area in t.torch_places:
        if g.control[area] != NEUTRAL:
            return Refusal("Casablanca, Oran and Algiers must all be neutral.", "18i")
    if g.supply[g.side] < t.torch_armies * t.operation_cost[OP_LANDING]:
        return Refusal("Three landings cost 6 supply units.", "8d")
    if len(torch_armies(g)) < t.torch_armies:
        return Refusal("Three full armies that can operate must stand in America.", "18i")
    return None


def can_torch(g: Board) -> bool:
    """Return whether the landing in French North Africa is possible now."""
    return g.african_neutral and g.side == g.t.torch_side and g.phase == FREE and why_not_torch(g) is None


class Torch(ActiveStep):
    """The question which three full armies land, one for each of the three places in turn. [18i]"""

    def __init__(self, *units: int) -> None:
        self.units: tuple[int, ...] = units

    def prompt(self, g: Board, seat: int) -> Ask:
        place = g.t.area_name[g.t.torch_places[len(self.units)]]
        return Ask(f"Landing in French North Africa: which full army lands in {place}?", "18i")

    def choices(self, g: Board, seat: int) -> list[int]:
        left = [unit for unit in torch_armies(g) if unit not in self.units]
        return [g.ids.unit + unit for unit in operation_effects.distinct(g, left)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        t = g.t
        units = (*self.units, choice - g.ids.unit)
        if len(units) < t.torch_armies:
            g.agenda[-1] = Torch(*units)
            return
        g.agenda.pop()
        for i in range(len(units)):
            for option in t.landings_from[g.place[units[i]]]:
                if t.option_to[option] == t.torch_places[i]:
                    long_movement.go_ashore(g, units[i], option)
                    break
        countries.hand_over_french_africa(g)  # [18p]

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if g.ids.unit <= choice < g.ids.tile:
            unit = choice - g.ids.unit
            for other in torch_armies(g):
                if (
                    other < unit
                    and other not in self.units
                    and operation_effects.is_identical(g, unit, other)
                ):
                    return Refusal("It is identical to another army there. Click that one.", "18i")
            return Refusal("Full armies in America that can operate take part, each once.", "18i")
        if AREA <= choice < g.ids.unit:
            return Refusal("The three places are filled one after the other; click an army.", "18i")
        return None
