"""Check that the cards of every deck, and Generals, are complete and refer to existing things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from sandtable.games.other_side.components.references_effects import COMBAT_HOOKS, Names
from sandtable.games.other_side.components.schema_cards import (
    CombatEvent,
    CombatRule,
    General,
    LandingYear,
    MilitaryCard,
    PoliticalCard,
    ProductionCard,
    SovietRow,
    SovietYears,
    Special,
    SpecialEffectKind,
    SpecialKind,
    WesternRow,
    WesternYears,
)

LAST_YEAR: Final = 1945
# What a General's special rule of each kind has besides trigger and kind, and when it may work.
SPECIAL_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "return_next_year": (),
    "reenter_year": ("year",),
    "ob_combat": ("front", "effects"),
    "head_with_one_army": ("areas",),
    "command_areas": ("areas",),
    "unrest": ("n",),
    "retreat_as_reduction": ("n",),
    "remove_vacancy_penalty": ("n",),
    "paratroop_shift": ("n",),
}
SPECIAL_TRIGGERS: Final[dict[str, tuple[str, ...]]] = {
    "return_next_year": ("dismissed",),
    "reenter_year": ("dismissed",),
    "ob_combat": ("always",),
    "head_with_one_army": ("always",),
    "command_areas": ("always",),
    "unrest": ("dismissed", "appointed"),
    "retreat_as_reduction": ("in_command",),
    "remove_vacancy_penalty": ("appointed",),
    "paratroop_shift": ("leading",),
}


class CardReferences(Names):
    """One method for each deck."""

    def check(self) -> None:
        self.check_decks()
        for m in self.pack.military.cards:
            self.at_id("military.toml", m.id)
            self.check_military(m)
        for p in self.pack.political.cards:
            self.at_id("political.toml", p.id)
            self.check_political(p)
        for c in self.pack.production.cards:
            self.at_id("production.toml", c.id)
            self.check_production(c)
        for s in self.pack.strategic_events.cards:
            self.at_id("strategic_events.toml", s.id)
            self.once("recurring", s.recurring)
            self.check_event(s, False)
        for e in self.pack.combat_events.cards:
            self.at_id("combat_events.toml", e.id)
            self.check_event(e, True)
        self.check_generals()
        self.check_combat_cards()
        self.check_landings()

    def check_decks(self) -> None:
        """Numbers run from 1; no two cards of any deck share an id."""
        pack = self.pack
        ids: list[str] = []
        for file, cards in (
            ("strategic_events.toml", [(c.id, c.number, c.name) for c in pack.strategic_events.cards]),
            ("combat_events.toml", [(c.id, c.number, c.name) for c in pack.combat_events.cards]),
            ("military.toml", [(c.id, c.number, c.name) for c in pack.military.cards]),
            ("political.toml", [(c.id, c.number, c.name) for c in pack.political.cards]),
            ("production.toml", [(c.id, c.number, c.name) for c in pack.production.cards]),
            ("generals.toml", [(g.id, g.number, g.name) for g in pack.generals.generals]),
            ("combat_cards.toml", [(c.id, c.number, c.id) for c in pack.combat_cards.cards]),
        ):
            self.unique(file, [name for _, _, name in cards], "name")
            for place, (name, number, _) in enumerate(cards, 1):
                self.at_id(file, name)
                self.need(
                    number == place, "number", number, f"{place}: numbers run from 1 in the order of the list"
                )
                self.need(name not in ids, "id", name, "an id that no other card has")
                ids.append(name)
        for card in pack.black_orchestra.cards:
            self.at_id("black_orchestra.toml", card.id)
            self.need(card.id not in ids, "id", card.id, "an id that no other card has")

    def cost(self, field: str, cost: int, row: str) -> None:
        """Check that the Production Table can reach the cost of a card."""
        top = self.rows[row].boxes[-1] if row in self.rows else 0
        self.need(cost <= top, field, cost, f"at most {top}, the last box of {row}")

    # --- Directives

    def check_military(self, m: MilitaryCard) -> None:
        self.cost("mid_cost", m.mid_cost, "military_directives")
        pieces = {p.id: p.count for p in self.pack.armies.pieces}
        for field, count, piece in (
            ("land_pawns", m.land_pawns, "axis_land_pawn"),
            ("amphibious_pawns", m.amphibious_pawns, "axis_amphibious_pawn"),
        ):
            self.need(
                count <= pieces[piece], field, count, f"at most {pieces[piece]}, as armies.toml has them"
            )
        self.need(m.land_pawns + m.amphibious_pawns > 0, "land_pawns", m.land_pawns, "a pawn of some kind")
        self.once("areas", m.areas)
        for name in m.areas:
            if name not in self.bases:
                self.need(name in self.areas, "areas", name, "the id of an Area or a Base")
                self.open_area("areas", name)
            right = name in self.areas or m.amphibious_pawns > 0
            self.need(right, "areas", name, "no Base without an amphibious pawn")
            right = bool(self.land[name]) or m.amphibious_pawns > 0
            self.need(right, "areas", name, "no Area over the sea without an amphibious pawn")
        self.once("objective_sectors", m.objective_sectors)
        for name in m.objective_sectors:
            self.sector("objective_sectors", name)
            right = self.sectors[name].area in m.areas
            self.need(right, "objective_sectors", name, "a Sector of one of its areas")
        self.once("objective_bases", m.objective_bases)
        for name in m.objective_bases:
            self.base("objective_bases", name)
            self.need(name in m.areas, "objective_bases", name, "one of its areas")
        right = bool(m.objective_sectors or m.objective_bases) or m.objective_cond.always is None
        self.need_words(right, "objective_cond", "no objective at all", "an objective of some kind")
        self.check_condition("prerequisite", m.prerequisite, False)
        self.check_condition("objective_cond", m.objective_cond, False)
        self.check_effects("on_play", m.on_play, False)
        self.check_effects("success", m.success, False)
        self.need_words(bool(m.success), "success", "nothing", "an effect")

    def check_political(self, p: PoliticalCard) -> None:
        self.cost("pod_cost", p.pod_cost, "political_directives")
        self.check_condition("prerequisite", p.prerequisite, False)
        self.check_effects("effects", p.effects, False)
        ops = [e.op for e in p.effects]
        diplomacy = p.kind == "diplomacy"
        if diplomacy:
            self.country("country", p.country)
            right = ops == ["activate_satellite"] and p.effects[0].country == p.country
            self.need_words(
                right, "effects", ", ".join(ops) or "nothing", f"activate_satellite of {p.country}"
            )
            factor = p.activation_factor
            self.need(2 <= factor <= 6, "activation_factor", factor, "a number from 2 to 6")
        else:
            self.need(p.country == "", "country", p.country, '"" without diplomacy')
            self.need(
                p.activation_factor == 0, "activation_factor", p.activation_factor, "0 without diplomacy"
            )
            self.need_words(not p.modifiers, "modifiers", "modifiers", "none without diplomacy")
        for m in p.modifiers:
            self.check_condition("modifiers", m.cond, False)
            self.need(m.n != 0, "modifiers", m.n, "a number other than 0")
        if p.kind == "ob":
            right = ops == ["activate_ob"]
            self.need_words(right, "effects", ", ".join(ops) or "nothing", "activate_ob alone")
        right = (p.kind == "removed") == p.removed_in_solo_and_coop == (not ops)
        words = '"removed" for a card that is never used and has no effects, and only for one'
        self.need(right, "kind", p.kind, words)

    def check_production(self, c: ProductionCard) -> None:
        self.cost("prd_cost", c.prd_cost, "production_directives")
        self.check_condition("prerequisite", c.prerequisite, False)
        self.check_effects("effects", c.effects, False)
        if c.kind == "project":
            boxes = self.boxes["project"][:-1]
            right = str(c.development) in boxes
            self.need(right, "development", c.development, f"one of {', '.join(boxes)}")
            self.need(2 <= c.advance <= 6, "advance", c.advance, "a number from 2 to 6")
            self.need_words(not c.effects, "effects", "effects", "none for a Project: lasting")
            self.need_words(bool(c.lasting), "lasting", "nothing", "what the completed Project does")
        else:
            self.need(c.development == 0, "development", c.development, "0 without a Project")
            self.need(c.advance == 0, "advance", c.advance, "0 without a Project")
            self.need_words(bool(c.effects), "effects", "nothing", "an effect")
            self.need_words(not c.lasting, "lasting", "effects", "none without a Project")
        for x in c.lasting:
            self.check_condition("lasting.when", x.when, x.hook in COMBAT_HOOKS)
            self.check_hook("lasting.effect", x.hook, x.effect)
            if x.effect.op == "add_dice":
                self.need(x.effect.side == "axis", "lasting.effect.side", x.effect.side, '"axis"')
            if x.hook == "strategic_dice":
                right = x.effect.color in ("grey", "white")
                self.need(right, "lasting.effect.color", x.effect.color, "a colour of Strategic Warfare")

    # --- Events

    def check_event(self, e: CombatEvent, combat: bool) -> None:
        for field, cond in (
            ("discard_if", e.discard_if),
            ("bottom_if", e.bottom_if),
            ("next_year_if", e.next_year_if),
        ):
            self.check_condition(field, cond, combat)
        self.check_effects("effects", e.effects, combat)
        right = e.after == "discard" or e.year < LAST_YEAR
        self.need(right, "after", e.after, f'"discard" in {LAST_YEAR}')
        right = bool(e.effects) != e.removed_in_solo_and_coop
        self.need_words(right, "effects", f"{len(e.effects)} of them", "some, but none on a card never used")

    # --- Generals

    def check_generals(self) -> None:
        file = "generals.toml"
        self.at(file)
        found = [x.kind for x in self.pack.generals.special_kinds]
        for kind in get_args(SpecialKind):
            times = found.count(kind)
            self.need_words(times == 1, "special_kinds", f"{times} entries for {kind}", "one")
        starts = {s.setup_code_index: s for s in self.pack.scenarios}
        for g in self.pack.generals.generals:
            self.at_id(file, g.id)
            for index, code in enumerate(g.setup_codes):
                if code and index in starts:
                    year = starts[index].start_year
                    right = g.entry_year <= year
                    self.need(right, "setup_codes", code, f"0 for a start in {year}, before his entry")
            right = not any(g.setup_codes) or g.set == "base"
            self.need_words(right, "setup_codes", "a seat", "none for an add-on")
            right = g.misfortune_year == 0 or g.misfortune_year >= g.entry_year
            self.need(right, "misfortune_year", g.misfortune_year, f"0, or {g.entry_year} or later")
            for field in g.given:
                self.need(field in g.__struct_fields__, "given", field, "the name of a field of a General")
            self.check_rule(g.combat)
            right = bool(g.special) == (g.special_text != "")
            self.need(right, "special_text", g.special_text, "a text for a special rule, and only then")
            for special in g.special:
                self.check_special(special, g)

    def check_rule(self, rule: CombatRule) -> None:
        self.once("combat.vs", rule.vs)
        self.once("combat.terrain", rule.terrain)
        right = "any" not in rule.terrain or len(rule.terrain) == 1
        self.need_words(right, "combat.terrain", ", ".join(rule.terrain), '"any" alone, or kinds of terrain')
        if rule.cond is not None:
            self.check_condition("combat.cond", rule.cond, True)
        self.check_effects("combat.effects", rule.effects, True)

    def check_special(self, s: Special, g: General) -> None:
        given: list[str] = []
        for name, there in (
            ("n", s.n is not None),
            ("year", s.year is not None),
            ("front", s.front != ""),
            ("areas", bool(s.areas)),
            ("effects", bool(s.effects)),
        ):
            given += [name] if there else []
        right = given == list(SPECIAL_FIELDS[s.kind])
        words = " and ".join(SPECIAL_FIELDS[s.kind]) or "nothing more"
        self.need_words(right, "special", f"{s.kind} with {' and '.join(given) or 'nothing more'}", words)
        triggers = SPECIAL_TRIGGERS[s.kind]
        self.need(s.trigger in triggers, "special.trigger", s.trigger, f"one of {', '.join(triggers)}")
        if s.kind == "unrest":
            self.need(s.n != 0, "special.n", s.n, "a number other than 0")
        elif s.n is not None:
            self.need(s.n > 0, "special.n", s.n, "a number above 0")
        if s.year is not None:
            self.need(s.year > g.entry_year, "special.year", s.year, "a year after his entry")
        for name in s.areas:
            self.open_area("special.areas", name)
        self.once("special.areas", s.areas)
        self.check_effects("special.effects", s.effects, True)

    # --- Combat cards

    def check_combat_cards(self) -> None:
        file = "combat_cards.toml"
        cards = self.pack.combat_cards
        self.at(file)
        found = [x.kind for x in cards.special_effects]
        for kind in get_args(SpecialEffectKind):
            times = found.count(kind)
            self.need_words(times == 1, "special_effects", f"{times} entries for {kind}", "one")
        self.check_table("western", [(x.card, x.years) for x in cards.western], get_args(WesternYears))
        self.check_table("soviet", [(x.card, x.years) for x in cards.soviet], get_args(SovietYears))
        self.check_table("landings", [(x.card, x.year) for x in cards.landings], get_args(LandingYear))
        for row in cards.western:
            self.at(file, f"the row of card {row.card}, {row.years}, of western")
            self.check_cell(row)
            for x in (*row.defense_special, *row.attack_special):
                right = x.kind != "satellite"
                self.need(
                    right, "attack_special", x.kind, "no effect on the Soviet roll in the Western table"
                )
        for line in cards.soviet:
            self.at(file, f"the row of card {line.card}, {line.years}, of soviet")
            self.check_cell(line)

    def check_table(self, table: str, found: Sequence[tuple[int, str]], years: tuple[str, ...]) -> None:
        """Check that there is a row for every card and column."""
        self.at("combat_cards.toml")
        cards = len(self.pack.combat_cards.cards)
        for card, _ in found:
            self.need(card <= cards, table, card, "the number of a Combat card")
        for number in range(1, cards + 1):
            for year in years:
                times = found.count((number, year))
                self.need_words(times == 1, table, f"{times} rows for card {number} in {year}", "one")

    def check_cell(self, row: WesternRow | SovietRow) -> None:
        self.need(row.defense > 0, "defense", row.defense, "a number above 0")
        for field, specials in (
            ("defense_special", row.defense_special),
            ("attack_special", row.attack_special),
        ):
            self.once(field, [x.kind for x in specials])
            for x in specials:
                right = (x.symbols > 0) == (x.kind == "air")
                self.need(right, f"{field}.symbols", x.symbols, "1 to 3 for the kind air, 0 for the others")

    def check_landings(self) -> None:
        numbers = {a.no: a.id for a in self.pack.areas.areas}
        open_to_landings = {s.area for s in self.pack.areas.sectors if s.landing}
        for row in self.pack.combat_cards.landings:
            self.at("combat_cards.toml", f"the row of card {row.card}, {row.year}, of landings")
            self.once("priority", row.priority)
            for number in row.priority:
                right = numbers.get(number, "") in open_to_landings
                self.need(right, "priority", number, "the number of an Area with a Landing Threat")
