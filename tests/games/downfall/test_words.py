"""What a player reads: logs that tell what was done and why, questions that name what is possible."""

import re
from typing import Any

import pytest

import sandtable
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng, ScriptedRng
from sandtable.games.downfall import sequence
from sandtable.games.downfall.components import words
from sandtable.games.downfall.components.constants import BEGINNING, READY
from sandtable.games.downfall.rules import actions, bombing, countries, politics
from sandtable.games.downfall.testing import position
from tests.games.downfall.clicks import BLITZ, GAME, T, areas, board, lead, order, table, told


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
        "Kovel: German armor will attack Soviet infantry (reduced), 1 supply. [8l]",
        "Kovel: German infantry will support the attack on Soviet infantry (reduced), 1 supply. [17q]",
        "Kovel: German infantry will support the attack on Soviet infantry (reduced), 1 supply. [17q]",
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
        "German infantry in Ruhr: move to an area next to it, make a strategic movement or "
        "convert it to armor?"
    )
    board(m).supply[0] = 0
    m = table(armies=["german_infantry@konigsberg", "soviet_infantry@riga"])
    lead(m, "german_infantry@konigsberg", "riga")
    assert asked(m) == "German infantry, Königsberg – Riga: which army does it attack?"


# --- Actions


def started(**more: Any) -> str:
    """The line with which a side's turn starts."""
    g = position(**more)
    sequence.start_side_turn(g)
    assert g.log is not None
    return next(line.text for line in g.log.lines(None) if line.rule == "4")


def test_the_start_of_a_turn_tells_why_actions_are_lost_or_gained() -> None:
    held = {"trondheim": "axis", "oslo": "axis"}
    assert started(turn=3, supply=4) == "Axis: 3 Actions, 4 supply units."
    assert started(turn=10, total_war=["axis"], supply=1, control=held) == "Axis: 4 Actions, 1 supply unit."
    told = started(turn=10, total_war=["axis"], supply=0, control={"ruhr": "allies", "berlin": "ussr"})
    assert told == (
        "Axis: 1 Action (4 − 2 Ruhr and Berlin lost − 1 Trondheim not controlled), no supply units."
    )
    assert started(side="allies", turn=10, total_war=["allies"], control={"london": "axis"}) == (
        "Allies: 4 Actions (5 − 1 London in enemy hands), 12 supply units."
    )
    g = position(side="ussr", turn=14, total_war=["ussr"], control={"moscow": "axis"}, supply=2)
    g.lend_lease = 14
    assert actions.reasons(g, g.side) == " (3 − 1 Moscow in enemy hands + 1 Lend Lease)"
    g = position(side="allies", turn=3)
    g.atlantic = [2, 0, 0]
    assert actions.reasons(g, g.side) == " (2 − 1 submarines)"
    g = position(turn=11, total_war=["axis"])
    g.bombed = True
    assert actions.reasons(g, g.side) == " (4 − 1 Strategic Bombing)"


def test_actions_tell_what_they_give_and_why() -> None:
    g = position(turn=11, total_war=["axis"], supply=8, control={"grozny": "axis", "ruhr": "allies"})
    for action in range(4):
        actions.take(g, action)
    g.air[0] = T.air_count[0]
    g.atlantic[0] = T.sub_count
    actions.take(g, 3)
    actions.take(g, 4)
    assert g.log is not None
    told = [f"{line.text} [{line.rule}]" for line in g.log.lines(None)]
    assert told == [
        "Axis, Supply Action: 4 supply units (5 + 2 Grozny), 12 in stock; 3 lost, the stock is full. [4.1]",
        "Axis, Reinforcements Action: 4 reinforcement points "
        "(4 − 0.5 for 1 lost Key Area, rounded up). [4.2]",
        "Axis, Armor Production Action: 3 armor steps, 3 in stock. [4.3]",
        "Axis, Air Missions Action: 2 × German air mission (basic). [4.4]",
        "Axis, Air Missions Action: no air missions, all counters are in use. [4.4]",
        "Axis, Submarine Missions Action: no submarine missions, all counters are in use. [4.5]",
    ]


