"""The ids of On To Berlin's choices: buttons first, then areas, counters, types, cards, nations, tracks."""

from typing import Final

from sandtable.engine.choice import Names
from sandtable.games.on_to_berlin.tables import Tables

# Buttons; 0 and 1 are the engine's PASS and DONE.
POINTS_FIRST: Final = 2
EVENT_FIRST: Final = 3
REACTION_POINTS: Final = 4
AIR_ACTION: Final = 5
ALL: Final = 6
MOVE: Final = 7
ATTACK: Final = 8
FLY: Final = 9
STRIKE: Final = 10
BOMB: Final = 11
TOGETHER: Final = 12
VIOLATE: Final = 13
STOP: Final = 14
DESTROY: Final = 15
TRANSPORT: Final = 16
DROP: Final = 17
JET: Final = 18
WITHDRAW: Final = 19
RECOVER_ALL: Final = 20
PLACE_ONE: Final = 21
ADVANCE: Final = 22
RETURN: Final = 23
AREA: Final = 24  # the first area

BUTTONS: Final = (
    ("points_first", "Strategic Value first"),
    ("event_first", "Event first"),
    ("reaction_points", "Spend the points of the reaction card"),
    ("air_action", "Air Action"),
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
    """The namespace of the game; its order is that of the constants above."""
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
