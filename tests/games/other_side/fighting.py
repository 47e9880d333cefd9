"""Helpers of tests that fight: begin a Combat, read what it has become."""

from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components.combat_state import SHIFT, CombatState
from sandtable.games.other_side.components.effect_types import COLOURS, FACES
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.combat import combat_sequence
from sandtable.games.other_side.testing import area, deck, directive, general
from tests.games.other_side.driving import go_on


def axis_attacks(g: Board, where: str, card: int = 1, directive_id: str = "") -> Board:
    """An Axis pawn is resolved, with this Combat card on top of the deck."""
    deck(g, combat=[card])
    space = area(g, where)
    g.pawns |= 1 << space
    chosen = directive(g, directive_id) if directive_id else const.NONE
    combat_sequence.begin(g, space, const.ROLE_ATTACKER, const.AXIS, chosen)
    return go_on(g)


def allies_attack(g: Board, where: str, card: int = 10, faction: int = const.SOVIETS) -> Board:
    """An Allied pawn is resolved."""
    deck(g, combat=[card])
    space = area(g, where)
    g.pawns |= 1 << space
    combat_sequence.begin(g, space, const.ROLE_DEFENDER, faction)
    return go_on(g)


def west_attacks(g: Board, where: str, card: int = 3) -> Board:
    """A Western pawn is resolved."""
    return allies_attack(g, where, card, const.WEST)


def fight(g: Board) -> CombatState:
    """The Combat that is being fought."""
    assert g.fight is not None
    return g.fight


def a_fight(
    g: Board, where: str, role: int = const.ROLE_DEFENDER, faction: int = const.SOVIETS
) -> CombatState:
    """A Combat that has begun without its card, for single chapters of it."""
    f = CombatState(area(g, where), role, faction)
    g.fight = f
    combat_sequence.set_sector(g)
    f.units = sum(1 << unit for unit in g.at[area(g, where)])
    return f


def dice(*faces: str) -> list[int]:
    """Dice as they lie on the table: "black tank"."""
    found = []
    for face in faces:
        colour, shown = face.split()
        found.append(COLOURS.index(colour) * SHIFT + FACES.index(shown))
    return found


def shown(found: list[int]) -> list[str]:
    """Dice in words."""
    return [f"{COLOURS[die // SHIFT]} {FACES[die % SHIFT]}" for die in found]


def state(g: Board, where: str) -> tuple[str, int, int, str]:
    """Alignment, Axis Sector, Allied Sector and whose Disk that is."""
    n = area(g, where)
    side = const.FACTION_IDS[g.ally_side[n]] if g.ally_side[n] else ""
    return (const.ALIGNMENT_IDS[g.align[n]], g.axis[n], g.ally[n], side)


def questioned(g: Board) -> set[str]:
    """The Questioned Generals."""
    return {g.t.generals[n].id for n in range(g.t.n_generals) if g.questioned >> n & 1}


def where(g: Board, name: str) -> int:
    """Where a General's card is."""
    return g.where[general(g, name)]
