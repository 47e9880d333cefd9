"""A room: events one by one, undos as undos, every earlier position, the log line by line."""

from typing import Any

import msgspec
import pytest

from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.save import digest
from sandtable.games import SLUGS, load_game
from sandtable.server.loaded_match import STRIDE, Broken, LoadedMatch, Refused
from sandtable.server.store.records import Event
from tests.engine.tiny import CARD, StraitsGame
from tests.server.playing import SEED, Walk, record, standing

STRAITS = StraitsGame()


def game_of(slug: str) -> Game:
    return STRAITS if slug == "straits" else load_game(slug)


def loaded_match(game: Game, seed: int = SEED) -> LoadedMatch:
    return LoadedMatch.start(game, record(game, ["human"] * game.scenarios[0].seats[-1], seed), [])


def seen(match: Match) -> list[Any]:
    """All that anybody can see of a match, and what it is."""
    viewers = [None, *range(match.setup.players)]
    shown = [(match.view(seat), match.log(seat), match.game.scene(match.state, seat)) for seat in viewers]
    # As bytes: a view may share lists with the position it shows.
    return [digest(match.game, match.state), msgspec.json.encode(shown), list(match.history)]


@pytest.mark.parametrize("slug", ["straits", *SLUGS])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_room_rebuilt_from_its_events_is_the_same_room(slug: str, seed: int) -> None:
    """Position, log, history, and who may take back what."""
    game = game_of(slug)
    loaded = loaded_match(game, seed)
    walk = Walk(loaded, seed)

    def compare() -> None:
        if len(walk.events) % 13:
            return
        again = LoadedMatch.start(
            game, record(game, ["human"] * loaded.match.setup.players, seed), walk.events
        )
        assert again.seq == loaded.seq == len(walk.events)
        assert seen(again.match) == seen(loaded.match)
        assert standing(again.match) == standing(loaded.match)
        for number in (0, loaded.seq // 2, loaded.seq):
            assert again.known_lines(number) == loaded.known_lines(number)

    walk.go(150, compare)
    assert any(event.kind == "undo" for event in walk.events)


def test_undo_depends_on_the_way_and_a_rebuilt_room_knows_it() -> None:
    """Another's choice closes the way back even if it was taken back itself."""
    loaded = loaded_match(STRAITS)
    first, second = (loaded.match.state.choices(seat)[0] for seat in (0, 1))
    loaded.play(0, first)
    assert loaded.can_undo(0)
    loaded.play(1, second)
    loaded.undo(1)
    assert not loaded.can_undo(0)
    # What stands alone would allow it.
    net = Match.replay(STRAITS, loaded.match.setup, loaded.match.history)
    assert net.can_undo(0)
    events = [
        Event(1, "choice", 0, first, 0.0),
        Event(2, "choice", 1, second, 0.0),
        Event(3, "undo", 1, -1, 0.0),
    ]
    again = LoadedMatch.start(STRAITS, record(STRAITS, ["human"] * 3), events)
    assert not again.can_undo(0)
    with pytest.raises(Refused, match="nothing to take back"):
        again.undo(0)
    # This seat is not asked any more, so it waits; the others go on.
    again.play(1, second)
    assert again.can_undo(1)


def test_undo_after_undo_and_play_again() -> None:
    loaded = loaded_match(load_game("downfall"))
    start = digest(loaded.game, loaded.match.state)
    first = loaded.match.state.choices(0)
    loaded.play(0, first[0])
    loaded.undo(0)
    assert digest(loaded.game, loaded.match.state) == start
    assert loaded.seq == 2
    loaded.play(0, first[-1])
    assert loaded.match.history == [(0, first[-1])]
    assert loaded.seq == 3


@pytest.mark.parametrize("slug", ["straits", *SLUGS])
def test_every_earlier_position_is_what_was_seen_then(slug: str) -> None:
    """For every viewer, undone choices too, before and behind kept positions."""
    loaded = loaded_match(game_of(slug), 5)
    walk = Walk(loaded, 11, undos=0.2)
    then = [seen(loaded.match)]
    walk.go(3 * STRIDE, lambda: then.append(seen(loaded.match)))
    assert len(then) == loaded.seq + 1
    now = seen(loaded.match)
    for number in [
        *range(0, loaded.seq + 1, 7),
        loaded.seq,
        1,
        0,
        *range(max(0, loaded.seq - 5), loaded.seq),
    ]:
        assert seen(loaded.at(number)) == then[number]
    assert seen(loaded.match) == now


def test_earlier_positions_after_an_undo_behind_a_kept_one() -> None:
    """The kept position goes with the choices that led to it."""
    loaded = loaded_match(load_game("downfall"), 3)
    walk = Walk(loaded, 1, undos=0.0)
    then = [seen(loaded.match)]
    while len(loaded.match.history) != STRIDE or not standing(loaded.match)[0]:
        assert walk.step(), "no place for this test in this game"
        then.append(seen(loaded.match))
        if len(loaded.match.history) > STRIDE + 20:
            pytest.skip("a roll stands at the kept position")
    seat = loaded.match.history[-1][0]
    loaded.undo(seat)
    then.append(seen(loaded.match))
    walk.go(len(walk.events) + 30, lambda: then.append(seen(loaded.match)))
    for number in range(loaded.seq + 1):
        assert seen(loaded.at(number)) == then[number], number


def test_there_is_no_position_outside_the_match() -> None:
    loaded = loaded_match(STRAITS)
    for number in (-1, 1):
        with pytest.raises(Refused, match="no position"):
            loaded.at(number)


def test_a_refused_choice_names_its_rule_and_changes_nothing() -> None:
    loaded = loaded_match(STRAITS)
    before = seen(loaded.match)
    foreign = next(CARD + card for card in range(18) if CARD + card not in loaded.match.state.choices(0))
    with pytest.raises(Refused) as refusal:
        loaded.play(0, foreign)
    assert (refusal.value.text, refusal.value.rule) == ("That card is not in your hand.", "2a")
    assert not refusal.value.stale
    for wrong in ("island:atlantis", "", 10**30, -1, "card:0\x00"):
        with pytest.raises(Refused, match="There is no"):
            loaded.play(0, wrong)
    with pytest.raises(Refused):
        loaded.play(99, 0)
    assert seen(loaded.match) == before
    assert loaded.seq == 0


def test_a_mistake_of_ours_is_told_and_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    game = StraitsGame(bug="crash")
    for seed in range(40):
        loaded = LoadedMatch.start(game, record(game, ["human"] * 3, seed), [])
        walk = Walk(loaded, seed, undos=0.0)
        before = seen(loaded.match)
        try:
            while walk.step():
                before = seen(loaded.match)
        except Refused as error:
            assert "our mistake" in error.text
            assert seen(loaded.match) == before
            assert loaded.seq == len(walk.events)
            assert "ZeroDivisionError" in caplog.text
            return
    raise AssertionError("nobody buried a six")


def test_explain() -> None:
    loaded = loaded_match(STRAITS)
    offered = loaded.match.state.choices(0)
    assert loaded.explain(0, offered[0]).allowed
    foreign = next(CARD + card for card in range(18) if CARD + card not in offered)
    assert loaded.explain(0, foreign) == (False, "That card is not in your hand.", "2a")
    with pytest.raises(Refused, match="There is no"):
        loaded.explain(0, "island:atlantis")
    Walk(loaded, 1, undos=0.0).go(10_000)
    assert loaded.explain(0, 0).text.startswith("The game is over")


def test_a_history_that_does_not_fit_is_refused() -> None:
    entry = record(STRAITS, ["human"] * 3)
    good = loaded_match(STRAITS).match.state.choices(0)[0]
    with pytest.raises(Broken, match="no event 1"):
        LoadedMatch.start(STRAITS, entry, [Event(2, "choice", 0, good, 0.0)])
    told = "Event 1 of this match does not fit the present rules; it began under other ones"
    with pytest.raises(Broken, match=rf"^{told}\. Nothing is lost: the version .* can continue it\.$"):
        LoadedMatch.start(STRAITS, entry, [Event(1, "choice", 0, 0, 0.0)])
    with pytest.raises(Broken, match="Event 1"):
        LoadedMatch.start(STRAITS, entry, [Event(1, "undo", 0, -1, 0.0)])


def test_a_match_may_begin_in_a_position() -> None:
    """As imported saves do; what was chosen before cannot be taken back."""
    loaded = loaded_match(STRAITS, 4)
    walk = Walk(loaded, 3, undos=0.0)
    walk.go(8)
    base = STRAITS.pack_state(loaded.match.state)
    entry = record(STRAITS, ["human"] * 3, base=base)
    other = LoadedMatch.start(STRAITS, entry, [])
    assert not any(standing(other.match))
    assert digest(STRAITS, other.match.state) == digest(STRAITS, loaded.match.state)
    follow = Walk(other, 5)
    follow.go(20)
    again = LoadedMatch.start(STRAITS, entry, follow.events)
    assert seen(again.match) == seen(other.match)
    assert seen(again.at(0))[0] == digest(STRAITS, loaded.match.state)


def test_summary_tells_lists_where_the_match_is() -> None:
    loaded = loaded_match(STRAITS)
    assert loaded.summary().waiting == (0, 1, 2)
    assert loaded.summary().status == "playing"
    Walk(loaded, 1, undos=0.0).go(10_000)
    summary = loaded.summary()
    assert (summary.status, summary.waiting) == ("finished", ())
    assert summary.result is not None and summary.result["rule"] == "6a"


def test_lines_know_the_event_that_wrote_them() -> None:
    loaded = loaded_match(STRAITS, 8)
    walk = Walk(loaded, 2)
    lengths = [loaded.lines]
    walk.go(60, lambda: lengths.append(loaded.lines))
    for number in range(loaded.seq + 1):
        written = loaded.line_events(number)
        assert len(written) == lengths[number]
        assert written == sorted(written)
        assert all(event <= number for event in written)
        for line, event in enumerate(written):
            # The line was not there before its event, and was after it.
            assert lengths[event] > line
            assert event == 0 or lengths[event - 1] <= line
        for start in range(0, lengths[number] + 1, 3):
            assert loaded.line_events(number, start) == written[start:]


def test_known_lines_are_those_no_undo_has_cut() -> None:
    loaded = loaded_match(load_game("on_to_berlin"), 8)
    walk = Walk(loaded, 2, undos=0.4)
    logs = [loaded.match.log(None)]
    walk.go(120, lambda: logs.append(loaded.match.log(None)))
    now = loaded.match.log(None)
    cut = False
    for number, log in enumerate(logs):
        known = loaded.known_lines(number)
        assert log[:known] == now[:known]
        cut = cut or known < len(log)
    assert cut, "no undo has cut the log"
