"""The examples that the rules give themselves, from built positions; a test is called like its vector.

The last tests see to it that no vector of examples.toml is left out.
"""

import pytest

from sandtable.engine.game import OptionValue
from sandtable.games.blitzkrieg_general import sequence
from sandtable.games.blitzkrieg_general.components.constants import ALLIES, AXIS, RESEARCH_LOSSES
from sandtable.games.blitzkrieg_general.components.effect_types import WHEN_ANY
from sandtable.games.blitzkrieg_general.game import BlitzkriegGeneral
from sandtable.games.blitzkrieg_general.rules.cards.card_phase import CardPhase
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.economy.income import Income
from sandtable.games.blitzkrieg_general.rules.economy.production import Building
from sandtable.games.blitzkrieg_general.rules.economy.reinforcements import Reinforcements
from sandtable.games.blitzkrieg_general.rules.economy.research import Research
from sandtable.games.blitzkrieg_general.rules.initiative import Initiative
from sandtable.games.blitzkrieg_general.rules.movement.air_missions import Fly
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.rules.naval.naval_phase import NavalMove
from sandtable.games.blitzkrieg_general.rules.politics import control, peace, relations
from sandtable.games.blitzkrieg_general.rules.politics.timetable import TimeTable
from sandtable.games.blitzkrieg_general.testing import (
    country,
    holder,
    position,
    space,
    unit_at,
    units_at,
)
from tests.games.blitzkrieg_general import test_examples_advanced, test_examples_basic
from tests.games.blitzkrieg_general.carding import lies, play, window
from tests.games.blitzkrieg_general.driving import (
    answer,
    answers,
    begin,
    go_on,
    idle,
    offered,
    refused,
)
from tests.games.blitzkrieg_general.fighting import combat, rolled
from tests.games.blitzkrieg_general.replaying import DATA, vectors

MODES = pytest.mark.parametrize("mode", ["basic", "advanced"])

# --- the map, reinforcements, movement


@pytest.mark.rule("blitzkrieg_general", "B1.1")
def test_bnl() -> None:
    t = position().t
    assert [t.space_id[area] for area in t.home_of[t.country_index["bnl"]]] == ["bnl"]
    for part in ("belgium", "netherlands", "luxembourg"):
        assert not [name for name in t.space_id if part in name]


@MODES
@pytest.mark.rule("blitzkrieg_general", "B5.2e")
def test_manchuria(mode: str) -> None:
    g = position(mode=mode, units={"chart 3/1939": "jap_inf_2"})
    assert holder(g, "manchuria") == "japan"
    begin(g, Reinforcements())
    assert "area:southern_japan" in offered(g)
    assert refused(g, "area:manchuria").rule == "B5.2e"


@MODES
@pytest.mark.rule("blitzkrieg_general", "B6.1a")
def test_voronesh(mode: str) -> None:
    (move,) = vectors()["I.voronesh"]["moves"]
    g = position(mode=mode, side="allies", units={move["start"]: move["unit"]})
    begin(g, Move())
    answer(g, f"unit:{move['unit']}@{move['start']}")
    assert refused(g, f"area:{move['end']}").rule == "B6.1a"


@pytest.mark.rule("blitzkrieg_general", "A1.1a")
@pytest.mark.rule("blitzkrieg_general", "A1.1b")
def test_midway() -> None:
    units = {
        "midway_islands": "2 usa_inf_3, 2 usa_air_2",
        "zone:midway_islands_sea": "usa_conv [usa_inf_2]",
        "hawaiian_islands": "usa_air_3",
    }
    g = position(side="allies", units=units, wars=[("japan", "usa")])
    begin(g, NavalMove())
    answer(g, "unit:usa_conv@midway_islands_sea")
    third = g.ids.unit + unit_at(g, "zone:midway_islands_sea", "usa_inf_2")
    assert third not in g.choices(1)  # no room ashore for a third one
    refusal = g.agenda[-1].why_not(g, 1, third)
    assert refusal is not None and refusal.rule == "A1.1a"
    g = begin(position(side="allies", units=units, wars=[("japan", "usa")]), Move())
    assert third not in g.choices(1)  # aboard it can do nothing
    refusal = g.agenda[-1].why_not(g, 1, third)
    assert refusal is not None and refusal.rule == "A1.1b"
    begin(g, Fly(unit_at(g, "hawaiian_islands", "usa_air_3")))
    assert "area:midway_islands" not in offered(g)
    units["midway_islands"] = "usa_inf_3, usa_air_2"
    g = begin(position(side="allies", units=units, wars=[("japan", "usa")]), NavalMove())
    answer(g, "unit:usa_conv@midway_islands_sea")
    assert third in g.choices(1)  # a second one is welcome


# --- combat


