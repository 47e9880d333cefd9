"""What the marks of the schema cannot say: that the files of Total Domination agree with each other.

`load_pack` refuses a pack with one sentence that names file, entry and field, so that `tables` can be built
without a doubt. Set-ups have a module of their own, `relations_setup`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandtable.engine.data import pack as packs
from sandtable.engine.data.relations import Book, Check, Subset, check_relations
from sandtable.games.total_domination.components import relations_setup
from sandtable.games.total_domination.components import schema as shape
from sandtable.games.total_domination.components import schema_cards as cards
from sandtable.games.total_domination.components.schema import Pack

PLAYERS: Final = 4  # powers that players run
MOST_ADDITIONAL: Final = 2  # powers with a deck and a track of their own
MOST_AREAS: Final = 62  # a set of areas is one number with a bit for each
MOST_UNITS: Final = 255  # counted in one byte
RANKS: Final = ("power", "additional", "partner", "neutral")
BUILDING: Final = {"army": "factory", "air_fleet": "factory", "fleet": "shipyard"}
SOLO_SIDES: Final = ("germany", "japan")  # the fields of a solo card
ARCTIC: Final = "arctic"  # the side of the board that is nobody's

SUBSETS: Final = (
    Subset("player", "power", lambda p: p.rank == "power"),
    Subset("additional", "power", lambda p: p.rank == "additional"),
    Subset("partner", "power", lambda p: p.rank == "partner"),
    Subset("arctic_area", "area", lambda a: a.arctic),
)


def load_pack(folder: Path) -> Pack:
    """Return the pack in a folder; raise `PackError` with one sentence if something in it is wrong."""
    pack = packs.load_pack(folder, Pack)
    check_pack(pack)
    return pack


def check_pack(pack: Pack) -> None:
    """Raise `PackError` for the first entry that contradicts another one."""
    check_relations(pack, CHECKS, SUBSETS)


def home_of(b: Book, power: str) -> list[str]:
    """Return the Home areas of a power and of the partners that it has at the start."""
    own = [power, *[p.id for p in b.of("partner").values() if p.player == power]]
    return [a.id for a in b.of("area").values() if a.home in own]


def count_of(b: Book, kind: str) -> int:
    """Return how many units there are of a type that has one entry only."""
    units: tuple[shape.Unit, ...] = b.pack.units.units
    return next(u.count for u in units if u.type == kind)


# ---------------------------------------------------------------- powers


def check_ranks(b: Book, file: shape.PowersFile) -> None:
    """Check that powers come by rank, players' first, and two in each faction."""
    ranks: list[str] = [p.rank for p in file.powers]
    order = sorted(ranks, key=RANKS.index)
    b.need_words(ranks == order, "powers", ", ".join(ranks), f"the order {', '.join(RANKS)}")
    for name, least, most, words in (
        ("power", PLAYERS, PLAYERS, str(PLAYERS)),
        ("additional", 0, MOST_ADDITIONAL, f"at most {MOST_ADDITIONAL}"),
        ("neutral", 1, 1, "1"),
    ):
        count = ranks.count(name)
        b.need_words(least <= count <= most, "powers", f"{count} of rank {name}", words)
    half = PLAYERS // 2
    for faction in ("axis", "allies"):
        count = len([p for p in b.of("player").values() if p.faction == faction])
        b.need_words(count == half, "powers", f"{count} of the {faction}", f"{half} with players")


def check_power(b: Book, p: shape.Power) -> None:
    """Check who runs a power, whose side it is on, and where its Capital lies."""
    if p.rank == "power":
        b.need(p.player == p.id, "player", f'"{p.id}", itself')
    elif p.rank == "neutral":
        b.need(p.player == "", "player", '"" for the neutral countries')
    else:
        b.need(p.player in b.of("player"), "player", "the id of a power that a player runs")
    sided = p.rank in ("power", "partner")
    words = "a faction" if sided else '"none" for a power that is in no faction yet'
    b.need((p.faction != "none") == sided, "faction", words)
    right = (p.joins != "") == (p.rank == "additional")
    b.need(right, "joins", 'a faction for an additional power, "" for the others')
    if p.rank in ("additional", "partner"):
        side = p.joins if p.rank == "additional" else p.faction
        b.need(b.of("power")[p.player].faction == side, "player", f"a power of the faction {side}")
    if p.rank in ("power", "additional"):
        b.need(p.capital != "", "capital", "the id of an area")
        a = b.of("area")[p.capital]
        b.need(a.capital and a.home == p.id, "capital", "a Capital among its Home areas")
    else:
        b.need(p.capital == "", "capital", '"" for a power without a Capital')
    stars = sum([b.of("area")[a].stars for a in home_of(b, p.id)]) if p.rank == "power" else 0
    b.need(p.start_vp == stars, "start_vp", f"{stars}, the stars of its Home areas")


