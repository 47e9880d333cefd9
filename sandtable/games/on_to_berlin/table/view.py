"""The position as a seat may know it, ready for JSON. Only cards can be hidden. [2.3.3c] [2.3.3d]"""

from __future__ import annotations

from typing import Any, Final

from sandtable.engine.step import step_name
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import resources
from sandtable.games.on_to_berlin.rules.cards.discards import Discard
from sandtable.games.on_to_berlin.rules.combat.counterattacks import Ambush
from sandtable.games.on_to_berlin.rules.secrets import (
    can_see,
    count_lost,
    count_pile,
    is_choosing_hands,
    unseen,
    values,
)
from sandtable.games.on_to_berlin.sequence import Select

SIDES: Final = (*const.SIDE_IDS, "")  # a Neutral nation is on no side


def build_view(g: Board, seat: int | None) -> dict[str, Any]:
    """Return the position as a seat sees it (None: a spectator)."""
    t = g.t
    return {
        "turn": g.turn,
        "turn_name": t.turn_label[g.turn],
        "winter": g.winter(),
        "bombing_modifier": t.optional_modifier if g.bombing_penalty else t.bombing_modifier[g.turn],
        "initiative": const.SIDE_IDS[g.initiative],
        "side": const.SIDE_IDS[g.side],
        "passes": g.passes,
        "doing": doing(g),
        "card": t.card_id[g.card] if g.card >= 0 else "",
        "sides": {const.SIDE_IDS[side]: side_view(g, side, seat) for side in (const.AXIS, const.ALLIED)},
        "nations": {t.nation_id[n]: nation_view(g, n) for n in range(t.n_nations)},
        "poland_surrendered": g.poland_surrendered,
        "tracks": {t.track_id[k]: track_view(g, k) for k in range(t.n_tracks)},
        "areas": {t.area_id[a]: area_view(g, a) for a in range(t.n_areas)},
        "mobilization_pool": pool_view(g, const.POOL),
        "new_weapons_pool": pool_view(g, const.NEW_WEAPONS),
        "out_of_the_game": pool_view(g, const.OUT),
    }


def doing(g: Board) -> str:
    """Return the current question as all can see it, without secret choices. [2.3.3c]"""
    if not g.agenda or g.result is not None:
        return ""
    step = g.agenda[-1]
    name = step_name(type(step))
    if isinstance(step, (Select, Ambush, Discard)):
        return name
    return f"{name}: {step.prompt(g, step.seats(g)[0]).text}"


# --- cards


def side_view(g: Board, side: int, seat: int | None) -> dict[str, Any]:
    """Return a side's points and cards; hidden cards are counted, not named. [2.3.3c]"""
    own = side == seat
    secret = is_choosing_hands(g) and not own  # [5.0a]
    hand = len(g.hand(side))
    deck = len(g.cards_in(side, const.DECK))
    view: dict[str, Any] = {
        "points": g.points[side],
        "points_now": resources.halves(g, side) / 2,
        "hand_limit": g.limits[side],
        "reaction_points": g.pending[side],
        "hand_size": None if secret else hand,
        "deck_size": None if secret else deck,
        "cards": hand + deck,
        "unseen": names(g, unseen(g, side)),
        "discards": named(g, side, const.DISCARDED, seat),  # [2.3.3d]
        "face_down": {
            "developed": counted(g, side, const.DISCARDED, const.DEVELOPED),
            "lost": count_lost(g, side),
        },
        "pool": named(g, side, const.POOLED, seat),  # [2.3.3d]
        "pool_size": counted(g, side, const.POOLED, 0),
        "removed": named(g, side, const.GONE, seat),
    }
    if own:
        view["hand"] = names(g, g.hand(side))
        view["deck"] = names(g, g.cards_in(side, const.DECK))
    return view


def names(g: Board, cards: list[int]) -> list[str]:
    """Return the ids of cards."""
    return [g.t.card_id[card] for card in cards]


def named(g: Board, side: int, where: int, seat: int | None) -> list[str]:
    """Return the cards of a side in one place that the seat may see."""
    return names(g, [card for card in g.cards_in(side, where) if can_see(g, seat, card)])


def counted(g: Board, side: int, where: int, lying: int) -> dict[str, int]:
    """Return how many cards of each Strategic Value are in one place, face up or down. [16.1.1]"""
    found: dict[str, int] = {}
    for value in values(g, side):
        number = count_pile(g, side, where, value, lying)
        if number:
            found[str(value)] = number
    return found


# --- nations and tracks


def nation_view(g: Board, nation: int) -> dict[str, Any]:
    """Return a nation's side, whether it is At War, and the leaning of a Neutral one. [3.1]"""
    t = g.t
    neutral = g.neutral(nation)
    return {
        "side": SIDES[g.nside[nation]],
        "at_war": g.war[nation] != 0,
        "leaning": SIDES[t.leaning[nation]] if neutral else "",
        "lasting": g.lasting[nation] != 0,
        "units": t.changed_set if nation == t.france and g.france_changed() else t.nation_id[nation],
    }


def track_view(g: Board, track: int) -> dict[str, Any]:
    """Return a War Entry marker on its track. [2.2.2c]"""
    t = g.t
    space = g.markers[track]
    return {
        "space": space,
        "label": t.space_label[track][space],
        "entry": t.space_entry[track][space],
        "spaces": len(t.space_label[track]),
    }


# --- areas and counters


def area_view(g: Board, area: int) -> dict[str, Any]:
    """Return an area's controller and units. [3.3]"""
    t = g.t
    nation = g.control[area]
    view: dict[str, Any] = {
        "control": "" if nation == const.NOBODY else t.nation_id[nation],
        "side": SIDES[g.held[area]],
    }
    if g.at[area]:
        view["units"] = [unit_view(g, unit) for unit in g.at[area]]
    if g.shipped[area]:
        view["shipped"] = g.shipped[area]
    if g.carried[area]:
        view["carried"] = g.carried[area]
    return view


def unit_view(g: Board, unit: int) -> dict[str, Any]:
    """Return a counter on the map: fresh or spent, and its actions in this impulse."""
    t = g.t
    cond = g.cond[unit]
    view: dict[str, Any] = {
        "id": g.ids.unit + unit,
        "type": t.type_id[t.unit_type[unit]],
        "fresh": cond & const.SPENT == 0,
    }
    if cond & const.BY_POINTS:
        view["by_points"] = True
    if cond & const.BY_EVENT:
        view["by_event"] = True
    if cond & const.REBUILT:
        view["rebuilt"] = True
    if g.came[unit] >= 0:
        view["came_from"] = t.area_id[g.came[unit]]
    return view


def pool_view(g: Board, pool: int) -> dict[str, int]:
    """Return how many counters of each type are in a place off the map."""
    t = g.t
    found: dict[str, int] = {}
    for unit in range(t.n_units):
        if g.place[unit] == pool:
            kind = t.type_id[t.unit_type[unit]]
            found[kind] = found.get(kind, 0) + 1
    return found
