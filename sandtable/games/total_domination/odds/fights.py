"""The odds of what is being attacked: certain where points buy it, chances where cards are drawn.

Nothing is rolled in this game. Attacks, Air Strikes and bombardments do what they cost, and the odds say what
that is. Chance draws the cards that a rocket takes and the card that Peace turns up. A card that a seat
cannot see may be any that it has not seen, each as likely as the other.
"""

from __future__ import annotations

from math import comb
from typing import Final, NamedTuple

from sandtable.engine.odds import Chances, Odds, Row, added, mean, shifted
from sandtable.games.total_domination.bot import doctrine
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.ids import AREA, RADAR
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits
from sandtable.games.total_domination.rules.action_phase import Use
from sandtable.games.total_domination.rules.cards import card_events, discards
from sandtable.games.total_domination.rules.operations import air_fleets, attack, rockets
from sandtable.games.total_domination.rules.operations.operations import Operate
from sandtable.games.total_domination.rules.secrets import sees

CHEAPEST: Final = "The cheapest unit is destroyed first, Air Fleets last."
UNSEEN: Final = "Cards not seen are taken to be any of those that are hidden, each as likely as the other."
PRINTED: Final = "Points are the printed ones."


def pending(g: Board, seat: int | None) -> list[Odds]:
    """Return the odds of all that is being attacked in this position, from what a seat knows (None.

    A spectator).
    """
    if g.result is not None or not g.agenda:
        return []
    step = g.agenda[-1]
    power = g.power
    if isinstance(step, Operate):
        return attacks(g, power, step.points)
    if isinstance(step, Use):
        # The card is still in the hand: only who holds it knows what it is.
        return of_card(g, power, step.card) if seat == g.seat_of[power] else []
    if isinstance(step, rockets.Rocket):
        return launches(g, seat, power, step.value)
    if isinstance(step, rockets.Aim):
        return [launch(g, seat, power, step.tech, target) for target in rockets.targets(g, power)]
    if isinstance(step, rockets.Warned):
        number = g.t.rocket_discards[step.tech]
        guard = rockets.radar(g, step.target)
        saved = max(0, number - rockets.screen(g, guard))
        return [
            rocket(g, seat, power, step.tech, step.target, saved, "with Radar"),
            rocket(g, seat, power, step.tech, step.target, number, "without Radar"),
        ]
    if isinstance(step, air_fleets.Sortie):
        return strikes(g, power, step.points)
    if isinstance(step, air_fleets.Approach):
        return flights(g, power, step.unit, step.points)
    if isinstance(step, air_fleets.Strike):
        return [strike(g, power, -1, step.area, step.points)]
    if isinstance(step, air_fleets.Bombard):
        return bombardments(g, step.unit)
    return []


def of_card(g: Board, power: int, card: int) -> list[Odds]:
    """Return what a power could attack with a card in its hand: rockets, Air Strikes, Peace, operations."""
    seat = g.seat_of[power]
    points = g.value(power, card)
    found: list[Odds] = []
    if rockets.can_launch(g, power, card):
        found += launches(g, seat, power, points)
    if air_fleets.can_strike(g, power, card):
        found += strikes(g, power, points)
    if g.t.event[card] == const.PEACE and card_events.can_play(g, power, card):
        found.append(peace(g, seat, power, card))
    return found + attacks(g, power, points)


# --- what points buy


class Bought(NamedTuple):
    """What a number of points destroys in an area."""

    gone: list[int]  # units that leave the board, Air Fleets left alone among them
    spent: int
    after: Board  # the position afterwards


def bought(g: Board, power: int, area: int, points: int, by_air: bool) -> Bought:
    """Destroy in a copy all units of an area for which the points are enough."""
    after = g.fork()
    left = points
    while True:
        units = air_fleets.exposed(after, power, area, left) if by_air else targets(after, power, area, left)
        if not units:
            break
        price, unit = min([(attack.cost(after, power, unit), unit) for unit in units])
        left -= price
        attack.destroy(after, power, unit)
    gone = [unit for unit in g.at[area] if after.place[unit] == const.SUPPLY]
    return Bought(gone, points - left, after)


def targets(g: Board, power: int, area: int, points: int) -> list[int]:
    """Return the units in one area that could be attacked with a number of points."""
    return [unit for unit in attack.targets(g, power, points) if g.place[unit] == area]


def attacks(g: Board, power: int, points: int) -> list[Odds]:
    """Return what a power could destroy with a number of points, area by area."""
    areas: list[int] = []
    for unit in attack.targets(g, power, points):
        if g.place[unit] not in areas:
            areas.append(g.place[unit])
    return [assault(g, power, area, points) for area in sorted(areas)]


def assault(g: Board, power: int, area: int, points: int) -> Odds:
    """Return what a number of points destroys in an area."""
    what = bought(g, power, area, points, False)
    hunted = all([g.t.unit_type[unit] >= const.U_BOAT for unit in what.gone])
    title = f"{words.nation(g, power)} attacks {words.area(g, area)} with {words.count(points, 'point')}"
    return certain(g, title, "6.3d" if hunted else "6.3a", area, points, what)


