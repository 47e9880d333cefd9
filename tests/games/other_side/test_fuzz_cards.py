"""Random games draw or play every card of every deck."""

import pytest

from sandtable.engine.checks.fuzz import Walk
from sandtable.games.other_side.components.constants import REMOVED_CARD
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.testing import tables
from tests.games.other_side.moments import GAME

T = tables()
GAMES = 400  # at most; far fewer are enough
SEGMENTS = ("Planning", "ProductionDirectives", "PoliticalDirectives", "MilitaryDirectives")


def wanted() -> set[str]:
    """Every card that these modes have."""
    found = {f"directive {d.id}" for d in T.directives if not d.removed and d.kind != REMOVED_CARD}
    found |= {f"event {card.id}" for card in T.strategic + T.battle if not card.removed}
    found |= {f"commands {card.id}" for card in T.generals}
    found |= {f"combat {number}" for number in T.combat_number}
    found |= {f"orchestra {name}" for name in T.orchestra_name}
    return found | {f"coup {name}" for name in T.orchestra_name}


def walk_of(seed: int) -> Walk:
    """Any random game; every fourth is a whole war whose player mostly follows the doctrine."""
    if seed % 4:
        return Walk(GAME, seed)
    walk = Walk(GAME, seed, GAME.settle("armageddon", 1, {"addon_cards": True}, seed))
    walk.skill = [90]
    return walk


def directive_of(g: Board, choice: int) -> str:
    """The Directive that a click means, if it means one."""
    card = choice - g.ids.directive
    return f"directive {T.directives[card].id}" if 0 <= card < T.n_directives else ""


def played(seed: int, missing: set[str]) -> set[str]:
    """The cards that the random game of a seed draws or plays: Directives by clicks, the others by the log.

    Its players are curious: where a Directive can be chosen that no game has played yet, they choose it.
    """
    walk = walk_of(seed)
    g = walk.state
    assert isinstance(g, Board)
    found: set[str] = set()
    while g.result is None:
        seat, choice = walk.pick()
        step = type(g.agenda[-1]).__name__
        if step in SEGMENTS:
            fresh = [n for n in g.choices(seat) if directive_of(g, n) in missing]
            choice = fresh[walk.rng.below(len(fresh))] if fresh else choice
            if step != "Planning" and directive_of(g, choice):
                found.add(directive_of(g, choice))
        walk.play(seat, choice)
    assert g.log is not None
    for event in g.log.events:
        if event.rule == "7":
            card = event.refs[0] - g.ids.strategic
            found.add(f"event {(T.strategic + T.battle)[card].id}")
        elif event.rule in ("6.2.1", "6.2.2f"):
            found.add(f"commands {T.generals[event.refs[0] - g.ids.general].id}")
        elif event.text.startswith("Combat card "):
            found.add(f"combat {int(event.text.split()[2].rstrip(':'))}")
        elif event.text.startswith("Black Orchestra card"):
            found.add(f"orchestra {event.text.split(': ')[1].rstrip('.')}")
        elif event.rule in ("7.4a", "7.4b", "7.4c"):
            found.add(f"coup {event.text.split(': ')[0]}")
    return found


@pytest.mark.no_cover  # tracing takes longer than the games
def test_random_games_use_every_card_of_every_deck() -> None:
    missing = wanted()
    for seed in range(GAMES):
        missing -= played(seed, missing)
        if not missing:
            break
    assert missing == set()
