"""Skirmish keeps the promises that every game keeps."""

from case import CASE  # noqa: F401

from tests.games.promises import *  # noqa: F403
