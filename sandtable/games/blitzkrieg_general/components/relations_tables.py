"""The relations of tables, time table and roles that marks of the schema cannot say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sandtable.engine.data.relations import Book, Check
from sandtable.games.blitzkrieg_general.components import schema_tables as shape

# What each kind of event says besides its date: each of these fields, and none of the others.
EVENT_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "joins": ("nation", "side", "manager"),
    "enters_war": ("nation", "side", "nations", "brings", "also"),
    "delivery_ends": ("delivery",),
    "neutral_attacked": ("manager", "other", "spare"),
    "partition": ("nation", "by", "taker", "area", "areas"),
    "colonies_in_trust": ("nation", "taker"),
    "major_falls": ("nation", "taker", "area"),
    "pacific_production": ("nation", "by"),
    "war_brings": ("nation", "by", "side", "brings", "manager"),
    "peace_roll": (),
}
ANY_OF: Final = ("side", "nations", "brings", "also")  # may be missing for `enters_war`
DATED: Final = ("joins", "enters_war", "delivery_ends")
US_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "each_turn": (),
    "neutral_attacked": ("by_side",),
    "declares_war": ("by", "by_side", "on", "on_side"),
    "occupies": ("by", "area"),
}
MAJOR_ROLES: Final = ("germany", "italy", "japan", "be", "usa", "ussr", "france", "china")
MARK_ROLES: Final = ("mark_vichy", "mark_free", "mark_guards", "mark_us_built")


def need_given(b: Book, entry: Any, fields: Sequence[str], wanted: Sequence[str], kind: str) -> None:
    """Refuse an entry that lacks a field of its kind, or has one of another kind; `name?` may be missing."""
    for field in fields:
        has = getattr(entry, field) not in (None, "", (), {})
        found = "a value" if has else "nothing"
        if f"{field}?" not in wanted:
            right = field in wanted
            b.need_words(
                has == right, field, found, f"a value for {kind}" if right else f"nothing for {kind}"
            )


def regions(b: Book) -> set[str]:
    """Return the regions of all areas."""
    return {a.region for a in b.of("area").values()}


# ---------------------------------------------------------------- tables.toml


def check_weather(b: Book, file: shape.TablesFile) -> None:
    """Check that each map and quarter has one row with each result of a die."""
    seen = [f"{row.map} {row.quarter}" for row in file.weather]
    for name in [f"{map} {quarter}" for map in ("europe", "pacific") for quarter in (1, 2, 3, 4)]:
        b.need_words(seen.count(name) == 1, "weather", f"{seen.count(name)} entries for {name}", "one")
    for row in file.weather:
        b.go(row)
        right = sorted([*row.good, *row.bad]) == [1, 2, 3, 4, 5, 6]
        b.need(right, "good", "with bad each result of a die once")


def check_passage(b: Book, p: shape.Passage) -> None:
    """Check that a passage has what its kind needs."""
    wanted = {"nation_at_war": ("side", "nation"), "neutral_or_held": ("nation", "areas")}
    need_given(b, p, ("side", "nation", "areas"), wanted.get(p.closed, ("areas",)), p.closed)


# ---------------------------------------------------------------- timetable.toml


def check_event(b: Book, e: shape.Event) -> None:
    """Check that an event has a date and the fields of its kind."""
    dated = e.year is not None and e.quarter is not None
    right = dated if e.kind in DATED else e.year is None and e.quarter is None
    b.need_words(right, "year", "a date" if dated else "no date", f"one of a {e.kind}, or none")
    fields = ("nation", "manager", "other", "spare", "by", "taker", "delivery", "area", "areas", *ANY_OF)
    wanted = [
        f"{name}?" if e.kind == "enters_war" and name in ANY_OF else name for name in EVENT_FIELDS[e.kind]
    ]
    need_given(b, e, fields, wanted, e.kind)
    if e.kind == "enters_war":
        b.need((e.side == "") != (len(e.nations) == 0), "side", "a side, or nations")


def check_timetable(b: Book, file: shape.TimetableFile) -> None:
    """Check that special events come once, and the sums of production."""
    kinds = [e.kind for e in file.events]
    for kind in EVENT_FIELDS:
        count = kinds.count(kind)  # type: ignore[arg-type]
        b.need_words(count == 1 or kind in DATED, "events", f"{count} of the kind {kind}", "one")
    roles = b.pack.roles.nations
    for area in file.be_pacific:
        found = b.of("area")[area]
        right = found.country == roles.be and found.prod_left > 0
        b.need(right, "be_pacific", f'an area of "{roles.be}" that produces', area)
    for field, nation in (("us_war_production", roles.usa), ("ussr_war_production", roles.ussr)):
        total = sum([a.prod_left for a in b.of("area").values() if a.country == nation])
        b.need(getattr(file, field) == total, field, f"{total}, the sum of its areas")


def check_delivery(b: Book, d: shape.Delivery) -> None:
    """Check that a card or a date that ends a delivery exists."""
    for end in d.ends:
        dated = end.year is not None and end.quarter is not None
        words = f"a value for {end.kind}" if end.kind == "date" else f"nothing for {end.kind}"
        b.need_words(dated == (end.kind == "date"), "ends", "a value" if dated else "nothing", words)
        if end.kind == "card":
            cards = [c.params.delivery for c in b.of("card").values() if c.handler == "end_delivery"]
            b.need_words(d.id in cards, "ends", "card", "a card with the handler end_delivery for it")
        if end.kind == "date":
            dates = [(e.year, e.quarter) for e in b.of("event").values() if e.delivery == d.id]
            right = dates == [(end.year, end.quarter)]
            b.need_words(right, "ends", "date", "the date of an event that ends it")


def check_us_entry(b: Book, x: shape.UsEntry) -> None:
    """Check that a change of the entry level has the fields of its kind."""
    wanted = US_FIELDS[x.kind]
    if x.kind == "declares_war":
        b.need((x.by_side == "") != (len(x.by) == 0), "by_side", "a side, or nations in by")
        b.need((x.on_side == "") != (len(x.on) == 0), "on_side", "a side, or nations in on")
        wanted = tuple([f"{name}?" for name in wanted])
    need_given(b, x, ("by_side", "by", "on_side", "on", "area"), wanted, x.kind)


# ---------------------------------------------------------------- roles.toml


def check_roles(b: Book, roles: shape.RolesFile) -> None:
    """Check that roles go to different majors, and that regions and marks exist."""
    majors = [getattr(roles.nations, field) for field in MAJOR_ROLES]
    b.need_words(len(set(majors)) == len(majors), "nations", "a repetition", "each once")
    for field in ("africa", "pacific_islands"):
        b.need(getattr(roles, field) in regions(b), field, "the region of some area")
    marks = {u.mark for u in b.of("unit").values()} - {""}
    for field in MARK_ROLES:
        b.need(getattr(roles, field) in marks, field, "the mark of some unit")


def check_area_roles(b: Book, a: shape.AreaRoles) -> None:
    """Check that the areas with roles are those that other files name."""
    n = b.pack.roles.nations
    areas = list(b.of("area").values())
    home_of = b.of("major")[n.be].home_countries[0]
    rear = [
        x.b if x.a == a.fortress else x.a
        for x in b.pack.links.links
        if a.fortress in (x.a, x.b) and x.kind == "land" and not x.forbidden and x.fortress_side == ""
    ]
    partition = next(e for e in b.of("event").values() if e.kind == "partition")
    for field, found, wanted in (
        ("vichy_occupied", (*a.vichy_occupied, a.vichy), [x.id for x in areas if x.home == n.france]),
        ("fortress", (a.fortress,), [x.id for x in areas if x.fortress]),
        ("fortress_rear", a.fortress_rear, rear),
        (
            "bnl_islands",
            a.bnl_islands,
            [x.id for x in areas if x.country == n.bnl and x.pacific_island and x.prod_left > 0],
        ),
        ("uk_home", a.uk_home, [x.id for x in areas if x.home == home_of]),
        ("italy_home", a.italy_home, [x.id for x in areas if x.home == n.italy]),
        ("pact_areas", a.pact_areas, partition.areas),
        ("pact_retreat", (a.pact_retreat,), (partition.area,)),
    ):
        words = f"{', '.join(sorted(wanted))}, as other files say"
        b.need(sorted(found) == sorted(wanted), field, words, sorted(found))
    for field, nation in (("indochine", n.france), ("partisan_area", n.yugoslavia)):
        right = b.of("area")[getattr(a, field)].country == nation
        b.need(right, field, f'an area of "{nation}"')


CHECKS: Final[tuple[Check, ...]] = (
    (shape.TablesFile, check_weather),
    (shape.Passage, check_passage),
    (shape.Event, check_event),
    (shape.TimetableFile, check_timetable),
    (shape.Delivery, check_delivery),
    (shape.UsEntry, check_us_entry),
    (shape.RolesFile, check_roles),
    (shape.AreaRoles, check_area_roles),
)
