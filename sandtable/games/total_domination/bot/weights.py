"""The numbers behind the doctrine: what things are worth, in victory points.

The plain ones are set by hand. Those of `weights.toml` were learned from play (`tools/fit_weights.py`), for
each faction its own, and only bots that look ahead use them.
"""

from typing import Final

from sandtable.engine.fitted import read_base_weights, read_learned_weights, take


class Weights:
    """The weights of a faction; each is explained where it is used."""

    def __init__(self, learned: dict[str, float]) -> None:
        # The board (`assess`). What a point on it loses while it can be taken, by the units that hold it.
        self.exposed0 = 0.5
        self.exposed1 = 0.25
        self.exposed2 = 0.08
        self.exposed3 = 0.03
        self.prey = 1.0  # how much of that counts for ground of the opponents
        self.open_ground = 0.25  # a point of neutral ground that one could walk into
        self.held_ground = 0.1  # the same with neutral units in it
        self.army = 0.3
        self.fleet = 0.3
        self.air_fleet = 0.25
        self.u_boat = 0.2
        self.cut_off = 0.25  # lost of a unit while it is out of supply
        self.lease_step = 0.9  # a box on the track of a power that is still to join
        self.wolfpack = 0.3  # a U-boat while Lend-Lease goes on
        self.ebb = 0.0  # how much less units are worth when the war is over
        self.calm = 0.0  # how much less exposed ground is then
        self.price = 0.12  # what a point for operations must bring
        # Cards (`card_values`).
        self.point = 0.42  # what a point for operations brings on average
        self.new_colour = 1.0  # a technology of a colour that is still missing
        self.other_tech = 0.25
        self.cheaper = 0.18  # a technology, for each point it saves and year
        self.spying = 0.05  # Enigma and Espionage, a year
        self.develop = 0.5  # a technology now rather than later
        self.lease = 2.6  # a step on the track, and a card for the next draft
        self.last_lease = 0.9  # a step in the last year
        self.deployed = 1.1  # a unit that an event deploys
        self.moved = 0.8
        self.rising = 0.6  # a Resistance unit
        self.card = 1.7  # what an opponent loses with a card
        self.won = 1.0  # a point won by influence
        self.lost = 1.0  # a point that others lose by it
        self.peace = 4.4  # points that a card turned up has
        self.plus_one = 0.8  # how many of the cards that are left are played for points
        self.minus_one = 0.8
        self.event = 0.1  # an event that may be played, beside its worth
        self.promise = 0.45  # of a technology in the hand
        self.denial = 0.15  # of what the opponents would have of a card
        # Choices (`doctrine`).
        self.saved = 0.15
        self.second_thought = 1.6  # a card worth less is replaced
        self.given = 0.2  # what a card must gain in the partner's hand
        self.strong_first = 0.1  # cards for points: the strongest first
        self.eager = 0.0  # how much sooner cards are played for points than for anything else
        self.haste = 0.0  # how much sooner an operation that gains much is done
        take(self, learned)


# By faction: set by hand, and learned from play.
BASE: Final = [Weights(numbers) for numbers in read_base_weights(__file__, Weights({}))]
LEARNED: Final = [Weights(numbers) for numbers in read_learned_weights(__file__)]
