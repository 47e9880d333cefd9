"""The battles of the advanced tutorial, from built positions with the dice of the text.

Where the text slips (too many dice, a wrong line) the dice of the units that are there are used. [R51]
"""

import pytest

from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.testing import holder, unit_at, units_at
from sandtable.testing import dice_left
from tests.games.blitzkrieg_general.driving import idle
from tests.games.blitzkrieg_general.fighting import combat, go, meet, rolled, say, shown, the_fight

AXIS_MINORS = ["finland", "hungary", "romania", "bulgaria"]
EAST = [(a, "ussr") for a in ("germany", "italy", *AXIS_MINORS)]
SOUTH = [(a, b) for a in ("germany", "italy", *AXIS_MINORS) for b in ("be", "greece", "yugoslavia")]
MANAGED = {
    "finland": "germany",
    "hungary": "germany",
    "romania": "germany",
    "bulgaria": "germany",
    "greece": "be",
    "yugoslavia": "be",
    "poland": "be",
    "baltic_states": "ussr",
}


def battle(where: str, units: str, dice: list[int], **more: object) -> Board:
    """A battle of 1941."""
    given: dict[str, object] = {"wars": EAST + SOUTH, "managers": MANAGED, "dice": dice, "scenario": "s1941"}
    control = {"western_poland": "germany", "baltic": "ussr", "east_poland": "ussr", "lwow": "ussr"}
    given["conquered"] = ["poland"]
    extra = more.pop("control", {})
    assert isinstance(extra, dict)
    return combat(where, units, control={**control, **extra}, **{**given, **more})


def home(g: Board, *bases: str) -> Board:
    """Aircraft fly to the first of these bases that is offered, until all is done."""
    while not idle(g):
        offered = shown(g)
        say(g, next(base for base in bases if base in offered))
    return g


@pytest.mark.rule("blitzkrieg_general", "A6.5")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3")
@pytest.mark.rule("blitzkrieg_general", "TEC4")
def test_karelia() -> None:
    g = battle(
        "karelia",
        "fin_inf_3, fin_inf_2, fin_air_2, 2 sov_inf_2_o",
        [5, 2, 4, 5, 3],
        came={"fin_inf_3": "finland", "fin_inf_2": "finland"},
        flying="fin_air_2",
    )
    assert rolled(g, "fin_air_2") == [1] and dice_left(g) == 0
    say(g, "stay", "retreat", "leningrad")
    home(g, "finland")
    assert units_at(g, "leningrad") == "sov_inf_2_o, sov_inf_2_o back"
    assert units_at(g, "finland") == "fin_air_2"
    assert holder(g, "karelia") in ("finland", "germany")


@pytest.mark.rule("blitzkrieg_general", "TEC9")
def test_baltic() -> None:
    came = {"ger_arm_5": "western_poland", "ger_inf_4": "western_poland", "ger_inf_3": "western_poland"}
    g = battle(
        "baltic",
        "ger_arm_5, 2 ger_inf_4, ger_inf_3, ger_air_3, ger_hq_guderian, sov_arm_2_o, 2 sov_inf_2_o",
        [6, 4, 5, 4, 1, 5, 1, 2, 5, 6],
        came=came,
        flying="ger_air_3",
    )
    assert rolled(g, "ger_arm_5") == [4, 4] and rolled(g, "ger_inf_4") == [3, 3]
    assert rolled(g, "ger_inf_3") == [2] and rolled(g, "ger_air_3") == [3]
    say(g, "sov_inf_2_o", "sov_inf_2_o", "ger_inf_3", "ger_inf_4", "stay", "retreat", "leningrad")
    home(g, "baltic")
    assert units_at(g, "leningrad") == "sov_arm_2_o, 2 sov_inf_2_o back"
    assert "ger_air_3" in units_at(g, "baltic")


@pytest.mark.rule("blitzkrieg_general", "TEC9")
@pytest.mark.rule("blitzkrieg_general", "A6.5.8")
def test_east_poland() -> None:
    g = battle(
        "east_poland",
        "ger_arm_4, 2 ger_inf_3, ger_air_4, ger_air_3, sov_arm_2_o, 2 sov_inf_2_o",
        [6, 5, 1, 4, 6, 5, 1, 1, 4, 6] + [6, 4, 4, 5, 2, 2, 1, 1, 5, 2],
        came={"ger_arm_4": "western_poland", "ger_inf_3": "western_poland"},
        flying="ger_air_4 ger_air_3",
    )
    say(g, "sov_inf_2_o", "ger_inf_3", "ger_inf_3", "stay", "stay")
    assert rolled(g, "ger_inf_3") == [1, 1] and dice_left(g) == 0
    say(g, "ger_inf_3 back", "ger_inf_3 back", "retreat")
    home(g, "western_poland")
    assert units_at(g, "western_poland") == "ger_air_3, ger_air_4, ger_arm_4"
    assert units_at(g, "east_poland") == "sov_arm_2_o, sov_inf_2_o, sov_inf_2_o back"


