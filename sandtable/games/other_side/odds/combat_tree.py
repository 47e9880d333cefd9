"""The odds of one Combat, worked out exactly by the game's own rules.

A copy of the position plays the Combat stage by stage, and the doctrine makes the players' choices. For each
roll all throws are kept with their chances (`dice_chances`). Combat Events are drawn in every possible way.
Then every result is played to its end once.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sandtable.engine.odds import Chances, walked
from sandtable.engine.rng import Rng
from sandtable.games.other_side.bot import doctrine
from sandtable.games.other_side.components.combat_state import SHIFT
from sandtable.games.other_side.components.constants import AIR_EFFECT, NONE, PANZER, REGULAR, ROLE_ATTACKER
from sandtable.games.other_side.components.effect_types import ALLIED_DICE, AXIS_DICE, BLUE, HIT, PLANE, TANK
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.odds.dice_chances import (
    CARDS,
    ROLL,
    SHOWN,
    DiceChange,
    History,
    Hits,
    Margin,
    Rolls,
    compared,
    dice_change,
    of_side,
)
from sandtable.games.other_side.rules.cards import events
from sandtable.games.other_side.rules.combat import combat_dice, combat_sequence, special_effects
from sandtable.games.other_side.rules.combat.combat_dice import Convert, Reroll

# How a Combat ends.
NO_ATTACK: Final = 0
VICTORY: Final = 1
ATTRITION: Final = 2
DEFEAT: Final = 3

# An outcome is one number: how it ends, the Advances or Retreats, the steps of all Armies afterwards.
MOVED: Final = 10
STEPS: Final = 1000


class Fixed(Rng):
    """Dice that always show the same, for rolls that do not matter or are weighted elsewhere."""

    def __init__(self, value: int = 0) -> None:
        super().__init__(0)
        self.value = value

    def below(self, n: int) -> int:
        return min(self.value, n - 1)

    def copy(self) -> Fixed:
        return self


FIXED: Final = Fixed()


def steps(g: Board) -> int:
    """Return how many Reductions all Armies on the map could take."""
    found = 0
    for units in g.at:
        for unit in units:
            kind = g.t.unit_kind[unit]
            found += 3 if kind == PANZER else 2 if kind == REGULAR else 1
    return found


def aside(g: Board) -> Board:
    """Return a copy without a log and without Strategic Events, whose dice are fixed."""
    new = g.fork()
    new.rng = FIXED
    new.strategic_deck = []
    return new


def drive(g: Board, floor: int) -> list[DiceChange]:
    """Play by the doctrine down to `floor` steps of the agenda; return the changes to the dice."""
    found: list[DiceChange] = []
    while g.result is None and len(g.agenda) > floor:
        step = g.agenda[-1]
        if isinstance(step, (Reroll, Convert)):
            g.agenda.pop()
            found.append(dice_change(step))
        elif step.run(g):
            seat = g.seats()[0]
            choices = g.agenda[-1].choices(g, seat)
            worth = doctrine.preferences(g, seat, choices)
            g.agenda[-1].answer(g, seat, choices[worth.index(max(worth))])
    return found


class RolledCombat(NamedTuple):
    """A Combat whose dice are about to be compared, with its chance and its dice."""

    chance: float
    board: Board
    allied: History
    axis: History
    over: bool  # nothing is compared: there is no attack, or no Sector to fight for


class HitBalance(NamedTuple):
    """A position before the results, with the chances of each lead of the Allies in Hits."""

    board: Board
    ahead: Chances


class EventOutcome(NamedTuple):
    """A possible series of Combat Events: its chance, its position, its changes to the dice."""

    chance: float
    board: Board
    changes: History


class EventGroup(NamedTuple):
    """Event outcomes with the same changes to dice and Hits, and the positions they lead to."""

    board: Board
    changes: History
    balances: list[tuple[float, HitBalance]]


class Forecast(NamedTuple):
    """The possible results of a Combat with their chances, and averages."""

    outcomes: Chances
    axis_hits: float
    allied_hits: float
    events: float


class CombatTree:
    """Calculates the Combat of a copy, whose step is the bottom of its agenda."""

    def __init__(self, start: Board, rolls: Rolls) -> None:
        self.start = start
        self.most: int = start.t.events_in_combat
        self.rolls = rolls
        self.rolls.g = aside(start)
        # Results are calculated once and kept.
        self.groups: dict[tuple[Any, ...], list[list[EventGroup]]] = {}
        self.balances: dict[tuple[Any, ...], HitBalance] = {}
        self.hits: dict[tuple[int, int, int, History, History], Hits] = {}
        self.counts: dict[tuple[int, ...], int] = {}
        self.margins: dict[tuple[Any, ...], Margin] = {}
        self.outcomes: Chances = {}
        self.axis_hits = 0.0
        self.allied_hits = 0.0
        self.events = 0.0

    def forecast(self) -> Forecast:
        """Return the possible results."""
        f = self.start.combat()
        combats: list[RolledCombat] = []
        if f.stage == combat_sequence.DRAW:
            for card, chance in cards(self.start):
                board = aside(self.start)
                board.combat_deck.append(card)
                lead(board, chance, combats)
        else:
            lead(self.start, 1.0, combats)
        for combat in combats:
            self.compare(combat)
        for balance in self.balances.values():
            for ahead, chance in balance.ahead.items():
                for outcome, p in ended(balance.board, ahead).items():
                    self.add(outcome, chance * p)
        return Forecast(self.outcomes, self.axis_hits, self.allied_hits, self.events)

    # --- from the dice to the end

    def compare(self, combat: RolledCombat) -> None:
        """Add all results of a rolled Combat."""
        if combat.over:
            self.add(over(combat.board), combat.chance)
            return
        groups = self.event_groups(combat.board)
        for cards in range(self.most + 1):
            for group in groups[cards]:
                self.count(combat, group, cards)

    def count(self, combat: RolledCombat, group: EventGroup, cards: int) -> None:
        """Compare the Hits of all throws with a number of card faces, and record the balance."""
        f = group.board.combat()
        margin = self.margin(combat, group, cards)
        ahead = list(margin.ahead.items())
        every = 0.0
        for chance, balance in group.balances:
            chance *= combat.chance
            every += chance
            for number, p in ahead:
                balance.ahead[number] = balance.ahead.get(number, 0.0) + chance * p
        self.axis_hits += every * margin.axis_hits
        self.allied_hits += every * margin.allied_hits
        self.events += every * f.drawn * sum(margin.ahead.values())

    def margin(self, combat: RolledCombat, group: EventGroup, cards: int) -> Margin:
        """Compare the Hits of all throws with a number of card faces."""
        before, f = combat.board.fight, group.board.fight
        assert before is not None and f is not None
        axis, allied = before.axis_hits + f.axis_hits, before.allied_hits + f.allied_hits
        key = (cards, f.sector, axis, allied, group.changes, combat.axis, combat.allied)
        found = self.margins.get(key)
        if found is None:
            ours = self.hits_of(group, AXIS_DICE, axis, combat.axis)
            theirs = self.hits_of(group, ALLIED_DICE, allied, combat.allied)
            found = compared(ours, theirs, cards, f.role == ROLE_ATTACKER)
            self.margins[key] = found
        return found

    def hits_of(self, group: EventGroup, side: int, extra: int, history: History) -> Hits:
        """Return the Hits of a side by its dice, with `extra` from cards and Generals."""
        f = group.board.combat()
        changes = of_side(group.changes, side)
        key = (side, extra, f.sector, history, changes)
        found = self.hits.get(key)
        if found is None:
            found = Hits([], [])
            for cards in range(self.most + 1):
                whole = (*history, (CARDS, side, cards, self.most), *changes)
                hits: Chances = {}
                for shown, p in self.rolls.tallied(side, whole).items():
                    total = self.read(side, extra, f.sector, shown)
                    hits[total] = hits.get(total, 0.0) + p
                found.exactly.append(hits)
            for cards in range(self.most + 1):
                more: Chances = {}
                for hits in found.exactly[cards:]:
                    for total, p in hits.items():
                        more[total] = more.get(total, 0.0) + p
                found.from_on.append(more)
            self.hits[key] = found
        return found

    def read(self, side: int, extra: int, sector: int, shown: tuple[int, int]) -> int:
        """Return how many Hits some hits and tanks make in a Sector, by the game's own count."""
        key = (side, extra, sector, *shown)
        found = self.counts.get(key, NONE)
        if found == NONE:
            f = self.rolls.g.combat()
            f.sector = sector
            f.axis_hits = f.allied_hits = extra
            found = combat_dice.hits(self.rolls.g, [HIT] * shown[0] + [TANK] * shown[1], side)
            self.counts[key] = found
        return found

    def add(self, outcome: int, chance: float) -> None:
        """Add an outcome."""
        self.outcomes[outcome] = self.outcomes.get(outcome, 0.0) + chance

    # --- Combat Events

    def event_groups(self, board: Board) -> list[list[EventGroup]]:
        """Return, by the number of card faces, all ways in which Combat Events may come."""
        board = aside(board)
        f = board.combat()
        f.axis_hits = f.allied_hits = 0  # Events only add to them
        key = signature(board, True)
        found = self.groups.get(key)
        if found is None:
            ways = [EventOutcome(1.0, board, ())]
            found = [self.together(ways)]
            for n in range(1, self.most + 1):
                later: list[EventOutcome] = []
                for way in ways:
                    later += drawn(way)
                ways = merged(later, n < self.most)
                found.append(self.together(ways))
            self.groups[key] = found
        return found

    def together(self, ways: list[EventOutcome]) -> list[EventGroup]:
        """Combine event outcomes that have the same dice."""
        found: dict[tuple[Any, ...], EventGroup] = {}
        for way in ways:
            f = way.board.combat()
            key = (f.sector, f.axis_hits, f.allied_hits, f.drawn, way.changes)
            if key not in found:
                found[key] = EventGroup(way.board, way.changes, [])
            balance = self.balances.setdefault(standing(way.board), HitBalance(way.board, {}))
            found[key].balances.append((way.chance, balance))
        return list(found.values())


