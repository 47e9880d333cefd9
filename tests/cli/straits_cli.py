"""The command line with Straits on the shelf, for tests that need a process of their own.

`STRAITS_BUG` names a fault to build into the game.
"""

import os

from sandtable import games as all_games
from sandtable.cli import main
from tests.engine.tiny import StraitsGame

if __name__ == "__main__":
    all_games.SLUGS = (*all_games.SLUGS, "straits")
    all_games._loaded["straits"] = StraitsGame(bug=os.environ.get("STRAITS_BUG", ""))
    main()
