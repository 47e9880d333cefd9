"""Figures of many games: results by side, length, curves, where games are decided, which cards win."""

import math
import re
import statistics
from collections.abc import Iterable
from typing import Any

from sandtable.arena.play_game import Played, Point
from sandtable.arena.ratings import Meeting, rate
from sandtable.arena.results_file import Store
from sandtable.arena.scores import Record, interval, meetings, verdicts
from sandtable.engine.errors import BadOption

Z = 1.959964
SWINGS = 12  # the number of biggest swings that are listed
ENDINGS = 8
# A card that was seen in fewer games is not ranked.
SEEN = 5


def analyse(stores: list[Store]) -> dict[str, Any]:
    """Return the figures of one or more contests of one game, ready for JSON."""
    first = stores[0].contest
    for store in stores[1:]:
        if store.contest["game"] != first["game"]:
            raise BadOption(
                f"{store.path} is of {store.contest['title']}, {stores[0].path} of {first['title']}; "
                "a report is of one game."
            )
    contests: list[dict[str, Any]] = []
    met: list[Meeting] = []
    bots: list[str] = []
    records: dict[str, Record] = {}
    for store in stores:
        rows = store.rows(curves=True)
        if not rows:
            raise BadOption(f"{store.path} holds no finished game yet.")
        together = len(store.contest["teams"]) == 1
        met += meetings(together, rows)
        for ends in verdicts(together, rows):
            for bot, end in ends.items():
                records.setdefault(bot, Record()).add(end)
        bots += [bot for bot in store.contest["bots"] if bot not in bots]
        contests.append(contest_figures(store, rows))
    rated = rate(bots, met)
    return {
        "game": first["game"],
        "title": first["title"],
        "games": sum(contest["games"] for contest in contests),
        "bots": {
            bot: {
                **records.get(bot, Record()).plain(),
                "elo": round(rated[bot].elo, 1),
                "elo_ci95": [round(end, 1) for end in rated[bot].interval],
            }
            for bot in bots
        },
        "contests": contests,
    }


def contest_figures(store: Store, rows: list[Played]) -> dict[str, Any]:
    """Return the figures of one contest."""
    contest = store.contest
    sides = side_names(contest)
    return {
        "file": str(store.path),
        "scenario": contest["scenario"],
        "scenario_title": contest["scenario_title"],
        "players": contest["players"],
        "options": contest["options"],
        "changed": {
            key: value for key, value in contest["options"].items() if contest["defaults"].get(key) != value
        },
        "seed": contest["seed"],
        "bots": contest["bots"],
        "games": len(rows),
        "sides": results_by_side(contest, sides, rows),
        "length": {
            "turns": spread([len(row.curve) - 1 for row in rows]),
            "choices": spread([sum(row.choices) for row in rows]),
            "seconds": spread([round(sum(row.seconds), 3) for row in rows]),
            "ends": ends(rows),
        },
        "endings": endings(rows),
        "values": value_curves(contest, sides, rows),
        "curves": curves(rows),
        "decided": decided(contest, sides, rows),
        "swings": swings(store, sides, rows),
        "things": things(contest, rows),
    }


def side_names(contest: dict[str, Any]) -> list[str]:
    """Return the name of each team: its seats."""
    return [" and ".join(contest["seats"][seat] for seat in team) for team in contest["teams"]]


def team_scores(contest: dict[str, Any], values: tuple[float, ...]) -> list[float]:
    """Return what each team has: the best of its seats."""
    return [max(values[seat] for seat in team) for team in contest["teams"]]


# --- results and length


def results_by_side(contest: dict[str, Any], sides: list[str], rows: list[Played]) -> list[dict[str, Any]]:
    """Return the results of each side, over all bots and with each of them."""
    found: list[dict[str, Any]] = []
    for number, side in enumerate(sides):
        seat = contest["teams"][number][0]
        for bot in ["", *contest["bots"]] if len(contest["bots"]) > 1 else [""]:
            own = [row for row in rows if bot in ("", row.arrangement[seat])]
            scores = [team_scores(contest, row.scores)[number] for row in own]
            mean = statistics.fmean(scores) if scores else 0.0
            found.append(
                {
                    "side": side,
                    "bot": bot,
                    "games": len(own),
                    "won": sum(score == 1.0 for score in scores),
                    "lost": sum(score == 0.0 for score in scores),
                    "score": round(mean, 4),
                    "ci95": interval(mean, len(scores)),
                }
            )
    return found


