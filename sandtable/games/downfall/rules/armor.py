"""Accumulated armor: infantry becomes armor at home, and armor infantry again. [10] [1d]"""

from typing import Final

from sandtable.engine.step import Ask, Refusal
from sandtable.games.downfall.components import words
from sandtable.games.downfall.components.constants import AT_WAR, POOL, REDUCED, STEPS
from sandtable.games.downfall.components.ids import AREA
from sandtable.games.downfall.components.state import Attack, Board
from sandtable.games.downfall.rules import developments
from sandtable.games.downfall.rules.base_steps import ActiveStep

NOT_YOURS: Final = Refusal("This army belongs to another side.", "4.2")
NOT_AT_WAR: Final = Refusal("This country is not at war.", "4.2")
NOT_ON_MAP: Final = Refusal("This army is not on the map.", "4.2")
NO_ARMOR_CONVERT: Final = Refusal(
    "Conversion takes two armor steps for a full army, one for a reduced one.", "10a"
)
NO_COUNTER: Final = Refusal("All counters of this type are in play.", "1e")
NEEDS_TANKS: Final = Refusal("Advanced armor needs the Advanced tanks development.", "13.3")
IS_ARMOR: Final = Refusal("Only infantry can be converted.", "10a")
NO_ARMOR_TYPE: Final = Refusal("This nation has no armor counter free.", "1e")
IN_THE_FIELD: Final = Refusal(
    "Infantry becomes armor only in a Supply Area of its own side that the side controls.", "10d"
)


def swap(g: Board, unit: int, kind: int) -> None:
    """Put a counter of another type in an army's place, with its step, its condition and its attacks."""
    new = g.free_unit(kind)
    area = g.place[unit]
    cond = g.cond[unit]
    g.take(unit)
    g.put(new, area, cond & STEPS)
    g.cond[new] = cond
    for i in range(len(g.attacks)):
        old = g.attacks[i]
        if old.attacker == unit:
            g.attacks[i] = Attack(new, old.defender, old.area, old.via, old.supports, old.air)
        elif unit in old.supports:
            supports = tuple([new if u == unit else u for u in old.supports])
            g.attacks[i] = Attack(old.attacker, old.defender, old.area, old.via, supports, old.air)


def armor_types(g: Board, unit: int) -> list[int]:
    """Return the armor types an infantry army could become: of its nation, with a free counter. [10a]"""
    t = g.t
    return [
        kind
        for kind in t.armor_of[t.unit_nation[unit]]
        if (t.needs[kind] < 0 or g.tile(g.side, t.needs[kind]))  # [13.3]
        and g.free_unit(kind) >= 0  # [1e]
    ]


def is_at_home(g: Board, area: int) -> bool:
    """Return whether an area is a controlled Supply Area of a country of the active side. [10a, R24]"""
    country = g.t.supply_of[area]
    return country >= 0 and g.t.country_side[country] == g.side and g.control[area] == g.side


def why_not_available(g: Board, unit: int) -> Refusal | None:
    """Return why a counter is not an army of the active side at war on the map; None if it is."""
    if g.t.unit_side[unit] != g.side:
        return NOT_YOURS
    if g.place[unit] == POOL:
        return NOT_ON_MAP
    return None if g.status[g.t.unit_nation[unit]] == AT_WAR else NOT_AT_WAR


def why_not_convert(g: Board, unit: int) -> Refusal | None:
    """Return why an infantry army cannot become armor now; it takes no Action and no points. [10] [10c]"""
    t = g.t
    reason = why_not_available(g, unit)
    if reason is not None:
        return reason
    if t.unit_armor[unit]:  # old armor does not become advanced directly [R25]
        return IS_ARMOR
    if not is_at_home(g, g.place[unit]):  # [10d]; Moscow is none [4.2e]
        return IN_THE_FIELD
    if g.armor[g.side] < t.convert_armor[g.cond[unit] & STEPS]:  # [10a]
        return NO_ARMOR_CONVERT
    return None if armor_types(g, unit) else NO_ARMOR_TYPE


def can_convert(g: Board, unit: int) -> bool:
    """Return whether an infantry army of the active side can become armor now."""
    return is_at_home(g, g.place[unit]) and why_not_convert(g, unit) is None


def convert(g: Board, unit: int, kind: int) -> None:
    """Turn infantry into armor for 2 armor steps if it is full, 1 if it is reduced. [10a]"""
    t = g.t
    steps = t.convert_armor[g.cond[unit] & STEPS]
    g.armor[g.side] -= steps
    if t.needs[kind] >= 0:
        developments.reveal_use(g, g.side, t.needs[kind])
    if g.log is not None:
        paid = words.count(steps, "armor step")
        text = (
            f"{t.area_name[g.place[unit]]}: {words.army(g, unit)} converted to {t.type_name[kind]} ({paid})."
        )
        g.log.add(text, "10a", (AREA + g.place[unit],))
    swap(g, unit, kind)


def may_have_secret_armor(g: Board, unit: int) -> bool:
    """Return whether, for all the opponents know, an army could become armor that is still secret. [4.6b]"""
    t = g.t
    if not g.secret_tiles:
        return False
    for kind in t.armor_of[t.unit_nation[unit]]:
        needed = t.needs[kind]
        if needed >= 0 and not g.tile_known[t.tile_of[g.side][needed]] and g.free_unit(kind) >= 0:
            return True
    return False


def start_convert(g: Board, unit: int) -> None:
    """Convert an infantry army; ask for the type if there is a choice, or could be one. [4.6b]"""
    kinds = armor_types(g, unit)
    if len(kinds) == 1 and (g.t.needs[kinds[0]] >= 0 or not may_have_secret_armor(g, unit)):
        convert(g, unit, kinds[0])
    else:
        g.push(ConvertTo(unit))


class ConvertTo(ActiveStep):
    """The question which armor an infantry army becomes."""

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def choices(self, g: Board, seat: int) -> list[int]:
        full = (g.cond[self.unit] & STEPS) - REDUCED
        return [g.ids.army + 2 * kind + full for kind in armor_types(g, self.unit)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        convert(g, self.unit, (choice - g.ids.army) // 2)

    def prompt(self, g: Board, seat: int) -> Ask:
        where = g.t.area_name[g.place[self.unit]]
        return Ask(f"{words.army(g, self.unit)} in {where}: convert it to which armor?", "10a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        t = g.t
        if not g.ids.army <= choice < g.ids.end:
            return None
        kind = (choice - g.ids.army) // 2
        if kind not in t.armor_of[t.unit_nation[self.unit]]:
            return Refusal("The army becomes armor of its own nation.", "10a")
        if t.needs[kind] >= 0 and not g.tile(g.side, t.needs[kind]):
            return NEEDS_TANKS
        return NO_COUNTER if g.free_unit(kind) < 0 else Refusal("The army keeps its step.", "10a")


def infantry_type(g: Board, unit: int) -> int:
    """Return the infantry, never Guards, that can replace an armor army; -1 if none is free. [1d, R25]"""
    t = g.t
    for kind in t.infantry_of[t.unit_nation[unit]]:
        if t.needs[kind] < 0 and g.free_unit(kind) >= 0:
            return kind
    return -1
