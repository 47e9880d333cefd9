"""Straits: a made-up game of five islands, small enough to read in one sitting, that uses all of the engine.

Two or three players with three counters each and a hand of secret cards. In every round all lay a card face
down at once, the highest moves first; a turn is two moves, a card may be buried face down instead; entering
an enemy's island starts a fight of one die unless the defender plays an ambush from a secret hand.

`bug` and `leak` break one thing each, for the tests of the tests.
"""

from __future__ import annotations

from typing import Any, Self

from sandtable.engine.choice import DONE, Names
from sandtable.engine.game import REACTIONS, Game, Option, OptionValue, Rule, Scenario, Setup, ensure
from sandtable.engine.match import Match
from sandtable.engine.parts import Parts
from sandtable.engine.rng import Rng
from sandtable.engine.save import clone
from sandtable.engine.scene import Edge, Panel, Piece, Place, Scene
from sandtable.engine.state import Result, State
from sandtable.engine.step import Ask, Refusal, Simultaneous, Step, Window

ISLANDS = ("north", "east", "south", "west", "centre")
NEIGHBOURS = ((1, 3, 4), (0, 2, 4), (1, 3, 4), (0, 2, 4), (0, 1, 2, 3))
SEATS = ("red", "green", "blue")
CARDS = 18  # values 1 to 6, three of each; a 1 or a 2 is an ambush
UNITS = 9  # three a seat: infantry, infantry, tank

BURY = 2
ISLAND = 3
UNIT = ISLAND + len(ISLANDS)
CARD = UNIT + UNITS

RULES = [
    Rule("1", "The straits", "reference", "Five islands, three counters and four cards a player."),
    Rule("1a", "Moving", "core", "A counter moves to a neighbouring island."),
    Rule("1b", "Alone", "core", "A counter of one's own on the island does not stop a move."),
    Rule("2", "Bidding", "core", "All lay a card face down at once; the highest moves first."),
    Rule("2a", "Bidding a card in hand", "core", "Only a card in hand can be laid."),
    Rule("3", "A turn", "core", "Two moves, or burying a card in place of both, or nothing."),
    Rule("3a", "One move a counter", "core", "A counter moves once a turn."),
    Rule("4", "Fights", "core", "Entering an enemy's island is a fight: 4 or more and the defender is lost."),
    Rule("4a", "Ambush", "core", "The defender may play an ambush instead: the attacker is lost."),
    Rule("5", "Buried cards", "optional", "An even card that is buried scores a point at the end."),
    Rule("6", "End of a round", "core", "Everybody draws a card while there are any."),
    Rule("6a", "The end", "core", "An island alone held is a point; most points win."),
]


def value_of(card: int) -> int:
    return card % 6 + 1


def owner(unit: int) -> int:
    return unit // 3


def kind(unit: int) -> str:
    return "tank" if unit % 3 == 2 else "infantry"


class Straits(State):
    """A position."""

    def __init__(self, seed: int, players: int) -> None:
        super().__init__(seed)
        self.players = players
        self.rounds = 3
        self.round = 0
        self.bug = ""
        self.leak = ""
        self.place: list[int] = [-1] * UNITS
        self.moved: list[bool] = [False] * UNITS
        self.deck: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.buried: list[list[int]] = [[] for _ in range(players)]
        self.discard: list[int] = []
        self.order: list[int] = []

    def copy(self) -> Self:
        new = self.__class__.__new__(self.__class__)
        new.copy_base(self)
        new.players = self.players
        new.rounds = self.rounds
        new.round = self.round
        new.bug = self.bug
        new.leak = self.leak
        new.place = self.place[:]
        new.moved = self.moved if self.bug == "copy" else self.moved[:]
        new.deck = self.deck[:]
        new.hands = [hand[:] for hand in self.hands]
        new.buried = [cards[:] for cards in self.buried]
        new.discard = self.discard[:]
        new.order = self.order[:]
        return new

    def pack(self) -> dict[str, Any]:
        data = {
            "round": self.round,
            "rounds": self.rounds,
            "place": self.place,
            "moved": self.moved,
            "deck": self.deck,
            "hands": self.hands,
            "buried": self.buried,
            "discard": self.discard,
            "order": self.order,
        }
        if self.bug == "pack":
            del data["moved"]
        return data

    def restore(self, data: dict[str, Any]) -> None:
        self.round = data["round"]
        self.rounds = data["rounds"]
        self.place = data["place"]
        self.moved = data.get("moved", [False] * UNITS)
        self.deck = data["deck"]
        self.hands = data["hands"]
        self.buried = data["buried"]
        self.discard = data["discard"]
        self.order = data["order"]

    def enemies(self, seat: int, island: int) -> list[int]:
        return [u for u in range(UNITS) if self.place[u] == island and owner(u) != seat]

    def held(self, seat: int) -> int:
        """Islands on which only this seat has counters."""
        mine = {self.place[u] for u in range(seat * 3, seat * 3 + 3)} - {-1}
        return sum(not self.enemies(seat, island) for island in mine)

    def points(self, seat: int) -> int:
        return self.held(seat) + sum(value_of(c) % 2 == 0 for c in self.buried[seat])


