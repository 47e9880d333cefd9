"""Garbage collection runs while the server is idle.

Python collects the youngest objects by itself, which is fast. A full collection takes a tenth of a second or
more with many matches in memory, and all players wait for it. So it runs when the server is idle, or after
some minutes if it never is.
"""

import asyncio
import gc
import time
from typing import Final

# New objects before Python collects the youngest; it never collects older ones by itself.
COLLECT: Final = (5_000, 1_000_000_000, 1_000_000_000)
EVERY_SECONDS: Final = 5.0
QUIET: Final = 0.05  # the share of one core below which the server is idle
ROUNDS: Final = 80  # collections of the youngest objects before a full one is worth it
LATEST_SECONDS: Final = 900.0  # the longest time without a full collection


def postpone_collection() -> None:
    """Stop full collections by Python itself; `collect_when_idle` must run from now on."""
    gc.set_threshold(*COLLECT)


async def collect_when_idle() -> None:
    """Run a full collection whenever it is worth it and the server is idle; never return."""
    last = time.monotonic()
    while True:
        began, worked = time.monotonic(), time.process_time()
        await asyncio.sleep(EVERY_SECONDS)
        now = time.monotonic()
        if is_due((time.process_time() - worked) / (now - began), now - last):
            gc.collect()
            last = now


def is_due(share: float, seconds: float) -> bool:
    """Decide whether to collect, by the recent load of a core and the time since the last collection."""
    return gc.get_count()[1] >= ROUNDS and (share < QUIET or seconds >= LATEST_SECONDS)
