"""What the engine offers, question by question, against what the referee says may be chosen."""

from collections.abc import Callable
from random import Random
from typing import Any

from sandtable.engine.choice import DONE, PASS
from sandtable.games.on_to_berlin import sequence
from sandtable.games.on_to_berlin.components.constants import BY_EVENT, BY_POINTS
from sandtable.games.on_to_berlin.components.ids import AREA as FIRST
from sandtable.games.on_to_berlin.components.ids import (
    ATTACK,
    FLY,
    MOVE,
    REACTION_POINTS,
    STOP,
    STRIKE,
    VIOLATE,
    WITHDRAW,
)
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import recovery
from sandtable.games.on_to_berlin.rules.activation import BY_AIR
from sandtable.games.on_to_berlin.rules.resources import points, verdict
from tests.games.on_to_berlin.referee import landings
from tests.games.on_to_berlin.referee.book import NEUTRAL, Position, Unit, mobilizable
from tests.games.on_to_berlin.referee.components import AREA, CARDS, KIND, KINDS, NATION, SEA
from tests.games.on_to_berlin.waiting import Idle

Like = tuple[str, str, bool, bool, bool, str, bool]


def like(unit: Unit) -> Like:
    """What tells two counters apart for the one who chooses."""
    return (
        unit.kind.id,
        unit.area,
        unit.spent,
        unit.by_points,
        unit.by_event,
        unit.came,
        unit.first,
    )


def likes(p: Position, numbers: Any) -> set[Like]:
    """The different counters among these."""
    return {like(p.units[n]) for n in numbers}


def clicked_units(g: Board) -> list[int]:
    """The counters that may be clicked."""
    return [c - g.ids.unit for c in g.choices(g.seats()[0]) if g.ids.unit <= c < g.ids.kind]


def clicked_areas(g: Board) -> set[str]:
    """The areas that may be clicked."""
    return {AREA[c - FIRST] for c in g.choices(g.seats()[0]) if FIRST <= c < g.ids.unit}


def fork(g: Board, *agenda: Any) -> Board:
    """A copy in which only these steps are on the agenda."""
    new = g.copy()
    new.offered = None
    new.agenda = [Idle(), *agenda]
    new.advance()
    return new


# --- questions


def impulses(g: Board, p: Position, rng: Random) -> None:
    """Cards, Air Actions, a forced pass; and what can be counted at the start of an impulse."""
    seat = g.seats()[0]
    choices = g.choices(seat)
    assert not p.must_pass(seat, g.pending[seat]), "who must pass is asked"
    cards = {c - g.ids.card for c in choices if g.ids.card <= c < g.ids.nation}
    hand = {c for c in p.hands[seat] if not CARDS[c]["reaction"]}
    assert cards == (set() if g.pending[seat] else hand)
    assert (REACTION_POINTS in choices) == bool(g.pending[seat]) and PASS in choices
    able = {
        u.number
        for u in p.units.values()
        if p.fresh(u, seat) and (p.strikes([u]) or p.flights([u]) or flies_somewhere(p, u))
    }
    assert likes(p, clicked_units(g)) == likes(p, [n for n in able if p.units[n].kind.strike])
    score(g, p)
    recoveries(g, rng)
    other = g.copy()
    other.side = 1 - seat
    other.pending = [0, 0]
    for card in p.hands[1 - seat]:
        other.cards[card] = 0
    late = Position(other)
    wanted = not late.must_pass(1 - seat, 0) and any(
        late.fresh(u, 1 - seat) and (late.strikes([u]) or late.flights([u]) or flies_somewhere(late, u))
        for u in late.units.values()
    )
    assert sequence.Impulses().can_act(other) == wanted


def flies_somewhere(p: Position, unit: Unit) -> bool:
    """Whether an air unit can fly only by breaking a neutrality: over the areas Poland cedes. 15.4"""
    if unit.kind.kind != "air" or p.sides["su"] != NEUTRAL:
        return False
    old = p.sides["su"]
    p.sides["su"] = p.side_of(unit)  # as if there were nothing to break
    try:
        return bool(p.flights([unit]))
    finally:
        p.sides["su"] = old


def score(g: Board, p: Position) -> None:
    """Resource Points and victory, in this turn and as if it were the last."""
    for side in (0, 1):
        assert points(g, side) == int(p.total(side)), ("axis", "allied")[side]
    for turn in (g.turn, 12):
        new = g.copy()
        new.turn = turn
        found = verdict(new)
        winner = None if found is None else int(found.scores[1] > found.scores[0])
        assert winner == p.winner(turn == 12), turn


