"""The cards of The Other Side of the Hill: Directives, Events, Generals, cells of Combat cards."""

from __future__ import annotations

from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import schema_cards
from sandtable.games.other_side.components.constants import mask_of
from sandtable.games.other_side.components.effect_types import (
    Condition,
    Effect,
    EffectIds,
    compile_condition,
    compile_effect,
    compile_effects,
)


class Cell:
    """One cell of a Combat card: dice and Special Effects. [6.1]"""

    def __init__(self, dice: int, specials: list[tuple[int, int]]) -> None:
        self.dice = dice
        self.specials = specials  # the kind, and how many symbols


class Hook:
    """The lasting effect of a completed Project. [3.2.1e]"""

    def __init__(self, hook: int, when: Condition, effect: Effect) -> None:
        self.hook = hook
        self.when = when
        self.effect = effect


class Directive:
    """A card of one of the three decks of Directives."""

    def __init__(self, deck: int, number: int, id: str, name: str, text: str) -> None:
        self.deck = deck
        self.number = number
        self.id = id
        self.name = name
        self.text = text
        self.addon = False
        self.year = 0  # index of the year from which it can be selected
        self.cost = 0
        self.kind = const.EFFECT_CARD
        self.prerequisite: Condition = Condition(0)
        self.recyclable = False
        self.removed = False  # in these modes [11.1]
        self.effects: list[Effect] = []
        # Diplomacy
        self.country = const.NONE
        self.factor = 0
        self.modifiers: list[tuple[Condition, int]] = []
        # Projects
        self.project = const.NONE
        self.development = 0
        self.advance = 0
        self.lasting: list[Hook] = []
        # military
        self.land_pawns = 0
        self.amphibious_pawns = 0
        self.spaces = 0  # spaces for pawns
        self.on_play: list[Effect] = []
        self.objective_sectors: list[tuple[int, int]] = []  # area, sector
        self.objective_bases: list[int] = []  # spaces
        self.objective: Condition = Condition(0)
        self.success: list[Effect] = []


class EventCard:
    """A Strategic or Combat Event. [7]"""

    def __init__(self, id: str, name: str, text: str) -> None:
        self.id = id
        self.name = name
        self.text = text
        self.addon = False
        self.year = 0
        self.removed = False
        self.recurring: list[int] = []
        self.obligatory = False
        self.discard_if: Condition = Condition(0)
        self.bottom_if: Condition = Condition(0)
        self.next_year_if: Condition = Condition(0)
        self.effects: list[Effect] = []
        self.next_year_after = False


class Special:
    """A General's special rule. [2.2f]"""

    def __init__(self, kind: int, n: int, year: int, areas: int, front: int, effects: list[Effect]) -> None:
        self.kind = kind
        self.n = n
        self.year = year
        self.areas = areas
        self.front = front
        self.effects = effects


class General:
    """A General's card. [2.2]"""

    def __init__(self, id: str, name: str, short: str) -> None:
        self.id = id
        self.name = name
        self.short = short  # the surname
        self.addon = False
        self.entry = 0  # index of the year
        self.seniority = 0
        self.confidence = 0
        self.dissident = False  # of that interest group
        self.misfortune = const.NONE  # index of the year
        self.codes: tuple[int, ...] = ()
        self.versus = 0  # set of factions
        self.role = const.ROLE_ANY
        self.terrain = 0  # set of terrains
        self.condition: Condition | None = None
        self.effects: list[Effect] = []
        self.specials: list[Special] = []
        self.combat_text = ""
        self.special_text = ""


def military(m: schema_cards.MilitaryCard, words: EffectIds) -> Directive:
    """Return a Military Directive. [3.4]"""
    d = Directive(const.MILITARY, m.number, m.id, m.name, m.text)
    d.cost = m.mid_cost
    d.land_pawns, d.amphibious_pawns = m.land_pawns, m.amphibious_pawns
    d.spaces = mask_of([words.spaces[a] for a in m.areas])
    d.on_play = compile_effects(m.on_play, words)
    d.objective_sectors = [words.sectors[s] for s in m.objective_sectors]
    d.objective_bases = [words.spaces[b] for b in m.objective_bases]
    d.objective = compile_condition(m.objective_cond, words)
    d.success = compile_effects(m.success, words)
    d.recyclable = m.recyclable
    d.prerequisite = compile_condition(m.prerequisite, words)
    d.year, d.addon = words.years.index(m.year), m.set == "addon"
    return d


