"""Every Strategic Event and the success of every Military Directive, one by one.

What is expected is written here, not taken from the data. Combat Events are in test_all_combat_events, Combat
cards in test_all_combat_cards, Generals in test_all_generals, Black Orchestra cards in test_coup, the other
Directives in test_directive_cards.
"""

from typing import Any

import pytest

from sandtable.games.other_side.components.constants import BOXES, MILITARY
from sandtable.games.other_side.components.state import DISCARDED
from sandtable.games.other_side.rules.cards import effects, events
from sandtable.games.other_side.rules.cards.directives import achieved
from sandtable.games.other_side.rules.cards.effects import OF_STRATEGIC
from sandtable.games.other_side.rules.end_segment import Objectives
from sandtable.games.other_side.testing import deck, directive, position, tables
from tests.games.other_side.driving import answers, begin, go_on, idle, log
from tests.games.other_side.looking import Values, changes, look

T = tables()
NO_MISFORTUNE = {"dice": ["grey blank"]}


def skip(year: int, box: str) -> int:
    """The bit of an Operations box."""
    return 1 << (T.years.index(year) * BOXES + T.box_id.index(box))


# --- Strategic Events: the position before, the answers, all that changes, whether it comes back next year

Event = tuple[dict[str, Any], tuple[str, ...], Values, bool]
WARFARE = {"warfare": 3}
EVENTS: dict[str, Event] = {
    "phony_war": (
        {"year": 1939, "box": "fall_ops", "tracks": {"france": "third_republic"}},
        (),
        {"west_skips": skip(1940, "winter_ops")},
        False,
    ),
    "winter_war": ({"tracks": {"ussr": 1}}, (), {"ussr": 2, "bonus finland": 1}, False),
    "u_boat_aces": ({"tracks": {"usa": 1, **WARFARE}}, (), {"usa": 2, "warfare": 4}, False),
    "destroyers_for_bases": ({"tracks": {"usa": 1, **WARFARE}}, (), {"usa": 2, "warfare": 2}, False),
    "italy_defeated_in_africa": (
        {
            "align": {"northern_italy": "satellite", "southern_italy": "satellite", "libya": "satellite"},
            "armies": {"libya": "3 satellite_italy", "southern_italy": "satellite_italy"},
            "tracks": {"italy": "independence"},
            **NO_MISFORTUNE,
        },
        (),
        {"italy": "intervention", "libya satellite_italy": 1, "removed satellite_italy": 2},
        False,
    ),
    "battle_of_britain": (
        {"tracks": {"france": "vichy", **WARFARE}},
        ("button:option_1",),
        {"air_west": 2},
        False,
    ),
    "soviet_expansion": ({"tracks": {"ussr": 1}}, (), {"ussr": 2, "bonus romania_bulgaria": 1}, False),
    "lend_lease": ({"tracks": {"usa": 1, **WARFARE}}, (), {"usa": 2, "warfare": 2}, False),
    "yugoslav_coup": (
        {"tracks": {"ussr": 1}},
        (),
        {"ussr": 2, "yugoslavia": "western", "ally yugoslavia": 1, "country yugoslavia": "western"},
        False,
    ),
    "atlantic_charter": ({"tracks": {"usa": 1, "ussr": 1}}, (), {"usa": 2, "ussr": 2, "unrest": 1}, False),
    "enigma_broken": ({"tracks": {"usa": 1, **WARFARE}}, (), {"usa": 2, "warfare": 2}, False),
    "siberian_divisions": ({"tracks": {"ussr": "war"}, **NO_MISFORTUNE}, (), {}, False),  # see below
    "death_of_udet": (NO_MISFORTUNE, (), {"flipped": 2}, False),
    "arctic_convoys": (
        {"align": {"denmark_norway": "occupied"}, "tracks": {"ussr": 1, **WARFARE}},
        (),
        {"ussr": 2, "warfare": 4},
        False,
    ),
    "thousand_bomber_raid": ({}, (), {"air_germany": 2, "unrest": 1}, False),
    "vichy_collapse": (
        {
            "align": {
                "northern_africa": "disputed 1/2 western",
                "southern_france": "satellite",
                "poland": "occupied",
            },
            "armies": {"poland": "panzer, regular"},
            "tracks": {"france": "vichy"},
        },
        ("unit:regular@poland",),
        {
            "france": "ffl",
            "country france": "occupied",
            "southern_france": "occupied",
            "poland regular": 0,
            "southern_france regular": 1,
        },
        False,
    ),
    "second_happy_time": (
        {"tracks": {"usa": "war", "ussr": 1, **WARFARE}},
        (),
        {"ussr": 2, "warfare": 4, "air_west": 4},
        False,
    ),
    "fuel_shortage": (NO_MISFORTUNE, (), {"resources": 6}, False),
    "doenitz_takes_command": (
        {"tracks": WARFARE, **NO_MISFORTUNE},
        (),
        {"flipped": 4, "warfare": 4},
        False,
    ),
    "reorganization_of_the_high_command": ({}, (), {}, False),
    "unconditional_surrender": ({}, (), {"fanaticism": 6}, False),
    "italy_surrenders": (
        {
            "align": {
                "northern_italy": "satellite",
                "southern_italy": "disputed 2/3 western",
                "libya": "western",
            },
            "armies": {"northern_italy": "satellite_italy"},
            "pool": "satellite_italy",
            "tracks": {"italy": "intervention"},
            **NO_MISFORTUNE,
        },
        (),
        {
            "italy": "occupation",
            "northern_italy": "occupied",
            "country italy": "occupied",
            "northern_italy satellite_italy": 0,
            "pool satellite_italy": 0,
            "removed satellite_italy": 2,
        },
        False,
    ),
    "black_may": ({"tracks": {"usa": "war", **WARFARE}, **NO_MISFORTUNE}, (), {"warfare": 1}, False),
    "hamburg_firestorm": (
        {"production": {"wehrmacht": 2, "luftwaffe": 1}},
        ("production:wehrmacht_1",),
        {"air_germany": 2, "unrest": 1, "production wehrmacht": 1},
        False,
    ),
    "synthetic_fuel_plants_bombed": ({"year": 1944, **NO_MISFORTUNE}, (), {"resources": 6}, True),
    "coup_attempt": (
        {
            "year": 1944,
            "orchestra": {"ludwig_beck": 0, "hans_oster": 0, "friedrich_olbricht": 0},
            "dice": ["grey blank", 0, 1, 2],
        },
        (),
        {"orchestra": 0},
        False,
    ),
    "romania_changes_sides": (
        {
            "align": {"romania_bulgaria": "satellite", "ukraine": "soviet", "hungary": "occupied"},
            "armies": {"romania_bulgaria": "regular, satellite_romania_bulgaria"},
            "pool": "satellite_romania_bulgaria",
        },
        (),
        {
            "romania_bulgaria": "soviet",
            "axis romania_bulgaria": 0,
            "ally romania_bulgaria": 1,
            "country romania_bulgaria": "soviet",
            "resources": 6,
            "romania_bulgaria satellite_romania_bulgaria": 0,
            "romania_bulgaria regular": 0,
            "hungary regular": 1,
            "pool satellite_romania_bulgaria": 0,
            "out satellite_romania_bulgaria": 0,
            "removed satellite_romania_bulgaria": 4,
        },
        False,
    ),
    "finnish_armistice": (
        {"align": {"finland": "satellite", "northern_russia": "soviet"}, **NO_MISFORTUNE},
        (),
        {
            "finland": "neutral",
            "axis finland": 0,
            "country finland": "neutral",
            "out satellite_finland": 0,
            "removed satellite_finland": 2,
        },
        False,
    ),
    "air_supremacy": (
        {"tracks": {"air_south": 1}, **NO_MISFORTUNE},
        (),
        {"air_west": 2, "air_east": 2, "air_germany": 2},
        False,
    ),
    "yalta_conference": ({"tracks": {"unrest": 1}}, (), {"unrest": 0, "fanaticism": 4}, False),
    "rudolf_hess": ({}, (), {"unrest": 1}, False),
    "channel_dash": ({}, (), {"air_west": 4}, False),
    "dam_busters": (
        {"production": {"wehrmacht": 0, "luftwaffe": 1}, **NO_MISFORTUNE},
        (),
        {"production luftwaffe": 0},
        False,
    ),
    "warsaw_uprising": (
        {"align": {"poland": "occupied"}, "armies": {"poland": "panzer"}, "pool": "regular"},
        (),
        {"poland panzer": 0, "pool panzer": 1, "pool regular": 0, "poland regular": 1},
        False,
    ),
    "prague_spring_rising": ({}, (), {"resources": 6}, False),
}


