"""What tests look at in a scene."""

from typing import Final
from xml.etree import ElementTree

from sandtable.engine.scene import Panel, Piece, Place, Scene

SVG: Final = "{http://www.w3.org/2000/svg}"


def panel(scene: Scene, title: str) -> dict[str, tuple[str, ...]]:
    """Return the rows of a panel by their first cells."""
    found: Panel = next(p for p in scene.panels if p.title == title)
    return {row[0]: row[1:] for row in found.rows}


def place(scene: Scene, name: str) -> Place:
    """Return a place."""
    return next(p for p in scene.places if p.id == name)


def pieces(scene: Scene, name: str) -> list[Piece]:
    """Return the pieces in a place."""
    return [p for p in scene.pieces if scene.places[p.place].id == name]


def texts(picture: ElementTree.Element) -> list[str]:
    """Return all texts of a picture."""
    return ["".join(element.itertext()) for element in picture.iter(f"{SVG}text")]
