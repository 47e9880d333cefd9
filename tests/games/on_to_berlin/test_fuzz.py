"""A short fuzz: random games with every option, checked at every choice."""

from sandtable.engine.save import digest, plain
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.testing import play_keys
from tests.games.on_to_berlin.clicks import GAME, board, table


def test_the_order_in_which_units_came_leaves_no_trace() -> None:
    # Two ways to the same position; what is offered afterwards must not tell them apart, nor must a save.
    found: list[Board] = []
    for first, second in (("ge_lf", "ge_tf"), ("ge_tf", "ge_lf")):
        m = table(units={"berlin": "2 ge_lf, 2 ge_tf"}, hands={"axis": ["ax_blitzkrieg_4"]})
        play_keys(m, "card:ax_blitzkrieg_4 button:points_first")
        for kind in (first, second):
            play_keys(m, f"unit:{kind}@berlin button:move area:ruhr button:stop")
        found.append(board(m))
    assert digest(GAME, found[0]) == digest(GAME, found[1])
    assert found[0].at == found[1].at
    again = GAME.unpack_state(GAME.settle(), plain(GAME, found[1]))
    assert isinstance(again, Board) and again.at == found[1].at
    assert again.choices(0) == found[1].choices(0)