def test_all_strategic_events_are_in_the_table() -> None:
    assert set(EVENTS) == {card.id for card in T.strategic}


@pytest.mark.rule("other_side", "7g")
@pytest.mark.rule("other_side", "0a")
@pytest.mark.rule("other_side", "2.1c")
@pytest.mark.parametrize("card", EVENTS)
def test_what_a_strategic_event_does(card: str) -> None:
    before, given, expected, again = EVENTS[card]
    g = deck(position(**before), strategic=[card])
    seen = look(g)
    events.draw_strategic(g, 0)
    go_on(g)
    answers(g, *given)
    assert idle(g) and changes(seen, g) == expected
    assert g.strategic_next == ([T.strategic_index[card]] if again else []) and not g.strategic_deck
    assert g.soviet_dice == (1 if card == "siberian_divisions" else 0)
    assert T.strategic[T.strategic_index[card]].name in log(g)


# Where it does not apply: the position, and where the card goes; its Event must not happen.
NOT_NOW: list[tuple[str, dict[str, Any], str]] = [
    ("phony_war", {"tracks": {"france": "vichy"}}, "out"),
    ("italy_defeated_in_africa", {"tracks": {"italy": "intervention"}, **NO_MISFORTUNE}, "out"),
    ("italy_defeated_in_africa", {"tracks": {"italy": "independence"}}, "next"),
    ("battle_of_britain", {"tracks": {"france": "third_republic", **WARFARE}}, "out"),
    ("siberian_divisions", {"tracks": {"ussr": 2}}, "next"),
    ("vichy_collapse", {"tracks": {"france": "ffl"}}, "out"),
    ("vichy_collapse", {"tracks": {"france": "third_republic"}}, "next"),
    ("vichy_collapse", {"tracks": {"france": "vichy"}}, "next"),
    ("second_happy_time", {"tracks": {"usa": 2, "ussr": "war", **WARFARE}}, "out"),
    ("italy_surrenders", {"tracks": {"italy": "occupation"}, **NO_MISFORTUNE}, "out"),
    ("italy_surrenders", {"tracks": {"italy": "independence"}, **NO_MISFORTUNE}, "out"),
    ("italy_surrenders", {"align": {"southern_italy": "satellite"}}, "next"),
    ("black_may", {"tracks": {"usa": 1, **WARFARE}, **NO_MISFORTUNE}, "out"),
    ("coup_attempt", {"orchestra": {"ludwig_beck": 0, "hans_oster": 0}, "tracks": {"fanaticism": 1}}, "next"),
    ("romania_changes_sides", {"align": {"ukraine": "soviet"}}, "out"),
    ("romania_changes_sides", {"align": {"romania_bulgaria": "satellite"}}, "next"),
    ("finnish_armistice", NO_MISFORTUNE, "out"),
    ("finnish_armistice", {"align": {"finland": "satellite"}}, "next"),
]


