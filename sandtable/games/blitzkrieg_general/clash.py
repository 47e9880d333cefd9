"""A combat walked to its end: every number of hits with its chance, everything else by the game's own steps.

A combat goes from one position in which somebody is about to fire to the next. The dice of a volley are
independent, so the chances of its hits are found by convolution; who takes them, who retreats and who fights
where is played as the doctrine likes best. Which units are left, and how, is all that a later round hangs on:
positions with the same ones are the same. Where there are too many of them, ways through them are sampled.
"""

from __future__ import annotations

import math
from heapq import heappop, heappush
from typing import Final, NamedTuple

from sandtable.engine.choice import DONE
from sandtable.engine.odds import Chances, added, clamped, hits
from sandtable.engine.rng import Rng
from sandtable.engine.step import Step, Window
from sandtable.games.blitzkrieg_general import (
    basic_combat,
    battle,
    doctrine,
    losses,
    modifiers,
    rolling,
    rounds,
)
from sandtable.games.blitzkrieg_general.bases import Return
from sandtable.games.blitzkrieg_general.chart import Segments
from sandtable.games.blitzkrieg_general.fight import ATTACKER, DEFENDER, POOLS, Fight
from sandtable.games.blitzkrieg_general.ids import RETREAT, STAY, STOP, WITHDRAW
from sandtable.games.blitzkrieg_general.retreats import OVER, Resolve, Scatter
from sandtable.games.blitzkrieg_general.rolling import Shot
from sandtable.games.blitzkrieg_general.state import Board
from sandtable.games.blitzkrieg_general.terms import NONE

SIDES: Final = 6  # of a die
NODES: Final = 400  # so many positions of one combat are looked at, at most
WALKS: Final = 2_000  # so many ways are sampled where there are more, if those lead through few enough
TINY: Final = 1e-8  # what is less likely is not followed

# What a party may be able to do after a round, where it can retreat and where it cannot.
ANYTHING: Final = ([STAY, RETREAT, WITHDRAW, STOP], [STAY, WITHDRAW, STOP])

# How a unit has come out of it so far, besides the hits it can still take.
GONE: Final = 0
AWAY: Final = -1  # has left the combat

# --- dice and answers


class Face(Rng):
    """Dice that always show the same."""

    def __init__(self, die: int) -> None:
        super().__init__(0)
        self.die = die

    def roll(self, sides: int = SIDES) -> int:
        """The face."""
        return self.die

    def below(self, n: int) -> int:
        """The first of all."""
        return 0


FACES: Final = tuple([Face(die) for die in range(SIDES + 1)])


def copied(g: Board, die: int = 1) -> Board:
    """A copy for looking ahead, whose dice all show the same."""
    after = g.fork()
    assert isinstance(after, Board)
    after.rng = FACES[die]
    return after


def best(g: Board, step: Step[Board]) -> int:
    """What the doctrine answers; the first of choices it likes alike."""
    seat = step.seats(g)[0]
    choices = step.choices(g, seat)
    rated = doctrine.preferences(g, seat, choices)
    return choices[rated.index(max(rated))]


def go_on(g: Board, step: Step[Board]) -> None:
    """Do the step on top; what it asks is answered by the doctrine, and no card is played."""
    if isinstance(step, Window):
        g.agenda.pop()
        step.let_pass(g)
    elif isinstance(step, Resolve):
        step.answer(g, NONE, resolved(g, step))
    elif step.run(g):
        if isinstance(step, (Return, Scatter)):  # where they go makes no difference here
            step.answer(g, NONE, step.choices(g, NONE)[0])
        else:
            step.answer(g, step.seats(g)[0], best(g, step))


def resolved(g: Board, step: Resolve) -> int:
    """Whether a party fights on; what is open to it costs most, and is looked up only where it matters."""
    for choices in ANYTHING:
        rated = doctrine.preferences(g, NONE, choices)
        if rated[0] < max(rated):
            return best(g, step)
    return STAY


def approach(g: Board) -> bool:
    """Play until somebody is about to fire; False if the combat is over before that."""
    while True:
        step = g.agenda[-1]
        if isinstance(step, battle.Battle):
            fight = g.fight
            assert fight is not None
            battle.prune(g, fight)
            if fight.stage == OVER or battle.decided(fight):
                return False
            if fight.stage == battle.FIRING and loaded(g, fight):
                return True
            if fight.stage == battle.COAST and g.advanced and fight.invasion:
                return True  # the coast rolls first
        go_on(g, step)


def loaded(g: Board, fight: Fight) -> bool:
    """Whether somebody fires in this round still; goes on to the volley."""
    if not g.advanced:
        return fight.volley == 0 and len(volley(g, fight)) > 0
    while fight.volley < rounds.VOLLEYS:
        if volley(g, fight):
            return True
        fight.volley += 1
    return False


