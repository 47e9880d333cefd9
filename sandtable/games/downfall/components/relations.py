"""What the marks of the schema cannot say: that the files of Downfall agree with each other.

`load_pack` refuses a pack with one sentence that names file, entry and field, so that `tables` can trust it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from sandtable.engine.data import pack as packs
from sandtable.engine.data.relations import Book, Check, Subset, check_relations
from sandtable.games.downfall.components import schema as shape
from sandtable.games.downfall.components import schema_map as maps
from sandtable.games.downfall.components import schema_tables as rules
from sandtable.games.downfall.components.schema import Pack

SIDES: Final = ("allies", "axis", "ussr")
SEASONS: Final = ("winter", "spring", "summer", "autumn")
LONG_NAVAL_MOVE: Final = 5

SUBSETS: Final = (
    Subset("air_mission", "mission", lambda m: isinstance(m, shape.AirMission)),
    Subset("submarine_mission", "mission", lambda m: isinstance(m, shape.SubmarineMission)),
)

# Fields that name a region, a year or a turn; these have no entry of their own.
REGIONS: Final[dict[type, tuple[str, ...]]] = {
    shape.OperateIn: ("regions",),
    rules.DieFloor: ("region",),
    rules.Movement: ("stacking_unlimited_region",),
    rules.Exploitation: ("any_ground_region",),
    rules.Winter: ("air_regions",),
    rules.Barred: ("regions",),
}
YEARS: Final[dict[type, tuple[str, ...]]] = {
    maps.ArmiesInYear: ("year",),
    shape.Tile: ("not_before_year",),
    rules.ActionRepeat: ("year",),
    rules.SupplyModifier: ("until_year",),
    rules.ReinforcementPoints: ("from_year", "until_year"),
}
TURNS: Final[dict[type, tuple[str, ...]]] = {
    shape.Partisans: ("from_turn",),
    rules.FactorChange: ("turn",),
    shape.ScenarioFile: ("last_turn",),
}


def load_pack(folder: Path) -> Pack:
    """Return the pack in a folder; raise `PackError` with one sentence if something in it is wrong."""
    pack = packs.load_pack(folder, Pack)
    check_pack(pack)
    return pack


def check_pack(pack: Pack) -> None:
    """Raise `PackError` for the first entry that contradicts another one."""
    check_relations(pack, CHECKS, SUBSETS)


# ---------------------------------------------------------------- regions and the calendar


def check_regions(b: Book, entry: Any) -> None:
    """Check that areas belong to the regions an entry names."""
    known = {"", *[a.region for a in b.of("area").values()]}
    for field in REGIONS[type(entry)]:
        value = getattr(entry, field)
        for region in (value,) if isinstance(value, str) else value:
            b.need(region in known, field, "the region of an area", region)


def check_years(b: Book, entry: Any) -> None:
    """Check that the calendar has the years an entry names."""
    known = {0, *[t.year for t in b.pack.tracks.turns]}
    for field in YEARS[type(entry)]:
        b.need(getattr(entry, field) in known, field, "a year of the calendar, or 0")


def check_turns(b: Book, entry: Any) -> None:
    """Check that the calendar has the turns an entry names."""
    for field in TURNS[type(entry)]:
        need_turn(b, field, getattr(entry, field))


def need_turn(b: Book, field: str, turn: int) -> None:
    """Refuse the pack unless a turn is on the calendar."""
    last = len(b.pack.tracks.turns)
    b.need(1 <= turn <= last, field, f"a turn from 1 to {last}")


def check_calendar(b: Book, file: shape.TracksFile) -> None:
    """Check that turns follow each other, and that each side has one track for supply and one for armor."""
    for before, t in zip(file.turns, file.turns[1:], strict=False):
        b.go(t)
        place = SEASONS.index(before.season) + 1
        season, year = SEASONS[place % 4], before.year + place // 4
        b.need(t.season == season, "season", f'"{season}"')
        b.need(t.year == year, "year", str(year))
    b.go(file)
    for what in ("supply", "armor"):
        for side in SIDES:
            count = len([t for t in file.tracks if t.what == what and t.side == side])
            b.need_words(count == 1, "tracks", str(count), f"one track for {what} of {side}")


# ---------------------------------------------------------------- the map


def check_places(b: Book, file: maps.AreasFile) -> None:
    """Check that no two areas, neutral zones or boxes share an id."""
    seen: set[str] = set()
    places: list[Any] = [*file.areas, *file.neutral_zones, *file.boxes]
    for place in places:
        b.go(place)
        b.need(place.id not in seen, "id", "an id that no other entry has")
        seen.add(place.id)


def check_area(b: Book, a: maps.Area) -> None:
    """Check what is printed in an area, and that it has a source."""
    b.need("plain" not in a.terrain or len(a.terrain) == 1, "terrain", "plain alone")
    right = a.supply_area_of in ("", a.country)
    b.need(right, "supply_area_of", f'"{a.country}", the owner')
    right = a.capital_of == "" or b.of("country")[a.capital_of].capital == a.id
    b.need(right, "capital_of", "a country with its capital here")
    for field, stated in (
        ("fortress_src", a.fortress),
        ("supply_src", a.supply_area_of != ""),
        ("key_src", a.key_area),
        ("capital_src", a.capital_of != ""),
        ("east_src", a.east_of_eastern_line),
    ):
        need_source(b, a, field, stated)


def need_source(b: Book, entry: Any, field: str, stated: bool) -> None:
    """Refuse the pack if something is stated without a source."""
    there = getattr(entry, field) is not None
    b.need_words(there or not stated, field, "nothing", "where this comes from")


def check_links(b: Book, file: maps.LinksFile) -> None:
    """Check that no border is listed twice, and what is said of rivers, lines and mountains on it."""
    seen: set[tuple[str, str]] = set()
    for x in file.links:
        b.go(x)
        pair = (min(x.a, x.b), max(x.a, x.b))
        b.need(pair not in seen, "b", "a border that is not listed already")
        seen.add(pair)
        b.need(x.river_in in ("", *pair), "river_in", f'"{x.a}" or "{x.b}"')
        b.need(x.line_in in ("", *pair), "line_in", f'"{x.a}" or "{x.b}"')
        for field, stated in (
            ("river", x.river_in != ""),
            ("line", x.line_in != ""),
            ("range", x.high_mountain),
        ):
            right = (getattr(x, field) != "") == stated
            b.need(right, field, "a name" if stated else "no name")
            need_source(b, x, f"{field}_src", stated)


def check_landing_line(b: Book, line: maps.LandingLine) -> None:
    """Check that a Landing Line lies in the Mediterranean if its sea does."""
    sea = b.of("sea")[line.sea]
    b.need(line.mediterranean == sea.mediterranean, "mediterranean", f"what {sea.name} says")


def check_landings(b: Book, file: maps.LandingsFile) -> None:
    """Check that the places of the development are listed once and can be reached from somewhere."""
    seen: set[str] = set()
    for place in file.development_landings:
        b.go(place)
        b.need(place.to not in seen, "to", "a place that is not listed already")
        seen.add(place.to)
        right = bool(place.from_groups or place.from_areas)
        b.need_words(right, "from_groups", "nothing", "a group, or from_areas")


# ---------------------------------------------------------------- sides, countries, counters


def check_side(b: Book, s: shape.SideEntry) -> None:
    """Check that enemies and partners agree about it."""
    sides = b.of("side")
    for other in s.enemies:
        b.need(s.id in sides[other].enemies, "enemies", "a side that is an enemy in return", other)
    for other in s.partners:
        b.need(s.id in sides[other].partners, "partners", "a side that is a partner in return", other)
        b.need(other not in s.enemies, "partners", "a side that is not an enemy", other)


def check_player_count(b: Book, p: shape.PlayerCount) -> None:
    """Check that each side has one seat."""
    b.need_words(len(p.seats) == p.players, "seats", str(len(p.seats)), f"{p.players} seats")
    seated = sorted([side for seat in p.seats for side in seat])
    b.need_words(seated == list(SIDES), "seats", ", ".join(seated), "each side once")


def check_country(b: Book, c: shape.Country) -> None:
    """Check that a country has all that its entry into the war and its surrender need."""
    entry, end = c.entry, c.surrender
    if entry.kind == "turn":
        need_turn(b, "entry.turn", entry.turn)
    right = entry.kind != "surrender" or entry.country != ""
    b.need(right, "entry.country", "the id of a country")
    b.need(c.side != "neutral" or entry.kind == "never", "entry.kind", '"never" for a neutral')
    occupied = end.kind == "occupation"
    invaded = end.kind == "enemy_armies"
    b.need(end.territory != "" or not (invaded or occupied), "surrender.territory", "the id of a territory")
    b.need(end.armies > 0 or not invaded, "surrender.armies", "at least 1")
    b.need(end.nation != "" or not occupied, "surrender.nation", "the id of a country")
    b.need(end.after != "" or not occupied, "surrender.after", "the id of a country")
    b.need(end.areas > 0 or not occupied, "surrender.areas", "at least 1")
    own = [a for a in b.of("area").values() if a.supply_area_of == c.id]
    right = end.kind != "all_supply_areas" or bool(own)
    b.need(right, "surrender.kind", "a country with Supply Areas")


def check_territory(b: Book, t: shape.Territory) -> None:
    """Check that a territory has an area."""
    used = {a.territory for a in b.of("area").values()}
    b.need(t.id in used, "id", "a territory that some area belongs to")


def check_army(b: Book, t: shape.ArmyType) -> None:
    """Check that the faces of an army fit each other, and that its side can develop it."""
    b.need(t.cf_reduced <= t.cf_full, "cf_reduced", f"at most {t.cf_full}")
    b.need(t.move_attack <= t.move, "move_attack", f"at most {t.move}")
    tiles = [x.development for x in b.of("tile").values() if x.side == t.side]
    b.need(t.needs == "" or t.needs in tiles, "needs", "a development its side has a tile for")


def check_marker(b: Book, m: shape.Marker) -> None:
    """Check the number of counters that other files count one by one."""
    of: dict[str, list[int]] = {
        "army": [t.count for t in b.of("army_type").values()],
        "air_mission": [t.count for t in b.of("air_mission").values()],
        "submarine_mission": [t.count for t in b.of("submarine_mission").values()],
        "development_tile": [1 for _ in b.of("tile")],
    }
    if m.id in of:
        total = sum(of[m.id])
        b.need(m.count == total, "count", f"{total}, as many as there are")


def check_tiles(b: Book, file: shape.DevelopmentsFile) -> None:
    """Check that a side has one tile of a development, and those that its tiles require."""
    owned: set[tuple[str, str]] = set()
    for t in file.tiles:
        b.go(t)
        right = (t.side, t.development) not in owned
        b.need(right, "development", "one the side has no tile for yet")
        owned.add((t.side, t.development))
    for t in file.tiles:
        b.go(t)
        right = t.requires == "" or (t.side, t.requires) in owned
        b.need(right, "requires", "one the side has a tile for")


# ---------------------------------------------------------------- tables.toml


def check_modifier(b: Book, m: rules.ActionModifier) -> None:
    """Check that a change to the number of Actions names its area or its country."""
    by_area = m.kind in ("area_not_controlled", "area_controlled_by_enemy")
    b.need(m.area != "" or not by_area, "area", "the id of an area")
    right = m.country != "" or m.kind != "own_supply_area_lost"
    b.need(right, "country", "the id of a country")


def check_trigger(b: Book, x: rules.TotalWarTrigger) -> None:
    """Check that an event that brings Total War has all that its kind needs."""
    if x.kind == "turn":
        need_turn(b, "turn", x.turn)
    entry = x.kind == "entry"
    b.need_words(x.by_side is not None or not entry, "by_side", "nothing", "a side")
    b.need_words(bool(x.territories) or not entry, "territories", "nothing", "at least one territory")
    attack = x.kind == "attack"
    b.need(x.nation != "" or not attack, "nation", "the id of a country")
    b.need(x.area != "" or not attack, "area", "the id of an area")
    b.need(entry or not x.barbarossa, "barbarossa", "kind entry")


def check_points(b: Book, p: rules.ReinforcementPoints) -> None:
    """Check that a limit is one on a nation that gets the points."""
    b.need(p.capped_nation in ("", *p.nations), "capped_nation", "one of nations")


def check_operation(b: Book, op: rules.Operation) -> None:
    """Check that a long naval move has a cost."""
    right = op.number != LONG_NAVAL_MOVE or op.cost_far > 0
    b.need(right, "cost_far", "the cost of a long naval move")


def check_double_cost(b: Book, d: rules.DoubleCost) -> None:
    """Check that a double cost has the turn of its kind, and no other."""
    own = {"west_attacked": "last_turn", "barbarossa_turn": "before_turn", "turn": "turn"}.get(d.when, "")
    for field in ("last_turn", "before_turn", "turn"):
        turn: int = getattr(d, field)
        if field == own:
            need_turn(b, field, turn)
        else:
            b.need(turn == 0, field, f'no such field with when = "{d.when}"')


def check_torch(b: Book, t: rules.Torch) -> None:
    """Check that each army of the landing in French North Africa has a place on a coast."""
    right = len(t.landing_areas) == t.full_armies
    b.need_words(right, "landing_areas", str(len(t.landing_areas)), f"{t.full_armies} areas")
    for area in t.landing_areas:
        b.need(bool(b.of("area")[area].seas), "landing_areas", "an area with a coast", area)


def check_tables(b: Book, tables: rules.TablesFile) -> None:
    """Check that one event is Barbarossa, and that the game ends with the calendar."""
    count = len([x for x in tables.total_war if x.barbarossa])
    b.need_words(count == 1, "total_war", f"{count} entries with barbarossa", "one")
    last = len(b.pack.tracks.turns)
    right = tables.victory.last_turn == last
    b.need(right, "victory.last_turn", f"{last}, the last turn of the calendar")


# ---------------------------------------------------------------- scenarios


def check_scenario(b: Book, s: shape.ScenarioFile) -> None:
    """Check the turns, the players and the countries at war of a scenario."""
    b.need(s.first_turn <= s.last_turn, "first_turn", f"at most {s.last_turn}")
    for c in b.of("country").values():
        right = c.entry.kind != "at_start" or c.id in (*s.at_war, *s.surrendered)
        b.need_words(right, "at_war", f"a list without {c.id}", f"{c.id}, at war from the start")
    known = [p.players for p in b.pack.sides.player_counts]
    for players in s.players:
        b.need(players in known, "players", "a number of players of sides.toml", players)
    for tile in s.developments.in_progress:
        right = tile not in s.developments.available
        b.need(right, "developments.in_progress", "a tile that is not available already", tile)


def check_stock(b: Book, s: shape.ScenarioFile) -> None:
    """Check that a side has no more at the start than its counters and tracks allow."""
    for field, held in (
        ("stock.air_missions", s.stock.air_missions),
        ("stock.submarine_missions", s.stock.submarine_missions),
    ):
        for mission, count in held.items():
            most = b.of("mission")[mission].count
            b.need(count <= most, field, f"at most the {most} of {mission}", count)
    for track in b.pack.tracks.tracks:
        amount: int = getattr(getattr(s.stock, track.what), track.side)
        right = track.max is None or amount <= track.max
        b.need(right, f"stock.{track.what}.{track.side}", f"at most {track.max}")


def check_forces(b: Book, s: shape.ScenarioFile) -> None:
    """Check that armies are those of their country, have counters, and find room."""
    deployed: dict[str, int] = {}
    stacked: dict[tuple[str, str], int] = {}
    movement: rules.Movement = b.pack.tables.movement
    for f in s.forces:
        for u in f.units:
            b.go(u)
            army: shape.ArmyType = b.of("army_type")[u.army]
            b.need(army.nation == f.country, "army", f'an army of "{f.country}"')
            placed = deployed[u.army] = deployed.get(u.army, 0) + u.count
            b.need(placed <= army.count, "count", f"no more than {army.count} in all")
            key = (u.area, army.side)
            there = stacked[key] = stacked.get(key, 0) + u.count
            free = b.of("area")[u.area].region == movement.stacking_unlimited_region
            right = free or there <= movement.stacking
            b.need(right, "count", f"at most {movement.stacking} armies of a side there")


CHECKS: Final[tuple[Check, ...]] = (
    (maps.AreasFile, check_places),
    (maps.Area, check_area),
    (shape.Country, check_country),
    (shape.Territory, check_territory),
    (maps.LinksFile, check_links),
    (maps.LandingLine, check_landing_line),
    (maps.LandingsFile, check_landings),
    (shape.SideEntry, check_side),
    (shape.PlayerCount, check_player_count),
    (shape.ArmyType, check_army),
    (shape.Marker, check_marker),
    (shape.DevelopmentsFile, check_tiles),
    (shape.TracksFile, check_calendar),
    (rules.ActionModifier, check_modifier),
    (rules.TotalWarTrigger, check_trigger),
    (rules.ReinforcementPoints, check_points),
    (rules.Operation, check_operation),
    (rules.DoubleCost, check_double_cost),
    (rules.Torch, check_torch),
    (rules.TablesFile, check_tables),
    *[(struct, check_regions) for struct in REGIONS],
    *[(struct, check_years) for struct in YEARS],
    *[(struct, check_turns) for struct in TURNS],
    (shape.ScenarioFile, check_scenario),
    (shape.ScenarioFile, check_stock),
    (shape.ScenarioFile, check_forces),
)
