"""Invariants that every game can check of itself."""

from __future__ import annotations

from sandtable.engine.errors import BrokenRules
from sandtable.engine.state import State


def check_derived(g: State, fields: dict[str, str]) -> None:
    """Raise `BrokenRules` unless derived fields are what `derive` makes of the others.

    `fields` has the sentence for each: {"at": "the stacks do not agree with the places of units"}.
    """
    other = g.copy()
    other.derive()
    for name, text in fields.items():
        if getattr(g, name) != getattr(other, name):
            raise BrokenRules(text)
