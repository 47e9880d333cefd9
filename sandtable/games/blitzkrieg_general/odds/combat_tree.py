"""A combat played to its end: each number of hits with its chance, everything else by the game's own steps.

A combat goes from one position in which somebody is about to fire to the next. The dice of a volley are
independent, so convolution gives the chances of its hits. The doctrine decides losses, retreats and segments.
A later round depends only on the units that are left and their state, so positions with the same units count
as one. If there are many positions, only the likely ones are followed and the rest is sampled. If there are
too many, all of them are sampled.
"""

from __future__ import annotations

import math
from heapq import heappop, heappush
from typing import Final, NamedTuple

from sandtable.engine.odds import Chances
from sandtable.engine.rng import Rng
from sandtable.games.blitzkrieg_general.components.combat_state import ATTACKER, DEFENDER, POOLS
from sandtable.games.blitzkrieg_general.components.constants import NONE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.odds.fire_rounds import (
    SIDES,
    Fire,
    Guns,
    chances,
    copied,
    order,
    play_to_fire,
)
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers
from sandtable.games.blitzkrieg_general.rules.combat import (
    combat_advanced,
    combat_dice,
    combat_sequence,
    losses,
)
from sandtable.games.blitzkrieg_general.rules.combat.combat_dice import Shot

NODES: Final = 120  # the most positions of one combat that are followed
WALKS: Final = 1_000  # the most samples
FINE: Final = 0.002  # an error that is small enough
BATCH: Final = 16  # samples in the first batch
LEAST: Final = 60  # more positions that samples may visit
TINY: Final = 1e-6  # less likely positions are not followed where there are few
RARE: Final = 2e-3  # the same where there are more
MANY: Final = 2  # if there are `MANY` times more positions than can be followed, all are sampled
SEEN: Final = 5e-5  # a smaller chance does not show in per cent with one digit after the point
ONE: Final = 1 << 30

DICE: Final = 100  # more than one unit rolls

# The state of a unit, besides the number of hits it can still take.
GONE: Final = 0
AWAY: Final = -1  # it has left the combat


class Node(NamedTuple):
    """A position in which somebody is about to fire, or the end of the combat, without fire."""

    board: Board
    fires: list[Fire]
    left: tuple[int, ...]  # by unit: the hits it can take, GONE or AWAY
    code: int  # `left` as one number, so that hits are subtracted
    stage: int  # a number for everything else that matters before the last volley, shifted; 0 after that
    steps: int  # all hits that can be taken


class Way(NamedTuple):
    """One result of a volley: its chance, its hits by fire as one number, all hits, its position's key."""

    chance: float
    number: int
    hits: int
    key: int


class End(NamedTuple):
    """One possible end of a combat, with its chance."""

    node: Node
    chance: float


class Ends(NamedTuple):
    """The possible ends of a combat: the exact ones, and those found by a number of samples.

    Their chances add up to 1 together with those that were too unlikely to be followed.
    """

    sure: list[End]
    guessed: list[End]
    samples: int
    lost: float


class Result(NamedTuple):
    """One result of a round: its chance, the hits of a party, the units left."""

    chance: float
    scored: int
    left: tuple[int, ...]


