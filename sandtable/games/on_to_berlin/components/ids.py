"""The ids of On To Berlin's choices: buttons first, then areas, counters, types, cards, nations, tracks."""

from typing import Final

from sandtable.engine.choice import Names
from sandtable.games.on_to_berlin.components.tables import Tables

# Buttons; 0 and 1 are the engine's PASS and DONE.
POINTS_FIRST: Final = 2
EVENT_FIRST: Final = 3
REACTION_POINTS: Final = 4
ALL: Final = 5
MOVE: Final = 6
ATTACK: Final = 7
FLY: Final = 8
STRIKE: Final = 9
BOMB: Final = 10
TOGETHER: Final = 11
VIOLATE: Final = 12
STOP: Final = 13
DESTROY: Final = 14
TRANSPORT: Final = 15
DROP: Final = 16
JET: Final = 17
WITHDRAW: Final = 18
RECOVER_ALL: Final = 19
PLACE_ONE: Final = 20
ADVANCE: Final = 21
RETURN: Final = 22
AREA: Final = 23  # the first area

BUTTONS: Final = (
    ("points_first", "Strategic Value first"),
    ("event_first", "Event first"),
    ("reaction_points", "Spend the points of the reaction card"),
    ("all", "All of this kind"),
    ("move", "Move"),
    ("attack", "Attack"),
    ("fly", "Air Movement"),
    ("strike", "Airstrike"),
    ("bomb", "Strategic Bombing"),
    ("together", "Attack twice, hits added up"),
    ("violate", "Break neutrality"),
    ("stop", "Stop here"),
    ("destroy", "Destroy instead of breaking neutrality"),
    ("transport", "Land from the sea"),
    ("drop", "Drop an airborne unit"),
    ("jet", "Counterattack with the jet"),
    ("withdraw", "Withdraw a unit"),
    ("recover_all", "Recover them all"),
    ("place_one", "Place one unit"),
    ("advance", "Advance the markers"),
    ("return", "Bring the nation back"),
)


class Ids:
    """First ids of the blocks whose place depends on the component pack."""

    def __init__(self, t: Tables) -> None:
        self.unit = AREA + t.n_areas
        self.kind = self.unit + t.n_units  # a type of unit: any counter of it in a pool
        self.card = self.kind + t.n_types
        self.nation = self.card + t.n_cards
        self.track = self.nation + t.n_nations
        self.end = self.track + t.n_tracks


def build_names(t: Tables) -> Names:
    """Return the ids of the choices, in the order of the constants above."""
    names = Names()
    names.buttons(BUTTONS)
    names.block("area", t.area_id, t.area_name)
    names.counters(t.unit_type, t.unit_number, t.type_id, t.type_name)
    names.block("type", t.type_id, t.type_name)
    names.block("card", t.card_id, [f"{t.card_name[c]} ({t.card_sv[c]})" for c in range(t.n_cards)])
    names.block("nation", t.nation_id, t.nation_name)
    names.block("track", t.track_id, [f"{name} marker" for name in t.track_name])
    ids = Ids(t)
    assert names.index[f"area:{t.area_id[0]}"] == AREA and len(names) == ids.end
    return names
