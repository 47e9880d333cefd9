"""Set-up of a scenario: units, control, relations, research and cards. [B4.1] [A4.1] [S39] [S41]

Both modes begin with the same forces and relations; the advanced game adds to them. [A1.0]
"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.schema import Placed, ScenarioFile
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.politics import control, wars


def set_up(g: Board) -> None:
    """Set up the scenario, ready for the first phase. [A0]"""
    scenario = g.t.scenarios[g.scenario]
    g.turn = 4 * scenario.start_year + scenario.start_quarter - 1  # [B3.0] [B4.1a]
    _relations(g, scenario)
    _control(g, scenario)
    _units(g, scenario)  # [B4.1] [A4.1]
    _production(g, scenario)
    if g.advanced:
        _cards(g, scenario)
    else:
        g.card_at = bytes([const.OUT]) * g.t.n_cards  # [B2.3]
    _memory(g, scenario)
    wars.spread(g)  # [R2]
    g.derive()


def _relations(g: Board, scenario: ScenarioFile) -> None:
    """Set wars, managers and conquests. [B1.0f] [S41c] [S41k] [S41m]"""
    t = g.t
    for row in scenario.joined:
        g.manager[t.country_index[row.nation]] = t.country_index[row.manager]
    for a, b in scenario.wars:
        one, other = t.country_index[a], t.country_index[b]
        # A pair that the players have put on one side is at peace. [A9.10]
        if g.side_of(one) != const.NEUTRAL and g.side_of(one) == g.side_of(other):
            continue
        g.war[one] |= 1 << other
        g.war[other] |= 1 << one
    for since in scenario.war_since:
        g.war_since[t.country_index[since.nation]] = 4 * since.year + since.quarter - 1  # [R93]
    for name in scenario.conquered:
        country = t.country_index[name]
        g.conquered |= 1 << country
        for home in t.homes_of[country]:
            g.homes_conquered |= 1 << home


def _control(g: Board, scenario: ScenarioFile) -> None:
    """Give areas to their countries, except where the scenario says otherwise. [B6.4a]"""
    control = bytearray(g.t.area_country)
    for row in scenario.control:
        control[g.t.area_index[row.area]] = g.t.country_index[row.by]
    g.control = bytes(control)
    g.fortress = 0 if scenario.fortress_destroyed else 1  # [S41i]


def _units(g: Board, scenario: ScenarioFile) -> None:
    """Place counters on the map, on the chart and aside. [S39b] [S39d] [S39n] [S39o]

    French units with a letter are units of France like others until it falls. [S39g]
    """
    t = g.t
    for row in scenario.units:
        for _ in range(row.n):
            unit = place(g, row, t.space_index(row.place))
            # French units of a fallen France in an area of Vichy serve Vichy. [R54]
            area = g.place[unit]
            if g.fallen(t.unit_nation[unit]) and area < t.n_areas and g.control[area] == t.vichy:
                g.serves = changed(g.serves, unit, t.vichy)
    for coming in scenario.reinforcements:
        for _ in range(coming.n):
            unit = _spare(g, coming.unit)
            g.chart(unit, 4 * coming.year + coming.quarter - 1)
            if coming.face == "back":
                g.flip(unit)
    for row in scenario.late_setup:
        for _ in range(row.n):
            place(g, row, const.ASIDE)
    # HQs come by the scenario's dates; only those that were lost can be rebuilt.
    for unit in range(t.n_units):
        if g.place[unit] == const.POOL and const.HQ <= t.unit_kind[unit] <= const.NAVAL_HQ:
            if t.type_id[t.unit_type[unit]] not in scenario.eliminated_hqs:
                g.place[unit] = const.REMOVED


def place(g: Board, row: Placed, where: int) -> int:
    """Take a counter of the row's type from the pool to a place, and return it."""
    unit = _spare(g, row.unit)
    if where >= 0:
        g.put(unit, where)
    else:
        g.place[unit] = where
    if row.face == "back":
        g.flip(unit)  # [R49]
    return unit


