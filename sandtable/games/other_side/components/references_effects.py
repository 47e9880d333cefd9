"""That effects and conditions say something: exactly their arguments, and ids that exist.

`ARGUMENTS` is the vocabulary of operations; docs/games/other_side.md tells what each does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from sandtable.engine.data.references import References
from sandtable.games.other_side.components.schema import Pack
from sandtable.games.other_side.components.schema_cards import Condition, Effect, General
from sandtable.games.other_side.components.schema_map import Area, Base, Country, Sector
from sandtable.games.other_side.components.schema_tables import ProductionRow

ARGUMENTS: Final[dict[str, tuple[str, ...]]] = {
    "resources": ("n",),
    "fanaticism": ("n",),
    "unrest": ("n",),
    "set_unrest": ("n",),
    "air": ("track", "n"),
    "air_any": ("n",),
    "air_front": ("n",),
    "strategic_warfare": ("n",),
    "technology": ("n",),
    "unlock": ("box",),
    "flip_limit": ("category",),
    "production_shift": ("category", "n"),
    "pool_add": ("army", "n"),
    "activate_satellite": ("country",),
    "activate_western": ("country",),
    "activate_ussr": (),
    "activate_usa": (),
    "no_offensive": ("faction", "where"),
    "occupy": ("area",),
    "france_surrenders": (),
    "italy_status": ("to",),
    "vichy_collapse": (),
    "activate_ob": ("front",),
    "diplomacy_bonus": ("country", "n"),
    "axis_hits": ("n",),
    "allied_hits": ("n",),
    "add_dice": ("side", "color", "n"),
    "reroll": ("side", "face", "n"),
    "convert": ("side", "color", "from", "to", "n"),
    "no_second_advance": (),
    "free_second_advance": (),
    "second_advance_any_terrain": (),
    "ignore_special": (),
    "ignore_combat_events": (),
    "lose_less": ("n",),
    "extra_retreat": ("n",),
    "retreats_become_reductions": ("n",),
    "reduce": ("where", "n"),
    "eliminate_satellite": ("where", "n"),
    "question": ("who",),
    "unquestion": ("n",),
    "country_switches": ("country", "to"),
    "coup_attempt": (),
    "discard_black_orchestra": ("n",),
    "ops_modifier": ("modifier", "n"),
    "western_strategic_hits": ("n",),
    "axis_strategic_hits": ("n",),
    "bombing_shift": ("n",),
    "ignore_next_bombing": ("n",),
    "choice": ("decider", "options"),
    "if": ("cond", "then", "else"),
}
# What only means something while a Combat is fought.
COMBAT_OPS: Final = (
    "air_front",
    "axis_hits",
    "allied_hits",
    "add_dice",
    "reroll",
    "convert",
    "no_second_advance",
    "free_second_advance",
    "second_advance_any_terrain",
    "ignore_special",
    "ignore_combat_events",
    "lose_less",
    "extra_retreat",
    "retreats_become_reductions",
    "question",
)
COMBAT_KEYS: Final = (
    "axis_role",
    "combat_vs",
    "terrain_in",
    "front_in",
    "combat_area_in",
    "army_in_combat",
)
# What a completed Project may do at each of its hooks.
HOOK_OPS: Final[dict[str, tuple[str, ...]]] = {
    "axis_dice": ("add_dice",),
    "axis_roll": ("reroll", "convert", "axis_hits", "allied_hits"),
    "strategic_dice": ("add_dice",),
    "strategic_roll": ("western_strategic_hits", "axis_strategic_hits"),
    "bombing_value": ("bombing_shift",),
}
COMBAT_HOOKS: Final = ("axis_dice", "axis_roll")
HOOKED_OPS: Final = ("western_strategic_hits", "axis_strategic_hits", "bombing_shift")
# Operations that count something: n is 1 or more.
COUNTING_OPS: Final = (
    "air_any",
    "pool_add",
    "add_dice",
    "reroll",
    "convert",
    "lose_less",
    "extra_retreat",
    "retreats_become_reductions",
    "reduce",
    "eliminate_satellite",
    "unquestion",
    "discard_black_orchestra",
    "ignore_next_bombing",
)
FACES: Final = ("hit", "tank", "plane", "card", "blank")
COLOURS: Final[dict[str, tuple[str, ...]]] = {
    "axis": ("black", "grey", "white", "yellow"),
    "allied": ("blue", "red"),
}
ANY_REPLACEMENT: Final = "replacement_choice"
NEXT_PHASE: Final = "next_ops"
IN_COMBAT: Final = "combat"
SWITCHES: Final = ("soviet", "western", "neutral")
KEYS: Final = [(f.name, f.encode_name) for f in structs.fields(Condition)]
GIVEN: Final = [(f.name, f.encode_name) for f in structs.fields(Effect) if f.name != "op"]
UNSET: Final = (None, "", ())
MOST_OPTIONS: Final = 6  # a button for each


class Names(References):
    """The ids of a pack, and the questions about effects and conditions."""

    def __init__(self, pack: Pack) -> None:
        super().__init__()
        self.pack = pack
        self.areas: dict[str, Area] = {a.id: a for a in pack.areas.areas}
        self.bases: dict[str, Base] = {b.id: b for b in pack.areas.bases}
        self.sectors: dict[str, Sector] = {s.id: s for s in pack.areas.sectors}
        self.countries: dict[str, Country] = {c.id: c for c in pack.countries.countries}
        self.generals: dict[str, General] = {g.id: g for g in pack.generals.generals}
        self.projects = [c.id for c in pack.production.cards if c.kind == "project"]
        self.boxes: dict[str, tuple[str, ...]] = {t.id: t.boxes for t in pack.tracks.tracks}
        self.rows: dict[str, ProductionRow] = {row.id: row for row in pack.tracks.production}
        self.land: dict[str, set[str]] = {x: set() for x in [*self.areas, *self.bases]}
        self.sea: dict[str, set[str]] = {x: set() for x in [*self.areas, *self.bases]}
        for x in pack.links.links:
            if x.a in self.land and x.b in self.land:
                lines = self.land if x.kind == "land" else self.sea
                lines[x.a].add(x.b)
                lines[x.b].add(x.a)

    def area(self, field: str, found: str) -> None:
        self.need(found in self.areas, field, found, "the id of an Area")

    def open_area(self, field: str, found: str) -> None:
        """Return an Area that the Axis may enter."""
        self.area(field, found)
        right = found != self.pack.countries.roles.closed_area
        self.need(right, field, found, "an Area that the Axis may enter")

    def country(self, field: str, found: str) -> None:
        self.need(found in self.countries, field, found, "the id of a country")

    def sector(self, field: str, found: str) -> None:
        self.need(found in self.sectors, field, found, "the id of a Sector")

    def base(self, field: str, found: str) -> None:
        self.need(found in self.bases, field, found, "the id of a Base")

    def once(self, field: str, found: Sequence[object]) -> None:
        """Refuse a list that names something twice."""
        for place, name in enumerate(found):
            self.need_words(name not in found[:place], field, f"{name} twice", "each once")

    def order(self, file: str, field: str, found: list[str], right: tuple[str, ...]) -> None:
        """Refuse a list that is not exactly these in this order."""
        self.at(file)
        self.need_words(found == list(right), field, ", ".join(found), f"{', '.join(right)}, in this order")

    # --- conditions

    def check_condition(self, field: str, c: Condition, combat: bool) -> None:
        """Check that a condition has one key and existing names; combat: it is asked in a Combat."""
        keys = [key for name, key in KEYS if getattr(c, name) not in UNSET]
        found = " and ".join(keys) or "no condition"
        self.need_words(len(keys) == 1, field, found, "exactly one condition")
        key = keys[0]
        self.need_words(combat or key not in COMBAT_KEYS, field, key, "no condition of a Combat here")
        for flag, value in (("always", c.always), ("never", c.never)):
            self.need(value is not False, f"{field}.{flag}", value, "true")
        for part in (*c.all, *c.any):
            self.check_condition(f"{field}.{key}", part, combat)
        if c.not_ is not None:
            self.check_condition(f"{field}.not", c.not_, combat)
        if c.area_control is not None:
            self.area(f"{field}.area_control.area", c.area_control.area)
        if c.country_is is not None:
            self.country(f"{field}.country_is.country", c.country_is.country)
        if c.sector_axis:
            self.sector(f"{field}.sector_axis", c.sector_axis)
        if c.base_axis:
            self.base(f"{field}.base_axis", c.base_axis)
        for name in (c.axis_disk_in, c.western_disk_in, c.soviet_disk_in, *c.combat_area_in):
            if name:
                self.area(f"{field}.{key}", name)
        if c.project_completed:
            right = c.project_completed in self.projects
            self.need(right, f"{field}.project_completed", c.project_completed, "the id of a Project")
        for listed in (c.season_in, c.italy_status_in, c.france_status_in, c.terrain_in, c.front_in):
            self.once(f"{field}.{key}", listed)
        self.once(f"{field}.combat_area_in", c.combat_area_in)

    # --- effects

    def check_effects(self, field: str, effects: Sequence[Effect], combat: bool) -> None:
        """Check every effect of a list; combat: they happen in a Combat."""
        for e in effects:
            self.need_words(combat or e.op not in COMBAT_OPS, field, e.op, "no effect of a Combat here")
            self.need_words(e.op not in HOOKED_OPS, field, e.op, "an effect that is not a Project's alone")
            self.check_effect(field, e, combat)

    def check_hook(self, field: str, hook: str, e: Effect) -> None:
        """Check the effect of a completed Project."""
        if hook in HOOK_OPS:
            self.need_words(e.op in HOOK_OPS[hook], field, e.op, f"{' or '.join(HOOK_OPS[hook])} at {hook}")
            self.check_effect(field, e, hook in COMBAT_HOOKS)
        else:
            self.check_effects(field, [e], False)

    def check_effect(self, field: str, e: Effect, combat: bool) -> None:
        """Exactly the arguments of its operation, each with a meaning."""
        given = [key for name, key in GIVEN if getattr(e, name) not in UNSET]
        for name in given:
            right = name in ARGUMENTS[e.op]
            self.need_words(right, field, f"{e.op} with {name}", f"only {self.arguments(e.op)}")
        for name in ARGUMENTS[e.op]:
            right = name in given or name in ("then", "else")
            self.need_words(right, field, f"{e.op} without {name}", self.arguments(e.op))
        self.check_number(f"{field}.n", e)
        self.check_places(field, e, combat)
        self.check_dice(field, e)
        if e.cond is not None:
            self.need_words(bool(e.then or e.else_), field, "if without effects", "effects in then or else")
            self.check_condition(f"{field}.cond", e.cond, combat)
            self.check_effects(f"{field}.then", e.then, combat)
            self.check_effects(f"{field}.else", e.else_, combat)
        if e.options:
            count = len(e.options)
            right = 2 <= count <= MOST_OPTIONS
            self.need_words(right, f"{field}.options", f"{count} options", f"2 to {MOST_OPTIONS}")
            for option in e.options:
                self.need_words(bool(option), f"{field}.options", "an empty option", "effects in each")
                self.check_effects(f"{field}.options", option, combat)

    def arguments(self, op: str) -> str:
        """Describe the arguments of an operation."""
        return " and ".join(ARGUMENTS[op]) or "no arguments"

    def check_number(self, field: str, e: Effect) -> None:
        if e.n is None:
            return
        if e.op == "set_unrest":
            top = self.pack.tracks.misc.unrest_trigger - 1
            self.need(0 <= e.n <= top, field, e.n, f"a number from 0 to {top}")
        elif e.op in COUNTING_OPS:
            self.need(e.n > 0, field, e.n, "a number above 0")
        else:
            self.need(e.n != 0, field, e.n, "a number other than 0")

    def check_places(self, field: str, e: Effect, combat: bool) -> None:
        """Areas, countries, rows of tables and states."""
        if e.area:
            self.open_area(f"{field}.area", e.area)
        if e.country:
            self.country(f"{field}.country", e.country)
        if e.op == "activate_satellite":
            right = self.countries[e.country].can_become == "satellite"
            self.need(right, f"{field}.country", e.country, "a country that can become a Satellite")
        if e.op == "no_offensive" and e.where != NEXT_PHASE:
            self.need(
                e.where in self.areas, f"{field}.where", e.where, f'"{NEXT_PHASE}" or the id of an Area'
            )
        elif e.where and e.op != "no_offensive":
            right = e.where in self.areas or (combat and e.where == IN_COMBAT)
            words = f'"{IN_COMBAT}" or the id of an Area' if combat else "the id of an Area"
            self.need(right, f"{field}.where", e.where, words)
        if e.category:
            limited = [row.id for row in self.pack.tracks.production if row.limit_side_max]
            if e.op == "flip_limit":
                self.need(e.category in limited, f"{field}.category", e.category, "a marker with a limit")
            else:
                right = e.category in self.rows or e.category == ANY_REPLACEMENT
                words = f'a row of the Production Table, or "{ANY_REPLACEMENT}"'
                self.need(right, f"{field}.category", e.category, words)
        if e.op == "italy_status":
            later = self.boxes["status_of_italy"][1:]
            self.need(e.to in later, f"{field}.to", e.to, f"one of {', '.join(later)}")
        elif e.op == "country_switches":
            self.need(e.to in SWITCHES, f"{field}.to", e.to, f"one of {', '.join(SWITCHES)}")

    def check_dice(self, field: str, e: Effect) -> None:
        if e.op == "convert":
            self.need(e.to in FACES, f"{field}.to", e.to, f"one of {', '.join(FACES)}")
            self.need(e.to != e.from_, f"{field}.to", e.to, "another face than from")
        if e.color and not (e.op == "convert" and e.color == "any"):
            colours = COLOURS[e.side]
            self.need(e.color in colours, f"{field}.color", e.color, f"one of {', '.join(colours)}")
