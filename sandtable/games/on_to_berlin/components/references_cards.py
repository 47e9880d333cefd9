"""The references of the cards: what an event speaks of exists, and is what the event takes it for."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.data.references import References
from sandtable.games.on_to_berlin.components.schema import (
    AmphibiousAssault,
    Card,
    ChangeSide,
    ChooseOne,
    CommerceRaid,
    Counterattack,
    Develop,
    DoubleAction,
    Join,
    Pack,
    Recover,
    Redeploy,
    ReleaseNewWeapons,
    ReturnNation,
)

FILE = "cards.toml"


class CardReferences(References):
    """The names that cards use, and one method for each kind of event that names something."""

    def __init__(self, pack: Pack) -> None:
        super().__init__()
        self.pack = pack
        self.areas = {a.id: a for a in pack.areas.areas}
        self.nations = {n.id: n for n in pack.nations.nations}
        self.units = {u.id: u for u in pack.units.unit_types}
        self.special = pack.tables.special

    def check(self) -> None:
        """Check every card."""
        for card in self.pack.cards.cards:
            self.at_id(FILE, card.id)
            self.check_event(card)

    def check_event(self, card: Card) -> None:
        event = card.event
        reacts = isinstance(event, Counterattack)
        self.need(card.reaction == reacts, "reaction", card.reaction, "true for a counterattack, else false")
        if isinstance(event, ChooseOne):
            self.check_options(event)
        elif isinstance(event, DoubleAction | Redeploy):
            self.once("event.kinds", event.kinds)
        elif isinstance(event, Develop):
            self.check_develop(card, event)
        elif isinstance(event, Recover):
            right = event.partisans in ("", self.special.partisan_nation)
            self.need(right, "event.partisans", event.partisans, f'"{self.special.partisan_nation}" or ""')
        elif isinstance(event, CommerceRaid):
            self.check_raid(event)
        elif isinstance(event, ChangeSide):
            self.check_change(event)
        elif isinstance(event, ReleaseNewWeapons):
            self.check_release(event)
        elif isinstance(event, AmphibiousAssault):
            self.check_assault(event)

    def place(self, field: str, areas: Sequence[str], kind: str) -> None:
        """Ask for areas of a kind, each once."""
        for area in areas:
            right = area in self.areas and self.areas[area].kind == kind
            self.need(right, field, area, f"the id of a {kind.capitalize()} area")
        self.once(field, areas)

    def once(self, field: str, items: Sequence[str]) -> None:
        self.need_words(len(set(items)) == len(items), field, "a repetition", "each once")

    def check_options(self, event: ChooseOne) -> None:
        field = "event.options"
        tracks = [x.track for x in self.pack.tracks.tracks]
        for option in event.options:
            if isinstance(option, Join):
                self.once(field, option.nations)
                for nation in option.nations:
                    known = self.nations.get(nation)
                    right = known is not None and known.status == "neutral" and known.track == ""
                    self.need(right, field, nation, "the id of a Neutral nation without a track")
            elif isinstance(option, ReturnNation):
                self.check_changing(field, option.nation)
                self.place(field, [option.area], "land")
            else:
                self.once(field, option.tracks)
                for track in option.tracks:
                    self.need(track in tracks, field, track, "a track of tracks.toml")

    def check_changing(self, field: str, nation: str) -> None:
        right = self.special.changing_nation
        self.need(nation == right, field, nation, f'"{right}", who changes side in tables.toml')

    def check_develop(self, card: Card, event: Develop) -> None:
        pooled = [
            c.sv for c in self.pack.cards.cards if c.owner == card.owner and c.start == "development_pool"
        ]
        for sv in event.sv:
            self.need(sv in pooled, "event.sv", sv, "an SV of a card in the Development Pool of its owner")

    def check_raid(self, event: CommerceRaid) -> None:
        self.place("event.areas", event.areas, "sea")
        for area in event.american_areas:
            self.need(area in event.areas, "event.american_areas", area, "one of areas")
        most = len(event.areas)
        self.need(event.areas_max <= most, "event.areas_max", event.areas_max, f"at most {most}")

    def check_change(self, event: ChangeSide) -> None:
        self.check_changing("event.nation", event.nation)
        self.place("event.area", [event.area], "land")
        dormant = self.special.changed_set
        side = self.nations[dormant].side
        self.need(event.side == side, "event.side", event.side, f'"{side}", the side of "{dormant}"')
        left = {u.id: u.count for u in self.pack.units.unit_types if u.nation == dormant}
        for p in event.place:
            self.need(p.unit in left, "event.place", p.unit, f'the id of a unit of "{dormant}"')
            self.need(left[p.unit] > 0, "event.place", p.unit, "no more of them than there are")
            left[p.unit] -= 1
            kind = "sea" if self.units[p.unit].kind == "naval" else "land"
            self.place("event.place", [p.area], kind)

    def check_release(self, event: ReleaseNewWeapons) -> None:
        armed = [u.nation for u in self.pack.units.unit_types if u.new_weapon]
        self.once("event.nations", event.nations)
        for nation in event.nations:
            self.need(nation in armed, "event.nations", nation, "the id of a nation with New Weapons")
        for nation in event.needs_at_war:
            self.need(nation in event.nations, "event.needs_at_war", nation, "one of nations")
        if event.needs_area:
            right = event.needs_area in self.areas
            self.need(right, "event.needs_area", event.needs_area, "the id of an area")

    def check_assault(self, event: AmphibiousAssault) -> None:
        self.once("event.kinds", event.kinds)
        self.place("event.seas", event.seas, "sea")
        self.place("event.landing", event.landing, "land")
        self.place("event.airborne_landing", event.airborne_landing, "land")
        self.once("event.airborne_nations", event.airborne_nations)
        dropped = [u.nation for u in self.pack.units.unit_types if u.type == "AB"]
        for nation in event.airborne_nations:
            right = nation in dropped
            self.need(right, "event.airborne_nations", nation, "the id of a nation with airborne units")
        number = event.airborne_units
        right = number == 0 or len(event.airborne_nations) > 0
        self.need(right, "event.airborne_units", number, "0 without airborne_nations")
