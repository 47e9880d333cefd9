"""Fights played out on copies with written dice: who assigns, what hits do, where the beaten go."""

import re
from random import Random
from typing import Any

from sandtable.engine.choice import PASS
from sandtable.engine.log import Log
from sandtable.engine.rng import ScriptedRng
from sandtable.games.on_to_berlin.components.ids import ALL, ATTACK, DESTROY, VIOLATE
from sandtable.games.on_to_berlin.components.ids import AREA as FIRST
from sandtable.games.on_to_berlin.components.state import Board
from tests.games.on_to_berlin.referee import fights
from tests.games.on_to_berlin.referee.book import Position
from tests.games.on_to_berlin.referee.components import AREA, CARDS, SEA
from tests.games.on_to_berlin.referee.questions import clicked_areas, clicked_units, likes
from tests.games.on_to_berlin.waiting import Idle

# Kinds of actions, with the numbers of the board.
MOVEMENT, TRANSPORT, AIR_MOVEMENT, ATTACKS, STRIKES, BOMBS, REDEPLOYS = range(7)
FLOWN = (AIR_MOVEMENT, STRIKES, BOMBS)
HITS = re.compile(r"(?:\d+ × )?(.+): (\d+) hits?, (.+)\.")
LOSES = ("11.5c", "15.6b")


def alone(g: Board, dice: list[int]) -> Board:
    """A copy in which only the question of the moment is open, with dice to come."""
    new = g.copy()
    new.offered = None
    new.log = Log()
    new.rng = ScriptedRng(dice)
    new.agenda = [Idle(), new.agenda[-1]]
    return new


def top(g: Board) -> str:
    """The name of the open question."""
    return type(g.agenda[-1]).__name__


