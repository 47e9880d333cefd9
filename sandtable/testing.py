"""Helpers for tests and experiments, for every game.

>>> import sandtable
>>> from sandtable.testing import play_keys, scripted
>>> m = scripted(sandtable.new("downfall", seed=7), [6, 1])     # the next two dice
>>> m.state.rng.roll(), m.state.rng.roll()
(6, 1)

Positions from plain data are each game's own matter: see `sandtable.games.<game>.testing`.
"""

import difflib
import os
from pathlib import Path
from typing import TypeVar

from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.checks.playthrough import playthrough
from sandtable.engine.checks.secrets import leaks
from sandtable.engine.errors import IllegalChoice
from sandtable.engine.game import Game, OptionValue
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng, ScriptedRng
from sandtable.engine.save import digest
from sandtable.engine.state import State

UPDATE = "SANDTABLE_UPDATE"  # set in the environment, playthrough files are written instead of compared

Played = TypeVar("Played", bound=Match | State)


def scripted(what: Played, numbers: list[int]) -> Played:
    """Put these numbers in place of chance: faces for dice, indexes for draws, an order for a shuffle."""
    state = what.state if isinstance(what, Match) else what
    state.rng = ScriptedRng(list(numbers))
    return what


def dice_left(what: Match | State) -> int:
    """Return how many of the scripted numbers have not been used yet."""
    rng = (what.state if isinstance(what, Match) else what).rng
    assert isinstance(rng, ScriptedRng), "no numbers were scripted"
    return len(rng.script) - rng.at


def play_keys(match: Match, keys: str) -> Match:
    """Play choices by their keys, separated by blanks; `1/card:ace` says which of several seats chooses."""
    for word in keys.split():
        seat, slash, key = word.partition("/")
        if slash and seat.isdigit():
            match.play(key, int(seat))
        else:
            match.play(word)
    return match


def assert_refused(match: Match, key: str, rule: str, seat: int | None = None, text: str = "") -> None:
    """Check that the choice is refused with this rule (and these words), and the position stays as it was."""
    before = digest(match.game, match.state)
    try:
        match.play(key, seat)
    except IllegalChoice as refusal:
        assert refusal.rule == rule, f"{key} is refused by [{refusal.rule}], not by [{rule}]: {refusal}"
        assert text in str(refusal), f"{key} is refused in other words: {refusal}"
    else:
        raise AssertionError(f"{key} is not refused.")
    assert digest(match.game, match.state) == before, f"The refusal of {key} changes the position."
    told = match.explain(key, seat)
    assert f"[{rule}]" in told, f"{key} is explained in another way than refused: {told}"


def offered(match: Match, seat: int | None = None) -> list[str]:
    """Return the keys of what may be chosen now (by the first seat that is asked)."""
    prompt = match.prompts[0] if seat is None else match.prompt_for(seat)
    assert prompt is not None, f"seat {seat} is not asked"
    return [match.game.key(match.state, choice) for choice in prompt.choices]


def random_position(
    game: Game,
    seed: int,
    choices: int,
    scenario: str | None = None,
    players: int | None = None,
    options: dict[str, OptionValue] | None = None,
) -> Match:
    """Return a match after a number of random choices, or at the last question of a shorter game.

    Without scenario, players or options the game is that of the fuzzer with this seed.
    """
    chosen = scenario is not None or players is not None or options is not None
    setup = game.settle(scenario, players, options, seed) if chosen else None
    walk = Walk(game, seed, setup)
    match = Match(game, walk.setup)
    while len(match.history) < choices:
        seat, choice = walk.pick()
        walk.play(seat, choice)
        if walk.state.result is not None:
            break
        match.play(choice, seat)
    return match


def secrets_kept(game: Game, state: State, seat: int, rng: Rng | None = None) -> bool:
    """Return whether nothing the seat is shown depends on what it may not know; tells what does."""
    found = leaks(game, state, seat, rng or Rng(0))
    assert not found, found[0]
    return True


def check_playthrough(
    path: Path,
    game: Game,
    scenario: str | None = None,
    players: int | None = None,
    options: dict[str, OptionValue] | None = None,
    seed: int = 0,
    max_choices: int = 200,
) -> None:
    """Compare a playthrough with the file that is kept of it; SANDTABLE_UPDATE=1 writes the file instead."""
    text = playthrough(game, game.settle(scenario, players, options, seed), seed, max_choices)
    if os.environ.get(UPDATE):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    assert path.is_file(), f"There is no {path.name}; {UPDATE}=1 writes it."
    kept = path.read_text(encoding="utf-8")
    if kept != text:
        diff = difflib.unified_diff(kept.splitlines(), text.splitlines(), "kept", "played", lineterm="", n=2)
        shown = "\n".join(list(diff)[:60])
        raise AssertionError(f"{path.name} has changed; if rightly so, {UPDATE}=1 writes it again.\n{shown}")
