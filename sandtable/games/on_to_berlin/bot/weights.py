"""The weights of the doctrine: what things are worth to a side.

The base weights are set by hand. Those of `weights.toml` were learned from play, separately for each side;
only bots that search use them.
"""

from typing import Final

from sandtable.engine.fitted import read_base_weights, read_learned_weights, take


class Weights:
    """The weights of one side; each is explained where it is used."""

    def __init__(self, learned: dict[str, float]) -> None:
        # The map (`assessment`).
        self.sea_miles = 2.5  # how much farther a border at sea is than one on land
        self.peace_miles = 1.5  # and how much one into Neutral ground
        self.area_worth = 1.0
        self.point_worth = 4.0
        self.home_worth = 1.5
        self.end_worth = 4.0  # the area that decides the end
        self.red = 1.5  # how much points of the other colour count
        self.near = 0.5  # how much an enemy in the next area counts
        self.shield = 0.0  # how much an area of its side in danger draws units
        # Attacks (`plans`).
        self.hopeless = 0.35  # hits against what is needed, where nothing is taken
        self.certain = 1.05  # and where all is taken
        self.battle = 3.0  # the value of driving the enemy out where no area can be taken
        self.per_hit = 0.5
        self.guard = 1.5  # the danger that keeps a unit back
        # Moves.
        self.bold = 0.5  # hits against what is needed, to break a neutrality
        self.breach_gain = 0.3
        self.breach_prize = 0.3
        self.breach_units = 0.4  # what the units of a nation bring the enemy
        self.breach_points = 0.75
        self.walk_in = 1.0  # into an area that nobody holds
        self.daring = 0.45  # hits against what is needed, to go among enemies
        self.entry = 0.35
        self.entry_hits = 0.15
        self.embark = 0.25
        self.advance = 0.35
        self.farthest = 3.0
        self.crowd = 0.3
        self.landing = 0.5
        self.sea_fight = 0.6
        self.sea_control = 0.7
        # Strikes from the air.
        self.joint = 1.3
        self.at_sea = 0.8
        self.strike_prize = 0.02
        self.strike_first = 2.0
        # Points (`doctrine`).
        self.worthwhile = 0.4  # what an action must gain
        self.draft_land = 1.3
        self.draft_tough = 1.2
        self.draft_fixed = 0.3
        self.draft_air = 1.6
        self.draft_ship = 0.45
        self.draft_sub = 0.3
        self.draft_any = 0.4
        self.deploy_hold = 0.3
        self.deploy_crowd = 0.4
        self.begin_move = 0.4
        self.begin_attack = 1.5
        self.march_on = 0.3
        self.ambush = 1.9
        self.fresh_front = 0.1
        self.fresh_danger = 0.2
        self.quiet = 0.5
        self.recall = 0.3
        self.recall_cost = 0.3
        self.station_crowd = 0.5
        self.court_area = 0.3
        self.court_point = 0.5
        self.court_unit = 0.3
        # Cards (`card_values`).
        self.card_point = 1.0
        self.card_double = 3.0
        self.card_choice = 4.0
        self.card_change = 5.0
        self.card_recover = 1.5
        self.card_tired = 0.1
        self.card_develop = 2.5
        self.card_release = 2.0
        self.card_landing = 1.2
        self.card_counter = 0.8
        self.card_redeploy = 0.7
        self.card_bombing = 1.0
        self.card_raid = 0.8
        self.play_choice = 3.0
        self.play_change = 2.5
        self.play_recover = -0.3
        self.play_tired = 0.12
        self.play_double = 2.0
        self.play_other = 1.0
        self.play_point = 0.1
        take(self, learned)


# By side: the base weights and the learned ones.
BASE: Final = [Weights(numbers) for numbers in read_base_weights(__file__, Weights({}))]
LEARNED: Final = [Weights(numbers) for numbers in read_learned_weights(__file__)]
