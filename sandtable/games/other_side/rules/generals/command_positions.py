"""Positions and the Generals who hold them: Heads of Army Groups and OBs of Fronts. [1.3f] [4.3]"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.cards import Special
from sandtable.games.other_side.components.state import (
    AVAILABLE,
    FUTURE,
    GONE,
    IN_COMMAND,
    NO_HEAD,
    VACANCY,
    Board,
)
from sandtable.games.other_side.rules.base_steps import SectionStep
from sandtable.games.other_side.rules.production import tracks


def special(g: Board, general: int, kind: int) -> Special | None:
    """Return a General's special rule of a kind, if there is one. [2.2f]"""
    for found in g.t.generals[general].specials:
        if found.kind == kind:
            return found
    return None


def heads_of(g: Board, area: int) -> list[int]:
    """Return the Generals who head Army Groups in an Area."""
    return [holder for holder in g.heads[2 * area : 2 * area + 2] if holder >= 0]


def senior_heads(g: Board, area: int) -> list[int]:
    """Return the Heads of highest Seniority in an Area; several if they are equal. [6.2.1] [2.2a]"""
    found = heads_of(g, area)
    top = max([g.t.generals[n].seniority for n in found], default=0)
    return [n for n in found if g.t.generals[n].seniority == top]


def limit(g: Board, area: int) -> int:
    """Return how many Heads of Army Groups the German Armies of an Area allow. [4.3a]"""
    t = g.t
    german = g.german[area]
    found = min(t.heads_for[min(german, len(t.heads_for) - 1)], t.head_boxes[area])
    if found == 0 and german == 1:
        for head in heads_of(g, area):
            if alone(g, head, area):
                return 1
    return found


def alone(g: Board, general: int, area: int) -> bool:
    """Return whether a General may head an Army Group of a single German Army in this Area."""
    found = special(g, general, const.HEAD_WITH_ONE_ARMY)
    return found is not None and found.areas >> area & 1 == 1


