"""Whole sessions at the table, driven by scripted lines."""

import io
import re
from pathlib import Path

import pytest

from sandtable.cli import saves
from sandtable.cli.line_input import HangUp
from sandtable.cli.terminal_table import ME, TerminalTable
from sandtable.engine.errors import SandtableError
from sandtable.engine.match import Match
from sandtable.engine.odds import Odds, Row
from sandtable.engine.save import NO_SAVE
from sandtable.engine.state import State
from sandtable.games import load_game
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.operations.operations import Operate
from tests.engine import tiny
from tests.engine.tiny import StraitsGame, fresh


def sit(
    *lines: str,
    players: tuple[str, ...] = (ME, "greedy"),
    match: Match | None = None,
    path: Path | None = None,
) -> tuple[TerminalTable, str]:
    """A session with these lines typed; the table and all it wrote."""
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    written = io.StringIO()
    table = TerminalTable(match or fresh(len(players)), list(players), typed, written, path)
    table.run()
    return table, written.getvalue()


def turn(seat: int = 0, seed: int = 1, players: int = 2) -> Match:
    """A match in which it is this seat's turn to move."""
    match = fresh(players, seed)
    while not match.prompts[0].text.startswith("Move") or match.prompts[0].seat != seat:
        prompt = match.prompts[0]
        match.play(prompt.choices[0], prompt.seat)
    return match


def test_a_whole_game_is_played_by_typing() -> None:
    table, text = sit(*["1"] * 60)
    assert table.match.result is not None
    assert "The game is over" in text
    assert table.match.result.text in text
    assert "sandtable replay straits-" in text
    assert Match.load(table.match.game, table.path.read_bytes()).result == table.match.result


def test_the_question_shows_choices_rule_and_seat() -> None:
    _, text = sit(match=turn())
    assert re.search(r"^  1 Done +2 Bury a card$", text, re.MULTILINE)
    assert re.search(r"^ North +3 Red infantry +4 Red tank$", text, re.MULTILINE)
    assert "Move a counter (2 moves left), bury a card, or end the turn. [3]" in text
    assert text.count("red> ") == 1
    assert "red: you · green: greedy bot" in text


def test_fragments_are_played_one_after_the_other() -> None:
    table, text = sit("tank centre infantry west", match=turn())
    told = [line.text for line in table.match.log(0)]
    at = told.index("red moves tank to centre.")
    assert told[at + 1] == "red moves infantry to west."
    assert "▸ Red tank in North" in text and "▸ Centre" in text


def test_a_sentence_is_understood() -> None:
    table, _ = sit("move the tank to centre and then infantry to west", match=turn())
    told = [line.text for line in table.match.log(0)]
    assert "red moves tank to centre." in told and "red moves infantry to west." in told


def test_a_run_of_words_stops_at_the_first_that_fails() -> None:
    table, text = sit("tank centre tank west", match=turn())
    assert "Red tank in Centre: That counter has moved already. [3a]" in text
    assert "Green tank in East: That is not your counter. [3]" in text
    assert table.match.log(0)[-1].text == "red moves tank to centre."


def test_numbers_count_only_the_list_that_is_seen() -> None:
    table, text = sit("4 1", match=turn())
    assert "Numbers count the list you see" in text
    assert len(table.match.history) == len(turn().history) + 1
    _, text = sit("99", match=turn())
    assert "There is no number 99 in the list." in text


def test_an_unclear_word_lists_what_it_may_mean() -> None:
    _, text = sit("red", match=turn())
    assert "red may be 3 Red infantry in North, 4 Red tank in North." in text
    _, text = sit("tank centre red", match=turn())
    assert "red may be" not in text or "Not played: red." in text


def test_words_go_on_after_a_mere_reaction_of_a_bot() -> None:
    table, _ = sit("tank east infantry west", match=turn(0, seed=1))
    told = [line.text for line in table.match.log(0)]
    assert "red moves infantry to west." in told
    assert any(line.startswith(("The die shows", "green plays an ambush")) for line in told)


def test_words_for_nobody_and_for_another_player() -> None:
    _, text = sit("xyzzy", match=turn())
    assert "Nothing here is called xyzzy." in text
    _, text = sit("done tank", match=turn())
    assert "Not played: tank." in text