# --- one volley


class Fire(NamedTuple):
    """What a party does to one pool of the other in a volley: hits, and who takes them one by one."""

    party: int
    pool: int
    hits: Chances
    order: tuple[int, ...]


class Guns(NamedTuple):
    """The shots of a party at one pool of the other, and how many hits that can take."""

    party: int
    pool: int
    shots: list[Shot]
    room: int


def volley(g: Board, fight: Fight) -> list[Guns]:
    """Who fires next, and at what."""
    found: list[Guns] = []
    for party in (ATTACKER, DEFENDER):
        if g.advanced:
            room = rounds.rooms(g, fight, 1 - party)
            shots = rounds.shots(g, fight, party, room, fight.volley)
        else:
            room = [rolling.capacity(g, fight.party(1 - party))]
            shots = basic_combat.shots(g, fight, party)
        for pool in range(len(room)):
            at = [shot for shot in shots if shot.pool == pool]
            if at:
                found.append(Guns(party, pool, at, room[pool]))
    return found


def chances(guns: Guns) -> Chances:
    """How many hits they make. [B6.2.1d] [B6.2.2c]"""
    dice: dict[int, int] = {}
    for shot in guns.shots:
        strength = min(SIDES, shot.strength)
        dice[strength] = dice.get(strength, 0) + shot.times
    found: Chances = {0: 1.0}
    for strength, number in dice.items():
        found = added(found, hits(number, strength / SIDES))
    return {number: p for number, p in clamped(found, 0, guns.room).items() if p > 0.0}


def order(g: Board, party: int, pool: int, most: int) -> tuple[int, ...]:
    """The units of a party that take so many hits of a pool, as the doctrine likes best."""
    h = copied(g)
    fight = h.fight
    assert fight is not None
    found: list[int] = []
    for _hit in range(most):
        units = rounds.targets(h, fight, party, pool)[:]
        before = [rolling.steps(h, unit) for unit in units]
        fight.hits[party * POOLS + pool] = 1
        if not losses.settle(h, fight):
            step = h.agenda[-1]
            step.answer(h, NONE, best(h, step))
            h.agenda.pop()
        for at in range(len(units)):
            if h.place[units[at]] < 0 or rolling.steps(h, units[at]) < before[at]:
                found.append(units[at])
                break
    return tuple(found)


# --- the walk


class Node(NamedTuple):
    """A position in which somebody is about to fire, or the combat is over: then nobody does."""

    board: Board
    fires: list[Fire]
    left: tuple[int, ...]  # by unit: the hits it can take, GONE or AWAY
    code: int  # the same as one number, so that hits are taken off by subtraction
    stage: int  # the number of what else a round hangs on until its last volley, shifted; 0 after that
    steps: int  # all hits that can be taken


class Way(NamedTuple):
    """One result of a volley: its chance, its hits by fire as one number and in all, what it leads to."""

    chance: float
    number: int
    hits: int
    key: int


class End(NamedTuple):
    """One way a combat can end, with its chance."""

    node: Node
    chance: float


class Result(NamedTuple):
    """One result of a round: its chance, the hits of attackers and of defenders, who is left."""

    chance: float
    scored: tuple[int, int]
    left: tuple[int, ...]


