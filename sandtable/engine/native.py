"""Names for the native build and the type checker; this module itself stays plain Python.

A class compiled by mypyc may be subclassed in plain Python (by tests, by a researcher's own bot) only if
`mypyc_attr` says so. A type variable with a default (`Game` without a board means any board) is known to the
type checker only: Python 3.11 has none. Neither needs a package at run time.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
    from typing_extensions import TypeVar as TypeVar
else:
    import typing

    def mypyc_attr(**given):
        """Leave the class as it is."""
        return lambda cls: cls

    def TypeVar(name, *, bound=None, default=None):
        """Return a type variable without its default."""
        return typing.TypeVar(name, bound=bound)