def recoveries(g: Board, rng: Random) -> None:
    """Check the units that recover at the end of a turn and by a card, within the limit."""
    side, by_card = rng.randrange(2), rng.random() < 0.5
    p = Position(g)
    new = g.copy()
    new.log = None
    new = fork(new, recovery.all_nations(side, by_card))
    chosen: list[int] = []
    while not isinstance(new.agenda[-1], Idle):
        step = new.agenda[-1]
        assert isinstance(step, recovery.RecoverUnit)
        _, bound, limit = p.recovery(NATION[step.nation], by_card)
        done = [n for n in chosen if p.units[n].kind.nation == NATION[step.nation]]
        assert step.left == limit - len(done) and len(bound) > limit
        assert likes(p, clicked_units(new)) == likes(p, bound - {*done})
        assert (DONE in new.choices(side)) == by_card
        chosen.append(rng.choice(clicked_units(new)))
        new.apply(side, new.ids.unit + chosen[-1])
    after = Position(new)
    fresh = {n for n, u in p.units.items() if u.spent and not after.units[n].spent}
    wanted: set[int] = set()
    for nation in NATION:
        if p.sides[nation] == side and nation in p.at_war:
            free, bound, limit = p.recovery(nation, by_card)
            wanted |= free if len(bound) > limit else free | bound
    assert fresh == wanted | {*chosen}


def spending(g: Board, p: Position, rng: Random) -> None:
    """Points: who can begin a group, what can be mobilized and where."""
    step: Any = g.agenda[-1]
    seat = g.seats()[0]
    able = {
        u.number
        for u in p.units.values()
        if p.fresh(u, seat) and not u.by_points and (acts(p, [u], by_air=False) or flies_somewhere(p, u))
    }
    if not shared(g):
        assert likes(p, clicked_units(g)) == likes(p, able)
    kinds = {KINDS[c - g.ids.kind].id for c in g.choices(seat) if g.ids.kind <= c < g.ids.card}
    assert kinds == mobilizable(p, step.left)
    for name in rng.sample(sorted(kinds), min(2, len(kinds))):
        new = g.copy()
        new.apply(seat, g.ids.kind + KINDS.index(KIND[name]))
        where = p.deployments(KIND[name])
        if type(new.agenda[-1]).__name__ == "Deploy":
            assert clicked_areas(new) == where and len(where) > 1, name
        else:
            (came,) = {*Position(new).units} - {*p.units}
            assert {Position(new).units[came].area} == where, name


def acts(p: Position, units: list[Unit], by_air: bool) -> set[int]:
    """The actions open to a group, as the buttons that stand for them. 7.2"""
    found: set[int] = set()
    if not by_air:
        if p.can_move(units):
            found.add(MOVE)
        if p.can_attack(units):
            found.add(ATTACK)
        if p.can_attack(units, NEUTRAL):
            found.add(VIOLATE)
    if p.strikes(units):
        found.add(STRIKE)
    if p.flights(units):
        found.add(FLY)
    return found


def shared(g: Board) -> bool:
    """Whether transports of the card count together, which the referee does not follow. 3.6"""
    return g.card >= 0 and CARDS[g.card]["event"].get("naval_capacity", False)


def activation(g: Board, p: Position, rng: Random) -> None:
    """What a group may do, and who may join it."""
    step: Any = g.agenda[-1]
    units = [p.units[n] for n in step.units]
    if step.twice or shared(g):
        return
    buttons = {c for c in g.choices(g.seats()[0]) if c in (MOVE, ATTACK, VIOLATE, STRIKE, FLY)}
    wanted = acts(p, units, step.by == BY_AIR)
    if not any(flies_somewhere(p, u) for u in units):
        assert buttons == wanted, ([u.kind.id for u in units], units[0].area)
    mates = [u for u in p.here(units[0].area, g.side) if u not in units]
    for unit in rng.sample(mates, min(3, len(mates))):
        free = {BY_POINTS: not unit.by_points, BY_EVENT: not unit.by_event, BY_AIR: True}[step.by]
        fits = p.fresh(unit, g.side) and free
        if step.by == BY_EVENT:
            fits = fits and unit.kind.kind != "naval"
        if step.pool:
            fits = unit.number in step.pool
        fits = fits and bool(acts(p, [*units, unit], step.by == BY_AIR))
        if not flies_somewhere(p, unit):
            assert step.allows(g, g.side, g.ids.unit + unit.number) == fits, unit


def march(g: Board, p: Position, rng: Random) -> None:
    """Where a group on the march goes on to."""
    step: Any = g.agenda[-1]
    if shared(g):
        return
    way = tuple(AREA[a] for a in step.path)
    found = p.next_areas([p.units[n] for n in step.units], way)
    assert clicked_areas(g) == {a for a, breaks in found.items() if breaks == step.unlocked}
    choices = g.choices(g.seats()[0])
    if not step.unlocked:
        assert (VIOLATE in choices) == any(found.values()) and (STOP in choices) == (len(way) > 1)


