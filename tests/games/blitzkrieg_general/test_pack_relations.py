"""Packs whose ids lead nowhere, or whose files disagree, are refused with file, entry and field."""

from typing import get_args

from msgspec import structs

from sandtable.games.blitzkrieg_general.components.pack_relations import check_pack
from sandtable.games.blitzkrieg_general.components.relations_cards import NEED_FIELDS, PARAMS
from sandtable.games.blitzkrieg_general.components.relations_tables import EVENT_FIELDS
from sandtable.games.blitzkrieg_general.components.schema import FILES, Pack
from sandtable.games.blitzkrieg_general.components.schema_cards import Handler, NeedKind, Params
from tests.games.blitzkrieg_general.rulebook import DATA, PACK
from tests.games.packs import changed_pack, refusal


def refused(pack: Pack) -> str:
    return refusal(check_pack, pack)


def test_a_space_that_nothing_joins_to_the_rest() -> None:
    left = [
        x for x in PACK.links.links if "madagascar" not in (x.a, x.b) and "madagascar_sea" not in (x.a, x.b)
    ]
    text = refused(structs.replace(PACK, links=structs.replace(PACK.links, links=tuple(left))))
    assert 'areas.toml: entry "madagascar", field sea' in text
    left = [x for x in PACK.links.links if "ireland" not in (x.a, x.b)]
    text = refused(structs.replace(PACK, links=structs.replace(PACK.links, links=tuple(left))))
    assert text == (
        'areas.toml: entry "ireland", field id: found "ireland", expected a space that links join to england.'
    )


def test_seas_that_only_land_joins() -> None:
    left = [x for x in PACK.links.links if x.kind != "sea" or "black_sea" not in (x.a, x.b)]
    gates = [p for p in PACK.tables.passages if p.id != "bosporus"]
    pack = structs.replace(
        PACK,
        links=structs.replace(PACK.links, links=tuple(left)),
        tables=structs.replace(PACK.tables, passages=tuple(gates)),
    )
    assert refused(pack).startswith('seazones.toml: entry "black_sea", field id')


def test_more_counters_than_there_is_room_for() -> None:
    many = [structs.replace(u, count=u.count if "hq" in u.type else 9) for u in PACK.units.units]
    pack = structs.replace(PACK, units=structs.replace(PACK.units, units=tuple(many)))
    assert "units.toml: field units: found" in refused(pack)


def test_a_home_country_is_no_minor() -> None:
    home = ("nations.toml", '{ id = "canada", name', '{ id = "finland", name')
    major = ("nations.toml", '["uk", "canada"', '["uk", "finland"')
    rail = ("roles.toml", '"canada"', '"finland"')
    assert "an id that no minor has" in refused(changed_pack(DATA, FILES, PACK, home, major, rail))


def test_looks_that_are_missing() -> None:
    drawing = PACK.drawing
    for field in ("sides", "nations", "maps"):
        short = structs.replace(drawing, **{field: getattr(drawing, field)[1:]})
        assert f"drawing.toml: field {field}: found nothing for" in refused(
            structs.replace(PACK, drawing=short)
        )


def test_a_handler_that_only_one_card_can_have() -> None:
    for id in ("french_vichy_surrender", "force_peace", "japan_national_war", "japanese_navy"):
        twin = structs.replace(next(c for c in PACK.cards.cards if c.id == id), id="twin")
        cards = structs.replace(PACK.cards, cards=(*PACK.cards.cards, twin))
        assert "found 2 with the handler" in refused(structs.replace(PACK, cards=cards))


def test_a_card_that_ends_a_delivery_that_is_none() -> None:
    card = ("cards.toml", 'params = { delivery = "usa_japan" }', 'params = { delivery = "xx" }')
    end = ("timetable.toml", ', { kind = "card", mode = "advanced" }', "")
    assert 'field params.delivery: found "xx"' in refused(changed_pack(DATA, FILES, PACK, card, end))


def test_every_word_of_cards_and_events_has_its_fields() -> None:
    assert set(NEED_FIELDS) == set(get_args(NeedKind))
    assert set(PARAMS) == set(get_args(Handler))
    named = {name.rstrip("?") for names in PARAMS.values() for name in names} | {"forced", "givers"}
    assert named == {field.name for field in structs.fields(Params)}
    assert set(EVENT_FIELDS) == {e.kind for e in PACK.timetable.events}
