"""Every row of every Combat card, as its file has it: Strategic Warfare, Defense, Attack, Landings."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import sandtable.games.other_side as package
from sandtable.games.other_side.components.constants import SOVIETS, WEST, bits
from sandtable.games.other_side.rules.combat import western_landings
from sandtable.games.other_side.rules.production.strategic_warfare import western_dice
from sandtable.games.other_side.testing import deck, position, tables
from tests.games.other_side.driving import idle, log
from tests.games.other_side.fighting import allies_attack, axis_attacks

T = tables()
DATA = Path(package.__file__).parent / "data"


def rows(table: str, card: int) -> list[dict[str, Any]]:
    """The rows of a card in the data."""
    found = tomllib.loads((DATA / "combat_cards.toml").read_text("utf-8"))[table]
    return [row for row in found if row["card"] == card]


def years(row: dict[str, Any]) -> list[int]:
    """ "1939-40" is two years."""
    said = str(row.get("years", row.get("year")))
    first, _, last = said.partition("-")
    return [int(first)] if not last else list(range(int(first), 1900 + int(last) + 1))


NUMBERS = range(1, 21)


@pytest.mark.rule("other_side", "4.1b")
@pytest.mark.parametrize("card", NUMBERS)
def test_the_strategic_warfare_column_of_a_card(card: int) -> None:
    for row in rows("western", card):
        for year in years(row):
            g = deck(position(year=year), combat=[card])
            assert western_dice(g) == row["strategic_warfare"]


@pytest.mark.rule("other_side", "4.5.1b")
@pytest.mark.parametrize("card", NUMBERS)
def test_the_landing_rows_of_a_card(card: int) -> None:
    for row in rows("landings", card):
        order = [T.area_number.index(n) for n in row["priority"]]
        for goal in order:
            align = {T.space_id[n]: "occupied" if n == goal else "western" for n in order}
            g = position(year=int(row["year"]), box="fall_ops", align=align, tracks={"landing_1": "box"})
            western_landings.check(deck(g, combat=[card]))
            assert bits(g.no_west) == [goal]


# What is written down when a Special Effect works.
TOLD = {
    "air": "Special Effect on Air/Naval Control",
    "reduce": "Special Effect: one Reduction",
    "reduce_winter": "Special Effect: one Reduction",
    "satellite": "Special Effect: a Satellite Army is lost",
    "strategic_event": "Strategic Event: FLIGHT OF RUDOLF HESS",
}


@pytest.mark.rule("other_side", "6.1")
@pytest.mark.rule("other_side", "6.3")
@pytest.mark.parametrize("card", NUMBERS)
@pytest.mark.parametrize("side", ["western", "soviet"])
def test_the_defense_and_attack_cells_of_a_card(card: int, side: str) -> None:
    faction = WEST if side == "western" else SOVIETS
    where = "libya" if side == "western" else "ukraine"
    for row in rows(side, card):
        for year in years(row):
            for role in ("defense", "attack"):
                g = position(
                    year=year,
                    box="winter_ops",
                    align={where: f"disputed 1/2 {side}", "hungary": "satellite"},
                    armies={where: "3 regular, satellite_italy"},
                    pool="3 reduced",
                    seed=card,
                )
                deck(g, strategic=["rudolf_hess"])
                if role == "defense":
                    axis_attacks(g, where, card)
                else:
                    allies_attack(g, where, card, faction)
                while not idle(g):
                    seat = g.seats()[0]
                    g.apply(seat, g.choices(seat)[0])
                told = log(g)
                number, specials = row[role], row[f"{role}_special"]
                assert ("The Allies roll" in told) == (number > 0), (year, role)
                if number:
                    assert f"({number} on the card" in told
                for special in specials:
                    assert TOLD[special["kind"]] in told, (year, role, special)
                for kind in TOLD.keys() - {special["kind"] for special in specials}:
                    if kind not in ("reduce", "reduce_winter"):
                        assert TOLD[kind] not in told, (year, role, kind)
                if not specials:
                    assert "Special Effect" not in told
                assert g.combat_used == [T.combat_number.index(card)]