def strikes(g: Board, power: int, points: int) -> list[Odds]:
    """Return what the Air Fleets of a power could destroy with a number of points,
    fleet by fleet and area by area.
    """
    found: list[Odds] = []
    for unit in air_fleets.strikers(g, power, points):
        found += flights(g, power, unit, points)
    return found


def flights(g: Board, power: int, unit: int, points: int) -> list[Odds]:
    """Return what one Air Fleet could destroy with a number of points, area by area."""
    areas = bits(air_fleets.goals(g, power, unit, points))
    return [strike(g, power, unit, area, points) for area in areas]


def strike(g: Board, power: int, unit: int, area: int, points: int) -> Odds:
    """Return what an Air Strike destroys in an area; `unit` is -1 when the Air Fleet is there already."""
    what = bought(g, power, area, points, True)
    where = "" if unit < 0 else f" from {words.area(g, g.place[unit])}"
    title = (
        f"{words.nation(g, power)} strikes {words.area(g, area)}{where} with {words.count(points, 'point')}"
    )
    found = certain(g, title, "11.1.Aa", area, points, what)
    return found if unit < 0 else found._replace(refs=(g.ids.unit + unit, *found.refs))


def certain(g: Board, title: str, rule: str, area: int, points: int, what: Bought) -> Odds:
    """Return the one outcome of an attack that is paid for."""
    left = [unit for unit in g.at[area] if unit not in what.gone]
    told = f"{words.units(g, what.gone)} destroyed for {what.spent} of {words.count(points, 'point')}"
    told += f"; {words.units(g, left)} left" if left else "; the area is empty"
    row = Row(told + acts_of_war(g, what.after), 1.0, 1)
    means = (("units destroyed", float(len(what.gone))), ("points spent", float(what.spent)))
    refs = (AREA + area, *[g.ids.unit + unit for unit in what.gone])
    return Odds(title, rule, (row,), means, 0.0, refs, CHEAPEST)


def acts_of_war(g: Board, after: Board) -> str:
    """Return what attacks on powers that were let be have brought about."""
    t = g.t
    told = ""
    for nation in t.additional:
        if after.track[nation] > g.track[nation]:
            if after.joined(nation):
                told += f"; {words.nation(g, nation)} joins {words.nation(g, t.patron[nation])}"
            else:
                box = f"box {after.track[nation]} of {t.track_steps[nation]}"
                told += f"; the {t.nation_adjective[nation]} marker goes to {box}"
    return told


def bombardments(g: Board, unit: int) -> list[Odds]:
    """Return what an unused Air Fleet could bombard."""
    power = g.owner(unit)
    found: list[Odds] = []
    for area in bits(air_fleets.works(g, power, unit)):
        name = words.area(g, area)
        row = Row(f"Damage in {name}: nothing is deployed there until it is repaired", 1.0, 1)
        refs = (g.ids.unit + unit, AREA + area)
        title = f"{words.nation(g, power)} bombards {name}"
        found.append(Odds(title, "11.1.Ba", (row,), (("damage markers", 1.0),), 0.0, refs))
    return found


# --- cards by chance


class HiddenCards(NamedTuple):
    """Cards of which some lie where one is drawn, nobody knows which: their points, and how many do."""

    points: list[int]
    there: int


def some_of(points: list[int], number: int) -> Chances:
    """Return the sum of `n` of these cards, every choice of them as likely as the other."""
    ways: list[dict[int, int]] = [{0: 1}, *[{} for _ in range(number)]]
    for worth in points:
        for n in range(number, 0, -1):
            more = ways[n]
            for total, many in ways[n - 1].items():
                more[total + worth] = more.get(total + worth, 0) + many
    all_ways = comb(len(points), number)
    return {total: many / all_ways for total, many in ways[number].items()}


def drawn(heaps: list[HiddenCards], number: int) -> Chances:
    """Return the sum of a number of cards drawn from several piles."""
    # By the cards drawn so far: the chances of their sum, weighed with the ways to draw them.
    so_far: list[Chances] = [{0: 1.0}, *[{} for _ in range(number)]]
    for heap in heaps:
        now: list[Chances] = [{} for _ in range(number + 1)]
        for n in range(min(heap.there, number) + 1):
            part = some_of(heap.points, n)
            ways = comb(heap.there, n)
            for before in range(number + 1 - n):
                total = now[before + n]
                for worth, weight in added(so_far[before], part).items():
                    total[worth] = total.get(worth, 0.0) + weight * ways
        so_far = now
    all_ways = sum(so_far[number].values())
    return {worth: weight / all_ways for worth, weight in so_far[number].items()}


