"""Packs whose ids lead nowhere, or whose files disagree, are refused with file, entry and field."""

import pytest
from msgspec import structs

from sandtable.engine.data.relations import Book
from sandtable.games.other_side.components import relations
from sandtable.games.other_side.components.relations import check_pack
from tests.games.other_side.rulebook import PACK
from tests.games.packs import refusal


@pytest.mark.parametrize(("file", "field"), [("armies", "armies"), ("tracks", "production")])
def test_lists_have_an_order(file: str, field: str) -> None:
    content = getattr(PACK, file)
    bad = structs.replace(PACK, **{file: structs.replace(content, **{field: getattr(content, field)[::-1]})})
    assert f"{file}.toml: field {field}: found " in refusal(check_pack, bad)


def test_the_soviets_have_a_sector_where_the_war_begins() -> None:
    first = "baltic_states"
    areas = tuple([structs.replace(a, n_sectors=1) if a.id == first else a for a in PACK.areas.areas])
    sectors = tuple([s for s in PACK.areas.sectors if s.area != first or s.n == 1])
    bad = structs.replace(PACK, areas=structs.replace(PACK.areas, areas=areas, sectors=sectors))
    book = Book(bad, relations.SUBSETS)
    book.go(bad.countries)
    text = refusal(relations.check_countries, book, bad.countries)
    assert "an Area with two Sectors or more" in text


def test_every_scenario_has_its_own_start() -> None:
    world = next(s for s in PACK.scenarios if s.id == "world_war")
    pack = structs.replace(PACK, scenarios=(world, structs.replace(world, id="another_war")))
    assert "scenarios/another_war.toml: field setup_code_index: found 1, expected a setup" in refusal(
        check_pack, pack
    )