@pytest.mark.rule("blitzkrieg_general", "A1.2p")
@pytest.mark.rule("blitzkrieg_general", "A6.5.7")
def test_lwow() -> None:
    g = battle(
        "lwow",
        "ger_arm_5, ger_inf_3, ger_air_4, hun_inf_2, hun_air_1, sov_arm_2_o, 2 sov_inf_2_o",
        [6, 4, 3, 4, 6, 4, 4, 3, 2] + [6, 3, 2, 2, 3, 1, 2, 5, 2],
        came={"ger_arm_5": "western_poland", "ger_inf_3": "western_poland", "hun_inf_2": "hungary"},
        flying="ger_air_4 hun_air_1",
        control={"romania": "romania", "hungary": "hungary"},
    )
    assert rolled(g, "hun_inf_2") == []  # river and mountain border
    say(g, "sov_inf_2_o", "sov_inf_2_o")
    assert "hun_air_1" not in shown(g) and "hun_inf_2" in shown(g)
    say(g, "hun_inf_2", "stay", "stay")
    assert dice_left(g) == 0
    say(g, "sov_inf_2_o back", "sov_inf_2_o back", "hun_inf_2 back", "ger_inf_3", "stay")
    assert units_at(g, "lwow").endswith("sov_arm_2_o back")
    say(g, "retreat")
    assert "romania" not in shown(g)  # adjacent, but the Axis controls it
    say(g, "kiev")
    home(g, "lwow")
    assert units_at(g, "kiev") == "sov_arm_2_o back"
    assert units_at(g, "lwow") == "ger_air_4, ger_arm_5, ger_inf_3 back, hun_air_1"


@pytest.mark.rule("blitzkrieg_general", "A6.5.3n")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3o")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3p")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3q")
@pytest.mark.rule("blitzkrieg_general", "A7.5.3")
def test_odessa() -> None:
    g = battle(
        "odessa",
        "ger_inf_4, 2 rom_inf_2, ger_air_3, rom_air_1, sov_arm_2_o, sov_inf_2_o",
        [4, 2, 3, 4, 2, 1, 4, 4, 1] + [4, 4, 2, 2, 6, 1],
        support={"black_sea": "sov_tf_2_r"},
        flying="ger_air_3 rom_air_1",
        research={"germany": ["air_combat"]},
    )
    assert shown(g) == ["done", "ger_air_3", "rom_air_1"]  # one of the two must meet the task force
    say(g, "done")
    assert rolled(g, "ger_air_3") == [4] and rolled(g, "rom_air_1") == [1] and rolled(g, "sov_tf_2_r") == [2]
    say(g, "sov_inf_2_o", "sov_inf_2_o back")
    assert units_at(g, "black_sea") == "sov_tf_2_r back"
    say(g, "rom_inf_2", "rom_air_1", "stay", "stay", "done")  # nobody goes over to the other segment
    assert the_fight(g).round == 2 and dice_left(g) == 0
    say(g, "rom_inf_2")
    assert units_at(g, "odessa") == "ger_air_3, ger_inf_4, 2 rom_inf_2 back" and not units_at(g, "black_sea")
    home(g, "western_poland", "romania", "germany")
    assert units_at(g, "western_poland") == "ger_air_3"


