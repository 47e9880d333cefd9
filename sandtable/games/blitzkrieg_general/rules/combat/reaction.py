"""The reaction of the non-phasing side: by land, reserves, aircraft, task forces. [B6.1.5] [A6.4.5]"""

from __future__ import annotations

from typing import ClassVar

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.base_steps import GoTo, PhaseStep
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers
from sandtable.games.blitzkrieg_general.rules.combat.reserves import (
    Reserves,
    can_react,
    may_change_maps,
    may_cross,
    may_join_defence,
)
from sandtable.games.blitzkrieg_general.rules.movement import pinning
from sandtable.games.blitzkrieg_general.rules.movement.air_bases import air_range, reached
from sandtable.games.blitzkrieg_general.rules.movement.rail import countries_of_seat
from sandtable.games.blitzkrieg_general.rules.naval import invasion


class Reaction(Step[Board]):
    """The reaction to the moves: ships, land units, reserves, aircraft, task forces. [R13]

    exploit  1: after the moves of the exploitation phase;  stage  its next part
    """

    def __init__(self, exploit: int, stage: int = 0) -> None:
        self.exploit = exploit
        self.stage = stage

    def run(self, g: Board) -> bool:
        g.phase = const.EXPLOIT_REACTION if self.exploit else const.REACTION
        g.agenda[-1] = Reaction(self.exploit, self.stage + 1)
        if self.stage == 0:
            if not g.advanced:
                fight_in_shared_zones(g)  # [B6.4h]
            else:
                g.push(invasion.NavalReaction())  # [A6.5.4i]
        elif self.stage == 1:
            invasion.land(g)
        elif self.stage == 2:
            pinning.pin(g)  # [A10.1]
            if not self.exploit:
                g.push(ForceReaction())  # no task forces in the exploitation phase [B6.3f]
            g.push(AirReaction())
            g.push(Reserves())  # [A6.5.4g] [B6.3g]
            if g.advanced:
                g.push(LandReaction())
        else:
            g.agenda.pop()
            pinning.pin_remaining(g)
        return False


def fight_in_shared_zones(g: Board) -> None:
    """Start combats in zones that enemies share; in the basic game they do so only as a war begins.

    [B6.4h]
    """
    mine = g.mask(g.side)
    for zone in range(g.t.n_areas, g.t.n_spaces):
        there = g.ships[zone]
        if there & mine and there & ~mine and zone not in g.battles:
            for unit in g.here(zone, mine):
                if g.is_ship(unit) and g.war[g.serves[unit]] & there:
                    entry_limits.attack(g, zone)
                    break


# --- land units against landings


def invaded(g: Board) -> list[int]:
    """Return the areas in which units of the phasing side have landed in this phase."""
    mine = g.mask(g.side)
    found: list[int] = []
    for area in range(g.t.n_areas):
        if g.land[area] & mine and g.t.coast[area]:
            for unit in g.at[area]:
                if g.cond[unit] & const.INVADING and (mine >> g.serves[unit]) & 1:
                    found.append(area)
                    break
    return found


def shores(g: Board, unit: int, areas: list[int]) -> list[int]:
    """Return the invaded areas next to a land unit that it may enter. [A6.5.4f]"""
    here = g.place[unit]
    near = [a for a in g.t.land_near[here] if a in areas and may_cross(g, here, a)]
    return [a for a in near if may_join_defence(g, unit, a) and entry_limits.room(g, unit, a)]


class JoinCombatStep(PhaseStep):
    """A phase in which units of the non-phasing side join combats one by one."""

    def side(self, g: Board) -> int:
        return 1 - g.side

    def targets(self, g: Board) -> list[int]:
        """Return the spaces that such units may come to."""
        raise NotImplementedError

    def starts(self, g: Board, targets: list[int], mask: int) -> list[int]:
        """Return the spaces from which units of a set of countries could come, in their order."""
        raise NotImplementedError

    def is_suited(self, g: Board, unit: int) -> bool:
        """Check whether a unit is of the right kind and free."""
        raise NotImplementedError

    def reached(self, g: Board, unit: int, targets: list[int]) -> list[int]:
        """Return the targets a unit may come to, without checking whether it may leave."""
        raise NotImplementedError

    def goals(self, g: Board, unit: int) -> list[int]:
        """Return the spaces a unit may come to now."""
        return self.reached(g, unit, self.targets(g))

    def offers(self, g: Board, seat: int) -> list[int]:
        targets = self.targets(g)
        if not targets:
            return []
        mask = countries_of_seat(g, seat, 1 - g.side)
        found: list[int] = []
        for start in self.starts(g, targets, mask):
            here = [u for u in g.at[start] if (mask >> g.serves[u]) & 1 and self.is_suited(g, u)]
            for unit in distinct(g, here):
                if can_react(g, unit) and self.reached(g, unit, targets):
                    found.append(g.ids.unit + unit)
        return found

    def join(self, g: Board, unit: int, space: int) -> None:
        """Bring a unit to a space."""
        raise NotImplementedError

    def take(self, g: Board, seat: int, choice: int) -> None:
        unit = choice - g.ids.unit
        found = self.goals(g, unit)
        if len(found) == 1:
            self.join(g, unit, found[0])
        else:
            g.push(ReactionSpace(unit))

    def why_not_join(self, g: Board, seat: int, unit: int) -> Refusal | None:
        """Return why no unit of this kind may come, or None."""
        if not (countries_of_seat(g, seat, 1 - g.side) >> g.serves[unit]) & 1:
            return Refusal(words.foreign(g, seat, unit), "B6.1.5")
        if g.cond[unit] & const.REACTED:
            return Refusal(
                f"{words.unit(g, unit)} has already reacted. A unit fights only one combat in a phase.",
                "A10.1",
            )
        if not pinning.may_leave(g, unit):
            rule = "A10.1a" if g.is_ship(unit) else "A10.1d" if not g.is_land(unit) else "A10.1b"
            return Refusal(f"{words.unit(g, unit)} is under attack in its own space and pinned there.", rule)
        return None


