"""Rockets: which card launches which, whom they hit, what Radar and common hands change."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.step import Step
from sandtable.games.total_domination.components.constants import DISCARDED, HAND, SOLO_PILE, SOLO_USED
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.action_phase import Use
from sandtable.games.total_domination.rules.operations import rockets
from sandtable.games.total_domination.testing import card, position, power
from tests.games.total_domination.driving import begin, click, idle, log, offers, refused

FILE = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))
EXAMPLES: dict[str, dict[str, Any]] = {example["id"]: example for example in FILE["example"]}

# Cards that are worth what they print to Germany and Japan.
PLAIN = {4: "u05", 5: "u06", 6: "u01"}
VICTIMS = ["r03", "r04", "r05", "r06"]


def launch(g: Board, who: str, name: str) -> None:
    """A power discards a card for a rocket."""
    g.power = power(g, who)
    begin(g, Use(card(g, name)))
    click(g, "button:launch")


def barred(g: Board, who: str, name: str) -> tuple[str, str]:
    """Why a power may not launch with a card."""
    assert not rockets.can_launch(g, power(g, who), card(g, name))
    g.power = power(g, who)
    refusal = refused(begin(g, Use(card(g, name))), "button:launch")
    return refusal.text, refusal.rule


def hand(g: Board, who: str) -> list[str]:
    """The cards in a power's hand."""
    return [g.t.card_id[c] for c in g.hand(power(g, who))]


def again(step: Step[Any]) -> Step[Any]:
    """A step after saving and loading."""
    return type(step).unpack(step.pack())


@pytest.mark.rule("total_domination", "6.4a")
@pytest.mark.rule("total_domination", "6.4c")
@pytest.mark.rule("total_domination", "6.4d")
@pytest.mark.rule("total_domination", "8.1.C3")
@pytest.mark.rule("total_domination", "8.1.E1")
@pytest.mark.rule("total_domination", "8.1.E2")
@pytest.mark.rule("total_domination", "8.1.E3")
@pytest.mark.parametrize("case", EXAMPLES["launch_values"]["cases"])
def test_the_example_of_values(case: dict[str, Any]) -> None:
    name = "g03" if "own_colour_value" in case else PLAIN[case["card_ops"]]
    assert position().t.card_ops[card(position(), name)] == case["card_ops"]
    g = position(
        hands={"germany": [name], "ussr": VICTIMS},
        techs={"germany": [case["technology"]], "ussr": ["radar"] if case.get("target_radar") else []},
        tactics={"germany": ["g04"] * case.get("plus_one", 0)},
        saved={"germany": "r13"} if case.get("saved_op") else {},
    )
    if not case.get("legal", True):
        text, rule = barred(g, "germany", name)
        assert rule == "6.4c" and g.t.card_name[card(g, name)] in text
        return
    launch(g, "germany", name)
    click(g, "power:ussr")
    assert idle(g)
    assert g.cards[card(g, name)] == DISCARDED
    assert len(hand(g, "ussr")) == len(VICTIMS) - case["discards"]
    if case.get("saved_op"):
        assert g.saved(power(g, "germany")) >= 0


@pytest.mark.rule("total_domination", "6.4c")
def test_a_penalty_counts_too() -> None:
    g = position(hands={"germany": ["u06"]}, techs={"germany": ["flying_bomb"]}, tactics={"germany": ["u05"]})
    text, rule = barred(g, "germany", "u06")
    assert rule == "6.4c" and "worth 4" in text


@pytest.mark.rule("total_domination", "6.4c")
def test_points_left_over_are_lost() -> None:
    g = position(hands={"germany": ["g01"], "uk": ["r03"]}, techs={"germany": ["flying_bomb"]})
    launch(g, "germany", "g01")  # worth 7, two more than it takes
    click(g, "power:uk")
    assert idle(g) and g.saved(power(g, "germany")) == -1


@pytest.mark.rule("total_domination", "6.4a")
def test_chance_takes_the_cards_and_everybody_sees_them() -> None:
    g = position(
        hands={"germany": ["g01"], "uk": VICTIMS, "ussr": ["j01"]}, techs={"germany": ["rocket"]}, dice=[3, 0]
    )
    seen = g.revealed
    launch(g, "germany", "g01")
    assert offers(g) == ["power:uk", "power:ussr"]
    click(g, "power:uk")
    assert hand(g, "uk") == ["r04", "r05"] and hand(g, "ussr") == ["j01"]
    assert [g.cards[card(g, name)] for name in ("r03", "r06")] == [DISCARDED, DISCARDED]
    lost = log(g)[-1]
    assert all(g.t.card_name[card(g, name)] in lost for name in ("r03", "r06"))
    assert g.revealed > seen


