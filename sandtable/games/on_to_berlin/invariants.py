"""Invariants of every position; fuzzing checks them after every choice."""

from __future__ import annotations

from sandtable.engine.checks.invariants import check_derived
from sandtable.engine.errors import BrokenRules
from sandtable.engine.game import ensure
from sandtable.games.on_to_berlin import sequence
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import control, entry_limits, lines_of_communication

DERIVED = {
    "at": "each area holds the counters that are there",
    "held": "each area is on the side of its nation",
    "force": "the counts of units add up",
}


def check_board(g: Board) -> None:
    """Raise `BrokenRules` for the first invariant that does not hold."""
    check_turn(g)
    check_nations(g)
    check_tracks(g)
    check_control(g)
    check_counters(g)
    check_derived(g, DERIVED)
    check_stacks(g)
    check_entry(g)
    check_neutrals(g)
    check_cards(g)
    if g.result is None and isinstance(g.agenda[-1], sequence.Impulses):
        check_between_impulses(g)


# --- the turn, nations, tracks


def check_turn(g: Board) -> None:
    """Check that the numbers of the turn are within their limits."""
    t = g.t
    ensure(1 <= g.turn <= t.last_turn, f"turn {g.turn} is on the track")  # [2.2.2a]
    ensure(g.side in (const.AXIS, const.ALLIED), "it is the impulse of one of the sides")
    ensure(g.initiative in (const.AXIS, const.ALLIED), "one of the sides has the initiative")  # [5.0c]
    ensure(0 <= g.passes <= 2, "after two passes the impulses are over")  # [5.0e]
    ensure(g.result is not None or len(g.agenda) > 0, "somebody is asked, or the game is over")
    for side in (const.AXIS, const.ALLIED):
        ensure(0 <= g.points[side] <= t.most_points, "recorded Resource Points have a box")  # [3.2]
        ensure(0 <= g.limits[side] <= t.most_points, "hands are limited by Resource Points")  # [3.2e]
        most = sum([t.card_sv[card] for card in t.cards_of[side] if t.card_reaction[card]])
        ensure(0 <= g.pending[side] <= most, "reaction points come from reaction cards")  # [10.2a]
    for area in range(t.n_areas):
        if (g.shipped[area] or g.carried[area]) and not t.sea[area]:
            raise BrokenRules(f"ships carry units through {t.area_id[area]}, which is land")
        printed = t.ceded_to if g.poland_surrendered and area in t.ceded else t.printed[area]  # [15.4c]
        if g.printed[area] != printed:
            raise BrokenRules(f"{t.area_id[area]} has the symbol of another nation")


def check_nations(g: Board) -> None:
    """Check that nations are At War on a side, or Neutral; only France may be at peace. [3.1] [3.1.2d]"""
    t = g.t
    for nation in range(t.n_nations):
        side = g.nside[nation]
        if side not in (const.AXIS, const.ALLIED, const.NEUTRAL):
            raise BrokenRules(f"{t.nation_id[nation]} is on an unknown side")
        if side == const.NEUTRAL:
            if g.war[nation]:
                raise BrokenRules(f"{t.nation_id[nation]} is Neutral and At War")
            if g.lasting[nation]:
                raise BrokenRules(f"{t.nation_id[nation]} is Neutral although it joined a side for good")
        elif not g.war[nation] and (nation != t.france or side != const.ALLIED):
            raise BrokenRules(f"{t.nation_id[nation]} is on a side but not At War")


def check_tracks(g: Board) -> None:
    """Check that markers are on their tracks and agree with nations. [2.2.2c] [3.1.2b] [3.1.2c] [3.1.3d]"""
    t = g.t
    for track in range(t.n_tracks):
        space = g.markers[track]
        if not 0 <= space < len(t.space_label[track]):
            raise BrokenRules(f"the marker of {t.track_id[track]} is off its track")
        nation = t.track_nation[track]
        joined = g.nside[nation] == t.track_side[track]
        if not g.lasting[nation]:
            if t.space_entry[track][space] != joined or (not joined and g.nside[nation] != const.NEUTRAL):
                raise BrokenRules(f"{t.nation_id[nation]} is not where its marker says")
        elif joined and t.track_side[track] == const.ALLIED and not t.space_entry[track][space]:  # [R30]
            raise BrokenRules(f"{t.nation_id[nation]} is At War but its marker has not entered")