class LandReaction(JoinCombatStep):
    """Land units enter an invaded area from adjacent areas, any number, without HQ. [A6.5.4f] [R20]"""

    def targets(self, g: Board) -> list[int]:
        return invaded(g)

    def starts(self, g: Board, targets: list[int], mask: int) -> list[int]:
        near = {other for area in targets for other in g.t.land_near[area] if g.land[other] & mask}
        return sorted(near)

    def is_suited(self, g: Board, unit: int) -> bool:
        return g.t.unit_kind[unit] <= const.LAST_LAND

    def reached(self, g: Board, unit: int, targets: list[int]) -> list[int]:
        return shores(g, unit, targets)

    def join(self, g: Board, unit: int, space: int) -> None:
        start = g.place[unit]
        g.move(unit, space)
        g.mark(unit, const.REACTED | const.MOVED)
        entry_limits.attack(g, space)  # an empty area is fought for now
        _log(g, unit, start, f"moves from {words.space(g, start)} against the landing in", space, "A6.5.4f")

    def prompt(self, g: Board, seat: int) -> Ask:
        rows = words.spaces(g, invaded(g))
        return Ask(f"Landing in {rows}: click land units next to it to move them in, or Done.", "A6.5.4f")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units or g.place[unit] < 0 or g.carrier[unit] >= 0 or not g.is_land(unit):
            return Refusal("Click a land unit next to the landing.", "A6.5.4f")
        why = self.why_not_join(g, seat, unit)
        if why is not None:
            return why
        return Refusal("No invaded area next to this unit is open to it.", "A6.5.4f")


# --- aircraft


def air_targets(g: Board) -> list[int]:
    """Return the attacked areas that aircraft may fly to; in the basic game zones too. [B6.1.5] [A6.4.3E1]"""
    return [
        s for s in g.battles if (s < g.t.n_areas or not g.advanced) and not card_modifiers.no_reaction(g, s)
    ]


def distances_to(g: Board, targets: list[int], most: int) -> bytes:
    """Return for each space 1 more than the distance to the nearest target over any ground.

    0 stands for more than `most` spaces.
    """
    near = g.t.air_near
    found = [0] * g.t.n_spaces
    for target in targets:
        found[target] = 1
        if g.t.twin[target] >= 0:
            found[g.t.twin[target]] = 1
    edge = targets
    for step in range(most):
        following: list[int] = []
        for space in edge:
            for other in near[space]:
                if not found[other]:
                    found[other] = step + 2
                    following.append(other)
        edge = following
    return bytes(found)


def targets_in_range(g: Board, unit: int, targets: list[int]) -> list[int]:
    """Return the targets in an aircraft's single range; it cannot cross neutral areas. [B6.1.5a] [A6.4.5]"""
    t = g.t
    start = g.place[unit]
    country = g.serves[unit]
    reach = air_range(g, unit)
    if reach > 2:
        found = reached(g, country, start, reach)
        return [s for s in targets if s in found]
    near = t.air_near[start]
    passed = g.friends[country] | g.war[country]
    way = [s for s in near if s >= t.n_areas or (passed >> g.control[s]) & 1] if reach == 2 else []
    result: list[int] = []
    for target in targets:
        if target in near or target == t.twin[start]:
            result.append(target)
            continue
        for other in way:
            if target in t.air_near[other]:
                result.append(target)
                break
    return result


def flight_targets(g: Board, unit: int, targets: list[int]) -> list[int]:
    """Return the attacked spaces that an aircraft may help."""
    start = g.place[unit]
    return [
        s
        for s in targets_in_range(g, unit, targets)
        if s != start and may_join_defence(g, unit, s) and may_change_maps(g, start, s)
    ]


