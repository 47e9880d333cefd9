"""Every click that is not allowed is answered with a reason and a rule, in every kind of decision."""

import pytest

from sandtable.engine.errors import IllegalChoice
from sandtable.engine.match import Match
from tests.games.total_domination.clicks import GAME, play_keys, table

# --- what a player would try


def test_reasons_name_the_rule_a_player_would_look_up() -> None:
    hands = {"germany": ["g02", "g11", "u06"], "uk": ["u01"]}
    m = table(set_up=True, hands=hands, reserve={"germany": ["g12"]})
    for keys, wanted in (
        (
            "",
            {
                "card:u01": "4.2a",  # the hand of another
                "card:g12": "4.2c",  # its own reserve
                "unit:german_army@germany": "4.2a",
                "area:poland": "4.2a",
                "button:event": "4.2a",
            },
        ),
        (
            "card:g02",
            {
                "button:event": "7.1.B",
                "button:launch": "6.4a",
                "button:strike": "11.1.Aa",
                "button:lend_lease": "9.1a",
                "button:pass": "3.3a",
                "card:g11": "3.3a",
                "area:poland": "3.3a",
            },
        ),
        (
            "button:operate",
            {
                "unit:uk_fleet@united_kingdom": "6.3a",
                "unit:german_fleet#1": "6.1b",
                "kind:uk_army": "6.1b",
                "kind:resistance": "6.1g",
                "kind:us_army": "6.1b",
                "button:add_saved": "6.0c",
                "button:develop": "6.0f",
                "card:g11": "3.3a",
                "area:poland": "6.2b",
            },
        ),
        (
            "unit:german_army@germany",
            {
                "area:germany": "6.2b",
                "area:poland": "6.2f",
                "area:japan": "3.8.4",
                "area:ukraine": "6.2b",
                "area:norway": "2.0.1a",
                "area:united_kingdom": "6.2f",
            },
        ),
    ):
        if keys:
            play_keys(m, keys)
        assert {key: refused_by(m, key) for key in wanted} == wanted


def refused_by(m: Match, key: str) -> str:
    """The rule that refuses a click."""
    with pytest.raises(IllegalChoice) as refused:
        Match(GAME, m.setup, m.state.copy()).play(key)
    return refused.value.rule
