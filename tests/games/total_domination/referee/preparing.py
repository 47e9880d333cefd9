"""What comes of answers before and after the turns of a year, and what the solo system does in its turns."""

from tests.games.total_domination.atlas import PLAYERS, UNIT
from tests.games.total_domination.referee import deeds, hands, years
from tests.games.total_domination.referee.answers import Turns
from tests.games.total_domination.referee.book import Position
from tests.games.total_domination.referee.components import FREE, KINDS, MATE, NATIONS, PARTNERS
from tests.games.total_domination.referee.moments import Moment
from tests.games.total_domination.referee.questions import DONE, PASS, starts
from tests.games.total_domination.referee.system import SoloTurn


class Years(Turns):
    """The part of an umpire that looks at the phases around the turns."""

    # --- the Strategic phase

    def answer_Draft(self, s: Moment) -> None:
        p = s.before.copy()
        card = s.name()
        hand = p.cards[card].split(":")[1]
        p.cards[card] = f"kept:{hand}"
        p.picks[hand] -= 1
        if not any(p.picks.values()):
            years.pass_on(p)
        self.same(p, s.after)

    def answer_Thin(self, s: Moment) -> None:
        p = s.before.copy()
        p.cards[s.name()] = "discarded"
        self.next(s, "Thin", [s.args[0], s.args[1] - 1])
        self.same(p, s.after)

    def run_Thin(self, s: Moment) -> None:
        self.expect(s.args[1] == 0 or not s.before.hand(PLAYERS[s.args[0]]), True, "two cards are discarded")
        self.still(s)

    def answer_Offer(self, s: Moment) -> None:
        p = s.before.copy()
        if s.key != PASS:
            power = PLAYERS[s.args[0]]
            p.cards[s.name()] = f"offered:{power}"
            self.next(s, "Give", [PLAYERS.index(MATE[power])])
        self.same(p, s.after)

    def answer_Give(self, s: Moment) -> None:
        p = s.before.copy()
        power = PLAYERS[s.args[0]]
        mate = MATE[power]
        (offered,) = p.at(f"offered:{mate}")
        p.cards[offered] = f"hand:{mate}" if s.key == PASS else f"hand:{power}"
        if s.key != PASS:
            p.cards[s.name()] = f"hand:{mate}"
            self.seen["exchanges"] += 1
        self.same(p, s.after)

    def run_Replace(self, s: Moment) -> None:
        self.expect(s.before.hand(PLAYERS[s.args[0]]), [], "a hand that may replace a card")
        self.still(s)

    def answer_Replace(self, s: Moment) -> None:
        p, power = s.before.copy(), PLAYERS[s.args[0]]
        if s.key != PASS:
            p.cards[s.name()] = "discarded"
            number, keep = years.replacement(p, power)
            # Where nothing is chosen the cards are in the hand already.
            there = "hand" if s.top()[0] != "Decode" else "packet"
            got = deeds.draw(p, s.after, {f"{there}:{power}": number})
            self.expect(there, "packet" if got[f"{there}:{power}"] > keep else "hand", "cards drawn")
            if there == "packet":
                self.next(s, "Decode", [s.args[0], keep])
                self.seen["Enigma"] += 1
        self.same(p, s.after)

    def answer_Decode(self, s: Moment) -> None:
        p, power = s.before.copy(), PLAYERS[s.args[0]]
        p.cards[s.name()] = f"hand:{power}"
        if s.args[1] > 1:
            self.next(s, "Decode", [s.args[0], s.args[1] - 1])
        else:
            for card in p.at(f"packet:{power}"):
                p.cards[card] = "discarded"
        self.same(p, s.after)

    def run_Spy(self, s: Moment) -> None:
        foes = hands.aims(s.before, PLAYERS[s.args[0]])
        self.expect([f for f in foes if s.before.human(f) and s.before.hand(f)], [], "hands to look into")
        self.still(s)

    def answer_Spy(self, s: Moment) -> None:
        p, power = s.before.copy(), PLAYERS[s.args[0]]
        if s.key != PASS:
            foe = s.name()
            look, gone = years.espionage(p, p.hand_of(power))
            shown = min(look, len(p.hand(foe)))
            deeds.adopt(p, s.after, f"hand:{foe}", f"packet:{foe}", shown)
            self.next(s, "Sift", [s.args[0], PLAYERS.index(foe), gone, 0])
            self.seen["Espionage"] += 1
        self.same(p, s.after)

    def run_Sift(self, s: Moment) -> None:
        foe = PLAYERS[s.args[1]]
        self.expect(s.args[2] == 0 or not s.before.at(f"packet:{foe}"), True, "cards a spy may discard")
        self.sifted(s)

    def sifted(self, s: Moment) -> None:
        """The cards go back, and others come for those discarded. [8.1.D1]"""
        p, foe = s.before.copy(), PLAYERS[s.args[1]]
        for card in p.at(f"packet:{foe}"):
            p.cards[card] = f"hand:{foe}"
        if s.args[3]:
            deeds.draw(p, s.after, {f"hand:{foe}": s.args[3]})
        self.same(p, s.after)

    def answer_Sift(self, s: Moment) -> None:
        if s.key == DONE:
            self.sifted(s)
            return
        p = s.before.copy()
        p.cards[s.name()] = "discarded"
        power, foe, left, gone = s.args
        self.next(s, "Sift", [power, foe, left - 1, gone + 1])
        self.same(p, s.after)

    # --- partners and free set-up

    def run_Switch(self, s: Moment) -> None:
        p, nation = s.before.copy(), list(PARTNERS)[s.args[0]]
        new = years.switch(p, nation)
        if new:
            self.seen["partners"] += 1
            area = years.seat(nation)
            gone = [u for u in p.stack[area] if p.player(u) == MATE[new]]
            if gone:
                deeds.shift(p, *gone, to="")
                self.next(s, "Relocate", [NATIONS.index(nation), *[2 * u for u in gone]])
        self.same(p, s.after)

    def run_Relocate(self, s: Moment) -> None:
        if len(s.args) == 1:
            self.still(s)
            return
        unit = s.args[1] // 2
        found = years.refuges(s.before, unit, years.seat(NATIONS[s.args[0]]))
        area = s.after.place[unit]
        if s.before.human(s.before.player(unit)):
            self.expect(len(found) <= 1, True, "a refuge without a choice")
        self.expect(area in found or (not found and not area), True, "a refuge")
        self.moved_in(s, unit, area)

    def answer_Relocate(self, s: Moment) -> None:
        self.moved_in(s, s.args[1] // 2, s.name())

    def moved_in(self, s: Moment, unit: int, area: str) -> None:
        """[4.3.Bd] [4.3.Bj]"""
        p = s.before.copy()
        self.next(s, "Relocate", [s.args[0], *s.args[2:]])
        if area:
            deeds.put(p, unit, area)
        self.seen["relocated"] += 1
        self.same(p, s.after)

    def run_Place(self, s: Moment) -> None:
        row = FREE[s.args[0]]
        kinds = [k for k in KINDS if UNIT[k].nation == row.nation and starts(s.before, s.args[0], k)]
        self.expect(s.args[1] == 0 or not kinds, True, "units to place")
        self.still(s)

    def answer_Place(self, s: Moment) -> None:
        self.next(s, "Station", [s.args[0], KINDS.index(s.name())])
        self.expect(s.agenda[-2], ("Place", [s.args[0], s.args[1] - 1]), "units to place")
        self.still(s)

    def run_Station(self, s: Moment) -> None:
        (area,) = starts(s.before, s.args[0], KINDS[s.args[1]])
        self.stationed(s, area)

    def answer_Station(self, s: Moment) -> None:
        self.stationed(s, s.name())

    def stationed(self, s: Moment, area: str) -> None:
        """[11.3]"""
        p = s.before.copy()
        deeds.put(p, p.supply_of(KINDS[s.args[1]])[0], area)
        self.same(p, s.after)

    # --- the solo system

    def solo_turn(self, p: Position, s: Moment) -> None:
        """[13.1]"""
        up = [card for card, where in p.solo.items() if where == "pile" and s.after.solo[card] == "used"]
        if not [card for card, where in p.solo.items() if where == "pile"]:
            p.passed.add(p.me)  # [R36]
            return
        (card,) = up
        p.solo[card] = "used"
        turn = SoloTurn(p, p.me, card, s.after)
        for action in turn.done:
            self.seen[f"solo {action}"] += 1
        self.seen["stuck"] += p.solo_vp != s.before.solo_vp
        self.at += f" ({p.me}, {card}: {', '.join(turn.done)})"
