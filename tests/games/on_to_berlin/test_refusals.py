"""Every click that is not allowed is answered with a reason and a rule, in every kind of decision."""

import pytest

from sandtable.engine.errors import IllegalChoice
from sandtable.engine.match import Match
from sandtable.testing import play_keys
from tests.games.on_to_berlin.clicks import GAME, table

# --- what a player would try


def test_reasons_name_the_rule_a_player_would_look_up() -> None:
    units = {
        "berlin": "3 ge_lf, ge_tf, ge_af",
        "ruhr": "ge_lf",
        "austria": "ge_lf spent",
        "warsaw": "po_lf",
        "rome": "it_lf",
        "paris": "fr_lf",
        "london": "uk_lf",
    }
    hands = {"axis": ["ax_blitzkrieg_2", "ax_ambush_2"], "allied": ["al_ambush_2"]}
    m = table(units=units, hands=hands, not_at_war=["fr"])
    for keys, wanted in (
        (
            "card:ax_blitzkrieg_2 button:points_first",
            {
                "unit:ge_lf.spent@austria": "7.1",
                "unit:ge_lf@ruhr": "8.1d",
                "unit:it_lf@rome": "3.1.1c",
                "unit:po_lf@warsaw": "3.1.1b",
                "type:ge_ft": "12.0b",
                "type:uk_lf": "12.0",
                "card:ax_ambush_2": "6.1",
            },
        ),
        (
            "unit:ge_lf@berlin",
            {
                "unit:ge_lf@ruhr": "7.1",
                "button:attack": "9.1",
                "button:fly": "8.2",
                "button:strike": "7.2d",
                "area:warsaw": "7.2",
            },
        ),
        (
            "button:move",
            {
                "area:paris": "2.2.1f",
                "area:berlin": "8.1",
                "button:stop": "8.1",
                "unit:ge_tf@berlin": "8.1c",
            },
        ),
    ):
        play_keys(m, keys)
        found = {key: refused_by(m, key) for key in wanted}
        assert found == wanted


def refused_by(m: Match, key: str) -> str:
    """The rule that refuses a click."""
    with pytest.raises(IllegalChoice) as refused:
        Match(GAME, m.setup, m.state.copy()).play(key)
    return refused.value.rule
