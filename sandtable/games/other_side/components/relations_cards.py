"""Relations of the cards of every deck, and of Generals, with other files."""

from __future__ import annotations

from typing import Final, get_args

from sandtable.engine.data.relations import Book, Check
from sandtable.games.other_side.components import schema_cards as cards
from sandtable.games.other_side.components.relations_effects import boxes_of, near

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


def check_cost(b: Book, field: str, cost: int, row: str) -> None:
    """Check that the Production Table can reach the cost of a card."""
    top = b.of("row")[row].boxes[-1] if row in b.of("row") else 0
    b.need(cost <= top, field, f"at most {top}, the last box of {row}")


# ---------------------------------------------------------------- Directives


def check_military(b: Book, m: cards.MilitaryCard) -> None:
    """Check pawns, Areas and objectives."""
    check_cost(b, "mid_cost", m.mid_cost, "military_directives")
    for field, count in (("land_pawns", m.land_pawns), ("amphibious_pawns", m.amphibious_pawns)):
        most = b.of("piece")[f"axis_{field[:-1]}"].count
        b.need(count <= most, field, f"at most {most}, as armies.toml has them")
    land = near(b, "land")
    for name in m.areas:
        right = bool(land[name]) or m.amphibious_pawns > 0
        b.need(right, "areas", "no Area over the sea without an amphibious pawn", name)
    right = bool(m.objective_sectors or m.objective_bases) or m.objective_cond.always is None
    b.need_words(right, "objective_cond", "no objective at all", "an objective of some kind")
    b.need_words(bool(m.success), "success", "nothing", "an effect")


def check_political(b: Book, p: cards.PoliticalCard) -> None:
    """Check what each kind of card has."""
    check_cost(b, "pod_cost", p.pod_cost, "political_directives")
    ops = [e.op for e in p.effects]
    found = ", ".join(ops) or "nothing"
    if p.kind == "diplomacy":
        b.need(p.country != "", "country", "the id of a country")
        right = ops == ["activate_satellite"] and p.effects[0].country == p.country
        b.need_words(right, "effects", found, f"activate_satellite of {p.country}")
        b.need(2 <= p.activation_factor <= 6, "activation_factor", "a number from 2 to 6")
    else:
        b.need(p.country == "", "country", '"" without diplomacy')
        b.need(p.activation_factor == 0, "activation_factor", "0 without diplomacy")
        b.need_words(not p.modifiers, "modifiers", "modifiers", "none without diplomacy")
    right = p.kind != "ob" or ops == ["activate_ob"]
    b.need_words(right, "effects", found, "activate_ob alone")
    right = (p.kind == "removed") == p.removed_in_solo_and_coop == (not ops)
    b.need(right, "kind", '"removed" for a card that is never used and has no effects, and only for one')


def check_production(b: Book, c: cards.ProductionCard) -> None:
    """Check what Projects have, and what other cards have."""
    check_cost(b, "prd_cost", c.prd_cost, "production_directives")
    if c.kind == "project":
        boxes = boxes_of(b, "project")[:-1]
        b.need(str(c.development) in boxes, "development", f"one of {', '.join(boxes)}")
        b.need(2 <= c.advance <= 6, "advance", "a number from 2 to 6")
        b.need_words(not c.effects, "effects", "effects", "none for a Project: lasting")
        b.need_words(bool(c.lasting), "lasting", "nothing", "the effects of the completed Project")
    else:
        b.need(c.development == 0, "development", "0 without a Project")
        b.need(c.advance == 0, "advance", "0 without a Project")
        b.need_words(bool(c.effects), "effects", "nothing", "an effect")
        b.need_words(not c.lasting, "lasting", "effects", "none without a Project")


def check_lasting(b: Book, x: cards.Lasting) -> None:
    """Check the dice that a completed Project adds."""
    if x.effect.op == "add_dice":
        b.need(x.effect.side == "axis", "effect.side", '"axis"')
    if x.hook == "strategic_dice":
        b.need(x.effect.color in ("grey", "white"), "effect.color", "a colour of Strategic Warfare")


# ---------------------------------------------------------------- Events, Generals


