"""Total Domination as a game of the engine's: set-up, seats, names, views, secrets, invariants."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandtable.engine.errors import BadOption
from sandtable.engine.game import Option, OptionValue, Scenario, Setup
from sandtable.engine.parts import Parts
from sandtable.games.total_domination import sequence
from sandtable.games.total_domination.bot import doctrine
from sandtable.games.total_domination.components.constants import AXIS
from sandtable.games.total_domination.components.facts import check_facts
from sandtable.games.total_domination.components.ids import Ids, build_names
from sandtable.games.total_domination.components.relations import load_pack
from sandtable.games.total_domination.components.schema import Pack
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import Tables, build_tables
from sandtable.games.total_domination.invariants import check_board
from sandtable.games.total_domination.odds import fights
from sandtable.games.total_domination.rules import setup as setting
from sandtable.games.total_domination.rules.secrets import resample, shuffle_solo
from sandtable.games.total_domination.table import open_cards, order_of_play, statistics
from sandtable.games.total_domination.table.observation import BoardObservation
from sandtable.games.total_domination.table.scene import (
    build_board,
    build_headline,
    build_panels,
    build_scene,
)
from sandtable.games.total_domination.table.view import build_view
from sandtable.wargame.game import CounterGame

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


class TotalDomination(CounterGame[Board]):
    """The game with one component pack."""

    def __init__(self, folder: Path) -> None:
        pack = load_pack(folder)
        self.declare("total_domination", "Total Domination", "1", folder, pack.rules.rules)
        self.pack: Pack = pack
        self.tables: Tables = build_tables(pack)
        self.ids = Ids(self.tables)
        self.names = build_names(self.tables)
        t = self.tables
        self.declare_counters(self.ids.unit, [t.kind_id[k] for k in t.unit_kind], t.area_id, t.area_name)
        self.scenarios = [Scenario(s.id, s.name, s.players) for s in self.tables.scenarios]
        self.options = list(OPTIONS)
        self.parts = Parts(
            view=build_view,
            scene=build_scene,
            board=build_board,
            headline=build_headline,
            panels=build_panels,
            open_cards=open_cards.find_cards,
            card=open_cards.build_card,
            card_fields=open_cards.FIELDS,
            about=order_of_play.ABOUT,
            order=order_of_play.ORDER,
            stage=order_of_play.stage,
            turn=order_of_play.turn,
            turn_name=order_of_play.turn_name,
            moment=order_of_play.phase_number,
            measures=statistics.measures,
            holdings=statistics.holdings,
            resample=resample,
            reshuffle=shuffle_solo,
            value=doctrine.value,
            traits=doctrine.traits,
            preferences=doctrine.preferences,
            prior=doctrine.prior,
            odds=fights.pending,
            observation=BoardObservation,
            facts=lambda: check_facts(pack, self.tables),
            check=check_board,
        )

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
        """Return the way of sharing powers and hands among the players. [10.2] [10.3] [13.0b]"""
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
        """Return an empty board with these options."""
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
        """Return the set-up of the scenario. [12.0]"""
        g = self.blank(setup)
        setting.set_up(g)
        g.push(sequence.Round(sequence.DEAL))
        setting.placing(g)
        return g

    def seat_names(self, g: Board) -> list[str]:
        """Return a player who runs both powers of a faction is called by it. [10.1a] [10.3]"""
        t = self.tables
        found: list[str] = []
        for powers in t.mode_seats[g.mode]:
            if len(powers) == 1:
                found.append(t.nation_name[powers[0]])
            else:
                found.append(t.faction_name[t.faction[powers[0]]])
        return found

    def teams(self, setup: Setup) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each faction. [3.1]"""
        t = self.tables
        seats = t.mode_seats[self.mode(setup)]
        found: list[tuple[int, ...]] = []
        for faction in range(len(t.faction_name)):
            team = tuple([s for s in range(len(seats)) if t.faction[seats[s][0]] == faction])
            if team:
                found.append(team)
        return tuple(found)

    # --- names

    def condition(self, g: Board, unit: int) -> tuple[str, str]:
        return (".used", " (used)") if g.used[unit] else ("", "")

    def same(self, g: Board, one: int, other: int) -> bool:
        """Counters of one kind in one area that nothing tells apart."""
        t = self.tables
        first = self.ids.unit
        units = range(first, first + t.n_units)
        if one not in units or other not in units:
            return one == other
        a, b = one - first, other - first
        return g.place[a] == g.place[b] and t.unit_kind[a] == t.unit_kind[b] and g.used[a] == g.used[b]