def check_orders(b: Book, file: shape.PowersFile) -> None:
    """Check the order of play, and which Home areas the Axis defends first."""
    right = list(file.play_order) == list(b.of("player"))
    b.need_words(right, "play_order", ", ".join(file.play_order), "the order of the list of powers")
    for power, p in b.of("player").items():
        if p.faction == "axis":
            right = power in file.home_priority
            b.need_words(right, "home_priority", f"nothing for {power}", "each Axis power")
            b.need(power in SOLO_SIDES, "powers", "an Axis power that solo cards know", power)
    for power, areas in file.home_priority.items():
        right = b.of("player")[power].faction == "axis"
        b.need(right, "home_priority", "the id of an Axis power", power)
        field = f"home_priority.{power}"
        homes = home_of(b, power)
        for area in areas:
            b.need(area in homes, field, "a Home area of the power or its partner", area)
        b.need_words(len(areas) == len(homes), field, f"{len(areas)} areas", f"all {len(homes)} Home areas")


# ---------------------------------------------------------------- the map


def check_areas(b: Book, file: shape.AreasFile) -> None:
    """Check that there are not too many areas."""
    count = len(file.areas)
    b.need_words(count <= MOST_AREAS, "areas", f"{count} entries", f"at most {MOST_AREAS}")


def check_area(b: Book, a: shape.Area) -> None:
    """Check that Capitals and buildings are in Home areas of the right kind, U-Boots where they can stand."""
    power = b.of("power")[a.home]
    at_home = power.rank != "neutral"
    b.need(a.capital == (a.stars == 3), "capital", "true with 3 stars, and only there")
    right = a.capital == (a.id == power.capital)
    b.need(right, "capital", "true for the Capital that powers.toml names, and only there")
    for field, there, kind in (("factory", a.factory, "island"), ("shipyard", a.shipyard, "land")):
        b.need(at_home or not there, field, "false in a neutral area")
        b.need(not there or a.kind != kind, field, f"false in an area of kind {kind}")
    stands = a.kind in b.of("type")["u_boot"].kinds
    b.need(stands or not a.uboat, "uboat", "false where U-Boots cannot stand")
    b.need(not (a.uboat and at_home), "uboat", "false in a Home area")
    b.need(not (a.arctic and at_home), "arctic", "false in a Home area")
    right = a.side in b.of("player") or a.side == ARCTIC
    b.need(right, "side", f'the id of a power that a player runs, or "{ARCTIC}"')
    b.need(a.arctic == (a.side == ARCTIC), "arctic", f'true on the side "{ARCTIC}" only')
    first = next(x for x in b.pack.areas.areas if (x.lon, x.lat) == (a.lon, a.lat))
    b.need(first is a, "lon", "a point of its own, with lat")


def check_links(b: Book, file: shape.LinksFile) -> None:
    """Check that links join two areas once, by a kind that both allow; triangles go across the board."""
    seen: set[tuple[str, str]] = set()
    colours: set[str] = set()
    for x in file.links:
        b.go(x)
        pair = (min(x.a, x.b), max(x.a, x.b))
        b.need_words(pair not in seen, "b", "a pair of areas", "one that is not listed already")
        seen.add(pair)
        ends = [b.of("area")[x.a], b.of("area")[x.b]]
        for end in ends:
            wrong = "island" if x.kind == "land" else "land"
            b.need(end.kind != wrong, "kind", f"one that fits {end.id}, of kind {end.kind}")
        arctic = ends[0].arctic or ends[1].arctic
        b.need(x.arctic == arctic, "arctic", "true if one of its areas is, and only then")
        if x.triangle:
            b.need(x.kind == "land", "triangle", '"" for a sea link')
            b.need(x.triangle not in colours, "triangle", "a colour of one pair only")
            colours.add(x.triangle)
            b.need(ends[0].side != ends[1].side, "triangle", '"" for areas on one side of the board')