class AirReaction(JoinCombatStep):
    """Aircraft fly to attacked areas within single range, once in a phase. [B6.1.5] [A6.4.5] [B6.3f] [R87]"""

    def targets(self, g: Board) -> list[int]:
        return air_targets(g)

    def starts(self, g: Board, targets: list[int], mask: int) -> list[int]:
        near = distances_to(g, targets, g.t.kind_range[const.AIRCRAFT] + g.t.long_range_bonus)
        return [area for area in range(g.t.n_areas) if near[area] and g.air[area] & mask]

    def is_suited(self, g: Board, unit: int) -> bool:
        return g.t.unit_kind[unit] == const.AIRCRAFT and not g.cond[unit] & (const.FLYING | const.FLOWN)

    def reached(self, g: Board, unit: int, targets: list[int]) -> list[int]:
        return flight_targets(g, unit, targets)

    def join(self, g: Board, unit: int, space: int) -> None:
        start = g.place[unit]
        g.move(unit, space)
        g.mark(unit, const.REACTED | const.FLYING | const.FLOWN)  # [B6.3i]
        rule = "A6.4.5" if g.advanced else "B6.1.5"
        _log(g, unit, start, f"flies from {words.space(g, start)} to the defence of", space, rule)

    def prompt(self, g: Board, seat: int) -> Ask:
        rule = "A6.4.5" if g.advanced else "B6.1.5"
        text = "Click an aircraft to join the defence, or Done."
        return Ask(words.attacked(g) + text, rule)

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units or g.place[unit] < 0 or g.t.unit_kind[unit] != const.AIRCRAFT:
            return Refusal("Click an aircraft within range of an attacked space.", "B6.1.5")
        if g.carrier[unit] >= 0 or g.place[unit] >= g.t.n_areas:
            return Refusal("Aircraft at sea fly no missions.", "A1.1b")
        if g.cond[unit] & const.FLOWN:
            return Refusal(f"{words.unit(g, unit)} has already flown its mission in this phase.", "B6.3i")
        why = self.why_not_join(g, seat, unit)
        if why is not None:
            return why
        for space in g.battles:
            if card_modifiers.no_reaction(g, space):
                return Refusal("A card does not allow aircraft to react to this attack.", "B6.1.5")
        if g.advanced and not air_targets(g):
            return Refusal("Aircraft react at sea only after a search has found the enemy.", "A6.4.3E1")
        return Refusal("No attacked area is in range of this unit. It cannot cross neutral areas.", "B6.1.5a")


# --- task forces


class ForceReaction(JoinCombatStep):
    """Task forces join the defence of attacked areas next to their zone. [B6.1.5b]"""

    def targets(self, g: Board) -> list[int]:
        return [space for space in g.battles if space < g.t.n_areas]

    def starts(self, g: Board, targets: list[int], mask: int) -> list[int]:
        return sorted({zone for area in targets for zone in g.t.coast[area] if g.forces[zone] & mask})

    def is_suited(self, g: Board, unit: int) -> bool:
        return g.t.unit_kind[unit] == const.TASK_FORCE and g.target[unit] == const.NONE

    def reached(self, g: Board, unit: int, targets: list[int]) -> list[int]:
        return [
            a for a in g.t.coast[g.place[unit]] if a in targets and may_join_defence(g, unit, a)
        ]  # [B6.1.5b]

    def join(self, g: Board, unit: int, space: int) -> None:
        g.target[unit] = space
        g.mark(unit, const.REACTED)
        zone = g.place[unit]
        _log(g, unit, zone, f"in {words.space(g, zone)} joins the defence of", space, "B6.1.5b")

    def prompt(self, g: Board, seat: int) -> Ask:
        text = "Click a task force to join the defence of an area on its coast, or Done."
        return Ask(words.attacked(g) + text, "B6.1.5b")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units or g.place[unit] < 0 or g.t.unit_kind[unit] != const.TASK_FORCE:
            return Refusal("Click a task force next to an attacked area.", "B6.1.5b")
        why = self.why_not_join(g, seat, unit)
        if why is not None:
            return why
        return Refusal("This task force has no attacked area next to its zone that it may defend.", "B6.1.5b")


class ReactionSpace(GoTo):
    """The question which attacked space a unit comes to; its phase is below."""

    saved_as: ClassVar[str] = "Whither"

    def goals(self, g: Board) -> list[int]:
        below = g.agenda[-2]
        assert isinstance(below, JoinCombatStep)
        return below.goals(g, self.unit)

    def go(self, g: Board, space: int) -> None:
        below = g.agenda[-1]
        assert isinstance(below, JoinCombatStep)
        below.join(g, self.unit, space)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Which combat does {words.unit(g, self.unit)} join? Click its space.", "B6.1.5")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        space = choice - g.ids.space
        if not 0 <= space < g.t.n_spaces:
            return Refusal("Click the attacked space where it goes.", "B6.1.5")
        if space not in g.battles:
            return Refusal(f"{words.space(g, space)} is not attacked.", "B6.1.5")
        return Refusal(f"{words.unit(g, self.unit)} cannot reach {words.space(g, space)}.", "B6.1.5")


def _log(g: Board, unit: int, start: int, what: str, space: int, rule: str) -> None:
    if g.log is not None:
        refs = (g.ids.unit + unit, g.ids.space + start, g.ids.space + space)
        g.log.add(f"{words.unit(g, unit)} {what} {words.space(g, space)}.", rule, refs)
