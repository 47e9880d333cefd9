"""Each of the sixty cards, played as an event by the power of its colour, does what it prints."""

import pytest

from sandtable.engine.choice import DONE
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.ids import AREA
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.cards import card_events, technology
from sandtable.games.total_domination.rules.operations.operations import Operate
from sandtable.games.total_domination.testing import card, position, tables
from tests.games.total_domination.driving import click, idle, log, offers
from tests.games.total_domination.playing import consistent, gains, place_of, play, player, points

T = tables()
CARDS = [pytest.param(T.card_id[c], id=f"{T.card_id[c]} {T.card_name[c]}") for c in range(T.n_cards)]

# An Axis and an Allied unit to move for everybody, occupied countries for puppets and Resistance.
UNITS = {
    "poland": "german_army",
    "ukraine": "german_army",
    "burma": "japanese_army",
    "indochina": "japanese_army",
    "persia": "uk_army",
    "mongolia": "ussr_army",
    "east_usa": "us_army",
    "china": "chinese_army",
}


def of(event: int) -> list[str]:
    """The cards with an event of one type."""
    return [T.card_id[c] for c in range(T.n_cards) if T.event[c] == event]


def table(name: str) -> Board:
    """A position in which a power holds a card of its colour and everybody is at war."""
    return position(
        units=UNITS, joined=["us", "china"], year=1942, hands={player(name): [name]}, turn=player(name)
    )


@pytest.mark.rule("total_domination", "7.0a")
@pytest.mark.rule("total_domination", "7.0b")
@pytest.mark.rule("total_domination", "3.3d")
@pytest.mark.parametrize("name", CARDS)
def test_only_its_own_power_plays_an_event(name: str) -> None:
    g = table(name)
    if T.event[card(g, name)] == const.SCIENCE:
        g.lay(card(g, "g01" if name != "g01" else "u03"), const.DISCARDED)
    able = [T.nation_id[p] for p in range(const.POWERS) if card_events.can_play(g, p, card(g, name))]
    assert able == ([] if T.event[card(g, name)] == const.VALUE else [player(name)])
    for p in range(const.POWERS):
        if T.nation_id[p] != player(name):
            refusal = card_events.why_play(g, p, card(g, name))
            assert refusal.rule == "7.0a" and refusal.text.endswith(".")


@pytest.mark.rule("total_domination", "7.0b")
@pytest.mark.parametrize("name", ["us1", "us2", "us3", "us4", "cn1", "cn2"])
def test_no_event_of_an_additional_power_before_it_joins(name: str) -> None:
    g = position(units=UNITS, hands={player(name): [name]}, turn=player(name), discards=["g01"])
    assert not card_events.can_play(g, g.power, card(g, name))
    assert card_events.why_play(g, g.power, card(g, name)).rule == "7.0b"


@pytest.mark.rule("total_domination", "12.1a")
@pytest.mark.parametrize("name", CARDS)
def test_no_event_in_rise_of_the_axis(name: str) -> None:
    who = player(name)
    g = position(scenario="rise_of_the_axis", hands={who: [name]}, turn=who, discards=["g04", "u01"])
    assert not card_events.can_play(g, g.power, card(g, name))
    assert card_events.why_play(g, g.power, card(g, name)).rule == "12.1a"
    assert g.value(g.power, card(g, name)) == T.card_ops[card(g, name)]


@pytest.mark.rule("total_domination", "7.1.B")
@pytest.mark.parametrize("name", of(const.VALUE))
def test_value_cards_count_more_for_their_own_power_when_played_for_points(name: str) -> None:
    g = table(name)
    number = card(g, name)
    assert not card_events.can_play(g, g.power, number)
    assert card_events.why_play(g, g.power, number).rule == "7.1.B"
    for p in range(const.POWERS):
        more = 1 if p == g.power else 0
        assert g.value(p, number) == T.card_ops[number] + more
    assert T.event_ops[number] == T.card_ops[number] + 1


