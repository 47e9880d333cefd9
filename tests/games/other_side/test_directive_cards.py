"""Every Directive by itself: what it costs, what it needs, and all that its play changes."""

from typing import Any

import pytest

from sandtable.engine.state import changed
from sandtable.games.other_side.components.constants import (
    DIPLOMACY,
    MILITARY,
    POLITICAL,
    PROJECT,
    REMOVED_CARD,
)
from sandtable.games.other_side.components.state import ACTIVE, AVAILABLE, DISCARDED, SELECTED, Board
from sandtable.games.other_side.rules.generals.command import Command
from sandtable.games.other_side.testing import directive, general, position, tables
from tests.games.other_side.driving import answer, answers, begin, idle, log, offered
from tests.games.other_side.looking import Values, changes, look
from tests.games.other_side.test_directives import ITALY, segment, state

# --- every Political and Production Directive with effects: position before, answers, all that changes

POOL = {"pool": "reduced"}  # out of play: 4 Panzer, 12 Regular and 13 Reduced Armies
CARDS: dict[str, tuple[dict[str, Any], tuple[str, ...], Values]] = {
    # Political
    "afrika_korps": (
        {"align": ITALY, "tracks": {"italy": "independence", "air_south": 3}},
        (),
        {"italy": "intervention", "air_south": 4},
    ),
    "activation_of_ob_sued": ({"align": ITALY}, (), {"ob_south": "vacancy"}),
    "activation_of_ob_west": (
        {"align": {"northern_france": "occupied"}, "year": 1942},
        (),
        {"ob_west": "vacancy"},
    ),
    "activation_of_ob_ost": ({"tracks": {"ussr": "war"}, "year": 1943}, (), {"ob_east": "vacancy"}),
    "declaration_of_war_on_the_usa": (
        {"tracks": {"usa": 2, "fanaticism": 5, "warfare": 1}},
        (),
        {"usa": "war", "fanaticism": 6, "warfare": 2},
    ),
    "total_war": (
        {
            "year": 1943,
            "tracks": {"fanaticism": 5, "resources": 9},
            "production": {"political_directives": 3, "consumer_goods": 2},
        },
        (),
        {"fanaticism": 6, "resources": 10, "production consumer_goods": 1},
    ),
    "occupation_of_italy": (
        {"year": 1943, "align": {**ITALY, "egypt": "western"}, "tracks": {"italy": "intervention"}},
        (),
        {
            "italy": "occupation",
            "country italy": "occupied",
            "northern_italy": "occupied",
            "southern_italy": "occupied",
            "libya": "western",
            "axis libya": 0,
            "ally libya": 1,
        },
    ),
    "propaganda_campaign": ({"tracks": {"fanaticism": 8}}, (), {"fanaticism": 9}),
    "police_crackdown": (
        {"tracks": {"unrest": 2}, "orchestra": {}, "seed": 3},
        (),
        {"unrest": 0, "orchestra": 1},
    ),
    "last_levy": (
        {"year": 1944, **POOL, "tracks": {"unrest": 0}},
        (),
        {"unrest": 1, "pool reduced": 2, "out reduced": 12},
    ),
    "diplomatic_pressure": ({}, ("button:option_6",), {"bonus turkey": 1}),
    "field_marshals_batons": (
        {
            "tracks": {"france": "vichy"},
            "generals": {"rommel": "available", "model": "available"},
            "questioned": ["rommel", "model"],
        },
        ("general:model", "general:rommel"),
        {"questioned": 0},
    ),
    "secret_peace_feelers": (
        {"year": 1943, "tracks": {"fanaticism": 5}},
        (),
        {"fanaticism": 4, "west_skips": 1 << 44},  # Spring of the fifth year
    ),
    # Production
    "wehrmacht_expansion": (
        POOL,
        (),
        {"flipped": 1, "pool regular": 2, "out regular": 10, "pool reduced": 4, "out reduced": 10},
    ),
    "new_panzer_armies": (POOL, (), {"pool panzer": 2, "out panzer": 2}),
    "panzer_inspectorate": (
        POOL,
        (),
        {"pool panzer": 1, "out panzer": 3, "pool regular": 1, "out regular": 11},
    ),
    "u_boat_construction": (
        {"tracks": {"locked": [3, 4], "warfare": 2}},
        (),
        {"locked": 1 << 4, "warfare": 3},
    ),
    "armaments_ministry": ({"tracks": {"resources": 9}}, (), {"resources": 11}),
    "labour_conscription": ({"tracks": {"resources": 20, "unrest": 1}}, (), {"resources": 21, "unrest": 2}),
    "fighter_staff": (
        {"year": 1944, "tracks": {"air_germany": 1, "air_west": 2}},
        ("air:west",),
        {"air_germany": 3, "air_west": 3},
    ),
    "synthetic_fuel": ({"tracks": {"resources": 9}}, (), {"resources": 10}),
    "radar_network": (
        {"tracks": {"air_germany": 4, "technology": 1}},
        (),
        {"air_germany": 5, "technology": 2},
    ),
    "dispersal_of_industry": ({}, (), {"bombings_ignored": 2}),
}


