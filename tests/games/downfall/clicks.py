"""A table for tests of operations: a position in the free part of a side's turn, led by clicks.

>>> m = table(armies=["german_infantry@konigsberg", "soviet_infantry@riga"])
>>> order(m, "german_infantry@konigsberg", "riga", attack="soviet_infantry")
>>> m.state.supply[m.state.side]
11
"""

from typing import Any

from sandtable.engine.errors import IllegalChoice
from sandtable.engine.match import Match
from sandtable.engine.step import Refusal
from sandtable.games import load_game
from sandtable.games.downfall.components.ids import AREA, STOP
from sandtable.games.downfall.components.state import Attack, Board
from sandtable.games.downfall.game import Downfall
from sandtable.games.downfall.rules import missions
from sandtable.games.downfall.rules.combat_phase import Combat
from sandtable.games.downfall.rules.operations import ArmyOrder, March
from sandtable.games.downfall.sequence import AfterCombat, BeforeCombat, SideEnd, TurnEnd
from sandtable.games.downfall.testing import position

GAME = load_game("downfall")
assert isinstance(GAME, Downfall)
T = GAME.tables

BLITZ = {"axis": ["blitzkrieg", "aviation"]}


def table(side: str = "axis", armies: Any = (), **more: Any) -> Match:
    """A match that stands in the free part of a side's turn, everything after it laid out."""
    g = position(side=side, armies=armies, t=T, **more)
    g.agenda = [TurnEnd(), SideEnd(), AfterCombat(), Combat(), BeforeCombat()]
    g.advance()
    return Match(GAME, GAME.settle(None, more.get("players", 3), None, 0), g)


def board(m: Match) -> Board:
    """The position of a match."""
    assert isinstance(m.state, Board)
    return m.state


def offers(m: Match) -> list[str]:
    """The keys that may be clicked now."""
    return [GAME.key(m.state, choice) for choice in m.prompts[0].choices]


def areas(m: Match) -> set[str]:
    """The areas that may be clicked now."""
    return {key[5:] for key in offers(m) if key.startswith("area:")}


def marks(m: Match) -> set[str]:
    """The armies that may be clicked now: whom to attack, or what attack to support; or whom to lead."""
    return {key[5:].partition("@")[0] for key in offers(m) if key.startswith("unit:")}


def lead(m: Match, army: str, *way: str) -> Match:
    """Click an army, the first of its kind there that is offered, and the areas of its way."""
    keys = [key for key in offers(m) if key == f"unit:{army}" or key.startswith(f"unit:{army}/")]
    m.play(keys[0] if keys else f"unit:{army}")
    for area in way:
        m.play(f"area:{area}")
    return m


def order(m: Match, army: str, *way: str, attack: str = "") -> None:
    """A whole tactical operation: the army, its way, then stop, or whom it attacks or helps attack."""
    here = (way or (army.partition("@")[2].partition("/")[0],))[-1]
    lead(m, army, *way)
    m.play(f"unit:{attack}@{here}" if attack else "button:stop")


def can(m: Match, army: str, *way: str, attack: str = "") -> bool:
    """Whether that operation can be clicked through; the position is left as it is."""
    trial = Match(m.game, m.setup, m.state.fork())
    try:
        order(trial, army, *way, attack=attack)
    except IllegalChoice:
        return False
    return True


def ends(m: Match, army: str) -> set[str]:
    """All areas in which a tactical movement can end without combat, by clicking through every way."""
    trial = Match(m.game, m.setup, m.state.fork())
    lead(trial, army)
    return {T.area_id[path[-1]] for path, choice in ways(board(trial)) if choice == STOP}


def ways(g: Board) -> list[tuple[tuple[int, ...], int]]:
    """From an army's order on: every way that can be clicked, with the click that ends it."""
    found: list[tuple[tuple[int, ...], int]] = []
    step = g.agenda[-1]
    assert isinstance(step, ArmyOrder)
    waiting = [step.march(g)]
    while waiting:
        march = waiting.pop()
        choices = march.choices(g, g.seat_of[g.side])
        assert choices or len(march.path) == 1, "a way without an end"
        for choice in choices:
            if AREA <= choice < g.ids.unit:
                g.agenda[-1] = march
                march.answer(g, g.seat_of[g.side], choice)
                after = g.agenda[-1]
                assert isinstance(after, March)
                waiting.append(after)
            else:
                found.append((march.path, choice))
    g.agenda[-1] = step
    return found


def cost(m: Match, army: str, *way: str, attack: str = "") -> int:
    """What that operation costs; the position is left as it is."""
    trial = Match(m.game, m.setup, m.state.fork())
    before = board(trial).supply[board(trial).side]
    order(trial, army, *way, attack=attack)
    return before - board(trial).supply[board(trial).side]


def why(m: Match, key: str) -> str:
    """The rule that refuses a click now."""
    refusal = told(m, key)
    return refusal.rule


def told(m: Match, key: str) -> Refusal:
    """The refusal of a click now."""
    seat = m.state.seats()[0]
    choice = m.number(key)
    assert not m.state.agenda[-1].allows(m.state, seat, choice), f"{key} is allowed"
    return GAME.refusal(m.state, seat, choice)


def air(m: Match, mission: str, target: str) -> None:
    """Place a mission on the declared attack on an army, as the free menu does, and let it pass."""
    m.play(f"mission:{mission}")
    if isinstance(m.state.agenda[-1], missions.PlaceAir):
        m.play(f"unit:{target}")
    while isinstance(m.state.agenda[-1], missions.Counter):
        m.play(0)


def where(m: Match, area: str) -> list[str]:
    """The types of the armies in an area."""
    g = board(m)
    return sorted(g.t.type_id[g.t.unit_type[unit]] for unit in g.at[g.t.area_index[area]])


def attacks(m: Match) -> list[Attack]:
    """The attacks declared so far."""
    return board(m).attacks
