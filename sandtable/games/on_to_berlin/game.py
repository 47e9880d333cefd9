"""On To Berlin! as a game of the engine's: set-up, seats, names, views, secrets, invariants."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from sandtable.engine.game import REACTIONS, Game, Measure, Option, Rule, Scenario, Setup
from sandtable.engine.odds import Odds
from sandtable.engine.pack import pack_hash
from sandtable.engine.rng import Rng
from sandtable.engine.scene import Order, Panel, Piece, Place, Scene
from sandtable.engine.state import State
from sandtable.engine.step import Step
from sandtable.games.on_to_berlin import (
    activation,
    air,
    airdrop,
    battles,
    bombing,
    cards,
    control,
    crossing,
    development,
    diplomacy,
    discards,
    doctrine,
    doubles,
    hits,
    landing,
    lines,
    march,
    measures,
    mobilization,
    odds,
    order,
    raids,
    reactions,
    recovery,
    redeploy,
    sequence,
)
from sandtable.games.on_to_berlin.facts import check_facts
from sandtable.games.on_to_berlin.groups import likeness
from sandtable.games.on_to_berlin.ids import Ids, build_names
from sandtable.games.on_to_berlin.invariants import check_board
from sandtable.games.on_to_berlin.load import load_pack
from sandtable.games.on_to_berlin.scene import (
    build_panels,
    build_pieces,
    build_places,
    build_scene,
    describe_headline,
)
from sandtable.games.on_to_berlin.schema import Pack
from sandtable.games.on_to_berlin.secrets import resample
from sandtable.games.on_to_berlin.state import NEW_WEAPONS, OUT, SPENT, Board
from sandtable.games.on_to_berlin.tables import DECK, SIDE_NAMES, Tables, build_tables
from sandtable.games.on_to_berlin.view import build_view

STEP_CLASSES: tuple[type[Step[Any]], ...] = (
    sequence.Turn,
    sequence.Select,
    sequence.Impulses,
    sequence.NextSide,
    sequence.EndPhase,
    sequence.Withdraw,
    sequence.NextTurn,
    cards.Play,
    cards.Points,
    activation.Activate,
    march.March,
    doubles.Begin,
    doubles.Between,
    air.Target,
    air.Flight,
    battles.Battle,
    battles.Spend,
    hits.Assign,
    hits.Retreat,
    reactions.Ambush,
    reactions.AmbushArea,
    reactions.Counterattackers,
    control.UpdateControl,
    control.Controller,
    lines.Capacity,
    lines.Excess,
    mobilization.Deploy,
    recovery.Recover,
    recovery.Pick,
    recovery.Supply,
    recovery.Partisans,
    diplomacy.Diplomacy,
    development.Developing,
    development.Releasing,
    redeploy.Redeployment,
    redeploy.Destination,
    landing.Assault,
    airdrop.Jump,
    airdrop.DropZone,
    landing.Storm,
    landing.Stormers,
    crossing.Embark,
    crossing.Convoy,
    crossing.Crossing,
    raids.Prowl,
    raids.Wolfpack,
    raids.Raid,
    bombing.Bombers,
    bombing.Squadron,
    bombing.Objective,
    bombing.Bombs,
    discards.Discard,
)

# Options: the id, the title, what it does. Each is a field of Board of the same name. [16.0]
OPTIONS: Final = (
    (
        "development_secrecy",
        "Secret Development (16.1.1)",
        "Development Pools lie face down; a developed card stays hidden from the opponent.",
    ),
    (
        "discard_secrecy",
        "Secret losses of cards (16.1.2)",
        "Cards lost to Wolfpacks or bombing are discarded face down.",
    ),
    (
        "allied_discards",
        "Allies choose their losses (16.2)",
        "The Allied player chooses the cards lost to Wolfpacks instead of drawing them.",
    ),
    (
        "axis_discards",
        "Axis chooses its losses (16.2)",
        "The Axis player chooses the cards lost to bombing instead of drawing them.",
    ),
    (
        "bombing_penalty",
        "Harder bombing (16.3)",
        "Every entry of the Strategic Bombing Table is +1.",
    ),
    (
        "no_declarations",
        "No attack on Axis-Leaning neutrals (16.4)",
        "Neither side enters or attacks home areas of Neutral nations that lean to the Axis.",
    ),
    (
        "american_limits",
        "American forces come over the Atlantic (16.5)",
        "American mobilization traces no line by way of the Central Atlantic and Suez.",
    ),
    (
        "garrison_limits",
        "Garrisons stay at home (16.6)",
        "Garrison units deploy, move and retreat only within the home areas of their nation.",
    ),
    (
        "jets",
        "Jet fighters (16.7)",
        "A German jet joins the New Weapons Pool; it counterattacks without a reaction card.",
    ),
)


class OnToBerlin(Game):
    """The game with one component pack."""

    def __init__(self, folder: Path) -> None:
        self.slug = "on_to_berlin"
        self.title = "On To Berlin!"
        self.version = "1"
        pack = load_pack(folder)
        self.pack: Pack = pack
        self.tables: Tables = build_tables(pack)
        self.ids = Ids(self.tables)
        self.names = build_names(self.tables)
        self.pack_hash = pack_hash(folder)
        self.data_folder = str(folder)
        self.scenarios = [Scenario(s.id, s.name, (2,)) for s in self.tables.scenarios]
        self.options = [Option(id, title, (True, False), False, text) for id, title, text in OPTIONS]
        self.options.append(REACTIONS)
        self.rules = {r.id: Rule(r.id, r.title, r.scope, r.enforce) for r in pack.rules.rules}
        self.steps = {cls.__name__: cls for cls in STEP_CLASSES}

    # --- set-up

    def blank(self, setup: Setup) -> Board:
        """An empty board with these options. [16.0]"""
        g = Board(self.tables, self.ids, setup.seed)
        chosen = setup.options
        g.development_secrecy = chosen["development_secrecy"] is True
        g.discard_secrecy = chosen["discard_secrecy"] is True
        g.allied_discards = chosen["allied_discards"] is True
        g.axis_discards = chosen["axis_discards"] is True
        g.bombing_penalty = chosen["bombing_penalty"] is True
        g.no_declarations = chosen["no_declarations"] is True
        g.american_limits = chosen["american_limits"] is True
        g.garrison_limits = chosen["garrison_limits"] is True
        g.jets = chosen["jets"] is True
        g.ask_always = chosen["reactions"] == "ask"
        return g

    def new(self, setup: Setup) -> Board:
        """The set-up of the scenario. [4.0]"""
        t = self.tables
        g = self.blank(setup)
        start = t.scenarios[[s.id for s in t.scenarios].index(setup.scenario)]
        g.turn = start.turn
        g.initiative = start.initiative
        g.side = start.initiative
        g.points = start.points[:]
        g.limits = start.hands[:]  # [4.0e]
        g.markers = start.markers[:]  # [2.1.2] [2.1.2b]
        g.control = start.control  # [3.4]
        g.resettle()
        for kind, area, count, fresh in start.units:  # [2.2.1b]
            for _ in range(count):
                g.put(g.free_unit(kind), area, not fresh)
        for kind, count in start.new_weapons:  # [4.0c] [16.7]; the rest waits in the pool [4.0d]
            for _ in range(count):
                g.place[g.free_unit(kind)] = NEW_WEAPONS if g.jets or not t.type_jet[kind] else OUT
        for card in start.decks:  # [4.0a] [2.3.3]; the rest lies in the Development Pools [4.0b]
            g.cards[card] = DECK
        g.shown = bytes([card in start.decks for card in range(t.n_cards)])
        g.touched = []
        g.push(sequence.Turn())
        return g

    def seat_names(self, g: State) -> list[str]:
        """Axis and Allies. [1.0]"""
        return list(SIDE_NAMES)

    # --- names

    def stem(self, g: State, choice: int) -> str:
        """Counters on the map are named by type and place: `unit:ge_lf@warsaw`."""
        assert isinstance(g, Board)
        t = self.tables
        unit = choice - self.ids.unit
        if not 0 <= unit < t.n_units or g.place[unit] < 0:
            return ""
        state = ".spent" if g.cond[unit] & SPENT else ""
        return f"unit:{t.type_id[t.unit_type[unit]]}{state}@{t.area_id[g.place[unit]]}"

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
        state = " (spent)" if g.cond[unit] & SPENT else ""
        return f"{label}{state} in {self.tables.area_name[g.place[unit]]}"

    def same(self, g: State, one: int, other: int) -> bool:
        """Counters in one area that nothing tells apart."""
        assert isinstance(g, Board)
        first = self.ids.unit
        units = range(first, first + self.tables.n_units)
        if one not in units or other not in units:
            return one == other
        a, b = one - first, other - first
        return g.place[a] == g.place[b] and likeness(g, a) == likeness(g, b)

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
        return build_places(g), build_pieces(g)

    def headline(self, g: State, seat: int | None) -> str:
        """Where in the game we are."""
        assert isinstance(g, Board)
        return describe_headline(g)

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
        """The turn."""
        assert isinstance(g, Board)
        return g.turn

    def turn_name(self, g: State) -> str:
        """The turn in words."""
        assert isinstance(g, Board)
        return g.t.turn_label[g.turn]

    def measures(self, g: State) -> list[Measure]:
        """How the war goes, in figures."""
        assert isinstance(g, Board)
        return measures.measures(g)

    def holdings(self, g: State, seat: int) -> list[int]:
        """The cards and developments a seat has."""
        assert isinstance(g, Board)
        return measures.holdings(g, seat)

    def resample(self, g: State, seat: int, rng: Rng) -> None:
        """Draw the other side's cards anew. [2.3.3c]"""
        assert isinstance(g, Board)
        resample(g, seat, rng)

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
        return g.turn * 2 + g.side

    def preferences(self, g: State, seat: int, choices: list[int]) -> list[float]:
        """The doctrine's view of the choices."""
        assert isinstance(g, Board)
        return doctrine.preferences(g, seat, choices, self.tables.by_hand)

    def prior(self, g: State, seat: int, choices: list[int]) -> list[float]:
        """The same with what was learnt from play."""
        assert isinstance(g, Board)
        return doctrine.preferences(g, seat, choices, self.tables.learnt)

    def odds(self, g: State, seat: int | None) -> list[Odds]:
        """The odds of everything that is being put together or about to be rolled."""
        assert isinstance(g, Board)
        return odds.in_sight(g, seat)

    def facts(self) -> list[str]:
        """Where the pack contradicts the rulebook."""
        return check_facts(self.pack, self.tables)

    def check(self, g: State) -> None:
        """The invariants of a position."""
        assert isinstance(g, Board)
        check_board(g)
