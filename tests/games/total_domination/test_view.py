"""What a seat may know: all that lies open on the table and its own cards, but no hidden card of others."""

from typing import Any

import msgspec
import pytest

from sandtable.engine.state import Result
from sandtable.games.total_domination.components.constants import (
    IN_PLAY,
    KEPT,
    OFFERED,
    PACKET,
    SOLO_GONE,
    SOLO_USED,
)
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.action_phase import Use
from sandtable.games.total_domination.rules.cards.draft import Draft
from sandtable.games.total_domination.rules.operations.movement import Move
from sandtable.games.total_domination.table.view import build_view
from sandtable.games.total_domination.testing import card, position, unit_at
from tests.games.total_domination.driving import begin, click

HANDS = {"germany": ["g01", "u01"], "uk": ["u03"], "japan": ["j01"], "ussr": []}


def view(g: Board, seat: int | None = None) -> dict[str, Any]:
    found = build_view(g, seat)
    msgspec.json.encode(found)
    return found


def ids(cards: list[dict[str, Any]]) -> list[str]:
    return [row["id"] for row in cards]


# --- the frame


def test_scenario_options_year_and_order() -> None:
    found = view(position(set_up=True, year=1940, turn="japan", arctic=True, alternative=True))
    assert found["scenario"] == "standard" and found["mode"] == "four_players"
    assert found["options"] == {"arctic": True, "advanced": True, "free_setup": False, "alternative": True}
    assert found["year"] == 1940 and found["last_year"] == 1945
    assert found["order"] == ["uk", "japan", "ussr", "germany"] and found["turn"] == "japan"
    assert found["doing"] == "" and "solo" not in found


def test_what_is_done_is_told_but_nothing_of_hidden_cards() -> None:
    g = position(set_up=True)
    g.cards[card(g, "g01")] = g.cards[card(g, "g02")] = PACKET
    g.picks[0] = 1
    begin(g, Draft(0, 0))
    assert view(g)["doing"] == "Draft"
    g.agenda.pop()
    begin(g, Use(card(g, "g03")))
    assert view(g)["doing"] == "Use"
    g.agenda.pop()
    begin(g, Move(unit_at(g, "german_army", "germany")))
    assert view(g)["doing"].startswith("Move: ")
    g.result = Result((1.0, 0.0, 1.0, 0.0), "The Axis wins.", "4.3.Aa")
    assert view(g)["doing"] == ""


@pytest.mark.rule("total_domination", "3.5g")
@pytest.mark.rule("total_domination", "4.3.Ac")
@pytest.mark.rule("total_domination", "4.3.Aa")
@pytest.mark.rule("total_domination", "12.1b")
@pytest.mark.rule("total_domination", "13.0a")
@pytest.mark.rule("total_domination", "13.0c")
def test_points_of_powers_and_factions_against_their_thresholds() -> None:
    found = view(position(set_up=True))
    assert {name: row["points"] for name, row in found["powers"].items()} == {
        "germany": 8,
        "uk": 10,
        "japan": 7,
        "ussr": 9,
    }
    assert found["factions"]["axis"] == {"powers": ["germany", "japan"], "points": 15, "threshold": 29}
    assert found["factions"]["allies"] == {"powers": ["uk", "ussr"], "points": 19, "threshold": 33}
    joined = view(position(joined=["us", "china"]))["factions"]
    assert joined["allies"]["threshold"] == 37 and joined["axis"]["threshold"] == 29
    assert view(position(scenario="rise_of_the_axis"))["factions"]["axis"]["threshold"] == 0
    solo = view(position(scenario="solo", mode="solo", solo_vp=3))["factions"]
    assert (solo["axis"]["threshold"], solo["allies"]["threshold"], solo["axis"]["points"]) == (29, 0, 18)


def test_flags_of_the_powers() -> None:
    g = position(passed=["uk"], down={"japan": "j04"})
    g.leased, g.launched, g.radar_used = 1 << 3, 1 << 0, 1 << 1
    found = view(g)["powers"]
    flags = ("passed", "developed", "leased", "launched", "radar_used")
    told = {name: [flag for flag in flags if row[flag]] for name, row in found.items()}
    assert told == {
        "germany": ["launched"],
        "uk": ["passed", "radar_used"],
        "japan": ["developed"],
        "ussr": ["leased"],
    }


@pytest.mark.rule("total_domination", "9.0a")
@pytest.mark.rule("total_domination", "9.1b")
def test_tracks_decks_and_partners() -> None:
    g = position(tracks={"us": 3}, joined=["china"], partners={"italy": "ussr"})
    found = view(g)
    assert found["additional"]["us"] == {"joined": False, "player": "uk", "track": 3, "steps": 4, "deck": 4}
    china = found["additional"]["china"]
    assert (china["joined"], china["player"], china["track"], china["deck"]) == (True, "ussr", 2, 0)
    assert found["partners"] == {"france": "uk", "italy": "ussr"}


