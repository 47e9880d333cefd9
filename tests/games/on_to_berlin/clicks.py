"""Led by clicks: what is offered and clicked, in words short enough for a table of tests.

Areas go by their ids, units as `ge_lf@berlin`, types as `new:ge_lf`, buttons by their keys (`done`,
`violate`), cards, nations and tracks by their ids.
"""

from sandtable.engine.step import Refusal
from sandtable.games.on_to_berlin.ids import BUTTONS
from sandtable.games.on_to_berlin.state import Board
from sandtable.games.on_to_berlin.testing import tables
from tests.games.on_to_berlin.driving import begin
from tests.games.on_to_berlin.driving import refused as refused_choice
from tests.games.on_to_berlin.waiting import Idle

__all__ = ["begin", "click", "label", "offers", "ready", "refused", "told"]

T = tables()
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