class CombatTree:
    """A combat fought on a copy, with `Battle` on its agenda and whatever it has asked.

    starts  the positions of the first fire, with their chances: the coast may roll before
    """

    def __init__(self, g: Board) -> None:
        fight = g.fight
        assert fight is not None
        self.units: tuple[int, ...] = (*fight.attackers, *fight.defenders)
        self.attackers = len(fight.attackers)
        self.full = tuple([combat_dice.steps(g, unit) for unit in self.units])
        self.place = {self.units[at]: at for at in range(len(self.units))}
        self.nodes: dict[int, Node] = {}
        self.known_chances: dict[tuple[int, ...], Chances] = {}
        self.orders: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.stages: dict[tuple[int, ...], int] = {}
        self.starts: list[End] = []
        self.find_starts(g)

    def find_starts(self, g: Board) -> None:
        """Find the positions of the first fire."""
        guns = play_to_fire(g)
        fight = g.fight
        assert fight is not None
        if fight.stage != combat_sequence.COAST or combat_sequence.is_decided(fight):
            self.starts.append(End(self.node(g, guns), 1.0))
            return
        for die in range(1, SIDES + 1):
            h = copied(g, die)
            h.agenda[-1].run(h)
            self.starts.append(End(self.node(h, play_to_fire(h)), 1.0 / SIDES))

    def node(self, g: Board, guns: list[Guns]) -> Node:
        """Return the node of a position that `play_to_fire` has led to."""
        fight = g.fight
        assert fight is not None
        taking_part = fight.attackers + fight.defenders
        left: list[int] = []
        code = total = 0
        for at in range(len(self.units)):
            unit = self.units[at]
            if unit in taking_part:
                found = combat_dice.steps(g, unit)
                total += found
            else:
                found = GONE if g.place[unit] < 0 else AWAY
            left.append(found)
            code |= (found & 3) << 2 * at
        fires: list[Fire] = []
        for one in guns:
            hits = self.chances(one)
            who = self.order(g, 1 - one.party, one.pool, max(hits), tuple(left))
            fires.append(Fire(one.party, one.pool, hits, who))
        stage = 0
        if g.advanced and fight.volley < combat_advanced.REST:
            key = (fight.volley, min(2, fight.round), *fight.air, NONE, *fight.aims)
            stage = self.stages.setdefault(key, 1 + len(self.stages)) << 2 * len(self.units)
        return Node(g, fires, tuple(left), code, stage, total)

    def chances(self, guns: Guns) -> Chances:
        """Return the chances of the hits; they depend only on the dice, and are cached."""
        dice = sorted([shot.strength * DICE + shot.times for shot in guns.shots])
        key = (guns.room, *dice)
        found = self.known_chances.get(key)
        if found is None:
            found = chances(guns)
            self.known_chances[key] = found
        return found

    def order(self, g: Board, party: int, pool: int, most: int, left: tuple[int, ...]) -> tuple[int, ...]:
        """Return the units that take hits; they depend only on the party itself, and are cached.

        An order for more hits also gives the order of the next ones.
        """
        fight = g.fight
        assert fight is not None
        first = 0 if party == ATTACKER else self.attackers
        own = left[: self.attackers] if party == ATTACKER else left[self.attackers :]
        units = combat_advanced.targets(g, fight, party, pool)
        found = self.orders.get((party, pool, *own, NONE, *units))
        if found is None or len(found) < most:
            found = order(g, party, pool, most)
            rest = list(own)
            for taken in range(len(found)):
                key = (party, pool, *rest, NONE, *units)
                known = self.orders.get(key)
                if known is None or len(known) < len(found) - taken:
                    self.orders[key] = found[taken:]
                at = self.place[found[taken]] - first
                rest[at] -= 1
                if rest[at] == GONE:
                    units = [unit for unit in units if unit != found[taken]]
        return found

    def ways(self, node: Node, floor: float) -> list[Way]:
        """Return the results of a volley that are at least as likely as `floor`."""
        rows: list[tuple[float, int, int, int]] = [(1.0, 0, 0, node.code)]
        for fire in node.fires:
            deltas = self.deltas(fire)
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

    def sample_ways(self, node: Node, number: int, rng: Rng) -> list[Way]:
        """Return `number` results of a volley, spread evenly over their chances."""
        numbers = [0] * number
        totals = [0] * number
        codes = [node.code] * number
        for fire in node.fires:
            deltas = self.deltas(fire)
            base = len(deltas)
            scores = sample_values(fire.hits, number, rng)
            for at in range(number):
                scored = scores[at]
                numbers[at] = numbers[at] * base + scored
                totals[at] += scored
                codes[at] -= deltas[scored]
        stage = node.stage
        return [Way(1.0, numbers[at], totals[at], codes[at] | stage) for at in range(number)]

    def deltas(self, fire: Fire) -> list[int]:
        """Return what a fire subtracts from the code, by its number of hits."""
        found = [0]
        for unit in fire.order:
            found.append(found[-1] + (1 << 2 * self.place[unit]))
        return found

    def hits(self, node: Node, way: Way) -> list[int]:
        """Return the hits of each fire."""
        number = way.number
        found: list[int] = []
        for fire in reversed(node.fires):
            base = len(fire.order) + 1
            found.append(number % base)
            number //= base
        found.reverse()
        return found

    def node_after(self, node: Node, way: Way) -> Node:
        """Return the node that a result of a volley leads to."""
        found = self.nodes.get(way.key)
        if found is None:
            found = self.play_hits(node, way)
            self.nodes[way.key] = found
        return found

    def play_hits(self, node: Node, way: Way) -> Node:
        """Return that node, made by the game's own steps."""
        h = copied(node.board)
        fight = h.fight
        assert fight is not None
        struck: list[int] = []
        for fire, number in zip(node.fires, self.hits(node, way), strict=True):
            # Dice that hit as often as they should; with none of these one that misses.
            shot = Shot(NONE, SIDES if number else 0, max(1, number), fire.pool)
            combat_dice.fire(h, fight, fire.party, [shot], [max(1, number)] * POOLS)
            struck += fire.order[:number]
        fight.hits = [0] * (2 * POOLS)
        for unit in struck:
            losses.take_hit(h, fight, unit)
        fight.stage = combat_sequence.LOSING
        fight.volley += 1
        return self.node(h, play_to_fire(h))

    # --- the whole combat

    def size(self) -> int:
        """Return roughly how many positions there can be: by the hits that can be taken of each kind."""
        g = self.starts[0].node.board
        fight = g.fight
        assert fight is not None
        found = 1
        for party in (ATTACKER, DEFENDER):
            if not g.advanced:
                found *= 1 + combat_dice.capacity(g, fight.party(party))
                continue
            room = combat_advanced.capacities(g, fight, party)
            shots = combat_advanced.shots(g, fight, 1 - party, room, NONE)
            for pool in range(POOLS):
                if [shot for shot in shots if shot.pool == pool]:
                    found *= 1 + room[pool]
        return found

    def ends(self, nodes: int = NODES) -> Ends:
        """Return the possible ends of the combat with their chances.

        Positions are followed with all their results, the strongest forces first: all of them if there are
        few, else at most `nodes` likely ones. The rest is sampled.
        """
        queue, rest = Queue(self), Queue(self)
        rest.parents = queue.parents
        for at in range(len(self.starts)):
            queue.put(-1 - at, self.starts[at].chance, -self.starts[at].node.steps)
        size = self.size()
        cut = TINY if size <= nodes else RARE
        found: dict[int, float] = {}
        most = len(self.nodes) + nodes if size <= MANY * nodes else 0
        while queue.heap and len(self.nodes) < most:
            rank, key = heappop(queue.heap)
            chance = queue.mass.pop(key)
            if chance < cut:
                rest.put(key, chance, rank)
                continue
            node = queue.node(key)
            if node.fires:
                queue.spread(node, key, chance)
            else:
                found[key] = found.get(key, 0.0) + chance
        sure = [End(queue.node(key), chance) for key, chance in found.items()]
        for rank, key in queue.heap:
            rest.put(key, queue.mass[key], rank)
        left = sum(rest.mass.values())
        lost = max(0.0, 1.0 - sum(found.values()) - left)
        if left < SEEN:
            return Ends(sure, [], 0, lost + left)
        guessed, samples = self.sampled(rest, LEAST if most else nodes)
        return Ends(sure, guessed, samples, lost)

    def sampled(self, queue: Queue, nodes: int) -> tuple[list[End], int]:
        """Sample ways from the positions of a queue to the end; return the ends and the number of samples.

        It stops after enough ways, or when `nodes` more positions have been visited.
        """
        rng = Rng(1)
        share = sum(queue.mass.values())
        count: dict[int, int] = {}
        number = 0
        batch = BATCH
        most = len(self.nodes) + nodes
        walks = min(WALKS, int((share / FINE) ** 2) + 1)
        while number < walks and len(self.nodes) < most:
            crowd = queue.place_walkers(batch, share, rng)
            while crowd.heap:
                key = heappop(crowd.heap)[1]
                walkers = round(crowd.mass.pop(key))
                node = crowd.node(key)
                if not node.fires:
                    count[key] = count.get(key, 0) + walkers
                    number += walkers
                    continue
                for way in self.sample_ways(node, walkers, rng):
                    crowd.put_way(node, way, 1.0)
            batch = min(2 * batch, WALKS)
        return [End(queue.node(key), share * walkers / number) for key, walkers in count.items()], number

    # --- one round

    def round_results(self, node: Node, party: int) -> list[Result]:
        """Return what one party can do in a round, and what is left of the other."""
        if not node.stage:  # the last volley: the other party's fire makes no difference
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
                later = self.node_after(node, way)
                then = later.board.fight
                assert then is not None
                if later.fires and then.round == fight.round:
                    for p, more, rest in self.round_results(later, party):
                        found.append(Result(way.chance * p, scored + more, rest))
                    continue
            found.append(Result(way.chance, scored, tuple(left)))
        return found

    def count_losses(self, end: Node, party: int) -> tuple[int, int]:
        """Return the number of units a party has lost at an end, and the hits it has taken."""
        span = range(self.attackers) if party == ATTACKER else range(self.attackers, len(self.units))
        units = taken = 0
        for at in span:
            unit = self.units[at]
            left = 0 if end.board.place[unit] < 0 else combat_dice.steps(end.board, unit)
            taken += self.full[at] - left
            if not left:
                units += 1
            elif end.left[at] > 0 and end.board.advanced and card_modifiers.kamikaze(end.board, unit):
                units += 1  # it does not come home
        return units, taken


