"""Which power may play which event; Tactics, Science and Peace. [7.0] [7.1] [7.3] [7.5]"""

from typing import Any

import pytest

from sandtable.engine.choice import DONE
from sandtable.engine.rng import Rng
from sandtable.games.total_domination.bot.card_values import uses
from sandtable.games.total_domination.bot.weights import BASE
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.odds import fights
from sandtable.games.total_domination.rules.action_phase import Turn
from sandtable.games.total_domination.rules.cards import card_events, technology
from sandtable.games.total_domination.rules.operations.operations import Operate
from sandtable.games.total_domination.rules.secrets import resample, sees
from sandtable.games.total_domination.table.scene import build_panels
from sandtable.games.total_domination.table.view import build_view
from sandtable.games.total_domination.testing import card, position, power
from tests.games.total_domination.driving import begin, click, idle, log, offers, refused
from tests.games.total_domination.playing import EXAMPLES, place_of, play, player


def may(g: Board, name: str) -> bool:
    """Whether the power on turn may play the event of a card."""
    return card_events.can_play(g, g.power, card(g, name))


def on_turn(g: Board, who: str) -> Board:
    """Give the turn to a power."""
    g.power = power(g, who)
    return g


def why(g: Board, name: str) -> str:
    """The rule by which the power on turn may not play the event of a card."""
    assert not may(g, name)
    refusal = card_events.why_play(g, g.power, card(g, name))
    assert refusal.text.endswith(".")
    return refusal.rule


def worth(g: Board, who: str, name: str) -> int:
    """What a card is worth in points to a power."""
    return g.value(power(g, who), card(g, name))


def top(g: Board, name: str) -> Board:
    """Make a card the only one of the draw deck, so that it will be turned up."""
    for number in g.cards_in(const.DECK):
        g.lay(number, const.BOX)
    g.lay(card(g, name), const.DECK)
    return g


# --- whose event


@pytest.mark.rule("total_domination", "3.3d")
@pytest.mark.rule("total_domination", "7.0a")
def test_an_event_is_for_the_power_of_its_colour() -> None:
    g = position(hands={"germany": ["g04", "j04", "r04"]})
    assert may(g, "g04")
    assert why(g, "j04") == "7.0a"  # not even for the teammate
    assert why(g, "r04") == "7.0a"
    assert why(position(mode="two_players", hands={"germany": ["j04"]}), "j04") == "7.0a"  # [10.1]


@pytest.mark.rule("total_domination", "7.0b")
@pytest.mark.parametrize(
    ("nation", "player", "mate", "name"), [("us", "uk", "ussr", "us3"), ("china", "ussr", "uk", "cn2")]
)
def test_events_of_additional_powers_wait_until_they_join(
    nation: str, player: str, mate: str, name: str
) -> None:
    g = position(hands={player: [name]}, turn=player)
    assert why(g, name) == "7.0b"
    g = position(hands={player: [name]}, joined=[nation], turn=player)
    assert may(g, name)
    g = position(hands={mate: [name]}, joined=[nation], turn=mate)
    assert why(g, name) == "7.0a"
    assert why(position(hands={"japan": [name]}, turn="japan"), name) == "7.0a"


@pytest.mark.rule("total_domination", "12.1a")
def test_rise_of_the_axis_has_no_events() -> None:
    g = position(scenario="rise_of_the_axis", hands={"germany": ["g04", "g02", "g11", "g06"]})
    for name in ("g04", "g02", "g11", "g06"):
        assert why(g, name) == "12.1a"
    assert worth(g, "germany", "g02") == 5  # the higher value of a card is its event [R29]


# --- Tactics


@pytest.mark.rule("total_domination", "7.1.Aa")
def test_plus_one_lies_before_the_player_or_the_teammate() -> None:
    g = play(position(hands={"germany": ["g04"]}), "g04")
    assert offers(g) == ["power:germany", "power:japan"]
    assert refused(g, "power:uk").rule == "7.1.Aa"
    assert refused(g, "area:poland").rule == "7.1.Aa"
    assert refused(g, "button:done").rule == "7.1.Aa"
    click(g, "power:japan")
    assert idle(g) and place_of(g, "g04") == const.BEFORE + 2
    assert worth(g, "japan", "u06") == 6 and worth(g, "germany", "u06") == 5
    assert log(g)[-1] == "Mission Command (4) lies before Japan: 1 more on later cards."


