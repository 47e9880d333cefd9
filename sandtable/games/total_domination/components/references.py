"""What the schema cannot see: that ids name something that exists and that the files of a pack agree.

`check_references` refuses a pack with one sentence that names file, entry and field, so that `tables` can be
built without a doubt.
"""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from sandtable.engine.data.pack import load_parts
from sandtable.games.total_domination.components.references_rules import Names, PlayReferences
from sandtable.games.total_domination.components.schema import FILES, Area, Faction, Pack, Power
from sandtable.games.total_domination.components.schema_cards import TypeId

PLAYERS = 4  # powers that players run
MOST_ADDITIONAL = 2  # powers with a deck and a track of their own
MOST_AREAS = 62  # a set of areas is one number with a bit for each
MOST_UNITS = 255  # counted in one byte
RANKS = ("power", "additional", "partner", "neutral")
BUILDING = {"army": "factory", "air_fleet": "factory", "fleet": "shipyard"}
SOLO_SIDES = ("germany", "japan")  # the fields of a solo card
ARCTIC = "arctic"  # the side of the board that is nobody's


def load_pack(folder: Path) -> Pack:
    """Read the pack in a folder; raise PackError with one sentence if something in it is wrong."""
    pack = Pack(**load_parts(folder, FILES))
    check_references(pack)
    return pack


def check_references(pack: Pack) -> None:
    """Raise `PackError` for the first reference that leads nowhere or contradicts another file."""
    Checker(pack).check()
    PlayReferences(pack).check()


