"""Set-up: what the scenario puts on the table, and units that the players place freely. [12.0] [11.3]"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.ids import AREA
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits
from sandtable.games.total_domination.rules.operations import deployment

# --- what the scenario says


def set_up(g: Board) -> None:
    """Put the scenario on the board; `scenario`, `mode` and the options are chosen already. [12.0]"""
    t = g.t
    g.frame()
    start = g.start
    g.round = start.first_round  # [2.0.3] [12.2a]
    g.power = g.order()[0]
    g.lord = t.start_lord
    for partner, player in start.partners:  # [12.2.A]
        g.lord = changed(g.lord, partner, player)
    g.track = [0] * t.n_nations  # [2.0.3]
    for nation in start.joined:  # [12.2a]
        g.lord = changed(g.lord, nation, t.patron[nation])
        g.track[nation] = t.track_steps[nation]
    g.cards = [_deck(g, card) for card in range(t.n_cards)]
    for power, card in start.technologies:  # [12.2b]
        g.cards[card] = const.ACTIVE + power
    if start.solo:
        for number in range(t.n_solo):
            if t.solo_year[number] == t.solo_first_label:
                g.solo[number] = const.SOLO_DECK  # [13.0.1]
    g.place = [const.SUPPLY] * t.n_units  # [2.0.2]
    g.used = bytes(t.n_units)
    g.damage = 0
    g.derive()  # the points of the Home areas too [2.0.4]
    rows = t.free_fixed if g.free_setup else start.placement  # [2.0.5] [2.0.8] [12.2.B] [12.2.C] [12.2.D]
    for kind, area, count in rows:
        _station(g, kind, area, count)
    if g.arctic:
        for kind, area, count in t.arctic_placement:  # [11.4b]
            _station(g, kind, area, count)
    if g.log is not None:
        g.log.add(f"{start.name}, {g.year()}: {words.points(g)}.", "2.0.4")


def _deck(g: Board, card: int) -> int:
    """Return where a card lies before the first deal: in the deck, or in the one of its nation. [2.0.6]"""
    nation = g.t.card_colour[card]
    if nation not in g.start.apart:
        return const.DECK  # [R30]
    return const.BOX if g.start.box else const.APART + nation - const.POWERS  # [12.1c, R29]


def _station(g: Board, kind: int, area: int, count: int) -> None:
    if not g.in_box(g.t.first_unit[kind]):  # [13.0.8]
        for _ in range(count):
            g.put(g.free_unit(kind), area)


# --- free placement


def placing(g: Board) -> None:
    """Let the players place their units, if they chose to. [2.0.8] [11.3]"""
    if not g.free_setup:
        return
    t = g.t
    rows: list[int] = []
    for power in t.free_order:  # [11.3]
        rows += [row for row, choice in enumerate(t.free_choices) if choice[0] == power]
    for row in reversed(rows):
        g.push(Place(row, t.free_choices[row][2]))


def sites(g: Board, row: int, kind: int) -> int:
    """Return where a unit of a kind may begin. [R48]

    Home areas of its country, with room, that suit its type.
    """
    t = g.t
    if g.free_unit(kind) < 0 or _grounded(g, row, kind):
        return 0
    return t.free_sites[row] & t.stands[t.kind_type[kind]] & g.open & ~g.full  # [3.7b] [3.7c]


def _grounded(g: Board, row: int, kind: int) -> bool:
    """Return whether the kind is an Air Fleet that the player may not have any more. [6.1e] [R15] [R48]"""
    t = g.t
    if t.kind_type[kind] != const.AIR_FLEET:
        return False
    if g.in_box(t.first_unit[kind]):
        return True
    return deployment.air_fleets(g, t.free_choices[row][0]) >= t.air_limit


class PlacingStep(Step[Board]):
    """A step of the free set-up: the player of these units is asked; `row` is one of `free_choices`."""

    def __init__(self, row: int) -> None:
        self.row = row

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[g.t.free_choices[self.row][0]],)


class Place(PlacingStep):
    """Choose what kind of unit comes next; `left` units of the nation are still to be placed. [11.3]"""

    def __init__(self, row: int, left: int) -> None:
        super().__init__(row)
        self.left = left

    def run(self, g: Board) -> bool:
        if self.left and self.choices(g, 0):
            return True
        g.agenda.pop()
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        """Return the kinds of units of the nation that can still be placed; never U-boats. [R48]"""
        nation = g.t.free_choices[self.row][1]
        return [g.ids.kind + kind for kind in g.t.kinds_of[nation] if sites(g, self.row, kind)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Go on to the area of this unit; afterwards to the next unit."""
        g.agenda[-1] = Place(self.row, self.left - 1)
        g.push(Station(self.row, choice - g.ids.kind))

    def prompt(self, g: Board, seat: int) -> Ask:
        who = g.t.nation_adjective[g.t.free_choices[self.row][1]]
        left = words.count(self.left, "unit")
        return Ask(f"Choose the kind of {who} unit to place next; {left} to go.", "11.3")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        """Other nations' turns come, counters are short, Air Fleets are few."""
        t = g.t
        kind = choice - g.ids.kind
        nation = t.free_choices[self.row][1]
        if AREA <= choice < g.ids.unit:
            return Refusal("Choose the kind of unit first, then its area.", "11.3")
        if not 0 <= kind < t.n_kinds:
            return None
        if t.kind_nation[kind] != nation:
            text = f"Now units of {t.nation_name[nation]} are placed, and this is none."
            return Refusal(text, "11.3")
        if kind not in t.kinds_of[nation]:
            return Refusal("U-boats begin in the supply.", "11.3")
        if _grounded(g, self.row, kind):
            if g.in_box(t.first_unit[kind]):
                return Refusal("There are no Air Fleets in this game.", "11.1a")
            text = f"A player may have {words.count(t.air_limit, 'Air Fleet')} on the board at the start."
            return Refusal(text, "6.1e")
        if g.free_unit(kind) < 0:
            return Refusal(f"All counters of the {t.kind_name[kind]} are on the board already.", "3.6a")
        return Refusal(f"No Home area that suits the {t.kind_name[kind]} has room.", "3.7b")