def test_why_explains_what_is_offered_and_what_is_not() -> None:
    _, text = sit("why 3", "why attack green tank", "why west", "why", "why attack xyzzy", match=turn())
    assert "Red infantry can be chosen now." in text
    assert "That is not your counter. [3]" in text
    assert "West is not what is asked now" in text
    assert "[3] A turn" in text
    assert "Nothing on the table is called attack xyzzy." in text


def test_why_tells_different_reasons_apart() -> None:
    _, text = sit("tank centre", "why infantry", match=turn())
    assert "Red infantry in North:\nRed infantry can be chosen now." in text
    assert "Green infantry in East:\nThat is not your counter. [3]" in text


def test_rules_are_told_by_id_and_by_word() -> None:
    _, text = sit("rule 4", "rule [4a]", "rule ambush", "rule 99", "rule R7", match=turn())
    assert "[4] Fights\nEntering an enemy's island is a fight" in text
    assert "[4a] Ambush" in text
    assert text.count("The defender may play an ambush instead") == 2
    assert "There is no rule 99." in text
    assert "There is no rule R7." in text


def test_a_lone_person_with_nothing_to_react_with_is_not_asked() -> None:
    match = turn(0, seed=1)
    match.play(match.prompts[0].choices[2], 0)
    state = match.state
    assert isinstance(state, tiny.Straits)
    state.hands[1][:] = [5] * len(state.hands[1])
    match.play("island:east", 0)
    assert match.prompts[0].choices == [0]
    _, text = sit(players=("random", ME), match=match)
    assert "play an ambush?" not in text.partition("green> ")[0]
    assert "The die shows" in text


def test_undo_takes_back_one_or_several() -> None:
    match = turn()
    start = len(match.history)
    table, text = sit("tank centre", "undo", match=match)
    assert len(table.match.history) == start + 1
    table, text = sit("tank centre", "undo 2", "undo 9", match=turn())
    assert len(table.match.history) == start
    assert "There is nothing to take back" in text
    _, text = sit("undo x", match=turn())
    assert "x is not a number of at least 1." in text


def test_news_after_undo_are_told_again() -> None:
    _, text = sit("tank centre", "undo", "centre", match=turn())
    assert text.count("red moves tank to centre.") == 2


def test_log_look_list_help() -> None:
    _, text = sit(
        "log",
        "log 1",
        "look north",
        "look",
        "look o",
        "look nowhere",
        "list",
        "list unit",
        "list x",
        "help",
        "",
    )
    assert "Nothing has happened yet." not in text
    assert "\nNorth (-: neutral)" in text and "- Centre" in text
    assert "Cards in hand" in text
    assert "o may be" not in text
    assert "Neither the map nor the panels have nowhere." in text
    assert "There are no choices of that kind" in text
    assert "in one line: north " in " ".join(text.split())


def test_a_hint_names_a_choice_and_what_the_alternatives_are_worth() -> None:
    table, text = sit("hint", "h", match=turn())
    told = re.findall(r"^(?:red> )?Hint: (\d+) (.+): [\d.]+\s% after \d+ simulations", text, re.MULTILINE)
    assert len(told) == 2
    offered = {str(thing.number): str(thing) for thing in table.listing(table.prompt(0)).things}
    assert all(offered[number].startswith(name) for number, name in told)
    assert len(table.match.history) == len(turn().history)


def test_auto_follows_the_greedy_bot() -> None:
    table, _ = sit("auto", "auto 2", match=turn())
    assert len(table.match.history) >= len(turn().history) + 3


class Certain(StraitsGame):
    """Straits with a possible fight wherever somebody moves, and a secret in it."""

    def odds(self, g: State, seat: int | None) -> list[Odds]:
        if not isinstance(g.agenda[-1], tiny.Turn):
            return []
        known = "nothing is known" if seat is None else f"seat {seat} knows"
        rows = (
            Row("The defender is lost", 0.5, 1),
            Row("Nothing happens", 0.4998, 0),
            Row("Rain", 0.0002, -1),
        )
        return [Odds("Red attacks green", "4", rows, (("counters lost", 0.5),), 0.02, (), known)]


