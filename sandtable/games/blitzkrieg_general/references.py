"""What holds between the files of a pack: ids that exist, facts told twice alike, sums."""

from sandtable.games.blitzkrieg_general.schema import Pack


def check_references(pack: Pack) -> None:
    """PackError with the first fault between the files of a pack."""
