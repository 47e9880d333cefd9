"""French North Africa after the fall of France: three armies landing, and the way by land. [18h]-[18q]"""

from typing import Any

import pytest

from sandtable.engine.match import Match
from sandtable.games.downfall.components.constants import AFTER, ALLIES, AXIS, FREE, LANDED, NEUTRAL, OPERATED
from sandtable.games.downfall.rules.torch_landing import Torch
from tests.games.downfall.clicks import areas, board, lead, offers, order, table, told, where, why

AFRICA = ("casablanca", "oran", "algiers", "constantine", "tunisia")
LANDINGS = {"allies": ["amphibious_landings"]}
FORCE = [
    "2 american_infantry@united_states",
    "british_infantry@canada",
    "american_advanced_armor@united_states",
]


def vichy(side: str = "allies", armies: Any = FORCE, **more: Any) -> Match:
    """A position after the fall of France, its North Africa neutral except for what `control` says."""
    more.setdefault("developments", LANDINGS)
    more.setdefault("turn", 11)
    control = {**dict.fromkeys(AFRICA, "neutral"), **more.pop("control", {})}
    m = table(side, armies=armies, surrendered={"france": "axis"}, control=control, **more)
    board(m).african_neutral = True
    return Match(m.game, m.setup, m.state)


def control(m: Match) -> dict[str, int]:
    return {area: board(m).control[board(m).t.area_index[area]] for area in AFRICA}


def land_three(m: Match) -> None:
    m.play("button:torch")
    m.play("unit:american_infantry@united_states")
    m.play("unit:british_infantry@canada")
    m.play("unit:american_advanced_armor@united_states")


@pytest.mark.rule("downfall", "18i")
@pytest.mark.rule("downfall", "8d")
@pytest.mark.rule("downfall", "13.9f")
@pytest.mark.rule("downfall", "7g")
def test_three_full_armies_from_america_land_at_once() -> None:
    m = vichy()
    land_three(m)
    g = board(m)
    assert [where(m, area) for area in AFRICA[:3]] == [
        ["american_infantry"],
        ["british_infantry"],
        ["american_advanced_armor"],
    ]
    assert g.supply[ALLIES] == 6
    assert (g.landings, g.line_landings) == (3, 0)
    for area in AFRICA[:3]:
        a = g.t.area_index[area]
        assert g.beach[a] == 1 << ALLIES
        assert g.cond[g.at[a][0]] & (OPERATED | LANDED) == OPERATED | LANDED
    assert g.tile_known[g.t.tile_index["allies_amphibious_landings"]]
    assert isinstance(g.agenda[-1], type(vichy().state.agenda[-1]))


@pytest.mark.rule("downfall", "18p")
def test_with_the_landing_the_east_goes_over_to_the_axis() -> None:
    m = vichy()
    land_three(m)
    assert control(m) == dict(zip(AFRICA, [NEUTRAL] * 3 + [AXIS] * 2, strict=True))
    assert m.log(None)[-1].rule in ("18p", "6b")
    assert any(line.rule == "18p" for line in m.log(None))
    m.play("button:end_turn")
    assert control(m) == dict(zip(AFRICA, [ALLIES] * 3 + [AXIS] * 2, strict=True))


@pytest.mark.rule("downfall", "18p")
def test_what_the_allies_hold_in_the_east_stays_theirs() -> None:
    m = vichy(control={"tunisia": "allies"})
    land_three(m)
    assert control(m)["tunisia"] == ALLIES and control(m)["constantine"] == AXIS


@pytest.mark.rule("downfall", "18i")
def test_an_army_is_named_for_each_place_in_turn() -> None:
    m = vichy(armies=[*FORCE, "american_infantry@united_states reduced", "british_infantry@london"])
    m.play("button:torch")
    step = m.state.agenda[-1]
    assert isinstance(step, Torch)
    assert sorted(offers(m)) == [
        "unit:american_advanced_armor@united_states",
        "unit:american_infantry@united_states",
        "unit:british_infantry@canada",
    ]
    assert m.prompts[0].rule == "18i" and "Casablanca" in m.prompts[0].text
    m.play("unit:american_infantry@united_states")
    assert "Oran" in m.prompts[0].text
    assert m.state.agenda[-1].pack() == [board(m).t.first_unit[board(m).t.type_index["american_infantry"]]]
    # The other infantry army is still there, the one named cannot be chosen again.
    assert "unit:american_infantry@united_states/2" in offers(m)
    assert why(m, "unit:american_infantry@united_states") == "18i"
    assert why(m, "unit:american_infantry.reduced@united_states") == "18i"
    assert why(m, "unit:british_infantry@london") == "18i"
    assert why(m, "area:oran") == "18i"
    assert m.state.agenda[-1].why_not(m.state, 1, 0) is None
    m.play("unit:american_infantry@united_states/2")
    m.undo()
    m.play("unit:british_infantry@canada")
    assert board(m).supply[ALLIES] == 12 and where(m, "casablanca") == []  # nothing moves before the third
    m.play("unit:american_advanced_armor@united_states")
    assert where(m, "algiers") == ["american_advanced_armor"]


def test_alike_armies_are_named_once() -> None:
    m = vichy()
    m.play("button:torch")
    assert "unit:american_infantry@united_states" in offers(m)
    assert "Click that one" in told(m, "unit:american_infantry@united_states/2").text


