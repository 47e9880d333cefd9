"""The references of all that is played with: cards, the solo deck, numbers of players, options, set-ups."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.data.references import References
from sandtable.games.total_domination.components.schema import Mode, Pack, Placement, ScenarioFile
from sandtable.games.total_domination.components.schema_cards import Card, Influence, Logistics, Value


class Names(References):
    """The names of a pack, and the questions that several of its files ask."""

    def __init__(self, pack: Pack) -> None:
        super().__init__()
        self.pack = pack
        self.areas = {a.id: a for a in pack.areas.areas}
        self.powers = {p.id: p for p in pack.powers.powers}
        self.units = {u.id: u for u in pack.units.units}
        self.types = {t.id: t for t in pack.units.unit_types}
        self.technologies = {t.id: t for t in pack.technologies.technologies}
        self.cards = {c.id: c for c in pack.cards.cards}
        self.players = [p.id for p in pack.powers.powers if p.rank == "power"]
        self.additional = [p.id for p in pack.powers.powers if p.rank == "additional"]
        self.partners = [p.id for p in pack.powers.powers if p.rank == "partner"]

    def area(self, field: str, area: str) -> None:
        """Ask for an area."""
        self.need(area in self.areas, field, area, "the id of an area")

    def power(self, field: str, power: str) -> None:
        """Ask for a power that a player runs."""
        self.need(power in self.players, field, power, "the id of a power that a player runs")

    def technology(self, field: str, technology: str) -> None:
        """Ask for a technology."""
        self.need(technology in self.technologies, field, technology, "the id of a technology")

    def once(self, field: str, names: Sequence[str]) -> None:
        """Refuse a list in which something stands twice."""
        self.need_words(len(set(names)) == len(names), field, "a repetition", "each once")

    def every_player(self, field: str, names: Sequence[str]) -> None:
        """Ask for a list or table of the powers that players run, each once."""
        for name in names:
            self.power(field, name)
        self.once(field, names)
        missing = [p for p in self.players if p not in names]
        self.need_words(not missing, field, f"no {' and no '.join(missing)}", "each power that a player runs")

    def home_of(self, power: str) -> list[str]:
        """The Home areas of a power and of the partners that it has at the start."""
        own = [power] + [p for p in self.partners if self.powers[p].player == power]
        return [a.id for a in self.pack.areas.areas if a.home in own]


class Stacks:
    """The units that a set-up has placed so far."""

    def __init__(self) -> None:
        self.placed: dict[str, int] = {}
        self.stacked: dict[str, int] = {}
        self.boats: dict[str, int] = {}
        self.owner: dict[str, str] = {}


class PlayReferences(Names):
    """One method for each file or table that says how the game is played and set up."""

    def check(self) -> None:
        self.check_cards()
        self.check_lanes()
        self.check_solo_cards()
        self.check_solo_deck()
        self.check_solo()
        self.check_modes()
        self.check_arctic()
        self.check_free_setup()
        for scenario in self.pack.scenarios:
            self.check_scenario(scenario)

    # --- cards

    def check_cards(self) -> None:
        file = "cards.toml"
        limits = self.pack.tables.operations
        least, most = limits.ops_minimum_on_card, limits.ops_maximum_on_card
        for number, c in enumerate(self.pack.cards.cards, 1):
            self.at_id(file, c.id)
            self.need(c.no == number, "no", c.no, f"{number}, the next")
            right = c.colour in self.players or c.colour in self.additional
            self.need(right, "colour", c.colour, "the id of a player's power or an additional one")
            self.technology("technology", c.technology)
            self.need(least <= c.ops <= most, "ops", c.ops, f"OPs from {least} to {most}")
            self.check_event(c)
        used = [c.event.nation for c in self.pack.cards.cards if isinstance(c.event, Influence)]
        for nation in self.pack.cards.influence_nations:
            self.at_id(file, nation.id)
            self.need(nation.id in used, "id", nation.id, "a nation that some event names")

    def check_event(self, c: Card) -> None:
        """An event does something, and what its colour can do."""
        e = c.event
        power = self.powers[c.colour]
        axis = power.faction == "axis"
        if isinstance(e, Value):
            self.need(e.ops > c.ops, "event.ops", e.ops, f"more than the {c.ops} OPs of the card")
        elif isinstance(e, Logistics):
            icons = e.army + e.fleet + e.air_fleet + e.move + e.puppets + e.resistance
            self.need(icons > 0, "event.army", e.army, "at least one icon of some kind")
            self.need(axis or e.puppets == 0, "event.puppets", e.puppets, "0 for all but the Axis")
            self.need(not axis or e.resistance == 0, "event.resistance", e.resistance, "0 for the Axis")
        elif isinstance(e, Influence):
            nations = [n.id for n in self.pack.cards.influence_nations]
            self.need(e.nation in nations, "event.nation", e.nation, "the id of an influence nation")

    # --- the solo game

    def check_lanes(self) -> None:
        """Every area that is no Axis Home area lies on one lane, once."""
        file = "solo.toml"
        homes: list[str] = []
        for power in self.players:
            if self.powers[power].faction == "axis":
                homes += self.home_of(power)
        seen: set[str] = set()
        for lane in self.pack.solo.lanes:
            self.at_id(file, lane.id)
            for area in lane.areas:
                self.area("areas", area)
                self.need(area not in homes, "areas", area, "no Home area of the Axis")
                self.need(area not in seen, "areas", area, "an area of no other lane, once")
                seen.add(area)
        self.at(file)
        for area in self.areas:
            right = area in seen or area in homes
            self.need_words(right, "lanes", f"no lane with {area}", "every area but the Axis Home areas")

    def check_solo_cards(self) -> None:
        file = "solo.toml"
        lanes = sorted([lane.id for lane in self.pack.solo.lanes])
        for number, c in enumerate(self.pack.solo.solo_cards, 1):
            self.at_id(file, c.id)
            self.need(c.no == number, "no", c.no, f"{number}, the next")
            right = c.year >= self.pack.solo.first_label
            self.need(right, "year", c.year, f"{self.pack.solo.first_label}, the first label, or later")
            crossed = [lane for arrow in c.arrows for lane in arrow]
            for name in crossed:
                self.need(name in lanes, "arrows", name, "the id of a lane")
            self.need_words(
                sorted(crossed) == lanes, "arrows", f"{len(crossed)} lanes", "each lane on one arrow"
            )

    def check_solo_deck(self) -> None:
        """In every year the deck can lose the cards it must lose and covers the deal."""
        solo = self.pack.solo
        of_year: dict[int, int] = {}
        for c in solo.solo_cards:
            of_year[c.year] = of_year.get(c.year, 0) + 1
        first = of_year.get(solo.first_label, 0)
        deck = first
        self.at("solo.toml")
        for r in self.pack.tracks.rounds:
            fresh = of_year.get(r.year, 0)
            if r.year > solo.first_label and fresh:
                first -= solo.remove_1939_cards_each_year
                deck += fresh - solo.remove_1939_cards_each_year
                self.need(
                    first >= 0,
                    "remove_1939_cards_each_year",
                    solo.remove_1939_cards_each_year,
                    f"few enough to last until {r.year}",
                )
            self.need_words(
                deck >= r.solo_axis_cards,
                "solo_cards",
                f"{deck} in the deck of {r.year}",
                f"at least the {r.solo_axis_cards} that are dealt",
            )

    def check_solo(self) -> None:
        """The settings: whose the powers are, and one place for each technology."""
        solo = self.pack.solo
        self.at("solo.toml")
        allies = [p for p in self.players if self.powers[p].faction == "allies"]
        for power in solo.human_powers:
            self.power("human_powers", power)
        right = sorted(solo.human_powers) == sorted(allies)
        self.need_words(right, "human_powers", ", ".join(solo.human_powers), "the powers of the Allies")
        self.once("removed_types", solo.removed_types)
        self.once("blank_events", solo.blank_events)
        for kind in solo.removed_types:
            self.need(not self.types[kind].controls, "removed_types", kind, "no type that controls areas")
        axis = self.pack.tracks.victory_track.axis_threshold
        wins = solo.axis_wins_at
        self.need(wins == axis, "axis_wins_at", wins, f"{axis}, as tracks.toml says")
        seen: set[str] = set()
        for field, names in (
            ("axis_any_order", solo.axis_any_order),
            ("axis_with_prerequisites", solo.axis_with_prerequisites),
            ("axis_conditional", solo.axis_conditional),
            ("axis_forbidden", solo.axis_forbidden),
        ):
            for name in names:
                self.technology(field, name)
                self.need(name not in seen, field, name, "each technology in one list only")
                seen.add(name)
        for name in self.technologies:
            self.need_words(name in seen, "axis_forbidden", f"no {name}", "every technology in one list")
        for name in solo.axis_any_order:
            t = self.technologies[name]
            free = not t.requires_all and not t.requires_any
            self.need(free, "axis_any_order", name, "technologies without prerequisites")
        self.technology("conditional_on", solo.conditional_on)

    # --- numbers of players and options

    def check_modes(self) -> None:
        file = "modes.toml"
        self.unique(file, [m.id for m in self.pack.modes.modes])
        for m in self.pack.modes.modes:
            self.at_id(file, m.id)
            self.check_mode(m)

    def check_mode(self, m: Mode) -> None:
        seated = [power for seat in m.seats for power in seat]
        self.need(m.players == len(m.seats), "players", m.players, f"{len(m.seats)}, as many as seats")
        if m.players == 1:
            for power in seated:
                self.power("seats", power)
            right = sorted(seated) == sorted(self.pack.solo.human_powers)
            self.need_words(right, "seats", ", ".join(seated), "the human_powers of solo.toml")
        else:
            self.every_player("seats", seated)
            self.need(m.draft_keep > 0, "draft_keep", m.draft_keep, "at least 1 where cards are drafted")
        for seat in m.seats:
            side = {self.powers[power].faction for power in seat}
            self.need_words(len(side) == 1, "seats", ", ".join(seat), "powers of one faction in a seat")
            right = m.hands == "per_power" or len(seat) > 1
            self.need(right, "hands", m.hands, '"per_power" where a player has one power')

    def check_arctic(self) -> None:
        arctic = self.pack.modes.arctic
        self.at("modes.toml")
        for area in arctic.areas:
            self.area("arctic.areas", area)
            self.need(self.areas[area].arctic, "arctic.areas", area, "an area with arctic = true")
        self.once("arctic.areas", arctic.areas)
        for a in self.pack.areas.areas:
            right = not a.arctic or a.id in arctic.areas
            self.need_words(right, "arctic.areas", f"no {a.id}", "every area with arctic = true")
            extra = a.id == arctic.extra_u_boot_area
            right = extra == (a.arctic and a.uboat)
            self.need(
                right,
                "arctic.extra_u_boot_area",
                arctic.extra_u_boot_area,
                "the one Arctic area with uboat = true",
            )
        for field, area in (
            ("arctic.extra_u_boot_area", arctic.extra_u_boot_area),
            ("arctic.card_exchange_area", arctic.card_exchange_area),
            ("arctic.no_air_fleet_area", arctic.no_air_fleet_area),
        ):
            self.need(area in arctic.areas, field, area, "one of arctic.areas")
        stacks = Stacks()
        for row in arctic.extra_placement:
            self.at("modes.toml", f"{row.unit} in {row.area}")
            self.check_placement(row, stacks, True)
            right = self.areas[row.area].arctic
            self.need(right, "area", row.area, "an Arctic area for arctic.extra_placement")

    def check_free_setup(self) -> None:
        """What is placed freely exists and finds room."""
        free = self.pack.modes.free_setup
        self.at("modes.toml")
        order = self.pack.powers.alternative_setup_order
        self.need_words(
            free.order == order, "free_setup.order", ", ".join(free.order), "the order of powers.toml"
        )
        stacks = Stacks()
        for row in free.fixed:
            self.at("modes.toml", f"{row.unit} in {row.area}")
            self.check_placement(row, stacks, False)
        seen: set[str] = set()
        for number, c in enumerate(free.choices, 1):
            self.at("modes.toml", f"entry {number} of free_setup.choices ({c.nation})")
            self.power("player", c.player)
            self.need(c.nation in self.powers, "nation", c.nation, "the id of a power")
            player = self.powers[c.nation].player
            self.need(c.player == player, "player", c.player, f'"{player}", as powers.toml says')
            self.need(c.nation not in seen, "nation", c.nation, "a nation of no other choice")
            seen.add(c.nation)
            homes = [a.id for a in self.pack.areas.areas if a.home == c.nation and not a.arctic]
            for area in c.closed:
                self.need(area in homes, "closed", area, f"a Home area of {c.nation}")
            units = [u for u in self.pack.units.units if u.nation == c.nation]
            left = sum([u.count - stacks.placed.get(u.id, 0) for u in units if u.type in ("army", "fleet")])
            self.need(c.count <= left, "count", c.count, f"at most {left}, the armies and fleets left")
            room = sum([self.limit(a) - stacks.stacked.get(a, 0) for a in homes if a not in c.closed])
            self.need(c.count <= room, "count", c.count, f"at most {room}, for which there is room")

    def limit(self, area: str) -> int:
        """How many units an area holds."""
        stacking = self.pack.tables.stacking
        return stacking.capital if self.areas[area].capital else stacking.one_or_two_stars

    # --- set-ups

    def check_placement(self, row: Placement, stacks: Stacks, arctic: bool) -> None:
        """Units exist, may stand where they do, and are few enough."""
        self.need(row.unit in self.units, "unit", row.unit, "the id of a unit")
        self.area("area", row.area)
        a = self.areas[row.area]
        u = self.units[row.unit]
        kind = self.types[u.type]
        self.need(arctic or not a.arctic, "area", row.area, "an area outside the Arctic")
        self.need(a.kind in kind.kinds, "area", row.area, f"an area for a unit of type {u.type}")
        right = u.type != "u_boot" or a.uboat
        self.need(right, "area", row.area, "a U-Boot area")
        placed = stacks.placed.get(u.id, 0) + row.count
        self.need(placed <= u.count, "count", row.count, f"at most {u.count} in all, one for each counter")
        stacks.placed[u.id] = placed
        if u.type == "u_boot":
            boats = stacks.boats.get(a.id, 0) + row.count
            most = self.pack.tables.stacking.u_boots_per_area
            self.need(boats <= most, "count", row.count, f"at most {most} U-Boots here")
            stacks.boats[a.id] = boats
        if kind.counts_for_stack:
            stack = stacks.stacked.get(a.id, 0) + row.count
            most = self.limit(a.id)
            self.need(stack <= most, "count", row.count, f"at most {most} units here")
            stacks.stacked[a.id] = stack
            owner = stacks.owner.setdefault(a.id, u.player)
            self.need(owner == u.player, "unit", row.unit, "units of one player in an area")

    def check_scenario(self, s: ScenarioFile) -> None:
        file = f"scenarios/{s.id}.toml"
        self.at(file)
        self.check_frame(s)
        self.check_nations(s)
        self.check_technologies(s)
        self.check_stars(s)
        stacks = Stacks()
        for row in s.placement:
            self.at(file, f"{row.unit} in {row.area}")
            self.check_placement(row, stacks, False)
            right = not s.solo or self.units[row.unit].type not in self.pack.solo.removed_types
            self.need(right, "unit", row.unit, "no unit of a type that the solo game does not use")
        if s.arctic_allowed:
            for row in self.pack.modes.arctic.extra_placement:
                self.at(file, f"{row.unit} in {row.area}, with the Arctic Expansion")
                self.check_placement(row, stacks, True)

    def check_stars(self, s: ScenarioFile) -> None:
        """Stars of a scenario's own leave Home areas, so what the powers begin with, and Capitals alone."""
        file = f"scenarios/{s.id}.toml"
        seen: set[str] = set()
        for row in s.stars:
            self.at(file, f"stars of {row.area}")
            self.area("area", row.area)
            right = row.area not in seen
            self.need(right, "area", row.area, "each area once")
            seen.add(row.area)
            home = self.areas[row.area].home
            self.need(self.powers[home].rank == "neutral", "area", row.area, "an area that is nobody's home")
            self.need(row.stars < 3, "stars", row.stars, "1 or 2, for only Capitals have 3")

    def check_frame(self, s: ScenarioFile) -> None:
        """Years, numbers of players and points."""
        years = [r.year for r in self.pack.tracks.rounds]
        for field, year in (("first_round", s.first_round), ("last_round", s.last_round)):
            self.need(year in years, field, year, "a year of the round track")
        self.need(s.first_round <= s.last_round, "first_round", s.first_round, f"at most {s.last_round}")
        self.need_words(len(set(s.players)) == len(s.players), "players", "a repetition", "each number once")
        known = {m.players for m in self.pack.modes.modes}
        for number in s.players:
            self.need(number in known, "players", number, "numbers of players that modes.toml has")
            self.need((number == 1) == s.solo, "players", number, "1 in a solo game, and only there")
        right = s.solo == (s.victory == "home_areas")
        self.need(right, "victory", s.victory, '"home_areas" in a solo game, and only there')
        self.every_player("vp", list(s.vp))
        colours = [c.colour for c in self.pack.cards.cards if c.colour not in s.decks_apart]
        deal = len(self.players) * s.deal_first_round
        self.need(
            deal <= len(colours),
            "deal_first_round",
            s.deal_first_round,
            f"at most the {len(colours)} cards of the deck in all",
        )

    def check_nations(self, s: ScenarioFile) -> None:
        """Additional powers have joined or not, and each partner has its player."""
        for field, names in (("closed", s.closed), ("joined", s.joined), ("decks_apart", s.decks_apart)):
            for name in names:
                self.need(name in self.additional, field, name, "the id of an additional power")
            self.once(field, names)
        for name in s.joined:
            self.need(name not in s.closed, "closed", name, "no power that has joined")
            self.need(name not in s.decks_apart, "decks_apart", name, "no power that has joined")
        if s.allies_join_war:
            for name in self.additional:
                right = name in s.joined or name in s.decks_apart
                self.need_words(right, "decks_apart", f"no {name}", "each power that may join")
        for partner, player in s.partner_of.items():
            right = partner in self.partners
            self.need(right, "partner_of", partner, "the id of a partner")
            self.power(f"partner_of.{partner}", player)
        for partner in self.partners:
            right = partner in s.partner_of
            self.need_words(right, "partner_of", f"nothing for {partner}", "the player of each partner")

    def check_technologies(self, s: ScenarioFile) -> None:
        """Cards of active technologies are there once, and with what they need."""
        seen: set[str] = set()
        for power, names in s.technologies.items():
            self.power("technologies", power)
            field = f"technologies.{power}"
            active: list[str] = []
            for name in names:
                self.need(name in self.cards, field, name, "the id of a card")
                self.need(name not in seen, field, name, "each card once")
                seen.add(name)
                right = self.cards[name].colour not in s.decks_apart
                self.need(right, field, name, "a card of the draw deck")
                active.append(self.cards[name].technology)
            self.need_words(len(set(active)) == len(active), field, "a repetition", "each technology once")
            for technology in active:
                t = self.technologies[technology]
                right = all([x in active for x in t.requires_all])
                if t.requires_any:
                    right = right and any([x in active for x in t.requires_any])
                self.need(right, field, technology, "technologies with all that they require")