def flight(g: Board, p: Position, rng: Random) -> None:
    """Every area in which an Air Movement may end, from its first click on."""
    step: Any = g.agenda[-1]
    if len(step.path) > 1 or step.unlocked:
        return
    wanted = p.flights([p.units[n] for n in step.units])
    found: set[str] = set()
    waiting = [g]
    while waiting:
        here = waiting.pop()
        for choice in here.choices(g.side):
            if FIRST <= choice < g.ids.unit:
                new = here.copy()
                new.log = None
                new.agenda = [Idle(), new.agenda[-1]]
                new.apply(g.side, choice)
                area = AREA[choice - FIRST]
                if area not in SEA:
                    found.add(area)
                if type(new.agenda[-1]).__name__ == "Flight":
                    waiting.append(new)
    assert found == wanted


def target(g: Board, p: Position, rng: Random) -> None:
    """What a group may strike."""
    step: Any = g.agenda[-1]
    found = p.strikes([p.units[n] for n in step.units], step.reach)
    assert clicked_areas(g) == {a for a, how in found.items() if how[step.unlocked]}
    if not step.unlocked:
        assert (VIOLATE in g.choices(g.side)) == any(breaks for _, breaks in found.values())


def objective(g: Board, p: Position, rng: Random) -> None:
    """What a group may bomb."""
    step: Any = g.agenda[-1]
    card = CARDS[step.card]["event"]["range"]
    found = p.bombs([p.units[n] for n in step.units], card)
    assert clicked_areas(g) == {a for a, breaks in found.items() if breaks == step.unlocked}


def bombers(g: Board, p: Position, rng: Random) -> None:
    """Check the units that can start a group of bombers."""
    event = CARDS[g.agenda[-1].card]["event"]  # type: ignore[attr-defined]
    far = event["op"] == "long_range_bombing"
    able = [
        u.number
        for u in p.units.values()
        if u.kind.kind == "air" and p.fresh(u, g.side) and not u.by_event
        if p.bombs([u], event["range"]) or (far and p.strikes([u], event["range"]))
    ]
    assert likes(p, clicked_units(g)) == likes(p, able)


def withdrawal(g: Board, p: Position, rng: Random) -> None:
    """Check the units that may go back to the Mobilization Pool."""
    step: Any = g.agenda[-1]
    able = p.withdrawable(step.side)
    assert able
    if step.picking:
        assert likes(p, clicked_units(g)) == likes(p, able)
    else:
        assert {*g.choices(step.side)} == {DONE, WITHDRAW}


def raid(g: Board, p: Position, rng: Random) -> None:
    """Which submarines raid, in as many areas as the card allows. 17.4"""
    step: Any = g.agenda[-1]
    event = CARDS[step.card]["event"]
    american = p.markers["us"] > 0  # the first space with a point is the second
    seas = [a for a in event["areas"] if american or a not in event["american_areas"]]
    taken = {p.units[n].area for n in step.units}
    able = [
        u.number
        for u in p.units.values()
        if u.kind.type == "SS" and p.fresh(u, g.side) and u.area in seas and u.number not in step.units
        if u.area in taken or len(taken) < event["areas_max"]
    ]
    assert likes(p, clicked_units(g)) == likes(p, able)


def redeployment(g: Board, p: Position, rng: Random) -> None:
    """Which units go with a Redeploy, and where to. 17.5"""
    step: Any = g.agenda[-1]
    event = CARDS[g.card]["event"]
    if event["naval_capacity"] and any(g.carried):
        return
    if type(step).__name__ == "Destination":
        assert clicked_areas(g) == journeys(p, p.units[step.unit], event["naval_capacity"])
        return
    able = [
        u.number
        for u in p.units.values()
        if p.fresh(u, g.side) and not u.by_event and u.kind.move and u.kind.kind in event["kinds"]
        if p.holder(u.area) == g.side and p.may_leave([u]) and journeys(p, u, event["naval_capacity"])
    ]
    assert likes(p, clicked_units(g)) == likes(p, able)


def journeys(p: Position, unit: Unit, ships: bool) -> set[str]:
    """The Land areas at any distance through friendly areas; `ships`: seas need them. 3.6"""
    side = p.side_of(unit)
    reached = {unit.area}
    waiting = [unit.area]
    while waiting:
        for there in p.near(waiting.pop(), side) - reached:
            if p.holder(there) != side or p.barred(unit.kind, there) or p.full(there, side, [unit.kind]):
                continue
            if p.violated(there, [unit]) or (ships and there in SEA and p.room_at_sea(there, side) < 1):
                continue
            reached.add(there)
            waiting.append(there)
    return reached - SEA - {unit.area}