# --- counters


def name(g: Board, unit: int) -> str:
    """Return a counter's type."""
    return g.t.type_id[g.t.unit_type[unit]]


def check_counters(g: Board) -> None:
    """Check that every counter is in one place, in a condition that fits it. [2.1.1b] [2.2.2d] [2.2.2f]"""
    t = g.t
    for unit in range(t.n_units):
        area = g.place[unit]
        cond = g.cond[unit]
        if area >= 0:
            if area >= t.n_areas or g.at[area].count(unit) != 1:
                raise BrokenRules(f"{name(g, unit)} does not stand where it is")
            rebuilt = const.REBUILT if t.unit_nation[unit] == t.poland else 0
            if cond & ~(const.SPENT | const.THIS_IMPULSE | rebuilt):
                raise BrokenRules(f"{name(g, unit)} has an unknown condition")
            if cond & const.THIS_IMPULSE and g.side_of(unit) != g.side:  # [7.1]
                raise BrokenRules(f"{name(g, unit)} has acted in the other side's impulse")
            if not g.usable(unit):  # [R34]
                raise BrokenRules(f"{name(g, unit)} belongs to the other counter set of its nation")
            continue
        if cond or g.came[unit] >= 0:
            raise BrokenRules(f"{name(g, unit)} is off the map but has a condition")
        if area == const.OUT:
            if not t.unit_fortress[unit] and not (t.unit_jet[unit] and not g.jets):  # [15.8.2a] [16.7]
                raise BrokenRules(f"{name(g, unit)} is out of the game")
        elif t.unit_jet[unit] and not g.jets:  # [16.7]
            raise BrokenRules(f"{name(g, unit)} is in the game without the option")
        elif area == const.NEW_WEAPONS:
            if not t.unit_new[unit]:  # [4.0c]
                raise BrokenRules(f"{name(g, unit)} is not a New Weapon")
        elif area != const.POOL:
            raise BrokenRules(f"{name(g, unit)} is nowhere")


def check_stacks(g: Board) -> None:
    """Check that each side has room for its units in each Land area. [2.2k] [8.1.1d] [8.1.1e] [15.8.2]"""
    t = g.t
    for area in range(t.n_areas):
        if t.sea[area]:
            continue
        if entry_limits.count_fortresses(g, area) > t.fortress_stack:
            raise BrokenRules(f"there is more than one fortress in {t.area_id[area]}")
        for side in (const.AXIS, const.ALLIED, const.NEUTRAL):
            if g.count(side, area, const.LAND_UNITS) > t.land_stack:
                raise BrokenRules(f"land units stack too high in {t.area_id[area]}")
            if g.count(side, area, const.AIR_UNITS) > t.air_stack:
                raise BrokenRules(f"air units stack too high in {t.area_id[area]}")


def check_entry(g: Board) -> None:
    """Check that no unit is in an area closed to it. [8.1.1c] [15.6] [15.7.2] [15.7.3] [15.7.4] [16.6]"""
    t = g.t
    for area in range(t.n_areas):
        for unit in g.at[area]:
            if t.unit_kind[unit] == const.NAVAL and not t.sea[area]:
                raise BrokenRules(f"{name(g, unit)} is on land in {t.area_id[area]}")
            nation = t.unit_nation[unit]
            side = g.nside[nation]
            home = g.printed[area] == nation and not t.sea[area]
            # A nation brought into the war on the wrong side begins it at home, wherever that is. [15.6a]
            if side != const.NEUTRAL and t.closed[side][area] and not home:
                raise BrokenRules(f"{name(g, unit)} is in {t.area_id[area]}, which is closed to it")
            if side == const.AXIS and t.north[area] and t.limited[nation]:
                raise BrokenRules(f"{name(g, unit)} is beyond the Operational Limit in {t.area_id[area]}")
            if g.garrison_limits and t.unit_garrison[unit] and not home:
                raise BrokenRules(f"{name(g, unit)} is not at home in {t.area_id[area]}")


