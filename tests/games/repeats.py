"""Every game repeatable: what save, load, replay and copy must give, for the tests of each game."""

from sandtable.engine import save as saves
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng


def same_future(one: Match, two: Match, seed: int, length: int = 12) -> None:
    """Both go on in the same way."""
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
    """A copy goes on like its original and leaves that alone; a fork has no log."""
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
    """A match that is saved and loaded, or played again, is the same match."""
    loaded = Match.load(m.game, m.save())
    replayed = Match.replay(m.game, m.setup, m.history)
    for other in (loaded, replayed):
        assert other.history == m.history
        assert saves.digest(m.game, other.state) == saves.digest(m.game, m.state)
        assert other.log(0) == m.log(0)
        assert other.prompts == m.prompts
        same_future(m, other, seed)
    assert Match.replay(m.game, m.setup, m.history, 40).history == m.history[:40]
