"""Bots that play every game, by name.

>>> from sandtable.bots import bot_names, make_bot
>>> bot_names()
['random', 'greedy', 'search', 'recruit', 'staff_officer', 'field_marshal']
>>> make_bot("search:200ms").name
'search:200ms'
"""

from sandtable.bots import levels
from sandtable.bots.bot import Advice, Bot, Thought
from sandtable.bots.explain import in_a_line
from sandtable.bots.greedy_bot import GreedyBot
from sandtable.bots.parallel_search import ParallelSearchBot
from sandtable.bots.random_bot import RandomBot
from sandtable.bots.search_bot import SearchBot
from sandtable.engine.errors import BadOption

__all__ = [
    "Advice",
    "Bot",
    "GreedyBot",
    "ParallelSearchBot",
    "RandomBot",
    "SearchBot",
    "Thought",
    "bot_names",
    "in_a_line",
    "make_bot",
]


def bot_names() -> list[str]:
    """The plain names of all bots, those that think least first; `search` thinks as long as a recruit."""
    names = [level.name for level in levels.LEVELS]
    return [*names[:2], levels.SEARCH, *names[2:]]


def make_bot(name: str, hands: int = 1) -> Bot:
    """The bot that goes by this name; `search:200ms` and `search:500` (looks) say how long it thinks.

    A search bot thinks in so many processes, unless its name says otherwise (`search:200ms:4`).
    """
    if name == "greedy":
        return GreedyBot()
    if name == "random":
        return RandomBot()
    limits = levels.limits(name)
    if limits is None:
        raise BadOption(f"There is no bot {name!r}; there is {', '.join(bot_names())}.")
    hands = max(hands, limits.hands)
    if hands > 1:
        return ParallelSearchBot(name, limits.seconds, limits.looks, hands)
    return SearchBot(name, limits.seconds, limits.looks)
