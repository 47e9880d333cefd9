"""Retreats: voluntary and forced, and where the units go. [B6.2.3] [B6.2.4] [A6.5.8] [A6.5.9]"""

from __future__ import annotations

from typing import ClassVar, Final

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.combat_state import ATTACKER, DEFENDER, LAND, CombatState
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.ids import RETREAT, STAY, STOP, WITHDRAW
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers
from sandtable.games.blitzkrieg_general.rules.combat import combat_segments, losses
from sandtable.games.blitzkrieg_general.rules.combat.combatants import CombatStep, combat_of
from sandtable.games.blitzkrieg_general.rules.combat.retreat_options import can_all_retreat, retreat_spaces
from sandtable.games.blitzkrieg_general.rules.movement import air_bases
from sandtable.games.blitzkrieg_general.rules.naval import straits

OVER: Final = 9  # the stage at which a combat ends, with both parties left if it is broken off

# --- who may, who must


def must_stay(g: Board, fight: CombatState, unit: int) -> bool:
    """Check whether a unit may not choose to retreat: Total War [R88], or the scenario [S39e]."""
    for row in g.t.scenarios[g.scenario].no_retreat:
        if g.t.country_id[g.serves[unit]] == row.nation and g.t.space_id[fight.space] == row.area:
            return True
    return bool(g.advanced) and not card_modifiers.may_retreat(g, unit)


def movers(g: Board, fight: CombatState, party: int) -> list[int]:
    """Return the units of a party that retreat to an adjacent space: land units, or ships at sea."""
    if fight.kind == LAND:
        return combat_segments.ground(g, fight, party)
    return [u for u in fight.party(party) if g.t.unit_kind[u] >= const.FIRST_SHIP]


def supporters(g: Board, fight: CombatState, party: int) -> list[int]:
    """Return the units of a party that may leave alone: aircraft, and TFs in a land combat. [B6.2.3b]"""
    if fight.kind == LAND:
        return combat_segments.flyers(g, fight, party)
    return [u for u in fight.party(party) if g.t.unit_kind[u] == const.AIRCRAFT]


def may_retreat(g: Board, fight: CombatState, party: int) -> bool:
    """Check whether a whole party may retreat, even after double range. [B6.2.3] [B6.2.3l] [A6.4.3F7]"""
    units = movers(g, fight, party)
    if not units:
        return False
    for unit in units:
        if must_stay(g, fight, unit):  # all or nobody [B6.2.3a]
            return False
    return can_all_retreat(g, units)


def may_withdraw(g: Board, fight: CombatState, party: int) -> list[int]:
    """Return the aircraft and TFs that may leave while the others fight on. [B6.2.3b] [R101]"""
    return [u for u in supporters(g, fight, party) if not must_stay(g, fight, u) and _has_home(g, u)]


def _has_home(g: Board, unit: int) -> bool:
    """Check whether a supporter has somewhere to go back to. [B6.2.3l]"""
    return g.t.unit_kind[unit] != const.AIRCRAFT or len(air_bases.bases(g, unit)) > 0


def may_break_off(g: Board, fight: CombatState, party: int) -> bool:
    """Check whether a party may end a naval combat and stay: against ships on double range. [A6.4.3F6]"""
    if fight.kind == LAND or party == ATTACKER or not g.advanced:
        return False
    for unit in fight.attackers:
        if g.cond[unit] & (const.DOUBLE | const.RUSHED):
            return True
    return False


def force_retreat(g: Board, fight: CombatState) -> bool:
    """Make a party without fighting land units leave; return True if one had to. [B6.2.4] [R44]"""
    if combat_segments.fighters(g, fight, ATTACKER):
        if combat_segments.fighters(g, fight, DEFENDER):
            return False
        party = DEFENDER
    else:
        party = ATTACKER  # of two such parties the phasing one [B6.2.4a]
    depart(g, fight, fight.party(party)[:], 1)
    return True


# --- going


