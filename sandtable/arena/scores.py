"""Counting games: wins, losses and draws with their intervals, for each bot, arrangement and seat."""

import math
import statistics
from typing import Any

from sandtable.arena.play_game import Arrangement, Played
from sandtable.arena.ratings import Meeting, rate
from sandtable.engine.game import Game, Setup


class Record:
    """The wins, losses and draws of a bot."""

    def __init__(self) -> None:
        self.wins = 0
        self.losses = 0
        self.draws = 0

    @property
    def games(self) -> int:
        """All games."""
        return self.wins + self.losses + self.draws

    @property
    def score(self) -> float:
        """Games won, a draw being half a win, as a share."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.0

    def add(self, end: str) -> None:
        """Count one more game."""
        setattr(self, end, getattr(self, end) + 1)

    def plain(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "wins": self.wins,
            "losses": self.losses,
            "draws": self.draws,
            "score": round(self.score, 4),
            "ci95": interval(self.score, self.games),
        }


def interval(score: float, games: int) -> list[float]:
    """Return the 95 % confidence interval of a share (Wilson's, which is right near 0 and 1 too)."""
    if games == 0:
        return [0.0, 1.0]
    z = 1.959964
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    spread = score * (1 - score) / games + z * z / (4 * games * games)
    half = z * math.sqrt(spread) / (1 + z * z / games)
    return [round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)]


def verdict(row: Played) -> dict[str, str]:
    """Return for each bot of a game whether it won, lost or drew: its best seat counts."""
    best: dict[str, float] = {}
    for bot, score in zip(row.arrangement, row.scores, strict=True):
        best[bot] = max(score, best.get(bot, 0.0))
    if len(best) == 1:
        # One bot in all seats: only a game against the system can be won or lost.
        together = all(score == row.scores[0] for score in row.scores)
        won = row.scores[0] if together else 0.5
        return dict.fromkeys(best, "wins" if won == 1.0 else "losses" if won == 0.0 else "draws")
    top = max(best.values())
    leaders = [bot for bot in best if best[bot] == top]
    return {bot: "losses" if bot not in leaders else "wins" if len(leaders) == 1 else "draws" for bot in best}


def verdicts(together: bool, rows: list[Played]) -> list[dict[str, str]]:
    """Return the verdict of each game.

    If all seats win or lose together, bots do not meet. Then the games with one seed are compared: a bot has
    won if its score beats those of all others, and lost if another's score beats its own.
    """
    bots = {bot for row in rows for bot in row.arrangement}
    if not together or len(bots) == 1:
        return [verdict(row) for row in rows]
    best: dict[int, list[float]] = {}
    for row in rows:
        best.setdefault(row.seed, []).append(row.scores[0])
    found: list[dict[str, str]] = []
    for row in rows:
        own, top = row.scores[0], max(best[row.seed])
        alone = best[row.seed].count(top) == 1
        found.append({row.arrangement[0]: "losses" if own < top else "wins" if alone else "draws"})
    return found


def meetings(together: bool, rows: list[Played]) -> list[Meeting]:
    """Return every pair of bots that met, with what the first of them got: 1, a half or 0.

    In a game of more than two bots each pair has less weight, so that a bot plays one game at a time.
    If all seats win together, bots meet in the games with one seed.
    """
    tables: list[dict[str, float]] = []
    if together:
        by_seed: dict[int, dict[str, float]] = {}
        for row in rows:
            by_seed.setdefault(row.seed, {})[row.arrangement[0]] = row.scores[0]
        tables = list(by_seed.values())
    else:
        for row in rows:
            best: dict[str, float] = {}
            for bot, score in zip(row.arrangement, row.scores, strict=True):
                best[bot] = max(score, best.get(bot, 0.0))
            tables.append(best)
    found: list[Meeting] = []
    for table in tables:
        names = list(table)
        for i, one in enumerate(names):
            for other in names[i + 1 :]:
                got = 1.0 if table[one] > table[other] else 0.0 if table[one] < table[other] else 0.5
                found.append(Meeting(one, other, got, 1.0 / (len(names) - 1)))
    return found


def in_one_team(game: Game, setup: Setup) -> bool:
    """Return whether all seats win or lose together."""
    return len(game.teams(setup)) == 1


def summary(
    game: Game, setup: Setup, bots: list[str], seatings: list[Arrangement], rows: list[Played]
) -> dict[str, Any]:
    """Return what `sandtable arena` prints as JSON."""
    together = in_one_team(game, setup)
    overall = {bot: Record() for bot in bots}
    by_seating = {seating: {bot: Record() for bot in seating} for seating in seatings}
    choices = dict.fromkeys(bots, 0)
    seconds = dict.fromkeys(bots, 0.0)
    seat_scores: dict[Arrangement, list[list[float]]] = {
        seating: [[] for _ in range(setup.players)] for seating in seatings
    }
    played = dict.fromkeys(seatings, 0)
    for row, ends in zip(rows, verdicts(together, rows), strict=True):
        played[row.arrangement] += 1
        for bot, end in ends.items():
            overall[bot].add(end)
            by_seating[row.arrangement][bot].add(end)
        for seat, bot in enumerate(row.arrangement):
            choices[bot] += row.choices[seat]
            seconds[bot] += row.seconds[seat]
            seat_scores[row.arrangement][seat].append(row.scores[seat])
    names = game.seat_names(game.new(setup))
    rated = rate(bots, meetings(together, rows))
    return {
        "game": game.slug,
        "scenario": setup.scenario,
        "players": setup.players,
        "options": setup.options,
        "seed": setup.seed,
        "games": len(rows),
        "bots": {
            bot: {
                **overall[bot].plain(),
                "ms_per_choice": round(1000 * seconds[bot] / max(1, choices[bot]), 4),
                "elo": round(rated[bot].elo, 1),
                "elo_ci95": [round(end, 1) for end in rated[bot].interval],
            }
            for bot in bots
        },
        "arrangements": [
            {
                "seats": dict(zip(names, seating, strict=True)),
                "games": played[seating],
                "bots": {bot: record.plain() for bot, record in by_seating[seating].items()},
                "scores": [round(statistics.fmean(ends or [0.0]), 4) for ends in seat_scores[seating]],
                "medians": [round(statistics.median(ends or [0.0]), 4) for ends in seat_scores[seating]],
            }
            for seating in seatings
        ],
    }
