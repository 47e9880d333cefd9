"""`sandtable bench`: how fast the games play."""

from typing import Annotated

import typer

from sandtable.cli.output import JsonOption, PackOption


def bench(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Which games; by default all.")
    ] = None,
    pack: PackOption = None,
    json: JsonOption = False,
) -> None:
    """Measure choices per second, games per second and the price of a copy."""
    raise NotImplementedError