def test_every_card_with_effects_is_in_the_table() -> None:
    wanted = {
        d.id
        for d in tables().directives
        if d.deck != MILITARY and d.kind not in (DIPLOMACY, PROJECT, REMOVED_CARD)
    }
    assert wanted == set(CARDS)
    assert {d.id for d in tables().directives if d.kind == DIPLOMACY} == set(DIPLOMACIES)
    assert {d.id for d in tables().directives if d.deck == MILITARY} == set(CAMPAIGNS)


@pytest.mark.rule("other_side", "3.2b")
@pytest.mark.rule("other_side", "3.3b")
@pytest.mark.rule("other_side", "3.3.2")
@pytest.mark.parametrize("card", sorted(CARDS))
def test_what_a_card_does(card: str) -> None:
    more, replies, expected = CARDS[card]
    g = position()
    deck = g.t.directives[directive(g, card)].deck
    if "orchestra" in more:
        more = {**more, "orchestra": dict.fromkeys(g.t.orchestra_id[:3], 0)}
    g = segment(deck, [card], addon=True, **more)
    assert offered(g) == {f"card:{card}", "button:done"}
    before = look(g)
    answers(g, f"card:{card}", *replies)
    assert idle(g)
    assert changes(before, g) == expected
    assert state(g, card) == DISCARDED  # at once
    assert g.t.directives[directive(g, card)].name in log(g)


@pytest.mark.rule("other_side", "3.3.2")
@pytest.mark.rule("other_side", "3.3.2a")
def test_ob_west_is_not_available_before_its_card() -> None:
    """E10: the card belongs to 1942; once played there is a Vacancy for the next Command Segment."""
    g = position("armageddon", set_up=True, year=1941)
    assert g.ob[1] < -2 and g.t.years[g.t.directives[directive(g, "activation_of_ob_west")].year] == 1942
    g = segment(POLITICAL, ["activation_of_ob_west"], align={"northern_france": "occupied"}, year=1942)
    answer(g, "card:activation_of_ob_west")
    assert look(g)["ob_west"] == "vacancy" and look(g)["ob_east"] == "not available"
    g.where = changed(g.where, general(g, "von_bock"), AVAILABLE)
    begin(g, Command())
    assert idle(g) and g.ob[1] == general(g, "von_bock") and look(g)["ob_east"] == "not available"


def test_the_cards_of_other_modes_are_never_selected() -> None:
    removed = [d.id for d in tables().directives if d.kind == REMOVED_CARD]
    assert removed == ["reorganization_of_the_high_command_pol", "plot_exposed"]
    g = position(set_up=True)
    assert all(state(g, card) == DISCARDED for card in removed)