class Clash:
    """A combat that is being fought on a copy, with `Battle` on its agenda and whatever it has asked.

    starts  the positions in which it comes to the first fire, with their chances: the coast may roll before
    """

    def __init__(self, g: Board) -> None:
        fight = g.fight
        assert fight is not None
        self.units: tuple[int, ...] = (*fight.attackers, *fight.defenders)
        self.attackers = len(fight.attackers)
        self.full = tuple([rolling.steps(g, unit) for unit in self.units])
        self.place = {self.units[at]: at for at in range(len(self.units))}
        self.nodes: dict[int, Node] = {}
        self.orders: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.stages: dict[tuple[int, ...], int] = {}
        self.starts: list[End] = []
        self.begin(g)

    def begin(self, g: Board) -> None:
        """Find the positions of the first fire."""
        if approach(g):
            fight = g.fight
            assert fight is not None
            if fight.stage == battle.COAST:
                for die in range(1, SIDES + 1):
                    h = copied(g, die)
                    h.agenda[-1].run(h)
                    approach(h)
                    self.starts.append(End(self.node(h), 1.0 / SIDES))
                return
        self.starts.append(End(self.node(g), 1.0))

    def node(self, g: Board) -> Node:
        """What is about to be fired in a position that `approach` has led to."""
        fight = g.fight
        assert fight is not None
        taking_part = fight.attackers + fight.defenders
        left: list[int] = []
        code = total = 0
        for at in range(len(self.units)):
            unit = self.units[at]
            if unit in taking_part:
                found = rolling.steps(g, unit)
                total += found
            else:
                found = GONE if g.place[unit] < 0 else AWAY
            left.append(found)
            code |= (found & 3) << 2 * at
        fires: list[Fire] = []
        if fight.stage == battle.FIRING and not battle.decided(fight):
            for guns in volley(g, fight):
                found_hits = chances(guns)
                who = self.order(g, 1 - guns.party, guns.pool, max(found_hits), tuple(left))
                fires.append(Fire(guns.party, guns.pool, found_hits, who))
        stage = 0
        if g.advanced and fight.volley < rounds.REST:
            key = (fight.volley, min(2, fight.round), *fight.air, NONE, *fight.aims)
            stage = self.stages.setdefault(key, 1 + len(self.stages)) << 2 * len(self.units)
        return Node(g, fires, tuple(left), code, stage, total)

    def order(self, g: Board, party: int, pool: int, most: int, left: tuple[int, ...]) -> tuple[int, ...]:
        """As the function of that name; it hangs on nothing but the party itself."""
        fight = g.fight
        assert fight is not None
        own = left[: self.attackers] if party == ATTACKER else left[self.attackers :]
        key = (party, pool, *own, *rounds.targets(g, fight, party, pool))
        found = self.orders.get(key)
        if found is None or len(found) < most:
            found = order(g, party, pool, most)
            self.orders[key] = found
        return found

    def ways(self, node: Node, floor: float) -> list[Way]:
        """All results of a volley that are not less likely than `floor`."""
        rows: list[tuple[float, int, int, int]] = [(1.0, 0, 0, node.code)]
        for fire in node.fires:
            deltas = [0]
            for unit in fire.order:
                deltas.append(deltas[-1] + (1 << 2 * self.place[unit]))
            base = len(deltas)
            pairs = list(fire.hits.items())
            more: list[tuple[float, int, int, int]] = []
            for chance, number, total, code in rows:
                for scored, p in pairs:
                    both = chance * p
                    if both >= floor:
                        more.append((both, number * base + scored, total + scored, code - deltas[scored]))
            rows = more
        stage = node.stage
        return [Way(row[0], row[1], row[2], row[3] | stage) for row in rows]

    def hits(self, node: Node, way: Way) -> list[int]:
        """The hits of each fire."""
        number = way.number
        found: list[int] = []
        for fire in reversed(node.fires):
            base = len(fire.order) + 1
            found.append(number % base)
            number //= base
        found.reverse()
        return found

    def after(self, node: Node, way: Way) -> Node:
        """The position that so many hits lead to."""
        found = self.nodes.get(way.key)
        if found is None:
            found = self.made(node, way)
            self.nodes[way.key] = found
        return found

    def made(self, node: Node, way: Way) -> Node:
        """That position, made anew by the game's own steps."""
        h = copied(node.board)
        fight = h.fight
        assert fight is not None
        struck: list[int] = []
        for fire, number in zip(node.fires, self.hits(node, way), strict=True):
            # Dice that hit as often as they should; with none of these one that misses.
            shot = Shot(NONE, SIDES if number else 0, max(1, number), fire.pool)
            rolling.fire(h, fight, fire.party, [shot], [max(1, number)] * POOLS)
            struck += fire.order[:number]
        fight.hits = [0] * (2 * POOLS)
        for unit in struck:
            losses.suffer(h, fight, unit)
        fight.stage = battle.LOSING
        fight.volley += 1
        approach(h)
        return self.node(h)

    # --- the whole combat

    def size(self) -> int:
        """About how many positions there can be: by the hits that can be taken of each kind."""
        g = self.starts[0].node.board
        fight = g.fight
        assert fight is not None
        found = 1
        for party in (ATTACKER, DEFENDER):
            if not g.advanced:
                found *= 1 + rolling.capacity(g, fight.party(party))
                continue
            room = rounds.rooms(g, fight, party)
            shots = rounds.shots(g, fight, 1 - party, room, NONE)
            for pool in range(POOLS):
                if [shot for shot in shots if shot.pool == pool]:
                    found *= 1 + room[pool]
        return found

    def ends(self, nodes: int = NODES) -> list[End] | None:
        """All ways the combat can end with their chances; None if too many positions are on the way."""
        if self.size() > nodes:
            return None
        queue = Queue(self)
        done: list[End] = []
        found: dict[int, float] = {}
        for start in self.starts:
            if start.node.fires:
                queue.spread(start.node, NONE, start.chance)
            else:
                done.append(start)
        while queue.heap:
            key = heappop(queue.heap)[1]
            chance = queue.mass.pop(key)
            if chance < TINY:
                continue
            node = self.nodes.get(key)
            if node is None:
                if len(self.nodes) >= nodes:
                    return None
                before, way = queue.parents[key]
                node = self.after(before, way)
            if node.fires:
                queue.spread(node, key, chance)
            else:
                found[key] = found.get(key, 0.0) + chance
        done += [End(self.nodes[key], chance) for key, chance in found.items()]
        total = sum([end.chance for end in done])
        return [End(end.node, end.chance / total) for end in done]

    def sampled(self, nodes: int = NODES) -> tuple[list[End], float]:
        """Ways the combat can end by sampling, with the error of a chance.

        It is done when so many ways are walked, or as many positions more looked at as there may be.
        """
        luck = Rng(1)
        count: dict[int, int] = {}
        ends: dict[int, Node] = {}
        known: dict[int, list[Way]] = {}
        most = len(self.nodes) + max(100, nodes // 2)  # they take longer
        number = 0
        while number < WALKS and len(self.nodes) < most:
            key = -1 - luck.below(len(self.starts))  # all alike likely
            node = self.starts[-1 - key].node
            while node.fires:
                if key not in known:
                    known[key] = self.ways(node, 0.0)
                way = drawn(known[key], luck)
                node = self.after(node, way)
                key = way.key
            ends[key] = node
            count[key] = count.get(key, 0) + 1
            number += 1
        error = max(3.0 / number, 1.96 * math.sqrt(0.25 / number))
        return [End(ends[key], count[key] / number) for key in ends], error

    # --- one round

    def round(self, node: Node) -> list[Result]:
        """All results of a round."""
        fight = node.board.fight
        assert fight is not None
        found: list[Result] = []
        for way in self.ways(node, 0.0):
            scored = [0, 0]
            left = list(node.left)
            for fire, number in zip(node.fires, self.hits(node, way), strict=True):
                scored[fire.party] += number
                for unit in fire.order[:number]:
                    left[self.place[unit]] -= 1
            if node.stage:
                later = self.after(node, way)
                then = later.board.fight
                assert then is not None
                if later.fires and then.round == fight.round:
                    for p, both, rest in self.round(later):
                        total = (scored[0] + both[0], scored[1] + both[1])
                        found.append(Result(way.chance * p, total, rest))
                    continue
            found.append(Result(way.chance, (scored[0], scored[1]), tuple(left)))
        return found

    def lost(self, end: Node, party: int) -> tuple[int, int]:
        """The units of a party that are lost at an end, and the hits it has taken."""
        span = range(self.attackers) if party == ATTACKER else range(self.attackers, len(self.units))
        units = taken = 0
        for at in span:
            unit = self.units[at]
            left = 0 if end.board.place[unit] < 0 else rolling.steps(end.board, unit)
            taken += self.full[at] - left
            if not left:
                units += 1
            elif end.left[at] > 0 and end.board.advanced and modifiers.kamikaze(end.board, unit):
                units += 1  # [R38]
        return units, taken


class Queue:
    """Positions of a combat that are still to be looked at with their chances, the strongest forces first."""

    def __init__(self, clash: Clash) -> None:
        self.clash = clash
        self.heap: list[tuple[int, int]] = []
        self.mass: dict[int, float] = {}
        self.parents: dict[int, tuple[Node, Way]] = {}

    def spread(self, node: Node, key: int, chance: float) -> None:
        """Hand the chance of a position on to those that follow it."""
        ways = self.clash.ways(node, TINY)
        if ways[0].key == key:  # nobody hits and all is as it was
            chance /= 1.0 - ways[0].chance
        mass = self.mass
        for way in ways:
            p, _number, hits, where = way
            if where == key:
                continue
            if where in mass:
                mass[where] += chance * p
                continue
            mass[where] = chance * p
            if where not in self.parents:
                self.parents[where] = (node, way)
            heappush(self.heap, (hits - node.steps, where))


def drawn(ways: list[Way], luck: Rng) -> Way:
    """One of several results, each as often as is its chance."""
    point = luck.below(1 << 30) / (1 << 30)
    for way in ways:
        point -= way.chance
        if point < 0.0:
            return way
    return ways[-1]


def as_asked(g: Board) -> None:
    """Take what a party is being asked as done: it fights on, its units fight where they are placed."""
    step = g.agenda[-1]
    if isinstance(step, Resolve):
        step.answer(g, NONE, STAY)
    elif isinstance(step, Segments):
        step.answer(g, NONE, DONE)
