"""Packs whose ids lead nowhere, or whose files disagree, are refused with file, entry and field."""

import re

from msgspec import structs

from sandtable.games.total_domination.components.relations import check_pack
from sandtable.games.total_domination.components.schema import FILES, Pack
from tests.games.packs import changed_pack, refusal
from tests.games.total_domination.rulebook import DATA, PACK


def refused(pack: Pack) -> str:
    return refusal(check_pack, pack)


# What takes more than one change, or one that a text cannot make.


def test_an_area_without_a_way() -> None:
    for area, words in (
        ("spain", "joins to the others without the Arctic"),
        ("arctic", "joins to the others"),
    ):
        links = tuple([x for x in PACK.links.links if area not in (x.a, x.b)])
        told = refused(structs.replace(PACK, links=structs.replace(PACK.links, links=links)))
        assert f'areas.toml: entry "{area}", field id: found "{area}", expected an area that' in told
        assert told.endswith(f"{words}.")


def test_a_way_through_the_arctic_is_none() -> None:
    links = tuple([x for x in PACK.links.links if "canada" not in (x.a, x.b) or x.arctic])
    told = refused(structs.replace(PACK, links=structs.replace(PACK.links, links=links)))
    assert 'entry "canada"' in told and told.endswith("without the Arctic.")


def test_too_many_areas() -> None:
    areas = PACK.areas.areas
    spain = areas[9]
    more = tuple([structs.replace(spain, id=f"new_{i}", name=f"New {i}", lon=-99.0 - i) for i in range(3)])
    told = refused(structs.replace(PACK, areas=structs.replace(PACK.areas, areas=areas + more)))
    assert told == "areas.toml: field areas: found 63 entries, expected at most 62."


def test_a_cube_for_two_colours() -> None:
    rows = PACK.technologies.technologies
    rows = tuple([structs.replace(t, cube="blue") if t.cube == "purple" else t for t in rows])
    pack = structs.replace(PACK, technologies=structs.replace(PACK.technologies, technologies=rows))
    assert refused(pack) == (
        "technologies.toml: field technologies: found a cube twice, expected one for each colour."
    )


def renamed(old: str, new: str) -> Pack:
    """Return the pack with another name for something, except as a field of a struct."""
    changes: list[tuple[str, str, str]] = []
    for path in DATA.rglob("*.toml"):
        text = path.read_text("utf-8")
        other = text.replace(f'"{old}"', f'"{new}"')
        if path != DATA / "solo.toml":
            other = re.sub(rf"\b{old} = (?=[\d\[\"])", f"{new} = ", other)
        changes.append((path.relative_to(DATA).as_posix(), text, other))
    return changed_pack(DATA, FILES, PACK, *changes)


def test_a_technology_that_the_rockets_need() -> None:
    told = refused(renamed("nuclear_weapon", "a_bomb"))
    assert told == 'tables.toml: field rockets: found "nuclear_weapon", expected the id of a technology.'


def test_costs_of_special_units_are_compared_too() -> None:
    row = PACK.tables.attack_cost[0]
    for target in ("u_boot", "resistance"):
        new = structs.replace(row, target=target, techs=("heavy_battleships",), cost=1)
        tables = structs.replace(PACK.tables, attack_cost=(new,))
        told = refused(structs.replace(PACK, tables=tables))
        assert told.endswith("field cost: found 1, expected 2, as costs and technologies say.")


def test_an_axis_power_that_solo_cards_do_not_know() -> None:
    told = refused(renamed("japan", "nippon"))
    assert told == 'powers.toml: field powers: found "nippon", expected an Axis power that solo cards know.'


def test_a_power_without_a_track() -> None:
    tracks = structs.replace(PACK.tracks, ajw_tracks=PACK.tracks.ajw_tracks[:1])
    told = refused(structs.replace(PACK, tracks=tracks))
    assert told == ("tracks.toml: field ajw_tracks: found nothing for china, expected each additional power.")


def test_a_power_without_a_look() -> None:
    drawing = structs.replace(PACK.drawing, powers=PACK.drawing.powers[:-1])
    told = refused(structs.replace(PACK, drawing=drawing))
    assert told == "drawing.toml: field powers: found nothing for neutral, expected each power."


def test_the_games_own_pack_is_not_refused() -> None:
    check_pack(PACK)


def test_a_scenario_beyond_the_tracks() -> None:
    rounds = structs.replace(PACK.tracks, rounds=PACK.tracks.rounds[:-1])
    told = refused(structs.replace(PACK, tracks=rounds))
    assert told.endswith("field last_round: found 1945, expected a year of the round track.")
    modes = tuple([m for m in PACK.modes.modes if m.players != 3])
    told = refused(structs.replace(PACK, modes=structs.replace(PACK.modes, modes=modes)))
    assert told.endswith("field players: found 3, expected numbers of players that modes.toml has.")
