"""Games, saves and bots go on as in the version that `python -m tests.compatibility.record` has recorded."""

from functools import cache
from typing import Any

import pytest

from sandtable.engine import save as saves
from sandtable.engine.match import Match
from sandtable.games import SLUGS, load_game
from tests.compatibility.recording import ALL, FOLDER, marks_of, read_marks, read_save


@cache
def recorded(slug: str) -> dict[str, list[dict[str, Any]]]:
    return read_marks(slug)


def test_every_game_has_its_records() -> None:
    assert {slug for slug, _ in ALL} == set(SLUGS)
    kept = {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.save.z")}
    assert kept == {f"{slug}/{name}_{part}.save.z" for slug, name in ALL for part in ("middle", "end")}


@pytest.mark.no_cover  # tracing takes longer than the games
@pytest.mark.parametrize(("slug", "name"), ALL)
def test_games_and_bots_go_on_as_before(slug: str, name: str) -> None:
    game = load_game(slug)
    middle = Match.load(game, read_save(slug, f"{name}_middle"))
    assert middle.note == "", "the history leads to the position that was saved"
    body = saves.read(read_save(slug, f"{name}_end"))
    history = [(seat, choice) for seat, choice in body["history"]]
    assert middle.history == history[: len(middle.history)]
    match = Match(game, middle.setup)
    for before, now in zip(recorded(slug)[name], marks_of(match, history), strict=True):
        assert now == before
    # Words may change (`record --only words`): the digests compare them. The rest of a line does not change.
    assert match.state.log is not None
    lines = body["snapshot"].pop("log")
    assert [(rule, refs, seats) for _, rule, refs, _, seats in lines] == [
        (rule, refs, seats) for _, rule, refs, _, seats in match.state.log.pack()
    ]
    assert body["snapshot"] == saves.plain(game, match.state)