class Checker(Names):
    """One method for each file that says what there is."""

    def check(self) -> None:
        self.check_ids()
        self.check_powers()
        self.check_orders()
        self.check_areas()
        self.check_links()
        self.check_ways()
        self.check_types()
        self.check_units()
        self.check_parts()
        self.check_technologies()
        self.check_chains()
        self.check_tables()
        self.check_rounds()
        self.check_tracks()
        self.check_victory_track()
        self.check_drawing()

    def check_ids(self) -> None:
        pack = self.pack
        self.unique("areas.toml", [a.id for a in pack.areas.areas])
        self.unique("areas.toml", [a.name for a in pack.areas.areas], "name")
        self.unique("powers.toml", [p.id for p in pack.powers.powers])
        self.unique("powers.toml", [p.name for p in pack.powers.powers], "name")
        self.unique("powers.toml", [p.colour for p in pack.powers.powers], "colour")
        self.unique("units.toml", [u.id for u in pack.units.units])
        self.unique("units.toml", [u.name for u in pack.units.units], "name")
        self.unique("units.toml", [p.id for p in pack.units.parts])
        self.unique("technologies.toml", [t.id for t in pack.technologies.technologies])
        self.unique("technologies.toml", [t.code for t in pack.technologies.technologies], "code")
        self.unique("technologies.toml", [t.name for t in pack.technologies.technologies], "name")
        self.unique("cards.toml", [c.id for c in pack.cards.cards])
        self.unique("cards.toml", [c.name for c in pack.cards.cards], "name")
        self.unique("cards.toml", [n.id for n in pack.cards.influence_nations])
        self.unique("solo.toml", [x.id for x in pack.solo.lanes])
        self.unique("solo.toml", [c.id for c in pack.solo.solo_cards])
        self.unique("rules.toml", [r.id for r in pack.rules.rules])
        self.unique("scenarios/*.toml", [s.id for s in pack.scenarios])
        for file, field, found, names in (
            ("powers.toml", "factions", [f.id for f in pack.powers.factions], get_args(Faction)),
            ("units.toml", "unit_types", [t.id for t in pack.units.unit_types], get_args(TypeId)),
            ("drawing.toml", "factions", [x.faction for x in pack.drawing.factions], get_args(Faction)),
        ):
            self.at(file)
            for name in names:
                times = found.count(name)
                self.need_words(times == 1, field, f"{times} entries for {name}", "one")

    # --- powers

    def check_powers(self) -> None:
        """Powers come by rank, players' first; two in each faction."""
        file = "powers.toml"
        before = 0
        for p in self.pack.powers.powers:
            self.at_id(file, p.id)
            rank = RANKS.index(p.rank)
            self.need(rank >= before, "rank", p.rank, f"the order {', '.join(RANKS)}")
            before = rank
        ranks: list[str] = [p.rank for p in self.pack.powers.powers]
        self.at(file)
        for name, least, most, words in (
            ("power", PLAYERS, PLAYERS, str(PLAYERS)),
            ("additional", 0, MOST_ADDITIONAL, f"at most {MOST_ADDITIONAL}"),
            ("neutral", 1, 1, "1"),
        ):
            count = ranks.count(name)
            self.need_words(least <= count <= most, "powers", f"{count} of rank {name}", words)
        for faction in get_args(Faction):
            count = len([p for p in self.players if self.powers[p].faction == faction])
            half = PLAYERS // 2
            self.need_words(count == half, "powers", f"{count} of the {faction}", f"{half} with players")
        for a in self.pack.areas.areas:
            self.at_id("areas.toml", a.id)
            self.need(a.home in self.powers, "home", a.home, "the id of a power")
        for p in self.pack.powers.powers:
            self.at_id(file, p.id)
            self.check_power(p)

    def check_power(self, p: Power) -> None:
        """Who runs a power, whose side it is on, and where its Capital lies."""
        if p.rank == "power":
            self.need(p.player == p.id, "player", p.player, f'"{p.id}", itself')
        elif p.rank == "neutral":
            self.need(p.player == "", "player", p.player, '"" for the neutral countries')
        else:
            self.power("player", p.player)
        sided = p.rank in ("power", "partner")
        words = "a faction" if sided else '"none" for a power that is in no faction yet'
        self.need((p.faction != "none") == sided, "faction", p.faction, words)
        side = p.joins if p.rank == "additional" else p.faction
        right = (p.joins != "") == (p.rank == "additional")
        self.need(right, "joins", p.joins, 'a faction for an additional power, "" for the others')
        if p.rank in ("additional", "partner"):
            right = self.powers[p.player].faction == side
            self.need(right, "player", p.player, f"a power of the faction {side}")
        if p.rank in ("power", "additional"):
            self.area("capital", p.capital)
            a = self.areas[p.capital]
            self.need(a.capital and a.home == p.id, "capital", p.capital, "a Capital among its Home areas")
        else:
            self.need(p.capital == "", "capital", p.capital, '"" for a power without a Capital')
        stars = sum([self.areas[a].stars for a in self.home_of(p.id)]) if p.rank == "power" else 0
        self.need(p.start_vp == stars, "start_vp", p.start_vp, f"{stars}, the stars of its Home areas")

    def check_orders(self) -> None:
        file = self.pack.powers
        self.at("powers.toml")
        self.every_player("play_order", file.play_order)
        right = list(file.play_order) == self.players
        self.need_words(right, "play_order", ", ".join(file.play_order), "the order of the list of powers")
        self.every_player("alternative_setup_order", file.alternative_setup_order)
        for power in self.players:
            if self.powers[power].faction == "axis":
                right = power in file.home_priority
                self.need_words(right, "home_priority", f"nothing for {power}", "each Axis power")
                self.need(power in SOLO_SIDES, "powers", power, "an Axis power that solo cards know")
        for power, areas in file.home_priority.items():
            right = power in self.players and self.powers[power].faction == "axis"
            self.need(right, "home_priority", power, "the id of an Axis power")
            field = f"home_priority.{power}"
            homes = self.home_of(power)
            for area in areas:
                self.need(area in homes, field, area, "a Home area of the power or its partner")
            self.once(field, areas)
            right = len(areas) == len(homes)
            self.need_words(right, field, f"{len(areas)} areas", f"all {len(homes)} Home areas")

    # --- the map

    def check_areas(self) -> None:
        where: set[tuple[float, float]] = set()
        areas = self.pack.areas.areas
        self.at("areas.toml")
        self.need_words(len(areas) <= MOST_AREAS, "areas", f"{len(areas)} entries", f"at most {MOST_AREAS}")
        for a in areas:
            self.at_id("areas.toml", a.id)
            self.check_area(a)
            right = a.side in self.players or a.side == ARCTIC
            self.need(right, "side", a.side, f'the id of a power that a player runs, or "{ARCTIC}"')
            self.need(a.arctic == (a.side == ARCTIC), "arctic", a.arctic, f'true on the side "{ARCTIC}" only')
            self.need((a.lon, a.lat) not in where, "lon", a.lon, "a point of its own, with lat")
            where.add((a.lon, a.lat))

    def check_area(self, a: Area) -> None:
        """Capitals and buildings are in Home areas of the right kind, U-Boots where they can stand."""
        power = self.powers[a.home]
        at_home = power.rank != "neutral"
        self.need(a.capital == (a.stars == 3), "capital", a.capital, "true with 3 stars, and only there")
        right = a.capital == (a.id == power.capital)
        self.need(right, "capital", a.capital, "true for the Capital that powers.toml names, and only there")
        for field, there, kind in (("factory", a.factory, "island"), ("shipyard", a.shipyard, "land")):
            self.need(at_home or not there, field, there, "false in a neutral area")
            self.need(not there or a.kind != kind, field, there, f"false in an area of kind {kind}")
        stands = a.kind in self.types["u_boot"].kinds
        self.need(stands or not a.uboat, "uboat", a.uboat, "false where U-Boots cannot stand")
        self.need(not (a.uboat and at_home), "uboat", a.uboat, "false in a Home area")
        self.need(not (a.arctic and at_home), "arctic", a.arctic, "false in a Home area")

    def check_links(self) -> None:
        """Links join two areas once, by a kind that both allow; triangles are pairs across the board."""
        seen: set[tuple[str, str]] = set()
        colours: set[str] = set()
        for number, x in enumerate(self.pack.links.links, 1):
            self.at("links.toml", f"entry {number} of links ({x.a}–{x.b})")
            self.area("a", x.a)
            self.area("b", x.b)
            self.need(x.a != x.b, "b", x.b, "another area than a")
            pair = (x.a, x.b) if x.a < x.b else (x.b, x.a)
            self.need_words(pair not in seen, "b", "a pair of areas", "one that is not listed already")
            seen.add(pair)
            ends = [self.areas[x.a], self.areas[x.b]]
            for end in ends:
                wrong = "island" if x.kind == "land" else "land"
                self.need(end.kind != wrong, "kind", x.kind, f"one that fits {end.id}, of kind {end.kind}")
            arctic = ends[0].arctic or ends[1].arctic
            self.need(x.arctic == arctic, "arctic", x.arctic, "true if one of its areas is, and only then")
            if x.triangle:
                self.need(x.kind == "land", "triangle", x.triangle, '"" for a sea link')
                self.need(x.triangle not in colours, "triangle", x.triangle, "a colour of one pair only")
                colours.add(x.triangle)
                right = ends[0].side != ends[1].side
                self.need(right, "triangle", x.triangle, '"" for areas on one side of the board')

    def check_ways(self) -> None:
        """Every area can be reached, those outside the Arctic without crossing it."""
        near: dict[str, list[str]] = {a: [] for a in self.areas}
        for x in self.pack.links.links:
            near[x.a].append(x.b)
            near[x.b].append(x.a)
        for arctic in (False, True):
            start = next(a.id for a in self.pack.areas.areas if not a.arctic)
            reached = {start}
            queue = [start]
            while queue:
                for there in near[queue.pop()]:
                    if there not in reached and (arctic or not self.areas[there].arctic):
                        reached.add(there)
                        queue.append(there)
            for a in self.pack.areas.areas:
                self.at_id("areas.toml", a.id)
                right = a.id in reached or (a.arctic and not arctic)
                words = "an area that links.toml joins to the others"
                self.need(right, "id", a.id, words if arctic or a.arctic else f"{words} without the Arctic")

    # --- counters and pieces

    def check_types(self) -> None:
        for t in self.pack.units.unit_types:
            self.at_id("units.toml", t.id)
            self.once("kinds", t.kinds)
            main = t.id in ("army", "fleet")
            self.need(t.controls == main, "controls", t.controls, "true for armies and fleets only")
            outside = t.id in ("u_boot", "resistance")
            for field, value in (("counts_for_stack", t.counts_for_stack), ("needs_supply", t.needs_supply)):
                self.need(value != outside, field, value, "false for U-Boots and Resistance only")

    def check_units(self) -> None:
        total = 0
        for u in self.pack.units.units:
            self.at_id("units.toml", u.id)
            if u.type == "resistance":
                self.need(u.nation == "allies", "nation", u.nation, '"allies", a faction, for Resistance')
                self.need(u.player == u.nation, "player", u.player, f'"{u.nation}", as its nation')
            else:
                self.need(u.nation in self.powers, "nation", u.nation, "the id of a power")
                power = self.powers[u.nation]
                self.need(u.player == power.player, "player", u.player, f'"{power.player}", as its nation')
                if u.type == "u_boot":
                    right = power.rank == "power" and power.faction == "axis"
                    self.need(right, "nation", u.nation, "an Axis power for U-Boots")
                elif power.rank == "neutral":
                    self.need(u.type == "army", "type", u.type, '"army" for the neutral countries')
                else:
                    self.check_site(u.nation, BUILDING[u.type])
            total += u.count
            self.need(total <= MOST_UNITS, "count", u.count, f"no more than {MOST_UNITS} units in all")
        kinds = [(u.nation, u.type) for u in self.pack.units.units]
        for u in self.pack.units.units:
            self.at_id("units.toml", u.id)
            right = kinds.count((u.nation, u.type)) == 1
            self.need(right, "type", u.type, f"one entry for each type of {u.nation}")
        self.at("units.toml")
        for name in ("u_boot", "resistance"):
            count = len([u for u in self.pack.units.units if u.type == name])
            self.need_words(count == 1, "units", f"{count} entries of type {name}", "one")

    def check_site(self, nation: str, building: str) -> None:
        """A nation has a building for its unit."""
        homes = [a for a in self.pack.areas.areas if a.home == nation]
        there = any([a.factory if building == "factory" else a.shipyard for a in homes])
        self.need(there, "nation", nation, f"a nation with a {building}")

    def check_parts(self) -> None:
        """Pieces that other files count one by one."""
        technologies = len(self.technologies)
        known = {
            "card": (len(self.cards), "as many as cards.toml has"),
            "solo_card": (len(self.pack.solo.solo_cards), "as many as solo.toml has"),
            "cube": (PLAYERS * (technologies + 1), "a set for each player with a white one"),
            "vp_marker": (PLAYERS, "one for each player"),
            "ajw_marker": (len(self.additional), "one for each additional power"),
        }
        for part in self.pack.units.parts:
            if part.id in known:
                count, words = known[part.id]
                self.at_id("units.toml", part.id)
                self.need(part.count == count, "count", part.count, f"{count}, {words}")

    # --- technologies

    def check_technologies(self) -> None:
        file = "technologies.toml"
        cube_of: dict[str, str] = {}
        for t in self.pack.technologies.technologies:
            self.at_id(file, t.id)
            cube = cube_of.setdefault(t.colour, t.cube)
            self.need(t.cube == cube, "cube", t.cube, f'"{cube}", as the others of colour {t.colour}')
            for field, names in (("requires_all", t.requires_all), ("requires_any", t.requires_any)):
                for name in names:
                    self.technology(field, name)
                self.once(field, names)
            e = t.effect
            right = (e.rocket_min_ops > 0) == (e.rocket_discards > 0)
            self.need(right, "effect.rocket_discards", e.rocket_discards, "more than 0 beside rocket_min_ops")
        self.at(file)
        cubes = set(cube_of.values())
        self.need_words(len(cubes) == len(cube_of), "technologies", "a cube twice", "one for each colour")
        vp = self.pack.technologies
        most = vp.vp_first_colour + vp.vp_each_further_colour * (len(cube_of) - 1)
        self.need(vp.vp_maximum == most, "vp_maximum", vp.vp_maximum, f"{most}, for all colours")

    def check_chains(self) -> None:
        """Every technology can be developed after those that need nothing."""
        ready: set[str] = set()
        grown = True
        while grown:
            grown = False
            for t in self.pack.technologies.technologies:
                can = all([x in ready for x in t.requires_all])
                if t.requires_any:
                    can = can and any([x in ready for x in t.requires_any])
                if can and t.id not in ready:
                    ready.add(t.id)
                    grown = True
        for t in self.pack.technologies.technologies:
            self.at_id("technologies.toml", t.id)
            self.need(t.id in ready, "requires_all", list(t.requires_all), "none that needs this one")

    def check_tables(self) -> None:
        """Where tables.toml says what another file says too, the two agree."""
        tables = self.pack.tables
        self.at("tables.toml")
        costs = tables.costs
        for field, air, army in (
            ("costs.deploy_air_fleet", costs.deploy_air_fleet, costs.deploy_army),
            ("costs.move_air_fleet", costs.move_air_fleet, costs.move_army),
            ("costs.attack_air_fleet", costs.attack_air_fleet, costs.attack_army),
        ):
            self.need(air == army, field, air, f"{army}, as for an army")
        ops = tables.operations
        right = ops.ops_minimum_on_card <= ops.ops_maximum_on_card
        least = f"at least {ops.ops_minimum_on_card}"
        self.need(right, "operations.ops_maximum_on_card", ops.ops_maximum_on_card, least)
        boats = next(u.count for u in self.pack.units.units if u.type == "u_boot")
        found = len(tables.lend_lease.u_boots_min_ops)
        self.need_words(
            found == boats + 1,
            "lend_lease.u_boots_min_ops",
            f"{found} numbers",
            f"{boats + 1}, for no U-Boot up to all {boats}",
        )
        self.power("lend_lease.u_boots_hinder", tables.lend_lease.u_boots_hinder)
        tokens = next(u.count for u in self.pack.units.units if u.type == "resistance")
        found = tables.resistance.tokens
        self.need(found == tokens, "resistance.tokens", found, f"{tokens}, as many as units.toml has")
        self.check_rockets()
        for number, row in enumerate(tables.attack_cost, 1):
            self.at("tables.toml", f"entry {number} of attack_cost")
            for name in row.techs:
                self.technology("techs", name)
            cost = self.attack_cost(row.target, row.coastal, row.techs)
            self.need(row.cost == cost, "cost", row.cost, f"{cost}, as costs and technologies say")

    def check_rockets(self) -> None:
        """Rockets, Radar and Heavy Bombers as technologies.toml has them."""
        tables = self.pack.tables
        rockets = tables.rockets
        for name, row in (
            ("flying_bomb", rockets.flying_bomb),
            ("rocket", rockets.rocket),
            ("nuclear_weapon", rockets.nuclear_weapon),
        ):
            self.technology("rockets", name)
            e = self.technologies[name].effect
            for field, value, right in (
                ("min_ops", row.min_ops, e.rocket_min_ops),
                ("discards", row.discards, e.rocket_discards),
            ):
                words = f"{right}, as technologies.toml says"
                self.need(value == right, f"rockets.{name}.{field}", value, words)
        effects = [t.effect for t in self.pack.technologies.technologies]
        radar = max([-e.rocket_discard for e in effects])
        found = rockets.radar_reduction
        self.need(found == radar, "rockets.radar_reduction", found, f"{radar}, as technologies.toml says")
        limit = max([e.air_fleet_limit for e in effects])
        found = tables.air_fleets.limit_with_heavy_bombers
        field = "air_fleets.limit_with_heavy_bombers"
        self.need(found == limit, field, found, f"{limit}, as technologies.toml says")

    def attack_cost(self, target: str, coastal: bool, technologies: tuple[str, ...]) -> int:
        """The cost to destroy a unit with technologies."""
        costs = self.pack.tables.costs
        if target == "u_boot":
            return costs.attack_u_boot
        if target == "resistance":
            return costs.attack_resistance
        cost = costs.attack_fleet if target == "fleet" else costs.attack_army
        for name in technologies:
            e = self.technologies[name].effect
            if target == "fleet":
                cost += e.attack_fleet + (e.attack_fleet_coastal if coastal else 0)
            else:
                cost += e.attack_land + (e.attack_land_coastal if coastal else 0)
        return max(cost, costs.attack_minimum)

    # --- tracks, picture

    def check_rounds(self) -> None:
        rounds = self.pack.tracks.rounds
        boats = next(u.count for u in self.pack.units.units if u.type == "u_boot")
        cards = len([c for c in self.pack.cards.cards if c.colour in self.players])
        for number, r in enumerate(rounds, 1):
            self.at("tracks.toml", f"entry {number} of rounds ({r.year})")
            self.need(r.round == number, "round", r.round, f"{number}, the next")
            year = rounds[0].year + number - 1
            self.need(r.year == year, "year", r.year, f"{year}, the next")
            for power in r.extra:
                self.power("extra", power)
            self.power("first_power", r.first_power)
            self.need(r.uboot_limit <= boats, "uboot_limit", r.uboot_limit, f"at most the {boats} U-Boots")
            drawn = PLAYERS * r.draw + sum(r.extra.values())
            self.need(drawn <= cards, "draw", r.draw, f"no more in all than the {cards} cards of the deck")

    def check_tracks(self) -> None:
        """Each additional power has a track with a step for each card of its deck."""
        seen: set[str] = set()
        for number, t in enumerate(self.pack.tracks.ajw_tracks, 1):
            self.at("tracks.toml", f"entry {number} of ajw_tracks ({t.power})")
            self.need(t.power in self.additional, "power", t.power, "the id of an additional power")
            self.need(t.power not in seen, "power", t.power, "a power of one track only")
            seen.add(t.power)
            player = self.powers[t.power].player
            self.need(t.player == player, "player", t.player, f'"{player}", as powers.toml says')
            for name in t.deck:
                right = name in self.cards and self.cards[name].colour == t.power
                self.need(right, "deck", name, f"the id of a card of {t.power}")
            self.once("deck", t.deck)
            cards = len([c for c in self.pack.cards.cards if c.colour == t.power])
            right = len(t.deck) == cards
            self.need_words(right, "deck", f"{len(t.deck)} cards", f"all {cards} of {t.power}")
            self.need(t.steps == cards, "steps", t.steps, f"{cards}, one for each card")
            self.need(t.boxes == t.steps + 1, "boxes", t.boxes, f"{t.steps + 1}, one more than steps")
        self.at("tracks.toml")
        for power in self.additional:
            self.need_words(power in seen, "ajw_tracks", f"nothing for {power}", "each additional power")

    def check_victory_track(self) -> None:
        v = self.pack.tracks.victory_track
        self.at("tracks.toml")
        rises = [t.threshold_rise for t in self.pack.tracks.ajw_tracks]
        both = v.allied_threshold + sum(rises)
        for field, value, right in (
            (
                "allied_threshold_one_joined",
                v.allied_threshold_one_joined,
                v.allied_threshold + max(rises, default=0),
            ),
            ("allied_threshold_both_joined", v.allied_threshold_both_joined, both),
        ):
            self.need(value == right, f"victory_track.{field}", value, f"{right}, by threshold_rise")
        self.every_player("victory_track.start", list(v.start))
        for power, start in v.start.items():
            right = self.powers[power].start_vp
            field = f"victory_track.start.{power}"
            self.need(start == right, field, start, f"{right}, as powers.toml says")
            self.need(v.lowest <= start <= v.highest, field, start, f"a box from {v.lowest} to {v.highest}")

    def check_drawing(self) -> None:
        file = "drawing.toml"
        drawing = self.pack.drawing
        self.unique(file, [x.power for x in drawing.powers], "power")
        self.unique(file, [x.letter for x in drawing.powers], "letter")
        self.unique(file, [x.letter for x in drawing.factions], "letter")
        for look in drawing.powers:
            self.at_id(file, look.power)
            self.need(look.power in self.powers, "power", look.power, "the id of a power")
        self.at(file)
        for power in self.powers:
            right = power in [x.power for x in drawing.powers]
            self.need_words(right, "powers", f"nothing for {power}", "each power")
        for land in drawing.ground:
            self.at_id(file, land.of)
            self.need(land.of in self.areas or land.of == "", "of", land.of, 'the id of an area, or ""')
