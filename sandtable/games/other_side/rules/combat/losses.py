"""Armies: Reductions, elimination, and withdrawal from an Area that is lost. [2.3e] [6.7.2c] [6.8]"""

from __future__ import annotations

from typing import ClassVar, Final

from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import bits, mask_of
from sandtable.games.other_side.components.ids import HOME
from sandtable.games.other_side.components.state import (
    AVAILABLE,
    IN_COMMAND,
    NO_HEAD,
    POOL,
    REMOVED,
    VACANCY,
    Board,
    is_offered,
)
from sandtable.games.other_side.rules.base_steps import SectionStep
from sandtable.games.other_side.rules.generals import command_positions

MANY: Final = 99  # no limit


def decider(g: Board) -> int:
    """Return who decides on losses: the owner of the activated Head, or Operations. [6.6] [R70]"""
    f = g.fight
    return g.seat(const.OPERATIONS) if f is None or f.head == const.NONE else g.owner[f.head]


# --- losses


def eliminate(g: Board, unit: int) -> None:
    """Move a lost German Army to the Force Pool, a Satellite Army out of the game."""
    area = g.place[unit]
    german = g.t.unit_kind[unit] < const.SATELLITES
    if g.log is not None:
        where = f" in {words.space(g, area)}" if area < g.t.n_areas else ""
        end = "goes to the Force Pool" if german else "leaves the game"
        g.log.add(f"{words.unit(g, unit)}{where} is eliminated and {end}.", "6.8", (g.ids.unit + unit,))
    _off(g, unit, POOL if german else REMOVED)  # [2.3e] [6.8]
    if area < g.t.n_areas:
        command_positions.adjust_heads(g, area)  # [4.3c] [R51]


def exchange(g: Board, unit: int, kind: int) -> None:
    """Replace an Army by one of another kind from the Force Pool; the old cube goes there. [2.3e]"""
    area = g.place[unit]
    new = g.free_unit(kind)
    assert new != const.NONE
    if g.log is not None:
        text = f"{words.unit(g, unit)} in {words.space(g, area)} becomes a {words.kind(g, kind)}."
        g.log.add(text, "6.8a", (g.ids.unit + unit, g.ids.unit + new))
    old_bit, new_bit = 1 << unit, 1 << new
    # The new cube is the same Army: it does not attack or move again in this Phase. [R14]
    g.fought = (g.fought & ~new_bit) | (new_bit if g.fought & old_bit else 0)
    g.moved = (g.moved & ~new_bit) | (new_bit if g.moved & old_bit else 0)
    f = g.fight
    if f is not None and f.units & old_bit:
        f.units |= new_bit
    g.put(new, area)
    _off(g, unit, POOL)


def _off(g: Board, unit: int, place: int) -> None:
    keep = ~(1 << unit)
    g.put(unit, place)
    g.fought &= keep
    g.moved &= keep
    if g.fight is not None:
        g.fight.units &= keep


def reduce(g: Board, area: int, units: int) -> bool:
    """Make one Reduction by the first possible step; return False if no Army is left. [6.8a]"""
    for kind, put in g.t.reductions:
        if put != const.NONE and g.free_unit(put) == const.NONE:
            continue
        if kind == const.SATELLITES:
            if eliminate_satellite(g, area, units):
                return True
            continue
        for unit in bits(units & g.t.kind_mask[kind]):
            if put == const.NONE:
                eliminate(g, unit)
            else:
                exchange(g, unit, put)
            return True
    return False


def eliminate_satellite(g: Board, area: int, units: int) -> bool:
    """Lose one Satellite Army; ask whose if several countries have one. [6.3d] [6.8a]"""
    found = _one_of_each(g, units & ~g.t.german)
    if not found:
        return False
    if len(found) > 1:
        g.push(LostSatellite(area, units))
    else:
        eliminate(g, found[0])
    return True


def _one_of_each(g: Board, units: int) -> list[int]:
    """Return one Army of each kind."""
    found: list[int] = []
    seen = 0
    for unit in bits(units):
        kind = 1 << g.t.unit_kind[unit]
        if not seen & kind:
            seen |= kind
            found.append(unit)
    return found


