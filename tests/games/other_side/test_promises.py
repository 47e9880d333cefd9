"""The promises that every game keeps."""

from tests.games.other_side.case import CASE  # noqa: F401
from tests.games.promises import *  # noqa: F403