# --- landings


def embark(g: Board, p: Position, rng: Random) -> None:
    """Which unit begins a group that lands from the sea."""
    step: Any = g.agenda[-1]
    event = CARDS[g.card]["event"]
    found = {u.number: landings.sails(p, [u], event) for u in p.units.values()}
    able = [n for n, how in found.items() if step.unlocked in how]
    assert likes(p, clicked_units(g)) == likes(p, able)
    if not step.unlocked:
        assert (VIOLATE in g.choices(g.side)) == any(True in how for how in found.values())


def convoy(g: Board, p: Position, rng: Random) -> None:
    """Check the units that may join a group that lands from the sea."""
    step: Any = g.agenda[-1]
    units = [p.units[n] for n in step.units]
    mates = [u for u in p.here(units[0].area, g.side) if u not in units]
    for unit in rng.sample(mates, min(3, len(mates))):
        fits = step.unlocked in landings.sails(p, [*units, unit], CARDS[g.card]["event"])
        assert step.allows(g, g.side, g.ids.unit + unit.number) == fits, unit


def crossing(g: Board, p: Position, rng: Random) -> None:
    """Where a group goes on to on its way ashore, and whether it may stay there."""
    step: Any = g.agenda[-1]
    way = tuple(AREA[a] for a in step.path)
    event = CARDS[g.card]["event"]
    found = landings.voyages(p, [p.units[n] for n in step.units], way, event)
    assert clicked_areas(g) == {w[len(way)] for w, breaks in found.items() if breaks == step.unlocked}
    if not step.unlocked:
        ashore = way[-1] in (event["landing"] or AREA) and way[-1] not in SEA and len(way) > 1
        choices = g.choices(g.side)
        assert (VIOLATE in choices) == any(found.values())
        assert (STOP in choices) == (ashore and any(a in SEA for a in way))


def jump(g: Board, p: Position, rng: Random) -> None:
    """Which airborne unit is dropped."""
    step: Any = g.agenda[-1]
    event = CARDS[g.card]["event"]
    able = [
        u.number
        for u in p.units.values()
        if landings.may_jump(p, u, event) and step.unlocked in landings.drops(p, u, event).values()
    ]
    assert likes(p, clicked_units(g)) == likes(p, able)


def drop_zone(g: Board, p: Position, rng: Random) -> None:
    """Where an airborne unit is dropped."""
    step: Any = g.agenda[-1]
    found = landings.drops(p, p.units[step.unit], CARDS[g.card]["event"])
    assert clicked_areas(g) == {a for a, breaks in found.items() if breaks == step.unlocked}
    if not step.unlocked:
        assert (VIOLATE in g.choices(g.side)) == any(found.values())


def diplomacy(g: Board, p: Position, rng: Random) -> None:
    """The nations that may join and the markers that may move. 3.1.2, 3.1.3"""
    event = CARDS[g.agenda[-1].card]["event"]  # type: ignore[attr-defined]
    wanted: set[int] = set()
    for option in event["options"]:
        if option["op"] == "join":
            wanted |= {g.ids.nation + NATION.index(n) for n in option["nations"] if p.sides[n] == NEUTRAL}
        elif option["op"] == "move_marker":
            tracks = [*p.markers]
            movable = [n for n in option["tracks"] if moves(p, n, option["steps"])]
            wanted |= {g.ids.track + tracks.index(n) for n in movable}
    found = {c for c in g.choices(g.side) if c >= g.ids.nation}
    assert found == wanted


def moves(p: Position, track: str, steps: int) -> bool:
    """Whether a marker still matters and has a space to go to; all four tracks have their nation's name."""
    last = {"us": 5, "su": 3, "sp": 5, "tu": 5}[track]
    return track not in p.lasting and 0 <= p.markers[track] + steps <= last


QUESTIONS: dict[str, Callable[[Board, Position, Random], None]] = {
    "Impulses": impulses,
    "Points": spending,
    "Activate": activation,
    "March": march,
    "Flight": flight,
    "Target": target,
    "Objective": objective,
    "Bombers": bombers,
    "Withdraw": withdrawal,
    "Raid": raid,
    "Redeployment": redeployment,
    "Destination": redeployment,
    "Embark": embark,
    "Convoy": convoy,
    "Crossing": crossing,
    "Jump": jump,
    "DropZone": drop_zone,
    "Diplomacy": diplomacy,
}
