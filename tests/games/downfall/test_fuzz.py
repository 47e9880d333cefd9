"""A short fuzz: random games with every option, checked at every choice."""

from sandtable.engine.match import Match
from sandtable.engine.save import digest, plain
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.testing import add_army
from tests.games.downfall.clicks import GAME, board, offers, order, table

# --- what fuzzing has found


def test_the_order_in_which_armies_came_leaves_no_trace() -> None:
    # Two ways to the same position; what is offered afterwards must not tell them apart, nor must a save.
    found: list[Board] = []
    for first, second in (("german_infantry", "german_armor"), ("german_armor", "german_infantry")):
        m = table(armies=["german_infantry@berlin", "german_armor@berlin"])
        for army in (first, second):
            order(m, f"{army}@berlin", "leipzig")
        found.append(board(m))
    assert digest(GAME, found[0]) == digest(GAME, found[1])
    assert found[0].at == found[1].at
    again = GAME.unpack_state(GAME.settle(), plain(GAME, found[1]))
    assert isinstance(again, Board) and again.at == found[1].at
    assert again.choices(0) == found[1].choices(0)


def test_attack_targets_are_offered_in_the_same_order_after_loading() -> None:
    m = table(armies=["german_armor@riga"], barbarossa=7)
    late = add_army(board(m), "soviet_infantry", "riga")
    early = add_army(board(m), "british_infantry", "riga")
    assert early < late
    m = Match(GAME, m.setup, m.state)
    m.play("unit:german_armor@riga")
    loaded = Match.from_position(GAME, m.setup, plain(GAME, m.state))
    assert offers(loaded) == offers(m)
