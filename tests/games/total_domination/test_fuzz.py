"""A short fuzz: random games with every scenario, mode and option, checked at every choice."""

from sandtable.engine.save import digest, plain
from sandtable.games.total_domination.components.state import Board
from tests.games.total_domination.clicks import GAME, board, play_keys, table


def test_the_order_in_which_units_came_leaves_no_trace() -> None:
    # Two ways to the same position; what is offered afterwards must not tell them apart, nor must a save.
    found: list[Board] = []
    for first, second in (("germany", "austria"), ("austria", "germany")):
        m = table(
            units={"germany": "2 german_army", "austria": "2 german_army", "japan": "japanese_army"},
            hands={"germany": ["g01"], "uk": ["u01"]},
        )
        play_keys(m, "card:g01 button:operate")
        for where in (first, second):
            play_keys(m, f"unit:german_army@{where} area:poland")
        found.append(board(m))
    again = [GAME.unpack_state(GAME.settle(), plain(GAME, g)) for g in found]
    for g, other in zip(found, again, strict=True):
        assert other.at == g.at
        assert other.choices(0) == g.choices(0) and digest(GAME, other) == digest(GAME, g)
    keys = [[GAME.key(g, choice) for choice in g.choices(0)] for g in found]
    assert keys[0] == keys[1]
