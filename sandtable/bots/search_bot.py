"""The search bot: information-set Monte Carlo tree search on the engine alone, for every game and any seats.

A choice is judged by playing on from it: what the seat cannot know is drawn anew, the dice fall as they may
(open loop: the tree knows choices, not rolls), both sides go on by the game's doctrine until a few turns or
impulses have passed, and the position reached there is worth what the doctrine says. Choices a doctrine likes
come first and are looked at most.

Few looks are possible in a click's time, so the choices at the root are compared in rounds: in each round all
of them face the same hidden cards and the same dice, and what counts is how they differ. The worst half is
dropped as rounds go by. The doctrine's own choice stays unless another is better beyond doubt and by the
game's margin; once no other has a fair hope of that, the rest of the time is not used.
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

WIDTH: Final = 8  # choices of the root that are looked at
NARROW: Final = 3  # choices of a later node
DEEP: Final = 6  # clicks below the root where the tree may leave the doctrine's way
# So often is a choice looked at before those after it are tried out: what is tried out is mostly worse, and
# would count against a choice that was looked at a few times only.
BRANCH: Final = 12
CLICKS: Final = 120  # after which a look ahead ends at the latest
DOUBT: Final = 0.8  # standard errors by which a choice must beat the doctrine's
HOPE: Final = 2.5  # standard errors within which a choice may still turn out better than it looks
ENOUGH: Final = 8  # rounds before it may be said that nothing will
TIME: Final = 0.85  # no look begins after this share of its time: the last one takes a while
SEATS: Final = 16  # more than any game has
EXPLORE: Final = 0.6


class Node:
    """What is known of a choice: how often it was looked at, and what it brought to who made it."""

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.order: list[int] = []  # keys of the choices that follow, best by doctrine first
        self.next: dict[int, Node] = {}

    def best(self, low: float, high: float) -> int:
        """The key of the choice to look at: what brought much, or was looked at little and liked."""
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


class Tally:
    """A choice of the root: what it brought round by round, by how much it led, and the tree below it."""

    def __init__(self, choice: int) -> None:
        self.choice = choice
        self.node = Node()
        self.values: list[float] = []
        self.leads: list[float] = []  # over the doctrine's own choice, in the same rounds
        self.live = True  # still looked at when time was up

    def mean(self) -> float:
        """What it brought on the average."""
        return sum(self.values) / len(self.values) if self.values else 0.0

    def lead(self) -> tuple[float, float]:
        """By how much it is better than the doctrine's own choice, and the standard error of that."""
        rounds = len(self.leads)
        if rounds < 2:
            return 0.0, math.inf
        mean = sum(self.leads) / rounds
        spread = sum([(one - mean) * (one - mean) for one in self.leads]) / (rounds - 1)
        return mean, math.sqrt(spread / rounds)


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchBot(Bot):
    """Looks ahead for `seconds` a choice, or for so many `looks`, whichever ends first."""

    def __init__(self, name: str, seconds: float, looks: int = 1_000_000, ahead: int = 0) -> None:
        super().__init__(name)
        self.seconds = seconds
        self.looks = looks
        self.ahead = ahead
        self._low = 0.0
        self._high = 1.0
        # The tree below the last choice, and the position in which it may be used again.
        self._kept: Node | None = None
        self._at = ""

    def choose(self, game: Game, g: State, seat: int, rng: Rng) -> int:
        """The choice that turned out best."""
        return self.advise(game, g, seat, rng).choice

    def advise(self, game: Game, g: State, seat: int, rng: Rng) -> Advice:
        """The choice that turned out best, with what the others brought."""
        end = time.perf_counter() + TIME * self.seconds
        choices = choices_of(g, seat)
        if len(choices) == 1:
            return Advice(choices[0], [])
        order = ranked(choices, game.prior(g, seat, choices), rng)
        tallies = [Tally(choice) for choice in order[:WIDTH]]
        self._take_up(tallies, g, seat)
        self.examine(game, g, seat, rng, tallies, end)
        best = settled(tallies, game.margin)
        self._keep(game, g, seat, best)
        thoughts = [Thought(t.choice, t.mean(), len(t.values)) for t in tallies if t.values]
        thoughts.sort(key=by_looks, reverse=True)
        return Advice(best.choice, thoughts)

    def examine(self, game: Game, g: State, seat: int, rng: Rng, tallies: list[Tally], end: float) -> None:
        """Look ahead from the choices, the doctrine's own first, until time, looks or hope run out."""
        live = tallies
        rounds = 0
        looks = 0
        self._low = 1.0
        self._high = 0.0
        while looks + len(live) <= self.looks:
            values = self._round(game, g, seat, rng, live, end)
            if len(values) < len(live):
                break
            for tally, value in zip(live, values, strict=True):
                tally.values.append(value)
                tally.leads.append(value - values[0])
            rounds += 1
            looks += len(live)
            if rounds & (rounds - 1) == 0 and rounds > 1 and len(live) > 2:
                live = better_half(live)
            if rounds >= ENOUGH and hopeless(live, game.margin):
                break
        for tally in tallies:
            tally.live = tally in live

    # --- one look

    def _round(self, game: Game, g: State, seat: int, rng: Rng, live: list[Tally], end: float) -> list[float]:
        """Look at each choice once, with the same hidden things and the same dice; fewer if time is up."""
        hidden = game.determinize(g, seat, rng)
        hidden.log = None
        dice = rng.below(1 << 32)
        values: list[float] = []
        for tally in live:
            s = hidden.copy()
            s.rng = Rng(dice)
            value = self._look(game, s, seat, tally, end)
            if value < 0.0:
                break
            values.append(value)
        return values

    def _look(self, game: Game, s: State, seat: int, tally: Tally, end: float) -> float:
        """Play on from a choice and say what it is worth to the seat; below 0 if there was no time."""
        moment = game.moment(s)
        ahead = self.ahead if self.ahead else game.lookahead
        node: Node | None = tally.node
        path: list[Node] = [tally.node]
        movers: list[int] = [seat]
        choice = tally.choice
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
                # What was drawn anew does not fit together here: what was reached until now is what counts.
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
        """The choice to go on with in the tree, among those that are possible with these dice and cards."""
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

    def _keep(self, game: Game, g: State, seat: int, best: Tally) -> None:
        """Keep the tree for the next question, if nothing but this choice leads there."""
        self._kept = None
        s = g.fork()
        s.apply(seat, best.choice)
        if s.result is None and s.rng.drawn == g.rng.drawn and s.revealed == g.revealed:
            if s.seats() == (seat,):
                self._kept = best.node
                self._at = mark(s)

    def _take_up(self, tallies: list[Tally], g: State, seat: int) -> None:
        """Go on with the tree of the choice before, if this is the position it led to."""
        kept = self._kept
        self._kept = None
        if kept is None or self._at != mark(g):
            return
        for tally in tallies:
            known = kept.next.get(seat + SEATS * tally.choice)
            if known is not None:
                tally.node = known


