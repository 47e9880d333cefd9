"""The table of Downfall as a scene: map, counters, stocks and boxes as one seat may see them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.engine.scene import Edge, Panel, Piece, Place, Scene
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.constants import ALLIES, AXIS, NEUTRAL, USSR
from sandtable.games.downfall.components.ids import AREA
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.components.tables import Tables
from sandtable.games.downfall.rules import combat

TITLE: Final = "Downfall of the Third Reich"
PHASES: Final = {
    const.BEGINNING: "beginning of the turn",
    const.FREE: "Actions and operations",
    const.FIGHTING: "combat",
    const.AFTER: "after combat",
}


def build_scene(g: Board, seat: int | None) -> Scene:
    """Return what a seat sees of the table (None: a spectator)."""
    t = g.t
    colours: dict[str, str] = {}
    letters: dict[str, str] = {}
    names: dict[str, str] = {}
    for side in range(4):
        colours[t.side_id[side]] = t.side_colour[side]
        letters[t.side_id[side]] = t.side_letter[side]
        names[t.side_id[side]] = t.side_name[side]
    for country in range(t.n_countries):
        colours.setdefault(t.country_id[country], t.country_colour[country])
    for region in t.region_id:
        names[region] = region.replace("_", " ").title()
    for sea in range(t.n_seas):
        names[t.sea_id[sea]] = t.sea_name[sea]
    names["east"] = "east of the Eastern Line"
    names["front"] = "Eastern Line"
    names["landing"] = "Landing Line"
    names["line"] = "fortified line"
    names["supply"] = "Supply Area"
    names["key"] = "Key Area"
    return Scene(
        TITLE,
        headline(g, seat),
        build_places(g),
        build_edges(t),
        build_pieces(g),
        build_panels(g, seat),
        colours,
        letters,
        names,
        t.drawn_ground,
    )


def headline(g: Board, seat: int | None) -> str:
    """Return the turn and what happens in it."""
    t = g.t
    return f"{t.turn_name[g.turn]} (turn {g.turn} of {t.last_turn}) · {stage_text(g)}"


def stage_text(g: Board) -> str:
    """Return whose turn it is and its present part, or how the game ended."""
    if g.result is not None:
        return g.result.text
    return f"{g.t.side_name[g.side]}: {PHASES.get(g.phase, '')}"


# ---------------------------------------------------------------- the map


def build_board(g: Board) -> tuple[list[Place], list[Piece]]:
    """Return the map with its counters, which all see alike."""
    return build_places(g), build_pieces(g)


def build_places(g: Board) -> list[Place]:
    """Return areas, so that a place's index is its area's; then sea zones, then closed countries."""
    t = g.t
    places = [build_area(t, area, g.control[area], g.beach[area]) for area in range(t.n_areas)]
    places += build_still(t)
    return places


@lru_cache(maxsize=10_000)
def build_area(t: Tables, area: int, holder: int, beach: int) -> Place:
    """Return an area held by a side with these beachheads; most look the same in every position."""
    kind = t.area_kind[area]
    return Place(
        AREA + area,
        t.area_id[area],
        t.area_name[area],
        t.lon[area],
        t.lat[area],
        "box" if kind == "offmap_box" else kind,
        t.side_id[holder],
        t.country_id[t.area_country[area]],
        t.terrain[area],
        area_marks(t, area, beach),
        t.region_id[t.area_region[area]],
    )


@lru_cache(maxsize=100)
def build_still(t: Tables) -> tuple[Place, ...]:
    """Return places that never change: sea zones and closed countries."""
    places: list[Place] = []
    for sea in range(t.n_seas):
        places.append(
            Place(
                -1,
                t.sea_id[sea],
                t.sea_name[sea],
                t.sea_lon[sea],
                t.sea_lat[sea],
                "sea",
                "neutral",
                "",
                (),
                (),
                "",
            )
        )
    for zone in range(len(t.zone_id)):
        name = t.zone_id[zone]
        places.append(
            Place(
                -1,
                name,
                t.zone_name[zone],
                t.zone_lon[zone],
                t.zone_lat[zone],
                "closed",
                "neutral",
                name,
                (),
                (),
                "",
            )
        )
    return tuple(places)


def area_marks(t: Tables, area: int, beach: int) -> tuple[str, ...]:
    """Return what is printed in an area besides its terrain, and the beachheads in it."""
    if not beach:
        return t.printed_marks[area]
    landed = ["beachhead:" + t.side_id[side] for side in range(NEUTRAL) if beach >> side & 1]
    return (*t.printed_marks[area], *landed)


def build_edges(t: Tables) -> list[Edge]:
    """Return borders with what they do to an attack, Landing Lines and the Eastern Line."""
    edges: list[Edge] = []
    for link in range(t.n_links):
        a = t.link_a[link]
        b = t.link_b[link]
        marks: list[str] = []
        if t.link_river[link] >= 0:
            marks.append("river:" + t.area_id[t.link_river[link]])
        if t.link_line[link] >= 0:
            marks.append("line:" + t.area_id[t.link_line[link]])
        if t.link_high[link]:
            marks.append("high_mountain")
        kind = "strait" if t.link_strait[link] else "land"
        edges.append(Edge(a, b, kind, tuple(marks), t.link_label[link]))
    for line in range(t.n_lines):
        edges.append(
            Edge(
                t.line_a[line],
                t.line_b[line],
                "landing",
                (f"limit:{t.line_max[line]}",),
                t.sea_name[t.line_sea[line]],
            )
        )
    for link in range(t.n_links):
        a = t.link_a[link]
        b = t.link_b[link]
        # the Eastern Line runs between Soviet areas on this side of it and beyond
        if t.east[a] != t.east[b] and t.area_country[a] == t.area_country[b]:
            edges.append(Edge(a, b, "front", (), "Eastern Line"))
    return edges


# ---------------------------------------------------------------- counters


def unit_status(g: Board, unit: int) -> str:
    """Return what an army does or has done this turn, in a word."""
    cond = g.cond[unit]
    if cond & (const.ATTACKS | const.SUPPORTS):
        doing = "support" if cond & const.SUPPORTS else "attack"
        for attack in g.attacks:
            if unit == attack.attacker or unit in attack.supports:
                return f"{doing}s"
        return f"{doing}ed"  # the battle is over
    if cond & const.LANDED:
        return "landed"
    return "moved" if cond & const.OPERATED else ""


def build_pieces(g: Board) -> list[Piece]:
    """Return the armies of every area, identical ones together; armor after infantry."""
    t = g.t
    pieces: list[Piece] = []
    for area in range(t.n_areas):
        if g.at[area]:
            stand = tuple(
                [(u, g.cond[u] & const.STEPS == const.FULL, unit_status(g, u)) for u in sorted(g.at[area])]
            )
            pieces += build_stack(t, g.ids.unit, area, stand)
    return pieces


@lru_cache(maxsize=20_000)
def build_stack(t: Tables, ids: int, area: int, stand: tuple[tuple[int, bool, str], ...]) -> list[Piece]:
    """Return the armies of an area by type, step and status; few areas change between two scenes."""
    alike: dict[tuple[int, int, int, bool, str], list[int]] = {}
    for unit, full, status in stand:
        key = (t.unit_side[unit], t.unit_nation[unit], t.unit_type[unit], not full, status)
        alike.setdefault(key, []).append(unit)
    pieces: list[Piece] = []
    for key in sorted(alike):
        kind = key[2]
        full_cf = t.cf_full_africa[kind] if t.africa[area] else t.cf_full[kind]
        reduced_cf = t.cf_reduced_africa[kind] if t.africa[area] else t.cf_reduced[kind]
        pieces.append(
            Piece(
                ids + alike[key][0],
                area,
                t.type_id[kind],
                t.type_name[kind],
                t.side_id[key[0]],
                t.country_id[key[1]],
                "armor" if t.armor[kind] else "infantry",
                f"{full_cf}-{reduced_cf}",
                not key[3],
                len(alike[key]),
                key[4],
            )
        )
    return pieces


# ---------------------------------------------------------------- panels


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
