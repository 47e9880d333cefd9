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

from sandtable.engine.odds import Chances
from sandtable.engine.rng import Rng
from sandtable.games.blitzkrieg_general import battle, losses, modifiers, rolling, rounds
from sandtable.games.blitzkrieg_general.fight import ATTACKER, DEFENDER, POOLS
from sandtable.games.blitzkrieg_general.rolling import Shot
from sandtable.games.blitzkrieg_general.state import Board
from sandtable.games.blitzkrieg_general.terms import NONE
from sandtable.games.blitzkrieg_general.volleys import SIDES, Fire, approach, chances, copied, order, volley

NODES: Final = 400  # so many positions of one combat are looked at, at most
WALKS: Final = 2_000  # so many ways are sampled where there are more, if those lead through few enough
TINY: Final = 1e-8  # what is less likely is not followed

# How a unit has come out of it so far, besides the hits it can still take.
GONE: Final = 0
AWAY: Final = -1  # has left the combat


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
    """One result of a round: its chance, the hits of a party, who is left."""

    chance: float
    scored: int
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

    def drawn(self, node: Node, luck: Rng) -> Way:
        """One of them, each as often as is its chance."""
        number = total = 0
        code = node.code
        for fire in node.fires:
            scored = draw(fire.hits, luck)
            number = number * (len(fire.order) + 1) + scored
            total += scored
            for unit in fire.order[:scored]:
                code -= 1 << 2 * self.place[unit]
        return Way(1.0, number, total, code | node.stage)

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

    def sampled(self, nodes: int = NODES) -> tuple[list[End], int]:
        """Ways the combat can end by sampling, and the number of samples.

        It is done when so many ways are walked, or as many positions more looked at as there may be.
        """
        luck = Rng(1)
        count: dict[int, int] = {}
        ends: dict[int, Node] = {}
        most = len(self.nodes) + max(100, nodes // 2)  # they take longer
        number = 0
        while number < WALKS and len(self.nodes) < most:
            key = -1 - luck.below(len(self.starts))  # all alike likely
            node = self.starts[-1 - key].node
            while node.fires:
                way = self.drawn(node, luck)
                node = self.after(node, way)
                key = way.key
            ends[key] = node
            count[key] = count.get(key, 0) + 1
            number += 1
        return [End(ends[key], count[key] / number) for key in ends], number

    # --- one round

    def round(self, node: Node, party: int) -> list[Result]:
        """What one party can do in a round, and what is left of the other."""
        if not node.stage:  # the last volley: what the other does makes no difference
            node = node._replace(fires=[fire for fire in node.fires if fire.party == party])
        fight = node.board.fight
        assert fight is not None
        found: list[Result] = []
        for way in self.ways(node, 0.0):
            scored = 0
            left = list(node.left)
            for fire, number in zip(node.fires, self.hits(node, way), strict=True):
                if fire.party == party:
                    scored += number
                for unit in fire.order[:number]:
                    left[self.place[unit]] -= 1
            if node.stage:
                later = self.after(node, way)
                then = later.board.fight
                assert then is not None
                if later.fires and then.round == fight.round:
                    for p, more, rest in self.round(later, party):
                        found.append(Result(way.chance * p, scored + more, rest))
                    continue
            found.append(Result(way.chance, scored, tuple(left)))
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
                units += 1  # it does not come home
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


def error_of(chances: list[float], samples: int) -> float:
    """The half width of the 95 % interval of chances that so many samples have told; 0: they are exact."""
    if not samples:
        return 0.0
    worst = max([p * (1.0 - p) for p in chances])
    return max(3.0 / samples, 1.96 * math.sqrt(worst / samples))  # the rule of three


def draw(one: Chances, luck: Rng) -> int:
    """A number, each as often as is its chance."""
    point = luck.below(1 << 30) / (1 << 30)
    for number, p in one.items():
        point -= p
        if point < 0.0:
            return number
    return max(one)