def test_odds_are_told_to_the_seat() -> None:
    match = turn()
    match.game = Certain()
    _, text = sit("odds", match=match)
    assert "Red attacks green [4]" in text
    assert re.search(r"^ +50\.0 % ████████ +\+ The defender is lost *$", text, re.MULTILINE)
    assert re.search(r"^ +< 0\.1 % +− Rain *$", text, re.MULTILINE)
    assert "On average 0.50 counters lost." in text
    assert "right to ± 2.0 %" in text
    assert "seat 0 knows" in text
    _, text = sit("odds", match=turn())
    assert "No fight is being prepared here" in text


def test_auto_turn_ends_with_the_turn() -> None:
    table, text = sit("", "auto turn", match=turn(), players=(ME, ME))
    assert table.match.result is not None or table.match.prompt_for(0) is None
    assert "Pass the keyboard to green" in text


def test_auto_turn_ends_where_a_lone_player_acts_for_another_power() -> None:
    match = Match.start(load_game("total_domination"), "solo", seed=1)
    while not match.prompts[0].text.startswith("United Kingdom to act"):
        match.play(match.prompts[0].choices[0], 0)
    before = len(match.history)
    table, _ = sit("auto turn", match=match, players=(ME,))
    assert len(table.match.history) > before and table.match.result is None
    assert table.match.prompts[0].text.startswith("Soviet Union")


def test_the_whole_name_of_what_is_not_offered_is_not_the_beginning_of_something_else() -> None:
    """The Italian army is not the Italian fleet, though only the fleet is offered."""
    match = Match.start(load_game("total_domination"), seed=7)
    g = match.state
    assert isinstance(g, Board)
    g.agenda[:] = []
    g.push(Operate(0, -1, 2))
    _, text = sit("italian army", "italian fleet", "quit", match=match, players=(ME, *["greedy"] * 3))
    assert "▸ Italian fleet in Italy" in text and text.count("▸") == 1
    assert "costs 3 points" in text


def test_save_and_load(home: Path) -> None:
    table, text = sit("save first", "tank centre", "load first", match=turn())
    first = home / "saves" / "first.save"
    assert f"The game is saved as {first}" in text
    assert table.match.history == turn().history
    _, text = sit("load", "load nowhere", match=turn())
    assert "  first" in text
    assert "There is no save nowhere" in text


def test_a_named_save_and_the_game_before_loading_stay_as_they_were(home: Path) -> None:
    table, _ = sit("save first", "tank centre", "load first", "infantry west", "quit", match=turn())
    game = table.match.game
    saved = {path.name: Match.load(game, path.read_bytes()) for path in (home / "saves").iterdir()}
    start = len(turn().history)
    assert saved.pop("first.save").history == turn().history
    assert len(saved) == 2
    assert {tuple(match.history[start : start + 2]) for match in saved.values()} == {
        ((0, 10), (0, 7)),
        ((0, 8), (0, 6)),
    }


def test_the_game_is_saved_each_time_the_bots_have_moved() -> None:
    table = TerminalTable(turn(), [ME, "greedy"], io.StringIO(), io.StringIO())
    lines = iter(["tank", "centre", "done"])

    def line(prompt: str) -> str:
        for typed in lines:
            return typed
        saved = Match.load(table.match.game, table.path.read_bytes())
        assert len(saved.history) > len(turn().history) + 3
        raise EOFError

    table.reader.line = line  # type: ignore[method-assign]
    table.run()


def test_a_damaged_save_is_refused_and_play_goes_on(home: Path) -> None:
    saves.write(home / "saves" / "bad.save", b'{"sandtable": 1')
    saves.write(home / "saves" / "three.save", fresh(3).save())
    _, text = sit("load bad", "load three", "tank", match=turn())
    assert NO_SAVE in text
    assert "That save has 3 seats" in text
    assert "▸ Red tank in North" in text


def test_quit_saves_and_says_how_to_go_on(home: Path) -> None:
    table, text = sit("tank centre", "quit", "west", match=turn())
    assert "Continue with: sandtable play --load straits-" in text
    assert Match.load(table.match.game, table.path.read_bytes()).history == table.match.history
    assert table.path.parent == home / "saves"


def test_the_end_of_input_saves(home: Path) -> None:
    table, text = sit("tank centre", match=turn())
    assert f"The game is saved as {table.path}" in text
    assert Match.load(table.match.game, table.path.read_bytes()).history == table.match.history


def test_a_loaded_game_is_saved_where_it_came_from(tmp_path: Path) -> None:
    path = tmp_path / "mine.save"
    _, text = sit("quit", match=turn(), path=path)
    assert path.exists()
    assert f"--load {path}" in text


