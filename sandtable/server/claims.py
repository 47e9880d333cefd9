"""For whom bots think: the claims of matches and of people."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from sandtable.server.shares import Claim, Person
from sandtable.server.watched_match import Table

MOST: Final = 50_000  # players whose addresses are remembered


class Claims:
    """Makes claims; remembers where each player's requests came from last."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[int, str] = OrderedDict()

    def note(self, player_id: int, address: str) -> None:
        """A player has sent a request; the address is empty where it says nothing about who he is."""
        self._addresses[player_id] = address
        self._addresses.move_to_end(player_id)
        if len(self._addresses) > MOST:
            self._addresses.popitem(last=False)

    def person(self, player_id: int) -> Person:
        """A player with his address."""
        return Person(player_id, self._addresses.get(player_id, ""))

    def of_table(self, table: Table, seq: int) -> Claim:
        """The claim of a match whose bot is asked after so many events."""
        return Claim(
            lambda: [self.person(player_id) for player_id in table.people()],
            table.watched,
            lambda: table.stands_at(seq),
        )

    def of_player(self, table: Table, player_id: int | None, seq: int | None = None) -> Claim:
        """The claim of somebody who asks for a hint after so many events, or without those for odds."""
        return Claim(
            lambda: [] if player_id is None else [self.person(player_id)],
            wanted=lambda: not table.gone and (seq is None or table.stands_at(seq)),
            hint=seq is not None,
        )
