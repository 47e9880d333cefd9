"""What a technology does, in a few words made from its figures."""

from __future__ import annotations

from sandtable.games.total_domination.components.schema_cards import Effect

LAND = "armies and Air Fleets"


def describe(effect: Effect) -> str:
    """Return the effect of a technology: "fleets move for 1 less"."""
    told: list[str] = []
    for change, what in (
        (effect.move_land, f"moving {LAND} costs"),
        (effect.move_fleet, "moving fleets costs"),
        (effect.attack_land, f"destroying {LAND} costs"),
        (effect.attack_fleet, "destroying fleets costs"),
        (effect.attack_fleet_coastal, "destroying fleets on a coast costs"),
        (effect.attack_land_coastal, f"destroying {LAND} on a coast costs"),
        (effect.deploy_land, f"deploying {LAND} costs"),
        (effect.deploy_fleet, "deploying fleets costs"),
        (effect.rocket_discard, "the number of cards that a rocket costs you is"),
    ):
        if change:
            told.append(f"{what} {abs(change)} {'less' if change < 0 else 'more'}")
    if effect.air_fleet_limit:
        told.append(f"{effect.air_fleet_limit} Air Fleets at a time")
    if effect.espionage:
        told.append("look at cards of an opponent each year and discard one")
    if effect.enigma:
        told.append("more cards to choose from when you replace one")
    if effect.rocket_discards:
        cards = "1 card" if effect.rocket_discards == 1 else f"{effect.rocket_discards} cards"
        told.append(f"a card of {effect.rocket_min_ops} points or more costs an opponent {cards}")
    return "; ".join(told)