class Round(Step[Straits]):
    """The sequence of play: bids, turns, draws; after the last round the verdict."""

    def run(self, g: Straits) -> bool:
        if g.round == g.rounds:
            points = [g.points(seat) for seat in range(g.players)]
            best = max(points)
            first = points.count(best)
            scores = tuple((1.0 if first == 1 else 0.5) if p == best else 0.0 for p in points)
            names = " and ".join(SEATS[s] for s in range(g.players) if points[s] == best)
            if any(g.buried):
                g.revealed += 1
            g.result = Result(scores, f"{names} has most points.", "6a")  # [6a]
            return False
        g.round += 1
        if g.log is not None:
            g.log.add(f"Round {g.round}.", "2")
            if g.bug == "log":
                g.rng.roll()
        g.push(Draw())
        g.order = list(range(g.players))
        g.moved = [False] * UNITS
        g.push(Bid(tuple(s for s in range(g.players) if g.hands[s])))
        return False


class Bid(Simultaneous[Straits]):
    """Everybody lays a card face down. [2]"""

    def again(self, picks: tuple[int, ...]) -> Bid:
        return Bid(self.who, picks)

    def offers(self, g: Straits, seat: int) -> list[int]:
        return [CARD + card for card in g.hands[seat]]

    def prompt(self, g: Straits, seat: int) -> Ask:
        if g.leak == "prompt":
            return Ask(f"Lay a card; the next one is {g.deck[-1:]}.", "2")
        return Ask("Lay a card face down: the highest moves first.", "99" if g.bug == "rule" else "2")

    def why_not(self, g: Straits, seat: int, choice: int) -> Refusal | None:
        if choice >= CARD:
            if g.leak == "refusal" and choice - CARD in g.deck:
                return Refusal("That card is still in the deck.", "2a")
            return Refusal("no" if g.bug == "refusal" else "That card is not in your hand.", "2a")
        return None

    def allows(self, g: Straits, seat: int, choice: int) -> bool:
        if g.bug == "allows" and choice == DONE:
            return True
        return choice - CARD in g.hands[seat]

    def resolve(self, g: Straits) -> None:
        bids = [pick - CARD for pick in self.picks]
        for seat, card in zip(self.who, bids, strict=True):
            g.hands[seat].remove(card)
            if g.bug != "check" or value_of(card) != 3:
                g.discard.append(card)
        shown = {seat: value_of(card) for seat, card in zip(self.who, bids, strict=True)}
        g.order.sort(key=lambda seat: (-shown.get(seat, 0), seat))
        if g.log is not None:
            told = ", ".join(f"{SEATS[seat]} {value}" for seat, value in shown.items())
            g.log.add(f"The cards are turned over: {told}.", "2")
        g.push(Turn(0, 2))


