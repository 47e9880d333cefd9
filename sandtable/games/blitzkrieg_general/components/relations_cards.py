"""The relations of cards: a need and a handler have exactly their fields, and these fit the card."""

from __future__ import annotations

from typing import Final

from sandtable.engine.data.relations import Book, Check
from sandtable.games.blitzkrieg_general.components import schema_cards as shape
from sandtable.games.blitzkrieg_general.components.relations_tables import need_given, regions

# The fields of each kind of need.
NEED_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "target_neutral": (),
    "target_not_conquered": (),
    "target_at_war": (),
    "any_neutral": ("nations",),
    "all_neutral": ("nations",),
    "at_war": ("nations",),
    "entered_war": ("nations",),
    "not_conquered": ("nations",),
    "conquered_or_vichy": ("nations",),
    "never_attacked": ("nations",),
    "declared_on_or_invaded": ("nations", "on", "side", "home"),
    "production_min": ("nations", "n"),
    "home_areas_controlled": ("side", "nations", "n"),
    "areas_controlled": ("side", "areas", "n"),
    "no_area_in_region": ("nations", "region"),
    "islands_controlled": ("side", "nations", "n"),
    "held_for": ("side", "areas", "n"),
    "no_units_in_home": ("side", "home"),
    "enemy_in_own_home": (),
    "own_home_areas_open": (),
    "own_nation_at_war": ("n",),
    "bad_weather": ("map",),
    "year_min": ("n",),
    "card_in_effect": ("cards",),
    "card_in_effect_or_played": ("cards",),
    "card_played": ("cards",),
    "delivery_in_force": ("delivery",),
    "any_at_peace": ("nations",),
    "area_held": ("areas", "nations"),
    "areas_untaken": ("areas",),
    "first_by": ("nations",),
}
ONE_NATION: Final = (
    "entered_war",
    "not_conquered",
    "conquered_or_vichy",
    "production_min",
    "home_areas_controlled",
    "no_area_in_region",
    "islands_controlled",
    "area_held",
    "first_by",
)
TWO_NATIONS: Final = ("at_war", "never_attacked")
# The params of each handler; those with a question mark may be missing.
PARAMS: Final[dict[str, tuple[str, ...]]] = {
    "coup": ("target", "success", "none", "counter", "next_target?"),
    "activate": ("nations",),
    "no_reaction": ("nation",),
    "embargo": ("cancels",),
    "ignore_rivers": (),
    "weakened": ("side", "nation", "bonus"),
    "elite_bonus": ("dice", "bonus", "combats"),
    "end_delivery": ("delivery",),
    "redeploy": ("units", "distance", "types"),
    "vichy": ("nation", "area", "heir", "keepers", "mark", "turns"),
    "peace": ("nations", "dice", "end_at", "year"),
    "production": ("production",),
    "production_self": ("amount",),
    "peace_production": ("nation", "amount"),
    "coastal_defence": ("nation", "dice", "strength?", "home?", "strength_home?", "covers?"),
    "free_french": ("nation", "nations", "mark"),
    "guards": ("nation", "mark"),
    "take_initiative": (),
    "surrender": ("nation", "heir"),
    "end_limits": ("nations",),
    "areas_production": ("nation", "areas"),
    "occupy": ("nation", "area", "event"),
    "naval_quota": ("nation", "amount", "ended_by"),
    "kamikaze": ("nation", "types", "shots", "combats"),
    "lend_lease": ("nation", "amount"),
    "cancel_card": ("cancels",),
    "mountain_bonus": ("terrain", "types", "bonus"),
    "disband": ("nation", "color"),
    "naval_surprise": (),
    "para_drop": ("units", "types"),
    "partisans": ("amount",),
    "sabotage": (),
    "look_at_hands": (),
    "surprise": (),
    "allied_aircraft": ("nation", "nations", "mark", "types", "units"),
    "garrison": ("nation", "area", "amount", "heir"),
    "total_war": ("amount",),
    "region_exploit": ("region",),
    "declare_war": ("nation", "nations"),
    "winter_offensive": ("nation",),
}
FORCED: Final = ("forced_at_once", "forced_next_turn")
ONLY_ONE: Final = (
    "vichy",
    "peace",
    "end_limits",
    "naval_quota",
    "free_french",
    "allied_aircraft",
    "declare_war",
)
YEARS: Final = range(1939, 1946)


