"""Markers on tracks: Fanaticism, Unrest, Resources; what Armies and Disks start from."""

import pytest

from sandtable.games.other_side import levels
from sandtable.games.other_side.state import OUT_OF_PLAY, POOL, TRANSIT
from sandtable.games.other_side.terms import FESTUNG, NEUTRAL, NONE, SATELLITES
from sandtable.games.other_side.testing import area, armies_in, position


@pytest.mark.rule("other_side", "9")
@pytest.mark.parametrize(("old", "n", "new"), [(8, 3, 9), (1, -3, 0), (5, 2, 7)])
def test_fanaticism_stays_on_its_track(old: int, n: int, new: int) -> None:
    g = position(tracks={"fanaticism": old})
    levels.fanaticism(g, n, "9")
    assert g.fanaticism == new


@pytest.mark.rule("other_side", "9a")
@pytest.mark.parametrize(
    ("unrest", "fanaticism", "n", "after"),
    [(1, 5, 1, (2, 5)), (2, 5, 1, (0, 4)), (2, 0, 1, (2, 0)), (2, 5, 4, (0, 3)), (1, 5, -2, (0, 5))],
)
def test_unrest_at_its_end_costs_fanaticism(
    unrest: int, fanaticism: int, n: int, after: tuple[int, int]
) -> None:
    g = position(tracks={"fanaticism": fanaticism, "unrest": unrest})
    levels.unrest(g, n, "9a")
    assert (g.unrest, g.fanaticism) == after


@pytest.mark.rule("other_side", "2.3a")
def test_satellite_armies_belong_to_a_country_and_the_others_are_german() -> None:
    g = position(align={"poland": "occupied"}, armies={"poland": "panzer, regular, satellite_italy"})
    assert g.german[area(g, "poland")] == 2
    for kind in range(g.t.n_kinds):
        assert (g.t.kind_country[kind] == NONE) == (kind < SATELLITES)


@pytest.mark.rule("other_side", "2.3b")
def test_an_army_is_in_one_place_at_a_time() -> None:
    g = position(align={"poland": "occupied", "hungary": "satellite"}, armies={"poland": "panzer"})
    unit = g.at[area(g, "poland")][0]
    for place in (TRANSIT, POOL, OUT_OF_PLAY, area(g, "hungary")):
        g.put(unit, place)
        assert g.place[unit] == place
        assert g.at[area(g, "poland")] == () and g.german[area(g, "poland")] == 0
    assert armies_in(g, "hungary") == "panzer" and g.german[area(g, "hungary")] == 1


@pytest.mark.rule("other_side", "2.4h")
@pytest.mark.rule("other_side", "1.3g")
@pytest.mark.rule("other_side", "1.3s")
@pytest.mark.parametrize("scenario", ["armageddon", "world_war", "total_war", "decline_of_the_third_reich"])
def test_neutral_areas_have_no_disk_but_on_a_festung_sector(scenario: str) -> None:
    g = position(scenario, set_up=True)
    for n in range(g.t.n_areas):
        assert g.axis[n] <= g.t.top[n] and g.ally[n] <= g.t.top[n]
        if g.align[n] == NEUTRAL and g.axis[n]:
            assert FESTUNG in g.t.terrain[n][1 : g.axis[n] + 1]
            assert g.ally[n] == 0
