"""What the handlers share: one object for each server process."""

import asyncio
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.types import Scope

from sandtable.server.api.catalogue import Catalogue
from sandtable.server.api.connections import Connections
from sandtable.server.config import Config
from sandtable.server.limits import RateLimits
from sandtable.server.match_service import MatchService
from sandtable.server.store import Store
from sandtable.server.webhooks import Webhooks

KEY: Final = "service"
HASHINGS: Final = 2  # passwords that are hashed at a time; each takes 64 MiB
DRAWINGS: Final = 1  # positions that are drawn at a time; each takes a fifth of a second
IMPORTS: Final = 1  # saves that are replayed at a time; each may take half a minute


@dataclass(slots=True)
class Service:
    """The parts of a running server."""

    config: Config
    store: Store
    matches: MatchService
    rate_limits: RateLimits
    webhooks: Webhooks
    connections: Connections
    catalogue: Catalogue
    hashing: asyncio.Semaphore
    importing: asyncio.Semaphore
    drawing: asyncio.Semaphore


# The types of a handler's parameters for the request and the service.
Asked: TypeAlias = Request[Any, Any, Any]
Served: TypeAlias = NamedDependency[Service]


def service_of(scope: Scope) -> Service | None:
    """Return the service of a connection; None before it has started."""
    found: Service | None = scope["litestar_app"].state.get(KEY)
    return found


def get_service(state: State) -> Service:
    """Return the service, for handlers."""
    found: Service = state[KEY]
    return found
