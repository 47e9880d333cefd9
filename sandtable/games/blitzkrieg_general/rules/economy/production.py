"""Production: building, repairing, handing over and saving Build Points. [B7.3] [A7.6] [PC]"""

from __future__ import annotations

from sandtable.engine.choice import DONE
from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.effect_types import (
    DO_ALLIED_AIRCRAFT,
    DO_FREE_FRENCH,
    WHEN_PRODUCTION_PHASE,
)
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.ids import RAIL_CAPACITY
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.base_steps import MajorStep, majors_in_order
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers, card_windows
from sandtable.games.blitzkrieg_general.rules.economy import economy


class Production(Step[Board]):
    """The majors spend their Build Points one after the other; `at` counts them. [B7.0] [A7.0]"""

    def __init__(self, at: int = -1) -> None:
        self.at = at

    def run(self, g: Board) -> bool:
        majors = majors_in_order(g)
        if self.at >= len(majors):
            g.agenda.pop()
            return False
        g.agenda[-1] = Production(self.at + 1)
        if self.at >= 0:
            g.push(Building(majors[self.at], 0))
            return False
        card_windows.open(g, WHEN_PRODUCTION_PHASE)
        return False


class Building(MajorStep):
    """The question what a major builds and repairs, until it saves the rest. [B7.3] [B7.3c]

    `ships` are the Build Points it has spent on building ships in this quarter. [CN2]
    """

    def __init__(self, major: int, ships: int) -> None:
        self.major = major
        self.ships = ships

    def run(self, g: Board) -> bool:
        note_orange(g)
        found = self.choices(g, g.seat_of[self.major])
        if len(found) > 1 or (found and found[0] != DONE):
            return g.offer(found)
        g.agenda.pop()
        save(g, self.major)
        return False

    def offers(self, g: Board) -> list[int]:
        """Return types that can be built, units that can be repaired, rail capacity."""
        most = g.points[self.major]
        if not most:
            return []
        owed = self.owed(g)
        kinds = buildable(g, self.major, most)
        if owed:
            kinds = [kind for kind in kinds if self.affordable(g, kind)]
        found = [g.ids.type + kind for kind in kinds]
        free = most - owed
        if free > 0:
            units = distinct(g, repairable(g, self.major, free))
            found += [g.ids.unit + unit for unit in units]
        if may_raise_rail(g, self.major) and g.t.rail_cost <= free:
            found.append(RAIL_CAPACITY)
        return found

    def owed(self, g: Board) -> int:
        """Return the Build Points that must still be spent on ships. [CN2] [R30]"""
        return card_modifiers.naval_quota(g, self.major, self.ships) if g.advanced else 0

    def affordable(self, g: Board, kind: int) -> bool:
        """Return whether a type that the major can pay for leaves enough for the ships it owes. [CN2]"""
        cost = g.t.type_cost[kind]
        owed = self.owed(g)
        if g.t.type_kind[kind] < const.FIRST_SHIP or g.t.type_nation[kind] != self.major:
            return g.points[self.major] - cost >= owed
        # A ship must not spoil the combination that makes up the quota.
        unit = g.free_unit(kind)
        g.place[unit] = const.REMOVED
        g.points[self.major] -= cost
        then = card_modifiers.naval_quota(g, self.major, self.ships + cost)
        g.points[self.major] += cost
        g.place[unit] = const.POOL
        return cost + then >= owed

    def choices(self, g: Board, seat: int) -> list[int]:
        return self.offers(g) if self.owed(g) else [DONE, *self.offers(g)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            g.agenda.pop()
            save(g, self.major)
        elif choice == RAIL_CAPACITY:
            raise_rail(g, self.major)
        elif choice >= g.ids.type:
            kind = choice - g.ids.type
            build(g, self.major, kind)
            if g.t.type_kind[kind] >= const.FIRST_SHIP and g.t.type_nation[kind] == self.major:
                g.agenda[-1] = Building(self.major, self.ships + g.t.type_cost[kind])
        else:
            repair(g, self.major, choice - g.ids.unit)

    def prompt(self, g: Board, seat: int) -> Ask:
        name = words.country(g, self.major)
        owed = self.owed(g)
        text = f"{name}: {words.points(g.points[self.major])} to spend"
        text += f", at least {owed} on ships." if owed else ". Build, repair, or click Done to save the rest."
        return Ask(text, "CN2" if owed else "A7.6" if g.advanced else "B7.3")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if choice == DONE:
            return Refusal(f"{words.points(self.owed(g))} must be spent on ships first.", "CN2")
        if choice == RAIL_CAPACITY:
            return why_not_raise_rail(g, self.major)
        if 0 <= choice - g.ids.type < g.t.n_types:
            kind = choice - g.ids.type
            refusal = why_not_build(g, self.major, kind)
            if refusal is None:
                text = f"{words.type_of(g, kind)} costs {g.t.type_cost[kind]}: "
                text += f"{words.country(g, self.major)} has {words.points(g.points[self.major])}"
                owed = self.owed(g)
                text += f", {owed} of them for ships." if owed else "."
                refusal = Refusal(text, "CN2" if owed else "PC")
            return refusal
        if 0 <= choice - g.ids.unit < g.t.n_units:
            unit = choice - g.ids.unit
            refusal = why_not_repair(g, self.major, unit)
            if refusal is None:
                has = words.points(g.points[self.major] - self.owed(g))
                text = f"To repair {words.unit(g, unit)} costs {words.points(economy.repair_cost(g, unit))}; "
                refusal = Refusal(f"{text}{words.country(g, self.major)} has {has} for it.", "B7.3.5")
            return refusal
        return Refusal("Click a type to build it, a flipped unit to repair it, or Done.", "B7.3")


def save(g: Board, major: int) -> None:
    """Save the unspent Build Points. [B7.3c] [R64]"""
    g.saved[major] = g.points[major]
    g.points[major] = 0
    if g.log is not None and g.saved[major]:
        text = f"{words.country(g, major)} saves {words.points(g.saved[major])}."
        g.log.add(text, "B7.3c", (g.ids.country + major,))


# --- building


def buildable(g: Board, major: int, most: int) -> list[int]:
    """Return the types a major may build now that cost at most `most`."""
    t = g.t
    found: list[int] = []
    for country in range(t.n_countries):
        if g.manager[country] == major and not g.fallen(country):  # [B7.3d]
            for kind in t.types_of[country]:
                if t.type_cost[kind] <= most and _may_build_own(g, kind) and g.free_unit(kind) != const.NONE:
                    found.append(kind)
    if _may_build_foreigners(g, major):
        for kind in range(t.n_types):
            if t.type_cost[kind] <= most and kind not in found and _may_build_foreign(g, major, kind):
                if g.free_unit(kind) != const.NONE:
                    found.append(kind)
        found.sort()
    return found


def _may_build_own(g: Board, kind: int) -> bool:
    """Return whether the manager of a type's nation may build it. [R62] [S39f] [S39h]"""
    t = g.t
    if t.type_mark[kind] == t.mark_us_built or (g.homes_conquered >> t.type_home[kind]) & 1:
        return False
    return g.orange_complete != 0 or t.type_colour[kind] != t.colour_late


def _may_build_foreigners(g: Board, major: int) -> bool:
    """Return whether a major might build units of nations it does not manage. [S39f]"""
    if not g.advanced:
        return major == g.t.usa
    for handler in (DO_FREE_FRENCH, DO_ALLIED_AIRCRAFT):
        for card in g.t.cards_with(handler):
            if g.in_effect(card):
                effect = g.t.cards[card].effect
                if effect.nation == major or major in effect.nations:
                    return True
    return False


def _may_build_foreign(g: Board, major: int, kind: int) -> bool:
    """Return whether a major may build a type of a nation it does not manage. [S39f]"""
    if g.advanced:
        return card_modifiers.may_build_foreign(g, major, kind)
    t = g.t
    return t.type_mark[kind] == t.mark_us_built and major == t.usa and not g.fallen(t.type_nation[kind])


def _foreign_refusal(g: Board, major: int, nation: int) -> Refusal:
    return Refusal(f"{words.country(g, major)} does not build {words.people(g, nation)} units.", "B7.3d")


def why_not_build(g: Board, major: int, kind: int) -> Refusal | None:
    """Return why a major may not build a type; None if it may, for its price."""
    t = g.t
    nation = t.type_nation[kind]
    name = words.type_of(g, kind)
    if g.free_unit(kind) == const.NONE:
        if g.manager[nation] != major and not (
            _may_build_foreigners(g, major) and _may_build_foreign(g, major, kind)
        ):
            return _foreign_refusal(g, major, nation)
        if const.HQ <= t.type_kind[kind] <= const.NAVAL_HQ:  # [B7.3.6a]
            return Refusal(f"{name} has not been eliminated: HQs are only rebuilt.", "B7.3.6a")
        return Refusal(f"The pool has no {name} left.", "B7.3")
    if _may_build_foreigners(g, major) and _may_build_foreign(g, major, kind):
        return None
    if t.type_mark[kind] == t.mark_us_built:  # [S39f]
        return Refusal(f"{name} is built by {words.country(g, t.usa)} alone.", "S39f")
    if g.manager[nation] != major or g.fallen(nation):
        return _foreign_refusal(g, major, nation)
    if (g.homes_conquered >> t.type_home[kind]) & 1:  # [R62]
        return Refusal(f"{g.t.home_name[t.type_home[kind]]} is conquered.", "B7.1f")
    if t.type_colour[kind] == t.colour_late and not g.orange_complete:
        return Refusal("Red units come after all orange ones have been on the map or chart together.", "S39h")
    return None


def build(g: Board, major: int, kind: int) -> None:
    """Pay for a new unit and put it on the production chart."""
    unit = g.free_unit(kind)
    g.points[major] -= g.t.type_cost[kind]  # [B7.3a] [B7.3b]
    due = g.turn + g.t.type_duration[kind]  # [B7.3.6] [A7.6.6]
    foreign = g.manager[g.t.type_nation[kind]] != major or g.fallen(g.t.type_nation[kind])
    g.chart(unit, due)  # always its front [B7.3f]
    if g.advanced and foreign:
        card_modifiers.built_foreign(g, major, kind)
        if g.t.type_mark[kind] == g.t.mark_free:  # [R85]
            g.serves = changed(g.serves, unit, major)
    note_orange(g)
    if g.log is not None:
        text = f"{words.country(g, major)} builds {words.type_of(g, kind)} for {g.t.type_cost[kind]} BP; "
        text += f"it arrives in {words.turn(due)}."
        g.log.add(text, "B7.3.6", (g.ids.type + kind,))


def note_orange(g: Board) -> None:
    """Allow red units once all orange ones are on the map or chart together. [S39h]"""
    if g.orange_complete:
        return
    t = g.t
    for unit in t.units_of[t.ussr]:
        if t.unit_colour[unit] == t.colour_early and g.place[unit] in (const.POOL, const.REMOVED):
            return
    g.orange_complete = 1
    if g.log is not None:
        g.log.add("All orange units are in play: red ones may be built.", "S39h")


# --- repairing


def repairable(g: Board, major: int, most: int) -> list[int]:
    """Return the flipped units a major may repair for at most `most`. [B7.3.5] [A7.6.5]"""
    found: list[int] = []
    for unit in [u for u, marks in enumerate(g.cond) if marks & const.FLIPPED]:
        if g.place[unit] >= 0 and g.manager[g.serves[unit]] == major:
            if economy.repair_cost(g, unit) <= most and (g.supplied(unit) or not g.advanced):
                found.append(unit)
    return found


def why_not_repair(g: Board, major: int, unit: int) -> Refusal | None:
    """Return why a unit cannot be repaired by a major; None if it can, for its price."""
    if g.place[unit] < 0:
        return Refusal(f"The {words.unit(g, unit)} is not on the map.", "B7.3.5")
    if g.manager[g.serves[unit]] != major:
        return Refusal(f"The {words.unit(g, unit)} is not {words.people(g, major)}.", "B7.3.5")
    if not g.cond[unit] & const.FLIPPED:
        return Refusal(f"The {words.unit(g, unit)} is not flipped.", "B7.3.5")
    if g.advanced and not g.supplied(unit):
        return Refusal(f"The {words.unit(g, unit)} is out of supply.", "A6.1l")  # [A6.1l] [R29]
    return None


def repair(g: Board, major: int, unit: int) -> None:
    """Turn a unit to its front. [B7.3.5]"""
    cost = economy.repair_cost(g, unit)
    if g.log is not None:
        text = f"{words.country(g, major)} repairs the {words.unit(g, unit)} in "
        text += f"{words.space(g, g.place[unit])} for {words.points(cost)}."
        g.log.add(text, "B7.3.5", (g.ids.unit + unit, g.ids.space + g.place[unit]))
    g.points[major] -= cost
    g.unmark(unit, const.FLIPPED)


# --- rail


def may_raise_rail(g: Board, major: int) -> bool:
    """Return whether a major may pay for more rail capacity. [A9.7]"""
    return why_not_raise_rail(g, major) is None


def why_not_raise_rail(g: Board, major: int) -> Refusal | None:
    """Return why rail capacity cannot be raised; None if it can, for its price. [A9.7]"""
    if not g.rule(const.RAIL_BUILDING):
        return Refusal("Rail capacity is bought only with the optional rule for it.", "A9.7")
    coming = sum([g.rail_due[i] == major for i in range(0, len(g.rail_due), 2)])
    if g.rail[major] + coming >= g.t.number["rail_max"]:
        return Refusal(f"The rail capacity is {g.t.number['rail_max']} at most.", "A9.7")
    return None


def raise_rail(g: Board, major: int) -> None:
    """Pay for one more unit of rail capacity; it is ready after some quarters. [A9.7]"""
    g.points[major] -= g.t.rail_cost
    g.rail_due += [major, g.turn + g.t.rail_duration]
    if g.log is not None:
        due = words.turn(g.turn + g.t.rail_duration)
        g.log.add(
            f"{words.country(g, major)} extends its railways until {due}.", "A9.7", (g.ids.country + major,)
        )
