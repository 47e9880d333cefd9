"""The OpenAPI description: the framework's, with the schemas of bodies and answers from msgspec."""

from typing import Any

import msgspec
from litestar import MediaType, Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from sandtable import __version__
from sandtable.server.api import schemas
from sandtable.server.config import Config
from sandtable.server.messages import ChatOut, StateOut
from sandtable.server.security import CSRF_HEADER, cookie_name

TEXT = "The web table. A refusal is a sentence and, where there is one, the rule of the game."


def exact(description: dict[str, Any]) -> dict[str, Any]:
    """Return the schema with the limits of every field, and whether unknown fields are allowed."""
    own = [
        kind for kind in vars(schemas).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    ]
    shapes = [kind for kind in own if kind.__module__ == schemas.__name__]
    _, found = msgspec.json.schema_components(
        [*shapes, StateOut, ChatOut], ref_template="#/components/schemas/{name}"
    )
    kept = description["components"]["schemas"]
    told = {name: found.get(name, kept[name]) for name in kept}
    # The schemas that these refer to come along.
    told |= {name: shape for name, shape in found.items() if name not in told}
    components = {**description["components"], "schemas": dict(sorted(told.items()))}
    return {**description, "components": components}


class ExactJson(JsonRenderPlugin):
    """The description as JSON, created once."""

    _made: bytes = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if not self._made:
            self._made = msgspec.json.encode(exact(openapi_schema))
        return self._made


def openapi_config(config: Config) -> OpenAPIConfig:
    """Configure the description at /api/schema, without pages, since those would load foreign scripts."""
    return OpenAPIConfig(
        title="Sandtable",
        version=__version__,
        description=TEXT,
        path="/api/schema",
        render_plugins=[ExactJson(path=["/", "/openapi.json"], media_type=MediaType.JSON)],
        use_handler_docstrings=True,
        components=Components(
            security_schemes={
                "session": SecurityScheme(
                    type="apiKey",
                    name=cookie_name(config),
                    security_scheme_in="cookie",
                    description="Given by GET /api/me to every visitor",
                ),
                "csrf": SecurityScheme(
                    type="apiKey",
                    name=CSRF_HEADER,
                    security_scheme_in="header",
                    description="The value `csrf` of GET /api/me, with every request that changes something",
                ),
            }
        ),
    )
