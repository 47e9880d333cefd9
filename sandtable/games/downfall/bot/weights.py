"""The weights of the doctrine: the value of things to a team.

The base weights are set by hand. The learned weights in `weights.toml` come from games between bots
(`tools/fit_weights.py`), for the Axis and for its opponents; only bots that search use them.
"""

from typing import Final

from sandtable.engine.fitted import read_learned_weights, take


class Weights:
    """The weights of one team; each is explained where it is used."""

    def __init__(self, learned: dict[str, float]) -> None:
        # Armies and ground (`assessment`).
        self.factor = 0.5  # a combat factor
        self.foot = 1.0  # an army on foot, beside its factor
        self.tracks = 2.0  # an armored one
        self.loss = 0.9  # how much an own loss counts against one of the enemy's
        self.ground = 1.0
        self.supply_area = 8.0
        self.capital = 3.0
        self.key = 0.5
        self.invasion = 4.0  # what it costs to make an enemy
        self.step = 0.8  # a step towards a goal
        self.stranded = 9.0
        self.desert = 6.0  # leaving a place in danger with nobody in it
        self.thin = 2.0  # leaving it with one army
        self.cover = 5.0  # the first army in a place in danger
        self.back_up = 1.5  # the second
        self.patience = 8.0  # what going East too early costs
        self.eastern_war = 6.0  # the turn in which the Axis turns East, unless France falls before
        self.effort = 0.3  # a supply point spent
        self.support = 0.4  # an army that supports
        self.conquest = 0.7  # of the ground that a victory gives
        self.position = 0.4  # of a good place, for an army that attacks there
        # The menu (`doctrine`).
        self.worthwhile = 0.35  # an operation must gain this much
        self.act_supply = 9.0
        self.act_supply_full = 1.0
        self.act_reinforce = 8.0
        self.act_reinforce_few = 2.0
        self.act_air = 5.0
        self.act_air_many = 1.5
        self.air_enough = 3.5
        self.act_lease = 7.0
        self.act_develop = 6.0  # in total war
        self.act_develop_early = 4.0
        self.act_armor = 4.5
        self.act_armor_many = 1.0
        self.armor_enough = 3.5
        self.act_subs = 3.0
        self.act_subs_many = 0.5
        self.subs_enough = 1.5
        self.build_half = 0.4
        self.build_armor = 1.5
        self.place_danger = 8.0
        self.land_step = 0.5
        self.land_cost = 0.6
        self.land_fight = 0.4
        self.air_help = 0.2  # what a mission must add
        # Developments: the highest first.
        self.aviation = 11.0
        self.urals_industry = 10.0
        self.amphibious_landings = 9.0
        self.logistics = 8.0
        self.blitzkrieg = 7.0
        self.advanced_tanks = 6.0
        self.guards = 5.0
        self.advanced_aviation = 4.0
        self.tank_industry = 3.0
        self.air_industry = 2.0
        self.advanced_warships = 1.0
        take(self, learned)


# By team: the base weights and the learned ones.
BASE: Final = [Weights({}), Weights({})]
LEARNED: Final = [Weights(numbers) for numbers in read_learned_weights(__file__)]