@pytest.mark.rule("total_domination", "6.4a")
def test_without_rocketry_nothing_is_launched() -> None:
    g = position(
        hands={"germany": ["g01"]}, techs={"germany": ["radar", "espionage"], "japan": ["flying_bomb"]}
    )
    assert barred(g, "germany", "g01")[1] == "6.4a"


@pytest.mark.rule("total_domination", "6.4b")
@pytest.mark.rule("total_domination", "8.1.E")
def test_one_rocket_in_a_round_of_whatever_type() -> None:
    g = position(
        hands={"germany": ["g01", "u01"], "japan": ["j01"], "uk": VICTIMS},
        techs={"germany": ["flying_bomb", "rocket"], "japan": ["flying_bomb"]},
    )
    launch(g, "germany", "g01")
    assert offers(g) == ["tech:flying_bomb", "tech:rocket"]
    click(g, "tech:flying_bomb", "power:uk")
    assert len(hand(g, "uk")) == 3
    assert g.launched == 1 << power(g, "germany")
    text, rule = barred(g, "germany", "u01")
    assert rule == "6.4b" and "already" in text
    assert rockets.can_launch(g, power(g, "japan"), card(g, "j01"))


@pytest.mark.rule("total_domination", "8.1.E")
@pytest.mark.rule("total_domination", "8.1.E3")
def test_only_rockets_that_the_card_suffices_for_are_offered() -> None:
    g = position(
        hands={"germany": ["u06"], "uk": VICTIMS},
        techs={"germany": ["flying_bomb", "rocket", "nuclear_weapon", "enigma"]},
    )
    launch(g, "germany", "u06")
    assert offers(g) == ["tech:flying_bomb", "tech:rocket"]
    assert "Germany" in g.agenda[-1].prompt(g, 0).text
    assert refused(g, "tech:nuclear_weapon").rule == "6.4c"
    assert "not a rocket" in refused(g, "tech:enigma").text
    assert refused(g, "power:uk").rule == "6.4a"
    assert again(g.agenda[-1]).choices(g, 0) == g.choices(0)
    click(g, "tech:rocket", "power:uk")
    assert len(hand(g, "uk")) == 2


@pytest.mark.rule("total_domination", "6.4a")
def test_a_rocket_not_developed_is_refused() -> None:
    g = position(
        hands={"germany": ["u01"], "uk": VICTIMS}, techs={"germany": ["flying_bomb", "nuclear_weapon"]}
    )
    launch(g, "germany", "u01")
    assert offers(g) == ["tech:flying_bomb", "tech:nuclear_weapon"]
    assert "not developed" in refused(g, "tech:rocket").text


@pytest.mark.rule("total_domination", "6.4a")
def test_only_opponents_are_targets() -> None:
    g = position(turn="uk", hands={"uk": ["u01"], "japan": VICTIMS}, techs={"uk": ["flying_bomb"]})
    launch(g, "uk", "u01")
    assert g.seats() == (g.seat_of[power(g, "uk")],)
    assert offers(g) == ["power:germany", "power:japan"]
    assert "Flying Bomb" in g.agenda[-1].prompt(g, 1).text
    assert "teammate" in refused(g, "power:ussr").text
    assert "opponent" in refused(g, "power:uk").text
    assert refused(g, "area:japan").rule == "6.4a"
    assert again(g.agenda[-1]).choices(g, 1) == g.choices(1)
    click(g, "power:japan")
    assert len(hand(g, "japan")) == 3


def test_a_rocket_takes_at_most_the_hand_and_nothing_set_aside() -> None:
    """[R55]"""
    g = position(
        hands={"germany": ["g01"], "uk": ["r03"]},
        techs={"germany": ["nuclear_weapon"]},
        reserve={"uk": ["r04"]},
        lent={"uk": "us1"},
    )
    launch(g, "germany", "g01")
    click(g, "power:uk")
    assert idle(g) and hand(g, "uk") == []
    assert g.set_aside(power(g, "uk")) == [card(g, "r04"), card(g, "us1")]


def test_a_rocket_may_fall_on_an_empty_hand() -> None:
    """[R55]"""
    g = position(hands={"germany": ["g01"]}, techs={"germany": ["nuclear_weapon"]})
    launch(g, "germany", "g01")
    click(g, "power:ussr")
    assert idle(g) and log(g)[-1] == "Soviet Union loses no card."


@pytest.mark.rule("total_domination", "6.4d")
@pytest.mark.rule("total_domination", "8.1.C3")
def test_radar_answers_every_rocket_but_protects_its_owner_only() -> None:
    g = position(
        hands={"germany": ["g01"], "japan": ["j01"], "uk": VICTIMS, "ussr": ["u02", "u03", "u04"]},
        techs={"germany": ["rocket"], "japan": ["rocket"], "uk": ["radar"]},
        mode="two_players_variant",
    )
    launch(g, "germany", "g01")
    click(g, "power:uk")
    assert idle(g) and len(hand(g, "uk")) == 3
    launch(g, "japan", "j01")
    click(g, "power:uk")
    assert len(hand(g, "uk")) == 2  # again one less: no limit with separate hands
    assert g.radar_used == 0
    g.launched = 0
    g.lay(card(g, "g01"), HAND + power(g, "germany"))
    launch(g, "germany", "g01")
    click(g, "power:ussr")
    assert len(hand(g, "ussr")) == 1


