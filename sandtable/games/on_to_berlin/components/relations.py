"""What the marks of the schema cannot say: that the files of On To Berlin! agree with each other.

`load_pack` refuses a pack with one sentence that names file, entry and field, so that `tables` can be built
without a doubt. Cards and set-ups have a module of their own, `relations_setup`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandtable.engine.data import pack as packs
from sandtable.engine.data.relations import Book, Check, Subset, check_relations
from sandtable.games.on_to_berlin.components import relations_setup
from sandtable.games.on_to_berlin.components import schema as shape
from sandtable.games.on_to_berlin.components.schema import Pack

POINTS: Final = {"none": 0.0, "red": 1.0, "black": 1.0, "black_half": 0.5}
CONDITION: Final = "_allied_controlled"
ENDS: Final = {
    "land": "land and land",
    "strait": "land and land",
    "coast": "land and sea",
    "sea": "sea and sea",
}
MOST_UNITS: Final = 255  # counted in one byte

SUBSETS: Final = (
    Subset("land_area", "area", lambda a: a.kind == "land"),
    Subset("sea_area", "area", lambda a: a.kind == "sea"),
    Subset("active_nation", "nation", lambda n: n.status != "dormant"),
    Subset("dormant_nation", "nation", lambda n: n.status == "dormant"),
    Subset("open_nation", "nation", lambda n: n.status == "neutral" and n.track == ""),
)


def load_pack(folder: Path) -> Pack:
    """Return the pack in a folder; raise `PackError` with one sentence if something in it is wrong."""
    pack = packs.load_pack(folder, Pack)
    check_pack(pack)
    return pack


def check_pack(pack: Pack) -> None:
    """Raise `PackError` for the first entry that contradicts another one."""
    check_relations(pack, CHECKS, SUBSETS)


# ---------------------------------------------------------------- tracks and nations


def check_spaces(b: Book, file: shape.TracksFile) -> None:
    """Check that each track has its spaces in order, one start space, and Entry spaces at its end."""
    rows: dict[str, list[bool]] = {t.track: [] for t in file.tracks}
    starts: dict[str, int] = dict.fromkeys(rows, 0)
    for x in file.war_entry_spaces:
        b.go(x)
        row = rows[x.track]
        b.need(x.index == len(row), "index", f"{len(row)}, the next of its track")
        b.need(x.entry or not any(row), "entry", "true behind an Entry space")
        b.need(not (x.entry and x.start), "start", "false on an Entry space")
        row.append(x.entry)
        starts[x.track] += x.start
    for t in file.tracks:
        b.go(t)
        b.need(any(rows[t.track]), "track", "a track with an Entry space")
        b.need(starts[t.track] == 1, "track", "a track with one start space")


def check_track(b: Book, t: shape.Track) -> None:
    """Check that a track is on the side to which its nation leans."""
    leaning = b.of("nation")[t.nation].leaning
    b.need(t.side == leaning, "side", f'"{leaning}", where its nation leans')


def check_nation(b: Book, n: shape.Nation) -> None:
    """Check that a nation has a side or leans to one, and is At War only with a side."""
    if n.status in ("axis", "allied"):
        b.need(n.side == n.status, "side", f'"{n.status}", as status says')
    elif n.status == "neutral":
        b.need(n.side == "", "side", '"" for a Neutral nation')
    else:
        b.need(n.side != "", "side", "the side on which it enters the game")
    if n.status == "neutral":
        b.need(n.leaning != "", "leaning", "a side for a Neutral nation")
    else:
        b.need(n.leaning == "", "leaning", '"" for a nation that is not Neutral')
    may_fight = n.status in ("axis", "allied")
    b.need(may_fight or not n.at_war, "at_war", f"false for a {n.status} nation")


# ---------------------------------------------------------------- the map


def check_areas(b: Book, file: shape.AreasFile) -> None:
    """Check that unnamed areas have other ids, and each area a nation, a point and its Resource Points."""
    for x in file.unnamed_areas:
        b.go(x)
        b.need(x.id not in b.of("area"), "id", "an id that no other entry has")
    points: set[tuple[float, float]] = set()
    for a in file.areas:
        b.go(a)
        b.need(a.country != "" or a.kind == "sea", "country", shape.ACTIVE)
        b.need(a.rp == POINTS[a.resource], "rp", f"{POINTS[a.resource]} for {a.resource}")
        right = not a.double_for_victory or a.rp > 0
        b.need(right, "double_for_victory", "false without a Resource Point")
        b.need((a.lon, a.lat) not in points, "lon", "another point than all other areas, with lat")
        points.add((a.lon, a.lat))


def check_links(b: Book, file: shape.LinksFile) -> None:
    """Check that links join two areas once, by a kind that fits both, and that each area has a border."""
    seen: set[tuple[str, str]] = set()
    reached: set[str] = set()
    keys: list[str] = []
    for x in file.links:
        b.go(x)
        pair = (min(x.a, x.b), max(x.a, x.b))
        b.need(pair not in seen, "b", "a border that is not listed already")
        seen.add(pair)
        if x.kind == "canal":
            keys.append(x.condition.removesuffix(CONDITION))
            b.need(x.side == "allied", "side", '"allied" for a canal')
            b.need(keys[-1] in b.of("area"), "condition", "the id of an area", keys[-1])
            b.need(keys[-1] == keys[0], "condition", f'"{keys[0]}{CONDITION}" once more')
            continue
        kinds = " and ".join(sorted([b.of("area")[end].kind for end in pair]))
        b.need(kinds == ENDS[x.kind], "kind", f"one that fits {kinds}")
        b.need(x.side == "both", "side", '"both" except for a canal')
        b.need(x.condition == "", "condition", '"" except for a canal')
        reached.update(pair)
    for name, a in b.of("area").items():
        b.go(a)
        b.need(name in reached, "id", "an area with a border in links.toml")


# ---------------------------------------------------------------- counters and tables


def check_class(b: Book, c: shape.UnitTypeClass) -> None:
    """Check that only ships are surface units, and that a class controls areas of its kind."""
    place = "sea" if c.kind == "naval" else "land"
    b.need(c.kind == "naval" or not c.surface, "surface", "false except for naval units")
    b.need(c.can_control in ("", place), "can_control", f'"{place}" or ""')


def check_units(b: Book, file: shape.UnitsFile) -> None:
    """Check that types of units are as their class says, and that there are not too many counters."""
    classes = {c.type: c for c in b.pack.tables.unit_type_classes}
    price = {x.type: x.sv for x in b.pack.tables.mobilization_cost}
    total = 0
    for u in file.unit_types:
        b.go(u)
        kind = classes[u.type].kind
        b.need(u.kind == kind, "kind", f'"{kind}", as every {u.type}')
        b.need(u.cost == price[u.type], "cost", f"{price[u.type]}, the price of every {u.type}")
        b.need(u.new_weapon or not u.optional, "optional", "false except for New Weapons")
        total += u.count
        b.need(total <= MOST_UNITS, "count", f"no more than {MOST_UNITS} units in all")


def check_hits(b: Book, file: shape.TablesFile) -> None:
    """Check that for each class and state the steps run from 1 to the one that destroys."""
    steps: dict[tuple[str, str], list[bool]] = {}
    for e in file.hit_effects:
        b.go(e)
        row = steps.setdefault((e.hit_class, e.state), [])
        b.need(e.steps == len(row) + 1, "steps", f"{len(row) + 1}, the next")
        b.need(not any(row), "steps", "none after the unit is destroyed")
        b.need(e.spent or e.destroyed, "spent", "true for a unit that is hit and not destroyed")
        right = not (e.destroyed and (e.spent or e.retreat))
        b.need(right, "destroyed", "neither spent nor retreat beside it")
        row.append(e.destroyed)
    b.go(file)
    for kind in ("land_or_surface", "air_or_submarine", "zero_movement"):
        for state in ("fresh", "spent"):
            known = any(steps.get((kind, state), []))
            b.need_words(known, "hit_effects", f"none that destroys {kind}, {state}", "one")


def check_special(b: Book, s: shape.Special) -> None:
    """Check that there is one dormant nation."""
    b.need(list(b.of("dormant_nation")) == [s.changed_set], "changed_set", "the one nation that is dormant")


def check_turns(b: Book, file: shape.TracksFile) -> None:
    """Check that seasons and years follow each other, and that the number of turns is right."""
    for before, t in zip(file.turns, file.turns[1:], strict=False):
        b.go(t)
        season = "summer" if before.season == "winter" else "winter"
        b.need(t.season == season, "season", f'"{season}"')
        year = before.year + (season == "summer")
        b.need(t.year == year, "year", str(year))
    turns = next(c for c in b.pack.tables.constants if c.name == "turns")
    b.go(turns)
    b.need(turns.value == len(file.turns), "value", f"{len(file.turns)}, as many as the Turn Track has")
    b.go(file)
    boxes = file.resource_boxes
    b.need(boxes.lowest <= boxes.highest, "resource_boxes.highest", f"at least {boxes.lowest}")


def check_parts(b: Book, file: shape.PartsFile) -> None:
    """Check that each part has one entry, and that there is a card for each card."""
    seen: set[tuple[str, str]] = set()
    cards = len(b.of("card"))
    for part in file.parts:
        b.go(part)
        b.need((part.kind, part.colour) not in seen, "kind", "one entry for a kind and colour")
        seen.add((part.kind, part.colour))
        b.need(part.kind != "card" or part.count == cards, "count", f"{cards}, as many as there are")


CHECKS: Final[tuple[Check, ...]] = (
    (shape.TracksFile, check_spaces),
    (shape.Track, check_track),
    (shape.Nation, check_nation),
    (shape.AreasFile, check_areas),
    (shape.LinksFile, check_links),
    (shape.UnitTypeClass, check_class),
    (shape.UnitsFile, check_units),
    (shape.TablesFile, check_hits),
    (shape.Special, check_special),
    (shape.TracksFile, check_turns),
    (shape.PartsFile, check_parts),
    *relations_setup.CHECKS,
)
