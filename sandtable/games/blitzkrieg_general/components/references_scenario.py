"""The references of a scenario: every unit, card and nation is somewhere once, and where it may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.games.blitzkrieg_general.components.pack_ids import Names
from sandtable.games.blitzkrieg_general.components.schema import Pack, Placed, ScenarioFile

SHIPS: Final = ("convoy", "task_force", "submarine")
LAND: Final = ("infantry", "armor")
HQS: Final = ("hq", "naval_hq")


class ScenarioReferences(Names):
    """The names that a scenario uses, and one method for each of its parts."""

    def __init__(self, pack: Pack, scenario: ScenarioFile) -> None:
        super().__init__(pack)
        self.scenario = scenario
        self.name = f"scenarios/{scenario.id}.toml"
        self.placed: dict[str, int] = {}
        self.stacked: dict[tuple[str, str], int] = {}
        self.limits = {str(row.id): row.stack_limit for row in pack.tables.terrain}

    def check(self) -> None:
        """Check the whole scenario."""
        self.check_dates()
        self.check_politics()
        self.check_numbers()
        self.check_cards()
        self.check_units()
        self.check_control()

    # --- dates and politics

    def check_dates(self) -> None:
        s = self.scenario
        self.at(self.name)
        start, end = (s.start_year, s.start_quarter), (s.end_year, s.end_quarter)
        self.need(start <= end, "end_year", s.end_year, "an end after the start")
        self.once("modes", s.modes)
        for since in s.war_since:
            right = (since.year, since.quarter) <= start
            self.need(right, "war_since", since.year, f"no date after the start, of {since.nation}")
        self.once("war_since", [since.nation for since in s.war_since])
        for r in s.reinforcements:
            self.at(self.name, f"reinforcement {r.unit} of {r.quarter}/{r.year}")
            self.need(start <= (r.year, r.quarter) <= end, "year", r.year, "a date within the scenario")

    def check_politics(self) -> None:
        s = self.scenario
        self.at(self.name)
        pairs: list[str] = []
        for field, wars in (("wars", s.wars), ("must_declare", s.must_declare)):
            for a, b in wars:
                self.nation(field, a)
                self.nation(field, b)
                self.need(a != b, field, b, "another nation than the first")
                pairs.append(" ".join(sorted([a, b])))
        self.once("wars", pairs)
        fighting = {nation for war in s.wars for nation in war if nation in self.majors}
        self.complete("war_since", [x.nation for x in s.war_since], sorted(fighting))
        for since in s.war_since:
            self.need(since.nation in fighting, "war_since", since.nation, "a major with a war")
        for joined in s.joined:
            self.at(self.name, f"{joined.nation} in joined")
            self.need(joined.nation in self.minors, "nation", joined.nation, "the id of a minor")
            self.major("manager", joined.manager)
            side = self.majors[joined.manager].side
            self.need(joined.side == side, "side", joined.side, f'"{side}", the side of its manager')
        self.at(self.name)
        self.once("joined", [joined.nation for joined in s.joined])
        for nation in s.conquered:
            self.nation("conquered", nation)
            self.need(nation not in fighting, "conquered", nation, "a nation without a war")
        self.once("conquered", s.conquered)
        for peace in s.peace:
            self.card("peace", peace.card)
            card = self.cards[peace.card]
            self.need(card.handler == "peace", "peace", peace.card, "a card that makes peace")
            right = sorted(card.params.nations) == sorted(peace.nations)
            self.need(right, "peace", list(peace.nations), f"the nations of {peace.card}")
            self.need(peace.player in peace.nations, "peace", peace.player, "one of its nations")
        for row in s.no_retreat:
            self.nation("no_retreat", row.nation)
            self.area("no_retreat", row.area)
        for name in s.deliveries_in_force:
            self.delivery("deliveries_in_force", name)
        self.once("deliveries_in_force", s.deliveries_in_force)

    def check_numbers(self) -> None:
        """Each major has its numbers; production is listed for the modes there are."""
        s = self.scenario
        self.at(self.name)
        for mode, production in (("basic", s.production_basic), ("advanced", s.production_advanced)):
            self.given(f"production_{mode}", len(production) > 0, mode in s.modes, "these modes")
        for field, names in (
            ("production_basic", list(s.production_basic) or list(self.majors)),
            ("production_advanced", list(s.production_advanced) or list(self.majors)),
            ("research_numbers", list(s.research_numbers)),
            ("research_achievements", list(s.research_achievements)),
            ("hands", list(s.hands)),
            ("rail", list(s.rail)),
        ):
            for name in names:
                self.major(field, name)
            self.complete(field, names, list(self.majors))
        for raised in s.rail_raised:
            self.major("rail_raised", raised.nation)
            self.nation("rail_raised", raised.enemy)
        needs = {row.id: row.requires for row in self.pack.tables.research}
        for nation, done in s.research_achievements.items():
            self.once("research_achievements", done)
            for fruit in done:
                right = all([x in done for x in needs[fruit]])
                self.need(right, f"research_achievements.{nation}", fruit, "one whose requirements are there")

    # --- cards

    def check_cards(self) -> None:
        s = self.scenario
        self.at(self.name)
        used: list[str] = [*s.cards_removed, *[peace.card for peace in s.peace]]
        for card in s.cards_removed:
            self.card("cards_removed", card)
        for row in s.cards_in_effect:
            self.card("cards_in_effect", row.card)
            self.may_own("cards_in_effect", row.owner, row.card)
            used.append(row.card)
        for nation, hand in s.hands.items():
            for card in hand:
                self.card("hands", card)
                self.may_own(f"hands.{nation}", nation, card)
                used.append(card)
        self.need_words(len(set(used)) == len(used), "hands", "a card in two places", "each card once")
        for card in s.cards_played_before:
            right = card in s.cards_removed
            self.need(right, "cards_played_before", card, "a card that is removed")

    def may_own(self, field: str, nation: str, card: str) -> None:
        owners = self.cards[card].owners
        self.major(field, nation)
        self.need(nation in owners or owners == ("all",), field, card, f'a card that "{nation}" may buy')

    # --- units and control

    def check_units(self) -> None:
        s = self.scenario
        for field, rows in (("late_setup", s.late_setup), ("units", s.units)):
            for row in rows:
                self.at(self.name, f"{row.unit} in {row.place}")
                self.check_placed(field, row)
        for r in s.reinforcements:
            self.at(self.name, f"reinforcement {r.unit} of {r.quarter}/{r.year}")
            self.check_unit(r.unit, r.n, r.face)
        self.at(self.name)
        for name in s.eliminated_hqs:
            right = name in self.units and self.units[name].type in HQS
            self.need(right, "eliminated_hqs", name, "the id of an HQ")
            self.placed[name] = self.placed.get(name, 0) + 1
        for name, number in self.placed.items():
            self.at(self.name, f"counters of {name}")
            most = self.units[name].count
            self.need(number <= most, "n", number, f"at most {most}, as many as there are")

    def check_unit(self, unit: str, n: int, face: str) -> None:
        self.need(unit in self.units, "unit", unit, "the id of a unit")
        right = face == "front" or self.units[unit].steps == 2
        self.need(right, "face", face, '"front", since its back is blank')
        self.placed[unit] = self.placed.get(unit, 0) + n

    def check_placed(self, field: str, row: Placed) -> None:
        self.check_unit(row.unit, row.n, row.face)
        unit = self.units[row.unit]
        if unit.type in SHIPS:
            self.zone("place", row.place)
        else:
            self.area("place", row.place)
            right = self.areas[row.place].kind != "impassable"
            self.need(right, "place", row.place, "an area that can be entered")
        joined = [x.nation for x in self.scenario.joined]
        if field == "late_setup":
            right = unit.nation in self.minors and unit.nation not in joined
            self.need(right, "unit", row.unit, "a unit of a minor that has not joined yet")
            return
        self.need(unit.nation not in self.late(), "unit", row.unit, "none of a nation in late_setup")
        if unit.type not in SHIPS:
            self.check_stacking(row, unit.type)

    def late(self) -> Sequence[str]:
        """The nations whose units are set up later."""
        return [self.units[x.unit].nation for x in self.scenario.late_setup if x.unit in self.units]

    def check_stacking(self, row: Placed, type: str) -> None:
        """Islands and deserts hold so many land units; islands as many aircraft."""
        area = self.areas[row.place]
        if type in HQS:
            return
        kind = "land" if type in LAND else "air"
        most = area.stack_limit
        if most == 0 and kind == "land":
            most = self.limits[str(area.terrain)]
        number = self.stacked.get((row.place, kind), 0) + row.n
        self.stacked[row.place, kind] = number
        self.need(most == 0 or number <= most, "n", row.n, f"at most {most} in all there")

    def check_control(self) -> None:
        seen: list[str] = []
        for row in self.scenario.control:
            self.at(self.name, f"control of {row.area}")
            self.area("area", row.area)
            self.need(row.area not in seen, "area", row.area, "each area once")
            seen.append(row.area)
            known = row.by in self.majors or row.by in self.minors or row.by in self.holders
            self.need(known, "by", row.by, "the id of a nation, or of a holder")
            country = self.areas[row.area].country
            self.need(row.by != country, "by", row.by, "another than its own country")
