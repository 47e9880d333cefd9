"""Why a bot chose: its choice, the best alternatives and what they are worth, in one line for people."""

from typing import Final

from sandtable.bots.bot import Advice, Thought
from sandtable.engine.game import Game
from sandtable.engine.state import State

OTHERS: Final = 2  # alternatives that are named


def in_a_line(game: Game, g: State, seat: int, advice: Advice) -> str:
    """An advice in one line: after looking ahead with the chances, from doctrine in order of rank."""
    first = game.label(g, advice.choice)
    mine = thought_of(advice, advice.choice)
    if mine is None:
        only = len(g.choices(seat)) == 1
        return f"{first}: the only choice." if only else f"{first}, without looking ahead."
    others = alternatives(game, g, advice)
    if mine.tries == 0:
        return by_doctrine(game, g, mine, others)
    looks = sum([thought.tries for thought in advice.thoughts])
    line = f"{first}: {percent(mine)} after {looks} looks ahead"
    if not others:
        return f"{line}."
    told = ", ".join([f"{game.label(g, other.choice)} {percent(other)}" for other in others])
    if others[0].value > mine.value:
        return f"{line}, as the doctrine has it; not surely better: {told}."
    return f"{line}; otherwise {told}."


def by_doctrine(game: Game, g: State, mine: Thought, others: list[Thought]) -> str:
    """The same for a bot that only ranks the choices."""
    first = game.label(g, mine.choice)
    even = [game.label(g, other.choice) for other in others if other.value == mine.value]
    if even:
        return f"{first}, by chance; the doctrine likes as much: {', '.join(even)}."
    told = ", ".join([game.label(g, other.choice) for other in others])
    return f"{first} comes first by the doctrine; then {told}." if told else f"{first}, by the doctrine."


def thought_of(advice: Advice, choice: int) -> Thought | None:
    """What was thought of a choice; None if it was given no thought."""
    for thought in advice.thoughts:
        if thought.choice == choice:
            return thought
    return None


def alternatives(game: Game, g: State, advice: Advice) -> list[Thought]:
    """The best of the other choices, the best first; of those that are called alike, one."""
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
    """Thoughts in order of value."""
    return thought.value


def percent(thought: Thought) -> str:
    """A value from 0 to 1 as a chance in per cent, never torn apart at the end of a line."""
    return f"{100.0 * thought.value:.1f}\N{NO-BREAK SPACE}%"
