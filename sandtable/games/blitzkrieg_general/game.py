"""Blitzkrieg General as a game of the engine: set-up, seats, names, and the parts it is made of."""

from __future__ import annotations

from pathlib import Path

from sandtable.engine.errors import BadOption
from sandtable.engine.game import Game, OptionValue, Scenario, Setup
from sandtable.engine.parts import Parts
from sandtable.engine.rng import Rng
from sandtable.engine.step import Refusal
from sandtable.games.blitzkrieg_general import sequence
from sandtable.games.blitzkrieg_general.bot import doctrine
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import ALLIES, AXIS, CHART, POOL
from sandtable.games.blitzkrieg_general.components.facts import check_facts
from sandtable.games.blitzkrieg_general.components.identical_units import is_identical
from sandtable.games.blitzkrieg_general.components.ids import Ids, build_ids
from sandtable.games.blitzkrieg_general.components.pack_relations import load_pack
from sandtable.games.blitzkrieg_general.components.schema import Pack
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.components.tables import Tables, build_tables
from sandtable.games.blitzkrieg_general.invariants import check_board
from sandtable.games.blitzkrieg_general.odds import fights
from sandtable.games.blitzkrieg_general.options import (
    MOST_SEATS,
    build_options,
    draw_options,
    optional_bits,
    refuse,
    seats_of,
    sides_of,
)
from sandtable.games.blitzkrieg_general.rules import free_setup
from sandtable.games.blitzkrieg_general.rules import setup as setting
from sandtable.games.blitzkrieg_general.rules.fallback_refusals import fallback_refusal
from sandtable.games.blitzkrieg_general.rules.secrets import resample, reshuffle
from sandtable.games.blitzkrieg_general.table import order_of_play, statistics
from sandtable.games.blitzkrieg_general.table.observation import BoardObservation
from sandtable.games.blitzkrieg_general.table.open_cards import build_cards
from sandtable.games.blitzkrieg_general.table.panels import build_panels
from sandtable.games.blitzkrieg_general.table.scene import build_board, build_scene, headline
from sandtable.games.blitzkrieg_general.table.view import build_view


