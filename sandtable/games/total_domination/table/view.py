"""What a seat may know of a position, ready for JSON. Only cards are ever hidden. [3.3f] [8.0a] [9.1e]"""

from __future__ import annotations

from typing import Any

from sandtable.engine.step import step_name
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits
from sandtable.games.total_domination.rules import victory
from sandtable.games.total_domination.rules.action_phase import Use
from sandtable.games.total_domination.rules.cards import discards
from sandtable.games.total_domination.rules.cards.draft import Draft
from sandtable.games.total_domination.rules.secrets import sees
from sandtable.games.total_domination.table import current_phase


def build_view(g: Board, seat: int | None) -> dict[str, Any]:
    """Return the position as a seat sees it (None: a spectator)."""
    t = g.t
    view: dict[str, Any] = {
        "scenario": g.start.id,
        "mode": t.mode_id[g.mode],
        "options": {
            "arctic": g.arctic,
            "advanced": g.advanced,
            "free_setup": g.free_setup,
            "alternative": g.alternative,
        },
        "year": g.year(),
        "last_year": t.years[g.start.last_round],
        "phase": "" if g.result is not None else current_phase.PHASE_IDS[current_phase.phase(g)],
        "doing": doing(g),
        "order": [t.nation_id[power] for power in g.order()],
        "turn": t.nation_id[g.power],
        "factions": {
            const.FACTION_IDS[faction]: faction_view(g, faction) for faction in (const.AXIS, const.ALLIES)
        },
        "powers": {t.nation_id[power]: power_view(g, power, seat) for power in range(const.POWERS)},
        "hands": {t.nation_id[power]: hand_view(g, power, seat) for power in holders(g)},
        "additional": {t.nation_id[nation]: additional_view(g, nation) for nation in t.additional},
        "partners": {t.nation_id[nation]: t.nation_id[g.lord[nation]] for nation in t.partners},
        "deck": len(g.cards_in(const.DECK)),
        "discards": names(g, discards.shown(g, seat)),  # [3.3f]
        "in_play": names(g, g.cards_in(const.IN_PLAY)),
        "areas": {t.area_id[area]: area_view(g, area) for area in bits(g.open)},
        "supply": supply_view(g),
    }
    missing = discards.taken(g, seat)
    if missing:
        view["taken_from_discards"] = missing  # the number of them; nobody else knows which [7.3]
    resting = {t.kind_id[kind]: g.resting(kind) for kind in range(t.n_kinds) if g.resting(kind)}
    if resting:
        view["used_in_supply"] = resting  # [11.1.Ac]
    if g.start.solo:
        view["solo"] = solo_view(g)
    return view


def doing(g: Board) -> str:
    """Return what is being done, as all can see it. [4.1.Ab] [8.0a]

    What is asked about hidden cards is left out.
    """
    if not g.agenda or g.result is not None:
        return ""
    step = g.agenda[-1]
    name = step_name(type(step))
    if isinstance(step, (Draft, Use)):
        return name
    return f"{name}: {step.prompt(g, step.seats(g)[0]).text}"


def names(g: Board, cards: list[int]) -> list[str]:
    """Return the ids of cards."""
    return [g.t.card_id[card] for card in cards]


def seen(g: Board, where: int, seat: int | None) -> list[str]:
    """Return those cards in a place that the seat knows."""
    return names(g, [card for card in g.cards_in(where) if sees(g, seat, card)])


# --- factions and powers


def threshold(g: Board, faction: int) -> int:
    """Return the points that win the game for a faction; 0 where points do not. [4.3.Aa] [4.3.Ac] [13.0c]"""
    t = g.t
    if g.start.victory == const.BY_HOME_AREAS:
        return t.solo_threshold if faction == const.AXIS else 0  # [13.0a]
    if g.start.victory != const.BY_THRESHOLDS:
        return 0  # [12.1b]
    return t.axis_threshold if faction == const.AXIS else victory.allied_threshold(g)


def faction_view(g: Board, faction: int) -> dict[str, Any]:
    """Return a faction's points and those that it needs. [3.5g]"""
    return {
        "powers": [g.t.nation_id[power] for power in g.t.of_faction[faction]],
        "points": g.faction_points(faction),
        "threshold": threshold(g, faction),
    }


def power_view(g: Board, power: int, seat: int | None) -> dict[str, Any]:
    """Return a power: its points, what it has done in this round, and the cards that lie before it."""
    t = g.t
    bit = 1 << power
    view: dict[str, Any] = {
        "seat": None if g.seat_of[power] == const.NOBODY else g.seat_of[power],
        "hand": t.nation_id[g.holder[power]],
        "points": g.vp[power],  # [3.5g]
        "passed": g.passed & bit != 0,
        "developed": g.developed & bit != 0,
        "leased": g.leased & bit != 0,
        "launched": g.launched & bit != 0,
        "radar_used": g.radar_used & bit != 0,
        "technologies": [t.tech_id[tech] for tech in bits(g.techs[power])],
        "technology_cards": names(g, g.cards_in(const.ACTIVE + power)),
        "face_down": len(g.cards_in(const.DOWN + power)),  # [8.0a]
        "influence": {
            t.card_id[card]: {"nation": t.flag_id[t.event_flag[card]], "points": t.event_vp[card]}
            for card in g.cards_in(const.INFLUENCING + power)
        },
        "tactics": names(g, g.cards_in(const.BEFORE + power)),
        "tactics_sum": g.tactics(power),
        "saved": names(g, g.cards_in(const.TURNED + power)),  # [6.0b]
        "lent": len(g.cards_in(const.LENT + power)),  # [9.1b]
    }
    down = seen(g, const.DOWN + power, seat)
    if down:
        view["developing"] = down
    lent = seen(g, const.LENT + power, seat)
    if lent:
        view["lend_lease_card"] = lent  # [9.1e]
    return view


