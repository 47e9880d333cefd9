"""Straits and canals: when they are closed, and to whom."""

import pytest

from sandtable.engine.state import changed
from sandtable.games.blitzkrieg_general.components.constants import NAVAL_MOVE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import supply
from sandtable.games.blitzkrieg_general.rules.naval import straits
from sandtable.games.blitzkrieg_general.rules.naval.naval_phase import NavalMove
from sandtable.games.blitzkrieg_general.testing import country, position, space
from tests.games.blitzkrieg_general.driving import answers, begin, offered


def passes(g: Board, one: str, other: str, who: str, submarine: bool = False) -> bool:
    """Whether ships of a country may go from one zone to the next."""
    link = g.t.link(space(g, f"zone:{one}"), space(g, f"zone:{other}"))
    assert g.t.link_gate[link] >= 0
    return straits.is_open_to(g, link, country(g, who), submarine)


def why(g: Board, one: str, other: str, who: str) -> tuple[str, str]:
    """The refusal in words."""
    link = g.t.link(space(g, f"zone:{one}"), space(g, f"zone:{other}"))
    refusal = straits.why_not_pass(g, link, country(g, who))
    return refusal.text, refusal.rule


WAR = [("germany", "be")]


@pytest.mark.rule("blitzkrieg_general", "A6.4.3C")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3C3")
def test_gibraltar_is_closed_to_enemies_of_its_holder() -> None:
    g = position(wars=WAR)
    assert not passes(g, "sea_of_portugal", "gibraltar_street", "germany")
    assert not passes(g, "gibraltar_street", "sea_of_portugal", "germany")
    assert passes(g, "sea_of_portugal", "gibraltar_street", "be")
    text, rule = why(g, "sea_of_portugal", "gibraltar_street", "germany")
    assert "Gibraltar" in text and rule == "A6.4.3C3"
    g = position(wars=WAR, control={"gibraltar": "germany"})
    assert passes(g, "sea_of_portugal", "gibraltar_street", "germany")
    assert not passes(g, "sea_of_portugal", "gibraltar_street", "be")


@pytest.mark.rule("blitzkrieg_general", "A6.4.3C")
def test_neutrals_always_pass() -> None:
    g = position(wars=WAR)
    for who in ("italy", "usa", "japan"):
        assert passes(g, "sea_of_portugal", "gibraltar_street", who)
        assert passes(g, "aegean_sea", "black_sea", who)


@pytest.mark.rule("blitzkrieg_general", "A6.4.3C1")
def test_the_panama_canal_is_closed_to_the_axis_once_the_usa_is_at_war() -> None:
    g = position(wars=WAR)
    assert passes(g, "central_atlantic", "sea_of_panama", "germany")
    g = position(wars=[*WAR, ("usa", "japan")])
    assert not passes(g, "central_atlantic", "sea_of_panama", "japan")
    assert not passes(g, "central_atlantic", "sea_of_panama", "germany")
    assert passes(g, "central_atlantic", "sea_of_panama", "be")
    assert why(g, "central_atlantic", "sea_of_panama", "japan")[1] == "A6.4.3C1"


@pytest.mark.rule("blitzkrieg_general", "A6.4.3C1")
@pytest.mark.rule("blitzkrieg_general", "A9.10")
def test_an_american_axis_closes_the_canal_to_the_others() -> None:
    g = position(wars=[("usa", "be")], sides={"usa": "axis"})
    assert not passes(g, "central_atlantic", "sea_of_panama", "be")
    assert passes(g, "central_atlantic", "sea_of_panama", "usa")


@pytest.mark.rule("blitzkrieg_general", "A6.4.3C2")
@pytest.mark.parametrize("lost", ["alexandria", "near_east"])
def test_suez_is_closed_while_one_bank_is_an_enemys(lost: str) -> None:
    g = position(wars=WAR, control={"alexandria": "germany", "near_east": "germany"})
    assert passes(g, "red_sea", "levantinian_sea", "germany")
    g = position(wars=WAR, control={lost: "germany"})
    assert not passes(g, "red_sea", "levantinian_sea", "germany")
    assert not passes(g, "red_sea", "levantinian_sea", "be")
    assert why(g, "red_sea", "levantinian_sea", "be")[1] == "A6.4.3C2"