def check_ways(b: Book, file: shape.LinksFile) -> None:
    """Check that every area can be reached, those outside the Arctic without crossing it."""
    areas: dict[str, shape.Area] = b.of("area")
    near: dict[str, list[str]] = {a: [] for a in areas}
    for x in file.links:
        near[x.a].append(x.b)
        near[x.b].append(x.a)
    for arctic in (False, True):
        start = next(a.id for a in areas.values() if not a.arctic)
        reached = {start}
        queue = [start]
        while queue:
            for there in near[queue.pop()]:
                if there not in reached and (arctic or not areas[there].arctic):
                    reached.add(there)
                    queue.append(there)
        for a in areas.values():
            b.go(a)
            words = "an area that links.toml joins to the others"
            right = a.id in reached or (a.arctic and not arctic)
            b.need(right, "id", words if arctic or a.arctic else f"{words} without the Arctic")


# ---------------------------------------------------------------- counters and pieces


def check_type(b: Book, t: shape.UnitType) -> None:
    """Check what armies and fleets, U-Boots and Resistance do that other units do not."""
    b.need(t.controls == (t.id in ("army", "fleet")), "controls", "true for armies and fleets only")
    outside = t.id in ("u_boot", "resistance")
    for field, value in (("counts_for_stack", t.counts_for_stack), ("needs_supply", t.needs_supply)):
        b.need(value != outside, field, "false for U-Boots and Resistance only")


def check_unit(b: Book, u: shape.Unit) -> None:
    """Check that a nation can have such a unit, and that its player runs it."""
    if u.type == "resistance":
        b.need(u.nation == "allies", "nation", '"allies", a faction, for Resistance')
        b.need(u.player == u.nation, "player", f'"{u.nation}", as its nation')
        return
    b.need(u.nation in b.of("power"), "nation", "the id of a power")
    power = b.of("power")[u.nation]
    b.need(u.player == power.player, "player", f'"{power.player}", as its nation')
    if u.type == "u_boot":
        right = power.rank == "power" and power.faction == "axis"
        b.need(right, "nation", "an Axis power for U-Boots")
    elif power.rank == "neutral":
        b.need(u.type == "army", "type", '"army" for the neutral countries')
    else:
        building = BUILDING[u.type]
        there = any([getattr(a, building) for a in b.of("area").values() if a.home == u.nation])
        b.need(there, "nation", f"a nation with a {building}")


def check_units(b: Book, file: shape.UnitsFile) -> None:
    """Check that there are not too many units, and one entry for those that are alike."""
    kinds = [(u.nation, u.type) for u in file.units]
    total = 0
    for u in file.units:
        b.go(u)
        total += u.count
        b.need(total <= MOST_UNITS, "count", f"no more than {MOST_UNITS} units in all")
        b.need(kinds.count((u.nation, u.type)) == 1, "type", "one entry for a type of a nation")
    b.go(file)
    for name in ("u_boot", "resistance"):
        count = len([u for u in file.units if u.type == name])
        b.need_words(count == 1, "units", f"{count} entries of type {name}", "one")


def check_part(b: Book, part: shape.Part) -> None:
    """Check the number of pieces that other files count one by one."""
    known = {
        "card": (len(b.of("card")), "as many as cards.toml has"),
        "solo_card": (len(b.of("solo_card")), "as many as solo.toml has"),
        "cube": (PLAYERS * (len(b.of("technology")) + 1), "a set for each player with a white one"),
        "vp_marker": (PLAYERS, "one for each player"),
        "ajw_marker": (len(b.of("additional")), "one for each additional power"),
    }
    count, words = known.get(part.id, (part.count, ""))
    b.need(part.count == count, "count", f"{count}, {words}")


# ---------------------------------------------------------------- technologies and tables


