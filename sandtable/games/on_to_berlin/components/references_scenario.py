"""The references of a scenario: every card, counter and area is somewhere, once, and where it may be."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.data.references import References
from sandtable.games.on_to_berlin.components.schema import Pack, PoolUnits, ScenarioFile, UnitsOnMap


class ScenarioReferences(References):
    """The names that a scenario uses, and one method for each of its tables."""

    def __init__(self, pack: Pack, scenario: ScenarioFile) -> None:
        super().__init__()
        self.pack = pack
        self.scenario = scenario
        self.name = f"scenarios/{scenario.id}.toml"
        self.areas = {a.id: a for a in pack.areas.areas}
        self.nations = {n.id: n for n in pack.nations.nations}
        self.units = {u.id: u for u in pack.units.unit_types}
        self.limits = {c.name: c.value for c in pack.tables.constants}
        self.placed: dict[str, int] = {}
        self.stacked: dict[tuple[str, str, str], int] = {}

    def check(self) -> None:
        """Check the whole scenario."""
        self.check_start()
        self.check_decks()
        for row in self.scenario.units_on_map.rows:
            self.at(self.name, f"{row.unit} in {row.area}")
            self.check_on_map(row)
        self.check_pools()
        for unit in self.pack.units.unit_types:
            self.at(self.name, f"counters of {unit.id}")
            found = self.placed.get(unit.id, 0)
            self.need(found == unit.count, "count", found, f"{unit.count} on the map and in the pools")
        self.check_control()

    def check_start(self) -> None:
        s = self.scenario
        self.at(self.name)
        last = len(self.pack.tracks.turns)
        self.need(s.last_turn <= last, "last_turn", s.last_turn, f"at most {last}")
        self.need(s.first_turn <= s.last_turn, "first_turn", s.first_turn, f"at most {s.last_turn}")
        self.need(s.start.turn == s.first_turn, "start.turn", s.start.turn, f"{s.first_turn}, the first turn")
        most = self.pack.tracks.resource_boxes.highest
        for field, cube in (
            ("start.resource_cube_axis", s.start.resource_cube_axis),
            ("start.resource_cube_allied", s.start.resource_cube_allied),
        ):
            self.need(cube <= most, field, cube, f"a box of the track, at most {most}")
        for field, hand, deck in (
            ("start.hand_axis", s.start.hand_axis, s.decks.axis_deck),
            ("start.hand_allied", s.start.hand_allied, s.decks.allied_deck),
        ):
            self.need(hand <= len(deck), field, hand, f"at most the {len(deck)} cards of the deck")
        printed = {x.track: x.index for x in self.pack.tracks.war_entry_spaces if x.start}
        length = {x.track: x.index for x in self.pack.tracks.war_entry_spaces}
        for track in s.start.tracks:
            self.need(track in printed, "start.tracks", track, "a track of tracks.toml")
        for track in printed:
            self.need_words(
                track in s.start.tracks, "start.tracks", f"nothing for {track}", "the space of its marker"
            )
            space = s.start.tracks[track]
            if s.first_turn == 1:
                right = printed[track]
                self.need(
                    space == right, f"start.tracks.{track}", space, f"{right}, the space with start = true"
                )
            else:
                right = length[track]
                self.need(space <= right, f"start.tracks.{track}", space, f"at most {right}, the last space")

    def check_decks(self) -> None:
        decks = self.scenario.decks
        cards = {c.id: c for c in self.pack.cards.cards}
        seen: set[str] = set()
        self.at(self.name)
        for field, owner, start, deck in (
            ("decks.axis_deck", "axis", "deck", decks.axis_deck),
            ("decks.allied_deck", "allied", "deck", decks.allied_deck),
            ("decks.axis_development_pool", "axis", "development_pool", decks.axis_development_pool),
            ("decks.allied_development_pool", "allied", "development_pool", decks.allied_development_pool),
        ):
            for card in deck:
                self.need(card in cards, field, card, "the id of a card")
                self.need(cards[card].owner == owner, field, card, f"a card of the {owner} side")
                self.need(cards[card].start == start, field, card, f'a card with start = "{start}"')
                self.need(card not in seen, field, card, "each card once")
                seen.add(card)
        for card in cards:
            self.need_words(
                card in seen, "decks", f"no place for {card}", "every card in a deck or Development Pool"
            )

    def check_unit(self, row: PoolUnits | UnitsOnMap) -> None:
        """A row names a type of counter; its counters are counted."""
        self.need(row.unit in self.units, "unit", row.unit, "the id of a unit type")
        self.placed[row.unit] = self.placed.get(row.unit, 0) + row.count

    def check_on_map(self, row: UnitsOnMap) -> None:
        self.need(row.area in self.areas, "area", row.area, "the id of an area")
        self.check_unit(row)
        unit = self.units[row.unit]
        area = self.areas[row.area]
        nation = self.nations[unit.nation]
        at_sea = unit.kind == "naval"
        self.need(at_sea == (area.kind == "sea"), "area", row.area, f"a {'Sea' if at_sea else 'Land'} area")
        self.need(not unit.new_weapon, "unit", row.unit, "none that begins in the New Weapons Pool")
        self.need(nation.status != "dormant", "unit", row.unit, "none of a dormant nation")
        side = nation.side or nation.leaning
        self.need(side not in area.no_entry, "area", row.area, f"an area open to the {side} side")
        limited = side == "axis" and not nation.limit_exempt
        self.need(
            not (limited and area.north_of_limit), "area", row.area, "one south of the Operational Limit"
        )
        self.check_stacking(row, side, unit.kind, unit.type)

    def check_stacking(self, row: UnitsOnMap, side: str, kind: str, type: str) -> None:
        for what, whose, most in (
            ("land", side, self.limits["land_stack_per_side"]),
            ("air", side, self.limits["air_stack_per_land_area"]),
            ("FT", "any", self.limits["fortress_stack"]),
        ):
            if what in (kind, type):
                key = (row.area, whose, what)
                number = self.stacked.get(key, 0) + row.count
                self.stacked[key] = number
                self.need(number <= most, "count", row.count, f"at most {most} in all there")

    def check_pools(self) -> None:
        options = [r.id for r in self.pack.rules.rules if r.scope == "optional"]
        self.check_pool("new_weapons_pool", self.scenario.new_weapons_pool.rows, True)
        for row in self.scenario.new_weapons_pool.rows:
            self.at(self.name, f"{row.unit} in new_weapons_pool")
            if self.units[row.unit].optional:
                right = row.needs_option in options
                self.need(right, "needs_option", row.needs_option, "the id of an optional rule")
            else:
                self.need(row.needs_option == "", "needs_option", row.needs_option, '"" for this unit')
        self.check_pool("mobilization_pool", self.scenario.mobilization_pool.rows, False)

    def check_pool(self, pool: str, rows: Sequence[PoolUnits], new: bool) -> None:
        for row in rows:
            self.at(self.name, f"{row.unit} in {pool}")
            self.check_unit(row)
            right = self.units[row.unit].new_weapon == new
            self.need(right, "unit", row.unit, "a New Weapons unit" if new else "no New Weapons unit")

    def check_control(self) -> None:
        seen: set[str] = set()
        for row in self.scenario.control.rows:
            self.at(self.name, f"control of {row.area}")
            self.need(row.area in self.areas, "area", row.area, "the id of an area")
            self.need(row.area not in seen, "area", row.area, "each area once")
            seen.add(row.area)
            if row.nation or self.areas[row.area].kind == "land":
                known = self.nations.get(row.nation)
                right = known is not None and known.status != "dormant"
                self.need(right, "nation", row.nation, "the id of a nation that is not dormant")
        self.at(self.name)
        for area in self.areas:
            self.need_words(area in seen, "control", f"no row for {area}", "one for each area")
