"""What is known of the third tutorial, an American landing in Western France: strengths and the coast's fire.

Its text is not in the dossier, which keeps these of its facts: landing units have half their strength, also
on their backs; a 6 of the coastal defence hits a landing unit and flips its convoy [R18]; the landing units
cannot go back, ships and aircraft can.
"""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import NAVAL_MOVE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat.combat_phase import Combats
from sandtable.games.blitzkrieg_general.rules.combat.reaction import Reaction
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.rules.naval.naval_phase import NavalMove
from sandtable.games.blitzkrieg_general.testing import position, units_at
from sandtable.testing import dice_left
from tests.games.blitzkrieg_general.driving import begin, refused
from tests.games.blitzkrieg_general.fighting import rolled, say, shown

LANDING = ("usa_arm_5", "usa_inf_4", "usa_inf_3")


def landed(dice: list[int]) -> Board:
    """Three American units have gone aboard in the Channel and landed in Western France."""
    g = position(
        side="allies",
        phase=NAVAL_MOVE,
        turn="2/1944",
        wars=[("germany", "usa"), ("germany", "be")],
        control={"western_france": "germany", "normandy": "germany", "paris": "germany", "vichy": "germany"},
        units={
            "england": "usa_arm_5, usa_inf_4, usa_inf_3, usa_air_3",
            "channel": "3 usa_conv, usa_tf_4",
            "western_france": "2 ger_inf_4",
        },
        dice=dice,
    )
    begin(g, NavalMove(), Move(), Reaction(0), Combats(0))
    say(g, "usa_tf_4", "usa_conv", "usa_conv", "usa_conv", *LANDING, "bay_of_biscay")
    for unit in LANDING:
        say(g, unit, "western_france")
    say(g, "usa_tf_4", "usa_air_3", "western_france")
    return g


@pytest.mark.rule("blitzkrieg_general", "A6.5.4b")
@pytest.mark.rule("blitzkrieg_general", "A6.5.4h")
def test_the_landing_in_western_france() -> None:
    g = landed([6] * 9)
    assert sorted(shown(g)) == sorted(LANDING)  # who is hit by the coast is the attacker's choice
    say(g, "usa_inf_3")
    assert units_at(g, "bay_of_biscay") == "2 usa_conv, usa_conv back, usa_tf_4"  # the 6 of the coast
    assert dice_left(g) == 0
    assert (
        rolled(g, "usa_arm_5") == [2, 2] and rolled(g, "usa_inf_4") == [2] and rolled(g, "usa_inf_3") == [1]
    )
    assert rolled(g, "ger_inf_4") == [4, 4]
    assert (
        shown(g) == ["stay", "withdraw", "usa_air_3", "usa_tf_4"]
        and refused(g, "button:retreat").rule == "B6.2.3l"
    )
    say(g, "withdraw")
    assert units_at(g, "england") == "usa_air_3" and "usa_tf" in units_at(g, "bay_of_biscay")
    assert units_at(g, "western_france") == "2 ger_inf_4, usa_arm_5, usa_inf_3 back, usa_inf_4"


@pytest.mark.rule("blitzkrieg_general", "A6.5.4b")
def test_flipped_units_land_with_half_of_what_is_left() -> None:
    g = landed([6, *[6] * 6, 4, 4, *[6] * 8])
    say(g, "usa_inf_3", "usa_arm_5", "usa_inf_4", "stay", "stay")
    assert (
        rolled(g, "usa_arm_5") == [1, 1] and rolled(g, "usa_inf_4") == [1] and rolled(g, "usa_inf_3") == [1]
    )