@pytest.mark.rule("downfall", "18i")
@pytest.mark.parametrize(
    ("rule", "change"),
    [
        ("18i", {"armies": FORCE[:1]}),  # only two
        ("18i", {"armies": ["2 american_infantry@united_states", "american_infantry@united_states reduced"]}),
        ("18i", {"armies": ["2 american_infantry@united_states", "british_infantry@london"]}),
        ("18i", {"ready": False}),
        ("18i", {"control": {"algiers": "allies"}}),
        ("18i", {"control": {"canada": "axis"}, "armies": ["3 british_infantry@canada"]}),
        ("13.9f", {"developments": {}}),
        ("19b", {"turn": 13}),
        ("8d", {"supply": 5}),
    ],
)
def test_what_the_landing_needs(rule: str, change: dict[str, Any]) -> None:
    assert "button:torch" in offers(vichy())
    m = vichy(**change)
    assert "button:torch" not in offers(m)
    assert why(m, "button:torch") == rule


@pytest.mark.rule("downfall", "18i")
@pytest.mark.rule("downfall", "13.9b")
@pytest.mark.rule("downfall", "13.9j")
def test_the_three_armies_use_up_three_landings_of_the_turn() -> None:
    for turn, left in ((11, 0), (18, 1)):
        m = vichy(armies=[*FORCE, "2 british_infantry@london"], turn=turn, control={"calais": "axis"})
        land_three(m)
        assert why(m, "button:torch") == "13.9b"
        lead(m, "british_infantry@london")
        assert ("button:land" in offers(m)) is (left > 0)
    # One landing before it: in 1942 too many, in 1944 not.
    for turn, rule in ((11, "13.9b"), (18, "")):
        m = vichy(armies=[*FORCE, "british_infantry@london"], turn=turn, control={"calais": "axis"})
        lead(m, "british_infantry@london")
        m.play("button:land")
        m.play("area:calais")
        assert ("button:torch" in offers(m)) is (rule == "")
        if rule:
            assert why(m, "button:torch") == rule


@pytest.mark.rule("downfall", "18o")
def test_nobody_but_the_allies_makes_that_landing() -> None:
    m = vichy("axis", armies=["german_infantry@tripoli", "3 german_infantry@united_states"])
    assert why(m, "button:torch") == "18o"
    m = vichy("ussr", armies=["soviet_infantry@moscow"])
    assert why(m, "button:torch") == "18o"
    m = table("allies", armies=FORCE, turn=11, developments=LANDINGS)
    assert why(m, "button:torch") == "18h"  # it is still French


@pytest.mark.rule("downfall", "8u")
def test_no_landing_after_the_battles() -> None:
    m = vichy(points=1)
    m.play("button:combat")
    assert board(m).phase == AFTER
    assert why(m, "button:torch") == "3e"
    assert board(vichy()).phase == FREE


@pytest.mark.rule("downfall", "18i")
def test_a_single_army_does_not_land_in_neutral_french_africa() -> None:
    # R54: neither at the listed places nor along the lines to Tunisia.
    m = vichy(control={"suez": "axis"})
    lead(m, "american_infantry@united_states")
    m.play("button:land")
    assert not areas(m) & set(AFRICA)
    assert {why(m, f"area:{place}") for place in AFRICA[:3]} == {"18i"}
    m = vichy(armies=["british_infantry@sicily"], control={"sicily": "allies", "naples": "allies"})
    lead(m, "british_infantry@sicily")
    assert why(m, "button:land") == "18i"
    # Once it is no longer neutral the ordinary rules hold.
    m = vichy(armies=["british_infantry@sicily"], control={"sicily": "allies", "tunisia": "axis"})
    lead(m, "british_infantry@sicily")
    m.play("button:land")
    assert "tunisia" in areas(m)


@pytest.mark.rule("downfall", "18o")
def test_axis_armies_do_not_enter_neutral_french_africa() -> None:
    m = vichy("axis", armies=["german_infantry@tripoli", "italian_infantry@sicily"])
    lead(m, "german_infantry@tripoli")
    assert "tunisia" not in areas(m)
    assert why(m, "area:tunisia") == "18o"
    m = vichy("axis", armies=["italian_infantry@sicily"])
    lead(m, "italian_infantry@sicily")
    assert why(m, "button:land") == "18o"
    # After the landing the east is theirs, and what is neutral still is not.
    m = vichy("axis", armies=["german_armor@tripoli"], control={"tunisia": "axis", "constantine": "axis"})
    lead(m, "german_armor@tripoli", "tunisia", "constantine")
    assert why(m, "area:algiers") == "18o"


@pytest.mark.rule("downfall", "18q")
@pytest.mark.rule("downfall", "18o")
def test_the_allies_take_it_by_land_area_by_area() -> None:
    m = vichy(armies=["british_armor@tripoli"], control={"tripoli": "allies"}, developments={})
    order(m, "british_armor@tripoli", "tunisia", "constantine")
    assert set(control(m).values()) == {NEUTRAL}
    m.play("button:end_turn")
    assert control(m) == {area: ALLIES if area == "constantine" else NEUTRAL for area in AFRICA}
    g = board(m)
    assert g.status[g.t.country_index["france"]] == 2
