"""The fields of a position of Blitzkrieg General: flat lists over counters, spaces, countries and cards.

A space is an area or a sea zone: areas come first in the numbering, zones after them. A country is a major, a
minor, or one of three that only hold areas: Vichy, the trust and nobody.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.native import mypyc_attr
from sandtable.games.blitzkrieg_general.components.combat_state import CombatState
from sandtable.games.blitzkrieg_general.components.constants import AXIS, IN_DECK, NONE, POOL, TIME_TABLE
from sandtable.games.blitzkrieg_general.components.ids import Ids
from sandtable.games.blitzkrieg_general.components.tables import Tables
from sandtable.wargame.counters import CounterState

# Fields that are saved as they are; `fight` is saved beside them, all else is derived.
PACKED: Final = (
    "advanced",
    "optional",
    "historical",
    "world_conquest",
    "scenario",
    "seat_of",
    "major_side",
    "turn",
    "phase",
    "side",
    "first",
    "last_initiative",
    "weather",
    "limit",
    "japan_attack",
    "china_attack",
    "place",
    "cond",
    "carrier",
    "came",
    "target",
    "embarked_at",
    "serves",
    "due",
    "control",
    "bombed",
    "fortress",
    "war",
    "manager",
    "conquered",
    "homes_conquered",
    "war_since",
    "collapse",
    "us_level",
    "saved",
    "points",
    "deliveries",
    "numbers",
    "achievements",
    "rail",
    "rail_used",
    "rail_due",
    "deck",
    "card_at",
    "card_owner",
    "card_turn",
    "card_known",
    "played",
    "events",
    "attacked",
    "declared",
    "invaded",
    "pact_due",
    "pacific",
    "vichy",
    "trust",
    "peace",
    "peace_player",
    "peace_until",
    "balance",
    "held_since",
    "orange_complete",
    "must_declare",
    "segment_cards",
    "turn_cards",
    "surprise_zone",
    "battles",
    "done",
)


@mypyc_attr(allow_interpreted_subclasses=True)  # like its subclass
class FieldState(CounterState):
    """The fields of a position of Blitzkrieg General."""

    def __init__(self, tables: Tables, ids: Ids, seed: int) -> None:
        super().__init__(seed, tables.n_units, tables.n_spaces, POOL)
        t = tables
        self.t = tables
        self.ids = ids
        # how it is played
        self.advanced = 1  # 0: the basic game
        self.optional = 0  # set of optional rules
        self.historical = 0  # free set-up of the historical option
        self.world_conquest = 0  # [A8.5a]
        self.scenario = 0
        self.seat_of: bytes = bytes(t.n_majors)  # the seat of each major
        self.major_side: bytes = t.major_side  # [B1.0b]
        # the turn
        self.turn = 0  # four times the year, plus the quarter less one
        self.phase = TIME_TABLE
        self.side = AXIS  # the phasing side
        self.first = AXIS  # the side with initiative
        self.last_initiative = AXIS
        self.weather: bytes = bytes(2)  # of each map: 1 is bad
        self.limit = 0  # land units in attacks between Japan and China; 0: none is set [A5.5]
        self.japan_attack = NONE  # the area attacked in this turn [A8.7]
        self.china_attack = NONE
        # counters
        self.cond: list[int] = [0] * t.n_units
        self.carrier: list[int] = [NONE] * t.n_units  # the ship that carries it
        self.came: list[int] = [NONE] * t.n_units  # the link it has crossed last in this phase
        self.target: list[int] = [NONE] * t.n_units  # the area a ship supports or lands in from its zone
        self.embarked_at: list[int] = [NONE] * t.n_units  # where a cargo went aboard in this phase
        self.serves: bytes = t.unit_nation  # the country a unit fights for
        self.due: list[int] = [0] * t.n_units  # the turn of arrival of those on the chart
        # areas
        self.control: bytes = t.area_country  # [B6.4]
        self.bombed: bytes = bytes(t.n_areas)  # Build Points lost in this quarter
        self.fortress = 1  # stands [A8.6]
        # countries
        self.war: list[int] = [0] * t.n_countries  # set of enemies of each [B1.0g]
        self.manager: list[int] = t.first_manager[:]  # the major that runs each; NONE: neutral minor
        self.conquered = 0  # set of countries
        self.homes_conquered = 0  # set of home countries
        self.war_since: list[int] = [NONE] * t.n_majors  # the turn since which each is at war [R93]
        self.collapse: bytes = bytes(t.n_homes)  # atomic hits, by home country [A7.5.2e]
        # production and research
        self.us_level = 0  # [A7.2]
        self.saved: list[int] = [0] * t.n_majors
        self.points: list[int] = [0] * t.n_majors  # Build Points to spend now
        self.deliveries = 0  # set of those in force
        self.numbers: bytes = bytes(t.n_majors)  # research numbers [A7.5]
        self.achievements: bytes = bytes(t.n_majors)  # set of research achievements
        self.rail: bytes = t.rail  # capacity
        self.rail_used: bytes = bytes(t.n_majors)
        self.rail_due: list[int] = []  # major and turn of each increase under way [A9.7]
        # cards
        self.deck: list[int] = []  # the top is the last
        self.card_at: bytes = bytes([IN_DECK]) * t.n_cards
        self.card_owner: bytes = bytes(t.n_cards)  # the major that holds it or has played it
        self.card_turn: list[int] = [0] * t.n_cards  # when it was bought [A7.4i]
        self.card_known: list[int] = [0] * t.n_cards  # seats that know where it is though it lies covered
        self.played = 0  # set of cards that have been played
        # memory
        self.events = 0  # set of events of the time table that have happened
        self.attacked: list[int] = [0, 0]  # neutrals attacked by each side, for the level of the USA
        self.declared: list[int] = [0] * t.n_countries  # set of those on whom each has ever declared war
        self.invaded = 0  # set of home countries in which an enemy has landed from the sea
        self.pact_due = 0  # 1: the pact over Poland is carried out in the next time-table phase [TT13]
        self.pacific = 0  # 1: British Pacific production counts [TT15]
        self.vichy = 0  # 1: Vichy has been installed
        self.trust = 0  # 1: colonies are in trust [TT14]
        self.peace = 0  # 1: between the two powers of the peace card
        self.peace_player = 0  # the major that rolls for its end
        self.peace_until = 0  # the last turn in which it binds [R17]
        self.balance = 0  # right-hand numbers Japan has conquered from the USSR, less the reverse [A7.6.3a]
        self.held_since = NONE  # the turn since which the Axis holds Yugoslavia
        self.orange_complete = 0  # 1: all orange units have been in play together [S39h]
        self.must_declare = 0  # 1: a war must be declared in this segment
        self.segment_cards = 0  # set of cards that work until the end of the action segment
        self.turn_cards = 0  # set of cards that have been used or work until the end of the turn
        self.surprise_zone = NONE  # where Naval Surprise works in this segment
        # the combat phase
        self.battles: list[int] = []  # spaces in which combat is still to be fought
        self.done: bytes = bytes(t.n_majors)  # marks of majors within a phase; each chapter clears it
        self.fight: CombatState | None = None
        # derived: what is where
        self.land: list[int] = [0] * t.n_spaces  # set of countries with land units there, cargo not counted
        self.fighters: list[int] = [0] * t.n_spaces  # the same without HQs
        self.air: list[int] = [0] * t.n_spaces
        self.troops: list[int] = [0] * t.n_spaces  # land units or aircraft
        self.ships: list[int] = [0] * t.n_spaces
        self.surface: list[int] = [0] * t.n_spaces  # ships other than submarines
        self.forces: list[int] = [0] * t.n_spaces  # task forces
        self.friends: list[int] = [0] * t.n_countries  # set of friends of each, itself included [R1]
        self.runs: list[int] = [0] * t.n_majors  # set of countries that each manages
        self.axis = 0  # set of countries of the Axis
        self.allies = 0

    def copy_fields(self, other: FieldState) -> None:
        """Take over the fields of `other`: copies of its lists, the same tables."""
        self.copy_counters(other)
        self.t = other.t
        self.ids = other.ids
        self.advanced = other.advanced
        self.optional = other.optional
        self.historical = other.historical
        self.world_conquest = other.world_conquest
        self.scenario = other.scenario
        self.seat_of = other.seat_of
        self.major_side = other.major_side
        self.turn = other.turn
        self.phase = other.phase
        self.side = other.side
        self.first = other.first
        self.last_initiative = other.last_initiative
        self.weather = other.weather
        self.limit = other.limit
        self.japan_attack = other.japan_attack
        self.china_attack = other.china_attack
        self.cond = other.cond[:]
        self.carrier = other.carrier[:]
        self.came = other.came[:]
        self.target = other.target[:]
        self.embarked_at = other.embarked_at[:]
        self.serves = other.serves
        self.due = other.due[:]
        self.control = other.control
        self.bombed = other.bombed
        self.fortress = other.fortress
        self.war = other.war[:]
        self.manager = other.manager[:]
        self.conquered = other.conquered
        self.homes_conquered = other.homes_conquered
        self.war_since = other.war_since[:]
        self.collapse = other.collapse
        self.us_level = other.us_level
        self.saved = other.saved[:]
        self.points = other.points[:]
        self.deliveries = other.deliveries
        self.numbers = other.numbers
        self.achievements = other.achievements
        self.rail = other.rail
        self.rail_used = other.rail_used
        self.rail_due = other.rail_due[:]
        self.deck = other.deck[:]
        self.card_at = other.card_at
        self.card_owner = other.card_owner
        self.card_turn = other.card_turn[:]
        self.card_known = other.card_known[:]
        self.played = other.played
        self.events = other.events
        self.attacked = other.attacked[:]
        self.declared = other.declared[:]
        self.invaded = other.invaded
        self.pact_due = other.pact_due
        self.pacific = other.pacific
        self.vichy = other.vichy
        self.trust = other.trust
        self.peace = other.peace
        self.peace_player = other.peace_player
        self.peace_until = other.peace_until
        self.balance = other.balance
        self.held_since = other.held_since
        self.orange_complete = other.orange_complete
        self.must_declare = other.must_declare
        self.segment_cards = other.segment_cards
        self.turn_cards = other.turn_cards
        self.surprise_zone = other.surprise_zone
        self.battles = other.battles[:]
        self.done = other.done
        self.fight = None if other.fight is None else other.fight.copy()
        self.land = other.land[:]
        self.fighters = other.fighters[:]
        self.air = other.air[:]
        self.troops = other.troops[:]
        self.ships = other.ships[:]
        self.surface = other.surface[:]
        self.forces = other.forces[:]
        self.friends = other.friends[:]
        self.runs = other.runs
        self.axis = other.axis
        self.allies = other.allies