@pytest.mark.rule("blitzkrieg_general", "A1.2l")
@pytest.mark.rule("blitzkrieg_general", "TEC3")
def test_fortress_armor() -> None:
    g = combat(
        "maginot",
        "ger_arm_5, ger_inf_4, ger_air_4, fra_inf_3",
        came={"ger_arm_5": "western_germany", "ger_inf_4": "western_germany"},
        flying="ger_air_4",
        wars=[("germany", "france")],
        dice=[6] * 5,
    )
    assert rolled(g, "ger_arm_5") == [2, 2] and rolled(g, "ger_inf_4") == [3]
    assert rolled(g, "ger_air_4") == [2] and rolled(g, "fra_inf_3") == [4]


@pytest.mark.rule("blitzkrieg_general", "A1.2n")
def test_fortress_rear() -> None:
    g = combat(
        "maginot",
        "ger_arm_5, ger_inf_4, fra_inf_3",
        came={"ger_arm_5": "paris", "ger_inf_4": "vichy"},
        control={"paris": "germany", "vichy": "germany"},
        wars=[("germany", "france")],
        dice=[6] * 4,
    )
    assert rolled(g, "ger_inf_4") == [4] and rolled(g, "fra_inf_3") == [3]
    assert rolled(g, "ger_arm_5") == [5, 5]


@pytest.mark.rule("blitzkrieg_general", "A7.5.3a")
def test_air_combat_1() -> None:
    found = ["air_combat"]
    g = combat(
        "norway",
        "ger_inf_4, ger_air_2 back, sov_inf_2_o, sov_air_1_o",
        flying="ger_air_2",
        wars=[("germany", "ussr")],
        research={"germany": found, "ussr": found},
        dice=[6] * 4,
    )
    assert rolled(g, "sov_air_1_o") == [1]  # its front is 1
    assert rolled(g, "ger_air_2") == [2]  # 1 on its back, and 1 more


# --- cards, research, options


@pytest.mark.rule("blitzkrieg_general", "A7.4h")
def test_obsolete() -> None:
    points = dict.fromkeys(("germany", "italy", "japan"), 9)
    g = position(deck=["coup_bnl", "spies"], conquered=["bnl"], points=points, players=8)
    begin(g, CardPhase())
    assert lies(g, "coup_bnl") == "out" and lies(g, "spies") == "drawn germany"


@pytest.mark.rule("blitzkrieg_general", "CA1")
@pytest.mark.parametrize("roll", range(2, 13))
def test_coup_anatomy(roll: int) -> None:
    first = min(6, roll - 1)
    wars = [("germany", "be"), ("italy", "be")]
    g = position(hands={"germany": ["coup_spain"]}, wars=wars, dice=[first, roll - first, 0], players=8)
    card = g.t.cards[g.t.card_index["coup_spain"]]
    assert card.owners == 1 << country(g, "germany") | 1 << country(g, "italy")
    play(window(g, WHEN_ANY), "coup_spain")
    side = g.side_of(country(g, "spain"))
    assert side == (AXIS if roll >= 10 else ALLIES if roll == 2 else g.side_of(country(g, "portugal")))
    assert lies(g, "coup_spain") not in ("hand germany", "open germany")


@pytest.mark.rule("blitzkrieg_general", "A9.14")
def test_research_loss() -> None:
    g = begin(position(numbers={"germany": 4}, dice=[6], options=RESEARCH_LOSSES), Research())
    answer(g, "button:roll")
    assert g.numbers[g.t.germany] == 2 and not g.achievements[g.t.germany]


@pytest.mark.rule("blitzkrieg_general", "A9.10")
def test_alliances() -> None:
    together = ("germany", "usa", "france")
    game = BlitzkriegGeneral(DATA)
    options: dict[str, OptionValue] = {"a9_10": True}
    for name in game.tables.country_id[: game.tables.n_majors]:
        options[f"{name}_side"] = "axis" if name in together else "allies"
    g = game.new(game.settle("s1939", 2, options, 1))
    for name in game.tables.country_id[: game.tables.n_majors]:
        assert g.major_side[country(g, name)] == (AXIS if name in together else ALLIES)
    assert not g.enemy(country(g, "germany"), country(g, "france"))


# --- production


@MODES
@pytest.mark.rule("blitzkrieg_general", "B7.3.3")
@pytest.mark.rule("blitzkrieg_general", "B7.3.3a")
def test_qs_control(mode: str) -> None:
    g = begin(position(mode=mode, set_up=True), TimeTable())

    def taken(unit: str, by: str) -> tuple[int, int]:
        before = [economy.production(g, country(g, name)) for name in ("germany", "be")]
        area = space(g, "western_poland")
        for other in list(g.at[area]):
            g.take(other)
        g.put(g.free_unit(g.t.type_index[unit]), area)
        control.occupy(g, area, country(g, by))
        go_on(g)
        after = [economy.production(g, country(g, name)) for name in ("germany", "be")]
        return after[0] - before[0], after[1] - before[1]

    assert taken("ger_inf_3", "germany") == (1, -2)
    assert taken("be_inf_3", "be") == (-1, 2)


