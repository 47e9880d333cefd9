"""The beginning of a side's turn: armies removed or exchanged, minors reinforced. [1c] [1d] [4.2q]"""

from typing import ClassVar, Final

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal
from sandtable.games.downfall.components import words
from sandtable.games.downfall.components.constants import ALLIES, AT_WAR, POOL
from sandtable.games.downfall.components.ids import AREA, EXCHANGE, REMOVE
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import actions, developments, missions, operation_effects
from sandtable.games.downfall.rules.armor import infantry_type, swap, why_not_available
from sandtable.games.downfall.rules.base_steps import ActiveStep
from sandtable.games.downfall.rules.reinforcements import (
    IS_FULL,
    LIKE_ANOTHER,
    MAJOR_LATER,
    can_upgrade,
    is_partisan,
    minor_builds,
    start_build,
    upgrade,
    why_not_build,
    why_not_upgrade,
)

NO_INFANTRY: Final = Refusal("No infantry counter of this nation is free.", "1d")
NOT_ARMOR: Final = Refusal("Only armor can be exchanged for infantry.", "1d")


def give_income(g: Board) -> None:
    """Give the active side points for its minors and the Italian supply as its turn begins. [4.2q] [4.2t]"""
    t = g.t
    season = t.season[g.turn]
    for country in range(t.n_countries):
        points = 0
        if t.country_side[country] == g.side and g.status[country] == AT_WAR:
            if is_partisan(g, country):  # two instead of one [18k]
                if t.partisan_seasons[country] >> season & 1:
                    points = t.partisan_points[country]
            elif t.point_seasons[country] >> season & 1:  # [4.2r] [4.2s]
                points = t.points[country]
            if t.supply_income[country]:
                before = g.supply[g.side]
                g.supply[g.side] = actions.stock(g, g.side, t.supply_income[country])  # [4.2t] [4.1b]
                if g.log is not None:
                    gain = words.count(g.supply[g.side] - before, "supply unit")
                    full = " (the limit)" if g.supply[g.side] == t.supply_max[g.side] else ""
                    text = f"{t.country_name[country]} gives {gain}, {g.supply[g.side]} in stock{full}."
                    g.log.add(text, "4.2t")
        g.minor_points[country] = points
    if g.side == ALLIES and missions.do_warships_help(g):
        developments.reveal_use(g, ALLIES, t.advanced_warships)  # the submarines show it [4.6b]


def armies_at_war(g: Board) -> list[int]:
    """Return the active side's armies at war on the map."""
    t = g.t
    units = t.units_of_side[g.side]
    return [unit for unit in units if g.place[unit] != POOL and g.status[t.unit_nation[unit]] == AT_WAR]


def own_armies(g: Board) -> list[int]:
    """Return the active side's armies at war on the map, identical ones once."""
    return operation_effects.distinct(g, armies_at_war(g))


def why_not_own(g: Board, unit: int, rule: str) -> Refusal | None:
    """Return why the active side could not remove or exchange a counter; None if it could. [R40]"""
    reason = why_not_available(g, unit)
    return None if reason is None else Refusal(reason.text, rule)


def exchangeable(g: Board) -> list[int]:
    """Return the armor armies that can be exchanged for infantry. [1d]"""
    return [unit for unit in own_armies(g) if g.t.unit_armor[unit] and infantry_type(g, unit) >= 0]


