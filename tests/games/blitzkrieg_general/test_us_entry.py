"""US entry: what moves the level, and the decision at its end."""

import pytest

from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.politics import relations, us_level
from sandtable.games.blitzkrieg_general.rules.politics.us_entry import UsEntry, change
from sandtable.games.blitzkrieg_general.testing import country, position, space
from tests.games.blitzkrieg_general.driving import answer, begin, go_on, idle, log, offered, prompt, refused

WEST = [("germany", "france"), ("germany", "be"), ("japan", "china")]


def level(who: str, whom: str, before: int = 5, wars: list[tuple[str, str]] | None = None) -> int:
    """The level of the USA after a declaration of war."""
    g = position(wars=WEST if wars is None else wars, memory={"us_level": before})
    relations.declare(g, country(g, who), country(g, whom))
    return g.us_level


@pytest.mark.rule("blitzkrieg_general", "A7.2")
@pytest.mark.rule("blitzkrieg_general", "S39k")
def test_the_level_begins_at_nothing_and_grows_by_one_each_turn() -> None:
    g = position(set_up=True)
    assert g.us_level == 0
    begin(g, UsEntry())
    assert g.us_level == 1
    assert idle(g)
    assert "from 0 to 1" in log(g)


@pytest.mark.rule("blitzkrieg_general", "A7.2d")
def test_the_level_is_the_production_of_the_usa() -> None:
    g = position(set_up=True, memory={"us_level": 13})
    assert economy.production(g, g.t.usa) == 13


@pytest.mark.rule("blitzkrieg_general", "A7.2a")
def test_the_level_grows_to_twenty_and_no_further_by_itself() -> None:
    for before, after in ((18, 19), (19, 20), (20, 20), (23, 23)):
        g = position(wars=WEST, memory={"us_level": before})
        begin(g, UsEntry())
        assert g.us_level == after


@pytest.mark.rule("blitzkrieg_general", "A7.2a")
@pytest.mark.rule("blitzkrieg_general", "B8.4e")
def test_at_the_entry_level_the_usa_decides() -> None:
    g = position(wars=WEST, memory={"us_level": 19}, players=8)
    begin(g, UsEntry())
    assert g.seats() == (g.seat_of[g.t.usa],)
    assert offered(g) == {"button:declare", "button:pass"}
    assert prompt(g).rule == "A7.2a"
    assert refused(g, "country:germany").rule == "A7.2a"
    waiting = g.copy()
    answer(waiting, "button:pass")
    assert idle(waiting) and not waiting.at_war(g.t.usa)
    answer(g, "button:declare")
    for enemy in ("germany", "italy", "japan"):
        assert g.enemy(g.t.usa, country(g, enemy))
    assert g.enemy(g.t.japan, g.t.be)
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "A7.2a")
def test_below_the_entry_level_nobody_is_asked() -> None:
    g = position(wars=WEST, memory={"us_level": 18})
    begin(g, UsEntry())
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "TT11R")
def test_once_at_war_the_level_counts_no_more() -> None:
    g = position(wars=[*WEST, ("usa", "japan")], memory={"us_level": 20})
    begin(g, UsEntry())
    assert idle(g) and g.us_level == 20
    us_level.shift(g, 4, "Nothing", "A7.2")
    assert g.us_level == 20


@pytest.mark.rule("blitzkrieg_general", "A7.2b")
def test_each_neutral_attacked_by_the_axis_counts_once() -> None:
    assert level("germany", "norway") == 6
    g = position(
        wars=[*WEST, ("italy", "be")],
        memory={"us_level": 5},
        control={"algeria": "neutral", "syria": "neutral"},
    )
    relations.declare(g, g.t.germany, g.t.nobody, space(g, "algeria"))
    relations.declare(g, g.t.germany, g.t.nobody, space(g, "syria"))
    assert g.us_level == 6
    for who in (g.t.germany, g.t.italy):
        assert relations.status(g, who, space(g, "syria")) == relations.ENEMY
    relations.declare(g, g.t.be, g.t.nobody, space(g, "syria"))
    assert g.us_level == 5


@pytest.mark.rule("blitzkrieg_general", "A7.2c")
def test_each_neutral_attacked_by_the_allies_or_the_ussr_costs_one() -> None:
    assert level("be", "iraq") == 4
    assert level("ussr", "iran") == 4
    assert level("be", "iraq", before=0) == 0


@pytest.mark.rule("blitzkrieg_general", "A7.2e")
def test_german_and_italian_declarations_of_war_on_the_ussr() -> None:
    assert level("germany", "ussr") == 6
    assert level("italy", "ussr", wars=[*WEST, ("italy", "be")]) == 6


@pytest.mark.rule("blitzkrieg_general", "A7.2e")
def test_the_occupation_of_indochine() -> None:
    g = position(wars=WEST, memory={"us_level": 5})
    change(g, g.t.us_entry_ids.index("japan_occupies_indochine"))
    assert g.us_level == 6


@pytest.mark.rule("blitzkrieg_general", "A7.2f")
def test_a_japanese_declaration_of_war_on_the_ussr() -> None:
    assert level("japan", "ussr") == 6


@pytest.mark.rule("blitzkrieg_general", "A7.2g")
def test_a_soviet_declaration_of_war_on_japan() -> None:
    assert level("ussr", "japan") == 4


@pytest.mark.rule("blitzkrieg_general", "A7.2h")
def test_an_allied_declaration_of_war_on_italy() -> None:
    assert level("be", "italy") == 4


@pytest.mark.rule("blitzkrieg_general", "A7.2h")
def test_a_declaration_of_war_on_an_italy_at_war_changes_nothing() -> None:
    g = position(
        wars=[*WEST, ("italy", "be")], memory={"us_level": 5}, in_effect={"ussr_declares_war": "ussr"}
    )
    relations.declare(g, g.t.ussr, g.t.italy)
    assert g.us_level == 5


@pytest.mark.rule("blitzkrieg_general", "A7.2h")
@pytest.mark.rule("blitzkrieg_general", "A9.10")
def test_a_declaration_of_war_on_italy_by_the_axis_costs_nothing() -> None:
    g = position(wars=[("japan", "china")], memory={"us_level": 5}, sides={"italy": "allies"})
    relations.declare(g, g.t.germany, g.t.italy)
    assert g.us_level == 5


@pytest.mark.rule("blitzkrieg_general", "A7.2e")
def test_only_italys_entry_counts_as_a_declaration_of_war_on_the_allies() -> None:
    g = position(wars=WEST, memory={"us_level": 5})
    relations.enter(g, g.t.ussr)
    assert g.us_level == 5
    g = position(wars=WEST, memory={"us_level": 5})
    relations.enter(g, g.t.italy)
    assert g.us_level == 6


@pytest.mark.rule("blitzkrieg_general", "TT14")
@pytest.mark.rule("blitzkrieg_general", "A7.2i")
def test_an_axis_attack_on_the_usa_brings_it_in() -> None:
    for who in ("germany", "japan"):
        g = position(set_up=True)
        relations.declare(g, country(g, who), g.t.usa)
        go_on(g)
        assert g.enemy(g.t.usa, g.t.germany) and g.enemy(g.t.usa, g.t.japan)
        assert economy.production(g, g.t.usa) == 36


@pytest.mark.rule("blitzkrieg_general", "A7.2")
def test_the_basic_game_has_no_level() -> None:
    g: Board = position(mode="basic", wars=WEST)
    relations.declare(g, g.t.germany, country(g, "norway"))
    assert g.us_level == 0