def test_the_nation_of_new_allied_missions_is_told_and_lend_lease_to_whom() -> None:
    m = table(side="allies", turn=14, developments={"allies": ["aviation", "advanced_aviation"]})
    g = board(m)
    g.tile_known = [True] * T.n_tiles
    g.total_war = [True, True, True]
    g.actions_left = 3
    for key in ("button:air_missions", "mission:american_air.advanced", "mission:british_air.advanced"):
        m.play(key)
    m.play("button:lend_lease")
    assert log(m) == [
        "Allies, Air Missions Action: 2 air missions (advanced). [4.4]",
        "Allies: 1 × American air mission (advanced) to the missions box. [4.4b]",
        "Allies: 1 × British air mission (advanced) to the missions box. [4.4b]",
        "Allies, Lend Lease Action: one more Action for the Soviet Union this turn. [4.7]",
    ]


@pytest.mark.rule("downfall", "4.4")
def test_an_air_missions_action_is_told_as_one_action() -> None:
    m = table(side="allies", turn=14, developments={"allies": ["aviation"]})
    g = board(m)
    g.total_war, g.tile_known = [True, True, True], [True] * T.n_tiles
    american, british = (T.air_id.index(f"{nation}_air") for nation in ("american", "british"))
    g.actions_left = 2
    g.air[2 * american] = T.air_count[american] - 1
    g.air[2 * british] = T.air_count[british] - 2
    m.play("button:air_missions")
    m.play("mission:american_air")  # the last American counter: the other mission is British
    assert board(m).air[2 * british] == T.air_count[british] - 1
    m.play("button:air_missions")
    assert log(m) == [
        "Allies, Air Missions Action: 2 air missions (basic). [4.4]",
        "Allies: 1 × American air mission (basic) to the missions box. [4.4b]",
        "Allies: 1 × British air mission (basic) to the missions box. [4.4b]",
        "Allies, Air Missions Action: 1 × British air mission (basic). [4.4]",
    ]
    m = table(side="allies", turn=14, developments={"allies": ["aviation"]})
    g = board(m)
    g.total_war, g.tile_known, g.actions_left = [True, True, True], [True] * T.n_tiles, 1
    g.air[2 * american] = T.air_count[american] - 1
    g.air[2 * british] = T.air_count[british] - 1
    m.play("button:air_missions")
    assert len(log(m)) == 1 and log(m)[0].startswith("Allies, Air Missions Action: 1 × ")
    assert "American" in log(m)[0] and "British" in log(m)[0]


# --- missions


def test_missions_are_told_with_their_kind_and_place() -> None:
    m = table(
        armies=["german_armor@riga", "soviet_infantry@riga"],
        air={"german_air.advanced": 1, "soviet_air.advanced": 1},
    )
    order(m, "german_armor@riga", attack="soviet_infantry")
    m.play("mission:german_air.advanced")
    assert asked(m) == (
        "Riga, attack on Soviet infantry, supported by: German air mission (advanced). Counter it with one "
        "of your missions, or pass."
    )
    m.play("mission:soviet_air.advanced")
    assert log(m)[1:] == [
        "Riga: German air mission (advanced) supports the attack on Soviet infantry. [11a]",
        "Riga: Soviet air mission (advanced) counters it; both are spent. [11c]",
    ]


def test_bombing_tells_what_it_will_do_and_only_if_it_will() -> None:
    for bombers, total, now, effect in (
        (2, ["axis"], 14, "one Action fewer for the Axis in its next turn."),
        (3, [], 8, "one Action fewer for the Axis in its next turn."),
        (1, ["axis"], 14, "no effect, 1 left and 2 needed."),
        (2, [], 7, "no effect, the Axis is not in Total War."),
        (2, ["axis"], 22, ""),
        (0, ["axis"], 14, ""),
    ):
        g = position(side="allies", turn=now, total_war=total)
        g.bombers[1] = bombers
        bombing.end_allied_turn(g)
        assert g.log is not None
        assert [line.text for line in g.log.lines(None)] == (
            [f"Strategic Bombing: {effect}"] if effect else []
        )
        assert g.bombed == (bombers >= 2)


