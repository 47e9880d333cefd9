"""The components as flat lists, and the ids of everything that can be clicked."""

from pathlib import Path

from sandtable.engine.choice import Names
from sandtable.engine.data.pack import load_pack
from sandtable.engine.data.relations import Book, check_relations
from sandtable_skirmish.components import schema as shape

BLUE, RED, NOBODY = range(3)
SIDES = ("blue", "red", "neutral")
STACK = 3  # units of a side in an area [3.3]
HAND = 2  # cards dealt to each side [6.1]


class Tables:
    def __init__(self, folder: Path) -> None:
        self.pack = load_pack(folder, shape.Pack)
        check_relations(self.pack, [(shape.ScenarioFile, check_forces)])
        self.areas, self.types = self.pack.map.areas, self.pack.pieces.types
        self.cards, self.scenarios = self.pack.pieces.cards, self.pack.scenarios
        self.area = {a.id: n for n, a in enumerate(self.areas)}
        self.source = [SIDES.index(a.source or "neutral") for a in self.areas]
        self.links = [(self.area[x.a], self.area[x.b]) for x in self.pack.map.links]
        self.near: list[list[int]] = [[] for _ in self.areas]
        for a, b in self.links:
            self.near[a].append(b)
            self.near[b].append(a)
        # A kind is a type of one side; the counters of a kind follow each other.
        self.kinds = [(side, kind) for side in (BLUE, RED) for kind in self.types]
        self.kind_id = [f"{SIDES[side]}_{kind.id}" for side, kind in self.kinds]
        self.kind_name = [f"{SIDES[side].title()} {kind.name}" for side, kind in self.kinds]
        self.units = [k for k, (_, kind) in enumerate(self.kinds) for _ in range(kind.count)]
        self.side = [self.kinds[k][0] for k in self.units]
        self.names = Names()
        self.first_area = self.names.block("area", [a.id for a in self.areas], [a.name for a in self.areas])
        numbers = [self.units[:u].count(kind) + 1 for u, kind in enumerate(self.units)]
        self.first_unit = self.names.counters(self.units, numbers, self.kind_id, self.kind_name)
        self.first_card = self.names.block("card", [c.id for c in self.cards], [c.name for c in self.cards])


def check_forces(b: Book, s: shape.ScenarioFile) -> None:
    """Check that there are counters for all units, and room for them."""
    for side in ("blue", "red"):
        for name, kind in b.of("type").items():
            used = sum(f.count for f in s.forces if (f.side, f.type) == (side, name))
            b.need_words(used <= kind.count, "forces", f"{used} {side} {name}", f"at most {kind.count}")
        for area in b.of("area"):
            there = sum(f.count for f in s.forces if (f.side, f.area) == (side, area))
            b.need_words(there <= STACK, "forces", f"{there} {side} units in {area}", f"at most {STACK}")
