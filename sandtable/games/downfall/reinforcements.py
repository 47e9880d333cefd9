"""Reinforcements: building and upgrading armies, and what a side does at the beginning of its turn. [4.2]

Major Powers spend the points of Reinforcements Actions at any time of the turn [4.2h]; minor countries have
points of their own, at the beginning only [4.2q]. Armor steps come on top of points; conversion, which takes
nothing else, is in `armor`.
"""

from typing import Final

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.downfall import actions, conduct, developments, missions, supply, words
from sandtable.games.downfall.armor import (
    NEEDS_TANKS,
    NO_COUNTER,
    NOT_AT_WAR,
    NOT_ON_MAP,
    NOT_YOURS,
    infantry_type,
    swap,
)
from sandtable.games.downfall.armor import ConvertTo as ConvertTo
from sandtable.games.downfall.armor import can_convert as can_convert
from sandtable.games.downfall.armor import start_convert as start_convert
from sandtable.games.downfall.armor import why_not_convert as why_not_convert
from sandtable.games.downfall.ids import AREA, EXCHANGE, REMOVE
from sandtable.games.downfall.state import AT_WAR, BEGINNING, FOES, POOL, READY, STEPS, Board
from sandtable.games.downfall.tables import ALLIES, FULL, REDUCED

NO_POINTS: Final = Refusal(
    "There are not enough reinforcement points; a Reinforcements Action gives them.", "4.2"
)
NO_MINOR_POINTS: Final = Refusal("This country has no reinforcement points left now.", "4.2q")
MINOR_TOO_LATE: Final = Refusal(
    "Minor countries place reinforcements only at the beginning of the turn.", "4.2u"
)
MAJOR_LATER: Final = Refusal("Armies of Major Powers need the points of a Reinforcements Action.", "4.2v")
BRITISH_LIMIT: Final = Refusal("The United Kingdom can use two reinforcement points a turn, no more.", "4.2l")
INFANTRY_ONLY: Final = Refusal("The points of a minor country serve its infantry only.", "4.2r")
NO_ARMOR: Final = Refusal("There are not enough armor steps in stock.", "4.2a")
NO_ARMOR_UPGRADE: Final = Refusal("Upgrading an armor army also takes an armor step.", "10b")
NO_PLACE: Final = Refusal("No Supply Area of this Power is controlled and has room.", "4.2c")
NO_CAPITAL: Final = Refusal("The country's capital is not controlled or has no room.", "4.2f")
NO_HIDEOUT: Final = Refusal("No area of the country is free of Axis armies and has room.", "18r")
NEEDS_GUARDS: Final = Refusal("Guards need the Guards development.", "13.5")
IS_FULL: Final = Refusal("This army is at full strength.", "4.2b")
NO_LINE: Final = Refusal("An army without a Line of Supply cannot be brought to full strength.", "4.2g")
NO_INFANTRY: Final = Refusal("No infantry counter of this nation is free.", "1d")
LIKE_ANOTHER: Final = "It is like another army there; choose that one."
NOT_ARMOR: Final = Refusal("Only armor can be exchanged for infantry.", "1d")


# --- the beginning of a side's turn


def beginning(g: Board) -> None:
    """What the active side gets when its turn begins: points for its minors, Italian supply. [4.2q] [4.2t]"""
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
    if g.side == ALLIES and missions.warships_help(g):
        developments.use(g, ALLIES, t.advanced_warships)  # the boats at sea show that it is there [4.6b]


def is_partisan(g: Board, country: int) -> bool:
    """Whether a country fights on with partisans. [18j]"""
    return g.partisans and g.t.partisan_turn[country] > 0


# --- places


def room(g: Board, area: int) -> bool:
    """Whether the active side may place one more army in an area, enemies or not. [5] [5a] [5c, R35]"""
    return g.t.america[area] or g.armies(g.side, area) < g.t.stacking


def places(g: Board, nation: int) -> list[int]:
    """Where the active side can place a new army of a nation now."""
    t = g.t
    if t.major[nation]:  # its own Supply Areas: Canada and Suez too, not Moscow [4.2c] [4.2d] [4.2e]
        return [a for a in t.supply_areas[nation] if g.control[a] == g.side and room(g, a)]
    if is_partisan(g, nation):  # whoever controls it [18r, R62]
        return [a for a in t.home[nation] if g.stack[a] & FOES[g.side] == 0 and room(g, a)]
    capital = t.capital[nation]  # [4.2f]
    return [capital] if g.control[capital] == g.side and room(g, capital) else []


