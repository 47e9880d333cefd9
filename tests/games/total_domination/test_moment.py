"""Which phase it is and for which powers something is asked."""

import pytest

from sandtable.engine.match import Match
from sandtable.games.total_domination import sequence
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.cards.intelligence import Replace
from sandtable.games.total_domination.table import current_phase
from sandtable.games.total_domination.testing import position
from tests.games.total_domination.clicks import GAME, game, play_keys, table
from tests.games.total_domination.moments import moments


def board(m: Match) -> Board:
    g = m.state
    assert isinstance(g, Board)
    return g


def marked(m: Match, seat: int | None) -> list[str]:
    """The powers that the table marks for a seat."""
    rows = next(p.rows for p in GAME.scene(m.state, seat).panels if p.title == "Powers")
    return [row[0].removeprefix("» ") for row in rows if row[0].startswith("» ")]


def subtitle(m: Match, seat: int | None = None) -> str:
    """What stands above the table."""
    return GAME.scene(m.state, seat).subtitle.partition(" · ")[0]


@pytest.mark.rule("total_domination", "4.0a")
def test_the_phases_of_a_year() -> None:
    m = game()
    assert subtitle(m) == "1939, Strategic phase: draft" and m.view(0)["position"]["phase"] == "strategic"
    seen: list[str] = []
    while m.prompts and board(m).year() == 1939:
        told = subtitle(m).partition(": ")[0]
        if told not in seen[-1:]:
            seen.append(told)
        m.play(m.prompts[0].choices[0], m.prompts[0].seat)
    assert seen == ["1939, Strategic phase", "1939, Action phase"]
    assert subtitle(game("solo")) == "1939, Strategic phase: new hand"
    assert subtitle(game(set_up="free")) == "1939, Set-up: Soviet Union"
    g = position()
    for stage, phase in (
        (sequence.DEAL, "set_up"),
        (sequence.EXCHANGE, "strategic"),
        (sequence.ACTIONS, "strategic"),
        (sequence.VICTORY, "action"),
        (sequence.PARTNERS, "administrative"),
        (sequence.REVEAL, "administrative"),
    ):
        g.agenda[:] = [sequence.Round(stage)]
        assert current_phase.PHASE_IDS[current_phase.phase(g)] == phase


def test_in_the_draft_everybody_sees_the_own_powers_marked() -> None:
    m = game()
    assert [marked(m, seat) for seat in range(4)] == [
        ["Germany"],
        ["United Kingdom"],
        ["Japan"],
        ["Soviet Union"],
    ]
    assert marked(m, None) == []
    m.play(board(m).choices(2)[0], 2)
    assert marked(m, 2) == [] and marked(m, 1) == ["United Kingdom"]
    assert marked(game("two_players"), 1) == ["United Kingdom", "Soviet Union"]


def test_who_replaces_a_card_is_marked_for_all() -> None:
    m = table(Replace(1), stage=sequence.ESPIONAGE, year=1940, hands={"uk": ["u01"]})
    assert subtitle(m) == "1940, Strategic phase: replacement of cards"
    assert marked(m, 0) == marked(m, None) == ["United Kingdom"]
    common = table(Replace(1), stage=sequence.ESPIONAGE, mode="two_players", hands={"uk": ["u01"]})
    assert marked(common, 0) == ["United Kingdom", "Soviet Union"]
    apart = table(Replace(3), stage=sequence.ESPIONAGE, mode="three_players_allies", hands={"ussr": ["r01"]})
    assert marked(apart, 0) == ["Soviet Union"]


@pytest.mark.parametrize("name", moments.kinds)
def test_the_powers_that_are_marked_are_those_of_the_player_who_is_asked(name: str) -> None:
    for m in moments()[name]:
        g = board(m)
        for prompt in m.prompts:
            found = current_phase.acting(g, prompt.seat)
            assert found and all(g.seat_of[p] == prompt.seat for p in found)
            if name != "Draft":
                assert current_phase.acting(g, None) == found


def test_when_the_game_is_over_nobody_is_marked() -> None:
    m = game(seed=3)
    g = board(m)
    while m.prompts:
        m.play(m.prompts[0].choices[0], m.prompts[0].seat)
    assert m.result is not None and marked(m, 0) == []
    assert m.view(None)["position"]["phase"] == "" and subtitle(m) == str(g.year())


def test_cards_to_choose_from_are_shown_with_what_they_do() -> None:
    m = table(hands={"germany": ["g10"]}, discards=["u11", "r01"])
    play_keys(m, "card:g10 button:event")
    rows = next(p.rows for p in GAME.scene(m.state, 0).panels if p.title == "To choose from")
    assert [row[0] for row in rows] == ["Ankara Treaty (3)", "Deep Battle (6)"]
    assert rows[0][1].startswith("Arsenal. British event: ")
    for seat in (1, None):
        assert all(p.title != "To choose from" for p in GAME.scene(m.state, seat).panels)


def test_what_is_kept_in_the_draft_is_shown_to_its_player() -> None:
    m = game(seed=7)
    first = m.prompt_for(0)
    assert first is not None
    m.play(first.choices[0], 0)
    label = GAME.label(m.state, first.choices[0])
    assert [p.title for p in GAME.scene(m.state, 0).panels if any(r[0] == label for r in p.rows)] == [
        "Kept by Germany"
    ]
    assert label not in str(GAME.scene(m.state, 1).panels)
