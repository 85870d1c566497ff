"""The endpoint, which is Strawberry's own, and endpoints for tests."""

# Strawberry evaluates the annotations, so they are not postponed.

import asyncio
import hashlib
from typing import Annotated, Any, AsyncGenerator, Dict, Optional, Set, Union

import strawberry
from graphql import GraphQLError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from strawberry.asgi import GraphQL
from strawberry.exceptions import ConnectionRejectionError
from strawberry.file_uploads import Upload
from strawberry.schema.config import StrawberryConfig
from strawberry.types import Info

_PART = 1 << 20
# Earlier versions always have multipart subscriptions, and ignore the names that they do not know.
_PROTOCOLS = ("graphql-transport-ws", "multipart-subscription", "graphql-sse")


@strawberry.type
class Tick:
    count: int


@strawberry.type
class Person:
    id: strawberry.ID
    name: str


@strawberry.type
class Team:
    id: strawberry.ID


SearchResult = Annotated[Union[Person, Team], strawberry.union("SearchResult")]


@strawberry.type
class Author:
    name: str

    @strawberry.field
    async def address(self) -> Optional[str]:
        return await _late("London", 0.01)


@strawberry.type
class ReportPage:
    number: int


@strawberry.type
class Report:
    title: str
    author: Author

    @strawberry.field
    async def body(self, info: Info) -> str:
        # The parts that are there already make one value, so the last one waits for the test.
        await info.context["endpoint"].first_part_has_arrived.wait()
        return "Wheels"

    @strawberry.field
    async def score(self) -> Optional[int]:
        return await _late(7, 0.02)

    @strawberry.field
    async def note(self) -> str:
        raise ValueError("no note")

    @strawberry.field
    async def pages(self) -> strawberry.Streamable[ReportPage]:
        for number in range(1, 6):
            yield ReportPage(number=await _late(number, 0.001))


@strawberry.type
class StoredFile:
    name: str
    media_type: str
    size: int
    sha256: str


@strawberry.type
class Query:
    @strawberry.field
    def report(self) -> Optional[Report]:
        return Report(title="Engines", author=Author(name="Ada"))


@strawberry.type
class Mutation:
    @strawberry.mutation
    async def store_file(self, file: Upload) -> StoredFile:
        digest = hashlib.sha256()
        size = 0
        while part := await file.read(_PART):
            digest.update(part)
            size += len(part)
        return StoredFile(
            name=file.filename,
            media_type=file.content_type,
            size=size,
            sha256=digest.hexdigest(),
        )


@strawberry.type
class Subscription:
    @strawberry.subscription
    async def ticks(self, every: int) -> AsyncGenerator[Tick, None]:
        for count in range(1, every + 1):
            yield Tick(count=await _late(count, 0.001))

    @strawberry.subscription
    async def messages(self, info: Info) -> AsyncGenerator[SearchResult, None]:
        token = info.context["endpoint"].token(info.context)
        yield Person(id=strawberry.ID("1"), name=f"hello {token}")
        async for text in info.context["endpoint"].messages(token):
            yield Person(id=strawberry.ID("2"), name=text)


async def _late(value: Any, seconds: float) -> Any:
    await asyncio.sleep(seconds)
    return value


_SCHEMA = strawberry.Schema(
    Query,
    Mutation,
    Subscription,
    config=StrawberryConfig(enable_experimental_incremental_execution=True),
)


class _Endpoint(GraphQL):
    """Strawberry's endpoint, which refuses expired tokens."""

    def __init__(self) -> None:
        super().__init__(
            _SCHEMA, multipart_uploads_enabled=True, subscription_protocols=_PROTOCOLS
        )
        self.first_part_has_arrived = asyncio.Event()
        self._expired: Set[Optional[str]] = set()
        self._listeners: "Dict[asyncio.Queue[Optional[str]], Optional[str]]" = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _bearer(_authorization(scope)) in self._expired:
            await PlainTextResponse("the token has expired", 401)(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    async def get_context(self, request: Any, response: Any) -> Any:
        return {"request": request, "response": response, "endpoint": self}

    async def on_ws_connect(self, context: Any) -> Any:
        if self.token(context) in self._expired:
            raise ConnectionRejectionError
        return await super().on_ws_connect(context)

    def token(self, context: Any) -> Optional[str]:
        """The token of a request, or of the first message of a WebSocket."""
        values = context.get("connection_params") or {}
        return _bearer(values.get("Authorization") or _authorization(context["request"].scope))

    async def messages(self, token: Optional[str]) -> AsyncGenerator[str, None]:
        """The texts that are sent, until the token expires."""
        queue: "asyncio.Queue[Optional[str]]" = asyncio.Queue()
        self._listeners[queue] = token
        try:
            while (text := await queue.get()) is not None:
                yield text
        finally:
            del self._listeners[queue]
        raise GraphQLError("the token has expired", extensions={"code": "UNAUTHENTICATED"})

    def send(self, text: str) -> int:
        """Sends a text to all listeners, and returns their number."""
        for queue in self._listeners:
            queue.put_nowait(text)
        return len(self._listeners)

    def expire(self, token: str) -> None:
        """Ends the subscriptions with a token, and refuses it from now on."""
        self._expired.add(token)
        for queue, owner in self._listeners.items():
            if owner == token:
                queue.put_nowait(None)


class Application:
    """The endpoint, and what tests ask for."""

    def __init__(self) -> None:
        self._endpoint = _Endpoint()

    def asgi(self) -> Starlette:
        """The ASGI application."""
        return Starlette(
            routes=[
                Route("/graphql", self._endpoint),
                WebSocketRoute("/graphql", self._endpoint),
                Route("/messages", self._send, methods=["POST"]),
                Route("/expire", self._expire, methods=["POST"]),
                Route("/continue", self._continue, methods=["POST"]),
            ]
        )

    async def _send(self, request: Request) -> Response:
        """Sends the body to all listeners, and returns their number."""
        return PlainTextResponse(str(self._endpoint.send((await request.body()).decode())))

    async def _continue(self, request: Request) -> Response:
        """Lets the last part of a report follow."""
        self._endpoint.first_part_has_arrived.set()
        return PlainTextResponse("")

    async def _expire(self, request: Request) -> Response:
        self._endpoint.expire((await request.body()).decode())
        return PlainTextResponse("")


def _authorization(scope: Scope) -> str:
    return dict(scope["headers"]).get(b"authorization", b"").decode()


def _bearer(value: str) -> Optional[str]:
    scheme, _, token = value.partition(" ")
    return token if scheme == "Bearer" and token else None