@pytest.mark.rule("total_domination", "7.1.Aa")
@pytest.mark.parametrize("name", of(const.PLUS_ONE))
def test_plus_one_cards(name: str) -> None:
    for target in range(const.POWERS):
        g = play(table(name), name)
        key = f"power:{T.nation_id[target]}"
        if T.faction[target] != T.faction[g.power]:
            assert key not in offers(g)
            continue
        old = [g.value(p, card(g, "us1")) for p in range(const.POWERS)]
        click(g, key)
        assert idle(g) and place_of(g, name) == const.BEFORE + target
        assert [g.value(p, card(g, "us1")) - old[p] for p in range(const.POWERS)] == [
            1 if p == target else 0 for p in range(const.POWERS)
        ]


@pytest.mark.rule("total_domination", "7.1.Ab")
@pytest.mark.parametrize("name", of(const.MINUS_ONE))
def test_minus_one_cards(name: str) -> None:
    for target in range(const.POWERS):
        g = play(table(name), name)
        key = f"power:{T.nation_id[target]}"
        if T.faction[target] == T.faction[g.power]:
            assert key not in offers(g)
            continue
        old = [g.value(p, card(g, "us1")) for p in range(const.POWERS)]
        click(g, key)
        assert idle(g) and place_of(g, name) == const.BEFORE + target
        assert [g.value(p, card(g, "us1")) - old[p] for p in range(const.POWERS)] == [
            -1 if p == target else 0 for p in range(const.POWERS)
        ]


@pytest.mark.rule("total_domination", "7.3")
@pytest.mark.parametrize("name", of(const.SCIENCE))
def test_science_cards(name: str) -> None:
    g = table(name)
    g.lay(card(g, "r08"), const.DISCARDED)
    g.lay(card(g, "g03"), const.DISCARDED)
    play(g, name)
    assert offers(g) == ["card:r08"]
    click(g, "card:r08")
    assert idle(g) and place_of(g, "r08") == const.DOWN + g.power and place_of(g, name) == const.DISCARDED
    assert place_of(g, "g03") == const.DISCARDED
    technology.reveal(g)
    assert place_of(g, "r08") == const.ACTIVE + g.power


@pytest.mark.rule("total_domination", "7.4a")
@pytest.mark.parametrize("name", of(const.INFLUENCE))
def test_influence_cards(name: str) -> None:
    g = table(name)
    before = points(g)
    play(g, name)
    assert idle(g) and place_of(g, name) == const.INFLUENCING + g.power
    assert gains(g, before) == {player(name): T.event_vp[card(g, name)]}
    consistent(g)


@pytest.mark.rule("total_domination", "7.4b")
@pytest.mark.rule("total_domination", "7.4c")
@pytest.mark.rule("total_domination", "7.4d")
@pytest.mark.parametrize("new", of(const.INFLUENCE))
def test_every_influence_card_against_every_other_of_its_nation(new: str) -> None:
    for old in of(const.INFLUENCE):
        a, b = T.card_index[old], T.card_index[new]
        if old == new or T.event_flag[a] != T.event_flag[b]:
            continue
        who, owner = player(new), player(old)
        g = position(joined=["us", "china"], influence={owner: [old]}, hands={who: [new]}, turn=who)
        before = g.vp[:]
        play(g, new)
        own = who == owner  # a power's own cards are not compared [7.4a]
        stays_old = own or T.event_vp[b] == T.event_vp[a]
        stays_new = own or T.event_vp[b] >= T.event_vp[a]
        assert (place_of(g, old) != const.DISCARDED) == stays_old
        assert (place_of(g, new) != const.DISCARDED) == stays_new
        wanted = before[:]
        wanted[T.nation_index[owner]] -= 0 if stays_old else T.event_vp[a]
        wanted[T.nation_index[who]] += T.event_vp[b] if stays_new else 0
        assert g.vp == wanted
        consistent(g)


@pytest.mark.rule("total_domination", "7.5")
@pytest.mark.parametrize("name", of(const.PEACE))
def test_peace_cards(name: str) -> None:
    g = table(name)
    for number in g.cards_in(const.DECK):
        g.lay(number, const.BOX)
    g.lay(card(g, "g06"), const.DECK)
    play(g, name)
    step = g.agenda[-1]
    assert isinstance(step, Operate)
    assert (step.card, step.second, step.points) == (card(g, name), card(g, "g06"), 1 + 5)
    click(g, "button:done")
    assert idle(g) and place_of(g, name) == place_of(g, "g06") == const.DISCARDED


