"""Relations between the files of The Other Side of the Hill that the marks of the schema cannot express.

`load_pack` refuses a pack with one sentence that names file, entry and field, so that `tables` can be built
without a doubt. Cards and scenarios have modules of their own.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any, Final, get_args

from sandtable.engine.data import pack as packs
from sandtable.engine.data.relations import Book, Check, Subset, check_relations
from sandtable.games.other_side.components import relations_cards, relations_effects, relations_scenario
from sandtable.games.other_side.components import schema_map as maps
from sandtable.games.other_side.components import schema_tables as tables
from sandtable.games.other_side.components.relations_effects import (
    COMPLETED,
    WAR,
    boxes_of,
    in_order,
    near,
    reached,
)
from sandtable.games.other_side.components.schema import DrawingFile, Pack, TurnBox
from sandtable.games.other_side.components.schema_cards import France, Italy, Season

MOST_UNITS: Final = 62  # and so is a set of Armies
PIECES: Final = ("axis_land_pawn", "axis_amphibious_pawn", "dissident")
PLAYERS: Final = ("1", "2", "3", "4")
GRADES: Final = ("panzer", "regular", "reduced", "")
DICE: Final = ("black", "grey", "white", "yellow", "blue", "red", "d6")
ALLIED_DICE: Final = ("rough", "fortified_or_landing", "air", "line")
AXIS_DICE: Final = ("air", "rough", "paratroops", "isolated_panzer", "isolated_regular")
PICKS: Final = ("military", "political", "production")
LEVELS: Final = ("grand_victory", "marginal_victory", "defeat")
SIDES: Final = ("axis", "western", "soviet", "disputed", "neutral")

SUBSETS: Final = (
    Subset("port", "area", lambda a: a.port_box),
    Subset("ally", "country", lambda c: c.satellite_armies_total > 0),
    Subset("german", "army", lambda a: a.id != "satellite"),
    Subset("limited", "row", lambda row: row.limit_side_max > 0),
    Subset("project", "production_card", lambda c: c.kind == "project"),
)


def load_pack(folder: Path) -> Pack:
    """Return the pack in a folder; raise `PackError` with one sentence if something in it is wrong."""
    pack = packs.load_pack(folder, Pack)
    check_pack(pack)
    return pack


def check_pack(pack: Pack) -> None:
    """Raise `PackError` for the first entry that contradicts another one."""
    check_relations(pack, CHECKS, SUBSETS)


# ---------------------------------------------------------------- tracks.toml


def check_track(b: Book, track: tables.Track) -> None:
    """Check the boxes of a track."""
    boxes = list(track.boxes)
    misc = b.pack.tracks.misc
    if track.id in ("resources", "strategic_warfare", "technology", "fanaticism", "unrest"):
        check_boxes(b, boxes, [str(x) for x in range(len(boxes))])
    elif track.id in ("paratroops", "collapse_of_germany"):
        check_boxes(b, boxes, [str(x) for x in range(1, len(boxes) + 1)])
    elif track.id.startswith("air_"):
        check_boxes(
            b, [x.partition("/")[0] for x in boxes], [str(x) for x in range(misc.air_min, misc.air_max + 1)]
        )
        for box in boxes if track.id != "air_germany" else ():
            right = box.partition("/")[2].isdecimal()
            b.need(right, "boxes", "a value, a stroke and the amphibious number", box)
    elif track.id.endswith("_commitment"):
        b.need(boxes[-1] == WAR, "boxes", f'"{WAR}" in the last box', boxes[-1])
    elif track.id == "project":
        check_boxes(b, boxes, [*[str(x) for x in range(len(boxes) - 1, 0, -1)], COMPLETED])
    else:
        fixed: dict[str, tuple[str, ...]] = {
            "year": tuple([str(y) for y in range(1939, 1946)]),
            "turn": get_args(TurnBox),
            "status_of_italy": get_args(Italy),
            "status_of_france": get_args(France),
        }
        in_order(b, "boxes", boxes, fixed[track.id])


def check_boxes(b: Book, found: list[str], right: list[str]) -> None:
    """Check that boxes have these values, one after the other."""
    b.need_words(found == right, "boxes", ", ".join(found), ", ".join(right))


def check_row(b: Book, row: tables.ProductionRow) -> None:
    """Check that only Replacements have a limit, and that boxes count from 0."""
    place = list(b.of("row")).index(row.id)
    group = "replacement" if place < 3 else "consumer" if row.id == "consumer_goods" else "directive"
    b.need(row.group == group, "group", f'"{group}"')
    right = list(row.boxes) == list(range(len(row.boxes)))
    b.need_words(right, "boxes", "other boxes", "numbers from 0 on")
    right = (row.limit_side_max > 0) == (row.flipped_name != "") == (group == "replacement")
    b.need(right, "limit_side_max", "a limit and flipped_name for Replacements only")


def check_tables(b: Book, file: tables.TracksFile) -> None:
    """Check that tables have a row for each number or name."""
    top = len(boxes_of(b, "unrest")) - 1
    b.need(file.misc.unrest_trigger == top, "misc.unrest_trigger", f"{top}, the last box")
    air = [str(x) for x in range(file.misc.air_max, file.misc.air_min - 1, -1)]
    most = max([a.stacking for a in b.of("area").values()])
    rows: tuple[tuple[str, list[Any], tuple[str, ...]], ...] = (
        ("production", [x.id for x in file.production], get_args(tables.Category)),
        ("seasons", [x.season for x in file.seasons], get_args(Season)),
        ("bombing_of_germany", [str(x.air_germany) for x in file.bombing_of_germany], tuple(air)),
        (
            "command_limits",
            [str(x.german_armies) for x in file.command_limits],
            tuple([str(x) for x in range(most + 1)]),
        ),
        ("general_limits", [str(x.players) for x in file.general_limits], PLAYERS),
        ("planning_picks", [x.deck for x in file.planning_picks], PICKS),
        ("allied_dice_modifiers", [x.id for x in file.allied_dice_modifiers], ALLIED_DICE),
        ("axis_dice_modifiers", [x.id for x in file.axis_dice_modifiers], AXIS_DICE),
        ("victory_levels", [x.result for x in file.victory_levels], LEVELS),
    )
    for field, found, right in rows:
        in_order(b, field, found, right)
    tracked = [name for m in file.port_modifiers if m.track for name in m.ports]
    for name in b.of("port"):
        times = tracked.count(name)
        b.need_words(times == 1, "port_modifiers", f"{times} tracks for {name}", "one")
    gone = [x.remove for x in file.reduction_priority if x.put == ""]
    for kind in get_args(maps.ArmyKind):
        words = "a step that eliminates each kind"
        b.need_words(kind in gone, "reduction_priority", f"no end for {kind}", words)
    for better, worse in pairwise(file.victory_levels):
        b.go(worse)
        b.need(worse.max == better.min - 1, "max", f"{better.min - 1}, one below the next level")
    b.go(file.victory_levels[-1])
    b.need(file.victory_levels[-1].min == 0, "min", "0")


def check_season(b: Book, x: tables.SeasonRow) -> None:
    """Check the number of Operations Phases."""
    boxes = len([box for box in boxes_of(b, "turn") if box.startswith(f"{x.season}_ops")])
    b.need(x.ops_phases == boxes, "ops_phases", f"{boxes} by the turn track")


def check_axis_dice(b: Book, x: tables.AxisDice) -> None:
    """Check that dice of Isolated Armies take the place of others."""
    swap = x.id.startswith("isolated")
    b.need((x.instead_of != "") == swap, "instead_of", '"" unless Isolated')
    b.need((x.dice == 0) == swap, "dice", "0 if Isolated, else 1 or more")


def check_port(b: Book, x: tables.Port) -> None:
    """Check the Front of a port."""
    front = b.of("area")[x.port].front
    b.need(x.front == front, "front", f'"{front}", as areas.toml says')


def check_reduction(b: Book, x: tables.ReductionStep) -> None:
    """Check a step of Reductions."""
    b.need(x.needs_in_area == x.remove, "needs_in_area", f'"{x.remove}", as remove')
    b.need(x.needs_in_pool == x.put, "needs_in_pool", f'"{x.put}", as put')
    b.need(x.put != x.remove, "put", "another kind than remove")


# ---------------------------------------------------------------- the map


def check_area(b: Book, a: maps.Area) -> None:
    """Check the numbers of an Area; the closed one takes no Armies."""
    closed = a.id == b.pack.countries.roles.closed_area
    b.need(closed == (a.stacking == 0), "stacking", "0 in the closed Area only")
    b.need(closed == (a.ag_head_boxes == 0), "ag_head_boxes", "0 in the closed Area only")
    top = max([x.heads for x in b.pack.tracks.command_limits if x.german_armies <= a.stacking])
    b.need(a.ag_head_boxes == top, "ag_head_boxes", f"{top}, by stacking and command_limits")
    for field in a.given:
        b.need(field in a.__struct_fields__, "given", "the name of a field of an Area", field)


def check_sectors(b: Book, file: maps.AreasFile) -> None:
    """Check that Sectors run from 1 to n, and that the results of a landing die are distributed."""
    count: dict[str, int] = {}
    results: dict[str, list[int]] = {a.id: [] for a in file.areas}
    for s in file.sectors:
        b.go(s)
        count[s.area] = count.get(s.area, 0) + 1
        b.need(s.n == count[s.area], "n", f"{count[s.area]}, in the order of the list")
        b.need(s.id == f"{s.area}_{s.n}", "id", f'"{s.area}_{s.n}", the Area and the number')
        results[s.area] += s.landing
    points: set[tuple[float, float]] = set()
    for a in file.areas:
        b.go(a)
        n = count.get(a.id, 0)
        b.need(a.n_sectors == n, "n_sectors", f"{n}, its Sectors in the list")
        shared = sorted(results[a.id])
        right = shared in ([], [1, 2, 3, 4, 5, 6])
        words = "the results 1 to 6 once each over its Sectors, or none"
        b.need_words(right, "landing", ", ".join([str(x) for x in shared]), words)
    for space in b.of("space").values():
        b.go(space)
        b.need((space.lon, space.lat) not in points, "lon", "a point of its own, with lat")
        points.add((space.lon, space.lat))
    b.go(file)
    festung = len([s for s in file.sectors if s.terrain == "festung"])
    boxes = len(boxes_of(b, "collapse_of_germany"))
    words = f"{boxes}, as many as boxes of collapse_of_germany"
    b.need_words(festung == boxes, "sectors", f"{festung} Festung Sectors", words)


def check_links(b: Book, file: maps.LinksFile) -> None:
    """Check that lines join two spaces once, and lead to every Area and Base."""
    seen: set[tuple[str, str]] = set()
    for x in file.links:
        b.go(x)
        pair = (min(x.a, x.b), max(x.a, x.b))
        b.need_words(pair not in seen, "b", "a pair of Areas", "one that is not listed already")
        seen.add(pair)
    found = reached(near(b, "land", "amphibious"), [next(iter(b.of("area")))])
    for space in b.of("space").values():
        b.go(space)
        b.need(space.id in found, "id", "a place that links.toml joins to the others")


# ---------------------------------------------------------------- countries


def check_country(b: Book, c: maps.Country) -> None:
    """Check the Home Areas and Bases, and that each Home Area gets a Satellite Army."""
    for field, kind, listed in (("home_areas", "area", c.home_areas), ("home_bases", "base", c.home_bases)):
        homes = [x.id for x in b.of(kind).values() if x.country == c.id]
        words = f"{', '.join(homes) or 'none'} by areas.toml"
        b.need_words(list(listed) == homes, field, ", ".join(listed) or "none", words)
    total = c.satellite_armies_on_map + c.satellite_armies_in_pool
    right = c.satellite_armies_total == total
    b.need(right, "satellite_armies_total", f"{total}, on the map and in the pool")
    right = total == 0 or c.satellite_armies_on_map == len(c.home_areas)
    b.need(right, "satellite_armies_on_map", f"{len(c.home_areas)}, one for each Home Area")
    right = total == 0 or c.can_become == "satellite"
    b.need(right, "can_become", '"satellite" for a country with Satellite Armies')


def check_countries(b: Book, file: maps.CountriesFile) -> None:
    """Check the number of Satellite Armies, and the roles of the USSR."""
    total = sum([c.satellite_armies_total for c in file.countries])
    cubes = sum([a.count for a in b.of("army").values() if a.id == "satellite"])
    b.need_words(total == cubes, "countries", f"{total} Satellite Armies", f"{cubes} as in armies.toml")
    roles = file.roles
    land = near(b, "land")
    homes = b.of("country")[roles.ussr].home_areas
    for field, name in (("ussr_disputed_area", roles.ussr_disputed_area), ("closed_area", roles.closed_area)):
        b.need(name in homes, f"roles.{field}", "a Home Area of the USSR", name)
    for there in sorted(land[roles.closed_area]):
        b.need(there in homes, "roles.closed_area", "neighbours that are Home Areas of the USSR", there)
    first = roles.ussr_disputed_area
    right = b.of("sector")[f"{first}_1"].terrain == "festung"
    b.need(right, "roles.ussr_disputed_area", "an Area with a Festung Sector")
    right = b.of("area")[first].n_sectors > 1
    b.need(right, "roles.ussr_disputed_area", "an Area with two Sectors or more")
    a = b.of("area")[roles.invasion_area]
    right = a.port_box and a.n_sectors > 1 and not land[a.id] and bool(near(b, "amphibious")[a.id])
    b.need(right, "roles.invasion_area", "an Area over the sea with a Port and two Sectors or more")


def check_roles(b: Book, roles: maps.Roles) -> None:
    """Check the Home Areas of France and Italy that rules name."""
    frontier = b.of("sector")[roles.surrender_frontier].area
    for field, name in (("vichy_garrison", roles.vichy_garrison), ("surrender_frontier", frontier)):
        b.need(name in roles.vichy_areas, field, "in one of vichy_areas", name)
    homes = b.of("country")[roles.france].home_areas
    for name in roles.vichy_areas:
        b.need(name in homes, "vichy_areas", "a Home Area of France", name)
    for name in homes:
        right = (name in roles.vichy_areas) != (name in roles.surrender_occupied)
        words = "each Home Area of France in vichy_areas or in surrender_occupied"
        b.need(right, "surrender_occupied", words, name)
    for name in b.of("country")[roles.italy].home_areas:
        right = (name in roles.italy_mainland) != (name in roles.italy_africa)
        b.need(right, "italy_mainland", "each Home Area of Italy in italy_mainland or in italy_africa", name)


# ---------------------------------------------------------------- pieces and dice, Sections, looks


def check_armies(b: Book, file: maps.ArmiesFile) -> None:
    """Check the order and number of Armies, and that pieces which rules count are there."""
    in_order(b, "armies", [a.id for a in file.armies], get_args(maps.ArmyKind))
    count = sum([a.count for a in file.armies])
    b.need_words(count <= MOST_UNITS, "armies", f"{count} Armies", f"at most {MOST_UNITS}")
    for name in PIECES:
        b.need_words(name in b.of("piece"), "pieces", f"nothing for {name}", "its number")


def check_army(b: Book, a: maps.Army) -> None:
    """Check what an Army becomes, and the die it rolls."""
    place = list(b.of("army")).index(a.id)
    b.need(a.german == (place < 3), "german", "false for Satellite Armies only")
    up = GRADES[place - 1] if 0 < place < 3 else ""
    b.need(a.upgrades_to == up, "upgrades_to", f'"{up}"')
    down = GRADES[min(place + 1, 3)]
    b.need(a.reduces_to == down, "reduces_to", f'"{down}"')
    dice = [d.id for d in b.pack.dice.dice if d.army == a.id]
    b.need_words(dice == [a.die], "die", a.die, f"{', '.join(dice) or 'none'}, as dice.toml has it")


def check_dice(b: Book, file: tables.DiceFile) -> None:
    """Check the order of dice and faces."""
    in_order(b, "dice", [d.id for d in file.dice], DICE)
    in_order(b, "symbols", [s.id for s in file.symbols], get_args(tables.Face))


def check_die(b: Book, d: tables.Die) -> None:
    """Check that both tables read every face of the dice that are rolled there, once."""
    known = ("1", "2", "3", "4", "5", "6") if d.id == "d6" else get_args(tables.Face)
    file = b.pack.dice
    side = "any_axis" if d.owner == "axis" else "any_allied"
    for face in d.faces:
        b.need(face in known, "faces", f"one of {', '.join(known)}", face)
        combat = [x for x in file.table_1_combat if (x.die, x.face) == (side, face)]
        warfare = [x for x in file.table_2_strategic_warfare if (x.die, x.face) == (d.id, face)]
        for used, name, rows in (
            (d.id != "d6", "table_1_combat", len(combat)),
            (d.id in ("grey", "white", "blue"), "table_2_strategic_warfare", len(warfare)),
        ):
            b.need_words(not used or rows == 1, "faces", f"{face} {rows} times in {name}", "once")


def check_sections(b: Book, file: tables.SectionsFile) -> None:
    """Check that there is each Section, and an assignment for each number of players."""
    in_order(b, "sections", [s.id for s in file.sections], get_args(tables.SectionId))
    in_order(b, "assignments", [str(x.players) for x in file.assignments], PLAYERS)


def check_assignment(b: Book, x: tables.Assignment) -> None:
    """Check that each player gets Sections, and each Section a player."""
    dealt = [name for group in x.groups for name in group]
    right = sorted(dealt) == sorted(get_args(tables.SectionId)) and len(x.groups) == x.players
    words = f"{x.players} groups with all Sections once"
    b.need_words(right, "groups", f"{len(x.groups)} groups of {len(dealt)} Sections", words)


def check_drawing(b: Book, file: DrawingFile) -> None:
    """Check that everything has a look."""
    in_order(b, "sides", [x.side for x in file.sides], SIDES)
    in_order(b, "fronts", [x.front for x in file.fronts], get_args(maps.Front))
    in_order(b, "armies", [x.army for x in file.armies], get_args(maps.ArmyKind))
    in_order(b, "nations", [x.nation for x in file.nations], tuple(b.of("country")))


CHECKS: Final[tuple[Check, ...]] = (
    (tables.Track, check_track),
    (tables.TracksFile, check_tables),
    (tables.ProductionRow, check_row),
    (tables.SeasonRow, check_season),
    (tables.AxisDice, check_axis_dice),
    (tables.Port, check_port),
    (tables.ReductionStep, check_reduction),
    (maps.Area, check_area),
    (maps.AreasFile, check_sectors),
    (maps.LinksFile, check_links),
    (maps.Country, check_country),
    (maps.CountriesFile, check_countries),
    (maps.Roles, check_roles),
    (tables.DiceFile, check_dice),
    (tables.Die, check_die),
    (maps.ArmiesFile, check_armies),
    (maps.Army, check_army),
    (tables.SectionsFile, check_sections),
    (tables.Assignment, check_assignment),
    (DrawingFile, check_drawing),
    *relations_effects.CHECKS,
    *relations_cards.CHECKS,
    *relations_scenario.CHECKS,
)
