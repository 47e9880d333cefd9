"""Positions in every kind of decision, for tests of what must hold in all of them."""

from sandtable.engine.match import Match
from tests.games.downfall.clicks import GAME, board, lead, table
from tests.games.moments import Moments

SIDES = ("axis", "allies", "ussr")
moments = Moments(GAME, 8, 3, 10, ("BeforeCombat", "AfterCombat", "ArmyOrder", "March", "LongMove"), apart=60)


def ashore() -> Match:
    """An army has landed among enemies."""
    armies = [
        "british_infantry@london",
        "british_armor@calais",
        "german_infantry@calais",
        "german_armor@calais",
    ]
    m = table("allies", armies=armies, control={"calais": "axis"})
    lead(m, "british_infantry@london")
    m.play("button:land")
    m.play("area:calais")
    return m


def torch(players: int = 3) -> Match:
    """The second of three armies for French North Africa is to be named."""
    neutral = dict.fromkeys(("casablanca", "oran", "algiers", "constantine", "tunisia"), "neutral")
    m = table(
        "allies",
        armies=["3 american_infantry@united_states", "british_infantry@canada", "german_infantry@paris"],
        surrendered={"france": "axis"},
        control=neutral,
        developments={"allies": ["amphibious_landings"]},
        turn=11,
        total_war=SIDES,
        players=players,
    )
    board(m).african_neutral = True
    m = Match(GAME, m.setup, m.state)
    m.play("button:torch")
    m.play("unit:american_infantry@united_states")
    return m


def bombers(done: bool = True) -> Match:
    """The Allies bomb Germany; the Axis may intercept."""
    air = {"british_air.advanced": 3, "american_air.advanced": 2, "german_air.advanced": 3, "british_air": 1}
    m = table("allies", armies=["british_infantry@london"], air=air, turn=14, total_war=SIDES)
    m.play("button:bomb")
    for key in ("british", "british", "american"):
        m.play(f"mission:{key}_air.advanced")
    if done:
        m.play("button:done")
    return m


def victims() -> Match:
    """An interceptor has found bombers of two nations."""
    m = bombers()
    m.play("mission:german_air.advanced")
    return m


def countering() -> Match:
    """A mission has been placed and may be countered."""
    armies = ["german_armor@riga", "soviet_infantry@riga"]
    m = table(armies=armies, air={"german_air": 2, "soviet_air": 2}, barbarossa=7)
    lead(m, "german_armor@riga")
    m.play("unit:soviet_infantry@riga")
    m.play("mission:german_air")
    return m


def placing() -> Match:
    """A mission is to be placed on one of two attacks."""
    armies = ["german_armor@riga", "soviet_infantry@riga", "german_armor@kovel", "2 soviet_infantry@kovel"]
    m = table(armies=armies, air={"german_air": 2}, barbarossa=7)
    for area in ("riga", "kovel"):
        lead(m, f"german_armor@{area}")
        m.play(f"unit:soviet_infantry@{area}")
    m.play("mission:german_air")
    return m


@moments.built
def rare() -> None:
    """Keep them all."""
    for m in (ashore(), torch(), torch(2), bombers(False), bombers(), victims(), countering(), placing()):
        moments.keep(m)
