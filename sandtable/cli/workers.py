"""The processes of `sandtable serve --workers`; one that dies is replaced, with a line in the log."""

import logging

from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

from sandtable.engine.errors import SandtableError

logger = logging.getLogger("uvicorn.error")


class Workers(Multiprocess):
    """Starts the processes, watches them and ends them."""

    failed = False

    def run(self) -> None:
        """Serve until the end is requested."""
        super().run()
        if self.failed:
            raise SandtableError("The server could not start. The lines above say why.")

    def keep_subprocess_alive(self) -> None:
        """Replace those that have died.

        Slow ones are left alone: on a busy machine the start alone may take long, and waiting for an answer
        would delay an interrupt.
        """
        for place, process in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            if process.process.is_alive():
                continue
            if process.exitcode == STARTUP_FAILURE:  # the next one would fail in the same way
                self.failed = True
                self.should_exit.set()
                return
            fresh = Process(self.config, self.sockets)
            fresh.start()
            self.processes[place] = fresh
            logger.warning("Process %s has died; process %s takes its place.", process.pid, fresh.pid)
