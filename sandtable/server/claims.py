"""The claims to a bot's time, of matches and of players."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from sandtable.server.shares import Claim, Person
from sandtable.server.watched_match import WatchedMatch

MOST: Final = 50_000  # players whose addresses are remembered


class Claims:
    """Makes claims, and remembers the last address of each player."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[int, str] = OrderedDict()

    def note(self, player_id: int, address: str) -> None:
        """Note the address of a player's request; it is empty if it says nothing about the player."""
        self._addresses[player_id] = address
        self._addresses.move_to_end(player_id)
        if len(self._addresses) > MOST:
            self._addresses.popitem(last=False)

    def person(self, player_id: int) -> Person:
        """Return a player with their address."""
        return Person(player_id, self._addresses.get(player_id, ""))

    def of_match(self, watched: WatchedMatch, seq: int) -> Claim:
        """Return the claim of a match whose bot is asked after `seq` events."""
        return Claim(
            lambda: [self.person(player_id) for player_id in watched.people()],
            watched.is_watched,
            lambda: watched.stands_at(seq),
        )

    def of_player(self, watched: WatchedMatch, player_id: int | None, seq: int | None = None) -> Claim:
        """Return the claim of a player who asks for a hint after `seq` events, or for odds without `seq`."""
        return Claim(
            lambda: [] if player_id is None else [self.person(player_id)],
            wanted=lambda: not watched.gone and (seq is None or watched.stands_at(seq)),
            hint=seq is not None,
        )