def check_technologies(b: Book, file: cards.TechnologiesFile) -> None:
    """Check that each colour has its cube, and that every technology can be developed."""
    cube_of: dict[str, str] = {}
    ready = developed(file)
    for t in file.technologies:
        b.go(t)
        cube = cube_of.setdefault(t.colour, t.cube)
        b.need(t.cube == cube, "cube", f'"{cube}", as the others of colour {t.colour}')
        right = (t.effect.rocket_min_ops > 0) == (t.effect.rocket_discards > 0)
        b.need(right, "effect.rocket_discards", "more than 0 beside rocket_min_ops")
        b.need(t.id in ready, "requires_all", "none that needs this one")
    b.go(file)
    right = len(set(cube_of.values())) == len(cube_of)
    b.need_words(right, "technologies", "a cube twice", "one for each colour")
    most = file.vp_first_colour + file.vp_each_further_colour * (len(cube_of) - 1)
    b.need(file.vp_maximum == most, "vp_maximum", f"{most}, for all colours")


def developed(file: cards.TechnologiesFile) -> set[str]:
    """Return all technologies that can be developed one after the other."""
    ready: set[str] = set()
    grown = True
    while grown:
        grown = False
        for t in file.technologies:
            can = all([x in ready for x in t.requires_all])
            if t.requires_any:
                can = can and any([x in ready for x in t.requires_any])
            if can and t.id not in ready:
                ready.add(t.id)
                grown = True
    return ready


def check_tables(b: Book, tables: shape.TablesFile) -> None:
    """Check that tables.toml agrees with the other files where it says the same."""
    for name in ("deploy", "move", "attack"):
        air, army = getattr(tables.costs, f"{name}_air_fleet"), getattr(tables.costs, f"{name}_army")
        b.need(air == army, f"costs.{name}_air_fleet", f"{army}, as for an army")
    least, most = tables.operations.ops_minimum_on_card, tables.operations.ops_maximum_on_card
    b.need(least <= most, "operations.ops_maximum_on_card", f"at least {least}")
    boats, found = count_of(b, "u_boot"), len(tables.lend_lease.u_boots_min_ops)
    words = f"{boats + 1}, for no U-Boot up to all {boats}"
    b.need_words(found == boats + 1, "lend_lease.u_boots_min_ops", f"{found} numbers", words)
    tokens = count_of(b, "resistance")
    right = tables.resistance.tokens == tokens
    b.need(right, "resistance.tokens", f"{tokens}, as many as units.toml has")


def check_rockets(b: Book, tables: shape.TablesFile) -> None:
    """Check that rockets, Radar and Heavy Bombers are as technologies.toml has them."""
    technologies = b.of("technology")
    words = "as technologies.toml says"
    for name in ("flying_bomb", "rocket", "nuclear_weapon"):
        row = getattr(tables.rockets, name)
        b.need(name in technologies, "rockets", "the id of a technology", name)
        e = technologies[name].effect
        b.need(row.min_ops == e.rocket_min_ops, f"rockets.{name}.min_ops", f"{e.rocket_min_ops}, {words}")
        right = row.discards == e.rocket_discards
        b.need(right, f"rockets.{name}.discards", f"{e.rocket_discards}, {words}")
    radar = max([-t.effect.rocket_discard for t in technologies.values()])
    b.need(tables.rockets.radar_reduction == radar, "rockets.radar_reduction", f"{radar}, {words}")
    limit = max([t.effect.air_fleet_limit for t in technologies.values()])
    right = tables.air_fleets.limit_with_heavy_bombers == limit
    b.need(right, "air_fleets.limit_with_heavy_bombers", f"{limit}, {words}")


def check_attack_cost(b: Book, row: shape.AttackCost) -> None:
    """Check a cost that can be added up from the costs and the technologies."""
    cost = attack_cost(b, row.target, row.coastal, row.techs)
    b.need(row.cost == cost, "cost", f"{cost}, as costs and technologies say")


def attack_cost(b: Book, target: str, coastal: bool, technologies: tuple[str, ...]) -> int:
    """Return the cost to destroy a unit with technologies."""
    costs: shape.Costs = b.pack.tables.costs
    if target == "u_boot":
        return costs.attack_u_boot
    if target == "resistance":
        return costs.attack_resistance
    cost = costs.attack_fleet if target == "fleet" else costs.attack_army
    for name in technologies:
        e: cards.Effect = b.of("technology")[name].effect
        if target == "fleet":
            cost += e.attack_fleet + (e.attack_fleet_coastal if coastal else 0)
        else:
            cost += e.attack_land + (e.attack_land_coastal if coastal else 0)
    return max(cost, costs.attack_minimum)


