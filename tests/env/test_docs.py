"""What the modules' own examples say happens."""

import doctest

import sandtable.env
from sandtable.env import aec, gym, spiel


def test_the_examples_of_the_modules_run() -> None:
    for module in (sandtable.env, aec, gym, spiel):
        tried = doctest.testmod(module)
        assert tried.attempted >= 2 and tried.failed == 0, module.__name__
