"""Dice before the action: initiative, weather, the limit of attacks in China. [A5.3] [A5.4] [A5.5]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.effect_types import WHEN_AFTER_INITIATIVE_ROLL
from sandtable.games.blitzkrieg_general.components.ids import NO, YES
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers, card_windows


def first_turn(g: Board) -> bool:
    """Return whether it is the first turn of the scenario. [S39]"""
    s = g.t.scenarios[g.scenario]
    return g.turn == 4 * s.start_year + s.start_quarter - 1


class Initiative(Step[Board]):
    """The initiative: `stage` 0 rolls, 1 settles it after the card window. [A5.3] [R6]"""

    def __init__(self, stage: int = 0) -> None:
        self.stage = stage

    def run(self, g: Board) -> bool:
        """Roll, open the card window, note the result; under A9.13 the winner is asked."""
        if self.stage == 0:
            g.agenda[-1] = Initiative(1)
            given = g.t.scenarios[g.scenario].initiative_first_turn
            if given and first_turn(g):  # [S39]
                g.first = const.SIDE_IDS.index(given)
                if g.log is not None:
                    g.log.add(f"Initiative of the first turn: {words.side(g.first)}.", "S39")
            else:
                roll_initiative(g)
                card_windows.open(g, WHEN_AFTER_INITIATIVE_ROLL)
            return False
        if g.rule(const.CHOOSE_ORDER):  # [A9.13]
            return True
        g.agenda.pop()
        # Nothing keeps a side that went second from going first now, twice in a row. [A5.3b]
        g.last_initiative = g.first
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.boss(g.first),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [YES, NO]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Set the order of the action segments. [A9.13]"""
        g.agenda.pop()
        g.last_initiative = g.first
        if choice == NO:
            g.first = 1 - g.first
        if g.log is not None:
            winner, goes = words.side(g.last_initiative), words.side(g.first)
            g.log.add(f"Initiative: {winner}. First to act, by their own choice: {goes}.", "A9.13")

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Initiative: {words.side(g.first)}. Do you act first in this turn?", "A9.13")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("First choose whether you act first: Yes or No.", "A9.13")


def roll_initiative(g: Board) -> None:
    """Roll a die for each side; a tie goes to the side that did not have it last turn. [A5.3]"""
    axis, allies = g.rng.roll(6), g.rng.roll(6)
    g.revealed += 1
    if axis == allies:
        g.first = 1 - g.last_initiative  # [A5.3a]
    else:
        g.first = const.AXIS if axis > allies else const.ALLIES
    if g.log is not None:
        text = f"Initiative: the Axis rolls {axis}, the Allies roll {allies}"
        if axis == allies:
            who = words.side_does(g.first, "who", "who")
            text += f"; the tie goes to {who} did not have it last turn."
            g.log.add(text, "A5.3a")
        else:
            g.log.add(f"{text}; it goes to the {words.side(g.first)}.", "A5.3")


class Weather(Step[Board]):
    """The weather: one die, read for each map. [A5.4]"""

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        t = g.t
        die = t.scenarios[g.scenario].weather_first_turn_die
        rolled = not (die and first_turn(g))  # [S39]
        if rolled:
            die = g.rng.roll(6)
            g.revealed += 1
        # The maps are read apart and may differ [A5.4a]; good weather changes nothing. [A5.4b]
        g.weather = bytes([t.bad_weather[map][g.quarter][die] for map in (const.EUROPE, const.PACIFIC)])
        if g.log is not None:
            told = [f"{'bad' if g.weather[m] else 'good'} weather" for m in (const.EUROPE, const.PACIFIC)]
            how = f"{_roller(g)} rolls {die} for the weather" if rolled else f"The first weather die is {die}"
            text = (
                f"{how}: {told[const.EUROPE]} on the European map, {told[const.PACIFIC]} on the Pacific map."
            )
            g.log.add(text, "A5.4" if rolled else "S39")
        return False


def _roller(g: Board) -> str:
    """Return who rolls for the weather: a power even while neutral, or its side once it has fallen. [R66]"""
    roller = g.t.weather_roller
    if g.fallen(roller):
        return f"The {words.side(g.major_side[roller])} player"
    return words.country(g, roller)


class Limits(Step[Board]):
    """The roll for how many land units Japan and China may commit to attacks on each other. [A5.5]"""

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        t = g.t
        if card_modifiers.limits_off(g) or not g.enemy(t.japan, t.china):  # [A8.7b]
            g.limit = 0
            return False
        die = g.rng.roll(6)
        g.revealed += 1
        g.limit = max(die, t.number["limit_min"])
        if g.log is not None:
            pair = words.countries(g, [t.japan, t.china])
            text = f"{words.country(g, t.limit_roller)} rolls {die}: {pair} may each use {g.limit} land units"
            g.log.add(f"{text} in attacks on the other this turn.", "A5.5")
        return False
