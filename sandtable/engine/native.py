"""One decorator for the native build; this module itself stays plain Python.

A class compiled by mypyc may be subclassed in plain Python (by tests, by a researcher's own bot) only where
it says so. Plain Python needs no saying, and no dependency at run time.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**given):
        """Leave the class as it is."""
        return lambda cls: cls