class Queue:
    """Positions of a combat that must still be visited, with their chances, the strongest forces first."""

    def __init__(self, tree: CombatTree) -> None:
        self.tree = tree
        self.heap: list[tuple[int, int]] = []
        self.mass: dict[int, float] = {}
        self.parents: dict[int, tuple[Node, Way]] = {}

    def put(self, key: int, amount: float, rank: int) -> None:
        """Add a position, or more of its chance."""
        if key in self.mass:
            self.mass[key] += amount
        else:
            self.mass[key] = amount
            heappush(self.heap, (rank, key))

    def put_way(self, node: Node, way: Way, amount: float) -> None:
        """Add the position that a result leads to."""
        if way.key not in self.parents:
            self.parents[way.key] = (node, way)
        self.put(way.key, amount, way.hits - node.steps)

    def node(self, key: int) -> Node:
        """Return the node of a key; keys below 0 are the first nodes."""
        if key < 0:
            return self.tree.starts[-1 - key].node
        before, way = self.parents[key]
        return self.tree.node_after(before, way)

    def spread(self, node: Node, key: int, chance: float) -> None:
        """Pass the chance of a position on to those that follow it."""
        ways = self.tree.ways(node, TINY)
        if ways[0].key == key:  # nobody hits and all is as it was
            chance /= 1.0 - ways[0].chance
        for way in ways:
            if way.key != key:
                self.put_way(node, way, chance * way.chance)

    def place_walkers(self, number: int, share: float, rng: Rng) -> Queue:
        """Return a queue with `number` walkers in these positions, by their chances, whose sum is `share`."""
        found = Queue(self.tree)
        found.parents = self.parents
        apart = share / number
        point = apart * rng.below(ONE) / ONE
        for rank, key in self.heap:
            walkers = 0.0
            point -= self.mass[key]
            while point < 0.0:
                walkers += 1.0
                point += apart
            if walkers:
                found.put(key, walkers, rank)
        return found


def error_of(guessed: list[float], found: Ends) -> float:
    """Return the error of chances of which some were sampled: half the width of the 95 % interval."""
    error = found.lost
    if found.samples:
        share = sum(guessed)
        worst = max([p / share * (1.0 - p / share) for p in guessed])
        # The samples limit how small an error can be (the rule of three).
        error += share * max(3.0 / found.samples, 1.96 * math.sqrt(worst / found.samples))
    return error if error >= SEEN else 0.0


def sample_values(one: Chances, number: int, rng: Rng) -> list[int]:
    """Return `number` values, each as often as its chance: one from every part of the whole, shuffled."""
    found: list[int] = []
    values = list(one)
    at = 0
    below = one[values[0]]
    for part in range(number):
        point = (part + rng.below(ONE) / ONE) / number
        while point >= below and at + 1 < len(values):
            at += 1
            below += one[values[at]]
        found.append(values[at])
    rng.shuffle(found)
    return found
