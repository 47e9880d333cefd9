"""On To Berlin! as a game of the engine: its parts, the set-up, the keys of choices."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandtable.engine.game import REACTIONS, Game, Option, Scenario, Setup
from sandtable.engine.parts import Parts
from sandtable.games.on_to_berlin import sequence
from sandtable.games.on_to_berlin.bot import doctrine, value
from sandtable.games.on_to_berlin.components.constants import DECK, NEW_WEAPONS, OUT, SIDE_NAMES, SPENT
from sandtable.games.on_to_berlin.components.facts import check_facts
from sandtable.games.on_to_berlin.components.ids import Ids, build_names
from sandtable.games.on_to_berlin.components.relations import load_pack
from sandtable.games.on_to_berlin.components.schema import Pack
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.components.tables import Tables, build_tables
from sandtable.games.on_to_berlin.invariants import check_board
from sandtable.games.on_to_berlin.odds import fights
from sandtable.games.on_to_berlin.rules.groups import likeness
from sandtable.games.on_to_berlin.rules.secrets import resample
from sandtable.games.on_to_berlin.table import open_cards, order_of_play, statistics
from sandtable.games.on_to_berlin.table.observation import BoardObservation
from sandtable.games.on_to_berlin.table.panels import build_panels
from sandtable.games.on_to_berlin.table.scene import build_board, build_scene, headline
from sandtable.games.on_to_berlin.table.view import build_view

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


class OnToBerlin(Game[Board]):
    """The game with one component pack."""

    def __init__(self, folder: Path) -> None:
        pack = load_pack(folder)
        self.declare("on_to_berlin", "On To Berlin!", "1", folder, pack.rules.rules)
        self.pack: Pack = pack
        self.tables: Tables = build_tables(pack)
        self.ids = Ids(self.tables)
        self.names = build_names(self.tables)
        self.scenarios = [Scenario(s.id, s.name, (2,)) for s in self.tables.scenarios]
        self.options = [Option(id, title, (True, False), False, text) for id, title, text in OPTIONS]
        self.options.append(REACTIONS)
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
            value=value.value,
            traits=value.features,
            preferences=doctrine.preferences,
            prior=doctrine.prior,
            odds=fights.odds,
            observation=BoardObservation,
            facts=lambda: check_facts(pack, self.tables),
            check=check_board,
        )

    # --- set-up

    def blank(self, setup: Setup) -> Board:
        """Return an empty board with these options. [16.0]"""
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
        """Return the set-up of the scenario. [4.0]"""
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
        g.recount()
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
        g.push(sequence.Sequence())
        return g

    def seat_names(self, g: Board) -> list[str]:
        """Return Axis and Allies. [1.0]"""
        return list(SIDE_NAMES)

    # --- names

    def stem(self, g: Board, choice: int) -> str:
        """Return the key of a counter on the map, by type and place: `unit:ge_lf@warsaw`."""
        t = self.tables
        unit = choice - self.ids.unit
        if not 0 <= unit < t.n_units or g.place[unit] < 0:
            return ""
        state = ".spent" if g.cond[unit] & SPENT else ""
        return f"unit:{t.type_id[t.unit_type[unit]]}{state}@{t.area_id[g.place[unit]]}"

    def stack(self, g: Board, place: str) -> list[int]:
        """Return the counters in an area."""
        area = self.tables.area_index.get(place, -1)
        return [] if area < 0 else [self.ids.unit + unit for unit in g.at[area]]

    def label(self, g: Board, choice: int) -> str:
        """Return the words for a choice, for a counter with its state and place."""
        label = self.names.labels[choice]
        unit = choice - self.ids.unit
        if not 0 <= unit < self.tables.n_units or g.place[unit] < 0:
            return label
        state = " (spent)" if g.cond[unit] & SPENT else ""
        return f"{label}{state} in {self.tables.area_name[g.place[unit]]}"

    def same(self, g: Board, one: int, other: int) -> bool:
        """Return whether two counters are identical and in the same area."""
        first = self.ids.unit
        units = range(first, first + self.tables.n_units)
        if one not in units or other not in units:
            return one == other
        a, b = one - first, other - first
        return g.place[a] == g.place[b] and likeness(g, a) == likeness(g, b)