def check_cards(b: Book, file: shape.CardsFile) -> None:
    """Check that no more than one card has a handler that works only once."""
    handlers = [str(card.handler) for card in file.cards]
    for handler in ONLY_ONE:
        number = handlers.count(handler)
        b.need_words(number <= 1, "cards", f"{number} with the handler {handler}", "one at most")


def check_card(b: Book, card: shape.Card) -> None:
    """Check the owners, needs and params of a card."""
    if card.owners != ("all",):
        for owner in card.owners:
            b.need(owner in b.of("major"), "owners", "the id of a major", owner)
    right = (card.after == "return_after_peace") == (card.handler == "peace")
    b.need(right, "after", '"return_after_peace" for a peace, and only for it')
    for need in card.needs:
        b.go(need)
        check_need(b, card, need)
    b.go(card.params)
    check_params(b, card)


# ---------------------------------------------------------------- prerequisites


def check_need(b: Book, card: shape.Card, need: shape.Need) -> None:
    """Check that a need has the fields of its kind, with the right number of nations and cards."""
    fields = [name for name in need.__struct_fields__ if name not in ("kind", "lasting")]
    need_given(b, need, fields, NEED_FIELDS[need.kind], need.kind)
    if need.kind in ("target_neutral", "target_not_conquered"):
        b.need(card.handler == "coup", "kind", "a coup for this need")
    number = len(need.nations)
    if need.kind in ONE_NATION:
        b.need_words(number == 1, "nations", f"{number} nations", f"one for {need.kind}")
    if need.kind in TWO_NATIONS:
        b.need_words(number == 2, "nations", f"{number} nations", f"two for {need.kind}")
    if need.kind == "any_at_peace":
        b.need_words(number > 1, "nations", f"{number} nations", f"two or more for {need.kind}")
    if need.kind == "year_min":
        b.need(need.n in YEARS, "n", "a year")
    if need.kind in ("card_played", "card_in_effect_or_played"):
        number = len(need.cards)
        b.need_words(number == 1, "cards", f"{number} cards", f"one for {need.kind}")
    b.need(need.region == "" or need.region in regions(b), "region", "the region of some area")


# ---------------------------------------------------------------- what a card does


def check_params(b: Book, card: shape.Card) -> None:
    """Check that the params are those of the handler, and fit it."""
    p = card.params
    wanted = PARAMS[card.handler] + (("forced", "givers") if card.timing in FORCED else ())
    need_given(b, p, p.__struct_fields__, wanted, card.handler)
    b.need(p.region == "" or p.region in regions(b), "region", "the region of some area")
    if card.handler == "coup":
        rolls: list[int] = []
        for span in (p.success, p.none, p.counter):
            if span is not None:
                rolls += range(span[0], span[1] + 1)
        found = "rolls " + ", ".join([str(x) for x in sorted(rolls)])
        b.need_words(sorted(rolls) == list(range(2, 13)), "success", found, "2 to 12, each once")
    elif card.handler == "coastal_defence":
        right = (p.home == "") == (p.strength_home is None)
        b.need_words(right, "strength_home", "one of home and strength_home", "both or none")
        right = p.strength is not None or p.strength_home is not None
        b.need_words(right, "strength", "no strength", "one")
    elif card.handler in ("cancel_card", "embargo"):
        for name in p.cancels:
            right = name != card.id and b.of("card")[name].after == "permanent"
            b.need(right, "cancels", "another card, one that is permanent", name)
    elif card.handler in ("peace", "end_limits"):
        b.need_words(len(p.nations) == 2, "nations", f"{len(p.nations)} nations", "two")


CHECKS: Final[tuple[Check, ...]] = (
    (shape.Card, check_card),
    (shape.CardsFile, check_cards),
)
