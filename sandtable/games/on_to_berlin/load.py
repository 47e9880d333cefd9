"""Reading On To Berlin's component pack into its structs."""

from pathlib import Path
from typing import Any

from sandtable.engine.pack import load_files
from sandtable.games.on_to_berlin.references import check_references
from sandtable.games.on_to_berlin.schema import FILES, SCENARIOS, Pack


def load_pack(folder: Path) -> Pack:
    """The pack in a folder; PackError with one sentence where something is wrong in it."""
    found = load_files(folder, FILES)
    prefix = SCENARIOS.partition("*")[0]
    parts: dict[str, Any] = {}
    scenarios: list[Any] = []
    for name in sorted(found):
        if name.startswith(prefix):
            scenarios.append(found[name])
        else:
            parts[name.removesuffix(".toml")] = found[name]
    pack = Pack(scenarios=tuple(scenarios), **parts)
    check_references(pack)
    return pack