# --- common hands


def two(techs: dict[str, list[str]], hand_: list[str] | None = None) -> Board:
    """Two players; both Axis powers can launch."""
    return position(
        mode="two_players",
        hands={"germany": ["g01", "j01", "g02"], "uk": VICTIMS if hand_ is None else hand_},
        techs={"germany": ["rocket"], "japan": ["rocket"], **techs},
    )


@pytest.mark.rule("total_domination", "10.1e")
def test_with_two_players_the_common_hand_is_hit() -> None:
    g = two({})
    launch(g, "germany", "g01")
    assert idle(g)  # nobody had to be chosen
    assert len(hand(g, "ussr")) == 2 and hand(g, "ussr") == hand(g, "uk")
    assert "The Allies" in log(g)[-1]


@pytest.mark.rule("total_domination", "10.1h")
def test_with_two_players_radar_is_a_choice_and_works_once() -> None:
    g = two({"ussr": ["radar"]})
    launch(g, "germany", "g01")
    assert g.seats() == (1,) and offers(g) == ["button:radar", "button:pass"]
    assert "Soviet Union" in g.agenda[-1].prompt(g, 1).text
    assert refused(g, "card:r03").rule == "10.1h"
    assert again(g.agenda[-1]).seats(g) == (1,)
    click(g, "button:radar")
    assert idle(g) and len(hand(g, "uk")) == 3
    assert g.radar_used == 1 << power(g, "ussr")
    launch(g, "japan", "j01")
    assert idle(g) and len(hand(g, "uk")) == 1  # it was used already


@pytest.mark.rule("total_domination", "10.1h")
def test_radar_kept_back_answers_the_second_rocket() -> None:
    g = two({"uk": ["radar"]})
    launch(g, "germany", "g01")
    click(g, "button:pass")
    assert len(hand(g, "uk")) == 2 and g.radar_used == 0
    launch(g, "japan", "j01")
    click(g, "button:radar")
    assert len(hand(g, "uk")) == 1 and g.radar_used == 1 << power(g, "uk")


@pytest.mark.rule("total_domination", "10.1h")
def test_a_second_radar_answers_a_second_rocket() -> None:
    g = two({"uk": ["radar"], "ussr": ["radar"]})
    launch(g, "germany", "g01")
    click(g, "button:radar")
    assert idle(g) and len(hand(g, "uk")) == 3  # one Radar for one rocket
    launch(g, "japan", "j01")
    click(g, "button:radar")
    assert idle(g) and len(hand(g, "uk")) == 2
    assert g.radar_used == 1 << power(g, "uk") | 1 << power(g, "ussr")


@pytest.mark.rule("total_domination", "10.1h")
def test_radar_that_saves_nothing_is_not_asked_for() -> None:
    g = two({"uk": ["radar"]}, ["r03"])
    launch(g, "germany", "g01")
    assert idle(g) and hand(g, "uk") == [] and g.radar_used == 0


# --- solo


def alone(techs: dict[str, list[str]], pile: list[str]) -> Board:
    """The solo game."""
    return position(
        scenario="solo",
        mode="solo",
        turn="uk",
        hands={"uk": ["u01", "r01", "u02"]},
        techs={"uk": ["rocket"], "ussr": ["rocket"], **techs},
        pile=pile,
        dice=[2, 0],
    )


def test_in_the_solo_game_the_axis_loses_cards_of_its_pile() -> None:
    """[R35]"""
    g = alone({}, ["s01", "s02", "s03"])
    launch(g, "uk", "u01")
    assert idle(g)
    state = [g.solo[g.t.solo_id.index(name)] for name in ("s01", "s02", "s03")]
    assert state == [SOLO_USED, SOLO_PILE, SOLO_USED]
    assert "solo card" in log(g)[-1]
    assert hand(g, "uk") == ["u02", "r01"]


def test_in_the_solo_game_a_radar_of_the_axis_works_by_itself_once_in_a_round() -> None:
    """[R35]"""
    g = alone({"japan": ["radar"]}, ["s01", "s02", "s03"])
    launch(g, "uk", "u01")
    assert idle(g) and g.solo.count(SOLO_PILE) == 2
    assert g.radar_used == 1 << power(g, "japan")
    g.rng = position(dice=[1, 0]).rng
    launch(g, "ussr", "r01")
    assert g.solo.count(SOLO_PILE) == 0