@pytest.mark.rule("other_side", "7d")
@pytest.mark.rule("other_side", "7f")
@pytest.mark.parametrize("row", range(len(NOT_NOW)), ids=lambda n: NOT_NOW[n][0])
def test_where_a_strategic_event_does_not_apply(row: int) -> None:
    card, before, goes = NOT_NOW[row]
    g = deck(position(**before), strategic=[card])
    seen = look(g)
    events.draw_strategic(g, 0)
    go_on(g)
    assert idle(g) and changes(seen, g) == {} and not g.strategic_deck
    assert g.strategic_next == ([T.strategic_index[card]] if goes == "next" else [])


# Where its own condition leaves its Event out, the card being resolved all the same.
OTHERWISE: list[tuple[str, dict[str, Any]]] = [
    ("yugoslav_coup", {"align": {"yugoslavia": "occupied"}, "tracks": {"ussr": "war"}}),
    ("arctic_convoys", {"tracks": {"ussr": "war", **WARFARE}}),
    ("fuel_shortage", {"align": {"caucasus": "occupied"}, **NO_MISFORTUNE}),
    ("fuel_shortage", {"align": {"egypt": "occupied"}, **NO_MISFORTUNE}),
    ("warsaw_uprising", {"align": {"poland": "disputed 1/2 soviet"}, "armies": {"poland": "panzer"}}),
]


