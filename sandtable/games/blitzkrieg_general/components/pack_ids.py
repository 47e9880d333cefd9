"""The names of a pack, and the questions that every part of its references asks."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.data.references import References
from sandtable.games.blitzkrieg_general.components.schema import Pack


class Names(References):
    """What the ids of a pack stand for, and the questions whether something is one of them."""

    def __init__(self, pack: Pack) -> None:
        super().__init__()
        self.pack = pack
        self.areas = {a.id: a for a in pack.areas.areas}
        self.zones = {z.id: z for z in pack.seazones.seazones}
        self.majors = {m.id: m for m in pack.nations.majors}
        self.minors = {m.id: m for m in pack.nations.minors}
        self.holders = {h.id: h for h in pack.nations.holders}
        self.homes = {h.id: h for h in pack.nations.home_countries}
        self.units = {u.id: u for u in pack.units.units}
        self.cards = {c.id: c for c in pack.cards.cards}
        self.deliveries = {d.id: d for d in pack.timetable.deliveries}
        self.regions = {a.region for a in pack.areas.areas}

    def major(self, field: str, name: str) -> None:
        """Ask for a major."""
        self.need(name in self.majors, field, name, "the id of a major")

    def nation(self, field: str, name: str) -> None:
        """Ask for a major or minor."""
        self.need(name in self.majors or name in self.minors, field, name, "the id of a nation")

    def area(self, field: str, name: str) -> None:
        """Ask for an area."""
        self.need(name in self.areas, field, name, "the id of an area")

    def zone(self, field: str, name: str) -> None:
        """Ask for a sea zone."""
        self.need(name in self.zones, field, name, "the id of a sea zone")

    def home(self, field: str, name: str) -> None:
        """Ask for a home country: one of a major, or a minor."""
        self.need(name in self.homes or name in self.minors, field, name, "the id of a home country")

    def card(self, field: str, name: str) -> None:
        """Ask for a card."""
        self.need(name in self.cards, field, name, "the id of a card")

    def region(self, field: str, name: str) -> None:
        """Ask for a region that some area is in."""
        self.need(name in self.regions, field, name, "the region of some area")

    def delivery(self, field: str, name: str) -> None:
        """Ask for a delivery."""
        self.need(name in self.deliveries, field, name, "the id of a delivery")

    def once(self, field: str, items: Sequence[str]) -> None:
        """Ask that a list repeats nothing."""
        self.need_words(len(set(items)) == len(items), field, "a repetition", "each once")

    def complete(self, field: str, found: Sequence[str], wanted: Sequence[str]) -> None:
        """Ask for each of some names, once."""
        for name in wanted:
            number = list(found).count(name)
            self.need_words(number == 1, field, f"{number} entries for {name}", "one")

    def given(self, field: str, has: bool, wanted: bool, kind: str) -> None:
        """Ask that a field is given if its kind has it, and only then."""
        found = "a value" if has else "nothing"
        self.need_words(
            has == wanted, field, found, f"a value for {kind}" if wanted else f"nothing for {kind}"
        )
