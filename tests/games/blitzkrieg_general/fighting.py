"""Helpers of tests that fight: positions with attackers on their way, and answers by type of unit."""

from typing import Any

from sandtable.engine.choice import DONE, PASS
from sandtable.games.blitzkrieg_general.components.combat_state import CombatState
from sandtable.games.blitzkrieg_general.components.constants import FLIPPED, FLYING
from sandtable.games.blitzkrieg_general.components.ids import RETREAT, STAY, STOP, WITHDRAW
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat.combat_phase import Combats
from sandtable.games.blitzkrieg_general.testing import position, space, unit_at
from tests.games.blitzkrieg_general.driving import begin

WORDS = {"stay": STAY, "retreat": RETREAT, "withdraw": WITHDRAW, "stop": STOP, "done": DONE, "pass": PASS}


def meet(
    where: str,
    units: str,
    came: dict[str, str] | None = None,
    flying: str = "",
    support: dict[str, str] | None = None,
    elsewhere: dict[str, str] | None = None,
    **more: Any,
) -> Board:
    """A position with a combat to be fought in a space.

    came     type: the area it has come from;  flying  types that are on a mission there
    support  zone: task forces there that take part;  elsewhere  place: units
    """
    g = position(units={where: units, **(support or {}), **(elsewhere or {})}, battles=[where], **more)
    here = space(g, where)
    for unit in g.at[here]:
        name = g.t.type_id[g.t.unit_type[unit]]
        if name in (came or {}):
            g.came[unit] = g.t.link(space(g, (came or {})[name]), here)
            assert g.came[unit] >= 0
        if name in flying.split():
            g.cond[unit] |= FLYING
    for zone in support or {}:
        for unit in g.at[space(g, zone)]:
            g.target[unit] = here
    return g


def go(g: Board, exploit: int = 0) -> Board:
    """Begin the combats; at sea the enemies have found each other already."""
    at_sea = any(where >= g.t.n_areas for where in g.battles)
    return begin(g, Combats(exploit, 1 if at_sea else 0))


def combat(where: str, units: str, **more: Any) -> Board:
    """Such a position, with the combat begun."""
    return go(meet(where, units, **more))


def the_fight(g: Board) -> CombatState:
    """The combat in progress."""
    assert g.fight is not None
    return g.fight


def say(g: Board, *what: str) -> Board:
    """Answer questions: a word, a place, or the type of a unit, `ger_inf_3 back` for a flipped one."""
    for word in what:
        seat = g.seats()[0]
        offered = g.choices(seat)
        choice = meaning(g, word, offered)
        assert choice in offered, f"{word} is not offered, but {shown(g)}"
        g.apply(seat, choice)
    return g


def meaning(g: Board, word: str, offered: list[int]) -> int:
    """The choice that a word means."""
    if word in WORDS:
        return WORDS[word]
    if word in g.t.card_index:
        return g.ids.card + g.t.card_index[word]
    name, _, back = word.partition(" ")
    if name in g.t.type_index:
        for choice in offered:
            unit = choice - g.ids.unit
            if 0 <= unit < g.t.n_units and g.t.type_id[g.t.unit_type[unit]] == name:
                if bool(g.cond[unit] & FLIPPED) == (back == "back"):
                    return choice
        return -1
    if name in g.t.country_index and name not in g.t.area_index:
        return g.ids.country + g.t.country_index[name]
    return g.ids.space + space(g, name)


def shown(g: Board) -> list[str]:
    """What is offered, in words."""
    found: list[str] = []
    for choice in g.choices(g.seats()[0]):
        unit = choice - g.ids.unit
        if 0 <= unit < g.t.n_units:
            face = " back" if g.cond[unit] & FLIPPED else ""
            found.append(g.t.type_id[g.t.unit_type[unit]] + face)
        elif 0 <= choice - g.ids.space < g.t.n_spaces:
            found.append(g.t.space_id[choice - g.ids.space])
        elif 0 <= choice - g.ids.card < g.t.n_cards:
            found.append(g.t.card_id[choice - g.ids.card])
        else:
            found.append({v: k for k, v in WORDS.items()}.get(choice, str(choice)))
    return found


def rolled(g: Board, type_id: str) -> list[int]:
    """What a type of unit fired with in the last roll."""
    dice = the_fight(g).dice
    return [
        dice[i + 1]
        for i in range(0, len(dice), 3)
        if dice[i] >= 0 and g.t.type_id[g.t.unit_type[dice[i]]] == type_id
    ]


__all__ = ["combat", "go", "meet", "rolled", "say", "shown", "the_fight", "unit_at"]
