"""Doors for researchers: PettingZoo, Gymnasium and OpenSpiel. `pip install "sandtable[env]"` brings them.

>>> from sandtable.env import GymEnv, aec_env, raw_aec_env      # PettingZoo and Gymnasium
>>> from sandtable.env.spiel import load_game                   # OpenSpiel
"""

from sandtable.engine.errors import SandtableError

try:
    from sandtable.env.aec import SandtableAEC, aec_env, raw_aec_env
    from sandtable.env.gym import GymEnv
except ModuleNotFoundError as missing:  # of Sandtable's own modules none is missing
    raise SandtableError(f'There is no {missing.name}; pip install "sandtable[env]" brings it.') from missing
from sandtable.env.base import Table

__all__ = ["GymEnv", "SandtableAEC", "Table", "aec_env", "raw_aec_env"]
