"""A game that describes no observation: the vectors are made from its views."""

from typing import Any

import numpy as np
import pytest

from sandtable.engine.game import Game
from sandtable.engine.observation import CATEGORY, FLAGS, NUMBER
from sandtable.engine.rng import Rng
from sandtable.engine.view_observation import ViewObservation, find_collections, flatten, make_column
from sandtable.env.encoder import ObservationEncoder
from sandtable.games import load_game
from tests.engine.tiny import Straits, StraitsGame, build, fresh
from tests.env.walks import positions, setups


def encoder_of(game: Game, players: int = 2, seed: int = 0, **options: Any) -> ObservationEncoder:
    return ObservationEncoder(game, game.settle(None, players, options, seed))


def shown_to(encoder: ObservationEncoder, g: Any, seat: int, path: str) -> str:
    """Return the word that the vector holds at a path of the view; empty if it is not one it knows."""
    seen: Any = encoder.observation
    number = int(encoder.part(encoder.encode(g, seat), path)[0])
    words: dict[str, int] = seen.columns[path].words
    return next((word for word, known in words.items() if known == number), "")


def test_it_is_made_for_games_that_describe_none() -> None:
    assert isinstance(build().observation(build().settle()), ViewObservation)
    game = load_game("downfall")
    assert not isinstance(game.observation(game.settle()), ViewObservation)


def test_vectors_are_of_one_size_and_within_bounds() -> None:
    game = build()
    for setup in setups(game, 6):
        encoder = ObservationEncoder(game, setup)
        for g in positions(game, setup, 200):
            for seat in range(setup.players):
                vector = encoder.encode(g, seat)
                assert vector.shape == (encoder.size,) and vector.dtype == np.float32
                assert (np.abs(vector) <= 1.0).all()


def leaks(game: StraitsGame) -> bool:
    """Return whether anything in the vectors depends on what the seat cannot know."""
    setup = game.settle(None, 3, None, 4)
    encoder = ObservationEncoder(game, setup)
    rng = Rng(5)
    found = False
    for g in positions(game, setup, 200, 3):
        assert isinstance(g, Straits)
        for seat in range(setup.players):
            other = game.determinize(g, seat, rng)
            found |= bool((encoder.encode(g, seat) != encoder.encode(other, seat)).any())
    return found


def test_what_a_seat_cannot_know_does_not_show() -> None:
    assert not leaks(build())
    assert leaks(StraitsGame(leak="view"))


def test_the_layout_does_not_depend_on_the_seed() -> None:
    one, two = encoder_of(build(), seed=1), encoder_of(build(), seed=2)
    assert one.blocks == two.blocks
    assert encoder_of(build(), players=3).blocks != one.blocks


def test_parts_are_read_back() -> None:
    game = build()
    setup = game.settle(None, 2, None, 3)
    encoder = ObservationEncoder(game, setup)
    for state in positions(game, setup, 100):
        g: Any = state
        assert shown_to(encoder, g, 0, "view.round") == str(g.round)
        assert shown_to(encoder, g, 0, "view.place.unit:red_tank_2") == str(g.place[2])
        assert encoder.part(encoder.encode(g, 0), "view.moved.0").tolist() == [[g.moved[0]]]
        hand = encoder.part(encoder.encode(g, 1), "view.hand")
        seen: Any = encoder.observation
        members = seen.columns["view.hand"].words
        assert [hand[number] for number in members.values()] == [
            g.hands[1].count(int(word)) for word in members
        ]


def test_what_random_games_did_not_show_stands_for_nothing() -> None:
    encoder = encoder_of(build())
    g = fresh().state
    assert isinstance(g, Straits)
    g.round = 77
    assert shown_to(encoder, g, 0, "view.round") == ""


def test_another_seat_sees_another_hand() -> None:
    encoder = encoder_of(build())
    g = fresh().state
    hands = [encoder.part(encoder.encode(g, seat), "view.hand").tolist() for seat in range(2)]
    assert hands[0] != hands[1]


def test_whole_games_can_be_learned_from_their_views() -> None:
    """The views of a large game become vectors too, and hide what they must."""
    game = load_game("on_to_berlin")
    parts = game.parts
    described, parts.observation = parts.observation, None
    try:
        setup = game.settle(seed=3)
        encoder = ObservationEncoder(game, setup)
        rng = Rng(5)
        for g in positions(game, setup, 200, 40):
            for seat in range(2):
                other = game.determinize(g, seat, rng)
                assert (encoder.encode(g, seat) == encoder.encode(other, seat)).all()
    finally:
        parts.observation = described


VIEWS: list[dict[str, Any]] = [
    {"hand": ["a"], "track": [1, 2], "combat": None, "units": [{"at": "lyon"}], "points": 0, "share": 0.5},
    {"hand": [], "track": [1, 3], "combat": {"round": 1}, "units": [], "points": 90, "share": 1},
    {"hand": ["a", "b"], "track": [0, 3], "combat": None, "units": [], "points": -3, "share": 0},
]


def test_lists_whose_length_varies_are_collections() -> None:
    assert find_collections(VIEWS) == {"view.hand"}
    assert flatten(VIEWS[0], {"view.hand"}) == {
        "view.hand": ["a"],
        "view.track.0": [1],
        "view.track.1": [2],
        "view.combat": [None],
        "view.units.0.at": ["lyon"],
        "view.points": [0],
        "view.share": [0.5],
    }


@pytest.mark.parametrize(
    ("values", "collection", "kind", "span"),
    [
        ([1, 2, None, 4], False, CATEGORY, 5),  # 1 to 4, and nothing
        ([0, 90, -3], False, NUMBER, 90),
        ([0.5, 1, 0], False, NUMBER, 100),
        ([True, False], False, FLAGS, 1),
        (["a", None, "b"], False, CATEGORY, 3),
        (["a", "b", "a"], True, NUMBER, 4),
    ],
)
def test_a_column_is_what_its_values_are(values: list[Any], collection: bool, kind: int, span: int) -> None:
    column = make_column("x", values, collection)
    assert column is not None and (column.part.kind, column.part.span) == (kind, span)


def test_sentences_and_empty_columns_are_left_out() -> None:
    assert make_column("x", [None, None], False) is None
    assert make_column("x", [f"Sentence {number}." for number in range(200)], False) is None
