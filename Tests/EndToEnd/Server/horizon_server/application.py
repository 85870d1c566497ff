"""The HTTP layer: the GraphQL endpoint of every world, and the endpoints for tests."""

from __future__ import annotations

import json
import re
from typing import Any, Dict, Tuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from support.ledger import Ledger

from .context import Context
from .engine import Engine, refused
from .events import Events
from .log import log_request
from .refusal import Refusal
from .request import MAXIMUM_BODY_BYTES, GraphQLRequest, find_query, read_body, read_parameters
from .script import InvalidScript
from .world import World

_JSON = "application/json"
_GRAPHQL_RESPONSE = "application/graphql-response+json"
_SITE = re.compile(r"[A-Za-z0-9_.-]{1,100}")


class Application:
    """All worlds. The first request to a world creates it."""

    def __init__(self, sdl: str, ledger: Ledger) -> None:
        self._engine = Engine(sdl, ledger)
        self._events = Events()
        self._ledger = ledger
        self._worlds: Dict[str, World] = {}

    def asgi(self) -> Starlette:
        """The ASGI application."""
        site = "/{site}/{subsite}"
        return Starlette(
            routes=[
                Route(f"{site}/graphql", self._graphql, methods=["GET", "POST"]),
                Route(f"{site}/events", self._respond_with_events, methods=["POST"]),
                Route(f"{site}/requests", self._requests, methods=["GET"]),
                Route(f"{site}/emails", self._emails, methods=["GET"]),
                Route(f"{site}/script", self._script, methods=["POST"]),
            ]
        )

    async def _graphql(self, request: Request) -> Response:
        name, world = self._world(request)
        context = Context(world, _headers(request))
        self._ledger.record(context.secrets())
        asked = GraphQLRequest(request.method)
        try:
            asked = await _read(request)
        except Refusal as refusal:
            status, response = refusal.status, refused(context, refusal)
            world.requests.append(_record(context, asked))
        else:
            world.requests.append(_record(context, asked))
            status, response = await self._respond(context, asked)
        log_request(name, asked, response)
        return _graphql_response(context, status, response)

    async def _respond(self, context: Context, asked: GraphQLRequest) -> Tuple[int, Dict[str, Any]]:
        self._engine.record_secrets(asked.variables)
        try:
            query = find_query(asked, context.world.persisted_queries)
            began, response = await self._engine.execute(context, asked, query)
        except Refusal as refusal:
            return refusal.status, refused(context, refusal)
        # With the older media type, the response to an invalid operation has status 200 too.
        return (400 if not began and _takes_graphql_response(context) else 200), response

    async def _respond_with_events(self, request: Request) -> Response:
        return await self._events.respond(request, self._world(request)[1])

    async def _requests(self, request: Request) -> Response:
        return _json_response(self._world(request)[1].requests)

    async def _emails(self, request: Request) -> Response:
        return _json_response(self._world(request)[1].emails)

    async def _script(self, request: Request) -> Response:
        world = self._world(request)[1]
        try:
            world.follow(json.loads(await request.body()))
        except (InvalidScript, ValueError, RecursionError) as error:
            return PlainTextResponse(str(error), 400)
        return _json_response({})

    def _world(self, request: Request) -> Tuple[str, World]:
        names = request.path_params["site"], request.path_params["subsite"]
        if not all(map(_SITE.fullmatch, names)):
            raise HTTPException(404)
        name = "/".join(names)
        if name not in self._worlds:
            self._worlds[name] = World(self._ledger)
        return name, self._worlds[name]


async def _read(request: Request) -> GraphQLRequest:
    if request.method == "GET":
        return read_parameters(request.query_params)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAXIMUM_BODY_BYTES:
            raise Refusal(413, "The body is too large.")
    return read_body(request.headers.get("content-type", ""), bytes(body))


def _headers(request: Request) -> Dict[str, str]:
    """The headers by lower-case name. Values with the same name are joined."""
    headers: Dict[str, str] = {}
    for name, value in request.headers.items():
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


def _record(context: Context, asked: GraphQLRequest) -> Dict[str, Any]:
    return {
        "operationName": asked.operation_name,
        "method": asked.method,
        "headers": context.headers,
        "variables": asked.variables,
        "query": asked.query,
        "extensions": asked.extensions,
    }


def _graphql_response(context: Context, status: int, response: Dict[str, Any]) -> Response:
    headers = {"Allow": "POST"} if status == 405 else None
    media_type = _GRAPHQL_RESPONSE if _takes_graphql_response(context) else _JSON
    return _json_response(response, status, media_type, headers)


def _takes_graphql_response(context: Context) -> bool:
    return _GRAPHQL_RESPONSE in context.headers.get("accept", "")


def _json_response(
    content: Any, status: int = 200, media_type: str = _JSON, headers: Any = None
) -> Response:
    # Only ASCII, so that a lone surrogate, which JSON may contain, is not an error.
    return Response(json.dumps(content), status, headers, media_type)
