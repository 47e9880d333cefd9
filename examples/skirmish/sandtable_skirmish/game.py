"""Skirmish as a game of the engine: set-up, secrets and parts."""

from pathlib import Path

from sandtable.engine.game import REACTIONS, Scenario, Setup
from sandtable.engine.parts import Parts
from sandtable.engine.rng import Rng
from sandtable.wargame.game import CounterGame
from sandtable_skirmish import invariants, sequence
from sandtable_skirmish.bot import doctrine
from sandtable_skirmish.components.state import POOL, RESERVE, UNDEALT, Board
from sandtable_skirmish.components.tables import HAND, SIDES, Tables
from sandtable_skirmish.odds import fights
from sandtable_skirmish.table import show


def resample(g: Board, seat: int, rng: Rng) -> None:
    """Deal again the enemy's hand and reserve, which the seat cannot know. [2.1] [6.1]"""
    hidden = [c for c, place in enumerate(g.cards) if place in (1 - seat, UNDEALT)]
    places, units = [g.cards[c] for c in hidden], g.reserve(1 - seat)
    rng.shuffle(places)
    rng.shuffle(units)
    for card, place in zip(hidden, places, strict=True):
        g.cards[card] = place
    g.queue = g.reserve(seat) + units


class Skirmish(CounterGame[Board]):
    def __init__(self, folder: Path) -> None:
        t = self.tables = Tables(folder)
        self.declare("skirmish", "Skirmish", "1", folder, t.pack.rules.rules)
        self.names, self.options = t.names, [REACTIONS]
        self.scenarios = [Scenario(s.id, s.name, (2,)) for s in t.scenarios]
        areas = ([a.id for a in t.areas], [a.name for a in t.areas])
        self.declare_counters(t.first_unit, [t.kind_id[k] for k in t.units], *areas)
        self.parts = Parts(
            about="Two small armies fight for a valley.",
            view=show.view, scene=show.scene, cards=show.cards, order=show.ORDER,
            turn=lambda g: g.turn, moment=lambda g: 2 * g.turn + g.side,
            value=doctrine.value, preferences=doctrine.preferences, odds=fights.odds,
            resample=resample, check=invariants.check,
        )  # fmt: skip

    def blank(self, setup: Setup) -> Board:
        g = Board(self.tables, setup.seed, [s.id for s in self.scenarios].index(setup.scenario))
        g.ask_always = setup.options["reactions"] == "ask"
        return g

    def new(self, setup: Setup) -> Board:
        g, t = self.blank(setup), self.tables
        g.control = t.source[:]
        for force in t.scenarios[g.scenario].forces:
            kind = t.kind_id.index(f"{force.side}_{force.type}")
            for _ in range(force.count):
                unit = g.first_in(POOL, t.units.index(kind), t.units.count(kind))
                if force.area:
                    g.enter(unit, t.area[force.area])
                    g.hold(t.area[force.area])
                else:
                    g.place[unit] = RESERVE
                    g.queue.append(unit)
        g.rng.shuffle(g.queue)  # [2.1]
        deck = list(range(len(t.cards)))
        g.rng.shuffle(deck)
        for i, card in enumerate(deck[: 2 * HAND]):  # [6.1]
            g.cards[card] = i % 2
        g.push(sequence.Sequence())
        return g

    def seat_names(self, g: Board) -> list[str]:
        return [side.title() for side in SIDES[:2]]

    def condition(self, g: Board, unit: int) -> tuple[str, str]:
        return (".moved", " (moved)") if unit in g.moved else ("", "")
