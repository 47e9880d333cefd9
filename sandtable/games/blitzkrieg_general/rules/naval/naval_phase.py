"""The naval movement phase: the ships that may sail, and their groups. [A6.4.3] [B6.1.3]

Movement in the basic game and exploitation start groups here too: `ships` are those that may form one,
`begin` opens it with the first of them.
"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import FIRST_SHIP, NONE
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.base_steps import PhaseStep
from sandtable.games.blitzkrieg_general.rules.movement.rail import countries_of_seat
from sandtable.games.blitzkrieg_general.rules.naval import naval_movement, transport
from sandtable.games.blitzkrieg_general.rules.naval.naval_movement import Sail, may_sail, why_not_sail

__all__ = ["NavalMove", "Sail", "begin", "may_sail", "ships", "why_not_sail"]


def ships(g: Board, seat: int) -> list[int]:
    """Return the ships with which a seat may begin a group, one of each kind."""
    t = g.t
    mask = countries_of_seat(g, seat, g.side)
    kinds, serves = t.unit_kind, g.serves
    found: list[int] = []
    for zone in range(t.n_areas, t.n_spaces):
        if not g.ships[zone] & mask:
            continue
        mine = [u for u in g.at[zone] if kinds[u] >= FIRST_SHIP and (mask >> serves[u]) & 1]
        for ship in distinct(g, [u for u in mine if may_sail(g, u)]):
            if _useful(g, seat, ship):
                found.append(ship)
    return found


def _of(g: Board, ship: int, seat: int) -> bool:
    """Check whether a ship belongs to the seat, and to the side whose phase it is."""
    return g.owner(ship) == seat and g.side_of_unit(ship) == g.side


def _useful(g: Board, seat: int, ship: int) -> bool:
    """Check whether a ship can go anywhere, load or unload."""
    zone = g.place[ship]
    for other in g.t.sea_near[zone]:
        if naval_movement.is_open_to(g, zone, other, ship) and not g.parted(g.serves[ship], other):
            return True
    if naval_movement.capes(g, zone):
        return True
    return transport.has_offers(g, seat, (ship,))


def begin(g: Board, ship: int) -> None:
    """Open a group with its first ship."""
    g.push(Sail(g.place[ship], 0, 0, naval_movement.reach(g, ship), NONE, ship))


class NavalMove(PhaseStep):
    """Naval movement of the phasing side, before land units move. [A6.4.3]"""

    def offers(self, g: Board, seat: int) -> list[int]:
        return [g.ids.unit + ship for ship in ships(g, seat)]

    def take(self, g: Board, seat: int, choice: int) -> None:
        begin(g, choice - g.ids.unit)

    def prompt(self, g: Board, seat: int) -> Ask:
        text = "Click a ship to sail; more ships of its zone may join it. Done ends naval movement."
        return Ask(text, "A6.4.3")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units:
            return Refusal("Click the first ship of a group. Then choose its route.", "A6.4.3")
        if g.place[unit] < 0:
            return Refusal(f"{words.unit(g, unit)} is not on the map.", "A6.4.3")
        if not g.is_ship(unit):
            text = f"{words.unit(g, unit)} is not a ship. Click a convoy to take it aboard, or move it later."
            return Refusal(text, "A6.4.3")
        if not _of(g, unit, seat):
            return Refusal(f"{words.unit(g, unit)} is not yours to move in this phase.", "B1.0a")
        refusal = why_not_sail(g, unit)
        if refusal is not None:
            return refusal
        return Refusal(f"No zone is open to {words.unit(g, unit)} from here.", "A6.4.3C")