# ---------------------------------------------------------------- tracks


def check_rounds(b: Book, file: shape.TracksFile) -> None:
    """Check that rounds follow each other and need no more than there is."""
    boats = count_of(b, "u_boot")
    deck = len([c for c in b.pack.cards.cards if c.colour in b.of("player")])
    for number, r in enumerate(file.rounds):
        b.go(r)
        year = file.rounds[0].year + number
        b.need(r.year == year, "year", f"{year}, the next")
        b.need(r.uboot_limit <= boats, "uboot_limit", f"at most the {boats} U-Boots")
        drawn = PLAYERS * r.draw + sum(r.extra.values())
        b.need(drawn <= deck, "draw", f"no more in all than the {deck} cards of the deck")


def check_track(b: Book, t: shape.AjwTrack) -> None:
    """Check that an additional power has a track with a step for each card of its deck."""
    player = b.of("power")[t.power].player
    b.need(t.player == player, "player", f'"{player}", as powers.toml says')
    own = [c.id for c in b.pack.cards.cards if c.colour == t.power]
    for card in t.deck:
        b.need(card in own, "deck", f"the id of a card of {t.power}", card)
    b.need_words(len(t.deck) == len(own), "deck", f"{len(t.deck)} cards", f"all {len(own)} of {t.power}")
    b.need(t.steps == len(own), "steps", f"{len(own)}, one for each card")
    b.need(t.boxes == t.steps + 1, "boxes", f"{t.steps + 1}, one more than steps")


def check_victory_track(b: Book, v: shape.VictoryTrack) -> None:
    """Check that thresholds and starts agree with the other tracks and the powers."""
    rises = [t.threshold_rise for t in b.pack.tracks.ajw_tracks]
    one, both = v.allied_threshold + max(rises, default=0), v.allied_threshold + sum(rises)
    b.need(v.allied_threshold_one_joined == one, "allied_threshold_one_joined", f"{one}, by threshold_rise")
    right = v.allied_threshold_both_joined == both
    b.need(right, "allied_threshold_both_joined", f"{both}, by threshold_rise")
    for power, start in v.start.items():
        stars = b.of("power")[power].start_vp
        b.need(start == stars, f"start.{power}", f"{stars}, as powers.toml says")
        inside = v.lowest <= start <= v.highest
        b.need(inside, f"start.{power}", f"a box from {v.lowest} to {v.highest}")


# ---------------------------------------------------------------- cards and the solo deck


def check_card(b: Book, c: cards.Card) -> None:
    """Check that an event does something, and what its colour can do."""
    limits = b.pack.tables.operations
    least, most = limits.ops_minimum_on_card, limits.ops_maximum_on_card
    b.need(least <= c.ops <= most, "ops", f"OPs from {least} to {most}")
    e = c.event
    axis = b.of("power")[c.colour].faction == "axis"
    if isinstance(e, cards.Value):
        b.need(e.ops > c.ops, "event.ops", f"more than the {c.ops} OPs of the card")
    elif isinstance(e, cards.Logistics):
        icons = e.army + e.fleet + e.air_fleet + e.move + e.puppets + e.resistance
        b.need(icons > 0, "event.army", "at least one icon of some kind")
        b.need(axis or e.puppets == 0, "event.puppets", "0 for all but the Axis")
        b.need(not axis or e.resistance == 0, "event.resistance", "0 for the Axis")


def check_nation(b: Book, nation: cards.InfluenceNation) -> None:
    """Check that a card can influence a nation."""
    used = [c.event.nation for c in b.pack.cards.cards if isinstance(c.event, cards.Influence)]
    b.need(nation.id in used, "id", "a nation that some event names")