def why_no_place(g: Board, nation: int, area: int) -> Refusal:
    """Why a new army of a nation cannot be placed in an area."""
    t = g.t
    name = t.area_name[area]
    if t.major[nation]:
        if t.supply_of[area] != nation:
            rule = "4.2e" if t.capital[nation] == area else "4.2c"
            return Refusal(
                f"A Power's armies are built in its own Supply Areas; {name} is none of them.", rule
            )
    elif is_partisan(g, nation):
        if t.area_country[area] != nation or g.stack[area] & FOES[g.side]:
            return Refusal(f"Partisans appear in {t.country_name[nation]}, where no Axis army is.", "18r")
        return Refusal(f"Three armies of your side are in {name}.", "5")
    elif t.capital[nation] != area:
        return Refusal(f"Armies of {t.country_name[nation]} are built in its capital.", "4.2f")
    if g.control[area] != g.side:
        return Refusal(f"Your side does not control {name}.", "4.2c" if t.major[nation] else "4.2f")
    return Refusal(f"Three armies of your side are in {name}.", "5")


# --- building


def bar_nation(g: Board, nation: int, points: int) -> Refusal | None:
    """Why no army of a nation can be paid for with so many points; None if one can."""
    t = g.t
    if t.country_side[nation] != g.side:
        return NOT_YOURS
    if g.status[nation] != AT_WAR:
        return NOT_AT_WAR
    if not t.major[nation]:  # Actions serve Major Powers, minors their own armies [4.2v]
        if g.phase != BEGINNING:
            return MINOR_TOO_LATE  # [4.2u]
        return NO_MINOR_POINTS if g.minor_points[nation] < points else None
    if g.phase == BEGINNING:
        return MAJOR_LATER
    row = t.reinforce_row[g.side][1 if g.total_war[g.side] else 0][g.turn]
    if row < 0 or nation not in t.reinforce_nations[row]:
        return MAJOR_LATER
    if g.points < points:
        return NO_POINTS
    if t.reinforce_capped[row] == nation and g.british_points + points > t.reinforce_cap[row]:
        return BRITISH_LIMIT  # over all Actions of the turn [4.2l, R65]
    return None


def bar_type(g: Board, kind: int, step: int) -> Refusal | None:
    """Why an army of a type cannot be built as far as armor, development and counters go; None if it can."""
    t = g.t
    if t.armor[kind]:
        if t.infantry_only[t.type_nation[kind]]:  # [4.2r, R38]
            return INFANTRY_ONLY
        if g.armor[g.side] < t.build_armor[step]:  # [4.2a], old steps too [13.3b]
            return NO_ARMOR
    needed = t.needs[kind]
    if needed >= 0 and not g.tile(g.side, needed):  # [13.3] [13.5]
        return NEEDS_TANKS if t.armor[kind] else NEEDS_GUARDS
    if g.free_unit(kind) < 0:  # [1e]
        return NO_COUNTER
    return None


def builds_of(g: Board, nation: int, out: list[int]) -> None:
    """Add the choices of armies of a nation that can be built now."""
    t = g.t
    if bar_nation(g, nation, t.build_points[REDUCED]) is not None or not places(g, nation):
        return
    full = bar_nation(g, nation, t.build_points[FULL]) is None
    for kinds in (t.infantry_of[nation], t.armor_of[nation]):
        for kind in kinds:
            if bar_type(g, kind, REDUCED) is None:
                out.append(g.ids.army + 2 * kind)
                if full and (not t.armor[kind] or g.armor[g.side] >= t.build_armor[FULL]):
                    out.append(g.ids.army + 2 * kind + 1)


def builds(g: Board) -> list[int]:
    """The armies of Major Powers the active side can build now. [4.2] [4.2h]"""
    out: list[int] = []
    if g.points > 0:
        t = g.t
        row = t.reinforce_row[g.side][1 if g.total_war[g.side] else 0][g.turn]
        for nation in t.reinforce_nations[row]:
            builds_of(g, nation, out)
    return out