def ranked(choices: list[int], liked: list[float], rng: Rng) -> list[int]:
    """The choices, best by doctrine first, equal ones in any order."""
    order = list(range(len(choices)))
    rng.shuffle(order)
    order.sort(key=liked.__getitem__, reverse=True)
    return [choices[at] for at in order]


def better_half(live: list[Tally]) -> list[Tally]:
    """Those that brought more; the doctrine's own stays, and stays first."""
    rest = sorted(live[1:], key=Tally.mean, reverse=True)
    kept = rest[: max(1, len(rest) // 2)]
    return [live[0]] + [tally for tally in live[1:] if tally in kept]


def settled(tallies: list[Tally], margin: float = 0.0) -> Tally:
    """The best; another than the doctrine's own only if it is better beyond doubt, by the margin at least."""
    best = tallies[0]
    most = 0.0
    for tally in tallies[1:]:
        lead, error = tally.lead()
        if tally.live and lead - DOUBT * error > margin and lead > most:
            most = lead
            best = tally
    return best


def hopeless(live: list[Tally], margin: float) -> bool:
    """Whether none can still be expected to beat the doctrine's own choice by the margin."""
    for tally in live[1:]:
        lead, error = tally.lead()
        if lead + HOPE * error > margin:
            return False
    return True


def by_looks(thought: Thought) -> tuple[int, float]:
    """Thoughts in order: what was looked at most, then what is worth most."""
    return thought.tries, thought.value


def mark(g: State) -> str:
    """What tells a position from those nearby: its agenda, and how much has been rolled and revealed."""
    steps = [type(step).__name__ + repr(step.pack()) for step in g.agenda]
    return f"{g.rng.drawn} {g.revealed} {' '.join(steps)}"