# --- Diplomacy: the factor, the cost, whether it may be tried again, and each modifier by itself

GB = {"great_britain": "disputed 1/2 western"}
DIPLOMACIES: dict[str, tuple[str, int, int, bool, list[tuple[dict[str, Any], int]]]] = {
    "diplomacy_italy": (
        "italy",
        2,
        5,
        True,
        [
            ({"align": {"poland": "occupied"}}, 1),
            ({"tracks": {"france": "vichy"}}, 2),
            ({"tracks": {"france": "ffl"}}, 2),
            ({"align": {"northern_france": "occupied"}}, 1),
            ({"align": {"northern_france": "disputed 3/4 western"}}, 0),
        ],
    ),
    "diplomacy_hungary": (
        "hungary",
        1,
        4,
        True,
        [
            ({"align": {"poland": "occupied"}}, 1),
            ({"tracks": {"france": "vichy"}}, 1),
            ({"tracks": {"ussr": "war"}}, 1),
        ],
    ),
    "diplomacy_romania_bulgaria": (
        "romania_bulgaria",
        1,
        4,
        True,
        [({"align": {"hungary": "satellite"}}, 1), ({"tracks": {"france": "vichy"}}, 1)],
    ),
    "diplomacy_finland": (
        "finland",
        1,
        5,
        True,
        [({"tracks": {"ussr": "war"}}, 2), ({"align": {"denmark_norway": "occupied"}}, 1)],
    ),
    "diplomacy_spain": (
        "spain",
        2,
        6,
        False,
        [
            ({"tracks": {"france": "vichy"}}, 1),
            ({"tracks": {"france": "ffl"}}, 0),
            ({"align": {"egypt": "occupied"}}, 1),
            ({"align": GB}, 1),
            ({"align": GB, "tracks": {"usa": "war"}}, 0),
            ({"tracks": {"usa": "war"}}, -1),
        ],
    ),
    "diplomacy_turkey": (
        "turkey",
        2,
        6,
        True,
        [
            ({"align": {"greece": "occupied"}}, 1),
            ({"align": {"caucasus": "occupied"}}, 1),
            ({"align": {"egypt": "occupied"}}, 1),
            ({"align": {"central_russia": "disputed 3/4 soviet"}}, 1),
            ({"align": {"central_russia": "disputed 2/3 soviet"}}, 0),
            ({"align": {"egypt": "occupied"}, "year": 1943}, 0),
            ({"year": 1943}, -1),
        ],
    ),
    "diplomacy_vichy": (
        "france",
        2,
        6,
        False,
        [
            ({"align": GB}, 1),
            ({"align": {"egypt": "occupied"}}, 1),
            ({"align": {"gibraltar": "occupied"}}, 1),
            ({"align": {"egypt": "occupied"}, "tracks": {"france": "vichy", "usa": "war"}}, 0),
        ],
    ),
}


def negotiated(card: str, die: int, more: dict[str, Any]) -> Board:
    """The card played with this die; Vichy France exists only while that is its status."""
    if card == "diplomacy_vichy":
        more = {**more, "tracks": {"france": "vichy", **more.get("tracks", {})}}
    country = DIPLOMACIES[card][0]
    g = segment(POLITICAL, [card], DIPLOMACIES[card][1], dice=[die], countries={country: "neutral"}, **more)
    return answer(g, f"card:{card}")


def joined(g: Board, card: str) -> bool:
    """Whether the country has become a Satellite."""
    return look(g)[f"country {DIPLOMACIES[card][0]}"] == "satellite"


@pytest.mark.rule("other_side", "3.3.1")
@pytest.mark.parametrize("card", sorted(DIPLOMACIES))
def test_what_diplomacy_needs(card: str) -> None:
    _, _, factor, _, modifiers = DIPLOMACIES[card]
    for more, n in [({}, 0), *modifiers]:
        won = [die for die in range(1, 7) if joined(negotiated(card, die, more), card)]
        assert won == list(range(max(1, factor - n), 7)), (more, n)