def check_event(b: Book, e: cards.CombatEvent) -> None:
    """Check where an Event goes, and that it has effects if it is used."""
    b.need(e.after == "discard" or e.year < LAST_YEAR, "after", f'"discard" in {LAST_YEAR}')
    right = bool(e.effects) != e.removed_in_solo_and_coop
    b.need_words(right, "effects", f"{len(e.effects)} of them", "some, but none on a card never used")


def check_general(b: Book, g: cards.General) -> None:
    """Check the set-up codes and special rules of a General."""
    starts = {s.setup_code_index: s.start_year for s in b.pack.scenarios}
    for index, code in enumerate(g.setup_codes):
        if code and index in starts:
            year = starts[index]
            b.need(g.entry_year <= year, "setup_codes", f"0 for a start in {year}, before his entry", code)
    right = not any(g.setup_codes) or g.set == "base"
    b.need_words(right, "setup_codes", "a seat", "none for an add-on")
    for field in g.given:
        b.need(field in g.__struct_fields__, "given", "the name of a field of a General", field)
    right = bool(g.special) == (g.special_text != "")
    b.need(right, "special_text", "a text for a special rule, and only then")
    for s in g.special:
        b.go(s)
        check_special(b, s, g)


def check_special(b: Book, s: cards.Special, g: cards.General) -> None:
    """Check that a special rule has exactly the fields of its kind."""
    values = {"n": s.n, "year": s.year, "front": s.front, "areas": s.areas, "effects": s.effects}
    given = [name for name, value in values.items() if value not in (None, "", ())]
    found, words = [" and ".join(names) or "nothing more" for names in (given, SPECIAL_FIELDS[s.kind])]
    b.need_words(given == list(SPECIAL_FIELDS[s.kind]), "kind", f"{s.kind} with {found}", words)
    triggers = SPECIAL_TRIGGERS[s.kind]
    b.need(s.trigger in triggers, "trigger", f"one of {', '.join(triggers)}")
    if s.kind == "unrest":
        b.need(s.n != 0, "n", "a number other than 0")
    elif s.n is not None:
        b.need(s.n > 0, "n", "a number above 0")
    if s.year is not None:
        b.need(s.year > g.entry_year, "year", "a year after his entry")


# ---------------------------------------------------------------- Combat cards


def check_combat_cards(b: Book, file: cards.CombatCardsFile) -> None:
    """Check that each table has a row for every card and column."""
    for table, found, years in (
        ("western", [(x.card, x.years) for x in file.western], get_args(cards.WesternYears)),
        ("soviet", [(x.card, x.years) for x in file.soviet], get_args(cards.SovietYears)),
        ("landings", [(x.card, x.year) for x in file.landings], get_args(cards.LandingYear)),
    ):
        for card, _ in found:
            b.need(card <= len(file.cards), table, "the number of a Combat card", card)
        for number in range(1, len(file.cards) + 1):
            for year in years:
                times = found.count((number, year))
                b.need_words(times == 1, table, f"{times} rows for card {number} in {year}", "one")


def check_western(b: Book, row: cards.WesternRow) -> None:
    """Check that Special Effects on the Soviet roll are in the Soviet table."""
    for x in (*row.defense_special, *row.attack_special):
        b.go(x)
        b.need(x.kind != "satellite", "kind", "no effect on the Soviet roll in the Western table")


def check_landing(b: Book, row: cards.LandingRow) -> None:
    """Check that the West can land in these Areas."""
    threatened = {s.area for s in b.of("sector").values() if s.landing}
    numbers = [a.no for a in b.of("area").values() if a.id in threatened]
    for number in row.priority:
        b.need(number in numbers, "priority", "the number of an Area with a Landing Threat", number)


CHECKS: Final[tuple[Check, ...]] = (
    (cards.MilitaryCard, check_military),
    (cards.PoliticalCard, check_political),
    (cards.ProductionCard, check_production),
    (cards.Lasting, check_lasting),
    (cards.CombatEvent, check_event),
    (cards.General, check_general),
    (cards.CombatCardsFile, check_combat_cards),
    (cards.WesternRow, check_western),
    (cards.LandingRow, check_landing),
)