def minor_builds(g: Board) -> list[int]:
    """The armies of minor countries the active side can build at the beginning of its turn. [4.2q]"""
    out: list[int] = []
    for nation in range(g.t.n_countries):
        if g.minor_points[nation] > 0:
            builds_of(g, nation, out)
    return out


def why_not_build(g: Board, choice: int) -> Refusal | None:
    """Why an army (a choice of the block `ids.army`) cannot be built now; None if it can."""
    t = g.t
    kind, full = divmod(choice - g.ids.army, 2)
    nation = t.type_nation[kind]
    reason = bar_nation(g, nation, t.build_points[REDUCED + full])
    if reason is None:
        reason = bar_type(g, kind, REDUCED + full)
    if reason is None and not places(g, nation):
        return NO_PLACE if t.major[nation] else NO_HIDEOUT if is_partisan(g, nation) else NO_CAPITAL
    return reason


def pay(g: Board, nation: int, points: int) -> None:
    """Spend reinforcement points on an army of a nation."""
    t = g.t
    if not t.major[nation]:
        g.minor_points[nation] -= points
        return
    g.points -= points
    if nation == t.united_kingdom:
        g.british_points += points  # [4.2l]


def price(points: int, steps: int) -> str:
    """What an army has cost, in words."""
    told = words.count(points, "reinforcement point")
    return f"{told}, {words.count(steps, 'armor step')}" if steps else told


def build(g: Board, kind: int, step: int, area: int) -> None:
    """Build an army: 2 points full, 1 reduced, and as many armor steps if it is armor. [4.2b] [4.2a]"""
    t = g.t
    pay(g, t.type_nation[kind], t.build_points[step])
    if t.armor[kind]:
        g.armor[g.side] -= t.build_armor[step]
    if t.needs[kind] >= 0:
        developments.use(g, g.side, t.needs[kind])
    unit = g.free_unit(kind)
    g.put(unit, area, step)
    if g.new_armies_operate:  # [R9]
        g.cond[unit] |= READY
    if g.log is not None:
        strength = "full" if step == FULL else "reduced"
        paid = price(t.build_points[step], t.build_armor[step] if t.armor[kind] else 0)
        text = f"{t.area_name[area]}: new {t.type_name[kind]}, {strength} ({paid})."
        g.log.add(text, "4.2b", (g.ids.unit + unit, AREA + area))


def start_build(g: Board, choice: int) -> None:
    """Build an army (a choice of the block `ids.army`), asking for the area where there is a choice."""
    kind, full = divmod(choice - g.ids.army, 2)
    areas = places(g, g.t.type_nation[kind])
    if len(areas) == 1:
        build(g, kind, REDUCED + full, areas[0])
    else:
        g.push(Place(kind, REDUCED + full))


