"""The endpoints. The number of an event follows from the time, so a restarted server continues."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any, AsyncIterator, Callable, Dict, Optional, Set

from ariadne import (
    MutationType,
    QueryType,
    SubscriptionType,
    UnionType,
    make_executable_schema,
    upload_scalar,
)
from ariadne.asgi import GraphQL
from ariadne.asgi.handlers import GraphQLTransportWSHandler
from ariadne.exceptions import WebSocketConnectionError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

# The parts of the clients' schemas that the soak uses.
_SCHEMA = """
    type Query { count: Int! }
    type Mutation { storeFile(file: Upload!): StoredFile! }
    type Subscription { messages: SearchResult! }
    type StoredFile { name: String!  mediaType: String!  size: Int!  sha256: String! }
    union SearchResult = Person
    type Person { id: ID!  name: String! }
    scalar Upload
"""
_SECONDS_PER_EVENT = 0.05
_BOUNDARY = "graphql"


class Application:
    """Events of the user whose token a request has, and the faults that the soak orders.

    A token is `USER.NUMBER`. Each refresh token is valid once.
    """

    def __init__(self) -> None:
        self._expired: Set[str] = set()
        self._used: Set[str] = set()
        self._sockets: Dict[WebSocket, str] = {}
        self._stored: Dict[str, int] = {}
        # Streams over HTTP break off when it changes.
        self._cuts = 0
        self._refusals = 0
        self._broken_uploads = 0
        query, mutation, subscription = QueryType(), MutationType(), SubscriptionType()
        query.set_field("count", lambda *_: len(self._stored))
        mutation.set_field("storeFile", self._store_file)
        subscription.set_source("messages", self._messages)
        subscription.set_field("messages", lambda name, *_: {"id": name, "name": name})
        self._graphql = GraphQL(
            make_executable_schema(
                _SCHEMA,
                query,
                mutation,
                subscription,
                UnionType("SearchResult", lambda *_: "Person"),
                upload_scalar,
            ),
            context_value=lambda request, _: {"token": _token(request)},
            websocket_handler=GraphQLTransportWSHandler(on_connect=self._connect),
        )

    def asgi(self) -> Starlette:
        """The ASGI application."""
        controls: Dict[str, Callable[[str], Any]] = {
            "cut": self._cut,
            "expire": self._expire,
            "refuse": self._refuse,
            "break": self._break,
            "stored": lambda name: self._stored.get(name, 0),
        }
        return Starlette(
            routes=[
                Route("/token", self._tokens, methods=["POST"]),
                Route("/graphql", self._http, methods=["POST"]),
                WebSocketRoute("/graphql", self._graphql),
                Route("/numbered", self._numbered_events, methods=["POST"]),
                Route("/events", self._plain_events, methods=["POST"]),
                Route("/parts", self._part_stream, methods=["POST"]),
                *(
                    Route(f"/control/{name}", _control(function), methods=["POST"])
                    for name, function in controls.items()
                ),
            ]
        )

    # Tokens

    async def _tokens(self, request: Request) -> Response:
        """Logs in the user of the body, or refreshes with the token of the body."""
        kind, _, value = (await request.body()).decode().partition(" ")
        user, number = value, 1
        if kind == "refresh":
            if value in self._used:
                return PlainTextResponse("the token is used", 401)
            self._used.add(value)
            user, _, last = value.rpartition(".")
            number = int(last) + 1
        return JSONResponse({"token": f"{user}.{number}"})

    # Streams

    async def _http(self, request: Request) -> Response:
        refusal = self._refusal(request, is_stream=False)
        if refusal is not None:
            return refusal
        is_upload = request.headers.get("content-type", "").startswith("multipart/")
        if is_upload and self._broken_uploads > 0:
            self._broken_uploads -= 1
            async for _ in request.stream():
                break
            return PlainTextResponse("broken", 500)
        return await self._graphql.handle_request(request)

    def _refusal(self, request: Request, is_stream: bool) -> Optional[Response]:
        if _token(request) in self._expired:
            return PlainTextResponse("expired", 401)
        if is_stream and self._refusals > 0:
            self._refusals -= 1
            return PlainTextResponse("busy", 503)
        return None

    async def _connect(self, websocket: WebSocket, payload: Any) -> None:
        token = _bearer(str((payload or {}).get("Authorization", "")))
        if token in self._expired or self._refusals > 0:
            self._refusals = max(0, self._refusals - 1)
            await websocket.close(code=4401 if token in self._expired else 1013)
            raise WebSocketConnectionError("refused")
        websocket.scope["token"] = token
        self._sockets[websocket] = token

    async def _messages(self, _: Any, info: Any) -> AsyncIterator[str]:
        async for number in _numbers():
            yield f"{_user(info.context['token'])} {number}"

    async def _numbered_events(self, request: Request) -> Response:
        """Server-sent events with identifiers."""
        last = request.headers.get("last-event-id")
        return self._events(request, lambda number: f"id: {number}\n", int(last) if last else None)

    async def _plain_events(self, request: Request) -> Response:
        """Server-sent events without identifiers."""
        return self._events(request, lambda _: "", None)

    def _events(
        self, request: Request, identifier: Callable[[int], str], last: Optional[int]
    ) -> Response:
        token = _token(request)

        async def events() -> AsyncIterator[str]:
            async for number in self._until_cut(token, last):
                yield f"{identifier(number)}event: next\ndata: {_response(token, number)}\n\n"

        return self._refusal(request, True) or StreamingResponse(
            events(), media_type="text/event-stream"
        )

    async def _part_stream(self, request: Request) -> Response:
        """A multipart subscription."""
        return self._refusal(request, True) or StreamingResponse(
            self._parts(_token(request)),
            media_type=f'multipart/mixed;boundary="{_BOUNDARY}";subscriptionSpec="1.0"',
        )

    async def _parts(self, token: str) -> AsyncIterator[str]:
        yield f"--{_BOUNDARY}"
        async for number in self._until_cut(token, None):
            payload = f'{{"payload": {_response(token, number)}}}'
            yield f"\r\nContent-Type: application/json\r\n\r\n{payload}\r\n--{_BOUNDARY}"

    async def _until_cut(self, token: str, last: Optional[int]) -> AsyncIterator[int]:
        cuts = self._cuts
        async for number in _numbers(last):
            # The response then breaks off.
            if cuts != self._cuts or token in self._expired:
                raise ConnectionError("cut")
            yield number

    # Uploads

    async def _store_file(self, _: Any, __: Any, file: Any) -> Dict[str, Any]:
        size = len(await file.read())
        self._stored[file.filename] = self._stored.get(file.filename, 0) + 1
        return {"name": file.filename, "mediaType": "", "size": size, "sha256": ""}

    # Faults

    async def _cut(self, _: str) -> None:
        self._cuts += 1
        await self._close(lambda _: True, 1012)

    async def _expire(self, token: str) -> None:
        self._expired.add(token)
        await self._close(lambda owner: owner == token, 4401)

    async def _close(self, is_meant: Callable[[str], bool], code: int) -> None:
        for socket, owner in list(self._sockets.items()):
            if is_meant(owner):
                del self._sockets[socket]
                try:
                    await socket.close(code=code)
                except RuntimeError:
                    # The client has closed it.
                    pass

    def _refuse(self, count: str) -> None:
        self._refusals += int(count)

    def _break(self, count: str) -> None:
        self._broken_uploads += int(count)


async def _numbers(last: Optional[int] = None) -> AsyncIterator[int]:
    """The numbers after the last one; without it, those after now."""
    number = (int(time.time() / _SECONDS_PER_EVENT) if last is None else last) + 1
    while True:
        await asyncio.sleep(max(0, number * _SECONDS_PER_EVENT - time.time()))
        yield number
        number += 1


def _control(function: Callable[[str], Any]) -> Callable[[Request], Any]:
    async def endpoint(request: Request) -> Response:
        result = function((await request.body()).decode())
        if asyncio.iscoroutine(result):
            result = await result
        return PlainTextResponse(str(result))

    return endpoint


def _response(token: str, number: int) -> str:
    name = f"{_user(token)} {number}"
    return json.dumps({"data": {"messages": {"__typename": "Person", "name": name}}})


def _user(token: str) -> str:
    return token.rpartition(".")[0]


def _bearer(value: str) -> str:
    return value.partition(" ")[2]


def _token(request: Any) -> str:
    """The token of a request, or of the first message of a WebSocket."""
    return request.scope.get("token") or _bearer(request.headers.get("authorization", ""))