def counted(g: Board) -> list[int]:
    """How many armies, fleets, Air Fleets and Resistance units are on the board."""
    on = [T.unit_type[u] for u in range(T.n_units) if g.place[u] >= 0]
    return [on.count(kind) for kind in (const.ARMY, const.FLEET, const.AIR_FLEET, const.RESISTANCE)]


def take(g: Board, first: int, last: int, which: tuple[int, ...] = ()) -> bool:
    """Click the first thing offered in a range of ids (of these types of unit), and what that asks for."""
    for choice in g.choices(g.seats()[0]):
        if not first <= choice < last:
            continue
        if which and T.kind_type[choice - g.ids.kind] not in which:
            continue
        depth = len(g.agenda)
        g.apply(g.seats()[0], choice)
        while len(g.agenda) > depth:
            g.apply(g.seats()[0], g.choices(g.seats()[0])[0])
        return True
    return False


@pytest.mark.rule("total_domination", "7.2")
@pytest.mark.rule("total_domination", "7.2.A")
@pytest.mark.rule("total_domination", "7.2.B")
@pytest.mark.rule("total_domination", "7.2.C")
@pytest.mark.rule("total_domination", "7.2.Da")
@pytest.mark.parametrize("name", of(const.LOGISTICS))
def test_logistics_cards_bring_exactly_what_they_print(name: str) -> None:
    army, fleet, air, move, puppets, resistance = T.icons[T.card_index[name]]
    axis = T.faction[T.nation_index[player(name)]] == const.AXIS
    assert army + fleet + air + move + puppets + resistance
    assert (axis or not puppets) and (not axis or not resistance)
    g = play(table(name), name)
    before = counted(g)
    areas, units, kinds, cards = AREA, g.ids.unit, g.ids.kind, g.ids.card
    for icons, type_ in ((army, const.ARMY), (fleet, const.FLEET), (air, const.AIR_FLEET)):
        for _ in range(icons):
            assert take(g, kinds, cards, (type_,))
        if not idle(g):
            assert not take(g, kinds, cards, (type_,))
    for _ in range(2 * puppets + 3 * resistance):
        assert take(g, areas, units)
    if not idle(g):
        assert not take(g, areas, units)
    for _ in range(move):
        assert take(g, units, kinds)
    assert idle(g) and place_of(g, name) == const.DISCARDED
    assert counted(g) == [
        before[0] + army + 2 * puppets,
        before[1] + fleet,
        before[2] + air,
        before[3] + 3 * resistance,
    ]
    assert len([line for line in log(g) if " moves from " in line]) == move
    consistent(g)


@pytest.mark.rule("total_domination", "7.2")
@pytest.mark.parametrize("name", of(const.LOGISTICS))
def test_logistics_cards_may_end_at_once(name: str) -> None:
    g = play(table(name), name)
    g.apply(g.seats()[0], DONE)
    assert idle(g) and place_of(g, name) == const.DISCARDED


@pytest.mark.rule("total_domination", "13.0.9")
@pytest.mark.parametrize(
    "name", [c.values[0] for c in CARDS if T.card_colour[T.card_index[str(c.values[0])]] in (1, 3)]
)
def test_allied_events_in_the_solo_game(name: str) -> None:
    who = player(name)
    g = position(scenario="solo", mode="solo", hands={who: [name]}, turn=who, discards=["g04"])
    number = card(g, name)
    army, fleet, air, move, _, resistance = T.icons[number]
    blank = T.event[number] == const.MINUS_ONE or (air + resistance > 0 and army + fleet + move == 0)
    playable = T.event[number] != const.VALUE and not blank
    assert card_events.can_play(g, g.power, number) == playable
    if blank:
        assert card_events.why_play(g, g.power, number).rule == "13.0.9"


def test_the_sixty_cards_by_their_events() -> None:
    wanted = {
        const.VALUE: 12,
        const.PLUS_ONE: 4,
        const.MINUS_ONE: 4,
        const.LOGISTICS: 16,
        const.SCIENCE: 5,
        const.INFLUENCE: 14,
        const.PEACE: 5,
    }
    assert {event: len(of(event)) for event in wanted} == wanted
