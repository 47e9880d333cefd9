"""Positions in which Operation Seelöwe or Amphibious/Airborne Ops is being carried out."""

from typing import Any

from sandtable.games.on_to_berlin.components.schema_cards import AmphibiousAssault
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.movement import landing_event
from sandtable.games.on_to_berlin.testing import card, position
from tests.games.on_to_berlin.waiting import Idle

# Belgium and Norway have joined the Allies, whoever holds them now; NEUTRAL_BELGIUM: they have not.
ALLIES = ("uk", "fr", "us", "po", "be", "nw")
NEUTRAL_BELGIUM = ("uk", "fr", "us", "po")


def table(name: str, **more: Any) -> Board:
    """A position in which the event of this card is being carried out."""
    more.setdefault("side", "axis" if name.startswith("ax") else "allied")
    g = position(**more)
    g.card = card(g, name)
    g.push(Idle())
    event = g.t.card_event[g.card]
    assert isinstance(event, AmphibiousAssault)
    if landing_event.possible(g, event):
        landing_event.start(g, event)
    g.advance()
    return g


def ops(**more: Any) -> Board:
    """Amphibious/Airborne Ops: Britain against Germany and Italy, unless told otherwise."""
    more.setdefault("axis", ("ge", "it"))
    more.setdefault("allied", ALLIES)
    return table("al_amphibious_airborne_ops_3", **more)


def seelowe(**more: Any) -> Board:
    """Operation Seelöwe with the French coast and both seas in German hands."""
    coast = {"belgium": "ge", "western_france": "ge", "english_channel": "ge", "north_sea": "ge"}
    more["control"] = {**coast, **more.get("control", {})}
    more.setdefault("allied", ("uk", "fr", "be"))
    return table("ax_operation_seelowe_3", **more)
