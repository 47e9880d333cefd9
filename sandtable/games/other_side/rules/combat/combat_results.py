"""Results of Land Combat: Advances, Retreats, Reductions, Questioned Generals. [6.6] [6.7.1] [6.7.2]"""

from __future__ import annotations

from typing import ClassVar, Final

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import bits, mask_of
from sandtable.games.other_side.components.effect_types import ALLIED_DICE, AXIS_DICE
from sandtable.games.other_side.components.ids import NO, REDUCTION, RETREAT, YES
from sandtable.games.other_side.components.state import NO_HEAD, Board, is_offered
from sandtable.games.other_side.rules.base_steps import SectionStep
from sandtable.games.other_side.rules.combat import combat_dice, leading_general, losses
from sandtable.games.other_side.rules.generals import command_positions
from sandtable.games.other_side.rules.politics import control

# How a defence ends.
ATTRITION: Final = 0
DEFEAT: Final = 1
UNDEFENDED: Final = 2


def resolve(g: Board) -> None:
    """Compare the Hits. [6.6]"""
    f = g.combat()
    ours, theirs = combat_dice.hits(g, f.axis, AXIS_DICE), combat_dice.hits(g, f.allied, ALLIED_DICE)
    if f.role == const.ROLE_ATTACKER:
        _keep_in_place(g)
        won = ours > theirs and f.units != 0
        _log_result(g, ours, theirs, "Victory" if won else "Defeat", "6.6.1" if won else "6.6.1a")
        if won:
            victory(g)
        else:
            repulse(g)
        return
    if ours > theirs:  # no effect [6.6.2]
        _log_result(g, ours, theirs, "Victory", "6.6.2")
        return
    if f.head != const.NONE:
        special = command_positions.special(g, f.head, const.RETREAT_AS_REDUCTION)
        f.as_reductions += special.n if special is not None else 0
    if ours == theirs:
        _log_result(g, ours, theirs, "Attrition", "6.6.2a")
        f.hits_left, f.extra_retreats = 1, 0
    else:
        _log_result(g, ours, theirs, "Defeat", "6.6.2b")
        f.hits_left = theirs - ours
    _ignore(g)
    defeat(g, ATTRITION if ours == theirs else DEFEAT)


def _log_result(g: Board, ours: int, theirs: int, end: str, rule: str) -> None:
    if g.log is not None:
        g.log.add(f"Axis Hits {ours}, Allied Hits {theirs}: {end}.", rule)


def _keep_in_place(g: Board) -> None:
    """Drop participants that Events have moved away."""
    f = g.combat()
    for unit in bits(f.units):
        if g.place[unit] != f.source:
            f.units &= ~(1 << unit)


def _ignore(g: Board) -> None:
    """Ignore Retreats or Reductions that Generals or Events spare the Axis."""
    f = g.combat()
    spared = min(f.lose_less, f.hits_left)
    f.hits_left -= spared
    more = min(f.lose_less - spared, f.extra_retreats)
    f.extra_retreats -= more
    if g.log is not None and spared + more:
        be = "is" if spared + more == 1 else "are"
        text = f"{words.count(spared + more, 'Hit')} {be} ignored by a General's rule or a card."
        g.log.add(text, "6.6.2b")


# --- the Axis attacks


def victory(g: Board) -> None:
    """Make one Advance, then perhaps a second. [6.6.1]"""
    f = g.combat()
    from_outside = g.align[f.area] != const.DISPUTED
    g.push(SecondAdvance())
    control.advance(g, f.area)
    if from_outside:
        g.push(MoveIn(0))  # [6.7.1a]


def repulse(g: Board) -> None:
    """Take one Reduction among those who fought and question the Leading General. [6.6.1a]"""
    f = g.combat()
    if f.leading != const.NONE:
        command_positions.question(g, f.leading, "6.6.1a")
    losses.reduce(g, f.source, f.units)  # effects that spare a defender losses do not help an attacker


