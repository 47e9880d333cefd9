"""Executors that play the games of a contest: this process, several processes, or a Ray cluster.

Each way gives the games one by one, as soon as they are over and in any order.
"""

import logging
import multiprocessing
import pickle
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple

from sandtable.arena.play_game import Arrangement, Loader, Played, play_game
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game, Setup

# Games sent to each core of a cluster: one that is played and one that waits.
AHEAD = 2
PATIENCE = 5.0  # seconds for a cluster to answer


class Task(NamedTuple):
    """One game to play."""

    arrangement: Arrangement
    seed: int


class RayMissing(SandtableError):
    """The package that clusters need is not installed."""

    def __init__(self) -> None:
        super().__init__("A cluster needs Ray: `pip install 'sandtable[cluster]'` installs it.")


_built: dict[bytes, Game] = {}


def play_task(loader: Loader, setup: Setup, task: Task) -> Played:
    """Play a game in a worker; the rules are built once in each process."""
    key = pickle.dumps(loader)
    if key not in _built:
        _built[key] = loader()
    return play_game(_built[key], setup._replace(seed=task.seed), task.arrangement)


def run_serial(game: Game, setup: Setup, tasks: list[Task]) -> Iterator[Played]:
    """Play one game after the other in this process."""
    for task in tasks:
        yield play_game(game, setup._replace(seed=task.seed), task.arrangement)


def run_processes(loader: Loader, setup: Setup, tasks: list[Task], workers: int) -> Iterator[Played]:
    """Play `workers` games at a time, each in a process."""
    context = multiprocessing.get_context("spawn")
    # Only the parent answers an interrupt.
    ignored = (signal.SIGINT, signal.SIG_IGN)
    with ProcessPoolExecutor(min(workers, len(tasks)), context, signal.signal, ignored) as pool:
        waiting = [pool.submit(play_task, loader, setup, task) for task in tasks]
        try:
            for done in as_completed(waiting):
                yield done.result()
        except BrokenProcessPool:
            pool.shutdown(wait=False, cancel_futures=True)
            raise SandtableError("A process of the arena has died; its game is lost.") from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise RayMissing from None
    return ray


def _join(ray: Any, address: str | None, workers: int | None) -> None:
    """Join a cluster, or start one here if none is known."""
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address is None:
        try:
            ray.init("auto", **quiet)
        except ConnectionError:
            ray.init("local", num_cpus=workers, include_dashboard=False, **quiet)
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        # Ray itself would try for minutes.
        socket.create_connection((host, int(port)), PATIENCE).close()
        ray.init(address, **quiet)
    except (OSError, ValueError) as error:
        raise SandtableError(f"There is no Ray cluster at {address}.") from error


def run_on_ray(
    loader: Loader, setup: Setup, tasks: list[Task], address: str | None = None, workers: int | None = None
) -> Iterator[Played]:
    """Play on the Ray cluster at an address; by default on that of this machine, or on one started here.

    `workers` is the size of a cluster started here, or the most games at a time on one that runs.
    """
    ray = _ray()
    started = not ray.is_initialized()
    if started:
        _join(ray, address, workers)
    try:
        play = ray.remote(play_task)
        at_a_time = workers or AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        to_come = iter(tasks)
        waiting: list[Any] = []
        try:
            while True:
                for task in to_come:
                    waiting.append(play.remote(loader, setup, task))
                    if len(waiting) >= at_a_time:
                        break
                if not waiting:
                    return
                done, waiting = ray.wait(waiting)
                yield ray.get(done[0])
        except ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except ray.exceptions.RayError as error:
            raise SandtableError(f"The cluster has failed: {type(error).__name__}.") from error
    finally:
        if started:
            ray.shutdown()
