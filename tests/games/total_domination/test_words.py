"""Words: articles, prices, what technologies do, and for which power something is asked."""

import pytest

from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.constants import POWERS
from sandtable.games.total_domination.components.schema_cards import Effect
from sandtable.games.total_domination.components.technology_text import describe
from tests.games.total_domination.clicks import T, board
from tests.games.total_domination.driving import log
from tests.games.total_domination.moments import moments
from tests.games.total_domination.operating import move, operate


def test_articles_and_numbers() -> None:
    assert [words.one(name) for name in ("Italian army", "US fleet", "U-boat", "British fleet")] == [
        "an Italian army",
        "a US fleet",
        "a U-boat",
        "a British fleet",
    ]
    assert words.either([3, 2, 3]) == "2 or 3" and words.either([2, 2]) == "2"


def test_every_technology_says_what_it_does() -> None:
    told = dict(zip(T.tech_id, T.tech_text, strict=True))
    assert all(told.values())
    assert told["mechanization"] == "moving armies and Air Fleets costs 1 less"
    assert told["aircraft_carriers"] == (
        "destroying fleets costs 1 less; destroying armies and Air Fleets on a coast costs 1 less"
    )
    assert told["heavy_bombers"] == "2 Air Fleets at a time"
    assert told["flying_bomb"] == "a card of 5 points or more costs an opponent 1 card"
    assert told["rocket"] == "a card of 5 points or more costs an opponent 2 cards"
    assert "less" in told["radar"] and "opponent" in told["espionage"] and "replace" in told["enigma"]
    assert describe(Effect(move_fleet=2)) == "moving fleets costs 2 more"


@pytest.mark.parametrize("name", moments.kinds)
def test_who_runs_two_powers_is_told_for_which_one_is_asked(name: str) -> None:
    """By its name, or by the unit or area that is spoken of."""
    for m in moments()[name]:
        g = board(m)
        for prompt in m.prompts:
            powers = [p for p in range(POWERS) if g.seat_of[p] == prompt.seat]
            own = [n for n in range(T.n_nations) if g.lord[n] in powers or T.patron[n] in powers]
            called = [T.nation_name[n] for n in own] + [T.nation_adjective[n] for n in own]
            called += [*T.area_name, T.kind_name[T.uboat_kind]]  # U-boats have one owner
            assert len(powers) == 1 or any(word in prompt.text for word in called), prompt.text


@pytest.mark.rule("total_domination", "3.8.1b")
@pytest.mark.rule("total_domination", "3.8.1c")
def test_the_log_tells_whose_home_is_taken_and_damaged() -> None:
    g = operate("germany", {"germany": "3 german_army"})
    move(g, "german_army@germany", "france")
    assert log(g)[-1] == "France is taken from United Kingdom and damaged."
    g = operate("uk", {"united_kingdom": "uk_army, uk_fleet", "low_countries": "2 uk_army"})
    move(g, "uk_army@low_countries", "germany")
    assert log(g)[-1] == "Nobody controls Germany now."
    move(g, "uk_army@low_countries", "germany")
    assert log(g)[-1] == "Germany is taken and damaged."
    g = operate("germany", {"germany": "german_army"})
    move(g, "german_army@germany", "low_countries")
    assert log(g)[-1] == "German army moves from Germany to Low Countries."