class Turn(Step[Straits]):
    """One seat's turn: `at` in the order, with `moves` left. [3]"""

    def __init__(self, at: int, moves: int) -> None:
        self.at = at
        self.moves = moves

    def pack(self) -> list[int]:
        return [self.at, self.moves]

    def run(self, g: Straits) -> bool:
        if self.moves == 0:
            g.agenda[-1] = Turn(self.at + 1, 2)
            return False
        if self.at == g.players:
            if g.bug != "loop":
                g.agenda.pop()
            return False
        found = self.choices(g, g.order[self.at])
        return g.offer(found[:1] if g.bug == "offer" else found)

    def seats(self, g: Straits) -> tuple[int, ...]:
        return (g.order[self.at],)

    def choices(self, g: Straits, seat: int) -> list[int]:
        found = [DONE]
        if self.moves == 2 and g.hands[seat] and len(g.buried[seat]) < 2:
            found.append(BURY)
        seen: set[tuple[str, int]] = set()
        for unit in range(seat * 3, seat * 3 + 3):
            like = (kind(unit), g.place[unit])
            # Counters of one kind on one island are alike; they are offered once.
            if g.place[unit] >= 0 and not g.moved[unit] and like not in seen:
                seen.add(like)
                found.append(UNIT + unit)
        if g.bug == "duplicate" and g.round == 2:
            found.append(DONE)
        return found

    def answer(self, g: Straits, seat: int, choice: int) -> None:
        if choice == DONE:
            if g.bug != "endless":
                g.agenda[-1] = Turn(self.at + 1, 2)
            if g.leak == "done" and g.log is not None and g.deck:
                g.log.add(f"{SEATS[seat]} is done; the next card is a {value_of(g.deck[-1])}.", "3")
        elif choice == BURY:
            g.agenda[-1] = Turn(self.at + 1, 2)
            g.push(Bury(seat))
        else:
            g.push(Move(choice - UNIT))

    def prompt(self, g: Straits, seat: int) -> Ask:
        return Ask(f"Move a counter ({self.moves} moves left), bury a card, or end the turn.", "3")

    def why_not(self, g: Straits, seat: int, choice: int) -> Refusal | None:
        if UNIT <= choice < CARD:
            unit = choice - UNIT
            if owner(unit) != seat:
                return Refusal("That is not your counter.", "3")
            if g.place[unit] < 0:
                return Refusal("That counter is lost.", "4")
            if g.moved[unit]:
                return Refusal("That counter has moved already.", "3a")
        return None


class Move(Step[Straits]):
    """Where a counter goes. [1a]"""

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def pack(self) -> list[int]:
        return [self.unit]

    def seats(self, g: Straits) -> tuple[int, ...]:
        return (owner(self.unit),)

    def choices(self, g: Straits, seat: int) -> list[int]:
        if g.bug == "dead_end" and kind(self.unit) == "tank" and g.place[self.unit] == 4:
            return []
        return [ISLAND + island for island in NEIGHBOURS[g.place[self.unit]]]

    def answer(self, g: Straits, seat: int, choice: int) -> None:
        g.agenda.pop()
        turn = g.agenda[-1]
        assert isinstance(turn, Turn)
        g.agenda[-1] = Turn(turn.at, turn.moves - 1)
        island = choice - ISLAND
        g.moved[self.unit] = True
        enemies = g.enemies(seat, island)
        if enemies:
            g.push(Ambush(self.unit, enemies[0], island))
            return
        g.place[self.unit] = island
        if g.log is not None:
            g.log.add(f"{SEATS[seat]} moves {kind(self.unit)} to {ISLANDS[island]}.", "1a", (choice,))

    def prompt(self, g: Straits, seat: int) -> Ask:
        return Ask("To which island?", "1a")

    def why_not(self, g: Straits, seat: int, choice: int) -> Refusal | None:
        if ISLAND <= choice < UNIT:
            here = ISLANDS[g.place[self.unit]]
            return Refusal(f"{ISLANDS[choice - ISLAND]} is not a neighbour of {here}.", "1a")
        return None


