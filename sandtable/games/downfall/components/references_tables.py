"""The references of tables.toml: Actions, numbers of the rules, politics."""

from __future__ import annotations

from sandtable.games.downfall.components.pack_ids import PackIds


class TableReferences(PackIds):
    """One method for each part of tables.toml."""

    def check_actions(self) -> None:
        file = "tables.toml"
        tables = self.pack.tables
        self.at(file)
        roles = tables.roles
        for field, country in (
            ("roles.germany", roles.germany),
            ("roles.united_kingdom", roles.united_kingdom),
            ("roles.united_states", roles.united_states),
            ("roles.soviet_union", roles.soviet_union),
            ("roles.france", roles.france),
            ("roles.italy", roles.italy),
            ("roles.belgium", roles.belgium),
            ("roles.yugoslavia", roles.yugoslavia),
        ):
            self.country(field, country)
        for m in tables.action_modifiers:
            self.at_id(file, m.id)
            if m.kind in ("area_not_controlled", "area_controlled_by_enemy"):
                self.area("area", m.area)
            if m.kind == "own_supply_area_lost":
                self.country("country", m.country)
        for r in tables.action_repeats:
            self.at_id(file, r.id)
            self.year("year", r.year)
        for x in tables.total_war:
            self.at_id(file, x.id)
            if x.kind == "turn":
                self.turn("turn", x.turn)
            if x.kind == "entry":
                self.need_words(x.by_side is not None, "by_side", "nothing", "a side")
                self.need_words(len(x.territories) > 0, "territories", "nothing", "at least one territory")
            if x.kind == "attack":
                self.country("nation", x.nation)
                self.area("area", x.area)
            self.need(not x.barbarossa or x.kind == "entry", "barbarossa", "true", "kind entry")
            self.lands(x.territories)
        self.at(file)
        number = sum([x.barbarossa for x in tables.total_war])
        self.need_words(number == 1, "total_war", f"{number} entries with barbarossa", "one")

    def check_numbers(self) -> None:
        file = "tables.toml"
        tables = self.pack.tables
        for m in tables.supply_modifiers:
            self.at_id(file, m.id)
            self.area("area", m.area)
            self.year("until_year", m.until_year)
        for p in tables.reinforcement_points:
            self.at_id(file, p.id)
            self.year("from_year", p.from_year)
            self.year("until_year", p.until_year)
            for nation in p.nations:
                self.country("nations", nation)
                side = self.countries[nation].side
                self.need(side == p.side, "nations", nation, f'a country of "{p.side}"')
            if p.key_areas_of:
                self.country("key_areas_of", p.key_areas_of)
            fits = not p.capped_nation or p.capped_nation in p.nations
            self.need(fits, "capped_nation", p.capped_nation, "one of nations")
        for op in tables.operations:
            self.at_id(file, op.id)
            place = [x.number for x in tables.operations].count(op.number)
            self.need(place == 1, "number", op.number, "a number of its own")
            self.need(
                op.number != 5 or op.cost_far > 0, "cost_far", op.cost_far, "the cost of a long naval move"
            )
        for d in tables.double_cost:
            self.at_id(file, d.id)
            self.lands(d.territories)
            field = {"west_attacked": "last_turn", "barbarossa_turn": "before_turn", "turn": "turn"}.get(
                d.when, ""
            )
            for name, turn in (("last_turn", d.last_turn), ("before_turn", d.before_turn), ("turn", d.turn)):
                if name == field:
                    self.turn(name, turn)
                else:
                    self.need(turn == 0, name, turn, f'no such field with when = "{d.when}"')
        for c in tables.factor_changes:
            self.at_id(file, c.id)
            self.territory("territory", c.territory)
            self.turn("turn", c.turn)
        for floor in tables.die_floor:
            self.at_id(file, floor.id)
            self.country("nation", floor.nation)
            if floor.army:
                self.need(floor.army in self.armies, "army", floor.army, "the id of an army type")
            if floor.territory:
                self.territory("territory", floor.territory)
            if floor.region:
                self.region("region", floor.region)
        for limit in tables.fortress_limits:
            self.at(file)
            self.territory("fortress_limits.territory", limit.territory)
            self.country("fortress_limits.nation", limit.nation)
        self.at(file)
        self.country("defence_together.nation", tables.defence_together.nation)
        self.country("defence_together.beside", tables.defence_together.beside)
        self.area("lend_lease.condition_area", tables.lend_lease.condition_area)
        self.region("movement.stacking_unlimited_region", tables.movement.stacking_unlimited_region)
        self.territory("strategic_limit.territory", tables.strategic_limit.territory)
        self.region("exploitation.any_ground_region", tables.exploitation.any_ground_region)
        self.area("strategic_bombing.area", tables.strategic_bombing.area)
        for region in tables.winter.air_regions:
            self.region("winter.air_regions", region)
        self.country("victory.country", tables.victory.country)
        last = tables.victory.last_turn
        self.need(
            last == self.last_turn,
            "victory.last_turn",
            last,
            f"{self.last_turn}, the last turn of the calendar",
        )

    def check_politics(self) -> None:
        self.at("tables.toml")
        politics = self.pack.tables.politics
        for bar in politics.barred:
            self.country("politics.barred.nation", bar.nation)
            self.lands(bar.territories, bar.regions)
        self.country("politics.passage.nation", politics.passage.nation)
        self.territory("politics.passage.territory", politics.passage.territory)
        self.territory("politics.frozen.territory", politics.frozen.territory)
        self.lands(politics.frozen.border_territories)
        for area in politics.frozen.areas:
            self.area("politics.frozen.areas", area)
            here = self.areas[area].territory
            own = politics.frozen.territory
            self.need(here == own, "politics.frozen.areas", area, f'an area of "{own}"')
        self.country("politics.west_attack.nation", politics.west_attack.nation)
        self.lands(politics.west_attack.territories)
        self.country("politics.no_attack.nation", politics.no_attack.nation)
        self.area("politics.no_attack.area", politics.no_attack.area)
        self.area("politics.protected.area", politics.protected.area)
        self.country("politics.protected.nation", politics.protected.nation)
        self.country("politics.protected.first", politics.protected.first)
        torch = self.pack.tables.torch
        self.territory("torch.territory", torch.territory)
        self.need(torch.from_group in self.groups, "torch.from_group", torch.from_group, "the id of a group")
        number = len(torch.landing_areas)
        self.need(number == torch.full_armies, "torch.landing_areas", number, f"{torch.full_armies} areas")
        for field, areas in (
            ("torch.landing_areas", torch.landing_areas),
            ("torch.handover", torch.handover),
        ):
            for area in areas:
                self.area(field, area)
                here = self.areas[area].territory
                self.need(here == torch.territory, field, area, f'an area of "{torch.territory}"')
        for area in torch.landing_areas:
            self.coast("torch.landing_areas", area)
