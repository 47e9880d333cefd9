"""The search bot: information-set Monte Carlo tree search on the engine alone, for every game and any seats.

A simulation judges a choice by playing on from it. What the seat cannot know is drawn again and the dice are
rolled (open loop: the tree has choices, not rolls). Both sides follow the game's doctrine for a few turns or
impulses; then `Game.value` rates the position. Choices that the doctrine rates high get most simulations.

There is time for few simulations, so the choices at the root are compared in rounds: in each round all of
them have the same hidden cards and the same dice, and only the differences count. Now and then the worse half
is dropped. The doctrine's own choice stays unless another is better by the game's margin, beyond doubt. The
search ends early if no other choice can still reach that.
"""

from __future__ import annotations

import math
import time
from typing import Final

from sandtable.bots.bot import Advice, Bot, Thought, choices_of
from sandtable.engine.game import Game
from sandtable.engine.native import mypyc_attr
from sandtable.engine.rng import Rng
from sandtable.engine.state import State

WIDTH: Final = 8  # choices of the root that are simulated
NARROW: Final = 3  # choices of a later node
DEEP: Final = 6  # clicks below the root at which the tree may differ from the doctrine
# Visits of a choice before the choices after it are varied. Variations are mostly worse, so they would count
# against a choice with few visits.
BRANCH: Final = 12
CLICKS: Final = 120  # after which a simulation ends at the latest
DOUBT: Final = 0.8  # standard errors by which a choice must beat the doctrine's
HOPE: Final = 2.5  # standard errors within which a choice can still turn out better
ENOUGH: Final = 8  # rounds before the search may end early
TIME: Final = 0.85  # no simulation begins after this share of the time, since the last one takes a while
SEATS: Final = 16  # more than any game has
EXPLORE: Final = 0.6


class Node:
    """A choice in the tree: how often it was visited, and its total value for the seat that made it."""

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.order: list[int] = []  # keys of the choices that follow, best by doctrine first
        self.next: dict[int, Node] = {}

    def best(self, low: float, high: float) -> int:
        """Return the key of the choice to visit: one of high value, or one that was visited little."""
        span = max(1e-6, high - low)
        root = math.sqrt(self.visits + 1.0)
        found = -1
        top = -1e9
        prior = 0.5
        for key in self.order:
            node = self.next.get(key)
            if node is None or node.visits == 0:
                score = 0.5 + EXPLORE * prior * root
            else:
                mean = (node.total / node.visits - low) / span
                score = mean + EXPLORE * prior * root / (1.0 + node.visits)
            if score > top:
                top = score
                found = key
            prior *= 0.5
        return found


