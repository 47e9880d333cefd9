"""The sequence of play: the turns of both sides, and how the game ends. [2] [7]"""

from sandtable.engine.state import Result
from sandtable.engine.step import Step
from sandtable_skirmish.components.state import Board
from sandtable_skirmish.components.tables import BLUE, RED, SIDES
from sandtable_skirmish.rules.combat import Battles
from sandtable_skirmish.rules.movement import Arrival, Moves


class Sequence(Step[Board]):
    """Stands at the bottom of the agenda and begins the turn of the next side. [2]"""

    def run(self, g: Board) -> bool:
        g.side = 1 - g.side if g.turn else BLUE
        g.turn += g.side == BLUE
        owners = {g.control[a] for a, side in enumerate(g.t.source) if side in (BLUE, RED)}
        if g.turn > g.t.scenarios[g.scenario].turns or len(owners) == 1:  # [7]
            best = max((BLUE, RED), key=lambda side: (owners == {side}, g.points(side)))
            draw = len(owners) == 2 and g.points(BLUE) == g.points(RED)
            text = f"{SIDES[best].title()} wins" if not draw else "A draw"
            points = f"{g.points(BLUE)} points for Blue, {g.points(RED)} for Red"
            scores = tuple(0.5 if draw else float(side == best) for side in (BLUE, RED))
            g.result = Result(scores, f"{text}: {points}.", "7")
        else:
            g.agenda += [Battles(), Moves(), Arrival()]
        return False
