"""Straits with figures for reports: rounds are turns, islands and cards are counted, hands are holdings."""

from sandtable.engine.parts import Measure
from sandtable.engine.state import State
from tests.engine.tiny import CARD, SEATS, Straits, StraitsGame


class MeasuredStraits(StraitsGame):
    """The made-up game with all that reports ask for."""

    def turn(self, g: State) -> int:
        """The round."""
        assert isinstance(g, Straits)
        return g.round

    def turn_name(self, g: State) -> str:
        """The round in words."""
        return f"Round {self.turn(g)}"

    def measures(self, g: State) -> list[Measure]:
        """Islands held alone, and cards in hand."""
        assert isinstance(g, Straits)
        seats = range(g.players)
        return [Measure("Islands", SEATS[s], g.held(s)) for s in seats] + [
            Measure("Cards in hand", SEATS[s], len(g.hands[s])) for s in seats
        ]

    def holdings(self, g: State, seat: int) -> list[int]:
        """The hand."""
        assert isinstance(g, Straits)
        return [CARD + card for card in g.hands[seat]]


def build_measured() -> MeasuredStraits:
    """A function that other processes can call."""
    return MeasuredStraits()
