"""After-action reports: the game again, what turned it, a map for each turn."""

import re

import pytest

from sandtable import draw
from sandtable.arena.game_report import GameReplay, build_game_report, figures, replay_game
from sandtable.arena.play_game import play_game
from sandtable.bots import make_bot
from sandtable.engine.errors import BadOption, SaveError
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.games import load_game
from tests.arena.measured import MeasuredStraits, build_measured
from tests.arena.pages import read_page, text_of


def finished(game: MeasuredStraits, seed: int = 3) -> Match:
    setup = game.settle("ring", 2, seed=seed)
    row = play_game(game, setup, ("greedy", "random"))
    return replay_game(Match(game, setup), list(row.history))


def test_the_course_of_a_game() -> None:
    game = build_measured()
    match = finished(game)
    told: list[int] = []
    replay = GameReplay(match, progress=told.append)
    assert told == list(range(1, len(match.history) + 1))
    assert [turn.name for turn in replay.turns] == ["Set-up", "Round 1", "Round 2", "Round 3"]
    assert replay.result == match.result
    assert replay.moments[-1].after == list(replay.result.scores)
    assert all(a.after == b.before for a, b in zip(replay.moments, replay.moments[1:], strict=False))
    # every sentence of the log is shown once, in the turn in which it was written
    assert [text for turn in replay.turns for text in turn.events] == [line.text for line in match.log(None)]
    swings = replay.swings()
    moved = [max(abs(b - a) for a, b in zip(m.before, m.after, strict=True)) for m in swings]
    assert moved == sorted(moved, reverse=True) and moved[-1] > 0


def test_the_page_of_a_real_game() -> None:
    game = load_game("total_domination")
    match = Match.start(game, "rise_of_the_axis", 2, seed=2)
    bot, luck = make_bot("random"), Rng(4)
    while match.result is None:
        seat = match.state.seats()[0]
        match.play(bot.choose(game, match.state, seat, luck), seat)
    replay = GameReplay(match)
    html, found = build_game_report(replay), figures(replay)
    maps = [draw.svg(turn.scene) for turn in replay.turns]
    text = text_of(read_page(html))
    assert match.result.text in text
    assert html.count('<figure class="map">') == len(replay.turns) == len(found["turns"])
    assert found["result"]["scores"] == match.result.scores
    assert found["turns"][-1]["choice"] == len(match.history) == found["choices"]
    assert "End of 1939 ·" in text and "Victory points at the end of each turn." in text
    # long outlines are written once for all maps
    hidden = html[html.index("<defs>") : html.index("</defs>")]
    outlines = re.findall(r' d="([^"]{200,})"', hidden)
    assert len(outlines) == len(set(outlines)) > 20
    assert len(html) < 0.4 * sum(len(svg) for svg in maps)


def test_a_seat_reads_its_own_secrets_only() -> None:
    match = finished(build_measured())
    red = [text for turn in GameReplay(match, 0).turns for text in turn.events]
    everybody = [text for turn in GameReplay(match).turns for text in turn.events]
    assert any(text.startswith("You draw") for text in red)
    assert not any(text.startswith("You draw") for text in everybody)


def test_what_cannot_be_told_is_refused() -> None:
    game = build_measured()
    with pytest.raises(BadOption, match="This game is not over"):
        GameReplay(Match.start(game, "ring", 2))
    match = finished(game)
    position = game.pack_state(match.state)
    with pytest.raises(SaveError, match="made under other rules"):
        GameReplay(Match.from_position(game, match.setup, position))
    with pytest.raises(BadOption, match="played under other rules"):
        replay_game(Match(game, match.setup), [*match.history, match.history[-1]])