@pytest.mark.rule("other_side", "3.3.1")
@pytest.mark.rule("other_side", "3.3.1a")
@pytest.mark.parametrize("card", sorted(DIPLOMACIES))
def test_where_the_card_goes(card: str) -> None:
    recyclable = DIPLOMACIES[card][3]
    g = negotiated(card, 6, {})
    assert idle(g) and joined(g, card) and state(g, card) == DISCARDED
    g = negotiated(card, 1, {})
    assert idle(g) and not joined(g, card)
    assert state(g, card) == (SELECTED if recyclable else DISCARDED)
    assert "the die shows 1" in log(g) and "the talks fail" in log(g)


@pytest.mark.rule("other_side", "3.3.1a")
def test_a_recyclable_card_that_has_failed_may_be_tried_again_while_points_are_left() -> None:
    """It stays available later in the year, so in the same Segment too. [R88]"""
    g = segment(POLITICAL, ["diplomacy_hungary"], 2, dice=[1, 1], countries={"hungary": "neutral"})
    answer(g, "card:diplomacy_hungary")
    assert offered(g) == {"card:diplomacy_hungary", "button:done"}
    answer(g, "card:diplomacy_hungary")
    assert idle(g) and log(g).count("the talks fail") == 2
    assert state(g, "diplomacy_hungary") == SELECTED, "the points are spent, the card is not"


@pytest.mark.rule("other_side", "3.3.1")
@pytest.mark.parametrize("card", sorted(DIPLOMACIES))
def test_only_neutral_countries_are_negotiated_with(card: str) -> None:
    country = DIPLOMACIES[card][0]
    for now in ("satellite", "occupied", "western"):
        g = segment(POLITICAL, [card], countries={country: now}, tracks={"france": "vichy"})
        assert idle(g)


@pytest.mark.rule("other_side", "3.3.1")
def test_a_stored_bonus_counts_for_one_roll() -> None:
    """The card adds to the next roll for its country, and to that alone."""
    g = segment(POLITICAL, ["diplomacy_hungary"], 2, dice=[2, 3], countries={"hungary": "neutral"})
    g.bonus = bytes(1 if g.t.country_id[n] == "hungary" else 0 for n in range(g.t.n_countries))
    answer(g, "card:diplomacy_hungary")
    assert "2 + 1, 4 was needed" in log(g) and look(g)["bonus hungary"] == 0
    answer(g, "card:diplomacy_hungary")  # the card is there for later, and a point is left
    assert idle(g) and "3, 4 was needed" in log(g) and not joined(g, "diplomacy_hungary")


@pytest.mark.rule("other_side", "3.3.1")
def test_a_roll_cannot_be_taken_back() -> None:
    g = segment(POLITICAL, ["diplomacy_hungary"], 1, dice=[2])
    before = g.revealed
    answer(g, "card:diplomacy_hungary")
    assert g.revealed > before


# --- every Military Directive: points, pawns, a position that allows it, what its play changes

