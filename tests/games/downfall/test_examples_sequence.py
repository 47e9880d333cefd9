"""The worked examples about the order of things in a turn, played by clicks."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.choice import DONE
from sandtable.engine.match import Match
from sandtable.games.downfall.components.constants import AFTER, AXIS
from sandtable.games.downfall.rules.turn_start import TurnStart
from sandtable.games.downfall.sequence import SideTurn, TurnEnd
from sandtable.games.downfall.testing import position
from tests.games.downfall.clicks import GAME, T, air, board, offers, order, table, where, why

FILE = tomllib.loads((Path(__file__).parent / "examples.toml").read_text(encoding="utf-8"))
EXAMPLES: dict[str, dict[str, Any]] = {example["id"]: example for example in FILE["examples"]}

# Two blows of the Barbarossa turn: who strikes, from where, whom and where.
BLOWS = [
    ("german_armor@konigsberg", "riga", "soviet_infantry"),
    ("german_armor@warsaw", "kovel", "soviet_infantry"),
]


class Turn:
    """A turn led by the steps of an example."""

    def __init__(self, m: Match) -> None:
        self.m = m
        self.actions = 0
        self.blows = 0
        self.flown = 0

    def minor_reinforcements(self) -> None:
        """Italian infantry in Rome; the supply has come by itself."""
        m = self.m
        assert isinstance(m.state.agenda[-1], TurnStart)
        assert board(m).supply[AXIS] == 3  # nothing was in stock [4.2t]
        m.play("army:italian_infantry.reduced")
        assert where(m, "rome") == ["italian_infantry"]
        m.play(DONE)
        assert why(m, "army:italian_infantry.reduced") == "4.2u"

    def operations(self) -> None:
        army, area, target = BLOWS[self.blows]
        order(self.m, army, area, attack=target)
        self.blows += 1

    def place_air_missions(self) -> None:
        _, area, target = BLOWS[self.flown]
        air(self.m, "german_air", f"{target}@{area}")
        self.flown += 1
        assert [attack.air >= 0 for attack in board(self.m).attacks] == [True] * self.flown

    def action(self, action: str) -> None:
        stock = board(self.m).supply[AXIS]
        self.m.play(f"button:{action}")
        self.actions += 1
        if board(self.m).phase == AFTER:
            assert board(self.m).supply[AXIS] == stock

    def resolve_combats(self) -> None:
        m = self.m
        m.play("button:combat")
        while board(m).attacks:
            m.play(m.prompts[0].choices[0])
        assert why(m, "unit:german_infantry@berlin") == "3e"


@pytest.mark.rule("downfall", "3c")
@pytest.mark.rule("downfall", "3d")
@pytest.mark.rule("downfall", "3e")
@pytest.mark.rule("downfall", "4.2h")
@pytest.mark.rule("downfall", "4.2q")
@pytest.mark.rule("downfall", "4.2t")
def test_ex01_any_order_inside_a_turn() -> None:
    example = EXAMPLES["ex01"]
    armies = ["german_infantry@berlin", "2 soviet_infantry@riga", "2 soviet_infantry@kovel"]
    g = position(
        turn=example["turn"],
        side=example["side"],
        armies=[*armies, *[army for army, _, _ in BLOWS]],
        supply=0,
        air={"german_air": 2},
        dice=[6, 1, 6, 1],
        ready=False,
        t=T,
    )
    g.agenda = [TurnEnd(), SideTurn(g.side)]
    g.advance()
    turn = Turn(Match(GAME, GAME.settle(), g))
    for step in example["steps"]:
        what = getattr(turn, step["do"])
        what(step["action"]) if "action" in step else what()
    expected = example["expected"]
    assert expected["legal"]
    assert turn.actions == expected["actions_used"]
    assert board(turn.m).actions_left == 0
    assert board(turn.m).points == 4 and board(turn.m).armor[AXIS] == 3
    # What the turn has given is put to use after the battles.
    turn.m.play("army:german_infantry")
    turn.m.play("area:berlin")
    assert where(turn.m, "berlin") == ["german_infantry", "german_infantry"]


@pytest.mark.rule("downfall", "4.2c")
@pytest.mark.rule("downfall", "4.2d")
def test_inl02_where_british_and_americans_build() -> None:
    expected = EXAMPLES["inl02"]["expected"]
    m = table("allies", turn=10, points=4, total_war=["allies"])
    m.play("army:british_infantry.reduced")
    assert sorted(offers(m)) == sorted(f"area:{area}" for area in expected["british_may_build_in"])
    assert why(m, "area:liverpool") == "4.2c"
    m.play("area:suez")
    m.play("army:american_infantry.reduced")  # asks for no place where there is only one
    assert expected["americans_may_build_in"] == ["united_states"]
    assert where(m, "united_states") == ["american_infantry"]
