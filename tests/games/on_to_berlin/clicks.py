"""Led by clicks: what is offered and clicked, in words short enough for a table of tests.

Areas are named by their ids, units as `ge_lf@berlin`, types as `new:ge_lf`, buttons by their keys (`done`,
`violate`), cards, nations and tracks by their ids.

Tests of whole impulses and turns hold a match instead (`table`) and click by the game's own keys.
"""

from typing import Any

from sandtable.engine.match import Match
from sandtable.engine.step import Refusal, Step
from sandtable.games import load_game
from sandtable.games.on_to_berlin.components.ids import BUTTONS
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.game import OnToBerlin
from sandtable.games.on_to_berlin.sequence import Impulses, Sequence
from sandtable.games.on_to_berlin.testing import position
from tests.games.on_to_berlin.driving import begin
from tests.games.on_to_berlin.driving import refused as refused_choice
from tests.games.on_to_berlin.waiting import Idle

__all__ = [
    "GAME",
    "begin",
    "board",
    "click",
    "label",
    "new_turn",
    "offers",
    "ready",
    "refused",
    "table",
    "told",
]

GAME = load_game("on_to_berlin")
assert isinstance(GAME, OnToBerlin)

T = GAME.tables
NAMES = ["pass", "done", *[key for key, _ in BUTTONS], *T.area_id]


def label(g: Board, choice: int) -> str:
    """How tests call a choice."""
    ids = g.ids
    if choice < ids.unit:
        return NAMES[choice]
    if choice < ids.kind:
        unit = choice - ids.unit
        place = g.place[unit]
        where = T.area_id[place] if place >= 0 else "off"
        return f"{T.type_id[T.unit_type[unit]]}@{where}"
    if choice < ids.card:
        return "new:" + T.type_id[choice - ids.kind]
    if choice < ids.nation:
        return T.card_id[choice - ids.card]
    if choice < ids.track:
        return T.nation_id[choice - ids.nation]
    return "track:" + T.track_id[choice - ids.track]


def offers(g: Board) -> list[str]:
    """What the seat that is asked may click, in order."""
    return sorted([label(g, choice) for choice in g.choices(g.seats()[0])])


def click(g: Board, *clicks: str) -> None:
    """Click one thing after another, each offered."""
    for wanted in clicks:
        seat = g.seats()[0]
        found = [choice for choice in g.choices(seat) if label(g, choice) == wanted]
        assert found, f"{wanted} is not offered; there are: {', '.join(offers(g))}"
        assert g.agenda[-1].allows(g, seat, found[0])
        assert g.agenda[-1].prompt(g, seat).text
        g.apply(seat, found[0])


def refused(g: Board, wanted: str) -> Refusal:
    """Why a click is refused."""
    found = [choice for choice in range(g.ids.end) if label(g, choice) == wanted]
    assert found, f"There is no {wanted}."
    return refused_choice(g, found[0])


def ready(g: Board) -> bool:
    """Whether everything that was begun is finished."""
    return isinstance(g.agenda[-1], Idle)


def told(g: Board) -> str:
    """The log as one text, each line with its rule."""
    assert g.log is not None
    return "\n".join([f"{line.text} [{line.rule}]" for line in g.log.lines(None)])


# --- matches


def table(*agenda: Step[Any], **more: Any) -> Match:
    """A match in a position of `position`: an impulse of the active side, the rest of the game behind it.

    Steps given come before the impulse.
    """
    return _match([Sequence(), Impulses(), *agenda], more)


def new_turn(*agenda: Step[Any], **more: Any) -> Match:
    """A match at the very beginning of a turn, or before it with the steps given; `limits` of the hands."""
    return _match([Sequence(), *agenda], more)


def _match(agenda: list[Step[Any]], more: dict[str, Any]) -> Match:
    limits = more.pop("limits", None)
    g = position(t=T, **more)
    g.limits = list(limits or g.points)
    g.agenda = agenda
    g.advance()
    return Match(GAME, GAME.settle(options=dict.fromkeys(more.get("options", ()), True)), g)


def board(m: Match) -> Board:
    """The position of a match."""
    assert isinstance(m.state, Board)
    return m.state
