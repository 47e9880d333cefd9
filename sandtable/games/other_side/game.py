"""The Other Side of the Hill as a game of the engine: its parts, set-up, seats and names."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandtable.engine.game import Game, Option, OptionValue, Scenario, Setup
from sandtable.engine.parts import Parts
from sandtable.games.other_side import sequence
from sandtable.games.other_side.bot import doctrine, value
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.effect_types import AXIS_DICE
from sandtable.games.other_side.components.facts import check_facts
from sandtable.games.other_side.components.ids import OPTION, Ids, build_ids
from sandtable.games.other_side.components.ids import OPTIONS as OPTIONS_OF_CARD
from sandtable.games.other_side.components.relations import load_pack
from sandtable.games.other_side.components.schema import Pack
from sandtable.games.other_side.components.state import POOL, TRANSIT, Board, is_identical
from sandtable.games.other_side.components.tables import Tables, build_tables
from sandtable.games.other_side.invariants import check_board
from sandtable.games.other_side.odds import fights
from sandtable.games.other_side.rules import planning
from sandtable.games.other_side.rules import setup as setting
from sandtable.games.other_side.rules.cards import effects
from sandtable.games.other_side.rules.combat import combat_dice
from sandtable.games.other_side.rules.secrets import resample, reshuffle
from sandtable.games.other_side.table import order_of_play, statistics
from sandtable.games.other_side.table.observation import BoardObservation
from sandtable.games.other_side.table.open_cards import build_cards
from sandtable.games.other_side.table.panels import build_panels
from sandtable.games.other_side.table.scene import build_board, build_scene, headline
from sandtable.games.other_side.table.view import build_view

OPTIONS: Final = (
    Option(
        "addon_cards",
        "Add-on cards",
        (True, False),
        False,
        "29 further cards join their decks: Generals, Events and Directives.",
    ),
)


class OtherSide(Game[Board]):
    """The game with one component pack."""

    def __init__(self, folder: Path) -> None:
        pack = load_pack(folder)
        self.declare("other_side", "The Other Side of the Hill", "1", folder, pack.rules.rules)
        self.pack: Pack = pack
        self.tables: Tables = build_tables(pack)
        self.ids = Ids(self.tables)
        self.names = build_ids(self.tables)
        self.scenarios = [Scenario(s.id, s.name, s.players) for s in self.tables.scenarios]
        self.options = list(OPTIONS)
        self.parts = Parts(
            view=build_view,
            scene=build_scene,
            board=build_board,
            headline=headline,
            panels=build_panels,
            cards=build_cards,
            about=order_of_play.ABOUT,
            order=order_of_play.ORDER,
            stage=order_of_play.stage,
            turn=statistics.turn,
            turn_name=statistics.turn_name,
            moment=order_of_play.phase_number,
            measures=statistics.statistics,
            holdings=statistics.holdings,
            resample=resample,
            reshuffle=reshuffle,
            value=value.value,
            traits=value.features,
            preferences=doctrine.preferences,
            prior=doctrine.prior,
            odds=fights.odds,
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
        """Fill in defaults; by default one player has all Sections. [1.4f]"""
        return super().settle(scenario, 1 if players is None else players, options, seed)

    def blank(self, setup: Setup) -> Board:
        g = Board(self.tables, self.ids, setup.players, setup.seed)
        g.scenario = self.tables.scenario_index[setup.scenario]
        g.addon = setup.options["addon_cards"] is True
        return g

    def new(self, setup: Setup) -> Board:
        """Return the set-up of the scenario; Planning comes first. [11.1]"""
        g = self.blank(setup)
        setting.set_up(g)
        g.push(sequence.Sequence(0))
        planning.plan(g)
        for seat in reversed(range(g.players)):
            g.push(setting.HandLimit(seat))
        return g

    def seat_names(self, g: Board) -> list[str]:
        """Return the players' names; a single player is the High Command. [1.4f]"""
        if g.players == 1:
            return ["High Command"]
        return [f"Player {seat + 1}" for seat in range(g.players)]

    def teams(self, setup: Setup) -> tuple[tuple[int, ...], ...]:
        """Return one team: all win or lose together. [1.4]"""
        return (tuple(range(setup.players)),)

    # --- names

    def stem(self, g: Board, choice: int) -> str:
        """Return an Army's kind and place: `unit:panzer@poland`, `unit:regular@transit`."""
        unit = choice - self.ids.unit
        if not 0 <= unit < self.tables.n_units:
            return ""
        place = self.place_id(g, g.place[unit])
        return f"unit:{self.tables.kind_id[self.tables.unit_kind[unit]]}@{place}" if place else ""

    def place_id(self, g: Board, place: int) -> str:
        """Return the id of a place where Armies stand."""
        if place < self.tables.n_areas:
            return self.tables.space_id[place]
        return "transit" if place == TRANSIT else "pool" if place == POOL else ""

    def stack(self, g: Board, place: str) -> list[int]:
        units = [u for u in range(self.tables.n_units) if self.place_id(g, g.place[u]) == place]
        return [self.ids.unit + unit for unit in units]

    def label(self, g: Board, choice: int) -> str:
        """Return the words for a choice; an Army's with its place."""
        label = self.names.labels[choice]
        unit = choice - self.ids.unit
        if not 0 <= unit < self.tables.n_units:
            return self.special_label(g, choice) or label
        place = g.place[unit]
        if place < self.tables.n_areas:
            return f"{label} in {self.tables.space_name[place]}"
        return f"{label} in the Strategic Movement space" if place == TRANSIT else label

    def special_label(self, g: Board, choice: int) -> str:
        """Return the words for dice and for the options of a card."""
        die = choice - self.ids.die
        step = g.agenda[-1] if g.agenda else None
        if die >= 0 and g.fight is not None:
            side = (
                step.pack()[0] if isinstance(step, (combat_dice.Reroll, combat_dice.Convert)) else AXIS_DICE
            )
            shown = g.fight.axis if side == AXIS_DICE else g.fight.allied
            return words.die(shown[die]) if die < len(shown) else ""
        if OPTION <= choice < OPTION + OPTIONS_OF_CARD and isinstance(step, effects.Resolve):
            options = step.effect(g).options
            if choice - OPTION < len(options):
                return words.listed([effects.describe(g, effect) for effect in options[choice - OPTION]])
        return ""

    def same(self, g: Board, one: int, other: int) -> bool:
        """Return whether two Armies are identical: of one kind in one place."""
        t = self.tables
        units = range(self.ids.unit, self.ids.unit + t.n_units)
        if one not in units or other not in units:
            return one == other
        return is_identical(g, one - self.ids.unit, other - self.ids.unit)
