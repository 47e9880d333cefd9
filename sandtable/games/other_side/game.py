"""The Other Side of the Hill as a game of the engine's: set-up, seats, names, views, secrets, invariants."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from sandtable.engine.game import Game, Measure, Option, OptionValue, Rule, Scenario, Setup
from sandtable.engine.odds import Odds
from sandtable.engine.pack import pack_hash
from sandtable.engine.rng import Rng
from sandtable.engine.scene import Card, Order, Panel, Piece, Place, Scene
from sandtable.engine.state import State
from sandtable.engine.step import Step
from sandtable.games.other_side import (
    air_movement,
    amphibious,
    combat,
    command,
    countries,
    dice,
    directives,
    doctrine,
    draft,
    economy,
    effect_steps,
    effects,
    ending,
    events,
    leading,
    losses,
    measures,
    movement,
    newyear,
    nominate,
    odds,
    offensives,
    order,
    planning,
    posts,
    projects,
    prospects,
    replacements,
    results,
    sequence,
    specials,
    strategic,
    words,
)
from sandtable.games.other_side import setup as setting
from sandtable.games.other_side.facts import check_facts
from sandtable.games.other_side.ids import OPTION, Ids, build_names
from sandtable.games.other_side.ids import OPTIONS as OPTIONS_OF_CARD
from sandtable.games.other_side.invariants import check_board
from sandtable.games.other_side.load import load_pack
from sandtable.games.other_side.panels import build_cards, build_panels
from sandtable.games.other_side.scene import build_board, build_scene, describe_moment
from sandtable.games.other_side.schema import Pack
from sandtable.games.other_side.secrets import resample, reshuffle
from sandtable.games.other_side.state import POOL, TRANSIT, Board, alike
from sandtable.games.other_side.tables import Tables, build_tables
from sandtable.games.other_side.view import build_view
from sandtable.games.other_side.vocabulary import AXIS_DICE

STEP_CLASSES: tuple[type[Step[Any]], ...] = (
    sequence.War,
    setting.Surplus,
    economy.Bombing,
    economy.BombingLoss,
    economy.ProductionTable,
    replacements.Wehrmacht,
    replacements.Luftwaffe,
    replacements.Strategic,
    replacements.Satellites,
    replacements.SatelliteArmy,
    directives.ProductionDirectives,
    directives.PoliticalDirectives,
    directives.MilitaryDirectives,
    projects.AdvanceMarker,
    countries.Garrison,
    strategic.StrategicWarfare,
    strategic.DrawEvents,
    strategic.Split,
    movement.Operational,
    movement.StrategicMovement,
    air_movement.AirMovement,
    posts.SendHome,
    command.Command,
    command.Dismissals,
    command.Vacancies,
    command.Replace,
    command.Lone,
    nominate.Appointment,
    offensives.AxisOffensive,
    offensives.PlacePawns,
    offensives.Combats,
    offensives.WesternOffensive,
    offensives.SovietOffensive,
    amphibious.Invasion,
    amphibious.Embark,
    amphibious.Ashore,
    combat.Combat,
    combat.Paratroops,
    leading.AttackFrom,
    leading.SeniorHead,
    leading.StayOut,
    leading.LeadingGeneral,
    specials.Special,
    specials.Cancel,
    dice.Reroll,
    dice.Convert,
    results.MoveIn,
    results.SecondAdvance,
    results.TakeHits,
    results.Aftermath,
    losses.LostSatellite,
    losses.Withdraw,
    losses.Freed,
    effects.Resolve,
    effect_steps.AirPoint,
    effect_steps.ShiftMarker,
    effect_steps.Clear,
    events.Recurring,
    events.Leftovers,
    ending.Objectives,
    ending.Ports,
    ending.Supply,
    ending.Collapse,
    newyear.NewYear,
    draft.Enter,
    draft.Draft,
    planning.Planning,
)

OPTIONS: Final = (
    Option(
        "addon_cards",
        "Add-on cards",
        (True, False),
        False,
        "29 further cards join their decks: Generals, Events and Directives.",
    ),
)


class OtherSide(Game):
    """The game with one component pack."""

    def __init__(self, folder: Path) -> None:
        self.slug = "other_side"
        self.title = "The Other Side of the Hill"
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
        """Fill in defaults; unless said otherwise one player has all Sections. [1.4f]"""
        return super().settle(scenario, 1 if players is None else players, options, seed)

    def blank(self, setup: Setup) -> Board:
        """An empty board with these options."""
        g = Board(self.tables, self.ids, setup.players, setup.seed)
        g.scenario = self.tables.scenario_index[setup.scenario]
        g.addon = setup.options["addon_cards"] is True
        return g

    def new(self, setup: Setup) -> Board:
        """The set-up of the scenario; Planning comes first. [11.1]"""
        g = self.blank(setup)
        setting.set_up(g)
        g.push(sequence.War(0))
        planning.plan(g)
        for seat in reversed(range(g.players)):
            g.push(setting.Surplus(seat))
        return g

    def seat_names(self, g: State) -> list[str]:
        """Players are called by their Sections; alone one is the High Command. [1.4f]"""
        assert isinstance(g, Board)
        if g.players == 1:
            return ["High Command"]
        return [f"Player {seat + 1}" for seat in range(g.players)]

    def teams(self, setup: Setup) -> tuple[tuple[int, ...], ...]:
        """All win or lose together. [1.4]"""
        return (tuple(range(setup.players)),)

    # --- names

    def stem(self, g: State, choice: int) -> str:
        """Armies are named by kind and place: `unit:panzer@poland`, `unit:regular@transit`."""
        assert isinstance(g, Board)
        unit = choice - self.ids.unit
        if not 0 <= unit < self.tables.n_units:
            return ""
        place = self.place_id(g, g.place[unit])
        return f"unit:{self.tables.kind_id[self.tables.unit_kind[unit]]}@{place}" if place else ""

    def place_id(self, g: Board, place: int) -> str:
        """The id of a place where Armies stand."""
        if place < self.tables.n_areas:
            return self.tables.space_id[place]
        return "transit" if place == TRANSIT else "pool" if place == POOL else ""

    def stack(self, g: State, place: str) -> list[int]:
        """The Armies in a place."""
        assert isinstance(g, Board)
        units = [u for u in range(self.tables.n_units) if self.place_id(g, g.place[u]) == place]
        return [self.ids.unit + unit for unit in units]

    def label(self, g: State, choice: int) -> str:
        """The words for a choice; an Army's with its place."""
        assert isinstance(g, Board)
        label = self.names.labels[choice]
        unit = choice - self.ids.unit
        if not 0 <= unit < self.tables.n_units:
            return self.special_label(g, choice) or label
        place = g.place[unit]
        if place < self.tables.n_areas:
            return f"{label} in {self.tables.space_name[place]}"
        return f"{label} in the Strategic Movement space" if place == TRANSIT else label

    def special_label(self, g: Board, choice: int) -> str:
        """Dice say what they show, options what they do, Positions who holds them."""
        die = choice - self.ids.die
        step = g.agenda[-1] if g.agenda else None
        if die >= 0 and g.fight is not None:
            side = step.pack()[0] if isinstance(step, (dice.Reroll, dice.Convert)) else AXIS_DICE
            shown = g.fight.axis if side == AXIS_DICE else g.fight.allied
            return words.die(shown[die]) if die < len(shown) else ""
        if OPTION <= choice < OPTION + OPTIONS_OF_CARD and isinstance(step, effects.Resolve):
            options = step.effect(g).options
            if choice - OPTION < len(options):
                return words.listed([effects.describe(g, effect) for effect in options[choice - OPTION]])
        return ""

    def same(self, g: State, one: int, other: int) -> bool:
        """Armies of one kind in one place that nothing tells apart."""
        assert isinstance(g, Board)
        t = self.tables
        units = range(self.ids.unit, self.ids.unit + t.n_units)
        if one not in units or other not in units:
            return one == other
        return alike(g, one - self.ids.unit, other - self.ids.unit)

    # --- what people and bots see

    def view(self, g: State, seat: int | None) -> dict[str, Any]:
        """The position; all see the same."""
        assert isinstance(g, Board)
        return build_view(g)

    def scene(self, g: State, seat: int | None) -> Scene:
        """The table, for drawing."""
        assert isinstance(g, Board)
        return build_scene(g, seat)

    def board(self, g: State) -> tuple[list[Place], list[Piece]]:
        """The map with its pieces, which all see alike."""
        assert isinstance(g, Board)
        return build_board(g)

    def headline(self, g: State, seat: int | None) -> str:
        """Where in the war we are."""
        assert isinstance(g, Board)
        return describe_moment(g)

    def panels(self, g: State, seat: int | None) -> list[Panel]:
        """What lies beside the map."""
        assert isinstance(g, Board)
        return build_panels(g)

    def cards(self, g: State, seat: int | None) -> list[Card]:
        """Directives, Generals and Black Orchestra cards."""
        assert isinstance(g, Board)
        return build_cards(g, seat)

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
        """The season."""
        assert isinstance(g, Board)
        return measures.turn(g)

    def turn_name(self, g: State) -> str:
        """The season in words."""
        assert isinstance(g, Board)
        return measures.turn_name(g)

    def measures(self, g: State) -> list[Measure]:
        """How the war goes, in figures."""
        assert isinstance(g, Board)
        return measures.measures(g)

    def holdings(self, g: State, seat: int) -> list[int]:
        """The cards and developments a seat has."""
        assert isinstance(g, Board)
        return measures.holdings(g, seat)

    def resample(self, g: State, seat: int, rng: Rng) -> None:
        """Draw anew what is hidden."""
        assert isinstance(g, Board)
        resample(g, rng)

    def reshuffle(self, g: State, rng: Rng) -> None:
        """Draw anew what is hidden, which is hidden from all."""
        assert isinstance(g, Board)
        reshuffle(g, rng)

    def value(self, g: State, seat: int) -> float:
        """An estimate of the result."""
        assert isinstance(g, Board)
        return prospects.value(g, seat)

    def traits(self, g: State) -> list[float]:
        """What can be counted and tells how the war will end."""
        assert isinstance(g, Board)
        return prospects.traits(g)

    def moment(self, g: State) -> int:
        """Whose turn and what part of it."""
        assert isinstance(g, Board)
        return g.year * 64 + g.box

    def preferences(self, g: State, seat: int, choices: list[int]) -> list[float]:
        """The doctrine's view of the choices."""
        assert isinstance(g, Board)
        return doctrine.preferences(g, seat, choices, self.tables.by_hand)

    def prior(self, g: State, seat: int, choices: list[int]) -> list[float]:
        """The same with what was learnt from play."""
        assert isinstance(g, Board)
        return doctrine.preferences(g, seat, choices, self.tables.learnt[0])

    def odds(self, g: State, seat: int | None) -> list[Odds]:
        """The odds of Combats, the same for all."""
        assert isinstance(g, Board)
        return odds.pending(g)

    def facts(self) -> list[str]:
        """Where the pack contradicts the rulebook."""
        return check_facts(self.pack)

    def check(self, g: State) -> None:
        """The invariants of a position."""
        assert isinstance(g, Board)
        check_board(g)