@pytest.mark.rule("blitzkrieg_general", "A6.4.3C2")
@pytest.mark.rule("blitzkrieg_general", "A6.5.4")
@pytest.mark.rule("blitzkrieg_general", "A6.1g")
def test_an_italian_near_east_has_a_coast_on_both_seas_though_no_ship_passes_the_canal() -> None:
    """The canal is closed to ships of both sides then; nothing closes the coast to landings of either."""
    wars, control = [("italy", "be")], {"near_east": "italy"}
    g = position(wars=wars, control=control)
    assert not passes(g, "red_sea", "levantinian_sea", "italy")
    assert not passes(g, "red_sea", "levantinian_sea", "be")
    for zone, start in (("levantinian_sea", "alexandria"), ("red_sea", "sudan")):
        units = {zone: "be_conv", start: "be_inf_3"}
        g = position(wars=wars, control=control, units=units, side="allies", phase=NAVAL_MOVE)
        begin(g, NavalMove())
        answers(g, f"unit:be_conv@{zone}", f"unit:be_inf_3@{start}", f"unit:be_inf_3@{zone}")
        assert "area:near_east" in offered(g)
    # Its own supply goes from the sea over land to the other sea, as any mixed path does.
    sudan = {"near_east": "italy", "sudan": "italy"}
    g = position(wars=wars, control=sudan, units={"sudan": "ita_inf_2", "levantinian_sea": "ita_tf_3"})
    assert supply.reached(g, g.t.italy)[space(g, "sudan")]
    g.control = changed(g.control, space(g, "near_east"), g.t.be)
    assert not supply.reached(g, g.t.italy)[space(g, "sudan")]


@pytest.mark.rule("blitzkrieg_general", "A6.4.3C4")
def test_the_straits_of_malaya() -> None:
    g = position(wars=[("japan", "be")])
    assert not passes(g, "southern_chinese_sea", "west_indian_ocean", "japan")
    g = position(wars=[("japan", "be")], control={"malaya": "japan"})
    assert passes(g, "southern_chinese_sea", "west_indian_ocean", "japan")
    assert not passes(g, "southern_chinese_sea", "west_indian_ocean", "be")


@pytest.mark.rule("blitzkrieg_general", "A6.4.3C5")
def test_the_skagerrak_is_closed_only_by_both_its_shores() -> None:
    g = position(wars=WAR, control={"denmark": "germany"})
    assert passes(g, "north_sea", "skagerrak", "be")
    g = position(wars=WAR, control={"denmark": "germany", "norway": "germany"})
    assert not passes(g, "north_sea", "skagerrak", "be")
    assert passes(g, "north_sea", "skagerrak", "germany")


@pytest.mark.rule("blitzkrieg_general", "A6.4.3C6")
def test_the_bosporus_is_closed_to_all_at_war_while_turkey_is_neutral() -> None:
    g = position(wars=[("italy", "be")])
    assert not passes(g, "aegean_sea", "black_sea", "italy")
    assert not passes(g, "aegean_sea", "black_sea", "be")
    assert "Turkey is neutral" in why(g, "aegean_sea", "black_sea", "be")[0]
    g = position(wars=[("italy", "be"), ("turkey", "italy")], managers={"turkey": "be"})
    assert passes(g, "aegean_sea", "black_sea", "be")
    assert not passes(g, "aegean_sea", "black_sea", "italy")
    g = position(wars=[("italy", "be")], control={"western_turkey": "italy"})
    assert passes(g, "aegean_sea", "black_sea", "italy")
    assert not passes(g, "aegean_sea", "black_sea", "be")


@pytest.mark.rule("blitzkrieg_general", "A6.4.3C7")
def test_submarines_are_stopped_by_canals_only() -> None:
    g = position(wars=[("germany", "be"), ("germany", "usa")], control={"denmark": "be", "norway": "be"})
    assert not passes(g, "central_atlantic", "sea_of_panama", "germany", submarine=True)
    assert not passes(g, "red_sea", "levantinian_sea", "germany", submarine=True)
    for one, other in (
        ("sea_of_portugal", "gibraltar_street"),
        ("southern_chinese_sea", "west_indian_ocean"),
        ("north_sea", "skagerrak"),
        ("aegean_sea", "black_sea"),
    ):
        assert not passes(g, one, other, "germany")
        assert passes(g, one, other, "germany", submarine=True)


@pytest.mark.rule("blitzkrieg_general", "A6.4.3C")
def test_in_the_basic_game_nothing_is_closed() -> None:
    g = position(mode="basic", wars=WAR)
    assert passes(g, "sea_of_portugal", "gibraltar_street", "germany")


@pytest.mark.rule("blitzkrieg_general", "A6.4.3C")
def test_other_connections_are_never_closed() -> None:
    g = position(wars=WAR)
    link = g.t.link(space(g, "zone:channel"), space(g, "zone:north_sea"))
    assert straits.is_open_to(g, link, country(g, "germany"), False)