@pytest.mark.rule("total_domination", "7.1.Ab")
def test_minus_one_lies_before_an_opponent() -> None:
    g = play(position(hands={"ussr": ["r05"]}, turn="ussr"), "r05")
    assert offers(g) == ["power:germany", "power:japan"]
    assert refused(g, "power:uk").rule == "7.1.Ab"
    click(g, "power:germany")
    assert idle(g) and place_of(g, "r05") == const.BEFORE
    assert worth(g, "germany", "u06") == 4 and worth(g, "japan", "u06") == 5
    assert log(g)[-1] == "General Winter (4) lies before Germany: 1 less on later cards."


@pytest.mark.rule("total_domination", "7.1.Ac")
def test_tactics_cards_before_a_power_add_up() -> None:
    g = position(tactics={"germany": ["g04"]}, hands={"japan": ["j04"], "uk": ["u05"], "ussr": ["r05"]})
    assert worth(g, "germany", "u06") == 6
    play(g, "j04", "japan")
    click(g, "power:germany")
    assert worth(g, "germany", "u06") == 7
    play(g, "u05", "uk")
    click(g, "power:germany")
    assert worth(g, "germany", "u06") == 6
    play(g, "r05", "ussr")
    click(g, "power:germany")
    assert worth(g, "germany", "u06") == 5


@pytest.mark.rule("total_domination", "7.1.Aa")
@pytest.mark.rule("total_domination", "7.1.Ab")
@pytest.mark.rule("total_domination", "7.1.B")
def test_tactics_value_then_modifier() -> None:
    row = EXAMPLES["tactics_value_then_modifier"]
    g = position(tactics={"germany": ["g04", "j04", "u05"]}, hands={"germany": ["g02"]})
    assert worth(g, "germany", row["actions"][0]["card"]) == row["expect"]["ops"] == 7


@pytest.mark.rule("total_domination", "7.1.B")
@pytest.mark.rule("total_domination", "7.0a")
def test_tactics_foreign_colour() -> None:
    row = EXAMPLES["tactics_foreign_colour"]
    g = position(hands={"ussr": ["g02"]}, turn="ussr")
    assert worth(g, "ussr", row["actions"][0]["card"]) == row["expect"]["ops"] == 5


@pytest.mark.rule("total_domination", "7.1.B")
def test_value_cards_are_not_played_as_events() -> None:
    g = position(hands={"germany": ["g01"]})
    assert why(g, "g01") == "7.1.B"
    assert "counts 7" in card_events.why_play(g, 0, card(g, "g01")).text


# --- Science


@pytest.mark.rule("total_domination", "7.3")
def test_science_develops_a_card_of_the_discard_pile() -> None:
    g = position(hands={"germany": ["g10", "g01"]}, discards=["u10", "g03", "j12"], techs={"uk": ["radar"]})
    play(g, "g10")
    # Attack Aircraft lacks what it needs.
    assert offers(g) == ["card:u10", "card:j12"]
    assert refused(g, "card:g03").rule == "8.0f"
    assert refused(g, "card:g01").rule == "7.3"  # in the hand
    assert refused(g, "card:g10").rule == "7.3"  # itself
    assert refused(g, "area:poland").rule == "7.3"
    assert refused(g, "button:pass").rule == "7.3"
    click(g, "card:u10")
    assert idle(g)
    assert place_of(g, "u10") == const.DOWN and place_of(g, "g10") == const.DISCARDED
    assert place_of(g, "j12") == const.DISCARDED
    assert g.techs[0] == 0
    technology.reveal(g)
    assert place_of(g, "u10") == const.ACTIVE


@pytest.mark.rule("total_domination", "7.3")
@pytest.mark.rule("total_domination", "8.0c")
def test_science_is_the_one_development_of_the_round() -> None:
    g = position(hands={"germany": ["g10", "g01"]}, discards=["u10", "j12"])
    click(play(g, "g10"), "card:j12")
    assert not technology.can_develop(g, 0, card(g, "g01"))
    g = position(hands={"germany": ["g10"]}, discards=["u10"], down={"germany": "g01"})
    assert why(g, "g10") == "8.0c"


