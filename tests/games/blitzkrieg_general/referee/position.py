"""A position as the referee sees it: the raw lists of a state under the names of the components."""

from typing import Any

from tests.games.blitzkrieg_general.referee import components as c

OFF_MAP = {-1: "pool", -2: "chart", -3: "removed", -4: "aside"}
SIDES = ("axis", "allies")
# Conditions of counters, the bits of a state.
MARKS = (
    *("flipped", "unsupplied", "railed", "rebased", "moved", "flying", "flown", "fought", "double", "pinned"),
    *("carried", "embarked", "landed", "invading", "reacted", "led", "raiding", "dropping", "transited"),
    *("observer", "elite", "rushed", "unprovoked", "short"),
)
OPTIONS = 14  # the optional rules 9.1 to 9.14 are the bits 1 to 14
FIGHT = (
    *("kind", "space", "side", "round", "stage", "volley", "invasion", "fortress", "surprise", "extra_dice"),
    *("extra_strength", "cards", "attacker_suffered", "defender_suffered"),
)
PHASES = (
    *("time_table", "reinforcements", "initiative", "weather", "limits", "supply_1", "rail", "rebase"),
    *("naval_move", "move", "reaction", "combat", "supply_2", "exploit", "exploit_reaction"),
    *("exploit_combat", "conquest", "us_entry", "income", "cards", "research", "production", "victory"),
)
KINDS_OF_FIGHT = ("land", "naval", "transit", "raid")


class Unit:
    """A counter."""

    def __init__(self, number: int, raw: dict[str, Any]) -> None:
        self.number = number
        self.row = c.KIND[number]
        self.kind: str = self.row["type"]
        self.nation: str = self.row["nation"]
        self.serves: str = c.COUNTRIES[raw["serves"][number]]
        place = raw["place"][number]
        self.place: str = c.SPACES[place] if place >= 0 else OFF_MAP[place]
        self.on_map = place >= 0
        bits = raw["cond"][number]
        self.marks = {mark for n, mark in enumerate(MARKS) if bits >> n & 1}
        self.sailed: int = bits >> 24 & 7
        carrier = raw["carrier"][number]
        self.carrier: int | None = carrier if carrier >= 0 else None
        came = raw["came"][number]
        self.came: dict[str, Any] | None = c.LINKS[came] if came >= 0 else None
        target = raw["target"][number]
        self.target: str = c.SPACES[target] if target >= 0 else ""
        embarked = raw["embarked_at"][number]
        self.embarked: str = c.SPACES[embarked] if embarked >= 0 else ""
        self.due: int = raw["due"][number]
        self.land = self.kind in c.LAND_KINDS
        self.hq = self.kind in c.HQS
        self.ship = self.kind in c.SHIPS
        self.air = self.kind == "aircraft"
        self.flipped = "flipped" in self.marks
        self.strength: int = self.row["back"] if self.flipped else self.row["front"]
        self.supplied = "unsupplied" not in self.marks

    def __repr__(self) -> str:
        return f"{self.row['id']}#{self.number} of {self.serves} @{self.place} {sorted(self.marks)}"

    def like(self) -> tuple[Any, ...]:
        """What tells it from others of its kind in one place: of those alike only one is offered."""
        return (self.row["id"], self.place, self.flipped)


class Fight:
    """The combat that is being fought."""

    def __init__(self, raw: list[list[int]]) -> None:
        row = dict(zip(FIGHT, raw[0], strict=True))
        self.kind = KINDS_OF_FIGHT[row["kind"]]
        self.space: str = c.SPACES[row["space"]]
        self.side = SIDES[row["side"]]
        self.round: int = row["round"]
        self.row = row
        self.attackers, self.defenders, self.air = list(raw[1]), list(raw[2]), list(raw[3])
        self.aims, self.leaving, self.hits, self.dice = raw[4], raw[5], raw[6], raw[7]


