"""Whole Combats with all dice written down, for tests of what cards and Generals change in them."""

import re
from typing import Any, NamedTuple

from sandtable.games.other_side.components.constants import ROLE_ATTACKER, ROLE_DEFENDER, SOVIETS, WEST
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.combat import combat_sequence
from sandtable.games.other_side.testing import area, deck, position
from tests.games.other_side.driving import go_on, log


class Ground(NamedTuple):
    """Where a Combat is fought: the Area with its Disks, the terrain, and who attacks."""

    area: str
    align: str
    axis_attacks: bool
    faction: int
    terrain: str


def _ground(area: str, low: int, side: str, attack: bool, terrain: str) -> Ground:
    faction = WEST if side == "western" else SOVIETS
    return Ground(area, f"disputed {low}/{low + 1} {side}", attack, faction, terrain)


# The Axis attacks the higher Sector, or defends the lower one.
GROUNDS = {
    "attack soviet plains": _ground("southern_russia", 1, "soviet", True, "plains"),
    "attack soviet river": _ground("southern_russia", 2, "soviet", True, "river"),
    "attack soviet rough": _ground("caucasus", 1, "soviet", True, "rough"),
    "attack soviet fortified": _ground("northern_russia", 2, "soviet", True, "fortified"),
    "attack soviet finland": _ground("finland", 1, "soviet", True, "rough"),
    "attack western plains": _ground("libya", 1, "western", True, "plains"),
    "attack western river": _ground("northern_france", 1, "western", True, "river"),
    "attack western rough": _ground("egypt", 1, "western", True, "rough"),
    "attack western fortified": _ground("libya", 2, "western", True, "fortified"),
    "attack western norway": _ground("denmark_norway", 1, "western", True, "plains"),
    "defend soviet plains": _ground("southern_russia", 1, "soviet", False, "plains"),
    "defend soviet river": _ground("southern_russia", 3, "soviet", False, "river"),
    "defend soviet rough": _ground("caucasus", 2, "soviet", False, "rough"),
    "defend soviet fortified": _ground("northern_russia", 3, "soviet", False, "fortified"),
    "defend soviet finland": _ground("finland", 1, "soviet", False, "rough"),
    "defend western plains": _ground("libya", 1, "western", False, "plains"),
    "defend western river": _ground("northern_france", 2, "western", False, "river"),
    "defend western rough": _ground("egypt", 2, "western", False, "rough"),
    "defend western fortified": _ground("southern_france", 2, "western", False, "fortified"),
    "defend western norway": _ground("denmark_norway", 2, "western", False, "plains"),
}
COMBAT_CARD = 10  # in 1943 without Special Effects
YEAR = 1943
NUMBERS = {("attack", SOVIETS): 4, ("attack", WEST): 3, ("defend", SOVIETS): 4, ("defend", WEST): 3}


def allied_number(ground: Ground) -> int:
    """How many dice the Allies have, by the card and the ground."""
    number = NUMBERS["attack" if ground.axis_attacks else "defend", ground.faction]
    if ground.axis_attacks:
        number += {"rough": 1, "fortified": 2}.get(ground.terrain, 0)
    return number


def clash(
    name: str,
    axis: list[str],
    allied: list[str],
    then: list[Any] | None = None,
    armies: str = "panzer, 2 regular",
    **more: Any,
) -> Board:
    """Begin a Combat on one of the grounds; Allied dice not named show no Hits.

    A defender in Rough has a white die more, to be named among those of the Axis. `then` are later dice.
    """
    ground = GROUNDS[name]
    idle_face = "blue plane" if ground.faction == WEST else "red blank"
    rest = [idle_face] * (allied_number(ground) - len(allied))
    given: dict[str, Any] = {
        "year": YEAR,
        "tracks": {"ussr": "war", "air_east": 4, "air_west": 4, "air_south": 4, **more.pop("tracks", {})},
        "align": {ground.area: ground.align, **more.pop("align", {})},
        "armies": {ground.area: armies},
        "dice": [*allied, *rest, *axis, *(then or [])],
    }
    battle = more.pop("battle", [])
    g = deck(position(**{**given, **more}), combat=[COMBAT_CARD], battle=battle)
    space = area(g, ground.area)
    g.pawns |= 1 << space
    combat_sequence.begin(g, space, ROLE_ATTACKER if ground.axis_attacks else ROLE_DEFENDER, ground.faction)
    return go_on(g)


def hits(g: Board) -> tuple[int, int]:
    """The Hits of both sides as they were compared."""
    found = re.search(r"Axis Hits (\d+), Allied Hits (\d+)", log(g))
    assert found is not None, log(g)
    return int(found[1]), int(found[2])
