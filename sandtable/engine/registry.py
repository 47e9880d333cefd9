"""What a game's package defines, found by looking instead of kept in lists."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

from sandtable.engine.step import Step, step_name


def step_classes(package: str) -> dict[str, type[Step[Any]]]:
    """Return the step classes of a package by their name in saves, without those that others extend."""
    import_all(package)
    found: dict[str, type[Step[Any]]] = {}
    for cls in subclasses(Step, package):
        if next(subclasses(cls, package), None) is not None:
            continue
        name = step_name(cls)
        other = found.setdefault(name, cls)
        if other is not cls:
            both = f"{module_of(other)} and {module_of(cls)}"
            raise TypeError(f"Two steps are called {name}: in {both}.")
    return found


def import_all(package: str) -> None:
    """Import every module of a package and of the packages below it."""
    folder = importlib.import_module(package).__path__
    for module in pkgutil.walk_packages(folder, f"{package}."):
        importlib.import_module(module.name)


def subclasses(cls: type[Any], package: str) -> Iterator[type[Any]]:
    """Yield all classes below a class that a package defines."""
    for below in cls.__subclasses__():
        if f"{module_of(below)}.".startswith(f"{package}."):
            yield below
        yield from subclasses(below, package)


def module_of(cls: Any) -> str:
    """Return the module that defines a class; native code reads this of any object, but of no class."""
    module: str = cls.__module__
    return module
