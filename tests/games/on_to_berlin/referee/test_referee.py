"""Games watched by the referee: what is offered, what fights come to, who controls what.

SANDTABLE_REFEREE_GAMES=50 checks 50 games of each kind, with further seeds after the usual ones.
"""

import os
from random import Random
from typing import Any

import pytest

from sandtable.engine.choice import PASS
from sandtable.games import load_game
from sandtable.games.on_to_berlin import sequence
from sandtable.games.on_to_berlin.components.constants import BY_POINTS
from sandtable.games.on_to_berlin.components.ids import AREA as FIRST
from sandtable.games.on_to_berlin.components.ids import ATTACK
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.game import OPTIONS
from sandtable.games.on_to_berlin.rules.activation import Activate
from sandtable.games.on_to_berlin.rules.cards.card_play import Points
from sandtable.games.on_to_berlin.rules.movement import airdrop, sea_landing
from sandtable.games.on_to_berlin.rules.movement.group_movement import SINGLE
from sandtable.games.on_to_berlin.sequence import Impulses
from sandtable.games.on_to_berlin.testing import add_unit
from tests.games.on_to_berlin.referee import battles, landings
from tests.games.on_to_berlin.referee.book import CEDED, NEUTRAL, Position
from tests.games.on_to_berlin.referee.components import AREA, NATION, SEA
from tests.games.on_to_berlin.referee.questions import QUESTIONS, fork, recoveries, score
from tests.games.on_to_berlin.test_movement_random import random_board

GAME = load_game("on_to_berlin")
GAMES = int(os.environ.get("SANDTABLE_REFEREE_GAMES", "3"))
# How often a question is compared; those that are cheap or rare always.
SHARE = {"Impulses": 0.3, "Points": 0.35, "Activate": 0.35, "March": 0.8, "Flight": 0.5, "Redeployment": 0.6}


class Watch:
    """A game under way, with what the referee remembers of it."""

    def __init__(self, seed: int, bot: bool) -> None:
        self.rng = Random(seed)
        self.bot = bot
        names = [id for id, _, _ in OPTIONS]
        options: Any = {id: True for id in names if seed % 2 and self.rng.random() < 0.4}
        g = GAME.new(GAME.settle(None, 2, options, seed))
        assert isinstance(g, Board)
        g.advance()
        self.g = g
        self.asked = 0
        self.seen: dict[str, int] = {}
        self.remember()

    def choose(self, seat: int) -> int:
        """A choice of a greedy bot that errs now and then, or of nobody in particular."""
        choices = self.g.choices(seat)
        if self.bot and self.rng.random() < 0.8:
            liked = GAME.preferences(self.g, seat, choices)
            return choices[max(range(len(choices)), key=liked.__getitem__)]
        return self.rng.choice(choices)

    def step(self) -> None:
        """Compare the question that is open, then answer it."""
        g = self.g
        name = battles.top(g)
        seat = g.seats()[0]
        if name in QUESTIONS and self.rng.random() < SHARE.get(name, 1.0):
            self.seen[name] = self.seen.get(name, 0) + 1
            QUESTIONS[name](g, Position(g), self.rng)
        if name == "Ambush":
            battles.ambush(g, self.rng)
        if name == "Activate" and ATTACK in g.choices(seat):
            self.seen["attack"] = self.seen.get("attack", 0) + 1
            battles.attack(g, self.rng, ATTACK)
        if name == "Target":
            areas = [c for c in g.choices(seat) if FIRST <= c < g.ids.unit]
            if areas and not g.agenda[-1].unlocked:  # type: ignore[attr-defined]
                battles.attack(g, self.rng, self.rng.choice(areas))
        g.apply(seat, self.choose(seat))
        self.watch_control()

    def watch_control(self) -> None:
        """At the end of an impulse or a turn every area has the controller the book gives it. 3.4"""
        g = self.g
        name = battles.top(g)
        if g.result is not None or name == "Controller":
            return
        left = any(now == NEUTRAL != before for now, before in zip(g.nside, self.sides, strict=True))
        if name in ("Impulses", "Select") and not left:  # who leaves the war is given back what is its own
            p = Position(g)
            for area, number in zip(AREA, self.control, strict=True):
                before = NATION[number] if number < len(NATION) else ""
                if p.surrendered and not self.surrendered and area in CEDED:
                    before = p.printed[area]
                assert p.control[area] in p.controllers(area, before), (area, before, p.control[area])
        self.remember()

    def remember(self) -> None:
        """Keep what the next look at control needs to know."""
        self.control = self.g.control
        self.sides = self.g.nside
        self.surrendered = self.g.poland_surrendered


def play(seed: int, bot: bool) -> Watch:
    """A game from its set-up to its end."""
    watch = Watch(seed, bot)
    while watch.g.result is None:
        watch.asked += 1
        try:
            watch.step()
        except AssertionError as error:
            kind = "bots" if bot else "random"
            raise AssertionError(f"{kind}, seed {seed}, choice {watch.asked}: {error}") from error
    return watch