@pytest.mark.rule("other_side", "7h")
@pytest.mark.parametrize("row", range(len(OTHERWISE)))
def test_what_is_left_out(row: int) -> None:
    card, before = OTHERWISE[row]
    g = deck(position(**before), strategic=[card])
    seen = look(g)
    events.draw_strategic(g, 0)
    go_on(g)
    assert idle(g) and changes(seen, g) == {} and not g.strategic_next


# What is resolved at the end of its year if it was not drawn.
OBLIGATORY = {
    "winter_war",
    "destroyers_for_bases",
    "italy_defeated_in_africa",
    "soviet_expansion",
    "lend_lease",
    "yugoslav_coup",
    "death_of_udet",
    "vichy_collapse",
    "doenitz_takes_command",
    "unconditional_surrender",
    "italy_surrenders",
    "coup_attempt",
    "romania_changes_sides",
    "finnish_armistice",
    "yalta_conference",
}


@pytest.mark.rule("other_side", "7b")
@pytest.mark.rule("other_side", "5.1.3")
@pytest.mark.parametrize("card", EVENTS)
def test_a_left_over_strategic_event(card: str) -> None:
    before, given, expected, _ = EVENTS[card]
    dice = before.get("dice")
    if dice is not None:
        before = {**before, "dice": dice[1:]}  # there is no misfortune
    g = deck(position(**before), strategic=[card])
    seen = look(g)
    begin(g, events.Leftovers())
    kept = {name: n for name, n in expected.items() if name in ("usa", "ussr")}
    if card in OBLIGATORY:
        answers(g, *given)
        kept = expected
    assert idle(g) and changes(seen, g) == kept and not g.strategic_next and not g.strategic_deck


# --- Military Directives: a position that meets the objectives, one that misses them, what success changes

