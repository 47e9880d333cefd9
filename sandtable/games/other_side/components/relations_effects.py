"""Effects and conditions of cards: exactly their arguments, and names that exist.

`ARGUMENTS` is the vocabulary of operations; docs/games/other_side.md explains each. Other modules of
relations use the questions in the first part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from msgspec import structs

from sandtable.engine.data.relations import Book, Check
from sandtable.games.other_side.components.schema_cards import Condition, Effect
from sandtable.games.other_side.components.schema_tables import Face

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
COMBAT_FILES: Final = ("combat_events.toml", "generals.toml")
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
COLOURS: Final[dict[str, tuple[str, ...]]] = {
    "axis": ("black", "grey", "white", "yellow"),
    "allied": ("blue", "red"),
}
ANY_REPLACEMENT: Final = "replacement_choice"
NEXT_PHASE: Final = "next_ops"
IN_COMBAT: Final = "combat"
SWITCHES: Final = ("soviet", "western", "neutral")
WAR: Final = "war"
COMPLETED: Final = "completed"
KEYS: Final = [(f.name, f.encode_name) for f in structs.fields(Condition)]
GIVEN: Final = [(f.name, f.encode_name) for f in structs.fields(Effect) if f.name != "op"]
UNSET: Final = (None, "", ())
MOST_OPTIONS: Final = 6  # a button for each

# ---------------------------------------------------------------- questions of several modules


def in_order(b: Book, field: str, found: Sequence[str], right: Sequence[str]) -> None:
    """Refuse a list that is not exactly these in this order."""
    words = f"{', '.join(right)}, in this order"
    b.need_words(list(found) == list(right), field, ", ".join(found), words)


def boxes_of(b: Book, track: str) -> tuple[str, ...]:
    """Return the boxes of a track."""
    boxes: tuple[str, ...] = b.of("track")[track].boxes
    return boxes


def near(b: Book, *kinds: str) -> dict[str, set[str]]:
    """Return the neighbours of each space over lines of these kinds."""
    found: dict[str, set[str]] = {name: set() for name in b.of("space")}
    for x in b.pack.links.links:
        if x.kind in kinds:
            found[x.a].add(x.b)
            found[x.b].add(x.a)
    return found


def reached(lines: Mapping[str, set[str]], start: list[str]) -> set[str]:
    """Return all spaces that lines join to some."""
    found = set(start)
    queue = list(start)
    while queue:
        for there in lines.get(queue.pop(), set()) - found:
            found.add(there)
            queue.append(there)
    return found


# ---------------------------------------------------------------- conditions and effects


def hook_of(b: Book) -> str:
    """Return when the effect here of a completed Project works; nothing for other effects."""
    way = b.here.way
    if "lasting" not in way:
        return ""
    hook: str = b.here.content.cards[way[1]].lasting[way[3]].hook
    return hook


def in_combat(b: Book) -> bool:
    """Return whether what is here works in a Combat."""
    return b.here.file in COMBAT_FILES or hook_of(b) in COMBAT_HOOKS


def check_condition(b: Book, c: Condition) -> None:
    """Check that a condition has one key, and one about a Combat only in a Combat."""
    keys = [key for name, key in KEYS if getattr(c, name) not in UNSET]
    if len(keys) != 1:
        raise b.here.fail(" and ".join(keys) or "no condition", "exactly one condition")
    if keys[0] in COMBAT_KEYS and not in_combat(b):
        raise b.here.fail(keys[0], "no condition of a Combat here")


def check_effect(b: Book, e: Effect) -> None:
    """Check that an effect fits its place, and has exactly the arguments of its operation."""
    hook = hook_of(b)
    if hook in HOOK_OPS:
        b.need_words(e.op in HOOK_OPS[hook], "op", e.op, f"{' or '.join(HOOK_OPS[hook])} at {hook}")
    else:
        right = in_combat(b) or e.op not in COMBAT_OPS
        b.need_words(right, "op", e.op, "no effect of a Combat here")
        b.need_words(e.op not in HOOKED_OPS, "op", e.op, "an effect that is not a Project's alone")
    given = [key for name, key in GIVEN if getattr(e, name) not in UNSET]
    words = " and ".join(ARGUMENTS[e.op]) or "no arguments"
    for name in given:
        b.need_words(name in ARGUMENTS[e.op], "op", f"{e.op} with {name}", f"only {words}")
    for name in ARGUMENTS[e.op]:
        right = name in given or name in ("then", "else")
        b.need_words(right, "op", f"{e.op} without {name}", words)
    check_number(b, e)
    check_places(b, e)
    check_dice(b, e)
    if e.cond is not None:
        b.need_words(bool(e.then or e.else_), "op", "if without effects", "effects in then or else")
    if e.options:
        count = len(e.options)
        b.need_words(2 <= count <= MOST_OPTIONS, "options", f"{count} options", f"2 to {MOST_OPTIONS}")
        b.need_words(all(e.options), "options", "an empty option", "effects in each")


def check_number(b: Book, e: Effect) -> None:
    """Check the number of an effect."""
    if e.n is None:
        return
    if e.op == "set_unrest":
        top = b.pack.tracks.misc.unrest_trigger - 1
        b.need(0 <= e.n <= top, "n", f"a number from 0 to {top}")
    elif e.op in COUNTING_OPS:
        b.need(e.n > 0, "n", "a number above 0")
    else:
        b.need(e.n != 0, "n", "a number other than 0")


def check_places(b: Book, e: Effect) -> None:
    """Check Areas, countries, rows of tables and states."""
    if e.op == "activate_satellite":
        right = b.of("country")[e.country].can_become == "satellite"
        b.need(right, "country", "a country that can become a Satellite")
    if e.where:
        word = NEXT_PHASE if e.op == "no_offensive" else IN_COMBAT if in_combat(b) else ""
        words = f'"{word}" or the id of an Area' if word else "the id of an Area"
        b.need(e.where in b.of("area") or e.where == word, "where", words)
    if e.op == "flip_limit":
        b.need(e.category in b.of("limited"), "category", "a marker with a limit")
    elif e.category:
        right = e.category in b.of("row") or e.category == ANY_REPLACEMENT
        b.need(right, "category", f'a row of the Production Table, or "{ANY_REPLACEMENT}"')
    states = {"italy_status": boxes_of(b, "status_of_italy")[1:], "country_switches": SWITCHES}
    if e.op in states:
        b.need(e.to in states[e.op], "to", f"one of {', '.join(states[e.op])}")


def check_dice(b: Book, e: Effect) -> None:
    """Check the faces and colours of dice."""
    if e.op == "convert":
        b.need(e.to in get_args(Face), "to", f"one of {', '.join(get_args(Face))}")
        b.need(e.to != e.from_, "to", "another face than from")
    if e.color and not (e.op == "convert" and e.color == "any"):
        colours = COLOURS[e.side]
        b.need(e.color in colours, "color", f"one of {', '.join(colours)}")


CHECKS: Final[tuple[Check, ...]] = ((Condition, check_condition), (Effect, check_effect))