def check_lanes(b: Book, solo: cards.SoloFile) -> None:
    """Check that every area but the Axis Home areas lies on one lane, once."""
    axis = [p.id for p in b.of("player").values() if p.faction == "axis"]
    homes = [area for power in axis for area in home_of(b, power)]
    seen: set[str] = set()
    for lane in solo.lanes:
        b.go(lane)
        for area in lane.areas:
            b.need(area not in homes, "areas", "no Home area of the Axis", area)
            b.need(area not in seen, "areas", "an area of no other lane, once", area)
            seen.add(area)
    b.go(solo)
    for area in b.of("area"):
        right = area in seen or area in homes
        b.need_words(right, "lanes", f"no lane with {area}", "every area but the Axis Home areas")


def check_solo_card(b: Book, c: cards.SoloCard) -> None:
    """Check that a card comes into the deck, and that its arrows cross each lane once."""
    first = b.pack.solo.first_label
    b.need(c.year >= first, "year", f"{first}, the first label, or later")
    crossed = [lane for arrow in c.arrows for lane in arrow]
    right = sorted(crossed) == sorted(b.of("lane"))
    b.need_words(right, "arrows", f"{len(crossed)} lanes", "each lane on one arrow")


def check_solo_deck(b: Book, solo: cards.SoloFile) -> None:
    """Check that in every year the deck can lose the cards it must lose and covers the deal."""
    of_year: dict[int, int] = {}
    for c in solo.solo_cards:
        of_year[c.year] = of_year.get(c.year, 0) + 1
    deck = first = of_year.get(solo.first_label, 0)
    for r in b.pack.tracks.rounds:
        fresh = of_year.get(r.year, 0)
        if r.year > solo.first_label and fresh:
            first -= solo.remove_1939_cards_each_year
            deck += fresh - solo.remove_1939_cards_each_year
            b.need(first >= 0, "remove_1939_cards_each_year", f"few enough to last until {r.year}")
        words = f"at least the {r.solo_axis_cards} that are dealt"
        b.need_words(deck >= r.solo_axis_cards, "solo_cards", f"{deck} in the deck of {r.year}", words)


def check_solo(b: Book, solo: cards.SoloFile) -> None:
    """Check whose the powers are, and that each technology stands in one list."""
    allies = [p.id for p in b.of("player").values() if p.faction == "allies"]
    right = sorted(solo.human_powers) == sorted(allies)
    b.need_words(right, "human_powers", ", ".join(solo.human_powers), "the powers of the Allies")
    for kind in solo.removed_types:
        b.need(not b.of("type")[kind].controls, "removed_types", "no type that controls areas", kind)
    axis = b.pack.tracks.victory_track.axis_threshold
    b.need(solo.axis_wins_at == axis, "axis_wins_at", f"{axis}, as tracks.toml says")
    seen: set[str] = set()
    for field in ("axis_any_order", "axis_with_prerequisites", "axis_conditional", "axis_forbidden"):
        for name in getattr(solo, field):
            b.need(name not in seen, field, "each technology in one list only", name)
            seen.add(name)
    for name, t in b.of("technology").items():
        b.need_words(name in seen, "axis_forbidden", f"no {name}", "every technology in one list")
        free = name not in solo.axis_any_order or not (t.requires_all or t.requires_any)
        b.need(free, "axis_any_order", "technologies without prerequisites", name)


CHECKS: Final[tuple[Check, ...]] = (
    (shape.PowersFile, check_ranks),
    (shape.Power, check_power),
    (shape.PowersFile, check_orders),
    (shape.AreasFile, check_areas),
    (shape.Area, check_area),
    (shape.LinksFile, check_links),
    (shape.LinksFile, check_ways),
    (shape.UnitType, check_type),
    (shape.Unit, check_unit),
    (shape.UnitsFile, check_units),
    (shape.Part, check_part),
    (cards.TechnologiesFile, check_technologies),
    (shape.TablesFile, check_tables),
    (shape.TablesFile, check_rockets),
    (shape.AttackCost, check_attack_cost),
    (shape.TracksFile, check_rounds),
    (shape.AjwTrack, check_track),
    (shape.VictoryTrack, check_victory_track),
    (cards.Card, check_card),
    (cards.InfluenceNation, check_nation),
    (cards.SoloFile, check_lanes),
    (cards.SoloCard, check_solo_card),
    (cards.SoloFile, check_solo_deck),
    (cards.SoloFile, check_solo),
    *relations_setup.CHECKS,
)
