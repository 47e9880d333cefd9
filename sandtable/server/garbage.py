"""Rings of dead objects are looked for when nobody waits.

Python looks through the youngest objects by itself, which takes a moment. To look through all of them takes a
tenth of a second and more where there are many matches in memory, and everybody waits for it: that is left
for quiet times, or done now and then if there are none.
"""

import asyncio
import gc
import time
from typing import Final

# How many new objects make Python look at the youngest, and how often it looks further by itself: never.
COLLECT: Final = (5_000, 1_000_000_000, 1_000_000_000)
EVERY_SECONDS: Final = 5.0
QUIET: Final = 0.05  # the share of one core that a quiet server uses
ROUNDS: Final = 80  # looks at the youngest objects before all of them are worth a look
LATEST_SECONDS: Final = 900.0  # after which it is done though it is never quiet


def seldom() -> None:
    """Keep Python from looking through everything at any moment; `collect_when_idle` must run from now on."""
    gc.set_threshold(*COLLECT)


async def collect_when_idle() -> None:
    """Look through everything whenever there is something to find and the server is quiet; never ends."""
    last = time.monotonic()
    while True:
        began, worked = time.monotonic(), time.process_time()
        await asyncio.sleep(EVERY_SECONDS)
        now = time.monotonic()
        if is_due((time.process_time() - worked) / (now - began), now - last):
            gc.collect()
            last = now


def is_due(share: float, seconds: float) -> bool:
    """Whether to look now, given what share of a core was used lately and how long ago the last look was."""
    return gc.get_count()[1] >= ROUNDS and (share < QUIET or seconds >= LATEST_SECONDS)