class Ambush(Window[Straits]):
    """The defender may answer a move with an ambush. [4a]"""

    def __init__(self, attacker: int, defender: int, island: int) -> None:
        self.attacker = attacker
        self.defender = defender
        self.island = island

    def pack(self) -> list[int]:
        return [self.attacker, self.defender, self.island]

    def reactor(self, g: Straits) -> int:
        return owner(self.defender)

    def reactions(self, g: Straits, seat: int) -> list[int]:
        return [CARD + card for card in g.hands[seat] if value_of(card) <= 2]

    def react(self, g: Straits, choice: int) -> None:
        seat = self.reactor(g)
        g.agenda.pop()
        g.hands[seat].remove(choice - CARD)
        g.discard.append(choice - CARD)
        g.place[self.attacker] = -1
        g.revealed += 1
        if g.log is not None:
            g.log.add(f"{SEATS[seat]} plays an ambush.", "4a", (choice,))

    def let_pass(self, g: Straits) -> None:
        die = g.rng.roll()
        loser = self.defender if die >= 4 else self.attacker
        g.place[loser] = -1
        if die >= 4 and not g.enemies(owner(self.attacker), self.island):
            g.place[self.attacker] = self.island
        if g.log is not None:
            g.log.add(f"The die shows {die}: {SEATS[owner(loser)]} loses a counter.", "4")

    def prompt(self, g: Straits, seat: int) -> Ask:
        return Ask(f"{SEATS[owner(self.attacker)]} comes to {ISLANDS[self.island]}: play an ambush?", "4a")

    def why_not(self, g: Straits, seat: int, choice: int) -> Refusal | None:
        if choice >= CARD:
            return Refusal("Only a 1 or a 2 in your hand is an ambush.", "4a")
        return None


class Bury(Step[Straits]):
    """Which card goes face down, for good. [5]"""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def pack(self) -> list[int]:
        return [self.seat]

    def seats(self, g: Straits) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, g: Straits, seat: int) -> list[int]:
        return [CARD + card for card in g.hands[seat]]

    def answer(self, g: Straits, seat: int, choice: int) -> None:
        card = choice - CARD
        if g.bug == "crash" and value_of(card) == 6:
            raise ZeroDivisionError("a six")
        g.agenda.pop()
        g.hands[seat].remove(card)
        g.buried[seat].append(card)
        if g.log is not None:
            if g.leak == "bury":
                g.log.add(f"{SEATS[seat]} buries a {value_of(card)}.", "5")
            else:
                g.log.whisper(f"{SEATS[seat]} buries a card.", f"You bury a {value_of(card)}.", (seat,), "5")

    def prompt(self, g: Straits, seat: int) -> Ask:
        return Ask("Which card do you bury?", "5")


class Draw(Step[Straits]):
    """The end of a round: everybody draws. [6]"""

    def run(self, g: Straits) -> bool:
        g.agenda.pop()
        for seat in range(g.players):
            if not g.deck:
                break
            card = g.deck.pop()
            g.hands[seat].append(card)
            # Somebody has seen something: no way back behind a draw.
            g.revealed += 1
            if g.log is not None:
                text = f"{SEATS[seat]} draws a card."
                if g.leak == "draw":
                    text = f"{SEATS[seat]} draws a {value_of(card)}."
                g.log.whisper(text, f"You draw a {value_of(card)}.", (seat,), "6")
        return False