def heaps(g: Board, seat: int | None, worths: list[int]) -> list[HiddenCards]:
    """Return what an unseen card of a hand or the draw deck may be; `worths` are the points of each card.

    A card of an additional power may as well lie in that power's deck or wait for a draft.
    """
    t = g.t
    apart = [0] * t.n_nations
    hidden: list[list[int]] = [[] for _ in range(t.n_nations)]
    pile = discards.unsure(g, seat)  # in the discard pile, or face down
    for card in range(t.n_cards):
        if sees(g, seat, card) or pile >> card & 1:
            continue
        where = g.cards[card]
        if (
            const.LENT <= where < const.LENT + const.POWERS
            or const.APART <= where < const.APART + t.n_nations - const.POWERS
        ):
            apart[t.card_colour[card]] += 1
        hidden[t.card_colour[card]].append(worths[card])
    common: list[int] = []
    found: list[HiddenCards] = []
    for nation in range(t.n_nations):
        if apart[nation]:
            found.append(HiddenCards(hidden[nation], len(hidden[nation]) - apart[nation]))
        else:
            common += hidden[nation]
    found.append(HiddenCards(common, len(common)))
    return found


def launches(g: Board, seat: int | None, power: int, value: int) -> list[Odds]:
    """Return all rockets that a power could launch with a card of this value, at all targets."""
    found: list[Odds] = []
    for tech in rockets.rockets(g, power, value):
        found += [launch(g, seat, power, tech, target) for target in rockets.targets(g, power)]
    return found


def launch(g: Board, seat: int | None, power: int, tech: int, target: int) -> Odds:
    """Return what a rocket takes from a target, Radar considered as the doctrine would use it."""
    after = g.fork()
    after.power = power
    before = len(rockets.store(g, target))
    aim = rockets.Aim(tech)
    after.agenda.append(aim)
    aim.fly(after, target)
    step = after.agenda[-1]
    how = ""
    if isinstance(step, rockets.Warned):
        owner = g.seat_of[target]
        ways = step.choices(after, owner)
        worth = doctrine.preferences(after, owner, ways)
        choice = ways[worth.index(max(worth))]
        step.answer(after, owner, choice)
        how = "with Radar" if choice == RADAR else "without Radar"
    return rocket(g, seat, power, tech, target, before - len(rockets.store(after, target)), how)


def rocket(g: Board, seat: int | None, power: int, tech: int, target: int, number: int, how: str) -> Odds:
    """Return what a rocket that costs a target a number of cards takes from it, in points."""
    t = g.t
    store = rockets.store(g, target)
    number = min(number, len(store))
    whom = rockets.whom(g, target)
    title = f"{t.nation_name[power]} launches the {t.tech_name[tech]} at {whom}"
    if how:
        title += f" ({how})"
    refs = (g.ids.tech + tech, g.ids.power + target)
    cards = words.count(number, "card")
    lost = (f"cards lost by {whom}", float(number))
    if number == 0 or g.start.solo:
        row = Row(f"{whom} loses {cards}", 1.0, 1 if number else -1)
        return Odds(title, "6.4a", (row,), (lost,), 0.0, refs)
    seen = [card for card in store if sees(g, seat, card)]
    chances = taken(
        [t.card_ops[card] for card in seen],
        len(store) - len(seen),
        heaps(g, seat, list(t.card_ops)),
        number,
    )
    rows = [
        Row(f"{whom} loses {cards} with {words.count(points, 'point')}", chances[points], 1)
        for points in sorted(chances)
    ]
    note = PRINTED if len(seen) == len(store) else f"{PRINTED} {UNSEEN}"
    means = (lost, ("points lost", mean(chances)))
    return Odds(title, "6.4a", tuple(rows), means, 0.0, refs, note)


def taken(seen: list[int], unseen: int, hidden: list[HiddenCards], number: int) -> Chances:
    """Return the points of a number of cards taken from a hand.

    Those seen of it, and how many unseen ones it has.
    """
    found: Chances = {}
    all_ways = comb(len(seen) + unseen, number)
    for n in range(max(0, number - len(seen)), min(unseen, number) + 1):
        ways = comb(unseen, n) * comb(len(seen), number - n)
        for worth, p in added(some_of(seen, number - n), drawn(hidden, n)).items():
            found[worth] = found.get(worth, 0.0) + p * ways / all_ways
    return found


def peace(g: Board, seat: int | None, power: int, card: int) -> Odds:
    """Return the points that the card turned up by Peace brings."""
    t = g.t
    worths = [g.value(power, other) for other in range(t.n_cards)]
    if const.DECK in g.cards:
        chances = drawn(heaps(g, seat, worths), 1)
        note = UNSEEN
    else:
        pile = [worths[other] for other in discards.shown(g, seat)]
        chances = drawn([HiddenCards(pile, len(g.cards_in(const.DISCARDED)))], 1)
        note = "The discard pile is the new draw deck."
    chances = shifted(chances, t.event_ops[card])
    rows = [Row(words.count(points, "point"), chances[points], 0) for points in sorted(chances)]
    title = f"{words.nation(g, power)} turns a card up with {words.card(g, card)}"
    refs = (g.ids.card + card,)
    return Odds(title, "7.5", tuple(rows), (("points", mean(chances)),), 0.0, refs, note)
