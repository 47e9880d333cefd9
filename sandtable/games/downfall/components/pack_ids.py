"""The names of a pack, and the questions that every part of its references asks."""

from __future__ import annotations

from sandtable.engine.data.references import References
from sandtable.games.downfall.components.schema import Pack


class PackIds(References):
    """What the entries of a pack are called, and whether a name is one of them."""

    def __init__(self, pack: Pack) -> None:
        super().__init__()
        self.pack = pack
        self.areas = {a.id: a for a in pack.areas.areas}
        self.countries = {c.id: c for c in pack.countries.countries}
        self.territories = {t.id: t for t in pack.countries.territories}
        self.regions = {a.region for a in pack.areas.areas}
        self.seas = {s.id: s for s in pack.seas.seas}
        self.groups = {g.id: g for g in pack.landings.groups}
        self.armies = {t.id: t for t in pack.armies.army_types}
        self.tiles = {t.id: t for t in pack.developments.tiles}
        self.markers = {m.id: m for m in pack.markers.box}
        self.years = {t.year for t in pack.tracks.turns}
        self.last_turn = len(pack.tracks.turns)

    def area(self, field: str, area: str) -> None:
        self.need(area in self.areas, field, area, "the id of an area")

    def coast(self, field: str, area: str) -> None:
        self.area(field, area)
        self.need(len(self.areas[area].seas) > 0, field, area, "an area with a coast")

    def country(self, field: str, country: str) -> None:
        self.need(country in self.countries, field, country, "the id of a country")

    def territory(self, field: str, territory: str) -> None:
        self.need(territory in self.territories, field, territory, "the id of a territory")

    def lands(self, territories: tuple[str, ...], regions: tuple[str, ...] = ()) -> None:
        for territory in territories:
            self.territory("territories", territory)
        for region in regions:
            self.region("regions", region)

    def region(self, field: str, region: str) -> None:
        self.need(region in self.regions, field, region, "the region of an area")

    def turn(self, field: str, turn: int) -> None:
        self.need(1 <= turn <= self.last_turn, field, turn, f"a turn from 1 to {self.last_turn}")

    def year(self, field: str, year: int) -> None:
        self.need(year == 0 or year in self.years, field, year, "a year of the calendar, or 0")
