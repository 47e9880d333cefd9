"""Bots that play every game, by name.

>>> from sandtable.bots import bot_names, make_bot
>>> bot_names()
['random', 'greedy', 'search', 'recruit', 'staff_officer', 'field_marshal']
>>> make_bot("search:200ms").name
'search:200ms'
"""

from sandtable.bots import levels
from sandtable.bots.bot import Advice, Bot, Thought
from sandtable.bots.explain import explain_advice
from sandtable.bots.greedy_bot import GreedyBot
from sandtable.bots.parallel_search import ParallelSearchBot
from sandtable.bots.random_bot import RandomBot
from sandtable.bots.search_bot import SearchBot
from sandtable.engine.errors import BadOption

in_a_line = explain_advice  # the old name, kept for one release

__all__ = [
    "Advice",
    "Bot",
    "GreedyBot",
    "ParallelSearchBot",
    "RandomBot",
    "SearchBot",
    "Thought",
    "bot_names",
    "explain_advice",
    "in_a_line",
    "make_bot",
]


def bot_names() -> list[str]:
    """Return the names of all bots, the fastest first; `search` thinks as long as a recruit."""
    names = [level.name for level in levels.LEVELS]
    return [*names[:2], levels.SEARCH, *names[2:]]


def make_bot(name: str, processes: int = 1) -> Bot:
    """Return the bot with this name; `search:200ms` and `search:500` (simulations) limit how long it thinks.

    A search bot thinks in this many `processes`, or in as many as its name says (`search:200ms:4`).
    """
    if name == "greedy":
        return GreedyBot()
    if name == "random":
        return RandomBot()
    limits = levels.limits(name)
    if limits is None:
        raise BadOption(f"There is no bot {name!r}; there is {', '.join(bot_names())}.")
    processes = max(processes, limits.processes)
    if processes > 1:
        return ParallelSearchBot(name, limits.seconds, limits.simulations, processes)
    return SearchBot(name, limits.seconds, limits.simulations)
