"""Reading the component pack of Blitzkrieg General into its structs."""

from pathlib import Path

from sandtable.engine.pack import load_parts
from sandtable.games.blitzkrieg_general.references import check_references
from sandtable.games.blitzkrieg_general.schema import FILES, Pack


def load_pack(folder: Path) -> Pack:
    """The pack in a folder; PackError with one sentence where something is wrong in it."""
    pack = Pack(**load_parts(folder, FILES))
    check_references(pack)
    return pack