EAST = {"ussr": "war"}
CAMPAIGNS: dict[str, tuple[int, dict[str, Any], Values]] = {
    "fall_weiss": (2, {"align": {"poland": "disputed 1/2 western"}}, {}),
    "weseruebung": (
        1,
        {"align": {"denmark_norway": "neutral 1"}},
        {"denmark_norway": "disputed", "ally denmark_norway": 2, "country denmark_norway": "western"},
    ),
    "fall_gelb": (
        3,
        {"align": {"belgium_holland": "neutral 1", "northern_france": "western"}},
        {"belgium_holland": "disputed", "ally belgium_holland": 2, "country belgium_holland": "western"},
    ),
    "seeloewe": (3, {"align": {"northern_france": "occupied", "great_britain": "western"}}, {}),
    "felix": (1, {"align": {"spain": "satellite", "gibraltar": "western"}}, {}),
    "polarfuchs": (
        2,
        {"align": {"denmark_norway": "occupied"}},
        {"sweden": "western", "ally sweden": 1, "country sweden": "western"},
    ),
    "marita": (
        2,
        {"align": {"hungary": "satellite"}},
        {
            "yugoslavia": "western",
            "ally yugoslavia": 1,
            "country yugoslavia": "western",
            "greece": "western",
            "ally greece": 1,
            "country greece": "western",
            "crete": "western",
        },
    ),
    "merkur": (1, {"align": {"greece": "occupied", "crete": "western"}}, {}),
    "sonnenblume": (1, {"align": ITALY, "tracks": {"italy": "intervention"}}, {}),
    "barbarossa_i": (
        3,
        {"align": {"baltic_states": "neutral 1"}, "tracks": {"ussr": 2}},
        {
            "ussr": "war",
            "country ussr": "soviet",
            "baltic_states": "disputed",
            "ally baltic_states": 2,
            **{
                name: value
                for area in (
                    "belarus",
                    "ukraine",
                    "northern_russia",
                    "central_russia",
                    "southern_russia",
                    "donbass_crimea",
                    "caucasus",
                    "urals",
                )
                for name, value in ((area, "soviet"), (f"ally {area}", 1))
            },
        },
    ),
    "barbarossa_ii": (3, {"tracks": EAST}, {}),
    "taifun": (2, {"align": {"central_russia": "disputed 1/2 soviet"}, "tracks": EAST}, {}),
    "silberfuchs": (1, {"align": {"finland": "satellite"}, "tracks": EAST}, {}),
    "herkules": (1, {"align": {**ITALY, "malta": "western"}}, {}),
    "theseus": (2, {"align": ITALY}, {}),
    "fall_blau": (3, {"tracks": EAST}, {}),
    "edelweiss": (2, {"align": {"donbass_crimea": "disputed 1/2 soviet"}, "tracks": EAST}, {}),
    "nordlicht": (2, {"tracks": EAST}, {}),
    "backhand_blow": (2, {"tracks": EAST}, {}),
    "zitadelle": (3, {"tracks": EAST}, {}),
    "luettich": (1, {"landings": {"northern_france": 3}}, {}),
    "wacht_am_rhein": (2, {"align": {"northern_france": "western"}}, {}),
    "fruehlingserwachen": (2, {"tracks": EAST}, {}),
    "fall_rot": (2, {"align": {"northern_france": "western"}}, {}),
    "wintergewitter": (1, {"tracks": EAST, "box": "winter_admin"}, {}),
    "nordwind": (1, {"align": {"southern_france": "disputed 1/2 western"}}, {}),
}


@pytest.mark.rule("other_side", "3.4")
@pytest.mark.rule("other_side", "3.4b")
@pytest.mark.rule("other_side", "3.4.1")
@pytest.mark.parametrize("card", sorted(CAMPAIGNS))
def test_a_campaign_is_opened(card: str) -> None:
    cost, more, expected = CAMPAIGNS[card]
    assert idle(segment(MILITARY, [card], cost - 1, addon=True, **more))  # too dear
    g = segment(MILITARY, [card], cost, addon=True, **more)
    before = look(g)
    answer(g, f"card:{card}")
    assert idle(g) and changes(before, g) == expected
    assert state(g, card) == ACTIVE and g.active == [directive(g, card)]


@pytest.mark.rule("other_side", "7.1")
def test_barbarossa_does_not_activate_the_ussr_twice() -> None:
    align = {"baltic_states": "occupied", "belarus": "occupied", "ukraine": "soviet"}
    g = segment(MILITARY, ["barbarossa_i"], 3, align=align, tracks=EAST)
    before = look(g)
    answer(g, "card:barbarossa_i")
    assert changes(before, g) == {}
