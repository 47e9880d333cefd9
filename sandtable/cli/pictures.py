"""Pictures of a position: the file's ending says which kind."""

from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from sandtable.cli import files, words
from sandtable.engine.errors import BadOption
from sandtable.engine.scene import Scene

PNG_WIDTH = 2400


def write_picture(scene: Scene, path: Path, width: int = PNG_WIDTH) -> None:
    """Draw a scene into a file, .svg or .png."""
    # Drawing needs libraries that no other command does.
    from sandtable import draw

    ending = path.suffix.casefold()
    if ending == ".svg":
        files.write(path, draw.svg(scene).encode())
    elif ending == ".png":
        files.write(path, draw.png(scene, width))
    else:
        raise BadOption(f"{path} must end in .svg or .png, so that it is clear which picture is meant.")


def find_region(scene: Scene, name: str) -> str:
    """The region a player means by a name, a fragment of it, or an area in it."""
    ids = list(dict.fromkeys(place.region for place in scene.places if place.region))
    things = [words.Thing(i, 0, "region", f"region:{r}", scene.names.get(r, r)) for i, r in enumerate(ids)]
    found = words.find(things, [name])
    if len(found) == 1:
        return ids[found[0].choice]
    areas = [place for place in scene.places if place.region]
    named = [words.Thing(i, 0, "area", f"area:{p.id}", p.name) for i, p in enumerate(areas)]
    at = words.find(named, [name])
    if not found and len(at) == 1:
        return areas[at[0].choice].region
    listed = ", ".join(scene.names.get(r, r) for r in ids)
    raise BadOption(f"There is no region {name!r}; the map has {listed}.")


def text_map(scene: Scene, region: str | None, width: int) -> RenderableType:
    """The map as text, whole or one region."""
    from sandtable import draw

    drawn = draw.text_map(scene, region=region, width=width)
    return Text(drawn) if isinstance(drawn, str) else drawn