def depart(g: Board, fight: CombatState, units: list[int], must: int) -> None:
    """Let units leave the combat: aircraft fly home, TFs return to their zone, the others scatter.

    `must`: they have no choice, and a unit that cannot go is eliminated.
    """
    kinds = g.t.unit_kind
    if g.log is not None and units:
        outcome = "must leave" if must else "retreats from" if len(units) == 1 else "retreat from"
        text = f"{words.units(g, units)} {outcome} {words.space(g, fight.space)}."
        refs = tuple([g.ids.unit + u for u in units])
        g.log.add(text, "B6.2.4" if must else "B6.2.3", (*refs, g.ids.space + fight.space))
    going = [
        u
        for u in units
        if kinds[u] <= const.LAST_LAND or (kinds[u] >= const.FIRST_SHIP and fight.kind != LAND)
    ]
    for unit in reversed(units):
        if unit in going:
            continue
        if g.advanced and card_modifiers.kamikaze(g, unit):  # they do not come back [R38]
            losses.destroy(g, fight, unit)
            continue
        fight.drop(unit)
        g.mark(unit, const.FOUGHT)
        if kinds[unit] == const.AIRCRAFT:
            air_bases.home(g, unit)  # [B6.2.3f]
        else:
            g.target[unit] = const.NONE
    if going:
        fight.leaving = going
        g.push(SplitRetreat(must))