def test_bots_alone_play_to_the_end() -> None:
    table, text = sit(players=("random", "greedy"))
    assert table.match.result is not None
    assert "You draw" not in text
    assert "The game is over" in text


def test_hot_seat_hides_secrets_between_players() -> None:
    match = fresh(2, seed=3)
    _, text = sit("", "1", "", "1", players=(ME, ME), match=match)
    before, _, after = text.partition("Pass the keyboard to green; green presses Enter.")
    assert "red> " in before and "green> " not in before
    hands = [{match.game.names.labels[17 + c] for c in hand} for hand in fresh(2, 3).state.hands]
    for label in hands[1] - hands[0]:
        assert label not in before
    assert "green> " in after


def test_a_player_may_leave_at_the_card_between_players() -> None:
    table, text = sit("", "1", "quit", players=(ME, ME))
    assert "Continue with" in text
    assert len(table.match.history) == 1


def test_each_seat_reads_its_own_log() -> None:
    _, text = sit("bury", "1", "log", match=turn())
    assert "You bury a" in text
    _, text = sit("", "bury", "1", "", "log", players=(ME, ME), match=turn())
    assert "You bury a" not in text
    assert text.partition("Pass the keyboard to green")[2].count("red buries a card.") == 2


def test_a_hang_up_saves_and_says_where(capsys: pytest.CaptureFixture[str]) -> None:
    table = TerminalTable(turn(), [ME, "greedy"], io.StringIO(), io.StringIO())

    def gone(prompt: str) -> str:
        raise HangUp

    table.reader.line = gone  # type: ignore[method-assign]
    assert table.run() == 0
    assert "The game is saved as" in capsys.readouterr().err
    assert Match.load(table.match.game, table.path.read_bytes()).history == turn().history


def test_a_hang_up_in_the_middle_of_a_choice_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = turn()
    start = len(match.history)
    table = TerminalTable(match, [ME, "greedy"], io.StringIO("tank\ncentre\n"), io.StringIO())

    def hung(self: tiny.Move, g: tiny.Straits, seat: int, choice: int) -> None:
        monkeypatch.undo()
        g.place[self.unit] = -1
        raise HangUp

    monkeypatch.setattr(tiny.Move, "answer", hung)
    path = table.path
    table.run()
    loaded = Match.load(match.game, path.read_bytes())
    assert len(loaded.history) == start + 1
    assert loaded.note == ""


def test_a_mistake_in_the_rules_takes_the_choice_back() -> None:
    match = Match.start(StraitsGame(bug="crash"), "ring", 2, {}, 1)
    while not match.prompts[0].text.startswith("Move") or match.prompts[0].seat != 0:
        match.play(match.prompts[0].choices[0], match.prompts[0].seat)
    six = next((c for c in match.state.hands[0] if c % 6 == 5), None)
    if six is None:
        pytest.skip("no six in hand")
    table, text = sit("bury", f"card {match.game.names.labels[17 + six].split()[1]}", "look", match=match)
    assert "This is a mistake in Sandtable (ZeroDivisionError: a six). The choice was taken back." in text
    assert Match.load(match.game, table.path.read_bytes()).history == table.match.history


def test_a_bot_that_breaks_the_rules_ends_the_session_with_the_game_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(self: tiny.Turn, g: tiny.Straits, seat: int, choice: int) -> None:
        raise KeyError("oops")

    match = turn(seat=1)
    monkeypatch.setattr(tiny.Turn, "answer", broken)
    table = TerminalTable(match, [ME, "random"], io.StringIO("1\n1\n1\n"), io.StringIO())
    with pytest.raises(SandtableError, match="This is a mistake in Sandtable"):
        table.run()
    monkeypatch.undo()
    assert Match.load(match.game, table.path.read_bytes()).history == match.history


def test_an_unwritable_folder_is_told_and_the_game_is_saved_elsewhere(tmp_path: Path) -> None:
    wall = tmp_path / "wall"
    wall.write_text("a file where a folder should be")
    table, text = sit("quit", match=turn(), path=wall / "mine.save")
    assert "cannot be written" in text
    assert table.path.name == "mine.save" and table.path.exists()
    table.path.unlink()
    _, text = sit(f"save {wall}/x", "quit", match=turn())
    assert "cannot be written" in text
