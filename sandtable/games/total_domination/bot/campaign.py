"""How the doctrine plays the solo game: Germany first, with all points of a card planned at once.

The Axis of the solo game answers by rote, and ground alone wins. So the operations of a whole turn are tried
out in rows on copies of the board, and the row is taken that leads to the best position. Only open
information and the player's own cards are used.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.engine.choice import DONE, PASS
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.ids import DEVELOP, DISBAND, EVENT, LEND_LEASE, OPERATE, SAVE
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import Tables, bits
from sandtable.games.total_domination.rules.action_phase import Turn, Use
from sandtable.games.total_domination.rules.cards import card_events, logistics, technology, war_entry
from sandtable.games.total_domination.rules.cards.draft import Thin
from sandtable.games.total_domination.rules.cards.intelligence import Replace
from sandtable.games.total_domination.rules.operations import attack, deployment, movement
from sandtable.games.total_domination.rules.operations.operations import Operate

# What a position is worth to the Allies.
POINT: Final = 1.0  # a point of the Axis less
HOT: Final = 24  # points of the Axis beyond which each counts three times: with 29 the game is lost
HEAT: Final = 2.0
OWN_POINT: Final = 0.2
SECOND: Final = 0.3  # how much the other Axis power counts beside the one that is to fall
HELD: Final = 5.0  # a Home area of it in Allied hands; its Capital, and one unit in that
CAPITAL: Final = 9.0
FOOTHOLD: Final = 4.0
SET: Final = (0.0, 0.0, 3.0, 8.0, 30.0)  # the value of a number of Home areas at once
FOE: Final = 4.0  # a unit of it on the board, and one of the other
OTHER_FOE: Final = 1.0
WORKS: Final = 0.7  # a place where it can still deploy
UNIT: Final = 0.8  # an Allied unit on the board, and what it loses out of supply, or in reach of the Axis
CUT_OFF: Final = 0.6
EXPOSED: Final = 0.3
NEAR: Final = 0.4  # for each area that it is nearer to the enemy's home than three
FAR: Final = 3

ROWS: Final = 5  # that go on after each operation
LEFT: Final = 0.25  # a point that is left while they are compared

# What a technology is wanted for, by what it makes cheaper; not in the last year.
WISHES: Final = (
    (const.ATTACK_LAND, 7),
    (const.MOVE_LAND, 6),
    (const.DEPLOY_LAND, 5),
    (const.MOVE_FLEET, 3),
    (const.ATTACK_FLEET, 2),
    (const.DEPLOY_FLEET, 1),
)
WEAK: Final = 4  # a card of at most this many points goes for Lend-Lease
LAST_LEASE: Final = 2  # not in the last years
POOR: Final = 4.2  # a card worth less is replaced


class Row(NamedTuple):
    """Clicks of one turn, the position that they lead to, and what it is worth."""

    worth: float
    clicks: list[int]
    end: Board


@lru_cache(maxsize=100)
def marches(t: Tables, power: int) -> bytes:
    """Return how far each area is from the Home areas of a power, by links of any kind."""
    far = t.n_areas
    found = [far] * t.n_areas
    here = list(t.home_priority[power])
    steps = 0
    while here:
        for area in here:
            found[area] = steps
        steps += 1
        reached: list[int] = []
        for area in here:
            for neighbour in bits(t.near[area] & ~t.arctic):
                if found[neighbour] == far and neighbour not in reached:
                    reached.append(neighbour)
        here = reached
    return bytes(found)


# --- positions


def score(g: Board) -> float:
    """Return what a position is worth to the Allies of the solo game."""
    t = g.t
    first = t.of_faction[const.AXIS][0]
    axis = g.faction_points(const.AXIS)
    found = OWN_POINT * g.faction_points(const.ALLIES) - POINT * axis - HEAT * max(0, axis - HOT)
    reach = 0
    for power in t.of_faction[const.AXIS]:
        found += (1.0 if power == first else SECOND) * homeland(g, power)
        reach |= attack.in_reach(g, power)
    supplied = [g.supplied(power) for power in range(const.POWERS)]
    march = marches(t, first)
    for unit, area in enumerate(g.place):
        owner = const.NOBODY if area < 0 else g.owner(unit)
        if owner >= const.POWERS:
            continue
        if t.faction[owner] == const.AXIS:
            found -= FOE if owner == first else OTHER_FOE
            continue
        found += UNIT + NEAR * max(0, FAR - march[area])
        if not supplied[owner] >> area & 1:
            found -= CUT_OFF
        elif reach >> area & 1:
            found -= EXPOSED
    return found


def homeland(g: Board, power: int) -> float:
    """Return what the Allies have of the Home areas of an Axis power, and what it can still deploy in."""
    t = g.t
    found = 0.0
    held = 0
    for area in t.home_priority[power]:
        holder = g.control[area]
        if holder == power:
            if t.building[area] and not g.damage & t.bit[area]:
                found -= WORKS
        elif holder == const.NOBODY:
            found += FOOTHOLD
        elif t.faction[holder] == const.ALLIES:
            held += 1
            found += CAPITAL if t.capital[area] else HELD
    return found + SET[min(held, len(SET) - 1)]


# --- rows of operations


def best_row(g: Board, seat: int) -> Row:
    """Return the best way to go on with the operations of a turn, or with the icons of an event,
    to its end.
    """
    best = Row(-1e9, [], g)
    start = g.fork()
    level = [Row(score(start), [], start)]
    seen: set[tuple[str, str, str]] = set()
    while level:
        onward: list[Row] = []
        for row in level:
            for new in follow(row, seat):
                step = new.end.agenda[-1]
                if not isinstance(step, (Operate, logistics.Logistics)):
                    if new.worth > best.worth:
                        best = new
                    continue
                like = (str(new.end.place), type(step).__name__, str(step.pack()))
                if like not in seen:
                    seen.add(like)
                    onward.append(new)
        onward.sort(key=promise, reverse=True)
        level = onward[:ROWS]
    return best


def promise(row: Row) -> float:
    """Return what a row that goes on is worth with the points that are left."""
    step = row.end.agenda[-1]
    return row.worth + (LEFT * step.points if isinstance(step, Operate) else 0.0)


def follow(row: Row, seat: int) -> list[Row]:
    """Return a row with each operation that could come next, or with its end."""
    found: list[Row] = []
    open_rows = [row]
    while open_rows:
        now = open_rows.pop()
        choices = now.end.agenda[-1].choices(now.end, seat)
        for choice in choices:
            if choice == DISBAND or (choice == DONE and SAVE in choices):
                continue
            end = now.end.fork()
            clicks = [*now.clicks, choice]
            if choice in (DONE, SAVE):
                end.agenda.pop()  # the turn is over; what the Axis does then is not looked at
                found.append(Row(now.worth, clicks, end))
                continue
            end.agenda[-1].answer(end, seat, choice)
            end.offered = None
            step = end.agenda[-1]
            if isinstance(step, (movement.Move, deployment.Deploy)):
                open_rows.append(Row(0.0, clicks, end))
            else:
                found.append(Row(score(end), clicks, end))
    return found


# --- choices


def preferences(g: Board, seat: int, choices: list[int]) -> list[float] | None:
    """Return how good each choice looks; None where the doctrine of other games serves as well."""
    step = g.agenda[-1]
    if isinstance(step, (Operate, logistics.Logistics, movement.Move, deployment.Deploy)):
        clicks = best_row(g, seat).clicks
        return [1.0 if clicks and c == clicks[0] else 0.0 for c in choices]
    if isinstance(step, Turn):
        return take_card(g, seat, choices)
    if isinstance(step, Use):
        use = best_use(g, seat, step.card)[0]
        return [1.0 if c == use else 0.0 for c in choices]
    if isinstance(step, (Thin, Replace)):
        first = g.ids.card
        aside = POOR if isinstance(step, Replace) else 0.0
        return [0.0 if c in (DONE, PASS) else aside - rank(g, c - first) for c in choices]
    return None


def take_card(g: Board, seat: int, choices: list[int]) -> list[float]:
    """Return how good it is to play each card now: technologies and Lend-Lease first, the strong cards last.

    The last turns of a year decide what is held at its end, when the Axis has no card left to answer.
    """
    power = g.power
    mate = g.t.mate[power]
    found: list[float] = []
    for c in choices:
        if c in (PASS, DISBAND):
            found.append(-99.0)
            continue
        card = c - g.ids.card
        value = float(g.value(power, card))
        use, gain = best_use(g, seat, card)
        if use == DEVELOP:
            found.append(300.0 + wish(g, power, card) - 0.5 * value)
        elif use == LEND_LEASE:
            found.append(200.0 - value)
        elif use == EVENT:
            found.append(100.0 + gain)
        elif wish(g, mate, card) > 0 and not (g.developed | g.passed) >> mate & 1:
            found.append(-value)  # kept for the other power
        else:
            found.append(50.0 - value)
    return found


def best_use(g: Board, seat: int, card: int) -> tuple[int, float]:
    """Return what a card is played for, and what an event gains."""
    power = g.power
    if technology.can_develop(g, power, card) and wish(g, power, card) > 0:
        return DEVELOP, 0.0
    years = g.start.last_round - g.round
    weak = g.value(power, card) <= WEAK
    if weak and years >= LAST_LEASE and war_entry.can_lease(g, power, card):
        return LEND_LEASE, 0.0
    if g.t.event[card] == const.LOGISTICS and card_events.can_play(g, power, card):
        start = g.fork()
        start.agenda[-1] = Use(card)
        worth: list[float] = []
        for use in (EVENT, OPERATE):
            tried = start.fork()
            tried.apply(seat, use)
            worth.append(best_row(tried, seat).worth)
        if worth[0] > worth[1]:
            return EVENT, worth[0] - score(g)
    return OPERATE, 0.0


def wish(g: Board, power: int, card: int) -> int:
    """Return how much a power wants the technology that a card shows; 0: not."""
    t = g.t
    tech = t.card_tech[card]
    if g.round == g.start.last_round or not technology.legal(g, power, tech):
        return 0
    return sum([worth for column, worth in WISHES if t.effects[tech][column] < 0])


def rank(g: Board, card: int) -> float:
    """Return what a card is worth in the common hand."""
    powers = g.t.of_faction[const.ALLIES]
    most = max([wish(g, power, card) for power in powers])
    worth = float(max([g.value(power, card) for power in powers]))
    return worth + (1.0 + 0.3 * most if most else 0.0)