def additional_view(g: Board, nation: int) -> dict[str, Any]:
    """Return an additional power: its marker, and how many cards its deck has left. [9.0a] [9.1b]"""
    t = g.t
    return {
        "joined": g.joined(nation),
        "player": t.nation_id[t.patron[nation]],
        "track": g.track[nation],
        "steps": t.track_steps[nation],
        "deck": len(g.cards_in(const.APART + nation - const.POWERS)),
    }


# --- hands


def holders(g: Board) -> list[int]:
    """Return the powers that hold a hand, or the first of a faction that holds one.

    The solo system has none.
    """
    return [p for p in range(const.POWERS) if g.holder[p] == p and g.seat_of[p] != const.NOBODY]


def players_of(g: Board, holder: int) -> list[int]:
    """Return the powers that play from a hand. [10.1a]"""
    return [p for p in range(const.POWERS) if g.holder[p] == holder]


def hand_view(g: Board, holder: int, seat: int | None) -> dict[str, Any]:
    """Return a hand: its size for all, its cards for its player,
    and those of others that the seat has seen.
    """
    view: dict[str, Any] = {
        "size": len(g.cards_in(const.HAND + holder)),
        "packet": len(g.cards_in(const.PACKET + holder)),
        "kept": len(g.cards_in(const.KEPT + holder)),
        "reserve": len(g.cards_in(const.RESERVE + holder)),  # [4.2c]
        "offered": len(g.cards_in(const.OFFERED + holder)),
        "picks": g.picks[holder],
    }
    if g.seat_of[holder] == seat:
        view["cards"] = [card_view(g, holder, card) for card in g.cards_in(const.HAND + holder)]
        view["packet_cards"] = [card_view(g, holder, card) for card in g.cards_in(const.PACKET + holder)]
        view["kept_cards"] = names(g, g.cards_in(const.KEPT + holder))
        view["reserve_cards"] = names(g, g.cards_in(const.RESERVE + holder))
        view["offered_cards"] = names(g, g.cards_in(const.OFFERED + holder))
    else:
        known = [*seen(g, const.HAND + holder, seat), *seen(g, const.PACKET + holder, seat)]
        if known:  # by Espionage or an exchange [8.1.D1] [11.4d]
            view["known"] = known
    return view


def card_view(g: Board, holder: int, card: int) -> dict[str, Any]:
    """Return a card in the hand: what it says, and what it is worth now to those who may play it. [7.1.B]"""
    t = g.t
    return {
        "id": t.card_id[card],
        "name": t.card_name[card],
        "colour": t.nation_id[t.card_colour[card]],  # [3.4]
        "ops": t.card_ops[card],
        "value": {t.nation_id[power]: g.value(power, card) for power in players_of(g, holder)},
        "technology": t.tech_id[t.card_tech[card]],
        "event": t.card_text[card],
    }


# --- the board


def area_view(g: Board, area: int) -> dict[str, Any]:
    """Return an area: who controls it, what it scores, who is in it."""
    t = g.t
    bit = t.bit[area]
    holder = g.ruler(area)
    view: dict[str, Any] = {
        "control": "" if holder == const.NOBODY else t.nation_id[holder],
        "points": g.worth[area],
    }
    if g.damage & bit:
        view["damage"] = True  # [6.1h]
    if g.subs[area]:
        view["u_boats"] = g.subs[area]
    if g.under[area]:
        view["resistance"] = g.under[area]
    if g.at[area]:
        view["units"] = [unit_view(g, unit) for unit in g.at[area]]
    return view


def unit_view(g: Board, unit: int) -> dict[str, Any]:
    """Return a counter on the board; Air Fleets may be used. [11.1.Ac]"""
    t = g.t
    view: dict[str, Any] = {"id": g.ids.unit + unit, "kind": t.kind_id[t.unit_kind[unit]]}
    if g.used[unit]:
        view["used"] = True
    return view


def supply_view(g: Board) -> dict[str, int]:
    """Return how many counters of each kind can still come into the game. [3.6a]"""
    t = g.t
    found: dict[str, int] = {}
    for unit in range(t.n_units):
        if g.place[unit] == const.SUPPLY and not g.in_box(unit):
            kind = t.kind_id[t.unit_kind[unit]]
            found[kind] = found.get(kind, 0) + 1
    return found


def solo_view(g: Board) -> dict[str, Any]:
    """Return the solo system: cards turned up, cards still to come, its own points. [13.0.3] [13.0.11]"""
    t = g.t
    return {
        "used": [t.solo_id[card] for card in range(t.n_solo) if g.solo[card] == const.SOLO_USED],
        "removed": [
            t.solo_id[card] for card in range(t.n_solo) if g.solo[card] == const.SOLO_GONE
        ],  # [13.0.2]
        "pile": g.solo.count(const.SOLO_PILE),
        "deck": g.solo.count(const.SOLO_DECK),
        "points": g.solo_vp,
    }
