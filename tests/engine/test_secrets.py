"""Secrets: what a seat is shown is the same when what it cannot know is drawn again; leaks are found."""

import msgspec
import pytest

from sandtable.engine.checks.secrets import difference, leaks, shown
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.step import Ask, Step
from sandtable.testing import play_keys, random_position, secrets_kept
from tests.engine.tiny import CARD, Straits, StraitsGame, build, dealt


def leaks_in(game: Game, seeds: int) -> list[str]:
    """Return what leaks in random positions."""
    found: list[str] = []
    for seed in range(seeds):
        match = random_position(game, seed, 3 + seed % 25)
        for seat in range(match.setup.players):
            found += leaks(game, match.state, seat, Rng(seed))
    return found


def test_views_and_logs_are_equal_byte_for_byte() -> None:
    game = build()
    rng = Rng(1)
    changed = 0
    for seed in range(60):
        g = random_position(game, seed, seed % 30).state
        assert isinstance(g, Straits)
        for seat in range(g.players):
            other = game.determinize(g, seat, rng)
            assert isinstance(other, Straits)
            changed += other.hands != g.hands
            for eyes in (seat, None):
                assert msgspec.json.encode(game.seen(other, eyes)) == msgspec.json.encode(game.seen(g, eyes))
                assert other.log is not None and g.log is not None
                assert other.log.lines(eyes) == g.log.lines(eyes)
            assert other.hands[seat] == g.hands[seat]
    assert changed > 100


def test_the_whole_game_keeps_its_secrets() -> None:
    assert leaks_in(build(), 60) == []


@pytest.mark.parametrize(
    ("leak", "words"),
    [
        ("view", "is shown depends on secrets: position.next"),
        ("panel", "is shown depends on secrets: scene.panels"),
        ("prompt", "is shown depends on secrets: prompt.text"),
        ("refusal", "refusal of card:"),
        ("doctrine", "preferences of seat"),
        ("draw", "draws a"),
        ("done", "the next card is a"),
        ("bury", "tells the secret choices card:"),
    ],
)
def test_a_leak_is_found(leak: str, words: str) -> None:
    found = leaks_in(StraitsGame(leak=leak), 60)
    assert found
    assert all(words in text for text in found)


def test_a_determinize_that_changes_the_original_is_found() -> None:
    class Careless(StraitsGame):
        def determinize(self, g: Straits, seat: int, rng: Rng) -> Straits:
            assert isinstance(g, Straits)
            rng.shuffle(g.deck)
            return super().determinize(g, seat, rng)

    match = random_position(build(), 1, 5)
    assert leaks(Careless(), match.state, 0, Rng(1)) == ["determinize changes the position that it is given."]


def test_an_open_window_tells_only_what_the_option_says() -> None:
    attack = "0/card:6a 1/card:5a unit:red_tank@north island:east"
    asked = play_keys(dealt(["6a 3a", "5a 1b"], reactions="when_possible"), attack)
    for seed in range(20):
        other = asked.game.determinize(asked.state, 0, Rng(seed))
        # green is asked, so green holds an ambush in every world that red can think of
        assert len(other.choices(1)) > 1
        assert secrets_kept(asked.game, asked.state, 0, Rng(seed))


class Return(Step[Straits]):
    """Red puts a card back into the deck, and draws another if the deck is shuffled."""

    def __init__(self, named: bool, shuffled: bool, revealed: bool) -> None:
        self.named = named
        self.shuffled = shuffled
        self.revealed = revealed

    def pack(self) -> list[int]:
        return [int(self.named), int(self.shuffled), int(self.revealed)]

    def seats(self, g: Straits) -> tuple[int, ...]:
        return (0,)

    def choices(self, g: Straits, seat: int) -> list[int]:
        return [CARD + card for card in g.hands[seat]]

    def answer(self, g: Straits, seat: int, choice: int) -> None:
        g.agenda.pop()
        g.hands[seat].remove(choice - CARD)
        g.deck.insert(0, choice - CARD)
        if self.shuffled:
            g.rng.shuffle(g.deck)
            g.hands[seat].append(g.deck.pop())
        if self.revealed:
            g.revealed += 1
        if g.log is not None:
            refs = (choice,) if self.named else ()
            g.log.add(f"Red puts back card number {choice}.", "5", refs)

    def prompt(self, g: Straits, seat: int) -> Ask:
        return Ask("Which card do you put back?", "5")


@pytest.mark.parametrize(
    ("named", "shuffled", "revealed", "kept"),
    [
        (True, True, False, True),  # named by the log, and a draw is over it
        (False, True, True, True),  # all have seen it
        (False, True, False, False),
        (True, False, False, False),
    ],
)
def test_a_choice_in_the_open_is_no_secret_though_a_draw_sweeps_it_away(
    named: bool, shuffled: bool, revealed: bool, kept: bool
) -> None:
    # The log tells which card it was; the view does not show it any more, because it lies in the deck.
    match = dealt(["6a 3a 2b", "5a 1b"])
    match.state.push(Return(named, shuffled, revealed))
    found = [text for seed in range(5) for text in leaks(match.game, match.state, 1, Rng(seed))]
    assert (found == []) == kept
    assert all("tells the secret choices card:" in text for text in found)


def test_secrets_kept_tells_what_is_not() -> None:
    match = random_position(StraitsGame(leak="view"), 1, 5)
    with pytest.raises(AssertionError, match=r"position\.next"):
        secrets_kept(match.game, match.state, 0)


def test_the_first_difference_is_named() -> None:
    assert difference({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2}]}) == ""
    assert difference({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}) == "a[1].b: 2 or 3"
    assert difference({"a": 1}, {"b": 1}) == ': {"a":1} or {"b":1}'
    assert difference({"a": [1]}, {"a": [1, 2]}) == "a: [1] or [1,2]"
    # equal to Python, not byte for byte
    assert difference({"a": 1}, {"a": True}) == "a: 1 or true"
    assert difference("x" * 100, "y").endswith('... or "y"')


def test_what_is_shown_has_the_log_from_where_it_is_asked() -> None:
    match = play_keys(dealt(["6a 3a", "5a 1b"]), "0/card:6a 1/card:5a")
    all_of_it = shown(match.game, match.state, 0)["log"]
    assert shown(match.game, match.state, 0, 1)["log"] == all_of_it[1:]
    match.state.log = None
    assert shown(match.game, match.state, 0)["log"] == []
