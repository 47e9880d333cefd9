"""The report of an arena: the figures of its games as one page."""

from typing import Any

from sandtable.arena import plots
from sandtable.arena.analysis import SEEN
from sandtable.arena.html_page import Page
from sandtable.engine.words import count

RANKED = 12  # cards and developments at either end of the ranking
SMALL = 3  # games; a turn that fewer games reached is not shown


def build_report(found: dict[str, Any]) -> str:
    """Return the page of what `analyse` has found."""
    contests: list[dict[str, Any]] = found["contests"]
    page = Page(f"{found['title']}: report of the arena", lead(found))
    page.section("Results")
    results(page, found)
    for contest in contests:
        where = f"{contest['scenario_title']}: " if len(contests) > 1 else ""
        page.section(where + "Length of games")
        length(page, contest)
        page.section(where + "How the war goes")
        war_plots(page, contest)
        page.section(where + "Where games are decided")
        decisions(page, contest)
        if contest["things"]:
            page.section(where + "Which cards and developments win")
            things(page, contest)
    return page.html()


def lead(found: dict[str, Any]) -> str:
    """Return what was played, in a sentence or two."""
    text = [f"{count(found['games'], 'game')} between bots: {', '.join(found['bots'])}."]
    for contest in found["contests"]:
        options = ", ".join(f"{key} {str(value).lower()}" for key, value in contest["changed"].items())
        text.append(
            f"{contest['scenario_title']}, {count(contest['players'], 'player')}, "
            f"{count(contest['games'], 'game')} from seed {contest['seed']}"
            + (f", with {options}." if options else ".")
        )
    return " ".join(text)


def interval_text(row: dict[str, Any]) -> str:
    """Return an interval."""
    low, high = row["ci95"]
    return f"{low:.3f}–{high:.3f}"


# --- results


def results(page: Page, found: dict[str, Any]) -> None:
    """Add the results of bots against each other, and of sides against each other."""
    bots = found["bots"]
    if len(bots) > 1:
        page.heading("Bots")
        page.table(
            "Games won, drawn and lost; a draw is half a win. Elo: the average of these bots is 0.",
            ("Bot", "Won", "Drawn", "Lost", "Score", "95 % interval", "Elo", "95 % interval"),
            [
                (
                    bot, row["wins"], row["draws"], row["losses"], row["score"], interval_text(row),
                    f"{row['elo']:+.0f}", f"{row['elo_ci95'][0]:+.0f} – {row['elo_ci95'][1]:+.0f}",
                )
                for bot, row in bots.items()
            ],
        )  # fmt: skip
        page.plot(
            plots.dots([plots.Dot(bot, row["elo"], *row["elo_ci95"]) for bot, row in bots.items()], 0, "Elo"),
            "Elo of each bot with its 95 % interval.",
        )
    page.heading("Sides")
    rows: list[tuple[str, dict[str, Any], dict[str, Any]]] = []
    for contest in found["contests"]:
        for row in contest["sides"]:
            name = row["side"] + (f", {row['bot']}" if row["bot"] else "")
            rows.append((name, row, contest))
    page.table(
        "Score of each side, over all games and with each bot: 1 is a victory, 0 a defeat.",
        ("Side", "Scenario", "Games", "Won", "Lost", "Score", "95 % interval"),
        [
            (
                name,
                contest["scenario_title"],
                row["games"],
                row["won"],
                row["lost"],
                row["score"],
                interval_text(row),
            )
            for name, row, contest in rows
        ],
    )
    several = len(found["contests"]) > 1
    page.plot(
        plots.dots(
            [
                plots.Dot(
                    f"{contest['scenario_title']}: {name}" if several else name, row["score"], *row["ci95"]
                )
                for name, row, contest in rows
            ],
            0.5,
            "Score",
        ),
        "Score of each side with its 95 % interval; the dotted line is one half.",
    )


# --- one contest


def length(page: Page, contest: dict[str, Any]) -> None:
    """Add how long games are, and how they end."""
    found = contest["length"]
    page.table(
        "Of all games.",
        ("", "Least", "Median", "Mean", "Most"),
        [
            (name, f"{row['least']:g}", f"{row['median']:g}", f"{row['mean']:.1f}", f"{row['most']:g}")
            for name, row in (
                ("Turns", found["turns"]),
                ("Choices", found["choices"]),
                ("Seconds of thought", found["seconds"]),
            )
        ],
    )
    ends = found["ends"]
    if len(ends) > 1:
        ticks = plots.Ticks([row["turn"] for row in ends], [row["name"] for row in ends])
        most = max(ends, key=lambda row: row["games"])
        page.plot(
            plots.bars(ticks, [row["games"] for row in ends], "Games"),
            f"Games by the turn they ended in; most ({most['games']}) in {most['name']}.",
        )
    page.table("How games ended.", ("", "Games"), [(row["text"], row["games"]) for row in contest["endings"]])


