"""The endpoint of the subscriptions, with ariadne as the engine, and endpoints for tests."""

from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, List, Optional, Set

from ariadne import SubscriptionType, UnionType, make_executable_schema
from ariadne.asgi import GraphQL
from ariadne.asgi.handlers import GraphQLTransportWSHandler
from ariadne.contrib.sse import GraphQLHTTPSSEHandler
from ariadne.exceptions import WebSocketConnectionError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket


# The part of the client's schema that its subscriptions use.
_SCHEMA = """
    type Query { ready: Boolean! }
    type Subscription { ticks(every: Int!): Tick!  messages: SearchResult! }
    type Tick { count: Int! }
    union SearchResult = Person
    type Person { id: ID!  name: String! }
"""


class Application:
    """A subscription without a session, `ticks`, and one that needs a token, `messages`."""

    def __init__(self) -> None:
        self._revoked: Set[str] = set()
        self._listeners: List[asyncio.Queue[str]] = []
        subscription = SubscriptionType()
        subscription.set_source("ticks", self._ticks)
        subscription.set_source("messages", self._messages)
        subscription.set_field("ticks", lambda count, *_, **__: {"count": count})
        subscription.set_field("messages", lambda name, *_: {"id": name, "name": name})
        result = UnionType("SearchResult", lambda *_: "Person")
        self._graphql = GraphQL(
            make_executable_schema(_SCHEMA, subscription, result),
            context_value=lambda request, _: {"token": _token(request)},
            http_handler=GraphQLHTTPSSEHandler(ping_interval=1),
            websocket_handler=GraphQLTransportWSHandler(on_connect=self._connect),
        )

    def asgi(self) -> Starlette:
        """The ASGI application."""
        return Starlette(
            routes=[
                Route("/messages", self._send, methods=["POST"]),
                Route("/revoke", self._revoke, methods=["POST"]),
                WebSocketRoute("/graphql", self._graphql),
                Route("/graphql", self._http, methods=["POST"]),
            ]
        )

    async def _http(self, request: Request) -> Response:
        """Refuses revoked tokens before GraphQL sees the request."""
        if _token(request) in self._revoked:
            return PlainTextResponse("revoked", 401)
        return await self._graphql.handle_request(request)

    async def _connect(self, websocket: WebSocket, payload: Any) -> None:
        values = payload if isinstance(payload, dict) else {}
        token = _bearer(str(values.get("Authorization", "")))
        if token in self._revoked:
            await websocket.close(code=4403)
            raise WebSocketConnectionError("revoked")
        websocket.scope["token"] = token

    async def _ticks(self, *_: Any, every: int) -> AsyncIterator[int]:
        for count in range(1, every + 1):
            await asyncio.sleep(0.001)
            yield count

    async def _messages(self, _: Any, info: Any) -> AsyncIterator[str]:
        token = info.context["token"]
        if not token:
            raise PermissionError("a token is needed")
        queue: asyncio.Queue[str] = asyncio.Queue()
        self._listeners.append(queue)
        try:
            yield f"hello {token}"
            while True:
                yield await queue.get()
        finally:
            self._listeners.remove(queue)

    async def _send(self, request: Request) -> Response:
        """Sends the body to all listeners, and returns their number."""
        text = (await request.body()).decode()
        for queue in self._listeners:
            queue.put_nowait(text)
        return PlainTextResponse(str(len(self._listeners)))

    async def _revoke(self, request: Request) -> Response:
        self._revoked.add((await request.body()).decode())
        return PlainTextResponse("")


def _bearer(value: str) -> Optional[str]:
    scheme, _, token = value.partition(" ")
    return token if scheme == "Bearer" and token else None


def _token(request: Any) -> Optional[str]:
    """The token of a request, or of the first message of a WebSocket."""
    return request.scope.get("token") or _bearer(request.headers.get("authorization", ""))
