"""A position as the referee sees it: the raw lists of a state under the names of the board."""

from typing import Any

from tests.games.downfall.referee import atlas
from tests.games.downfall.referee.atlas import ALLIES, AXIS, NEUTRAL, SIDES, USSR

STATUS = ("out", "war", "surrendered")
ACTIONS = (
    "supply",
    "reinforcements",
    "armor_production",
    "air_missions",
    "submarine_missions",
    "development",
    "lend_lease",
)
TILE = ("unused", "in progress", "available")


class Unit:
    """An army on the map."""

    def __init__(self, number: int, area: str, cond: int) -> None:
        self.number = number
        self.kind = atlas.UNITS[number]
        self.nation = self.kind.nation
        self.side = atlas.SIDE_OF[self.nation]
        self.armor = self.kind.armor
        self.area = area
        self.full = cond & 3 == 2
        self.ready = bool(cond & 4)
        self.operated = bool(cond & 8)
        self.attacks = bool(cond & 16)
        self.supports = bool(cond & 32)
        self.landed = bool(cond & 64)
        self.hit = {side for side, bit in ((ALLIES, 128), (USSR, 256)) if cond & bit}

    def look(self) -> tuple[Any, ...]:
        """What tells it from others for the one who chooses."""
        return (self.kind.id, self.area, self.full, self.ready, self.operated, self.attacks, self.supports,
                self.landed, tuple(sorted(self.hit)))  # fmt: skip


class Attack:
    """An attack that has been declared."""

    def __init__(self, row: list[int]) -> None:
        self.attacker, self.defender = row[0], row[1]
        self.area = atlas.AREAS[row[2]]
        self.way = row[3]
        self.flier = row[4]
        self.supports = list(row[5:])

    @property
    def by_sea(self) -> bool:
        """Whether the attacker has landed this turn."""
        return self.way == -2

    @property
    def border(self) -> atlas.Border | None:
        """The border that the attacker has come over this turn."""
        return atlas.BORDERS[self.way] if self.way >= 0 else None

    @property
    def air(self) -> bool:
        """Whether an air mission helps it."""
        return self.flier >= 0