@pytest.mark.rule("total_domination", "7.3")
def test_science_needs_a_card_that_can_be_developed() -> None:
    assert why(position(hands={"germany": ["g10"]}), "g10") == "7.3"
    g = position(hands={"germany": ["g10"]}, discards=["g03", "g09"])
    assert why(g, "g10") == "7.3"
    g = position(hands={"germany": ["g10"]}, discards=["g03", "u10"], techs={"germany": ["radar"]})
    assert why(g, "g10") == "7.3"


@pytest.mark.rule("total_domination", "7.3")
def test_which_card_science_takes_is_a_secret() -> None:
    g = position(hands={"germany": ["g10"]}, discards=["u10", "j12"])
    click(play(g, "g10"), "card:u10")
    assert g.known == [0] * 4
    taken = "takes Boffins (5) out of the discard pile and lays it face down to develop Radar."
    assert log(g, 0)[-1] == f"Germany {taken}"
    for seat in (1, 2, 3, None):
        told = "Germany takes a card out of the discard pile and lays it face down as a technology."
        assert log(g, seat)[-1] == told and "Boffins" not in " ".join(log(g, seat))
        view = build_view(g, seat)
        assert view["discards"] == ["g10", "u10", "j12"] and view["taken_from_discards"] == 1
        assert view["powers"]["germany"]["face_down"] == 1 and "developing" not in view["powers"]["germany"]
        rows = [row for panel in build_panels(g, seat) for row in panel.rows]
        assert ("Science", "1 card of the pile lies face down as a technology") in rows
    own = build_view(g, 0)
    assert own["discards"] == ["g10", "j12"] and "taken_from_discards" not in own
    assert own["powers"]["germany"]["developing"] == ["u10"]
    technology.reveal(g)
    assert g.piles == [0] * 4
    assert build_view(g, 1)["discards"] == ["g10", "j12"]


@pytest.mark.rule("total_domination", "7.3")
def test_who_plays_science_later_looks_the_pile_through() -> None:
    g = position(hands={"germany": ["g10"], "uk": ["u10"]}, discards=["r02", "j12"], turn="germany")
    click(play(g, "g10"), "card:r02")
    assert may(on_turn(g, "uk"), "u10")
    before = g.revealed
    play(on_turn(g, "uk"), "u10")
    assert g.revealed > before and sees(g, 1, card(g, "r02")) and not sees(g, 2, card(g, "r02"))
    assert offers(g) == ["card:j12"] and refused(g, "card:r02").rule == "7.3"
    assert build_view(g, 1)["discards"] == ["g10", "j12"]
    assert build_view(g, 2)["discards"] == ["g10", "j12", "r02"]
    click(g, "card:j12")
    assert build_view(g, 1)["discards"] == ["g10", "u10"] and "taken_from_discards" not in build_view(g, 1)
    view = build_view(g, 0)  # Germany knows its own card
    assert view["discards"] == ["g10", "u10", "j12"] and view["taken_from_discards"] == 1
    both = build_view(g, 2)
    assert both["discards"] == ["g10", "u10", "j12", "r02"] and both["taken_from_discards"] == 2
    for seat in (0, 1, 2):
        for seed in range(9):
            other = g.copy()
            resample(other, seat, Rng(seed))
            assert build_view(other, seat) == build_view(g, seat)
            assert build_panels(other, seat) == build_panels(g, seat)


@pytest.mark.rule("total_domination", "7.3")
def test_science_may_find_that_the_only_fit_card_has_been_taken() -> None:
    g = position(
        hands={"germany": ["g10"], "uk": ["u10"]},
        discards=["g03", "r02"],
        techs={"uk": ["rocket"], "germany": []},
        turn="germany",
    )
    click(play(g, "g10"), "card:r02")  # Tank Armies; what is left are Attack Aircraft and a second Rocket
    assert may(on_turn(g, "uk"), "u10")  # for all that the United Kingdom can tell
    play(on_turn(g, "uk"), "u10")
    assert idle(g) and place_of(g, "u10") == const.DISCARDED and not g.developed >> 1 & 1
    told = "United Kingdom finds no technology in the discard pile that it can develop."
    assert log(g, 2)[-1] == told
    # with an empty pile Science cannot be played at all
    g = position(hands={"germany": ["g10"], "uk": ["u10"]}, discards=["r02"], turn="germany")
    click(play(g, "g10"), "card:r02")
    g.discard(card(g, "g10"))
    g.lay(card(g, "g10"), const.ACTIVE)
    assert why(on_turn(g, "uk"), "u10") == "7.3"


