"""Log lines, panels and what is declared, in words and colours."""

import io

from rich.console import Console

from sandtable.cli import log_output, pictures
from sandtable.engine.game import Rule
from sandtable.engine.log import Line
from sandtable.engine.match import Match
from sandtable.engine.scene import Panel, Scene
from sandtable.games import load_game


def scene() -> Scene:
    match = Match.start(load_game("downfall"), seed=1)
    return match.game.scene(match.state, 0)


def test_dice_are_shown() -> None:
    assert log_output.with_dice("Kovel: attacks (5 = 5, die 3: 8).") == "Kovel: attacks (5 = 5, die 3 ⚂: 8)."
    assert log_output.with_dice("Axis rolls 1 and 6.") == "Axis rolls 1 ⚀ and 6 ⚅."
    assert log_output.with_dice("Fleets roll 2 5: 1 hit.") == "Fleets roll 2 ⚁ 5 ⚄: 1 hit."
    assert log_output.with_dice("The dice of 12 men; die 7.") == "The dice of 12 men; die 7."


def test_a_line_has_the_letter_and_the_colour_of_its_side() -> None:
    table = scene()
    for text, letter in (
        ("Axis: control of Riga.", "A"),
        ("Kovel: German infantry attacks Soviet infantry.", "A"),
        ("Soviet armor is removed from Kharkov.", "S"),
        ("British armor in Alexandria becomes British infantry.", "W"),
        ("Turn 2: Spring 1940.", "·"),
    ):
        told = log_output.log_line(table, Line(text, "6b", ()))
        assert told.plain == f" {letter} {text} [6b]"
    piece = table.pieces[0]
    told = log_output.log_line(table, Line("It is removed.", "", (piece.choice,)))
    assert told.plain == f" {table.letters[piece.side]} It is removed."


def test_a_name_inside_another_word_names_nobody() -> None:
    table = scene()._replace(letters={"us": "U", "neutral": "N"}, names={"us": "US"}, pieces=[])
    assert log_output.side_of(table, Line("Northern USSR is empty.", "", ())) == ""
    assert log_output.side_of(table, Line("The US marker moves.", "", ())) == "us"


def test_a_long_line_goes_on_below_its_text() -> None:
    told = log_output.log_line(scene(), Line("Axis: " + "word " * 12 + "end.", "", ()), 40)
    first, *rest = told.plain.split("\n")
    assert first.startswith(" A Axis:") and rest and all(row.startswith("   ") for row in rest)
    assert all(len(row) <= 40 for row in told.plain.split("\n"))


def test_the_stock_of_the_side_whose_turn_it_is() -> None:
    assert log_output.stock_line(scene()).startswith("Supply 4 · Armor 0 · Actions 3")


def test_who_is_at_turn_is_marked_in_a_panel() -> None:
    table = scene()
    assert log_output.turn_of(table) == "Axis"
    assert log_output.turn_of(table._replace(panels=[])) == ""
    rows = (("» Germany", "8", "3"), ("Japan", "7", "2"), ("» Italy", "2", ""))
    both = table._replace(panels=[Panel("Powers", ("", "VP", "Cards"), rows)])
    assert log_output.turn_of(both) == "Germany, Italy"
    assert log_output.stock_line(both) == "Germany: VP 8 · Cards 3 · Italy: VP 2"


def test_rows_of_panels_are_found_by_beginnings_of_words() -> None:
    panels = [
        Panel("Hand", (), (("Home Fleet (6)", "British."), ("Tank Armies (5)", "Soviet."))),
        Panel("Powers", ("", "VP", "Cards"), (("Fleet Street", "8", "3"),)),
    ]
    table = scene()._replace(panels=panels)
    assert [row.plain for row in log_output.rows_about(table, "fle")] == [
        "Hand: Home Fleet (6)  British.",
        "Powers: Fleet Street  VP 8 · Cards 3",
    ]
    assert log_output.rows_about(table, "fleet ho")[0].plain.startswith("Hand: Home Fleet")
    assert log_output.rows_about(table, "eet") == []


def test_the_parts_of_a_rule() -> None:
    rules = {i: Rule(i, "", "core", "") for i in ("6.2", "6.2a", "6.2b", "6.20", "6.20a", "6.3a")}
    assert [rule.id for rule in log_output.rules_below(rules, "6.2")] == ["6.2a", "6.2b"]
    assert log_output.rules_below(rules, "7") == []


def test_what_is_declared() -> None:
    table = scene()
    assert log_output.declared(table) == ""
    first = table.pieces[0]
    busy = table._replace(pieces=[first._replace(status="attacks", number=2), *table.pieces[1:]])
    place = table.places[first.place].name
    assert log_output.declared(busy) == f"{place}: 2 × {first.name} attacks"


def test_panels_have_their_titles() -> None:
    written = io.StringIO()
    Console(file=written, width=100).print(log_output.panels(scene()))
    assert "Stock" in written.getvalue() and "Developments" in written.getvalue()


def test_a_region_is_found_by_a_fragment_or_by_an_area_in_it() -> None:
    table = scene()
    assert pictures.find_region(table, "balk") == "balkans"
    assert pictures.find_region(table, "riga") == "eastern_europe"


def test_the_map_has_the_colours_of_its_letters() -> None:
    table = scene()
    drawn = pictures.text_map(table, "balkans", 80)
    assert "BALKANS" in drawn.plain
    assert any(str(span.style) == table.colours["axis"] for span in pictures.text_map(table, None, 80).spans)
