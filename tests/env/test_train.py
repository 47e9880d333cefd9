"""The example that trains a policy, in short: it runs, and what it trains beats random play."""

import re
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_policy.py"


def test_a_little_training_beats_random() -> None:
    # In a process of its own: the threads of jax do not go with tests that fork.
    command = [sys.executable, str(EXAMPLE), "--rounds", "3", "--games", "8", "--trials", "16"]
    told = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout
    scores = [float(score) for score in re.findall(r"(?:before|after): ([0-9.]+) against random", told)]
    assert len(scores) == 2
    assert scores[1] >= 0.75 and scores[1] > scores[0], told
