"""Promises about saves and copies: what save, load, replay, copy and undo must give."""

from typing import Any, Final

from sandtable.engine import save as saves
from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from tests.games.case import Case

# Fields of every position that are not its own.
ENGINE: Final = {"agenda", "rng", "result", "log", "ask_always", "revealed", "offered", "t", "ids"}


def same_future(one: Match, two: Match, seed: int, length: int = 12) -> None:
    """Check that both go on in the same way."""
    game = one.game
    rng = Rng(seed)
    a, b = one.state.copy(), two.state.copy()
    for _ in range(length):
        assert saves.digest(game, a) == saves.digest(game, b)
        if a.result is not None:
            break
        seat = a.seats()[0]
        choices = a.choices(seat)
        assert (b.seats(), b.choices(seat)) == (a.seats(), choices)
        choice = choices[rng.below(len(choices))]
        a.apply(seat, choice)
        b.apply(seat, choice)


def copy_is_independent(m: Match) -> None:
    """Check that a copy goes on like its original and leaves that alone, and that a fork has no log."""
    before = saves.digest(m.game, m.state)
    copy = Match(m.game, m.setup, m.state.copy())
    same_future(m, copy, 5)
    lines = m.log(None)
    rng = Rng(6)
    for _ in range(6):
        if copy.result is None:
            prompt = copy.prompts[0]
            copy.play(prompt.choices[rng.below(len(prompt.choices))], prompt.seat)
    assert saves.digest(m.game, m.state) == before and m.log(None) == lines
    fork = m.state.fork()
    assert fork.log is None and saves.digest(m.game, fork) == before


def saved_and_replayed(m: Match, seed: int) -> None:
    """Check that a match that is saved and loaded, or played again, is the same match."""
    loaded = Match.load(m.game, m.save())
    replayed = Match.replay(m.game, m.setup, m.history)
    for other in (loaded, replayed):
        assert other.history == m.history
        assert saves.digest(m.game, other.state) == saves.digest(m.game, m.state)
        assert other.log(0) == m.log(0)
        assert other.prompts == m.prompts
        same_future(m, other, seed)
    assert Match.replay(m.game, m.setup, m.history, 40).history == m.history[:40]


def attributes(thing: Any) -> set[str]:
    """Return the names of the fields of a position or of something in it, plain or native."""
    native: tuple[str, ...] = getattr(type(thing), "__mypyc_attrs__", ())
    return set(native or vars(thing)) - {"__dict__"}


def content(value: Any, deep: int = 0) -> Any:
    """Return what a field holds; in what order units stand in one place leaves no trace."""
    if isinstance(value, (list, tuple)):
        found = [content(inner, deep + 1) for inner in value]
        return sorted(found) if deep == 1 and found and isinstance(found[0], int) else found
    if isinstance(value, (int, str, bytes, float, dict)) or value is None:
        return value
    return {name: content(getattr(value, name)) for name in attributes(value)}


# --- every kind of decision


def test_every_kind_of_step_survives_packing(case: Case[Any], kind: str) -> None:
    for m in case.moments()[kind]:
        packed = saves.plain(case.game, m.state)
        again = Match.from_position(case.game, m.setup, packed)
        assert saves.plain(case.game, again.state) == packed
        for step, other in zip(m.state.agenda, again.state.agenda, strict=True):
            assert type(other) is type(step) and other.pack() == step.pack()
            assert all(type(field) is int for field in step.pack())
            assert content(other) == content(step)
        same_future(m, again, 3)
        loaded = Match.load(case.game, again.save())
        assert loaded.note == "" and saves.plain(case.game, loaded.state) == packed


def test_everything_in_a_position_is_the_same_after_a_save(case: Case[Any], kind: str) -> None:
    for m in case.moments()[kind]:
        again = case.game.unpack_state(m.setup, saves.plain(case.game, m.state))
        for name in attributes(m.state) - ENGINE - case.caches:
            assert content(getattr(again, name)) == content(getattr(m.state, name)), name


def test_a_copy_is_equal_and_independent(case: Case[Any], kind: str) -> None:
    for m in case.moments()[kind]:
        copy_is_independent(m)


# --- games


def test_save_load_and_replay_give_the_same_match(case: Case[Any], number: int) -> None:
    for m in case.far_into(number):
        saved_and_replayed(m, m.setup.seed)
        assert len(m.save()) < 300_000


def test_undo_goes_back_to_the_same_position(case: Case[Any], number: int) -> None:
    undone = 0
    first = case.far_into(number)[0]
    m = Match.replay(case.game, first.setup, first.history[:5])
    rng = Rng(8)
    for _ in range(90):
        if m.result is not None:
            break
        before = saves.digest(case.game, m.state)
        events = len(m.log(None))
        prompt = m.prompts[0]
        choice = prompt.choices[rng.below(len(prompt.choices))]
        m.play(choice, prompt.seat)
        if m.can_undo():
            m.undo()
            assert (saves.digest(case.game, m.state), len(m.log(None))) == (before, events)
            m.play(choice, prompt.seat)
            undone += 1
    assert undone >= 8


def test_the_same_seed_gives_the_same_game_with_and_without_a_log(case: Case[Any], number: int) -> None:
    m = case.far_into(number)[-1]
    g = case.game.begin(m.setup)
    for seat, choice in m.history:
        g.apply(seat, choice)
    assert g.log is None and saves.digest(case.game, g) == saves.digest(case.game, m.state)


def test_finished_games_play_again_to_the_same_end(case: Case[Any]) -> None:
    for setup in case.whole:
        walk: Walk[Any] = Walk(case.game, setup.seed, setup)
        while walk.state.result is None:
            walk.play(*walk.pick())
        m = Match.replay(case.game, setup, walk.history)
        assert m.result == walk.state.result
        loaded = Match.load(case.game, m.save())
        assert (loaded.result, loaded.note) == (m.result, "") and loaded.log(None) == m.log(None)
        assert saves.digest(case.game, loaded.state) == saves.digest(case.game, m.state)