class SplitRetreat(Step[Board]):
    """Retreating units go to adjacent spaces, together or split as their owners wish. [B6.2.3k]

    `unit` is one that goes alone. While `must` is 0 all of them have a place to go to.
    """

    saved_as: ClassVar[str] = "Scatter"

    def __init__(self, must: int, unit: int = const.NONE) -> None:
        self.must = must
        self.unit = unit

    def _mine(self, g: Board) -> list[int]:
        """Return the leaving units that have the same owner as the first."""
        leaving = combat_of(g).leaving
        if self.unit != const.NONE:
            return [self.unit]
        seat = g.owner(leaving[0])
        return [u for u in leaving if g.owner(u) == seat]

    def _open(self, g: Board, unit: int) -> list[int]:
        """Return where one unit may go so that the others still find a place."""
        places = retreat_spaces(g, unit)
        if self.must or len(places) < 2 or not self._tight(g, unit, places):
            return places
        return [place for place in places if self._leaves_room(g, unit, place)]

    def _tight(self, g: Board, unit: int, places: list[int]) -> bool:
        for place in places:
            if place < g.t.n_areas and entry_limits.limit(g, unit, place):
                return True
        return False

    def _leaves_room(self, g: Board, unit: int, place: int) -> bool:
        """Check whether the other units still find a place if a unit goes to a place."""
        here = g.place[unit]
        rest = [u for u in combat_of(g).leaving if u != unit]
        g.move(unit, place)
        answer = can_all_retreat(g, rest)
        g.move(unit, here)
        return answer

    def _common(self, g: Board, units: list[int]) -> list[int]:
        """Return the spaces to which all of them may go together."""
        found: list[int] = []
        for place in retreat_spaces(g, units[0]):
            if self._takes(g, units, place) and self._all_there(g, units, place):
                found.append(place)
        return found

    def _takes(self, g: Board, units: list[int], place: int) -> bool:
        number = 0
        for unit in units:
            if place not in retreat_spaces(g, unit):
                return False
            if place < g.t.n_areas:
                most = entry_limits.limit(g, unit, place)
                if most:
                    number += 1
                    if entry_limits.based(g, unit, place) + number > most:
                        return False
        return True

    def _all_there(self, g: Board, units: list[int], place: int) -> bool:
        """Check whether units of other owners still find a place then."""
        rest = [u for u in combat_of(g).leaving if u not in units]
        if self.must or not rest or not self._tight(g, units[0], [place]):
            return True
        here = g.place[units[0]]
        for unit in units:
            g.move(unit, place)
        answer = can_all_retreat(g, rest)
        for unit in units:
            g.move(unit, here)
        return answer

    def run(self, g: Board) -> bool:
        fight = combat_of(g)
        if not fight.leaving:
            g.agenda.pop()
            return False
        units = self._mine(g)
        free = False  # somebody has a choice
        for unit in units:
            places = self._open(g, unit)
            if not places:
                losses.destroy(g, fight, unit)
                g.agenda[-1] = SplitRetreat(self.must)
                return False
            if len(places) > 1:
                free = True
        if free:
            return True
        self._go(g, units[0], self._open(g, units[0])[0])
        g.agenda[-1] = SplitRetreat(self.must)
        return False

    def _go(self, g: Board, unit: int, place: int) -> None:
        fight = combat_of(g)
        if g.log is not None:
            text = f"{words.unit(g, unit)} goes to {words.space(g, place)}."
            g.log.add(text, "B6.2.3k", (g.ids.unit + unit, g.ids.space + place))
        g.move(unit, place)
        g.mark(unit, const.FOUGHT)
        fight.drop(unit)

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.owner(self._mine(g)[0]),)

    def choices(self, g: Board, seat: int) -> list[int]:
        units = self._mine(g)
        if len(units) == 1:
            return [g.ids.space + place for place in self._open(g, units[0])]
        found = [g.ids.space + place for place in self._common(g, units)]
        # Counters of one sort may be split over several spaces; which of them goes where does not matter.
        sorts: list[int] = []
        for unit in units:
            kind = g.t.unit_type[unit] * 2 + (g.cond[unit] & 1)
            if kind not in sorts:
                sorts.append(kind)
                found.append(g.ids.unit + unit)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        unit = choice - g.ids.unit
        if 0 <= unit < g.t.n_units:
            g.agenda[-1] = SplitRetreat(self.must, unit)
            return
        for unit in self._mine(g):
            self._go(g, unit, choice - g.ids.space)
        g.agenda[-1] = SplitRetreat(self.must)

    def prompt(self, g: Board, seat: int) -> Ask:
        units = self._mine(g)
        where = words.space(g, combat_of(g).space)
        if len(units) == 1:
            return Ask(f"{words.unit(g, units[0])} leaves {where}. Choose where it goes.", "B6.2.3k")
        text = f"{words.units(g, units)} leave {where}. Choose where they go together, or one to go alone."
        return Ask(text, "B6.2.3k")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        place = choice - g.ids.space
        if not 0 <= place < g.t.n_spaces:
            who = words.units(g, self._mine(g))
            return Refusal(f"Click the space to which {who} should go.", "B6.2.3k")
        unit = self._mine(g)[0]
        here = g.place[unit]
        country = g.serves[unit]
        if g.t.unit_kind[unit] >= const.FIRST_SHIP:
            if place not in g.t.sea_near[here]:
                return Refusal("Ships retreat to an adjacent sea zone.", "B6.2.3i")
            link = g.t.link(here, place)
            if not straits.is_open_to(g, link, country, g.t.unit_kind[unit] == const.SUBMARINE):
                return straits.why_not_pass(g, link, country)
            if g.advanced:
                return Refusal("An enemy task force is there.", "A6.5.8a")
            return Refusal("Enemy ships are there.", "B6.2.3i")
        if place not in g.t.land_near[here]:
            return Refusal("Land units retreat to an adjacent area over land.", "B6.2.3d")
        if entry_limits.kept_out(g, unit, place):
            return Refusal("Units of its country may not enter that territory.", "A8.8")
        if not entry_limits.room(g, unit, place):
            return entry_limits.why_not_base(g, unit, place)
        if place in retreat_spaces(g, unit):
            return Refusal("There is not enough room for all of them. Send them one by one.", "B6.2.3k")
        return Refusal(f"{words.space(g, place)} is not friendly.", "B6.2.3d")


