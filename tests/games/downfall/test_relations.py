"""Packs whose ids lead nowhere, or whose files disagree, are refused with file, entry and field."""

from msgspec import structs

from sandtable.games.downfall.components.relations import check_pack
from sandtable.games.downfall.components.schema import Pack
from tests.games.downfall.rulebook import PACK
from tests.games.packs import refusal


def refused(pack: Pack) -> str:
    return refusal(check_pack, pack)


def test_players_a_scenario_may_not_have() -> None:
    sides = structs.replace(PACK.sides, player_counts=PACK.sides.player_counts[:1])
    assert "a number of players of sides.toml" in refused(structs.replace(PACK, sides=sides))
