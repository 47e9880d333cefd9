"""The relations of a scenario: every unit, card and nation is somewhere once, and where it may be."""

from __future__ import annotations

from typing import Final

from sandtable.engine.data.relations import Book, Check
from sandtable.games.blitzkrieg_general.components import schema as shape

SHIPS: Final = ("convoy", "task_force", "submarine")
LAND: Final = ("infantry", "armor")
HQS: Final = ("hq", "naval_hq")


# ---------------------------------------------------------------- dates and politics


def check_dates(b: Book, s: shape.ScenarioFile) -> None:
    """Check that wars began before the scenario, and that reinforcements come within it."""
    start, end = (s.start_year, s.start_quarter), (s.end_year, s.end_quarter)
    b.need(start <= end, "end_year", "an end after the start")
    for since in s.war_since:
        b.go(since)
        b.need((since.year, since.quarter) <= start, "year", "no date after the start")
    for r in s.reinforcements:
        b.go(r)
        b.need(start <= (r.year, r.quarter) <= end, "year", "a date within the scenario")


def check_politics(b: Book, s: shape.ScenarioFile) -> None:
    """Check that no war is listed twice, since when majors fight, and the nations of a peace."""
    pairs = [frozenset(war) for war in (*s.wars, *s.must_declare)]
    b.need_words(len(set(pairs)) == len(pairs), "wars", "a repetition", "each once")
    fighting = {nation for war in s.wars for nation in war if nation in b.of("major")}
    since = [x.nation for x in s.war_since]
    for nation in sorted(fighting):
        b.need_words(nation in since, "war_since", f"nothing for {nation}", "each major with a war")
    for nation in since:
        b.need(nation in fighting, "war_since", "a major with a war", nation)
    for nation in s.conquered:
        b.need(nation not in fighting, "conquered", "a nation without a war", nation)
    for peace in s.peace:
        b.go(peace)
        right = sorted(b.of("card")[peace.card].params.nations) == sorted(peace.nations)
        b.need(right, "nations", f"the nations of {peace.card}")


def check_numbers(b: Book, s: shape.ScenarioFile) -> None:
    """Check production for the modes of the scenario, and achievements with their requirements."""
    for mode, production in (("basic", s.production_basic), ("advanced", s.production_advanced)):
        field = f"production_{mode}"
        if mode not in s.modes:
            b.need_words(not production, field, "a value", "nothing without this mode")
            continue
        for major in b.of("major"):
            b.need_words(major in production, field, f"nothing for {major}", "each major")
    for nation, done in s.research_achievements.items():
        for achievement in done:
            right = all([x in done for x in b.of("research")[achievement].requires])
            words = "one whose requirements are there"
            b.need(right, f"research_achievements.{nation}", words, achievement)


# ---------------------------------------------------------------- cards


def check_cards(b: Book, s: shape.ScenarioFile) -> None:
    """Check that no card is in two places, and that its owner may buy it."""
    used = [*s.cards_removed, *[peace.card for peace in s.peace], *[row.card for row in s.cards_in_effect]]
    for hand in s.hands.values():
        used += hand
    b.need_words(len(set(used)) == len(used), "hands", "a card in two places", "each card once")
    held = [("cards_in_effect", row.owner, row.card) for row in s.cards_in_effect]
    held += [(f"hands.{nation}", nation, card) for nation, hand in s.hands.items() for card in hand]
    for field, nation, card in held:
        owners = b.of("card")[card].owners
        b.need(nation in owners or owners == ("all",), field, f'a card that "{nation}" may buy', card)


# ---------------------------------------------------------------- units and control


def check_late_setup(b: Book, s: shape.ScenarioFile) -> None:
    """Check that late set-up is for minors that have not joined, whose units are not on the map."""
    minors = [x for x in b.of("minor") if x not in [joined.nation for joined in s.joined]]
    late = [b.of("unit")[row.unit].nation for row in s.late_setup]
    for row in s.late_setup:
        b.go(row)
        b.need(b.of("unit")[row.unit].nation in minors, "unit", "a unit of a minor that has not joined yet")
    for row in s.units:
        b.go(row)
        b.need(b.of("unit")[row.unit].nation not in late, "unit", "none of a nation in late_setup")


def check_units(b: Book, s: shape.ScenarioFile) -> None:
    """Check that there are enough counters, and that each is where it may be."""
    placed: dict[str, int] = dict.fromkeys(s.eliminated_hqs, 1)
    rows: list[shape.Placed | shape.Reinforcement] = [*s.late_setup, *s.units, *s.reinforcements]
    for row in rows:
        b.go(row)
        unit = b.of("unit")[row.unit]
        right = row.face == "front" or unit.steps == 2
        b.need(right, "face", '"front", since its back is blank')
        placed[row.unit] = placed.get(row.unit, 0) + row.n
        b.need(placed[row.unit] <= unit.count, "n", f"at most {unit.count} counters of {row.unit} in all")
        if isinstance(row, shape.Placed):
            check_place(b, row)
    check_stacking(b, s)


def check_place(b: Book, row: shape.Placed) -> None:
    """Check that ships are at sea, and other units in areas that can be entered."""
    if b.of("unit")[row.unit].type in SHIPS:
        b.need(row.place in b.of("zone"), "place", "the id of a sea zone")
        return
    b.need(row.place in b.of("area"), "place", "the id of an area")
    right = b.of("area")[row.place].kind != "impassable"
    b.need(right, "place", "an area that can be entered")


def check_stacking(b: Book, s: shape.ScenarioFile) -> None:
    """Check the limits of islands and deserts: of land units, on islands of aircraft too."""
    stacked: dict[tuple[str, str], int] = {}
    for row in s.units:
        unit = b.of("unit")[row.unit]
        if unit.type in (*SHIPS, *HQS):
            continue
        kind = "land" if unit.type in LAND else "air"
        area = b.of("area")[row.place]
        most = area.stack_limit
        if most == 0 and kind == "land":
            most = b.of("terrain")[area.terrain].stack_limit
        number = stacked[row.place, kind] = stacked.get((row.place, kind), 0) + row.n
        b.go(row)
        b.need(most == 0 or number <= most, "n", f"at most {most} in all there")


def check_control(b: Book, row: shape.Controlled) -> None:
    """Check that an area is controlled by another country than its own."""
    b.need(row.by != b.of("area")[row.area].country, "by", "another than its own country")


CHECKS: Final[tuple[Check, ...]] = (
    (shape.ScenarioFile, check_dates),
    (shape.ScenarioFile, check_politics),
    (shape.ScenarioFile, check_numbers),
    (shape.ScenarioFile, check_cards),
    (shape.ScenarioFile, check_late_setup),
    (shape.ScenarioFile, check_units),
    (shape.Controlled, check_control),
)