def attack(g: Board, rng: Random, choice: int) -> None:
    """A Normal Attack that a group may make now, or an Airstrike on an area that may be clicked."""
    step: Any = g.agenda[-1]
    strike = choice != ATTACK
    group = step.units
    low = rng.random() < 0.7
    dice = [rng.randint(1, 3 if low else 6) for _ in range(2 * len(group))]
    rolls = 2 if (step.rolls if strike else 1 + step.twice) == 2 else 1
    new = alone(g, dice)
    side = g.side
    new.apply(side, choice)
    if top(new) == "Ambush":
        settled = new.copy()  # before the window closes and the dice fall
        new.apply(1 - side, PASS)
    else:
        settled = g
    assert new.log is not None
    if any(event.rule[:5] in ("3.1.3", "15.4b", "3.1.2") for event in new.log.events):
        return  # somebody has joined: another position
    before = Position(settled)
    units = [before.units[n] for n in group]
    area = AREA[choice - FIRST] if strike else units[0].area
    number = sum(
        die <= fights.rating(units[i // rolls], strike) for i, die in enumerate(dice[: rolls * len(units)])
    )
    victims = before.here(area, 1 - side)
    seat = fights.assigner(before, units, area)
    spends = step.spend if strike else step.mode == 0 or step.twice
    numbers = [v.number for v in victims]
    follow(new, before, numbers, seat, number, False, fights.Retreat(), rng, group if spends else ())


def follow(
    g: Board,
    before: Position,
    victims: list[int],
    seat: int,
    number: int,
    as_spent: bool,
    back: fights.Retreat,
    rng: Random,
    spent: tuple[int, ...] = (),
) -> None:
    """Play a fight to its end with random choices, then judge it by its log.

    `spent`: who is spent afterwards by having attacked.
    """
    most = {n: fights.most_hits(before.units[n], as_spent) for n in victims}
    while top(g) in ("Assign", "Retreat", "Excess"):
        step: Any = g.agenda[-1]
        (asked,) = g.seats()
        if top(g) == "Assign":
            assert asked == seat, "who assigns"
            assert {*step.victims} == {*victims} and step.hits <= number
        elif top(g) == "Retreat" and clicked_areas(g) and not step.unlocked and not step.broken:
            retreats(g, step, back)
        g.apply(asked, rng.choice([c for c in g.choices(asked) if c != VIOLATE]))
    judge(g, before, most, number, as_spent, back, spent)


def retreats(g: Board, step: Any, back: fights.Retreat) -> None:
    """The areas offered to a beaten unit, as long as no neutrality comes into it."""
    p = Position(g)
    unit = p.units[step.units[0]]
    wanted = fights.refuges(p, unit, back)
    if not any(p.violated(a, [unit]) for a in wanted):
        assert clicked_areas(g) == wanted and DESTROY not in g.choices(p.side_of(unit))


def judge(
    g: Board,
    before: Position,
    most: dict[int, int],
    number: int,
    as_spent: bool,
    back: fights.Retreat,
    spent: tuple[int, ...],
) -> None:
    """Follow the log of a fight and compare every line with the book."""
    assert g.log is not None
    p = before
    first = g.ids.unit
    dealt = dict.fromkeys(most, 0)
    beaten: list[int] = []
    for event in g.log.events:
        found = HITS.fullmatch(event.text)
        units = [ref - first for ref in event.refs if ref >= first]
        if event.rule.startswith(("3.1.3", "15.4b")):
            return  # a retreat has broken a neutrality
        if found and event.rule in ("11.3.1", "11.3.2", "15.8.1a"):
            for n in units:
                dealt[n] = int(found[2])
                told = fights.outcome(p.units[n], dealt[n], as_spent)
                shown = [word for word in told if word != fights.SPENT or not as_spent]
                assert found[3] == (" and ".join(shown) or fights.NOTHING), event.text
                if fights.DESTROYED in told:
                    p.put(n, None, False)
                elif told:
                    tired = p.units[n].spent or as_spent or fights.SPENT in told
                    p.put(n, p.units[n].area, tired)
                    beaten += [n] * (fights.RETREATS in told)
        elif event.rule == "11.5" and " retreats from " in event.text:
            (n,) = units
            there = AREA[event.refs[1] - FIRST]
            assert there in fights.refuges(p, p.units[n], back), event.text
            p.put(n, there, p.units[n].spent)
            beaten.remove(n)
        elif event.rule in LOSES and "cannot retreat" in event.text:
            (n,) = units
            assert not fights.refuges(p, p.units[n], back), event.text
            p.put(n, None, False)
            beaten.remove(n)
        elif event.rule == "3.6d":
            for n in spent:
                p.put(n, p.units[n].area, True)
            for n in units:
                unit = p.units[n]
                assert p.room_at_sea(unit.area, p.side_of(unit)) < 0, event.text
                p.put(n, None, False)
    assert not beaten
    assert sum(dealt.values()) == min(number, sum(most.values()))
    assert all(dealt[n] <= most[n] for n in most)
    after = Position(g)
    assert all(after.units[n].spent for n in spent if n in after.units)
    for n in most:
        assert (n in p.units) == (n in after.units)
        if n in p.units:
            assert after.units[n].area == p.units[n].area
            assert after.units[n].spent == p.units[n].spent
    if not back.counter:  # after an attack the ships have been counted
        seas = {u.area for u in p.units.values() if u.area in SEA}
        assert all(after.room_at_sea(sea, side) >= 0 for sea in seas for side in (0, 1))


# --- counterattacks


def ambush(g: Board, rng: Random) -> None:
    """A reaction card against what has just been done, with all units that can."""
    step: Any = g.agenda[-1]
    action = step.action
    seat = 1 - g.side
    cards = [n for n, c in enumerate(CARDS) if c["reaction"] and c["owner"] == ("axis", "allied")[seat]]
    if action.kind >= REDEPLOYS:
        return
    new = alone(g, [rng.randint(1, 3) for _ in range(14)])
    if not any(new.cards[n] == 1 for n in cards):
        return
    before = Position(new)
    card = next(n for n in cards if new.cards[n] == 1)
    group = [before.units[n] for n in action.units if n in before.units]
    path = [AREA[a] for a in action.path]
    fight = action.kind in (ATTACKS, STRIKES, BOMBS)
    grounds = path[-1:] if fight else path[1:]
    flown = action.kind in FLOWN
    group = [u for u in group if u.area == (path[0] if fight else path[-1])]
    soft = [u for u in group if u.kind.type != "SS"]
    where = {a for a in grounds if soft and fights.counterattackers(before, seat, a, flown)}
    if not where:
        return
    new.apply(seat, new.ids.card + card)
    assert new.pending[seat] == g.pending[seat] + CARDS[card]["sv"]
    area = next(iter(where))
    if top(new) == "AmbushArea":
        assert clicked_areas(new) == where
        area = rng.choice(sorted(where))
        new.apply(seat, FIRST + AREA.index(area))
    else:
        assert len(where) == 1
    able = fights.counterattackers(before, seat, area, flown)
    if top(new) == "Counterattackers":
        assert likes(before, clicked_units(new)) == likes(before, [u.number for u in able])
        new.apply(seat, ALL)
    assert isinstance(new.rng, ScriptedRng)
    dice = new.rng.script[: len(able)]
    number = 2 * sum(die <= fights.rating(u, False) for die, u in zip(dice, able, strict=True))
    if fight or action.kind != MOVEMENT:
        as_spent = True
    else:
        as_spent = any(type(s).__name__ == "SecondAction" and s.done == 2 for s in g.agenda)  # type: ignore[attr-defined]
    if number:
        who = fights.counter_assigner(before, able, group)
        back = fights.Retreat(True)
        if not fight:
            at = path.index(area, 1)
            back = fights.Retreat(True, area, (*path[: at + 1],), (*path[at + 1 :],))
        follow(new, before, [u.number for u in soft], who, number, as_spent, back, rng)
    after = Position(new)
    assert all(not after.units[u.number].spent for u in able if u.number in after.units)
