"""The weights of the doctrine: what things are worth to a side.

The base weights are set by hand. Those of `weights.toml` were learned from play (`tools/fit_weights.py`), for
each side separately, and only bots that search use them.
"""

from typing import Final

from sandtable.engine.fitted import read_base_weights, read_learned_weights, take


class Weights:
    """The weights of one side; each is explained where it is used."""

    def __init__(self, learned: dict[str, float]) -> None:
        # What areas are worth (`assessment`).
        self.ground = 0.25  # value of any area
        self.yields = 1.0  # for each Build Point it gives
        self.denied = 0.6  # for each that the enemy loses
        self.island = 1.0
        self.island_denied = 0.6
        self.major_falls = 8.0  # the conquest of a major, of one home country of several, of a minor
        self.home_falls = 3.0
        self.minor_falls = 0.6
        self.freed = 3.0
        self.pull_worth = 2.0  # how many areas farther each point draws units
        self.pull_most = 5.0  # the most points that draw: nobody crosses an ocean for a capital
        self.enemy_miles = 0.5  # how much farther a border of the enemy is
        self.isle_most = 3.0  # the most points of an island that draw
        self.isle_reach = 1.0  # how far off islands may be for which a power builds convoys
        self.gather = 4.0  # quarters before war may come to the Pacific units go there
        self.islanders = 8.0  # number of land units kept for islands
        self.isle_gain = 1.0  # how much nearer to islands counts, against nearer to the enemy
        self.coast_miles = 7.0  # how much longer than a border of land going aboard or ashore is
        self.sea_miles = 0.7
        self.home_stake = 0.5  # value of a home area beside its production
        # Wars.
        self.neutral_gain = 2.9  # Build Points for which neutrals are attacked
        self.nearly = 0.0  # how near to entering the war a great power is attacked
        self.usa_wait = 6.0  # quarters after its date, while it is far from that
        self.ussr_wait = 4.0  # while an enemy major is next to its areas
        self.brink = 1.0  # how near to victory, with its production, a power that enters may bring the enemy
        # Units that must stay (`land_plans`).
        self.watch = 0.4  # what share of the enemy's strength is faced for each point at stake
        self.watch_most = 1.2
        self.idle_stake = 2.0  # what is guarded where no enemy is near
        self.guard_stake = 1.0  # what is guarded by more than one
        self.watch_air = 0.3  # weight of enemy aircraft in neighbouring areas
        self.watch_far = 0.7  # and enemy armor two areas away
        self.watch_help = 0.5  # and own aircraft that could come
        self.guards = 5.0  # the most that stay
        self.occupied = 2.0  # value of the coast of a conquered major: a landing there frees it
        self.beach = 2.0  # number that stay there
        # Attacks.
        self.daring = 0.75  # the chance of winning below which no attack is begun
        self.doomed = 0.8  # above which enemies do not threaten any more
        self.stubborn = 0.45  # below which none is reinforced
        self.plenty = 0.97  # above which no more units are sent
        self.their_air = 0.8
        self.near_air = 0.5  # aircraft that may come, for each hit they score, and what they take
        self.near_stand = 0.3
        self.reserves = 0.7  # and land units that an HQ may lead there
        self.own_air = 0.5
        self.column = 0.9  # own armor that could come from two areas away
        self.in_doubt = 12.0
        self.hq_joins = 0.85  # above which an HQ goes with those who attack
        self.hunting = 0.3  # for each hit that the defenders take
        self.repulse = 2.0
        # Marches.
        self.take_most = 4.0
        self.take_least = 0.2  # undefended areas worth less wait until the rest is done
        self.exposed = 0.3  # risk beside enemies `exposed_to` times as strong, for each Build Point
        self.exposed_to = 2.0
        self.take_stake = 1.0
        self.relief = 5.0  # a guard for what is in danger
        self.sentry = 3.0  # and for what is not
        self.sentry_armor = 1.0
        self.march_gain = 0.5
        self.march_most = 3.0
        # Aircraft.
        self.sure = 0.985  # above which a combat needs no aircraft
        self.base_gain = 0.7
        self.base_front = 0.3
        self.base_most = 4.0
        self.base_pull = 0.05
        self.base_alone = 4.0
        self.base_danger = 3.0
        # At sea (`convoy_plans`, `warship_plans`).
        self.voyage = 2.5  # how much nearer to the enemy a transport must bring units
        self.voyage_miles = 0.1
        self.landed = 0.9  # a landing with this chance needs no more units
        self.escort = 0.6
        self.land_daring = 0.62
        self.land_weak = 0.8  # the chance of a unit of one step on an empty coast
        self.shore_fire = 0.3  # what comes to the help of a coast
        self.shore_stand = 0.2
        self.sea_doubt = 0.5
        self.land_free = 1.5
        self.land_fight = 4.0  # undefended areas come before defended ones
        self.land_unit = 0.3
        self.hunt = 0.75
        self.lurk = 0.6  # what a submarine must gain
        self.lurk_fear = 0.4
        self.intercept = 0.4
        # Combats (`combat_choices`).
        self.give_up = 0.3  # the chance of winning below which a combat is left
        self.press_on = 0.4  # and by those who attack
        self.hold = 0.04
        self.hold_most = 0.12
        self.break_off = 0.6
        self.last_holder = 6.0
        self.spare_hq = 2.0
        self.spare_unit = 0.6
        self.spare_fire = 0.4
        self.held = 0.93
        self.post = 1.5  # stake above which the last unit does not leave as a reserve
        self.lost = 0.08
        self.search = 0.5
        # Where units go (`placement`).
        self.place_pull = 0.5
        self.place_danger = 1.0
        self.place_stake = 0.4
        self.place_empty = 3.0
        self.place_crowd = 0.1
        self.rail_gain = 2.0
        self.rail_danger = 1.0
        self.rail_guard = 0.3  # for each guard that is missing, and each point at stake
        # Build Points (`spending`).
        self.infantry = 1.0
        self.infantry_danger = 1.4
        self.infantry_sea = 0.9
        self.infantry_front = 0.04  # for each point of strength
        self.infantry_light = 0.02  # and off for it: weaker units take as many hits
        self.armor = 0.95
        self.panzers = 0.4  # armor for each land unit
        self.armor_after = 6.0
        self.aircraft = 1.03
        self.aircraft_front = 0.02
        self.squadrons = 0.35  # aircraft for each land unit
        self.hq = 0.97
        self.convoy = 1.2
        self.convoys = 5.0  # number wanted by a power with a war across the sea
        self.isle_convoy = 1.3
        self.isle_convoys = 8.0  # number wanted by one that wants islands
        self.task_force = 0.7
        self.task_forces = 6.0
        self.submarine = 0.25
        self.danger = 1.2
        self.repair = 0.75
        self.repair_fire = 0.5
        self.repair_danger = 0.3
        self.repair_ship = 0.6
        self.research = 12.0
        # Cards.
        self.card_any = 1.5
        self.card_coup = 8.0
        self.card_production = 6.0
        self.card_politics = 8.0
        self.card_areas = 6.0
        self.card_cancel = 2.0
        self.card_coast = 3.0
        self.card_limits = 7.0
        take(self, learned)


# By side: set by hand, and learned from play.
BASE: Final = [Weights(numbers) for numbers in read_base_weights(__file__, Weights({}))]
LEARNED: Final = [Weights(numbers) for numbers in read_learned_weights(__file__)]
