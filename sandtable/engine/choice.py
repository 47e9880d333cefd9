"""Choices: every thing a player can point at has one integer id and one key such as `area:riga`."""

from typing import Final

PASS: Final = 0
DONE: Final = 1


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
            raise ValueError(f"{key} is no new key of the form kind:name")
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

    def kind(self, choice: int) -> str:
        """`area` for `area:riga`."""
        return self.keys[choice].partition(":")[0]

    def __len__(self) -> int:
        return len(self.keys)
