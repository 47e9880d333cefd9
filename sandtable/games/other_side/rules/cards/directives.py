"""The Directive Segments for Production, Political and Military Directives. [3.2] [3.3] [3.4]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.choice import DONE
from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.state import ACTIVE, DISCARDED, SELECTED, Board
from sandtable.games.other_side.rules.base_steps import SectionStep
from sandtable.games.other_side.rules.cards import effects
from sandtable.games.other_side.rules.cards.card_conditions import holds
from sandtable.games.other_side.rules.production import projects, tracks

# Reasons why a card cannot be played; 0 is none.
OTHER_DECK: Final = 1
NOT_SELECTED: Final = 2
TRIED: Final = 3
TOO_DEAR: Final = 4
PREREQUISITE: Final = 5
ACHIEVED: Final = 6
NO_PAWNS: Final = 7

NAMES: Final = ("Military", "Political", "Production")
COST_RULES: Final = ("3.4b", "3.3a", "3.2a")
RULES: Final = ("3.4", "3.3", "3.2")


def achieved(g: Board, card: int) -> bool:
    """Return whether all Objectives of a Military Directive hold now. [4.7.1]"""
    d = g.t.directives[card]
    for area, sector in d.objective_sectors:
        if not g.axis_sector(area, sector):
            return False
    for base in d.objective_bases:
        if not g.axis_controls(base):
            return False
    return holds(g, d.objective)


def pawns_left(g: Board, card: int) -> bool:
    """Return whether there are pawns for a card besides those on the active ones. [3.4d] [R5]"""
    d = g.t.directives[card]
    land, sea = d.land_pawns, d.amphibious_pawns
    for other in g.active:
        land += g.t.directives[other].land_pawns
        sea += g.t.directives[other].amphibious_pawns
    return land <= g.t.land_pawns and sea <= g.t.amphibious_pawns


def obstacle(g: Board, deck: int, card: int, points: int) -> int:
    """Return what keeps a card from being played in its Segment with `points` left; 0 if nothing does."""
    d = g.t.directives[card]
    if d.deck != deck:
        return OTHER_DECK
    if g.directives[card] != SELECTED:  # which includes discarded cards [2.1a] [3.2c] [3.3c] [3.4e]
        return NOT_SELECTED
    if d.kind == const.PROJECT and g.sections_played >> d.project & 1:  # [R8]
        return TRIED
    if d.cost > points:  # [3.2a] [3.3a] [3.4b]
        return TOO_DEAR
    if not holds(g, d.prerequisite):  # [3.2] [3.3] [3.4]
        return PREREQUISITE
    if deck == const.MILITARY:
        if achieved(g, card):  # [3.4c] [R53]
            return ACHIEVED
        if not pawns_left(g, card):
            return NO_PAWNS
    return 0


class Directives(SectionStep):
    """A Segment in which players play cards of one deck; `spent` points are used. [3.1.3b]"""

    section: int = const.OKW
    deck: int = const.MILITARY
    row: int = const.MILITARY_DIRECTIVES

    def __init__(self, spent: int = 0) -> None:
        self.spent = spent

    def again(self, spent: int) -> Directives:
        """Return the same Segment with `spent` points spent."""
        raise NotImplementedError

    def play(self, g: Board, card: int) -> None:
        """Carry out a card whose cost is already paid."""
        raise NotImplementedError

    def close(self, g: Board) -> None:
        """End the Segment; points not spent are lost."""
        g.agenda.pop()

    def left(self, g: Board) -> int:
        """Return the points that can still be spent. [3.2a] [3.3a] [3.4b] [R3]"""
        return g.production[self.row] - self.spent

    def cards(self, g: Board) -> list[int]:
        """Return the cards that can be played now."""
        left = self.left(g)
        found: list[int] = []
        for card in range(g.t.n_directives):
            if g.directives[card] == SELECTED and not obstacle(g, self.deck, card, left):
                found.append(card)
        return found

    def run(self, g: Board) -> bool:
        if self.spent == 0:
            g.played = 0
            g.sections_played = 0
        if self.cards(g):
            return True
        self.close(g)
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        found = [g.ids.directive + card for card in self.cards(g)]
        found.append(DONE)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            self.close(g)
            return
        card = choice - g.ids.directive
        cost = g.t.directives[card].cost
        if g.log is not None:
            points = words.count(cost, "point")
            text = f"{NAMES[self.deck]} Directive: {words.directive(g, card)} is played for {points}."
            g.log.add(text, RULES[self.deck], (choice,))
        g.agenda[-1] = self.again(self.spent + cost)
        self.play(g, card)

    def prompt(self, g: Board, seat: int) -> Ask:
        points = words.count(self.left(g), "point")
        return Ask(f"{NAMES[self.deck]} Directives, {points} left: play a card, or Done.", RULES[self.deck])

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        card = choice - g.ids.directive
        kind, rule = NAMES[self.deck], RULES[self.deck]
        if not 0 <= card < g.t.n_directives:
            return Refusal(f"Click a {kind} Directive that was selected for this year, or Done.", rule)
        d = g.t.directives[card]
        left = self.left(g)
        why = obstacle(g, self.deck, card, left)
        if why == OTHER_DECK:
            return Refusal(f"{d.name} is not a {kind} Directive. Play {kind} Directives now.", rule)
        if why == NOT_SELECTED:
            if g.directives[card] == ACTIVE:
                return Refusal(f"{d.name} is already active.", "3.4c")
            if g.directives[card] == DISCARDED:
                return Refusal(f"{d.name} is out of the game.", "2.1a")
            return Refusal(f"{d.name} was not selected for this year.", ("3.4e", "3.3c", "3.2c")[self.deck])
        if why == TRIED:
            return Refusal(f"{d.name} was tried in this Segment; it can be played again next Turn.", "3.2.1f")
        if why == TOO_DEAR:
            points = words.count(left, "point")
            text = f"{d.name} costs {words.count(d.cost, 'point')}. {kind} Directives have {points} left."
            return Refusal(text, COST_RULES[self.deck])
        if why == PREREQUISITE:
            return Refusal(f"The conditions of {d.name} are not met.", rule)
        if why == ACHIEVED:
            return Refusal(f"The Objectives of {d.name} are already met, so it cannot become active.", "3.4c")
        return Refusal(f"No pawns are left for {d.name}. Other active cards use them.", "3.4d")


class ProductionDirectives(Directives):
    """Production Directives: immediate effects, or Projects. [3.2]"""

    section: int = const.PRODUCTION
    deck: int = const.INDUSTRIAL
    row: int = const.PRODUCTION_DIRECTIVES

    def again(self, spent: int) -> Directives:
        return ProductionDirectives(spent)

    def play(self, g: Board, card: int) -> None:
        """Try a Project, or take the effects and discard the card. [3.2b]"""
        if g.t.directives[card].kind == const.PROJECT:
            projects.attempt(g, card)
            return
        g.directives = changed(g.directives, card, DISCARDED)
        effects.start(g, effects.OF_DIRECTIVE, card)


class PoliticalDirectives(Directives):
    """Political Directives: immediate effects, or Diplomacy."""

    section: int = const.OKW
    deck: int = const.POLITICAL
    row: int = const.POLITICAL_DIRECTIVES

    def again(self, spent: int) -> Directives:
        return PoliticalDirectives(spent)

    def play(self, g: Board, card: int) -> None:
        """Negotiate, or take the effects and discard the card."""
        if g.t.directives[card].kind == const.DIPLOMACY:  # [3.3.1]
            negotiate(g, card)
            return
        g.directives = changed(g.directives, card, DISCARDED)  # [3.3b]
        effects.start(g, effects.OF_DIRECTIVE, card)  # [3.3b]


def negotiate(g: Board, card: int) -> None:
    """Roll to win over a Neutral country. [3.3.1]"""
    d = g.t.directives[card]
    roll = g.rng.roll(6)
    g.revealed += 1
    added = g.bonus[d.country]
    g.bonus = changed(g.bonus, d.country, 0)  # bonuses of cards count for one roll
    for condition, n in d.modifiers:
        if holds(g, condition):
            added += n
    won = roll + added >= d.factor
    if g.log is not None:
        sign = f" + {added}" if added > 0 else f" − {-added}" if added < 0 else ""
        end = "the country joins the Axis" if won else "the talks fail"
        text = f"{d.name}: the die shows {roll}{sign}, {d.factor} was needed; {end}."
        g.log.add(text, "3.3.1", (g.ids.directive + card, g.ids.country + d.country))
    if won or not d.recyclable:  # a recyclable card that fails stays [3.3.1a] [2.1b]
        g.directives = changed(g.directives, card, DISCARDED)
    if won:
        effects.start(g, effects.OF_DIRECTIVE, card)


class MilitaryDirectives(Directives):
    """Military Directives become active with their pawns. [3.4]"""

    section: int = const.OKW
    deck: int = const.MILITARY
    row: int = const.MILITARY_DIRECTIVES

    def again(self, spent: int) -> Directives:
        return MilitaryDirectives(spent)

    def play(self, g: Board, card: int) -> None:
        """Make the card active; countries that it attacks enter the war. [3.4c] [3.4e] [3.4.1]"""
        d = g.t.directives[card]
        g.directives = changed(g.directives, card, ACTIVE)
        g.active.append(card)
        g.active_heads.append(0)
        g.played += 1
        if g.log is not None:
            land = words.count(d.land_pawns, "Land pawn")
            sea = words.count(d.amphibious_pawns, "Amphibious pawn")
            g.log.add(f"{d.name} is active with {land} and {sea}.", "3.4d", (g.ids.directive + card,))
        effects.start(g, effects.OF_ON_PLAY, card)

    def close(self, g: Board) -> None:
        """Lower Fanaticism after a summer without a Military Directive. [3.4a]"""
        g.agenda.pop()
        if g.season() == const.SUMMER and g.played == 0:
            if g.log is not None:
                g.log.add("No Military Directive is played in summer.", "3.4a")
            tracks.fanaticism(g, -1, "3.4a")
