"""Random games and games of bots watched by a referee who knows the rulebook alone.

`SANDTABLE_REFEREE=200` plays that many more games of each kind, with seeds of their own.
"""

import os
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from sandtable.engine.rng import Rng
from tests.games.total_domination.clicks import GAME, MODES, settled
from tests.games.total_domination.referee.positions import draw_war
from tests.games.total_domination.referee.umpire import Umpire

MORE = range(1000, 1000 + int(os.environ.get("SANDTABLE_REFEREE", "0")))
SKILL = (0.0, 1.0, 0.75)  # nobody in particular, a greedy bot, a bot that errs
SCENARIOS = ("standard", "rise_of_the_axis", "fall_of_the_axis")

# In one of four players powers that pass keep cards for the draft.
RARE_GAMES = (18,)

# U-boats and Resistance are destroyed, cards cross the Arctic, powers join when they are attacked, units that
# freed a partner are relocated, a common hand is warned of a rocket.
RARE_WARS = (103, 104, 108, 115, 123, 231)


def watched(seed: int) -> Umpire:
    """A whole game with scenario, players and options by its seed."""
    if seed >= 1000:
        return Umpire.of_game(GAME.any_setup(Rng(seed)), SKILL[seed % 3])
    mode = [*MODES][seed % len(MODES)]
    scenario = "solo" if mode == "solo" else SCENARIOS[seed // len(MODES) % 3]
    arctic = seed % 4 in (1, 2) and scenario != "fall_of_the_axis"
    free = seed % 3 == 1 and scenario in ("standard", "rise_of_the_axis")
    placing = "free" if free else "standard"
    setup = settled(mode, scenario, seed, arctic=arctic, advanced=seed % 5 < 4, set_up=placing)
    return Umpire.of_game(setup, SKILL[seed % 3])


def war(seed: int) -> Umpire:
    """A war that begins in a random position, and goes on for two years when somebody has won it."""
    g = draw_war(Random(seed))
    umpire = Umpire(g, f"war of {g.start.id}, {g.t.mode_id[g.mode]}", seed, SKILL[seed % 3])
    umpire.more_years = 2
    return umpire


def played(umpires: list[Umpire]) -> Counter[str]:
    """What the referee has seen in games played to their ends."""
    seen: Counter[str] = Counter()
    for umpire in umpires:
        umpire.play()
        seen += umpire.seen
    return seen


@pytest.mark.rule("total_domination", "3.8.1b")
@pytest.mark.rule("total_domination", "3.9a")
@pytest.mark.rule("total_domination", "4.1.Ae")
@pytest.mark.rule("total_domination", "4.2a")
@pytest.mark.rule("total_domination", "4.2c")
@pytest.mark.rule("total_domination", "4.3.Aa")
@pytest.mark.rule("total_domination", "4.3.Ab")
@pytest.mark.rule("total_domination", "5.1a")
@pytest.mark.rule("total_domination", "6.1b")
@pytest.mark.rule("total_domination", "6.2b")
@pytest.mark.rule("total_domination", "6.3a")
@pytest.mark.rule("total_domination", "9.1a")
@pytest.mark.rule("total_domination", "10.1d")
@pytest.mark.rule("total_domination", "12.1b")
@pytest.mark.no_cover  # tracing takes longer than the games
def test_the_referee_agrees_with_whole_games() -> None:
    seen = played([watched(seed) for seed in (*range(12), *RARE_GAMES, *MORE)])
    for what in ("Draft", "Reserve", "Halve", "develop", "lend_lease", "damage", "partners", "Station"):
        assert seen[what] > 2, what


@pytest.mark.rule("total_domination", "4.3.Bk")
@pytest.mark.rule("total_domination", "4.3.C")
@pytest.mark.rule("total_domination", "6.1h")
@pytest.mark.rule("total_domination", "6.4a")
@pytest.mark.rule("total_domination", "7.2")
@pytest.mark.rule("total_domination", "7.2.C")
@pytest.mark.rule("total_domination", "7.2.Da")
@pytest.mark.rule("total_domination", "7.4a")
@pytest.mark.rule("total_domination", "8.1.D1")
@pytest.mark.rule("total_domination", "8.1.D2")
@pytest.mark.rule("total_domination", "9.2a")
@pytest.mark.rule("total_domination", "11.1.Aa")
@pytest.mark.rule("total_domination", "11.1.Ba")
@pytest.mark.rule("total_domination", "11.2e")
@pytest.mark.no_cover
def test_the_referee_agrees_with_wars_that_begin_anywhere() -> None:
    seen = played([war(seed) for seed in (*range(4), *RARE_WARS, *MORE)])
    cards = ("rockets", "Warned", "Enigma", "Espionage", "exchanges", "Halve", "event influence")
    units = ("strike", "bombards", "puppets", "Resistance", "partners", "relocated", "damage")
    for what in (*cards, *units, "destroys u_boot", "destroys resistance", "joins by invasion"):
        assert seen[what], what


@pytest.mark.rule("total_domination", "13.0.2")
@pytest.mark.rule("total_domination", "13.0.3")
@pytest.mark.rule("total_domination", "13.0.5")
@pytest.mark.rule("total_domination", "13.0.7")
@pytest.mark.rule("total_domination", "13.0.10")
@pytest.mark.rule("total_domination", "13.0.11")
@pytest.mark.rule("total_domination", "13.0c")
@pytest.mark.rule("total_domination", "13.1")
@pytest.mark.rule("total_domination", "13.2a")
@pytest.mark.rule("total_domination", "13.3")
@pytest.mark.rule("total_domination", "13.5a")
@pytest.mark.rule("total_domination", "13.5b")
@pytest.mark.rule("total_domination", "13.5c")
@pytest.mark.rule("total_domination", "13.5d")
@pytest.mark.no_cover
def test_the_referee_agrees_with_the_solo_system() -> None:
    seen = played([Umpire.of_game(settled("solo", seed=seed), SKILL[seed % 3]) for seed in range(3)])
    for what in ("move army", "move fleet", "deploy army", "deploy fleet", "destroy army", "destroy fleet"):
        assert seen[f"solo {what}"] > 10, what
    assert seen["solo: axis"]


def test_the_referee_knows_no_rules() -> None:
    for file in Path(__file__).parent.glob("*.py"):
        if file.name not in ("umpire.py", "positions.py", "test_referee.py"):  # who play the games
            assert "sandtable." not in file.read_text("utf-8"), file.name
