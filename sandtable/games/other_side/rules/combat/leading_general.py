"""Participants of a Combat: the attacking Area, the Head, the Armies, the Leading General. [6.2]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.native import mypyc_attr
from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import bits, mask_of
from sandtable.games.other_side.components.effect_types import Effect
from sandtable.games.other_side.components.state import ACTIVATED, AVAILABLE, Board
from sandtable.games.other_side.rules.base_steps import SectionStep
from sandtable.games.other_side.rules.cards.card_conditions import holds
from sandtable.games.other_side.rules.generals import command_positions
from sandtable.games.other_side.rules.generals.nomination import Nomination

NO_BOUND: Final = 99  # Seniority if no Head is activated [R70]


# --- the attacking Area


def ready(g: Board, area: int) -> int:
    """Return the Armies in an Area that have not attacked in this Operations Phase. [6.2.1a] [R14]"""
    return mask_of(g.at[area]) & ~g.fought


def carried(g: Board, area: int) -> int:
    """Return those of them that can go by sea: Regular and Satellite Armies. [6.9]"""
    return ready(g, area) & (g.t.kind_mask[const.REGULAR] | ~g.t.german)


def fighters(g: Board, space: int, source: int, over_sea: bool = False) -> int:
    """Return the Armies of an Area that can attack a space now."""
    if over_sea:
        return carried(g, source)
    # Only an attack from another Area needs Armies that have not attacked yet. [6.2.1] [6.2.1a] [R14]
    return mask_of(g.at[source]) if source == space else ready(g, source)


def tied_down(g: Board, area: int) -> bool:
    """Return whether one Axis Army must stay in an Area: Occupied, with partisans. [6.7.1b] [1.3q]"""
    return g.align[area] == const.OCCUPIED and g.t.partisan >> area & 1 == 1


def sources(g: Board, space: int, over_sea: bool = False) -> list[int]:
    """Return the Areas from which the Axis can attack a space now. [6.2.1a] [6.2.1b] [R14] [R29] [R54]"""
    t = g.t
    if not over_sea and g.align[space] == const.DISPUTED:
        return [space] if g.at[space] else []  # [6.2.1]
    found: list[int] = []
    for area in bits(t.over_sea[space] if over_sea else t.near[space]):
        if area >= t.n_areas or g.align[area] == const.NEUTRAL:
            continue  # Armies in a Neutral Area do not fight [R48]
        if not fighters(g, space, area, over_sea):
            continue
        if tied_down(g, area) and len(g.at[area]) < 2 and space < t.n_areas:
            continue  # [R54]
        found.append(area)
    return found


class AttackFrom(SectionStep):
    """Operations chooses the Area whose Armies attack. [6.2.1a] [6.2.1b]"""

    section = const.OPERATIONS

    def found(self, g: Board) -> list[int]:
        """Return the Areas that can attack."""
        f = g.combat()
        return sources(g, f.area, f.amphibious == 1)

    def run(self, g: Board) -> bool:
        """Take a single one without asking."""
        found = self.found(g)
        if len(found) > 1:
            return True
        self.take(g, found[0])
        return False

    def take(self, g: Board, area: int) -> None:
        """Attack from there."""
        g.agenda.pop()
        f = g.combat()
        f.source = area
        if g.log is not None and area != f.area:
            text = f"{words.space(g, f.area)} is attacked from {words.space(g, area)}."
            g.log.add(text, "6.2.1a", (g.ids.space + area, g.ids.space + f.area))

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.space + area for area in self.found(g)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        self.take(g, choice - g.ids.space)

    def prompt(self, g: Board, seat: int) -> Ask:
        f = g.combat()
        text = f"From which Area do Armies attack {words.space(g, f.area)}?"
        return Ask(text, "6.2.1b" if f.amphibious else "6.2.1a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        f = g.combat()
        area = choice - g.ids.space
        if not 0 <= area < g.t.n_areas:
            return Refusal("Choose an Area with Armies that attack.", "6.2.1a")
        name, target = words.space(g, area), words.space(g, f.area)
        if area == f.area:
            return Refusal(f"{name} is the target. Choose the Area of the attackers.", "6.2.1a")
        linked = g.t.over_sea[f.area] if f.amphibious else g.t.near[f.area]
        if not linked >> area & 1:
            line = "linked by an Amphibious Line to" if f.amphibious else "adjacent to"
            return Refusal(f"{name} is not {line} {target}.", "6.2.1b" if f.amphibious else "6.2.1a")
        if not g.at[area]:
            return Refusal(f"No Axis Army stands in {name}.", "6.2.1a")
        if not ready(g, area):
            return Refusal(f"All Armies in {name} have attacked in this Operations Phase.", "6.2.1a")
        if f.amphibious and not carried(g, area):
            return Refusal(f"{name} has no Regular or Satellite Army that is ready to go by sea.", "6.9")
        if g.align[area] == const.NEUTRAL:
            return Refusal(f"{name} is Neutral: Armies there do not fight.", "6.2.1a")
        return Refusal(f"The only Army in {name} must stay because of partisans.", "6.7.1b")


class SeniorHead(SectionStep):
    """Operations chooses which of two equal Heads of the Area is activated. [6.2.1]"""

    section = const.OPERATIONS

    def found(self, g: Board) -> list[int]:
        """Return the Heads of highest Seniority. [R60]"""
        return command_positions.senior_heads(g, g.combat().source)

    def run(self, g: Board) -> bool:
        found = self.found(g)
        if len(found) > 1:
            return True
        g.agenda.pop()
        if found:  # a Vacancy leaves the Combat without Head [R70]
            activate(g, found[0])
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.general + n for n in self.found(g)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        activate(g, choice - g.ids.general)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask("Two Heads of the same Seniority: which one is activated for this Combat?", "6.2.1")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("Only the Heads of highest Seniority in the Area can be activated.", "6.2.1")


def activate(g: Board, head: int) -> None:
    """Let a Head of Army Group command this Combat. [6.2.1] [4.7.1y]"""
    f = g.combat()
    f.head = head
    if f.directive in g.active:
        g.active_heads[g.active.index(f.directive)] |= 1 << head
    if g.log is not None:
        g.log.add(
            f"{words.opening(g, head)} commands as Head of Army Group.", "6.2.1", (g.ids.general + head,)
        )


class StayOut(SectionStep):
    """Operations leaves out Armies if more are ready than the Combat Area can hold. [6.4e]"""

    section = const.OPERATIONS

    def __init__(self, out: int) -> None:
        self.out = out

    def inside(self, g: Board) -> int:
        """Return the Armies that would take part."""
        f = g.combat()
        return fighters(g, f.area, f.source) & ~self.out

    def kinds(self, g: Board) -> list[int]:
        """Return one Army of each kind among them."""
        found: list[int] = []
        seen = 0
        for unit in bits(self.inside(g)):
            kind = 1 << g.t.unit_kind[unit]
            if not seen & kind:
                seen |= kind
                found.append(unit)
        return found

    def run(self, g: Board) -> bool:
        f = g.combat()
        units = self.inside(g)
        if len(bits(units)) > g.t.stacking[f.area]:
            found = self.kinds(g)
            if len(found) > 1:
                return True
            g.agenda[-1] = StayOut(self.out | 1 << found[0])
            return False
        g.agenda.pop()
        engage(g, units)
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.unit + unit for unit in self.kinds(g)]

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        """Accept any of the Armies that would take part."""
        unit = choice - g.ids.unit
        return 0 <= unit < g.t.n_units and self.inside(g) >> unit & 1 == 1

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda[-1] = StayOut(self.out | 1 << (choice - g.ids.unit))

    def prompt(self, g: Board, seat: int) -> Ask:
        f = g.combat()
        limit = g.t.stacking[f.area]
        text = f"At most {limit} Armies fight in {words.space(g, f.area)}: choose one that stays out."
        return Ask(text, "6.4e")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("Choose one of the Armies that are ready to attack.", "6.4e")


def engage(g: Board, units: int) -> None:
    """Commit these Armies; they cannot attack again in this Operations Phase. [R14]"""
    f = g.combat()
    f.units = units
    g.fought |= units


# --- the Leading General


def eligible(g: Board, seat: int, head: int) -> list[int]:
    """Return the Generals a player may nominate: of their two highest Seniorities under the Head. [6.2.2a]"""
    seniority = g.t.seniority
    where, owner = g.where, g.owner
    bound = NO_BOUND if head == const.NONE else seniority[head]
    found: list[int] = []
    values = 0
    last = NO_BOUND
    for n in g.t.by_seniority:
        # Generals not junior to the Head are left out before the values are compared. [6.2.2g]
        if where[n] == AVAILABLE and owner[n] == seat and seniority[n] < bound:
            if seniority[n] != last:
                values += 1
                if values > 2:
                    break
                last = seniority[n]
            found.append(n)  # his own rule does not have to work [6.2.2b]
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class LeadingGeneral(Nomination):
    """Nomination of a Leading General."""

    def candidates(self, g: Board, seat: int) -> list[int]:
        """Return the eligible Generals of a player. [6.2.2a]"""
        return eligible(g, seat, g.combat().head)

    def umpire(self, g: Board) -> int:
        """Return the owner of the Head, or Personnel without one; they settle ties. [6.2.2d] [R70]"""
        f = g.combat()
        return g.seat(const.PERSONNEL) if f.head == const.NONE else g.owner[f.head]

    def conclude(self, g: Board, general: int) -> None:
        """Put the card among the Activated; if nobody is eligible, nobody leads. [6.2.2e]"""
        f = g.combat()
        f.leading = general
        if general == const.NONE:
            if g.log is not None:
                g.log.add("Nobody is eligible as Leading General.", "6.2.2e")
            return
        g.where = changed(g.where, general, ACTIVATED)  # [6.2.2f]
        if g.log is not None:
            g.log.add(f"{words.opening(g, general)} leads.", "6.2.2f", (g.ids.general + general,))

    def task(self, g: Board) -> str:
        return f"to lead the Combat in {words.space(g, g.combat().area)}"

    def rules(self) -> tuple[str, str, str, str]:
        """Return the rules of nomination, ties, designation and a single player. [6.2.2c]"""
        return ("6.2.2d", "6.2.2d", "6.2.2e", "6.2.2c")

    def why_not_nominate(self, g: Board, seat: int, general: int) -> Refusal | None:
        f = g.combat()
        name = words.opening(g, general)
        if g.where[general] != AVAILABLE:
            return Refusal(f"{name} is not Available.", "6.2.2a")
        if f.head != const.NONE and g.t.generals[general].seniority >= g.t.generals[f.head].seniority:
            return Refusal(f"{name} is not junior to {words.general(g, f.head)}, the Head.", "6.2.2a")
        text = f"{name} is too junior. Choose a General of your two highest Available Seniorities."
        return Refusal(text, "6.2.2a")


# --- Generals' rules


def works(g: Board, general: int) -> bool:
    """Return whether the requirements of a General's Combat rule are met in this Combat. [2.2e] [6.2]"""
    f = g.fight
    if f is None or f.amphibious:
        return False
    card = g.t.generals[general]
    if not card.versus >> f.faction & 1 or (card.role != const.ROLE_ANY and card.role != f.role):
        return False
    if not card.terrain >> g.t.terrain[f.area][f.sector] & 1:
        return False
    return card.condition is None or holds(g, card.condition)


def rules_in_force(g: Board) -> list[list[Effect]]:
    """Return the Combat rules that work, once each: of the Head, the Leading General, the OB. [6.2]"""
    f = g.combat()
    found: list[list[Effect]] = []
    for general in (f.head, f.leading):
        if general != const.NONE and works(g, general):
            found.append(g.t.generals[general].effects)
    front = g.t.front[f.area]
    ob = g.ob[front]
    if ob >= 0:
        for special in g.t.generals[ob].specials:
            # The card of an OB must say so, and it counts only on that Front.
            if special.kind == const.OB_COMBAT and special.front == front and works(g, ob):
                found.append(special.effects)
    return found
