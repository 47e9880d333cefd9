"""The functions that a game is made of, named once; `Game` calls them for everybody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from sandtable.engine.native import TypeVar, mypyc_attr
from sandtable.engine.observation import Observation
from sandtable.engine.odds import Odds
from sandtable.engine.rng import Rng
from sandtable.engine.scene import Card, Order, Panel, Piece, Place, Scene

if TYPE_CHECKING:
    from sandtable.engine.state import State

B = TypeVar("B", bound="State", default=Any)

NO_ORDER = Order("", "", ())

# A card in short: its choice, where it lies, and whether it is the seat's own.
OpenCard = tuple[int, int, bool]


class Measure(NamedTuple):
    """A figure that shows how a game goes: what is counted, whose it is, how much."""

    what: str
    whose: str
    value: float


# What stands for a part that a game does not have.


def no_decks(g: State, rng: Rng) -> None:
    """Leave everything as it is: no deck is kept in order."""


def no_board(g: State) -> tuple[list[Place], list[Piece]] | None:
    """Return nothing: the seats may not all see the same."""
    return None


def no_cards(g: State, seat: int | None) -> list[Card]:
    """Return no cards."""
    return []


def no_stage(g: State) -> int:
    """Return -1: the order of play does not say which stage it is."""
    return -1


def no_turn(g: State) -> int:
    """Return 0: the game has no turns."""
    return 0


def asked_seat(g: State) -> int:
    """Return who is asked."""
    return g.seats()[0] if g.result is None else -1


def no_measures(g: State) -> list[Measure]:
    """Return no figures."""
    return []


def no_holdings(g: State, seat: int) -> list[int]:
    """Return no cards."""
    return []


def no_preferences(g: State, seat: int, choices: list[int]) -> list[float]:
    """Rate all choices alike."""
    return [0.0] * len(choices)


def no_traits(g: State) -> list[float]:
    """Return nothing to count."""
    return []


def no_odds(g: State, seat: int | None) -> list[Odds]:
    """Return no fights."""
    return []


def no_facts() -> list[str]:
    """Return no contradictions."""
    return []


@mypyc_attr(allow_interpreted_subclasses=True)
class Parts(Generic[B]):
    """What people see of a game, what bots think of it and what must hold, as functions of a position.

    `Game` has a method for each and says there what it does. `headline` and `panels` are given where they
    cost less than the whole scene; `prior` is `preferences` where a game has learned nothing. A game gives
    `cards`, or `open_cards` and `card`, which caches can read faster; `card_fields` are the attributes of
    the state that cards depend on. Without `observation` programs that learn read the `view`.
    """

    def __init__(
        self,
        *,
        view: Callable[[B, int | None], dict[str, Any]],
        scene: Callable[[B, int | None], Scene],
        resample: Callable[[B, int, Rng], None],
        value: Callable[[B, int], float],
        check: Callable[[B], None],
        reshuffle: Callable[[B, Rng], None] = no_decks,
        board: Callable[[B], tuple[list[Place], list[Piece]] | None] = no_board,
        headline: Callable[[B, int | None], str] | None = None,
        panels: Callable[[B, int | None], list[Panel]] | None = None,
        cards: Callable[[B, int | None], list[Card]] = no_cards,
        open_cards: Callable[[B, int | None], list[OpenCard]] | None = None,
        card: Callable[[B, OpenCard], Card] | None = None,
        card_fields: tuple[str, ...] = (),
        about: str = "",
        order: Order = NO_ORDER,
        stage: Callable[[B], int] = no_stage,
        turn: Callable[[B], int] = no_turn,
        turn_name: Callable[[B], str] | None = None,
        moment: Callable[[B], int] = asked_seat,
        measures: Callable[[B], list[Measure]] = no_measures,
        holdings: Callable[[B, int], list[int]] = no_holdings,
        preferences: Callable[[B, int, list[int]], list[float]] = no_preferences,
        prior: Callable[[B, int, list[int]], list[float]] | None = None,
        traits: Callable[[B], list[float]] = no_traits,
        odds: Callable[[B, int | None], list[Odds]] = no_odds,
        observation: Callable[[B], Observation[B]] | None = None,
        facts: Callable[[], list[str]] = no_facts,
    ) -> None:
        self.view = view
        self.scene = scene
        self.resample = resample
        self.reshuffle = reshuffle
        self.value = value
        self.check = check
        self.board = board
        self.headline = headline
        self.panels = panels
        self.cards = cards
        self.open_cards = open_cards
        self.card = card
        self.card_fields = card_fields
        self.about = about
        self.order = order
        self.stage = stage
        self.turn = turn
        self.turn_name = turn_name
        self.moment = moment
        self.measures = measures
        self.holdings = holdings
        self.preferences = preferences
        self.prior = prior
        self.traits = traits
        self.odds = odds
        self.observation = observation
        self.facts = facts
