"""The ids of Downfall's choices: buttons first, then areas, counters, tiles, missions, armies to build."""

from typing import Final

from sandtable.engine.choice import Names
from sandtable.games.downfall.components.tables import Tables

# Buttons; 0 and 1 are the engine's PASS and DONE.
REMOVE: Final = 2
EXCHANGE: Final = 3
ACTION: Final = 4  # seven of them, in the order of the list of Actions [4a]
STRATEGIC: Final = 11
NAVAL: Final = 12
LAND: Final = 13
TORCH: Final = 14
STOP: Final = 15
UPGRADE: Final = 16
CONVERT: Final = 17
BOMB: Final = 18
COMBAT: Final = 19
END_TURN: Final = 20
REVEAL: Final = 21
AREA: Final = 22  # the first area

BUTTONS: Final = (
    ("remove", "Remove an army"),
    ("exchange", "Exchange armor for infantry"),
    ("supply", "Action: Supply"),
    ("reinforcements", "Action: Reinforcements"),
    ("armor_production", "Action: Armor Production"),
    ("air_missions", "Action: Air Missions"),
    ("submarine_missions", "Action: Submarine Missions"),
    ("development", "Action: Development"),
    ("lend_lease", "Action: Lend Lease"),
    ("strategic", "Strategic movement"),
    ("naval", "Naval movement"),
    ("land", "Amphibious landing"),
    ("torch", "Land three armies in French North Africa"),
    ("stop", "Stop here"),
    ("upgrade", "Bring to full strength"),
    ("convert", "Convert to armor"),
    ("bomb", "Strategic Bombing"),
    ("combat", "End operations, begin combat"),
    ("end_turn", "End the turn"),
    ("reveal", "Reveal a development"),
)


class Ids:
    """The first ids of the blocks whose place depends on the component pack."""

    def __init__(self, t: Tables) -> None:
        self.unit = AREA + t.n_areas
        self.tile = self.unit + t.n_units
        self.mission = self.tile + t.n_tiles  # air kind * 2 + advanced, then submarine basic and advanced
        self.submarine = self.mission + 2 * t.n_air
        self.army = self.submarine + 2  # type * 2 + (1 if full)
        self.end = self.army + 2 * t.n_types

    def air_mission(self, choice: int) -> int:
        """Return the air mission (kind * 2 + 1 if advanced) of a choice; -1 if it is not one."""
        return choice - self.mission if self.mission <= choice < self.submarine else -1


def build_ids(t: Tables) -> Names:
    """Return the ids of all choices of the game, in the order of the constants above."""
    names = Names()
    names.buttons(BUTTONS)
    names.block("area", t.area_id, t.area_name)
    names.counters(t.unit_type, t.unit_number, t.type_id, t.type_name)
    names.block("tile", t.tile_id, [t.dev_name[d] for d in t.tile_dev])
    for kind in range(t.n_air):
        names.add(f"mission:{t.air_id[kind]}", t.air_name[kind])
        names.add(f"mission:{t.air_id[kind]}.advanced", f"{t.air_name[kind]} (advanced)")
    names.add("mission:submarine", "Submarine mission")
    names.add("mission:submarine.advanced", "Submarine mission (advanced)")
    for k in range(t.n_types):
        names.add(f"army:{t.type_id[k]}.reduced", f"{t.type_name[k]}, reduced")
        names.add(f"army:{t.type_id[k]}", f"{t.type_name[k]}, full")
    ids = Ids(t)
    assert names.index[f"area:{t.area_id[0]}"] == AREA and len(names) == ids.end
    return names
