"""Why a bot chose, in one line."""

from sandtable.bots import Advice, GreedyBot, RandomBot, SearchBot, Thought, explain_advice
from sandtable.engine.rng import Rng
from tests.engine.tiny import dealt

MATCH = dealt(["6a 3a 2a 4a", "5a 1b"])
SIX, THREE, TWO, FOUR = (MATCH.number(f"card:{card}") for card in ("6a", "3a", "2a", "4a"))


def line(*thoughts: tuple[int, float, int], choice: int = SIX) -> str:
    return explain_advice(MATCH.game, MATCH.state, 0, Advice(choice, [Thought(*each) for each in thoughts]))


def percent(value: float) -> str:
    return f"{value}\N{NO-BREAK SPACE}%"


def label(choice: int) -> str:
    return MATCH.game.label(MATCH.state, choice)


def test_after_looking_ahead_it_tells_chances_and_the_best_alternatives() -> None:
    text = line((SIX, 0.612, 20), (TWO, 0.4, 5), (THREE, 0.58, 10), (FOUR, 0.1, 5))
    assert text == (
        f"{label(SIX)}: {percent(61.2)} after 40 simulations; "
        f"otherwise {label(THREE)} {percent(58.0)}, {label(TWO)} {percent(40.0)}."
    )
    assert line((SIX, 0.5, 3)) == f"{label(SIX)}: {percent(50.0)} after 3 simulations."


def test_it_says_so_when_another_only_seems_better() -> None:
    text = line((SIX, 0.50, 20), (THREE, 0.51, 20))
    assert text == (
        f"{label(SIX)}: {percent(50.0)} after 40 simulations, as the doctrine advises; "
        f"not certain to be better: {label(THREE)} {percent(51.0)}."
    )


def test_by_doctrine_it_tells_the_ranks() -> None:
    advice = GreedyBot().advise(MATCH.game, MATCH.state, 0, Rng(1))
    text = explain_advice(MATCH.game, MATCH.state, 0, advice)
    assert text == f"{label(SIX)} comes first by the doctrine; then {label(FOUR)}, {label(THREE)}."


def test_among_equals_it_was_chance() -> None:
    text = line((SIX, 2.0, 0), (THREE, 2.0, 0), (TWO, 1.0, 0))
    assert text == f"{label(SIX)}, by chance; the doctrine rates as high: {label(THREE)}."


def test_what_is_called_alike_is_named_once() -> None:
    game, g = MATCH.game, MATCH.state
    army = next(c for c in range(len(game.names)) if game.names.kind(c) == "unit")
    twin = next(c for c in range(army + 1, len(game.names)) if game.label(g, c) == game.label(g, army))
    text = explain_advice(
        game, g, 0, Advice(army, [Thought(army, 2.0, 0), Thought(twin, 1.0, 0), Thought(SIX, 0.5, 0)])
    )
    assert text == f"{game.label(g, army)} comes first by the doctrine; then {label(SIX)}."
    text = explain_advice(game, g, 0, Advice(army, [Thought(army, 2.0, 0), Thought(twin, 1.0, 0)]))
    assert text == f"{game.label(g, army)}, by the doctrine."


def test_without_thoughts_there_is_little_to_say() -> None:
    game, g = MATCH.game, MATCH.state
    advice = RandomBot().advise(game, g, 0, Rng(2))
    assert explain_advice(game, g, 0, advice) == f"{label(advice.choice)}, without looking ahead."
    alone = dealt(["6a", "5a 1b"])
    advice = SearchBot("search", 0.05).advise(alone.game, alone.state, 0, Rng(2))
    assert explain_advice(alone.game, alone.state, 0, advice) == f"{label(SIX)}: the only choice."
