"""A second opinion on the rules of On To Berlin!, written from the rulebook and from nothing else.

It reads the raw lists of a position and calls everything by its name. Nothing here is fast, and nothing comes
from the modules that enforce the rules.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from tests.games.on_to_berlin.referee.components import (
    AREA,
    CARDS,
    COUNTRY,
    KINDS,
    LAND,
    LEANING,
    NATION,
    NEAR,
    NORTH,
    POINTS,
    RED,
    SEA,
    SPACES,
    TRACKS,
    TURNS,
    UNITS,
    Kind,
)

AXIS, ALLIES, NEUTRAL = 0, 1, 2
CEDED = ("brest", "galicia")  # 15.4
SUEZ = ("egypt", "middle_east", "eastern_mediterranean")  # 15.7.1
CLOSED = {  # 15.7.2, 15.7.3, 15.7.4
    AXIS: {"urals", "middle_east", "black_sea"},
    ALLIES: {"baltic_sea", "black_sea"},
    NEUTRAL: set[str](),
}
WITHDRAWABLE = {"ge", "it", "uk", "su", "us"}  # 5.0
SURFACE = ("NF", "CV", "CVE")  # 2.1.1
Way = tuple[str, ...]


class Unit(NamedTuple):
    """A counter on the map."""

    number: int
    kind: Kind
    area: str
    spent: bool
    by_points: bool
    by_event: bool
    came: str  # the area it left last in this impulse
    first: bool  # on the map since the set-up, as far as that matters


class Position:
    """The raw lists of a game under the names of the book."""

    def __init__(self, g: Any) -> None:
        self.side: int = g.side
        self.turn: int = g.turn
        self.winter: bool = TURNS[g.turn - 1]["russian_winter"]  # 15.2
        self.surrendered: bool = g.poland_surrendered
        self.options = {
            name: bool(getattr(g, name))
            for name in ("no_declarations", "american_limits", "garrison_limits", "jets")
        }
        self.sides: dict[str, int] = dict(zip(NATION, g.nside, strict=True))
        self.at_war = {n for n, w in zip(NATION, g.war, strict=True) if w}
        self.lasting = {n for n, w in zip(NATION, g.lasting, strict=True) if w}
        self.control = {a: NATION[c] if c < len(NATION) else "" for a, c in zip(AREA, g.control, strict=True)}
        self.printed = dict(COUNTRY)
        if self.surrendered:
            self.printed.update(dict.fromkeys(CEDED, "su"))
        self.markers = {track["track"]: m for track, m in zip(TRACKS, g.markers, strict=True)}
        self.shipped = dict(zip(AREA, g.shipped, strict=True))
        self.pool: dict[str, int] = {}
        self.units: dict[int, Unit] = {}
        for number, kind in enumerate(UNITS):
            place = g.place[number]
            if place >= 0:
                cond = g.cond[number]
                came = AREA[g.came[number]] if g.came[number] >= 0 else ""
                self.units[number] = Unit(
                    number,
                    kind,
                    AREA[place],
                    bool(cond & 1),
                    bool(cond & 2),
                    bool(cond & 4),
                    came,
                    not cond & 8,
                )
            elif place == -1:
                self.pool[kind.id] = self.pool.get(kind.id, 0) + 1
        self.stacks: dict[str, list[Unit]] = {a: [] for a in AREA}
        for unit in self.units.values():
            self.stacks[unit.area].append(unit)
        self.hands = [[c for c, at in enumerate(g.cards) if at == 1 and is_card_of(c, s)] for s in (0, 1)]

    # --- simple questions

    def side_of(self, unit: Unit) -> int:
        """The side of a unit's nation."""
        return self.sides[unit.kind.nation]

    def holder(self, area: str) -> int:
        """The side that controls an area; NEUTRAL also for nobody."""
        return self.sides[self.control[area]] if self.control[area] else NEUTRAL

    def here(self, area: str, side: int) -> list[Unit]:
        """The units of a side in an area."""
        return [u for u in self.stacks[area] if self.side_of(u) == side]

    def near(self, area: str, side: int) -> set[str]:
        """The neighbours of an area. 15.7.1"""
        found = set(NEAR[area])
        if side == ALLIES and self.holder("egypt") == ALLIES:
            if area == "central_atlantic":
                found.update(SUEZ)
            elif area in SUEZ:
                found.add("central_atlantic")
        return found

    def fresh(self, unit: Unit, side: int) -> bool:
        """Fresh, and of a nation At War on the side. 3.1.1, 7.1"""
        return not unit.spent and self.side_of(unit) == side and unit.kind.nation in self.at_war

    def put(self, number: int, area: str | None, spent: bool) -> None:
        """Move or remove a unit, for following what happens."""
        old = self.units[number]
        self.stacks[old.area] = [u for u in self.stacks[old.area] if u.number != number]
        del self.units[number]
        if area is not None:
            self.units[number] = old._replace(area=area, spent=spent)
            self.stacks[area].append(self.units[number])

    # --- 3.3, 3.4: control

    def fit(self, unit: Unit) -> bool:
        """Whether a unit can be a control unit where it is. 3.3"""
        if unit.area in SEA:
            return unit.kind.type in SURFACE
        return unit.kind.kind != "naval"

    def controllers(self, area: str, before: str) -> set[str]:
        """The nations of which one controls an area at the end of an impulse. 3.4"""
        nations = {u.kind.nation for u in self.stacks[area] if self.fit(u)}
        if before in nations:
            return {before}
        owner = self.sides[before] if before else NEUTRAL
        sides = {self.sides[n] for n in nations}
        if owner not in sides:
            if len(sides) != 1:  # nobody, or both sides without a control unit before
                return {self.printed[area]}
            (owner,) = sides
        own = {n for n in nations if self.sides[n] == owner}
        return {self.printed[area]} if self.printed[area] in own else own

    # --- 3.5, 3.6: lines and ships

    def line(self, start: str, side: int, goals: Iterable[str], friendly_goal: bool = True) -> bool:
        """Whether an LOC leads from an area to one of the goals. 3.5"""
        wanted = {a for a in goals if not friendly_goal or self.holder(a) == side}
        seen = {start}
        waiting = [start]
        while waiting:
            area = waiting.pop()
            if area in wanted:
                return True
            if area != start and self.holder(area) != side:
                continue  # the line has stopped on entering it
            for there in self.near(area, side):
                if there not in seen and (there in wanted or self.holder(there) == side):
                    seen.add(there)
                    waiting.append(there)
        return False

    def room_at_sea(self, sea: str, side: int, factor: int = 1) -> int:
        """How many more units the ships in a sea carry. 3.6"""
        ships = [u for u in self.here(sea, side) if u.kind.type in SURFACE]
        capacity = int(sum(0.5 if u.spent else 1.0 for u in ships) * factor)
        return capacity - sum(u.kind.kind != "naval" for u in self.here(sea, side))

    # --- who may be where

    def barred(self, kind: Kind, area: str) -> bool:
        """Whether units of a type may never be in an area. 8.1.1, 15.6, 15.7, 16.4, 16.6"""
        side = self.sides[kind.nation]
        if area in CLOSED[side] or (kind.kind == "naval" and area not in SEA):
            return True
        if side == AXIS and area in NORTH and kind.nation not in ("ge", "fi"):
            home_north = any(COUNTRY[a] == kind.nation and a in NORTH for a in LAND)
            if LEANING[kind.nation] != "allied" or not home_north:
                return True
        if self.options["no_declarations"] and area not in SEA and self.is_forbidden_neutral(area):
            return True
        if self.options["garrison_limits"] and kind.type == "GF":
            return area in SEA or self.printed[area] != kind.nation
        return False

    def is_forbidden_neutral(self, area: str) -> bool:
        """Whether an area is home to a Neutral nation that leans to the Axis. 16.4"""
        nation = self.printed[area]
        return bool(nation) and self.sides[nation] == NEUTRAL and LEANING[nation] == "axis"

    def full(self, area: str, side: int, kinds: Sequence[Kind]) -> bool:
        """Whether there is no room for more units of these types. 8.1.1, 15.8.2"""
        if area in SEA:
            return False
        there = [u.kind for u in self.here(area, side)]
        for kind, most in (("land", 10), ("air", 4)):
            new = sum(k.kind == kind for k in kinds)
            if new and new + sum(k.kind == kind for k in there) > most:
                return True
        forts = sum(k.type == "FT" for k in kinds)
        return forts > 0 and forts + sum(u.kind.type == "FT" for u in self.stacks[area]) > 1

    def violated(self, area: str, units: Sequence[Unit] = ()) -> str:
        """The nation whose neutrality is broken by entering an area. 3.1.3, 15.4"""
        if area in SEA:
            return ""
        if area in CEDED:
            polish = bool(units) and all(u.kind.nation == "po" and u.first for u in units)
            return "su" if self.sides["su"] == NEUTRAL and not polish else ""
        nation = self.printed[area]
        return nation if self.sides[nation] == NEUTRAL else ""

    # --- 8: movement

    def may_leave(self, units: Sequence[Unit]) -> bool:
        """Whether a control unit stays behind in a friendly area. 8.1"""
        area = units[0].area
        side = self.side_of(units[0])
        if self.holder(area) != side:
            return True
        fit = [u for u in self.here(area, side) if self.fit(u)]
        going = [u for u in fit if u in units]
        staying = [u for u in fit if u not in units]
        if not going:
            return True
        if any(u.kind.nation == self.printed[area] for u in going):
            return any(u.kind.nation == self.printed[area] for u in staying)
        return bool(staying)

    def next_areas(self, units: Sequence[Unit], path: Way) -> dict[str, bool]:
        """Where a group may go on to, and whether that breaks a neutrality. 8.1"""
        side = self.side_of(units[0])
        boats = all(u.kind.type == "SS" for u in units)
        if len(path) > 1 and self.holder(path[-1]) != side and not boats:
            return {}  # it had to stop
        naval = all(u.kind.kind == "naval" for u in units)
        kinds = [u.kind for u in units]
        found: dict[str, bool] = {}
        for there in self.near(path[-1], side) - {*path}:
            own = self.holder(there) == side
            carried = not naval and any(a in SEA for a in (*path, there))
            if any(self.barred(k, there) for k in kinds) or self.full(there, side, kinds):
                continue
            if any(k.kind == "air" for k in kinds) and not own:
                continue
            if carried and there in SEA and (not own or self.room_at_sea(there, side) < len(units)):
                continue  # 8.1.2
            cost = sum(self.border(a, b, side, carried) for a, b in pairwise((*path, there)))
            if cost <= (2 if carried else min(k.move for k in kinds)):
                found[there] = bool(self.violated(there, units))
        return found

    def border(self, here: str, there: str, side: int, carried: bool) -> int:
        """What crossing a border costs. 8.1, 8.1.2"""
        foes = [a for a in (here, there) if self.holder(a) == 1 - side and not (carried and a in SEA)]
        return 1 + len(foes)

    def can_move(self, units: Sequence[Unit]) -> bool:
        """Whether a group can make a Normal Movement. 7.1, 7.2"""
        naval = {u.kind.kind == "naval" for u in units}
        if len(naval) > 1 or any(u.kind.move == 0 for u in units) or not self.may_leave(units):
            return False
        return bool(self.next_areas(units, (units[0].area,)))

    def flights(self, units: Sequence[Unit]) -> set[str]:
        """Where an Air Movement that breaks no neutrality may end. 8.2"""
        base = units[0].area
        side = self.side_of(units[0])
        if any(u.kind.kind != "air" for u in units) or base in SEA or self.holder(base) != side:
            return set()
        if not self.may_leave(units):
            return set()
        kinds = [u.kind for u in units]
        reached = {base}
        layer = {base}
        for _ in range(min(k.move for k in kinds)):
            layer = {
                there
                for here in layer
                for there in self.near(here, side) - reached
                if self.holder(there) == side
                and not any(self.barred(k, there) for k in kinds)
                and not self.full(there, side, kinds)
                and not self.violated(there, units)
            }
            reached |= layer
        return reached - SEA - {base}

    # --- 9: attacks

    def can_fight(self, unit: Unit) -> bool:
        """Whether a unit can make a Normal Attack or a counterattack where it is. 9.1.1"""
        if unit.area in SEA:
            return unit.kind.kind == "naval"
        if unit.kind.kind == "air":
            return self.holder(unit.area) == self.side_of(unit)
        return unit.kind.kind == "land"

    def can_attack(self, units: Sequence[Unit], of: int | None = None) -> bool:
        """Whether a group can attack the units of a side, the enemy unless it is named. 9.1"""
        side = self.side_of(units[0])
        area = units[0].area
        there = self.here(area, 1 - side if of is None else of)
        if of == NEUTRAL and self.options["no_declarations"]:
            if any(LEANING[u.kind.nation] == "axis" for u in there):
                return False
        return bool(there) and all(self.can_fight(u) for u in units)

    def reach(self, units: Sequence[Unit], card: int) -> int:
        """How far a group strikes: 1 for carriers, -1 if it cannot strike. 9.2"""
        if any(not u.kind.strike for u in units):
            return -1
        planes = [u for u in units if u.kind.kind == "air"]
        base = units[0].area
        if planes and (base in SEA or self.holder(base) != self.side_of(units[0])):
            return -1
        if len(planes) < len(units):
            return 1
        return card or min(u.kind.move for u in planes)

    def ways(self, base: str, target: str, side: int, most: int) -> list[Way]:
        """The areas flown over on each way to a target that is not too long. 9.2, 15.7"""
        if target == base or target in self.near(base, side):
            return [()]
        found: list[Way] = []
        paths: list[Way] = [(base,)]
        for _ in range(most):
            longer: list[Way] = []
            for path in paths:
                for there in self.near(path[-1], side) - {*path}:
                    if there == target:
                        found.append(path[1:])
                    elif there not in CLOSED[side]:
                        if not (
                            self.options["no_declarations"]
                            and there in LAND
                            and self.is_forbidden_neutral(there)
                        ):
                            longer.append((*path, there))
            paths = longer
        return found

    def strikes(self, units: Sequence[Unit], card: int = 0) -> dict[str, tuple[bool, bool]]:
        """What a group may strike: without breaking a neutrality, and by breaking one. 9.2, 3.1.3, 15.2"""
        found: dict[str, tuple[bool, bool]] = {}
        far = self.reach(units, card)
        base = units[0].area
        side = self.side_of(units[0])
        if far < 0:
            return found
        for target in AREA:
            foes = bool(self.here(target, 1 - side))
            neutrals = [LEANING[u.kind.nation] for u in self.here(target, NEUTRAL)]
            if not foes and not neutrals:
                continue
            beside = target == base or target in self.near(base, side)
            if target in SEA and (card or not beside):
                continue
            if self.winter and COUNTRY[target] == "su" and target not in SEA:
                continue
            ways = self.ways(base, target, side, far)
            if not ways:
                continue
            clear = any(not any(self.violated(a) for a in way) for way in ways)
            open_war = neutrals and not (self.options["no_declarations"] and "axis" in neutrals)
            clean, breaks = foes and clear, (foes and not clear) or bool(open_war)
            if clean or breaks:
                found[target] = clean, breaks
        return found

    def bombs(self, units: Sequence[Unit], card: int) -> dict[str, bool]:
        """What a group may bomb, and whether that breaks a neutrality on the way. 17.3"""
        far = self.reach(units, card)
        side = self.side_of(units[0])
        found: dict[str, bool] = {}
        for target in POINTS if far >= 0 else ():
            if target in SEA or self.holder(target) != 1 - side or target == units[0].area:
                continue
            if self.winter and COUNTRY[target] == "su":
                continue
            ways = self.ways(units[0].area, target, side, far)
            if ways:
                found[target] = all(any(self.violated(a) for a in way) for way in ways)
        return found

    # --- 12: mobilization

    def sources(self, nation: str) -> list[str]:
        """The home Resource Areas that are of use to the nation's side. 12.0, 12.1, 2.2.1"""
        side = self.sides[nation]
        return [a for a in LAND if COUNTRY[a] == nation and a in POINTS and (side == AXIS or a in RED)]

    def carried_to(self, nation: str) -> set[str]:
        """The areas to which a new unit finds a line over friendly areas, with ships at sea. 12.0, 15.3"""
        side = self.sides[nation]
        american = nation == "us"
        goals = ["north_atlantic"] if american else self.sources(nation)
        shut = {"central_atlantic", *SUEZ} if american and self.options["american_limits"] else set()

        def passes(area: str) -> bool:
            if self.holder(area) != side or area in shut:
                return False
            return area not in SEA or self.room_at_sea(area, side) > self.shipped[area]

        found = {a for a in goals if passes(a)}
        waiting = [*found]
        while waiting:
            for there in self.near(waiting.pop(), side):
                if there not in found and passes(there):
                    found.add(there)
                    waiting.append(there)
        return found

    def deployments(self, kind: Kind) -> set[str]:
        """Where a unit of a type may be deployed; nowhere if it cannot be mobilized. 12.0, 12.1, 15.3"""
        nation = kind.nation
        side = self.side
        if self.sides[nation] != side or nation not in self.at_war or not self.pool.get(kind.id):
            return set()
        if nation == "fr" and kind.changed != (self.sides["fr"] == AXIS):
            return set()
        if kind.kind == "naval":
            if nation == "us":
                areas = {"north_atlantic"}
            else:
                ports = [a for a in self.sources(nation) if self.holder(a) == side]
                areas = {s for a in ports for s in self.near(a, side) if s in SEA and self.holder(s) == side}
        elif nation != "us" and not self.sources(nation):
            areas = {
                a
                for a in LAND
                if COUNTRY[a] == nation and self.printed[a] == nation and self.holder(a) == side
            }
        else:
            areas = self.carried_to(nation) - SEA
        return {
            a
            for a in areas
            if not self.barred(kind, a)
            and not self.full(a, side, [kind])
            and not (a in CEDED and nation != "po" and self.sides["su"] == NEUTRAL)
        }

    # --- 13: recovery

    def recovery(self, nation: str, by_card: bool) -> tuple[set[int], set[int], int]:
        """Return units that recover without limit, within it, the limit. 13.0, 15.1, 15.2, 15.3, 15.5"""
        side = self.sides[nation]
        tired = [u for u in self.units.values() if u.kind.nation == nation and u.spent]
        limit = sum(self.control[a] == nation for a in LAND)
        if nation == "us":
            return {u.number for u in tired if self.line(u.area, side, ["north_atlantic"], False)}, set(), 0
        if nation == "yu" and side == ALLIES and not by_card and nation not in self.control.values():
            return {u.number for u in tired if self.line(u.area, side, AREA)}, set(), 0
        free: set[int] = set()
        bound: set[int] = set()
        homes = [a for a in LAND if self.printed[a] == nation]
        for unit in tired:
            if nation == "su" and self.winter and unit.area in LAND and COUNTRY[unit.area] == "su":
                free.add(unit.number)
            elif unit.kind.type == "SS" or self.line(unit.area, side, homes):
                bound.add(unit.number)
        return free, bound, limit

    # --- 5: the end of a turn

    def withdrawable(self, side: int) -> set[int]:
        """The units that may go back to the Mobilization Pool. 5.0"""
        found: set[int] = set()
        for unit in self.units.values():
            if self.side_of(unit) != side or unit.kind.nation not in WITHDRAWABLE:
                continue
            home = unit.area in LAND and self.printed[unit.area] == unit.kind.nation
            if not home or len(self.here(unit.area, side)) > 1:
                found.add(unit.number)
        return found

    def must_pass(self, side: int, pending: int) -> bool:
        """Whether a side has no card, no points of a reaction and no fresh air unit. 5.0, 10.2"""
        planes = any(u.kind.kind == "air" and self.fresh(u, side) for u in self.units.values())
        return not planes and not self.hands[side] and not pending

    # --- 3.2, 14: points and victory

    def total(self, side: int) -> float:
        """The Resource Points of a side, not rounded. 3.2, 15.3, 15.7.1"""
        ocean = self.holder("north_atlantic") == ALLIES
        total = 0.0
        for area, points in POINTS.items():
            if self.holder(area) != side or (side == ALLIES and area not in RED):
                continue
            if side == AXIS or area != "central_atlantic" or ocean:
                total += points
        if side == ALLIES and ocean:
            total += sum(s["rp"] for s in SPACES if s["track"] == "us" and s["index"] <= self.markers["us"])
        return total

    def winner(self, last: bool) -> int | None:
        """Return the winner at the end of a turn, also of the last one. 14.1, 14.2"""
        axis = self.total(AXIS)
        doubled = sum(POINTS[a] for a in ("moscow", "london") if self.holder(a) == AXIS)
        if int(axis + doubled) >= 10:
            return AXIS
        if int(axis) <= 1:
            return ALLIES
        if not last:
            return None
        berlin = self.holder("berlin") == AXIS and axis - POINTS["berlin"] >= 1
        areas = sum(self.holder(a) == AXIS for a in AREA)
        return AXIS if berlin or int(axis) >= 4 or areas >= 10 else ALLIES


def is_card_of(card: int, side: int) -> bool:
    """Whether a card belongs to a side."""
    return bool(CARDS[card]["owner"] == ("axis", "allied")[side])


def mobilizable(p: Position, points: int) -> set[str]:
    """Return the types of units that can be mobilized for these points. 6.1.1, 12.0"""
    return {k.id for k in KINDS if k.cost <= points and p.pool.get(k.id) and p.deployments(k)}
