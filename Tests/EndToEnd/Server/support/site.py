"""The HTTP layer of a server: the steps around each request, and the endpoints for tests."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any, Awaitable, Callable, Dict, List, Optional, Sequence, Tuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from .clock import Clock
from .ledger import Ledger
from .log import log_request
from .refused import Refused
from .script import InvalidScript, Script, ScriptedResponse
from .secret_values import secrets_of_request, secrets_of_response

Handler = Callable[[Request], Awaitable[Response]]
# A method, a path in Starlette's form, and the handler.
Endpoint = Tuple[str, str, Handler]


@dataclass
class Site:
    """The state shared by the requests to one server."""

    origin: str
    ledger: Ledger = field(default_factory=Ledger)
    clock: Clock = field(default_factory=Clock)

    def asgi(self, endpoints: Sequence[Endpoint], controls: Sequence[Endpoint] = ()) -> Starlette:
        """An application with the endpoints of a system, and the endpoints for tests.

        Requests to the endpoints for tests are not recorded, logged or scripted.
        """
        keeper = _Keeper(self)
        own: List[Endpoint] = [
            ("GET", "/requests", keeper.list_requests),
            ("POST", "/responses", keeper.order_response),
        ]
        routes = [
            Route(f"/__test__{path}", _refusing(handler), methods=[method])
            for method, path, handler in [*own, *controls]
        ]
        for method, path, handler in endpoints:
            routes.append(Route(path, keeper.around(handler, path), methods=[method]))
        methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
        routes.append(Route("/{path:path}", keeper.around(_not_found, "-"), methods=methods))
        return Starlette(routes=routes)


class _Keeper:
    """Records requests, writes the ledger and the log, and applies orders."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._requests: List[Dict[str, Any]] = []
        self._script = Script()

    def around(self, handler: Handler, path: str) -> Handler:
        async def endpoint(request: Request) -> Response:
            body = await request.body()
            self._requests.append(_description(request, body))
            self._site.ledger.record(secrets_of_request(request, body))
            order = self._script.next(request)
            response = await _respond(handler, request, order)
            self._site.ledger.record(secrets_of_response(response))
            response.headers.setdefault("Date", self._site.clock.http_date())
            for name in order.withoutHeaders if order is not None else []:
                if name.lower() == "date":
                    del response.headers[name]
            log_request(request.method, path, response, "scripted" if order is not None else "")
            return response

        return endpoint

    async def list_requests(self, _: Request) -> Response:
        return JSONResponse(self._requests)

    async def order_response(self, request: Request) -> Response:
        try:
            self._script.add(json.loads(await request.body()))
        except (InvalidScript, ValueError) as error:
            return PlainTextResponse(str(error), 400)
        return JSONResponse({})


async def read_json(request: Request) -> Any:
    """The JSON object in the body, or None for anything else."""
    try:
        value = json.loads(await request.body())
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def member(value: Any, name: str) -> Optional[str]:
    """The text under a name in a JSON object, if it is a text."""
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, str) and found else None


async def _respond(
    handler: Handler, request: Request, order: Optional[ScriptedResponse]
) -> Response:
    if order is None:
        return await _refusing(handler)(request)
    await asyncio.sleep(order.delaySeconds)
    return order.response(None if order.replaces else await _refusing(handler)(request))


def _refusing(handler: Handler) -> Handler:
    async def endpoint(request: Request) -> Response:
        try:
            return await handler(request)
        except Refused as refused:
            return refused.response

    return endpoint


async def _not_found(_: Request) -> Response:
    return PlainTextResponse("There is nothing here.", 404)


def _description(request: Request, body: bytes) -> Dict[str, Any]:
    headers: Dict[str, str] = {}
    for name, value in request.headers.items():
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return {
        "method": request.method,
        "path": request.url.path,
        "query": request.url.query,
        "headers": headers,
        "body": body.decode("utf-8", "replace"),
    }
