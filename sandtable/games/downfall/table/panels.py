"""The panels beside the map: stocks, boxes, developments and countries as one seat may see them."""

from __future__ import annotations

from sandtable.engine.scene import Panel
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.constants import ALLIES, AXIS, USSR
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import combat


def build_panels(g: Board, seat: int | None) -> list[Panel]:
    """Return stocks, boxes, developments and countries as far as the seat may know them."""
    panels = [stock_panel(g), missions_panel(g), developments_panel(g, seat), countries_panel(g)]
    if g.attacks:
        panels.insert(1, attacks_panel(g))
    return panels


def attacks_panel(g: Board) -> Panel:
    """Return the declared attacks with their present adjusted factors."""
    t = g.t
    rows: list[tuple[str, ...]] = []
    for attack in g.attacks:
        helped = f" +{len(attack.supports)}" if attack.supports else ""
        air = ", air" if attack.air >= 0 else ""
        rows.append(
            (
                t.area_name[attack.area],
                f"{t.type_name[t.unit_type[attack.attacker]]}{helped}{air}",
                f"{combat.attack_factor(g, attack)} : {combat.defence_factor(g, attack)}",
                t.type_name[t.unit_type[attack.defender]],
            )
        )
    return Panel("Attacks", ("", "Attacker", "Factors", "Defender"), tuple(rows))


def stock_panel(g: Board) -> Panel:
    """Return supply and armor of each side; Actions and points are those of the active side."""
    t = g.t
    rows: list[tuple[str, ...]] = []
    for side in (AXIS, ALLIES, USSR):
        now = side == g.side and g.result is None
        rows.append(
            (
                ("» " if now else "") + t.side_name[side],
                str(g.supply[side]),
                str(g.armor[side]),
                str(g.actions_left) if now else "–",
                str(g.points) if now else "–",
            )
        )
    return Panel("Stock", ("", "Supply", "Armor", "Actions", "Points"), tuple(rows))


def count_missions(basic: int, advanced: int) -> str:
    """Return a number of missions in words; advanced ones are counted separately."""
    if not advanced:
        return str(basic)
    return f"{advanced} adv." if not basic else f"{basic} + {advanced} adv."


def missions_panel(g: Board) -> Panel:
    """Return the missions boxes, the Battle of the Atlantic and the Strategic Bombing box."""
    t = g.t
    rows: list[tuple[str, ...]] = []
    for kind in range(t.n_air):
        rows.append((t.air_name[kind] + "s", count_missions(g.air[2 * kind], g.air[2 * kind + 1])))
    rows.append((t.sub_name + "s", count_missions(g.subs[0], g.subs[1])))
    rows.append(("Battle of the Atlantic", count_missions(g.atlantic[0], g.atlantic[1])))
    bombers = sum(g.bombers)
    rows.append(("Strategic Bombing", str(bombers) + (" · in effect" if g.bombed else "")))
    return Panel("Missions", (), tuple(rows))


def developments_panel(g: Board, seat: int | None) -> Panel:
    """Return each side's tiles; those the seat may not know are only counted. [4.6b, R33]"""
    t = g.t
    rows: list[tuple[str, ...]] = []
    for side in (AXIS, ALLIES, USSR):
        sees_all = not g.secret_tiles or (seat is not None and g.seat_of[side] == seat)
        rows.append(
            (
                t.side_name[side],
                list_tiles(g, side, const.AVAILABLE, sees_all),
                list_tiles(g, side, const.IN_PROGRESS, sees_all),
            )
        )
    return Panel("Developments", ("", "Available", "In progress"), tuple(rows))


def list_tiles(g: Board, side: int, progress: int, sees_all: bool) -> str:
    """Return a side's tiles with this progress by name, and the number of secret ones."""
    t = g.t
    shown: list[str] = []
    hidden = 0
    for tile in range(t.n_tiles):
        if t.tile_side[tile] == side and g.tiles[tile] == progress:
            if sees_all or g.tile_known[tile]:
                shown.append(t.dev_name[t.tile_dev[tile]])
            else:
                hidden += 1
    if hidden:
        shown.append(f"{hidden} secret")
    return ", ".join(shown) if shown else "–"


def countries_panel(g: Board) -> Panel:
    """Return each side's kind of war and countries, then those that have surrendered or are not at war."""
    t = g.t
    rows: list[tuple[str, ...]] = []
    for side in (AXIS, ALLIES, USSR):
        at_war = [
            t.country_name[c] + (" (partisans)" if g.partisans and c == t.yugoslavia else "")
            for c in range(t.n_countries)
            if g.status[c] == const.AT_WAR and t.country_side[c] == side
        ]
        war = "Total War" if g.total_war[side] else "Limited War"
        rows.append((t.side_name[side], war + (": " + ", ".join(at_war) if at_war else "")))
    fallen = [
        f"{t.country_name[c]} ({t.side_letter[g.conqueror[c]]})"
        for c in range(t.n_countries)
        if g.status[c] == const.SURRENDERED
    ]
    if fallen:
        rows.append(("Surrendered", ", ".join(fallen)))
    out = [
        t.country_name[c]
        for c in range(t.n_countries)
        if g.status[c] not in (const.AT_WAR, const.SURRENDERED)
    ]
    if out:
        rows.append(("Not at war", ", ".join(out)))
    return Panel("War", (), tuple(rows))