def test_the_box_and_the_question_of_bombing() -> None:
    m = table(
        side="allies",
        turn=14,
        air={"british_air.advanced": 3, "german_air.advanced": 1},
    )
    m.play("button:bomb")
    assert asked(m) == (
        "Strategic Bombing: choose air missions one by one (2 not countered cost the Axis an Action)."
    )
    m.play("mission:british_air.advanced")
    m.play("button:done")
    assert asked(m) == (
        "Strategic Bombing by 1 air mission (2 or more cost the Axis an Action): counter with one of your "
        "missions, or pass."
    )
    m.play("mission:german_air.advanced")
    assert log(m) == [
        "British air mission (advanced) is sent on Strategic Bombing. [14a]",
        "German air mission (advanced) meets the bombers. [14b]",
        "Strategic Bombing: 1 × British air mission countered. [14b]",
    ]


# --- the beginning of a turn


def begun(**more: Any) -> Match:
    """A match at the beginning of a side's turn."""
    g = position(phase=BEGINNING, ready=False, t=T, **more)
    g.agenda = [sequence.TurnEnd(), sequence.SideTurn(g.side)]
    g.advance()
    return Match(GAME, GAME.settle(), g)


def test_the_beginning_names_only_countries_that_can_use_their_point() -> None:
    m = begun(armies=["german_infantry@berlin", "italian_infantry@rome reduced"], supply=11)
    assert log(m)[-1] == "Italy gives 1 supply unit, 12 in stock (the limit). [4.2t]"
    assert asked(m) == (
        "Axis, beginning of the turn: place reinforcements of Finland, Italy, Romania, Hungary and Bulgaria "
        "or remove armies if you like; then Done."
    )
    m = begun(
        armies=["german_armor@berlin", "2 finnish_infantry@helsinki"],
        at_war=["germany", "finland", "ussr"],
        control={"helsinki": "ussr"},
    )
    assert (asked(m), m.prompts[0].rule) == (
        "Axis, beginning of the turn: remove armies or exchange armor for infantry if you like; then Done.",
        "1c",
    )
    assert m.explain("unit:german_armor@berlin") == (
        "This army is at full strength; armies move after Done. [4.2b]"
    )


def test_what_is_built_upgraded_removed_exchanged_and_converted_is_told_with_its_price() -> None:
    m = begun(armies=["german_armor@berlin reduced", "german_infantry@riga"], at_war=["germany", "ussr"])
    m.play("button:exchange")
    m.play("unit:german_armor.reduced@berlin")
    m.play("button:remove")
    m.play("unit:german_infantry@riga")
    m.play("button:done")
    g = board(m)
    g.points, g.armor[g.side] = 4, 5
    for key in (
        "unit:german_infantry.reduced@berlin",
        "button:upgrade",
        "unit:german_infantry@berlin",
        "button:convert",
        "army:german_armor",
        "army:german_armor",
        "area:ruhr",
    ):
        m.play(key)
    assert log(m)[1:] == [
        "Berlin: German armor (reduced) exchanged for German infantry. [1d]",
        "Riga: German infantry removed. [1c]",
        "Berlin: German infantry brought to full strength (1 reinforcement point). [4.2b]",
        "Berlin: German infantry converted to German armor (2 armor steps). [10a]",
        "Ruhr: new German armor, full (2 reinforcement points, 2 armor steps). [4.2b]",
    ]


# --- refusals