class Position:
    """What lies on the table."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw = raw
        self.turn: int = raw["turn"]
        self.year, self.season = atlas.year(self.turn), atlas.season(self.turn)
        self.side = SIDES[raw["side"]]
        self.phase: int = raw["phase"]
        self.control = {a: SIDES[raw["control"][n]] for n, a in enumerate(atlas.AREAS)}
        self.landed = {
            side: {a for n, a in enumerate(atlas.AREAS) if raw["beach"][n] >> s & 1}
            for s, side in enumerate(SIDES[:3])
        }
        self.held_by_partisans = {a for n, a in enumerate(atlas.AREAS) if raw["beach"][n] & 8}
        self.units = {
            n: Unit(n, atlas.AREAS[place], raw["cond"][n])
            for n, place in enumerate(raw["place"])
            if place >= 0
        }
        self.status = {c: STATUS[raw["status"][n]] for n, c in enumerate(atlas.COUNTRIES)}
        self.conqueror = {c: SIDES[raw["conqueror"][n]] for n, c in enumerate(atlas.COUNTRIES)}
        self.minor_points: dict[str, int] = dict(zip(atlas.COUNTRIES, raw["minor_points"], strict=True))
        self.seat_of: list[int] = list(raw["seat_of"])
        self.partisans: bool = raw["partisans"]
        self.africa_neutral: bool = raw["african_neutral"]
        self.total_war = {s: raw["total_war"][n] for n, s in enumerate(SIDES[:3])}
        self.supply: dict[str, int] = dict(zip(SIDES[:3], raw["supply"], strict=True))
        self.armor: dict[str, int] = dict(zip(SIDES[:3], raw["armor"], strict=True))
        self.tiles = {t: TILE[raw["tiles"][n]] for n, t in enumerate(atlas.TILES)}
        self.begun = {t: raw["tile_since"][n] for n, t in enumerate(atlas.TILES)}
        self.air: list[int] = list(raw["air"])
        self.bombers: list[int] = list(raw["bombers"])
        self.subs: list[int] = list(raw["subs"])
        self.atlantic: list[int] = list(raw["atlantic"])
        self.bombed: bool = raw["bombed"]
        self.interceptors: int = raw["interceptors"]
        self.attacks = [Attack(row) for row in raw["attacks"]]
        self.barbarossa: int = raw["barbarossa"]
        self.total_from = {AXIS: raw["axis_total_from"], USSR: raw["ussr_total_from"]}
        self.west_attacked: int = raw["west_attacked"]
        self.lend_lease: int = raw["lend_lease"]
        self.actions_left: int = raw["actions_left"]
        self.taken: dict[str, int] = dict(zip(ACTIONS, raw["actions_taken"], strict=True))
        self.points: int = raw["points"]
        self.british: int = raw["british_points"]
        self.landings: int = raw["landings"]
        self.line_landings: int = raw["line_landings"]
        names = [row["id"] for row in atlas.LINES] + [row["to"] for row in atlas.PLACES]
        self.landed_at = [names[number] for number in raw["landed_at"]]
        self.strategic_in_ussr: int = raw["strategic_in_ussr"]
        self.passages: int = raw["passages"]
        self.new_operate: bool = raw["new_armies_operate"]

    def facts(self) -> dict[str, Any]:
        """All of it in a form that can be compared."""
        found = {name: value for name, value in vars(self).items() if name not in ("raw", "phase")}
        found["units"] = {n: (u.look(), tuple(sorted(u.hit))) for n, u in self.units.items()}
        found["attacks"] = [
            (a.attacker, a.defender, a.area, a.way, a.flier, a.supports) for a in self.attacks
        ]
        return found

    # --- armies

    def here(self, area: str, side: str = "", but: Unit | None = None) -> list[Unit]:
        """The armies in an area, of one side if it is given, at war or not."""
        return [u for u in self.units.values() if u.area == area and side in ("", u.side) and u is not but]

    def at_war(self, unit: Unit) -> bool:
        """Whether an army's country is at war."""
        return self.status[unit.nation] == "war"

    def mine(self, area: str, side: str, but: Unit | None = None) -> list[Unit]:
        """The armies of a side at war in an area."""
        return [u for u in self.here(area, side, but) if self.at_war(u)]

    def foes(self, area: str, side: str) -> list[Unit]:
        """The enemies of a side in an area, at war already. 2: Allies and Soviets are not enemies (R17)"""
        return [u for u in self.here(area) if enemies(side, u.side) and self.at_war(u)]

    def held(self, area: str, side: str) -> list[Unit]:
        """The same with the garrison of a country that goes to war when it is entered. 2, R77"""
        return [
            u for u in self.here(area) if enemies(side, u.side) and self.status[u.nation] != "surrendered"
        ]

    def place(self, kind: str, area: str, full: bool) -> Unit:
        """Put a new army on the map: the first counter of its type that is free."""
        number = next(n for n, k in enumerate(atlas.UNITS) if k.id == kind and n not in self.units)
        unit = Unit(number, area, 2 if full else 1)
        self.units[number] = unit
        return unit

    def exchange(self, number: int, kind: str) -> None:
        """Put a counter of another type in an army's place; what it has done this turn stays."""
        old = self.units.pop(number)
        new = self.place(kind, old.area, old.full)
        for name in ("ready", "operated", "attacks", "supports", "landed", "hit"):
            setattr(new, name, getattr(old, name))
        for attack in self.attacks:
            attack.attacker = new.number if attack.attacker == number else attack.attacker
            attack.supports = [new.number if n == number else n for n in attack.supports]

    def number(self, nation: str, lands: set[str], but: Unit) -> int:
        """Return how many armies of a nation, except one, stand in some lands."""
        return sum(
            u.nation == nation and u is not but and atlas.AREA[u.area].land in lands
            for u in self.units.values()
        )

    def free(self, kind: str) -> int:
        """How many counters of a type are not on the map. 1"""
        all_of = sum(k.id == kind for k in atlas.UNITS)
        return all_of - sum(u.kind.id == kind for u in self.units.values())

    # --- the rest

    def has(self, side: str, development: str) -> bool:
        """Whether a side has a development available. 13"""
        return self.tiles.get((side, development)) == "available"

    def plays(self, side: str) -> bool:
        """Whether a side takes turns: the Soviet Union while it has not surrendered. R32"""
        return side != USSR or self.status["ussr"] != "surrendered"


def enemies(a: str, b: str) -> bool:
    """Whether two sides fight each other: the Axis against both others. 2"""
    return NEUTRAL not in (a, b) and (a == AXIS) != (b == AXIS)
