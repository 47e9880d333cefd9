"""Packs whose ids lead nowhere, or whose files disagree, are refused with file, entry and field."""

from msgspec import structs

from sandtable.games.on_to_berlin.components.relations import check_pack
from sandtable.games.on_to_berlin.components.schema import FILES, Pack
from tests.games.on_to_berlin.rulebook import CAMPAIGN, DATA, PACK
from tests.games.packs import changed_pack, refusal


def refused(pack: Pack) -> str:
    return refusal(check_pack, pack)


def test_an_area_without_a_border() -> None:
    links = structs.replace(
        PACK.links, links=tuple([x for x in PACK.links.links if "malta" not in (x.a, x.b)])
    )
    text = refused(structs.replace(PACK, links=links))
    assert text == (
        'areas.toml: entry "malta", field id: found "malta", expected an area with a border in links.toml.'
    )


def test_a_canal_is_no_border_of_an_area() -> None:
    left = [x for x in PACK.links.links if "egypt" not in (x.a, x.b) or x.kind == "canal"]
    links = structs.replace(PACK.links, links=tuple(left))
    assert 'areas.toml: entry "egypt"' in refused(structs.replace(PACK, links=links))


def test_a_later_start_may_find_the_markers_elsewhere() -> None:
    later = [
        (CAMPAIGN, "first_turn = 1\n", "first_turn = 3\n"),
        (CAMPAIGN, "[start]\nturn = 1", "[start]\nturn = 3"),
    ]
    check_pack(changed_pack(DATA, FILES, PACK, *later, (CAMPAIGN, "us = 0\n", "us = 5\n")))
    text = refused(changed_pack(DATA, FILES, PACK, *later, (CAMPAIGN, "us = 0\n", "us = 6\n")))
    assert "field start.tracks.us: found 6, expected at most 5, the last space" in text
