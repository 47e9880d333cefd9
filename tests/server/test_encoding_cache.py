"""What all matches of a game share in encoded form: the cards are those that the seat sees now."""

import msgspec
import pytest

from sandtable.bots import make_bot
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.games import SLUGS, load_game
from sandtable.games.other_side.testing import position
from sandtable.server.encoding_cache import CardCache
from sandtable.server.messages import CardOut


@pytest.mark.parametrize("slug", SLUGS)
def test_cards_are_those_that_the_seat_sees_now(slug: str) -> None:
    game = load_game(slug)
    match = Match.start(game, None, None, None, 5)
    cache = CardCache()
    bot, rng = make_bot("greedy"), Rng(1)
    for number in range(400):
        if match.result is not None:
            break
        if number % 10 == 0:
            for seat in (None, *range(match.setup.players)):
                sent = msgspec.json.decode(cache.encoded(game, match.state, seat), type=list[CardOut])
                assert sent == [CardOut(*card) for card in game.cards(match.state, seat)]
        seat = match.state.seats()[0]
        match.play(bot.choose(game, match.state, seat, rng), seat)


def test_cards_that_cannot_be_clicked_are_not_mixed_up() -> None:
    g = position(orchestra={"ludwig_beck": 0, "hans_oster": 0})
    cards = msgspec.json.decode(CardCache().encoded(load_game("other_side"), g, 0), type=list[CardOut])
    assert {"ludwig_beck", "hans_oster"} <= {card.id for card in cards}