def crowded(seed: int) -> None:
    """A few questions about units thrown together at random, with sides, control and options at random."""
    rng = Random(seed)
    g = random_board(rng)
    for counter in range(g.t.n_units):
        if g.place[counter] >= 0 and g.side_of(counter) != NEUTRAL and rng.random() < 0.4:
            g.spend(counter)
    g.turn = rng.randint(1, 12)
    cargo = rng.choice(sorted(SEA))  # tanks at sea are hit like infantry
    tanks = ("ge_tf", "it_tf") if g.side else ("uk_tf", "us_tf")
    for kind in (*tanks, "uk_nf" if g.side else "ge_nf"):
        number = g.t.type_index[kind]
        if g.free_unit(number) >= 0 and g.nside[g.t.type_nation[number]] != NEUTRAL:
            add_unit(g, kind, cargo)
    p = Position(g)
    score(g, p)
    for _ in range(2):
        recoveries(g, rng)
    for step in (Points(rng.randint(1, 4)), Impulses(), sequence.Withdraw(g.side, True)):
        new = fork(g, step)
        name = battles.top(new)
        if name in QUESTIONS:
            QUESTIONS[name](new, Position(new), rng)
    ready = [u for u in p.units.values() if p.fresh(u, g.side) and p.can_attack([u]) and not u.by_points]
    for unit in rng.sample(ready, min(3, len(ready))):
        mates = [u for u in ready if u.area == unit.area]
        group = rng.sample(mates, rng.randint(1, len(mates)))
        new = fork(g, Activate(tuple(sorted(u.number for u in group)), BY_POINTS, SINGLE))
        QUESTIONS["Activate"](new, Position(new), rng)
        battles.attack(new, rng, ATTACK)


def landing(seed: int) -> int:
    """Landings from sea and air of units thrown together at random; how many questions were compared."""
    rng = Random(seed)
    board = random_board(rng)
    side = board.side
    friendly = [a for a in range(board.t.n_areas) if board.held[a] == side]
    bases = [AREA[a] for a in friendly if AREA[a] not in SEA]
    seas = [AREA[a] for a in friendly if AREA[a] in SEA]
    for name in (("us", "uk") if side else ("ge",)) * 2:
        base = rng.choice(bases)
        for kind, area in (("ab", base), ("lf", base), ("nf", rng.choice(seas) if seas else "")):
            number = board.t.type_index[f"{name}_{kind}"]
            if area and board.free_unit(number) >= 0 and board.nside[board.t.type_nation[number]] == side:
                add_unit(board, f"{name}_{kind}", area)
    compared = 0
    for card in landings.cards_of(board.side):
        for first in (sea_landing.Embark(False), airdrop.Jump(False)):
            g = board.copy()
            g.card = card
            g = fork(g, first)
            while battles.top(g) in ("Embark", "Convoy", "Crossing", "Jump", "DropZone"):
                QUESTIONS[battles.top(g)](g, Position(g), rng)
                compared += 1
                onward = [c for c in g.choices(g.side) if c != PASS]
                if not onward:
                    break
                g.apply(g.side, rng.choice(onward))
    return compared


@pytest.mark.rule("on_to_berlin", "3.6e")
@pytest.mark.rule("on_to_berlin", "8.1.2a")
@pytest.mark.rule("on_to_berlin", "8.1.2b")
def test_random_landings_agree_with_the_book() -> None:
    assert sum(landing(seed) for seed in range(1, 1 + 20 * GAMES)) > 100


@pytest.mark.rule("on_to_berlin", "11.2c")
@pytest.mark.rule("on_to_berlin", "11.3a")
@pytest.mark.rule("on_to_berlin", "12.0c")
@pytest.mark.rule("on_to_berlin", "13.0b")
@pytest.mark.rule("on_to_berlin", "15.3d")
@pytest.mark.parametrize("seed", sorted({*range(1, 1 + 20 * GAMES), 79}))  # 79: a fortress at sea
def test_random_positions_agree_with_the_book(seed: int) -> None:
    crowded(seed)


@pytest.mark.rule("on_to_berlin", "3.4")
@pytest.mark.rule("on_to_berlin", "8.1")
@pytest.mark.rule("on_to_berlin", "9.2")
@pytest.mark.rule("on_to_berlin", "12.0")
@pytest.mark.rule("on_to_berlin", "13.0")
@pytest.mark.rule("on_to_berlin", "14.0")
@pytest.mark.parametrize("seed", range(1, GAMES + 1))
def test_random_games_agree_with_the_book(seed: int) -> None:
    watch = play(seed, False)
    assert watch.asked > 100 and {"Impulses", "Points", "Activate", "March"} <= {*watch.seen}


@pytest.mark.rule("on_to_berlin", "3.4")
@pytest.mark.rule("on_to_berlin", "9.1")
@pytest.mark.rule("on_to_berlin", "11.2")
@pytest.mark.rule("on_to_berlin", "11.3")
@pytest.mark.rule("on_to_berlin", "11.5")
@pytest.mark.parametrize("seed", range(101, 100 + GAMES))
def test_games_of_bots_agree_with_the_book(seed: int) -> None:
    watch = play(seed, True)
    assert watch.seen.get("attack", 0) > 5
