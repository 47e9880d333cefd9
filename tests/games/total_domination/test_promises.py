"""The promises that every game keeps."""

from tests.games.promises import *  # noqa: F403
from tests.games.total_domination.case import CASE  # noqa: F401