class ChoiceStats:
    """A choice of the root: its values round by round, its leads, and the tree below it."""

    def __init__(self, choice: int) -> None:
        self.choice = choice
        self.node = Node()
        self.values: list[float] = []
        self.leads: list[float] = []  # over the doctrine's own choice, in the same rounds
        self.live = True  # still simulated when time was up

    def mean(self) -> float:
        """Return the average of its values."""
        return sum(self.values) / len(self.values) if self.values else 0.0

    def lead(self) -> tuple[float, float]:
        """Return how much better it is than the doctrine's own choice, and the standard error of that."""
        rounds = len(self.leads)
        if rounds < 2:
            return 0.0, math.inf
        mean = sum(self.leads) / rounds
        spread = sum([(one - mean) * (one - mean) for one in self.leads]) / (rounds - 1)
        return mean, math.sqrt(spread / rounds)


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchBot(Bot):
    """Looks ahead for `seconds` a choice, or for a number of `simulations`, whichever ends first."""

    def __init__(self, name: str, seconds: float, simulations: int = 1_000_000, ahead: int = 0) -> None:
        super().__init__(name)
        self.seconds = seconds
        self.simulations = simulations
        self.ahead = ahead
        self._low = 0.0
        self._high = 1.0
        # The tree below the last choice, and the position in which it may be used again.
        self._kept: Node | None = None
        self._at = ""

    def choose(self, game: Game, g: State, seat: int, rng: Rng) -> int:
        return self.advise(game, g, seat, rng).choice

    def advise(self, game: Game, g: State, seat: int, rng: Rng) -> Advice:
        end = time.perf_counter() + TIME * self.seconds
        choices = choices_of(g, seat)
        if len(choices) == 1:
            return Advice(choices[0], [])
        order = ranked(choices, game.prior(g, seat, choices), rng)
        stats = [ChoiceStats(choice) for choice in order[:WIDTH]]
        self._reuse_tree(stats, g, seat)
        self.simulate(game, g, seat, rng, stats, end)
        best = final_choice(stats, game.margin)
        self._keep_tree(game, g, seat, best)
        thoughts = [Thought(each.choice, each.mean(), len(each.values)) for each in stats if each.values]
        thoughts.sort(key=by_tries, reverse=True)
        return Advice(best.choice, thoughts)

    def simulate(
        self, game: Game, g: State, seat: int, rng: Rng, stats: list[ChoiceStats], end: float
    ) -> None:
        """Run rounds of simulations until a limit is reached or no choice can improve on the doctrine's."""
        live = stats
        rounds = 0
        simulations = 0
        self._low = 1.0
        self._high = 0.0
        while simulations + len(live) <= self.simulations:
            values = self._round(game, g, seat, rng, live, end)
            if len(values) < len(live):
                break
            for each, value in zip(live, values, strict=True):
                each.values.append(value)
                each.leads.append(value - values[0])
            rounds += 1
            simulations += len(live)
            if rounds & (rounds - 1) == 0 and rounds > 1 and len(live) > 2:
                live = better_half(live)
            if rounds >= ENOUGH and cannot_improve(live, game.margin):
                break
        for each in stats:
            each.live = each in live

    # --- one simulation

    def _round(
        self, game: Game, g: State, seat: int, rng: Rng, live: list[ChoiceStats], end: float
    ) -> list[float]:
        """Simulate each choice once, with the same hidden cards and the same dice; fewer if time is up."""
        hidden = game.determinize(g, seat, rng)
        hidden.log = None
        dice = rng.below(1 << 32)
        values: list[float] = []
        for each in live:
            s = hidden.copy()
            s.rng = Rng(dice)
            value = self._play_on(game, s, seat, each, end)
            if value < 0.0:
                break
            values.append(value)
        return values

    def _play_on(self, game: Game, s: State, seat: int, start: ChoiceStats, end: float) -> float:
        """Play on from a choice and return what it is worth to the seat; below 0 if there was no time."""
        moment = game.moment(s)
        ahead = self.ahead if self.ahead else game.lookahead
        node: Node | None = start.node
        path: list[Node] = [start.node]
        movers: list[int] = [seat]
        choice = start.choice
        who = seat
        for depth in range(CLICKS):
            s.apply(who, choice)
            if s.result is not None:
                break
            now = game.moment(s)
            if now != moment:
                moment = now
                ahead -= 1
                if ahead <= 0:
                    break
            if time.perf_counter() > end:
                return -1.0
            who = s.seats()[0]
            choices = s.choices(who)
            if not choices:
                # What was drawn again does not fit together here: the position reached so far counts.
                break
            if len(choices) == 1:
                choice = choices[0]
                continue
            if node is not None and depth < DEEP and node.visits >= BRANCH:
                choice = self._descend(game, s, node, who, choices)
                node = node.next[who + SEATS * choice]
                path.append(node)
                movers.append(who)
            else:
                node = None
                liked = game.prior(s, who, choices)
                choice = choices[liked.index(max(liked))]
        worth: dict[int, float] = {}
        for at in range(len(path)):
            mover = movers[at]
            if mover not in worth:
                worth[mover] = game.value(s, mover)
            path[at].visits += 1
            path[at].total += worth[mover]
        value = worth[seat]
        self._low = min(self._low, value)
        self._high = max(self._high, value)
        return value

    def _descend(self, game: Game, s: State, node: Node, who: int, choices: list[int]) -> int:
        """Return the next choice in the tree, among those that are possible with these dice and cards."""
        keys = [key for key in node.order if key % SEATS == who and key // SEATS in choices]
        if not keys:
            liked = game.prior(s, who, choices)
            order = sorted(range(len(choices)), key=liked.__getitem__, reverse=True)
            keys = [who + SEATS * choices[at] for at in order[:NARROW]]
            for key in keys:
                if key not in node.next:
                    node.next[key] = Node()
                    node.order.append(key)
        if len(keys) == len(node.order):
            return node.best(self._low, self._high) // SEATS
        part = Node()
        part.visits = node.visits
        part.order = keys
        part.next = node.next
        return part.best(self._low, self._high) // SEATS

    # --- from one choice to the next

    def _keep_tree(self, game: Game, g: State, seat: int, best: ChoiceStats) -> None:
        """Keep the tree for the next question, if only this choice leads there."""
        self._kept = None
        s = g.fork()
        s.apply(seat, best.choice)
        if s.result is None and s.rng.drawn == g.rng.drawn and s.revealed == g.revealed:
            if s.seats() == (seat,):
                self._kept = best.node
                self._at = mark(s)

    def _reuse_tree(self, stats: list[ChoiceStats], g: State, seat: int) -> None:
        """Use the tree of the choice before again, if this is the position it led to."""
        kept = self._kept
        self._kept = None
        if kept is None or self._at != mark(g):
            return
        for each in stats:
            known = kept.next.get(seat + SEATS * each.choice)
            if known is not None:
                each.node = known


def ranked(choices: list[int], liked: list[float], rng: Rng) -> list[int]:
    """Return the choices, the doctrine's best first, equal ones in random order."""
    order = list(range(len(choices)))
    rng.shuffle(order)
    order.sort(key=liked.__getitem__, reverse=True)
    return [choices[at] for at in order]


def better_half(live: list[ChoiceStats]) -> list[ChoiceStats]:
    """Return the choices with the higher values; the doctrine's own stays, and stays first."""
    rest = sorted(live[1:], key=ChoiceStats.mean, reverse=True)
    kept = rest[: max(1, len(rest) // 2)]
    return [live[0]] + [each for each in live[1:] if each in kept]


def final_choice(stats: list[ChoiceStats], margin: float = 0.0) -> ChoiceStats:
    """Return the doctrine's own choice, or another that is better by the margin, beyond doubt."""
    best = stats[0]
    most = 0.0
    for each in stats[1:]:
        lead, error = each.lead()
        if each.live and lead - DOUBT * error > margin and lead > most:
            most = lead
            best = each
    return best


def cannot_improve(live: list[ChoiceStats], margin: float) -> bool:
    """Return whether no choice can still be expected to beat the doctrine's own by the margin."""
    for each in live[1:]:
        lead, error = each.lead()
        if lead + HOPE * error > margin:
            return False
    return True


def by_tries(thought: Thought) -> tuple[int, float]:
    """Return the order of a thought: first the most simulations, then the highest value."""
    return thought.tries, thought.value


def mark(g: State) -> str:
    """Return what identifies a position among those nearby: its agenda, its rolls and reveals so far."""
    steps = [type(step).__name__ + repr(step.pack()) for step in g.agenda]
    return f"{g.rng.drawn} {g.revealed} {' '.join(steps)}"