class TurnStart(ActiveStep):
    """The beginning of a side's turn: removing, exchanging, reinforcements of minors. [1d] [4.2q]"""

    saved_as: ClassVar[str] = "Beginning"

    def run(self, g: Board) -> bool:
        if len(self.choices(g, 0)) > 1:
            return True
        self.close(g)
        return False

    def close(self, g: Board) -> None:
        """Close the beginning; points not used now are lost. [4.2u]"""
        g.agenda.pop()
        for country in range(g.t.n_countries):
            g.minor_points[country] = 0

    def choices(self, g: Board, seat: int) -> list[int]:
        t = g.t
        units = armies_at_war(g)
        out = [DONE]
        if units:  # [1c]
            out.append(REMOVE)
        for unit in units:
            if t.unit_armor[unit] and infantry_type(g, unit) >= 0:
                out.append(EXCHANGE)
                break
        flips = [unit for unit in units if g.minor_points[t.unit_nation[unit]] > 0 and can_upgrade(g, unit)]
        return out + minor_builds(g) + [g.ids.unit + unit for unit in operation_effects.distinct(g, flips)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            self.close(g)
        elif choice == REMOVE:
            g.push(Removing())
        elif choice == EXCHANGE:
            g.push(Exchanging())
        elif choice >= g.ids.army:
            start_build(g, choice)
        else:
            upgrade(g, choice - g.ids.unit)

    def prompt(self, g: Board, seat: int) -> Ask:
        t = g.t
        choices = self.choices(g, seat)
        nations: list[int] = []
        for choice in choices:
            if choice >= g.ids.army:
                nations.append(t.type_nation[(choice - g.ids.army) // 2])
            elif choice >= g.ids.unit:
                nations.append(t.unit_nation[choice - g.ids.unit])
        named = [t.country_name[c] for c in range(t.n_countries) if c in nations]
        doings = [f"place reinforcements of {words.listed(named)}"] if named else []
        if REMOVE in choices:
            doings.append("remove armies")
        if EXCHANGE in choices:
            doings.append("exchange armor for infantry")
        may = words.listed(doings, "or")
        text = f"{t.side_name[g.side]}, beginning of the turn: {may} if you like; then Done."
        return Ask(text, "4.2q" if named else "1c")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        ids = g.ids
        if choice >= ids.army:
            return why_not_build(g, choice)
        if ids.unit <= choice < ids.tile:
            return self.why_not_click(g, choice - ids.unit)
        if choice == REMOVE:
            return Refusal("No army of your side is on the map.", "1c")
        if choice == EXCHANGE:
            return Refusal(
                "No armor army can be exchanged, because there is none or no infantry counter is free.", "1d"
            )
        return Refusal("That comes later. Click Done to end the beginning of the turn.", "4.2u")

    def why_not_click(self, g: Board, unit: int) -> Refusal:
        """Return why a counter cannot be brought to full strength, the only thing it can do here."""
        reason = why_not_upgrade(g, unit)
        if reason == IS_FULL:
            return Refusal("This army is at full strength; armies move after Done.", IS_FULL.rule)
        if reason == MAJOR_LATER:
            return Refusal("Armies of Major Powers move and are reinforced after Done.", MAJOR_LATER.rule)
        return Refusal(LIKE_ANOTHER, "4.2q") if reason is None else reason


class Removing(ActiveStep):
    """The question which army is removed from the map. [1c]"""

    def choices(self, g: Board, seat: int) -> list[int]:
        """Return any of the side's armies at war. [R40]"""
        return [g.ids.unit + unit for unit in own_armies(g)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Remove it from the map. [1c]"""
        t = g.t
        unit = choice - g.ids.unit
        g.agenda.pop()
        if g.log is not None:
            text = f"{t.area_name[g.place[unit]]}: {words.army(g, unit)} removed."
            g.log.add(text, "1c", (choice, AREA + g.place[unit]))
        g.take(unit)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask("Choose the army to remove from the map.", "1c")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if not g.ids.unit <= choice < g.ids.tile:
            return None
        return why_not_own(g, choice - g.ids.unit, "1c") or Refusal(LIKE_ANOTHER, "1c")


class Exchanging(ActiveStep):
    """The question which armor army becomes infantry again. [1d]"""

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.unit + unit for unit in exchangeable(g)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Exchange it; the armor step is lost. [1d]"""
        t = g.t
        unit = choice - g.ids.unit
        kind = infantry_type(g, unit)
        g.agenda.pop()
        if g.log is not None:
            text = f"{t.area_name[g.place[unit]]}: {words.army(g, unit)} exchanged for {t.type_name[kind]}."
            g.log.add(text, "1d", (AREA + g.place[unit],))
        swap(g, unit, kind)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask("Choose the armor army to exchange for infantry.", "1d")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if not g.ids.unit <= choice < g.ids.tile:
            return None
        unit = choice - g.ids.unit
        reason = why_not_own(g, unit, "1d")
        if reason is not None:
            return reason
        if not g.t.unit_armor[unit]:
            return NOT_ARMOR
        return NO_INFANTRY if infantry_type(g, unit) < 0 else Refusal(LIKE_ANOTHER, "1d")