@pytest.mark.rule("blitzkrieg_general", "TEC5")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3g")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3m")
def test_yugoslavia() -> None:
    axis = (
        "ger_arm_5, ger_inf_4, 2 ger_inf_3, ita_inf_3, 3 ita_inf_2, ita_inf_2 back, bul_inf_2, "
        "ger_air_2, ita_air_2, bul_air_1"
    )
    g = meet(
        "yugoslavia",
        f"{axis}, yug_inf_3, 4 yug_inf_2, yug_air_1",
        scenario="s1941",
        wars=EAST + SOUTH,
        managers=MANAGED,
        dice=[3, 5, 3, 2, 1, 1, 5, 5, 4, 3, 1, 6, 5, 4, 4, 4, 3, 3] + [2, 2, 2, 2, 2, 5, 2, 2, 4, 5],
        came={
            "ger_arm_5": "bulgaria",
            "ger_inf_4": "austria",
            "ger_inf_3": "hungary",
            "bul_inf_2": "bulgaria",
            "ita_inf_3": "northern_italy",
            "ita_inf_2": "albania",
        },
        flying="ger_air_2 ita_air_2 bul_air_1",
        research={"germany": ["air_combat"]},
    )
    g.came[unit_at(g, "yugoslavia", "ger_inf_3")] = g.came[unit_at(g, "yugoslavia", "bul_inf_2")]
    go(g)
    say(g, "done")  # all aircraft in the air/sea segment
    assert rolled(g, "ger_air_2") == [3] and rolled(g, "ita_air_2") == []  # the first hit is enough
    assert rolled(g, "yug_inf_3") == [4] and rolled(g, "yug_inf_2") == [3, 3, 3, 3]
    assert rolled(g, "ger_arm_5") == [3, 3] and rolled(g, "ger_inf_4") == [3]
    assert rolled(g, "ger_inf_3") == [3, 2]  # one of them crosses a river
    say(g, "yug_inf_3", "yug_inf_2", "yug_inf_2", "yug_inf_2", "yug_inf_2")
    assert "yug_air_1" not in units_at(g, "yugoslavia")
    say(g, "ita_inf_2", "ita_inf_2", "ita_inf_2", "stay", "stay")
    assert the_fight(g).round == 2 and dice_left(g) == 0
    assert not the_fight(g).air  # the aircraft have gone over to the land segment
    say(g, "bul_inf_2", "bul_inf_2 back")
    assert "yug" not in units_at(g, "yugoslavia") and "bul_inf" not in units_at(g, "yugoslavia")
    say(g, "germany")  # the Axis names the controller
    home(g, "yugoslavia")
    assert holder(g, "yugoslavia") == "germany"


@pytest.mark.rule("blitzkrieg_general", "TEC1")
def test_cyreneica() -> None:
    g = battle(
        "cyreneica",
        "ger_arm_4 back, ita_inf_2, ita_arm_2 back, ger_air_2, ita_air_2, ger_hq_rommel, "
        "be_arm_4 back, be_inf_3 back",
        [6, 5, 5, 4, 2, 3, 3, 4, 3, 1],
        flying="ger_air_2 ita_air_2",
    )
    assert rolled(g, "ita_arm_2") == [1, 1]
    say(g, "be_inf_3 back", "ita_inf_2", "stay", "retreat")
    home(g, "matruh", "cyreneica")
    assert units_at(g, "matruh") == "be_arm_4 back"


@pytest.mark.rule("blitzkrieg_general", "A5.4c")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3a")
def test_pakoe() -> None:
    g = battle(
        "pakoe",
        "2 jap_inf_4, jap_inf_2, 2 jap_air_3, 3 jap_air_2, chi_inf_4, chi_inf_3, 2 chi_inf_2",
        [5, 1, 6, 6, 4, 5, 5, 4, 3],
        came={"jap_inf_4": "peking", "jap_inf_2": "peking"},
        flying="jap_air_3 jap_air_2",
        wars=[("japan", "china")],
        control={"peking": "japan"},
        weather={"pacific": "bad"},
    )
    # One defender beyond the number of Japanese land units could fire at the aircraft.
    assert "chi_inf_4" in shown(g)
    say(g, "done")
    assert rolled(g, "jap_air_2") == [] and rolled(g, "jap_air_3") == [1, 1]
    assert rolled(g, "chi_inf_4") == [5]
    say(g, "chi_inf_2", "jap_inf_2", "jap_inf_4", "stay", "retreat")
    say(g, "sian")
    home(g, "pakoe")
    assert units_at(g, "sian") == "chi_inf_2, chi_inf_2 back, chi_inf_3, chi_inf_4"
    assert "2 jap_air_3" in units_at(g, "pakoe")


@pytest.mark.rule("blitzkrieg_general", "A7.5.3")
@pytest.mark.rule("blitzkrieg_general", "A6.5.9")
def test_matruh() -> None:
    g = battle(
        "matruh",
        "ger_arm_4 back, ita_arm_2 back, ita_inf_2 back, ger_air_2, ita_air_2, be_arm_4 back, be_air_2",
        [3, 4, 3, 3, 6, 6, 1, 4, 1, 2],
        flying="ger_air_2 ita_air_2",
        research={"germany": ["air_combat"], "be": ["air_combat"]},
        control={"cyreneica": "italy"},
    )
    say(g, "done")
    assert rolled(g, "ger_air_2") == [3] and rolled(g, "ita_air_2") == [2] and rolled(g, "be_air_2") == [3]
    say(g, "ita_arm_2 back", "ita_inf_2 back")
    home(g, "alexandria", "matruh", "germany")
    assert units_at(g, "alexandria") == "be_air_2 back"  # left alone it had to go
    assert units_at(g, "matruh") == "ger_air_2, ger_arm_4 back, ita_air_2"