Campaign = tuple[dict[str, str], dict[str, str], dict[str, Any], Values]
SOVIETS_WAIT: Values = {"soviet_skips": skip(1941, "summer_ops_2")}
WEST_WAITS: Values = {"west_skips": skip(1941, "summer_ops_2")}
CAMPAIGNS: dict[str, Campaign] = {
    "fall_weiss": (
        {"poland": "disputed 3/4 western"},
        {"poland": "disputed 2/3 western"},
        {},
        {
            "poland": "occupied",
            "axis poland": 4,
            "ally poland": 0,
            "country poland": "occupied",
            "resources": 8,
            "fanaticism": 6,
        },
    ),
    "weseruebung": (
        {"denmark_norway": "disputed 3/4 western"},
        {"denmark_norway": "disputed 2/3 western"},
        {},
        {
            "denmark_norway": "occupied",
            "axis denmark_norway": 4,
            "ally denmark_norway": 0,
            "country denmark_norway": "occupied",
            "resources": 8,
            "air_west": 4,
        },
    ),
    "fall_gelb": (
        {
            "belgium_holland": "occupied",
            "northern_france": "disputed 2/3 western",
            "southern_france": "disputed 1/2 western",
            "northern_africa": "western",
        },
        {"belgium_holland": "disputed 2/3 western", "northern_france": "disputed 2/3 western"},
        {"tracks": {"france": "third_republic"}},
        {
            "france": "vichy",
            "northern_france": "occupied",
            "axis northern_france": 4,
            "ally northern_france": 0,
            "southern_france": "neutral",
            "axis southern_france": 2,
            "ally southern_france": 0,
            "northern_africa": "neutral",
            "ally northern_africa": 0,
            "resources": 8,
            "fanaticism": 7,
            "country france": "neutral",
        },
    ),
    "seeloewe": (
        {"great_britain": "disputed 2/3 western"},
        {"great_britain": "disputed 1/2 western"},
        {"tracks": {"warfare": 1}},
        {
            "great_britain": "occupied",
            "axis great_britain": 4,
            "ally great_britain": 0,
            "country great_britain": "occupied",
            "resources": 8,
            "fanaticism": 7,
            "warfare": 2,
        },
    ),
    "felix": ({"gibraltar": "occupied"}, {"gibraltar": "western"}, {}, {"air_south": 4}),
    "polarfuchs": (
        {"sweden": "disputed 2/3 western"},
        {"sweden": "disputed 1/2 western"},
        {},
        {
            "sweden": "occupied",
            "axis sweden": 3,
            "ally sweden": 0,
            "country sweden": "occupied",
            "resources": 8,
            "unrest": 1,
        },
    ),
    "marita": (
        {"yugoslavia": "disputed 2/3 western", "greece": "disputed 1/2 western"},
        {"yugoslavia": "disputed 1/2 western", "greece": "occupied"},
        {},
        {
            "yugoslavia": "occupied",
            "axis yugoslavia": 3,
            "ally yugoslavia": 0,
            "country yugoslavia": "occupied",
            "greece": "occupied",
            "axis greece": 2,
            "ally greece": 0,
            "country greece": "occupied",
        },
    ),
    "merkur": ({"crete": "occupied"}, {"crete": "western"}, {}, {"air_south": 4, "fanaticism": 6}),
    "sonnenblume": (
        {"libya": "satellite", "egypt": "disputed 1/2 western"},
        {"libya": "satellite", "egypt": "western"},
        {},
        {"air_south": 4},
    ),
    "barbarossa_i": (
        {
            "baltic_states": "disputed 3/4 soviet",
            "belarus": "disputed 1/2 soviet",
            "ukraine": "disputed 2/3 soviet",
        },
        {
            "baltic_states": "disputed 3/4 soviet",
            "belarus": "disputed 1/2 soviet",
            "ukraine": "disputed 1/2 soviet",
        },
        {},
        {"fanaticism": 6, **SOVIETS_WAIT},
    ),
    "barbarossa_ii": (
        {
            "northern_russia": "disputed 1/2 soviet",
            "central_russia": "disputed 1/2 soviet",
            "southern_russia": "disputed 1/2 soviet",
        },
        {"northern_russia": "disputed 1/2 soviet", "central_russia": "disputed 1/2 soviet"},
        {},
        {"fanaticism": 6, **SOVIETS_WAIT},
    ),
    "taifun": (
        {"central_russia": "disputed 3/4 soviet"},
        {"central_russia": "disputed 2/3 soviet"},
        {},
        {"fanaticism": 7, "bonus turkey": 1, **SOVIETS_WAIT},
    ),
    "silberfuchs": (
        {"northern_russia": "disputed 2/3 soviet"},
        {"northern_russia": "disputed 1/2 soviet"},
        {"tracks": {"warfare": 1}},
        {"warfare": 2},
    ),
    "herkules": ({"malta": "occupied"}, {"malta": "western"}, {}, {"air_south": 4}),
    "theseus": (
        {"egypt": "occupied", "libya": "satellite"},
        {"egypt": "disputed 2/3 western"},
        {},
        {"fanaticism": 6, "bonus turkey": 1},
    ),
    "fall_blau": (
        {"southern_russia": "disputed 3/4 soviet", "donbass_crimea": "occupied"},
        {"southern_russia": "disputed 3/4 soviet", "donbass_crimea": "disputed 2/3 soviet"},
        {},
        {"fanaticism": 6, **SOVIETS_WAIT},
    ),
    "edelweiss": (
        {"southern_russia": "occupied", "caucasus": "disputed 1/2 soviet"},
        {"southern_russia": "disputed 3/4 soviet", "caucasus": "disputed 1/2 soviet"},
        {},
        {"fanaticism": 6, "resources": 8},
    ),
    "nordlicht": (
        {"northern_russia": "disputed 3/4 soviet"},
        {"northern_russia": "disputed 2/3 soviet"},
        {},
        {
            "northern_russia": "occupied",
            "axis northern_russia": 4,
            "ally northern_russia": 0,
            "country ussr": "occupied",
            "fanaticism": 6,
        },
    ),
    "backhand_blow": (
        {"southern_russia": "disputed 1/2 soviet"},
        {"southern_russia": "soviet"},
        {},
        {"fanaticism": 6, **SOVIETS_WAIT},
    ),
    "zitadelle": (
        {"central_russia": "disputed 1/2 soviet", "southern_russia": "disputed 2/3 soviet"},
        {"central_russia": "disputed 1/2 soviet", "southern_russia": "disputed 1/2 soviet"},
        {},
        {"fanaticism": 6, "air_east": 4, **SOVIETS_WAIT},
    ),
    "luettich": ({}, {}, {}, {"fanaticism": 6, **WEST_WAITS}),
    "wacht_am_rhein": (
        {"belgium_holland": "occupied"},
        {"belgium_holland": "disputed 2/3 western"},
        {},
        {"fanaticism": 6, "air_west": 4, **WEST_WAITS},
    ),
    "fruehlingserwachen": (
        {"hungary": "disputed 2/3 soviet"},
        {"hungary": "disputed 1/2 soviet"},
        {},
        {"fanaticism": 6, **SOVIETS_WAIT},
    ),
    "fall_rot": (
        {
            "northern_france": "occupied",
            "southern_france": "disputed 2/3 western",
            "belgium_holland": "occupied",
        },
        {"northern_france": "occupied", "southern_france": "disputed 1/2 western"},
        {"tracks": {"france": "third_republic"}},
        {
            "france": "vichy",
            "southern_france": "neutral",
            "ally southern_france": 0,
            "country france": "neutral",
            "fanaticism": 6,
        },
    ),
    "wintergewitter": (
        {"southern_russia": "disputed 3/4 soviet"},
        {"southern_russia": "disputed 2/3 soviet"},
        {},
        {"fanaticism": 6},
    ),
    "nordwind": (
        {"southern_france": "disputed 2/3 western"},
        {"southern_france": "disputed 1/2 western"},
        {},
        {"fanaticism": 6, **WEST_WAITS},
    ),
}