class LostSatellite(Step[Board]):
    """The commander chooses which country loses a Satellite Army. [6.8a]"""

    def __init__(self, area: int, units: int) -> None:
        self.area = area
        self.units = units

    def run(self, g: Board) -> bool:
        """Ask while there is a choice."""
        left = self.left(g)
        if len(_one_of_each(g, left & ~g.t.german)) > 1:
            return True
        g.agenda.pop()
        eliminate_satellite(g, self.area, left)
        return False

    def left(self, g: Board) -> int:
        """Return the Armies that are still there."""
        found = 0
        for unit in bits(self.units):
            found |= 1 << unit if g.place[unit] < g.t.n_areas else 0
        return found

    def seats(self, g: Board) -> tuple[int, ...]:
        return (decider(g),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.unit + unit for unit in _one_of_each(g, self.left(g) & ~g.t.german)]

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        """Accept any Army of such a country that could be lost."""
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units or not self.units >> unit & 1:
            return False
        return is_offered(g, self.choices(g, seat), choice)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        eliminate(g, choice - g.ids.unit)

    def prompt(self, g: Board, seat: int) -> Ask:
        there = f" in {words.space(g, self.area)}" if self.left(g) & mask_of(g.at[self.area]) else ""
        return Ask(f"Which Satellite Army{there} is lost?", "6.8a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("One Satellite Army must be lost. Choose an Army of its country.", "6.8a")


# --- room


def italy_room(g: Board, area: int) -> int:
    """Return how many more German Armies Italy's status lets into an Area. [8.1] [8.1a] [8.1b] [R62]"""
    italian = g.t.italian
    if not italian >> area & 1 or (g.italy != const.INDEPENDENCE and g.italy != const.INTERVENTION):
        return MANY
    allowed = 1 if g.italy == const.INTERVENTION else 0
    for other in bits(italian):
        allowed -= g.german[other]
    return max(0, allowed)


def may_enter(g: Board, unit: int, area: int) -> bool:
    """Return whether an Army may go to an Area: limits of the Area and of Italy, no Base. [2.3f] [2.3g]"""
    if area >= g.t.n_areas or g.room(area) <= 0:  # [1.3e]
        return False
    if g.t.unit_kind[unit] >= const.SATELLITES:
        return True
    here = g.place[unit]
    if here < g.t.n_areas and g.t.italian >> here & g.t.italian >> area & 1:
        # An Army that moves between Italian Areas frees the place it takes. [8.1a]
        return g.italy != const.INDEPENDENCE
    return italy_room(g, area) > 0


# --- withdrawal


def withdraw(g: Board, area: int) -> None:
    """Move Armies and Heads out of an Area that the Axis has lost. [6.7.2c] [R35]"""
    if g.at[area] or g.heads[2 * area] != NO_HEAD or g.heads[2 * area + 1] != NO_HEAD:
        g.push(Withdraw(area, const.NONE))


def withdrawal_areas(g: Board, area: int, unit: int) -> list[int]:
    """Return where an Army may withdraw: adjacent Areas, Axis-controlled or Disputed, with room. [6.7.2c]"""
    found: list[int] = []
    for other in bits(g.t.near[area]):
        if (g.axis_controls(other) or g.align[other] == const.DISPUTED) and may_enter(g, unit, other):
            found.append(other)
    return found


class Withdraw(SectionStep):
    """Operations moves the Armies out of a lost Area one by one; `unit` is the current one. [R35]"""

    section = const.OPERATIONS

    def __init__(self, area: int, unit: int) -> None:
        self.area = area
        self.unit = unit

    def movable(self, g: Board) -> list[int]:
        """Return one Army of each kind that can withdraw."""
        found: list[int] = []
        seen = 0
        for unit in g.at[self.area]:
            kind = 1 << g.t.unit_kind[unit]
            if not seen & kind and withdrawal_areas(g, self.area, unit):
                seen |= kind
                found.append(unit)
        return found

    def run(self, g: Board) -> bool:
        """Move Armies with a single way out, eliminate those without one, then adjust the Heads."""
        if self.unit != const.NONE:
            found = withdrawal_areas(g, self.area, self.unit)
            if len(found) > 1:
                return True
            self.move(g, self.unit, found[0])
            return False
        found = self.movable(g)
        if not found:
            self.finish(g)
            return False
        ways = 0
        for unit in found:
            for refuge in withdrawal_areas(g, self.area, unit):
                ways |= 1 << refuge
        # With one way out and room for all the order does not matter.
        only = bits(ways)
        if len(found) > 1 and not (len(only) == 1 and self.all_fit(g, only[0])):
            return True
        g.agenda[-1] = Withdraw(self.area, found[0])
        return False

    def all_fit(self, g: Board, refuge: int) -> bool:
        """Return whether all Armies here find room in that Area."""
        return g.room(refuge) >= len(g.at[self.area]) and italy_room(g, refuge) >= g.german[self.area]

    def choices(self, g: Board, seat: int) -> list[int]:
        if self.unit == const.NONE:
            return [g.ids.unit + unit for unit in self.movable(g)]
        return [g.ids.space + area for area in withdrawal_areas(g, self.area, self.unit)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if self.unit == const.NONE:
            g.agenda[-1] = Withdraw(self.area, choice - g.ids.unit)
        else:
            self.move(g, self.unit, choice - g.ids.space)

    def move(self, g: Board, unit: int, area: int) -> None:
        """Withdraw one Army."""
        g.agenda[-1] = Withdraw(self.area, const.NONE)
        if g.log is not None:
            where = f"from {words.space(g, self.area)} to {words.space(g, area)}"
            refs = (g.ids.unit + unit, g.ids.space + area)
            g.log.add(f"{words.unit(g, unit)} withdraws {where}.", "6.7.2c", refs)
        g.put(unit, area)
        command_positions.adjust_heads(g, area)

    def finish(self, g: Board) -> None:
        """Send the Heads away, then eliminate the Armies that could not withdraw. [6.7.2d] [6.7.2e]"""
        g.agenda.pop()
        for slot in (2 * self.area, 2 * self.area + 1):
            general = g.heads[slot]
            g.heads[slot] = NO_HEAD
            if general >= 0:
                g.post[general] = const.NONE
                g.where = changed(g.where, general, AVAILABLE)
                g.push(DisplacedHead(general))
        for unit in g.at[self.area]:
            eliminate(g, unit)  # [6.7.2e]

    def prompt(self, g: Board, seat: int) -> Ask:
        if self.unit == const.NONE:
            return Ask(f"{words.space(g, self.area)} is lost: choose an Army to withdraw.", "6.7.2c")
        return Ask(f"Where does the {words.unit(g, self.unit)} withdraw to?", "6.7.2c")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        t = g.t
        unit, area = choice - g.ids.unit, choice - g.ids.space
        if self.unit == const.NONE:
            if not 0 <= unit < t.n_units:
                return Refusal("Choose an Army to withdraw.", "6.7.2c")
            if g.place[unit] != self.area:
                return Refusal(f"Only Armies in {words.space(g, self.area)} must withdraw.", "6.7.2c")
            text = "No adjacent Axis-controlled or Disputed Area can take this Army."
            return Refusal(text, "6.7.2e")
        if not 0 <= area < t.n_spaces:
            return Refusal(f"Click the Area to which the {words.unit(g, self.unit)} withdraws.", "6.7.2c")
        name = words.space(g, area)
        if area == self.area:
            return Refusal(f"{name} is lost: the Army must leave it.", "6.7.2c")
        if not t.near[self.area] >> area & 1:
            return Refusal(f"{name} is not adjacent to {words.space(g, self.area)}.", "6.7.2c")
        if not g.axis_controls(area) and g.align[area] != const.DISPUTED:
            return Refusal(f"{name} is neither controlled by the Axis nor Disputed.", "6.7.2c")
        if g.room(area) <= 0:
            return Refusal(f"{name} cannot take another Army.", "2.3f")
        return Refusal(f"The status of Italy allows no more German Armies in {name}.", "8.1")


# --- Heads without an Area


def commands(g: Board, general: int) -> list[int]:
    """Return the Areas where German Armies justify an empty box for a displaced Head. [6.7.2d] [R72]"""
    return [area for area in range(g.t.n_areas) if box_for(g, general, area) != const.NONE]


def box_for(g: Board, general: int, area: int) -> int:
    """Return a free and justified box for this Head: the index of the Position, or NONE."""
    first = 2 * area
    if not command_positions.fits(g, general, first):
        return const.NONE
    allowed = command_positions.limit(g, area)
    if allowed == 0 and g.german[area] == 1 and command_positions.alone(g, general, area):
        allowed = 1
    if len(command_positions.heads_of(g, area)) >= allowed:  # [4.3a]
        return const.NONE
    for slot in (first, first + 1):
        if g.heads[slot] == VACANCY:
            return slot
    return first if g.heads[first] == NO_HEAD else first + 1


def install(g: Board, general: int, area: int) -> None:
    """Put a General into an Army Group after a move or a withdrawal; this is not an appointment. [R72]"""
    slot = box_for(g, general, area)
    g.heads[slot] = general  # [6.7.1c]
    g.post[general] = slot
    g.where = changed(g.where, general, IN_COMMAND)


class DisplacedHead(SectionStep):
    """Operations gives a Head who has lost his Area another Army Group or sends him home. [6.7.2d] [R72]"""

    saved_as: ClassVar[str] = "Freed"

    section = const.OPERATIONS

    def __init__(self, general: int) -> None:
        self.general = general

    def run(self, g: Board) -> bool:
        """Send the General home if no Area can take them."""
        if commands(g, self.general):
            return True
        g.agenda.pop()
        self.stay(g)
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        return [HOME, *[g.ids.space + area for area in commands(g, self.general)]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        if choice == HOME:
            self.stay(g)
            return
        area = choice - g.ids.space
        install(g, self.general, area)
        if g.log is not None:
            text = f"{words.opening(g, self.general)} takes over the Army Group in {words.space(g, area)}."
            g.log.add(text, "6.7.2d", (g.ids.general + self.general, choice))

    def stay(self, g: Board) -> None:
        """Leave the General on their board, Available. [6.7.2d]"""
        if g.log is not None:
            text = f"{words.opening(g, self.general)} has lost his Army Group and is Available again."
            g.log.add(text, "6.7.2d", (g.ids.general + self.general,))

    def prompt(self, g: Board, seat: int) -> Ask:
        text = f"{words.opening(g, self.general)} has lost his Army Group: which Area does he take over?"
        return Ask(text, "6.7.2d")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        area = choice - g.ids.space
        if not 0 <= area < g.t.n_areas:
            return Refusal("Choose an Area that needs a Head, or send him back to his board.", "6.7.2d")
        if command_positions.fits(g, self.general, 2 * area):
            text = f"The German Armies in {words.space(g, area)} do not allow another Head."
            return Refusal(text, "6.7.2d")
        return Refusal(f"{words.opening(g, self.general)} may not command in {words.space(g, area)}.", "2.2f")