def spread(values: Iterable[float]) -> dict[str, float]:
    """Return the smallest, middle and largest value, and the mean."""
    found = sorted(values)
    return {
        "least": found[0],
        "median": statistics.median(found),
        "most": found[-1],
        "mean": round(statistics.fmean(found), 3),
    }


def ends(rows: list[Played]) -> list[dict[str, Any]]:
    """Return how many games ended in each turn."""
    count: dict[int, int] = {}
    for row in rows:
        count[row.curve[-1].turn] = count.get(row.curve[-1].turn, 0) + 1
    names = turn_names(rows)
    return [{"turn": turn, "name": names[turn], "games": count[turn]} for turn in sorted(count)]


def endings(rows: list[Played]) -> list[dict[str, Any]]:
    """Return how games ended, the most frequent way first; numbers in sentences make no difference."""
    count: dict[str, int] = {}
    for row in rows:
        text = re.sub(r"\d+(\.\d+)?", "…", row.text)
        count[text] = count.get(text, 0) + 1
    ranked = sorted(count.items(), key=lambda entry: (-entry[1], entry[0]))[:ENDINGS]
    return [{"text": text, "games": number} for text, number in ranked]


# --- curves


def turn_names(rows: list[Played]) -> dict[int, str]:
    """Return the name of every turn that was played."""
    return {point.turn: point.name for row in rows for point in row.curve}


def quantile(found: list[float], share: float) -> float:
    """Return the value that this share of a sorted list does not exceed, interpolated."""
    place = share * (len(found) - 1)
    low = math.floor(place)
    high = min(low + 1, len(found) - 1)
    return found[low] + (place - low) * (found[high] - found[low])


def curve_of(values: dict[int, list[float]], names: dict[int, str]) -> list[dict[str, Any]]:
    """Return the mean and the range of the middle four fifths for each turn."""
    return [
        {
            "turn": turn,
            "name": names[turn],
            "games": len(values[turn]),
            "mean": round(statistics.fmean(values[turn]), 4),
            "low": round(quantile(sorted(values[turn]), 0.1), 4),
            "high": round(quantile(sorted(values[turn]), 0.9), 4),
        }
        for turn in sorted(values)
    ]


def curves(rows: list[Played]) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """Return each figure of the game over the turns: what, whose, and the curve."""
    found: dict[str, dict[str, dict[int, list[float]]]] = {}
    for row in rows:
        for point in row.curve:
            for what, whose, value in point.measures:
                found.setdefault(what, {}).setdefault(whose, {}).setdefault(point.turn, []).append(value)
    names = turn_names(rows)
    return {
        what: {whose: curve_of(values, names) for whose, values in by.items()} for what, by in found.items()
    }


def value_curves(
    contest: dict[str, Any], sides: list[str], rows: list[Played]
) -> dict[str, list[dict[str, Any]]]:
    """Return the value of each side at the end of each turn, as the game estimates it."""
    found: list[dict[int, list[float]]] = [{} for _ in sides]
    for row in rows:
        for point in row.curve:
            for number, value in enumerate(team_scores(contest, point.values)):
                found[number].setdefault(point.turn, []).append(value)
    names = turn_names(rows)
    return {side: curve_of(found[number], names) for number, side in enumerate(sides)}


# --- where games are decided


def leader(contest: dict[str, Any], point: Point) -> int:
    """Return the team that leads, by the highest value; -1 if two are equal.

    If all seats are one team, it leads (0) at one half or more, otherwise the system leads (1).
    """
    values = team_scores(contest, point.values)
    if len(values) == 1:
        return 0 if values[0] >= 0.5 else 1
    top = max(values)
    return values.index(top) if values.count(top) == 1 else -1


