"""Errors a player can act on: one sentence each, never a traceback."""


class SandtableError(Exception):
    """Base of everything that is the input's fault; its text is a sentence for the player."""


class IllegalChoice(SandtableError):
    """A choice that the rules do not allow now; `rule` names the rule that refuses it."""

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(f"{text} [{rule}]" if rule else text)
        self.rule = rule


class UnknownGame(SandtableError):
    """No game has that name."""


class BadOption(SandtableError):
    """A scenario, option, player count or seat that the game does not have."""


class SaveError(SandtableError):
    """A save that cannot be read."""


class PackError(SandtableError):
    """A component pack that does not fit its game."""


class BrokenRules(Exception):
    """An invariant of a game does not hold: a defect of Sandtable, found by checks and fuzzing."""