@pytest.mark.rule("total_domination", "7.3")
def test_when_the_pile_becomes_the_deck_what_science_took_is_a_hidden_card_like_any_other() -> None:
    g = position(hands={"germany": ["g10"]}, discards=["u10", "j12"])
    click(play(g, "g10"), "card:u10")
    for c in g.cards_in(const.DECK):
        g.lay(c, const.BOX)
    g.lay(g.draw(), const.HAND + 1)
    assert g.piles == [0] * 4
    view = build_view(g, 2)
    assert view["discards"] == [] and "taken_from_discards" not in view
    other = g.copy()
    resample(other, 2, Rng(4))
    assert build_view(other, 2) == view


@pytest.mark.rule("total_domination", "7.3")
def test_bots_reckon_with_the_pile_as_they_know_it() -> None:
    g = position(hands={"germany": ["g10"], "uk": ["u10"]}, discards=["r02", "j12"], turn="germany")
    click(play(g, "g10"), "card:r02")
    other = position(hands={"germany": ["g10"], "uk": ["u10"]}, discards=["r02", "j12"], turn="germany")
    click(play(other, "g10"), "card:j12")
    for board in (g, other):
        board.power = 1
    seen, same = ([w for w, _ in uses(b, 1, card(b, "u10"), BASE[const.ALLIES])] for b in (g, other))
    assert seen == same
    assert fights.heaps(g, 1, list(g.t.card_ops)) == fights.heaps(other, 1, list(g.t.card_ops))


# --- Peace


@pytest.mark.rule("total_domination", "7.5")
def test_peace_card() -> None:
    row = EXAMPLES["peace_card"]
    move: dict[str, Any] = row["actions"][0]
    g = top(position(joined=["us"], hands={"uk": ["us4"]}, turn="uk"), "r13")
    assert g.t.card_ops[card(g, "r13")] == move["reveals_ops"]
    seen = g.revealed
    play(g, move["card"], move["by"])
    step = g.agenda[-1]
    assert isinstance(step, Operate) and step.points == row["expect"]["ops"] == 4
    assert place_of(g, "us4") == const.IN_PLAY and place_of(g, "r13") == const.IN_PLAY
    assert g.revealed > seen
    click(g, "button:done")
    assert idle(g) and place_of(g, "us4") == const.DISCARDED and place_of(g, "r13") == const.DISCARDED


@pytest.mark.rule("total_domination", "7.5")
@pytest.mark.parametrize(
    ("turned_up", "tactics", "points"),
    [
        ("g01", [], 8),  # its own colour counts 7
        ("u01", [], 7),
        ("u14", [], 4),  # another Peace card counts what it prints
        ("u01", ["g04", "j04"], 9),  # once for both cards
        ("u14", ["u05", "r05"], 2),
    ],
)
def test_peace_adds_one_to_the_card_it_turns_up(turned_up: str, tactics: list[str], points: int) -> None:
    g = top(position(hands={"germany": ["g14"]}, tactics={"germany": tactics}), turned_up)
    play(g, "g14")
    step = g.agenda[-1]
    assert isinstance(step, Operate) and step.points == points


@pytest.mark.rule("total_domination", "7.5")
def test_peace_draws_from_the_pile_when_the_deck_is_empty_and_needs_a_card() -> None:
    g = top(position(hands={"germany": ["g14"]}), "u06")
    g.lay(card(g, "u06"), const.DISCARDED)
    assert may(g, "g14")
    play(g, "g14")
    step = g.agenda[-1]
    assert isinstance(step, Operate) and step.points == 6
    g = top(position(hands={"germany": ["g14"]}), "u06")
    g.lay(card(g, "u06"), const.HAND + 1)
    assert why(g, "g14") == "7.5"


# --- events without effect


@pytest.mark.rule("total_domination", "13.0.9")
def test_blank_events_of_the_solo_game() -> None:
    g = position(scenario="solo", mode="solo", turn="uk", hands={"uk": ["u05", "u08", "u04", "u09", "u07"]})
    assert why(g, "u05") == "13.0.9"  # -1
    assert why(g, "u08") == "13.0.9"  # Resistance
    assert may(g, "u04") and may(g, "u07")
    play(g, "u04")
    assert offers(g) == ["power:uk", "power:ussr"]


