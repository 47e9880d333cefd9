"""Pictures of a position, in files or as text."""

from pathlib import Path

from rich.text import Text

from sandtable.cli import log_output, name_matching, saves
from sandtable.engine.errors import BadOption
from sandtable.engine.scene import Scene

PNG_WIDTH = 2400


def write_picture(scene: Scene, path: Path, width: int = PNG_WIDTH) -> None:
    """Draw a scene into a file, .svg or .png."""
    # Only drawing needs these libraries.
    from sandtable import draw

    ending = path.suffix.casefold()
    if ending == ".svg":
        saves.write(path, draw.svg(scene).encode())
    elif ending == ".png":
        saves.write(path, draw.png(scene, width))
    else:
        raise BadOption(f"{path} must end in .svg or .png, which selects the kind of picture.")


def find_region(scene: Scene, name: str) -> str:
    """Return the region that a player means by a name, a part of it, or an area in it."""
    ids = list(dict.fromkeys(place.region for place in scene.places if place.region))
    things = [
        name_matching.Thing(i, 0, "region", f"region:{r}", scene.names.get(r, r)) for i, r in enumerate(ids)
    ]
    found = name_matching.find(things, [name])
    if len(found) == 1:
        return ids[found[0].choice]
    areas = [place for place in scene.places if place.region]
    named = [name_matching.Thing(i, 0, "area", f"area:{p.id}", p.name) for i, p in enumerate(areas)]
    at = name_matching.find(named, [name])
    if not found and len(at) == 1:
        return areas[at[0].choice].region
    listed = ", ".join(scene.names.get(r, r) for r in ids)
    raise BadOption(f"There is no region {name!r}. The map has {listed}.")


def text_map(scene: Scene, region: str | None, width: int) -> Text:
    """Return the map as text, whole or one region; each area's line has the colour of its first letter."""
    from sandtable import draw

    return _coloured(scene, draw.text_map(scene, region, width))


def area_card(scene: Scene, place: int, width: int) -> Text:
    """Return one area with its neighbours."""
    from sandtable import draw

    return Text(draw.area_card(scene, place, width))


def _coloured(scene: Scene, told: str) -> Text:
    colours = {letter: log_output.style_of(scene, side) for side, letter in scene.letters.items()}
    lines: list[Text] = []
    colour = ""
    for line in told.split("\n"):
        # An indented line goes on from the one above.
        if not line.startswith(" "):
            colour = colours.get(line[:1], "") if line[1:2] == " " else ""
        lines.append(Text(line, style=colour))
    return Text("\n").join(lines)
