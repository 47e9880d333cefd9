"""The odds of one Combat, worked out exactly by the game's own rules.

A copy of the position is led through the Combat stage by stage; what players choose, the doctrine chooses.
Where dice are rolled, all throws are kept with their chances (`rolls`); Combat Events are drawn in every
way they can come; then every result is played to its end once.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sandtable.engine.odds import Chances, walked
from sandtable.engine.rng import Rng
from sandtable.games.other_side.bot import doctrine
from sandtable.games.other_side.components.combat_state import SHIFT, Fight
from sandtable.games.other_side.components.constants import AIR_EFFECT, NONE, PANZER, REGULAR, ROLE_ATTACKER
from sandtable.games.other_side.components.effect_types import ALLIED_DICE, AXIS_DICE, BLUE, HIT, PLANE, TANK
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.odds.dice_chances import (
    CARDS,
    ROLL,
    SHOWN,
    Deed,
    History,
    Hits,
    Margin,
    Rolls,
    compared,
    deed,
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
    """Dice that always fall alike, where what they show does not matter or is weighed elsewhere."""

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
    h = g.fork()
    h.rng = FIXED
    h.strategic_deck = []
    return h


def drive(h: Board, floor: int) -> list[Deed]:
    """Play by the doctrine down to `floor` steps of the agenda; return the changes to the dice."""
    found: list[Deed] = []
    while h.result is None and len(h.agenda) > floor:
        step = h.agenda[-1]
        if isinstance(step, (Reroll, Convert)):
            h.agenda.pop()
            found.append(deed(step))
        elif step.run(h):
            seat = h.seats()[0]
            choices = h.agenda[-1].choices(h, seat)
            worth = doctrine.preferences(h, seat, choices)
            h.agenda[-1].answer(h, seat, choices[worth.index(max(worth))])
    return found


class Clash(NamedTuple):
    """A Combat whose dice are about to be compared: how likely it comes to that, and what is rolled."""

    chance: float
    board: Board
    allied: History
    axis: History
    over: bool  # nothing is compared: there is no attack, or no ground to fight for


class Stand(NamedTuple):
    """How things stand before the results: with so many Hits more for the Allies, how likely."""

    board: Board
    ahead: Chances


class Fate(NamedTuple):
    """A way in which Combat Events may come: its chance, where it leads, what it does to dice."""

    chance: float
    board: Board
    deeds: History


class Course(NamedTuple):
    """Fates that do the same to dice and Hits: on a board of theirs, with how often they lead where."""

    board: Board
    deeds: History
    stands: list[tuple[float, Stand]]


class Forecast(NamedTuple):
    """What may come of a Combat: the outcomes with their chances, and averages."""

    outcomes: Chances
    axis_hits: float
    allied_hits: float
    events: float


class Duel:
    """Works out the Combat of a copy, whose step is the bottom of its agenda."""

    def __init__(self, start: Board, rolls: Rolls) -> None:
        self.start = start
        self.most: int = start.t.events_in_combat
        self.rolls = rolls
        self.rolls.g = aside(start)
        # What comes up again is worked out once.
        self.courses: dict[tuple[Any, ...], list[list[Course]]] = {}
        self.stands: dict[tuple[Any, ...], Stand] = {}
        self.hits: dict[tuple[int, int, int, History, History], Hits] = {}
        self.counts: dict[tuple[int, ...], int] = {}
        self.margins: dict[tuple[Any, ...], Margin] = {}
        self.outcomes: Chances = {}
        self.axis_hits = 0.0
        self.allied_hits = 0.0
        self.events = 0.0

    def forecast(self) -> Forecast:
        """Return the possible results."""
        f = self.start.fight
        assert f is not None
        clashes: list[Clash] = []
        if f.stage == combat_sequence.DRAW:
            for card, chance in cards(self.start):
                h = aside(self.start)
                h.combat_deck.append(card)
                lead(h, chance, clashes)
        else:
            lead(self.start, 1.0, clashes)
        for clash in clashes:
            self.compare(clash)
        for stand in self.stands.values():
            for ahead, chance in stand.ahead.items():
                for outcome, p in ended(stand.board, ahead).items():
                    self.add(outcome, chance * p)
        return Forecast(self.outcomes, self.axis_hits, self.allied_hits, self.events)

    # --- from the dice to the end

    def compare(self, clash: Clash) -> None:
        """Add all results of a rolled Combat."""
        if clash.over:
            self.add(over(clash.board), clash.chance)
            return
        courses = self.courses_of(clash.board)
        for cards in range(self.most + 1):
            for course in courses[cards]:
                self.count(clash, course, cards)

    def count(self, clash: Clash, course: Course, cards: int) -> None:
        """Compare the Hits of all throws with a number of card faces, and record the balance."""
        f = course.board.fight
        assert f is not None
        margin = self.margin(clash, course, cards)
        ahead = list(margin.ahead.items())
        every = 0.0
        for chance, stand in course.stands:
            chance *= clash.chance
            every += chance
            for number, p in ahead:
                stand.ahead[number] = stand.ahead.get(number, 0.0) + chance * p
        self.axis_hits += every * margin.axis_hits
        self.allied_hits += every * margin.allied_hits
        self.events += every * f.drawn * sum(margin.ahead.values())

    def margin(self, clash: Clash, course: Course, cards: int) -> Margin:
        """Compare the Hits of all throws with a number of card faces."""
        before, f = clash.board.fight, course.board.fight
        assert before is not None and f is not None
        axis, allied = before.axis_hits + f.axis_hits, before.allied_hits + f.allied_hits
        key = (cards, f.sector, axis, allied, course.deeds, clash.axis, clash.allied)
        found = self.margins.get(key)
        if found is None:
            ours = self.hits_of(course, AXIS_DICE, axis, clash.axis)
            theirs = self.hits_of(course, ALLIED_DICE, allied, clash.allied)
            found = compared(ours, theirs, cards, f.role == ROLE_ATTACKER)
            self.margins[key] = found
        return found

    def hits_of(self, course: Course, side: int, extra: int, history: History) -> Hits:
        """Return the Hits of a side by its dice, with `extra` from cards and Generals."""
        f = course.board.fight
        assert f is not None
        deeds = of_side(course.deeds, side)
        key = (side, extra, f.sector, history, deeds)
        found = self.hits.get(key)
        if found is None:
            found = Hits([], [])
            for cards in range(self.most + 1):
                whole = (*history, (CARDS, side, cards, self.most), *deeds)
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
            f = self.rolls.g.fight
            assert f is not None
            f.sector = sector
            f.axis_hits = f.allied_hits = extra
            found = combat_dice.hits(self.rolls.g, [HIT] * shown[0] + [TANK] * shown[1], side)
            self.counts[key] = found
        return found

    def add(self, outcome: int, chance: float) -> None:
        """Add an outcome."""
        self.outcomes[outcome] = self.outcomes.get(outcome, 0.0) + chance

    # --- Combat Events

    def courses_of(self, board: Board) -> list[list[Course]]:
        """Return, by the number of card faces, all ways in which Combat Events may come."""
        h = aside(board)
        f = h.fight
        assert f is not None
        f.axis_hits = f.allied_hits = 0  # no Event looks at them, it adds to them
        key = signature(h, True)
        found = self.courses.get(key)
        if found is None:
            fates = [Fate(1.0, h, ())]
            found = [self.together(fates)]
            for n in range(1, self.most + 1):
                later: list[Fate] = []
                for fate in fates:
                    later += drawn(fate)
                fates = merged(later, n < self.most)
                found.append(self.together(fates))
            self.courses[key] = found
        return found

    def together(self, fates: list[Fate]) -> list[Course]:
        """Combine event outcomes that have the same dice."""
        found: dict[tuple[Any, ...], Course] = {}
        for fate in fates:
            f = fate.board.fight
            assert f is not None
            key = (f.sector, f.axis_hits, f.allied_hits, f.drawn, fate.deeds)
            if key not in found:
                found[key] = Course(fate.board, fate.deeds, [])
            stand = self.stands.setdefault(standing(fate.board), Stand(fate.board, {}))
            found[key].stands.append((fate.chance, stand))
        return list(found.values())


# --- to the dice


def cards(g: Board) -> list[tuple[int, float]]:
    """Return the Combat cards that may be drawn, equal ones once, with their chances."""
    f = g.fight
    assert f is not None
    found: dict[tuple[Any, ...], tuple[int, float]] = {}
    for card in sorted(g.combat_deck):  # their order is nobody's knowledge
        f.card = card
        cell = special_effects.cell(g)
        key = (cell.dice, *cell.specials)
        before = found.get(key)
        chance = 1.0 / len(g.combat_deck)
        found[key] = (card, chance if before is None else before[1] + chance)
    f.card = NONE
    return list(found.values())


def lead(h: Board, chance: float, found: list[Clash]) -> None:
    """Play a Combat from its present stage until its dice are rolled."""
    f = h.fight
    assert f is not None
    allied: History = ()
    axis: History = ()
    if f.stage > combat_sequence.ALLIED_ROLL:
        allied = ((SHOWN, ALLIED_DICE, *f.allied),)
    if f.stage > combat_sequence.AXIS_ROLL:
        axis = ((SHOWN, AXIS_DICE, *f.axis),)
    f.allied, f.axis = [], []
    _lead(h, f, chance, allied, axis, found)


def _lead(h: Board, f: Fight, chance: float, allied: History, axis: History, found: list[Clash]) -> None:
    deeds = drive(h, 1)
    allied, axis = (*allied, *of_side(deeds, ALLIED_DICE)), (*axis, *of_side(deeds, AXIS_DICE))
    while h.result is None and f.stage <= combat_sequence.CHANGES:
        stage = f.stage
        if stage == combat_sequence.SPECIAL:
            for value, p in air_dice(h):
                k = aside(h)
                k.rng = Fixed(value)
                k.agenda[-1].run(k)
                assert k.fight is not None
                _lead(k, k.fight, chance * p, allied, axis, found)
            return
        h.agenda[-1].run(h)
        if stage == combat_sequence.ALLIED_ROLL:
            allied = ((ROLL, ALLIED_DICE, *[die // SHIFT for die in f.allied]),)
            f.allied = []
        elif stage == combat_sequence.AXIS_ROLL:
            axis = ((ROLL, AXIS_DICE, *[die // SHIFT for die in f.axis]),)
            f.axis = []
        deeds = drive(h, 1)
        allied, axis = (*allied, *of_side(deeds, ALLIED_DICE)), (*axis, *of_side(deeds, AXIS_DICE))
    found.append(Clash(chance, h, allied, axis, h.result is not None or f.stage > combat_sequence.PLANES))


def air_dice(h: Board) -> list[tuple[int, float]]:
    """Return what the dice of a Special Effect on Air/Naval Control may show: some plane or none."""
    found = special_effects.cell(h)
    for n in range(len(found.specials)):
        kind, symbols = found.specials[n]
        if kind == AIR_EFFECT and special_effects.matters(h, found, n):
            faces = h.t.die_faces[BLUE]
            none = (1.0 - faces.count(PLANE) / len(faces)) ** max(1, symbols)
            other = [face for face in range(len(faces)) if faces[face] != PLANE]
            plane = faces.index(PLANE) if PLANE in faces else 0
            return [(plane, 1.0 - none), (other[0] if other else 0, none)]
    return [(0, 1.0)]


# --- Events


def standing(g: Board) -> tuple[Any, ...]:
    """Return what the results of a Combat depend on, except the Hits."""
    f = g.fight
    assert f is not None
    said = (f.no_second, f.free_second, f.any_terrain, f.lose_less, f.extra_retreats, f.as_reductions)
    who = (f.source, f.sector, f.units, f.head, f.leading, f.stage)
    return (said, who, tuple(g.at), g.axis, g.ally, g.align)


def signature(g: Board, with_decks: bool) -> tuple[Any, ...]:
    """Return what distinguishes two positions of one Combat before its results."""
    f = g.fight
    assert f is not None
    decks = (g.battle_known, *sorted(g.battle_deck)) if with_decks else ()
    return (f.axis_hits, f.allied_hits, f.no_events, f.drawn, decks, *standing(g))


def merged(fates: list[Fate], with_decks: bool) -> list[Fate]:
    """Combine event outcomes that lead to the same position."""
    found: dict[tuple[Any, ...], Fate] = {}
    for fate in fates:
        key = (fate.deeds, *signature(fate.board, with_decks))
        other = found.get(key)
        found[key] = fate if other is None else fate._replace(chance=fate.chance + other.chance)
    return list(found.values())


def drawn(fate: Fate) -> list[Fate]:
    """Return the outcomes of one more Combat Event, for each of the hidden ones."""
    deck = fate.board.battle_deck
    f = fate.board.fight
    assert f is not None
    if f.no_events or not deck or f.stage > combat_sequence.EVENTS:
        return [fate]
    hidden = sorted(deck[fate.board.battle_known :]) or deck[-1:]
    return [_event(fate, card, fate.chance / len(hidden)) for card in hidden]


def _event(fate: Fate, card: int, chance: float) -> Fate:
    """Return the outcome of a Combat Event."""
    h = aside(fate.board)
    f = h.fight
    assert f is not None
    h.agenda = []
    h.battle_deck.remove(card)
    h.battle_deck.append(card)
    f.drawn += 1
    events.draw_battle(h, combat_dice.roller(h))
    deeds = [*fate.deeds, *drive(h, 0)]
    # Dice that it adds are rolled before the next is drawn.
    if f.more_allied > 0:
        deeds.append((ROLL, ALLIED_DICE, *[combat_dice.die_of(f.faction)] * f.more_allied))
        f.more_allied = 0
    if f.more_axis:
        deeds.append((ROLL, AXIS_DICE, *f.more_axis))
        f.more_axis = []
    h.agenda = fate.board.agenda[:]
    combat_sequence.tidy(h)
    if combat_sequence.pointless(h):
        f.stage = combat_sequence.END
    return Fate(chance, h, tuple(deeds))


# --- the end


def ended(board: Board, ahead: int) -> Chances:
    """Return the outcome of a Combat in which the Allies lead by `ahead` Hits; the board is used up."""
    f = board.fight
    assert f is not None
    f.axis_hits, f.allied_hits = max(0, -ahead), max(0, ahead)
    found = walked(board, play)
    assert found is not None
    return found


def play(g: Board) -> int:
    """Compare the Hits of a copy and play the Combat to its end; return the outcome."""
    f = g.fight
    assert f is not None
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
    f = g.fight
    assert f is not None
    kind = DEFEAT if f.retreats else NO_ATTACK
    return kind + MOVED * f.retreats + STEPS * steps(g)
