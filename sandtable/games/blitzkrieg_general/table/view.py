"""The view of a position that a seat may know, as plain data. [A7.4j] [A9.12]"""

from __future__ import annotations

from typing import Any

from sandtable.engine.step import Window, step_name
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.secrets import sees

OFF_MAP = {const.POOL: "pool", const.CHART: "chart", const.REMOVED: "removed", const.ASIDE: "aside"}


def build_view(g: Board, seat: int | None) -> dict[str, Any]:
    """Return the position as a seat may know it (None: a spectator); only hands and the deck are secret."""
    t = g.t
    view: dict[str, Any] = {
        "year": g.year,
        "quarter": g.quarter,
        "phase": g.phase,
        "side": const.SIDE_IDS[g.side],
        "initiative": const.SIDE_IDS[g.first],
        "weather": ["bad" if bad else "good" for bad in g.weather],
        "limit": g.limit,
        "control": {t.space_id[a]: t.country_id[g.control[a]] for a in range(t.n_areas)},
        "units": _units(g, seat),
        "majors": {t.country_id[m]: _major(g, m) for m in range(t.n_majors)},
        "wars": _wars(g),
        "managers": _managers(g),
        "conquered": [t.country_id[c] for c in range(t.n_countries) if g.fallen(c)],
        "battles": [t.space_id[s] for s in g.battles],
        "us_level": g.us_level,
        "cards": _cards(g, seat),
        "fight": None if g.fight is None else _fight(g),
        "doing": _doing(g),
    }
    return view


def _doing(g: Board) -> list[Any]:
    """Return the step that asks, which all may know; no step names a covered card."""
    if not g.agenda or isinstance(g.agenda[-1], Window):
        return []
    step = g.agenda[-1]
    return [step_name(type(step)), *step.pack()]


def _units(g: Board, seat: int | None) -> list[dict[str, Any]]:
    t = g.t
    found: list[dict[str, Any]] = []
    hidden = g.rule(const.HIDDEN_STACKS)
    for unit in range(t.n_units):
        place = g.place[unit]
        if place == const.POOL:
            continue
        if hidden and place >= 0 and covered(g, seat, unit):
            row: dict[str, Any] = {"place": t.space_id[place], "of": t.country_id[g.serves[unit]]}
            if g.cond[unit] & const.FLIPPED:  # repairs are open
                row["back"] = True
        else:
            row = {
                "unit": t.type_id[t.unit_type[unit]],
                "place": t.space_id[place] if place >= 0 else OFF_MAP[place],
                "of": t.country_id[g.serves[unit]],
            }
            if g.cond[unit] & const.FLIPPED:
                row["back"] = True
            if g.cond[unit] & const.UNSUPPLIED:
                row["unsupplied"] = True
            done = g.cond[unit] & ~(const.FLIPPED | const.UNSUPPLIED)
            if done:
                row["done"] = done
            if g.came[unit] != const.NONE or g.target[unit] != const.NONE:
                row["way"] = [g.came[unit], g.target[unit]]
            if g.carrier[unit] != const.NONE:
                row["aboard"] = t.type_id[t.unit_type[g.carrier[unit]]]
        if place == const.CHART:
            row["due"] = [g.due[unit] // 4, g.due[unit] % 4 + 1]
        found.append(row)
    return found


def covered(g: Board, seat: int | None, unit: int) -> bool:
    """Check whether a counter is hidden under others in an enemy's stack. [A9.12] [R104]"""
    if not g.rule(const.HIDDEN_STACKS) or seat is None:
        return False
    side = g.side_of_unit(unit)
    if g.fight is not None and g.fight.space == g.place[unit]:
        return False
    if g.target[unit] != const.NONE or g.cond[unit] & ~(
        const.FLIPPED | const.UNSUPPLIED
    ):  # all have seen what it did
        return False
    for major in range(g.t.n_majors):
        if g.seat_of[major] == seat and g.major_side[major] == side:
            return False
    stack = [u for u in g.at[g.place[unit]] if g.side_of_unit(u) == side]
    return stack.index(unit) % g.t.number["fog_stack"] != 0


def _major(g: Board, major: int) -> dict[str, Any]:
    t = g.t
    return {
        "production": economy.production(g, major),
        "points": g.points[major],
        "saved": g.saved[major],
        "rail": g.rail[major],
        "research": g.numbers[major],
        "achievements": [const.RESEARCH_IDS[f] for f in range(len(const.RESEARCH_IDS)) if g.has(major, f)],
        "hand": len(g.hand(major)),
        "collapse": sum([g.collapse[home] for home in t.homes_of[major]]),
        "seat": g.seat_of[major],
        "side": const.SIDE_IDS[g.major_side[major]],
        "at_war_with": [t.country_id[c] for c in range(t.n_countries) if g.enemy(major, c)],
    }


def _wars(g: Board) -> list[list[str]]:
    t = g.t
    pairs: list[list[str]] = []
    for one in range(t.n_countries):
        if not g.war[one]:
            continue
        for other in range(one + 1, t.n_countries):
            if (g.war[one] >> other) & 1:
                pairs.append([t.country_id[one], t.country_id[other]])
    return pairs


def _managers(g: Board) -> dict[str, str]:
    t = g.t
    found: dict[str, str] = {}
    for country in range(t.n_majors, t.n_countries):
        if g.manager[country] != const.NONE:
            found[t.country_id[country]] = t.country_id[g.manager[country]]
    return found


def _cards(g: Board, seat: int | None) -> dict[str, Any]:
    t = g.t
    mine: dict[str, list[str]] = {}
    for card in range(t.n_cards):
        if g.card_at[card] == const.IN_HAND and sees(g, seat, card):
            mine.setdefault(t.country_id[g.card_owner[card]], []).append(t.card_id[card])
    return {
        "deck": len(g.deck),
        "in_effect": {
            t.card_id[c]: t.country_id[g.card_owner[c]]
            for c in range(t.n_cards)
            if g.card_at[c] == const.IN_EFFECT
        },
        "played": [t.card_id[c] for c in range(t.n_cards) if (g.played >> c) & 1],
        "hands": mine,
        "known": [t.card_id[c] for c in g.deck if sees(g, seat, c)],
    }


def _fight(g: Board) -> dict[str, Any]:
    t = g.t
    fight = g.fight
    assert fight is not None
    units = [*fight.attackers, *fight.defenders]
    return {
        "space": t.space_id[fight.space],
        "round": fight.round,
        "attackers": [t.type_id[t.unit_type[u]] for u in fight.attackers],
        "defenders": [t.type_id[t.unit_type[u]] for u in fight.defenders],
        # Which of them, counted through attackers and defenders: those of one type may differ in other ways.
        "air": sorted([units.index(u) for u in fight.air if u in units]),
        "aims": sorted([units.index(u) for u in fight.aims if u in units]),
    }
