"""Drawing: a scene as a picture (SVG, PNG) or as text for the terminal.

>>> import sandtable
>>> from sandtable import draw
>>> match = sandtable.new("downfall", seed=7)
>>> scene = match.game.scene(match.state, seat=0)
>>> print(draw.area_card(scene, "riga").splitlines()[0])
Riga (S: Soviet Union)
"""

from sandtable.draw.picture import png, svg
from sandtable.draw.text_map import area_card, text_map

__all__ = ["area_card", "png", "svg", "text_map"]
