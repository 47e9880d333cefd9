"""Every command in one process: what it prints, what it gives as JSON, how it fails."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from sandtable import games as all_games
from sandtable.cli import saves as files
from sandtable.engine import save as saves
from sandtable.engine.match import Match
from sandtable.engine.save import NO_SAVE
from tests.cli.conftest import Run
from tests.engine.tiny import StraitsGame, fresh


def data(result: Result) -> dict[str, Any]:
    """The one object on standard output."""
    assert result.stdout.count("\n") == 1
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def played(choices: int = 12) -> Match:
    match = fresh(2, seed=5)
    while len(match.history) < choices and match.prompts:
        match.play(match.prompts[0].choices[-1], match.prompts[0].seat)
    return match


@pytest.fixture
def saved(home: Path) -> Path:
    path = home / "saves" / "mine.save"
    files.write(path, played().save())
    return path


def refused(result: Result, sentence: str, status: int = 2) -> None:
    """One sentence on standard error, nothing on standard output."""
    assert result.exit_code == status, result.output
    assert result.stdout == ""
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.output


# --- games


def test_games_lists_scenarios_and_options(run: Run) -> None:
    text = run("games").stdout
    assert "downfall" in text and "Downfall of the Third Reich" in text
    rows = [" ".join(line.split()) for line in text.splitlines()]
    assert "straits Straits" in rows
    assert "scenario ring 2 or 3 players The ring" in rows
    assert "scenario duel 2 players The duel" in rows


def test_values_of_options_are_shown_as_words_and_taken_in_any_spelling(run: Run, home: Path) -> None:
    text = run("games").stdout
    assert "ask* | when-possible" in text and "when_possible" not in text
    for value in ("when-possible", "when_possible", "When possible"):
        result = run("play", "straits", "--players", "2", "--option", f"reactions={value}", input="1\n")
        assert result.exit_code == 0, result.output
        path = max((home / "saves").iterdir(), key=lambda found: found.stat().st_mtime_ns)
        assert Match.load(StraitsGame(), path.read_bytes()).setup.options["reactions"] == "when_possible"


def test_games_as_json(run: Run) -> None:
    found = data(run("games", "--json"))["games"]
    assert [game["slug"] for game in found] == list(all_games.SLUGS)
    for game in found:
        assert set(game) == {"slug", "title", "scenarios", "options"}
        for scenario in game["scenarios"]:
            assert set(scenario) == {"id", "title", "seats"}
            assert all(isinstance(count, int) for count in scenario["seats"])


# --- wrong input


def test_wrong_input_is_one_sentence_and_status_2(run: Run) -> None:
    refused(
        run("play", "chess"),
        f"There is no game 'chess'; there is {', '.join(all_games.SLUGS[:-1])}.",
    )
    refused(run("play"), "Name the game to play")
    refused(run("play", "straits", "--players", "7"), "is for 2 or 3 players, not for 7.")
    refused(run("play", "straits", "--scenario", "moon"), "has no scenario 'moon'; it has ring, duel.")
    refused(run("play", "straits", "--option", "rounds"), "--option rounds has no value")
    refused(
        run("play", "straits", "--option", "rounds=9"), "Option rounds of Straits can be 2, 3, 4, not '9'."
    )
    refused(run("play", "straits", "--option", "moon=1"), "has no option 'moon'")
    refused(run("play", "straits", "--seed", "-1"), "A seed is a whole number")
    refused(run("play", "straits", "--seat", "red"), "does not say who plays")
    refused(
        run("play", "straits", "--seat", "mauve=me"),
        "There is no seat 'mauve'. Choose one of red, green, blue.",
    )
    refused(
        run("play", "straits", "--seat", "red=god"),
        "There is no player 'god'. A seat is played by me or a bot. random: Takes anything",
    )
    refused(run("play", "straits", "--seat", "red=me", "--seat", "r=me"), "The seat red is given twice.")
    refused(run("play", "straits", "--pack", "nowhere"), "There is no folder nowhere")
    refused(run("nonsense"), "nonsense")
    refused(run("play", "straits", "--nonsense"), "--nonsense")
    refused(run("fuzz", "straits", "--games", "x"), "--games")


def test_no_command_is_help(run: Run) -> None:
    result = run()
    assert result.exit_code == 0
    assert "Usage: sandtable" in result.output


def test_a_mistake_of_our_own_is_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: StraitsGame, *args: object) -> None:
        raise KeyError("oops")

    monkeypatch.setattr(StraitsGame, "new", broken)
    refused(run("play", "straits"), "This is a mistake in Sandtable (KeyError: 'oops')", 1)


# --- play


def test_play_to_the_end_and_replay(run: Run, home: Path) -> None:
    result = run("play", "straits", "--players", "2", "--seed", "3", input="1\n" * 60)
    assert result.exit_code == 0
    assert "The game is over" in result.stdout
    name = re.findall(r"sandtable replay (\S+)", result.stdout)[0]
    again = run("replay", name)
    assert again.exit_code == 0
    assert "    1 red: Card" in again.stdout or "    1 green: Card" in again.stdout
    assert "has most points. [6a]" in again.stdout


def test_play_saves_at_the_end_of_input_and_goes_on(run: Run, home: Path) -> None:
    first = run(
        "play", "straits", "--players", "2", "--option", "rounds=2", "--option", "crowded=TRUE", input="1\n"
    )
    assert first.exit_code == 0
    path = next((home / "saves").iterdir())
    assert "Continue with: sandtable play --load" in first.stdout
    second = run("play", "--load", path.stem, input="help\n")
    assert second.exit_code == 0
    assert "red: you · green: greedy bot" in second.stdout
    match = Match.load(StraitsGame(), path.read_bytes())
    assert match.setup.options["rounds"] == 2 and match.setup.options["crowded"] is True


def test_a_named_save_is_not_played_over(run: Run, saved: Path) -> None:
    before = saved.read_bytes()
    result = run("play", "--load", "mine", input="auto turn\nquit\n")
    assert saved.read_bytes() == before
    assert "Continue with: sandtable play --load straits-" in result.stdout


def test_seats_are_given_by_fragments_and_kept_for_going_on(run: Run) -> None:
    result = run("play", "straits", "--seat", "gr=me", "--seat", "blue=random", input="quit\n")
    assert "red: greedy bot · green: you · blue: random bot" in result.stdout
    assert "--seat red=greedy --seat green=me --seat blue=random" in result.stdout
    result = run("play", "straits", "--seat", "red=random", input="quit\n")
    assert "red: random bot · green: you · blue: greedy bot" in result.stdout


def test_bots_can_play_among_themselves(run: Run) -> None:
    result = run("play", "straits", "--players", "2", "--seat", "red=greedy", "--seat", "green=greedy")
    assert result.exit_code == 0
    assert "The game is over" in result.stdout


def test_a_save_cannot_be_given_another_set_up(run: Run, saved: Path) -> None:
    refused(run("play", "--load", "mine", "--seed", "4"), "Omit them with --load")
    refused(run("play", "downfall", "--load", "mine"), "mine is a save of straits, not of downfall.")
    refused(run("play", "--load", "nothing"), "There is no save nothing")


def test_a_damaged_save_is_one_sentence(run: Run, saved: Path) -> None:
    whole = saved.read_bytes()
    saved.write_bytes(whole[: len(whole) // 2])
    for command in (["play", "--load", "mine"], ["replay", "mine"], ["show", "mine"]):
        refused(run(*command), NO_SAVE)
    saved.write_bytes(whole.replace(b'"seed":5', b'"seed":6'))
    refused(run("play", "--load", "mine"), "This save is damaged: its checksum does not match its contents")


# --- replay


def test_replay_prints_choices_and_events(run: Run, saved: Path) -> None:
    text = run("replay", saved).stdout
    match = played()
    for number in range(1, len(match.history) + 1):
        assert re.search(rf"^ +{number} (red|green): ", text, re.MULTILINE)
    for line in match.log(None):
        assert line.text in text
    assert "You draw" not in text


def test_replay_as_a_seat_shows_its_secrets(run: Run, saved: Path) -> None:
    match = played(40)
    files.write(saved, match.save())
    assert any(line.text.startswith("You draw") for line in match.log(0))
    assert "You draw" in run("replay", "mine", "--seat", "red").stdout
    refused(run("replay", "mine", "--seat", "mauve"), "There is no seat 'mauve'")


def test_replay_as_json(run: Run, saved: Path) -> None:
    found = data(run("replay", saved, "--json", "--to", "5"))
    assert found["game"] == "straits" and found["seed"] == 5 and found["result"] is None
    assert [row["number"] for row in found["choices"]] == [1, 2, 3, 4, 5]
    assert set(found["choices"][0]) == {"number", "seat", "choice", "key", "label", "events"}
    events = [event["text"] for row in found["choices"] for event in row["events"]]
    whole = Match.replay(StraitsGame(), played().setup, played().history, 5)
    assert events == [line.text for line in whole.log(None)]


def test_replay_stops_where_it_is_told(run: Run, saved: Path) -> None:
    assert run("replay", saved, "--to", "0").exit_code == 0
    refused(run("replay", saved, "--to", "999"), "choices, fewer than 999.")
    refused(run("replay", "nowhere"), "There is no save nowhere")


def test_a_save_of_other_rules_has_no_history_to_replay(run: Run, saved: Path) -> None:
    match = played()
    # A history that leads elsewhere is what a save looks like after the rules have changed.
    files.write(saved, saves.write(match.game, match.setup, None, match.history[:-1], match.state))
    refused(run("replay", saved), "This save was made under other rules")
    files.write(saved.with_name("other.save"), saved.read_bytes())
    result = run("play", "--load", "mine", input="load other\nquit\n")
    assert result.stdout.count("The rules have changed since this was saved") == 2


# --- show


def test_show_needs_one_thing_to_show(run: Run, saved: Path) -> None:
    refused(run("show"), "Name what to show")
    refused(run("show", "mine", "--game", "straits"), "Name what to show")
    refused(run("show", "mine", "--svg", "map.png"), "map.png must end in .svg.")


def test_show_as_json_is_the_view(run: Run, saved: Path) -> None:
    found = data(run("show", "mine", "--json"))
    assert found["game"] == "straits" and found["position"]["hand"] is None
    found = data(run("show", "mine", "--json", "--seat", "green"))
    assert found["position"]["hand"] == played().view(1)["position"]["hand"]


def test_show_draws_pictures(run: Run, tmp_path: Path) -> None:
    svg, png = tmp_path / "map.svg", tmp_path / "map.png"
    result = run(
        "show", "--game", "downfall", "--choices", "30", "--svg", svg, "--png", png, "--width", "400"
    )
    assert result.exit_code == 0, result.output
    assert svg.read_text().startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")


def test_show_prints_the_table(run: Run) -> None:
    result = run("show", "--game", "downfall", "--seed", "3")
    assert result.exit_code == 0, result.output
    assert "Winter 1940" in result.stdout and "Stock" in result.stdout
    refused_region = run("show", "--game", "downfall", "--region", "moon")
    assert refused_region.exit_code == 2 and "There is no region 'moon'" in refused_region.stderr


def test_a_random_position_is_the_same_for_the_same_seed(run: Run) -> None:
    first = run("show", "--game", "straits", "--choices", "9", "--seed", "2", "--json").stdout
    assert run("show", "--game", "straits", "--choices", "9", "--seed", "2", "--json").stdout == first
    assert run("show", "--game", "straits", "--choices", "9", "--seed", "4", "--json").stdout != first
    over = data(run("show", "--game", "straits", "--choices", "9999", "--json"))
    assert over["result"] is not None


# --- rules


def test_rules_as_json(run: Run) -> None:
    result = run("rules", "straits", "--json")
    found = data(result)
    assert set(found) == {"game", "rules", "total", "done", "missing"}
    assert set(found["rules"][0]) == {"id", "scope", "code", "tests"}
    assert found["total"] == len(StraitsGame().rules)
    assert result.exit_code == (1 if found["missing"] or result.stderr else 0)


def test_rules_prints_the_ledger_and_fails_while_a_rule_is_missing(run: Run, tmp_path: Path) -> None:
    result = run("rules", "downfall", "--tests", tmp_path, "--missing")
    assert result.exit_code == 1
    assert "Missing: 1a, " in result.stdout
    assert "✗  1a" in result.stdout


def test_rules_writes_a_page(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "rules.md"
    run("rules", "downfall", "--page", page)
    assert page.read_text().startswith("# The rules of Downfall")


def test_one_rule(run: Run) -> None:
    result = run("rules", "straits", "4a")
    assert result.exit_code == 0
    assert result.stdout.startswith("[4a] Ambush\n")
    assert data(run("rules", "straits", "4a", "--json"))["title"] == "Ambush"
    refused(
        run("rules", "straits", "99"), "Straits has no rule 99. sandtable rules straits lists all of them."
    )
    refused(run("rules", "total_domination", "6.2"), "Total Domination has no rule 6.2. It has 6.2a, 6.2b, ")
    refused(run("rules", "straits", "--tests", "nowhere"), "There is no folder nowhere with tests")


def test_one_rule_shows_where_it_is_enforced_and_what_proves_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, tests = tmp_path / "straits", tmp_path / "tests"
    package.mkdir()
    tests.mkdir()
    (package / "rules.py").write_text(
        '"""Ambushes [4a]: how they begin."""\n\n\n'
        "class Ambush:\n    def roll(self) -> int:\n        return 6  # [4a] one die, as  (printed [4a])\n"
        "\n\n"
        "HITS = (5, 6)  # [4a]\n"
    )
    (tests / "test_ambush.py").write_text(
        'import pytest\n\n\n@pytest.mark.rule("straits", "4a")\ndef test_an_ambush_rolls_one_die(): ...\n'
    )
    for module in ("rules", "ledger"):
        where = "sandtable.cli.rules" if module == "rules" else "sandtable.engine.data.ledger"
        monkeypatch.setattr(f"{where}.source_folder", lambda game: package)
    monkeypatch.chdir(tmp_path)
    result = run("rules", "straits", "4a", "--tests", tests)
    assert result.exit_code == 0
    assert result.stdout.partition("\n\n")[2] == (
        "Enforced in\n"
        "  straits/rules.py:1: Ambushes: how they begin\n"
        "  straits/rules.py:6, Ambush.roll: one die, as (printed)\n"
        "  straits/rules.py:9: HITS = (5, 6)\n"
        "\nProved by\n"
        "  tests/test_ambush.py: an ambush rolls one die\n"
    )
    found = data(run("rules", "straits", "4a", "--tests", tests, "--json"))
    assert list(found)[:4] == ["id", "title", "scope", "text"]
    assert found["code"] == ["rules.py:1", "rules.py:6", "rules.py:9"]
    assert found["tests"] == ["tests/test_ambush.py::test_an_ambush_rolls_one_die"]
    (tests / "test_ambush.py").write_text("")
    text = run("rules", "straits", "4a", "--tests", tests).stdout
    assert text.endswith("No test is marked with this rule. --tests names the folder of the tests.\n")
    (package / "rules.py").write_text("")
    text = run("rules", "straits", "4a", "--tests", tests).stdout
    assert text.endswith("\nNo code cites this rule. It is not done.\n")


# --- fuzz, bench, arena


def test_fuzz(run: Run) -> None:
    result = run("fuzz", "straits", "--games", "5", "--jobs", "1")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("5 games, ")
    found = data(run("fuzz", "straits", "--games", "3", "--jobs", "1", "--json"))
    assert set(found) == {"game", "games", "choices", "errors", "unfinished", "longest"}
    assert found["games"] == 3 and found["errors"] == []


def test_fuzz_fails_when_a_game_does(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(all_games._loaded, "straits", StraitsGame(bug="crash"))
    result = run("fuzz", "straits", "--games", "60", "--jobs", "1")
    assert result.exit_code == 1
    assert "ZeroDivisionError" in result.stdout and "more errors" in result.stdout
    result = run("fuzz", "straits", "--games", "20", "--jobs", "1", "--json")
    assert result.exit_code == 1
    assert set(data(result)["errors"][0]) == {"seed", "choice", "message"}


def test_bench(run: Run) -> None:
    found = data(run("bench", "straits", "--seconds", "0.05", "--json"))
    assert isinstance(found["compiled"], bool)
    assert {"choices_per_s", "games_per_s", "copy_us", "mean_choices"} <= set(found["games"]["straits"])
    assert "straits" in run("bench", "straits", "--seconds", "0.05").stdout
    refused(run("bench", "--pack", "."), "A pack is for one game. Name that game.")
    refused(run("bench", "chess"), "There is no game 'chess'")


def test_arena(run: Run) -> None:
    found = data(run("arena", "straits", "--games", "4", "--players", "2", "--jobs", "1", "--json"))
    assert found["game"] == "straits" and found["games"] == 4
    assert set(found["bots"]) == {"greedy", "random"}
    assert {"wins", "losses", "draws", "score", "ci95", "ms_per_choice"} <= set(found["bots"]["greedy"])
    text = run("arena", "straits", "--games", "4", "--players", "2", "--jobs", "1").stdout
    assert "red greedy, green random: greedy" in text
    assert "4 games of straits (ring), 2 players." in text
    refused(run("arena", "straits", "--bots", "greedy,god", "--jobs", "1"), "There is no bot 'god'")


def test_an_arena_of_one_bot_against_itself(run: Run, tmp_path: Path) -> None:
    told = ["arena", "straits", "--bots", "greedy,greedy", "--games", "4", "--players", "2", "--jobs", "1"]
    found = data(run(*told, "--json"))
    assert list(found["bots"]) == ["greedy", "greedy#2"]
    assert found["bots"]["greedy"]["wins"] == found["bots"]["greedy#2"]["losses"]
    assert "red greedy, green greedy#2: greedy" in run(*told, "--out", tmp_path / "own.db").stdout
    # The file is gone on with, as with other bots.
    assert run(*told, "--out", tmp_path / "own.db").exit_code == 0


# --- pack


def test_a_pack_is_exported_checked_and_played(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    result = run("pack", "export", "downfall", folder)
    assert result.exit_code == 0
    assert (folder / "areas.toml").is_file()
    result = run("pack", "check", folder, "--games", "1")
    assert result.exit_code == 0, result.output
    assert "The pack is good for Downfall" in result.stdout
    result = run("play", "downfall", "--pack", folder, input="quit\n")
    assert result.exit_code == 0
    assert f"--pack {folder}" in result.stdout
    refused(run("pack", "export", "downfall", folder), "is not an empty folder; nothing was written.")


def test_a_wrong_pack_is_told_with_file_entry_and_field(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    run("pack", "export", "downfall", folder)
    areas = folder / "areas.toml"
    areas.write_text(areas.read_text().replace('kind = "island"', 'kind = "cloud"', 1))
    result = run("pack", "check", folder)
    assert result.exit_code == 1
    assert re.search(r'areas\.toml: entry "\w+", field kind: found "cloud", expected', result.stderr)
    found = data(run("pack", "check", folder, "--json"))
    assert found["ok"] is False and "cloud" in found["checks"][-1]["message"]
    refused(run("play", "downfall", "--pack", folder), "areas.toml")


def test_a_pack_that_contradicts_the_rulebook_is_told_so_and_played_all_the_same(
    run: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "pack"
    run("pack", "export", "downfall", folder)
    armies = folder / "armies.toml"
    armies.write_text(armies.read_text().replace("cf_full = 8", "cf_full = 9"))
    sentence = '[23] armies.toml: entry "german_advanced_armor", field cf_full: found 9, the rulebook says 8.'
    result = run("pack", "check", folder, "--games", "1")
    assert result.exit_code == 1
    assert "✗ facts of the rulebook\n✓ 1 random games\n" in result.stdout
    assert "is good for" not in result.stdout
    assert result.stderr.splitlines()[0] == sentence
    assert "The pack contradicts 1 fact of the rulebook." in result.stderr
    result = run("pack", "check", folder, "--games", "1", "--json")
    assert result.exit_code == 1
    found = data(result)
    assert found["ok"] is False and found["facts"] == [sentence]
    assert [check["ok"] for check in found["checks"]] == [True, False, True]
    assert run("play", "downfall", "--pack", folder, input="quit\n").exit_code == 0


def test_a_pack_with_which_games_fail_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sandtable.engine.checks import fuzz

    folder = tmp_path / "pack"
    run("pack", "export", "downfall", folder)
    report = fuzz.FuzzReport(100, 7, [fuzz.FuzzError(3, 7, "Something is wrong.")], 0, 7)
    monkeypatch.setattr(fuzz, "fuzz", lambda *args, **more: report)
    result = run("pack", "check", folder)
    assert result.exit_code == 1
    assert "✗ 100 random games" in result.stdout
    assert "seed 3, choice 7): Something is wrong." in result.stderr


def test_a_folder_that_is_no_pack(run: Run, tmp_path: Path) -> None:
    refused(run("pack", "check", tmp_path / "nowhere"), "There is no folder")
    refused(run("pack", "check", tmp_path), "has no component files")
    (tmp_path / "else.toml").write_text("")
    refused(run("pack", "check", tmp_path), "does not name its game. Name it with --game.")