class BlitzkriegGeneral(Game[Board]):
    """The game with one component pack."""

    def __init__(self, folder: Path) -> None:
        pack = load_pack(folder)
        self.declare("blitzkrieg_general", "Blitzkrieg General", "1", folder, pack.rules.rules)
        self.pack: Pack = pack
        self.tables: Tables = build_tables(pack)
        self.ids = Ids(self.tables)
        self.names = build_ids(self.tables)
        seats = tuple(range(1, MOST_SEATS + 1))  # [B1.0a]
        self.scenarios = [Scenario(s.id, s.name, seats) for s in self.tables.scenarios]
        self.options = build_options(self.tables)
        self.parts = Parts(
            view=build_view,
            scene=build_scene,
            board=build_board,
            headline=headline,
            panels=build_panels,
            cards=build_cards,
            about=order_of_play.ABOUT,
            order=order_of_play.ORDER_OF_PLAY,
            stage=order_of_play.current_stage,
            turn=order_of_play.turn,
            turn_name=order_of_play.turn_name,
            moment=order_of_play.phase_number,
            measures=statistics.statistics,
            holdings=statistics.holdings,
            resample=resample,
            reshuffle=reshuffle,
            value=doctrine.value,
            preferences=doctrine.preferences,
            prior=doctrine.prior,
            odds=fights.current_odds,
            observation=BoardObservation,
            facts=lambda: check_facts(pack),
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
        """Fill in defaults; without a number there are two players, one for each side. [B1.0a]"""
        setup = super().settle(scenario, 2 if players is None else players, options, seed)
        refuse(self.tables, setup.scenario, setup.options, setup.players)
        return setup

    def any_setup(self, rng: Rng) -> Setup:
        """Return a set-up with any scenario, number of players, mode, powers and optional rules."""
        while True:
            scenario = self.scenarios[rng.below(len(self.scenarios))]
            players = scenario.seats[rng.below(len(scenario.seats))]
            options = draw_options(self.tables, scenario.id, players, rng)
            try:
                return self.settle(scenario.id, players, options, rng.below(1 << 32))
            except BadOption:
                continue  # a player without a power, or with powers of both sides

    def blank(self, setup: Setup) -> Board:
        t = self.tables
        g = Board(t, self.ids, setup.seed)
        g.scenario = t.scenario_index[setup.scenario]
        g.advanced = 1 if setup.options["mode"] == "advanced" else 0
        g.historical = 1 if setup.options["historical"] is True else 0
        g.world_conquest = 1 if setup.options["world_conquest"] is True else 0
        g.optional = optional_bits(setup.options)
        g.major_side = sides_of(t, setup.options)
        g.seat_of = seats_of(t, setup.options, setup.players)
        g.ask_always = setup.options["reactions"] == "ask"
        return g

    def new(self, setup: Setup) -> Board:
        g = self.blank(setup)
        setting.set_up(g)
        g.push(sequence.War(0))
        if g.historical:  # the Allies first
            g.push(free_setup.FreeSetUp(AXIS))
            g.push(free_setup.FreeSetUp(ALLIES))
        return g

    def seat_names(self, g: Board) -> list[str]:
        """Return the names of the players: those of their side or powers."""
        t = self.tables
        players = max(g.seat_of) + 1
        if players == 1:
            return ["All powers"]
        found: list[str] = []
        for seat in range(players):
            held = [m for m in range(t.n_majors) if g.seat_of[m] == seat]
            sides = [m for m in range(t.n_majors) if g.major_side[m] == g.major_side[held[0]]]
            if held == sides:
                found.append("Axis" if g.major_side[held[0]] == AXIS else "Allies")
            else:
                found.append(", ".join([t.country_name[m] for m in held]))
        return found

    def teams(self, setup: Setup) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side, which win and lose together."""
        sides = sides_of(self.tables, setup.options)
        seats = seats_of(self.tables, setup.options, setup.players)
        if setup.players == 1:
            return ((0,),)
        both: list[tuple[int, ...]] = []
        for side in (AXIS, ALLIES):
            both.append(tuple(sorted({seats[m] for m in range(self.tables.n_majors) if sides[m] == side})))
        return tuple(both)

    # --- names

    def stem(self, g: Board, choice: int) -> str:
        """Return the key of a counter: its type and place, as in `unit:ger_inf_4@paris`."""
        unit = choice - self.ids.unit
        if not 0 <= unit < self.tables.n_units:
            return ""
        place = self.place_id(g, unit)
        return f"unit:{self.tables.type_id[self.tables.unit_type[unit]]}@{place}" if place else ""

    def place_id(self, g: Board, unit: int) -> str:
        """Return the id of a counter's place."""
        place = g.place[unit]
        if place >= 0:
            return self.tables.space_id[place]
        return "chart" if place == CHART else "pool" if place == POOL else ""

    def stack(self, g: Board, place: str) -> list[int]:
        """Return the counters in a place."""
        t = self.tables
        spaces = [found for found in (t.area_index.get(place), t.zone_index.get(place)) if found is not None]
        if spaces:
            return [self.ids.unit + u for space in spaces for u in g.at[space]]
        return [
            self.ids.unit + u for u in range(t.n_units) if g.place[u] < 0 and self.place_id(g, u) == place
        ]

    def label(self, g: Board, choice: int) -> str:
        """Return the words for a choice; a counter's with its place."""
        if choice >= self.ids.type:
            kind = choice - self.ids.type
            return f"{self.names.labels[choice]}, {words.points(self.tables.type_cost[kind])}"
        unit = choice - self.ids.unit
        if not 0 <= unit < self.tables.n_units:
            return self.names.labels[choice]
        name = words.unit(g, unit)
        return name if g.place[unit] < 0 else f"{name} in {self.tables.space_name[g.place[unit]]}"

    def same(self, g: Board, one: int, other: int) -> bool:
        """Return whether two choices are counters of one type in one place that nothing distinguishes."""
        units = range(self.ids.unit, self.ids.unit + self.tables.n_units)
        if one not in units or other not in units:
            return one == other
        return is_identical(g, one - self.ids.unit, other - self.ids.unit)

    def refusal(self, g: Board, seat: int, choice: int) -> Refusal:
        """Return why a choice is refused; cards, types and research also outside their own question."""
        found = fallback_refusal(g, seat, choice) if seat in g.agenda[-1].seats(g) else None
        return super().refusal(g, seat, choice) if found is None else found
