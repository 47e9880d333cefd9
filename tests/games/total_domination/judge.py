"""What the text says of control, supply, moves, attacks and deployment, with names, lists and a plain search.

Nothing here is shared with the game's own modules: the judge knows the counters on the board and the pack,
and asks rule by rule. It is slow and simple, so that it can be read beside the rulebook.
"""

from typing import NamedTuple

from sandtable.games.total_domination.state import Board
from tests.games.total_domination.atlas import (
    AREA,
    HOME,
    LINK,
    NEAR,
    PACK,
    PLAYERS,
    POWER,
    SCENARIO,
    TECH,
    UNIT,
)

LIMIT = {1: 2, 2: 2, 3: 4}  # units by stars [3.7b]
MATE = {"germany": "japan", "japan": "germany", "uk": "ussr", "ussr": "uk"}
AXIS = ("germany", "japan")
ADDITIONAL = {"us": "uk", "china": "ussr"}
STANDS = {
    "army": ("land", "coastal"),
    "fleet": ("island", "coastal"),
    "air_fleet": ("land", "island", "coastal"),
}
U_BOATS_IN = {1939: 1, 1940: 2}  # later there are only three counters [11.2c]


class Counter(NamedTuple):
    """A counter on the board."""

    number: int
    kind: str
    area: str
    used: bool

    @property
    def type(self) -> str:
        """Army, fleet, Air Fleet, U-boat or Resistance."""
        return UNIT[self.kind].type

    @property
    def nation(self) -> str:
        """Whose colour it has."""
        return UNIT[self.kind].nation


