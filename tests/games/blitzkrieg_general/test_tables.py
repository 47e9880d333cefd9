"""Tables of the map that are reckoned once: what lies two areas away, what aircraft reach."""

from sandtable.games.blitzkrieg_general.components.constants import AIRCRAFT
from tests.games.blitzkrieg_general.clicks import GAME

T = GAME.tables


def test_what_lies_two_areas_away_is_no_neighbour_and_is_reached_by_one() -> None:
    for area in range(T.n_areas):
        near = T.land_near[area]
        found = dict(T.land_beyond[area])
        assert area not in found and not set(found) & set(near)
        for other, between in found.items():
            assert set(between) == set(near) & set(T.land_near[other]) and between
        assert set(found) == {far for mid in near for far in T.land_near[mid]} - {area, *near}


def test_aircraft_reach_two_areas_and_come_back_from_there() -> None:
    reach = T.kind_range[AIRCRAFT]
    assert reach == 2
    for area in range(T.n_areas):
        ring = T.air_ring[area]
        assert ring[0] == area and len(set(ring)) == len(ring)
        steps = {area, *T.air_near[area]} | {far for mid in T.air_near[area] for far in T.air_near[mid]}
        assert set(ring) == {space for space in steps if space < T.n_areas}
        assert [space for space in range(T.n_spaces) if T.air_reach[area][space]] == sorted(ring)
        assert all(T.air_reach[other][area] for other in ring)