class Station(PlacingStep):
    """Choose the area where a unit of a kind begins. [11.3]"""

    def __init__(self, row: int, kind: int) -> None:
        super().__init__(row)
        self.kind = kind

    def run(self, g: Board) -> bool:
        areas = sites(g, self.row, self.kind)
        if areas & (areas - 1):
            return True
        self.settle(g, areas.bit_length() - 1)
        return False

    def settle(self, g: Board, area: int) -> None:
        """Place the unit."""
        g.agenda.pop()
        g.put(g.free_unit(self.kind), area)
        if g.log is not None:
            text = f"{g.t.kind_name[self.kind]} placed in {g.t.area_name[area]}."
            g.log.add(text, "11.3", (g.ids.area(area),))

    def choices(self, g: Board, seat: int) -> list[int]:
        return [AREA + area for area in bits(sites(g, self.row, self.kind))]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        self.settle(g, choice - AREA)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Choose the Home area where the {g.t.kind_name[self.kind]} begins.", "11.3")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        t = g.t
        area = choice - AREA
        if not 0 <= area < t.n_areas:
            if g.ids.kind <= choice < g.ids.card:
                return Refusal(f"Choose the area of the {t.kind_name[self.kind]} first.", "11.3")
            return None
        name = t.area_name[area]
        nation = t.free_choices[self.row][1]
        if not t.homes[nation] & t.bit[area]:
            return Refusal(f"{name} is not a Home area of {t.nation_name[nation]}.", "11.3")
        if not t.free_sites[self.row] & t.bit[area]:
            return Refusal(f"No more units begin in {name}.", "11.3")
        if not t.stands[t.kind_type[self.kind]] & t.bit[area]:
            return Refusal(f"No {t.kind_name[self.kind]} can stand in {name}.", "3.7c")
        return Refusal(f"{name} holds at most {words.count(t.limit[area], 'unit')}.", "3.7b")
