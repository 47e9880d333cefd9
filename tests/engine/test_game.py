"""Set-ups: what a game settles and what it refuses."""

import pytest

from sandtable.engine.errors import BadOption, BrokenRules
from sandtable.engine.game import ensure
from sandtable.engine.state import State
from sandtable.engine.step import Step
from tests.engine.tiny import UNIT, Straits, StraitsGame, build


def test_defaults_are_filled_in() -> None:
    setup = build().settle()
    assert setup == ("ring", 3, {"reactions": "ask", "rounds": 3, "crowded": False}, 0)


def test_what_is_chosen_is_kept() -> None:
    setup = build().settle("duel", 2, {"rounds": 4, "crowded": True}, 99)
    assert setup == ("duel", 2, {"reactions": "ask", "rounds": 4, "crowded": True}, 99)


@pytest.mark.parametrize(
    ("scenario", "players", "options", "seed", "words"),
    [
        ("square", None, {}, 0, "Straits has no scenario 'square'; it has ring, duel."),
        ("ring", 4, {}, 0, "The ring is for 2 or 3 players, not for 4."),
        ("duel", 3, {}, 0, "The duel is for 2 players, not for 3."),
        ("ring", 2, {"round": 3}, 0, "Straits has no option 'round'; it has crowded, reactions, rounds."),
        ("ring", 2, {"rounds": 9}, 0, "Option rounds of Straits can be 2, 3, 4, not 9."),
        ("ring", 2, {"crowded": 1}, 0, "Option crowded of Straits can be true, false, not 1."),
        ("ring", 2, {"rounds": "3"}, 0, "Option rounds of Straits can be 2, 3, 4, not '3'."),
        ("ring", 2, {}, -1, "A seed is a whole number from 0 to 18446744073709551615, not -1."),
        ("ring", 2, {}, 1 << 64, "A seed is a whole number"),
    ],
)
def test_what_a_game_does_not_have_is_refused_in_a_sentence(
    scenario: str, players: int | None, options: dict[str, bool | int | str], seed: int, words: str
) -> None:
    with pytest.raises(BadOption) as refused:
        build().settle(scenario, players, options, seed)
    assert str(refused.value).startswith(words)


def test_each_seat_is_a_team_by_default() -> None:
    game = build()
    assert game.teams(game.settle("ring", 3)) == ((0,), (1,), (2,))
    assert game.teams(game.settle("duel")) == ((0,), (1,))


def test_a_game_without_facts_contradicts_none() -> None:
    assert build().facts() == []


def test_ensure_raises_with_its_words() -> None:
    ensure(True, "fine")
    with pytest.raises(BrokenRules, match="not fine"):
        ensure(False, "not fine")


def test_begin_goes_to_the_first_question() -> None:
    game = build()
    g = game.begin(game.settle(seed=4))
    assert g.seats() == (0, 1, 2) and g.log is None
    assert game.new(game.settle(seed=4)).agenda[-1].__class__.__name__ == "Round"


def test_an_empty_agenda_without_a_result_is_a_defect() -> None:
    with pytest.raises(BrokenRules, match="agenda is empty"):
        Straits(0, 2).advance()


def test_steps_that_go_round_in_circles_are_a_defect() -> None:
    class Idle(Step[State]):
        def run(self, g: State) -> bool:
            return False

    g = Straits(0, 2)
    g.push(Idle())
    with pytest.raises(BrokenRules, match="Idle runs without end"):
        g.advance()


def test_a_fork_has_no_log_and_leaves_that_of_the_original() -> None:
    from sandtable.engine.match import Match

    match = Match.start(StraitsGame(), seed=1)
    new = match.state.fork()
    assert new.log is None
    assert match.state.log is not None
    assert match.state.copy().log is not match.state.log


def test_counters_of_a_kind_in_a_place_have_keys_with_numbers() -> None:
    game = build()
    g = game.new(game.settle("ring", 3, {"crowded": True}))
    assert isinstance(g, Straits)
    first, twin, tank = UNIT, UNIT + 1, UNIT + 2
    keys = [game.key(g, choice) for choice in (first, twin, tank)]
    assert keys == ["unit:red_infantry@north", "unit:red_infantry@north/2", "unit:red_tank@north"]
    assert [game.find(g, key) for key in keys] == [first, twin, tank]
    assert game.find(g, "unit:red_infantry@north/3") == -1
    assert game.find(g, "unit:red_infantry@nowhere") == -1
    g.place[first - UNIT] = 3
    assert game.key(g, twin) == "unit:red_infantry@north"  # the number goes with the place
    g.place[first - UNIT] = -1
    assert game.key(g, first) == game.names.keys[first]
