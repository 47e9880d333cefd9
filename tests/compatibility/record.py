"""Record what this checkout does, for `test_unchanged.py` to compare later ones with.

    python -m tests.compatibility.record [GAME ...]          # everything, saves too
    python -m tests.compatibility.record --only words,scenes [GAME ...]   # these digests of the kept games

A change of rules or of what bots do is recorded again as a whole. Where only words have changed, `--only`
keeps the saves of the earlier version and fails if anything else differs.
"""

import sys
from argparse import ArgumentParser

from sandtable.engine.match import Match
from sandtable.games import SLUGS, load_game
from tests.compatibility.recording import (
    FOLDER,
    Recorded,
    marks_of,
    name_of,
    read_marks,
    read_save,
    record,
    setups,
    write_marks,
    write_save,
)


def record_game(slug: str) -> None:
    """Play all walks of a game and keep them."""
    for old in (FOLDER / slug).glob("*.save.z"):
        old.unlink()
    game = load_game(slug)
    walks: list[Recorded] = []
    for number, setup in enumerate(setups(game)):
        walk, saves = record(game, name_of(number, setup), setup)
        walks.append(walk)
        for name, data in saves.items():
            write_save(slug, name, data)
    write_marks(slug, walks)


def renew(slug: str, keys: list[str]) -> list[str]:
    """Record some digests of the kept walks again; return what else differs."""
    game = load_game(slug)
    walks: list[Recorded] = []
    differing: list[str] = []
    for name, old in read_marks(slug).items():
        end = Match.load(game, read_save(slug, f"{name}_end"))
        marks = marks_of(Match(game, end.setup), end.history)
        for before, now in zip(old, marks, strict=True):
            wrong = [key for key in now if key not in keys and before.get(key) != now[key]]
            differing += [f"{slug} {name} at {now['at']}: {key}" for key in wrong]
        walks.append(Recorded(name, marks))
    if not differing:
        write_marks(slug, walks)
    return differing


def main() -> int:
    """Run the command."""
    parser = ArgumentParser(description="Record what this checkout does.")
    parser.add_argument("games", nargs="*", choices=[[], *SLUGS], default=[])
    parser.add_argument("--only", default="", help="digests to record again, separated by commas")
    given = parser.parse_args()
    for slug in given.games or SLUGS:
        if given.only:
            differing = renew(slug, given.only.split(","))
            if differing:
                print("\n".join(differing[:20]), file=sys.stderr)
                return 1
        else:
            record_game(slug)
        print(slug)
    return 0


if __name__ == "__main__":
    sys.exit(main())
