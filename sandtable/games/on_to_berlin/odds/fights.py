"""The odds of all dice rolls: attacks, Airstrikes, counterattacks, bombing, commerce raids.

Only the number of hits is random, and it is the sum of independent dice, so all chances are exact. The effect
of each number of hits is found by playing the game's steps on a copy, with dice that give this number. The
doctrine assigns hits and chooses retreats. Cards in other hands are ignored.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable.engine.odds import Chances, Odds, Row, added, mean
from sandtable.engine.rng import Rng
from sandtable.engine.step import Halt, Step
from sandtable.games.on_to_berlin.bot import doctrine
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import SPENT
from sandtable.games.on_to_berlin.components.group_action import AIRSTRIKE, IN_THE_AIR, GroupAction
from sandtable.games.on_to_berlin.components.ids import AREA, ATTACK, BOMB, JET, STRIKE, VIOLATE
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.activation import Activate
from sandtable.games.on_to_berlin.rules.cards import discards
from sandtable.games.on_to_berlin.rules.combat import (
    air_actions,
    bombing,
    combat,
    combat_sequence,
    commerce_raids,
    counterattacks,
)
from sandtable.games.on_to_berlin.rules.combat.hits import Retreat
from sandtable.games.on_to_berlin.rules.lines_of_communication import Capacity
from sandtable.games.on_to_berlin.rules.movement import landing_event

SIDES: Final = 6
CHOICES: Final = "Hits are assigned and retreats made as the bots would do it."
NO_ANSWER: Final = "A counterattack that may come is not counted."

# --- dice


def hit_chances(ratings: list[int]) -> Chances:
    """Return the chances of each number of hits, with one die for each rating."""
    found: Chances = {0: 1.0}
    for rating in ratings:
        chance = max(0, min(SIDES, rating)) / SIDES
        found = added(found, {0: 1.0 - chance, 1: chance})
    return {number: p for number, p in found.items() if p > 0.0}


class FixedHits(Rng):
    """Dice that make a number of hits; later draws all return 0, because only their number matters."""

    def __init__(self, ratings: list[int], hits: int) -> None:
        super().__init__(0)
        self.dice: list[int] = []
        sure = len([rating for rating in ratings if rating >= SIDES])
        for rating in ratings:
            hit = rating >= SIDES or (rating > 0 and hits > sure)
            if hit and rating < SIDES:
                hits -= 1
            self.dice.append(1 if hit else SIDES)
        self.at = 0

    def roll(self, sides: int = SIDES) -> int:
        """Return the next die."""
        self.at += 1
        return self.dice[self.at - 1]

    def below(self, n: int) -> int:
        """Return 0."""
        return 0


# --- the effect of hits


class HitOutcome(NamedTuple):
    """The effect of a number of hits: as text, whether it is good, units destroyed and driven off."""

    text: str
    good: int
    destroyed: int
    driven: int


def best_choice(g: Board, step: Step[Board], seat: int) -> int:
    """Return the choice that the doctrine prefers; the first of equally good ones."""
    choices = step.choices(g, seat)
    if isinstance(step, Retreat) and AREA <= choices[0] < g.ids.unit and not step.crowded(g):
        return choices[0]  # there is room for all, so no unit is lost
    rated = doctrine.preferences(g, seat, choices)
    return choices[rated.index(max(rated))]


def play_out(g: Board) -> None:
    """Play until the fight is over."""
    g.advance()
    while g.result is None and not isinstance(g.agenda[-1], Halt):
        step = g.agenda[-1]
        seat = step.seats(g)[0]
        step.answer(g, seat, best_choice(g, step, seat))
        g.advance()


def trial(g: Board, dice: Rng, *agenda: Step[Board]) -> Board:
    """Return a copy with these dice and only these steps on its agenda."""
    after = g.fork()
    after.rng = dice
    after.agenda = [Halt(), *agenda]
    return after


def hit_outcome(before: Board, after: Board, victims: tuple[int, ...]) -> HitOutcome:
    """Return what happened to the units that were hit."""
    told: list[str] = []
    destroyed = 0
    driven = 0
    for unit in victims:
        name = words.unit(before, unit)
        if after.place[unit] < 0:
            destroyed += 1
            told.append(f"{name} destroyed")
        elif after.place[unit] != before.place[unit]:
            driven += 1
            told.append(f"{name} driven off")
        elif after.cond[unit] & SPENT and not before.cond[unit] & SPENT:
            told.append(f"{name} spent")
    if not told:
        return HitOutcome("no effect", -1, 0, 0)
    good = 1 if destroyed or driven == len(victims) else 0
    return HitOutcome(words.tally(told), good, destroyed, driven)


def fight_rows(chances: Chances, outcomes: dict[int, HitOutcome]) -> tuple[Row, ...]:
    """Return a row for each outcome, with the numbers of hits that lead to it."""
    rows: list[Row] = []
    numbers = sorted(chances)
    at = 0
    while at < len(numbers):
        first = at
        found = outcomes[numbers[at]]
        chance = 0.0
        while at < len(numbers) and outcomes[numbers[at]] == found:
            chance += chances[numbers[at]]
            at += 1
        low, high = numbers[first], numbers[at - 1]
        if low == high:
            hits = words.count(low, "hit") if low else "No hit"
        elif not low:
            hits = f"Up to {words.count(high, 'hit')}"
        elif at == len(numbers):
            hits = f"{low} or more hits"
        else:
            hits = f"{low} to {high} hits"
        rows.append(Row(f"{hits}: {found.text}" if high else hits, chance, found.good))
    return tuple(rows)


def fight_odds(
    g: Board,
    title: str,
    rule: str,
    chances: Chances,
    outcomes: dict[int, HitOutcome],
    refs: tuple[int, ...],
    note: str,
) -> Odds:
    """Return the odds of a fight from the outcome of each number of hits."""
    destroyed = sum([p * outcomes[number].destroyed for number, p in chances.items()])
    driven = sum([p * outcomes[number].driven for number, p in chances.items()])
    means = (("hits", mean(chances)), ("units destroyed", destroyed), ("units driven off", driven))
    return Odds(title, rule, fight_rows(chances, outcomes), means, refs=refs, note=note)


def refs_of(g: Board, area: int, *groups: tuple[int, ...]) -> tuple[int, ...]:
    """Return an area and units as choices."""
    found = [AREA + area]
    for units in groups:
        for unit in units:
            found.append(g.ids.unit + unit)
    return tuple(found)


# --- attacks and Airstrikes


def combat_odds(g: Board, step: combat_sequence.Combat, note: str) -> list[Odds]:
    """Return the odds of an attack or Airstrike that nobody answers; none if no attacker is left."""
    action = step.action
    area = action.path[-1]
    units = combat_sequence.fighters(g, action)
    victims = combat.victims(g, 1 - g.side, area)
    if not units or not victims:
        return []
    strike = action.kind == AIRSTRIKE
    ratings: list[int] = []
    for unit in units:
        ratings += [combat.rating(g, unit, strike)] * step.rolls
    chances = hit_chances(ratings)
    outcomes: dict[int, HitOutcome] = {}
    for number in chances:
        after = trial(g, FixedHits(ratings, number), Capacity(), step)
        play_out(after)
        outcomes[number] = hit_outcome(g, after, victims)
    doing = "strike" if strike else "attack"
    twice = " twice, hits added up" if step.rolls > 1 else ""
    title = f"{g.t.area_name[area]}: {words.units(g, units)} {doing} {words.units(g, victims)}{twice}"
    rule = "9.2" if strike else "9.1"
    return [fight_odds(g, title, rule, chances, outcomes, refs_of(g, area, units, victims), note)]


# --- counterattacks


def counterattack_odds(g: Board, action: GroupAction, area: int, factor: int, units: tuple[int, ...]) -> Odds:
    """Return the odds of a counterattack by these units."""
    victims = counterattacks.targets_of(g, counterattacks.remaining_group(g, action, area))
    ratings = [combat.rating(g, unit, False) for unit in units]
    chances: Chances = {}
    outcomes: dict[int, HitOutcome] = {}
    for number, p in hit_chances(ratings).items():
        after = trial(g, FixedHits(ratings, number), Capacity())
        counterattacks.counterattack(after, action, area, factor, units)
        play_out(after)
        chances[number * factor] = p
        outcomes[number * factor] = hit_outcome(g, after, victims)
    title = f"{g.t.area_name[area]}: {words.units(g, units)} counterattack {words.units(g, victims)}"
    return fight_odds(g, title, "10.1", chances, outcomes, refs_of(g, area, units, victims), CHOICES)


def answer_odds(g: Board, step: counterattacks.Ambush) -> list[Odds]:
    """Return the odds of every possible counterattack, each with all units that can take part."""
    action = step.action
    factors: list[int] = []
    found: list[Odds] = []
    for choice in step.reactions(g, step.reactor(g)):
        if choice == JET:
            unit = counterattacks.answering_jet(g, action)
            found.append(counterattack_odds(g, action, g.place[unit], counterattacks.jet_factor(g), (unit,)))
            continue
        factor = counterattacks.factor_of(g, choice - g.ids.card)
        if factor not in factors:
            factors.append(factor)
            found += answer_odds_with(g, action, factor)
    return found


def answer_odds_with(g: Board, action: GroupAction, factor: int) -> list[Odds]:
    """Return the odds of a counterattack in each possible area, with all units that can take part."""
    found: list[Odds] = []
    for area in counterattacks.counterattack_areas(g, action):
        units = counterattacks.counterattackers(g, 1 - g.side, area, action.kind in IN_THE_AIR)
        found.append(counterattack_odds(g, action, area, factor, tuple(units)))
    return found


# --- cards lost to bombers and submarines


def cards_lost(before: Board, after: Board) -> int:
    """Return how many cards the other side loses from its hand."""
    seat = 1 - before.side
    step = after.agenda[-1]
    waiting = step.number if isinstance(step, discards.Discard) else 0
    return len(before.hand(seat)) - len(after.hand(seat)) + waiting


def discard_odds(
    title: str, rule: str, cards: Chances, hits: float, refs: tuple[int, ...], note: str
) -> Odds:
    """Return the odds of losing cards."""
    rows: list[Row] = []
    for number in sorted(cards):
        told = f"{words.count(number, 'card')} lost" if number else "No card lost"
        rows.append(Row(told, cards[number], 1 if number else -1))
    return Odds(title, rule, tuple(rows), (("hits", hits), ("cards lost", mean(cards))), refs=refs, note=note)


def bombing_odds(g: Board, step: bombing.Bombs, note: str) -> list[Odds]:
    """Return the odds of a bombing that nobody answers; none if no bomber is left."""
    units = combat_sequence.fighters(g, step.action)
    if not units:
        return []
    area = step.action.path[1]
    ratings = [g.t.unit_strike[unit] - bombing.modifier(g) for unit in units]
    chances = hit_chances(ratings)
    cards: Chances = {}
    for number, p in chances.items():
        after = trial(g, FixedHits(ratings, number), step)
        after.advance()
        found = cards_lost(g, after)
        cards[found] = cards.get(found, 0.0) + p
    title = f"{g.t.area_name[area]}: {words.units(g, units)} bomb"
    return [discard_odds(title, "17.3", cards, mean(chances), refs_of(g, area, units), note)]


def raid_odds(g: Board, step: commerce_raids.Raid) -> list[Odds]:
    """Return the odds of a commerce raid by the submarines chosen so far."""
    units = step.units
    if not units:
        return []
    ratings = [g.t.unit_attack[unit] for unit in units]
    chances = hit_chances(ratings)
    cards: Chances = {}
    for number, p in chances.items():
        after = trial(g, FixedHits(ratings, number))
        step.resolve(after)
        found = cards_lost(g, after)
        cards[found] = cards.get(found, 0.0) + p
    areas = step.areas(g)
    title = f"{words.areas(g, areas)}: {words.units(g, units)} raid commerce"
    refs = refs_of(g, areas[0], units) + tuple([AREA + area for area in areas[1:]])
    return [discard_odds(title, "15.1f", cards, mean(chances), refs, "")]


# --- the fights of a position


def odds(g: Board, seat: int | None) -> list[Odds]:
    """Return the odds of the current and the possible fights, from what a seat may know."""
    if g.result is not None:
        return []
    step = g.agenda[-1]
    asked = seat is not None and seat in step.seats(g)
    if isinstance(step, counterattacks.AmbushArea):
        return answer_odds_with(g, step.action, step.factor)
    if isinstance(step, counterattacks.Counterattackers):
        # The asked seat sees the odds of the units clicked so far, all others those of all units.
        everybody = counterattacks.Counterattackers(step.action, step.area, step.factor, ()).rest(g)
        units = step.units if asked and step.units else tuple(everybody)
        return [counterattack_odds(g, step.action, step.area, step.factor, units)]
    found = possible_odds(g, step) if asked else []
    return found + current_odds(g)


def possible_odds(g: Board, step: Step[Board]) -> list[Odds]:
    """Return the odds of the fights that the asked seat can choose now."""
    if isinstance(step, commerce_raids.Raid):
        return raid_odds(g, step)
    if isinstance(step, counterattacks.Ambush):
        return answer_odds(g, step)
    if isinstance(step, (air_actions.Target, bombing.Objective)):
        return target_odds(g)
    found: list[Odds] = []
    if isinstance(step, (Activate, landing_event.LandedGroup, bombing.Squadron)):
        for button in step.buttons(g):
            if button in (ATTACK, VIOLATE, STRIKE, BOMB):
                after = copy_of(g)
                step.press(after, button)
                found += target_odds(after)
    return found


def target_odds(g: Board) -> list[Odds]:
    """Return the odds of the declared fight, or of each target that can be chosen next."""
    step = g.agenda[-1]
    if not isinstance(step, (air_actions.Target, bombing.Objective)):
        return current_odds(g)
    found: list[Odds] = []
    for choice in step.choices(g, g.side):
        if choice >= AREA:
            after = copy_of(g)
            step.answer(after, g.side, choice)
            found += current_odds(after)
    return found


def current_odds(g: Board) -> list[Odds]:
    """Return the odds of a declared fight whose dice are not rolled yet, if nobody answers it."""
    waiting = False
    for step in g.agenda:
        waiting = waiting or isinstance(step, (combat_sequence.Combat, bombing.Bombs))
    if not waiting:
        return []
    after = copy_of(g)
    answered = False
    while True:
        step = after.agenda[-1]
        note = NO_ANSWER if answered else ""
        if isinstance(step, combat_sequence.Combat):
            return combat_odds(after, step, f"{CHOICES} {note}".strip())
        if isinstance(step, bombing.Bombs):
            return bombing_odds(after, step, note)
        if isinstance(step, counterattacks.Ambush):
            answered = answered or step.possible(after)
            after.agenda.pop()
        elif step.run(after):
            seat = step.seats(after)[0]
            step.answer(after, seat, best_choice(after, step, seat))


def copy_of(g: Board) -> Board:
    """Return a copy to try things on."""
    after = g.fork()
    return after
