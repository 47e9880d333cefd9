"""Bots that play every game, by name.

>>> from sandtable.bots import bot_names, make_bot
>>> bot_names()
['greedy', 'random']
>>> make_bot("greedy").name
'greedy'
"""

from sandtable.bots.bot import Bot
from sandtable.bots.greedy_bot import GreedyBot
from sandtable.bots.random_bot import RandomBot
from sandtable.engine.errors import BadOption

__all__ = ["Bot", "GreedyBot", "RandomBot", "bot_names", "make_bot"]


def bot_names() -> list[str]:
    """The names of all bots, in order."""
    return ["greedy", "random"]


def make_bot(name: str) -> Bot:
    """The bot that goes by this name."""
    if name == "greedy":
        return GreedyBot()
    if name == "random":
        return RandomBot()
    raise BadOption(f"There is no bot {name!r}; there is {', '.join(bot_names())}.")
