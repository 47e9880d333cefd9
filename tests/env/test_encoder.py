"""The vectors that seats see: of fixed size, true to the state, and without anything they cannot know."""

from typing import Any

import msgspec
import numpy as np
import pytest

from sandtable.engine.observation import CATEGORY, NUMBER
from sandtable.engine.rng import Rng
from sandtable.engine.save import digest
from sandtable.engine.step import step_name
from sandtable.env.encoder import ObservationEncoder
from sandtable.games import SLUGS, load_game
from tests.env.walks import positions, setups

# The Other Side of the Hill hides only what nobody knows, so its vectors never depend on a seat.
SECRETS = [slug for slug in SLUGS if slug != "other_side"]


@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_seat_cannot_know_does_not_show(slug: str) -> None:
    game = load_game(slug)
    rng = Rng(5)
    drawn = 0
    for setup in setups(game, 4):
        encoder = ObservationEncoder(game, setup)
        for g in positions(game, setup, 400, 23):
            for seat in range(setup.players):
                other = game.determinize(g, seat, rng)
                drawn += digest(game, g) != digest(game, other)
                one, two = encoder.encode(g, seat), encoder.encode(other, seat)
                apart = [
                    name
                    for name, block in encoder.blocks.items()
                    if (one != two)[block.start : block.start + block.size].any()
                ]
                assert not apart, f"{apart} tell seat {seat} of {setup} what it cannot know"
    assert drawn > 20


@pytest.mark.parametrize("slug", SECRETS)
def test_the_secret_choices_of_others_do_not_show(slug: str) -> None:
    """Choices of another seat that look alike to this one make positions that look alike in numbers too."""
    game = load_game(slug)
    alike = 0
    for setup in setups(game, 3):
        if setup.players == 1:
            continue
        encoder = ObservationEncoder(game, setup)
        for g in positions(game, setup, 400, 2):
            mover = g.seats()[0]
            seat = (mover + 1) % setup.players
            found: dict[bytes, Any] = {}
            for choice in g.choices(mover)[:4]:
                new = g.fork()
                new.apply(mover, choice)
                shown: bytes = msgspec.json.encode(game.seen(new, seat))
                vector = encoder.encode(new, seat)
                if shown in found:
                    alike += 1
                    assert (found[shown] == vector).all()
                found[shown] = vector
    assert alike > 0


@pytest.mark.parametrize("slug", SLUGS)
def test_vectors_are_of_one_size_and_within_bounds(slug: str) -> None:
    game = load_game(slug)
    for setup in setups(game, 3):
        encoder = ObservationEncoder(game, setup)
        for g in positions(game, setup, 300, 17):
            vector = encoder.encode(g, 0)
            assert vector.shape == (encoder.size,) and vector.dtype == np.float32
            assert (np.abs(vector) <= 1.0).all()
            for block in encoder.blocks.values():
                piece = vector[block.start : block.start + block.size]
                if block.kind == CATEGORY and block.name != "question":
                    assert (piece.reshape(-1, block.span).sum(axis=1) == 1.0).all(), block.name
                elif block.kind != NUMBER:
                    assert np.isin(piece, (0.0, 1.0)).all(), block.name
            asked = encoder.part(vector, "waiting")[0]
            assert asked.nonzero()[0].tolist() == list(g.seats())
            assert encoder.part(vector, "seat").tolist() == [0]


@pytest.mark.parametrize("slug", SLUGS)
def test_blocks_lie_side_by_side(slug: str) -> None:
    encoder = ObservationEncoder(load_game(slug), load_game(slug).settle())
    end = 0
    for block in encoder.blocks.values():
        assert block.start == end
        end += block.size
    assert end == encoder.size


@pytest.mark.parametrize("slug", SLUGS)
def test_parts_are_read_back(slug: str) -> None:
    game = load_game(slug)
    setup = game.settle(seed=9)
    encoder = ObservationEncoder(game, setup)
    control = "align" if slug == "other_side" else "control"
    phase = {"downfall": "side", "on_to_berlin": "nside", "total_domination": "lord"}
    for g in positions(game, setup, 200, 40):
        vector = encoder.encode(g, g.seats()[0])
        for name in ("place", control, phase.get(slug, "control" if slug != "other_side" else "country")):
            value: Any = getattr(g, name)
            expected = [-1 if n == 255 else n for n in ([value] if isinstance(value, int) else value)]
            assert encoder.part(vector, name).tolist() == expected, name
        question = sorted(game.steps)[int(encoder.part(vector, "question")[0])]
        assert question == step_name(type(g.agenda[-1]))


@pytest.mark.parametrize("slug", SLUGS)
def test_the_map_shows_how_many_counters_stand_where(slug: str) -> None:
    game = load_game(slug)
    setup = game.settle(seed=2)
    encoder = ObservationEncoder(game, setup)
    for g in positions(game, setup, 200, 50):
        counts = encoder.part(encoder.encode(g, 0), "presence").reshape(encoder.places, encoder.groups)
        state: Any = g
        for place in range(encoder.places):
            there = [unit for unit, where in enumerate(state.place) if where == place]
            groups = encoder.group_of_units(g, 0)[there]
            expected = np.minimum(np.bincount(groups, minlength=encoder.groups), 4)
            assert counts[place].tolist() == expected.tolist()


def test_own_cards_are_seen_and_those_of_others_are_not() -> None:
    game = load_game("on_to_berlin")
    setup = game.settle(seed=4)
    encoder = ObservationEncoder(game, setup)
    for g in positions(game, setup, 300, 30):
        state: Any = g
        for seat in range(2):
            told = encoder.part(encoder.encode(g, seat), "cards").tolist()
            for card, where in enumerate(state.cards):
                if state.t.card_owner[card] == seat:
                    assert told[card] == where
                elif where in (0, 1):
                    assert told[card] == -1


def test_covered_counters_are_nameless() -> None:
    game = load_game("blitzkrieg_general")
    setup = game.settle(seed=4, options={"a9_12": True})
    plain = ObservationEncoder(game, setup)
    covered = 0
    for g in positions(game, setup, 120, 40):
        told = plain.part(plain.encode(g, 0), "place")
        state: Any = g
        for unit, where in enumerate(state.place):
            assert told[unit] in (where, -plain.places)
            covered += told[unit] == -plain.places
    assert covered > 20