def check_neutrals(g: Board) -> None:
    """Check that only Neutral units are in Neutral areas, and not elsewhere. [3.1.1c] [3.1.3] [R45]"""
    t = g.t
    for area in range(t.n_areas):
        owner = g.printed[area]
        neutral = owner != const.NOBODY and g.nside[owner] == const.NEUTRAL
        for unit in g.at[area]:
            nation = t.unit_nation[unit]
            if g.nside[nation] == const.NEUTRAL:
                if nation != owner:
                    raise BrokenRules(f"{name(g, unit)} is Neutral but not at home in {t.area_id[area]}")
                # Only a nation that was in the war before can have spent units.
                if g.cond[unit] & const.SPENT and t.track_of[nation] < 0:
                    raise BrokenRules(f"{name(g, unit)} is Neutral but spent")
            elif neutral and not t.sea[area] and not (nation == t.poland and area in t.ceded):  # [15.4b, R13]
                raise BrokenRules(f"{name(g, unit)} is in {t.area_id[area]}, which is Neutral")


# --- control and cards


def check_control(g: Board) -> None:
    """Check that nations control all areas except seas without a symbol. [3.3] [3.4d]"""
    t = g.t
    for area in range(t.n_areas):
        nation = g.control[area]
        if nation == const.NOBODY:
            if t.printed[area] != const.NOBODY:
                raise BrokenRules(f"{t.area_id[area]} has no controller")
        elif nation >= t.n_nations:
            raise BrokenRules(f"{t.area_id[area]} is controlled by an unknown nation")


def check_cards(g: Board) -> None:
    """Check that each card is in one place, as the options allow. [2.2.2e] [2.3] [16.1.1] [16.1.2]"""
    t = g.t
    for card in range(t.n_cards):
        where = g.cards[card]
        if not const.DECK <= where <= const.PLAYED:
            raise BrokenRules(f"{t.card_id[card]} is nowhere")
        if (where == const.PLAYED) != (card == g.card):
            raise BrokenRules(f"{t.card_id[card]} is not the card being played")
        if where == const.GONE and not t.card_once[card]:  # [2.3.2b]
            raise BrokenRules(f"{t.card_id[card]} is out of the game")
        if where == const.POOLED and g.shown[card]:  # [2.3.3]
            raise BrokenRules(f"{t.card_id[card]} is in the pool although it was seen elsewhere")
        lying = g.face_down[card]
        if lying:
            allowed = (
                g.development_secrecy
                if lying == const.DEVELOPED
                else lying == const.LOST and g.discard_secrecy
            )
            if where != const.DISCARDED or not allowed:
                raise BrokenRules(f"{t.card_id[card]} lies face down")
    for side in (const.AXIS, const.ALLIED):
        ensure(len(g.hand(side)) <= g.limits[side], "nobody holds more cards than allowed")  # [5.0a]


def check_between_impulses(g: Board) -> None:
    """Check what the end of every impulse restores. [3.4a] [3.6d] [5.0b]"""
    t = g.t
    ensure(g.card < 0, "a card is played to its end")  # [6.1c]
    ensure(max(g.came) < 0 and not any(g.shipped) and not any(g.carried), "the last impulse is forgotten")
    for unit in range(t.n_units):
        if g.cond[unit] & const.THIS_IMPULSE:
            raise BrokenRules(f"{name(g, unit)} has acted before its impulse")
    for area in range(t.n_areas):
        if t.sea[area]:
            for side in (const.AXIS, const.ALLIED, const.NEUTRAL):
                if (
                    lines_of_communication.at_sea(g, side, area)
                    and lines_of_communication.room_at_sea(g, side, area) < 0
                ):
                    raise BrokenRules(f"there are more units in {t.area_id[area]} than ships to carry them")
        if area not in g.touched and g.control[area] not in control.controllers(g, area):
            raise BrokenRules(f"{t.area_id[area]} should be controlled by another nation")