def political(p: schema_cards.PoliticalCard, words: EffectIds) -> Directive:
    """Return a Political Directive. [3.3]"""
    d = Directive(const.POLITICAL, p.number, p.id, p.name, p.text)
    d.cost = p.pod_cost
    d.kind = const.DIRECTIVE_KINDS.index(p.kind)
    d.country = words.countries[p.country] if p.country else const.NONE
    d.factor = p.activation_factor
    d.modifiers = [(compile_condition(m.cond, words), m.n) for m in p.modifiers]
    d.effects = compile_effects(p.effects, words)
    d.recyclable = p.recyclable
    d.removed = p.removed_in_solo_and_coop  # [11.1]
    d.prerequisite = compile_condition(p.prerequisite, words)
    d.year, d.addon = words.years.index(p.year), p.set == "addon"
    return d


def industrial(p: schema_cards.ProductionCard, words: EffectIds) -> Directive:
    """Return a Production Directive. [3.2]"""
    d = Directive(const.INDUSTRIAL, p.number, p.id, p.name, p.text)
    d.cost = p.prd_cost
    d.kind = const.DIRECTIVE_KINDS.index(p.kind)
    if d.kind == const.PROJECT:
        d.project = words.projects[p.id]
    d.development, d.advance = p.development, p.advance
    d.effects = compile_effects(p.effects, words)
    for h in p.lasting:
        when, effect = compile_condition(h.when, words), compile_effect(h.effect, words)
        d.lasting.append(Hook(const.HOOK_IDS.index(h.hook), when, effect))
    d.prerequisite = compile_condition(p.prerequisite, words)
    d.year, d.addon = words.years.index(p.year), p.set == "addon"
    return d


def event(s: schema_cards.CombatEvent, words: EffectIds) -> EventCard:
    """Return a Strategic or Combat Event. [7]"""
    e = EventCard(s.id, s.name, s.text)
    if isinstance(s, schema_cards.StrategicEvent):
        e.recurring = [const.RECURRING_IDS.index(r) for r in s.recurring]
    e.addon, e.year, e.removed = s.set == "addon", words.years.index(s.year), s.removed_in_solo_and_coop
    e.obligatory, e.next_year_after = s.obligatory, s.after == "next_year"
    e.discard_if = compile_condition(s.discard_if, words)
    e.bottom_if = compile_condition(s.bottom_if, words)
    e.next_year_if = compile_condition(s.next_year_if, words)
    e.effects = compile_effects(s.effects, words)
    return e


def surname(name: str) -> str:
    """Return a General's short name: "von Leeb", "Model"."""
    words = name.split()
    for particle in ("von", "de"):
        if particle in words:
            return " ".join(words[words.index(particle) :])
    return words[-1]


def general(g: schema_cards.General, words: EffectIds) -> General:
    """Return a General. [2.2]"""
    found = General(g.id, g.name, surname(g.name))
    found.addon = g.set == "addon"
    found.entry = words.years.index(g.entry_year)
    found.seniority, found.confidence = g.seniority, g.confidence
    found.dissident = g.interest_group == "dissidents"  # [2.2c] [R7]
    found.misfortune = words.years.index(g.misfortune_year) if g.misfortune_year else const.NONE
    found.codes = tuple(g.setup_codes)
    found.versus = mask_of([const.FACTION_IDS.index(f) for f in g.combat.vs])
    found.role = const.ROLE_ANY if g.combat.role == "any" else const.ROLE_IDS.index(g.combat.role)
    terrain = [t for t in g.combat.terrain if t != "any"]
    found.terrain = mask_of([const.TERRAIN_IDS.index(t) for t in terrain or const.TERRAIN_IDS])
    if g.combat.cond is not None:
        found.condition = compile_condition(g.combat.cond, words)
    found.effects = compile_effects(g.combat.effects, words)
    for s in g.special:
        areas = mask_of([words.spaces[a] for a in s.areas])
        front = const.TRACK_IDS.index(s.front) if s.front else const.NONE
        year = words.years.index(s.year) if s.year else const.NONE
        effects = compile_effects(s.effects, words)
        found.specials.append(
            Special(const.GENERAL_SPECIALS.index(s.kind), s.n or 0, year, areas, front, effects)
        )
    found.combat_text, found.special_text = g.combat_text, g.special_text
    return found
