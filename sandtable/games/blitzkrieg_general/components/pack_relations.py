"""The relations that marks of the schema cannot say: the files of Blitzkrieg General agree with each other.

`load_pack` refuses a pack with one sentence that names file, entry and field, so that `tables` can be built
without a doubt. Tables, cards and scenarios have modules of their own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, get_args

from sandtable.engine.data import pack as packs
from sandtable.engine.data import schema as common
from sandtable.engine.data.pack import shown
from sandtable.engine.data.relations import Book, Check, check_relations
from sandtable.games.blitzkrieg_general.components import (
    relations_cards,
    relations_scenario,
    relations_tables,
)
from sandtable.games.blitzkrieg_general.components import schema_map as shape
from sandtable.games.blitzkrieg_general.components.schema import Pack

HQS: Final = ("hq", "naval_hq")
MOST_UNITS: Final = 640  # the counters that a position has room for


def load_pack(folder: Path) -> Pack:
    """Return the pack in a folder; raise `PackError` with one sentence if something in it is wrong."""
    pack = packs.load_pack(folder, Pack)
    check_pack(pack)
    return pack


def check_pack(pack: Pack) -> None:
    """Raise `PackError` for the first entry that contradicts another one."""
    check_relations(pack, CHECKS)


# ---------------------------------------------------------------- nations


def check_nations(b: Book, file: shape.NationsFile) -> None:
    """Check that each side has one boss, and that home countries and minors have different ids."""
    for side in get_args(shape.Side):
        count = len([m for m in file.majors if m.boss and m.side == side])
        b.need_words(count == 1, "majors", f"{count} bosses of the {side} side", "one")
    for home in file.home_countries:
        b.go(home)
        b.need(home.id not in b.of("minor"), "id", "an id that no minor has")


def check_flags(b: Book, file: shape.NationsFile) -> None:
    """Check that each home country and minor has an area."""
    flown = {a.home for a in b.of("area").values()}
    homes: list[shape.HomeCountry | shape.Minor] = [*file.home_countries, *file.minors]
    for home in homes:
        b.go(home)
        b.need(home.id in flown, "id", "the home of some area")


# ---------------------------------------------------------------- the map


def check_spaces(b: Book, file: shape.LinksFile) -> None:
    """Check that no two spaces of a map are drawn at the same point."""
    seen: set[tuple[str, float, float]] = set()
    for space in b.of("space").values():
        point = (space.map, space.lon, space.lat)
        b.go(space)
        b.need(point not in seen, "lon", "a point with lat where no other space lies")
        seen.add(point)


def check_area(b: Book, a: shape.Area) -> None:
    """Check the home country, the kind and the sea zone of an area."""
    if a.home in b.of("home_country"):
        right = b.of("home_country")[a.home].major == a.country
        b.need(right, "home", f'a home country of "{a.country}"')
    elif a.home:
        right = a.home in b.of("minor") and a.home == a.country
        b.need(right, "home", f'"", or a home country of "{a.country}"')
    closed = a.country in b.of("minor") and b.of("minor")[a.country].group == "impassable"
    b.need(closed == (a.kind == "impassable"), "kind", "impassable as its country, or not")
    if a.kind != "island":
        b.need(a.sea == "", "sea", '"" for all but an island')
        b.need(not a.pacific_island, "pacific_island", "false for all but an island")
        return
    zone = b.of("zone").get(a.sea)
    b.need(zone is not None and zone.island == a.id, "sea", "the id of a zone with this island")
    assert zone is not None
    for field in ("name", "map", "stack_limit"):
        value = getattr(zone, field)
        b.need(getattr(a, field) == value, field, f"{shown(value)}, the {field} of its zone")
    joined = {frozenset((x.a, x.b)) for x in b.pack.links.links}
    b.need(frozenset((a.id, a.sea)) in joined, "sea", "a zone that a link joins to it")


def check_zone(b: Book, zone: shape.SeaZone) -> None:
    """Check that only the zone of an island has a limit."""
    b.need(zone.island != "" or zone.stack_limit == 0, "stack_limit", "0 without an island")


def check_links(b: Book, file: shape.LinksFile) -> None:
    """Check that no two spaces have two links, and that each passage has one."""
    seen: set[frozenset[str]] = set()
    for link in file.links:
        b.go(link)
        pair = frozenset((link.a, link.b))
        b.need(pair not in seen, "b", "a pair that is not listed already")
        seen.add(pair)
    used = {link.passage for link in file.links}
    for passage in b.of("passage").values():
        b.go(passage)
        b.need(passage.id in used, "id", "the passage of a link")


def check_link(b: Book, link: shape.Link) -> None:
    """Check that the kind and the effects of a border fit its two spaces."""
    a, other = b.of("space")[link.a], b.of("space")[link.b]
    kinds = ["sea" if isinstance(end, shape.SeaZone) else end.kind for end in (a, other)]
    b.need(kinds[0] != "sea" or kinds[1] == "sea", "a", "the area, and b the zone")
    wanted = "sea" if kinds[0] == "sea" else "land"
    if kinds[0] != "sea" and kinds[1] == "sea":
        wanted = "island" if a.sea == other.id else "coast"
    b.need(link.kind == wanted, "kind", f'"{wanted}", which fits {link.a} and {link.b}')
    b.need(link.cross_map == (a.map != other.map), "cross_map", "true between two maps, else false")
    for field in ("river", "mountain_border", "swamp_border", "forbidden", "fortress_side"):
        right = link.kind == "land" or not getattr(link, field)
        b.need(right, field, "an effect only on a border of two areas")
    b.need((link.border_src != "") == (link.kind == "land"), "border_src", "a source on land only")
    b.need(link.forbidden or "impassable" not in kinds, "forbidden", "true at an impassable area")


def check_whole_map(b: Book, file: shape.LinksFile) -> None:
    """Check that links join all spaces, by sea alone too, and what fortresses and coasts need."""
    near: dict[str, list[str]] = {name: [] for name in b.of("space")}
    for link in file.links:
        near[link.a].append(link.b)
        near[link.b].append(link.a)
    for names in (list(near), list(b.of("zone"))):
        joined = find_joined(near, names)
        for name in names:
            b.go(b.of("space")[name])
            b.need(name in joined, "id", f"a space that links join to {names[0]}")
    fronts = {link.fortress_side for link in file.links}
    coasts = {link.a for link in file.links if link.kind == "coast"}
    for a in b.of("area").values():
        b.go(a)
        b.need(a.id in fronts or not a.fortress, "fortress", "false without a border it looks to")
        b.need(a.id in coasts or not a.forbidden_coast, "forbidden_coast", "false without a coast")


def find_joined(near: dict[str, list[str]], names: list[str]) -> set[str]:
    """Return the spaces that are joined to the first of some spaces through these alone."""
    allowed = set(names)
    found = {names[0]}
    queue = [names[0]]
    while queue:
        for there in near[queue.pop()]:
            if there in allowed and there not in found:
                found.add(there)
                queue.append(there)
    return found


# ---------------------------------------------------------------- counters and rules


def check_unit(b: Book, u: shape.Unit) -> None:
    """Check the home, the strengths and the costs of a type of counter."""
    home = b.of("home_country").get(u.home)
    whose = u.home if home is None else home.major
    b.need(whose == u.nation, "home", f'a home country of "{u.nation}"')
    if home is not None and home.letter:
        b.need(u.mark == home.letter, "mark", f'"{home.letter}", the letter of its home')
    if u.type in HQS:
        b.need(u.command > 0, "command", "a rating for an HQ")
        b.need(u.front == u.back == 0, "front", "0, as the back, for an HQ")
        b.need(u.count == 1, "count", "1 for an HQ")
    else:
        b.need(u.command == 0, "command", "0 for all but HQs")
        b.need(u.back < u.front, "back", f"less than {u.front}, the front")
    b.need(u.steps == 2 or u.back == 0, "back", "0 on a blank back")
    row = b.of("chart")[u.type]
    cost = row.cost + row.cost_per_strength * u.front
    b.need(u.cost == cost, "cost", f"{cost}, as the production chart says")
    b.need(u.duration == row.duration, "duration", f"{row.duration}, as the chart says")


def check_units(b: Book, file: shape.UnitsFile) -> None:
    """Check that there are not too many counters."""
    total = sum([u.count for u in file.units])
    b.need_words(total <= MOST_UNITS, "units", f"{total} counters", f"at most {MOST_UNITS}")


def check_rule(b: Book, rule: common.Rule) -> None:
    """Check that a rule is replaced by rules that exist."""
    for other in rule.replaced_by.split(",") if rule.replaced_by else []:
        b.need(other.strip() in b.of("rule"), "replaced_by", "ids of rules", other.strip())


CHECKS: Final[tuple[Check, ...]] = (
    (shape.NationsFile, check_nations),
    (shape.Area, check_area),
    (shape.NationsFile, check_flags),
    (shape.SeaZone, check_zone),
    (shape.Link, check_link),
    (shape.LinksFile, check_links),
    (shape.LinksFile, check_whole_map),
    (shape.LinksFile, check_spaces),
    (shape.Unit, check_unit),
    (shape.UnitsFile, check_units),
    (common.Rule, check_rule),
    *relations_tables.CHECKS,
    *relations_cards.CHECKS,
    *relations_scenario.CHECKS,
)