class Place(Step[Board]):
    """Where is the new army placed? [4.2c] [18r]"""

    def __init__(self, kind: int, step: int) -> None:
        self.kind = kind
        self.step = step

    def pack(self) -> list[int]:
        """Type and step."""
        return [self.kind, self.step]

    def seats(self, g: Board) -> tuple[int, ...]:
        """The active side's."""
        return (g.seat_of[g.side],)

    def choices(self, g: Board, seat: int) -> list[int]:
        """The areas that can take it."""
        return [AREA + area for area in places(g, g.t.type_nation[self.kind])]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Build it there."""
        g.agenda.pop()
        build(g, self.kind, self.step, choice - AREA)

    def prompt(self, g: Board, seat: int) -> Ask:
        """Where?"""
        nation = g.t.type_nation[self.kind]
        rule = "4.2c" if g.t.major[nation] else "18r"
        strength = "full" if self.step == FULL else "reduced"
        return Ask(f"New {g.t.type_name[self.kind]}, {strength}: built in which area?", rule)

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        """The reason against an area."""
        if AREA <= choice < g.ids.unit:
            return why_no_place(g, g.t.type_nation[self.kind], choice - AREA)
        return None


# --- upgrading


def why_not_upgrade(g: Board, unit: int) -> Refusal | None:
    """Why an army cannot be brought from reduced to full strength now; None if it can. [4.2b] [4.2g]"""
    t = g.t
    if t.unit_side[unit] != g.side:
        return NOT_YOURS
    if g.place[unit] == POOL:
        return NOT_ON_MAP
    nation = t.unit_nation[unit]
    if g.status[nation] != AT_WAR:
        return NOT_AT_WAR
    if g.cond[unit] & STEPS == FULL:
        return IS_FULL
    reason = bar_nation(g, nation, t.upgrade_points)
    if reason is not None:
        return reason
    if t.unit_armor[unit]:
        if t.infantry_only[nation]:  # [R38]
            return INFANTRY_ONLY
        if g.armor[g.side] < t.upgrade_armor:  # [10b]
            return NO_ARMOR_UPGRADE
    return None if supply.has_line(g, unit) else NO_LINE  # [4.2g]


def can_upgrade(g: Board, unit: int) -> bool:
    """Whether an army of the active side can be brought to full strength now."""
    return g.cond[unit] & STEPS == REDUCED and why_not_upgrade(g, unit) is None


def upgrade(g: Board, unit: int) -> None:
    """Bring an army to full strength, wherever it is and whatever it has done this turn. [4.2b] [4.2h]"""
    t = g.t
    pay(g, t.unit_nation[unit], t.upgrade_points)
    if t.unit_armor[unit]:
        g.armor[g.side] -= t.upgrade_armor  # [10b]
    developments.show_lines(g, g.side, [unit])
    g.cond[unit] += FULL - REDUCED
    if g.log is not None:
        paid = price(t.upgrade_points, t.upgrade_armor if t.unit_armor[unit] else 0)
        name = t.type_name[t.unit_type[unit]]
        text = f"{t.area_name[g.place[unit]]}: {name} brought to full strength ({paid})."
        g.log.add(text, "4.2b", (g.ids.unit + unit, AREA + g.place[unit]))


# --- the step at the beginning


def has_twin(g: Board, unit: int) -> bool:
    """Whether an army like this one, which is offered in its stead, stands beside it."""
    twin = False
    for other in g.at[g.place[unit]]:
        if other < unit and conduct.alike(g, other, unit):
            twin = True
            break
    return twin


def own_armies(g: Board) -> list[int]:
    """The active side's armies at war on the map, alike ones once."""
    t = g.t
    out: list[int] = []
    for unit in t.units_of_side[g.side]:
        if g.place[unit] != POOL and g.status[t.unit_nation[unit]] == AT_WAR and not has_twin(g, unit):
            out.append(unit)
    return out


def bar_own(g: Board, unit: int, rule: str) -> Refusal | None:
    """Why a counter is no army the active side could remove or exchange; None if it is. [R40]"""
    if g.t.unit_side[unit] != g.side:
        return Refusal(NOT_YOURS.text, rule)
    if g.place[unit] == POOL:
        return Refusal(NOT_ON_MAP.text, rule)
    return None if g.status[g.t.unit_nation[unit]] == AT_WAR else Refusal(NOT_AT_WAR.text, rule)


def exchangeable(g: Board) -> list[int]:
    """The armor armies that can be exchanged for infantry. [1d]"""
    return [unit for unit in own_armies(g) if g.t.unit_armor[unit] and infantry_type(g, unit) >= 0]


