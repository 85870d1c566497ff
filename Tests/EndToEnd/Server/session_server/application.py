"""The HTTP layer: the GraphQL endpoint of one system, and the endpoints for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, List, Type

from ariadne import graphql, load_schema_from_path, make_executable_schema
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from support.site import Site, member, read_json

from .account import Tokens
from .backend import Backend, Call
from .magento import Magento
from .saleor import Saleor
from .shopify import Shopify
from .vendure import Vendure
from .wpgraphql import WPGraphQL

_SYSTEMS: List[Type[Backend]] = [Magento, Saleor, Shopify, Vendure, WPGraphQL]
BACKENDS: Dict[str, Type[Backend]] = {system.name: system for system in _SYSTEMS}

_SCHEMAS = Path(__file__).parent / "schemas"


class Application:
    """One system with one customer."""

    def __init__(
        self, site: Site, name: str, access_seconds: float = 300, refresh_seconds: float = 3600
    ) -> None:
        self._site = site
        self._tokens = Tokens(site.clock)
        self._backend = BACKENDS[name](self._tokens, access_seconds, refresh_seconds)
        self._schema = make_executable_schema(
            load_schema_from_path(str(_SCHEMAS / f"{name}.graphql")), *self._backend.bindables()
        )

    def asgi(self) -> Starlette:
        """The ASGI application."""
        return self._site.asgi(
            [("POST", "/graphql", self._graphql)],
            [("POST", "/revoke", self._revoke), ("POST", "/advance", self._advance)],
        )

    async def _graphql(self, request: Request) -> Response:
        asked = await read_json(request)
        if asked is None:
            return PlainTextResponse("The body is no JSON object.", 400)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        call = Call(token if scheme.lower() == "bearer" and token else None)
        refused = self._backend.refuse(call)
        if refused is not None:
            status, body = refused
            return JSONResponse(body, status)
        _, response = await graphql(self._schema, asked, context_value=call)
        # The older media type has status 200 for all results.
        return JSONResponse(response, headers=call.headers)

    async def _revoke(self, request: Request) -> Response:
        """Makes all tokens of a kind invalid, as an administrator can."""
        kind = member(await read_json(request), "kind")
        if kind not in ("access", "refresh"):
            return PlainTextResponse('"kind" is access or refresh.', 400)
        self._tokens.revoke(kind)
        return JSONResponse({})

    async def _advance(self, request: Request) -> Response:
        """Moves the server's clock forward by `seconds`, so that tokens expire."""
        asked = await read_json(request)
        seconds = asked.get("seconds") if asked is not None else None
        if not isinstance(seconds, (int, float)) or isinstance(seconds, bool):
            return PlainTextResponse('"seconds" is a number.', 400)
        self._site.clock.advance(seconds)
        return JSONResponse({})
