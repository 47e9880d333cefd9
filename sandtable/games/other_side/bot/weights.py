"""The weights of the doctrine: the value of things to the High Command.

The base weights are set by hand. Those of `weights.toml` were learned from play (`tools/fit_weights.py`), and
only bots that look ahead use them. A base weight of 0 is a later idea that the greedy bot does not consider.
"""

from typing import Final

from sandtable.engine.fitted import read_learned_weights, take
from sandtable.games.other_side.components import effect_types as effects


class Weights:
    """The weights of the High Command; the code that uses a weight explains it."""

    def __init__(self, learned: dict[str, float]) -> None:
        self._map()
        self._armies()
        self._combat()
        self._people()
        self._tracks()
        self._cards()
        self._production()
        take(self, learned)
        # The value of one step of an effect.
        self.prices: dict[int, float] = {
            effects.RESOURCES: self.price_resources,
            effects.UNREST: self.price_unrest,
            effects.AIR: self.price_air,
            effects.AIR_ANY: self.price_air_any,
            effects.STRATEGIC_WARFARE: self.price_warfare,
            effects.TECHNOLOGY: self.price_technology,
            effects.POOL_ADD: self.price_pool,
            effects.IGNORE_NEXT_BOMBING: self.price_bombing,
            effects.DIPLOMACY_BONUS: self.price_bonus,
            effects.DISCARD_BLACK_ORCHESTRA: self.price_orchestra,
        }
        # The value of an effect without a number.
        self.flat_prices: dict[int, float] = {
            effects.FLIP_LIMIT: self.deed_flip,
            effects.UNLOCK: self.deed_unlock,
            effects.OCCUPY: self.deed_occupy,
            effects.FRANCE_SURRENDERS: self.deed_france,
            effects.ACTIVATE_SATELLITE: self.deed_satellite,
            effects.ACTIVATE_USA: self.deed_usa,
            effects.ACTIVATE_USSR: self.deed_ussr,
            effects.ITALY_STATUS: self.deed_italy,
        }

    def _map(self) -> None:
        """Set weights of strength and ground (`assessment`)."""
        self.panzer = 0.8  # Hits that an Army's die brings on average
        self.regular = 0.5
        self.reduced = 0.34
        self.satellite = 0.18
        self.allied_die = 0.55  # Hits of an Allied die
        self.isolated = 0.7  # the part of an Isolated Army's Hits that counts
        self.quiet = 0.35  # the value of holding a quiet Area
        self.area_worth = 1.0
        self.festung_now = 6.0  # the front is at a Festung Sector
        self.festung_near = 2.5  # the Area has one
        self.scoring_worth = 0.6  # a Home Area of France or the USSR
        self.scoring_late = 0.0  # the same, growing to the end of the war
        self.resource_worth = 0.5
        self.last_sector = 0.5
        self.bare = 1.0  # the loss from leaving a threatened Area empty
        self.calm = 0.1
        self.calm_army = 0.02
        self.firm = 1.1  # how fast strength makes safe
        self.firm_army = 0.05
        self.pair = 0.0  # two or more Armies in danger: they have a Head
        self.partisans = 0.2
        self.goal = 0.9  # how fast strength is enough for an attack
        self.goal_here = 1.2
        self.goal_near = 0.8
        self.plains = 1.1
        self.air_die = 0.33
        self.lead = 0.4  # Hits that Generals add to an attack
        self.foe_plains = 0.67  # Hits of a defender's die
        self.foe_die = 0.5
        self.edge = 1.6
        self.unknown = 0.4  # the chance against a Base

    def _armies(self) -> None:
        """Set weights of movement and placing."""
        self.worth_a_move = 0.04  # a smaller gain is not worth an action
        self.arrive = 0.3
        self.depart = 0.1
        self.raise_reduced = 0.16  # the gain of a point for a Reduced Army
        self.raise_regular = 0.3
        self.raise_any = 0.05
        self.new_army = 0.34

    def _combat(self) -> None:
        """Set weights of attacks and of Hits taken."""
        self.pawn_done = 0.3
        self.pawn_none = 0.5
        self.pawn_wanted = 0.15
        self.back_far = 0.6  # Retreats while there is ground to give
        self.back_near = 0.2
        self.back_last = -0.4
        self.back_scoring = 0.0  # against giving the last ground of a Home Area
        self.back_again = 0.0  # against a second Retreat: the OB is Questioned
        self.less_many = 0.5
        self.less_two = 0.25
        self.less_one = -0.2
        self.less_only = 0.5  # one Reduction questions nobody
        self.less_first = 0.15
        self.less_late = 0.0  # Armies are of no use after the war
        self.less_again = 0.0  # against a second Reduction after the first
        self.cancel = 0.0  # to cancel Special Effects
        self.jump = 1.5  # Paratroops above which they jump
        self.weak_first = 0.0  # the order of the Allied attacks
        self.strong_first = 0.0
        self.second = 0.0  # a second Advance without need

    def _people(self) -> None:
        """Set weights of Generals."""
        self.lead_works = 2.0
        self.lead_seniority = 0.05
        self.lead_confidence = 0.4
        self.lead_dissident = 0.0  # for a Dissident, who has less to lose
        self.head_confidence = 0.45
        self.head_busy = 1.5
        self.head_rules = 0.1  # rules that would work for a Leading General
        self.head_works = 0.0
        self.head_dissident = 0.0  # a Coup counts Dissidents in command
        self.enter_confidence = 0.1
        self.enter_rules = 0.3
        self.relieve = 0.0  # to replace a Dissident
        self.relieve_confidence = 0.0  # or a General of lower Confidence
        self.post_danger = 0.0  # Positions in danger are filled first

    def _tracks(self) -> None:
        """Set weights of air, Strategic Warfare and Bombing."""
        self.air_germany = 3.0
        self.air_lowest = 2.0
        self.air_nearly = 1.5
        self.air_else = 1.0
        self.air_east = 0.0
        self.air_west = 0.0
        self.air_south = 0.0
        self.air_move = 0.0  # to move points between tracks
        self.air_home = 0.0  # to move them to Germany
        self.split_warfare = 1.0
        self.split_germany = 0.5
        self.split_top = 0.0  # to lose the first points over Germany
        self.split_low = 0.0  # or the last
        self.bomb_wehrmacht = 0.0
        self.bomb_luftwaffe = 0.5
        self.bomb_warfare = 1.0
        self.marker_moves = 0.4

    def _cards(self) -> None:
        """Set weights of cards and their effects (`card_values`)."""
        self.price_resources = 1.2
        self.price_unrest = -0.4
        self.price_air = 0.5
        self.price_air_any = 0.5
        self.price_warfare = 0.5
        self.price_technology = 0.4
        self.price_pool = 0.6
        self.price_bombing = 0.7
        self.price_bonus = 0.3
        self.price_orchestra = 0.9
        self.price_fanaticism = 1.0
        self.price_scarce = 1.8  # Fanaticism where there is little of it: a Coup looms
        self.scarce = 5.5
        self.deed_flip = 1.0
        self.deed_unlock = 0.5
        self.deed_occupy = 2.0
        self.deed_france = 8.0
        self.deed_satellite = 2.0
        self.deed_usa = -2.5
        self.deed_ussr = -3.0
        self.deed_italy = 0.6
        self.no_soviets = 2.0  # a Phase without their Offensive
        self.no_west = 1.5
        self.calm_unrest = 0.4
        self.unquestion = 0.5
        self.play_at = 0.35  # the value from which a card is played
        self.plan_at = 0.35
        self.cost = 0.15
        self.unfit = 0.4  # the part of the value that counts before a card can be played
        self.diplomacy = 3.0
        self.ob_card = 0.6
        self.project = 2.0
        self.project_year = 0.3
        self.project_left = 0.5
        self.project_any = 0.3
        self.project_begun = 0.0
        self.military_any = 0.5
        self.military_ussr = 3.0
        self.military_later = 0.1
        self.military_far = 0.05
        self.military_free = 0.6  # the chance without a defender
        self.military_base = 0.45
        self.military_summer = 1.0  # a summer without one costs Fanaticism
        self.military_risk = 0.7  # Heads are Questioned for a failure
        self.military_gain = 1.2
        self.military_cost = 0.2

    def _production(self) -> None:
        """Set weights of the Production Table."""
        self.worthwhile = 0.3
        self.army_1 = 3.0
        self.army_2 = 2.8
        self.army_3 = 2.3
        self.air_less = 1.2
        self.air_step = 0.3
        self.boats_less = 2.1
        self.boats_step = 0.3
        self.share_military = 2.6
        self.share_production = 2.0
        self.share_political = 2.1
        self.share_cost = 0.15
        self.more_military = 0.0  # points for a second card
        self.more_production = 0.0
        self.more_political = 0.0
        self.goods_keep = 2.7
        self.goods_more = 2.2
        self.goods_early = 0.0  # Consumer Goods early in the war
        self.goods_late = 0.0  # and late
        self.goods_scarce = 0.0  # and where there is little Fanaticism
        self.last_points = 0.0  # the loss of value of Replacements in the last Turn


# Set by hand, and learned from play; all players are one team.
BASE: Final = [Weights({})]
LEARNED: Final = [Weights(numbers) for numbers in read_learned_weights(__file__)[:1]]