class Beginning(Step[Board]):
    """The beginning of a side's turn: removing, exchanging, reinforcements of minors. [1c] [1d] [4.2q]"""

    def run(self, g: Board) -> bool:
        """Ask, unless there is nothing to do at all."""
        for unit in g.t.units_of_side[g.side]:
            if g.place[unit] != POOL and g.status[g.t.unit_nation[unit]] == AT_WAR:
                return True
        if len(self.choices(g, 0)) > 1:
            return True
        self.close(g)
        return False

    def close(self, g: Board) -> None:
        """Points not used now are lost. [4.2u]"""
        g.agenda.pop()
        for country in range(g.t.n_countries):
            g.minor_points[country] = 0

    def seats(self, g: Board) -> tuple[int, ...]:
        """The active side's."""
        return (g.seat_of[g.side],)

    def choices(self, g: Board, seat: int) -> list[int]:
        """Done; remove; exchange; armies of minors to build or to bring to full strength."""
        t = g.t
        out = [DONE]
        remove = False
        exchange = False
        flips: list[int] = []
        for unit in t.units_of_side[g.side]:
            nation = t.unit_nation[unit]
            if g.place[unit] == POOL or g.status[nation] != AT_WAR:
                continue
            remove = True
            if t.unit_armor[unit] and not exchange:
                exchange = infantry_type(g, unit) >= 0
            if g.minor_points[nation] > 0 and can_upgrade(g, unit) and not has_twin(g, unit):
                flips.append(g.ids.unit + unit)
        if remove:
            out.append(REMOVE)
        if exchange:
            out.append(EXCHANGE)
        out += minor_builds(g)
        out += flips
        return out

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Do it; the step goes on until it is closed."""
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
        """What first?"""
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
        """The reason against a button, an army or a counter."""
        ids = g.ids
        if choice >= ids.army:
            return why_not_build(g, choice)
        if ids.unit <= choice < ids.tile:
            return self.why_no_unit(g, choice - ids.unit)
        if choice == REMOVE:
            return Refusal("No army of your side is on the map.", "1c")
        if choice == EXCHANGE:
            return Refusal(
                "No armor army can be exchanged: none is there, or no infantry counter is free.", "1d"
            )
        return Refusal("That comes after the beginning of the turn; close it with Done.", "4.2u")

    def why_no_unit(self, g: Board, unit: int) -> Refusal:
        """The reason against a counter: here it can only be brought to full strength."""
        reason = why_not_upgrade(g, unit)
        if reason == IS_FULL:
            return Refusal("This army is at full strength; armies move after Done.", IS_FULL.rule)
        if reason == MAJOR_LATER:
            return Refusal("Armies of Major Powers move and are reinforced after Done.", MAJOR_LATER.rule)
        return Refusal(LIKE_ANOTHER, "4.2q") if reason is None else reason


class Removing(Step[Board]):
    """Which army is removed from the map? [1c]"""

    def seats(self, g: Board) -> tuple[int, ...]:
        """The active side's."""
        return (g.seat_of[g.side],)

    def choices(self, g: Board, seat: int) -> list[int]:
        """Any of its armies at war. [R40]"""
        return [g.ids.unit + unit for unit in own_armies(g)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Off the map with it. [1c]"""
        t = g.t
        unit = choice - g.ids.unit
        g.agenda.pop()
        if g.log is not None:
            text = f"{t.area_name[g.place[unit]]}: {words.army(g, unit)} removed."
            g.log.add(text, "1c", (choice, AREA + g.place[unit]))
        g.take(unit)

    def prompt(self, g: Board, seat: int) -> Ask:
        """Which?"""
        return Ask("Choose the army to remove from the map.", "1c")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        """The reason against a counter."""
        if not g.ids.unit <= choice < g.ids.tile:
            return None
        return bar_own(g, choice - g.ids.unit, "1c") or Refusal(LIKE_ANOTHER, "1c")


class Exchanging(Step[Board]):
    """Which armor army becomes infantry again? [1d]"""

    def seats(self, g: Board) -> tuple[int, ...]:
        """The active side's."""
        return (g.seat_of[g.side],)

    def choices(self, g: Board, seat: int) -> list[int]:
        """Armor with a free infantry counter of its nation."""
        return [g.ids.unit + unit for unit in exchangeable(g)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Exchange it; no armor step comes back. [1d]"""
        t = g.t
        unit = choice - g.ids.unit
        kind = infantry_type(g, unit)
        g.agenda.pop()
        if g.log is not None:
            text = f"{t.area_name[g.place[unit]]}: {words.army(g, unit)} exchanged for {t.type_name[kind]}."
            g.log.add(text, "1d", (AREA + g.place[unit],))
        swap(g, unit, kind)

    def prompt(self, g: Board, seat: int) -> Ask:
        """Which?"""
        return Ask("Choose the armor army to exchange for infantry.", "1d")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        """The reason against a counter."""
        if not g.ids.unit <= choice < g.ids.tile:
            return None
        unit = choice - g.ids.unit
        reason = bar_own(g, unit, "1d")
        if reason is not None:
            return reason
        if not g.t.unit_armor[unit]:
            return NOT_ARMOR
        return NO_INFANTRY if infantry_type(g, unit) < 0 else Refusal(LIKE_ANOTHER, "1d")