@pytest.mark.rule("blitzkrieg_general", "A6.5.5")
@pytest.mark.rule("blitzkrieg_general", "A6.5.5a")
@pytest.mark.rule("blitzkrieg_general", "A6.5.5b")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3e")
def test_white_russia() -> None:
    g = battle(
        "white_russia",
        "ger_arm_4, ger_air_4, sov_air_1_o",
        [6, 5, 1, 2],
        flying="ger_air_4",
        research={"germany": ["air_combat"]},
    )
    assert units_at(g, "white_russia") in ("ger_air_4, ger_arm_4", "ger_arm_4")
    home(g, "white_russia")
    assert holder(g, "white_russia") == "germany" and dice_left(g) == 0


@pytest.mark.rule("blitzkrieg_general", "A6.5.3w")
def test_finnish_sea() -> None:
    g = battle(
        "finnish_sea",
        "ger_tf_3, ger_sub_2, 2 ger_conv, sov_tf_3_r back, sov_conv_r",
        [2, 2, 1, 2],
    )
    say(g, "done")  # the Soviet ships fire at the other ships, not at the submarine
    assert dice_left(g) == 3  # the submarine fires first
    say(g, "sov_conv_r")
    assert rolled(g, "sov_conv_r") == []  # flipped before it could fire
    assert units_at(g, "finnish_sea") == "2 ger_conv, ger_sub_2, ger_tf_3"  # the Soviet fleet is sunk
    say(g, "ger_conv")
    assert idle(g) and units_at(g, "finnish_sea") == "ger_conv, ger_conv back, ger_sub_2, ger_tf_3"


@pytest.mark.rule("blitzkrieg_general", "TEC4")
@pytest.mark.rule("blitzkrieg_general", "A1.2p")
def test_leningrad() -> None:
    g = battle(
        "leningrad",
        "ger_arm_5, ger_inf_4, ger_inf_4 back, ger_inf_3 back, ger_air_4, 3 ger_air_3, fin_air_2, "
        "ger_hq_guderian, sov_inf_3_r, 3 sov_inf_2_o, 3 sov_inf_2_o back, sov_arm_2_o",
        [4, 3, 2, 1, 5, 5, 3, 3, 3, 3] + [1, 6, 4, 3, 4, 4, 4, 2, 1],
        came={"ger_arm_5": "baltic", "ger_inf_4": "baltic", "ger_inf_3": "baltic"},
        flying="ger_air_4 ger_air_3 fin_air_2",
        control={"baltic": "germany"},
    )
    say(g, "done")  # no Soviet land unit fires at the aircraft
    assert rolled(g, "ger_arm_5") == [3, 3] and rolled(g, "ger_inf_4") == [3, 1]
    assert rolled(g, "ger_air_3") == [2, 2, 2] and rolled(g, "fin_air_2") == [1]
    assert rolled(g, "sov_arm_2_o") == [1, 1] and rolled(g, "sov_inf_3_r") == [3]
    assert the_fight(g).owed(1) == 3 and the_fight(g).owed(0) == 2


@pytest.mark.rule("blitzkrieg_general", "CARD.surprise")
def test_greece() -> None:
    g = battle(
        "greece",
        "ger_inf_4, ger_arm_5, 2 ger_inf_3, ita_inf_3, ita_inf_2 back, ita_air_2, ger_air_2, "
        "gre_inf_3, 2 gre_inf_2, be_inf_2_a",
        [2, 6, 3, 2, 2, 1, 3, 2, 2] + [3, 1] + [4, 6, 5, 4, 5, 2, 3, 1],
        flying="ita_air_2 ger_air_2",
        control={"yugoslavia": "germany"},
        hands={"germany": ["surprise"]},
    )
    say(g, "surprise")
    while "pass" in shown(g):
        say(g, "pass")
    assert rolled(g, "ger_arm_5") == [3, 3] and not rolled(g, "gre_inf_3") and the_fight(g).owed(1) == 5
    say(g, "gre_inf_2", "gre_inf_2 back", "gre_inf_2", "gre_inf_2 back", "gre_inf_3")
    assert rolled(g, "gre_inf_3") == [3] and rolled(g, "be_inf_2_a") == [3]  # only what is left answers
    say(g, "ita_inf_3", "ger_inf_3", "stay")
    assert dice_left(g) == 0 and g.fight is None  # all are gone before they could answer
    say(g, "italy")
    home(g, "greece")
    assert holder(g, "greece") == "italy"
    assert "gre" not in units_at(g, "greece").replace("greece", "") and "be_" not in units_at(g, "greece")
