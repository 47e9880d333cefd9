"""The Movement Segment by the book. [4.2]"""

from tests.games.other_side.referee import atlas
from tests.games.other_side.referee.position import Position


class Movement:
    """What has been moved in an Operations Phase so far."""

    def __init__(self, p: Position) -> None:
        self.left = {front: p.air[front] for front in atlas.FRONTS}  # operational moves
        self.actions = p.air["germany"]
        self.active = ""
        self.done: set[str] = set()  # Fronts that are not activated again
        self.moved: set[int] = set()
        self.came: dict[int, str] = {}  # the Front an Army came to the space from
        self.ships: set[str] = set()  # Fronts whose one move by Naval Supply is used

    # --- what all Armies are asked

    def may_leave(self, p: Position, area: str) -> bool:
        """Not out of Isolated Areas, not the last one from partisans, one Army a Front by Naval Supply."""
        if p.supply[area] == "isolated" or p.last_stays(area):
            return False
        return p.supply[area] != "naval" or atlas.FRONT[area] not in self.ships

    def may_enter(self, p: Position, unit: int, area: str) -> bool:
        """To an Area with an Axis Disk, Neutral or not; room is asked at the end of the step only."""
        if not p.axis[area] or p.supply[area] == "isolated" or not p.italy_allows(unit, area):
            return False
        return p.supply[area] != "naval" or atlas.FRONT[area] not in self.ships

    def sail(self, p: Position, *areas: str) -> None:
        """Count a move by Naval Supply."""
        self.ships |= {atlas.FRONT[area] for area in areas if p.supply[area] == "naval"}

    # --- operational movement

    def goals(self, p: Position, unit: int) -> set[str]:
        """Where an Army on the map may go."""
        here = p.place[unit]
        if here not in p.stack or unit in self.moved or not self.may_leave(p, here):
            return set()
        front = atlas.FRONT[here]
        if front in self.done or not self.left[front]:
            return set()
        near = {area for area in atlas.AREAS if atlas.FRONT[area] == front or area in atlas.LAND[here]}
        return {area for area in near - {here} if self.may_enter(p, unit, area)}

    def move(self, p: Position, unit: int, area: str) -> None:
        """Note a move that counts against the Front it begins in."""
        here = p.place[unit]
        front = atlas.FRONT[here]
        if self.active and front != self.active:
            self.done.add(self.active)
        self.active = front
        self.left[front] -= 1
        self.moved.add(unit)
        self.sail(p, here, area)

    # --- strategic movement

    def may_embark(self, p: Position, unit: int) -> bool:
        """Any Army of any Area may go to the space."""
        return self.actions > 0 and p.place[unit] in p.stack and self.may_leave(p, p.place[unit])

    def exits(self, p: Position, unit: int) -> set[str]:
        """From the space to another Front, Satellite Armies to the Eastern one only."""
        if self.actions <= 0 or p.place[unit] != "transit":
            return set()
        found = {area for area in atlas.AREAS if self.may_enter(p, unit, area)}
        if atlas.KIND[unit] not in atlas.GERMAN:
            found = {area for area in found if atlas.FRONT[area] == "east"}
        return {area for area in found if atlas.FRONT[area] != self.came.get(unit)}

    def embark(self, p: Position, unit: int) -> None:
        """Note an Army that goes to the space."""
        here = p.place[unit]
        self.actions -= 1
        self.came[unit] = atlas.FRONT[here]
        self.sail(p, here)

    def land(self, p: Position, unit: int, area: str) -> None:
        """Note an Army that leaves the space."""
        self.actions -= 1
        self.came.pop(unit, None)
        self.sail(p, area)
