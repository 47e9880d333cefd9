"""Downfall of the Third Reich as a game of the engine's: set-up, seats, names, views, secrets, invariants."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandtable.engine.game import REACTIONS, Option, Scenario, Setup
from sandtable.engine.parts import Parts
from sandtable.games.downfall import sequence
from sandtable.games.downfall.bot import doctrine
from sandtable.games.downfall.bot.value import value
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.facts import check_facts
from sandtable.games.downfall.components.ids import Ids, build_ids
from sandtable.games.downfall.components.relations import load_pack
from sandtable.games.downfall.components.schema import Pack
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.components.tables import Tables, build_tables
from sandtable.games.downfall.invariants import check_board
from sandtable.games.downfall.odds import fights
from sandtable.games.downfall.rules import developments
from sandtable.games.downfall.rules.secrets import resample
from sandtable.games.downfall.table import open_cards, order_of_play, statistics
from sandtable.games.downfall.table.observation import BoardObservation
from sandtable.games.downfall.table.panels import build_panels
from sandtable.games.downfall.table.scene import build_board, build_scene, headline
from sandtable.games.downfall.table.view import build_view
from sandtable.wargame.game import CounterGame

# The progress of a tile in its label.
TILE_LABELS: Final = ("", " (in progress)", " (available)")


class Downfall(CounterGame[Board]):
    """The game with one component pack."""

    def __init__(self, folder: Path) -> None:
        pack = load_pack(folder)
        self.declare("downfall", "Downfall of the Third Reich", "1", folder, pack.rules.rules)
        self.pack: Pack = pack
        self.tables: Tables = build_tables(pack)
        self.ids = Ids(self.tables)
        self.names = build_ids(self.tables)
        t = self.tables
        types = [t.type_id[kind] for kind in t.unit_type]
        self.declare_counters(self.ids.unit, types, t.area_id, t.area_name)
        self.scenarios = [Scenario(s.id, s.name, s.players) for s in self.tables.scenarios]
        self.options = [
            Option(
                "secret_developments",
                "Secret developments",
                (True, False),
                True,
                "Tiles in progress and available stay hidden from the other players until used.",
            ),
            Option(
                "new_armies_may_operate",
                "New armies operate at once",
                (True, False),
                False,
                "An army built this turn may operate in the same turn; otherwise from the next turn on.",
            ),
            REACTIONS,
        ]
        self.parts = Parts(
            view=build_view,
            scene=build_scene,
            board=build_board,
            headline=headline,
            panels=build_panels,
            open_cards=open_cards.find_cards,
            card=open_cards.build_card,
            card_fields=open_cards.FIELDS,
            about=order_of_play.ABOUT,
            order=order_of_play.ORDER_OF_PLAY,
            stage=order_of_play.current_stage,
            turn=order_of_play.turn,
            turn_name=order_of_play.turn_name,
            moment=order_of_play.phase_number,
            measures=statistics.statistics,
            holdings=statistics.holdings,
            resample=resample,
            value=value,
            preferences=doctrine.preferences,
            prior=doctrine.prior,
            odds=fights.odds,
            observation=BoardObservation,
            facts=lambda: check_facts(pack, self.tables),
            check=check_board,
        )

    # --- set-up

    def blank(self, setup: Setup) -> Board:
        g = Board(self.tables, self.ids, setup.seed)
        g.seat_of = self.seats_of_sides(setup.players)
        g.secret_tiles = setup.options["secret_developments"] is True
        g.new_armies_operate = setup.options["new_armies_may_operate"] is True
        g.ask_always = setup.options["reactions"] == "ask"
        return g

    def new(self, setup: Setup) -> Board:
        """Return the set-up of a scenario. [21]"""
        t = self.tables
        g = self.blank(setup)
        start = t.scenarios[[s.id for s in t.scenarios].index(setup.scenario)]
        g.turn = start.first_turn
        g.barbarossa = start.barbarossa_turn
        g.total_war = start.total_war[:]
        for country in range(t.n_countries):
            if start.at_war[country]:  # [2a]
                g.status[country] = const.AT_WAR
            elif start.surrendered[country]:
                g.status[country] = const.SURRENDERED
        g.control = bytes(start.control)  # [6a]
        g.supply = start.supply[:]
        g.armor = start.armor[:]
        for kind in range(t.n_air):
            g.air[2 * kind] = start.air[kind]
        g.subs[0] = start.submarines
        for tile in range(t.n_tiles):
            g.tiles[tile] = start.tiles[tile]  # [13a]
            if g.tiles[tile] == const.IN_PROGRESS:
                g.tile_since[tile] = start.in_progress_since
            # Everybody sees the tiles of the set-up.
            g.tile_known[tile] = g.tiles[tile] == const.AVAILABLE or g.tiles[tile] == const.IN_PROGRESS
        # The forces of each country as the scenario lists them:
        # [21a] [21b] [21c] [21d] [21e] [21f] [21g] [21h] [21i] [21j] [21k] [21l]
        for i in range(len(start.unit_type)):
            for _ in range(start.unit_count[i]):
                unit = g.free_unit(start.unit_type[i])
                g.put(unit, start.unit_area[i], start.unit_step[i])
        g.push(sequence.Sequence())
        return g

    def seats_of_sides(self, players: int) -> tuple[int, ...]:
        """Return the seat of each side in a game with `players`. [2b]"""
        seats = [0, 0, 0]
        for seat, sides in enumerate(self.tables.seats[players]):
            for side in sides:
                seats[side] = seat
        return tuple(seats)

    def teams(self, setup: Setup) -> tuple[tuple[int, ...], ...]:
        """Return the Axis, then Allies and Soviet Union, which win together. [20b]"""
        seats = self.seats_of_sides(setup.players)
        return ((seats[0],), tuple(sorted(set(seats[1:]))))

    def seat_names(self, g: Board) -> list[str]:
        """Return Axis, Allies, Soviet Union; with two players the last two in one. [2] [2b]"""
        names: list[str] = []
        for seat in range(max(g.seat_of) + 1):
            names.append(" and ".join([self.tables.side_name[s] for s in range(3) if g.seat_of[s] == seat]))
        return names

    # --- names

    def condition(self, g: Board, unit: int) -> tuple[str, str]:
        full = g.cond[unit] & const.STEPS == const.FULL
        return ("", "") if full else (".reduced", " (reduced)")

    def label(self, g: Board, choice: int) -> str:
        label = super().label(g, choice)
        if self.ids.tile <= choice < self.ids.mission:
            # Only the owner is asked about tiles, so nobody else learns how far one has come. [4.6b]
            if g.agenda and isinstance(g.agenda[-1], (developments.Develop, developments.Reveal)):
                label += TILE_LABELS[g.tiles[choice - self.ids.tile]]
        return label
