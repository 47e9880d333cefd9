"""Environments for researchers: PettingZoo, Gymnasium, OpenSpiel. Install them with `sandtable[env]`.

>>> from sandtable.env import GymEnv, aec_env, raw_aec_env      # PettingZoo and Gymnasium
>>> from sandtable.env.spiel import load_game                   # OpenSpiel
"""

from sandtable.engine.errors import SandtableError

try:
    from sandtable.env.aec import SandtableAEC, aec_env, raw_aec_env
    from sandtable.env.gym import GymEnv
except ModuleNotFoundError as missing:
    text = f'{missing.name} is not installed. Run pip install "sandtable[env]".'
    raise SandtableError(text) from missing
from sandtable.env.base import GameEnvironment

Table = GameEnvironment  # the old name, kept for one release

__all__ = ["GameEnvironment", "GymEnv", "SandtableAEC", "Table", "aec_env", "raw_aec_env"]