def test_a_closed_way_says_what_closes_it() -> None:
    m = table(armies=["german_infantry@konigsberg", "soviet_infantry@riga"])
    lead(m, "german_infantry@konigsberg")
    assert told(m, "area:dvinsk") == (
        "Königsberg – Dvinsk is 2 areas; click the route area by area, Vilnius first.",
        "8j",
    )
    assert told(m, "area:tallinn") == (
        "Königsberg – Tallinn is 3 areas; click the route area by area, Vilnius first.",
        "8j",
    )
    assert "tallinn" in walk(m, "vilnius", "dvinsk")
    m = table(armies=["german_infantry@konigsberg", "3 german_infantry@riga"])
    lead(m, "german_infantry@konigsberg")
    assert told(m, "area:tallinn").text == (
        "Königsberg – Tallinn is 2 areas; click the route area by area, Riga first."
    )
    m = table(armies=["german_infantry@ruhr", "belgian_infantry@brussels", "french_infantry@reims"], turn=2)
    lead(m, "german_infantry@ruhr")
    assert told(m, "area:calais") == (
        "Ruhr – Calais: no route is open. Calais: From an area with enemy armies only controlled areas "
        "without enemies can be entered.",
        "8k",
    )


@pytest.mark.rule("downfall", "17e")
@pytest.mark.rule("downfall", "8m")
def test_who_would_be_first_among_enemies_is_told_of_the_duty_to_attack() -> None:
    m = sandtable.new("downfall", seed=11)
    m.play("button:done")
    m.play("unit:german_infantry@stuttgart")
    # By Frankfurt and the Ruhr it is three areas, and with an attack two can be moved.
    assert told(m, "area:brussels") == (
        "Stuttgart – Brussels: no route is open. Brussels: The first army that enters among enemies must "
        "attack, and for that this one has come too far.",
        "17e",
    )
    m.undo()
    m.play("unit:german_armor@ruhr")
    assert told(m, "area:paris") == (
        "Ruhr – Paris: no route is open. Reims: The first army that enters among enemies must attack; it "
        "passes on only to controlled areas without enemies.",
        "17e",
    )
    assert told(m, "area:calais").rule == "17e" and told(m, "area:dijon").rule == "8k"  # nobody is in Dijon


def walk(m: Match, *way: str) -> set[str]:
    """The areas that may be clicked after going this way; the position is left as it is."""
    trial = Match(m.game, m.setup, m.state.fork())
    for area in way:
        trial.play(f"area:{area}")
    return areas(trial)


def test_an_army_that_cannot_operate_is_told_to_be_spent_on_first() -> None:
    m = table(armies=["german_infantry@ruhr reduced"], supply=0, points=2)
    board(m).actions_left = 1
    lead(m, "german_infantry.reduced@ruhr")
    assert asked(m) == "German infantry (reduced) in Ruhr: bring it to full strength?"
    for key in ("button:supply", "button:end_turn", "tile:axis_logistics", "army:german_infantry"):
        assert told(m, key) == (
            "First choose an order for the army you clicked. German infantry (reduced) in Ruhr: bring it to "
            "full strength?",
            "8a",
        )
    assert told(m, "area:brussels") == ("Every operation costs supply, and the stock is empty.", "8b")


def test_an_army_built_this_turn_is_not_said_to_lack_supply() -> None:
    m = table(armies=["german_infantry@riga"], points=2)
    g = board(m)
    for key in ("army:german_infantry", "area:ruhr"):
        m.play(key)
    assert told(m, "unit:german_infantry@ruhr") == (
        "This army was built this turn; it may operate from the next turn on.",
        "8w",
    )
    for unit in g.at[T.area_index["riga"]]:
        g.cond[unit] &= ~READY
    assert told(m, "unit:german_infantry@riga") == (
        "This army had no Line of Supply when the turn began.",
        "8w",
    )


def test_the_question_after_a_landing_offers_to_stop_only_where_that_is_allowed() -> None:
    armies = ["british_infantry@london", "german_infantry@calais"]
    more = {"turn": 10, "surrendered": {"france": "axis", "belgium": "axis"}}
    m = table(side="allies", armies=armies, **more)
    lead(m, "british_infantry@london")
    m.play("button:land")
    m.play("area:calais")
    assert asked(m) == "British infantry, landed in Calais: attack which army?"
    m = table(side="allies", armies=[*armies, "british_infantry@calais"], **more)
    lead(m, "british_infantry@london")
    m.play("button:land")
    m.play("area:calais")
    assert asked(m) == "British infantry, landed in Calais: attack which army, or stop without attack?"


