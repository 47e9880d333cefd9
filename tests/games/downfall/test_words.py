"""What a player reads: logs that tell what was done and why, questions that name what is possible."""

from sandtable.engine.match import Match
from sandtable.games.downfall import words
from tests.games.downfall.clicks import BLITZ, board, lead, order, table


def log(m: Match) -> list[str]:
    """The lines of a log with their rules."""
    return [f"{line.text} [{line.rule}]" for line in m.log(None)]


def asked(m: Match) -> str:
    """The open question."""
    return m.prompts[0].text


# --- small words


def test_one_two_and_none() -> None:
    assert [words.count(n, "Action") for n in range(3)] == ["no Actions", "1 Action", "2 Actions"]
    assert [words.listed(names) for names in (["a"], ["a", "b"], ["a", "b", "c"])] == [
        "a",
        "a and b",
        "a, b and c",
    ]
    assert words.signed(2, "air") + words.signed(-1, "winter") == " + 2 air − 1 winter"


# --- operations


def test_every_kind_of_operation_is_told_with_its_rule_and_its_price() -> None:
    m = table(armies=["german_infantry@warsaw", "german_infantry@berlin", "german_infantry@hamburg reduced"])
    order(m, "german_infantry@warsaw", "konigsberg")
    lead(m, "german_infantry@berlin")
    m.play("button:strategic")
    m.play("area:vienna")
    lead(m, "german_infantry.reduced@hamburg")
    m.play("button:naval")
    m.play("area:danzig")
    assert log(m) == [
        "German infantry: Warsaw – Königsberg (1 supply). [8j]",
        "German infantry, strategic movement: Berlin – Vienna (1 supply). [8n]",
        "German infantry (reduced), naval movement: Hamburg – Danzig (1 supply). [8p]",
    ]


def test_attacks_supports_and_exploitation_are_told() -> None:
    m = table(
        armies=[
            "german_armor@kovel",
            "2 german_infantry@kovel",
            "german_armor@tarnow",
            "soviet_infantry@kovel reduced",
        ],
        developments=BLITZ,
        turn=8,
    )
    for army in ("german_armor@kovel", "german_infantry@kovel", "german_infantry@kovel"):
        order(m, army, attack="soviet_infantry.reduced")
    board(m).tile_known = [True] * len(board(m).tile_known)
    order(m, "german_armor@tarnow", "kovel", "minsk")
    assert log(m) == [
        "Kovel: German armor to attack Soviet infantry (reduced), 1 supply. [8l]",
        "Kovel: German infantry to support the attack on Soviet infantry (reduced), 1 supply. [17q]",
        "Kovel: German infantry to support the attack on Soviet infantry (reduced), 1 supply. [17q]",
        "German armor, exploitation: Tarnow – Kovel – Minsk (1 supply). [13.1]",
        "Axis: Barbarossa, the invasion of the Soviet Union. [4g]",
    ]


def test_landings_are_told_with_the_rule_that_allows_them() -> None:
    m = table(
        side="allies",
        turn=10,
        armies=["2 british_infantry@london", "british_armor@london"],
        control={"calais": "axis"},
        surrendered={"france": "axis", "belgium": "axis"},
        developments={"allies": ["amphibious_landings"]},
    )
    for army in ("british_infantry@london", "british_armor@london"):
        lead(m, army)
        m.play("button:land")
        m.play("area:calais")
    told = [line for line in log(m) if "landing:" in line]
    assert told == [
        "British infantry, amphibious landing: London – Calais (2 supply). [8t]",
        "British armor, amphibious landing: London – Calais (2 supply). [13.9]",
    ]


def test_the_question_names_what_the_army_can_do() -> None:
    m = table(armies=["german_infantry@riga", "soviet_infantry@riga", "german_infantry@ruhr"], armor=2)
    lead(m, "german_infantry@riga")
    assert asked(m) == "German infantry in Riga: move to an area next to it or attack an army here?"
    m.play("unit:soviet_infantry@riga")
    lead(m, "german_infantry@ruhr")
    assert asked(m) == (
        "German infantry in Ruhr: move to an area next to it, travel by land (strategic movement) or "
        "become armor?"
    )
    board(m).supply[0] = 0
    m = table(armies=["german_infantry@konigsberg", "soviet_infantry@riga"])
    lead(m, "german_infantry@konigsberg", "riga")
    assert asked(m) == "German infantry, Königsberg – Riga: which army does it attack?"
