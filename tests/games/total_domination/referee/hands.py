"""What a card can be used for in a turn, what passing costs, and what cards do to each other."""

from tests.games.total_domination.atlas import CARD, PLAYERS
from tests.games.total_domination.referee.book import Position
from tests.games.total_domination.referee.components import (
    ADDITIONAL,
    ALLIES,
    AXIS,
    FOES,
    LEASE,
    ROCKETS,
    event,
)
from tests.games.total_domination.referee.orders import developable, flyers, raids

WARD = {"uk": "us", "ussr": "china"}


def uses(p: Position, who: str, card: str) -> set[str]:
    """What a power may play a card for. [3.3a]"""
    found = {"operate"}
    if can_develop(p, who, card):
        found.add("develop")
    if can_play_event(p, who, card):
        found.add("event")
    if can_lease(p, who, card):
        found.add("lend_lease")
    if who not in p.launched and rockets(p, who, p.value(who, card)):  # [6.4b] [6.4c]
        found.add("launch")
    if any([raids(p, unit, p.value(who, card)) for unit in flyers(p, who)]):  # [6.5] [11.1.Aa]
        found.add("strike")
    return found


def can_develop(p: Position, who: str, card: str) -> bool:
    """[3.3c] [8.0c] [8.0f]"""
    return who not in p.developed and developable(p.techs(who), CARD[card].technology)


def can_play_event(p: Position, who: str, card: str) -> bool:
    """[3.3d] [7.0a] [7.0b] [12.1a] [13.0.9]"""
    if not p.scenario.events or not p.owns(who, card):
        return False
    kind = event(card)
    if kind == "value":
        return False  # it acts when the card is played for points [7.1.B]
    if kind == "minus_one":
        return not p.scenario.solo
    if kind == "logistics":
        return any(icons(p, who, card).values())
    if kind == "science":
        return bool(treasures(p, who))
    if kind == "peace":
        return bool(p.at("deck") or p.at("discarded"))
    return True


def treasures(p: Position, who: str) -> list[str]:
    """The cards of the discard pile that Science may take. [7.3] [8.0c]"""
    return [card for card in p.at("discarded") if can_develop(p, who, card)]


def hidden_treasures(p: Position, who: str) -> list[str]:
    """Cards that others may have taken out of the pile in secret: nobody knows that they are gone. [7.3]"""
    down = [card for power in PLAYERS for card in p.at(f"down:{power}")]
    return [card for card in down if can_develop(p, who, card)]


def icons(p: Position, who: str, card: str) -> dict[str, int]:
    """What the icons of a Logistics event allow. [7.2.A] [7.2.B] [7.2.C] [7.2.Da] [13.0.9]"""
    row = CARD[card].event
    found = {name: getattr(row, name) for name in ("army", "fleet", "air_fleet", "move")}
    if not p.special:
        found["air_fleet"] = 0
    found["puppets"] = 2 * row.puppets if who in AXIS else 0  # type: ignore[union-attr]
    resistance = p.special and who in ALLIES and row.resistance  # type: ignore[union-attr]
    found["resistance"] = 3 if resistance else 0
    return found


def can_lease(p: Position, who: str, card: str) -> bool:
    """[9.1a] [9.1d] [9.1f] [11.2d] [12.1c]"""
    if who not in WARD or not p.scenario.allies_join_war or p.lord[WARD[who]] == who or who in p.leased:
        return False
    boats = len([u for u, area in enumerate(p.place) if area and p.type(u) == "u_boot"])
    return who == "ussr" or p.value(who, card) >= LEASE[boats]


def rockets(p: Position, who: str, value: int) -> set[str]:
    """The rockets that a card of this value launches. [6.4a] [8.1.E1] [8.1.E2] [8.1.E3]"""
    return {tech for tech in p.techs(who) if tech in ROCKETS and ROCKETS[tech][0] <= value}


def tactic_targets(p: Position, who: str, card: str) -> set[str]:
    """[7.1.Aa] [7.1.Ab]"""
    faction = ALLIES if who in ALLIES else AXIS
    return set(faction) if event(card) == "plus_one" else set(FOES[who])


def influence(p: Position, who: str, card: str) -> None:
    """Lay an influence card on the table and compare it with those of others. [7.4a] to [7.4e] [R22]"""
    row = CARD[card].event
    others = [
        c
        for power in PLAYERS
        if power != who
        for c in p.at(f"influence:{power}")
        if CARD[c].event.nation == row.nation  # type: ignore[union-attr]
    ]
    higher = [c for c in others if CARD[c].event.vp > row.vp]  # type: ignore[union-attr]
    lower = [c for c in others if CARD[c].event.vp < row.vp]  # type: ignore[union-attr]
    for other in higher or lower:
        p.cards[other] = "discarded"
    p.cards[card] = "discarded" if higher else f"influence:{who}"


# --- passing


def kept_back(p: Position, who: str) -> int:
    """How many cards a power that passes may keep for the next year. [4.2c] [4.2d] [4.2e] [9.1c]"""
    if p.last_year() or any([power in p.leased for power in p.sharers(who)]):
        return 0
    return (len(p.hand(who)) + 1) // 2 if p.common else 1


def halved(p: Position, who: str) -> int:
    """How many cards go when the first of two powers with a common hand passes. [10.1c]"""
    return len(p.hand(who)) // 2


def first_to_pass(p: Position, who: str) -> bool:
    """Whether another power goes on with the hand."""
    return any([power not in p.passed for power in p.sharers(who) if power != who])


# --- rockets


def aims(p: Position, who: str) -> set[str]:
    """Whom a rocket can be aimed at; a common hand is called by its first power. [6.4a] [10.1e]"""
    return {p.hand_of(foe) for foe in FOES[who]}


def guards(p: Position, target: str) -> list[str]:
    """The powers whose Radar can save a card of this hand now. [6.4d] [8.1.C3] [10.1h]"""
    able = [power for power in p.sharers(target) if "radar" in p.techs(power)]
    return [power for power in able if not (p.common and power in p.radar_used)]


def prey(p: Position, target: str) -> list[str]:
    """The cards a rocket may hit; in the solo game those dealt to the Axis. [6.4a] [R35] [R55]"""
    if p.scenario.solo:
        return [card for card, where in p.solo.items() if where == "pile"]
    return p.hand(target)


def joined(p: Position, nation: str) -> bool:
    """Whether an additional power is in the war."""
    return p.lord[nation] == ADDITIONAL[nation]