class MoveIn(SectionStep):
    """Operations chooses which of the Armies that fought move into the new Area. [6.7.1a] [R43]"""

    section = const.OPERATIONS

    def __init__(self, chosen: int) -> None:
        self.chosen = chosen

    def more(self, g: Board) -> list[int]:
        """Return one Army of each kind that may still come along."""
        f = g.combat()
        moving = len(bits(self.chosen))
        if moving >= g.room(f.area):
            return []  # [2.3f]
        if leading_general.tied_down(g, f.source) and moving + 1 >= len(g.at[f.source]):
            return []  # one Army stays with the partisans [6.7.1b] [R54]
        german = len(bits(self.chosen & g.t.german))
        found: list[int] = []
        seen = 0
        for unit in bits(f.units & ~self.chosen):
            kind = g.t.unit_kind[unit]
            if seen >> kind & 1 or not losses.may_enter(g, unit, f.area):
                continue
            if kind < const.SATELLITES and german >= self.italian(g):
                continue
            seen |= 1 << kind
            found.append(unit)
        return found

    def italian(self, g: Board) -> int:
        """Return the limit of Italy's status for German Armies; those of Italian Areas only move. [R62]"""
        f = g.combat()
        room = losses.italy_room(g, f.area)
        if g.t.italian >> f.source & g.t.italian >> f.area & 1:
            room += g.german[f.source]
        return room

    def run(self, g: Board) -> bool:
        """Ask while there is a choice; at least one must go, if any can."""
        found = self.more(g)
        if not found:
            self.go(g)
            return False
        if not self.chosen and len(found) == 1:
            g.agenda[-1] = MoveIn(1 << found[0])
            return False
        return True

    def choices(self, g: Board, seat: int) -> list[int]:
        found = [g.ids.unit + unit for unit in self.more(g)]
        return [*found, DONE] if self.chosen else found

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        """Accept any identical Army that fought in this Combat and is not yet chosen."""
        f = g.combat()
        unit = choice - g.ids.unit
        if 0 <= unit < g.t.n_units and not f.units >> unit & ~self.chosen >> unit & 1:
            return False
        return is_offered(g, self.choices(g, seat), choice)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            self.go(g)
        else:
            g.agenda[-1] = MoveIn(self.chosen | 1 << (choice - g.ids.unit))

    def go(self, g: Board) -> None:
        """Move the Armies; the Head goes with two or more of them."""
        f = g.combat()
        g.agenda.pop()
        moving = bits(self.chosen)
        for unit in moving:
            g.put(unit, f.area)
        if g.log is not None:
            where = words.space(g, f.area)
            text = f"Into {where}: {words.units(g, moving)}." if moving else "No Army can move in."
            g.log.add(text, "6.7.1a", tuple([g.ids.unit + unit for unit in moving]))
        if len(moving) > 1:  # [6.7.1c]
            head_follows(g)
        command_positions.adjust_heads(g, f.source)
        command_positions.adjust_heads(g, f.area)

    def prompt(self, g: Board, seat: int) -> Ask:
        f = g.combat()
        end = ", or Done" if self.chosen else ""
        text = f"Choose an Army that moves into {words.space(g, f.area)}{end}."
        if self.chosen:
            text += f" Chosen: {words.units(g, bits(self.chosen))}."
        return Ask(text, "6.7.1a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        f = g.combat()
        unit = choice - g.ids.unit
        if choice == DONE:
            return Refusal("At least one Army must move in.", "6.7.1a")
        if not 0 <= unit < g.t.n_units or not f.units >> unit & 1:
            return Refusal("Only Armies that fought in this Combat can move in.", "6.7.1a")
        if self.chosen >> unit & 1:
            return Refusal("This Army is already chosen.", "6.7.1a")
        return Refusal(f"The status of Italy keeps this Army out of {words.space(g, f.area)}.", "8.1")


def head_follows(g: Board) -> None:
    """Move the activated Head with the Armies, or send them home if they may not command. [6.7.1c] [R94]"""
    f = g.combat()
    if f.head == const.NONE or g.post[f.head] == const.NONE or g.post[f.head] // 2 != f.source:
        return
    old = g.post[f.head]
    if losses.box_for(g, f.head, f.area) == const.NONE:
        command_positions.send_home(g, f.head, "6.7.1c")
        return
    g.heads[old] = NO_HEAD
    losses.install(g, f.head, f.area)
    if g.log is not None:
        text = f"{words.opening(g, f.head)} moves to {words.space(g, f.area)}."
        g.log.add(text, "6.7.1c", (g.ids.general + f.head,))


class SecondAdvance(Step[Board]):
    """The Head may advance again in open country at the cost of a Reduction. [6.6.1] [6.6.1b] [R30]"""

    def run(self, g: Board) -> bool:
        """Ask if it is possible."""
        if second_possible(g):
            return True
        g.agenda.pop()
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        """Return the owner of the Head, or Operations without one. [6.6]"""
        return (losses.decider(g),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [YES, NO]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        f = g.combat()
        g.agenda.pop()
        if choice == NO:
            return
        if not f.free_second:
            losses.reduce(g, f.area, f.units)  # [6.6.1b]
        control.advance(g, f.area)

    def prompt(self, g: Board, seat: int) -> Ask:
        f = g.combat()
        name = words.sector(g, f.area, g.ally[f.area])
        price = "It costs nothing." if f.free_second else "It costs one Reduction."
        return Ask(f"A second Advance, to {name}? {price}", "6.6.1")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("First choose whether to make a second Advance.", "6.6.1")


def second_possible(g: Board) -> bool:
    """Return whether a second Advance is allowed. [6.6.1] [R30]"""
    f = g.combat()
    sector = g.ally[f.area]
    if f.no_second or f.units == 0 or sector == 0 or g.landing[f.area] == sector:
        return False
    terrain = g.t.terrain[f.area][sector]
    if f.any_terrain:
        return terrain != const.FORTIFIED and terrain != const.FESTUNG
    return terrain in (const.PLAINS, const.RIVER)


# --- the Axis defends


def defeat(g: Board, end: int) -> None:
    """Put Retreats and Reductions on the agenda, and what follows them. [6.6.2a] [6.6.2b]"""
    g.push(CombatEnd(end))
    g.push(TakeHits())


def can_retreat(g: Board) -> bool:
    """Return whether the Disk may go back another Sector. [6.7.2a] [6.7.2g]"""
    f = g.combat()
    return g.axis[f.place] > 0 and f.moved < g.t.retreat_top and not control.on_festung(g, f.place)


def reducible(g: Board) -> int:
    """Return the Armies that may take a Reduction now. [R56]

    These are the Armies of the Combat Area; those of the next one on a Festung Sector or after three Sectors;
    and if a Disk has left the map with its third Sector, those that fought, wherever they are now. [6.7.2a]
    """
    f = g.combat()
    if g.axis[f.place] == 0:
        return mask_of([unit for unit in bits(f.units) if g.place[unit] < g.t.n_areas])
    if f.place == f.area or f.moved >= g.t.retreat_top or control.on_festung(g, f.place):
        return mask_of(g.at[f.place])
    return 0


class TakeHits(Step[Board]):
    """Hits become Retreats or Reductions one by one; those that can be neither are ignored. [6.7.2a] [R56]"""

    def run(self, g: Board) -> bool:
        """Take the Hits that leave no choice; ask for the rest."""
        f = g.combat()
        if f.hits_left + f.extra_retreats == 0:
            g.agenda.pop()
            return False
        if g.axis[f.place] == 0 and f.moved < g.t.retreat_top:
            f.place = control.next_area(g, f.place)  # [6.7.2f]
            f.moved = 0
            if f.place == const.NONE:
                f.place = f.area
                self.lapse(g)
                return False
        back, less = can_retreat(g), reducible(g) != 0
        if not back and not less:
            self.lapse(g)
        elif f.hits_left == 0:
            f.extra_retreats -= 1
            if back and not self.held(g, less):
                self.retreat(g)
            else:
                self.reduce(g)
        elif back and less and not self.held(g, less):
            return True
        else:
            f.hits_left -= 1
            if less:
                self.reduce(g)
            else:
                self.retreat(g)
        return False

    def held(self, g: Board, less: bool) -> bool:
        """Return whether a General's rule or a card turns this Retreat into a Reduction."""
        f = g.combat()
        if f.as_reductions == 0 or not less:
            return False
        f.as_reductions -= 1
        return True

    def lapse(self, g: Board) -> None:
        """Ignore Hits that cannot be satisfied. [R55]"""
        f = g.combat()
        if g.log is not None:
            left = f.hits_left + f.extra_retreats
            end = "is ignored" if left == 1 else "are ignored"
            g.log.add(f"{words.count(left, 'Hit')} cannot be satisfied and {end}.", "6.7.2a")
        f.hits_left, f.extra_retreats = 0, 0  # [6.7.2a]

    def retreat(self, g: Board) -> None:
        """Give up one Sector."""
        f = g.combat()
        f.retreats += 1
        f.moved += 1
        control.retreat(g, f.place, f.faction)

    def reduce(self, g: Board) -> None:
        """Take one Reduction among the Armies there."""
        f = g.combat()
        f.reductions += 1
        losses.reduce(g, f.place, reducible(g))

    def seats(self, g: Board) -> tuple[int, ...]:
        """Return the owner of the Head, or Operations without one. [6.6]"""
        return (losses.decider(g),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [RETREAT, REDUCTION]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        f = g.combat()
        f.hits_left -= 1
        if choice == RETREAT:
            self.retreat(g)
        else:
            self.reduce(g)

    def prompt(self, g: Board, seat: int) -> Ask:
        f = g.combat()
        name = words.sector(g, f.place, g.axis[f.place])
        text = f"{words.count(f.hits_left, 'Hit')} to take: give up {name}, or take one Reduction?"
        return Ask(text, "6.6.2b")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("Each Hit must be a Retreat or a Reduction. Choose one of them.", "6.6.2b")


class CombatEnd(Step[Board]):
    """Questions Generals after the losses; a Festung Sector may fall. [6.6.2c] [6.6.2e] [R55]"""

    saved_as: ClassVar[str] = "Aftermath"

    def __init__(self, end: int) -> None:
        self.end = end

    def run(self, g: Board) -> bool:
        """Question Generals; then a Festung Sector without Armies falls."""
        f = g.combat()
        g.agenda.pop()
        if self.end == ATTRITION:
            if f.retreats and f.head != const.NONE:  # Reductions question nobody [R96]
                command_positions.question(g, f.head, "6.6.2a")
        elif self.end == DEFEAT:
            self.question(g)
        if control.on_festung(g, f.place) and not g.at[f.place]:
            control.fall(g, f.place, f.faction)  # [6.7.2g] [R49]
        return False

    def question(self, g: Board) -> None:
        """Question the Head and the Leading General, and after a heavy defeat the OB."""
        f = g.combat()
        if f.retreats >= 1 or f.reductions >= 2:  # [6.6.2c]
            for general in (f.leading, f.head):
                if general != const.NONE:
                    command_positions.question(g, general, "6.6.2c")  # the roll comes later [6.6.2d]
        if f.retreats >= 2 or f.reductions >= 3:  # [6.6.2e] [R95]
            ob = g.ob[g.t.front[f.area]]
            if ob >= 0:
                command_positions.question(g, ob, "6.6.2e")
