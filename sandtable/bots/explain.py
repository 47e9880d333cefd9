"""Why a bot chose: its choice, the best alternatives and what they are worth, in one line for people."""

from typing import Final

from sandtable.bots.bot import Advice, Thought
from sandtable.engine.game import Game
from sandtable.engine.state import State

OTHERS: Final = 2  # alternatives that are named


def explain_advice(game: Game, g: State, seat: int, advice: Advice) -> str:
    """Return an advice in one line: with chances after looking ahead, else in the doctrine's order."""
    first = game.label(g, advice.choice)
    mine = find_thought(advice, advice.choice)
    if mine is None:
        only = len(g.choices(seat)) == 1
        return f"{first}: the only choice." if only else f"{first}, without looking ahead."
    others = alternatives(game, g, advice)
    if mine.tries == 0:
        return explain_ranking(game, g, mine, others)
    simulations = sum([thought.tries for thought in advice.thoughts])
    line = f"{first}: {percent(mine)} after {simulations} simulations"
    if not others:
        return f"{line}."
    rest = ", ".join([f"{game.label(g, other.choice)} {percent(other)}" for other in others])
    if others[0].value > mine.value:
        return f"{line}, as the doctrine advises; not certain to be better: {rest}."
    return f"{line}; otherwise {rest}."


def explain_ranking(game: Game, g: State, mine: Thought, others: list[Thought]) -> str:
    """Return an advice in one line for a bot that only ranks the choices."""
    first = game.label(g, mine.choice)
    even = [game.label(g, other.choice) for other in others if other.value == mine.value]
    if even:
        return f"{first}, by chance; the doctrine rates as high: {', '.join(even)}."
    rest = ", ".join([game.label(g, other.choice) for other in others])
    return f"{first} comes first by the doctrine; then {rest}." if rest else f"{first}, by the doctrine."


def find_thought(advice: Advice, choice: int) -> Thought | None:
    """Return what the bot thinks of a choice; None if it did not think about it."""
    for thought in advice.thoughts:
        if thought.choice == choice:
            return thought
    return None


def alternatives(game: Game, g: State, advice: Advice) -> list[Thought]:
    """Return the best of the other choices, the best first; only one of those with the same label."""
    named = [game.label(g, advice.choice)]
    found: list[Thought] = []
    for thought in sorted(advice.thoughts, key=worth, reverse=True):
        if len(found) == OTHERS:
            break
        label = game.label(g, thought.choice)
        if label not in named:
            named.append(label)
            found.append(thought)
    return found


def worth(thought: Thought) -> float:
    """Return the value of a thought, for sorting."""
    return thought.value


def percent(thought: Thought) -> str:
    """Return a value from 0 to 1 as a chance in per cent, which no line break separates from its sign."""
    return f"{100.0 * thought.value:.1f}\N{NO-BREAK SPACE}%"
