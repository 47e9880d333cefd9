"""Random positions: counters thrown together, with partners, powers that have joined, technologies and cards.

They are built with the game's own `testing`; the referee has no part in them.
"""

from random import Random

from sandtable.games.total_domination.components.constants import IN_PLAY
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.sequence import ACTIONS, Round
from sandtable.games.total_domination.testing import card, position
from tests.games.total_domination.atlas import AREA, CARD, NEAR, PLAYERS, TECH, UNIT
from tests.games.total_domination.clicks import MODES
from tests.games.total_domination.referee.components import ADDITIONAL, AXIS, LIMIT, MATE, SOLO, STANDS, event
from tests.games.total_domination.referee.orders import ready_techs

SCENARIOS = ("standard", "standard", "standard", "rise_of_the_axis", "solo")
KINDS = {
    nation: [k for k in UNIT if UNIT[k].nation == nation and UNIT[k].type in STANDS]
    for nation in {UNIT[k].nation for k in UNIT}
}


class Draft:
    """A random position in the making: names of counters by area."""

    def __init__(self, rng: Random, scenario: str = "") -> None:
        self.rng = rng
        self.scenario = scenario or rng.choice(SCENARIOS)
        self.special = self.scenario != "solo" and rng.random() < 0.9
        self.arctic = self.scenario not in ("solo", "fall_of_the_axis") and rng.random() < 0.4
        self.joined = [n for n in ADDITIONAL if self.scenario != "rise_of_the_axis" and rng.random() < 0.5]
        if self.scenario == "fall_of_the_axis":
            self.joined = [*ADDITIONAL]
        self.lord = {n: n for n in (*PLAYERS, *ADDITIONAL, "neutral")}
        self.lord |= {n: ADDITIONAL[n] for n in self.joined}
        self.lord["france"] = rng.choice(("uk", "uk", "germany", "japan"))
        self.lord["italy"] = rng.choice(("germany", "germany", "uk", "ussr"))
        self.left = {k: UNIT[k].count for k in UNIT}
        self.units: dict[str, list[str]] = {}
        self.tenant: dict[str, str] = {a: self.lord[AREA[a].home] for a in AREA if AREA[a].home != "neutral"}

    def open_to(self, player: str, area: str) -> bool:
        """Whether units of a player can have come there."""
        home = AREA[area].home
        lord = self.lord[home]
        if player == "neutral":
            return home == "neutral"
        if player in ADDITIONAL:
            return home == player
        if home in ADDITIONAL and lord == home:
            return player in AXIS and self.scenario != "rise_of_the_axis"
        return lord != MATE[player]

    def fill(self) -> None:
        """Put units on the board, most of them beside what their player has."""
        rng = self.rng
        order = [a for a in AREA if self.arctic or not AREA[a].arctic]
        rng.shuffle(order)
        owners = [*PLAYERS, *[n for n in ADDITIONAL if self.lord[n] == n], "neutral"]
        for area in [*order, *order]:
            if area in self.units or rng.random() < 0.35:
                continue
            near = [self.tenant[a] for a in sorted(NEAR[area]) if self.tenant.get(a) in PLAYERS]
            if AREA[area].home != "neutral" and rng.random() < 0.5:
                near = [self.lord[AREA[area].home]]
            who = rng.choice(near) if near and rng.random() < 0.8 else rng.choice(owners)
            if self.open_to(who, area):
                self.occupy(area, who)
        if self.special:
            self.below()

    def occupy(self, area: str, who: str) -> None:
        """Put some units of a player into an area."""
        rng = self.rng
        mine = [k for n, lord in self.lord.items() if lord == who for k in KINDS.get(n, [])]
        fit = [k for k in mine if AREA[area].kind in STANDS[UNIT[k].type]]
        home = self.lord[AREA[area].home] == who
        there: list[str] = []
        for _ in range(rng.randint(1, LIMIT[AREA[area].stars])):
            kinds = [k for k in fit if self.left[k]]
            if not there and not (home and rng.random() < 0.3):
                kinds = [k for k in kinds if UNIT[k].type != "air_fleet"]
            if not self.special or (area == "arctic"):
                kinds = [k for k in kinds if UNIT[k].type != "air_fleet"]
            if kinds:
                kind = rng.choice(kinds)
                self.left[kind] -= 1
                there.append(kind)
        if there:
            self.units[area] = there
            self.tenant[area] = who

    def below(self) -> None:
        """U-boats and Resistance."""
        rng = self.rng
        for area in AREA:
            there = self.units.setdefault(area, [])
            if AREA[area].uboat and (self.arctic or not AREA[area].arctic):
                for _ in range(rng.choice((0, 1, 1, 2))):
                    if self.left["u_boot"]:
                        self.left["u_boot"] -= 1
                        there.append("u_boot")
            elif (
                AREA[area].kind != "island" and self.tenant.get(area) in (*AXIS, None) and rng.random() < 0.1
            ):
                if self.left["resistance"] and (self.arctic or not AREA[area].arctic):
                    self.left["resistance"] -= 1
                    there.append("resistance")

    def row(self, area: str) -> str:
        """The units of an area as `position` takes them, Air Fleets after those that keep them there."""
        names = sorted(self.units[area], key=lambda k: UNIT[k].type == "air_fleet")
        told = [f"{k} used" if UNIT[k].type == "air_fleet" and self.rng.random() < 0.4 else k for k in names]
        return ", ".join(told)

    def build(self) -> Board:
        """The position, with a card in play."""
        rng = self.rng
        me = rng.choice(("uk", "ussr") if self.scenario == "solo" else PLAYERS)
        names = [*TECH]
        rng.shuffle(names)
        g = position(
            units={a: self.row(a) for a in self.units},
            scenario=self.scenario,
            mode="solo" if self.scenario == "solo" else "four_players",
            year=rng.choice((1939, 1940, 1941, 1944)),
            turn=me,
            joined=self.joined,
            partners={n: self.lord[n] for n in ("france", "italy")},
            techs={me: ready_techs([*names, *names])[: rng.choice((0, 2, 5, 15))]},
            damage=self.ruins(),
            saved={me: "g14"} if rng.random() < 0.3 else {},
            arctic=self.arctic,
            advanced=self.special or self.scenario == "solo",
            seed=rng.randrange(10**6),
        )
        g.log = None
        g.lay(card(g, "u14"), IN_PLAY)
        return g

    def ruins(self) -> list[str]:
        """Areas with a damage marker."""
        return [a for a in AREA if AREA[a].factory and self.rng.random() < 0.15]

    def hands(self, cards: list[str]) -> dict[str, list[str]]:
        """Deal some of these cards, to each power rather its own."""
        found: dict[str, list[str]] = {}
        for power in ("uk", "ussr") if self.scenario == "solo" else PLAYERS:
            found[power] = []
            for _ in range(min(len(cards), self.rng.randint(2, 6))):
                own = [c for c in cards if self.lord[CARD[c].colour] == power] or cards
                own = [c for c in own if event(c) not in ("value", "peace")] or own
                card = self.rng.choice(own if self.rng.random() < 0.7 else cards)
                cards.remove(card)
                found[power].append(card)
        return found

    def war(self) -> Board:
        """The position before the first turn of a year, with hands, technologies and cards on the table."""
        rng = self.rng
        solo = self.scenario == "solo"
        mode = rng.choice([m for m in MODES if (m == "solo") == solo])
        cards = [c for c in CARD if CARD[c].colour not in ADDITIONAL or CARD[c].colour in self.joined]
        rng.shuffle(cards)
        techs: dict[str, list[str]] = {}
        left = cards[:]
        for power in PLAYERS:  # as many technologies as there are cards for them
            techs[power] = []
            for name in ready_techs([*TECH, *TECH])[:: rng.choice((1, 2, 3))] if rng.random() < 0.7 else []:
                shown = [c for c in left if CARD[c].technology == name]
                if shown and rng.random() < 0.6 and name in ready_techs([*techs[power], name]):
                    techs[power].append(name)
                    left.remove(min(shown))
        left = [c for c in cards if c in left]
        year = rng.choice((1943, 1944) if self.scenario == "fall_of_the_axis" else (1939, 1940, 1941, 1942))
        events = self.scenario != "rise_of_the_axis"
        flags = [c for c in left if event(c) == "influence"][:4] if events else []
        free = [c for c in left if c not in flags]
        beside: dict[str, list[str]] = {}
        for flag in flags:
            beside.setdefault(rng.choice(("uk", "ussr") if solo else PLAYERS), []).append(flag)
        g = position(
            units={a: self.row(a) for a in self.units},
            scenario=self.scenario,
            mode=mode,
            year=year,
            turn="germany",
            hands=self.hands(free),
            discards=[free.pop() for _ in range(min(len(free), rng.choice((0, 4, 20))))],
            techs=techs,
            influence=beside,
            joined=self.joined,
            partners={n: self.lord[n] for n in ("france", "italy")},
            damage=self.ruins(),
            arctic=self.arctic,
            advanced=self.special or solo,
            pile=rng.sample([c for c in SOLO if SOLO[c].year <= year], 6) if solo else [],
            seed=rng.randrange(10**6),
        )
        g.log = None
        g.push(Round(ACTIONS))
        return g


def draw(rng: Random) -> Board:
    """A random position."""
    draft = Draft(rng)
    draft.fill()
    return draft.build()


def draw_war(rng: Random) -> Board:
    """A random war, before the first turn of a year."""
    draft = Draft(rng, rng.choice((*SCENARIOS, "fall_of_the_axis")))
    draft.fill()
    return draft.war()
