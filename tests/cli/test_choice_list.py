"""Choices grouped, numbered and folded."""

from sandtable.cli.choice_list import Listing
from sandtable.engine.choice import Names
from sandtable.engine.game import Game
from sandtable.engine.scene import Panel, Piece, Place, Scene
from sandtable.engine.state import State
from sandtable.engine.step import Step


class Bare(Game):
    """Names and nothing else."""

    def __init__(self) -> None:
        self.names = Names()
        self.areas = self.names.block(
            "area", [f"a{i:02}" for i in range(90)], [f"Area {i:02}" for i in range(90)]
        )
        self.units = self.names.block(
            "unit", ["tank@a01", "gun@a00", "gun@a01/2"], ["Tank in Area 01", "Gun", "Gun"]
        )
        self.numbers = self.names.block("number", ["1", "2", "3"], ["1", "2", "3"])


GAME = Bare()
STATE = State(0)
PLACES = [Place(2 + i, f"a{i:02}", f"Area {i:02}", 0, 0, "land", "", "", (), (), "") for i in range(3)]
PIECES = [Piece(GAME.units, 1, "tank", "Tank", "red", "", "armor", "1-1", True, 3, "")]
SCENE = Scene("", "", PLACES, [], PIECES, [], {}, {}, {})


def lines(choices: list[int], width: int = 80, whole: bool = False, kind: str | None = None) -> list[str]:
    return [line.plain for line in Listing(GAME, STATE, SCENE, choices).render(width, whole, kind)]


def test_groups_come_in_order_and_count_on() -> None:
    listing = Listing(GAME, STATE, SCENE, [GAME.areas, GAME.units, 1, 0])
    assert [(thing.number, thing.kind) for thing in listing.things] == [
        (1, "button"),
        (2, "button"),
        (3, "unit"),
        (4, "area"),
    ]
    assert listing.numbered(4) == listing.things[3]
    assert listing.numbered(9) is None


def test_columns_are_read_downwards() -> None:
    shown = lines([GAME.areas + i for i in range(5)], width=30)
    assert shown[0] == "Areas (5)"
    assert shown[1].split() == ["1", "Area", "00", "4", "Area", "03"]
    assert shown[2].split() == ["2", "Area", "01", "5", "Area", "04"]


def test_counters_stand_together_by_place_with_their_number() -> None:
    shown = lines([GAME.units, GAME.units + 1, GAME.units + 2])
    assert shown == ["Counters (3)", " Area 00    1 Gun", " Area 01    2 Gun    3 Tank ×3"]


def test_counters_of_one_name_are_told_apart_by_what_they_have_done() -> None:
    moved = Piece(GAME.units + 1, 0, "gun", "Gun", "red", "", "infantry", "1-1", True, 1, "moved")
    scene = SCENE._replace(pieces=[moved])
    listing = Listing(GAME, STATE, scene, [GAME.units + 1])
    assert [line.plain for line in listing.render(80)] == ["Counters", " Area 00    1 Gun (moved)"]
    assert str(listing.things[0]) == "Gun in Area 00 (moved)"


def test_counters_of_one_name_are_told_apart_in_the_question_to_a_seat() -> None:
    state = State(0)
    state.agenda = [Fights()]
    listing = Listing(GAME, state, SCENE, [GAME.units + 1, GAME.units + 2, GAME.units, GAME.areas], 0)
    assert [line.plain for line in listing.render(80)][1:3] == [
        " Area 00    1 Gun – attacked by a tank",
        " Area 01    2 Gun – attacked by a horse    3 Tank ×3",
    ]
    same = GAME.choice_labels(state, 1, [GAME.units + 1, GAME.units + 2, GAME.units])
    assert same == ["Gun (1)", "Gun (2)", "Tank in Area 01"]


class Fights(Step[State]):
    """A question about fights, in which seat 0 learns who attacks."""

    def distinction(self, g: State, seat: int, choice: int) -> str:
        """Return the attacker of this counter."""
        return "" if seat else f"attacked by a {'tank' if choice == GAME.units + 1 else 'horse'}"


def test_a_long_row_of_counters_goes_on_below() -> None:
    shown = lines([GAME.units, GAME.units + 1, GAME.units + 2], width=20)
    assert shown[2:] == [" Area 01    2 Gun", "            3 Tank ×3"]


def test_long_groups_are_folded() -> None:
    many = [GAME.areas + i for i in range(90)]
    shown = lines(many, width=40)
    assert len(shown) == 12
    assert shown[-1] == "   … 20 more rows: type list area"
    assert len(lines(many, width=40, whole=True)) == 31
    assert lines([0, *many], width=40, kind="button") == ["  1 Pass"]


def test_a_number_is_called_by_itself() -> None:
    listing = Listing(GAME, STATE, SCENE, [1, GAME.numbers + 1, GAME.numbers + 2])
    assert [(thing.number, thing.label) for thing in listing.things] == [(4, "Done"), (2, "2"), (3, "3")]


def test_cards_have_what_their_panel_says_of_them() -> None:
    hand = Panel("Hand", (), (("Gun", "Shoots far."), ("Tank", "Drives.")))
    table = SCENE._replace(panels=[hand])
    game = Deck()
    shown = [line.plain for line in Listing(game, STATE, table, [game.first, game.first + 2]).render(80)]
    assert shown == ["Cards (2)", "  1 Gun    Shoots far.", "  2 Horse"]
    narrow = [line.plain for line in Listing(game, STATE, table, [game.first]).render(12)]
    assert narrow == ["Cards", "  1 Gun  Shoots far."]
    long = Panel("Hand", (), (("Gun", "word " * 12),))
    wrapped = [r.plain for r in Listing(game, STATE, SCENE._replace(panels=[long]), [game.first]).render(40)]
    assert len(wrapped) == 3 and wrapped[2].startswith("         word") and all(len(r) <= 40 for r in wrapped)


def test_a_long_hand_with_notes_is_not_folded() -> None:
    game = Deck()
    hand = Panel("Hand", (), tuple((label, "A note.") for label in game.labels))
    choices = [game.first + i for i in range(len(game.labels))]
    shown = Listing(game, STATE, SCENE._replace(panels=[hand]), choices).render(80)
    assert len(shown) == 1 + len(game.labels) > 15


class Deck(Game):
    """Cards and nothing else."""

    def __init__(self) -> None:
        self.names = Names()
        self.labels = ["Gun", "Tank", "Horse", *[f"Card {i}" for i in range(20)]]
        self.first = self.names.block("card", [f"c{i}" for i in range(23)], self.labels)