class StraitsGame(Game[Straits]):
    """The game, whole unless a bug or leak is asked for."""

    def __init__(self, bug: str = "", leak: str = "", version: str = "1", pack_hash: str = "straits") -> None:
        self.slug = "straits"
        self.title = "Straits"
        self.version = version
        self.pack_hash = pack_hash
        self.data_folder = ""
        self.margin = 0.0  # its value is good enough
        self.bug = bug
        self.leak = leak
        self.names = Names()
        self.names.add("button:bury", "Bury a card")
        self.names.block("island", list(ISLANDS), [name.title() for name in ISLANDS])
        units = [f"{SEATS[owner(u)]}_{kind(u)}_{u % 3}" for u in range(UNITS)]
        self.names.block("unit", units, [f"{SEATS[owner(u)].title()} {kind(u)}" for u in range(UNITS)])
        cards = [f"{value_of(c)}{'abc'[c // 6]}" for c in range(CARDS)]
        self.names.block("card", cards, [f"Card {name}" for name in cards])
        self.scenarios = [
            Scenario("ring", "The ring", (2, 3)),
            Scenario("duel", "The duel", (2,)),
        ]
        self.options = [
            REACTIONS,
            Option("rounds", "Rounds", (2, 3, 4), 3, "How many rounds are played."),
            Option("crowded", "All start on two islands", (True, False), False, "More fights."),
        ]
        self.rules = {rule.id: rule for rule in RULES}
        self.steps = {cls.__name__: cls for cls in (Round, Bid, Turn, Move, Ambush, Bury, Draw)}

        self.parts = Parts(  # the methods below, and nothing for the rest
            view=self.view, scene=self.scene, resample=self.resample, value=self.value, check=self.check
        )

    def blank(self, setup: Setup) -> Straits:
        g = Straits(setup.seed, setup.players)
        g.bug = self.bug
        g.leak = self.leak
        return g

    def new(self, setup: Setup) -> Straits:
        g = self.blank(setup)
        rounds = setup.options["rounds"]
        assert isinstance(rounds, int)
        g.rounds = rounds
        g.ask_always = setup.options["reactions"] == "ask"
        for unit in range(3 * setup.players):
            start = owner(unit) if setup.scenario == "ring" else owner(unit) * 2
            g.place[unit] = start % 2 if setup.options["crowded"] else start
        g.deck = list(range(CARDS))
        g.rng.shuffle(g.deck)
        for hand in g.hands:
            for _ in range(4):
                hand.append(g.deck.pop())
        g.push(Round())
        return g

    def seat_names(self, g: Straits) -> list[str]:
        return list(SEATS[: g.players])

    def stem(self, g: Straits, choice: int) -> str:
        unit = choice - UNIT
        if not UNIT <= choice < CARD or g.place[unit] < 0 or g.moved[unit]:
            return ""
        if self.bug == "key":
            return f"unit:{SEATS[owner(unit)]}"
        return f"unit:{SEATS[owner(unit)]}_{kind(unit)}@{ISLANDS[g.place[unit]]}"

    def stack(self, g: Straits, place: str) -> list[int]:
        return [UNIT + u for u in range(UNITS) if g.place[u] >= 0 and ISLANDS[g.place[u]] == place]

    def view(self, g: Straits, seat: int | None) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "round": g.round,
            "place": {self.names.keys[UNIT + u]: g.place[u] for u in range(3 * g.players)},
            "moved": g.moved,
            "deck": len(g.deck),
            "hands": [len(hand) for hand in g.hands],
            "buried": [len(cards) for cards in g.buried],
            "discard": g.discard,
            "order": g.order,
            "hand": None if seat is None else sorted(g.hands[seat]),
            "own_buried": None if seat is None else g.buried[seat],
        }
        if self.leak == "view":
            shown["next"] = g.deck[-1:]
        return shown

    def resample(self, g: Straits, seat: int, rng: Rng) -> None:
        """Draw the deck, the other hands, their buried cards and bids again."""
        others = [s for s in range(g.players) if s != seat]
        top = g.agenda[-1]
        while True:
            pool = g.deck + [c for s in others for c in g.hands[s] + g.buried[s]]
            pool.sort()
            rng.shuffle(pool)
            for s in others:
                g.hands[s] = [pool.pop() for _ in g.hands[s]]
                g.buried[s] = [pool.pop() for _ in g.buried[s]]
            g.deck = pool
            if isinstance(top, Bid):
                picks = list(top.picks)
                for i, s in enumerate(top.who):
                    if s != seat and picks[i] >= 0:
                        picks[i] = CARD + g.hands[s][rng.below(len(g.hands[s]))]
                g.agenda[-1] = top.again(tuple(picks))
            # Without asking always, an open window tells that its seat holds an ambush.
            if not isinstance(top, Ambush) or g.ask_always or top.reactions(g, top.reactor(g)):
                break

    def value(self, g: Straits, seat: int) -> float:
        if self.bug == "value":
            return 2.0
        if g.result is not None:
            return g.result.scores[seat]
        points = [g.points(s) if s == seat else g.held(s) for s in range(g.players)]
        return 0.5 + 0.1 * (points[seat] - max(points))

    def preferences(self, g: Straits, seat: int, choices: list[int]) -> list[float]:
        """Bury even cards, bid high, spread over free islands, ambush, and never fight."""
        top = g.agenda[-1]
        out: list[float] = []
        for choice in choices:
            like = 0.0
            if choice >= CARD:
                card = choice - CARD
                even = value_of(card) % 2 == 0
                like = (1.0 if even else -1.0) if isinstance(top, Bury) else value_of(card) + 0.0
                if self.leak == "doctrine" and card % 6 in [c % 6 for c in g.deck[-3:]]:
                    like += 10.0
            elif choice >= UNIT:
                here = g.place[choice - UNIT]
                alone = sum(p == here for p in g.place) == 1
                free = any(p not in g.place for p in NEIGHBOURS[here])
                like = 2.0 if free and not alone else -1.0
            elif choice >= ISLAND:
                like = -5.0 if g.enemies(seat, choice - ISLAND) else 1.0 - g.place.count(choice - ISLAND)
            elif choice == BURY:
                like = 3.0 if any(value_of(c) % 2 == 0 for c in g.hands[seat]) else -2.0
            out.append(like)
        return out

    def check(self, g: Straits) -> None:
        cards = [*g.deck, *g.discard]
        for seat in range(g.players):
            cards += g.hands[seat] + g.buried[seat]
        ensure(sorted(cards) == list(range(CARDS)), "A card is lost or there twice.")
        ensure(all(-1 <= p < len(ISLANDS) for p in g.place), "A counter is nowhere.")
        ensure(0 <= g.round <= g.rounds, "The round is out of range.")

    def scene(self, g: Straits, seat: int | None) -> Scene:
        places = [
            Place(ISLAND + i, name, name.title(), float(i), 0.0, "island", "neutral", "", (), (), "sea")
            for i, name in enumerate(ISLANDS)
        ]
        edges = [Edge(a, b, "strait", (), "") for a in range(5) for b in NEIGHBOURS[a] if a < b]
        pieces = [
            Piece(UNIT + u, g.place[u], kind(u), kind(u), SEATS[owner(u)], "", kind(u), "1", True, 1, "")
            for u in range(UNITS)
            if g.place[u] >= 0
        ]
        rows = [(SEATS[s], str(len(g.hands[s]))) for s in range(g.players)]
        panels = [Panel("Cards in hand", ("player", "cards"), tuple(rows))]
        if seat is not None:
            hand = ", ".join(self.names.keys[CARD + c] for c in sorted(g.hands[seat]))
            panels.append(Panel("Your hand", (), ((SEATS[seat], hand),)))
        if self.leak == "panel" and g.deck:
            panels.append(Panel("Deck", (), (("Next", self.names.keys[CARD + g.deck[-1]]),)))
        return Scene(self.title, f"Round {g.round}", places, edges, pieces, panels, {}, {}, {})


def build() -> StraitsGame:
    """The whole game; a function that other processes can call."""
    return StraitsGame()


def fresh(players: int = 2, seed: int = 1, **options: OptionValue) -> Match[Straits]:
    """A match of the whole game."""
    return Match.start(build(), "ring", players, options, seed)


def dealt(hands: list[str], seed: int = 1, **options: OptionValue) -> Match[Straits]:
    """A match at its first bid with these cards in hand, such as `6a 1b`; the rest is the deck, 1a on top."""
    match = fresh(len(hands), seed, **options)
    g = match.state
    g.hands = [[match.number(f"card:{name}") - CARD for name in hand.split()] for hand in hands]
    g.deck = [card for card in reversed(range(CARDS)) if not any(card in hand for hand in g.hands)]
    match.base = clone(match.game.pack_state(g))
    return match