# --- the board


@pytest.mark.rule("total_domination", "6.1h")
@pytest.mark.rule("total_domination", "11.1.Ac")
@pytest.mark.rule("total_domination", "11.2b")
def test_areas_with_controller_points_and_units() -> None:
    g = position(
        units={
            "poland": "2 german_army, 2 resistance",
            "atlantic": "uk_fleet, 2 u_boot",
            "germany": "german_air_fleet used",
            "united_kingdom": "german_army",
        },
        damage=["italy"],
    )
    found = view(g)["areas"]
    assert "arctic" not in found and len(found) == 55
    poland = found["poland"]
    assert (poland["control"], poland["points"], poland["resistance"]) == ("germany", 0, 2)
    assert [u["kind"] for u in poland["units"]] == ["german_army"] * 2 + ["resistance"] * 2
    assert poland["units"][0]["id"] == g.ids.unit + unit_at(g, "german_army", "poland")
    assert found["atlantic"]["control"] == "" and found["atlantic"]["points"] == 0
    assert found["atlantic"]["u_boats"] == 2
    assert found["germany"]["units"][0]["used"] and "used" not in poland["units"][0]
    assert found["united_kingdom"]["control"] == "" and "damage" not in found["united_kingdom"]
    assert found["italy"]["damage"] and found["italy"]["control"] == "germany"
    assert found["east_usa"] == {"control": "us", "points": 0}
    assert len(view(position(arctic=True))["areas"]) == 60


@pytest.mark.rule("total_domination", "3.6a")
def test_the_supply_counts_what_can_still_come() -> None:
    found = view(position(units={"poland": "2 german_army"}))["supply"]
    assert found["german_army"] == 8 and found["u_boot"] == 3 and found["resistance"] == 6
    plain = view(position(advanced=False))["supply"]
    assert "u_boot" not in plain and "german_air_fleet" not in plain and plain["german_army"] == 10


# --- cards


@pytest.mark.rule("total_domination", "3.3f")
def test_the_discard_pile_is_open_and_the_deck_is_not() -> None:
    g = position(hands=HANDS, discards=["j05", "r05"])
    g.cards[card(g, "g05")] = IN_PLAY
    for seat in (0, 3, None):
        found = view(g, seat)
        assert found["discards"] == ["j05", "r05"] and found["in_play"] == ["g05"]
        assert found["deck"] == 54 - 4 - 2 - 1


@pytest.mark.rule("total_domination", "3.4")
@pytest.mark.rule("total_domination", "7.1.B")
def test_hands_are_counted_for_all_and_shown_to_their_player() -> None:
    g = position(hands=HANDS, tactics={"germany": ["j05"]})
    for seat in (0, 1, None):
        assert {name: row["size"] for name, row in view(g, seat)["hands"].items()} == {
            "germany": 2,
            "uk": 1,
            "japan": 1,
            "ussr": 0,
        }
    own = view(g, 0)["hands"]["germany"]["cards"]
    assert own[0] == {
        "id": "g01",
        "name": "Blitzkrieg",
        "colour": "germany",
        "ops": 6,
        "value": {"germany": 6},  # 7 in its own colour, less 1
        "technology": "mechanization",
        "event": g.t.card_text[card(g, "g01")],
    }
    assert own[1]["value"] == {"germany": 5} and own[1]["ops"] == 6
    for seat in (0, None):
        theirs = view(g, seat)["hands"]["uk"]
        assert not [key for key in theirs if key.endswith("cards") or key == "known"]


@pytest.mark.rule("total_domination", "10.1a")
def test_a_common_hand_is_worth_something_to_both_its_powers() -> None:
    g = position(mode="two_players", hands={"germany": ["g01"], "uk": ["u01"]})
    found = view(g, 0)["hands"]
    assert list(found) == ["germany", "uk"]
    assert found["germany"]["cards"][0]["value"] == {"germany": 7, "japan": 6}
    assert [view(g, 0)["powers"][name]["hand"] for name in ("japan", "ussr")] == ["germany", "uk"]


@pytest.mark.rule("total_domination", "10.3")
def test_a_player_of_two_hands_sees_both() -> None:
    g = position(mode="three_players_axis", hands=HANDS)
    found = view(g, 0)["hands"]
    assert ids(found["germany"]["cards"]) == ["g01", "u01"] and ids(found["japan"]["cards"]) == ["j01"]
    assert "cards" not in found["uk"]
    assert [view(g, 0)["powers"][name]["seat"] for name in ("germany", "uk", "japan", "ussr")] == [0, 1, 0, 2]