def as_lines(curves: dict[str, list[dict[str, Any]]], games: int) -> tuple[list[plots.Line], plots.Ticks]:
    """Return curves as lines of a plot, for the turns that enough games reached."""
    enough = min(SMALL, games)
    found: list[plots.Line] = []
    names: dict[float, str] = {}
    for whose, curve in curves.items():
        points = [point for point in curve if point["games"] >= enough]
        names.update({point["turn"]: point["name"] for point in points})
        band = games > 1
        found.append(
            plots.Line(
                whose,
                [point["turn"] for point in points],
                [point["mean"] for point in points],
                [point["low"] for point in points] if band else [],
                [point["high"] for point in points] if band else [],
            )
        )
    places = sorted(names)
    return found, plots.Ticks(places, [names[place] for place in places])


def curve_table(page: Page, caption: str, curves: dict[str, list[dict[str, Any]]]) -> None:
    """Add the means of curves as a table, folded."""
    names: dict[int, str] = {}
    means: dict[tuple[int, str], float] = {}
    for whose, curve in curves.items():
        for point in curve:
            names[point["turn"]] = point["name"]
            means[point["turn"], whose] = point["mean"]
    page.open_details(f"{caption}: the figures as a table")
    page.table(
        caption,
        ("Turn", *curves),
        [
            (name, *[f"{means[turn, whose]:.2f}" if (turn, whose) in means else "–" for whose in curves])
            for turn, name in sorted(names.items())
        ],
    )
    page.close_details()


def war_plots(page: Page, contest: dict[str, Any]) -> None:
    """Add plots of territory, resources and points over the turns."""
    games = contest["games"]
    if not contest["curves"]:
        page.text("This game has no figures at the end of its turns.")
    elif games > 1:
        page.text(
            "Lines are means at the end of each turn; four games of five lie within the band.", soft=True
        )
    page.open_grid()
    for what, curves in contest["curves"].items():
        found, ticks = as_lines(curves, games)
        page.plot(plots.lines(found, ticks), what)
    page.close_grid()
    for what, curves in contest["curves"].items():
        curve_table(page, what, curves)


def decisions(page: Page, contest: dict[str, Any]) -> None:
    """Add values over time, when the final lead was taken, and the biggest swings."""
    values = contest["values"]
    found, ticks = as_lines(values, contest["games"])
    page.plot(
        plots.lines(found, ticks),
        "The value of each side at the end of each turn, as the game estimates it: 1 is a certain victory.",
    )
    curve_table(page, "Estimate for each side", values)
    rows = contest["decided"]
    ticks = plots.Ticks([row["turn"] for row in rows], [row["name"] for row in rows])
    most = max(rows, key=lambda row: row["games"])
    wildest = max(rows, key=lambda row: row["swing"])
    page.open_grid()
    page.plot(
        plots.bars(ticks, [row["games"] for row in rows], "Games"),
        "Games by the turn in which the winner took the final lead; "
        f"most ({most['games']}) in {most['name']}.",
    )
    page.plot(
        plots.bars(ticks, [row["swing"] for row in rows], "Change of value"),
        f"How far the estimate moves in a turn, on average; farthest in {wildest['name']}.",
    )
    page.close_grid()
    page.table(
        "The biggest swings. `sandtable report FILE --game N` shows a game turn by turn.",
        ("Game", "Seed", "Turn", "Side", "Before", "After"),
        [
            (str(row["game"]), row["seed"], row["name"], row["side"], row["before"], row["after"])
            for row in contest["swings"]
        ],
    )


def things(page: Page, contest: dict[str, Any]) -> None:
    """Add cards and developments by what a seat gains that chooses them, or that has them."""
    page.text(
        "The score of a seat that chose a card or development, or had it in hand or in effect, less the mean "
        "score of the same bot in the same seat. Chosen may mean played, drafted or spent. Of twenty such "
        "intervals one is wrong by chance alone, and a card may be chosen because a game is won already."
    )
    enough = max(SEEN, contest["games"] // 50)
    for kind, verb in (("chosen", "chosen"), ("had", "had")):
        ranked = [row for row in contest["things"] if enough <= row[kind]["games"]]
        ranked.sort(key=lambda row: (-row[kind]["gain"], row["key"]))
        # A card that is in every game shows nothing.
        ranked = [row for row in ranked if row[kind]["ci95"][0] != row[kind]["ci95"][1]]
        shown = ranked if len(ranked) <= 2 * RANKED else ranked[:RANKED] + ranked[-RANKED:]
        if shown:
            page.plot(
                plots.dots(
                    [plots.Dot(row["label"], row[kind]["gain"], *row[kind]["ci95"]) for row in shown],
                    0.0,
                    "Gain in score",
                ),
                f"Gain of cards and developments that were {verb}, the best and the worst of {len(ranked)}, "
                "with 95 % intervals.",
            )
    page.open_details("All cards and developments as a table")
    page.table(
        f"Games in which a seat chose or had it, its mean score in these, and the gain. Fewer than {enough} "
        "games prove nothing.",
        ("", "Chosen", "Score", "Gain", "95 % interval", "Had", "Score", "Gain", "95 % interval"),
        [(row["label"], *gains(row["chosen"]), *gains(row["had"])) for row in contest["things"]],
    )
    page.close_details()


def gains(row: dict[str, Any]) -> tuple[int, str, str, str]:
    """Return the cells of a gain."""
    if not row["games"]:
        return 0, "–", "–", "–"
    low, high = row["ci95"]
    return row["games"], f"{row['score']:.3f}", f"{row['gain']:+.3f}", f"{low:+.3f} – {high:+.3f}"