# --- the end of a turn


def test_losses_and_gains_are_told_together() -> None:
    armies = [
        "german_infantry@riga",
        "german_infantry@minsk",
        "2 german_infantry@kiev",
        "german_armor@kiev reduced",
    ]
    m = table(armies=armies)
    m.play("button:end_turn")
    assert log(m)[:3] == [
        "Axis: control of Riga, Minsk, Kiev. [6b]",
        "Minsk: German infantry eliminated, no Line of Supply. [7k]",
        "Kiev: 2 × German infantry and German armor (reduced) eliminated, no Line of Supply. [7k]",
    ]


def test_a_surrender_tells_what_becomes_of_the_armies() -> None:
    g = position(armies=["3 french_infantry@lyon"], side="allies")
    countries.surrender(g, T.country_index["france"], 0)
    countries.surrender(g, T.country_index["denmark"], 0)
    assert g.log is not None
    told = [f"{line.text} [{line.rule}]" for line in g.log.lines(None) if "surrenders" in line.text]
    assert told == [
        "France surrenders to the Axis; its 3 armies are removed. [18a]",
        "Denmark surrenders to the Axis. [2j]",
    ]


def test_after_the_battles_nothing_is_said_to_move() -> None:
    m = table(armies=["german_infantry@riga", "soviet_infantry@riga"], points=2)
    board(m).actions_left = 1
    order(m, "german_infantry@riga", attack="soviet_infantry")
    m.state.rng = ScriptedRng([1, 3])
    m.play("button:combat")
    doings = {piece.name: piece.status for piece in GAME.scene(m.state, 0).pieces}
    assert doings["German infantry"] == "attacked"
    over = ("The combats of this turn have been fought; armies no longer move.", "8u")
    for key in ("area:minsk", "button:strategic", "button:naval", "button:land", "button:stop"):
        assert told(m, key) == over
    assert told(m, "unit:soviet_infantry.reduced@riga") == (
        "The combats of this turn have been fought.",
        "8u",
    )
    for key in ("button:upgrade", "button:convert"):
        assert told(m, key) == ("Click an army first, then its order.", "8a")
    assert told(m, "button:done") == ("When nothing is left to do here, end the turn.", "3c")


def test_who_comes_too_far_to_attack_is_told_so() -> None:
    m = table(armies=["german_infantry@warsaw", "soviet_infantry@dvinsk"], turn=8)
    lead(m, "german_infantry@warsaw", "konigsberg", "riga")
    assert told(m, "area:dvinsk") == (
        "The first army that enters among enemies must attack, and for that this one has come too far.",
        "17e",
    )


# --- what players read names no files, no rulings, no ids


INNER = re.compile(r"\.toml|\bruling\b|\bR\d+\b|\[\d|\w+_\w+")


def test_rules_and_options_name_no_files_rulings_or_ids() -> None:
    texts = [f"{rule.title}: {rule.text}" for rule in GAME.rules.values()]
    texts += [f"{option.title}: {option.help}" for option in GAME.options if option.id != "reactions"]
    texts += [text for text, _ in politics.REASONS] + list(GAME.names.labels)
    assert [text for text in texts if INNER.search(text)] == []


def test_questions_refusals_and_logs_name_no_files_rulings_or_ids() -> None:
    rng = Rng(5)
    told: set[str] = set()
    m = sandtable.new("downfall", seed=5)
    for _ in range(700):
        if m.state.result is not None:
            break
        seat = m.state.seats()[0]
        choices = m.state.choices(seat)
        told.add(m.prompts[0].text)
        for _ in range(6):
            choice = rng.below(len(GAME.names.labels))
            if not m.state.agenda[-1].allows(m.state, seat, choice):
                told.add(GAME.refusal(m.state, seat, choice).text)
        m.play(choices[rng.below(len(choices))])
    assert m.state.log is not None
    told.update(line.text for line in m.state.log.lines(None))
    assert len(told) > 300
    assert [text for text in told if INNER.search(text)] == []