@pytest.mark.rule("total_domination", "13.0.9")
def test_an_air_fleet_icon_is_blank_in_the_solo_game() -> None:
    g = position(scenario="solo", mode="solo", turn="ussr", hands={"ussr": ["r07"]})
    play(g, "r07")
    assert "kind:ussr_army" in offers(g) and "kind:ussr_air_fleet" not in offers(g)
    assert refused(g, "kind:ussr_air_fleet").rule == "7.2.A"


@pytest.mark.rule("total_domination", "7.2.Da")
def test_without_the_advanced_rules_there_is_no_resistance() -> None:
    g = position(advanced=False, turn="uk", hands={"uk": ["u08"]})
    assert why(g, "u08") == "7.2.Da"


# --- in a turn


@pytest.mark.rule("total_domination", "3.3a")
@pytest.mark.rule("total_domination", "3.3d")
def test_an_event_is_one_of_the_uses_of_a_card_in_a_turn() -> None:
    g = position(hands={"germany": ["g04", "g01", "j04"]})
    begin(g, Turn())
    click(g, "card:g04", "button:event", "power:germany")
    assert idle(g) and place_of(g, "g04") == const.BEFORE
    begin(g, Turn())
    click(g, "card:j04")
    assert refused(g, "button:event").rule == "7.0a"
    g = position(hands={"germany": ["g01"]})
    begin(g, Turn())
    click(g, "card:g01")
    assert refused(g, "button:event").rule == "7.1.B"


@pytest.mark.rule("total_domination", "3.3c")
def test_a_technology_is_one_of_the_uses_of_a_card_in_a_turn() -> None:
    g = position(hands={"germany": ["g04", "g12"]})
    begin(g, Turn())
    click(g, "card:g04", "button:develop")
    assert idle(g) and place_of(g, "g04") == const.DOWN
    begin(g, Turn())
    click(g, "card:g12")
    assert refused(g, "button:develop").rule == "8.0c"


ASKING = [
    pytest.param("g04", [], "7.1.Aa", "with Mission Command (4): click who gets a point more", id="plus one"),
    pytest.param(
        "g05", [], "7.1.Ab", "with Commerce Raiders (4): click who gets a point less", id="minus one"
    ),
    pytest.param("g10", [], "7.3", "Germany with Peenemuende (5): click the card", id="science"),
    pytest.param("g08", [], "7.2", "click a unit to move (1) or an area for a puppet army (2)", id="puppets"),
    pytest.param("g08", ["area:poland"], "7.2.C", "Which army is raised in Poland", id="kind of army"),
]


@pytest.mark.parametrize(("name", "clicks", "rule", "text"), ASKING)
def test_each_step_asks_in_a_sentence_and_can_be_saved(
    name: str, clicks: list[str], rule: str, text: str
) -> None:
    g = position(units={"poland": "german_army"}, hands={"germany": [name]}, discards=["u10"])
    click(play(g, name), *clicks)
    step = g.agenda[-1]
    ask = step.prompt(g, 0)
    assert ask.rule == rule and text in ask.text and ask.text[-1] in ".?"
    again = type(step).unpack(step.pack())
    assert type(again) is type(step) and again.pack() == step.pack()
    assert again.choices(g, 0) == step.choices(g, 0)


@pytest.mark.parametrize("name", ["g04", "g06", "g08", "g10", "g11", "g13", "g14", "u08"])
def test_events_are_the_same_without_a_log(name: str) -> None:
    ends: list[Board] = []
    for silent in (False, True):
        units = {"poland": "german_army", "germany": "german_army"}
        table = {"ussr": ["r12"], "uk": ["u12"]}
        g = position(units=units, hands={player(name): [name]}, discards=["u10"], influence=table)
        if silent:
            g.log = None
        play(g, name, player(name))
        while not idle(g):
            g.apply(g.seats()[0], g.choices(g.seats()[0])[-1])
            if isinstance(g.agenda[-1], Operate):
                g.apply(0, DONE)
        ends.append(g)
    assert ends[0].pack() == ends[1].pack()