@MODES
@pytest.mark.rule("blitzkrieg_general", "B7.3.5")
def test_qs_cost(mode: str) -> None:
    units = {"prussia": "ger_inf_3 back"}
    g = position(mode=mode, units=units, points={"germany": 12}, wars=[("germany", "be")])
    begin(g, Building(g.t.germany, 0))
    answers(g, "build:ger_inf_3", "build:ger_arm_4")
    assert g.points[g.t.germany] == 12 - 3 - 8
    answer(g, "unit:ger_inf_3@prussia")
    assert idle(g) and units_at(g, "prussia") == "ger_inf_3"  # for the last point


@MODES
@pytest.mark.rule("blitzkrieg_general", "B7.3.5b")
def test_repair_sub(mode: str) -> None:
    units = {"baltic_sea": "ger_sub_2 back"}
    g = position(mode=mode, units=units, points={"germany": 1}, wars=[("germany", "be")])
    begin(g, Building(g.t.germany, 0))
    answer(g, "unit:ger_sub_2@baltic_sea")
    assert idle(g) and units_at(g, "baltic_sea") == "ger_sub_2" and g.points[g.t.germany] == 0


@MODES
@pytest.mark.rule("blitzkrieg_general", "B7.3e")
def test_track_over_48(mode: str) -> None:
    g = position(mode=mode, wars=[("usa", "germany"), ("usa", "japan"), ("usa", "italy")])
    usa = country(g, "usa")
    for area in g.t.producing:  # it takes what it needs
        if g.t.area_country[area] != usa and economy.production(g, usa) < 51:
            g.control = g.control[:area] + bytes([usa]) + g.control[area + 1 :]
            if economy.production(g, usa) > 51:
                g.control = g.control[:area] + bytes([g.t.area_country[area]]) + g.control[area + 1 :]
    assert economy.production(g, usa) == 51
    begin(g, Income())
    assert g.points[usa] == 51


# --- the turn, peace


@pytest.mark.rule("blitzkrieg_general", "A5.3")
@pytest.mark.rule("blitzkrieg_general", "A5.3b")
def test_double_turn() -> None:
    g = position(turn="1/1940", dice=[3, 3], memory={"first": AXIS, "last_initiative": AXIS})
    sequence.begin_segment(g, 2)
    assert g.side == ALLIES  # the end of the last turn
    g.agenda.clear()
    begin(g, Initiative())
    assert g.first == ALLIES
    sequence.begin_segment(g, 1)
    assert g.side == ALLIES


@pytest.mark.rule("blitzkrieg_general", "CP1")
def test_peace_modifier() -> None:
    g = position(turn="2/1941", wars=[("japan", "ussr")], dice=[3, 3, 5, 5])
    peace.begin(g, g.t.ussr)
    peace.roll(go_on(g))
    assert g.peace


@pytest.mark.rule("blitzkrieg_general", "A8.2a")
@pytest.mark.rule("blitzkrieg_general", "A8.2b")
@pytest.mark.rule("blitzkrieg_general", "CP2")
def test_peace_relocation() -> None:
    wars = [("japan", "ussr"), ("japan", "china"), ("japan", "be"), ("germany", "ussr"), ("germany", "be")]
    g = position(
        turn="2/1942",
        wars=wars,
        units={"prussia": "jap_inf_3", "calcutta": "sov_inf_3_r", "mongolia": "chi_inf_2"},
        hands={"ussr": ["force_peace"]},
        dice=[3, 3],
        players=8,
    )
    play(window(g, WHEN_ANY), "force_peace")
    assert offered(g) == {"area:trans_caucasus", "area:usbekistan"}  # both are as near to Calcutta
    answer(g, "area:usbekistan")
    assert idle(g)
    for area in ("prussia", "calcutta", "mongolia"):
        assert units_at(g, area) == ""
    assert units_at(g, "manchuria") == "jap_inf_3" and units_at(g, "usbekistan") == "sov_inf_3_r"
    assert units_at(g, "gobi") == "chi_inf_2"
    closed = (("japan", "prussia"), ("germany", "manchuria"), ("ussr", "calcutta"), ("be", "irkutsk"))
    for name, area in (*closed, ("china", "irkutsk"), ("ussr", "chentu")):
        found = relations.status(g, country(g, name), space(g, area))
        assert found not in (relations.OWN, relations.FRIENDLY), (name, area)


# --- nothing is left out


def runs() -> set[str]:
    """The vectors that run."""
    own = {f"I.{name.removeprefix('test_')}" for name in globals() if name.startswith("test_")}
    return set(test_examples_basic.STORY) | set(test_examples_advanced.STORY) | own


def test_no_vector_is_left_out() -> None:
    assert set(vectors()) - runs() == set()


def test_other_dice_than_those_of_the_text_are_explained() -> None:
    """Slips of the text, and dice that could do nothing. [R51]"""
    for vector in vectors().values():
        for roll in vector["rolls"]:
            if "use" in roll:
                assert roll["anomaly"], (vector["id"], roll)
            elif not roll.get("anomaly"):
                assert roll["hits"] == sum([die <= roll["strength"] for die in roll["dice"]])
