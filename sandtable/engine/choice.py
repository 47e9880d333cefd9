"""Choices: every thing a player can point at has one integer id and one key such as `area:riga`."""

from collections.abc import Sequence
from typing import Final

from sandtable.engine.errors import SandtableError

PASS: Final = 0
DONE: Final = 1


def index_of(names: Sequence[str], name: str, what: str) -> int:
    """Return the number of the thing with this id.

    A sentence that names what was asked for if there is none.
    """
    if name not in names or not name:
        raise SandtableError(f"There is no {what} {name!r}.")
    return list(names).index(name)


class Names:
    """The namespace of one game: ids count up in the order in which things are added, buttons first."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.labels: list[str] = []
        self.index: dict[str, int] = {}
        self.add("button:pass", "Pass")
        self.add("button:done", "Done")

    def add(self, key: str, label: str) -> int:
        """Give the next id to `key`, which reads `kind:name`."""
        if key in self.index or ":" not in key:
            raise ValueError(f"{key} is not a new key of the form kind:name")
        self.index[key] = len(self.keys)
        self.keys.append(key)
        self.labels.append(label)
        return len(self.keys) - 1

    def block(self, kind: str, ids: list[str], labels: list[str]) -> int:
        """Add a run of things of one kind; the id of the first."""
        first = len(self.keys)
        for name, label in zip(ids, labels, strict=True):
            self.add(f"{kind}:{name}", label)
        return first

    def buttons(self, pairs: Sequence[tuple[str, str]]) -> int:
        """Add a game's own buttons, each as name and label; the id of the first."""
        return self.block("button", [name for name, _ in pairs], [label for _, label in pairs])

    def counters(self, types: list[int], numbers: list[int], ids: list[str], labels: list[str]) -> int:
        """Add counters, each called by its type and its number within it; the id of the first."""
        names = [f"{ids[kind]}#{number}" for kind, number in zip(types, numbers, strict=True)]
        return self.block("unit", names, [labels[kind] for kind in types])

    def kind(self, choice: int) -> str:
        """`area` for `area:riga`."""
        return self.keys[choice].partition(":")[0]

    def __len__(self) -> int:
        return len(self.keys)
