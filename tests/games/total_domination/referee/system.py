"""How the solo game plays the Axis: a card's actions from left to right, by arrows and priorities. [13.1]"""

from collections.abc import Iterator

from tests.games.total_domination.atlas import AREA, UNIT
from tests.games.total_domination.referee import deeds
from tests.games.total_domination.referee.book import Position
from tests.games.total_domination.referee.components import LANE, MATE, PRIORITY, SOLO
from tests.games.total_domination.referee.orders import Coasts, exposed, first_over, goals, sites

OTHER = {"army": "fleet", "fleet": "army"}
# The technologies that add a unit to an action, in the order of the Technology board. [13.4a] [13.4b] [13.4c]
MORE = {
    "move": (("mechanization", "army"), ("landing_crafts", "fleet")),
    "deploy": (("arsenal", "army"), ("shipyard", "fleet")),
    "destroy": (
        ("self_propelled_artillery", "army"),
        ("attack_aircraft", "army"),
        ("heavy_battleships", "fleet"),
        ("aircraft_carriers", "fleet"),
    ),
}


class SoloTurn:
    """One turn of an Axis power, carried out on a position."""

    def __init__(self, p: Position, power: str, card: str, after: Position) -> None:
        self.p, self.power, self.after = p, power, after
        self.coasts = Coasts()
        self.arrows = [[a for lane in arrow for a in LANE[lane]] for arrow in SOLO[card].arrows]
        self.done: list[str] = []
        acted = False
        for row in SOLO[card].germany if power == "germany" else SOLO[card].japan:
            if self.act(row.action, (row.unit, OTHER[row.unit])):  # [13.2a]
                acted = True
                techs = p.techs(power)
                for tech, type_ in MORE[row.action]:
                    if tech in techs:
                        self.act(row.action, (type_,))  # [13.0.7] [13.4d]
        if not acted and all([p.holder[area] == power for area in PRIORITY[power]]):
            p.solo_vp += 1  # [13.0.11]

    def act(self, action: str, types: tuple[str, ...]) -> bool:
        """One action; whether it could be done."""
        self.done.append(f"{action} {types[0]}")
        if action == "move":
            return self.move(types)
        return self.deploy(types) if action == "deploy" else self.destroy(types)

    # --- moves

    def move(self, types: tuple[str, ...]) -> bool:
        """Fill an empty Home area first, else advance into an empty area. [13.0.10] [13.5c] [13.3]"""
        for area in PRIORITY[self.power]:
            if not self.p.crowd(area):
                for type_ in types:
                    for unit in self.leaving(type_):
                        if area in goals(self.p, unit, self.coasts):
                            return self.go(unit, area)
        for type_ in types:
            for unit in self.leaving(type_):
                open_to = {a for a in goals(self.p, unit, self.coasts) if not self.p.crowd(a)}
                for area in self.sequence():
                    if area in open_to:
                        return self.go(unit, area)
        return False

    def leaving(self, type_: str) -> Iterator[int]:
        """The units of a type that may leave: from Home areas where another stays, then by the arrows."""
        for area in PRIORITY[self.power]:  # [13.5a] [13.5d]
            if len(self.p.soldiers(area)) > 1:
                yield from self.first(area, type_)
        for area in self.sequence():
            yield from self.first(area, type_)

    def first(self, area: str, type_: str) -> list[int]:
        """One unit of a type of the power in an area."""
        return [u for u in self.p.of_type(area, type_) if self.p.player(u) == self.power][:1]

    def sequence(self) -> list[str]:
        """The areas along the arrows, the first arrow first. [13.3]"""
        return [area for arrow in self.arrows for area in arrow]

    def go(self, unit: int, area: str) -> bool:
        """Move a unit."""
        link = first_over(self.p, unit, area)
        if link:
            self.coasts = self.coasts._replace(**{link: getattr(self.coasts, link) | {area}})
        deeds.move(self.p, unit, area, self.after)
        return True

    # --- deployments and attacks

    def deploy(self, types: tuple[str, ...]) -> bool:
        """In the first Home area that takes the unit, each country's own. [13.5a] [R39]"""
        for type_ in types:
            for area in PRIORITY[self.power]:
                for kind in UNIT:
                    if UNIT[kind].type == type_ and UNIT[kind].nation == AREA[area].home:
                        if area in sites(self.p, kind, self.power):
                            deeds.put(self.p, self.p.supply_of(kind)[0], area)
                            return True
        return False

    def destroy(self, types: tuple[str, ...]) -> bool:
        """A unit in an Axis Home area first, else along the arrows. [13.5b] [13.3]"""
        for area in [*PRIORITY[self.power], *PRIORITY[MATE[self.power]]]:
            for type_ in types:
                if self.hit(area, type_):
                    return True
        return any([self.hit(area, type_) for type_, area in self.first_target(types)])

    def first_target(self, types: tuple[str, ...]) -> list[tuple[str, str]]:
        """The first area along the arrows with a target, by type of unit. [13.2a]"""
        for type_ in types:
            for area in self.sequence():
                if self.targets(area, type_):
                    return [(type_, area)]
        return []

    def targets(self, area: str, type_: str) -> list[int]:
        """What the power may destroy in an area. [6.3a] [3.5c]"""
        if not self.p.in_play(area):
            return []
        return [u for u in self.p.of_type(area, type_) if exposed(self.p, u, self.power)]

    def hit(self, area: str, type_: str) -> bool:
        """Destroy a unit of a type in an area."""
        found = self.targets(area, type_)
        if found:
            deeds.destroy(self.p, found[0], self.power, self.after)
        return bool(found)
