"""The game's own pack by its names, and the simplest questions about its map, for the tests of the data."""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sandtable.games.total_domination.components.relations import load_pack
from sandtable.games.total_domination.components.schema import Area, Power, ScenarioFile, Unit
from sandtable.games.total_domination.components.schema_cards import Card, Technology

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "total_domination" / "data"
PACK = load_pack(DATA)

AREA: dict[str, Area] = {a.id: a for a in PACK.areas.areas}
POWER: dict[str, Power] = {p.id: p for p in PACK.powers.powers}
UNIT: dict[str, Unit] = {u.id: u for u in PACK.units.units}
TECH: dict[str, Technology] = {t.id: t for t in PACK.technologies.technologies}
CARD: dict[str, Card] = {c.id: c for c in PACK.cards.cards}
SCENARIO: dict[str, ScenarioFile] = {s.id: s for s in PACK.scenarios}
PART = {p.id: p.count for p in PACK.units.parts}
PLAYERS = ("germany", "uk", "japan", "ussr")
AXIS = ("germany", "japan")

BASE = {a for a in AREA if not AREA[a].arctic}
HOME = {p: {a for a in AREA if AREA[a].home == p} for p in POWER}
LINK = {frozenset((x.a, x.b)): x for x in PACK.links.links}
NEAR: dict[str, set[str]] = {a: set() for a in AREA}
for _link in PACK.links.links:
    NEAR[_link.a].add(_link.b)
    NEAR[_link.b].add(_link.a)

EXAMPLES: dict[str, dict[str, Any]] = {
    e["id"]: e for e in tomllib.loads((Path(__file__).parent / "examples.toml").read_text("utf-8"))["example"]
}


def kind(a: str, b: str) -> str:
    """The kind of the link between two areas, "" if there is none."""
    link = LINK.get(frozenset((a, b)))
    return link.kind if link is not None else ""


def stars(areas: Iterable[str]) -> int:
    """The stars of areas."""
    return sum(AREA[a].stars for a in areas)


def reach(start: Iterable[str], over: Iterable[str]) -> set[str]:
    """All areas that can be reached over areas of a set."""
    allowed = set(over)
    seen = set(start)
    queue = list(seen)
    while queue:
        for there in NEAR[queue.pop()] & allowed - seen:
            seen.add(there)
            queue.append(there)
    return seen


def technology_vp(technologies: Iterable[str]) -> int:
    """VP for colours of technology."""
    return max(0, len({TECH[x].colour for x in technologies}) - 1)
