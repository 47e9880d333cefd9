"""What must hold of numbers of players, options and set-ups in Total Domination's files."""

from __future__ import annotations

from typing import Final

from sandtable.engine.data.relations import Book, Check
from sandtable.games.total_domination.components import schema as shape

# ---------------------------------------------------------------- numbers of players and options


def check_mode(b: Book, m: shape.Mode) -> None:
    """Check that the powers of each seat go together and all have one."""
    seated = [power for seat in m.seats for power in seat]
    b.need(m.players == len(m.seats), "players", f"{len(m.seats)}, as many as seats")
    if m.players == 1:
        right = sorted(seated) == sorted(b.pack.solo.human_powers)
        b.need_words(right, "seats", ", ".join(seated), "the human_powers of solo.toml")
    else:
        right = sorted(seated) == sorted(b.of("player"))
        b.need_words(right, "seats", ", ".join(seated), "each power that a player runs, once")
        b.need(m.draft_keep > 0, "draft_keep", "at least 1 where cards are drafted")
    for seat in m.seats:
        factions = {b.of("power")[power].faction for power in seat}
        b.need_words(len(factions) == 1, "seats", ", ".join(seat), "powers of one faction in a seat")
        right = m.hands == "per_power" or len(seat) > 1
        b.need(right, "hands", '"per_power" where a player has one power')


def check_arctic(b: Book, arctic: shape.Arctic) -> None:
    """Check the areas of the Arctic Expansion, and its units at the start."""
    boats = [a.id for a in b.of("arctic_area").values() if a.uboat]
    right = boats == [arctic.extra_u_boot_area]
    b.need(right, "extra_u_boot_area", "the one Arctic area with uboat = true")
    stacks = Stacks(b)
    for row in arctic.extra_placement:
        stacks.place(row, True)
        b.need(b.of("area")[row.area].arctic, "area", "an Arctic area for arctic.extra_placement")


def check_free_setup(b: Book, free: shape.FreeSetup) -> None:
    """Check that what is placed freely exists and finds room."""
    right = free.order == b.pack.powers.alternative_setup_order
    b.need_words(right, "order", ", ".join(free.order), "the order of powers.toml")
    stacks = Stacks(b)
    for row in free.fixed:
        stacks.place(row, False)
    for c in free.choices:
        b.go(c)
        player = b.of("power")[c.nation].player
        b.need(c.player == player, "player", f'"{player}", as powers.toml says')
        homes = [a.id for a in b.of("area").values() if a.home == c.nation and not a.arctic]
        for area in c.closed:
            b.need(area in homes, "closed", f"a Home area of {c.nation}", area)
        units = [u for u in b.pack.units.units if u.nation == c.nation and u.type in ("army", "fleet")]
        left = sum([u.count - stacks.placed.get(u.id, 0) for u in units])
        b.need(c.count <= left, "count", f"at most {left}, the armies and fleets left")
        room = sum([stacks.limit(a) - stacks.stacked.get(a, 0) for a in homes if a not in c.closed])
        b.need(c.count <= room, "count", f"at most {room}, for which there is room")


class Stacks:
    """The units that a set-up has placed so far."""

    def __init__(self, b: Book) -> None:
        self.b = b
        self.placed: dict[str, int] = {}
        self.stacked: dict[str, int] = {}
        self.boats: dict[str, int] = {}
        self.owner: dict[str, str] = {}

    def limit(self, area: str) -> int:
        """Return how many units an area holds."""
        stacking: shape.Stacking = self.b.pack.tables.stacking
        return stacking.capital if self.b.of("area")[area].capital else stacking.one_or_two_stars

    def place(self, row: shape.Placement, arctic: bool) -> None:
        """Place units; raise `PackError` unless they may stand there and are few enough."""
        b = self.b
        b.go(row)
        a: shape.Area = b.of("area")[row.area]
        u: shape.Unit = b.of("unit")[row.unit]
        kind: shape.UnitType = b.of("type")[u.type]
        b.need(arctic or not a.arctic, "area", "an area outside the Arctic")
        b.need(a.kind in kind.kinds, "area", f"an area for a unit of type {u.type}")
        b.need(u.type != "u_boot" or a.uboat, "area", "a U-Boot area")
        placed = self.placed[u.id] = self.placed.get(u.id, 0) + row.count
        b.need(placed <= u.count, "count", f"at most {u.count} in all, one for each counter")
        if u.type == "u_boot":
            boats = self.boats[a.id] = self.boats.get(a.id, 0) + row.count
            most = b.pack.tables.stacking.u_boots_per_area
            b.need(boats <= most, "count", f"at most {most} U-Boots here")
        if kind.counts_for_stack:
            stack = self.stacked[a.id] = self.stacked.get(a.id, 0) + row.count
            b.need(stack <= self.limit(a.id), "count", f"at most {self.limit(a.id)} units here")
            owner = self.owner.setdefault(a.id, u.player)
            b.need(owner == u.player, "unit", "units of one player in an area")


