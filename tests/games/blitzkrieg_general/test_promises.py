"""The promises that every game keeps."""

from tests.games.blitzkrieg_general.case import CASE  # noqa: F401
from tests.games.promises import *  # noqa: F403