def decided(contest: dict[str, Any], sides: list[str], rows: list[Played]) -> list[dict[str, Any]]:
    """Return for each turn in how many games the winner took the final lead, and how far values moved."""
    names = turn_names(rows)
    taken: dict[int, int] = {}
    moved: dict[int, list[float]] = {}
    for row in rows:
        winner = leader(contest, row.curve[-1])
        at = len(row.curve) - 1
        while at > 0 and leader(contest, row.curve[at - 1]) == winner:
            at -= 1
        taken[row.curve[at].turn] = taken.get(row.curve[at].turn, 0) + 1
        for before, after in zip(row.curve, row.curve[1:], strict=False):
            changes = [
                abs(b - a)
                for a, b in zip(
                    team_scores(contest, before.values), team_scores(contest, after.values), strict=True
                )
            ]
            moved.setdefault(after.turn, []).append(max(changes))
    return [
        {
            "turn": turn,
            "name": names[turn],
            "games": taken.get(turn, 0),
            "swing": round(statistics.fmean(moved[turn]), 4) if turn in moved else 0.0,
        }
        for turn in sorted(names)
    ]


def swings(store: Store, sides: list[str], rows: list[Played]) -> list[dict[str, Any]]:
    """Return the biggest changes of value in a turn: which game, when, for which side, from and to what."""
    contest = store.contest
    found: list[dict[str, Any]] = []
    for game, row in zip(store.numbers(), rows, strict=True):
        for before, after in zip(row.curve, row.curve[1:], strict=False):
            was, now = team_scores(contest, before.values), team_scores(contest, after.values)
            number = max(range(len(sides)), key=lambda side: now[side] - was[side] if len(sides) > 1 else 0.0)
            found.append(
                {
                    "game": game,
                    "seed": row.seed,
                    "turn": after.turn,
                    "name": after.name,
                    "side": sides[number],
                    "before": was[number],
                    "after": now[number],
                }
            )
    found.sort(key=lambda swing: (-abs(swing["after"] - swing["before"]), swing["game"], swing["turn"]))
    return found[:SWINGS]


# --- cards and developments


def things(contest: dict[str, Any], rows: list[Played]) -> list[dict[str, Any]]:
    """Return cards and developments, sorted by what they gain.

    The score of a seat that had (or chose) one is compared with the mean of the same bot in the same seat, so
    that neither a strong side nor a strong bot makes a card look good.
    """
    sums: dict[tuple[int, str], list[float]] = {}
    for row in rows:
        for seat, bot in enumerate(row.arrangement):
            sums.setdefault((seat, bot), []).append(row.scores[seat])
    base = {key: statistics.fmean(scores) for key, scores in sums.items()}
    had: dict[str, list[tuple[float, float]]] = {}
    chosen: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        for thing in row.things:
            score = row.scores[thing.seat]
            entry = (score, score - base[thing.seat, row.arrangement[thing.seat]])
            had.setdefault(thing.key, []).append(entry)
            if thing.chosen:
                chosen.setdefault(thing.key, []).append(entry)
    labels = unique_labels({key: contest["labels"].get(key, key) for key in had})
    found: list[dict[str, Any]] = [
        {
            "key": key,
            "label": labels[key],
            "had": gain(had[key]),
            "chosen": gain(chosen.get(key, [])),
        }
        for key in had
    ]
    found.sort(key=lambda row: (-row["chosen"]["gain"], row["key"]))
    return found


def unique_labels(labels: dict[str, str]) -> dict[str, str]:
    """Return labels by key; equal labels get their keys added."""
    count: dict[str, int] = {}
    for label in labels.values():
        count[label] = count.get(label, 0) + 1
    return {
        key: label if count[label] == 1 else f"{label} ({key.partition(':')[2].replace('_', ' ')})"
        for key, label in labels.items()
    }


def gain(entries: list[tuple[float, float]]) -> dict[str, Any]:
    """Return the number of games, their mean score, and how much that is above the expected score."""
    if not entries:
        return {"games": 0, "score": 0.0, "gain": 0.0, "ci95": [-1.0, 1.0]}
    gains = [more for _, more in entries]
    mean = statistics.fmean(gains)
    # The spread of a few games means little; half a point is the largest possible one.
    deviation = statistics.stdev(gains) if len(gains) >= SEEN else 0.5
    half = Z * deviation / math.sqrt(len(gains))
    return {
        "games": len(entries),
        "score": round(statistics.fmean(score for score, _ in entries), 4),
        "gain": round(mean, 4),
        "ci95": [round(max(-1.0, mean - half), 4), round(min(1.0, mean + half), 4)],
    }
