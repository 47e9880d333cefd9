"""The house: which part may use which, how large a folder and a module may be.

`engine` knows no game; a game's components know no rules, its rules no order of play, and so on; whatever
stands outside the games knows them through `engine` alone. docs/architecture.md shows it on one page.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from sandtable.games import SLUGS

TOP = Path(__file__).parent.parent
PACKAGE = TOP / "sandtable"
MODULES = sorted(PACKAGE.rglob("*.py"))

LINES = 600  # of a module
CROWD = 20  # modules in a folder of a game

# What each part of the package may use of the others, besides itself; `registry` is the list of games.
USES: dict[str, set[str]] = {
    "engine": set(),
    "wargame": {"engine"},
    "games": {"engine", "wargame"},
    "bots": {"engine"},
    "draw": {"engine"},
    "arena": {"bots", "draw", "engine", "registry"},
    "env": {"bots", "draw", "engine", "registry"},
    "server": {"bots", "draw", "engine", "registry"},
    "cli": {"arena", "bots", "draw", "engine", "registry", "server"},
}
# These parts compile to native code; they need the standard library and msgspec only.
BARE = {"engine", "wargame", "games", "bots"}

# The rooms of a game, from the lowest to the highest; each uses those before it. What people see and what
# bots think know nothing of each other.
ROOMS = (
    "components",
    "rules",
    "sequence",
    "table",
    "bot",
    "odds",
    "options",
    "invariants",
    "game",
    "testing",
)
APART = {("bot", "table")}


class Use(NamedTuple):
    """A module of the package, a line of it, and what it imports there."""

    path: Path
    line: int
    used: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(TOP)}:{self.line} imports {self.used}"

    @property
    def user(self) -> str:
        return name_of(self.path)


def name_of(path: Path) -> str:
    parts = path.relative_to(TOP).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {name_of(path) for path in MODULES}


def uses(path: Path) -> Iterator[Use]:
    """Yield all imports of a module, those inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Use(path, node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{path}:{node.lineno} imports relatively"
            for name in sorted({found(node.module, alias.name) for alias in node.names}):
                yield Use(path, node.lineno, name)


def found(module: str, name: str) -> str:
    """Return the module that `from module import name` uses."""
    return f"{module}.{name}" if f"{module}.{name}" in NAMES else module


def part(name: str) -> str:
    """Return the part of the package that a module belongs to."""
    if name == "sandtable.games":
        return "registry"
    return name.split(".")[1] if "." in name else ""


def room(name: str, game: str) -> str:
    """Return the room of a game's module."""
    return name.removeprefix(f"{game}.").split(".")[0]


ALL_USES = [use for path in MODULES for use in uses(path)]


def test_parts_use_only_what_lies_below_them() -> None:
    wrong = []
    for use in ALL_USES:
        here, there = part(use.user), part(use.used) if use.used.startswith("sandtable") else ""
        if here in USES and there not in ("", here, *USES[here]):
            wrong.append(str(use))
    assert not wrong, "\n".join(wrong)


def test_what_compiles_needs_no_other_library() -> None:
    wrong = []
    for use in ALL_USES:
        library = use.used.split(".")[0]
        known = library in ("sandtable", "msgspec") or library in sys.stdlib_module_names
        typing_only = use.path.name == "native.py" and library in ("mypy_extensions", "typing_extensions")
        if part(use.user) in BARE and not known and not typing_only:
            wrong.append(str(use))
    assert not wrong, "\n".join(wrong)


def test_no_game_uses_another() -> None:
    wrong = []
    for use in ALL_USES:
        if use.user.startswith("sandtable.games.") and use.used.startswith("sandtable.games"):
            if use.used.split(".")[2:3] != use.user.split(".")[2:3]:
                wrong.append(str(use))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("slug", SLUGS)
def test_rooms_of_a_game_use_only_those_below_them(slug: str) -> None:
    game = f"sandtable.games.{slug}"
    wrong = []
    for use in ALL_USES:
        if use.user.startswith(f"{game}.") and use.used.startswith(f"{game}."):
            mine, other = room(use.user, game), room(use.used, game)
            assert mine in ROOMS, f"{use.path.relative_to(TOP)} is in no room of the house"
            if ROOMS.index(other) > ROOMS.index(mine) or (mine, other) in APART:
                wrong.append(str(use))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("slug", SLUGS)
def test_games_have_the_same_rooms(slug: str) -> None:
    folder = PACKAGE / "games" / slug
    rooms = {path.name for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms == {"bot", "components", "data", "odds", "rules", "table"}
    for path in (
        "game.py",
        "sequence.py",
        "invariants.py",
        "testing.py",
        "bot/doctrine.py",
        "table/scene.py",
        "table/open_cards.py",
        "table/observation.py",
    ):
        assert (folder / path).exists(), path


@pytest.mark.parametrize("slug", SLUGS)
def test_a_file_of_a_game_is_found_by_its_name(slug: str) -> None:
    names = [path.name for path in (PACKAGE / "games" / slug).rglob("*.py") if path.name != "__init__.py"]
    assert len(names) == len(set(names)), [name for name in names if names.count(name) > 1]


def test_modules_and_folders_fit_one_sitting() -> None:
    wrong = []
    for path in MODULES:
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > LINES:
            wrong.append(f"{path.relative_to(TOP)} has {lines} lines")
    for folder in sorted({path.parent for path in MODULES if "games" in path.parts}):
        count = len([path for path in folder.glob("*.py") if path.name != "__init__.py"])
        if count > CROWD:
            wrong.append(f"{folder.relative_to(TOP)} has {count} modules")
    assert not wrong, "\n".join(wrong)
