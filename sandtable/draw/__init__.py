"""Drawing: a scene as a picture (SVG, PNG) or as text for the terminal."""

from sandtable.draw.picture import png, svg

__all__ = ["png", "svg"]