class Resolve(CombatStep):
    """The question after a round whether a party fights on; the phasing side answers first. [B6.2.3]"""

    def run(self, g: Board) -> bool:
        found = self.choices(g, 0)
        if len(found) > 1:
            return g.offer(found)
        g.agenda.pop()
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        fight = combat_of(g)
        found = [STAY]  # [B6.2.3c]
        if may_retreat(g, fight, self.party):
            found.append(RETREAT)
        leaving = may_withdraw(g, fight, self.party)
        if leaving:
            found.append(WITHDRAW)
        if may_break_off(g, fight, self.party):
            found.append(STOP)
        if len(leaving) > 1:  # one by one, too [B6.2.3b]
            found += [g.ids.unit + unit for unit in distinct(g, leaving)]
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        fight = combat_of(g)
        unit = choice - g.ids.unit
        if 0 <= unit < g.t.n_units:  # it leaves, and the question is put again
            depart(g, fight, [unit], 0)
            return
        g.agenda.pop()
        if choice == RETREAT:
            depart(g, fight, fight.party(self.party)[:], 0)
        elif choice == WITHDRAW:
            depart(g, fight, may_withdraw(g, fight, self.party), 0)
        elif choice == STOP:
            if g.log is not None:
                text = f"The combat in {words.space(g, fight.space)} ends without a decision."
                g.log.add(text, "A6.4.3F6", (g.ids.space + fight.space,))
            fight.stage = OVER

    def prompt(self, g: Board, seat: int) -> Ask:
        fight = combat_of(g)
        side = fight.side_of(self.party)
        who = f"{'does' if side == const.AXIS else 'do'} the {words.side(side)}"
        text = f"{words.space(g, fight.space)}, after round {fight.round}: {who} fight on? "
        text += f"You have {words.units(g, fight.party(self.party))} against "
        text += f"{words.units(g, fight.party(1 - self.party))}."
        if len(may_withdraw(g, fight, self.party)) > 1:
            text += " Click aircraft and task forces to withdraw them one by one, or withdraw all of them."
        return Ask(text, "A6.5.8" if g.advanced else "B6.2.3")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        fight = combat_of(g)
        if choice == RETREAT:
            return why_not_retreat(g, fight, self.party)
        if choice == WITHDRAW:
            if not supporters(g, fight, self.party):
                return Refusal("There is no aircraft or task force to withdraw.", "B6.2.3b")
            return Refusal("They may not leave, or they have no base in range.", "B6.2.3l")
        unit = choice - g.ids.unit
        if 0 <= unit < g.t.n_units and unit in fight.party(self.party):
            return why_not_withdraw(g, fight, self.party, unit)
        if choice == STOP:
            return Refusal("Only the other side may break off, against ships at double range.", "A6.4.3F6")
        return Refusal("Choose first whether your side fights another round here.", "B6.2.3")


def why_not_withdraw(g: Board, fight: CombatState, party: int, unit: int) -> Refusal:
    """Return why a unit of a party does not leave alone."""
    if unit not in supporters(g, fight, party):
        return Refusal("Only aircraft, and task forces in a land combat, may leave alone.", "B6.2.3a")
    if unit in may_withdraw(g, fight, party):
        return Refusal("An identical unit is offered instead. Choose that one, or withdraw all.", "B6.2.3b")
    return Refusal("It may not leave, or it has no base in range.", "B6.2.3l")


def why_not_retreat(g: Board, fight: CombatState, party: int) -> Refusal:
    """Return why a party cannot retreat with everything."""
    units = movers(g, fight, party)
    for unit in units:
        if must_stay(g, fight, unit):
            rule = "CARD.total_war" if g.advanced and not card_modifiers.may_retreat(g, unit) else "S39e"
            return Refusal(
                f"{words.unit(g, unit)} may not retreat, and a force retreats only together.", rule
            )
    for unit in units:
        if not retreat_spaces(g, unit):
            text = f"{words.unit(g, unit)} has nowhere to go, and a force retreats only together."
            return Refusal(text, "B6.2.3l")
    if not units:
        return Refusal("You have no units that could retreat.", "B6.2.3")
    return Refusal("There is not enough room for all of them.", "B6.2.3a")
