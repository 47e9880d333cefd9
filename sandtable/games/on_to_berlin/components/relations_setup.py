"""What must hold of the events of cards and of set-ups in the files of On To Berlin!."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.engine.data.relations import Book, Check
from sandtable.games.on_to_berlin.components import schema as shape
from sandtable.games.on_to_berlin.components import schema_cards as cards

# ---------------------------------------------------------------- the events of cards


def check_card(b: Book, c: cards.Card) -> None:
    """Check that a reaction card counterattacks, and that there are cards to develop."""
    reacts = isinstance(c.event, cards.Counterattack)
    b.need(c.reaction == reacts, "reaction", "true for a counterattack, else false")
    if isinstance(c.event, cards.Develop):
        others: list[cards.Card] = [x for x in b.of("card").values() if x.owner == c.owner]
        pooled = [x.sv for x in others if x.start == "development_pool"]
        for sv in c.event.sv:
            words = "an SV of a card in the Development Pool of its owner"
            b.need(sv in pooled, "event.sv", words, sv)


def check_changing(b: Book, event: cards.ReturnNation | cards.ChangeSide) -> None:
    """Check that an event changes the side of the nation that can change it."""
    right = b.pack.tables.special.changing_nation
    b.need(event.nation == right, "nation", f'"{right}", which changes side in tables.toml')


def check_recover(b: Book, event: cards.Recover) -> None:
    """Check that only the nation with partisans has them."""
    right = b.pack.tables.special.partisan_nation
    b.need(event.partisans in ("", right), "partisans", f'"{right}" or ""')


def check_raid(b: Book, event: cards.CommerceRaid) -> None:
    """Check that the areas of a raid are enough, and American ones among them."""
    for area in event.american_areas:
        b.need(area in event.areas, "american_areas", "one of areas", area)
    b.need(event.areas_max <= len(event.areas), "areas_max", f"at most {len(event.areas)}")


def check_change(b: Book, event: cards.ChangeSide) -> None:
    """Check that the new counters of a nation exist and are placed where they can be."""
    dormant = b.pack.tables.special.changed_set
    side = b.of("nation")[dormant].side
    b.need(event.side == side, "side", f'"{side}", the side of "{dormant}"')
    units: dict[str, shape.UnitTypeEntry] = b.of("unit")
    left = {u.id: u.count for u in units.values() if u.nation == dormant}
    for p in event.place:
        b.go(p)
        b.need(p.unit in left, "unit", f'the id of a unit of "{dormant}"')
        b.need(left[p.unit] > 0, "unit", "no more of them than there are")
        left[p.unit] -= 1
        kind = "sea" if units[p.unit].kind == "naval" else "land"
        b.need(p.area in b.of(f"{kind}_area"), "area", f"the id of a {kind.capitalize()} area")


def check_release(b: Book, event: cards.ReleaseNewWeapons) -> None:
    """Check that the nations of an event have New Weapons."""
    armed = [u.nation for u in b.of("unit").values() if u.new_weapon]
    for nation in event.nations:
        b.need(nation in armed, "nations", "the id of a nation with New Weapons", nation)
    for nation in event.needs_at_war:
        b.need(nation in event.nations, "needs_at_war", "one of nations", nation)


def check_assault(b: Book, event: cards.AmphibiousAssault) -> None:
    """Check that nations that drop units have airborne ones."""
    dropped = [u.nation for u in b.of("unit").values() if u.type == "AB"]
    for nation in event.airborne_nations:
        b.need(nation in dropped, "airborne_nations", "the id of a nation with airborne units", nation)
    right = event.airborne_units == 0 or len(event.airborne_nations) > 0
    b.need(right, "airborne_units", "0 without airborne_nations")


# ---------------------------------------------------------------- set-ups


def check_start(b: Book, s: shape.ScenarioFile) -> None:
    """Check the turns, points, hands and markers at the start."""
    last = len(b.pack.tracks.turns)
    b.need(s.last_turn <= last, "last_turn", f"at most {last}")
    b.need(s.first_turn <= s.last_turn, "first_turn", f"at most {s.last_turn}")
    b.need(s.start.turn == s.first_turn, "start.turn", f"{s.first_turn}, the first turn")
    most = b.pack.tracks.resource_boxes.highest
    for name, cube, hand, deck in (
        ("axis", s.start.resource_cube_axis, s.start.hand_axis, s.decks.axis_deck),
        ("allied", s.start.resource_cube_allied, s.start.hand_allied, s.decks.allied_deck),
    ):
        b.need(cube <= most, f"start.resource_cube_{name}", f"a box of the track, at most {most}")
        b.need(hand <= len(deck), f"start.hand_{name}", f"at most the {len(deck)} cards of the deck")
    spaces: Sequence[shape.WarEntrySpace] = b.pack.tracks.war_entry_spaces
    for track, space in s.start.tracks.items():
        printed = next(x.index for x in spaces if x.track == track and x.start)
        end = max([x.index for x in spaces if x.track == track])
        field = f"start.tracks.{track}"
        if s.first_turn == 1:
            b.need(space == printed, field, f"{printed}, the space with start = true")
        else:
            b.need(space <= end, field, f"at most {end}, the last space")


def check_decks(b: Book, s: shape.ScenarioFile) -> None:
    """Check that each card is in one deck or pool, where it may be."""
    seen: set[str] = set()
    for owner, start, field in (
        ("axis", "deck", "axis_deck"),
        ("allied", "deck", "allied_deck"),
        ("axis", "development_pool", "axis_development_pool"),
        ("allied", "development_pool", "allied_development_pool"),
    ):
        for card in getattr(s.decks, field):
            c: cards.Card = b.of("card")[card]
            b.need(c.owner == owner, f"decks.{field}", f"a card of the {owner} side", card)
            b.need(c.start == start, f"decks.{field}", f'a card with start = "{start}"', card)
            b.need(card not in seen, f"decks.{field}", "each card once", card)
            seen.add(card)
    for card in b.of("card"):
        words = "every card in a deck or Development Pool"
        b.need_words(card in seen, "decks", f"no place for {card}", words)


def check_units_on_map(b: Book, s: shape.ScenarioFile) -> None:
    """Check that units are placed where they may be, and not too many."""
    limits = {c.name: c.value for c in b.pack.tables.constants}
    stacked: dict[tuple[str, str, str], int] = {}
    for row in s.units_on_map.rows:
        b.go(row)
        unit: shape.UnitTypeEntry = b.of("unit")[row.unit]
        area: shape.Area = b.of("area")[row.area]
        nation: shape.Nation = b.of("nation")[unit.nation]
        at_sea = unit.kind == "naval"
        b.need(at_sea == (area.kind == "sea"), "area", f"a {'Sea' if at_sea else 'Land'} area")
        b.need(not unit.new_weapon, "unit", "none that begins in the New Weapons Pool")
        b.need(nation.status != "dormant", "unit", "none of a dormant nation")
        side = nation.side or nation.leaning
        b.need(side not in area.no_entry, "area", f"an area open to the {side} side")
        limited = side == "axis" and not nation.limit_exempt
        b.need(not (limited and area.north_of_limit), "area", "one south of the Operational Limit")
        for what, whose, most in (
            ("land", side, limits["land_stack_per_side"]),
            ("air", side, limits["air_stack_per_land_area"]),
            ("FT", "any", limits["fortress_stack"]),
        ):
            if what in (unit.kind, unit.type):
                key = (row.area, whose, what)
                stacked[key] = stacked.get(key, 0) + row.count
                b.need(stacked[key] <= most, "count", f"at most {most} in all there")


def check_pools(b: Book, s: shape.ScenarioFile) -> None:
    """Check that units are in the right pool, and that each counter is somewhere."""
    options = [r.id for r in b.pack.rules.rules if r.scope == "optional"]
    units: dict[str, shape.UnitTypeEntry] = b.of("unit")
    for row in s.new_weapons_pool.rows:
        b.go(row)
        b.need(units[row.unit].new_weapon, "unit", "a New Weapons unit")
        if units[row.unit].optional:
            b.need(row.needs_option in options, "needs_option", "the id of an optional rule")
        else:
            b.need(row.needs_option == "", "needs_option", '"" for this unit')
    for other in s.mobilization_pool.rows:
        b.go(other)
        b.need(not units[other.unit].new_weapon, "unit", "no New Weapons unit")
    b.go(s)
    rows: list[shape.UnitsOnMap | shape.PoolUnits] = [
        *s.units_on_map.rows,
        *s.new_weapons_pool.rows,
        *s.mobilization_pool.rows,
    ]
    for name, unit in units.items():
        found = sum([row.count for row in rows if row.unit == name])
        words = f"{unit.count} on the map and in the pools"
        b.need_words(found == unit.count, "units_on_map", f"{found} counters of {name}", words)


def check_control(b: Book, row: shape.ControlRow) -> None:
    """Check that a nation controls each Land area."""
    b.need(row.nation != "" or row.area in b.of("sea_area"), "nation", shape.ACTIVE)


CHECKS: Final[tuple[Check, ...]] = (
    (cards.Card, check_card),
    (cards.ReturnNation, check_changing),
    (cards.ChangeSide, check_changing),
    (cards.Recover, check_recover),
    (cards.CommerceRaid, check_raid),
    (cards.ChangeSide, check_change),
    (cards.ReleaseNewWeapons, check_release),
    (cards.AmphibiousAssault, check_assault),
    (shape.ScenarioFile, check_start),
    (shape.ScenarioFile, check_decks),
    (shape.ScenarioFile, check_units_on_map),
    (shape.ScenarioFile, check_pools),
    (shape.ControlRow, check_control),
)
