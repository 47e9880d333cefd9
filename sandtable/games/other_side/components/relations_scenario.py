"""Relations inside the set-up of a scenario: every piece somewhere, every Area in a possible state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from sandtable.engine.data.relations import Book, Check
from sandtable.games.other_side.components import schema as shape
from sandtable.games.other_side.components.relations_effects import COMPLETED, WAR, boxes_of, near, reached
from sandtable.games.other_side.components.schema_cards import CombatEvent
from sandtable.games.other_side.components.schema_map import Front

BOX: Final = "box"  # a Landing marker in its box
NOT_AVAILABLE: Final = "not_available"
MARKERS: Final = ("landing_1", "landing_2")
SEASONS: Final = ("winter", "spring", "summer", "fall")
FIRST_LANDINGS: Final = 1942
AXIS: Final = ("occupied", "satellite")
BASE_RESOURCES: Final = 7  # of Germany without any Area


def check_keys(b: Book, field: str, found: Mapping[str, object], right: Sequence[str]) -> None:
    """Check that a table has these names and no others."""
    for name in right:
        b.need_words(name in found, field, f"nothing for {name}", "each")
    for name in found:
        b.need(name in right, field, f"one of {', '.join(right)}", name)


def alignments_of(s: shape.ScenarioFile) -> dict[str, shape.AlignmentRow]:
    """Return the alignment of each Area."""
    return {x.area: x for x in s.alignments}


def has_festung(b: Book, area: str) -> bool:
    """Return whether an Area has a Festung Sector."""
    festung: bool = b.of("sector")[f"{area}_1"].terrain == "festung"
    return festung


# ---------------------------------------------------------------- time and tracks


def check_time(b: Book, s: shape.ScenarioFile) -> None:
    """Check the number of Turns from start to end."""
    b.need("_admin" in s.start_turn_box, "start_turn_box", "a box of kind admin")
    b.need("_ops" in s.end_turn_box, "end_turn_box", "a box of kind ops")
    first = SEASONS.index(s.start_turn_box.partition("_")[0])
    last = SEASONS.index(s.end_turn_box.partition("_")[0])
    turns = (s.end_year - s.start_year) * len(SEASONS) + last - first + 1
    b.need(turns > 0, "end_year", "an end after the start")
    b.need(s.turns == turns, "turns", f"{turns}, from start to end")


def check_tracks(b: Book, s: shape.ScenarioFile) -> None:
    """Check that all markers are on their tracks."""
    t = s.tracks
    airs = [f"air_{name}" for name in get_args(shape.Air)]
    for field in ("resources", *airs, "strategic_warfare", "technology", "fanaticism", "unrest"):
        values = [box.partition("/")[0] for box in boxes_of(b, field)]
        right = str(getattr(t, field)) in values
        b.need(right, f"tracks.{field}", f"a box from {values[0]} to {values[-1]}")
    trigger = b.pack.tracks.misc.unrest_trigger
    b.need(t.unrest < trigger, "tracks.unrest", f"less than {trigger}")
    top = len(boxes_of(b, "paratroops"))
    b.need(t.paratroops <= top, "tracks.paratroops", f"a box to {top}, or 0: removed")
    for field in ("usa_commitment", "ussr_commitment"):
        b.need(getattr(t, field) in boxes_of(b, field), f"tracks.{field}", f"a box of {field}")
    for box in t.locked:
        right = str(box) in boxes_of(b, "strategic_warfare") and box > t.strategic_warfare
        b.need(right, "tracks.locked", "boxes of Strategic Warfare above its value", box)


def check_production(b: Book, s: shape.ScenarioFile) -> None:
    """Check the markers of the Production Table."""
    for name, value in s.production.items():
        row = b.of("row")[name]
        limited = row.limit_side_max and not s.limits_flipped[name]
        top = row.limit_side_max if limited else row.boxes[-1]
        b.need(value <= top, f"production.{name}", f"a box to {top}")
    total = sum(s.production.values())
    words = f"at most {s.tracks.resources}, the Resources"
    b.need_words(total <= s.tracks.resources, "production", f"{total} points", words)


def check_landing_markers(b: Book, s: shape.ScenarioFile) -> None:
    """Check that Landing markers wait for their year."""
    check_keys(b, "landing_markers", s.landing_markers, MARKERS)
    for name, place in s.landing_markers.items():
        years = [y for y in boxes_of(b, "year") if int(y) >= FIRST_LANDINGS and int(y) > s.start_year]
        right = place in years or (place == BOX and s.start_year >= FIRST_LANDINGS)
        words = f'a later year from {FIRST_LANDINGS} on, or "{BOX}" from that year on'
        b.need(right, f"landing_markers.{name}", words)


# ---------------------------------------------------------------- the map


def check_alignment(b: Book, x: shape.AlignmentRow) -> None:
    """Check that Disks are where the alignment puts them."""
    area = b.of("area")[x.area]
    top = area.n_sectors
    allied = x.alignment in ("western", "soviet", "disputed")
    right = (x.allied_sector > 0) == (x.allied_faction != "") == allied
    b.need(right, "allied_sector", "a Faction and its Sector where it has a Disk, and only there")
    b.need(area.stacking > 0 or x.axis_sector == 0, "axis_sector", "0 in the closed Area")
    if x.alignment in AXIS:
        b.need(x.axis_sector == top, "axis_sector", f"{top}, the last Sector")
    elif x.alignment == "disputed":
        b.need(1 <= x.axis_sector < top, "axis_sector", f"a Sector from 1 to {top - 1}")
        right = x.allied_sector == x.axis_sector + 1
        b.need(right, "allied_sector", f"{x.axis_sector + 1}, next to the Axis")
    elif x.alignment == "neutral":
        right = (x.axis_sector > 0) == has_festung(b, x.area) and x.axis_sector < top
        b.need(right, "axis_sector", "a Disk in a Neutral Area with a Festung, and only there")
    else:
        b.need(x.axis_sector == 0, "axis_sector", "0 in an Area of the Allies")
        b.need(x.allied_sector == 1, "allied_sector", "1 in an Area of the Allies")
        b.need(x.allied_faction == x.alignment, "allied_faction", f'"{x.alignment}"')
    if x.alignment == "satellite":
        right = b.of("country")[area.country].can_become == "satellite"
        b.need(right, "alignment", f"{area.country} as something it can become")
    if x.allied_faction == "soviet":
        b.need(area.front == "east", "allied_faction", "Soviets on the Eastern Front only")


def check_alignments(b: Book, s: shape.ScenarioFile) -> None:
    """Check what follows from the alignments: the Collapse box, and the war with the USSR."""
    lost = len([x for x in s.alignments if has_festung(b, x.area) and x.axis_sector == 0])
    right = s.tracks.collapse_disks == lost
    b.need(right, "tracks.collapse_disks", f"{lost}, the Festung Sectors lost")
    soviet = any([x.allied_faction == "soviet" for x in s.alignments])
    right = (s.tracks.ussr_commitment == WAR) == soviet
    b.need(right, "tracks.ussr_commitment", f'"{WAR}" with Soviet Areas on the map, and only then')


# ---------------------------------------------------------------- Armies and Generals


def check_armies(b: Book, s: shape.ScenarioFile) -> None:
    """Check that Armies find room, with the Heads that the German ones justify."""
    for x in s.armies:
        b.go(x)
        german = x.panzer + x.regular + x.reduced
        count = german + sum(x.satellites.values())
        top = b.of("area")[x.area].stacking
        b.need_words(0 < count <= top, "area", f"{count} Armies", f"1 to {top}, by stacking")
        b.need(alignments_of(s)[x.area].axis_sector > 0, "area", "an Area with an Axis Disk")
        allowed = b.pack.tracks.command_limits[german].heads
        heads = [p.general for p in s.positions if p.place == x.area]
        specials = [special for name in heads for special in b.of("general")[name].special]
        alone = any([y.kind == "head_with_one_army" and x.area in y.areas for y in specials])
        right = len(heads) == allowed or (alone and len(heads) == german == 1)
        b.need_words(right, "area", f"{len(heads)} Heads for {german} German Armies", str(allowed))


def check_cubes(b: Book, s: shape.ScenarioFile) -> None:
    """Check that every Army is on the map, in the Force Pool, out of play or removed."""
    for kind, army in b.of("german").items():
        total = sum([getattr(x, kind) for x in s.armies]) + s.force_pool[kind] + s.out_of_play[kind]
        words = f"{army.count} on the map, in force_pool and in out_of_play"
        b.need_words(total == army.count, f"force_pool.{kind}", f"{total} in all", words)
    for name, c in b.of("ally").items():
        active = any([alignments_of(s)[home].alignment == "satellite" for home in c.home_areas])
        total = sum([x.satellites.get(name, 0) for x in s.armies])
        total += s.satellite_pool[name] + s.satellite_removed[name]
        wanted = c.satellite_armies_total if active else 0
        words = f"{wanted} on the map, in satellite_pool and in satellite_removed"
        b.need_words(total == wanted, f"satellite_pool.{name}", f"{total} in all", words)


def check_positions(b: Book, s: shape.ScenarioFile) -> None:
    """Check that Heads and OBs are Generals in play, each with one Position and a box for it."""
    taken: list[str] = []
    held: list[str] = []
    for p in s.positions:
        b.go(p)
        check_in_play(b, s, "general", p.general)
        boxes = b.of("area")[p.place].ag_head_boxes
        b.need(p.slot <= boxes, "slot", f"a box to {boxes}")
        right = f"{p.place} {p.slot}" not in taken and p.general not in held
        b.need(right, "place", "one box for each General")
        b.need(p.place in [x.area for x in s.armies], "place", "an Area with Armies")
        for special in b.of("general")[p.general].special:
            if special.kind == "command_areas":
                b.need(p.place in special.areas, "place", f"one of {', '.join(special.areas)}")
        taken.append(f"{p.place} {p.slot}")
        held.append(p.general)
    b.go(s)
    check_keys(b, "ob", s.ob, get_args(Front))
    for front, name in s.ob.items():
        if name != NOT_AVAILABLE:
            b.need(name in b.of("general"), f"ob.{front}", "the id of a General")
            check_in_play(b, s, f"ob.{front}", name)
            b.need(name not in held, f"ob.{front}", "a General without another Position")
            held.append(name)
    for r in s.returning_generals:
        b.go(r)
        g = b.of("general")[r.general]
        right = g.setup_codes[s.setup_code_index] == 0 and g.entry_year <= s.start_year < r.enters
        b.need(right, "general", "a General who entered before, is not in play and returns later")


def check_in_play(b: Book, s: shape.ScenarioFile, field: str, name: str) -> None:
    """Check that a General is in play."""
    code = b.of("general")[name].setup_codes[s.setup_code_index]
    b.need(code > 0, field, "a General whose setup_codes put him in play")


def check_italy(b: Book, s: shape.ScenarioFile) -> None:
    """Check the German Armies in Italian Home Areas, and the state of France."""
    roles = b.pack.countries.roles
    homes = b.of("country")[roles.italy].home_areas
    german = sum([x.panzer + x.regular + x.reduced for x in s.armies if x.area in homes])
    top = {"independence": 0, "intervention": 1}.get(s.tracks.status_of_italy, german)
    words = f"at most {top} in Italian Home Areas with {s.tracks.status_of_italy}"
    b.need_words(german <= top, "armies", f"{german} German Armies", words)
    for name in roles.vichy_areas if s.tracks.status_of_france == "vichy" else ():
        right = alignments_of(s)[name].alignment in ("neutral", "satellite")
        b.need(right, "alignments", "Vichy France as Neutral or a Satellite", name)


# ---------------------------------------------------------------- cards


def check_cards(b: Book, s: shape.ScenarioFile) -> None:
    """Check the Event decks, and that cards never used are removed."""
    check_deck(b, s, "strategic", s.removed.strategic, s.decks.strategic_events)
    check_deck(b, s, "combat", s.removed.combat, s.decks.combat_events)
    for name, kind, removed in (
        ("strategic", "strategic_event", s.removed.strategic),
        ("combat", "combat_event", s.removed.combat),
        ("political", "political_card", s.removed.political),
    ):
        for card in b.of(kind).values():
            right = card.id in removed or not card.removed_in_solo_and_coop
            b.need_words(right, f"removed.{name}", f"no {card.id}", "each card that is never used")


def check_deck(
    b: Book, s: shape.ScenarioFile, name: str, removed: Sequence[str], deck: Sequence[str]
) -> None:
    """Check that every Event up to the first year is in the deck or removed; later ones wait."""
    field = f"decks.{name}_events"
    known: dict[str, CombatEvent] = b.of(f"{name}_event")
    for card in deck:
        b.need(known[card].year <= s.start_year, field, f"a card of {s.start_year} or before", card)
        b.need(card not in removed, field, "a card that is not removed", card)
    for c in known.values():
        right = c.set != "base" or c.year > s.start_year or c.id in deck or c.id in removed
        words = f"each card up to {s.start_year} that is not removed"
        b.need_words(right, field, f"no {c.id}", words)


def check_projects(b: Book, s: shape.ScenarioFile) -> None:
    """Check how far Projects are."""
    for x in s.projects:
        b.go(x)
        b.need(x.state in boxes_of(b, "project"), "state", "a box of the project track")
        done = x.state == COMPLETED
        most = b.of("project")[x.project].development
        b.need(done or int(x.state) <= most, "state", f"at most {most}, its development")
        right = done == (x.project in s.removed.production)
        b.need(right, "state", f'"{COMPLETED}" for a card that is removed, and only then')


# ---------------------------------------------------------------- supply


def check_supply(b: Book, s: shape.ScenarioFile) -> None:
    """Check that Areas out of Land Supply, and only they, are on Naval Supply or Isolated."""
    held = [x.area for x in s.alignments if x.axis_sector]
    ports = [x.area for x in s.ports]
    for name in ports:
        b.need(name in held, "ports", "an Area with a Port box and an Axis Disk", name)
    for name in b.of("port"):
        right = name in ports or name not in held
        b.need_words(right, "ports", f"nothing for {name}", "each Port with an Axis Disk")
    land = near(b, "land")
    lines = {name: {there for there in land[name] if there in held} for name in held}
    supplied = reached(lines, [name for name in held if has_festung(b, name)])
    cut = [*s.naval_supply, *s.isolated]
    for place, name in enumerate(cut):
        b.need_words(name not in cut[:place], "naval_supply", f"{name} twice", "each once")
        right = name in held and name not in supplied
        b.need(right, "naval_supply", "an Area with an Axis Disk out of Land Supply", name)
    for name in held:
        right = name in supplied or name in cut
        b.need_words(right, "naval_supply", f"no {name}", "each Area out of Land Supply, or isolated")


def check_resources(b: Book, s: shape.ScenarioFile) -> None:
    """Check that Resources are those of Germany, of Areas and of cards counted as played."""
    counted = [x.area for x in s.alignments if x.alignment in AXIS and x.area not in s.isolated]
    areas = len([name for name in counted if b.of("area")[name].resource])
    total = BASE_RESOURCES + areas + s.resource_adjust
    words = f"{total}: {BASE_RESOURCES}, {areas} Areas and resource_adjust"
    b.need(s.tracks.resources == total, "tracks.resources", words)


CHECKS: Final[tuple[Check, ...]] = (
    (shape.ScenarioFile, check_time),
    (shape.ScenarioFile, check_tracks),
    (shape.ScenarioFile, check_production),
    (shape.ScenarioFile, check_landing_markers),
    (shape.AlignmentRow, check_alignment),
    (shape.ScenarioFile, check_alignments),
    (shape.ScenarioFile, check_armies),
    (shape.ScenarioFile, check_cubes),
    (shape.ScenarioFile, check_positions),
    (shape.ScenarioFile, check_italy),
    (shape.ScenarioFile, check_cards),
    (shape.ScenarioFile, check_projects),
    (shape.ScenarioFile, check_supply),
    (shape.ScenarioFile, check_resources),
)