# --- to the dice


def cards(g: Board) -> list[tuple[int, float]]:
    """Return the Combat cards that may be drawn, equal ones once, with their chances."""
    f = g.combat()
    found: dict[tuple[Any, ...], tuple[int, float]] = {}
    for card in sorted(g.combat_deck):  # nobody knows their order
        f.card = card
        cell = special_effects.cell(g)
        key = (cell.dice, *cell.specials)
        before = found.get(key)
        chance = 1.0 / len(g.combat_deck)
        found[key] = (card, chance if before is None else before[1] + chance)
    f.card = NONE
    return list(found.values())


def lead(g: Board, chance: float, found: list[RolledCombat]) -> None:
    """Play a Combat from its present stage until its dice are rolled."""
    f = g.combat()
    allied: History = ()
    axis: History = ()
    if f.stage > combat_sequence.ALLIED_ROLL:
        allied = ((SHOWN, ALLIED_DICE, *f.allied),)
    if f.stage > combat_sequence.AXIS_ROLL:
        axis = ((SHOWN, AXIS_DICE, *f.axis),)
    f.allied, f.axis = [], []
    _lead(g, chance, allied, axis, found)


def _lead(g: Board, chance: float, allied: History, axis: History, found: list[RolledCombat]) -> None:
    f = g.combat()
    changes = drive(g, 1)
    allied, axis = (*allied, *of_side(changes, ALLIED_DICE)), (*axis, *of_side(changes, AXIS_DICE))
    while g.result is None and f.stage <= combat_sequence.CHANGES:
        stage = f.stage
        if stage == combat_sequence.SPECIAL:
            for value, p in air_dice(g):
                new = aside(g)
                new.rng = Fixed(value)
                new.agenda[-1].run(new)
                _lead(new, chance * p, allied, axis, found)
            return
        g.agenda[-1].run(g)
        if stage == combat_sequence.ALLIED_ROLL:
            allied = ((ROLL, ALLIED_DICE, *[die // SHIFT for die in f.allied]),)
            f.allied = []
        elif stage == combat_sequence.AXIS_ROLL:
            axis = ((ROLL, AXIS_DICE, *[die // SHIFT for die in f.axis]),)
            f.axis = []
        changes = drive(g, 1)
        allied, axis = (*allied, *of_side(changes, ALLIED_DICE)), (*axis, *of_side(changes, AXIS_DICE))
    found.append(
        RolledCombat(chance, g, allied, axis, g.result is not None or f.stage > combat_sequence.PLANES)
    )


def air_dice(g: Board) -> list[tuple[int, float]]:
    """Return what the dice of a Special Effect on Air/Naval Control may show: some plane or none."""
    found = special_effects.cell(g)
    for n in range(len(found.specials)):
        kind, symbols = found.specials[n]
        if kind == AIR_EFFECT and special_effects.matters(g, found, n):
            faces = g.t.die_faces[BLUE]
            none = (1.0 - faces.count(PLANE) / len(faces)) ** max(1, symbols)
            other = [face for face in range(len(faces)) if faces[face] != PLANE]
            plane = faces.index(PLANE) if PLANE in faces else 0
            return [(plane, 1.0 - none), (other[0] if other else 0, none)]
    return [(0, 1.0)]


# --- Events


def standing(g: Board) -> tuple[Any, ...]:
    """Return what the results of a Combat depend on, except the Hits."""
    f = g.combat()
    said = (f.no_second, f.free_second, f.any_terrain, f.lose_less, f.extra_retreats, f.as_reductions)
    who = (f.source, f.sector, f.units, f.head, f.leading, f.stage)
    return (said, who, tuple(g.at), g.axis, g.ally, g.align)


def signature(g: Board, with_decks: bool) -> tuple[Any, ...]:
    """Return what distinguishes two positions of one Combat before its results."""
    f = g.combat()
    decks = (g.battle_known, *sorted(g.battle_deck)) if with_decks else ()
    return (f.axis_hits, f.allied_hits, f.no_events, f.drawn, decks, *standing(g))


def merged(ways: list[EventOutcome], with_decks: bool) -> list[EventOutcome]:
    """Combine event outcomes that lead to the same position."""
    found: dict[tuple[Any, ...], EventOutcome] = {}
    for way in ways:
        key = (way.changes, *signature(way.board, with_decks))
        other = found.get(key)
        found[key] = way if other is None else way._replace(chance=way.chance + other.chance)
    return list(found.values())


def drawn(way: EventOutcome) -> list[EventOutcome]:
    """Return the outcomes of one more Combat Event, for each of the hidden ones."""
    deck = way.board.battle_deck
    f = way.board.combat()
    if f.no_events or not deck or f.stage > combat_sequence.EVENTS:
        return [way]
    hidden = sorted(deck[way.board.battle_known :]) or deck[-1:]
    return [_event(way, card, way.chance / len(hidden)) for card in hidden]


def _event(way: EventOutcome, card: int, chance: float) -> EventOutcome:
    """Return the outcome of a Combat Event."""
    board = aside(way.board)
    f = board.combat()
    board.agenda = []
    board.battle_deck.remove(card)
    board.battle_deck.append(card)
    f.drawn += 1
    events.draw_battle(board, combat_dice.roller(board))
    changes = [*way.changes, *drive(board, 0)]
    # Dice that it adds are rolled before the next is drawn.
    if f.more_allied > 0:
        changes.append((ROLL, ALLIED_DICE, *[combat_dice.die_of(f.faction)] * f.more_allied))
        f.more_allied = 0
    if f.more_axis:
        changes.append((ROLL, AXIS_DICE, *f.more_axis))
        f.more_axis = []
    board.agenda = way.board.agenda[:]
    combat_sequence.drop_removed_units(board)
    if combat_sequence.pointless(board):
        f.stage = combat_sequence.END
    return EventOutcome(chance, board, tuple(changes))


# --- the end


def ended(board: Board, ahead: int) -> Chances:
    """Return the outcome of a Combat in which the Allies lead by `ahead` Hits; the board is used up."""
    f = board.combat()
    f.axis_hits, f.allied_hits = max(0, -ahead), max(0, ahead)
    found = walked(board, play)
    assert found is not None
    return found


def play(g: Board) -> int:
    """Compare the Hits of a copy and play the Combat to its end; return the outcome."""
    f = g.combat()
    if f.stage > combat_sequence.RESULTS:
        return over(g)
    before = g.axis[f.area]
    attacking = f.role == ROLE_ATTACKER
    kind = VICTORY if f.axis_hits > f.allied_hits else DEFEAT
    if attacking and f.units == 0:
        kind = DEFEAT
    elif not attacking and f.axis_hits == f.allied_hits:
        kind = ATTRITION
    f.stage = combat_sequence.RESULTS
    g.agenda[-1].run(g)
    drive(g, 1)
    moved = g.axis[f.area] - before if attacking else f.retreats
    return kind + MOVED * max(0, moved) + STEPS * steps(g)


def over(g: Board) -> int:
    """Return the outcome of a Combat in which nothing is compared."""
    f = g.combat()
    kind = DEFEAT if f.retreats else NO_ATTACK
    return kind + MOVED * f.retreats + STEPS * steps(g)