@pytest.mark.rule("total_domination", "4.1.Ab")
def test_packets_kept_and_offered_cards_are_for_who_holds_them() -> None:
    g = position()
    for name, where in (("g01", PACKET), ("g02", PACKET + 1), ("g03", KEPT), ("g04", KEPT + 1)):
        g.cards[card(g, name)] = where
    g.cards[card(g, "g06")] = OFFERED
    g.picks = [1, 0, 0, 0]
    own, theirs = view(g, 0)["hands"]["germany"], view(g, 0)["hands"]["uk"]
    assert ids(own["packet_cards"]) == ["g01"] and own["kept_cards"] == ["g03"]
    assert own["offered_cards"] == ["g06"] and own["picks"] == 1
    assert (theirs["packet"], theirs["kept"], theirs["offered"], theirs["picks"]) == (1, 1, 0, 0)
    assert "packet_cards" not in theirs and "kept_cards" not in theirs


@pytest.mark.rule("total_domination", "4.2c")
@pytest.mark.rule("total_domination", "9.1e")
@pytest.mark.rule("total_domination", "9.1b")
def test_reserve_and_lend_lease_card_are_seen_by_their_owner_alone() -> None:
    g = position(reserve={"uk": ["u01"]}, lent={"uk": "us1"})
    own = view(g, 1)
    assert own["hands"]["uk"]["reserve_cards"] == ["u01"]
    assert own["powers"]["uk"]["lend_lease_card"] == ["us1"]
    for seat in (0, 3, None):
        theirs = view(g, seat)
        assert theirs["hands"]["uk"]["reserve"] == 1 and "reserve_cards" not in theirs["hands"]["uk"]
        assert theirs["powers"]["uk"]["lent"] == 1 and "lend_lease_card" not in theirs["powers"]["uk"]


@pytest.mark.rule("total_domination", "8.0a")
def test_a_technology_face_down_is_seen_by_its_owner_alone() -> None:
    g = position(down={"japan": "j04"}, techs={"japan": ["radar", "arsenal"]})
    assert view(g, 2)["powers"]["japan"]["developing"] == ["j04"]
    for seat in (0, None):
        theirs = view(g, seat)["powers"]["japan"]
        assert theirs["face_down"] == 1 and "developing" not in theirs
        assert theirs["technologies"] == ["arsenal", "radar"] and len(theirs["technology_cards"]) == 2


@pytest.mark.rule("total_domination", "7.3")
def test_what_all_have_seen_is_shown_to_spectators_too() -> None:
    g = position(down={"japan": "j04"})
    g.known = [1 << card(g, "j04")] * 4
    for seat in (0, 1, None):
        assert view(g, seat)["powers"]["japan"]["developing"] == ["j04"]
    g.known[3] = 0
    assert "developing" not in view(g, None)["powers"]["japan"]


@pytest.mark.rule("total_domination", "8.1.D1")
@pytest.mark.rule("total_domination", "11.4d")
def test_cards_seen_in_another_hand_are_remembered() -> None:
    g = position(hands=HANDS)
    g.known[1] = 1 << card(g, "g01")
    assert view(g, 1)["hands"]["germany"]["known"] == ["g01"]
    assert "known" not in view(g, 3)["hands"]["germany"] and "known" not in view(g, None)["hands"]["germany"]
    g.cards[card(g, "g01")] = PACKET
    assert view(g, 1)["hands"]["germany"]["known"] == ["g01"]


@pytest.mark.rule("total_domination", "6.0b")
def test_influence_tactics_and_saved_points_lie_open() -> None:
    g = position(influence={"japan": ["j10"]}, tactics={"uk": ["u04", "g05"]}, saved={"ussr": "r02"})
    found = view(g)["powers"]
    assert found["japan"]["influence"] == {"j10": {"nation": "siam", "points": 2}}
    assert found["uk"]["tactics"] == ["g05", "u04"] and found["uk"]["tactics_sum"] == 0
    assert found["ussr"]["saved"] == ["r02"] and found["uk"]["saved"] == []


@pytest.mark.rule("total_domination", "13.0.3")
@pytest.mark.rule("total_domination", "13.0.2")
@pytest.mark.rule("total_domination", "13.0.11")
def test_the_solo_pile_is_counted_and_played_cards_are_open() -> None:
    g = position(scenario="solo", mode="solo", pile=["s01", "s03"], solo_vp=1)
    g.solo[4], g.solo[5] = SOLO_USED, SOLO_GONE
    found = view(g, 0)
    t = g.t
    first = sum([year == 1939 for year in t.solo_year])
    assert found["solo"] == {
        "used": [t.solo_id[4]],
        "removed": [t.solo_id[5]],
        "pile": 2,
        "deck": first - 4,
        "points": 1,
    }
    assert list(found["hands"]) == ["uk"] and found["powers"]["germany"]["seat"] is None


def test_the_view_follows_a_choice() -> None:
    g = position()
    g.cards[card(g, "g01")] = g.cards[card(g, "g02")] = PACKET
    g.picks[0] = 1
    begin(g, Draft(0, 0, 1))
    click(g, "card:g01", seat=0)
    assert view(g, 0)["hands"]["germany"]["kept_cards"] == ["g01"]
    assert view(g, 1)["hands"]["germany"]["kept"] == 1