class Judge:
    """The position as the power whose turn it is sees it."""

    def __init__(self, g: Board, gone_before: tuple[set[str], set[str]] = (set(), set())) -> None:
        t = g.t
        self.over_land, self.over_sea = gone_before  # coasts entered in this turn, by armies and by fleets
        self.me = t.nation_id[g.power]
        self.lord = {t.nation_id[n]: t.nation_id[g.lord[n]] for n in range(t.n_nations)}
        self.year = t.years[g.round]
        self.arctic = g.arctic
        self.closed = SCENARIO[g.start.id].closed
        self.special = g.advanced and not g.start.solo  # Air Fleets, U-boats, Resistance [13.0.8]
        self.damaged = {a for a in AREA if g.damage & t.bit[t.area_index[a]]}
        self.techs = {t.tech_id[i] for i in range(t.n_techs) if g.techs[g.power] >> i & 1}
        self.units = [
            Counter(u, t.kind_id[t.unit_kind[u]], t.area_id[g.place[u]], bool(g.used[u]))
            for u in range(t.n_units)
            if g.place[u] >= 0
        ]
        self.here: dict[str, list[Counter]] = {a: [] for a in AREA}
        for unit in self.units:
            self.here[unit.area].append(unit)
        self.holder = {a: self.controller(a) for a in AREA if self.in_play(a)}
        self.bases = {a: self.base(a) for a in self.holder if self.crowd(a)}

    # --- who is where

    def in_play(self, area: str) -> bool:
        """[2.0.1a]"""
        return self.arctic or not AREA[area].arctic

    def near(self, area: str) -> list[str]:
        """Areas joined by a link of any kind. [3.5d]"""
        return sorted([a for a in NEAR[area] if self.in_play(a)])

    def player(self, unit: Counter) -> str:
        """Whose unit it is; Resistance is the Allies'."""
        return "allies" if unit.type == "resistance" else self.lord[unit.nation]

    def soldiers(self, area: str) -> list[Counter]:
        """Armies and fleets."""
        return [u for u in self.here[area] if u.type in ("army", "fleet")]

    def crowd(self, area: str) -> list[Counter]:
        """What counts for stacking and keeps others out. [3.7e]"""
        return [u for u in self.here[area] if u.type in STANDS]

    def room(self, area: str) -> bool:
        """[3.7b]"""
        return len(self.crowd(area)) < LIMIT[AREA[area].stars]

    def home_of(self, player: str) -> set[str]:
        """Home areas of a player: its power's, its partners', its joined power's. [9.0b]"""
        found: set[str] = set()
        for nation, lord in self.lord.items():
            if lord == player and nation != "neutral":
                found |= HOME[nation]
        return found

    def controller(self, area: str) -> str:
        """[3.8.1a] [3.8.1b] [3.8.1c] [3.8.1d] [3.8.2a] [3.8.2b] [3.8.3]"""
        home = AREA[area].home
        there = self.soldiers(area)
        if home == "neutral":
            who = self.player(there[0]) if there else ""
            return who if who in PLAYERS else ""
        owner = self.lord[home]
        enemies = [u for u in there if self.player(u) != owner]
        if not enemies:
            return owner
        if AREA[area].capital and len(enemies) == 1:
            return ""
        return self.player(enemies[0])

    # --- supply

    def territory(self, area: str) -> set[str]:
        """What hangs together with an area over areas of mine, if it is mine itself. [3.9a]"""
        if self.holder[area] != self.me:
            return set()
        found, todo = {area}, [area]
        while todo:
            for there in self.near(todo.pop()):
                if self.holder[there] == self.me and there not in found:
                    found.add(there)
                    todo.append(there)
        return found

    def base(self, area: str) -> set[str]:
        """The areas in supply over which a unit in an area moves; none if it is out of supply. [3.9c] [R9]"""
        if self.holder[area] == self.me:
            starts = [area]
        else:
            starts = [a for a in self.near(area) if self.holder[a] == self.me]
        found: set[str] = set()
        for start in starts:
            land = self.territory(start)
            if land & self.home_of(self.me):
                found |= land
        return found

    def in_supply(self, unit: Counter) -> bool:
        """[3.9a] [3.9d]"""
        return unit.type in ("u_boot", "resistance") or bool(self.bases[unit.area])

    # --- moves

    def barred(self, area: str) -> bool:
        """Whether I may never enter an area as things are. [3.8.4] [6.2e] [12.1c] [R12]"""
        home = AREA[area].home
        if home == "neutral":
            return False
        if home in self.closed or self.lord[home] == MATE[self.me]:
            return True
        return home in ADDITIONAL and self.lord[home] == home and self.me not in AXIS

    def fits(self, unit: Counter, area: str) -> bool:
        """[3.5a] [3.7c] [11.4f]"""
        if unit.type == "air_fleet" and area == "arctic":
            return False
        return AREA[area].kind in STANDS[unit.type]

    def may_step(self, unit: Counter, start: str, area: str) -> bool:
        """Whether a unit may make its last step from an area of mine into one that is not mine."""
        if self.barred(area) or not self.fits(unit, area):
            return False
        there = self.crowd(area)
        if there and all([self.player(u) == self.me for u in there]):
            return self.room(area)  # [R10]
        if self.soldiers(area) or unit.type == "air_fleet":  # [6.2f] [6.2g] [R11]
            return False
        if AREA[area].kind != "coastal":
            return True
        link = LINK[frozenset((start, area))].kind  # [6.2d]
        if link == ("sea" if unit.type == "fleet" else "land"):
            return True
        return area in (self.over_land if link == "land" else self.over_sea)

    def first_over(self, unit: Counter, area: str) -> str:
        """The kind of link over which a move makes a unit the first into an unoccupied coast; "": none."""
        if AREA[area].kind != "coastal" or self.holder[area] == self.me or self.crowd_but_air(area):
            return ""
        link = {"army": "land", "fleet": "sea"}.get(unit.type, "")
        beside = [a for a in self.bases[unit.area] if a in NEAR[area]]
        return link if any([LINK[frozenset((a, area))].kind == link for a in beside]) else ""

    def crowd_but_air(self, area: str) -> list[Counter]:
        """The units that keep an area from being unoccupied. [6.2g]"""
        mine = [u for u in self.crowd(area) if self.player(u) == self.me]
        return mine or self.soldiers(area)

    def goals(self, unit: Counter) -> set[str]:
        """Where a unit of mine may end a move. [6.2b] [6.2c] [6.2h] [6.2j]"""
        if unit.type == "u_boot":
            return {
                a
                for a in AREA
                if self.in_play(a) and AREA[a].uboat and a != unit.area and len(self.boats(a)) < 2
            }
        if unit.used:  # [11.1.Ac]
            return set()
        found: set[str] = set()
        for area in self.bases[unit.area]:
            if self.fits(unit, area) and self.room(area):
                found.add(area)
            for there in self.near(area):
                if self.holder[there] != self.me and self.may_step(unit, area, there):
                    found.add(there)
        return found - {unit.area}

    def move_cost(self, unit: Counter) -> int:
        """[6.2a] [8.1.A1] [8.1.B1] [6.2h]"""
        if unit.type == "u_boot":
            return 2
        return 1 if ("landing_crafts" if unit.type == "fleet" else "mechanization") in self.techs else 2

    def boats(self, area: str) -> list[Counter]:
        """The U-boats in an area."""
        return [u for u in self.here[area] if u.type == "u_boot"]

    # --- attacks

    def enemy(self, unit: Counter) -> bool:
        """[3.2b] [R12] [12.1c]"""
        whose = self.player(unit)
        if whose == "allies":
            return self.me in AXIS
        if whose in ADDITIONAL:
            return self.me in AXIS and whose not in self.closed
        return whose == "neutral" or (whose in AXIS) != (self.me in AXIS)

    def mine(self) -> list[Counter]:
        """My counters on the board."""
        return [u for u in self.units if self.player(u) == self.me]

    def exposed(self, unit: Counter) -> bool:
        """Whether I may attack a unit, points aside. [6.3a] [6.3c] [6.3d] [3.5c]"""
        if not self.enemy(unit):
            return False
        if unit.type in ("u_boot", "resistance"):
            hunter = "fleet" if unit.type == "u_boot" else "army"
            beside = [u for u in self.here[unit.area] if u.type == hunter and self.player(u) == self.me]
            return any([self.in_supply(u) for u in beside])
        if unit.type == "air_fleet" and self.soldiers(unit.area):
            return False
        if AREA[unit.area].capital and unit.area in self.home_of(self.me):
            return True
        # Any unit will do that can do anything: no used Air Fleet [11.1.Ac], and Resistance is nobody's own.
        beside = [u for a in self.near(unit.area) for u in self.here[a] if self.player(u) == self.me]
        return any([self.in_supply(u) and not u.used for u in beside])

    def attack_cost(self, unit: Counter) -> int:
        """[6.3b] [6.3d] [8.1.A2] [8.1.A3] [8.1.B2] [8.1.B3] [R14]"""
        if unit.type in ("u_boot", "resistance"):
            return 2
        coast = AREA[unit.area].kind == "coastal"
        planes, carriers = "attack_aircraft" in self.techs, "aircraft_carriers" in self.techs
        if unit.type == "fleet":
            cost = 1 if carriers else 2 if "heavy_battleships" in self.techs else 3
            less = coast and planes
        else:
            cost = 1 if planes else 2 if "self_propelled_artillery" in self.techs else 3
            less = coast and carriers
        return max(1, cost - 1 if less else cost)

    # --- what is left on the board

    def after(
        self, gone: list[int], moved: dict[int, str], added: list[tuple[str, str]]
    ) -> list[tuple[str, str]]:
        """The counters, by kind and area, when some are gone, moved or added. [6.2g] [11.1c] [7.2.Dd]"""
        board = [(u.kind, moved.get(u.number, u.area)) for u in self.units if u.number not in gone]
        for number, area in moved.items():
            mover = next(u for u in self.units if u.number == number)
            if mover.type != "u_boot":
                lost = [u for u in self.here[area] if u.type == "air_fleet" and self.player(u) != self.me]
                for unit in lost:
                    board.remove((unit.kind, area))
        board += added
        stays: list[tuple[str, str]] = []
        for kind, area in board:
            if UNIT[kind].type == "air_fleet":
                owner = self.lord[UNIT[kind].nation]
                firm = [k for k, a in board if a == area and UNIT[k].type in ("army", "fleet")]
                if not firm and owner in PLAYERS and area not in self.home_of(owner):
                    continue
            stays.append((kind, area))
        left: list[tuple[str, str]] = []
        for kind, area in stays:
            if UNIT[kind].type == "resistance":  # any Allied unit sends it home, an Air Fleet too
                there = [self.lord[UNIT[k].nation] for k, a in stays if a == area and UNIT[k].type in STANDS]
                if there and there[0] in ("uk", "ussr"):
                    continue
            left.append((kind, area))
        return sorted(left)

    # --- deployment

    def deploy_cost(self, kind: str) -> int:
        """[6.1a] [6.1f] [8.1.C1] [8.1.C2]"""
        if UNIT[kind].type == "u_boot":
            return 2
        return 2 if ("shipyard" if UNIT[kind].type == "fleet" else "arsenal") in self.techs else 3

    def sites(self, kind: str) -> set[str]:
        """Where I may deploy a unit of a kind. [6.1b] [6.1c] [6.1e] [6.1f] [6.1g] [9.0c] [3.6a]"""
        row = UNIT[kind]
        out = [u for u in self.units if u.kind == kind]
        if len(out) == row.count or row.type == "resistance" or self.lord[row.nation] != self.me:
            return set()
        if row.type in ("air_fleet", "u_boot") and not self.special:
            return set()
        if row.type == "u_boot":
            if len(out) >= U_BOATS_IN.get(self.year, 3):
                return set()
            return {a for a in AREA if self.in_play(a) and AREA[a].uboat and len(self.boats(a)) < 2}
        if row.type == "air_fleet":
            mine = [n for n in POWER if n == self.me or POWER[n].player == self.me]  # joined or not [R15]
            planes = [u for u in self.units if u.type == "air_fleet" and UNIT[u.kind].nation in mine]
            if len(planes) >= (2 if "heavy_bombers" in self.techs else 1):
                return set()
        return {
            a
            for a in HOME[row.nation]
            if (AREA[a].shipyard if row.type == "fleet" else AREA[a].factory)
            and a not in self.damaged
            and self.room(a)
            and not [u for u in self.crowd(a) if self.player(u) != self.me]
            and (self.me in ("uk", "ussr") or not [u for u in self.here[a] if u.type == "resistance"])
        }


def ready_techs(names: list[str]) -> list[str]:
    """Of technologies in a row those that can be developed in this order, each once. [8.0f] [R25]"""
    found: list[str] = []
    for name in names:
        row = TECH[name]
        if (
            name not in found
            and all([x in found for x in row.requires_all])
            and (not row.requires_any or any([x in found for x in row.requires_any]))
        ):
            found.append(name)
    return found


assert (
    set(POWER) == {*PLAYERS, *ADDITIONAL, "france", "italy", "neutral"} and PACK.tables.air_fleets.limit == 1
)
