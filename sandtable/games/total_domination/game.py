"""Total Domination as a game of the engine's: set-up, seats, names, views, secrets, invariants."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from sandtable.engine.errors import BadOption
from sandtable.engine.game import Game, Measure, Option, OptionValue, Rule, Scenario, Setup
from sandtable.engine.odds import Odds
from sandtable.engine.pack import pack_hash
from sandtable.engine.rng import Rng
from sandtable.engine.scene import Order, Panel, Piece, Place, Scene
from sandtable.engine.state import State
from sandtable.engine.step import Step
from sandtable.games.total_domination import (
    air,
    deploy,
    doctrine,
    draft,
    events,
    intelligence,
    logistics,
    measures,
    movement,
    odds,
    operations,
    order,
    partners,
    rockets,
    sequence,
    solo,
    turn,
)
from sandtable.games.total_domination import setup as setting
from sandtable.games.total_domination.facts import check_facts
from sandtable.games.total_domination.ids import Ids, build_names
from sandtable.games.total_domination.invariants import check_board
from sandtable.games.total_domination.load import load_pack
from sandtable.games.total_domination.scene import build_board, build_panels, build_scene, describe_moment
from sandtable.games.total_domination.schema import Pack
from sandtable.games.total_domination.secrets import resample, shuffle_solo
from sandtable.games.total_domination.state import Board
from sandtable.games.total_domination.tables import AXIS, Tables, build_tables
from sandtable.games.total_domination.view import build_view

STEP_CLASSES: tuple[type[Step[Any]], ...] = (
    sequence.Round,
    turn.Actions,
    turn.Turn,
    turn.Use,
    turn.Reserve,
    turn.Halve,
    operations.Operate,
    movement.Move,
    deploy.Deploy,
    deploy.Disband,
    draft.Draft,
    draft.Thin,
    draft.Offer,
    draft.Give,
    intelligence.Replace,
    intelligence.Decode,
    intelligence.Spy,
    intelligence.Sift,
    events.Tactic,
    events.Science,
    logistics.Logistics,
    logistics.Puppet,
    rockets.Rocket,
    rockets.Aim,
    rockets.Warned,
    air.Sortie,
    air.Approach,
    air.Strike,
    air.Bombard,
    partners.Switch,
    partners.Relocate,
    setting.Place,
    setting.Station,
    solo.SoloTurn,
)

# Options: the id, the title, what it may be, the default, what it does.
OPTIONS: Final = (
    Option(
        "advanced",
        "Advanced rules (11.1, 11.2, 7.2.D)",
        (True, False),
        True,
        "Air Fleets, U-boats and Resistance are in the game.",
    ),
    Option(
        "arctic",
        "Arctic Expansion (11.4)",
        (True, False),
        False,
        "Five more areas in the middle of the board, and cards exchanged over the Arctic.",
    ),
    Option(
        "set_up",
        "Set-up (11.3)",
        ("standard", "free"),
        "standard",
        "free: starting with the USSR, each player places the first units in any of its Home areas.",
    ),
    Option(
        "two_players",
        "Two players (10.1, 10.2)",
        ("common", "separate"),
        "common",
        "common: one hand for both powers of a player; separate: a hand for each power.",
    ),
    Option(
        "three_players",
        "Three players (10.3)",
        ("axis", "allies"),
        "axis",
        "Which faction one player runs alone, with a hand for each of its two powers.",
    ),
    Option(
        "board",
        "Side of the board (2.0)",
        ("basic", "alternative"),
        "basic",
        "How the map is drawn; the alternative side has plain land links instead of triangles.",
    ),
)


class TotalDomination(Game):
    """The game with one component pack."""

    def __init__(self, folder: Path) -> None:
        self.slug = "total_domination"
        self.title = "Total Domination"
        self.version = "1"
        pack = load_pack(folder)
        self.pack: Pack = pack
        self.tables: Tables = build_tables(pack)
        self.ids = Ids(self.tables)
        self.names = build_names(self.tables)
        self.pack_hash = pack_hash(folder)
        self.data_folder = str(folder)
        self.scenarios = [Scenario(s.id, s.name, s.players) for s in self.tables.scenarios]
        self.options = list(OPTIONS)
        self.rules = {r.id: Rule(r.id, r.title, r.scope, r.enforce) for r in pack.rules.rules}
        self.steps = {cls.__name__: cls for cls in STEP_CLASSES}

    # --- set-up

    def settle(
        self,
        scenario: str | None = None,
        players: int | None = None,
        options: dict[str, OptionValue] | None = None,
        seed: int = 0,
    ) -> Setup:
        """Fill in defaults and refuse what does not go together."""
        setup = super().settle(scenario, players, options, seed)
        start = self.tables.scenarios[self.tables.scenario_index[setup.scenario]]
        if setup.options["arctic"] is True and not start.arctic_allowed:  # [12.2a]
            raise BadOption(f"{start.name} is played without the Arctic Expansion.")
        if setup.options["set_up"] == "free" and not start.free_setup_allowed:  # [2.0.8]
            raise BadOption(f"{start.name} has its own set-up; units are not placed freely.")
        return setup

    def mode(self, setup: Setup) -> int:
        """The way of sharing powers and hands among so many players. [10.2] [10.3] [13.0b]"""
        t = self.tables
        for mode, seats in enumerate(t.mode_seats):
            if len(seats) != setup.players:
                continue
            if setup.players == 2 and (t.mode_common[mode] != 0) != (
                setup.options["two_players"] == "common"
            ):
                continue
            alone = AXIS if setup.options["three_players"] == "axis" else 1 - AXIS
            if setup.players == 3 and t.faction[seats[0][0]] != alone:
                continue
            return mode
        raise BadOption(f"{self.title} is not for {setup.players} players.")

    def blank(self, setup: Setup) -> Board:
        """An empty board with these options."""
        g = Board(self.tables, self.ids, setup.seed)
        chosen = setup.options
        g.scenario = self.tables.scenario_index[setup.scenario]
        g.mode = self.mode(setup)
        g.advanced = chosen["advanced"] is True
        g.arctic = chosen["arctic"] is True
        g.free_setup = chosen["set_up"] == "free"
        g.alternative = chosen["board"] == "alternative"
        g.frame()
        return g

    def new(self, setup: Setup) -> Board:
        """The set-up of the scenario. [12.0]"""
        g = self.blank(setup)
        setting.set_up(g)
        g.push(sequence.Round(sequence.DEAL))
        setting.placing(g)
        return g

    def seat_names(self, g: State) -> list[str]:
        """A player who runs both powers of a faction is called by it. [10.1a] [10.3]"""
        assert isinstance(g, Board)
        t = self.tables
        found: list[str] = []
        for powers in t.mode_seats[g.mode]:
            if len(powers) == 1:
                found.append(t.nation_name[powers[0]])
            else:
                found.append(t.faction_name[t.faction[powers[0]]])
        return found

    def teams(self, setup: Setup) -> tuple[tuple[int, ...], ...]:
        """The seats of each faction. [3.1]"""
        t = self.tables
        seats = t.mode_seats[self.mode(setup)]
        found: list[tuple[int, ...]] = []
        for faction in range(len(t.faction_name)):
            team = tuple([s for s in range(len(seats)) if t.faction[seats[s][0]] == faction])
            if team:
                found.append(team)
        return tuple(found)

    # --- names

    def stem(self, g: State, choice: int) -> str:
        """Counters on the board are named by kind and place: `unit:german_army@poland`."""
        assert isinstance(g, Board)
        t = self.tables
        unit = choice - self.ids.unit
        if not 0 <= unit < t.n_units or g.place[unit] < 0:
            return ""
        state = ".used" if g.used[unit] else ""
        return f"unit:{t.kind_id[t.unit_kind[unit]]}{state}@{t.area_id[g.place[unit]]}"

    def stack(self, g: State, place: str) -> list[int]:
        """The counters in an area."""
        assert isinstance(g, Board)
        area = self.tables.area_index.get(place, -1)
        return [] if area < 0 else [self.ids.unit + unit for unit in g.at[area]]

    def label(self, g: State, choice: int) -> str:
        """The words for a choice; a counter's with its state and place."""
        assert isinstance(g, Board)
        label = self.names.labels[choice]
        unit = choice - self.ids.unit
        if not 0 <= unit < self.tables.n_units or g.place[unit] < 0:
            return label
        state = " (used)" if g.used[unit] else ""
        return f"{label}{state} in {self.tables.area_name[g.place[unit]]}"

    def same(self, g: State, one: int, other: int) -> bool:
        """Counters of one kind in one area that nothing tells apart."""
        assert isinstance(g, Board)
        t = self.tables
        first = self.ids.unit
        units = range(first, first + t.n_units)
        if one not in units or other not in units:
            return one == other
        a, b = one - first, other - first
        return g.place[a] == g.place[b] and t.unit_kind[a] == t.unit_kind[b] and g.used[a] == g.used[b]

    # --- what people and bots see

    def view(self, g: State, seat: int | None) -> dict[str, Any]:
        """What a seat may know."""
        assert isinstance(g, Board)
        return build_view(g, seat)

    def scene(self, g: State, seat: int | None) -> Scene:
        """The table, for drawing."""
        assert isinstance(g, Board)
        return build_scene(g, seat)

    def board(self, g: State) -> tuple[list[Place], list[Piece]]:
        """The map with its counters, which all see alike."""
        assert isinstance(g, Board)
        return build_board(g)

    def headline(self, g: State, seat: int | None) -> str:
        """Where in the game we are."""
        assert isinstance(g, Board)
        return describe_moment(g, seat)

    def panels(self, g: State, seat: int | None) -> list[Panel]:
        """What lies beside the map."""
        assert isinstance(g, Board)
        return build_panels(g, seat)

    def about(self) -> str:
        """What the game is, in a line."""
        return order.ABOUT

    def order(self) -> Order:
        """The order of play."""
        return order.ORDER

    def stage(self, g: State) -> int:
        """Where in the order of play we are."""
        assert isinstance(g, Board)
        return order.stage(g)

    def turn(self, g: State) -> int:
        """The round; each is a year."""
        assert isinstance(g, Board)
        return g.round

    def turn_name(self, g: State) -> str:
        """The round in words."""
        assert isinstance(g, Board)
        return str(g.year())

    def measures(self, g: State) -> list[Measure]:
        """How the war goes, in figures."""
        assert isinstance(g, Board)
        return measures.measures(g)

    def holdings(self, g: State, seat: int) -> list[int]:
        """The cards and developments a seat has."""
        assert isinstance(g, Board)
        return measures.holdings(g, seat)

    def resample(self, g: State, seat: int, rng: Rng) -> None:
        """Draw anew what is hidden from a seat."""
        assert isinstance(g, Board)
        resample(g, seat, rng)

    def reshuffle(self, g: State, rng: Rng) -> None:
        """Draw anew what nobody knows: which solo cards are dealt for this year."""
        assert isinstance(g, Board)
        shuffle_solo(g, rng)

    def value(self, g: State, seat: int) -> float:
        """An estimate of the seat's result."""
        assert isinstance(g, Board)
        return doctrine.value(g, seat)

    def traits(self, g: State) -> list[float]:
        """What tells whether the Axis wins."""
        assert isinstance(g, Board)
        return doctrine.traits(g)

    def moment(self, g: State) -> int:
        """Whose turn and what part of it."""
        assert isinstance(g, Board)
        return g.round * 16 + g.power

    def preferences(self, g: State, seat: int, choices: list[int]) -> list[float]:
        """The doctrine's view of the choices."""
        assert isinstance(g, Board)
        return doctrine.preferences(g, seat, choices, self.tables.by_hand)

    def prior(self, g: State, seat: int, choices: list[int]) -> list[float]:
        """The same with what was learnt from play, in games of two factions."""
        assert isinstance(g, Board)
        creeds = self.tables.by_hand if g.start.solo else self.tables.learnt
        return doctrine.preferences(g, seat, choices, creeds)

    def odds(self, g: State, seat: int | None) -> list[Odds]:
        """The odds of what is being attacked."""
        assert isinstance(g, Board)
        return odds.pending(g, seat)

    def facts(self) -> list[str]:
        """Where the pack contradicts the rulebook."""
        return check_facts(self.pack, self.tables)

    def check(self, g: State) -> None:
        """The invariants of a position."""
        assert isinstance(g, Board)
        check_board(g)