def test_all_military_directives_are_in_the_table() -> None:
    assert set(CAMPAIGNS) == {d.id for d in T.directives if d.deck == MILITARY}


@pytest.mark.rule("other_side", "4.7.1")
@pytest.mark.rule("other_side", "4.7.1c")
@pytest.mark.rule("other_side", "0a")
@pytest.mark.parametrize("card", CAMPAIGNS)
def test_what_the_success_of_a_campaign_brings(card: str) -> None:
    met, _, more, expected = CAMPAIGNS[card]
    g = position(align=met, directives={card: "active"}, **more)
    seen = look(g)
    begin(g, Objectives())
    assert idle(g) and changes(seen, g) == expected and g.directives[directive(g, card)] == DISCARDED


@pytest.mark.rule("other_side", "4.7.1")
@pytest.mark.parametrize("card", CAMPAIGNS)
def test_where_a_campaign_has_not_succeeded(card: str) -> None:
    _, missed, more, _ = CAMPAIGNS[card]
    g = position(align=missed, landings={"greece": 2} if card == "luettich" else {}, **more)
    assert not achieved(g, directive(g, card))


def test_a_list_of_effects_is_found_by_where_it_stands() -> None:
    card = T.strategic_index["yugoslav_coup"]
    g = position()
    assert effects.listed_at(g, OF_STRATEGIC, card, (0, 0))[0].op == 14
    assert effects.listed_at(g, OF_STRATEGIC, card, (0, 1)) == []