def _spare(g: Board, type_id: str) -> int:
    unit = g.free_unit(g.t.type_index[type_id], const.POOL)
    assert unit != const.NONE, f"the pool has no {type_id} left"
    return unit


def _production(g: Board, scenario: ScenarioFile) -> None:
    """Set levels, research, rail and deliveries. [S39a] [S41d] [S41e]"""
    t = g.t
    for name in scenario.deliveries_in_force:
        g.deliveries |= 1 << t.delivery_index[name]
    for name, capacity in scenario.rail.items():
        g.rail = changed(g.rail, t.country_index[name], capacity)  # [S39m] [S41l]
    if not g.advanced:
        return
    g.us_level = scenario.production_advanced.get(t.country_id[t.usa], 0)
    for name, numbers in scenario.research_numbers.items():
        g.numbers = changed(g.numbers, t.country_index[name], numbers)  # [R74]
    for name, achievements in scenario.research_achievements.items():
        for achievement in achievements:
            major = t.country_index[name]
            g.achievements = changed(
                g.achievements, major, g.achievements[major] | 1 << const.RESEARCH_IDS.index(achievement)
            )


def _cards(g: Board, scenario: ScenarioFile) -> None:
    """Place removed cards, open cards and hands; shuffle the rest. [A2.3] [A4.1a] [S41f] [S41g] [S41h]"""
    t = g.t
    where = bytearray([const.IN_DECK] * t.n_cards)
    owner = bytearray(t.n_cards)
    for name in scenario.cards_removed:
        where[t.card_index[name]] = const.OUT
    for row in scenario.cards_in_effect:
        where[t.card_index[row.card]] = const.IN_EFFECT
        owner[t.card_index[row.card]] = t.country_index[row.owner]
        g.played |= 1 << t.card_index[row.card]
    for name, cards in scenario.hands.items():
        for card in cards:
            where[t.card_index[card]] = const.IN_HAND
            owner[t.card_index[card]] = t.country_index[name]
            g.card_turn[t.card_index[card]] = g.turn - 1  # playable from the first turn on
    for name in scenario.cards_played_before:
        g.played |= 1 << t.card_index[name]
    for peace in scenario.peace:
        where[t.card_index[peace.card]] = const.AWAY  # [S41b]
        g.played |= 1 << t.card_index[peace.card]
    g.card_at = bytes(where)
    g.card_owner = bytes(owner)
    g.deck = [card for card in range(t.n_cards) if where[card] == const.IN_DECK]
    g.rng.shuffle(g.deck)


def _memory(g: Board, scenario: ScenarioFile) -> None:
    """Set what the rules remember of earlier turns; no surprise is in force. [R93] [S41b] [S39l]"""
    t = g.t
    g.pacific = 1 if scenario.be_pacific_active else 0
    for number, event in enumerate(t.events):
        if event.kind == "partition":  # the pact has been carried out if its taker holds the areas [TT13]
            holders = {g.control[t.area_index[name]] for name in event.areas}
            if holders == {t.country_index[event.taker]}:
                g.events |= 1 << number
    g.orange_complete = 1 if scenario.orange_units_once_complete else 0
    g.vichy = 1 if t.vichy in g.control else 0
    g.trust = 1 if t.trust in g.control else 0
    g.must_declare = 1 if scenario.must_declare else 0  # [S41a]
    g.last_initiative = const.SIDE_IDS.index(scenario.initiative_previous)
    g.first = g.last_initiative
    for peace in scenario.peace:
        g.peace = 1
        g.peace_player = t.country_index[peace.player]
        dice = [g.rng.roll(6), g.rng.roll(6)]  # the binding roll is made at set-up [R17]
        g.peace_until = g.turn + sum(dice) - 1
        if g.log is not None:
            g.log.add(f"The peace binds for {sum(dice)} quarters (roll {dice[0]} + {dice[1]}).", "CP3")
    if control.is_occupied(g, t.partisan_area):
        g.held_since = g.turn