class Position:
    """What lies on the table."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw = raw = {n: v[:] if isinstance(v, list) else v for n, v in raw.items()}
        self.advanced = bool(raw["advanced"])
        self.scenario = c.SCENARIOS[raw["scenario"]]
        self.side = SIDES[raw["side"]]
        self.phase = PHASES[raw["phase"]]
        self.turn: int = raw["turn"]
        self.year, self.quarter = raw["turn"] // 4, raw["turn"] % 4 + 1
        self.unit = [Unit(number, raw) for number in range(len(c.KIND))]
        self.at: dict[str, list[Unit]] = {space: [] for space in c.SPACES}
        self.cargo: dict[int, list[Unit]] = {}
        for unit in self.unit:
            if unit.carrier is not None:
                self.cargo.setdefault(unit.carrier, []).append(unit)
            elif unit.on_map:
                self.at[unit.place].append(unit)
        self.control = {area: c.COUNTRIES[n] for area, n in zip(c.AREA, raw["control"], strict=True)}
        self.war = {name: self.countries(bits) for name, bits in zip(c.COUNTRIES, raw["war"], strict=True)}
        managers = [c.COUNTRIES[n] if n >= 0 else "" for n in raw["manager"]]
        self.manager = dict(zip(c.COUNTRIES, managers, strict=True))
        self.major_side = {m: SIDES[s] for m, s in zip(c.MAJOR, raw["major_side"], strict=True)}
        self.seat_of = dict(zip(c.MAJOR, raw["seat_of"], strict=True))
        self.conquered = self.countries(raw["conquered"])
        self.homes_conquered = {h for n, h in enumerate(c.HOME_COUNTRIES) if raw["homes_conquered"] >> n & 1}
        self.bombed = dict(zip(c.AREA, raw["bombed"], strict=True))
        self.fortress = bool(raw["fortress"])
        self.bad = {name: bool(raw["weather"][n]) for n, name in enumerate(("europe", "pacific"))}
        self.deliveries = [row for n, row in enumerate(c.DELIVERIES) if raw["deliveries"] >> n & 1]
        self.fruits = {
            m: {fruit for n, fruit in enumerate(c.FRUITS) if bits >> n & 1}
            for m, bits in zip(c.MAJOR, raw["achievements"], strict=True)
        }
        self.rail, self.rail_used = self.by_major("rail"), self.by_major("rail_used")
        self.saved, self.points = self.by_major("saved"), self.by_major("points")
        self.fight = None if raw["fight"] is None else Fight(raw["fight"])
        self._friends: dict[tuple[str, str], bool] = {}

    def by_major(self, name: str) -> dict[str, int]:
        """Return a raw list over the majors."""
        return dict(zip(c.MAJOR, raw_list(self.raw[name]), strict=True))

    @staticmethod
    def countries(bits: int) -> set[str]:
        """Return a raw set of countries by name."""
        return {name for n, name in enumerate(c.COUNTRIES) if bits >> n & 1}

    def rule(self, number: int) -> bool:
        """Return whether optional rule 9.number is used."""
        return bool(self.raw["optional"] >> number & 1)

    def card(self, name: str, where: int) -> bool:
        """Return whether a card is in a place: 0 deck, 1 a hand, 2 in effect, 3 out of the game."""
        return bool(self.raw["card_at"][c.CARDS.index(name)] == where)

    def in_effect(self, name: str) -> bool:
        """Return whether a permanent card is in effect."""
        return self.card(name, 2)

    def card_owner(self, name: str) -> str:
        """Return the major who holds or has played a card."""
        return str(c.COUNTRIES[self.raw["card_owner"][c.CARDS.index(name)]])

    # --- who is whose friend [R1] [R78] [R79] [8.2] [9.11]

    def side_of(self, country: str) -> str:
        """The side a country is on: that of its manager."""
        return self.major_side[self.manager[country]] if self.manager[country] else ""

    def at_war(self, country: str) -> bool:
        """Whether a country is at war with anybody."""
        return bool(self.war[country])

    def enemies(self, one: str, other: str) -> bool:
        """Whether two countries are at war with each other."""
        return other in self.war[one]

    def friends(self, one: str, other: str) -> bool:
        """Whether two countries may stack, support each other, and use each other's areas."""
        key = (one, other)
        if key not in self._friends:
            self._friends[key] = self._friendly(one, other)
        return self._friends[key]

    def _friendly(self, one: str, other: str) -> bool:
        if one == other:
            return True
        if c.VICHY in (one, other) or not self.side_of(one) or self.side_of(one) != self.side_of(other):
            return False
        mine, his = self.war[one] - {c.NOBODY}, self.war[other] - {c.NOBODY}
        for minor, wars, others in ((one, mine, his), (other, his, mine)):
            if self.manager[minor] in (one, other) and self.manager[minor] != minor:
                return wars <= others  # its manager is party to its wars
        if not mine & his:
            return False
        if self.raw["peace"] and self._parted_by_peace(one, other):
            return False
        if self.rule(11):
            managers = frozenset((self.manager[one], self.manager[other]))
            return len(managers) == 1 or managers in c.PARTNERS
        return True

    def _parted_by_peace(self, one: str, other: str) -> bool:
        for a, b in ((one, other), (other, one)):
            if self.manager[a] == self.manager[b]:
                continue
            if self.manager[a] == "japan" and "ussr" in self.war[b]:
                return True
            if self.manager[a] == "ussr" and "japan" in self.war[b]:
                return True
        return False

    # --- areas

    def friendly(self, country: str, area: str) -> bool:
        """Whether an area is controlled by a country or its friend."""
        return self.friends(country, self.control[area])

    def hostile(self, country: str, area: str) -> bool:
        """Whether an area is controlled by an enemy of a country."""
        return self.enemies(country, self.control[area])

    def foes(self, country: str, space: str) -> list[Unit]:
        """The enemies of a country in a space, cargo not counted."""
        return [u for u in self.at[space] if self.enemies(country, u.serves)]

    def mates(self, country: str, space: str) -> list[Unit]:
        """The units of a country and its friends in a space."""
        return [u for u in self.at[space] if self.friends(country, u.serves)]


def raw_list(value: Any) -> list[int]:
    """Return a raw list or bytes as a list."""
    return list(value)