def fits(g: Board, general: int, post: int) -> bool:
    """Return whether a General's special rule allows a Position."""
    if not g.t.generals[general].specials or post >= 2 * g.t.n_areas:
        return True
    found = special(g, general, const.COMMAND_AREAS)
    return found is None or found.areas >> (post // 2) & 1 == 1


def holder(g: Board, post: int) -> int:
    """Return the General or marker in a Position."""
    areas = g.t.n_areas
    return g.heads[post] if post < 2 * areas else g.ob[post - 2 * areas]


def _set(g: Board, post: int, holder: int) -> None:
    areas = g.t.n_areas
    if post < 2 * areas:
        g.heads[post] = holder
    else:
        g.ob[post - 2 * areas] = holder


def vacancies(g: Board) -> list[int]:
    """Return the Positions with a Vacancy marker."""
    areas = g.t.n_areas
    found = [post for post in range(2 * areas) if g.heads[post] == VACANCY]
    # An OB Position whose card was played is filled with the others. [3.3.2a]
    return found + [2 * areas + front for front in range(3) if g.ob[front] == VACANCY]


def vacate(g: Board, post: int) -> None:
    """Put a Vacancy marker into a Position."""
    old = holder(g, post)
    if old >= 0:
        g.post[old] = const.NONE
    _set(g, post, VACANCY)


def appoint(g: Board, general: int, post: int, rule: str = "4.3.2f") -> None:
    """Give a General a Position; one he held becomes vacant. [4.3.2f] [4.3.2g]"""
    old = g.post[general]
    if old != const.NONE:
        vacate(g, old)
    _set(g, post, general)
    g.post[general] = post
    g.where = changed(g.where, general, IN_COMMAND)
    g.appointed |= 1 << general  # [R15]
    if g.log is not None:
        text = f"{words.opening(g, general)} takes {words.post(g, post)}."
        g.log.add(text, rule, (g.ids.general + general, choice_of(g, post)))
    if old != const.NONE and old < 2 * g.t.n_areas:
        adjust_heads(g, old // 2)  # a Position of a single Army ends with its Head
    rule_of = special(g, general, const.REMOVE_VACANCY_PENALTY)
    if rule_of is not None and g.from_dismissal >> post & 1:
        tracks.unrest(g, -rule_of.n, "2.2f")
    g.from_dismissal &= ~(1 << post)


def choice_of(g: Board, post: int) -> int:
    """Return the id by which a Position is clicked."""
    areas = g.t.n_areas
    return g.ids.post + post if post < 2 * areas else g.ids.ob + post - 2 * areas


def post_of(g: Board, choice: int) -> int:
    """Return the Position with this id, or NONE."""
    if g.ids.post <= choice < g.ids.post + 2 * g.t.n_areas:
        return choice - g.ids.post
    if g.ids.ob <= choice < g.ids.ob + 3:
        return 2 * g.t.n_areas + choice - g.ids.ob
    return const.NONE


def send_home(g: Board, general: int, rule: str = "4.3c") -> None:
    """Take a General out of a Position; the card is Available again. [4.3c]"""
    post = g.post[general]
    lost = ""
    if post != const.NONE:
        _set(g, post, NO_HEAD if post < 2 * g.t.n_areas else VACANCY)
        g.post[general] = const.NONE
        lost = f"loses {words.post(g, post)} and " if g.log is not None else ""
    g.where = changed(g.where, general, AVAILABLE)
    g.appointed &= ~(1 << general)  # he may be nominated again [2.2g] [R15]
    if g.log is not None:
        text = f"{words.opening(g, general)} {lost}is Available again."
        g.log.add(text, rule, (g.ids.general + general,))


def adjust_heads(g: Board, area: int) -> None:
    """Bring the Heads of an Area to the number its German Armies ask for. [4.3b] [4.3c] [R51]"""
    allowed = limit(g, area)
    first = 2 * area
    row = [holder for holder in (g.heads[first], g.heads[first + 1]) if holder != NO_HEAD]
    while len(row) > allowed and VACANCY in row:
        row.remove(VACANCY)
    while len(row) < allowed:
        row.append(VACANCY)
    for slot in (0, 1):
        found = row[slot] if slot < len(row) else NO_HEAD
        g.heads[first + slot] = found
        if found >= 0:
            g.post[found] = first + slot
    if len(row) > allowed:
        out = _lowest(g, row)
        if allowed and len(out) > 1:
            g.push(SendHome(area))
            return
        for general in list(row) if not allowed else out:
            send_home(g, general)
        adjust_heads(g, area)


def _lowest(g: Board, generals: list[int]) -> list[int]:
    low = min([g.t.generals[n].seniority for n in generals])
    return [n for n in generals if g.t.generals[n].seniority == low]


class SendHome(SectionStep):
    """Personnel chooses which of two equal Heads goes home. [4.3c] [4.3d]"""

    section = const.PERSONNEL

    def __init__(self, area: int) -> None:
        self.area = area

    def run(self, g: Board) -> bool:
        """Ask while there is one too many."""
        if len(heads_of(g, self.area)) > limit(g, self.area):
            return True
        g.agenda.pop()
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.general + n for n in heads_of(g, self.area)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        send_home(g, choice - g.ids.general)
        adjust_heads(g, self.area)

    def prompt(self, g: Board, seat: int) -> Ask:
        where = words.space(g, self.area)
        return Ask(f"{where} has two Heads of equal Seniority, one too many. Click who goes home.", "4.3c")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal(f"Click one of the Heads in {words.space(g, self.area)}.", "4.3c")


def question(g: Board, general: int, rule: str) -> None:
    """Turn a General's marker to its Questioned side. [6.6.2c]"""
    if g.questioned >> general & 1 or not AVAILABLE <= g.where[general] <= IN_COMMAND:
        return
    g.questioned |= 1 << general
    if g.log is not None:
        g.log.add(f"{words.opening(g, general)} is Questioned.", rule, (g.ids.general + general,))


def _leave(g: Board, general: int) -> int:
    """Take a General out of a Position, which becomes vacant; return the Position, or NONE."""
    post = g.post[general]
    if post != const.NONE:
        vacate(g, post)
    g.questioned &= ~(1 << general)
    g.dissident &= ~(1 << general)  # the marker is free again [4.3.1d]
    return post


def dismiss(g: Board, general: int, rule: str) -> None:
    """Dismiss a General from the game, with Unrest and a Black Orchestra card. [4.3.1d] [2.2j]"""
    post = _leave(g, general)
    if post != const.NONE:
        g.from_dismissal |= 1 << post
    g.where = changed(g.where, general, GONE)
    if g.log is not None:
        g.log.add(f"{words.opening(g, general)} is dismissed.", rule, (g.ids.general + general,))
    _come_back(g, general)
    if post != const.NONE and post < 2 * g.t.n_areas:
        adjust_heads(g, post // 2)
    rule_of = special(g, general, const.UNREST_CHANGE)
    tracks.unrest(g, 1 + (rule_of.n if rule_of is not None else 0), rule)
    draw_orchestra(g, g.owner[general])


def _come_back(g: Board, general: int) -> None:
    """Let some cards enter again in a later year: their text overrides the rule. [2.1e]"""
    year = const.NONE
    if special(g, general, const.RETURN_NEXT_YEAR) is not None:
        year = g.year + 1
    later = special(g, general, const.REENTER_YEAR)
    if later is not None and g.year < later.year:
        year = later.year
    if year != const.NONE and year < len(g.t.years):
        g.where = changed(g.where, general, FUTURE)
        g.entry = changed(g.entry, general, year)
        if g.log is not None:
            text = f"{words.opening(g, general)} will enter play again in {g.t.years[year]}."
            g.log.add(text, "2.1e", (g.ids.general + general,))


def remove_general(g: Board, general: int, rule: str) -> None:
    """Remove a General from the game without a dismissal: no Unrest, no card. [R73]"""
    post = _leave(g, general)
    g.where = changed(g.where, general, GONE)  # [7.3]
    if post != const.NONE and post < 2 * g.t.n_areas:
        adjust_heads(g, post // 2)


def draw_orchestra(g: Board, seat: int) -> None:
    """Draw a Black Orchestra card and put it on the player's board. [4.3.1b] [4.3.1f]"""
    if not g.orchestra_deck:
        return  # [R64]
    card = g.orchestra_deck.pop()
    g.orchestra = changed(g.orchestra, card, seat)
    g.revealed += 1
    if g.log is not None:
        who = "" if g.players == 1 else f" for {words.player(g, seat)}"
        g.log.add(f"Black Orchestra card{who}: {g.t.orchestra_name[card]}.", "4.3.1b")
