"""Whether the tracks, and the tables that the rules read, are whole."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, get_args

from sandtable.games.other_side.components.references_effects import Names
from sandtable.games.other_side.components.schema import TurnBox
from sandtable.games.other_side.components.schema_cards import Season
from sandtable.games.other_side.components.schema_map import ArmyKind
from sandtable.games.other_side.components.schema_tables import Category, TrackId

MOST_PLAYERS: Final = 4
ALLIED_DICE: Final = ("rough", "fortified_or_landing", "air", "line")
AXIS_DICE: Final = ("air", "rough", "paratroops", "isolated_panzer", "isolated_regular")
PICKS: Final = ("military", "political", "production")
LEVELS: Final = ("grand_victory", "marginal_victory", "defeat")
WAR: Final = "war"
COMPLETED: Final = "completed"


class TableReferences(Names):
    """One method for each table of tracks.toml."""

    def check(self) -> None:
        self.check_tracks()
        self.check_production()
        self.check_rows()
        self.check_ports()
        self.check_reductions()
        self.check_levels()

    def check_tracks(self) -> None:
        file = "tracks.toml"
        self.at(file)
        found = [t.id for t in self.pack.tracks.tracks]
        for name in get_args(TrackId):
            times = found.count(name)
            self.need_words(times == 1, "tracks", f"{times} entries for {name}", "one")
        years = [str(y) for y in range(1939, 1946)]
        self.order(file, "tracks.year", list(self.boxes["year"]), tuple(years))
        self.order(file, "tracks.turn", list(self.boxes["turn"]), get_args(TurnBox))
        for name in ("resources", "strategic_warfare", "technology", "fanaticism", "unrest"):
            self.check_numbers(name, 0)
        for name in ("air_germany", "paratroops", "collapse_of_germany"):
            self.check_numbers(name, 1)
        misc = self.pack.tracks.misc
        for name in ("air_east", "air_west", "air_south", "air_germany"):
            self.at_id(file, name)
            values = [box.partition("/")[0] for box in self.boxes[name]]
            right = values == [str(x) for x in range(misc.air_min, misc.air_max + 1)]
            words = f"the values {misc.air_min} to {misc.air_max}"
            self.need_words(right, "boxes", ", ".join(self.boxes[name]), words)
            if name != "air_germany":
                for box in self.boxes[name]:
                    right = box.partition("/")[2].isdecimal()
                    self.need(right, "boxes", box, "a value, a stroke and the amphibious number")
        for name in ("usa_commitment", "ussr_commitment"):
            self.at_id(file, name)
            right = self.boxes[name][-1] == WAR
            self.need(right, "boxes", self.boxes[name][-1], f'"{WAR}" in the last box')
        self.at_id(file, "project")
        boxes = self.boxes["project"]
        right = boxes == (*[str(x) for x in range(len(boxes) - 1, 0, -1)], COMPLETED)
        self.need_words(right, "boxes", ", ".join(boxes), f'numbers down to 1, then "{COMPLETED}"')
        self.order(
            file,
            "tracks.status_of_italy",
            list(self.boxes["status_of_italy"]),
            ("independence", "intervention", "occupation"),
        )
        self.order(
            file,
            "tracks.status_of_france",
            list(self.boxes["status_of_france"]),
            ("third_republic", "vichy", "ffl"),
        )
        self.at(file)
        top = len(self.boxes["unrest"]) - 1
        self.need(
            misc.unrest_trigger == top, "misc.unrest_trigger", misc.unrest_trigger, f"{top}, the last box"
        )

    def check_numbers(self, name: str, first: int) -> None:
        """Boxes that are numbers one after the other."""
        self.at_id("tracks.toml", name)
        boxes = self.boxes[name]
        right = list(boxes) == [str(x) for x in range(first, first + len(boxes))]
        self.need_words(right, "boxes", ", ".join(boxes), f"numbers from {first} on")

    def check_production(self) -> None:
        file = "tracks.toml"
        rows = self.pack.tracks.production
        self.order(file, "production", [row.id for row in rows], get_args(Category))
        for place, row in enumerate(rows):
            self.at_id(file, row.id)
            group = "replacement" if place < 3 else "consumer" if row.id == "consumer_goods" else "directive"
            self.need(row.group == group, "group", row.group, f'"{group}"')
            right = list(row.boxes) == list(range(len(row.boxes)))
            self.need_words(right, "boxes", "other boxes", "numbers from 0 on")
            right = row.limit_side_max < row.boxes[-1]
            self.need(right, "limit_side_max", row.limit_side_max, "a box before the last, or 0")
            right = (row.limit_side_max > 0) == (row.flipped_name != "") == (group == "replacement")
            self.need(
                right, "limit_side_max", row.limit_side_max, "a limit and flipped_name for Replacements only"
            )

    def check_rows(self) -> None:
        """Tables with a row for each number or name."""
        file = "tracks.toml"
        tables = self.pack.tracks
        self.order(file, "seasons", [x.season for x in tables.seasons], get_args(Season))
        for season in tables.seasons:
            self.at(file, f'entry "{season.season}" of seasons')
            boxes = len([b for b in self.boxes["turn"] if b.startswith(f"{season.season}_ops")])
            self.need(
                season.ops_phases == boxes, "ops_phases", season.ops_phases, f"{boxes} by the turn track"
            )
        air = [str(x) for x in range(tables.misc.air_max, tables.misc.air_min - 1, -1)]
        found = [str(x.air_germany) for x in tables.bombing_of_germany]
        self.order(file, "bombing_of_germany", found, tuple(air))
        limits = [str(x.german_armies) for x in tables.command_limits]
        top = max([a.stacking for a in self.pack.areas.areas])
        self.order(file, "command_limits", limits, tuple([str(x) for x in range(top + 1)]))
        players = [str(x.players) for x in tables.general_limits]
        seats = tuple([str(x) for x in range(1, MOST_PLAYERS + 1)])
        self.order(file, "general_limits", players, seats)
        self.order(file, "planning_picks", [x.deck for x in tables.planning_picks], PICKS)
        self.order(file, "allied_dice_modifiers", [x.id for x in tables.allied_dice_modifiers], ALLIED_DICE)
        self.order(file, "axis_dice_modifiers", [x.id for x in tables.axis_dice_modifiers], AXIS_DICE)
        for die in tables.axis_dice_modifiers:
            self.at_id(file, die.id)
            swap = die.id.startswith("isolated")
            self.need((die.instead_of != "") == swap, "instead_of", die.instead_of, '"" unless Isolated')
            self.need((die.dice == 0) == swap, "dice", die.dice, "0 if Isolated, else 1 or more")

    def check_ports(self) -> None:
        file = "tracks.toml"
        boxed = [a.id for a in self.pack.areas.areas if a.port_box]
        ports = [x.port for x in self.pack.tracks.ports]
        self.at(file)
        self.once("ports", ports)
        for name in boxed:
            self.need_words(name in ports, "ports", f"nothing for {name}", "each Area with a Port box")
        for x in self.pack.tracks.ports:
            self.at(file, f'entry "{x.port}" of ports')
            self.need(x.port in boxed, "port", x.port, "an Area with a Port box")
            front = self.areas[x.port].front
            self.need(x.front == front, "front", x.front, f'"{front}", as areas.toml says')
        tracked: list[str] = []
        for number, m in enumerate(self.pack.tracks.port_modifiers, 1):
            self.at(file, f"entry {number} of port_modifiers")
            for name in m.ports:
                self.need(name in boxed, "ports", name, "an Area with a Port box")
            kinds = len([x for x in (m.track != "", m.each_base, m.area != "") if x])
            self.need_words(kinds == 1, "track", f"{kinds} kinds", "one of track, each_base and area")
            self.need((m.n != 0) == (m.track == ""), "n", m.n, "0 with a track, else another number")
            if m.track:
                tracked += m.ports
            if m.area:
                self.area("area", m.area)
        self.at(file)
        for name in boxed:
            times = tracked.count(name)
            self.need_words(times == 1, "port_modifiers", f"{times} tracks for {name}", "one")

    def check_reductions(self) -> None:
        """Check the steps of Reductions: they end with the elimination of every kind of Army."""
        file = "tracks.toml"
        gone: list[str] = []
        for number, x in enumerate(self.pack.tracks.reduction_priority, 1):
            self.at(file, f"entry {number} of reduction_priority")
            self.need(x.step == number, "step", x.step, str(number))
            self.need(
                x.needs_in_area == x.remove, "needs_in_area", x.needs_in_area, f'"{x.remove}", as remove'
            )
            self.need(x.needs_in_pool == x.put, "needs_in_pool", x.needs_in_pool, f'"{x.put}", as put')
            self.need(x.put != x.remove, "put", x.put, "another kind than remove")
            gone += [x.remove] if x.put == "" else []
        self.at(file)
        for kind in get_args(ArmyKind):
            right = kind in gone
            self.need_words(
                right, "reduction_priority", f"no end for {kind}", "a step that eliminates each kind"
            )

    def check_levels(self) -> None:
        file = "tracks.toml"
        levels = self.pack.tracks.victory_levels
        self.order(file, "victory_levels", [x.result for x in levels], LEVELS)
        for better, worse in pairwise(levels):
            self.at(file, f'entry "{worse.result}" of victory_levels')
            right = worse.max == better.min - 1
            self.need(right, "max", worse.max, f"{better.min - 1}, one below the next level")
        self.need(levels[-1].min == 0, "min", levels[-1].min, "0")
        self.at(file)
        self.once("victory_points", [x.source for x in self.pack.tracks.victory_points])
        self.need_words(
            len(self.pack.tracks.victory_points) == 4, "victory_points", "fewer", "each source once"
        )