# ---------------------------------------------------------------- set-ups


def check_scenario(b: Book, s: shape.ScenarioFile) -> None:
    """Check the years, the numbers of players and the deck of a scenario."""
    years = [r.year for r in b.pack.tracks.rounds]
    b.need(s.first_round in years, "first_round", "a year of the round track")
    b.need(s.last_round in years, "last_round", "a year of the round track")
    b.need(s.first_round <= s.last_round, "first_round", f"at most {s.last_round}")
    known = {m.players for m in b.pack.modes.modes}
    for number in s.players:
        b.need(number in known, "players", "numbers of players that modes.toml has", number)
        b.need((number == 1) == s.solo, "players", "1 in a solo game, and only there", number)
    right = s.solo == (s.victory == "home_areas")
    b.need(right, "victory", '"home_areas" in a solo game, and only there')
    deck = len([c for c in b.pack.cards.cards if c.colour not in s.decks_apart])
    right = len(b.of("player")) * s.deal_first_round <= deck
    b.need(right, "deal_first_round", f"at most the {deck} cards of the deck in all")
    for name in s.joined:
        b.need(name not in s.closed, "closed", "no power that has joined", name)
        b.need(name not in s.decks_apart, "decks_apart", "no power that has joined", name)
    if s.allies_join_war:
        for name in b.of("additional"):
            right = name in s.joined or name in s.decks_apart
            b.need_words(right, "decks_apart", f"no {name}", "each power that may join")


def check_technologies(b: Book, s: shape.ScenarioFile) -> None:
    """Check that the cards of active technologies are there once, and with what they need."""
    seen: set[str] = set()
    for power, names in s.technologies.items():
        field = f"technologies.{power}"
        active: list[str] = []
        for name in names:
            b.need(name not in seen, field, "each card once", name)
            seen.add(name)
            card = b.of("card")[name]
            b.need(card.colour not in s.decks_apart, field, "a card of the draw deck", name)
            active.append(card.technology)
        b.need_words(len(set(active)) == len(active), field, "a repetition", "each technology once")
        for technology in active:
            t = b.of("technology")[technology]
            right = all([x in active for x in t.requires_all])
            if t.requires_any:
                right = right and any([x in active for x in t.requires_any])
            b.need(right, field, "technologies with all that they require", technology)


def check_stars(b: Book, row: shape.AreaStars) -> None:
    """Check that a scenario's own stars leave Home areas and Capitals alone."""
    home = b.of("area")[row.area].home
    b.need(b.of("power")[home].rank == "neutral", "area", "an area that is nobody's home")
    b.need(row.stars < 3, "stars", "1 or 2, for only Capitals have 3")


def check_placement(b: Book, s: shape.ScenarioFile) -> None:
    """Check that the units of a set-up can stand where they do."""
    stacks = Stacks(b)
    for row in s.placement:
        stacks.place(row, False)
        right = not s.solo or b.of("unit")[row.unit].type not in b.pack.solo.removed_types
        b.need(right, "unit", "no unit of a type that the solo game does not use")
    if s.arctic_allowed:
        for row in b.pack.modes.arctic.extra_placement:
            stacks.place(row, True)


CHECKS: Final[tuple[Check, ...]] = (
    (shape.Mode, check_mode),
    (shape.Arctic, check_arctic),
    (shape.FreeSetup, check_free_setup),
    (shape.ScenarioFile, check_scenario),
    (shape.ScenarioFile, check_technologies),
    (shape.AreaStars, check_stars),
    (shape.ScenarioFile, check_placement),
)
